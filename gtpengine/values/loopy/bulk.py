"""Ko thermographs of large graphs: arrays in, arrays out, the work done by kernels.

The kernels know one scale. What cannot be expressed on it comes back as FAILED, with all that needs
it, and is left to the slow solver, which takes over what is known.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gtpengine.values.kernels import ko
from gtpengine.values.kernels.ko import KoGame
from gtpengine.values.kernels.ko_solver import DONE, solve
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.loopy.solver import Known
from gtpengine.values.loopy.unrolling import Unrolled
from gtpengine.values.loopy.walls import Wall

LONGEST = 128  # pieces of a wall
SPACE = 16  # pieces per unit to start with; more is taken where that was too little
LARGEST = 2**48  # of scaled numbers at the start; sums and slopes make them larger

Array = NDArray[np.int64]


class KoArrays(NamedTuple):
    """A graph as the kernels want it, without loops of one player; see kernels/ko.py for rows."""

    nodes: Array
    edges: Array


@dataclass(slots=True)
class BulkWalls:
    """What the kernels found: a state per unit, nodes first, and the walls of those EXACT."""

    game: KoGame

    @property
    def state(self) -> Array:
        """EXACT, BOUNDS, FAILED or BARRED (kernels/ko.py) of every unit, nodes first."""
        return self._row(ko.STATE)

    @property
    def failed(self) -> bool:
        """Whether the scale was too coarse for some unit."""
        return bool((self.state == ko.FAILED).any())

    def exact(self, unit: int) -> Known | None:
        """Return the walls of a unit, None unless they are exact."""
        if self.game.units[ko.STATE, unit] != ko.EXACT:
            return None
        return Known(self._wall(unit, 0), self._wall(unit, 1))

    def masts(self) -> tuple[Array, Array]:
        """Return mast value and temperature of every unit, scaled; only good where EXACT."""
        left, right = (
            self._row(ko.AT + slot) + np.maximum(self._row(ko.LENGTH + slot), 1) - 1
            for slot in range(2)
        )
        pool: Array = self.game.pool
        return pool[1, left], np.maximum(pool[0, left], pool[0, right])

    def copied_to(self, rows: Array) -> Array:
        """Enter the exact walls of nodes into `rows`, as many as it has columns; return pieces."""
        own: Array = self.game.units[:, : rows.shape[1]]
        exact = own[ko.STATE] == ko.EXACT
        rows[ko.STATE, exact] = ko.EXACT
        for row in (ko.AT, ko.LENGTH, ko.ROOM):
            for slot in range(2):
                rows[row + slot, exact] = own[row + slot, exact]
        pool: Array = self.game.pool
        return pool[:, : int(self.game.settings[ko.USED])]

    def _row(self, row: int) -> Array:
        found: Array = self.game.units[row]
        return found

    def _wall(self, unit: int, slot: int) -> Wall | None:
        size = int(self.game.units[ko.LENGTH + slot, unit])
        start = int(self.game.units[ko.AT + slot, unit])
        pieces = self.game.pool[:, start : start + size].T.tolist()
        return tuple((t, value, slope) for t, value, slope in pieces) or None


def solve_bulk(
    graph: KoArrays,
    komaster: Komaster | None,
    given: "Sequence[Known | None] | BulkWalls",
    *,
    scale: int,
    bottom: int,
    barred: Collection[int] = (),
    standing: bool = False,
) -> BulkWalls:
    """Return the walls of all nodes and ko captures of `graph`.

    Args:
        graph: the positions.
        komaster: whose captures block the answer; None: nothing is ever blocked.
        given: the walls of nodes that need no solving, terminals first of all; or what was found
            for the same graph, scale and bottom under another rule, exact walls of which stay.
        scale: numbers are in units of 1/scale.
        bottom: the temperature at which walls start, scaled.
        barred: nodes that get no value.
        standing: whether a position in which nobody wants to move at the bottom is worth what its
            row STANDS says; otherwise the simplest number that fits.
    """
    settings = np.zeros(ko.SETTINGS, np.int64)
    count = settings[ko.COUNT] = graph.nodes.shape[1] - 1
    settings[ko.FORCED] = komaster is not Komaster.NONE
    settings[ko.BLACK_BLOCKS] = komaster in (Komaster.BLACK, Komaster.NONE)
    settings[ko.WHITE_BLOCKS] = komaster in (Komaster.WHITE, Komaster.NONE)
    settings[ko.BOTTOM], settings[ko.SCALE], settings[ko.STANDING] = bottom, scale, standing
    blocks = np.empty((4, graph.edges.shape[1]), np.int64)
    nothing = np.empty((3, 0), np.int64)
    buffers = np.empty((ko.BUFFERS, 3, LONGEST), np.int64)
    edges = graph.edges.copy()
    game = KoGame(graph.nodes, edges, blocks, nothing, nothing, buffers, settings)
    settings[ko.BLOCKS] = ko.find_captures(game)
    units = int(count + settings[ko.BLOCKS])
    pieces = SPACE * units + LONGEST
    while True:
        rows = np.zeros((ko.UNIT_ROWS, units), np.int64)
        rows[ko.NUMBER] = -1
        if isinstance(given, BulkWalls):
            walls = given.copied_to(rows[:, :count])
        else:
            walls = _listed(given, rows)
        rows[ko.STATE, np.array(sorted(barred), np.int64)] = ko.BARRED
        pool = np.empty((3, pieces + walls.shape[1]), np.int64)
        pool[:, : walls.shape[1]] = walls
        settings[ko.USED] = walls.shape[1]
        game = game._replace(units=rows, pool=pool)
        if solve(game) == DONE:
            return BulkWalls(game)
        pieces *= 4


def _listed(given: Sequence[Known | None], rows: Array) -> Array:
    """Enter the walls that are given into `rows`; return their pieces."""
    known = [(node, walls) for node, walls in enumerate(given) if walls is not None]
    nodes = np.array([node for node, _ in known], np.int64)
    rows[ko.STATE, nodes] = ko.EXACT
    sizes = np.array([[len(wall or ()) for wall in walls] for _, walls in known], np.int64)
    sizes = sizes.reshape(-1, 2)
    starts = (np.cumsum(sizes) - sizes.reshape(-1)).reshape(-1, 2)
    for slot in range(2):
        rows[ko.AT + slot, nodes] = starts[:, slot]
        rows[ko.LENGTH + slot, nodes] = rows[ko.ROOM + slot, nodes] = sizes[:, slot]
    flat = [piece for _, walls in known for wall in walls for piece in wall or ()]
    return np.array(flat, np.int64).reshape(-1, 3).T


def fits(graph: KoArrays, given: Sequence[Known | None]) -> bool:
    """Return whether all numbers leave the kernels room to work with."""
    offsets = np.abs(graph.edges[ko.OFFSET]).max(initial=0)
    values = (abs(piece[1]) for known in given if known for wall in known for piece in wall or ())
    return max(values, default=0) < LARGEST and offsets < LARGEST


def to_arrays(unrolled: Unrolled, scale: int) -> KoArrays:
    """Return a graph as the kernels want it.  Pre: scale is a multiple of `common_scale`."""
    nodes = unrolled.graph.nodes
    rows: Any = np.zeros((4, len(nodes) + 1), np.int64)
    sides = [[node.left for node in nodes], [node.right for node in nodes]]
    flat = [option for side in sides for row in side for option in row]
    rows[ko.LEFT, 1:] = np.cumsum([len(row) for row in sides[0]])
    rows[ko.RIGHT, 1:] = np.cumsum([len(row) for row in sides[1]])
    rows[ko.RIGHT] += rows[ko.LEFT, -1]
    rows[ko.ORIGIN, :-1] = unrolled.origin
    edges = np.zeros((3, len(flat)), np.int64)
    edges[ko.TARGET] = [option.node for option in flat]
    # Most offsets are zero, and a product of fractions is slow.
    edges[ko.OFFSET] = [int(o.offset * scale) if o.offset else 0 for o in flat]
    return KoArrays(rows, edges)
