"""Thermographs of whole graphs at once: arrays in, arrays out, exact.

The work is done by a kernel in integers, in units of 1/scale. A meeting of walls that does not
fall on such a unit is noticed; that node and all that depend on it are computed again with
fractions. So every answer is exact, and `failures` says how often the kernel alone was not.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gtpengine.errors import BadInput
from gtpengine.values.graph import GameGraph, LoopyGraph
from gtpengine.values.kernels import csr, walls
from gtpengine.values.kernels.csr import Csr
from gtpengine.values.kernels.walls import Walls
from gtpengine.values.numbers import is_dyadic, number_options
from gtpengine.values.thermograph import Thermograph, from_scaffolds, scaffold
from gtpengine.values.trajectory import Trajectory

SCALE = 2**40
LIMIT = 2**61  # no intermediate value may be larger
FLOOR = -1
POOL_PER_NODE = 4  # corners per node, and SCRATCH per side: where the buffers begin to grow from
SCRATCH = 64

Array = NDArray[Any]


@dataclass(slots=True)
class BulkThermographs:
    """The thermographs of all nodes of one graph.

    `mean` and `temperature` hold integers in units of 1/scale and are good where `exact` is true;
    the methods return exact fractions for every node.
    """

    graph: Csr
    walls: Walls
    floor: int
    scale: int
    standing: bool
    recomputed: dict[int, Thermograph] = field(default_factory=dict)

    @property
    def mean(self) -> Array:
        """Mean values, in units of 1/scale."""
        return self.walls.mean

    @property
    def temperature(self) -> Array:
        """Temperatures, in units of 1/scale."""
        return self.walls.temperature

    @property
    def exact(self) -> Array:
        """Whether the kernel's own integers are exact, per node."""
        return np.asarray(self.walls.state == walls.EXACT)

    @property
    def failures(self) -> int:
        """How many nodes had to be computed again with fractions."""
        return len(self.recomputed)

    def mean_of(self, node: int) -> Fraction:
        """Return the mean value of a node."""
        if node in self.recomputed:
            return self.recomputed[node].mean
        return Fraction(int(self.walls.mean[node]), self.scale)

    def temperature_of(self, node: int) -> Fraction:
        """Return the temperature of a node."""
        if node in self.recomputed:
            return self.recomputed[node].temperature
        return Fraction(int(self.walls.temperature[node]), self.scale)

    def left_wall(self, node: int) -> Trajectory:
        """Return the left wall of a node."""
        if node in self.recomputed:
            return self.recomputed[node].left
        return self._rise(node, walls.LEFT).negated()

    def right_wall(self, node: int) -> Trajectory:
        """Return the right wall of a node."""
        if node in self.recomputed:
            return self.recomputed[node].right
        return self._rise(node, walls.RIGHT)

    def thermograph(self, node: int) -> Thermograph:
        """Return the thermograph of a node, with its scaffolds."""
        if node in self.recomputed:
            return self.recomputed[node]
        sides = [self.options(node, side) for side in (1, -1)]
        lines = [
            scaffold([self._plain(option) for option in options], side)
            for options, side in zip(sides, (1, -1), strict=True)
        ]
        bare = self._plain(node)
        return Thermograph(bare.left, bare.right, bare.temperature, bare.is_number, *lines)

    def options(self, node: int, side: int) -> list[int]:
        """Return the options of Left (1) or Right (-1) at a node; terminals have none."""
        if self.graph.terminal[node]:
            return []
        ptr, options = (
            (self.graph.left_ptr, self.graph.left)
            if side == 1
            else (self.graph.right_ptr, self.graph.right)
        )
        return [int(option) for option in options[ptr[node] : ptr[node + 1]]]

    def best_options(self, node: int, side: int, t: int | Fraction) -> list[int]:
        """Return the best options of Left (1) or Right (-1) at temperature t >= floor."""
        options = self.options(node, side)
        if side == 1:
            after = [self.right_wall(option).value_at(t) for option in options]
        else:
            after = [-self.left_wall(option).value_at(t) for option in options]
        return [o for o, value in zip(options, after, strict=True) if value == max(after)]

    def _rise(self, node: int, row: int) -> Trajectory:
        """Return a wall of the kernel; row LEFT is the negated left wall."""
        found, scale = self.walls, self.scale
        start = int(found.at[row, node])
        value, t = int(found.floor[row, node]), self.floor * scale
        points = [(Fraction(value, scale), Fraction(t, scale))]
        slope = 1
        for change in found.pool[start : start + int(found.length[row, node])].tolist():
            if change > t:
                value, t = value + slope * (change - t), change
                points.append((Fraction(value, scale), Fraction(t, scale)))
            slope = 1 - slope
        return Trajectory(tuple(points))

    def _plain(self, node: int) -> Thermograph:
        """Return the thermograph of a node without scaffolds."""
        if node in self.recomputed:
            return self.recomputed[node]
        heat = self.temperature_of(node)
        number = heat < 0 or (heat == self.floor and self.standing)
        return Thermograph(self.left_wall(node), self.right_wall(node), heat, number)

    def recompute(self, order: Array) -> None:
        """Compute the nodes that the kernel marked again, with fractions, in the given order."""
        for node in order[self.walls.state[order] != walls.EXACT].tolist():
            left = scaffold([self._plain(option) for option in self.options(node, 1)], 1)
            right = scaffold([self._plain(option) for option in self.options(node, -1)], -1)
            if self.standing and (left is None or right is None or _is_cold(left, right)):
                self.recomputed[node] = self._as_it_stands(node, left, right)
            else:
                self.recomputed[node] = from_scaffolds(left, right)

    def _as_it_stands(
        self, node: int, left: Trajectory | None, right: Trajectory | None
    ) -> Thermograph:
        mast = Fraction(int(self.graph.value[node]), self.scale)
        mast = mast if right is None else min(mast, right.points[0][0])
        mast = mast if left is None else max(mast, left.points[0][0])
        wall = Trajectory.constant(mast, self.floor)
        return Thermograph(wall, wall, Fraction(self.floor), True, left, right)


