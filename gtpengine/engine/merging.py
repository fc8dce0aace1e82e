"""A veto reveals a dependency: the regions of both moves are made one and searched again.

The sum of regions proposed one move, a search of the whole board found another one much better: in
the model nothing ties the two together, on the board something does. It is looked for between them,
the chains and the land on the shortest way, and in the chains beside that are short of liberties.
"""

from collections.abc import Callable
from dataclasses import dataclass

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, vertex_of
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.guard import MARGIN_OPEN, Verdict
from gtpengine.engine.lives import Seen, seen_around
from gtpengine.engine.survey import Survey
from gtpengine.engine.surveyor import Surveyor
from gtpengine.partition.bits import Bits, beside, bits_of, flood, stones_of
from gtpengine.partition.heuristic import merged_partition
from gtpengine.partition.partition import Partition
from gtpengine.strategy.choice import Choice

MOST_EMPTY = 24  # points of a merged region: with more the search knows no more than the guard
MOST_POINTS = 60  # of it, stones included
MOST_STEPS = 3  # chains and empty points between what is merged
MOST_LIBERTIES = 3  # of a chain beside it that may fall with it, or
MOST_OUTSIDE = 1  # of them elsewhere, however many it has there
MOST_REFUTED = 4.0  # points of a veto that a solved region may call wrong: more must be explained
MOST_REMEMBERED = 4  # merges of one game
LEAST_SECONDS = 0.02  # for a search worth the name
_DEPTH = 2  # steps from a move on settled land to points that belong to it


@dataclass(frozen=True)
class Second:
    """A second choice, after regions were made one.

    Attributes:
        survey: with the new region.
        choice: what the strategy makes of it.
        point: the move, or PASS.
        text: why, in words.
    """

    survey: Survey
    choice: Choice
    point: int
    text: str


class Merging:
    """Merges regions after vetoes; remembers it for the rest of a game.

    A merge counts while the stones in and beside it are what they were.
    """

    def __init__(self, surveyor: Surveyor) -> None:
        """Make it; the surveyor should estimate what is too large to be solved."""
        self._surveyor = surveyor
        self._known: dict[Bits, Seen] = {}

    def forget(self) -> None:
        """Drop what is remembered of a game."""
        self._known.clear()

    def recalled(self, survey: Survey, seconds: float) -> Survey:
        """Return the survey with the merges of earlier turns that still count.

        What cannot be solved in its share of the seconds stays apart: two solved regions tell more
        than a guess.
        """
        if _has_themes(survey):
            return survey
        position = survey.position
        self._known = {
            points: seen
            for points, seen in self._known.items()
            if seen_around(position, points) == seen
        }
        for points in self._known:
            partition = _joined(survey, survey.partition, points)
            if partition is not None:
                revised = self._surveyor.revised(survey, partition, seconds / len(self._known))
                survey = revised if _is_solved(revised, points) else survey
        return survey

    def second(
        self,
        survey: Survey,
        proposal: int,
        verdict: Verdict,
        choose: Callable[[Survey], Choice],
        deadline: Deadline,
    ) -> Second | None:
        """Return what is chosen once the move that was vetoed and its rival lie in one region.

        None if the veto is all there is to say: see `merged`; or what is chosen is no answer to it.
        A solved region may insist on what the guard's searches found worse while a few points are
        at stake. A guess may only choose among the moves that they found about equal.

        Args:
            survey: in which the proposal was the best move.
            proposal: what was vetoed.
            verdict: the veto.
            choose: the strategy.
            deadline: for all of it.
        """
        revised = self.merged(survey, proposal, verdict.point, deadline)
        if revised is None:
            return None
        choice = choose(revised)
        point = PASS if choice.move is None else choice.move
        solved = _is_solved(revised, 1 << verdict.point)
        if not _is_answer(point, verdict, solved=solved):
            return None
        names = " and ".join(vertex_of(each) for each in (proposal, verdict.point) if each != PASS)
        text = f"{vertex_of(point)}: chosen with one region around {names}"
        return Second(revised, choice, point, text)

    def merged(
        self, survey: Survey, proposal: int, rival: int, deadline: Deadline
    ) -> Survey | None:
        """Return the survey in which two moves lie in one region, searched within the deadline.

        None if nothing is seen that ties them together, if that is too large, or if there is no
        time; what was found without time to search it is remembered all the same.
        """
        points = dependency(survey, proposal, rival)
        partition = None if points is None else _joined(survey, survey.partition, points)
        if points is None or partition is None:
            return None
        while len(self._known) >= MOST_REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[points] = seen_around(survey.position, points)
        seconds = deadline.remaining()
        if seconds < LEAST_SECONDS:
            return None
        return self._surveyor.revised(survey, partition, seconds)


