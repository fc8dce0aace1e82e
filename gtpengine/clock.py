"""Clocks: what the time systems allow for the next move. Seconds, floats; both sides are kept.

A settings command replaces everything that the clock knew. Between settings, `time_left` is
believed over our own counting, which only fills in where a client never sends it.

    system      main time      then
    none        -              seconds_per_move, always
    absolute    m              nothing
    canadian    m              `count` stones in each period of `period` seconds
    byoyomi     m              `count` periods of `period` seconds, one is lost when used up
    fischer     m, at most cap `period` seconds are added after each move
"""

from dataclasses import dataclass, replace
from enum import Enum
from math import inf

from gtpengine.board.colours import BLACK, WHITE

# Below this a clock is as good as empty; thinking gets at least that. A handful of playouts, and
# what is known of the position from the turns before, take no more.
LEAST_SECONDS = 0.002
# Nobody plans for fewer own moves than this, or than this share of the board: games go on after
# they look finished. A game between two that fill everything has up to 1.2 moves for each point.
LEAST_MOVES_TO_GO = 20
LEAST_SHARE_TO_GO = 0.15
# What a move takes at least, however little is thought. Where nothing comes after the main time, so
# much is kept back for twice as many moves as are expected.
SECONDS_OF_ANY_MOVE = 0.005
# And what is used of a time for that is needed for late moves: lateness may pass.
LEAST_SHARE_USED = 0.1
# What a game may lose, in all, to waiting for what is loaded: that long, and that share of a clock.
MOST_LOADING_SECONDS = 10.0
LOADING_SHARE = 0.05


# What is left of a lateness after the next move: a busy machine may become quiet again. In overtime
# one late answer loses the game, so the worst one is remembered for long.
LATENESS_KEPT = 0.8
WORST_KEPT = 0.98


class Kind(Enum):
    """A time system."""

    NONE = "none"
    ABSOLUTE = "absolute"
    CANADIAN = "canadian"
    BYOYOMI = "byoyomi"
    FISCHER = "fischer"


@dataclass(frozen=True)
class TimeSettings:
    """A time system with its numbers; which of them mean something depends on the kind."""

    kind: Kind
    main: float = 0.0
    period: float = 0.0  # length of an overtime period; the increment of Fischer time
    count: int = 0  # stones per Canadian period; number of byo-yomi periods
    cap: float = inf  # most that Fischer time can grow to
    most: float = inf  # most for a single move


NO_LIMIT = TimeSettings(Kind.NONE)


def canadian(main: float, period: float, stones: int) -> TimeSettings:
    """Return what `time_settings main period stones` means.

    A period without stones means no limit at all, and so do three zeros, which the specification
    leaves open; no period means absolute time.
    """
    if (stones <= 0 and period > 0) or (main <= 0 and period <= 0):
        return NO_LIMIT
    if period <= 0:
        return TimeSettings(Kind.ABSOLUTE, main)
    return TimeSettings(Kind.CANADIAN, main, period, stones)


def absolute(main: float) -> TimeSettings:
    """Return absolute time."""
    return TimeSettings(Kind.ABSOLUTE, main)


def byoyomi(main: float, period: float, periods: int) -> TimeSettings:
    """Return Japanese byo-yomi; without periods it is absolute time."""
    if period <= 0 or periods <= 0:
        return absolute(main)
    return TimeSettings(Kind.BYOYOMI, main, period, periods)


def fischer(main: float, increment: float, cap: float = inf, most: float = inf) -> TimeSettings:
    """Return Fischer time; a negative `cap` or `most` is none."""
    return TimeSettings(
        Kind.FISCHER,
        main,
        increment,
        cap=inf if cap < 0 else cap,
        most=inf if most < 0 else most,
    )


@dataclass(frozen=True)
class TimeLeft:
    """What one side has: `seconds` of main time, or of a period if `overtime`."""

    seconds: float
    count: int = 0  # stones or periods left
    overtime: bool = False


