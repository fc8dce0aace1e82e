"""Why an exact sum need not be right on the board: it knows its regions, and nothing else.

Kos are fought without threats from elsewhere, and borders hold whatever is played beside them.
"""

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import vertex_of
from gtpengine.board.position import IllegalMove
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.kos import SIDE
from gtpengine.engine.outlooks import follow_ups
from gtpengine.engine.survey import RegionReport, Survey
from gtpengine.localgame.solution import LocalKind, Scoring
from gtpengine.search.montecarlo.fates import around
from gtpengine.search.montecarlo.stakes import stakes

MARGIN = 3.0  # points by which a threat must be larger than its region says
_PLAYOUTS = 2000  # for one threat
_SENTE = {BLACK: LocalKind.BLACK_SENTE, WHITE: LocalKind.WHITE_SENTE}


def doubt_of_sum(survey: Survey, deadline: Deadline) -> str:
    """Return why the player should not follow an exact sum against the strategy; "" if he may.

    An opponent's sente that threatens more than its region says is not left to him for a sente of
    one's own: he need not answer that at once.
    """
    for report in survey.regions:
        if report.kind is LocalKind.HYPERACTIVE_KO:
            return f"the ko at {vertex_of(report.region.points[0])} hangs on threats elsewhere"
    enemy = opponent(survey.position.to_move)
    for report in survey.regions:
        if report.kind is _SENTE[enemy] and not report.exact:
            if deadline.expired():
                return "there is no time to look at threats"
            if _threatens_more(survey, report, enemy, deadline):
                move = report.moves[enemy]
                assert move is not None
                return f"{vertex_of(move)} threatens more than its region is worth"
    return ""


def _threatens_more(survey: Survey, report: RegionReport, colour: int, deadline: Deadline) -> bool:
    """Tell whether more hangs on a move of `colour` than its region knows."""
    move = report.moves[colour]
    known = follow_ups(report, survey.scoring).get(SIDE[colour])
    if move is None or known is None:
        return False
    after = survey.position.copy()
    after.to_move = colour
    try:
        after.play(colour, move)
    except IllegalMove:
        return False
    found = stakes(after, around(after, move, survey.plain), _PLAYOUTS, flag=deadline.flag)
    tax = 0 if survey.scoring is Scoring.AREA else 1
    return found.heat - tax > float(known) + MARGIN
