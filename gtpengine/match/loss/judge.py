"""The judge: KataGo's lead after a move, and the move that it would play itself."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path

from gtpengine.board.points import point_of, vertex_of
from gtpengine.evaluation.katago.judgement import Judgement, for_player
from gtpengine.evaluation.katago.keeper import PartnerSettings, Unanswered
from gtpengine.evaluation.katago.partner import KataGo
from gtpengine.evaluation.katago.question import Question
from gtpengine.match.loss.endings import Ending
from gtpengine.match.loss.store import Store

Say = Callable[[str], None]
# To find a good move takes fewer visits than to tell good ones apart.
_OWN_SHARE = 4


class Judge:
    """Judges moves by KataGo's search of the position after them; answers are kept.

    KataGo is started when something is asked that is not known yet.
    """

    def __init__(
        self, settings: PartnerSettings, visits: int, store: Store, say: Say = lambda text: None
    ) -> None:
        self.visits = visits
        self._settings = settings
        self._store = store
        self._say = say
        self._name = judge_name(settings.command)

    def own_moves(self, endings: Iterable[Ending]) -> dict[str, int]:
        """Return for each position, by key, KataGo's move after a short search."""
        wanted = {ending.key: ending for ending in endings}
        asked = {
            self._key(ending, ""): Question(ending.position, max(self.visits // _OWN_SHARE, 1))
            for ending in wanted.values()
        }

        def keep(key: str, found: Judgement) -> None:
            best = found.best
            self._store.put(key, best=vertex_of(best.point) if best else "pass", lead=found.lead)

        self._ask(asked, keep, "roots")
        moves = {}
        for key, ending in wanted.items():
            found = self._store.get(self._key(ending, ""))
            if found is not None:
                moves[key] = point_of(found["best"], ending.position.width, ending.position.height)
        return moves

    def judge(self, moves: Iterable[tuple[Ending, int]]) -> None:
        """Make all these moves known."""
        asked = {}
        for ending, point in moves:
            after = ending.position.copy()
            after.play(after.to_move, point)
            asked[self._key(ending, vertex_of(point))] = Question(after, self.visits)

        def keep(key: str, found: Judgement) -> None:
            self._store.put(key, lead=found.lead)

        self._ask(asked, keep, "moves")

    def lead(self, ending: Ending, point: int) -> float | None:
        """Return the lead after a move for the player who made it; None if it is not judged."""
        found = self._store.get(self._key(ending, vertex_of(point)))
        return None if found is None else for_player(found["lead"], ending.position.to_move)

    def best_lead(self, ending: Ending) -> float | None:
        """Return the lead after the best move that was ever judged here; None if there is none."""
        prefix = self._key(ending, "")
        leads = [
            for_player(found["lead"], ending.position.to_move)
            for found in self._store.matching(prefix)
            if found["key"] != prefix
        ]
        return max(leads, default=None)

    def _key(self, ending: Ending, move: str) -> str:
        return f"{self._name} {self.visits} {ending.key} {move}"

    def _ask(
        self, asked: dict[str, Question], keep: Callable[[str, Judgement], None], what: str
    ) -> None:
        """Ask what is not known yet.

        Raises:
            PartnerGone: KataGo cannot be started.
            Unanswered: it does not answer one of the questions.
        """
        fresh = {key: each for key, each in asked.items() if self._store.get(key) is None}
        if not fresh:
            return
        keys = list(fresh)
        with KataGo(self._settings) as katago:
            katago.start()
            self._say(f"KataGo {katago.version}: {len(keys)} {what} to judge")
            answers = katago.answers(list(fresh.values()))
            for done, (place, found) in enumerate(answers, start=1):
                if isinstance(found, Unanswered):
                    raise found
                keep(keys[place], found)
                cpu = katago.cpu_seconds() / done
                self._say(f"judging {what}: {done} of {len(keys)}, {cpu:.1f} CPU s each")


def judge_name(command: tuple[str, ...]) -> str:
    """Return who judges: the name of the network, or the whole command where none is named."""
    for option, word in pairwise(command):
        if option in ("-model", "--model"):
            return Path(word).name.partition(".")[0]
    return "_".join(command)
