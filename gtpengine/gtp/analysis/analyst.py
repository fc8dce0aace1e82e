"""The analyst studies one position for as long as somebody looks: tree and regions by turns.

Importing this module loads, or compiles, the kernels of the search and of local games.
"""

import threading
import time
from collections.abc import Sequence

from gtpengine.board.position import Position
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.division import is_open
from gtpengine.engine.estimator import CouponEstimator
from gtpengine.engine.settings import Settings
from gtpengine.engine.survey import Survey
from gtpengine.engine.surveyor import Surveyor
from gtpengine.gtp.analysis.analysing import Knowledge, Tell
from gtpengine.gtp.analysis.restricted import RestrictedSearch
from gtpengine.localgame.solver import Solver
from gtpengine.report.analysis import SURE, analyse
from gtpengine.search.montecarlo.findings import Findings
from gtpengine.search.montecarlo.search import TreeSearch
from gtpengine.search.montecarlo.settings import SearchSettings

SLICE_SECONDS = 0.1
SLICE_PLAYOUTS = 250  # where playouts are counted, not seconds
# The tree is asked for borders first after so many playouts, then whenever it has grown so much.
FIRST_SURVEY = 400
GROWTH = 4
# The first survey must not keep anybody waiting; later ones may take their time.
SURVEY_SECONDS = (1.0, 2.0, 4.0)
AFTER_PLAYOUTS = 64  # for the ownership after one move
_AFTER = SearchSettings(nodes=20_000)
_LINES = 20  # moves whose variations are counted
_LOOK_SECONDS = 0.05
_FAR = 1e9  # seconds; what the surveyor's clock jumps by when its work is no longer wanted


class CountedSearch(TreeSearch):
    """A tree search that also tells how often the moves of its variations were searched."""

    def line_visits(self, findings: Findings) -> dict[int, tuple[int, ...]]:
        """Return by move the visits along its variation, for the most visited moves."""
        return {
            move.point: self._visits_along(move.variation)
            for move in findings.moves[:_LINES]
            if move.visits
        }

    def _visits_along(self, variation: tuple[int, ...]) -> tuple[int, ...]:
        tree, node, found = self._tree, 0, []
        for point in variation:
            children = [child for child in self._children(node) if tree.move[child] == point]
            if not children:
                break
            node = children[0]
            found.append(int(tree.visits[node]))
        return tuple(found)


class Analyst:
    """Keeps a tree of its own and the graphs of solved regions; never touches the player's."""

    def __init__(self) -> None:
        self._solver = Solver()
        self._surveyor = Surveyor(self._solver, CouponEstimator(), self._clock)
        self._search: CountedSearch | None = None
        self._restricted: RestrictedSearch | None = None
        self._deadline: Deadline | None = None  # of the call that is under way
        self._lock = threading.Lock()
        self._stale = False  # the tree is to be dropped

    def study(
        self,
        position: Position,
        deadline: Deadline,
        settings: Settings,
        tell: Tell,
        visits: int = 0,
        hidden: frozenset[int] = frozenset(),
    ) -> None:
        """Tell what is known, again and again, until the deadline or `visits` playouts."""
        if not self._take_turn(deadline):
            return
        try:
            search = self._search_of(position, settings, hidden)
            self._study(search, position, deadline, settings, tell, visits)
        finally:
            self._lock.release()

    def survey(self, position: Position, deadline: Deadline) -> Survey:
        """Return the regions of a position as reports show them."""
        with self._lock:
            self._deadline = deadline
            return analyse(position, deadline.remaining(), self._solver, self._clock)

    def owners_after(
        self, position: Position, moves: Sequence[int], deadline: Deadline, seed: int
    ) -> dict[int, dict[int, float]]:
        """Return by move whose each point will be after it, by a few playouts each."""
        found: dict[int, dict[int, float]] = {}
        if not self._take_turn(deadline):
            return found
        try:
            for point in moves:
                if deadline.expired():
                    break
                after = position.copy()
                after.play(position.to_move, point)
                search = TreeSearch(after, settings=_AFTER, seed=seed)
                search.run(deadline.flag, AFTER_PLAYOUTS)
                if search.findings().playouts:
                    found[point] = dict(search.findings().ownership)
        finally:
            self._lock.release()
        return found

    def forget(self) -> None:
        """Drop the tree, when the next study begins; solved graphs stay."""
        self._stale = True

    def _take_turn(self, deadline: Deadline) -> bool:
        """Wait for the study before this one, which is ending; tell whether time is left then."""
        while not self._lock.acquire(timeout=_LOOK_SECONDS):
            if deadline.expired():
                return False
        self._deadline = deadline
        return True

    def _study(
        self,
        search: CountedSearch | RestrictedSearch,
        position: Position,
        deadline: Deadline,
        settings: Settings,
        tell: Tell,
        visits: int,
    ) -> None:
        survey: Survey | None = None
        surveys, due = 0, FIRST_SURVEY
        divided = not settings.one_region and not is_open(position)
        while True:
            findings = self._grown(search, deadline, settings, visits)
            done = bool(visits) and findings.playouts >= visits
            if divided and (findings.playouts >= due or done) and not deadline.expired():
                if survey is None:
                    tell(Knowledge(position, findings, None, search.line_visits(findings)))
                if survey is None or not _is_final(survey):
                    seconds = SURVEY_SECONDS[min(surveys, len(SURVEY_SECONDS) - 1)]
                    self._surveyor.method = settings.estimator
                    survey = self._surveyor.survey(position, findings.ownership, seconds, sure=SURE)
                    surveys += 1
                due = GROWTH * findings.playouts
            if findings.playouts:
                tell(Knowledge(position, findings, survey, search.line_visits(findings)))
            if done or deadline.expired():
                return

    def _search_of(
        self, position: Position, settings: Settings, hidden: frozenset[int]
    ) -> CountedSearch | RestrictedSearch:
        """Return the search of these moves, the one before if it can go on."""
        if self._stale:
            self._search = self._restricted = None
            self._stale = False
        if hidden:
            kept = self._restricted
            if kept is None or kept.hidden != hidden or not kept.follow(position):
                self._restricted = RestrictedSearch(position, hidden, settings.seed)
            if self._restricted is not None and not self._restricted.is_empty:
                return self._restricted
        if self._search is None or not self._search.follow(position):
            self._search = CountedSearch(position, seed=settings.seed)
        return self._search

    def _grown(
        self,
        search: CountedSearch | RestrictedSearch,
        deadline: Deadline,
        settings: Settings,
        visits: int,
    ) -> Findings:
        """Return what is known after another slice of the search."""
        if visits:
            missing = max(0, visits - search.findings().playouts)
            search.run(deadline.flag, min(missing, SLICE_PLAYOUTS), settings.threads)
        else:
            with deadline.part(SLICE_SECONDS) as part:
                search.run(part.flag, None, settings.threads)
        return search.findings()

    def _clock(self) -> float:
        """Return the time; far in the future once nobody waits for the survey any more."""
        over = self._deadline is not None and self._deadline.expired()
        return time.monotonic() + (_FAR if over else 0.0)


def _is_final(survey: Survey) -> bool:
    """Tell whether more time and a better tree would change nothing."""
    return all(report.exact for report in survey.regions)
