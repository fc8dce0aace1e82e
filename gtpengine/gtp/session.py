"""The game that a client and the engine share: position, clock, players, record.

Handlers change a session freely: the loop takes a `snapshot` before each command that may change
something, and goes back to it when the command fails.
"""

import logging
import sys
from collections.abc import Generator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Protocol

from gtpengine.board.colours import colour_letter, opponent
from gtpengine.board.komi import komi_of
from gtpengine.board.points import RESIGN
from gtpengine.board.position import Position
from gtpengine.board.rules import rules_named
from gtpengine.clock import Clock, moves_to_go
from gtpengine.config import Config
from gtpengine.deadline import LONGEST_SECONDS, Deadline
from gtpengine.engine.decision import Decision
from gtpengine.engine.player import Choice, Player, choose_surely
from gtpengine.engine.settings import Settings
from gtpengine.engine.staff import Staff
from gtpengine.engine.thinking import Tell
from gtpengine.engine.warmup import Loading
from gtpengine.gtp.analysis.analysing import Analysing
from gtpengine.gtp.analysis.watching import watched_study
from gtpengine.gtp.autosave import Autosave
from gtpengine.gtp.errors import GtpError
from gtpengine.gtp.inbox import Reach
from gtpengine.gtp.livegfx import LiveGraphics
from gtpengine.model.judgement import Judgement

log = logging.getLogger(__name__)

# Judging dead stones is not on anybody's clock, but nobody wants to wait for ever either.
READY_SECONDS = 3600.0  # a small machine that is busy compiles for a quarter of an hour
JUDGE_SECONDS = 60.0
# Loading that takes no longer than this is not worth a word.
SILENT_SECONDS = 3.0


class Watching(Protocol):
    """Lets input reach a search while a block runs; see `Inbox.watching`."""

    def __call__(
        self, deadline: Deadline, reach: Reach = Reach.STUDY
    ) -> AbstractContextManager[Deadline]:
        """Return the context of that block."""
        ...


def unwatched(deadline: Deadline, reach: Reach = Reach.STUDY) -> AbstractContextManager[Deadline]:
    """Let nothing reach the search."""
    return nullcontext(deadline)


@dataclass(frozen=True)
class Snapshot:
    """All that a failing command must leave as it was."""

    position: Position
    clock: Clock
    settings: Settings
    comments: dict[int, str]
    result: str


