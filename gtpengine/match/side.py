"""One side of a game: an engine that is told what happens and asked for moves."""

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from gtpengine.board.colours import BLACK, colour_letter, opponent
from gtpengine.board.komi import decimal_text
from gtpengine.board.points import PASS, RESIGN, BadVertex, point_of, vertex_of
from gtpengine.board.position import Move, Position
from gtpengine.match.client import Client, EngineFailure, Fault, Refused
from gtpengine.match.clock import MatchClock
from gtpengine.match.fleet import FLEET
from gtpengine.match.judges import setup_commands
from gtpengine.match.outcome import SideTimes
from gtpengine.match.schedule import GameSpec
from gtpengine.match.settings import EngineSettings

CPU_COMMANDS = ("gomill-cpu_time", "cputime")
# A seed for engines that stay: they get the game's own by their commands, if they have one.
LASTING_SEED = 1


class Forfeit(Exception):
    """A side loses the game by its own fault."""

    def __init__(self, colour: int, failure: EngineFailure) -> None:
        super().__init__(str(failure))
        self.colour = colour
        self.failure = failure


@dataclass
class MoveTime:
    """What one move took, in seconds."""

    wall: float
    cpu: float | None


@dataclass
class Side:
    """An engine in a game. All calls raise Forfeit when it misbehaves; `leave` never does."""

    colour: int
    engine: EngineSettings
    spec: GameSpec
    version: str = ""
    times: list[MoveTime] = field(default_factory=list)
    client: Client | None = None
    known: frozenset[str] = frozenset()
    healthy: bool = False
    whole_seconds: bool = False  # it refuses fractions of a second

    def start(self, clock: MatchClock, position: Position) -> None:
        """Start the engine and tell it everything up to `position`."""
        try:
            self.client = FLEET.take(self._words())
            self._introduce()
            self._begin(clock, position)
        except EngineFailure as failure:
            raise Forfeit(self.colour, failure) from None
        self.healthy = True

    def _words(self) -> list[str]:
        rules = self.engine.rules.of(self.spec.game.rule_set())
        seed = LASTING_SEED if self.spec.keep_engines else self.spec.seed
        return [word.replace("{seed}", str(seed)) for word in (*self.engine.command, *rules)]

    def _introduce(self) -> None:
        with contextlib.suppress(Refused):
            self.known = frozenset(self._ask("list_commands", self.spec.time.start).split())
        names = [self._optional("name"), self._optional("version")]
        self.version = " ".join(name for name in names if name)[:200]

    def _begin(self, clock: MatchClock, position: Position) -> None:
        game = self.spec.game
        if "gtpengine-ready" in self.known:
            self._ask("gtpengine-ready", self.spec.time.start)
        self._ask(f"boardsize {game.board_size}")
        self._ask("clear_board")
        if "kata-set-rules" in self.known:
            # KataGo writes new-zealand; engines that know our names take both.
            self._ask(f"kata-set-rules {game.rule_set().name.replace('_', '-')}")
        self._ask(f"komi {decimal_text(game.exact_komi())}")
        for command in self.engine.commands:
            self._ask(command.replace("{seed}", str(self.spec.seed)))
        self._tell_time(lambda whole: clock.setting_command(self.known, whole=whole))
        opening = self.spec.opening
        handicap = opening.handicap_stones(game)
        if handicap and "set_free_handicap" in self.known:
            self._ask("set_free_handicap " + " ".join(vertex_of(point) for point in handicap))
        else:
            start = Position(game.board_size)
            start.setup([*handicap, *opening.black], opening.white)
            for command in setup_commands(start)[3:]:
                self._ask(command)
        for move in position.moves:
            self._ask(f"play {colour_letter(move.colour)} {vertex_of(move.point)}")

    def _tell_left(self, clock: MatchClock, colour: int) -> None:
        self._tell_time(lambda whole: clock.left_command(colour, self.known, whole=whole))

    def _tell_time(self, command: Callable[[bool], str | None]) -> None:
        """Tell the time; if the engine refuses fractions, in whole seconds from now on."""
        told = command(self.whole_seconds)
        if told is None:
            return
        try:
            self._ask(told)
        except Refused:
            if self.whole_seconds:
                raise
            self.whole_seconds = True
            self._tell_time(command)

    def _ask(self, command: str, seconds: float | None = None) -> str:
        assert self.client is not None
        return self.client.ask(command, self.spec.time.hang if seconds is None else seconds)

    def _optional(self, command: str) -> str:
        """Return the answer to a command, an empty text if the engine does not know it."""
        if command not in self.known:
            return ""
        try:
            return self._ask(command)
        except Refused:
            return ""

    def choose(self, clock: MatchClock, position: Position) -> tuple[int, str]:
        """Return the side's move, legal or RESIGN, and what the engine says about it.

        The time it took is on the clock and in `times`.
        """
        try:
            return self._choose("genmove", clock, position)
        except EngineFailure as failure:
            self.healthy = False
            raise Forfeit(self.colour, failure) from None

    def choose_cleanup(self, position: Position) -> int:
        """Return a move off the clock, against dead stones if the engine knows how."""
        cleanup = "kgs-genmove_cleanup"
        command = cleanup if cleanup in self.known else "genmove"
        try:
            return self._choose(command, None, position)[0]
        except EngineFailure as failure:
            self.healthy = False
            raise Forfeit(self.colour, failure) from None

    def _choose(
        self, command: str, clock: MatchClock | None, position: Position
    ) -> tuple[int, str]:
        hang = self.spec.time.hang
        limit = hang
        if clock is not None:
            for colour in (self.colour, opponent(self.colour)):
                self._tell_left(clock, colour)
            limit = min(hang, clock.allowed(self.colour))
        cpu = self._cpu()
        started = time.monotonic()
        try:
            answer = self._ask(f"{command} {colour_letter(self.colour).lower()}", limit)
        except EngineFailure as failure:
            if failure.fault is Fault.HANG and limit < hang:
                text = f"no move within the {limit:.1f} s that it had"
                raise EngineFailure(Fault.TIME, text) from None
            raise
        wall = time.monotonic() - started
        if clock is not None:
            after = self._cpu()
            used = None if cpu is None or after is None else max(0.0, after - cpu)
            self.times.append(MoveTime(wall, used))
            if not clock.spend(self.colour, wall):
                text = f"{wall:.2f} s for a move, {limit:.2f} s were left"
                raise EngineFailure(Fault.TIME, text)
        point = self._parsed(answer, position)
        words = "" if clock is None else self._optional("gomill-explain_last_move")
        return point, words

    def _parsed(self, answer: str, position: Position) -> int:
        """Return the point of an answer to genmove."""
        if answer.lower() == "resign":
            return RESIGN
        try:
            point = point_of(answer, position.width, position.height)
        except BadVertex:
            raise EngineFailure(Fault.GARBAGE, f"for a move: {answer[:100]!r}") from None
        if point != PASS and not position.is_legal(self.colour, point):
            raise EngineFailure(Fault.ILLEGAL, vertex_of(point))
        return point

    def tell(self, move: Move) -> None:
        """Tell the engine the opponent's legal move; one that refuses it loses."""
        try:
            self._ask(f"play {colour_letter(move.colour)} {vertex_of(move.point)}")
        except EngineFailure as failure:
            self.healthy = False
            raise Forfeit(self.colour, failure) from None

    def _cpu(self) -> float | None:
        assert self.client is not None
        seconds = self.client.cpu_seconds()
        if seconds is not None:
            return seconds
        for command in CPU_COMMANDS:
            if command in self.known:
                try:
                    return float(self._optional(command))
                except ValueError:
                    return None
        return None

    def leave(self) -> None:
        """End the engine, or keep it for another game if it behaved and may stay."""
        if self.client is None:
            return
        if self.spec.keep_engines and self.healthy and self.client.is_alive():
            FLEET.give_back(self._words(), self.client)
        else:
            self.client.close(politely=self.healthy)

    def stderr(self) -> str:
        """Return what the engine wrote to stderr."""
        return self.client.stderr() if self.client is not None else ""

    def summary(self) -> SideTimes:
        """Return the time used; CPU time from the end of the process where nothing else told."""
        if not self.times:
            return SideTimes()
        known = [one.cpu for one in self.times if one.cpu is not None]
        cpu = sum(known) if len(known) == len(self.times) else None
        if cpu is None and self.client is not None and not self.spec.keep_engines:
            cpu = self.client.cpu_seconds()
        wall = [one.wall for one in self.times]
        return SideTimes(
            len(wall),
            round(sum(wall), 4),
            None if cpu is None else round(cpu, 3),
            round(max(wall), 4),
        )


def opening_side(colour: int, spec: GameSpec) -> Side:
    """Return the side of that colour in a game."""
    return Side(colour, spec.black if colour == BLACK else spec.white, spec)
