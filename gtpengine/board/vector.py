"""Board vectors: what kernels play on, made from a position."""

from typing import Any

import numpy as np
import numpy.typing as npt

from gtpengine.board.colours import BLACK, WALL, WHITE
from gtpengine.board.kernels import moves
from gtpengine.board.layout import (
    COLOUR,
    FULL_LEN,
    HASH_HIGH,
    HASH_LOW,
    HEIGHT,
    JOURNAL_ROOM,
    JOURNAL_SIZE,
    KO_COLOUR,
    KO_POINT,
    LIGHT_LEN,
    PRISONERS,
    RANDOM_HIGH,
    RANDOM_LOW,
    SUICIDE_ALLOWED,
    WIDTH,
    ZOBRIST,
)
from gtpengine.board.points import GRID_LEN, NO_POINT
from gtpengine.board.position import Position
from gtpengine.board.zobrist import KEYS

Vector = npt.NDArray[np.int32]


def _key_halves() -> Vector:
    keys = np.array([KEYS[BLACK], KEYS[WHITE]], dtype=np.uint64)
    halves = np.stack([keys & np.uint64(0xFFFFFFFF), keys >> np.uint64(32)], axis=1)
    return halves.astype(np.uint32).view(np.int32).reshape(-1)


_ZOBRIST_FIELD = _key_halves()


def vector_of(position: Position) -> Vector:
    """Return a full vector of the position: play, undo and tactics work on it."""
    vector = np.zeros(FULL_LEN, dtype=np.int32)
    vector[ZOBRIST:LIGHT_LEN] = _ZOBRIST_FIELD
    vector[JOURNAL_SIZE] = JOURNAL_ROOM
    reload(vector, position)
    return vector


def reload(vector: Vector, position: Position) -> None:
    """Make an existing full vector show another position."""
    vector[WIDTH] = position.width
    vector[HEIGHT] = position.height
    vector[SUICIDE_ALLOWED] = position.rules.suicide
    vector[COLOUR : COLOUR + GRID_LEN] = [position.colour_at(point) for point in range(GRID_LEN)]
    moves.load(vector)
    for colour in (BLACK, WHITE):
        vector[PRISONERS + colour] = position.prisoners[colour]
        if position.ko_point != NO_POINT and position.is_ko_recapture(colour, position.ko_point):
            vector[KO_POINT] = position.ko_point
            vector[KO_COLOUR] = colour


def light_vector(seed: int) -> Vector:
    """Return an empty light vector for playouts, its random generator started from `seed`."""
    vector = np.zeros(LIGHT_LEN, dtype=np.int32)
    vector[ZOBRIST:LIGHT_LEN] = _ZOBRIST_FIELD
    vector[COLOUR : COLOUR + GRID_LEN] = WALL  # row 0 is never copied
    scattered = (seed * 0x9E3779B97F4A7C15 + 0x1234567) % (1 << 48)
    vector[RANDOM_LOW] = scattered & 0xFFFFFF
    vector[RANDOM_HIGH] = scattered >> 24
    return vector


def hash_of(vector: Vector) -> int:
    """Return the Zobrist hash, the same number as the position's."""
    low, high = (int(half) & 0xFFFFFFFF for half in (vector[HASH_LOW], vector[HASH_HIGH]))
    return high << 32 | low


def position_bytes(vector: Vector) -> bytes:
    """Return all that belongs to the position; scratch and journal contents are left out."""
    part: Any = vector[:LIGHT_LEN]
    return bytes(part.tobytes())
