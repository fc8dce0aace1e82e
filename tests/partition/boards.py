"""Random boards for the tests of this package, from a seed."""

import random

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE, Rules
from tests.oracles.attacker_alone import chain


def played_out(
    rng: random.Random, width: int, height: int, empties: int, rules: Rules = JAPANESE
) -> Position:
    """Return a legal position of a random game that fills the board to about `empties` points."""
    position = Position(width, height, rules)
    colour = BLACK
    for _ in range(width * height * 3):
        free = [p for p in position.points() if position.colour_at(p) == 0]
        if len(free) <= empties:
            break
        moves = [
            p for p in free if not position.is_own_eye(colour, p) and position.is_legal(colour, p)
        ]
        if moves:
            position.play(colour, rng.choice(moves))
        colour = BLACK + WHITE - colour
    position.setup(to_move=BLACK)  # forget the history: a ban of the last move would mislead
    return position


def scattered(rng: random.Random, width: int, height: int) -> Position:
    """Return a full board with a few holes, one colour in clear majority; quick to make."""
    position = Position(width, height, JAPANESE)
    points = position.points()
    share = rng.uniform(0.55, 0.95)
    first = rng.choice((BLACK, WHITE))
    colours = {p: first if rng.random() < share else BLACK + WHITE - first for p in points}
    colours |= dict.fromkeys(rng.sample(points, rng.randint(3, max(4, len(points) // 4))), EMPTY)
    while True:
        for point in points:
            if colours[point] != EMPTY:
                stones, liberties = chain(colours, point)
                if not liberties:
                    colours |= dict.fromkeys(stones, EMPTY)
                    break
        else:
            break
    position.setup(
        [p for p in points if colours[p] == BLACK], [p for p in points if colours[p] == WHITE]
    )
    return position
