"""The board as kernels see it: one flat int32 vector. This module alone knows where things stand.

    header | one value per point, field by field | Zobrist keys | scratch | journal

Fields of chains (LIBERTIES to SIZE) are valid at the chain's head only; CHAIN leads there from any
of its stones, NEXT runs around them. Liberties are *pseudo-liberties*: an empty point counts once
for every stone of the chain beside it. Their number n, their sum and the sum of their squares tell
without a walk whether all of them are the same point: n * squares == sum * sum. Number and sum
share a word, which saves a store for each neighbour of each move.

A light vector ends before the scratch: enough to play, not to undo or to read tactics.
"""

from typing import Final

from gtpengine.board.points import GRID_LEN, MAX_SIZE

# Header.
WIDTH: Final = 0
HEIGHT: Final = 1
LIMIT: Final = 2  # one more than the highest index that belongs to the board or its frame
KO_POINT: Final = 3  # where KO_COLOUR may not play now, or NO_POINT
KO_COLOUR: Final = 4
PRISONERS: Final = 5  # + colour: stones that this colour has captured
HASH_LOW: Final = 8
HASH_HIGH: Final = 9
EMPTY_COUNT: Final = 10
RANDOM_LOW: Final = 11  # 48 bits of generator state in two halves
RANDOM_HIGH: Final = 12
JOURNAL_TOP: Final = 13  # entries in the journal
JOURNAL_SIZE: Final = 14  # entries that it has room for
SUICIDE_ALLOWED: Final = 15
HEADER_LEN: Final = 16

# One value per point.
COLOUR: Final = HEADER_LEN
CHAIN: Final = COLOUR + GRID_LEN  # head of the stone's chain
NEXT: Final = CHAIN + GRID_LEN  # next stone of the chain, in a ring
LIBERTIES: Final = NEXT + GRID_LEN  # of a head: number << LIBERTY_BITS | sum
LIBERTY_SQUARES: Final = LIBERTIES + GRID_LEN
SIZE: Final = LIBERTY_SQUARES + GRID_LEN  # of a head: stones
AROUND: Final = SIZE + GRID_LEN  # counts of the four sides, packed: see AROUND_*
PLACE: Final = AROUND + GRID_LEN  # of an empty point: its index in EMPTIES
EMPTIES: Final = PLACE + GRID_LEN  # the empty points, EMPTY_COUNT of them, in no order
FIELDS_END: Final = EMPTIES + GRID_LEN

# AROUND packs how many sides are empty, black and white; an edge counts as black and white.
AROUND_BLACK_SHIFT: Final = 4
AROUND_WHITE_SHIFT: Final = 8
AROUND_EMPTY: Final = 1
AROUND_BLACK: Final = 1 << AROUND_BLACK_SHIFT
AROUND_WHITE: Final = 1 << AROUND_WHITE_SHIFT
AROUND_MASK: Final = 15

# A chain has at most 1200 pseudo-liberties (each edge of 25x25 once), so both parts fit a word.
LIBERTY_BITS: Final = 20
LIBERTY_ONE: Final = 1 << LIBERTY_BITS

# Zobrist keys, low and high halves: ZOBRIST + GRID_LEN * (2 * (colour - 1) + half) + point.
ZOBRIST: Final = FIELDS_END
LIGHT_LEN: Final = ZOBRIST + 4 * GRID_LEN

# Scratch: no part of the position, not restored by undo.
STAMP: Final = LIGHT_LEN  # the newest mark
NODES: Final = LIGHT_LEN + 1  # nodes of the present search
NODE_CAP: Final = LIGHT_LEN + 2
KEEP: Final = LIGHT_LEN + 3  # liberties that the hunted chain may have on its own turn
KO_MASTER: Final = LIGHT_LEN + 4  # the colour that may ignore ko bans in the present search
KO_MET: Final = LIGHT_LEN + 5  # whether a ban forbade or would have forbidden a move
BEST_MOVE: Final = LIGHT_LEN + 6  # the move that decided the root
MARK: Final = LIGHT_LEN + 8  # a point is marked when it holds STAMP
DEPTH_CAP: Final = 160  # of a tactical search; a ladder across 25x25 takes about 100
ZONE: Final = MARK + GRID_LEN  # two sets of points per depth, one word per row
ZONE_LEN: Final = MAX_SIZE + 2
CANDIDATES: Final = ZONE + 2 * (DEPTH_CAP + 1) * ZONE_LEN  # points per depth
CANDIDATES_LEN: Final = 64
SCRATCH_END: Final = CANDIDATES + (DEPTH_CAP + 1) * CANDIDATES_LEN

# Journal: pairs of an index and what it held; play writes it, undo reads it backwards.
JOURNAL: Final = SCRATCH_END
JOURNAL_MOST_PER_MOVE: Final = 1 << 14  # a move that captures nearly all of 25x25 stays below
JOURNAL_ROOM: Final = 1 << 16
FULL_LEN: Final = JOURNAL + 2 * JOURNAL_ROOM
