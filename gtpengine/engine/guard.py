"""The guard looks at the few moves that matter with whole-board searches; it may only veto.

Playouts overrate moves that must be answered, so what the survey calls settled is not played on at
all. A move of the tree that is clearly better than what the sum of regions proposes reveals that
the regions depend on each other or that a border does not hold.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gtpengine.board.colours import BLACK, opponent
from gtpengine.board.points import NO_POINT, PASS, vertex_of
from gtpengine.board.position import IllegalMove, Position
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.division import is_close
from gtpengine.engine.settings import Settings
from gtpengine.engine.survey import Survey
from gtpengine.engine.thought import Check
from gtpengine.localgame.solution import Scoring
from gtpengine.partition.bits import Bits
from gtpengine.search.montecarlo.fates import around
from gtpengine.search.montecarlo.findings import Findings
from gtpengine.search.montecarlo.search import TreeSearch
from gtpengine.search.montecarlo.settings import SearchSettings

# By so many points a move must look better than the proposal, by where it lies.
MARGIN_OPEN = 0.8  # in a region without a value: playouts are all that is known
MARGIN_SETTLED = 1.5  # where nothing was thought to be left to play
MARGIN_SOLVED = 2.0  # in a solved region: its values say otherwise
MARGIN_OPENED = (
    3.0  # where that is opened for the tree's favourite: whoever moves there seems to gain
)
ALARM_GAIN = 1.5  # what an alarming move must gain over a pass, beside what a dame gains
# Points that the regions must have missed: in a close game if the chance to win is so much better,
# and in any.
OVERLOOKED, OVERLOOKED_CHANCE = 4.0, 0.05
OVERLOOKED_ANYWAY = 6.0
SAME_CHANCE, SAME_POINTS = 0.03, 1.0  # by which moves may differ that are as good as each other
SAME_CHANCE_BY_MORE = 0.05  # the chance, where the points are no fewer
SAFER_CHANCE = 0.04  # by which one of two moves at the same place is safer than the other
MOST_PROPOSALS = 3  # of the sum that are looked at
MOST_RIVALS = 2  # of the tree
OVERVIEW_SHARE = 0.3  # of the guard's time, for a tree of what is not settled
_LEAST_SHARE = 0.02  # of the tree's visits that make a move a rival
_SEARCH = SearchSettings(score_weight=0.7, nodes=400_000)


@dataclass(frozen=True)
class Verdict:
    """What the guard says: the move to play, whether that is another one, and why."""

    point: int
    vetoed: bool
    text: str
    checks: tuple[Check, ...]


class Guard:
    """Compares what the sum of regions proposes with the tree's best moves."""

    def check(
        self,
        position: Position,
        proposals: list[int],
        survey: Survey,
        deadline: Deadline,
        settings: Settings,
        unsafe: frozenset[int] = frozenset(),
        favourite: int = PASS,
    ) -> Verdict:
        """Return the first proposal that is not much worse than the best move looked at.

        Args:
            position: where to play.
            proposals: moves in the order in which the sum of regions prefers them, at least one.
            survey: what is settled holds in all searches; the regions say by which margin a
                rival must be better, by where it lies.
            deadline: the rest of the time is shared by all moves looked at.
            settings: threads, visits and seed of the searches.
            unsafe: moves that are not to be played, whatever a search says.
            favourite: a move that a tree of the whole board clearly prefers, or PASS. It is looked
                at too, and around it nothing counts as settled.
        """
        settled = standing(survey)
        opened = 0
        if favourite != PASS and favourite not in unsafe:
            opened = around(position, favourite, survey.plain)
            settled = {point: owner for point, owner in settled.items() if not opened >> point & 1}
        alarming = _alarming(survey)
        if not survey.regions and not alarming and favourite in (PASS, proposals[0]):
            return Verdict(proposals[0], False, "", ())
        overview = _overview(position, settled, deadline, settings)
        rivals = [each for each in _rivals(proposals[:1], overview) if each not in unsafe]
        if favourite not in (PASS, proposals[0]) and favourite not in unsafe:
            rivals = list(dict.fromkeys([favourite, *rivals]))
        if not rivals and proposals[0] not in alarming:
            return Verdict(proposals[0], False, "", ())
        # Of two that will do the earlier one is played; the favourite before a pass.
        liked = [favourite] if favourite in rivals else []
        ordered = list(dict.fromkeys([*proposals[:MOST_PROPOSALS], *liked, PASS, *rivals]))
        searched = []
        for number, point in enumerate(ordered):
            seconds = deadline.remaining() / (len(ordered) - number)
            found = _looked_at(position, point, settled, deadline, seconds, settings)
            if found is not None:
                searched.append(found)
        if not searched or searched[0].point != proposals[0]:
            return Verdict(proposals[0], False, "", tuple(searched))
        false = _false_alarms(searched, alarming, survey.scoring)
        if proposals[0] in false:
            calm = _calm(searched, proposals, false)
            text = (
                f"{vertex_of(calm)}: the whole-board search finds {vertex_of(proposals[0])} no "
                f"better than a pass, so the alarm there was false"
            )
            return Verdict(calm, True, text, tuple(searched))
        margins = {check.point: _margin(check.point, survey, opened) for check in searched}
        best = max(searched, key=lambda check: check.score - margins[check.point])
        least = best.score - margins[best.point] - _trust(proposals[0], survey)
        chosen = next((check for check in searched if check.score >= least), best)
        if chosen is searched[0]:
            return Verdict(proposals[0], False, "", tuple(searched))
        ahead = chosen.score - searched[0].score
        text = (
            f"{vertex_of(chosen.point)}: the whole-board search finds it {ahead:.1f} points better "
            f"than {vertex_of(proposals[0])}, which the sum of regions proposes"
        )
        others = (check for check in searched if check is not chosen)
        return Verdict(chosen.point, True, text, (chosen, *others))

    def same(
        self, position: Position, best: int, other: int, deadline: Deadline, settings: Settings
    ) -> bool:
        """Tell whether searches of the whole board after each find a move as good as the best."""
        looks = _both(position, best, other, deadline, settings)
        if looks is None:
            return False
        first, second = looks
        chance = SAME_CHANCE_BY_MORE if second.score >= first.score else SAME_CHANCE
        likely = second.win_rate >= first.win_rate - chance
        return likely and second.score >= first.score - SAME_POINTS

    def is_safer(
        self, position: Position, move: int, other: int, deadline: Deadline, settings: Settings
    ) -> bool:
        """Tell whether searches of the whole board find that another move wins more often."""
        looks = _both(position, move, other, deadline, settings)
        if looks is None:
            return False
        first, second = looks
        return second.win_rate >= first.win_rate + SAFER_CHANCE

    def overlooked(
        self,
        position: Position,
        proposal: int,
        favourite: int,
        deadline: Deadline,
        settings: Settings,
    ) -> Verdict:
        """Return the tree's favourite if it is clearly better by searches in which all is open.

        What is settled may be so only because each part of it was looked at alone.
        """
        looks = _both(position, proposal, favourite, deadline, settings)
        if looks is None:
            return Verdict(proposal, False, "", ())
        first, second = looks
        ahead = second.score - first.score
        likelier = (
            is_close(first.win_rate) and second.win_rate - first.win_rate >= OVERLOOKED_CHANCE
        )
        if ahead < (OVERLOOKED if likelier else OVERLOOKED_ANYWAY):
            return Verdict(proposal, False, "", (first, second))
        text = (
            f"{vertex_of(favourite)}: with the whole board open it is {ahead:.1f} points better "
            f"than {vertex_of(proposal)}, which the sum of regions proposes"
        )
        return Verdict(favourite, True, text, (second, first))

    def together(
        self,
        position: Position,
        proposal: int,
        moves: Sequence[int],
        deadline: Deadline,
        settings: Settings,
    ) -> dict[int, float]:
        """Return what is expected after each move and the proposal, with a pass in between.

        What makes a proposal bad is a weakness that it leaves or brings about. After a move that
        mends it the proposal is as good as the sum of regions thinks.

        Args:
            position: where to play.
            proposal: the move that is to follow.
            moves: those that are looked at as time allows, the first ones first.
            deadline: shared by all moves.
            settings: threads, visits and seed of the searches.
        """
        scores = {}
        for number, point in enumerate(moves):
            before = position.copy()
            try:
                before.play(position.to_move, point)
            except IllegalMove:
                continue
            before.to_move = position.to_move
            seconds = deadline.remaining() / (len(moves) - number)
            found = _looked_at(before, proposal, {}, deadline, seconds, settings)
            if found is not None:
                scores[point] = found.score
        return scores


