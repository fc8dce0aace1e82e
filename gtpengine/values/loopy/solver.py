"""Solving the equations of the komaster game: exact walls where they exist, bounds everywhere.

Units are solved component by component, what they need first. A unit outside every loop is
evaluated once. Inside a loop the equations are iterated twice: from below, where play without end
counts as lost by Black, and from above, where it counts as lost by White. Both iterations are
monotone, so each of their steps is a sound bound, and where they meet the loop does not matter: its
value is settled whatever happens to play without end. Where they do not meet, because a loop is
really fought over or because the budget is spent, the unit keeps its two bounds. Positions above it
may still be exact, if they do not depend on it.
"""

from collections import deque
from collections.abc import Collection, Sequence
from typing import NamedTuple

from gtpengine.values.graph import strong_components
from gtpengine.values.loopy.rules import References, Units
from gtpengine.values.loopy.simplest import rest_between
from gtpengine.values.loopy.walls import (
    Inexact,
    Wall,
    best_within,
    maximum,
    minimum,
    moved,
    negated,
    settled,
)

ROUNDS = 40  # evaluations per unit of a loop, on average, before its bounds are left as they are
PIECES = 200  # a wall with more pieces than this is taken for one that never ends


class Bounds(NamedTuple):
    """Lower and upper walls of a unit; None is minus infinity below and plus infinity above."""

    low_left: Wall | None
    low_right: Wall | None
    high_left: Wall | None
    high_right: Wall | None


class Known(NamedTuple):
    """A pair of walls as one side's view has them; None: minus infinity, nothing known yet."""

    left: Wall | None
    right: Wall | None


NOTHING = Known(None, None)


class Setting(NamedTuple):
    """Where walls start and how far komaster may let the temperature fall (scaled)."""

    bottom: int
    floor: int
    drop: int | None = 0  # None: down to the floor


