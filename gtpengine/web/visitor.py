"""One browser at the other end of a WebSocket: what it asks for, and what it is told.

Messages are JSON objects; `do` names what is wanted and `id`, chosen by the browser, comes back
with every answer. docs/clients/browser.md lists them.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gtpengine.board.handicap import fixed_handicap
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.clock import Clock, byoyomi, moves_to_go
from gtpengine.deadline import Deadline
from gtpengine.errors import EngineError
from gtpengine.partition.place import Walls
from gtpengine.report.language import speaking
from gtpengine.report.retelling import retold
from gtpengine.web.desk import Desk, Job, Rank
from gtpengine.web.positions import COLOURS, BadMessage, Replay, moves_of, number, played, whole
from gtpengine.web.shelf import Shelf, position_key

if TYPE_CHECKING:  # they load kernels, which the desk does
    from gtpengine.report.view import PositionView
    from gtpengine.web.reviewing import Reviewing
    from gtpengine.web.room import Room

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0  # of the first look at a position
MOST_SECONDS = 600.0  # that a visitor may ask for
MOST_ID = 40  # letters
_SCORE_SECONDS = 3.0
_PROBLEM_SECONDS = 60.0
_LAG_SECONDS = 0.3


@dataclass
class Shared:
    """What all visitors have in common: the desk, and what was found so far."""

    desk: "Desk[Room]"
    studies: Shelf[str] = field(default_factory=Shelf)
    views: "Shelf[PositionView]" = field(default_factory=Shelf)


class Outbox:
    """What is still to be sent; of what is told again and again, only the newest."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: dict[object, str] = {}
        self._event = asyncio.Event()

    def put(self, key: object, text: str) -> None:
        """Send a text soon, from any thread; it takes the place of an older one with its key."""
        try:
            self._loop.call_soon_threadsafe(self._put, key, text)
        except RuntimeError:  # the server has ended
            log.debug("nobody is there any more")

    def _put(self, key: object, text: str) -> None:
        self._waiting[key] = text
        self._event.set()

    async def take(self) -> str:
        """Wait for the next text."""
        while not self._waiting:
            self._event.clear()
            await self._event.wait()
        return self._waiting.pop(next(iter(self._waiting)))


