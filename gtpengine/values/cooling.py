"""Cooling, chilling and warming of games, and what Go needs of them (Wu, sections 4 and 5).

Cooling by t taxes every move with t until the game stops at its mean. Chilling is cooling by one
for games that end in integers, as Go positions do; warming undoes it up to a star, which the parity
of the position decides.
"""

from collections.abc import Iterable
from fractions import Fraction

from gtpengine.values.games import Game, add, from_options, number, subgames
from gtpengine.values.infinitesimals import STAR
from gtpengine.values.numbers import number_options
from gtpengine.values.thermograph import game_thermograph


def cooled(game: Game, t: int | Fraction) -> Game:
    """Return the game cooled by `t`: G_t = {G^L_t - t | G^R_t + t}, and its mean above its heat.

    Raises:
        ValueError: t is negative.
    """
    if t < 0:
        raise ValueError(f"cooling by {t}: the tax cannot be negative")
    done: dict[Game, Game] = {}
    for each in subgames(game):
        if each.number is not None:
            done[each] = each
        elif t > game_thermograph(each).temperature:
            done[each] = number(game_thermograph(each).mean)
        else:
            done[each] = from_options(
                _added((done[option] for option in each.left), -t),
                _added((done[option] for option in each.right), t),
            )
    return done[game]


def chilled(game: Game) -> Game:
    """Return f(G): n for the integer n and for n*, otherwise {f(G^L) - 1 | f(G^R) + 1}.

    Of a Go position without kos and sekis this is the game cooled by 1.

    Raises:
        ValueError: play ends in a number that is no integer.
    """
    done: dict[Game, Game] = {}
    for each in subgames(game):
        if each.number is not None:
            if each.number.denominator != 1:
                raise ValueError(f"chilling needs integers, not {each.number}")
            done[each] = each
        elif add(each, STAR).number is not None:
            done[each] = add(each, STAR)
        else:
            done[each] = from_options(
                _added((done[option] for option in each.left), -1),
                _added((done[option] for option in each.right), 1),
            )
    return done[game]


def warmed(game: Game) -> Game:
    """Return the warmed game: even integers stay, odd ones get a star, else {1 + L | -1 + R}.

    Raises:
        ValueError: the game contains a number that is not dyadic.
    """
    done: dict[Game, Game] = {}
    for each in subgames(game):
        if each.number is not None:
            done[each] = _warmed_number(each.number)
        else:
            done[each] = from_options(
                _added((done[option] for option in each.left), 1),
                _added((done[option] for option in each.right), -1),
            )
    return done[game]


def unchilled(chilled_game: Game, *, odd: bool) -> Game:
    """Return the Go position, of even or odd parity, that chills to `chilled_game`."""
    warm = warmed(chilled_game)
    return add(warm, STAR) if odd else warm


def corridor(length: int) -> Game:
    """Return Black's blocked corridor of `length` empty points, White being at its mouth.

    Length 1 is a star; each longer one is {length - 1 | the next shorter}.
    Pre: length >= 1.
    """
    game = STAR
    for points in range(1, length):
        game = from_options([number(points)], [game])
    return game


def _added(games: Iterable[Game], value: int | Fraction) -> list[Game]:
    return [add(game, number(value)) for game in games]


def _warmed_number(value: Fraction) -> Game:
    """Return a warmed number; fractions are warmed by their canonical options."""
    pending = [value]
    done: dict[Fraction, Game] = {}
    while pending:
        top = pending[-1]
        if top.denominator == 1:
            done[top] = add(number(top), STAR) if top.numerator % 2 else number(top)
        if top in done:
            pending.pop()
            continue
        low, high = number_options(top)
        assert low is not None
        assert high is not None
        missing = [each for each in (low, high) if each not in done]
        if missing:
            pending += missing
        else:
            done[top] = from_options(_added([done[low]], 1), _added([done[high]], -1))
    return done[value]
