"""The arrays that the search works on: a pool of nodes, the scene at the root, a worker's batch."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from gtpengine.board.layout import FULL_LEN, LIGHT_LEN
from gtpengine.board.points import GRID_LEN
from gtpengine.search.local.kernels.tracking import MOST_REGIONS, TABLES, Tables

COUNT_BITS = 12
COUNT_MASK = (1 << COUNT_BITS) - 1
MOST_DEPTH = 400  # moves from the root
MOST_BATCH = 16  # leaves that are judged at once
FORBIDDEN = -1.0  # the prior of a move that superko does not allow
ENDED = -1  # in place of children: both players have passed

Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.int16]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]

# Places of the scene's words.
TO_MOVE, LAST, BEFORE_LAST, SUPERKO, MOST_MOVES, TERRITORY, CORRECTED = range(7)
WORDS = 7
# Places of the scene's numbers.
(
    KOMI,
    EXPLORATION,
    FIRST_SPREAD,
    LEAST_SPREAD,
    FIRST_PLAY_LOSS,
    SCORE_WEIGHT,
    SCORE_SCALE,
    ROLLOUT_SHARE,
    LEAST_PASS,
    MOST_PASS,
    TAX,
    REST_TEMPO,
    HINT_SHARE,
) = range(13)
NUMBERS = 13
# Places of a leaf's words.
L_NODE, L_DEPTH, L_COLOUR, L_LAST, L_BEFORE_LAST, L_PLAYED, L_ENDED = range(7)
LEAF_WORDS = 7
# Places of a worker's room in the pool.
NEXT_NODE, END_NODE = range(2)
# Places of a worker's counts: leaves that were judged; regions that lines began with and how many
# of these were given up on the way.
JUDGED, FOLLOWED, BROKE = range(3)
COUNTS = 3
# Places of a worker's totals.
SPREADS, SQUARES = range(2)
TOTALS = 2


class Tree(NamedTuple):
    """The pool of nodes, one array per field; sums are over visits, all for Black."""

    move: Shorts
    prior: Floats
    visits: Ints
    pending: Ints  # visits whose leaves are not judged yet
    value: Doubles
    squares: Doubles  # of values
    lead: Doubles
    wins: Doubles
    children: Longs  # the first one << COUNT_BITS | how many; 0: none yet; ENDED


class Scene(NamedTuple):
    """What all workers read: the root position and the settings in numbers."""

    board: Ints  # the root as a full vector
    history: Longs  # hashes of the positions that may not come back, the root's last
    words: Longs
    numbers: Doubles
    flag: Longs  # not 0: stop
    weights: Floats  # of the playout policy
    scored: Bytes  # per point: whether it counts; all do
    tables: Tables  # of the regions at the root
    table_gammas: Floats  # what a move's place in the tables does to its prior, by class
    hints: npt.NDArray[np.float32]  # by side and point: what playouts would play first


class Worker(NamedTuple):
    """What one thread writes; arrays with a row for each leaf of a batch come last."""

    board: Ints
    hashes: Longs
    states: Ints  # by region: its node in the tables on the present line, or BROKEN
    gains: Floats  # by region: points for Black that moves have settled on the present line
    owners: Doubles  # per point: sum of what was expected over all leaves
    balance: Longs  # per point: scratch of playouts
    amaf: Ints  # scratch of playouts
    strengths: Floats  # scratch, per point
    points: Longs  # scratch
    room: Longs
    counts: Longs
    totals: Doubles
    leaves: npt.NDArray[np.int64]
    paths: npt.NDArray[np.int64]
    boards: npt.NDArray[np.int32]
    results: npt.NDArray[np.float64]  # area lead of the playout from each leaf
    held: npt.NDArray[np.int32]  # states of the regions
    held_gains: npt.NDArray[np.float32]


TREE = types.NamedTuple(
    (
        types.int16[::1],
        types.float32[::1],
        types.int32[::1],
        types.int32[::1],
        types.float64[::1],
        types.float64[::1],
        types.float64[::1],
        types.float64[::1],
        types.int64[::1],
    ),
    Tree,
)
SCENE = types.NamedTuple(
    (
        types.int32[::1],
        types.int64[::1],
        types.int64[::1],
        types.float64[::1],
        types.int64[::1],
        types.float32[::1],
        types.uint8[::1],
        TABLES,
        types.float32[::1],
        types.float32[:, ::1],
    ),
    Scene,
)
WORKER = types.NamedTuple(
    (
        types.int32[::1],
        types.int64[::1],
        types.int32[::1],
        types.float32[::1],
        types.float64[::1],
        types.int64[::1],
        types.int32[::1],
        types.float32[::1],
        types.int64[::1],
        types.int64[::1],
        types.int64[::1],
        types.float64[::1],
        types.int64[:, ::1],
        types.int64[:, ::1],
        types.int32[:, ::1],
        types.float64[::1],
        types.int32[:, ::1],
        types.float32[:, ::1],
    ),
    Worker,
)


def new_tree(nodes: int) -> Tree:
    """Return a pool with room for so many nodes; memory is taken only as it is used."""
    return Tree(
        np.empty(nodes, np.int16),
        np.empty(nodes, np.float32),
        np.empty(nodes, np.int32),
        np.empty(nodes, np.int32),
        np.empty(nodes, np.float64),
        np.empty(nodes, np.float64),
        np.empty(nodes, np.float64),
        np.empty(nodes, np.float64),
        np.empty(nodes, np.int64),
    )


def clear_root(tree: Tree) -> None:
    """Make node 0 a root without visits and children."""
    for values in tree:
        values[0] = 0


def new_worker(board: Ints) -> Worker:
    """Return the arrays of one thread; `board` is a full vector of its own."""
    assert len(board) == FULL_LEN
    return Worker(
        board,
        np.zeros(MOST_DEPTH + 1, np.int64),
        np.zeros(MOST_REGIONS, np.int32),
        np.zeros(MOST_REGIONS, np.float32),
        np.zeros(GRID_LEN, np.float64),
        np.zeros(GRID_LEN, np.int64),
        np.zeros(GRID_LEN, np.int32),
        np.zeros(GRID_LEN, np.float32),
        np.zeros(GRID_LEN, np.int64),
        np.zeros(2, np.int64),
        np.zeros(COUNTS, np.int64),
        np.zeros(TOTALS, np.float64),
        np.zeros((MOST_BATCH, LEAF_WORDS), np.int64),
        np.zeros((MOST_BATCH, MOST_DEPTH + 1), np.int64),
        # What lies around a board is never copied: it must be there from the start.
        np.stack([board[:LIGHT_LEN]] * MOST_BATCH),
        np.zeros(MOST_BATCH, np.float64),
        np.zeros((MOST_BATCH, MOST_REGIONS), np.int32),
        np.zeros((MOST_BATCH, MOST_REGIONS), np.float32),
    )
