"""The way of one move, top to bottom: tree, survey, and then the sum of regions or the tree again.

    position ── tree ──▶ ownership ── surveyor ──▶ regions with their values
             ── divided? ──▶ SumThinker: strategy, exact sum, guard ──▶ move
                        else the tree goes on ──▶ move

Importing this module loads, or compiles, the kernels of the search and of local games.
"""

from collections.abc import Mapping
from dataclasses import replace

from gtpengine.board.colours import colour_name
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Move, Position
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.division import (
    LEFT_ALONE,
    OPEN_SHARE,
    is_far_from_divided,
    is_for_the_tree,
    is_open,
    is_tied,
    is_tiny,
    open_share,
    quiet_choice,
)
from gtpengine.engine.estimator import CouponEstimator
from gtpengine.engine.guard import Guard
from gtpengine.engine.lives import LifeReader, corrected
from gtpengine.engine.merging import Merging
from gtpengine.engine.settings import Settings
from gtpengine.engine.sumthinker import Opinion, SumThinker
from gtpengine.engine.survey import Survey
from gtpengine.engine.surveyor import Surveyor
from gtpengine.engine.thinking import Watch
from gtpengine.engine.thought import Thought
from gtpengine.engine.treekeeper import TreeKeeper
from gtpengine.partition.partition import Partition
from gtpengine.partition.themes import is_divisible
from gtpengine.search.montecarlo.findings import Findings, MoveFinding

# Shares of a move's time while the board is divided; what follows has the rest.
TREE_SHARE = 0.3
SURVEY_SHARE = 0.35
RECALL_SHARE = 0.1  # of the survey's time, more, for merges of earlier turns
TIE_SHARE = 0.7  # of what is left, for the tree before ties are looked for
LOOK_SHARE = 0.9  # of the rest, for looks at moves that tie
ALL_HANGING = 2.0  # chains that hang are open regions, however sure they seem
SURE = 0.5  # ownership from which a border counts as settled
_SHOWN_MOVES = 6  # of a variation


