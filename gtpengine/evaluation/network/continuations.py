"""Games that the network plays on from professional positions: `scripts/continue-games`.

Professionals answer every threat, so their games do not show what happens to a group that nobody
looks after. Here a game is taken up at some move, some odd moves are made (a pass, an unlikely
move, any move at all), and from there the network plays both sides to the end. What became of
every point is then a label like that of a counted game, for positions that professionals avoid.
"""

import argparse
import math
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gtpengine.board.colours import BLACK, opponent
from gtpengine.board.points import NO_POINT, PASS
from gtpengine.board.vector import Vector, light_vector
from gtpengine.evaluation.network.games import (
    SHARED,
    Ended,
    Owners,
    empty_board,
    final_owners,
    owners_on_board,
    read_collection,
    read_records,
)
from gtpengine.evaluation.network.kernels import replay
from gtpengine.evaluation.network.kernels.choice import draw_move
from gtpengine.evaluation.network.network import Network

EARLIEST = 0.2  # part of a game before which none is taken up
ODD_WINDOW = 6  # moves after that among which are the odd ones,
ODD_SHARE = 0.35  # each with this chance
ODD_POWERS = (math.nan, 0.4, 0.0)  # what an odd move is: a pass, an unlikely move, any move
POWERS = (1.2, 3.0)  # of the network's chances: each game has one of between
MOST_MOVES = 1.6  # per point of the board: a game that is longer is given up
TOGETHER = 8  # games that are played at the same time
SAVE_SECONDS = 60.0

Moves = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Searched:
    """What a search chose after so many moves of a game."""

    number: int
    shares: dict[int, float]  # of the visits, by move; PASS may be among them


@dataclass(frozen=True)
class Continuation:
    """A game that was played on to its end, by the network alone or by a search."""

    size: int
    moves: Moves  # colour * 1024 + point, from the empty board on
    first: int  # moves after which no odd one follows: what came of these positions was played for
    owners: Owners  # of the board's shape
    searched: tuple[Searched, ...] = ()  # where a search tells which moves are good


@dataclass
class _Playing:
    """A game under way."""

    moves: list[int]
    first: int  # where it was taken up, later: after the last odd move
    odd: dict[int, float]  # by number of the move: the power of an odd one, nan for a pass
    power: float
    board: Vector
    colour: int
    passes: int = 0
    spare: Vector = field(default_factory=lambda: light_vector(1))

    def play(self, point: int) -> None:
        """Make a move of the player to move."""
        coded = self.colour * 1024 + point
        replay.legal_moves_of(self.board, np.array([coded], np.int32), self.spare)
        self.board, self.spare = self.spare, self.board
        self.moves.append(coded)
        self.passes = self.passes + 1 if point == PASS else 0
        self.colour = opponent(self.colour)

    def newest(self) -> list[int]:
        """Return the last move and the one before."""
        last = [coded & 1023 for coded in self.moves[-1:-3:-1]]
        return last + [NO_POINT] * (2 - len(last))


class Continuer:
    """Plays games on, always the same ones for the same network, games and seed."""

    def __init__(self, network: Network, games: list[Ended], seed: int) -> None:
        self._network = network
        self._games = games
        self._random = np.random.default_rng(seed)
        self._size = games[0].size

    def continuations(self) -> Iterator[Continuation]:
        """Yield games without end."""
        playing = [self._taken_up() for _ in range(TOGETHER)]
        most = int(MOST_MOVES * self._size * self._size)
        while True:
            self._step(playing)
            for index, game in enumerate(playing):
                if game.passes >= 2:
                    yield self._ended(game)
                if game.passes >= 2 or len(game.moves) >= most:
                    playing[index] = self._taken_up()

    def _taken_up(self) -> _Playing:
        """Return a game at the move from which it is played on."""
        random = self._random
        game = self._games[int(random.integers(len(self._games)))]
        length = len(game.moves)
        # The openings of small boards are short, and there are few games of them.
        earliest = EARLIEST if self._size >= 19 else 0.0
        count = int(random.integers(int(earliest * length), length + 1))
        board = light_vector(1)
        replay.legal_moves_of(empty_board(self._size), game.moves[:count], board)
        odd = {
            count + step: float(random.choice(ODD_POWERS))
            for step in range(ODD_WINDOW)
            if random.random() < ODD_SHARE
        }
        colour = BLACK
        if count:
            colour = opponent(int(game.moves[count - 1]) >> 10)
        return _Playing(
            [int(coded) for coded in game.moves[:count]],
            max(odd, default=count - 1) + 1,
            odd,
            float(random.uniform(*POWERS)),
            board,
            colour,
        )

    def _step(self, playing: list[_Playing]) -> None:
        """Make the next move in every game."""
        said = self._network.evaluate(
            np.stack([game.board for game in playing]),
            np.array([game.colour for game in playing], np.int64),
            np.array([game.newest() for game in playing], np.int64),
        )
        for index, game in enumerate(playing):
            draw = float(self._random.random())
            power = game.odd.get(len(game.moves), game.power)
            if math.isnan(power):
                game.play(PASS)
                game.passes = 0  # an odd pass ends no game
                continue
            chances, passing = said.moves[index], float(said.passing[index])
            game.play(int(draw_move(game.board, game.colour, chances, passing, power, draw)))

    def _ended(self, game: _Playing) -> Continuation:
        moves = np.array(game.moves, np.int32)
        ended = Ended("", self._size, moves, math.nan, math.nan, math.nan)
        owners, _ = final_owners(ended)
        # Two passes may come before the last odd move that was planned.
        first = min(game.first, len(moves))
        return Continuation(self._size, moves, first, owners_on_board(owners, self._size))


