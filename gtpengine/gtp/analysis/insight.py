"""What is known of a position, move by move, as analysis commands show it.

While the board is one region the tree speaks: its visits, win rates and scores. Once the board is a
sum of regions, a move is judged by what it is worth there: with both sides playing the hottest move
in turn, the player to move ends half of the ambient temperature above the sum of the means. The sum
must be trusted for that: its hottest region is solved, not guessed, and the tree does not object by
the margin that would make the player's guard veto the move.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from gtpengine.board.colours import BLACK, EMPTY
from gtpengine.board.points import PASS
from gtpengine.board.position import Position
from gtpengine.gtp.analysis.analysing import Knowledge
from gtpengine.gtp.analysis.worths import worths

if TYPE_CHECKING:  # they stand above kernels
    from gtpengine.engine.survey import RegionReport, Survey
    from gtpengine.search.montecarlo.findings import Findings, MoveFinding

# Sabaki labels moves from 10 visits on and shades them by visits; in a sum a move that loses a
# point against the best one gets half of its visits.
LEAST_VISITS = 10
BEST_VISITS = 1000
# Moves of the tree with fewer visits than this share of the best one's are not shown.
_LEAST_SHARE = 0.01
_SURE_VISITS = 10  # fewer say nothing about a move's win rate
_TELLING_VISITS = 50  # from which the tree may contradict the regions


@dataclass(frozen=True)
class MoveInsight:
    """One move.

    Attributes:
        point: a point or PASS.
        visits: as shown to people: at least 10, and scaled by the score where regions decide.
        tree_visits: those of the tree, 0 if it never tried the move.
        win_rate: of the player to move.
        lead: expected lead of the player to move after it, in points.
        prior: what the tree thought of it before it searched.
        worth: what it gains in its region, exact or estimated; None where that is not known.
        line: what may follow, the move itself first.
        line_visits: of the tree, along the line; 0 where it has none.
    """

    point: int
    visits: int
    tree_visits: int
    win_rate: float
    lead: float
    prior: float
    worth: Fraction | None
    line: tuple[int, ...]
    line_visits: tuple[int, ...] = ()


@dataclass(frozen=True)
class Insight:
    """A position and its moves, best first; all figures are those of the player to move."""

    position: Position
    moves: tuple[MoveInsight, ...]
    others: tuple[MoveInsight, ...]  # what was hardly looked at, the likeliest first
    visits: int
    win_rate: float
    lead: float
    stdev: float
    ownership: dict[int, float]
    temperature: Fraction | None
    survey: "Survey | None"

    def led_by(self, point: int) -> "Insight":
        """Return the same with the move that was chosen in front."""
        chosen = [move for move in (*self.moves, *self.others) if move.point == point]
        if not chosen or self.moves[0].point == point:
            return self
        first = replace(chosen[0], visits=max(move.visits for move in self.moves))
        rest = tuple(move for move in self.moves if move.point != point)
        others = tuple(move for move in self.others if move.point != point)
        return replace(self, moves=(first, *rest), others=others)

    def without(self, hidden: frozenset[int]) -> "Insight":
        """Return the same without some moves."""
        return replace(
            self,
            moves=tuple(move for move in self.moves if move.point not in hidden),
            others=tuple(move for move in self.others if move.point not in hidden),
        )


def insight_of(knowledge: Knowledge) -> Insight:
    """Return what is known as a list of moves."""
    position, findings, survey = knowledge.position, knowledge.findings, knowledge.survey
    sign = 1 if position.to_move == BLACK else -1
    gains = {} if survey is None else _gains(position, survey)
    plain = Insight(
        position,
        (),
        (),
        findings.playouts,
        findings.win_rate,
        sign * findings.score,
        findings.score_stdev,
        {point: sign * share for point, share in findings.ownership.items()},
        None if survey is None else survey.ambient,
        survey,
    )
    if survey is not None and _is_trusted(survey, findings, gains):
        found = _by_sum(plain, findings, survey, gains)
    else:
        found = _by_tree(plain, findings, gains)
    return replace(
        found,
        moves=tuple(_counted(move, knowledge) for move in found.moves),
        others=tuple(_counted(move, knowledge) for move in found.others),
    )


def _counted(move: MoveInsight, knowledge: Knowledge) -> MoveInsight:
    """Return a move with the visits along its line."""
    finding = knowledge.findings.move(move.point)
    visits = list(knowledge.line_visits.get(move.point, (move.tree_visits,)))
    known = () if finding is None else finding.variation
    same = 0
    while same < min(len(known), len(move.line)) and known[same] == move.line[same]:
        same += 1
    padded = [*visits[:same], *[0] * len(move.line)]
    return replace(move, line_visits=tuple(padded[: len(move.line)]))


def _is_trusted(survey: "Survey", findings: "Findings", gains: dict[int, Fraction]) -> bool:
    """Tell whether the regions account for the whole board, and their best move is credible."""
    from gtpengine.engine.division import is_undivided
    from gtpengine.engine.guard import MARGIN_SOLVED

    best = max(gains, key=lambda point: gains[point], default=PASS)
    if not gains or gains[best] <= 0 or survey.likely_score is None or is_undivided(survey):
        return False
    solved = [report.value.temperature for report in survey.regions if report.value is not None]
    if not solved or max(solved) != survey.ambient:
        return False
    ours, favourite = findings.move(best), findings.moves[0] if findings.moves else None
    if ours is None or favourite is None or min(ours.visits, favourite.visits) < _TELLING_VISITS:
        return True
    return favourite.score - ours.score <= MARGIN_SOLVED


def _gains(position: Position, survey: "Survey") -> dict[int, Fraction]:
    """Return what the legal moves of the player gain in their regions."""
    colour = position.to_move
    found: dict[int, Fraction] = {}
    for report in survey.regions:
        for point, worth in worths(report, colour).items():
            if position.colour_at(point) == EMPTY and position.is_legal(colour, point):
                found[point] = max(worth, found.get(point, worth))
    return found


def _by_tree(plain: Insight, findings: "Findings", gains: dict[int, Fraction]) -> Insight:
    """Return the tree's moves; what a move gains in its region is told beside it."""
    most = max((move.visits for move in findings.moves), default=0)
    shown: list[MoveInsight] = []
    others: list[MoveInsight] = []
    for move in findings.moves:
        known = MoveInsight(
            move.point,
            max(LEAST_VISITS, move.visits),
            move.visits,
            move.win_rate,
            move.score,
            move.prior,
            gains.get(move.point),
            move.variation,
        )
        seen = move.visits > 0 and move.visits >= _LEAST_SHARE * most
        (shown if seen else others).append(known)
    return replace(plain, moves=tuple(shown), others=tuple(others))


