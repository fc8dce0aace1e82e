"""Random boards for the tests of this package, from a seed."""

import random

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from tests.oracles.attacker_alone import chain


def scattered(rng: random.Random, width: int, height: int) -> Position:
    """Return a full board with a few holes, one colour in clear majority; quick to make."""
    position = Position(width, height, JAPANESE)
    points = position.points()
    share = rng.uniform(0.55, 0.95)
    first = rng.choice((BLACK, WHITE))
    colours = {p: first if rng.random() < share else BLACK + WHITE - first for p in points}
    colours |= dict.fromkeys(rng.sample(points, rng.randint(3, max(4, len(points) // 4))), EMPTY)
    changed = True
    while changed:
        changed = False
        done: set[int] = set()
        for point in points:
            if colours[point] == EMPTY or point in done:
                continue
            stones, liberties = chain(colours, point)
            done |= stones
            if not liberties:
                colours |= dict.fromkeys(stones, EMPTY)
                changed = True
    position.setup(
        [p for p in points if colours[p] == BLACK], [p for p in points if colours[p] == WHITE]
    )
    return position
