"""What the kernels of the tree search work on: the pool of nodes, the scene, one worker's arrays.

A node is the position after its `move`. Its children stand side by side in the pool, best prior
first; `children` holds first << COUNT_BITS | count, 0 while there are none, and is stored last, so
that another thread sees either no children or all of them. Sums of results are Black's in `wins`
and `score`, those of the player who made the move in `value`, those of the same player in
`rave_value`. Visits are counted on the way down and results added on the way up: a playout that is
under way counts as lost, which keeps two threads apart.

What a network says of a node is asked for once, when the node has been visited often enough: it is
queued with its board, the kernel returns when the queue is full, and `absorb` gives the node its
priors and what the rest of the board counts, everything outside the regions that are tracked there.
From then on a line through that node is judged without stones: the rest and the sum of the regions'
means, as long as all moves since were tracked (`net_` fields, sums as above). Where a line comes to
a node by tracked moves alone the rest stays what it was: it has not changed, and a second judgement
would only add its noise.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from gtpengine.board.points import GRID_LEN
from gtpengine.search.local.kernels.tracking import MOST_REGIONS, TABLES, Tables

COUNT_BITS = 12
COUNT_MASK = (1 << COUNT_BITS) - 1
COUPON = 3  # a move that is no point: take the top coupon
MOST_DEPTH = 512  # moves from the root
FORBIDDEN = -1.0  # the prior of a move that superko does not allow

Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.int16]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]

# Places of the scene's words.
(
    TO_MOVE,
    ROOT,
    LAST,
    BEFORE_LAST,
    PASSES,
    LAYERS,
    SUPERKO,
    EXPAND_AT,
    MOST_MOVES,
    TERRITORY,
    ASK_AT,
    TRUST,
    CORRECTED,
    JUDGING,
    TOGETHER,
    FAVOURED,
) = range(16)
# Children of the root in words from FAVOURED on, -1 where there is none, and then how often each
# was visited only because somebody speaks for it.
MOST_FAVOURED = 4
FORCED = FAVOURED + MOST_FAVOURED
WORDS = FORCED + MOST_FAVOURED
# Places of the scene's numbers.
(
    KOMI,
    EXPLORATION,
    RAVE_EQUIVALENCE,
    PRIOR_GAMES,
    FIRST_PLAY_LOSS,
    WIDENING_BASE,
    WIDENING_GROWTH,
    OTHER_SHARE,
    SCORE_WEIGHT,
    SCORE_SCALE,
    LEAST_SPREAD,
    RAVE_WINDOW,
    NET_SHARE,
    NET_GAMES,
    PRIOR_POWER,
    NET_POWER,
    LEAST_HEAT,
    TAX,
    REST_TEMPO,
    DOUBT_SHARE,
    NET_SCORE_WEIGHT,
    NET_SCORE_SCALE,
    POLICY_POINTS,
    FAVOUR,
) = range(24)
# In numbers from FAVOUR on: the least share of the visits of each child from FAVOURED on.
NUMBERS = FAVOUR + MOST_FAVOURED
# Places of a worker's totals.
GAMES, SCORE_SUM, SCORE_SQUARES, VALUE_SUM, VALUE_SQUARES = range(5)
TOTALS = 8
# Places of a worker's room in the pool.
NEXT_NODE, END_NODE = range(2)
# Bits of what `asked` says of a node: it is queued; its rest is known; it has the network's priors.
QUEUED_UP, JUDGED, ADVISED = 1, 2, 4
QUEUE = 8  # nodes that a network is asked about at once
# Places of a queued node's words.
Q_NODE, Q_COLOUR, Q_LAST, Q_BEFORE_LAST, Q_DEPTH, Q_PLAYED = range(6)
# Places of what it inherits: rest and spread of the line so far, the share of a new judgement in
# them, and what the tracked regions count.
Q_REST, Q_SPREAD, Q_SHARE, Q_SUM = range(4)
# Places of a worker's counts: nodes in the queue; nodes that were judged; playouts that followed
# tables, regions that they began with, and how many of these were given up on the way.
QUEUED, ANSWERS, GUIDED, FOLLOWED, BROKE = range(5)
COUNTS = 5


class Tree(NamedTuple):
    """The pool of nodes, one array per field."""

    move: Shorts
    visits: Ints
    value: Doubles
    score: Doubles
    wins: Floats
    rave_visits: Ints
    rave_value: Doubles
    prior: Floats
    children: Longs
    asked: Bytes
    net_visits: Ints
    net_value: Doubles
    net_score: Doubles
    net_wins: Doubles
    rest: Floats  # Black's points outside the tracked regions, whoever is to move, if JUDGED
    spread: Floats  # the scale of the logistic distribution of results, if JUDGED


class Scene(NamedTuple):
    """What all workers read: the root position and the settings in numbers."""

    board: Ints  # the root as a full vector
    history: Longs  # hashes of the positions that may not come back, the root's last
    scored: Bytes  # per point: whether it counts
    words: Longs
    numbers: Doubles
    coupons: Doubles  # coupons[layer]: the top coupon; [layers + 1 + layer]: the stack's worth
    flag: Longs  # not 0: stop
    weights: Floats  # of the playout policy and the priors
    tables: Tables  # of the regions at the root
    table_gammas: Floats  # what a move's place in the tables adds to its prior, by class


class Worker(NamedTuple):
    """What one thread writes."""

    board: Ints
    path: Longs
    hashes: Longs
    amaf: Ints  # per point: who played there first in this playout
    balance: Longs  # per point: games Black owned it less those White did
    totals: Doubles
    room: Longs
    strengths: Floats  # scratch, per point
    points: Longs  # scratch
    states: Ints  # by region: its node in the tables on the present line, or BROKEN
    gains: Floats  # by region: points for Black that moves have settled on the present line
    values: Floats  # by region: what it counts at the leaf, or NOT_TRACKED
    tops: Floats  # by region: how hot it is there
    counts: Longs
    queue: npt.NDArray[np.int64]  # a row of words for each queued node,
    held: npt.NDArray[np.int32]  # its states,
    inherited: npt.NDArray[np.float64]  # what is known of its rest: see the Q_ places,
    boards: npt.NDArray[np.int32]  # its board
    paths: npt.NDArray[np.int64]  # and the way to it, the root first


TREE = types.NamedTuple(
    (
        types.int16[::1],
        types.int32[::1],
        types.float64[::1],
        types.float64[::1],
        types.float32[::1],
        types.int32[::1],
        types.float64[::1],
        types.float32[::1],
        types.int64[::1],
        types.uint8[::1],
        types.int32[::1],
        types.float64[::1],
        types.float64[::1],
        types.float64[::1],
        types.float32[::1],
        types.float32[::1],
    ),
    Tree,
)
SCENE = types.NamedTuple(
    (
        types.int32[::1],
        types.int64[::1],
        types.uint8[::1],
        types.int64[::1],
        types.float64[::1],
        types.float64[::1],
        types.int64[::1],
        types.float32[::1],
        TABLES,
        types.float32[::1],
    ),
    Scene,
)
WORKER = types.NamedTuple(
    (
        types.int32[::1],
        types.int64[::1],
        types.int64[::1],
        types.int32[::1],
        types.int64[::1],
        types.float64[::1],
        types.int64[::1],
        types.float32[::1],
        types.int64[::1],
        types.int32[::1],
        types.float32[::1],
        types.float32[::1],
        types.float32[::1],
        types.int64[::1],
        types.int64[:, ::1],
        types.int32[:, ::1],
        types.float64[:, ::1],
        types.int32[:, ::1],
        types.int64[:, ::1],
    ),
    Worker,
)


def new_tree(nodes: int) -> Tree:
    """Return a pool with room for so many nodes; memory is taken only as it is used."""
    return Tree(
        np.empty(nodes, np.int16),
        np.empty(nodes, np.int32),
        np.empty(nodes, np.float64),
        np.empty(nodes, np.float64),
        np.empty(nodes, np.float32),
        np.empty(nodes, np.int32),
        np.empty(nodes, np.float64),
        np.empty(nodes, np.float32),
        np.empty(nodes, np.int64),
        np.empty(nodes, np.uint8),
        np.empty(nodes, np.int32),
        np.empty(nodes, np.float64),
        np.empty(nodes, np.float64),
        np.empty(nodes, np.float64),
        np.empty(nodes, np.float32),
        np.empty(nodes, np.float32),
    )


def clear_root(tree: Tree) -> None:
    """Make node 0 a root without visits and children."""
    for values in tree:
        values[0] = 0


def new_worker(board: Ints) -> Worker:
    """Return the arrays of one thread; `board` is a full vector of its own."""
    return Worker(
        board,
        np.zeros(MOST_DEPTH + 1, np.int64),
        np.zeros(MOST_DEPTH + 1, np.int64),
        np.zeros(GRID_LEN, np.int32),
        np.zeros(GRID_LEN, np.int64),
        np.zeros(TOTALS, np.float64),
        np.zeros(2, np.int64),
        np.zeros(GRID_LEN, np.float32),
        np.zeros(GRID_LEN, np.int64),
        np.zeros(MOST_REGIONS, np.int32),
        np.zeros(MOST_REGIONS, np.float32),
        np.zeros(MOST_REGIONS, np.float32),
        np.zeros(MOST_REGIONS, np.float32),
        np.zeros(COUNTS, np.int64),
        np.zeros((QUEUE, 6), np.int64),
        np.zeros((QUEUE, MOST_REGIONS), np.int32),
        np.zeros((QUEUE, 4), np.float64),
        # What lies around a board is never copied: it must be there from the start.
        np.stack([board] * QUEUE),
        np.zeros((QUEUE, MOST_DEPTH + 1), np.int64),
    )