def _by_sum(
    plain: Insight, findings: "Findings", survey: "Survey", gains: dict[int, Fraction]
) -> Insight:
    """Return the moves in the order of what they gain; the tree adds those without a value."""
    likely, ambient = survey.likely_score, survey.ambient
    assert likely is not None
    assert ambient is not None
    sign = 1 if plain.position.to_move == BLACK else -1
    base = float(sign * likely) - float(ambient) / 2
    tried = {move.point: move for move in findings.moves}
    leads = {point: base + float(worth) for point, worth in gains.items()}
    idle = 0.0 if survey.scoring.value == "area" else -1.0
    for move in findings.moves:
        if move.point not in leads:
            leads[move.point] = _lead_beside(move, survey, leads, tried, base, idle)
    best = max(leads[point] for point in gains)
    most = max((move.visits for move in findings.moves), default=0)
    shown: list[MoveInsight] = []
    others: list[MoveInsight] = []
    for point, lead in leads.items():
        found = tried.get(point)
        visits = 0 if found is None else found.visits
        loss = max(0.0, best - lead)
        known = MoveInsight(
            point,
            max(LEAST_VISITS, round(BEST_VISITS * 0.5**loss)),
            visits,
            plain.win_rate if found is None or visits < _SURE_VISITS else found.win_rate,
            min(best, lead),
            0.0 if found is None else found.prior,
            gains.get(point),
            _line(plain.position, survey, point, found),
        )
        worthy = gains.get(point, Fraction(0)) > 0
        seen = visits > 0 and visits >= _LEAST_SHARE * most
        (shown if worthy or seen else others).append(known)
    shown.sort(key=lambda move: (-move.lead, -move.tree_visits, move.point))
    others.sort(key=lambda move: (-move.lead, -move.prior, move.point))
    return replace(plain, moves=tuple(shown), others=tuple(others), lead=best)


def _lead_beside(
    move: "MoveFinding",
    survey: "Survey",
    leads: dict[int, float],
    tried: dict[int, "MoveFinding"],
    base: float,
    idle: float,
) -> float:
    """Return the lead after a move whose worth is not known.

    In a region it is what the tree takes off the best move there, elsewhere a move thrown away.
    """
    if move.point == PASS:
        return base
    report = survey.at(move.point)
    best = None if report is None else report.moves[survey.position.to_move]
    if best is None or best not in leads:
        return base + idle
    known = tried.get(best)
    if known is None or not known.visits or not move.visits:
        return base + min(idle, leads[best] - base)
    return leads[best] - max(0.0, known.score - move.score)


def _line(
    position: Position, survey: "Survey", point: int, found: "MoveFinding | None"
) -> tuple[int, ...]:
    """Return the local line of a region's best move, else what the tree expects."""
    variation = (point,) if found is None or not found.variation else found.variation
    report = None if point == PASS else survey.at(point)
    if report is None or report.moves[position.to_move] != point:
        return variation
    local = _local_line(position, report)
    # The tree may go on where the local line ends, if it agrees so far.
    return variation if variation[: len(local)] == local else local


def _local_line(position: Position, report: "RegionReport") -> tuple[int, ...]:
    from gtpengine.report.localline import local_line

    return tuple(move.point for move in local_line(position, report, position.to_move))
