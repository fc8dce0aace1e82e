"""Games that the engine's own search plays against itself: `scripts/self-play`.

A small part of the moves is searched long; what the search chose there teaches moves. All others
are searched briefly, so that many games come to their end and teach owners and results: an idea of
D. J. Wu (*Accelerating Self-Play Learning in Go*, 2019).
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import GRID_LEN, NO_POINT, PASS
from gtpengine.board.position import Position
from gtpengine.board.rules import CHINESE
from gtpengine.board.vector import light_vector, vector_of
from gtpengine.evaluation.kernels import field
from gtpengine.evaluation.network.continuations import Continuation, Searched, keep, load
from gtpengine.evaluation.network.games import (
    SHARED,
    Ended,
    final_owners,
    owners_on_board,
    read_collection,
    read_records,
)
from gtpengine.evaluation.network.network import Network, Outputs
from gtpengine.evaluation.weights import default_weights
from gtpengine.parameters import SearchSettings
from gtpengine.search.tree.search import TreeSearch

# Every new node is judged by the network; a visit is an evaluation. Playouts have a small say.
SETTINGS = SearchSettings(ask_at=1, net_share=0.8, nodes=60_000, net_games=1.0)
LONG_SHARE = 0.3  # moves that are searched long
BRIEF = 6  # a brief search has this many times fewer visits,
LEAST_VISITS = 8  # but as many at least: fewer would hardly leave the root
FREE_MOVES = 0.15  # per point of the board: so many moves are drawn by their visits
ODD_SHARE = 0.03  # moves that are drawn from the network's chances instead, so that errors are seen
KOMI_SPREAD = 2.5  # points by which a game is uneven, on average
MOST_MOVES = 1.6  # per point of the board: a game that is longer is given up
MOST_CHOICES = 10  # moves of a long search that are kept
EARLIEST_END = 0.4  # moves per point of the board before which no game is over
AGREED = 24  # playouts with each player first that must agree for a game to be over


@dataclass(frozen=True)
class Start:
    """Where games begin: after a part of a recorded game between these shares of its moves."""

    earliest: float
    latest: float


class SelfPlayer:
    """Plays games with itself, always the same ones for the same network, games and seed."""

    def __init__(
        self, network: Network, games: list[Ended], start: Start, visits: int, seed: int
    ) -> None:
        self._network = network
        self._games = games
        self._start = start
        self._visits = visits
        self._random = np.random.default_rng(seed)
        self._size = games[0].size

    def games(self) -> Iterator[Continuation]:
        """Yield games without end."""
        while True:
            found = self._play()
            if found is not None:
                yield found

    def _play(self) -> Continuation | None:
        """Return a game; None if it became too long."""
        position = self._begun()
        first = len(position.moves)
        searched: list[Searched] = []
        search = TreeSearch(position, settings=SETTINGS, judge=self._network, seed=self._seed())
        free = first + FREE_MOVES * self._size**2
        most = MOST_MOVES * self._size**2
        passes = 0
        while passes < 2 and not self._is_over(position):
            number = len(position.moves)
            if number >= most:
                return None
            long = bool(self._random.random() < LONG_SHARE)
            wanted = self._visits if long else max(LEAST_VISITS, self._visits // BRIEF)
            if search.playouts < wanted:
                search.run(playouts=wanted - search.playouts)
            visits = search.visits()
            if long:
                searched.append(_searched(number, visits))
            if self._random.random() < ODD_SHARE:
                move = self._odd(position)
            else:
                move = self._drawn(visits, 1.0 if number < free else 4.0)
            search.advance(move)
            position.play(position.to_move, move)
            passes = passes + 1 if move == PASS else 0
        moves = np.array([move.colour * 1024 + move.point for move in position.moves], np.int32)
        ended = Ended("", self._size, moves, np.nan, np.nan, np.nan)
        owners = owners_on_board(final_owners(ended)[0], self._size)
        return Continuation(self._size, moves, first, owners, tuple(searched))

    def _is_over(self, position: Position) -> bool:
        """Tell whether playouts agree about every point: what follows would teach nothing."""
        if len(position.moves) < EARLIEST_END * self._size**2:
            return False
        black, white, won = (np.zeros(GRID_LEN, np.int64) for _ in range(3))
        leads = np.zeros(2 * self._size**2 + 1, np.int64)
        board = vector_of(position)
        for player in (BLACK, WHITE):
            work = light_vector(self._seed())
            field.run_field(
                board,
                default_weights(),
                work,
                player,
                NO_POINT,
                AGREED,
                0.0,
                leads,
                black,
                white,
                won,
            )
        points = list(position.points())
        return bool(np.maximum(black, white)[points].min() >= 2 * AGREED - 1)

    def _begun(self) -> Position:
        """Return a position to begin with, with a komi that makes it even, or nearly."""
        random = self._random
        game = self._games[int(random.integers(len(self._games)))]
        low, high = (part * len(game.moves) for part in (self._start.earliest, self._start.latest))
        position = Position(self._size, rules=CHINESE)
        for coded in game.moves[: int(random.integers(int(low), int(high) + 1))]:
            position.play(int(coded) >> 10, int(coded) & 1023)
        for _ in range(int(random.integers(0, 3))):
            position.play(position.to_move, self._odd(position))
        lead = float(self._said(position).lead[0])
        komi = round(2 * (lead + random.normal(0.0, KOMI_SPREAD))) / 2
        position.komi = Fraction(komi)
        return position

    def _said(self, position: Position) -> Outputs:
        """Return what the network says of a position."""
        newest = [move.point for move in position.moves[-1:-3:-1]]
        newest += [NO_POINT] * (2 - len(newest))
        return self._network.evaluate(
            vector_of(position)[None],
            np.array([position.to_move], np.int64),
            np.array([newest], np.int64),
        )

    def _odd(self, position: Position) -> int:
        """Return a move by the network's chances alone."""
        chances = self._said(position).moves[0].astype(np.float64)
        legal = [
            point
            for point in np.flatnonzero(chances > 0)
            if position.is_legal(position.to_move, int(point))
        ]
        if not legal:
            return PASS
        weights = chances[legal] ** 0.8
        return int(self._random.choice(legal, p=weights / weights.sum()))

    def _drawn(self, visits: dict[int, int], power: float) -> int:
        """Return a move by its visits."""
        weights = np.array(list(visits.values()), np.float64)
        weights = (weights / weights.max()) ** power
        return int(self._random.choice(list(visits), p=weights / weights.sum()))

    def _seed(self) -> int:
        return int(self._random.integers(1 << 30))