class Clock:
    """Both sides' time and how much of it the next move may take."""

    def __init__(self, seconds_per_move: float, lag_seconds: float) -> None:
        self.seconds_per_move = seconds_per_move
        self.lag_seconds = lag_seconds
        self.settings: TimeSettings | None = None  # None: no client has said anything
        self._left: dict[int, TimeLeft] = {}
        self._late = 0.0  # seconds that moves come later than planned, of late
        self._worst = 0.0  # and at worst

    def copy(self) -> "Clock":
        """Return an independent clock in the same state."""
        twin = Clock(self.seconds_per_move, self.lag_seconds)
        twin.settings = self.settings
        twin._left = dict(self._left)
        twin._late, twin._worst = self._late, self._worst
        return twin

    def set(self, settings: TimeSettings) -> None:
        """Start anew with these settings; whatever was known before is forgotten."""
        self.settings = settings
        self.restart()

    def restart(self) -> None:
        """Give both sides their full time: a new game."""
        settings = self.settings
        self._left = {}
        if settings is not None and settings.kind is not Kind.NONE:
            full = _overtime(settings) if settings.main <= 0 else TimeLeft(settings.main)
            self._left = {BLACK: full, WHITE: full}

    def set_left(self, colour: int, seconds: float, count: int) -> None:
        """Believe a client's `time_left`: with a `count` it is overtime, else main time.

        Before any settings it is taken for absolute or Canadian time; where the settings say that
        there is no limit it means nothing.
        """
        if self.settings is not None and self.settings.kind is Kind.NONE:
            return
        overtime = count > 0 and self._kind() in (Kind.CANADIAN, Kind.BYOYOMI)
        self._left[colour] = TimeLeft(max(0.0, seconds), max(0, count), overtime)

    def left(self, colour: int) -> TimeLeft | None:
        """Return what a side has; None without a limit."""
        return self._left.get(colour)

    def spend(self, colour: int, seconds: float) -> None:
        """Count a move that took that long."""
        left = self._left.get(colour)
        if left is None or self.settings is None:
            return
        settings = self.settings
        rest = left.seconds - seconds
        if settings.kind is Kind.FISCHER:
            self._left[colour] = TimeLeft(min(max(0.0, rest) + settings.period, settings.cap))
        elif settings.kind is Kind.ABSOLUTE:
            self._left[colour] = TimeLeft(max(0.0, rest))
        elif not left.overtime:
            self._left[colour] = TimeLeft(rest) if rest > 0 else _overtime(settings)
        elif settings.kind is Kind.CANADIAN:
            self._left[colour] = (
                replace(left, seconds=max(0.0, rest), count=left.count - 1)
                if left.count > 1
                else _overtime(settings)
            )
        else:
            used_up = int(min(seconds // settings.period, left.count))
            self._left[colour] = replace(
                left, seconds=settings.period, count=max(1, left.count - used_up)
            )

    def note_lateness(self, seconds: float) -> None:
        """Take note that a move came so much later than planned; the next ones allow for it."""
        self._late = max(0.0, seconds, LATENESS_KEPT * self._late)
        self._worst = max(0.0, seconds, WORST_KEPT * self._worst)

    def seconds_for_move(self, colour: int, moves_to_go: int) -> float:
        """Return how long the next move may take if `moves_to_go` own moves are still to come.

        What moves were late by of late, in overtime at worst, is taken off, but no more than half.
        Where nothing comes after the main time it is kept back for all moves, but a tenth is used.
        """
        left = self._left.get(colour)
        if left is None:
            return max(self.seconds_per_move - self._late, self.seconds_per_move / 2)
        settings = self.settings or NO_LIMIT
        kind = self._kind()
        late = self._late
        if left.overtime:
            stones = left.count if kind is Kind.CANADIAN else 1
            seconds = self._usable(left.seconds) / max(1, stones)
            late = self._worst
        else:
            moves = max(LEAST_MOVES_TO_GO, moves_to_go)
            share = self._usable(left.seconds) / moves
            limit = self._usable(left.seconds)
            if kind is Kind.FISCHER:
                seconds = min(share + 0.9 * settings.period, limit)
            elif kind is Kind.BYOYOMI:
                # Main time that is used up costs nothing: a period follows in the same move.
                one_period = self._usable(settings.period)
                seconds = min(share + one_period, limit + one_period)
            elif kind is Kind.CANADIAN and settings.count:
                seconds = min(share + self._usable(settings.period) / settings.count, limit)
            else:
                kept = 2 * moves * max(SECONDS_OF_ANY_MOVE, late)
                seconds = max(limit - kept, LEAST_SHARE_USED * limit) / moves
                late = 0.0
        seconds = min(seconds, settings.most)
        return max(LEAST_SECONDS, seconds - late, seconds / 2)

    def seconds_for_loading(self, colour: int) -> float:
        """Return how long a side can wait for its search to load before a move's own time begins.

        In overtime it cannot. Without a limit nobody loses by a first move that is a little late.
        """
        left = self._left.get(colour)
        if left is None:
            return MOST_LOADING_SECONDS
        if left.overtime:
            return 0.0
        return min(MOST_LOADING_SECONDS, LOADING_SHARE * self._usable(left.seconds))

    def _kind(self) -> Kind:
        return Kind.CANADIAN if self.settings is None else self.settings.kind

    def _usable(self, seconds: float) -> float:
        """Keep the lag back, but never more than half of what there is."""
        return max(seconds - self.lag_seconds, seconds / 2)


def moves_to_go(area: int, played: int) -> int:
    """Return how many own moves a game on `area` points will probably still have."""
    least = max(LEAST_MOVES_TO_GO, round(LEAST_SHARE_TO_GO * area))
    return max(least, round(0.4 * area - 0.5 * played))


def _overtime(settings: TimeSettings) -> TimeLeft:
    """Return the full overtime; nothing where the system has none."""
    if settings.kind in (Kind.CANADIAN, Kind.BYOYOMI):
        return TimeLeft(settings.period, settings.count, overtime=True)
    return TimeLeft(0.0)