def _is_answer(point: int, verdict: Verdict, *, solved: bool) -> bool:
    """Tell whether a second choice may overrule the guard's."""
    scores = {check.point: check.score for check in verdict.checks}
    if point not in scores:
        return solved
    return scores[point] >= scores[verdict.point] - (MOST_REFUTED if solved else MARGIN_OPEN)


def _is_solved(survey: Survey, points: Bits) -> bool:
    """Tell whether the value of the region that holds the lowest of the points is known."""
    report = survey.at((points & -points).bit_length() - 1)
    return report is not None and report.value is not None


def dependency(survey: Survey, proposal: int, rival: int) -> Bits | None:
    """Return the points that tie two moves together: theirs, those between, the chains in danger.

    Where nothing lies between them, or the proposal was a pass, it is the rival's surroundings that
    hold more than was thought. None if the rival is a pass, or an alarm or themes have said already
    that borders do not hold.
    """
    alarming = {point for known in survey.alarms for point in known.moves.values()}
    if rival == PASS or {proposal, rival} & alarming or _has_themes(survey):
        return None
    board = _Board.of(survey)
    points = board.around(rival)
    if proposal != PASS:
        other = board.around(proposal)
        between = board.way(other, points)
        if between is not None:
            points |= other | between
    return points | board.endangered(points)


def _has_themes(survey: Survey) -> bool:
    """Tell whether the regions hang on each other anyway."""
    return any(report.theme is not None for report in survey.regions)


def _joined(survey: Survey, partition: Partition, points: Bits) -> Partition | None:
    """Return the partition with the points as one region; None if it is too large, or none new."""
    found = merged_partition(survey.position, partition, points)
    lowest = points & -points
    region = next(each for each in found.regions if bits_of(each.points) & lowest)
    if len(region.empty) > MOST_EMPTY or len(region.points) > MOST_POINTS:
        return None
    known = {each.points for each in partition.regions}
    return None if region.points in known else found


@dataclass(frozen=True)
class _Board:
    """What ways between two moves may lead over.

    Attributes:
        regions: the points of each.
        stones: of both colours, index 0 unused.
        empty: the points without one.
        free: all points but stones that are proved safe.
        land: settled points that are no stones of their owner.
    """

    regions: tuple[Bits, ...]
    stones: tuple[Bits, Bits, Bits]
    empty: Bits
    free: Bits
    land: Bits

    @classmethod
    def of(cls, survey: Survey) -> "_Board":
        full, black, white = stones_of(survey.position)
        safe, territory = survey.partition.safe, survey.partition.territory
        return cls(
            tuple(bits_of(report.region.points) for report in survey.regions),
            (0, black, white),
            full & ~black & ~white,
            full & ~safe[BLACK] & ~safe[WHITE],
            territory[BLACK] & ~black | territory[WHITE] & ~white,
        )

    def around(self, point: int) -> Bits:
        """Return the region of a point or, where that is settled, the land near it."""
        for region in self.regions:
            if region >> point & 1:
                return region
        found = 1 << point
        for _ in range(_DEPTH):
            found |= self._whole(beside(found) & self.land)
        return found

    def way(self, start: Bits, end: Bits) -> Bits | None:
        """Return what lies on the shortest ways between two sets; a chain is one step.

        0 if they touch, None if they are too far from each other.
        """
        layers = [start]
        seen = start
        while not (layers[-1] | beside(layers[-1])) & end:
            fresh = self._whole(beside(layers[-1]) & self.free & ~seen)
            if not fresh or len(layers) > MOST_STEPS:
                return None
            layers.append(fresh)
            seen |= fresh
        found: Bits = 0
        ahead = end
        for layer in reversed(layers[1:]):
            ahead = self._whole(layer & beside(ahead))
            found |= ahead
        return found | self._liberties(found)

    def endangered(self, points: Bits) -> Bits:
        """Return the chains beside the points that are short of liberties elsewhere, with these."""
        found: Bits = 0
        for colour in (BLACK, WHITE):
            own = self.stones[colour] & self.free
            touched = beside(points) & own & ~points
            while touched:
                chain = flood(touched & -touched, own)
                touched &= ~chain
                liberties = self._liberties(chain)
                outside = liberties & ~points
                if liberties.bit_count() <= MOST_LIBERTIES or outside.bit_count() <= MOST_OUTSIDE:
                    found |= chain | liberties
        return found

    def _whole(self, points: Bits) -> Bits:
        """Return the points with the rest of the chains among them."""
        for colour in (BLACK, WHITE):
            own = points & self.stones[colour]
            points |= flood(own, self.stones[colour])
        return points

    def _liberties(self, points: Bits) -> Bits:
        """Return the empty points beside the stones among some points."""
        return beside(points & ~self.empty) & self.empty
