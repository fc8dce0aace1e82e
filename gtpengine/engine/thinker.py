"""The way of one move, top to bottom: tree, model, tree, decision.

    position ── tree ──▶ ownership ── model ──▶ regions and their tables
             ── tree, which reads the tables ──▶ decision
    or, with a partner, position ── partner ──▶ ownership ── model ──▶ regions ──▶ decision of both
    where a board is closed, small searches of what is left ──▶ decision, unless the tree objects
    or, where every region is solved and every border proved, the exact sum ──▶ decision

Importing this module loads, or compiles, the kernels of the search and of local games.
"""

import math
from collections.abc import Callable
from dataclasses import replace

from gtpengine.board.position import Position
from gtpengine.deadline import Deadline
from gtpengine.engine import aside
from gtpengine.engine.adviser import Adviser
from gtpengine.engine.closing import Closer
from gtpengine.engine.deciding import decide
from gtpengine.engine.decision import Decision
from gtpengine.engine.memory import give_memory_back, graph_bytes, table_bytes, within_memory
from gtpengine.engine.partnership import Partnership
from gtpengine.engine.settings import Settings
from gtpengine.engine.surveyor import Surveyor, View, is_open
from gtpengine.engine.tree import Tree


class Thinker:
    """Thinks about positions; the tree and what is known of regions are kept between them.

    Args:
        adviser: asks a partner, where the settings want one.
    """

    # Whatever else goes on: another thread may think at the same time.
    quick = staticmethod(aside.quick)
    settle = staticmethod(aside.settle)
    finish = staticmethod(aside.finish)

    def __init__(self, adviser: Adviser | None = None) -> None:
        give_memory_back()
        self._tree = Tree(adviser)
        self._surveyor = Surveyor()
        self._closer = Closer()
        self._partnership = Partnership(adviser, self._surveyor)
        self.model = self._surveyor.model

    def think(
        self,
        position: Position,
        deadline: Deadline,
        settings: Settings,
        tell: Callable[[Decision], None] | None = None,
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
        view = View()
        deadline.offer = tree.known
        tree.run_least(math.inf if settings.visits else deadline.remaining())
        deadline.offer = tree.best
        closing = self._closer.look(position, deadline, settings)
        ending: tuple[int, ...] = ()
        if closing is not None:
            ending = closing.moves(hidden, fill_dame=settings.fill_dame)

        def scored(found: Decision) -> Decision:
            if closing is None:
                return found
            return replace(found, final=closing.final, costless=closing.costless)

        def decision() -> Decision:
            found = scored(self._decided(position, settings, view, ending))
            deadline.offer = found.point
            return found

        def told(found: Decision) -> None:
            if tell is not None:
                tell(scored(found))

        divided = not (settings.one_region or is_open(position, own.few_stones))
        joint = self._partnership.think(
            position, deadline, settings, tell and told, hidden, divided=divided
        )
        if joint is not None:
            return scored(joint)
        tree.favour(_shares(ending, view, settings))
        if settings.visits:
            tree.run_to(deadline, settings, min(own.first_visits, settings.visits // 4 + 1))
        else:
            with deadline.part(own.first_share * deadline.remaining()) as part:
                tree.run_to(part, settings, own.first_visits)
        deadline.offer = tree.best
        due = own.growth * max(1, tree.playouts)
        if divided and self._surveyor.has_time(deadline, settings):
            view = self._informed(position, deadline, settings, hidden, ending, prove=True)
        if tell is not None:
            tell(decision())
        while not view.proved and tree.goes_on(deadline, settings):
            if divided and tell is not None and tree.playouts >= due and not settings.visits:
                due = own.growth * tree.playouts
                view = self._informed(position, deadline, settings, hidden, ending, prove=False)
            if tell is not None:
                tell(decision())
            else:
                deadline.offer = tree.best
        return decision()

    def ponder(self, position: Position, deadline: Deadline, settings: Settings) -> None:
        """Grow the tree of a position; the thought about one that follows it begins with that."""
        if self._partnership.holds(settings):
            return  # its own search would only wait for ours
        settings = within_memory(settings)
        self._tree.begin(position, settings, frozenset())
        self._tree.run_to(deadline, settings, None)

    def forget(self) -> None:
        """Drop what is remembered of a game; solved graphs are no part of that."""
        self._tree.forget()
        self._surveyor.forget()

    def cache_counts(self) -> tuple[int, int]:
        """Return how often regions were found in the cache of graphs, and how often not."""
        statistics = self.model.solver.cache.statistics
        return statistics.hits, statistics.misses

    def _informed(
        self,
        position: Position,
        deadline: Deadline,
        settings: Settings,
        hidden: frozenset[int],
        ending: tuple[int, ...],
        *,
        prove: bool,
    ) -> View:
        """Return what the regions say; the tree looks at moves that somebody speaks for."""
        surveyor, ownership = self._surveyor, self._tree.findings().ownership
        survey = surveyor.survey(position, ownership, deadline, settings)
        if settings.tables:
            self._tree.inform(self.model.tables(survey, surveyor.seconds(deadline, settings)))
        view = surveyor.view(survey, deadline, settings, hidden, prove=prove, ownership=ownership)
        self._tree.favour(_shares(ending, view, settings))
        return view

    def _decided(
        self, position: Position, settings: Settings, view: View, ending: tuple[int, ...]
    ) -> Decision:
        return decide(
            position,
            self._tree.findings_with_a_move(),
            view.survey,
            self._tree.counts(),
            view.choice,
            settings.decision,
            proved=view.proved,
            vital=view.vital,
            ending=ending,
            sums=True,
        )


def _shares(ending: tuple[int, ...], view: View, settings: Settings) -> dict[int, float]:
    """Return the moves that the search has to look at, with their shares of its visits."""
    shares = dict.fromkeys(ending[:1], settings.search.favour)
    return shares | view.shares(settings)
