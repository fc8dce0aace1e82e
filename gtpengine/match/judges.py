"""Judges say which stones are dead; the score is then counted by the rules. Never by raw area."""

import functools
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.komi import decimal_text
from gtpengine.board.points import BadVertex, point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.board.score import result_text, score
from gtpengine.deadline import Deadline
from gtpengine.engine.settings import Settings
from gtpengine.engine.staff import Staff
from gtpengine.errors import EngineError
from gtpengine.match.client import Client, EngineFailure
from gtpengine.model.judgement import stones_of
from gtpengine.processes.programs import find_program

# Random games of our judge; more than a player takes, for it is not in a hurry.
PLAYOUTS = 4000


class NoVerdict(EngineError):
    """A judge could not count."""


@dataclass(frozen=True)
class Verdict:
    """Dead stones, stones in seki, and the score that follows."""

    dead: frozenset[int]
    seki: frozenset[int]
    score: Fraction

    def __str__(self) -> str:
        return result_text(self.score)


class Judge(Protocol):
    """Counts finished games."""

    name: str

    def verdict(self, position: Position, seconds: float) -> Verdict:
        """Return the verdict on a position.

        Raises:
            NoVerdict: it could not be reached.
        """
        ...


@functools.cache
def _staff() -> Staff:
    staff = Staff(Settings(playouts=PLAYOUTS))
    staff.warmup.start()
    return staff


_one_at_a_time = threading.Lock()


class OwnJudge:
    """The engine's own scorer."""

    name = "gtpengine"

    def verdict(self, position: Position, seconds: float) -> Verdict:
        """Return what `final_score` would say, with more playouts."""
        with _one_at_a_time, Deadline(seconds) as deadline:
            judgement = _staff().judgement(position, deadline)
        return Verdict(stones_of(judgement.dead), stones_of(judgement.seki), judgement.score)


class GnugoJudge:
    """GNU Go, level 10, in a process of its own: dead stones by it, the count by us."""

    name = "gnugo"

    def verdict(self, position: Position, seconds: float) -> Verdict:
        """Return the verdict that follows from GNU Go's list of dead stones."""
        try:
            with Client(gnugo_words(position)) as client:
                for command in setup_commands(position):
                    client.ask(command, seconds)
                dead = self._listed(client, "dead", position, seconds)
                seki = self._listed(client, "seki", position, seconds)
        except (EngineFailure, BadVertex) as failure:
            raise NoVerdict(str(failure)) from None
        return Verdict(dead, seki, score(position, dead, seki))

    def _listed(
        self, client: Client, status: str, position: Position, seconds: float
    ) -> frozenset[int]:
        words = client.ask(f"final_status_list {status}", seconds).split()
        points = (point_of(word, position.width, position.height) for word in words)
        return frozenset(point for point in points if position.colour_at(point) != EMPTY)


def gnugo_words(position: Position, *more: str) -> list[str]:
    """Return the command line of GNU Go for the rules of a position."""
    area = position.rules.scoring is Scoring.AREA
    rules = "--chinese-rules" if area else "--japanese-rules"
    suicide = ["--allow-suicide"] if position.rules.suicide else []
    return ["gnugo", "--mode", "gtp", "--level", "10", "--seed", "1", rules, *suicide, *more]


def setup_commands(position: Position) -> list[str]:
    """Return the commands that put a position's stones on an empty board, in any engine.

    The order does not matter: no part of a chain with a liberty is ever without one.
    """
    commands = [f"boardsize {position.width}", "clear_board", f"komi {decimal_text(position.komi)}"]
    for colour, name in ((BLACK, "B"), (WHITE, "W")):
        commands += [f"play {name} {vertex_of(point)}" for point in position.stones(colour)]
    return commands


def judges_named(names: Sequence[str]) -> list[Judge]:
    """Return the judges of those names."""
    known: dict[str, Judge] = {"gtpengine": OwnJudge(), "gnugo": GnugoJudge()}
    return [known[name] for name in names]


def available(names: Sequence[str]) -> tuple[str, ...]:
    """Return those judges that are installed here."""
    return tuple(name for name in names if name != "gnugo" or find_program("gnugo"))