def _searched(number: int, visits: dict[int, int]) -> Searched:
    """Return what a long search chose, as shares of its visits."""
    ranked = sorted(visits.items(), key=lambda each: -each[1])[:MOST_CHOICES]
    total = sum(count for _, count in ranked)
    return Searched(number, {point: count / total for point, count in ranked})


def parser_of() -> argparse.ArgumentParser:
    """Return the parser of the script's options."""
    parser = argparse.ArgumentParser(
        prog="self-play",
        description="Let the search play games with itself to train the network on. The same "
        "games, weights and seed give the same games. Goes on where the file ends.",
    )
    parser.add_argument("--games", type=Path, default=SHARED, help="folder with the games")
    parser.add_argument("--size", type=int, default=9, choices=(9, 13, 19), help="of the board")
    parser.add_argument("--count", type=int, default=10_000, help="games to play")
    parser.add_argument("--visits", type=int, default=96, help="of a long search")
    parser.add_argument("--earliest", type=float, default=0.0, help="where recorded games are")
    parser.add_argument("--latest", type=float, default=0.4, help="taken up, parts of a game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path, help="of the network (the package's)")
    parser.add_argument("output", type=Path, help="file for them, such as self-9-1.npz")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run `scripts/self-play`; what was played so far is written every minute."""
    options = parser_of().parse_args(arguments)
    network = Network.load(options.weights)
    if network is None:
        sys.stderr.write("self-play: there are no weights to play with\n")
        return 1
    if options.size == 19:
        games = read_collection(options.games / "train" / "pro19.tsv.xz")
    else:
        games, _ = read_records(options.games, f"pro{options.size}", lambda _: None)
    found = load(options.output) if options.output.is_file() else []
    start = Start(options.earliest, options.latest)
    player = SelfPlayer(network, games, start, options.visits, options.seed + len(found))
    keep(player.games(), found, options.count, options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
