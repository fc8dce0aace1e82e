"""Random boards for the tests of this package, from a seed."""

import random

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE, Rules


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
