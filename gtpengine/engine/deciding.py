"""From a search and a survey to a decision: the tree's best move, or one it cannot tell apart.

Importing this module loads, or compiles, the kernels of the search and of local games.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

from gtpengine.board.colours import BLACK, colour_name
from gtpengine.board.points import PASS, vertex_of
from gtpengine.board.position import Position
from gtpengine.engine.decision import Candidate, Decision
from gtpengine.localgame.solution import LocalKind
from gtpengine.model.survey import RegionReport, Survey
from gtpengine.model.surveywords import survey_words
from gtpengine.model.worths import gains_on
from gtpengine.parameters import DecisionSettings
from gtpengine.search.findings import Counts, Findings, MoveFinding
from gtpengine.strategy.choice import Choice

Same = Callable[[MoveFinding, MoveFinding], bool]

_SHOWN_MOVES = 6  # of a variation


def decide(
    position: Position,
    findings: Findings,
    survey: Survey | None,
    counts: Counts,
    choice: Choice | None,
    settings: DecisionSettings,
    *,
    proved: tuple[int, ...] = (),
    ending: tuple[int, ...] = (),
    sums: bool = False,
    vital: Mapping[int, str] | None = None,
    same: Same | None = None,
    seen: Callable[[MoveFinding], str] | None = None,
) -> Decision:
    """Return the decision about a position.

    The move is the search's best one. Where it cannot tell some moves apart, the strategy chooses
    among them. `proved` are the best moves of an exact sum, if there is one: of these the one that
    the search likes most is played, and called proved. On a closed board `ending` are the moves
    that are worth a turn, the best first and a pass last: the first is played, unless the search
    sees that it loses points. With `sums`, a board that is the sum of solved regions is played by
    the strategy, unless the search sees that it loses points.

    Args:
        position: what was searched.
        findings: of the search.
        survey: the regions; None while the board is one.
        counts: of the search.
        ending: see above; none: the board is open.
        sums: see above.
        choice: the strategy's move; None: it was not asked, or not in time.
        settings: see there.
        proved: see above.
        vital: moves on which the life of a group hangs, and that in words.
        same: whether whoever searched cannot tell a move, the second one, from its best; None: by
            its votes.
        seen: words for what was found about a move; None: those for a search of ours.
    """
    same = same or partial(_is_same, settings)
    seen = seen or partial(_seen, position)
    best = findings.moves[0]
    reasons: list[str] = []
    if proved:
        known = [move for move in findings.moves if move.point in proved]
        best = known[0] if known else _untried(proved[0], findings)
        reasons.append(f"{vertex_of(best.point)}: proved by the exact sum of all regions")
    elif ending and not _is_refuted(findings, settings, ending[0]):
        best = findings.move(ending[0]) or _untried(ending[0], findings)
        reasons.append(_closing_words(best.point))
    elif sums and (other := _summed(findings, survey, choice, settings)) is not None:
        assert survey is not None
        assert choice is not None
        reasons.append(f"the board is a sum of {len(survey.regions)} solved regions")
        reasons += choice.reasons
        if other.point != best.point:
            reasons.append(f"the search sees no loss; its own is {seen(best)}")
        best = other
    elif choice is not None and choice.move is not None and choice.move != best.point:
        other = findings.move(choice.move)
        if other is not None and same(best, other):
            reasons += choice.reasons
            reasons.append(f"to the search the same as {seen(best)}")
            best = other
    if choice is not None and best.point == choice.move and not reasons:
        reasons += choice.reasons
    if not reasons or choice is None or best.point != choice.move:
        reasons.append(seen(best))
    if vital and best.point in vital:
        reasons.append(vital[best.point])
    reasons += survey_words(survey, counts)
    gains = {} if survey is None else gains_on(survey)
    found = [_candidate(move, survey, gains) for move in findings.moves]
    if all(each.point != best.point for each in found):
        found.append(_candidate(best, survey, gains))
    first = next(each for each in found if each.point == best.point)
    least = max(1.0, settings.shown_share * max(each.visits for each in found))
    looked = [each for each in found if each is not first and each.visits >= least]
    others = [each for each in found if each is not first and each.visits < least]
    others.sort(key=lambda each: (each.worth is None, -each.visits, -each.prior, each.point))
    sign = 1 if position.to_move == BLACK else -1
    return Decision(
        position,
        best.point,
        (first, *looked),
        tuple(others),
        tuple(reasons),
        findings.playouts,
        findings.win_rate,
        sign * findings.score,
        findings.score_stdev,
        findings.ownership,
        bool(proved),
        survey,
        counts,
    )


def _is_same(settings: DecisionSettings, best: MoveFinding, other: MoveFinding) -> bool:
    """Tell whether a search cannot tell a move from its best one: it voted as often for both."""
    return other.votes > 0 and other.votes >= settings.same_share * best.votes


def _summed(
    findings: Findings, survey: Survey | None, choice: Choice | None, settings: DecisionSettings
) -> MoveFinding | None:
    """Return the strategy's move in a sum of solved regions; None: the search knows better.

    Also where it has hardly looked at the move, or is not to.
    """
    if survey is None or not survey.is_sum or choice is None or choice.move is None:
        return None
    found = findings.move(choice.move)
    if found is None or found.visits < settings.heard_visits:
        return None
    return None if _is_refuted(findings, settings, choice.move) else found


def _is_refuted(findings: Findings, settings: DecisionSettings, point: int) -> bool:
    """Tell whether the search finds that what the local games choose loses a group, or points."""
    found = findings.move(point)
    if found is None or found.visits < settings.heard_visits:
        return False
    return findings.moves[0].score - found.score > settings.heard_points


def _closing_words(point: int) -> str:
    if point == PASS:
        return "pass: nothing is left that is worth a move"
    return f"{vertex_of(point)}: the best of what is left on a closed board"


def _untried(point: int, findings: Findings) -> MoveFinding:
    """Return a move that the search has never looked at."""
    sign = 1 if findings.to_move == BLACK else -1
    return MoveFinding(
        point, 0, findings.win_rate, sign * findings.score, findings.win_rate, 0.0, (point,)
    )


def _candidate(
    move: MoveFinding,
    survey: Survey | None,
    gains: dict[int, tuple[Fraction, RegionReport]],
) -> Candidate:
    worth, report = gains.get(move.point, (None, None))
    if report is None and survey is not None and move.point != PASS:
        report = survey.at(move.point)
    kind = "" if report is None or report.kind is LocalKind.UNKNOWN else report.kind.value
    return Candidate(
        move.point,
        move.visits,
        move.win_rate,
        move.score,
        move.prior,
        move.variation or (move.point,),
        move.line_visits,
        worth,
        kind,
        report is not None and report.value is not None,
    )


def _seen(position: Position, best: MoveFinding) -> str:
    line = " ".join(vertex_of(point) for point in best.variation[:_SHOWN_MOVES])
    who = colour_name(position.to_move)
    return (
        f"{vertex_of(best.point)}: {who} wins {best.win_rate:.0%} after {best.visits} visits, "
        f"by {best.score:+.1f} points on average; {line}"
    )
