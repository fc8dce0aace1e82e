"""Games to train the network on, with what is known of their ends.

The large collection is one line a game: result, komi, year, and the moves as pairs of letters,
Black first. Small boards come as records. A counted result tells Black's lead by area: by the rule
that ties territory to area, it is the lead by territory plus the stones that Black played more.
"""

import csv
import lzma
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import GRID_LEN, NO_POINT, PASS, STRIDE, point_at
from gtpengine.board.position import Position
from gtpengine.board.vector import Vector, light_vector, vector_of
from gtpengine.evaluation.kernels import field
from gtpengine.evaluation.learning import FOLDERS, HELD_OUT, load_games
from gtpengine.evaluation.network.kernels import replay
from gtpengine.evaluation.weights import default_weights

Moves = npt.NDArray[np.int32]
Owners = npt.NDArray[np.int8]

SHARED = Path(__file__).parents[4] / "shared" / "data" / "games"
PLAYOUTS = 32  # with each player first, to tell dead stones at the end of a game
LEAST_MOVES = 20


@dataclass(frozen=True)
class Ended:
    """A game and its end; unknown numbers are not-a-number."""

    name: str
    size: int
    moves: Moves  # colour * 1024 + point
    black_won: float  # 1.0, 0.0 or not-a-number
    margin: float  # of a counted game: Black's lead in its result
    komi: float

    @property
    def extra(self) -> int:
        """Return how many stones Black has played more than White."""
        colours = (self.moves >> 10)[(self.moves & 1023) != PASS]
        return int((colours == BLACK).sum() - (colours == WHITE).sum())

    @property
    def area_lead(self) -> float:
        """Return Black's lead by area that the counted result implies, komi left out."""
        return self.margin + self.komi + self.extra


@cache
def empty_board(size: int) -> Vector:
    """Return a vector of the empty square board; shared, so it is not to be written to."""
    return vector_of(Position(size))


def parse_result(text: str) -> tuple[float, float]:
    """Return whether Black won, as a number, and Black's lead if it was counted."""
    if text[:2] not in ("B+", "W+"):
        return math.nan, math.nan
    won = float(text[0] == "B")
    if text[2:3] in ("F", "T"):  # forfeits and lost clocks say nothing of the board
        return math.nan, math.nan
    try:
        margin = float(text[2:])
    except ValueError:
        return won, math.nan
    return won, margin if won else -margin


def parse_line(number: int, line: str, size: int = 19) -> Ended | None:
    """Return the game of one line of the collection, None if it is no usable one."""
    result, komi, _, letters = line.rstrip("\n").split("\t")[:4]
    moves = []
    colour = BLACK
    for index in range(0, len(letters) - 1, 2):
        column, row = ord(letters[index]) - 97, ord(letters[index + 1]) - 97
        on_board = 0 <= column < size and 0 <= row < size
        point = point_at(size - row, column + 1) if on_board else PASS
        moves.append(colour * 1024 + point)
        colour = opponent(colour)
    while moves and moves[-1] & 1023 == PASS:
        moves.pop()
    game = np.array(moves, dtype=np.int32)
    if len(game) < LEAST_MOVES:
        return None
    won, margin = parse_result(result)
    known_komi = float(komi) if komi not in ("", "?") else math.nan
    return Ended(f"{number}", size, game, won, margin, known_komi)


def is_legal_game(game: Ended) -> bool:
    """Tell whether all moves of the game are legal."""
    board = light_vector(1)
    return bool(replay.legal_moves_of(empty_board(game.size), game.moves, board) == len(game.moves))


def read_collection(path: Path, most: int | None = None) -> list[Ended]:
    """Return the legal games of the collection, at most `most`."""
    games = []
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for number, line in enumerate(file):
            if most is not None and number >= most:
                break
            game = parse_line(number, line)
            if game is not None and is_legal_game(game):
                games.append(game)
    return games


def read_records(
    folder: Path, name: str, say: Callable[[str], None]
) -> tuple[list[Ended], list[Ended]]:
    """Return the plain games of a folder of records: those to train on, those held out.

    The pattern model's held-out games are also the network's, as its inputs hold that model's
    strengths.
    """
    every = load_games(folder, lambda _: None, FOLDERS)
    held_out = {game.name for game in every[::HELD_OUT]}
    rows = {}
    for row in csv.DictReader((folder / f"{name}.tsv").open(encoding="utf-8"), delimiter="\t"):
        rows[f"{name}/{row['file']}"] = row
    training: list[Ended] = []
    kept: list[Ended] = []
    for game in every:
        if not game.name.startswith(f"{name}/"):
            continue
        row = rows[game.name]
        won, margin = parse_result(row["RE"])
        komi = float(row["komi"]) if row["komi"] else math.nan
        ended = Ended(game.name, int(row["size"]), game.moves, won, margin, komi)
        if is_legal_game(ended):
            (kept if game.name in held_out else training).append(ended)
    say(f"{name}: {len(training)} games to train on, {len(kept)} held out")
    return training, kept


def final_owners(game: Ended, seed: int = 1) -> tuple[Owners, float]:
    """Return the owners at the end, over the grid, and Black's lead by territory without komi."""
    board = vector_of(Position(game.size))
    final = light_vector(seed)
    replay.legal_moves_of(board, game.moves, final)
    black, white, won = (np.zeros(GRID_LEN, dtype=np.int64) for _ in range(3))
    leads = np.zeros(2 * game.size * game.size + 1, dtype=np.int64)
    for first in (BLACK, WHITE):
        work = light_vector(2 * seed + first)
        field.run_field(
            final, default_weights(), work, first, NO_POINT, PLAYOUTS, 0.0, leads, black, white, won
        )
    owners = np.zeros(GRID_LEN, dtype=np.int8)
    queue = np.zeros(GRID_LEN, dtype=np.int64)
    lead = replay.settle(final, black, white, owners, queue)
    return owners, float(lead)


def label(game: Ended) -> tuple[Owners, float] | None:
    """Return the owners of a counted game and how far counting them is from its result.

    None where the result was not counted. Many records stop a few moves before the end: two points
    or less are the last ko, a dame or a stone that would still be filled in, so the owners of
    nearly all points are right all the same.
    """
    if math.isnan(game.margin) or math.isnan(game.komi):
        return None
    owners, lead = final_owners(game)
    return owners_on_board(owners, game.size), lead - game.komi - game.margin


def owners_on_board(owners: Owners, size: int) -> Owners:
    """Return owners over the grid as an array of the board's shape, row 0 lowest."""
    rows = (np.arange(1, size + 1) * STRIDE)[:, None] + np.arange(1, size + 1)
    board: Owners = owners[rows]
    return board