class Visitor:
    """One browser."""

    def __init__(self, shared: Shared, outbox: Outbox) -> None:
        self._shared = shared
        self._outbox = outbox
        self._replay = Replay()
        self._language = "en"
        self._asks: dict[str, Callable[[str, dict[str, Any]], None]] = {
            "play": self._play,
            "study": self._study,
            "place": self._place,
            "review": self._review,
            "move": self._move,
            "prepare": self._prepare,
            "score": self._score,
            "problem": self._problem,
            "own": self._own,
            "handicap": self._handicap,
            "stop": self._stop,
            "speak": self._speak,
        }

    def hear(self, text: str) -> None:
        """Do what a message asks for; whatever is wrong with it is told in words."""
        name = ""
        try:
            message = json.loads(text)
            if not isinstance(message, dict):
                raise BadMessage("a message is an object")
            name = message.get("id", "")
            if not isinstance(name, str) or len(name) > MOST_ID:
                raise BadMessage("an id is a short text")
            ask = self._asks.get(str(message.get("do")))
            if ask is None:
                raise BadMessage("nothing that can be done here")
            ask(name, message)
        except (ValueError, RecursionError):
            self.fail(name, "that is no JSON")
        except EngineError as error:
            self.fail(name, str(error))

    def leave(self) -> None:
        """Drop everything that is still to be done."""
        self._shared.desk.drop(self)

    def tell_state(self, state: str) -> None:
        """Tell whether the engine is there."""
        self._outbox.put("state", json.dumps({"type": "state", "state": state}))

    def fail(self, name: str, why: str) -> None:
        """Tell that something cannot be done."""
        with speaking(self._language):
            self._send("error", name, {"error": retold(why)})

    def _send(self, kind: str, name: str, told: dict[str, Any]) -> None:
        text = json.dumps({"type": kind, "id": name, **told}, separators=(",", ":"))
        self._outbox.put((kind, name), text)

    def _ask(
        self,
        name: str,
        rank: Rank,
        seconds: float,
        work: "Callable[[Room, Deadline], Job[Room] | None]",
    ) -> None:
        if not self._shared.desk.add(self._job(name, rank, seconds, work)):
            self.fail(name, "too much is waiting; try again in a moment")

    def _job(
        self,
        name: str,
        rank: Rank,
        seconds: float,
        work: "Callable[[Room, Deadline], Job[Room] | None]",
    ) -> "Job[Room]":
        language = self._language

        def speak(room: "Room", deadline: Deadline) -> "Job[Room] | None":
            with speaking(language):
                return work(room, deadline)

        return Job(self, name, rank, seconds, speak, lambda why: self.fail(name, why))

    def _play(self, name: str, message: dict[str, Any]) -> None:
        """Answer with what moves capture; nothing is remembered here."""
        position = self._replay.at(message)
        moves = moves_of(message.get("moves"), position)
        self._send("played", name, {"moves": played(position, moves)})

    def _handicap(self, name: str, message: dict[str, Any]) -> None:
        """Answer with the points of a fixed handicap."""
        size = whole(message, "size", 19)
        points = fixed_handicap(whole(message, "stones", 2), size, size)
        self._send("handicap", name, {"points": [vertex_of(point) for point in points]})

    def _stop(self, name: str, message: dict[str, Any]) -> None:
        """Drop what has that id."""
        self._shared.desk.drop(self, name)

    def _speak(self, name: str, message: dict[str, Any]) -> None:
        """Use a language from now on."""
        self._language = str(message.get("language"))[:8]

    def _study(self, name: str, message: dict[str, Any]) -> None:
        """Stream what is found about a position: a first look soon, then all in the time given."""
        position = self._replay.at(message)
        seconds = number(message, "seconds", 5.0, 0.1, MOST_SECONDS)
        key = (position_key(position), self._language)
        known = self._shared.studies.find(key, seconds)
        if known is not None:
            self._found(name, known, 1.0)
            return
        first = min(LOOK_SECONDS, seconds)

        def tell(found: dict[str, Any]) -> None:
            self._found(name, _compact(found), 0.0)

        def rest(room: "Room", deadline: Deadline) -> None:
            found = _compact(room.study(position, deadline, tell, whole=True))
            if deadline.was_stopped():
                self._found(name, found, 0.0)
                return
            self._shared.studies.put(key, seconds, found)
            self._found(name, found, 1.0)

        def look(room: "Room", deadline: Deadline) -> "Job[Room] | None":
            tell(room.study(position, deadline, tell, whole=False))
            return self._job(name, Rank.STUDY, seconds - first, rest)

        self._shared.desk.drop(self, name)
        if seconds > first:
            self._ask(name, Rank.LOOK, first, look)
        else:
            self._ask(name, Rank.LOOK, seconds, rest)

    def _found(self, name: str, found: str, done: float) -> None:
        head = json.dumps({"type": "study", "id": name, "done": bool(done)})
        self._outbox.put(("study", name), f'{head[:-1]}, "found": {found}}}')

    def _place(self, name: str, message: dict[str, Any]) -> None:
        """Answer with what a place is worth."""
        position = self._replay.at(message)
        mask = message.get("mask")
        if not isinstance(mask, str) or len(mask) > 4000:
            raise BadMessage("a place is C1:H4, or C1,C2,D1")
        walls = Walls.REAL if message.get("walls") == "real" else Walls.ALIVE
        seconds = number(message, "seconds", 5.0, 0.1, MOST_SECONDS)

        def work(room: "Room", deadline: Deadline) -> None:
            self._send("place", name, room.place(position, mask, walls, deadline.remaining()))

        self._ask(name, Rank.PLACE, seconds, work)

    def _review(self, name: str, message: dict[str, Any]) -> None:
        """Stream the review of a game, which ends with the last of the steps."""
        position = self._replay.at(message)
        first = whole(message, "first", 1)
        seconds = number(message, "seconds", 1.0, 0.1, 60.0)
        if not 1 <= first <= len(position.moves):
            raise BadMessage("there are no such moves to review")
        states: list[Reviewing] = []

        def work(room: "Room", deadline: Deadline) -> "Job[Room] | None":
            from gtpengine.web.reviewing import Reviewing

            if not states:
                states.append(Reviewing(position, first, seconds, self._shared.views))
            state = states[0]
            state.go_on(room, deadline)
            self._send("review", name, {"done": state.is_done, **state.as_json()})
            return None if state.is_done else self._job(name, Rank.REVIEW, seconds, work)

        self._shared.desk.drop(self, name)
        self._ask(name, Rank.REVIEW, seconds, work)

    def _move(self, name: str, message: dict[str, Any]) -> None:
        """Answer with the engine's move."""
        position = self._replay.at(message)
        colour = message.get("colour")
        if colour not in COLOURS:
            raise BadMessage("a colour is b or w")
        position.to_move = COLOURS[colour]
        seconds = _time_for(position, message)

        def work(room: "Room", deadline: Deadline) -> None:
            found = room.move(position, deadline)
            self._send("moved", name, found)

        self._ask(name, Rank.GAME, seconds, work)

    def _prepare(self, name: str, message: dict[str, Any]) -> None:
        """Load what plays, when nothing else is to be done."""

        def work(room: "Room", deadline: Deadline) -> None:
            room.prepare()

        self._shared.desk.drop(self, "prepare")
        self._ask("prepare", Rank.REVIEW, _SCORE_SECONDS, work)

    def _score(self, name: str, message: dict[str, Any]) -> None:
        """Answer with the result of a game that is over."""
        position = self._replay.at(message)

        def work(room: "Room", deadline: Deadline) -> None:
            self._send("scored", name, room.score(position, deadline))

        self._ask(name, Rank.GAME, _SCORE_SECONDS, work)

    def _problem(self, name: str, message: dict[str, Any]) -> None:
        """Answer with a problem of the trainer."""
        question, level = str(message.get("question")), whole(message, "level", 1)
        seed, source = whole(message, "seed", 1), str(message.get("source", "all"))

        def work(room: "Room", deadline: Deadline) -> None:
            self._send("problem", name, room.problem(question, level, seed, source))

        self._ask(name, Rank.LOOK, _PROBLEM_SECONDS, work)

    def _own(self, name: str, message: dict[str, Any]) -> None:
        """Answer with a problem that a position of the visitor's own game poses."""
        position = self._replay.at(message)
        question, seed = str(message.get("question", "all")), whole(message, "seed", 1)

        def work(room: "Room", deadline: Deadline) -> None:
            self._send("problem", name, room.own_problem(position, question, seed, deadline))

        self._ask(name, Rank.LOOK, number(message, "seconds", 2.0, 0.1, 60.0), work)


def _time_for(position: Position, message: dict[str, Any]) -> float:
    """Return how long the engine thinks: so many seconds, or as its clock allows."""
    seconds = number(message, "seconds", 2.0, 0.05, MOST_SECONDS)
    told = message.get("clock")
    if not isinstance(told, dict):
        return seconds
    clock = Clock(seconds, _LAG_SECONDS)
    period = number(told, "period", 0.0, 0.0, 3600.0)
    periods = int(number(told, "periods", 0.0, 0.0, 100.0))
    clock.set(byoyomi(number(told, "main", 0.0, 0.0, 86_400.0), period, periods))
    left = number(told, "left", 0.0, 0.0, 86_400.0)
    # With main time left the count is 0; then it counts periods.
    clock.set_left(position.to_move, left, int(number(told, "periods_left", 0.0, 0.0, 100.0)))
    area = position.width * position.height
    played_moves = len(position.moves)
    return clock.seconds_for_move(position.to_move, moves_to_go(area, played_moves))


def _compact(found: dict[str, Any]) -> str:
    return json.dumps(found, separators=(",", ":"))
