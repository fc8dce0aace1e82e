"""Solutions of a graph's ko equations, each on a scale that turned out fine enough."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from gtpengine.values.graph import GameGraph, Option
from gtpengine.values.loopy.result import Bounds, to_trajectory
from gtpengine.values.loopy.rules import Komaster, Units, common_scale, units_of
from gtpengine.values.loopy.solver import NOTHING, Known, Setting, Solver
from gtpengine.values.loopy.terminals import Numbers
from gtpengine.values.loopy.unrolling import Unrolled, eternal_loops
from gtpengine.values.loopy.walls import (
    Inexact,
    Wall,
    cut,
    maximum,
    minimum,
    moved,
    rescaled,
)
from gtpengine.values.trajectory import Trajectory

# Divisions in ko thermographs are by small whole numbers, so this start is seldom refined.
FIRST_FACTORS = 2**12 * 3**3 * 5
BOTTOM = Fraction(-1)  # where whole numbers are the only games left
BULK = 3000  # nodes from which kernels are worth their loading
PATIENCE = 8  # finer scales before a loop's bounds may stay as coarse as they are


@dataclass(frozen=True, slots=True)
class Temperatures:
    """Where walls start, from where they are shown, and how far komaster may let t fall."""

    bottom: Fraction
    floor: Fraction
    drop: Fraction | None  # None: down to the floor

    def scaled(self, scale: int) -> Setting:
        """Return the same in units of 1/scale."""
        drop = None if self.drop is None else int(self.drop * scale)
        return Setting(int(self.bottom * scale), int(self.floor * scale), drop)

    @property
    def denominator(self) -> int:
        """A scale on which all three are whole."""
        drop = 1 if self.drop is None else self.drop.denominator
        return lcm(self.bottom.denominator, self.floor.denominator, drop)


class Run:
    """Walls of all nodes of an unrolled graph; komaster None: nothing is ever blocked.

    What a run `before` this one, from the same or a lower bottom, knows is taken over.
    """

    def __init__(
        self,
        unrolled: Unrolled,
        komaster: Komaster | None,
        temperatures: Temperatures,
        barred: Collection[int],
        *,
        bounds_first: bool = False,
        before: "Run | None" = None,
    ) -> None:
        self.unrolled = unrolled
        self.komaster = komaster
        self.temperatures = temperatures
        self.barred = barred
        self.before = before
        if before is None:
            shared = lcm(common_scale(unrolled.graph), temperatures.denominator)
            self.scale = shared * FIRST_FACTORS
        else:
            self.scale = before.scale
        trials = 0
        while True:
            try:
                self.solver = self._solve(bounds_first, patient=trials < PATIENCE)
                return
            except Inexact as missing:
                # A few powers more, because a factor that is missed once is missed again.
                self.scale *= missing.factor**4
                trials += 1

    @property
    def units(self) -> Units:
        """The equations."""
        return self.solver.units

    def knows(self, node: int) -> bool:
        """Return whether the walls of `node` are exact."""
        return self.solver.exact[node] is not None

    def bounds(self, node: int) -> Bounds:
        """Return the bounds of a node's walls, equal where they are exact."""
        return Bounds(
            *(None if wall is None else self.shown(wall) for wall in self.solver.bounds(node))
        )

    def shown(self, wall: Wall) -> Trajectory:
        """Return a wall as it is shown: exact fractions from the floor upward."""
        return to_trajectory(wall, self.scale, self.temperatures.floor)

    def scaffolds(self, node: int) -> tuple[Wall | None, Wall | None]:
        """Return both scaffolds of a node that is known; None where there is no move."""
        left, right = self.units.moves[node]
        return self.solver.left_scaffold(left, 0), self.solver.right_scaffold(right, 0)[0]

    def option_scaffolds(self, node: int, side: int) -> Iterator[tuple[Option, Wall]]:
        """Yield each move of a player with its taxed scaffold, where that is exact."""
        found = self.unrolled.graph.nodes[node]
        options = found.right if side else found.left
        for option, (unit, offset) in zip(options, self.units.moves[node][side], strict=True):
            walls = self.solver.exact[unit]
            wall = None if walls is None else walls.left if side else walls.right
            if wall is not None:
                yield option, moved(wall, offset, 1 if side else -1)

    def blocked(
        self, start: int, side: int, option: Option, *, corrected: bool
    ) -> tuple[Wall, Wall] | None:
        """Return the walls just after a ko capture; None if it blocks nothing.

        `option` is a move of the graph before unrolling. Pre: corrected only without a komaster.
        """
        found = self.unrolled.graph.nodes[start]
        moves = zip(self.units.moves[start][side], found.right if side else found.left, strict=True)
        for (unit, _), (target, offset) in moves:
            if Option(self.unrolled.origin[target], offset) == option:
                if unit < len(self.units.moves):
                    return None
                if corrected:
                    return self._corrected(unit, target, side)
                return self._basic(unit, target, side)
        return None

    def _corrected(self, unit: int, target: int, side: int) -> tuple[Wall, Wall] | None:
        free, after = (self.solver.exact[each] or NOTHING for each in (target, unit))
        left = free.left if side == 0 else after.left
        right = after.right if side == 0 else free.right
        return None if left is None or right is None else (left, right)

    def _basic(self, unit: int, target: int, side: int) -> tuple[Wall, Wall] | None:
        others = self.units.blocks[unit - len(self.units.moves)].others
        left, right = self.scaffolds(target)
        if side == 0 and left is not None:
            right, _ = self.solver.right_scaffold(others, 0)
            return left, left if right is None else minimum(left, right)
        if side == 1 and right is not None:
            left = self.solver.left_scaffold(others, 0)
            return right if left is None else maximum(left, right), right
        return None

    def loops(self) -> list[tuple[int, ...]]:
        """Return the loops left undecided, each as sorted nodes of the graph before unrolling."""
        count = len(self.units.moves)
        found = set()
        for part in self.solver.loops:
            nodes = (u if u < count else self.units.blocks[u - count].node for u in part)
            found.add(tuple(sorted({self.unrolled.origin[node] for node in nodes})))
        return sorted(found)

    def _solve(self, bounds_first: bool, *, patient: bool) -> Solver:
        setting = self.temperatures.scaled(self.scale)
        given = self._given(setting.bottom)
        stages = [None, self.komaster] if bounds_first and self.komaster else [self.komaster]
        if len(given) >= BULK and self.temperatures.drop == 0:
            given, stages = self._solve_by_kernels(given, setting, stages)
        for rule in stages:
            units = units_of(self.unrolled, rule, self.scale)
            solver = Solver(units, setting, given, self.barred, patient=patient)
            solver.run()
            given = solver.exact[: len(given)]
        return solver

    def _solve_by_kernels(
        self, given: list[Known | None], setting: Setting, stages: list[Komaster | None]
    ) -> tuple[list[Known | None], list[Komaster | None]]:
        """Return what kernels find on this scale, and the stages left to the exact solver."""
        # Loading kernels takes longer than small graphs do, so it waits until one is large.
        from gtpengine.values.loopy.bulk import fits, solve_bulk, to_arrays

        arrays = to_arrays(self.unrolled, self.scale)
        if not fits(arrays, given):
            return given, stages
        found: Any = given
        for done, rule in enumerate(stages, 1):
            found = solve_bulk(
                arrays,
                rule,
                found,
                scale=self.scale,
                bottom=setting.bottom,
                barred=self.barred,
            )
            # What failed may still be found exact, and has to be before the next rule is applied.
            if found.failed or done == len(stages):
                break
        return [found.exact(node) for node in range(len(given))], stages[done - 1 :]

    def _given(self, bottom: int) -> list[Known | None]:
        """Return the walls that need no solving."""
        numbers = Numbers(self.scale, bottom)
        nodes = self.unrolled.graph.nodes
        given: list[Known | None] = [
            None if node.number is None else Known(*numbers.walls(node.number)) for node in nodes
        ]
        if self.before is not None:
            factor = self.scale // self.before.scale
            for index, known in enumerate(self.before.solver.exact[: len(nodes)]):
                if known is not None:
                    walls = (
                        None if wall is None else cut(rescaled(wall, factor), bottom)
                        for wall in known
                    )
                    given[index] = Known(*walls)
        return given


