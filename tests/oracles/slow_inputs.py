"""The network's input planes by definition: the plain position, a brute-force ladder."""

import math

from gtpengine.board.colours import EMPTY, opponent
from gtpengine.board.points import STRIDE, column_of, row_of
from gtpengine.evaluation.network import layout
from tests.oracles.slow_board import SlowBoard


def place_of(point):
    return row_of(point) - 1, column_of(point) - 1


def slow_state(position):
    stones = {
        place_of(point): position.colour_at(point)
        for point in position.points()
        if position.colour_at(point) != EMPTY
    }
    return frozenset(stones.items()), None


def is_laddered(position, stone, attacking, nodes=20_000):
    """Whether a ladder catches the chain, None when the brute force gives up."""
    board = SlowBoard(position.width, position.height)
    hunted = position.colour_at(stone)
    state = slow_state(position)
    return board.hunt(state, place_of(stone), attacking, 1, hunted, [nodes])


def slow_planes(position, colour, last, before_last, strengths, other_strengths, ladders=True):
    """A dictionary (plane, point) -> value of what is not 0; strengths are gammas by point.

    Where the brute force cannot tell, the value of a ladder plane is None.
    """
    other = opponent(colour)
    found = {}
    for point in position.points():
        row, column = place_of(point)
        found[layout.BOARD, point] = 1
        line = min(row, column, position.height - 1 - row, position.width - 1 - column)
        if line < 3:
            found[layout.LINES + line, point] = 1
        if position.colour_at(point) != EMPTY:
            continue
        if position.is_ko_recapture(colour, point):
            found[layout.KO, point] = 1
        for player, legal, eye in (
            (colour, layout.LEGAL, layout.OWN_EYE),
            (other, layout.OTHER_LEGAL, layout.OTHER_EYE),
        ):
            if position.is_legal(player, point):
                found[legal, point] = 1
            if position.is_own_eye(player, point):
                found[eye, point] = 1
    for chain in position.chains():
        own = chain.colour == colour
        count = len(chain.liberties)
        caught = 0
        if count <= 2 and ladders:
            caught = is_laddered(position, min(chain.stones), count - 1)
        for stone in chain.stones:
            found[layout.OWN if own else layout.OTHER, stone] = 1
            if count <= 3:
                first = layout.OWN_LIBERTIES if own else layout.OTHER_LIBERTIES
                found[first + count - 1, stone] = 1
            if caught != 0:
                found[layout.OWN_CAUGHT if own else layout.OTHER_CAUGHT, stone] = caught
    if last >= STRIDE:
        found[layout.LAST, last] = 1
    if before_last >= STRIDE:
        found[layout.BEFORE_LAST, before_last] = 1
    for plane, gammas in (
        (layout.STRENGTH, strengths),
        (layout.OTHER_STRENGTH, other_strengths),
    ):
        total = sum(float(gammas[point]) for point in position.points())
        for point in position.points():
            chance = float(gammas[point]) / total if total else 0.0
            logarithm = max(math.log(chance), layout.STRENGTH_LEAST) if chance else None
            if logarithm is None:
                logarithm = layout.STRENGTH_LEAST
            found[plane, point] = (logarithm - layout.STRENGTH_MEAN) / layout.STRENGTH_SCALE
    return found
