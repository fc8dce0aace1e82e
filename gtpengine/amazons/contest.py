"""Contests between two players of sums of Amazons boards, as in the TDS paper's last experiment.

Each board has one amazon of each player and three arrows on random squares. The score of a game is
how many moves the winner can still make when the loser has none left; it is counted as soon as all
boards are numbers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Protocol

from gtpengine.amazons.board import AmazonsPosition, square_of
from gtpengine.amazons.game import AmazonsGame
from gtpengine.search.tds.budget import Budget
from gtpengine.search.tds.globalsearch import NUMBER, GlobalSearch, SumMove
from gtpengine.search.tds.hotstrat import HotstratTds
from gtpengine.search.tds.pool import LEFT, TERMINAL

ARROWS = 3
FIRST_NODES = 1 << 20  # room that need not be copied
POOL_NODES = 2_000_000  # a player forgets what it knows when its pool is larger


def random_board(size: int, random: Random) -> AmazonsPosition:
    """Return a board of size x size with one amazon each and three arrows."""
    squares = [1 << square_of(row, column) for row in range(size) for column in range(size)]
    taken = random.sample(squares, 2 + ARROWS)
    return AmazonsPosition(sum(squares) - sum(taken), taken[0], taken[1])


class Chooser(Protocol):
    """What chooses a move in a sum whose parts are nodes of its own pool."""

    def choose(self, parts: list[int], side: int, budget: Budget) -> SumMove:
        """Return the move."""


class _Global:
    def __init__(self, game: AmazonsGame) -> None:
        self.search = GlobalSearch(game.pool, game)

    def choose(self, parts: list[int], side: int, budget: Budget) -> SumMove:
        return self.search.choose(parts, side, budget).move


PLAYERS: dict[str, Callable[[AmazonsGame], Chooser]] = {
    "hotstrat-tds": lambda game: HotstratTds(game.pool, game),
    "alpha-beta": _Global,
}


class Player:
    """A named player with a pool of its own."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._forget()

    def choose(
        self, boards: list[AmazonsPosition], side: int, budget: Budget
    ) -> tuple[int, AmazonsPosition] | None:
        """Return which board to change and what it becomes; None is a move in one's own squares."""
        if len(self._game.pool) > POOL_NODES:
            self._forget()
        parts = [self._game.add(board) for board in boards]
        move = self._chooser.choose(parts, side, budget)
        if move.edge == NUMBER:
            return None
        return move.part, self._game.position(int(self._game.pool.arrays.target[move.edge]))

    def _forget(self) -> None:
        self._game = AmazonsGame(FIRST_NODES)
        self._chooser = PLAYERS[self.name](self._game)


@dataclass(frozen=True, slots=True)
class Contest:
    """A finished game: who won, how many moves the winner had left, how long it took."""

    left_won: bool
    margin: int
    moves: int


def play(
    boards: list[AmazonsPosition],
    left: Player,
    right: Player,
    first: int,
    budget: Callable[[], Budget],
) -> Contest:
    """Play a sum to its end; `budget` is asked before every move."""
    boards = list(boards)
    side = first
    paid = 0  # moves in own squares, Left's minus Right's
    moves = 0
    refusals = 0
    judge = AmazonsGame()
    while True:
        nodes = [judge.add(board) for board in boards]
        for node in nodes:
            judge.expand(node)
        states = judge.pool.arrays.state
        if refusals == 2 or all(states[node] == TERMINAL for node in nodes):
            numbers = [judge.pool.value_of(node) for node in nodes if states[node] == TERMINAL]
            total = int(sum(numbers, Fraction(0))) - paid
            return Contest(*_result(total, side), moves)
        chosen = (left if side == LEFT else right).choose(boards, side, budget())
        if chosen is None:
            paid += 1 if side == LEFT else -1
            refusals += 1
        else:
            boards[chosen[0]] = chosen[1]
            refusals = 0
        moves += 1
        side = 1 - side


def _result(total: int, to_move: int) -> tuple[bool, int]:
    """Return whether Left wins the number `total` with `to_move` first, and the moves left over.

    The first player spends one move more before the other is stuck; at 0 he is stuck himself.
    """
    if to_move == LEFT:
        return (True, total - 1) if total > 0 else (False, -total)
    return (False, -total - 1) if total < 0 else (True, total)
