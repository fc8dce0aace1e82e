"""The tables of all regions of a position, in one pool and in the points of the board."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import GRID_LEN, NO_POINT
from gtpengine.board.position import Position
from gtpengine.localgame.key import Placement, RegionKey
from gtpengine.partition.region import Region
from gtpengine.search.local.kernels.tracking import (
    BROKEN,
    MOST_BORDER,
    MOST_REGIONS,
    NO_REGION,
    UNTRACKED,
    Floats,
    Ints,
    Shorts,
    Tables,
)
from gtpengine.search.local.table import NO_MOVE, LocalTable

MOST_NODES = 60_000  # of one region: those nearest to it; lines that go further are plain Go


class Placed(NamedTuple):
    """A table, the region that it is about, and how it lies on the board."""

    region: Region
    placement: Placement
    table: LocalTable


def single_table(
    region: Region, moves: Mapping[int, int | None], mean: float, heat: float
) -> Placed:
    """Return a table that knows a region's mean, how hot it is and each player's best move."""
    chosen = [moves[BLACK], moves[WHITE]]
    points = {bit: point for bit, point in enumerate(chosen) if point is not None}
    best = [bit if point is not None else NO_MOVE for bit, point in enumerate(chosen)]
    table = LocalTable(
        np.zeros(2, np.int32),
        np.zeros(2, np.int32),
        np.zeros(0, np.int32),
        np.zeros(0, np.int8),
        np.zeros(0, np.int16),
        np.array([mean], np.float32),
        np.array([max(heat, 0.0)], np.float32),
        np.array(best, np.int8),
        np.zeros(1, np.int32),
        0,
        exact=False,
    )
    return Placed(region, Placement(RegionKey(1, 1, b""), points, swapped=False), table)


def no_tables() -> Tables:
    """Return the tables of a board without any."""
    return _Pool().tables(np.full(GRID_LEN, NO_REGION, np.int16), [], [])


def tables_of(
    position: Position, placed: Sequence[Placed], untracked: Iterable[Region] = ()
) -> Tables:
    """Return the tables of a position's regions as kernels read them; the hottest come first.

    Regions beyond MOST_REGIONS are left out, and so are those under a ko ban: their states hang on
    who moves next, which a table's root does not know. `untracked` are regions without a table.
    """
    chosen = [each for each in placed if each.table.nodes and each.region.ko_point == NO_POINT]
    chosen.sort(key=lambda each: -float(each.table.heat[0]))
    region_at = np.full(GRID_LEN, NO_REGION, np.int16)
    for region in (*untracked, *(each.region for each in placed)):
        region_at[list(region.points)] = UNTRACKED
    pool = _Pool()
    roots: list[int] = []
    borders: list[Shorts] = []
    for number, each in enumerate(chosen[:MOST_REGIONS]):
        region_at[list(each.region.points)] = number
        roots.append(pool.nodes)
        pool.add(each)
        borders.append(_border(position, each.region))
    return pool.tables(region_at, roots, borders)


def _border(position: Position, region: Region) -> Shorts:
    """Return a stone of each chain around a region, the weakest first, NO_POINT behind them."""
    chains = {
        min(chain.stones): len(chain.liberties)
        for chain in (position.chain_at(point) for point, _ in region.border)
    }
    stones = sorted(chains, key=lambda stone: (chains[stone], stone))[:MOST_BORDER]
    found = np.full(MOST_BORDER, NO_POINT, np.int16)
    found[: len(stones)] = stones
    return found


class _Pool:
    """The arrays of all tables so far."""

    def __init__(self) -> None:
        self.nodes = 0
        self.settled: list[int] = []
        self.edges = 0
        self.first: list[Ints] = []
        self.degree: list[Ints] = []
        self.target: list[Ints] = []
        self.point: list[Shorts] = []
        self.gain: list[Shorts] = []
        self.mean: list[Floats] = []
        self.heat: list[Floats] = []
        self.best: list[Shorts] = []
        self.lift: list[Ints] = []

    def add(self, placed: Placed) -> None:
        """Append a table, turned to the board's colours and points."""
        table, placement = placed.table, placed.placement
        nodes = min(table.nodes, MOST_NODES)
        points = np.full(128, NO_POINT, np.int16)
        for bit, point in placement.points.items():
            points[bit] = point
        flip = placement.side(BLACK)  # the side of the key that is Black on the board
        rows = np.arange(2 * nodes) ^ flip
        target = table.target.astype(np.int32)
        self.first.append(table.first[rows] + self.edges)
        self.degree.append(table.degree[rows])
        self.target.append(np.where(target < nodes, target + self.nodes, BROKEN).astype(np.int32))
        self.point.append(points[table.bit])
        sign = -1 if placement.swapped else 1
        self.settled.append(sign * table.settled)
        self.gain.append((sign * table.gain).astype(np.int16))
        self.mean.append(sign * table.mean[:nodes])
        self.heat.append(table.heat[:nodes])
        best = table.best[rows]
        self.best.append(np.where(best == NO_MOVE, NO_POINT, points[best]).astype(np.int16))
        lift = table.lift[:nodes]
        # A table that ends before the lifted position keeps the ban: a line cannot break by itself.
        lift = np.where(lift < nodes, lift, np.arange(nodes))
        self.lift.append((lift + self.nodes).astype(np.int32))
        self.nodes += nodes
        self.edges += len(target)

    def tables(self, region_at: Shorts, roots: list[int], borders: list[Shorts]) -> Tables:
        """Return all of it as kernels want it."""
        return Tables(
            region_at,
            np.array(roots, np.int32),
            np.array(self.settled, np.float32),
            _joined(self.first, np.int32),
            _joined(self.degree, np.int32),
            _joined(self.target, np.int32),
            _joined(self.point, np.int16),
            _joined(self.gain, np.int16),
            _joined(self.mean, np.float32),
            _joined(self.heat, np.float32),
            _joined(self.best, np.int16),
            _joined(self.lift, np.int32),
            _joined(borders, np.int16),
            np.flatnonzero(region_at >= 0).astype(np.int16),
        )


def _joined(parts: Sequence[np.ndarray], kind: type) -> np.ndarray:
    return np.concatenate([np.empty(0, kind), *parts]).astype(kind, copy=False)
