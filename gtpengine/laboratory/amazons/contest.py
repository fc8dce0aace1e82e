"""Contests between two players of sums of Amazons boards, as in the TDS paper's last experiment.

Each board has one amazon of each player and three arrows on random squares. The score of a game is
how many moves the winner can still make when the loser has none left; it is counted as soon as all
boards are numbers.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Protocol

import numpy as np

from gtpengine.laboratory.amazons.board import AmazonsPosition, square_of
from gtpengine.laboratory.amazons.game import AmazonsGame
from gtpengine.laboratory.amazons.whole import WholeGame
from gtpengine.laboratory.tds.globalsearch import NUMBER, GlobalSearch, SumMove
from gtpengine.laboratory.tds.hotstrat import HotstratTds
from gtpengine.search.tds.budget import Budget
from gtpengine.search.tds.pool import LEFT, TERMINAL

ARROWS = 3
WHOLE_NODES = 1 << 20
FIRST_NODES = 1 << 21  # room that need not be copied
POOL_NODES = 1_700_000  # a player forgets what it knows when its pool is larger


def random_board(size: int, random: Random) -> AmazonsPosition:
    """Return a board of size x size with one amazon each and three arrows."""
    squares = [1 << square_of(row, column) for row in range(size) for column in range(size)]
    taken = random.sample(squares, 2 + ARROWS)
    return AmazonsPosition(sum(squares) - sum(taken), taken[0], taken[1])


Change = tuple[int, AmazonsPosition] | None


class Player(Protocol):
    """Whoever plays sums of boards. Nothing it remembers says which sum it is in."""

    def choose(self, boards: list[AmazonsPosition], side: int, budget: Budget) -> Change:
        """Return which board to change and what it becomes; None is a move in one's own squares."""

    def forget(self) -> None:
        """Begin again with nothing."""


class _ByBoards(ABC):
    """Keeps every board's positions in one pool, whatever stands on the other boards."""

    def __init__(self, nodes: int = FIRST_NODES) -> None:
        self.game = AmazonsGame(nodes)
        _touch(self.game.pool.arrays, self.game.squares)
        self.forget()

    def forget(self) -> None:
        self.game.forget()
        self.begin()

    @abstractmethod
    def begin(self) -> None:
        """Make a search of the empty pool."""

    @abstractmethod
    def find(self, parts: list[int], side: int, budget: Budget) -> SumMove:
        """Return the move."""

    def choose(self, boards: list[AmazonsPosition], side: int, budget: Budget) -> Change:
        if len(self.game.pool) > POOL_NODES:
            self.forget()
        move = self.find([self.game.add(board) for board in boards], side, budget)
        if move.edge == NUMBER:
            return None
        return move.part, self.game.position(int(self.game.pool.arrays.target[move.edge]))


class HotPlayer(_ByBoards):
    """Hotstrat-TDS."""

    def begin(self) -> None:
        """Make a search of the empty pool."""
        self.search = HotstratTds(self.game.pool, self.game)

    def find(self, parts: list[int], side: int, budget: Budget) -> SumMove:
        """Return a move in the hottest board."""
        return self.search.choose(parts, side, budget)


class SumPlayer(_ByBoards):
    """Alpha-beta over the sum that lists and judges the positions of a board once for all sums."""

    def begin(self) -> None:
        """Make a search of the empty pool."""
        self.search = GlobalSearch(self.game.pool, self.game)

    def find(self, parts: list[int], side: int, budget: Budget) -> SumMove:
        """Return the best move of the deepest search."""
        return self.search.choose(parts, side, budget).move


class PlainPlayer:
    """The same alpha-beta over whole positions: it does not know that boards are independent."""

    def __init__(self, boards: int, nodes: int = WHOLE_NODES) -> None:
        self.game = WholeGame(boards, nodes)
        _touch(self.game.pool.arrays, self.game.sums)
        self.forget()

    def forget(self) -> None:
        """Begin again with nothing."""
        self.game.forget()
        self.search = GlobalSearch(self.game.pool, self.game)

    def choose(self, boards: list[AmazonsPosition], side: int, budget: Budget) -> Change:
        """Return the best move of the deepest search, as the board it changes."""
        if self.game.is_filling:
            self.forget()
        root = self.game.add(boards, side)
        edge = self.search.choose([root], side, budget).move.edge
        if edge == NUMBER:
            return None
        part = int(self.game.pool.arrays.move[edge])
        return part, self.game.position(int(self.game.pool.arrays.target[edge]))[part]


PLAYERS: dict[str, Callable[[int], Player]] = {
    "hotstrat-tds": lambda _boards: HotPlayer(),
    "alpha-beta": lambda _boards: SumPlayer(),
    "plain": PlainPlayer,
}


def _touch(*groups: tuple[object, ...]) -> None:
    """Write to all memory once: the first page costs milliseconds, in nobody's thinking time."""
    for group in groups:
        for array in group:
            if isinstance(array, np.ndarray):
                array[:] = 0


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
