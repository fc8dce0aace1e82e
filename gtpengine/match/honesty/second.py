"""KataGo's account of the moves of a game: its lead before and after each of them, kept on disk."""

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.board.record import GameRecord
from gtpengine.evaluation.katago.judgement import for_player
from gtpengine.evaluation.katago.keeper import PartnerSettings, Unanswered
from gtpengine.evaluation.katago.partner import KataGo
from gtpengine.evaluation.katago.question import Question
from gtpengine.match.loss.judge import judge_name
from gtpengine.match.loss.store import Store

Say = Callable[[str], None]


@dataclass(frozen=True)
class Turn:
    """The position before a move of a game (or after the last one): what KataGo is asked about."""

    record: GameRecord
    number: int

    @property
    def position(self) -> Position:
        """The position before move `number`."""
        return self.record.position(self.number)


class SecondOpinion:
    """KataGo's leads and first choices; asked where they are not known yet."""

    def __init__(self, settings: PartnerSettings, store: Store, say: Say) -> None:
        self._settings = settings
        self._store = store
        self._say = say
        self._name = judge_name(settings.command)

    def ask(self, turns: Iterable[Turn], visits: int) -> None:
        """Make these turns known at so many visits.

        Raises:
            PartnerGone: KataGo cannot be started.
        """
        asked: dict[str, Position] = {}
        for turn in turns:
            position = turn.position
            key = self._key(position, visits)
            if self._store.get(key) is None:
                asked[key] = position
        if not asked:
            return
        keys = list(asked)
        with KataGo(self._settings) as katago:
            katago.start()
            questions = [Question(position, visits) for position in asked.values()]
            for done, (place, found) in enumerate(katago.answers(questions), start=1):
                if isinstance(found, Unanswered):
                    self._say(f"not answered: {found}")
                    continue
                best = "pass" if found.best is None else vertex_of(found.best.point)
                self._store.put(keys[place], lead=found.lead, best=best)
                self._say(f"KataGo at {visits} visits: {done} of {len(keys)} positions")

    def cost(self, turn: Turn, visits: int) -> float | None:
        """Return what the move of a turn cost its player; None if a position is not known.

        That is by how much the lead fell from the search before it to the one after it. A move
        that is KataGo's own first choice costs nothing: what falls then is its mistake.
        """
        move = turn.record.moves()[turn.number - 1]
        before = self._store.get(self._key(turn.position, visits))
        later = Turn(turn.record, turn.number + 1)
        after = self._store.get(self._key(later.position, visits))
        if before is None or after is None:
            return None
        if before["best"] == vertex_of(move.point):
            return 0.0
        return max(for_player(before["lead"] - after["lead"], move.colour), 0.0)

    def best(self, turn: Turn, visits: int) -> str | None:
        """Return KataGo's first choice; None if it is not known."""
        found = self._store.get(self._key(turn.position, visits))
        return None if found is None else str(found["best"])

    def _key(self, position: Position, visits: int) -> str:
        fields = Question(position, visits=1).fields()
        text = hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()[:20]
        return f"{self._name} {visits} {text}"