class Solver:
    """The walls of all units; `exact[unit]` is None where only bounds are known.

    `given` are walls of nodes that are known beforehand, None for the others. `barred` nodes get no
    value at all. A solver that is not `patient` leaves the bounds of a loop as they are where the
    scale is too coarse to improve them.
    """

    def __init__(
        self,
        units: Units,
        setting: Setting,
        given: Sequence[Known | None],
        barred: Collection[int] = (),
        *,
        patient: bool = True,
    ) -> None:
        self.units = units
        self.patient = patient
        self.setting = setting
        self.barred = barred
        self.exact: list[Known | None] = [*given, *[None] * len(units.blocks)]
        # What is known of units that are not exact, for Black and, negated, for White.
        self.views: tuple[list[Known], list[Known]] = (
            [NOTHING] * len(units),
            [NOTHING] * len(units),
        )
        self.loops: list[list[int]] = []

    def run(self) -> None:
        """Solve everything.

        Raises:
            Inexact: the scale is too coarse; after it nothing here may be used.
        """
        needs: list[list[int]] = [
            [] if self.exact[unit] is not None or unit in self.barred else self.units.needs(unit)
            for unit in range(len(self.units))
        ]
        for part in strong_components(needs):
            unit = part[0]
            if self.exact[unit] is not None or unit in self.barred:
                continue
            if len(part) == 1 and unit not in needs[unit]:
                self._solve_alone(unit, needs[unit])
            else:
                self._solve_loop(part, needs)

    def bounds(self, unit: int) -> Bounds:
        """Return what is known of a unit."""
        found = self.exact[unit]
        if found is not None:
            return Bounds(found.left, found.right, found.left, found.right)
        low, high = self.views[0][unit], _mirror(self.views[1][unit])
        return Bounds(low.left, low.right, high.left, high.right)

    def _solve_alone(self, unit: int, needs: list[int]) -> None:
        if all(self.exact[each] is not None for each in needs):
            self.exact[unit] = self._evaluate(unit, 0)
            return
        for view in (0, 1):
            self.views[view][unit] = self._improved(unit, view)
        self._compare([unit])

    def _solve_loop(self, part: list[int], needs: list[list[int]]) -> None:
        inside = set(part)
        users: dict[int, list[int]] = {unit: [] for unit in part}
        for unit in part:
            for each in needs[unit]:
                if each in inside:
                    users[each].append(unit)
        for view in (0, 1):
            self._iterate(part, users, view)
        if not self._compare(part):
            self.loops.append(part)

    def _iterate(self, part: list[int], users: dict[int, list[int]], view: int) -> None:
        known = self.views[view]
        budget = ROUNDS * len(part) + ROUNDS
        queue = deque(part)
        waiting = set(part)
        while queue and budget:
            budget -= 1
            unit = queue.popleft()
            waiting.discard(unit)
            found = self._improved(unit, view)
            if found == known[unit]:
                continue
            known[unit] = found
            for user in users[unit]:
                if user not in waiting:
                    waiting.add(user)
                    queue.append(user)

    def _compare(self, part: list[int]) -> bool:
        """Make exact the units of `part` whose bounds agree; return whether all do."""
        agreed = True
        for unit in part:
            low, high = self.views[0][unit], _mirror(self.views[1][unit])
            needed = low
            if unit >= len(self.units.moves):
                # A block has one wall only.
                side = self.units.blocks[unit - len(self.units.moves)].side
                needed = Known(low.right, low.right) if side == 0 else Known(low.left, low.left)
            if low == high and needed.left is not None and needed.right is not None:
                self.exact[unit] = low
            else:
                agreed = False
        return agreed

    def _improved(self, unit: int, view: int) -> Known:
        """Return the next bound of a unit that may never become exact."""
        old = self.views[view][unit]
        try:
            found = self._evaluate(unit, view)
        except Inexact:
            if self.patient:
                raise
            return old
        return old if any(wall is not None and len(wall) > PIECES for wall in found) else found

    # A view is the game as Black sees it (0) or the negated game as White sees it (1).

    def _known(self, unit: int, view: int) -> Known:
        found = self.exact[unit]
        if found is None:
            return self.views[view][unit]
        return _mirror(found) if view else found

    def _evaluate(self, unit: int, view: int) -> Known:
        count = len(self.units.moves)
        if unit >= count:
            return self._evaluate_block(unit - count, view)
        moves = self.units.moves[unit]
        return self._node(moves[view], moves[1 - view], view)

    def _node(self, own: References, other: References, view: int) -> Known:
        """Return the walls of a position without a block."""
        left = self.left_scaffold(own, view)
        right, unknown = self.right_scaffold(other, view)
        if unknown:
            return Known(left, None)
        return Known(*settled(left, right, self._rest(left, right), self._bottom))

    def left_scaffold(self, references: References, view: int) -> Wall | None:
        """Return the viewer's best, one move taxed; None where no option is known or there."""
        best: Wall | None = None
        for unit, offset in references:
            wall = self._known(unit, view).right
            if wall is not None:
                wall = moved(wall, -offset if view else offset, -1)
                best = wall if best is None else maximum(best, wall)
        return best

    def right_scaffold(self, references: References, view: int) -> tuple[Wall | None, bool]:
        """Return the opponent's best, one move taxed, and whether that is minus infinity."""
        best: Wall | None = None
        for unit, offset in references:
            wall = self._known(unit, view).left
            if wall is None:
                return None, True
            wall = moved(wall, -offset if view else offset, 1)
            best = wall if best is None else minimum(best, wall)
        return best, False

    def _rest(self, left: Wall | None, right: Wall | None) -> int:
        """Return where the mast starts if a cave is open at the bottom."""
        return rest_between(
            None if left is None else left[0][1],
            None if right is None else right[0][1],
            self.units.scale,
        )

    def _evaluate_block(self, index: int, view: int) -> Known:
        block = self.units.blocks[index]
        if block.side == view:
            return self._own_capture(index, view)
        return self._opponents_capture(index, view)

    def _own_capture(self, index: int, view: int) -> Known:
        """The viewer has captured, and his blocked opponent is to move."""
        block = self.units.blocks[index]
        right, unknown = self.right_scaffold(block.others, view)
        if unknown:
            return NOTHING
        if block.forced and not block.moves:
            return Known(None, settled(None, right, self._rest(None, right), self._bottom).right)
        if block.forced:
            waited = self.left_scaffold(block.moves, view)
            if waited is not None:
                waited = self._lowered(waited)
        else:
            waited = self._known(block.node, view).left
        if waited is None or right is None:
            return Known(None, waited)
        return Known(None, minimum(waited, right))

    def _opponents_capture(self, index: int, view: int) -> Known:
        """The viewer is to move, blocked by the opponent's capture."""
        block = self.units.blocks[index]
        left = self.left_scaffold(block.others, view)
        if block.forced and not block.moves:
            return Known(settled(left, None, self._rest(left, None), self._bottom).left, None)
        if block.forced:
            waited, _ = self.right_scaffold(block.moves, view)
            if waited is not None:
                waited = negated(self._lowered(negated(waited)))
        else:
            waited = self._known(block.node, view).right
        if left is None or waited is None:
            return Known(waited if left is None else left, None)
        return Known(maximum(left, waited), None)

    def _lowered(self, wall: Wall) -> Wall:
        if self.setting.drop == 0:
            return wall
        return best_within(wall, self.setting.drop, self.setting.floor)

    @property
    def _bottom(self) -> int:
        return self.setting.bottom


def _mirror(known: Known) -> Known:
    return Known(
        None if known.right is None else negated(known.right),
        None if known.left is None else negated(known.left),
    )
