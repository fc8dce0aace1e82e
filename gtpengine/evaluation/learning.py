"""Learns the weights of playouts and priors from game records: `scripts/learn-patterns`."""

import argparse
import hashlib
import itertools
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from gtpengine.board.points import GRID_LEN
from gtpengine.board.position import Position
from gtpengine.board.record import BadRecord, GameRecord, load_record
from gtpengine.board.vector import Vector, light_vector, vector_of
from gtpengine.evaluation import layout
from gtpengine.evaluation.kernels import fit
from gtpengine.evaluation.shapes import ATARI_SHAPE_COUNT, canonical
from gtpengine.evaluation.weights import DATA, Learned, Reals, save

HELD_OUT = 10  # every tenth game is for testing only
PRIOR_PASSES = 5
PLAYOUT_PASSES = 6
FIRST_RATE = 0.2
DECAY = 0.002
FOLDERS = ("bots19_counted", "pro13", "pro19_counted", "pro9")

Moves = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Game:
    """A game to learn from: the empty board and the moves, colour * 1024 + point."""

    name: str
    start: Vector
    moves: Moves


@dataclass(frozen=True)
class Quality:
    """How well a model foretells moves."""

    positions: int
    log_likelihood: float  # natural, per move
    top_1: float
    top_5: float

    def __str__(self) -> str:
        return (
            f"{self.positions} moves, log-likelihood {self.log_likelihood:.4f}, "
            f"top-1 {100 * self.top_1:.2f} %, top-5 {100 * self.top_5:.2f} %"
        )


def usable(record: GameRecord) -> bool:
    """Tell whether a record is a plain game: alternate moves from an empty board, all legal."""
    if any(node.has_setup() for node in record.nodes):
        return False
    colours = [move.colour for move in record.moves()]
    if any(one == two for one, two in itertools.pairwise(colours)):
        return False
    try:
        record.position()
    except BadRecord:
        return False
    return True


def load_games(
    folder: Path, say: Callable[[str], None], folders: tuple[str, ...] = FOLDERS
) -> list[Game]:
    """Return the usable games of the given folders below `folder`, in order of their names."""
    starts: dict[tuple[int, int], Vector] = {}
    games = []
    files = sorted(path for name in folders for path in (folder / name).glob("*.sgf"))
    for path in files:
        record = load_record(path)
        if not usable(record):
            continue
        size = record.width, record.height
        if size not in starts:
            starts[size] = vector_of(Position(*size))
        moves = [move.colour * 1024 + move.point for move in record.moves()]
        name = f"{path.parent.name}/{path.name}"
        games.append(Game(name, starts[size], np.array(moves, dtype=np.int32)))
    say(f"{len(games)} of {len(files)} records are plain games")
    return games


class Model:
    """Parameters of one of the two models, and how to change and judge them."""

    def __init__(self, *, playout: bool) -> None:
        self.playout = playout
        length = fit.PLAYOUT_LEN if playout else fit.PRIOR_LEN
        self.theta: Reals = np.zeros(length)
        self._squares: Reals = np.full(length, 1.0)
        self._canonical = canonical(np.arange(ATARI_SHAPE_COUNT)).astype(np.int32)
        self._ids = np.zeros((GRID_LEN, fit.PER_MOVE), dtype=np.int32)
        self._scores: Reals = np.zeros(GRID_LEN)
        self._work = light_vector(1)

    def replay(self, games: list[Game], rate: float) -> Reals:
        """Learn from the games (rate above 0) or judge their moves; return the statistics."""
        statistics: Reals = np.zeros(fit.STATISTICS_LEN)
        for game in games:
            fit.replay(
                game.start,
                self._work,
                game.moves,
                self.playout,
                self._canonical,
                self.theta,
                self._squares,
                self._ids,
                self._scores,
                rate,
                DECAY,
                statistics,
            )
        return statistics

    def quality(self, games: list[Game]) -> Quality:
        """Return how well the model foretells the moves of the games."""
        statistics = self.replay(games, 0.0)
        count = statistics[fit.POSITIONS]
        return Quality(
            int(count),
            statistics[fit.LOG_LIKELIHOOD] / count,
            statistics[fit.TOP_1] / count,
            statistics[fit.TOP_5] / count,
        )

    def learn(
        self, games: list[Game], held_out: list[Game], passes: int, say: Callable[[str], None]
    ) -> None:
        """Go through the games several times, in an order shuffled from a fixed seed."""
        generator = np.random.default_rng(1)
        name = "playouts" if self.playout else "priors"
        for number in range(passes):
            started = time.process_time()
            order = generator.permutation(len(games))
            self.replay([games[index] for index in order], FIRST_RATE * (1 - number / passes))
            used = time.process_time() - started
            say(f"{name}, pass {number + 1}/{passes} ({used:.0f} s): {self.quality(held_out)}")