class Thinker:
    """Chooses moves by the sum of regions where there are several, else by the tree alone."""

    def __init__(self) -> None:
        self.surveyor = Surveyor(hanging=ALL_HANGING)
        self._guessing = Surveyor(
            self.surveyor.solver,
            CouponEstimator(),
            lives=self.surveyor.lives,
            hanging=ALL_HANGING,
        )
        self.watch: Watch | None = None
        self._tree = TreeKeeper()
        self._merging = Merging(self._guessing)
        self._sum = SumThinker(self.surveyor.lives, self._merging)
        self._guard = Guard()
        self._partition: Partition | None = None
        self._open_after: list[Move] | None = None  # moves after which it was far from divided

    def cache_counts(self) -> tuple[int, int]:
        """Return how often regions were found in the cache of graphs, and how often not."""
        statistics = self.surveyor.solver.cache.statistics
        return statistics.hits, statistics.misses

    def forget(self) -> None:
        """Drop what is remembered of a game; solved graphs are no part of that."""
        self._tree.forget()
        self._sum.forget()
        self._partition = None
        self._open_after = None

    def think(self, position: Position, deadline: Deadline, settings: Settings) -> Thought:
        """Return a move for the player to move, PASS among them."""
        watch = self.watch
        self._tree.watch = None if watch is None else lambda findings: watch(findings, None)
        themes = settings.themes and is_divisible(position)
        alone = is_open(position) or self._was_open(position)
        if settings.one_region or (alone and not themes):
            findings = self._tree.grow(position, deadline, settings)
            return self._by_tree(position, findings, None)
        with deadline.part(TREE_SHARE * deadline.remaining()) as part:
            findings = self._tree.grow(position, part, settings)
        deadline.offer = findings.best
        seconds = SURVEY_SHARE * deadline.remaining() / (1 - TREE_SHARE)
        guessed = themes or settings.estimator != "off"
        surveyor = self._guessing if guessed else self.surveyor
        surveyor.method = settings.estimator
        survey = surveyor.survey(
            position,
            findings.ownership,
            seconds,
            previous=self._partition,
            sure=SURE,
            themes=themes,
        )
        self._partition = survey.partition
        if settings.merging:
            survey = self._merging.recalled(survey, RECALL_SHARE * seconds)
        if watch is not None:
            watch(findings, survey)
            self._tree.watch = lambda findings: watch(findings, survey)
        share = open_share(survey, guessed=guessed)
        if is_far_from_divided(survey, share, findings.win_rate):
            self._open_after = list(position.moves)
        divided = share <= OPEN_SHARE
        alarmed = survey
        if divided and settings.guard and not is_for_the_tree(survey, findings.win_rate):
            alarmed = self._sum.alarmed(survey, deadline)
        if not divided or is_for_the_tree(alarmed, findings.win_rate):
            if divided or is_tiny(position):
                opinion = self._sum.opinion(survey, deadline, settings)
                with deadline.part(TIE_SHARE * deadline.remaining()) as part:
                    findings = self._tree.grow(position, part, settings)
                best = quiet_choice(findings)
                if opinion.point == best.point or self._is_tied(
                    position, findings, best, opinion.point, deadline, settings, divided=divided
                ):
                    return self._untied(position, findings, best, survey, opinion)
            findings = self._tree.grow(position, deadline, settings)
            return self._by_tree(position, findings, survey)
        return self._sum.think(alarmed, findings, deadline, settings)

    def ponder(self, position: Position, deadline: Deadline, settings: Settings) -> None:
        """Grow the tree of a position; the thought about one that follows it begins with that."""
        self._tree.watch = None
        self._tree.grow(position, deadline, replace(settings, think_full_time=True, visits=0))

    def settle(
        self, position: Position, ownership: Mapping[int, float], deadline: Deadline
    ) -> dict[int, float]:
        """Return an ownership with verdicts about the chains that live or die in it.

        Whatever else goes on: another thread may think at the same time.
        """
        found = LifeReader(captures=False).read(position, ownership, deadline)
        return corrected(ownership, found.fates, hanging=0.0)

    def _was_open(self, position: Position) -> bool:
        """Tell whether the board was far from divided a few moves ago.

        Who asks again about the same position, perhaps for the other player, wants to know anew.
        """
        before = self._open_after
        if before is None:
            return False
        news = len(position.moves) - len(before)
        return 0 < news < LEFT_ALONE and position.moves[: len(before)] == before

    def _is_tied(
        self,
        position: Position,
        findings: Findings,
        best: MoveFinding,
        point: int,
        deadline: Deadline,
        settings: Settings,
        *,
        divided: bool,
    ) -> bool:
        """Tell whether a move is the same to the tree as its best one, and to a closer look."""
        if not is_tied(findings, best, point, divided=divided):
            return False
        with deadline.part(LOOK_SHARE * deadline.remaining()) as part:
            return self._guard.same(position, best.point, point, part, settings)

    def _by_tree(self, position: Position, findings: Findings, survey: Survey | None) -> Thought:
        best = quiet_choice(findings)
        text = _seen_by_tree(position, best)
        return Thought(best.point, (text,), findings.win_rate, survey=survey, findings=findings)

    def _untied(
        self,
        position: Position,
        findings: Findings,
        best: MoveFinding,
        survey: Survey,
        opinion: Opinion,
    ) -> Thought:
        """Return the move that the sum prefers among those which are the same to the tree."""
        return Thought(
            opinion.point,
            (*opinion.reasons, f"no worse to the tree than {_seen_by_tree(position, best)}"),
            findings.win_rate,
            survey=survey,
            findings=findings,
            proposal=opinion.proposal,
        )


def _seen_by_tree(position: Position, best: MoveFinding) -> str:
    line = " ".join(vertex_of(point) for point in best.variation[:_SHOWN_MOVES])
    who = colour_name(position.to_move)
    return (
        f"{vertex_of(best.point)}: the board is one region; {who} wins {best.win_rate:.0%} of "
        f"{best.visits} playouts, by {best.score:+.1f} points on average; {line}"
    )