def _alarming(survey: Survey) -> set[int]:
    """Return the player's moves that searches around single chains or areas ask for."""
    colour = survey.position.to_move
    moves = {known.moves[colour] for known in survey.alarms}
    moves |= {report.moves[colour] or NO_POINT for report in survey.regions if report.hangs}
    return moves - {NO_POINT}


def _false_alarms(searched: list[Check], alarming: set[int], scoring: Scoring) -> set[int]:
    """Return the alarming moves that gain hardly more than a pass does, and so save nothing."""
    idle = next((check.score for check in searched if check.point == PASS), None)
    if idle is None:
        return set()
    least = idle + ALARM_GAIN + (1.0 if scoring is Scoring.AREA else 0.0)
    return {check.point for check in searched if check.point in alarming and check.score < least}


def _calm(searched: list[Check], proposals: list[int], false: set[int]) -> int:
    """Return the first proposal that is no false alarm and costs no more than a dame, or a pass."""
    scores = {check.point: check.score for check in searched}
    for point in proposals:
        if point not in false and scores.get(point, scores[PASS]) >= scores[PASS] - MARGIN_OPEN:
            return point
    return PASS


def standing(survey: Survey) -> dict[int, int]:
    """Return the settled points and their owners, but for what may fall by verdicts or alarms."""
    doubtful = 0
    for fate in survey.fates:
        if fate.hangs:
            doubtful |= fate.area
    for known in survey.alarms:
        doubtful |= known.area
    return {
        point: colour
        for point, colour in survey.settled_owners.items()
        if not doubtful >> point & 1
    }


