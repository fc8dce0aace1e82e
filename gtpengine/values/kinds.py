"""What a move means at a temperature: sente, gote, reverse sente; and what kind of game it is.

A player's move is *sente* at temperature t if his best option is hotter than t: the opponent must
answer, and the scaffold stands upright. It is *gote* if nobody need answer: the scaffold leans. A
gote move that takes away the opponent's sente is *reverse sente*. Temperature ranges are closed.
"""

from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from gtpengine.values.graph import GameGraph, Option
from gtpengine.values.thermograph import Thermograph
from gtpengine.values.trajectory import Trajectory, where_at_least

LEFT, RIGHT = 1, -1


class Move(StrEnum):
    """What one player's best move is."""

    SENTE = "sente"
    GOTE = "gote"
    REVERSE_SENTE = "reverse sente"


class Kind(StrEnum):
    """What a game is. Left is Black."""

    NUMBER = "number"
    INFINITESIMAL = "infinitesimal"  # a number plus an infinitesimal
    GOTE = "gote"
    BLACK_SENTE = "Black sente"
    WHITE_SENTE = "White sente"
    DOUBLE_SENTE = "double sente"


class MoveRange(NamedTuple):
    """Temperatures at which a player may move here without loss, and what the move is."""

    low: Fraction
    high: Fraction
    move: Move


class KindRange(NamedTuple):
    """Temperatures below that of the game, and what it is there."""

    low: Fraction
    high: Fraction
    kind: Kind


def highest_play(thermograph: Thermograph, side: int) -> Fraction | None:
    """Return the highest temperature at which Left (1) or Right (-1) may move without loss.

    None: the player has no move, or every move loses.
    """
    own = thermograph.left_scaffold if side == LEFT else thermograph.right_scaffold
    if own is None:
        return None
    ranges = (
        where_at_least(own, thermograph.left)
        if side == LEFT
        else where_at_least(thermograph.right, own)
    )
    return ranges[-1][1] if ranges else None


def move_ranges(thermograph: Thermograph, side: int) -> list[MoveRange]:
    """Return what the moves of Left (1) or Right (-1) are, up to the highest play."""
    top = highest_play(thermograph, side)
    if top is None:
        return []
    own, other = thermograph.left_scaffold, thermograph.right_scaffold
    if side == RIGHT:
        own, other = other, own
    assert own is not None
    found: list[MoveRange] = []
    for low, high in _pieces(thermograph.floor, top, own, other):
        move = Move.SENTE
        if own.slope_above(low) != 0:
            # A leaning scaffold is playable only below the temperature, where the other is too.
            answered = other is not None and other.slope_above(low) == 0
            move = Move.REVERSE_SENTE if answered else Move.GOTE
        if found and found[-1].move == move:
            low = found.pop().low
        found.append(MoveRange(low, high, move))
    return found


def kinds(thermograph: Thermograph) -> list[KindRange]:
    """Return what the game is at each temperature below its own, from the floor upward."""
    left, right = thermograph.left_scaffold, thermograph.right_scaffold
    if left is None or right is None:
        return []
    found: list[KindRange] = []
    for low, high in _pieces(thermograph.floor, thermograph.temperature, left, right):
        kind = {
            (True, True): Kind.DOUBLE_SENTE,
            (True, False): Kind.BLACK_SENTE,
            (False, True): Kind.WHITE_SENTE,
            (False, False): Kind.GOTE,
        }[left.slope_above(low) == 0, right.slope_above(low) == 0]
        if found and found[-1].kind == kind:
            low = found.pop().low
        found.append(KindRange(low, high, kind))
    return found


def kind(thermograph: Thermograph) -> Kind:
    """Return what the game is just below its own temperature.

    Double sente is never the answer: it exists only at lower temperatures, see `kinds`.
    """
    if thermograph.is_number:
        return Kind.NUMBER
    if thermograph.temperature == 0:
        return Kind.INFINITESIMAL
    return kinds(thermograph)[-1].kind


def best_ranges(
    graph: GameGraph, found: list[Thermograph], node: int, side: int
) -> list[list[tuple[Fraction, Fraction | None]]]:
    """Return, for each option of `side` at `node`, where no other option is better.

    `found` are the thermographs of the graph, the ranges are closed, None is without end. Whether
    to move at all is another question: see `move_ranges`.
    """
    options = graph.nodes[node].left if side == LEFT else graph.nodes[node].right
    own = found[node].left_scaffold if side == LEFT else found[node].right_scaffold
    if own is None:
        return [[] for _ in options]
    lines = [_after_move(found, option, side).from_floor(own.floor) for option in options]
    if side == LEFT:
        return [where_at_least(line, own) for line in lines]
    return [where_at_least(own, line) for line in lines]


def best_options(
    graph: GameGraph, found: list[Thermograph], node: int, side: int, t: int | Fraction
) -> list[int]:
    """Return the places, among the options of `side`, of those that are best at temperature t."""
    return [
        place
        for place, ranges in enumerate(best_ranges(graph, found, node, side))
        if any(low <= t and (high is None or t <= high) for low, high in ranges)
    ]


def _after_move(found: list[Thermograph], option: Option, side: int) -> Trajectory:
    """Return what a move to `option` brings, its tax paid."""
    after = found[option.node]
    wall = after.right.tilted(-1) if side == LEFT else after.left.tilted(1)
    return wall.shifted(option.offset)


def _pieces(
    low: Fraction, high: Fraction, first: Trajectory, second: Trajectory | None
) -> list[tuple[Fraction, Fraction]]:
    """Return the ranges between `low` and `high` in which neither function has a corner."""
    corners = first.points + (second.points if second is not None else ())
    cuts = sorted({low, high, *(t for _, t in corners if low < t < high)})
    return list(pairwise(cuts))
