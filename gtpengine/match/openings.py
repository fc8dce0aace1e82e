"""Openings and positions: where games begin.

A text file has one opening per line, moves in order, Black first; `#` begins a comment:

    E5 C3 G6        # three moves on any board that has these points

An SGF file is one position: the record up to a share of its moves, or to so many before its end.
"""

import random
from dataclasses import dataclass
from pathlib import Path

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.handicap import fixed_handicap
from gtpengine.board.points import PASS, BadVertex, point_of
from gtpengine.board.position import BadSetup, IllegalMove, Move, Position
from gtpengine.board.record import BadRecord, load_record
from gtpengine.config import BadConfig
from gtpengine.match.settings import GameSettings, OpeningSettings, Tournament


@dataclass(frozen=True)
class Opening:
    """A named beginning: stones that are there, then moves."""

    name: str = "empty board"
    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    to_move: int | None = None
    moves: tuple[Move, ...] = ()

    def handicap_stones(self, game: GameSettings) -> tuple[int, ...]:
        """Return the handicap stones of a game that begins like this."""
        if not game.handicap:
            return ()
        return fixed_handicap(game.handicap, game.board_size, game.board_size)

    def position(self, game: GameSettings) -> Position:
        """Return the position with which the players begin.

        Raises:
            BadSetup: the stones do not fit on the board, or there is a handicap besides.
            IllegalMove: one of the moves is illegal.
        """
        position = Position(game.board_size, rules=game.rule_set(), komi=game.exact_komi())
        handicap = self.handicap_stones(game)
        if handicap:
            position.place_handicap(handicap)
        if self.black or self.white:
            if handicap:
                raise BadSetup("handicap stones and a set-up position do not go together")
            position.setup(self.black, self.white, to_move=self.to_move)
        for move in self.moves:
            position.play(*move)
        return position


EMPTY_BOARD = Opening()


def load_openings(tournament: Tournament) -> list[Opening]:
    """Return the openings of a tournament in the order in which they are played.

    Raises:
        BadConfig: a file is missing, or holds what cannot be played under the tournament's rules.
    """
    wanted = tournament.settings.openings
    if not wanted.file:
        return [EMPTY_BOARD]
    path = tournament.path.parent / wanted.file
    game = tournament.settings.game
    if path.is_dir():
        openings = [_from_sgf(file, wanted, game) for file in sorted(path.glob("*.sgf"))]
    elif path.suffix == ".sgf":
        openings = [_from_sgf(path, wanted, game)]
    else:
        openings = read_lines(path, game)
    if not openings:
        raise BadConfig(f"'{tournament.path}': 'openings.file': no openings in '{path}'")
    if wanted.shuffle:
        random.Random(tournament.settings.seed).shuffle(openings)
    return openings


def read_lines(path: Path, game: GameSettings) -> list[Opening]:
    """Return the openings of a text file, named by their lines' places.

    Raises:
        BadConfig: no such file, or a line that cannot be played; the text names the line.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadConfig(f"cannot read '{path}': {error}") from None
    openings = []
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            openings.append(_from_words(f"{path.stem} line {number}", words, game))
        except (BadVertex, IllegalMove, BadSetup) as error:
            raise BadConfig(f"'{path}', line {number}: {error}") from None
    return openings


def _from_words(name: str, words: list[str], game: GameSettings) -> Opening:
    colours = (WHITE, BLACK) if game.handicap else (BLACK, WHITE)
    moves = tuple(
        Move(colours[number % 2], point_of(word, game.board_size, game.board_size))
        for number, word in enumerate(words)
    )
    opening = Opening(name, moves=moves)
    opening.position(game)
    return opening


def _from_sgf(path: Path, wanted: OpeningSettings, game: GameSettings) -> Opening:
    try:
        record = load_record(path, game.rule_set())
        moves = record.moves()
        while moves and moves[-1].point == PASS:
            moves.pop()
        start = record.position(before=1)
    except BadRecord as error:
        raise BadConfig(f"'{path}': {error}") from None
    if (record.width, record.height) != (game.board_size, game.board_size):
        raise BadConfig(
            f"'{path}': a board of {record.width}x{record.height}, but the tournament's "
            f"'game.board_size' is {game.board_size}"
        )
    played = min(round(wanted.share * len(moves)), max(0, len(moves) - wanted.before_end))
    opening = Opening(
        path.stem,
        tuple(start.stones(BLACK)),
        tuple(start.stones(WHITE)),
        start.to_move,
        tuple(moves[:played]),
    )
    try:
        opening.position(game)
    except (IllegalMove, BadSetup) as error:
        raise BadConfig(f"'{path}': {error}") from None
    return opening
