"""The small games of Go endgames: star, nimbers, ups and downs."""

from gtpengine.values.games import Game, add, from_options, number

ZERO = number(0)
STAR = from_options([ZERO], [ZERO])
UP = from_options([ZERO], [STAR])
DOWN = from_options([STAR], [ZERO])


def nimber(size: int) -> Game:
    """Return the game whose options, for both, are all smaller nimbers."""
    smaller = [ZERO]
    for _ in range(size):
        smaller.append(from_options(smaller, smaller))
    return smaller[-1]


def ups(count: int) -> Game:
    """Return `count` times up; a negative count is downs."""
    step = UP if count > 0 else DOWN
    total = ZERO
    for _ in range(abs(count)):
        total = add(total, step)
    return total
