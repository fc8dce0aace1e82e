"""Shapes: codes of the eight neighbours of a point, and their symmetries.

Two bits for each neighbour, in the order of NEIGHBOURS: 0 empty, 1 own, 2 the opponent's, 3 edge.
Four more bits, for the sides, say whether the chain there is in atari. "Own" means the player whose
move is judged, so that colours need no tables of their own.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from gtpengine.board.points import CORNERS, SIDES

Codes = npt.NDArray[np.int64]

NEIGHBOURS: Final = (*SIDES, *CORNERS)  # south west east north, SW SE NW NE
SHAPE_BITS: Final = 16
ATARI_BITS: Final = 4
ATARI_SHAPE_COUNT: Final = 1 << (SHAPE_BITS + ATARI_BITS)

# Where each neighbour goes: a quarter turn, and the reflection that swaps west and east.
_TURN = (2, 0, 3, 1, 5, 7, 4, 6)
_MIRROR = (0, 2, 1, 3, 5, 4, 7, 6)


def moved(codes: Codes, places: tuple[int, ...]) -> Codes:
    """Return the codes with neighbour i standing at places[i], atari bits included."""
    result = np.zeros_like(codes)
    for old, new in enumerate(places):
        result |= (codes >> (2 * old) & 3) << (2 * new)
    for old, new in enumerate(places[:ATARI_BITS]):
        result |= (codes >> (SHAPE_BITS + old) & 1) << (SHAPE_BITS + new)
    return result


def symmetries(codes: Codes) -> Codes:
    """Return an array with eight rows: the codes under every rotation and reflection."""
    rows = [codes]
    for _ in range(3):
        rows.append(moved(rows[-1], _TURN))
    rows += [moved(row, _MIRROR) for row in rows[:4]]
    return np.stack(rows)


def canonical(codes: Codes) -> Codes:
    """Return for each code the smallest of its eight forms."""
    return np.asarray(symmetries(codes).min(axis=0))


def swapped(codes: Codes) -> Codes:
    """Return the codes as the other player sees them."""
    low = codes & 0x5555
    high = codes & 0xAAAA
    return np.asarray(codes & ~0xFFFF | low << 1 | high >> 1)
