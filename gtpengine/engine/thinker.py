"""The way of one move, top to bottom: tree, model, tree, decision.

    position ── tree ──▶ ownership ── model ──▶ regions and their tables
             ── tree, which reads the tables ──▶ decision
    or, with a partner, position ── partner ──▶ ownership ── model ──▶ regions ──▶ decision of both
    or, where every region is solved and every border proved, the exact sum ──▶ decision

Importing this module loads, or compiles, the kernels of the search and of local games.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import NO_POINT, PASS
from gtpengine.board.position import Position
from gtpengine.deadline import Deadline
from gtpengine.engine.adviser import Adviser
from gtpengine.engine.deciding import decide, strategic
from gtpengine.engine.decision import Decision
from gtpengine.engine.exactsum import ExactSum
from gtpengine.engine.joint import decide_jointly
from gtpengine.engine.memory import give_memory_back, graph_bytes, table_bytes, within_memory
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinking import Finish, Tell
from gtpengine.engine.tree import Tree
from gtpengine.localgame.solution import Scoring
from gtpengine.model.ending import is_closed, played_out
from gtpengine.model.lives import (
    DOOMED_AT_THE_END,
    LifeReader,
    corrected,
    with_captures,
    with_sekis,
)
from gtpengine.model.model import Model
from gtpengine.model.survey import Survey
from gtpengine.parameters import SearchSettings
from gtpengine.partition.bits import bits_of, points_of
from gtpengine.partition.partition import Partition, strict_partition
from gtpengine.search.tds.anytime import Priors
from gtpengine.strategy.choice import Choice
from gtpengine.strategy.chooser import Chooser, Policy, Strategy
from gtpengine.strategy.situation import never

_SMALL = SearchSettings(nodes=100_000)
_PARTNER_VISITS = 100  # of a watched study's first look
_LEAST_MODEL = 0.05  # seconds: with less for the model, a move is left to the tree


class Thinker:
    """Thinks about positions; the tree and what is known of regions are kept between them.

    Args:
        adviser: asks a partner, where the settings want one.
    """

    def __init__(self, adviser: Adviser | None = None) -> None:
        give_memory_back()
        self._adviser = adviser
        self.model = Model()
        self._tree = Tree(adviser)
        self._sums = ExactSum()
        self._choosers: dict[Strategy, Chooser] = {}
        self._partition: Partition | None = None
        self._ambient: Fraction | None = None

    def think(
        self,
        position: Position,
        deadline: Deadline,
        settings: Settings,
        tell: Tell | None = None,
        hidden: frozenset[int] = frozenset(),
    ) -> Decision:
        """Return the decision about a position; PASS is among the moves.

        With `settings.visits` the search makes so many playouts in all and nothing hangs on the
        clock: the same position, seed and number give the same decision. Otherwise it ends with
        the deadline, or when no other move could overtake the best one. `tell` is told what would
        be decided now, again and again. Moves that are `hidden` are not searched.
        """
        settings = within_memory(settings)
        self.model.keep_within(graph_bytes(settings), table_bytes(settings))
        tree, own = self._tree, settings.thinking
        tree.begin(position, settings, hidden)
        survey: Survey | None = None
        choice: Choice | None = None
        proved: tuple[int, ...] = ()

        def decision() -> Decision:
            found = self._decided(position, settings, survey, choice, proved)
            deadline.offer = found.point
            return found

        tree.run_least()
        deadline.offer = tree.best
        divided = not (settings.one_region or is_open(position, own.few_stones))
        joint = self._joint(position, deadline, settings, tell, hidden, divided=divided)
        if joint is not None:
            return joint
        if settings.visits:
            tree.run_to(deadline, settings, min(own.first_visits, settings.visits // 4 + 1))
        else:
            with deadline.part(own.first_share * deadline.remaining()) as part:
                tree.run_to(part, settings, own.first_visits)
        deadline.offer = tree.best
        due = own.growth * max(1, tree.playouts)
        if divided and (settings.visits or self._model_seconds(deadline, settings) >= _LEAST_MODEL):
            survey = self._informed(position, deadline, settings)
            proved = self._proved(survey, deadline, settings, hidden)
            choice = self._strategic(survey, deadline, settings)
        if tell is not None:
            tell(decision())
        while not proved and tree.goes_on(deadline, settings):
            if divided and tell is not None and tree.playouts >= due and not settings.visits:
                due = own.growth * tree.playouts
                survey = self._informed(position, deadline, settings)
                choice = self._strategic(survey, deadline, settings)
            if tell is not None:
                tell(decision())
            else:
                deadline.offer = tree.best
        return decision()

    def quick(self, position: Position, deadline: Deadline, settings: Settings) -> Decision:
        """Return a decision by a small tree of its own, whatever else goes on in other threads."""
        tree = Tree()
        tree.begin(
            position, replace(settings, network=False, evaluator="own", search=_SMALL), frozenset()
        )
        tree.run_least()
        deadline.offer = tree.best
        tree.run_to(deadline, settings, None)
        return decide(position, tree.findings(), None, tree.counts(), None, settings.decision)

    def ponder(self, position: Position, deadline: Deadline, settings: Settings) -> None:
        """Grow the tree of a position; the thought about one that follows it begins with that."""
        if self._has_partner(settings):
            return  # its own search would only wait for ours
        settings = within_memory(settings)
        self._tree.begin(position, settings, frozenset())
        self._tree.run_to(deadline, settings, None)

    def forget(self) -> None:
        """Drop what is remembered of a game; solved graphs are no part of that."""
        self._tree.forget()
        self._partition = None
        self._ambient = None

    def settle(
        self, position: Position, ownership: Mapping[int, float], deadline: Deadline
    ) -> dict[int, float]:
        """Return an ownership with verdicts about the chains that live or die in it.

        Whatever else goes on: another thread may think at the same time.
        """
        found = LifeReader(captures=False).read(position, ownership, deadline)
        settled = corrected(ownership, found.fates, hanging=0.0, doomed=DOOMED_AT_THE_END)
        settled = with_sekis(position, settled, found.fates, deadline)
        return with_captures(position, settled)

    def finish(
        self, position: Position, dead: frozenset[int], open_share: float, deadline: Deadline
    ) -> Finish | None:
        """Return what becomes of a finished game when it is played to its end.

        None: more than that share of the board is open, or there is no time. Whatever else goes on.
        """
        lost = bits_of(dead)
        if not is_closed(position, lost, open_share):
            return None
        end = played_out(position, lost, deadline)
        if end is None:
            return None
        return Finish(end.position, frozenset(points_of(end.dead)), end.moves)

    def cache_counts(self) -> tuple[int, int]:
        """Return how often regions were found in the cache of graphs, and how often not."""
        statistics = self.model.solver.cache.statistics
        return statistics.hits, statistics.misses

    def _has_partner(self, settings: Settings) -> bool:
        adviser = self._adviser
        return settings.evaluator == "katago" and adviser is not None and not adviser.trouble

    def _joint(
        self,
        position: Position,
        deadline: Deadline,
        settings: Settings,
        tell: Tell | None,
        hidden: frozenset[int],
        *,
        divided: bool,
    ) -> Decision | None:
        """Return the decision with a partner; None if there is none or it says nothing in time.

        It searches once; a study that somebody watches searches again and again, each time longer.
        """
        found: Decision | None = None
        watched = tell is not None and settings.think_full_time
        visits = _PARTNER_VISITS if watched else 0
        if settings.visits:
            visits = settings.visits
        while self._has_partner(settings) and not (found is not None and deadline.expired()):
            assert self._adviser is not None
            share = 1.0 if watched else settings.thinking.partner_share
            with deadline.part(share * deadline.remaining()) as part:
                told = self._adviser.evaluation(position, part, visits, hidden)
            if told is None:
                break
            if told.judgement.best is not None:
                deadline.offer = told.judgement.best.point
            survey: Survey | None = None
            proved: tuple[int, ...] = ()
            choice: Choice | None = None
            if divided:
                survey = self._surveyed(position, told.ownership, deadline, settings, told.priors)
                proved = self._proved(survey, deadline, settings, hidden)
                choice = self._strategic(survey, deadline, settings)
            found = decide_jointly(told, survey, choice, settings.decision, proved=proved)
            deadline.offer = found.point
            if tell is not None:
                tell(found)
            if not watched or proved or settings.visits:
                break
            visits = settings.thinking.growth * told.judgement.visits
        return found

    def _informed(self, position: Position, deadline: Deadline, settings: Settings) -> Survey:
        """Return the regions of the position, and let the tree follow their tables."""
        ownership = self._tree.findings().ownership
        survey = self._surveyed(position, ownership, deadline, settings)
        if settings.tables:
            seconds = self._model_seconds(deadline, settings)
            self._tree.inform(self.model.tables(survey, None if settings.visits else seconds))
        return survey

    def _surveyed(
        self,
        position: Position,
        ownership: Mapping[int, float],
        deadline: Deadline,
        settings: Settings,
        priors: Priors | None = None,
    ) -> Survey:
        """Return the regions of the position."""
        self.model.limits = settings.model
        seconds = self._model_seconds(deadline, settings)
        survey = self.model.survey(
            position,
            ownership,
            None if settings.visits else seconds,
            previous=None if settings.visits else self._partition,
            sure=settings.model.sure,
            priors=priors,
        )
        self._partition = survey.partition
        heat = survey.ambient
        if heat is not None and (self._ambient is None or heat < self._ambient):
            self._ambient = heat
        return survey

    def _strategic(self, survey: Survey, deadline: Deadline, settings: Settings) -> Choice | None:
        """Return the strategy's move; None if the model's time is over before there is one."""
        strategy = Strategy(settings.strategy)
        if strategy not in self._choosers:
            self._choosers[strategy] = Chooser(Policy(strategy))
        until = time.monotonic() + self._model_seconds(deadline, settings)
        return strategic(
            survey.position,
            survey,
            self._choosers[strategy],
            ambient=self._ambient,
            fill_dame=settings.fill_dame,
            is_late=never if settings.visits else lambda: time.monotonic() >= until,
        )

    def _model_seconds(self, deadline: Deadline, settings: Settings) -> float:
        """Return how long the model may take now."""
        own = settings.thinking
        return min(own.model_share * deadline.remaining(), own.model_seconds)

    def _proved(
        self, survey: Survey, deadline: Deadline, settings: Settings, hidden: frozenset[int]
    ) -> tuple[int, ...]:
        """Return the best moves of the exact sum where all is solved and proved, else nothing."""
        if not settings.exact_sums or not all(report.exact for report in survey.regions):
            return ()
        if not survey.regions:
            return (PASS,) if _is_finished(survey) and PASS not in hidden else ()
        seconds = settings.thinking.sum_share * (10.0 if settings.visits else deadline.remaining())
        result = self._sums.best(survey, seconds)
        return () if result is None or hidden.intersection(result.points) else result.points

    def _decided(
        self,
        position: Position,
        settings: Settings,
        survey: Survey | None,
        choice: Choice | None,
        proved: tuple[int, ...],
    ) -> Decision:
        findings = self._tree.findings()
        if findings.best == NO_POINT:
            self._tree.run_least()
            findings = self._tree.findings()
        return decide(
            position,
            findings,
            survey,
            self._tree.counts(),
            choice,
            settings.decision,
            proved=proved,
        )


def _is_finished(survey: Survey) -> bool:
    """Tell whether every point is proved to be settled and nothing is left to be taken off.

    By territory dead stones stay where they are: taking them off would cost points.
    """
    if strict_partition(survey.position).regions:
        return False
    return survey.scoring is Scoring.TERRITORY or not survey.partition.dead


def is_open(position: Position, share: float) -> bool:
    """Tell whether so few stones are on the board that it cannot be divided."""
    area = position.width * position.height
    return len(position.stones(BLACK)) + len(position.stones(WHITE)) < share * area
