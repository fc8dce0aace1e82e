"""Incomplete trees: what can be said of a position while parts of its tree are missing.

Kao builds four complete trees from an incomplete one. G_U has the highest possible number for every
missing part and G_L the lowest; their means enclose the mean. G_H has the highest in the left and
the lowest in the right subtree, G_C the opposite; their temperatures enclose the temperature. None
of them is built here: each node keeps the lines of its G_U and its G_L, and G_H and G_C of a node
are its left child's line of one kind against its right child's of the other.

Missing parts make positions that look cold, such as {10|+infinity}. No real position is: its mean
is at most Left's score moving first (10), and at least Right's. G_U takes the one, G_L the other.
"""

from typing import NamedTuple

from gtpengine.laboratory.mt import alternating
from gtpengine.laboratory.mt.alternating import Order
from gtpengine.laboratory.mt.stable import (
    FLOOR,
    INFINITY,
    Exact,
    Extended,
    Line,
    extend,
    refuse_cold,
    solve,
    terminal,
)
from gtpengine.laboratory.mt.trees import MISSING, Hint, Pair, expand_pair


class Bounds(NamedTuple):
    """Proven limits of a mean and of a temperature."""

    mean_lower: Extended
    mean_upper: Extended
    temperature_lower: Extended
    temperature_upper: Extended

    @property
    def settled(self) -> bool:
        """True when both values are known exactly."""
        return (
            self.mean_lower == self.mean_upper and self.temperature_lower == self.temperature_upper
        )


# The paper prints minus infinity for the upper limit of the temperature.
NOTHING_KNOWN = Bounds(-INFINITY, INFINITY, FLOOR, INFINITY)


class Walls(NamedTuple):
    """The lines of Left's and of Right's play from a position, in G_U and in G_L."""

    left_upper: Line
    left_lower: Line
    right_upper: Line
    right_lower: Line


class Partial:
    """A position of which something is known: missing, terminal, or with two such children.

    `order` is its place in the alternating-first order. A new one is missing; `lowest` and
    `highest` limit the numbers that can stand in its place.
    """

    __slots__ = ("bounds", "left", "missing", "order", "right", "walls")

    def __init__(self, order: Order, lowest: Extended, highest: Extended) -> None:
        self.order = order
        self.left: Partial | None = None
        self.right: Partial | None = None
        self.missing = True
        high, low = terminal(highest), terminal(lowest)
        self.walls = Walls(high, low, high, low)
        self.bounds = Bounds(lowest, highest, FLOOR, INFINITY)

    def suppose(self, hint: Hint) -> None:
        """Use what is known of this missing part: nobody gains more than t at a tax below t."""
        mean, hottest = hint
        at_mean = terminal(mean)
        left = extend(mean, hottest, terminal(mean + hottest))
        right = extend(mean, hottest, terminal(mean - hottest))
        self.walls = Walls(left, at_mean, at_mean, right)
        self.bounds = Bounds(mean, mean, FLOOR, hottest)

    def settle(self, value: Exact) -> None:
        """Note that this is a terminal position."""
        self.missing = False
        line = terminal(value)
        self.walls = Walls(line, line, line, line)
        self.bounds = Bounds(value, value, FLOOR, FLOOR)

    def open(self, left: "Partial", right: "Partial") -> None:
        """Note the two options; `refresh` then brings the bounds up to date."""
        self.missing = False
        self.left, self.right = left, right

    def refresh(self) -> None:
        """Recompute walls and bounds from the children.  Pre: it has children.

        Raises:
            ColdPosition: whatever is missing, the first mover loses here.
        """
        assert self.left is not None
        assert self.right is not None
        left, right = self.left.walls, self.right.walls
        upper = solve(left.right_upper, right.left_upper)
        if left.right_upper is left.right_lower and right.left_upper is right.left_lower:
            refuse_cold(upper)
            by_left = extend(upper.mean, upper.temperature, left.right_upper)
            by_right = extend(upper.mean, upper.temperature, right.left_upper)
            self.walls = Walls(by_left, by_left, by_right, by_right)
            self.bounds = Bounds(upper.mean, upper.mean, upper.temperature, upper.temperature)
            return
        lower = solve(left.right_lower, right.left_lower)
        hottest = solve(left.right_upper, right.left_lower)
        coldest = solve(left.right_lower, right.left_upper)
        refuse_cold(hottest)
        highest = upper.left.mean if upper.case == "cold" else upper.mean
        lowest = lower.right.mean if lower.case == "cold" else lower.mean
        self.walls = Walls(
            extend(highest, upper.temperature, left.right_upper),
            extend(lowest, lower.temperature, left.right_lower),
            extend(highest, upper.temperature, right.left_upper),
            extend(lowest, lower.temperature, right.left_lower),
        )
        self.bounds = Bounds(lowest, highest, coldest.temperature, hottest.temperature)


def bounds_of(tree: Pair, lowest: Extended = -INFINITY, highest: Extended = INFINITY) -> Bounds:
    """Return the bounds of a written tree with MISSING parts, each within `lowest` and `highest`.

    Raises:
        BadInput: it is not a binary tree.
        ColdPosition: a position in it is cold whatever is missing.
    """
    root = Partial(alternating.ROOT, lowest, highest)
    inner: list[Partial] = []
    todo = [(tree, root)]
    while todo:
        node, partial = todo.pop()
        if node is MISSING:
            continue
        expansion = expand_pair(node)
        if not isinstance(expansion, tuple):
            partial.settle(expansion)
            continue
        children = (
            Partial(partial.order, lowest, highest),
            Partial(partial.order, lowest, highest),
        )
        partial.open(*children)
        inner.append(partial)
        todo += zip(expansion, children, strict=True)
    for partial in reversed(inner):
        partial.refresh()
    return root.bounds
