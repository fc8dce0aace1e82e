"""The room in which the desk works: everything that thinks, loaded once and used by one thread.

Importing this module loads, or compiles, the kernels of the search and of local games.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import RESIGN, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.score import owners, result_text
from gtpengine.deadline import Deadline
from gtpengine.engine.decision import Decision
from gtpengine.engine.hiring import complete_staff
from gtpengine.engine.player import choose_surely
from gtpengine.engine.settings import Settings
from gtpengine.engine.staff import Staff
from gtpengine.engine.thinker import Thinker
from gtpengine.errors import BadInput
from gtpengine.localgame.proving import ProvingSolver
from gtpengine.model.judgement import stones_of
from gtpengine.partition.place import Walls, parse_mask, place_at
from gtpengine.report.analysis import analyse
from gtpengine.report.analysisjson import as_json
from gtpengine.report.place import as_survey, study
from gtpengine.report.placewords import places_json
from gtpengine.report.retelling import retold
from gtpengine.report.view import PositionView, view_of
from gtpengine.web.findings import decision_json, regions_json
from gtpengine.web.ownproblems import own_problem
from gtpengine.web.positions import LETTERS, played
from gtpengine.web.problems import LEVELS, MOST_SEED, NoProblem, Problems, Question, Source
from gtpengine.web.throttle import Throttle

Tell = Callable[[dict[str, Any]], None]

_LOADING_SECONDS = 600.0  # that the player's own search may take to load


class Room:
    """Thinker, player, solvers, and the maker of problems."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._thinker = Thinker()
        self._solver = ProvingSolver()
        self._staff: Staff | None = None
        self._problems = Problems()

    def study(
        self, position: Position, deadline: Deadline, tell: Tell, *, whole: bool
    ) -> dict[str, Any]:
        """Return what is found about a position, telling it on the way.

        `whole` divides what is too large to be solved, for which a first look has no time.
        """
        throttle = Throttle()

        def told(decision: Any) -> None:
            if throttle.is_due():
                tell(decision_json(decision))

        if whole:
            asked = replace(self._settings, think_full_time=True)
            decision = analyse(position, deadline, asked, self._thinker, tell=told)
        else:
            decision = self._thinker.think(position, deadline, self._settings, told)
        return decision_json(decision)

    def view(self, position: Position, deadline: Deadline) -> PositionView:
        """Return a position as reviews look at it."""
        return view_of(as_json(self._analysed(position, deadline)))

    def place(self, position: Position, mask: str, walls: Walls, seconds: float) -> dict[str, Any]:
        """Return what a place is worth that somebody drew.

        Raises:
            BadPlace: it is none.
        """
        place = place_at(position, parse_mask(mask, position.width, position.height), walls)
        reports = study(position, [place], seconds, self._solver)
        told = as_json(as_survey(position, reports))
        found = regions_json(view_of(told), told)
        place_json = places_json(position, reports)["regions"][0]["place"]
        return {"regions": found["regions"], "place": place_json}

    def move(self, position: Position, deadline: Deadline) -> dict[str, Any]:
        """Return the player's move with what it captures and why, or a resignation."""
        choice = choose_surely(self._loaded().player, position, deadline)
        words = {"colour": LETTERS[position.to_move], "words": retold(choice.explanation)}
        if choice.point == RESIGN:
            return {**words, "vertex": "resign", "taken": []}
        return {**words, **played(position, [(position.to_move, choice.point)])[0]}

    def prepare(self) -> None:
        """Load the player."""
        self._loaded()

    def score(self, position: Position, deadline: Deadline) -> dict[str, Any]:
        """Return the result of a finished game, with dead stones and whose the points are."""
        judgement = self._loaded().judgement(position, deadline)
        dead = stones_of(judgement.dead)
        owner = owners(position, dead)
        return {
            "result": result_text(judgement.score),
            "dead": [vertex_of(point) for point in sorted(dead)],
            "settled": {
                name: [vertex_of(point) for point, colour in owner.items() if colour == wanted]
                for name, wanted in (("black", BLACK), ("white", WHITE))
            },
        }

    def problem(self, question: str, level: int, seed: int, source: str) -> dict[str, Any]:
        """Return a problem of the trainer.

        Raises:
            BadInput: no such question, level, seed or source.
            NoProblem: none was found.
        """
        names = {each.value: each for each in Question}
        sources = {each.value: each for each in Source}
        known = question in names and source in sources
        if not known or level not in LEVELS or not 0 <= seed <= MOST_SEED:
            raise BadInput("there is no such problem")
        return self._problems.problem(names[question], level, seed, sources[source])

    def own_problem(
        self, position: Position, question: str, seed: int, deadline: Deadline
    ) -> dict[str, Any]:
        """Return a question about a position of somebody's own game; `all`: any question.

        Raises:
            NoProblem: no answer would be certain.
        """
        decision = self._analysed(position, deadline)
        if decision.survey is None:
            raise NoProblem("the board is too open for an exact answer")
        wanted = {each.value: each for each in Question}.get(question)
        return own_problem(decision.survey, wanted, seed)

    def _analysed(self, position: Position, deadline: Deadline) -> Decision:
        return analyse(position, deadline, self._settings, self._thinker)

    def _loaded(self) -> Staff:
        """Return the player and the judge; the first time they are loaded, which is quick here."""
        if self._staff is None:
            self._staff = complete_staff(self._settings)
            self._staff.start()
            with Deadline(_LOADING_SECONDS) as deadline:
                self._staff.await_thinking(deadline)
        return self._staff


def load_room() -> Room:
    """Return the room, everything in it loaded."""
    return Room(Settings())
