"""Moves of engines in single positions, with the CPU time that they took; answers are kept."""

import hashlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gtpengine.board.colours import BLACK, WHITE, colour_letter
from gtpengine.board.points import PASS, BadVertex, point_of, vertex_of
from gtpengine.match.client import Client, EngineFailure, Refused
from gtpengine.match.loss.endings import Ending
from gtpengine.match.loss.store import Store
from gtpengine.match.settings import EngineSettings

Say = Callable[[str], None]

SEED = "1"
_PATIENCE = 600.0
_START = 300.0
# Wall time per CPU time: how it is guessed at first, and how far it can go on a busy machine.
_LEAST_SHARE = 0.15
_MEMORY = 0.7


@dataclass(frozen=True)
class Effort:
    """How much our own engine may think; other engines have options of their own.

    Attributes:
        seconds: of wall time per move; 0: as it comes.
        cpu_seconds: of CPU time per move, roughly: the wall time follows the machine's load.
        visits: playouts per move.
    """

    seconds: float = 0.0
    cpu_seconds: float = 0.0
    visits: int = 0


@dataclass(frozen=True)
class Answer:
    """An engine's move in a position; `point` is None if it failed."""

    point: int | None
    cpu: float | None
    wall: float
    said: str


class Player:
    """An engine that is asked for single moves; one process for all positions."""

    def __init__(
        self, engine: EngineSettings, effort: Effort, store: Store, say: Say = lambda text: None
    ) -> None:
        self.name = engine.name
        self._engine = engine
        self._effort = effort
        self._store = store
        self._say = say
        self._share = 1.0  # of a core that the engine gets

    def moves(self, endings: Iterable[Ending]) -> dict[str, Answer]:
        """Return the engine's answer in each position, by key.

        Raises:
            EngineFailure: the engine does not start.
        """
        endings = list(endings)
        once = {each.key: each for each in endings}.values()
        fresh = [each for each in once if self._store.get(self._key(each)) is None]
        done = 0
        while done < len(fresh):
            with Client(self._words()) as client:
                known = self._introduce(client)
                for ending in fresh[done:]:
                    answer, alive = self._asked(client, known, ending)
                    self._keep(ending, answer)
                    done += 1
                    cpu = "" if answer.cpu is None else f", {answer.cpu:.1f} CPU s"
                    where = f"{ending.name} -{ending.distance}"
                    self._say(f"{self.name}: {done} of {len(fresh)} {where} {answer.said}{cpu}")
                    if not alive:
                        break
        found = {each.key: self._store.get(self._key(each)) for each in endings}
        return {key: _answer(each) for key, each in found.items() if each is not None}

    def _words(self) -> list[str]:
        return [word.replace("{seed}", SEED) for word in self._engine.command]

    def _key(self, ending: Ending) -> str:
        """Return the key of an answer: another command, effort or name is another player."""
        identity = repr((self._engine.command, self._engine.commands, self._effort))
        digest = hashlib.sha256(identity.encode()).hexdigest()[:12]
        return f"{self.name} {digest} {ending.key}"

    def _introduce(self, client: Client) -> set[str]:
        known = set(client.ask("list_commands", _START).split())
        if "gtpengine-ready" in known:
            client.ask("gtpengine-ready", _START)
        for command in self._engine.commands:
            client.ask(command.replace("{seed}", SEED), _START)
        if "gtpengine-param" in known:
            client.ask("gtpengine-param resign 0", _START)
            if self._effort.visits:
                client.ask(f"gtpengine-param visits {self._effort.visits}", _START)
                client.ask("gtpengine-param seconds_per_move 3600", _START)
            elif self._effort.seconds:
                client.ask(f"gtpengine-param seconds_per_move {self._effort.seconds}", _START)
        return known

    def _asked(self, client: Client, known: set[str], ending: Ending) -> tuple[Answer, bool]:
        """Return the engine's answer, and whether it can be asked again."""
        position = ending.position
        try:
            client.ask(f"boardsize {position.width}", _PATIENCE)
            client.ask("clear_board", _PATIENCE)
            if "kata-set-rules" in known:
                client.ask(f"kata-set-rules {position.rules.name.replace('_', '-')}", _PATIENCE)
            client.ask(f"komi {float(position.komi):g}", _PATIENCE)
            for colour, vertex in _stones_and_moves(ending):
                client.ask(f"play {colour} {vertex}", _PATIENCE)
            wanted = self._effort.cpu_seconds
            if wanted and "gtpengine-param" in known:
                client.ask(
                    f"gtpengine-param seconds_per_move {wanted / self._share:.2f}", _PATIENCE
                )
            before, started = client.cpu_seconds(), time.monotonic()
            said = client.ask(f"genmove {colour_letter(position.to_move)}", _PATIENCE)
            wall, after = time.monotonic() - started, client.cpu_seconds()
        except EngineFailure as failure:
            return Answer(None, None, 0.0, str(failure)), isinstance(failure, Refused)
        cpu = None if before is None or after is None else after - before
        if cpu is not None and wall > 0.5:
            share = min(max(cpu / wall, _LEAST_SHARE), 1.0)
            self._share = _MEMORY * self._share + (1 - _MEMORY) * share
        return Answer(_point(said, ending), cpu, wall, said[:60]), True

    def _keep(self, ending: Ending, answer: Answer) -> None:
        move = None if answer.point is None else vertex_of(answer.point)
        self._store.put(
            self._key(ending), move=move, cpu=answer.cpu, wall=answer.wall, said=answer.said
        )


def _stones_and_moves(ending: Ending) -> list[tuple[str, str]]:
    """Return the plays that make the position: what was set up, then the moves."""
    start = ending.position.copy()
    while start.moves:
        start.undo()
    placed = [
        (colour_letter(colour), vertex_of(point))
        for colour in (BLACK, WHITE)
        for point in start.stones(colour)
    ]
    moves = ending.position.moves
    return placed + [(colour_letter(move.colour), vertex_of(move.point)) for move in moves]


def _point(said: str, ending: Ending) -> int | None:
    """Return the point of an answer; to resign is to pass, and what is illegal is no answer."""
    position = ending.position
    if said.lower() == "resign":
        return PASS
    try:
        point = point_of(said, position.width, position.height)
    except BadVertex:
        return None
    return point if position.is_legal(position.to_move, point) else None


def _answer(found: dict[str, object]) -> Answer:
    said = str(found["said"])
    move, cpu, wall = found["move"], found["cpu"], found["wall"]
    point = None if move is None else point_of(str(move), 25, 25)
    assert isinstance(wall, int | float)
    return Answer(point, float(cpu) if isinstance(cpu, int | float) else None, float(wall), said)
