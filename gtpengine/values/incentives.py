"""Incentives: how much a move gains, and which moves in a sum can be forgotten because of it.

Left's incentive for G -> G^L is G^L - G, Right's for G -> G^R is G - G^R. In any sum, a move whose
incentive is at most that of another is never better than that other: incentive dominance.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gtpengine.values.games import Game, from_options, number
from gtpengine.values.numbers import number_options

LEFT, RIGHT = 1, -1


class SumMove(NamedTuple):
    """A move in a sum: the summand, the place of the option there, what it gains."""

    summand: int
    option: int
    incentive: Game


def incentives(game: Game, side: int) -> list[Game]:
    """Return the incentives of the moves of Left (1) or Right (-1), in the order of the options.

    A number offers the move of its canonical form, if it has one; its incentive is negative.
    """
    if game.number is not None:
        option = number_options(game.number)[0 if side == LEFT else 1]
        return [] if option is None else [number(side * (option - game.number))]
    if side == LEFT:
        return [option - game for option in game.left]
    return [game - option for option in game.right]


def undominated_moves(games: Sequence[Game], side: int) -> list[SumMove]:
    """Return the moves in a sum that incentive dominance leaves; of equal ones the first.

    If any summand is not a number, no move in a number is among them (number avoidance).
    """
    moves = [
        SumMove(summand, option, gain)
        for summand, game in enumerate(games)
        for option, gain in enumerate(incentives(game, side))
    ]
    kept: list[SumMove] = []
    for move in moves:
        if any(other.incentive >= move.incentive for other in kept):
            continue
        kept = [other for other in kept if not move.incentive >= other.incentive]
        kept.append(move)
    return kept


def sum_of_undominated_moves(games: Sequence[Game]) -> Game:
    """Return the sum as the game whose options are the undominated moves alone.

    It equals the plain sum: that is what makes the dominated moves superfluous.
    """
    total = number(0)
    for game in games:
        total = total + game
    left = [total + move.incentive for move in undominated_moves(games, LEFT)]
    right = [total - move.incentive for move in undominated_moves(games, RIGHT)]
    return from_options(left, right)
