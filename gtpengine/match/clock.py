"""The referee's clock: what each side has left, who is over it, and how engines are told."""

from collections.abc import Container
from dataclasses import dataclass, replace
from math import inf

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.clock import Kind, TimeSettings


@dataclass(frozen=True)
class Left:
    """Seconds of main time, or of overtime with `count` stones or periods."""

    seconds: float
    count: int = 0
    overtime: bool = False


class MatchClock:
    """Both sides' time. Unlike a player's clock it never forgives, beyond the lag of each move."""

    def __init__(self, settings: TimeSettings | None, lag: float) -> None:
        self._settings = settings
        self._lag = lag
        self._left: dict[int, Left] = {}
        if settings is not None:
            full = Left(settings.main) if settings.main > 0 else _overtime(settings)
            self._left = {BLACK: full, WHITE: full}

    def allowed(self, colour: int) -> float:
        """Return the longest that the next move may take, lag included."""
        settings = self._settings
        if settings is None:
            return inf
        left = self._left[colour]
        seconds = left.seconds
        if settings.kind is Kind.BYOYOMI:
            periods = left.count - 1 if left.overtime else settings.count
            seconds += periods * settings.period
        elif settings.kind is Kind.CANADIAN and not left.overtime:
            seconds += settings.period
        return seconds + self._lag

    def spend(self, colour: int, seconds: float) -> bool:
        """Count a move; return False if it took more than was allowed."""
        settings = self._settings
        if settings is None:
            return True
        if seconds > self.allowed(colour):
            return False
        left = self._left[colour]
        rest = left.seconds - max(0.0, seconds - self._lag)
        if settings.kind is Kind.FISCHER:
            left = Left(min(max(0.0, rest) + settings.period, settings.cap))
        elif settings.kind is Kind.ABSOLUTE:
            left = Left(max(0.0, rest))
        elif not left.overtime:
            left = Left(rest) if rest > 0 else _in_overtime(settings, _overtime(settings), -rest)
        else:
            left = _in_overtime(settings, left, left.seconds - rest)
        self._left[colour] = left
        return True

    def setting_command(self, known: Container[str], *, whole: bool = False) -> str | None:
        """Return the command that tells an engine with the `known` commands the time system.

        With `whole` all seconds are whole, rounded down: GTP asks for no more, and GNU Go takes no
        fractions. None where there is nothing to say, or no way to say it.
        """
        settings = self._settings
        if settings is None:
            return None
        main, period = _shown(settings.main, whole), _shown(settings.period, whole)
        if settings.kind is Kind.FISCHER and "kata-time_settings" in known:
            return f"kata-time_settings fischer {main} {period}"
        if settings.kind is Kind.BYOYOMI and "kgs-time_settings" in known:
            return f"kgs-time_settings byoyomi {main} {period} {settings.count}"
        if "time_settings" not in known or main == period == "0":
            return None
        if settings.kind is Kind.ABSOLUTE or period == "0":
            return f"time_settings {main} 0 0"
        # An engine without a word for it gets what is closest: a period for each single stone.
        count = settings.count if settings.kind is Kind.CANADIAN else 1
        if settings.kind is Kind.FISCHER:
            main = _shown(max(0.0, settings.main - settings.period), whole)
        return f"time_settings {main} {period} {count}"

    def left_command(
        self, colour: int, known: Container[str], *, whole: bool = False
    ) -> str | None:
        """Return the `time_left` command for a side; `whole` as for the settings."""
        if self._settings is None or "time_left" not in known:
            return None
        left = self._left[colour]
        name = "b" if colour == BLACK else "w"
        # An engine that was told of one stone per period must not hear of several periods.
        kgs = self._settings.kind is not Kind.BYOYOMI or "kgs-time_settings" in known
        count = left.count if kgs else min(left.count, 1)
        return f"time_left {name} {_shown(max(0.0, left.seconds), whole)} {count}"

    def shown(self, colour: int) -> str:
        """Return what a side has left, for comments; empty without a clock."""
        if self._settings is None:
            return ""
        left = self._left[colour]
        return f"{left.seconds:.1f} s" + (f" ({left.count})" if left.overtime else "")


def _shown(seconds: float, whole: bool) -> str:
    return str(int(seconds)) if whole else f"{round(seconds, 2):g}"


def _overtime(settings: TimeSettings) -> Left:
    """Return the full overtime; nothing where the system has none."""
    if settings.kind in (Kind.CANADIAN, Kind.BYOYOMI):
        return Left(settings.period, settings.count, overtime=True)
    return Left(0.0)


def _in_overtime(settings: TimeSettings, left: Left, seconds: float) -> Left:
    """Return what is left after a move that took `seconds` of overtime.  Pre: it was allowed."""
    if settings.kind is Kind.BYOYOMI:
        used_up = min(int(seconds // settings.period), left.count - 1)
        return replace(left, seconds=settings.period, count=left.count - used_up)
    if left.count <= 1:
        return _overtime(settings)
    return replace(left, seconds=max(0.0, left.seconds - seconds), count=left.count - 1)