def save(games: list[Continuation], path: Path) -> None:
    """Write the games in place of those that the file held."""
    new = path.with_suffix(".new")
    with new.open("wb") as file:
        np.savez_compressed(
            file,
            moves=np.concatenate([game.moves for game in games]).astype(np.int16),
            lengths=np.array([len(game.moves) for game in games], np.int32),
            firsts=np.array([game.first for game in games], np.int32),
            owners=np.stack([game.owners for game in games]),
            **_choices(games),
        )
    new.replace(path)


def _choices(games: list[Continuation]) -> dict[str, Any]:
    """Return what searches chose in the games: a row for each move of each search."""
    rows = [
        (index, searched.number, point, share)
        for index, game in enumerate(games)
        for searched in game.searched
        for point, share in searched.shares.items()
    ]
    columns = list(zip(*rows, strict=True)) or [(), (), (), ()]
    return {
        "choice_games": np.array(columns[0], np.int32),
        "choice_numbers": np.array(columns[1], np.int16),
        "choice_points": np.array(columns[2], np.int16),
        "choice_shares": np.array(columns[3], np.float32),
    }


def _searched(file: Any) -> dict[int, dict[int, dict[int, float]]]:
    """Return by game and number of the move what searches chose; files of old have nothing."""
    found: dict[int, dict[int, dict[int, float]]] = {}
    names = ("choice_games", "choice_numbers", "choice_points", "choice_shares")
    if names[0] in file:
        for game, number, point, share in zip(
            *(file[name].tolist() for name in names), strict=True
        ):
            found.setdefault(game, {}).setdefault(number, {})[point] = share
    return found


def load(path: Path) -> list[Continuation]:
    """Return the games of a file."""
    with np.load(path) as file:
        moves, lengths, firsts, owners = (
            file[name] for name in ("moves", "lengths", "firsts", "owners")
        )
        chosen = _searched(file)
    size = owners.shape[1]
    parts = np.split(moves.astype(np.int32), np.cumsum(lengths)[:-1])
    return [
        Continuation(
            size,
            part,
            int(first),
            owner,
            tuple(Searched(*each) for each in chosen.get(index, {}).items()),
        )
        for index, (part, first, owner) in enumerate(zip(parts, firsts, owners, strict=True))
    ]


def keep(games: Iterator[Continuation], found: list[Continuation], count: int, path: Path) -> None:
    """Add games to those that are `found` until there are `count`; write them every minute."""
    begun = len(found)
    started = saved = time.monotonic()
    for game in games:
        found.append(game)
        now = time.monotonic()
        if len(found) >= count or now - saved > SAVE_SECONDS:
            save(found, path)
            saved = now
            pace = (len(found) - begun) / (now - started)
            left = (count - len(found)) / pace / 60
            sys.stderr.write(f"{len(found)} games, {pace:.2f} a second, {left:.0f} min left\n")
            sys.stderr.flush()
        if len(found) >= count:
            break


def parser_of() -> argparse.ArgumentParser:
    """Return the parser of the script's options."""
    parser = argparse.ArgumentParser(
        prog="continue-games",
        description="Let the network play professional games on to their ends after odd moves, as "
        "games to train on. The same games, weights and seed give the same continuations.",
    )
    parser.add_argument("--games", type=Path, default=SHARED, help="folder with the games")
    parser.add_argument("--size", type=int, default=19, choices=(9, 13, 19), help="of the board")
    parser.add_argument("--count", type=int, default=10_000, help="games to play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path, help="of the network (the package's)")
    parser.add_argument("output", type=Path, help="file for them, such as continued-19-1.npz")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run `scripts/continue-games`; what was played so far is written every minute."""
    options = parser_of().parse_args(arguments)
    network = Network.load(options.weights)
    if network is None:
        sys.stderr.write("continue-games: there are no weights to play with\n")
        return 1
    if options.size == 19:
        games = read_collection(options.games / "train" / "pro19.tsv.xz")
    else:
        games, _ = read_records(options.games, f"pro{options.size}", lambda _: None)
    player = Continuer(network, games, options.seed)
    keep(player.continuations(), [], options.count, options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