class Session:
    """One client's game.

    Attributes:
        position: the board and its history; replace it by `begin`.
        clock: both sides' time.
        settings: what can be changed while the engine runs.
        comments: by move number, the explanation of a move that the engine chose.
        result: SGF result once a side has resigned, else empty.
        suggested: the explanation of the last suggestion in this game.
    """

    def __init__(
        self,
        config: Config,
        staff: Staff,
        autosave: Autosave | None = None,
        watching: Watching = unwatched,
        analysing: Loading[Analysing | None] | None = None,
    ) -> None:
        self.settings = Settings.of(config)
        self.clock = Clock(config.time.seconds_per_move, config.time.lag_seconds)
        self.comments: dict[int, str] = {}
        self.result = ""
        self._staff = staff
        self._autosave = autosave
        self._watching = watching
        self._analysing = analysing or _no_analysis()
        self._decided: tuple[tuple[object, ...], Decision] | None = None
        self._report_statistics = config.gtp.stats
        self._has_waited = False
        rules = rules_named(config.game.rules)
        komi = None if config.game.komi is None else komi_of(config.game.komi)
        self.begin(Position(config.game.board_size, rules=rules, komi=komi))

    def begin(self, position: Position) -> None:
        """Make `position` the game: a new board, or one that was loaded or set up."""
        self.report_statistics()
        self.position = position
        self.comments = {}
        self.result = ""
        self.suggested = ""
        if self._autosave is not None:
            self._autosave.begin(position)

    def snapshot(self) -> Snapshot:
        """Return the present state, safe from later changes."""
        return Snapshot(
            self.position.copy(),
            self.clock.copy(),
            self.settings,
            dict(self.comments),
            self.result,
        )

    def restore(self, before: Snapshot) -> None:
        """Go back to an earlier state."""
        self.position = before.position
        self.clock = before.clock
        self.settings = before.settings
        self.comments = before.comments
        self.result = before.result

    def save(self) -> None:
        """Bring the record on disk up to date; what goes wrong there never disturbs the game."""
        if self._autosave is None:
            return
        try:
            self._autosave.update(self.position, self.comments, self.result)
        except Exception:
            log.exception("autosave failed")

    def set_settings(self, settings: Settings) -> None:
        """Let new run-time settings take effect."""
        self.settings = settings
        self.clock.seconds_per_move = settings.seconds_per_move
        self.clock.lag_seconds = settings.lag_seconds

    def set_to_move(self, colour: int) -> None:
        """Say whose turn it is; before the first move, also whose turn it was from the start."""
        if self.position.moves:
            self.position.to_move = colour
        else:
            self.position.setup(to_move=colour)
            self.begin(self.position)

    def undo(self, count: int) -> None:
        """Take back `count` moves.

        Raises:
            CannotUndo: there are fewer.
        """
        for _ in range(count):
            self.position.undo()
        played = len(self.position.moves)
        self.comments = {number: text for number, text in self.comments.items() if number <= played}
        self.result = ""

    def suggestion(self, colour: int) -> Choice:
        """Return the move that the engine would play for `colour`; never fails, plays nothing."""
        choice, _ = self._think(colour, self._staff.player)
        self.suggested = choice.explanation
        return choice

    def move(self, colour: int, *, cleanup: bool = False, watch: Tell | None = None) -> Choice:
        """Choose a move for `colour` and play it; never fails.

        A resignation ends the game but plays nothing. In a `cleanup` dead stones are taken off.
        `watch` is told what is known on the way.
        """
        choice, seconds = self._think(
            colour, self._staff.cleaner if cleanup else self._staff.player, watch
        )
        self.clock.spend(colour, seconds)
        if choice.point == RESIGN:
            self.result = f"{colour_letter(opponent(colour))}+R"
        else:
            self.position.play(colour, choice.point)
            self.comments[len(self.position.moves)] = choice.explanation
        return choice

    def _think(
        self, colour: int, player: Player, watch: Tell | None = None
    ) -> tuple[Choice, float]:
        """Return a player's choice for `colour` and how long it took."""
        view = self.seen_by(colour)
        graphics = LiveGraphics(view) if self.settings.live_gfx else None
        self._staff.watch(_both(watch, graphics))
        area = view.width * view.height
        seconds = self.clock.seconds_for_move(colour, moves_to_go(area, len(view.moves)))
        if self.settings.visits and self.clock.left(colour) is None:
            seconds = LONGEST_SECONDS  # what is counted is not timed
        self._staff.settings = self.settings
        waited = self._await_search(colour)
        with Deadline(seconds) as deadline, self._watching(deadline, Reach.THOUGHT):
            choice = choose_surely(player, view, deadline)
        self.clock.note_lateness(deadline.elapsed() - seconds)
        self._staff.watch(None)
        if graphics is not None:
            graphics.clear()
        return choice, waited + deadline.elapsed()

    def is_ready(self) -> bool:
        """Wait until the search is loaded; return whether it is, unless somebody was impatient."""
        self._await_loading(READY_SECONDS)
        return not self._staff.is_loading()

    def _await_search(self, colour: int) -> float:
        """Wait for the search to load, without a clock as long as it takes; return how long.

        A clock allows it once and not for long: the search may be compiling.
        """
        if self.clock.left(colour) is None:
            return self._await_loading(READY_SECONDS)
        if self._has_waited:
            return 0.0
        self._has_waited = True
        return self._await_loading(self.clock.seconds_for_loading(colour))

    def _await_loading(self, most: float) -> float:
        """Wait for the search to load, and say so where it takes long; return how long it was."""
        if not self._staff.is_loading():
            return 0.0
        with Deadline(most) as deadline, self._watching(deadline, Reach.LOADING):
            with deadline.part(SILENT_SECONDS) as part:
                self._staff.await_thinking(part)
            if self._staff.is_loading() and not deadline.expired():
                log.warning("waiting for the search to load")
                self._staff.await_thinking(deadline)
            return deadline.elapsed()

    def seen_by(self, colour: int) -> Position:
        """Return a copy of the position with `colour` to move."""
        view = self.position.copy()
        view.to_move = colour
        return view

    @property
    def last_decision(self) -> Decision | None:
        """What the player decided last; None if it did not think."""
        return self._staff.last_decision

    def study(
        self, colour: int, hidden: frozenset[int] = frozenset()
    ) -> Generator[Decision | None, None, None]:
        """Yield what becomes known of the moves of `colour`, or None; game and clock stay.

        Moves that are `hidden` are not studied.
        """
        return watched_study(
            self._analysing, self.seen_by(colour), self.settings, self._watching, hidden
        )

    def decision(self) -> Decision:
        """Return what is known of the position, found out once per position and settings.

        Raises:
            GtpError: what it takes is not loaded in time.
        """
        view = self.position.copy()
        key = (
            *(view.hash, view.to_move, view.komi, view.rules, view.handicap, view.ko_point),
            *(view.width, view.height, tuple(view.prisoners), self.settings),
        )
        if self._decided is not None and self._decided[0] == key:
            return self._decided[1]
        self._await_loading(READY_SECONDS)
        with Deadline(READY_SECONDS) as deadline, self._watching(deadline, Reach.LOADING):
            analyst = self._analysing.reading(deadline, 1.0)
        if analyst is None:
            raise GtpError("the analysis is not loaded")
        seconds = LONGEST_SECONDS if self.settings.visits else self.settings.seconds_per_move
        with Deadline(seconds) as deadline, self._watching(deadline, Reach.THOUGHT):
            found = analyst.decision(view, deadline, self.settings)
        self._decided = (key, found)
        return found

    def judge(self) -> Judgement:
        """Return which stones are dead, in seki or alive, at any time of a game."""
        self._staff.settings = self.settings
        self._await_loading(JUDGE_SECONDS)
        with Deadline(JUDGE_SECONDS) as deadline, self._watching(deadline, Reach.THOUGHT):
            return self._staff.judgement(self.position.copy(), deadline)

    def statistics(self) -> str:
        """Return how the sum of regions fared in this game, against the score as it stands."""
        statistics = self._staff.statistics
        final = self.judge().score if statistics.notes else None
        return statistics.summary(final)

    def report_statistics(self) -> None:
        """Write the statistics of the game to stderr if that is wanted and there are any."""
        if self._report_statistics and self._staff.statistics.notes:
            sys.stderr.write(f"statistics of the game:\n{self.statistics()}\n")
            sys.stderr.flush()
            self._staff.forget()

    def forget(self) -> None:
        """Drop what the players, the judge and the analyst remember."""
        self._staff.forget()
        self._decided = None
        with Deadline(0.0) as now:
            analyst = self._analysing.reading(now, 0.0)
        if analyst is not None:
            analyst.forget()

    def player_name(self) -> str:
        """Return the player's name."""
        return self._staff.player.name


def _no_analysis() -> Loading[Analysing | None]:
    nothing = Loading[Analysing | None](None, lambda: None, "analysis")
    nothing.start()
    return nothing


def _both(watch: Tell | None, graphics: LiveGraphics | None) -> Tell | None:
    """Return a watch that tells both; None if there is neither."""
    watches: list[Tell] = [each for each in (watch, graphics) if each is not None]
    if not watches:
        return None

    def told(decision: Decision) -> None:
        for each in watches:
            each(decision)

    return told


def with_board(position: Position, width: int, height: int) -> Position:
    """Return an empty board of that size under the same rules and komi.

    Raises:
        BadSize: a board cannot have that size.
    """
    return Position(width, height, position.rules, position.komi)
