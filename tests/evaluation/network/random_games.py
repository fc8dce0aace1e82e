"""Positions after random moves, for tests of the network."""

import random

from gtpengine.board.points import NO_POINT, PASS
from gtpengine.board.position import Position

TRIES = 40


def random_game(width, height, moves, seed):
    """A position after so many random moves, some of them passes, and its last two moves."""
    generator = random.Random(seed)
    position = Position(width, height)
    played = [NO_POINT, NO_POINT]
    for _ in range(moves):
        colour = position.to_move
        tries = (generator.choice(position.points()) for _ in range(TRIES))
        legal = (
            point
            for point in tries
            if position.is_legal(colour, point) and not position.is_own_eye(colour, point)
        )
        played.append(next(legal, PASS))
        position.play(colour, played[-1])
    return position, (played[-1], played[-2])
