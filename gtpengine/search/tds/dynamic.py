"""TDS by dynamic programming: all values of a pool beside one coupon stack, in one sweep.

Where the graph is complete this is the way to search: it gives the sampled walls of every position
at once. Long loops of board moves alone (send two, return one) are swept until they settle, from
the value as the board stands; `unsettled` counts nodes that did not.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from gtpengine.errors import BadInput
from gtpengine.search.tds.kernels import dynamic as kernels
from gtpengine.search.tds.kernels.components import order_components
from gtpengine.search.tds.pool import (
    EXPANDED,
    LEFT,
    OPEN,
    UNBOUNDED,
    GamePool,
    Ints,
    Longs,
)
from gtpengine.search.tds.samples import SampledWalls
from gtpengine.search.tds.stack import CouponStack

SWEEPS = 1000  # more than any loop of a real game needs
LARGEST = 1 << 26  # scores beyond it could overflow on the way


class Frontier(IntEnum):
    """What stands for a node that is not expanded."""

    ESTIMATE = kernels.BY_ESTIMATE
    LOW = kernels.BY_LOW
    HIGH = kernels.BY_HIGH


@dataclass(frozen=True, slots=True)
class Order:
    """The components of a pool, options first; valid until the pool grows."""

    nodes: Ints
    starts: Ints
    components: int


def order_of(pool: GamePool) -> Order:
    """Return the order in which `pool` is evaluated."""
    count = len(pool)
    nodes = np.empty(count, np.int32)
    starts = np.empty(count + 1, np.int32)
    scratch = np.empty(5 * count, np.int32)
    components = int(order_components(pool.arrays, count, nodes, starts, scratch))
    return Order(nodes, starts[: components + 1], components)


@dataclass(frozen=True, slots=True)
class SweptPool:
    """Scores of all nodes in all layers, in whole units-ths; rows are nodes, columns layers."""

    pool: GamePool
    stack: CouponStack
    units: int
    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    alone: Ints  # V(C, Left) by layer
    unsettled: int

    def walls(self, node: int) -> SampledWalls:
        """Return the sampled walls of `node`."""
        left = (self.left[node] - self.alone).tolist()
        right = (self.right[node] + self.alone).tolist()
        return SampledWalls(self.stack, self.units, left, right)

    def readings(self, nodes: npt.ArrayLike, first: int) -> tuple[Ints, Longs]:
        """Return the means, in units, and the lowest layers that may be forced, of many nodes.

        The same as `SampledWalls.reading`, for all nodes at once; a layer above the stack means
        that its game is hotter.
        """
        chosen = np.asarray(nodes)
        walls = (self.left[chosen] - self.alone, self.right[chosen] + self.alone)
        top = self.stack.layers
        layers = np.arange(top + 1)
        place = np.maximum(layers - 1, 0)
        # An odd number of coupons leaves the move to the other player.
        own = (top - layers + 1) % 2 == 0
        forced = np.where(own, walls[first][:, place], walls[1 - first][:, place])
        mean = walls[first][:, top]
        same = forced[:, ::-1] == mean[:, None]
        run = np.cumprod(same, axis=1, dtype=np.int64).sum(axis=1)
        return mean, top + 1 - run

    def edge_scores(self, node: int, side: int, layer: int) -> dict[int, int]:
        """Return what each board move of `node` leads to in `layer`, Black's points minus White's.

        In units, coupons of the rest of the stack included.
        """
        arrays = self.pool.arrays
        table = self.right if side == LEFT else self.left
        factor = self.units // self.pool.scale
        return {
            edge: int(table[arrays.target[edge], layer]) + factor * int(arrays.offset[edge])
            for edge in self.pool.options(node, side)
        }


def sweep(
    pool: GamePool,
    stack: CouponStack,
    order: Order | None = None,
    frontier: Frontier = Frontier.ESTIMATE,
) -> SweptPool:
    """Return the scores of every node of `pool` in every layer of `stack`.

    Raises:
        BadInput: numbers too large for the scale, or a simple stack beside a game in which somebody
            has no move and that does not know what it stands for.
    """
    order = order_of(pool) if order is None else order
    units = stack.units(pool.scale)
    count, arrays = len(pool), pool.arrays
    factor = units // pool.scale
    refuse_unfit(pool, stack)
    enough = LARGEST // (2 * units)
    spread = score_limit(pool, stack, frontier, enough)
    if spread > enough:
        raise BadInput(f"values up to {spread} in steps of 1/{units} are out of range")
    settings = np.zeros(kernels.SETTINGS, np.int64)
    settings[kernels.FLOOR] = int(stack.floor * units)
    settings[kernels.LAYERS] = stack.layers
    settings[kernels.FACTOR] = factor
    settings[kernels.STANDS] = pool.stands or stack.floor < 0
    settings[kernels.FRONTIER] = frontier
    settings[kernels.SWEEPS] = SWEEPS
    left = np.empty((count, stack.layers + 1), np.int32)
    right = np.empty((count, stack.layers + 1), np.int32)
    tables = kernels.Sweep(
        settings,
        order.nodes,
        order.starts,
        left,
        right,
        np.zeros(2 * count, np.int32),
        np.array(stack.coupons(units), np.int32),
        np.array(stack.scores(units), np.int32),
        np.empty((2, stack.layers + 1), np.int32),
    )
    unsettled = int(kernels.sweep_pool(arrays, tables, order.components))
    return SweptPool(pool, stack, units, left, right, tables.alone, unsettled)


def score_limit(pool: GamePool, stack: CouponStack, frontier: Frontier, enough: int) -> int:
    """Return a whole number that no score of a sweep exceeds, whatever the players do.

    All moves may be made once. If that is more than `enough`, and every node knows bounds within
    which every move keeps, the board is worth no more than these, and coupons at most all of them.
    (Not at floor -1, where every refusal costs a point and a player may be made to refuse often.)
    """
    count, arrays = len(pool), pool.arrays
    low, high = arrays.low[:count], arrays.high[:count]
    numbers = arrays.value[:count]
    if frontier is not Frontier.ESTIMATE:
        bounds = low if frontier is Frontier.LOW else high
        numbers = np.where(arrays.state[:count] == OPEN, bounds, numbers)
    largest = int(np.abs(numbers.astype(np.int64)).max(initial=0))
    moves = int(np.abs(arrays.offset[: pool.edges]).sum(dtype=np.int64))
    limit = moves + largest + int(stack.top) + 3
    if limit <= enough or stack.floor < 0:
        return limit
    widest = max(-int(low.min(initial=0)), int(high.max(initial=0)))
    if widest >= UNBOUNDED or not _are_bounds(pool):
        return limit
    units = stack.units()
    return min(limit, widest + sum(stack.coupons(units)) // units + 3)


def _are_bounds(pool: GamePool) -> bool:
    """Return whether no move, no lift and no end of play leaves a node's bounds."""
    count, arrays = len(pool), pool.arrays
    low, high = arrays.low[:count], arrays.high[:count]
    lift = arrays.lift[:count]
    for ends in (arrays.value[:count], arrays.standing[:count]):
        if (ends < low).any() or (ends > high).any():
            return False
    if (low[lift] < low).any() or (high[lift] > high).any():
        return False
    degree = arrays.degree[: 2 * count]
    source = np.repeat(np.arange(2 * count, dtype=np.int32) // 2, degree)
    begin = np.cumsum(degree, dtype=np.int32) - degree
    edge = np.repeat(arrays.first[: 2 * count] - begin, degree)
    edge += np.arange(len(source), dtype=np.int32)
    target, offset = arrays.target[edge], arrays.offset[edge]
    return bool(
        (low[target] + offset >= low[source]).all()
        and (high[target] + offset <= high[source]).all()
    )


def refuse_unfit(pool: GamePool, stack: CouponStack) -> None:
    """Raise BadInput if `pool` cannot be searched beside `stack`."""
    if stack.floor == 0 and not pool.stands:
        count, arrays = len(pool), pool.arrays
        moves = arrays.degree[: 2 * count].reshape(count, 2) > 0
        blocked = (arrays.held[:count] != 0) | (arrays.lift[:count] != np.arange(count))
        # Where a ko ban holds, one player without a move may pass: the other has to go on.
        fit = np.where(blocked, moves.any(axis=1), moves.all(axis=1))
        if not fit[arrays.state[:count] == EXPANDED].all():
            raise BadInput("a position without a move for both needs a stack down to -1")
