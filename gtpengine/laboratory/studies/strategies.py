"""The strategies in 600 seeded sums of five games {a|b||c|d}, against an opponent who is optimal.

a >= b >= c >= d are four integers drawn from -20..20. The strategy is Left; each sum is played with
Left and with Right moving first. The opponent knows the optimum of every position, found by plain
minimax, and takes the first game in which a move keeps it; loss is measured against the optimum.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import numpy.typing as npt

from gtpengine.strategy.choice import Choice
from gtpengine.strategy.hotstrat import hotstrat, sentestrat
from gtpengine.strategy.maxmove import maxmove
from gtpengine.strategy.outlook import Outlook
from gtpengine.strategy.situation import Ambient, Situation
from gtpengine.strategy.sumsearch import SumSearch
from gtpengine.strategy.thermostrat import Tie, thermostrat
from gtpengine.values.graph import GameGraph, Node, Option
from gtpengine.values.kinds import LEFT, RIGHT
from gtpengine.values.thermograph import thermographs

SEED = 1
SUMS = 600
GAMES = 5
LARGEST = 20
# Everything is played out, worth something or not.
PLAY_ALL = Fraction(-1)

# A position is the node at which each game stands; nodes from DONE on are numbers.
ROOT, AFTER_LEFT, AFTER_RIGHT, DONE = 0, 1, 2, 3
Leaves = tuple[int, int, int, int]
Sum = tuple[Leaves, ...]
Position = tuple[int, ...]
Decide = Callable[["Table", Position, Situation], int]


def draw(sums: int = SUMS) -> list[Sum]:
    """Return the first `sums` sums of the seeded set."""
    random = Random(SEED)
    return [tuple(_leaves(random) for _ in range(GAMES)) for _ in range(sums)]


def _leaves(random: Random) -> Leaves:
    a, b, c, d = sorted((random.randint(-LARGEST, LARGEST) for _ in range(4)), reverse=True)
    return a, b, c, d


def graph_of(leaves: Leaves) -> GameGraph:
    """Return {a|b||c|d}: root, Left's option, Right's option, then the four numbers."""
    inner = [
        Node("", None, (Option(AFTER_LEFT),), (Option(AFTER_RIGHT),)),
        Node("", None, (Option(DONE),), (Option(DONE + 1),)),
        Node("", None, (Option(DONE + 2),), (Option(DONE + 3),)),
    ]
    return GameGraph((*inner, *(Node("", Fraction(leaf)) for leaf in leaves)))


def moved(node: int, side: int) -> int:
    """Return the node after a move of Left or Right."""
    if node == ROOT:
        return AFTER_LEFT if side == LEFT else AFTER_RIGHT
    return DONE + 2 * (node - AFTER_LEFT) + (0 if side == LEFT else 1)


class Optima:
    """The best score of every position of all sums, by minimax without any pruning."""

    def __init__(self, sums: Sequence[Sum]) -> None:
        self._sums = sums
        leaves = np.array(sums, np.int64).transpose(1, 2, 0)  # game, leaf, sum
        # Which number a finished game is makes no difference to the rest: it is DONE.
        self._rest: dict[tuple[Position, int], npt.NDArray[np.int64]] = {}
        for position in product(range(DONE, ROOT - 1, -1), repeat=GAMES):
            for side in (LEFT, RIGHT):
                scores = []
                for place, node in enumerate(position):
                    if node < DONE:
                        after = moved(node, side)
                        rest = (*position[:place], min(after, DONE), *position[place + 1 :])
                        gained = leaves[place, after - DONE] if after >= DONE else 0
                        scores.append(gained + self._rest[rest, -side])
                best = np.max if side == LEFT else np.min
                self._rest[position, side] = (
                    best(scores, axis=0) if scores else np.zeros(len(sums), np.int64)
                )

    def score(self, index: int, position: Position, side: int) -> int:
        """Return what Left gets in sum `index`, numbers that were reached before included."""
        done = sum(
            leaves[node - DONE]
            for leaves, node in zip(self._sums[index], position, strict=True)
            if node >= DONE
        )
        rest = self._rest[tuple(min(node, DONE) for node in position), side]
        return done + int(rest[index])

    def first_best(self, index: int, position: Position, side: int) -> int:
        """Return the first game of sum `index` in which a move of `side` keeps the optimum."""
        best = self.score(index, position, side)
        for place, node in enumerate(position):
            if node < DONE:
                after = after_move(position, place, side)
                if self.score(index, after, -side) == best:
                    return place
        raise AssertionError("no move keeps the optimum")


def after_move(position: Position, place: int, side: int) -> Position:
    """Return the position after a move of `side` in the game at `place`."""
    return (*position[:place], moved(position[place], side), *position[place + 1 :])


class Table:
    """A sum on the table, with the outlooks of all its positions."""

    def __init__(self, optima: Optima, index: int, games: Sum) -> None:
        self._optima = optima
        self._index = index
        self.graphs = [graph_of(leaves) for leaves in games]
        self._outlooks = [_outlooks(place, graph) for place, graph in enumerate(self.graphs)]

    def optimum(self, position: Position, side: int) -> int:
        """Return what Left gets in total with best play, `side` to move."""
        return self._optima.score(self._index, position, side)

    def best_reply(self, position: Position) -> int:
        """Return the first game in which Right keeps the optimum."""
        return self._optima.first_best(self._index, position, RIGHT)

    def outlooks(self, position: Position) -> list[Outlook]:
        """Return the outlooks of the games that are not finished."""
        return [self._outlooks[place][node] for place, node in enumerate(position) if node < DONE]

    def situation(self, position: Position, last: int | None, ambient: Ambient) -> Situation:
        """Return what Left is asked; `last` is where Right has just moved."""
        outlooks = tuple(
            replace(outlook, last_changed=True) if outlook.region == last else outlook
            for outlook in self.outlooks(position)
        )
        return Situation(outlooks, LEFT, ambient.lowest, PLAY_ALL)


def _outlooks(place: int, graph: GameGraph) -> list[Outlook]:
    """Return the outlooks of the game at `place` at its three nodes that are no numbers."""
    seen = [each.from_floor(0) for each in thermographs(graph)[:DONE]]
    return [
        Outlook(
            region=place,
            name=f"game {place + 1}",
            mean=each.mean,
            temperature=each.temperature,
            left_wall=each.left,
            right_wall=each.right,
            black_move=place,
            white_move=place,
            exact=True,
        )
        for each in seen
    ]


def by(strategy: Callable[[Situation], Choice]) -> Decide:
    """Return a strategy as something that can play here."""

    def decide(table: Table, position: Position, situation: Situation) -> int:
        move = strategy(situation).move
        assert move is not None
        return move

    return decide


def exactly() -> Decide:
    """Return the player that searches the sum."""
    search = SumSearch()

    def decide(table: Table, position: Position, situation: Situation) -> int:
        graphs = [graph.rooted_at(node) for graph, node in zip(table.graphs, position, strict=True)]
        return search.solve(graphs, LEFT).moves[0].game

    return decide


PLAYERS: dict[str, Callable[[], Decide]] = {
    "Hotstrat": lambda: by(hotstrat),
    "Sentestrat": lambda: by(sentestrat),
    "Thermostrat, lowest": lambda: by(lambda situation: thermostrat(situation, Tie.LOWEST)),
    "Thermostrat, highest": lambda: by(lambda situation: thermostrat(situation, Tie.HIGHEST)),
    "MaxMove": lambda: by(maxmove),
    "exact sum": exactly,
}


def loss(table: Table, decide: Decide, first: int) -> int:
    """Return how many points Left loses to the optimum if `first` moves first."""
    position: Position = (ROOT,) * len(table.graphs)
    best = table.optimum(position, first)
    ambient, last, side = Ambient(), None, first
    while any(node < DONE for node in position):
        ambient = ambient.after(table.outlooks(position))
        if side == LEFT:
            place = decide(table, position, table.situation(position, last, ambient))
        else:
            place = last = table.best_reply(position)
        position = after_move(position, place, side)
        side = -side
    return best - table.optimum(position, side)


@dataclass(frozen=True, slots=True)
class Row:
    """How a player did."""

    player: str
    games: int
    lost: int  # points in all games
    optimal: int  # games without loss
    worst: int

    @property
    def mean_loss(self) -> Fraction:
        """Points lost per game."""
        return Fraction(self.lost, self.games)


@dataclass(frozen=True, slots=True)
class Results:
    """The table of the seeded set."""

    rows: tuple[Row, ...]
    sums: int
    advantage: Fraction  # of moving first, on average

    def text(self) -> str:
        """Return the table for people."""
        lines = [
            f"{self.sums} sums of {GAMES} games, Left first and Right first; "
            f"mean advantage of the first move {float(self.advantage):.1f} points",
            f"{'strategy':<22}{'mean loss':>10}{'optimal':>10}{'worst':>7}",
        ]
        lines += [
            f"{row.player:<22}{float(row.mean_loss):>10.4f}{row.optimal / row.games:>10.2%}"
            f"{row.worst:>7}"
            for row in self.rows
        ]
        return "\n".join(lines) + "\n"

    def to_json(self) -> dict[str, object]:
        """Return the table as plain data, numbers that are exact as fractions in strings."""
        return {
            "sums": self.sums,
            "advantage": str(self.advantage),
            "rows": [
                {
                    "player": row.player,
                    "games": row.games,
                    "mean_loss": str(row.mean_loss),
                    "optimal": row.optimal,
                    "worst": row.worst,
                }
                for row in self.rows
            ],
        }


def play(sums: int = SUMS, players: Iterable[str] = PLAYERS) -> Results:
    """Play the first `sums` sums with every player."""
    drawn = draw(sums)
    optima = Optima(drawn)
    tables = [Table(optima, index, games) for index, games in enumerate(drawn)]
    start: Position = (ROOT,) * GAMES
    advantage = sum(table.optimum(start, LEFT) - table.optimum(start, RIGHT) for table in tables)
    rows = []
    for name in players:
        decide = PLAYERS[name]()
        losses = [loss(table, decide, first) for table in tables for first in (LEFT, RIGHT)]
        rows.append(Row(name, len(losses), sum(losses), losses.count(0), max(losses)))
    return Results(tuple(rows), sums, Fraction(advantage, sums))
