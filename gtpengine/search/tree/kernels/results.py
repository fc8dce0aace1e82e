"""What the end of a line is worth, and the nodes that are told of it."""

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import STRIDE
from gtpengine.jit import inlined, outlined
from gtpengine.search.tree.kernels.types import (
    COUNT_BITS,
    COUNT_MASK,
    GAMES,
    SCORE_SCALE,
    SCORE_SQUARES,
    SCORE_SUM,
    SCORE_WEIGHT,
    TO_MOVE,
    VALUE_SQUARES,
    VALUE_SUM,
)


@inlined
def value_of(scene, lead, won, centre):
    """Return what a result is worth to Black: chance to win and points, see the settings."""
    points = min(1.0, max(-1.0, (lead - centre) / scene.numbers[SCORE_SCALE]))
    weight = scene.numbers[SCORE_WEIGHT]
    return (1.0 - weight) * won + weight * (0.5 + 0.5 * points)


@outlined
def back_up(tree, scene, worker, depth, lead, value, won):
    """Add a finished game to the nodes of the path and to the AMAF values of their children."""
    amaf = worker.amaf
    colour = scene.words[TO_MOVE]
    if depth & 1:
        colour = BLACK + WHITE - colour
    level = depth
    while level >= 0:
        # `colour` moves at this node; the other one has moved into it.
        node = worker.path[level]
        mine = value if colour == BLACK else 1.0 - value
        tree.value[node] += 1.0 - mine
        tree.score[node] += lead
        tree.wins[node] += won
        packed = tree.children[node]
        if packed:
            if level < depth:
                move = tree.move[worker.path[level + 1]]
                if move >= STRIDE:
                    amaf[move] = colour
            first = packed >> COUNT_BITS
            for child in range(first, first + (packed & COUNT_MASK)):
                if amaf[tree.move[child]] == colour:
                    tree.rave_visits[child] += 1
                    tree.rave_value[child] += mine
        colour = BLACK + WHITE - colour
        level -= 1


@inlined
def note_result(totals, lead, value):
    """Add a finished game to a worker's totals."""
    totals[GAMES] += 1
    totals[SCORE_SUM] += lead
    totals[SCORE_SQUARES] += lead * lead
    totals[VALUE_SUM] += value
    totals[VALUE_SQUARES] += value * value
