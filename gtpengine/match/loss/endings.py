"""Positions near the end of recorded games, chosen by a fixed rule."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gtpengine.board.points import PASS
from gtpengine.board.position import Position
from gtpengine.board.record import load_record
from gtpengine.board.rules import JAPANESE
from gtpengine.errors import BadInput
from gtpengine.evaluation.katago.question import Question

GAMES = 60
DISTANCES = (60, 45, 30, 20)


@dataclass(frozen=True)
class Ending:
    """A position and the move that was played in it.

    Attributes:
        name: the game's.
        distance: moves from here to the end of the game, this one included.
        position: before the move, under Japanese rules and the game's komi.
        played: the recorded move.
    """

    name: str
    distance: int
    position: Position
    played: int

    @property
    def key(self) -> str:
        """A name for the position that is the same in every run."""
        fields = Question(self.position, visits=1).fields()
        return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()[:20]


def endings(
    folder: Path, games: int = GAMES, distances: Sequence[int] = DISTANCES, every: int = 1
) -> list[Ending]:
    """Return the positions: `games` of the folder's records, evenly spread in their order.

    With `every` only each so-manieth is taken, another distance from game to game.

    Raises:
        BadInput: the folder holds no records.
    """
    paths = sorted(folder.glob("*.sgf")) if folder.is_dir() else []
    if not paths:
        raise BadInput(f"no game records (*.sgf) in '{folder}'")
    games = min(games, len(paths))
    found = []
    for game in range(games):
        path = paths[game * len(paths) // games]
        for place, distance in enumerate(distances):
            if (game + place) % every == 0:
                ending = _ending(path, distance)
                if ending is not None:
                    found.append(ending)
    return found


def _ending(path: Path, distance: int) -> Ending | None:
    """Return the position so many moves before the end; None if the game is shorter."""
    record = load_record(path, JAPANESE)
    moves = record.moves()
    while moves and moves[-1].point == PASS:
        moves.pop()
    if len(moves) < distance:
        return None
    position = record.position(before=len(moves) + 1 - distance, rules=JAPANESE)
    move = moves[-distance]
    # Records may have two moves of one colour in a row; such a move answers no question.
    if move.colour != position.to_move:
        return None
    return Ending(path.stem, distance, position, move.point)
