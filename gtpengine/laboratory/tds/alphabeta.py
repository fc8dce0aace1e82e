"""Alpha-beta TDS: values of G + C by forward search, growing the pool as it goes.

One `CouponSearch` belongs to one game (a pool) and one step of coupons. Its transposition table is
keyed by node, layer and player, and holds values without the coupons already taken, so that stacks
of every height, forced coupons and both players share it.
"""

from fractions import Fraction
from typing import NamedTuple, Protocol

import numpy as np

from gtpengine.errors import BadInput
from gtpengine.laboratory.tds.kernels import alphabeta as kernels
from gtpengine.search.tds.budget import Budget, OutOfBudget
from gtpengine.search.tds.dynamic import order_of, refuse_unfit
from gtpengine.search.tds.pool import LEFT, OPEN, GamePool, Longs
from gtpengine.search.tds.stack import CouponStack

COUPON = kernels.COUPON
UNLIMITED = kernels.UNLIMITED
INFINITE = kernels.NEVER
SLICE = 20_000  # nodes between two looks at the clock
TABLE_BITS = 16
FRAMES = 256


class Expander(Protocol):
    """Something that can give an open node its options."""

    def expand(self, node: int) -> None:
        """Make `node` expanded or terminal; new nodes are open or terminal. May move the arrays."""


class Found(NamedTuple):
    """The result of one search, in the units of the search, for the player to move."""

    value: int
    complete: bool  # nothing was cut off by depth, so more depth changes nothing
    best: int  # an edge, COUPON, or NOTHING if there is no move


class PlayedMove(NamedTuple):
    """A move of a principal variation: at `node`, an edge or COUPON with its value."""

    node: int
    side: int
    edge: int
    coupon: Fraction | None