def learn(games: list[Game], say: Callable[[str], None]) -> tuple[Learned, dict[str, Quality]]:
    """Fit both models; return their parameters and their quality on held-out games by board."""
    held_out = games[::HELD_OUT]
    training = [game for index, game in enumerate(games) if index % HELD_OUT]
    say(f"{len(training)} games to learn from, {len(held_out)} held out")
    models = []
    for playout, passes in ((True, PLAYOUT_PASSES), (False, PRIOR_PASSES)):
        model = Model(playout=playout)
        model.learn(training, held_out, passes, say)
        models.append(model)
    quick, prior = models
    statistics = quick.replay(training, 0.0)
    qualities = {}
    for name, model in (("playouts", quick), ("priors", prior)):
        for folder in FOLDERS:
            some = [game for game in held_out if game.name.startswith(folder)]
            if some:
                qualities[f"{name} on {folder}"] = model.quality(some)
        qualities[f"{name} on all"] = model.quality(held_out)
    names = "\n".join(game.name for game in games)
    learned = Learned(
        quick.theta[: layout.SHAPES],
        quick.theta[layout.SHAPES :],
        float(statistics[fit.FAR_MASS] / statistics[fit.POSITIONS]),
        prior.theta[: fit.PRIOR_SHAPES_AT],
        prior.theta[fit.PRIOR_SHAPES_AT : fit.PRIOR_ATARI_AT],
        prior.theta[fit.PRIOR_ATARI_AT :],
        {
            "script": "scripts/learn-patterns",
            "games": len(games),
            "held out": len(held_out),
            "folders": list(FOLDERS),
            "names": hashlib.sha256(names.encode()).hexdigest()[:16],
            "quality": {name: str(quality) for name, quality in qualities.items()},
        },
    )
    return learned, qualities


def main(arguments: list[str] | None = None) -> int:
    """Run `scripts/learn-patterns`."""
    shared = Path(__file__).parents[3] / "shared" / "data" / "games"
    parser = argparse.ArgumentParser(
        prog="learn-patterns",
        description="Learn the weights of playouts and priors from game records (a few minutes). "
        "Only weights are stored, no games. The same games give the same weights.",
    )
    parser.add_argument(
        "--games",
        type=Path,
        default=shared,
        help=f"folder with {', '.join(FOLDERS)} (default: %(default)s)",
    )
    parser.add_argument(
        "--output",
        type=Path,
        default=Path(__file__).with_name(DATA),
        help="where the weights go (default: the package's own file)",
    )
    options = parser.parse_args(arguments)

    def say(text: str) -> None:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()

    games = load_games(options.games, say)
    if not games:
        parser.error(f"no games in {options.games}")
    learned, qualities = learn(games, say)
    save(learned, options.output)
    for name, quality in qualities.items():
        sys.stdout.write(f"{name}: {quality}\n")
    sys.stdout.write(f"{options.output.stat().st_size} bytes written\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
