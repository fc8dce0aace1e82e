"""What a move's place in the tables says about it, learned from professional endgames.

`scripts/learn-tables` reads games of the shared training set, some moves before their ends, makes
the model of each position and fits the gammas of the table classes, on top of the network's priors
or of the patterns', on one half of the positions; the other half tells what they are worth.
"""

import argparse
import lzma
import random
import sys
from collections.abc import Iterator, Sequence

import numpy as np

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import NO_POINT, point_at
from gtpengine.board.position import IllegalMove, Position
from gtpengine.board.rules import JAPANESE
from gtpengine.evaluation.network.network import Network
from gtpengine.laboratory.shared import GAMES
from gtpengine.laboratory.studies.tablelearning import (
    Example,
    classes_of,
    example_of,
    fitted,
    log_loss,
)
from gtpengine.model.model import Model
from gtpengine.search.tree.search import TreeSearch

TRAINING = GAMES / "train"
PLAYOUTS = 600
MODEL_SECONDS = 1.0
BEFORE_END = (15, 60)
_SIDE = 19


def positions(seed: int) -> Iterator[tuple[Position, int]]:
    """Yield positions some moves before the end of counted games, and the move that followed."""
    with lzma.open(TRAINING / "pro19.tsv.xz", "rt", encoding="utf-8", errors="replace") as file:
        lines = [line.rstrip("\n").split("\t") for line in file]
    counted = [line for line in lines if line[0][2:3].isdigit()]
    chance = random.Random(seed)
    chance.shuffle(counted)
    for _, _, _, moves in counted:
        points = [moves[place : place + 2] for place in range(0, len(moves), 2)]
        stop = len(points) - chance.randint(*BEFORE_END)
        position = Position(_SIDE, rules=JAPANESE, komi=JAPANESE.komi)
        try:
            for number, letters in enumerate(points[:stop]):
                position.play(BLACK if number % 2 == 0 else WHITE, _point(letters))
        except (IllegalMove, ValueError):
            continue
        if "" not in (points[stop], letters) and points[stop] != "tt":
            yield position, _point(points[stop])


def _point(letters: str) -> int:
    column, row = (ord(letter) - ord("a") for letter in letters)
    return point_at(_SIDE - row, column + 1)


def example(
    model: Model, position: Position, played: int, network: Network | None
) -> Example | None:
    """Return the moves of a position with their priors, by network or patterns, and classes."""
    search = TreeSearch(position, judge=network)
    search.run(None, PLAYOUTS)
    found = search.findings()
    survey = model.survey(position, found.ownership, MODEL_SECONDS)
    tables = model.tables(survey)
    if not len(tables.roots):
        return None
    priors = {move.point: move.prior for move in found.moves if move.point > 3}
    last = position.moves[-1].point if position.moves else NO_POINT
    return example_of(priors, classes_of(tables, list(priors), position.to_move, last), played)


def learn(count: int, seed: int = 1, *, patterns: bool = False) -> dict[str, object]:
    """Return gammas fitted on half of `count` positions, and what they are worth on the rest."""
    model = Model()
    network = None if patterns else Network.load()
    examples: list[Example] = []
    for position, played in positions(seed):
        found = example(model, position, played, network)
        if found is not None:
            examples.append(found)
        if len(examples) == count:
            break
    half = len(examples) // 2
    gammas = fitted(examples[:half])
    plain = np.ones_like(gammas)
    return {
        "positions": len(examples),
        "gammas": [round(float(gamma), 3) for gamma in gammas],
        "log_loss": log_loss(examples[half:], gammas),
        "log_loss_without": log_loss(examples[half:], plain),
        "top_1": _top(examples[half:], gammas),
        "top_1_without": _top(examples[half:], plain),
    }


def _top(examples: list[Example], gammas: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> float:
    hits = [int((e.priors * gammas[e.classes]).argmax()) == e.played for e in examples]
    return float(np.mean(hits))


def main(words: Sequence[str] | None = None) -> int:
    """Print what was learned from as many positions as the command line says."""
    parser = argparse.ArgumentParser(prog="learn-tables", description=learn.__doc__)
    parser.add_argument("positions", type=int, nargs="?", default=200, help="positions (200)")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of games (1)")
    parser.add_argument(
        "--patterns", action="store_true", help="on top of the pattern model's priors"
    )
    arguments = parser.parse_args(words)
    if not (TRAINING / "pro19.tsv.xz").is_file():
        sys.stderr.write(f"learn-tables: there are no training games in {TRAINING}\n")
        return 1
    for name, value in learn(
        arguments.positions, arguments.seed, patterns=arguments.patterns
    ).items():
        sys.stdout.write(f"{name}: {value}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
