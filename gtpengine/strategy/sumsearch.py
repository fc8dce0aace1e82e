"""Sum search: what a sum of small loop-free games is worth, and which moves prove it.

Play ends when only numbers are left: the score is the stop of the sum. Inside, every game is its
canonical form, so equal positions meet in one memory, and a move is searched only if no other gains
at least as much in any sum (incentive dominance). At the root all real moves are compared, those
that canonical forms forget among them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gtpengine.errors import EngineError
from gtpengine.strategy.situation import TooLate, never
from gtpengine.values.games import Game, values
from gtpengine.values.graph import GameGraph
from gtpengine.values.kinds import LEFT

ZERO = Fraction(0)
MOST_STATES = 20_000
GRAPHS_KEPT = 1_000
SCORES_KEPT = 100_000


class TooLarge(EngineError):
    """A sum has more states than the search may look at."""


class SumOption(NamedTuple):
    """A real move at the root: the game's place in the sum, the option's place in its list."""

    game: int
    option: int


@dataclass(frozen=True, slots=True)
class SumProof:
    """The score with best play, the moves that keep it, and what every move would bring.

    `moves` is empty only if all games are numbers, in which every move there is loses something.
    """

    score: Fraction
    moves: tuple[SumOption, ...]
    scores: dict[SumOption, Fraction]
    states: int


class _Step(NamedTuple):
    """A move in a game's canonical form: what it leads to, and what it gains its player."""

    after: Game
    incentive: Game


State = tuple[Game, ...]  # no numbers, ordered by serial


class SumSearch:
    """Searches sums; what it learns about positions is kept for later sums."""

    def __init__(self, most_states: int = MOST_STATES) -> None:
        self._most = most_states
        self._left = most_states
        self._is_late: Callable[[], bool] = never
        self._scores: dict[tuple[State, int], Fraction] = {}
        self._steps: dict[tuple[Game, int], tuple[_Step, ...]] = {}
        self._values: dict[int, tuple[GameGraph, list[Game]]] = {}

    def solve(
        self, graphs: Sequence[GameGraph], side: int, is_late: Callable[[], bool] = never
    ) -> SumProof:
        """Return the proved score of the sum with `side` to move: Left (1) or Right (-1).

        Raises:
            LoopyGraph: a game has a loop.
            TooLarge: there are more new states than may be looked at.
            TooLate: `is_late` holds before there is a proof.
        """
        self._left = self._most
        self._is_late = is_late
        if len(self._scores) + len(self._steps) > SCORES_KEPT:
            self._scores.clear()
            self._steps.clear()
        known = [self._games(graph) for graph in graphs]
        roots = [games[graph.root] for graph, games in zip(graphs, known, strict=True)]
        scores: dict[SumOption, Fraction] = {}
        for place, (graph, games) in enumerate(zip(graphs, known, strict=True)):
            node = graph.nodes[graph.root]
            for option, (target, offset) in enumerate(node.left if side == LEFT else node.right):
                after = [*roots[:place], games[target], *roots[place + 1 :]]
                scores[SumOption(place, option)] = offset + self._score(*_split(after), -side)
        score = self._score(*_split(roots), side)
        moves = tuple(move for move, found in scores.items() if found == score)
        return SumProof(score, moves, scores, self._most - self._left)

    def _games(self, graph: GameGraph) -> list[Game]:
        # Keyed by identity of the nodes: hashing a graph would read all of it. They are kept alive.
        found = self._values.get(id(graph.nodes))
        if found is None:
            if len(self._values) >= GRAPHS_KEPT:
                self._values.clear()
            found = self._values[id(graph.nodes)] = (graph, values(graph))
        return found[1]

    def _score(self, state: State, number: Fraction, side: int) -> Fraction:
        """Return the stop of the sum of `state` and `number`."""
        if not state:
            return number
        known = self._scores.get((state, side))
        if known is None:
            known = self._searched(state, side)
            self._scores[state, side] = known
        return number + known

    def _searched(self, state: State, side: int) -> Fraction:
        self._left -= 1
        if self._left < 0:
            raise TooLarge(f"the sum has more than {self._most} states")
        if self._is_late():
            raise TooLate("the sum is too long")
        if len(state) == 1:
            return state[0].left_stop if side == LEFT else state[0].right_stop
        best: Fraction | None = None
        for place, after in self._moves(state, side):
            rest = (*state[:place], *state[place + 1 :])
            if after.number is not None:
                score = self._score(rest, after.number, -side)
            else:
                score = self._score(_ordered((*rest, after)), ZERO, -side)
            if best is None or side * score > side * best:
                best = score
        assert best is not None
        return best

    def _moves(self, state: State, side: int) -> list[tuple[int, Game]]:
        """Return the moves, as (place, position after it), that incentive dominance leaves."""
        kept: list[tuple[int, _Step]] = []
        for place, game in enumerate(state):
            if place and game is state[place - 1]:
                continue
            for step in self._steps_of(game, side):
                if any(other.incentive >= step.incentive for _, other in kept):
                    continue
                kept = [each for each in kept if not step.incentive >= each[1].incentive]
                kept.append((place, step))
        return [(place, step.after) for place, step in kept]

    def _steps_of(self, game: Game, side: int) -> tuple[_Step, ...]:
        found = self._steps.get((game, side))
        if found is None:
            if side == LEFT:
                found = tuple(_Step(option, option - game) for option in game.left)
            else:
                found = tuple(_Step(option, game - option) for option in game.right)
            self._steps[game, side] = found
        return found


def _split(games: Sequence[Game]) -> tuple[State, Fraction]:
    """Return the games that are no numbers, in order, and the sum of the others."""
    total = sum((game.number for game in games if game.number is not None), ZERO)
    return _ordered(tuple(game for game in games if game.number is None)), total


def _ordered(games: tuple[Game, ...]) -> State:
    return tuple(sorted(games, key=lambda game: game.serial))