class Runs:
    """A graph prepared and solved, from temperature -1 upward and, where that fails, from 0.

    Going round a loop with unequal numbers of moves gains points at temperatures below 0, so that
    such loops, of one player or of both, never settle there. At floor 0 they are looked at from 0
    upward alone; a position in which nobody wants to move at 0 then rests on the simplest number
    that both players accept.
    """

    def __init__(
        self,
        graph: GameGraph,
        komaster: Komaster | None,
        floor: Fraction,
        drop: Fraction | None = Fraction(0),
        *,
        bounds_first: bool = False,
    ) -> None:
        self.unrolled = Unrolled(graph)
        self._eternal = eternal_loops(graph) + self.unrolled.gaining
        self._komaster = komaster
        self._floor = floor
        self._drop = drop
        self._bounds_first = bounds_first
        self._count = len(graph)
        self.first = self._solved(BOTTOM, None)
        self._second: Run | None = None

    def best_for(self, node: int) -> Run:
        """Return the run that knows most about a node."""
        return self.first if self.first.knows(node) else self._last()

    def unresolved_loops(self) -> list[tuple[int, ...]]:
        """Return the loops that are left undecided, each as its sorted nodes."""
        first = self.first
        run = first if all(first.knows(node) for node in range(self._count)) else self._last()
        barred = self._eternal + (self.unrolled.loops if run is first else [])
        return sorted({*run.loops(), *(tuple(sorted(part)) for part in barred)})

    def _last(self) -> Run:
        if self._floor < 0:
            return self.first
        if self._second is None:
            self._second = self._solved(Fraction(0), self.first)
        return self._second

    def _solved(self, bottom: Fraction, before: Run | None) -> Run:
        parts = self._eternal + (self.unrolled.loops if bottom < 0 else [])
        barred = {node for part in parts for node in part}
        return Run(
            self.unrolled,
            self._komaster,
            Temperatures(bottom, self._floor, self._drop),
            {node for node, old in enumerate(self.unrolled.origin) if old in barred},
            bounds_first=self._bounds_first,
            before=before,
        )