def thermographs(
    left: tuple[Array, Array],
    right: tuple[Array, Array],
    terminal: Array,
    value: Array,
    *,
    order: Array | None = None,
    floor: int = FLOOR,
    standing: bool = False,
    scale: int = SCALE,
    denominator: int = 1,
) -> BulkThermographs:
    """Return the thermographs of all nodes of a loop-free graph.

    `left` and `right` are (pointers, options): the options of node v are
    options[pointers[v]:pointers[v+1]]. Where `terminal` is set the node is worth
    `value`/`denominator` points and its options are ignored. `order`, if given, has options before
    parents.

    In a position in which nobody gains by moving, the value is the simplest integer between the
    options, as for games under normal play: floor -1, and terminals that are integers. With
    `standing`, it is `value`, kept between what the players can enforce by moving: Go by area with
    floor 0, where both may pass.

    Raises:
        LoopyGraph: the graph has a loop; the text names nodes on it.
        BadInput: values too large for the scale.
        ValueError: arrays that do not describe a graph, an order that does not put options first,
            or a floor or denominator that the rule for cold positions does not allow.
    """
    if not standing and (floor != FLOOR or denominator != 1):
        raise ValueError("without standing values the floor is -1 and terminals are integers")
    if denominator < 1 or scale % denominator:
        raise ValueError(f"a scale of {scale} has no units of 1/{denominator}")
    graph = Csr(
        np.ascontiguousarray(left[0], np.int64),
        np.ascontiguousarray(left[1], np.int32),
        np.ascontiguousarray(right[0], np.int64),
        np.ascontiguousarray(right[1], np.int32),
        np.ascontiguousarray(terminal, np.uint8),
        np.ascontiguousarray(value, np.int64),
    )
    _check_arrays(graph)
    count = len(graph.terminal)
    extreme = max(int(graph.value.max(initial=0)), -int(graph.value.min(initial=0)))
    # A wall at floor -1 may gain a point with every move.
    largest = -(-extreme // denominator) + count + 2
    while largest * scale > LIMIT:
        if scale % (2 * denominator):
            raise BadInput(f"values up to {largest} are too large for exact integers")
        scale //= 2
    if order is None:
        order = options_first(graph)
    order = np.ascontiguousarray(order, np.int32)
    if len(order) and not 0 <= int(order.min()) <= int(order.max()) < count:
        raise ValueError(f"the order names a node that is none of the {count}")
    graph = graph._replace(value=graph.value * (scale // denominator))
    result = BulkThermographs(graph, _empty_walls(count), floor, scale, standing)
    _run(result, order)
    result.recompute(order)
    return result


def options_first(graph: Csr) -> Array:
    """Return all nodes in an order in which options precede their parents.

    Raises:
        LoopyGraph: there is none.
    """
    count = len(graph.terminal)
    order = np.empty(count, np.int32)
    stack = np.empty(2 * count, np.int64)
    mark = np.zeros(count, np.int8)
    if csr.options_first(graph, order, stack, mark) == csr.LOOP:
        path = stack[0 : 2 * int((mark == 1).sum()) : 2]
        raise LoopyGraph(f"the game has a loop near nodes {', '.join(map(str, path[-8:]))}")
    return order


def from_graph(graph: GameGraph) -> BulkThermographs:
    """Return the thermographs of a loop-free graph from floor -1; its nodes keep their index.

    Fractions among its terminals are played out, so further nodes may follow.

    Raises:
        LoopyGraph: the graph has a loop.
        BadInput: a number that is not dyadic or too large, or an option with an offset.
    """
    options: list[tuple[list[int], list[int]]] = []
    values: list[int | None] = []
    known: dict[Fraction, int] = {}
    pending: list[Fraction] = []

    def node_of(number: Fraction) -> int:
        if number not in known:
            known[number] = len(graph) + len(known)
            pending.append(number)
        return known[number]

    def add_number(number: Fraction) -> None:
        if not is_dyadic(number):
            raise BadInput(f"{number} is not dyadic")
        if abs(number) > LIMIT:
            raise BadInput(f"{number} is too large for exact integers")
        values.append(int(number) if number.denominator == 1 else None)
        low, high = number_options(number) if number.denominator > 1 else (None, None)
        options.append(
            ([] if low is None else [node_of(low)], [] if high is None else [node_of(high)])
        )

    for node in graph.nodes:
        if node.number is not None:
            add_number(node.number)
            continue
        if any(option.offset for option in node.options):
            raise BadInput("options with offsets have no place in a bulk graph")
        values.append(None)
        options.append(([o.node for o in node.left], [o.node for o in node.right]))
    for number in pending:
        add_number(number)
    return thermographs(
        _csr([left for left, _ in options]),
        _csr([right for _, right in options]),
        np.array([value is not None for value in values], np.uint8),
        np.array([value or 0 for value in values], np.int64),
    )


def _check_arrays(graph: Csr) -> None:
    """Refuse arrays through which the kernel would read what is not there."""
    count = len(graph.terminal)
    if len(graph.value) != count:
        raise ValueError(f"{len(graph.value)} values for {count} nodes")
    for pointers, options in ((graph.left_ptr, graph.left), (graph.right_ptr, graph.right)):
        if len(pointers) != count + 1 or pointers[0] != 0 or pointers[-1] != len(options):
            raise ValueError(f"pointers do not span the options of {count} nodes")
        if (np.diff(pointers) < 0).any():
            raise ValueError("pointers must not fall")
        if len(options) and not 0 <= int(options.min()) <= int(options.max()) < count:
            raise ValueError(f"an option is none of the {count} nodes")


def _csr(lists: list[list[int]]) -> tuple[Array, Array]:
    pointers = np.zeros(len(lists) + 1, np.int64)
    np.cumsum([len(each) for each in lists], out=pointers[1:])
    return pointers, np.array([option for each in lists for option in each], np.int32)


def _empty_walls(count: int) -> Walls:
    return Walls(
        np.empty(POOL_PER_NODE * count + 1, np.int64),
        np.zeros((2, count), np.int64),
        np.zeros((2, count), np.int32),
        np.zeros((2, count), np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.full(count, walls.UNSEEN, np.uint8),
    )


def _run(result: BulkThermographs, order: Array) -> None:
    """Let the kernel fill the walls, with larger buffers as often as it asks for them."""
    settings = np.zeros(walls.SETTINGS, np.int64)
    settings[walls.FLOOR] = result.floor * result.scale
    settings[walls.SCALE] = result.scale
    settings[walls.COLD] = walls.STANDING if result.standing else walls.SIMPLEST
    settings[walls.USED] = 1
    result.walls.pool[0] = settings[walls.FLOOR]
    scratch = np.empty((4, SCRATCH), np.int64)
    while True:
        status = walls.build_walls(result.graph, order, result.walls, scratch, settings)
        if status == walls.DONE:
            return
        if status == walls.DISORDER:
            raise ValueError("the order does not put options before their parents")
        if status == walls.SCRATCH_FULL:
            scratch = np.empty((4, 2 * scratch.shape[1]), np.int64)
        else:
            pool = np.empty(2 * len(result.walls.pool), np.int64)
            pool[: len(result.walls.pool)] = result.walls.pool
            result.walls = result.walls._replace(pool=pool)


def _is_cold(left: Trajectory, right: Trajectory) -> bool:
    return left.points[0][0] <= right.points[0][0]