def _overview(
    position: Position, settled: Mapping[int, int], deadline: Deadline, settings: Settings
) -> Findings:
    """Return what a tree finds where nothing is settled."""
    search = TreeSearch(position, settings=_SEARCH, seed=settings.seed, settled=settled)
    with deadline.part(OVERVIEW_SHARE * deadline.remaining()) as part:
        search.run(part.flag, settings.visits or None, settings.threads)
    return search.findings()


def _rivals(proposals: list[int], findings: Findings) -> list[int]:
    """Return the moves that the tree likes and the sum does not propose, the best first."""
    least = _LEAST_SHARE * findings.playouts
    return [
        move.point
        for move in findings.moves[: MOST_RIVALS + 1]
        if move.point not in proposals and move.visits >= least
    ][:MOST_RIVALS]


def _margin(point: int, survey: Survey, opened: Bits) -> float:
    report = None if point == PASS else survey.at(point)
    if report is None:
        return MARGIN_OPENED if point != PASS and opened >> point & 1 else MARGIN_SETTLED
    return MARGIN_OPEN if report.value is None else MARGIN_SOLVED


def _trust(point: int, survey: Survey) -> float:
    """Return by how much more a rival must be better: what hangs or is alarming at the proposal.

    The verdict about it comes from a search around it, and what stands still in the searches of the
    guard may stand only because the chains there do.
    """
    heats = [
        float(report.estimate.temperature)
        for report in survey.regions
        if report.hangs
        and report.estimate is not None
        and point in report.moves.values()  # it may lie outside
    ]
    heats += [known.heat for known in survey.alarms if point in known.moves.values()]
    return max(heats, default=0.0)


def _both(
    position: Position, move: int, other: int, deadline: Deadline, settings: Settings
) -> tuple[Check, Check] | None:
    """Return looks at two moves with nothing settled, half of the time for each; None: no time."""
    first = _looked_at(position, move, {}, deadline, deadline.remaining() / 2, settings)
    second = _looked_at(position, other, {}, deadline, deadline.remaining(), settings)
    return None if first is None or second is None else (first, second)


def _looked_at(
    position: Position,
    point: int,
    settled: Mapping[int, int],
    deadline: Deadline,
    seconds: float,
    settings: Settings,
) -> Check | None:
    """Return what a search after the move expects, or None if there is no time or no such move."""
    after = position.copy()
    if point == PASS:
        # Not as a pass: two of them would end the game with dead stones on the board.
        after.to_move = opponent(position.to_move)
    else:
        try:
            after.play(position.to_move, point)
        except IllegalMove:
            return None
    search = TreeSearch(after, settings=_SEARCH, seed=settings.seed, settled=settled)
    with deadline.part(seconds) as part:
        search.run(part.flag, settings.visits or None, settings.threads)
    findings = search.findings()
    if not findings.playouts:
        return None
    sign = 1.0 if position.to_move == BLACK else -1.0
    return Check(point, sign * findings.score, 1.0 - findings.win_rate, findings.playouts)
