"""Zobrist keys: 64 bits per stone; the hash of a position is the exclusive or over its stones."""

from gtpengine.board.points import GRID_LEN

_MASK = (1 << 64) - 1


def _mixed(seed: int) -> int:
    """Return the seed scattered over 64 bits (the finaliser known as splitmix64)."""
    seed = (seed * 0x9E3779B97F4A7C15) & _MASK
    seed = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    seed = ((seed ^ (seed >> 27)) * 0x94D049BB133111EB) & _MASK
    return seed ^ (seed >> 31)


# KEYS[colour][point]; the row of EMPTY stays 0, so a key may be taken of any point.
KEYS: tuple[tuple[int, ...], ...] = (
    (0,) * GRID_LEN,
    tuple(_mixed(2 * point + 1) for point in range(GRID_LEN)),
    tuple(_mixed(2 * point + 2) for point in range(GRID_LEN)),
)