class CouponSearch:
    """Alpha-beta over one game beside stacks of one step.

    Claims about the pool that save time: `bounded`, that `low` and `high` hold for all nodes;
    `sorted_options`, that options are sorted by `value`, best first; `loops`, whether positions can
    be repeated (found out if None, which an incomplete pool cannot tell).

    `step` is a stack of any height; its coupons are those of all stacks that are searched.
    `expander` is needed where the pool has open nodes. Depth counts board moves, and coupons too if
    `coupons_count`.
    """

    def __init__(
        self,
        pool: GamePool,
        step: CouponStack,
        expander: Expander | None = None,
        *,
        coupons_count: bool = False,
        table_bits: int = TABLE_BITS,
        bounded: bool = False,
        sorted_options: bool = False,
        loops: bool | None = None,
    ) -> None:
        self.pool = pool
        self.step = step
        self.units = self.step.units(pool.scale)
        self.expander = expander
        if loops is None:
            order = order_of(pool)
            loops = order.components < len(pool)
        refuse_unfit(pool, self.step)
        settings = np.zeros(kernels.SETTINGS, np.int64)
        settings[kernels.FLOOR] = int(step.floor * self.units)
        settings[kernels.FACTOR] = self.units // pool.scale
        settings[kernels.STANDS] = pool.stands or step.floor < 0
        settings[kernels.COUPON_COST] = coupons_count
        settings[kernels.LOOPS] = loops
        settings[kernels.BOUNDS] = bounded
        settings[kernels.SORTED] = sorted_options
        settings[kernels.TABLE_MASK] = (1 << table_bits) - 1
        settings[kernels.FRAMES] = FRAMES
        nodes = pool.capacity[0]
        self._work = kernels.Search(
            settings,
            np.zeros(kernels.CONTROLS, np.int64),
            np.zeros(1, np.int64),
            np.zeros(1, np.int64),
            np.zeros(FRAMES * kernels.FRAME, np.int64),
            np.zeros(kernels.SLOT << table_bits, np.int64),
            np.full(2 * nodes, kernels.NOTHING, np.int32),
            np.zeros(2 * nodes, np.int32),
        )
        self._limit_layers(0)

    @property
    def nodes(self) -> int:
        """How many search nodes were visited so far."""
        return int(self._work.control[kernels.NODE_COUNT])

    def stack(self, layers: int) -> CouponStack:
        """Return the stack that reaches up to `layers`."""
        return self.step.with_layers(layers)

    def search(
        self,
        node: int,
        side: int,
        layer: int,
        depth: int = UNLIMITED - 1,
        window: tuple[int, int] = (-INFINITE, INFINITE),
        budget: Budget | None = None,
        *,
        board_first: bool = False,
    ) -> Found:
        """Return the value of `node` with `side` to move in `layer`, coupons taken left out.

        With `board_first` the first move may not be a coupon.

        Raises:
            OutOfBudget: before the value was known.
            BadInput: an open node has to be expanded and there is no expander.
        """
        budget = budget or Budget()
        if layer >= len(self._work.alone):
            self._limit_layers(layer)
        work = self._work
        frame = work.frames
        frame[: kernels.BETA + 1] = (node, side, layer, 0, depth, *window)
        work.settings[kernels.BOARD_FIRST] = board_first
        control = work.control
        control[kernels.HEIGHT] = 0
        while True:
            done = int(control[kernels.NODE_COUNT])
            if done >= budget.nodes or budget.is_late:
                self._leave()
                raise OutOfBudget("the search was stopped")
            control[kernels.NODE_LIMIT] = min(budget.nodes, done + SLICE)
            status = kernels.search(self.pool.arrays, self._work)
            if status == kernels.DONE:
                break
            if status == kernels.EXPAND:
                self._expand(int(control[kernels.WANTED]), budget)
            elif status == kernels.TOO_DEEP:
                self._lengthen()
        best = int(control[kernels.BEST])
        return Found(int(control[kernels.VALUE]), bool(control[kernels.COMPLETE]), best)

    def score(self, node: int, side: int, layer: int, depth: int = UNLIMITED - 1) -> Fraction:
        """Return V(G + C, side), Black's points minus White's, without a budget."""
        value = Fraction(self.search(node, side, layer, depth).value, self.units)
        return value if side == LEFT else -value

    def variation(self, node: int, side: int, layer: int) -> list[PlayedMove]:
        """Return the line that the table holds from here on, up to where it ends."""
        line: list[PlayedMove] = []
        flag = 0
        arrays = self.pool.arrays
        while len(line) < 1000:
            edge = self._remembered(node, layer, side, flag)
            if edge == kernels.NOTHING:
                return line
            if edge == COUPON:
                coupon = self.step.coupon(layer)
                line.append(PlayedMove(node, side, edge, coupon))
                if layer == 0 and flag == 1:
                    return line
                node = int(arrays.lift[node])
                flag = int(layer == 0)
                layer = max(layer - 1, 0)
            else:
                line.append(PlayedMove(node, side, edge, None))
                node = int(arrays.target[edge])
                flag = 0
            side = 1 - side
        return line

    def _remembered(self, node: int, layer: int, side: int, flag: int) -> int:
        key = (node << 18) | (layer << 2) | (side << 1) | flag | (1 << 62)
        return int(kernels.remembered_move(self._work.table, self._work.settings, key))

    def _limit_layers(self, layer: int) -> None:
        stack = self.step.with_layers(2 * layer + 16)
        self._work = self._work._replace(
            coupons=np.array(stack.coupons(self.units), np.int64),
            alone=np.array(stack.scores(self.units), np.int64),
        )

    def _expand(self, node: int, budget: Budget) -> None:
        if self.expander is None:
            self._leave()
            raise BadInput("the search reached an open node and has nobody to expand it")
        if len(self.pool) >= budget.pool_nodes:
            self._leave()
            raise OutOfBudget("the pool is full")
        self.expander.expand(node)
        if self.pool.arrays.state[node] == OPEN:
            self._leave()
            raise OutOfBudget("the pool is full")
        missing = 2 * self.pool.capacity[0] - len(self._work.hint)
        if missing > 0:
            blank = np.full(missing, kernels.NOTHING, np.int32)
            self._work = self._work._replace(
                hint=np.concatenate([self._work.hint, blank]),
                path=np.concatenate([self._work.path, np.zeros(missing, np.int32)]),
            )

    def _lengthen(self) -> None:
        frames: Longs = np.concatenate([self._work.frames, np.zeros_like(self._work.frames)])
        self._work.settings[kernels.FRAMES] *= 2
        self._work = self._work._replace(frames=frames)

    def _leave(self) -> None:
        """Forget the position that a stopped search was in; the table stays."""
        if self._work.settings[kernels.LOOPS]:
            self._work.path[:] = 0
