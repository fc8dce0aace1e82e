"""Situations: all outlooks of a position, whose turn it is, and what counts as worth playing."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from gtpengine.errors import BadInput, EngineError
from gtpengine.strategy.outlook import Outlook


class TooLate(EngineError):
    """There is no time left for a search that is under way."""


def never() -> bool:
    """Tell that it is not late: who has no clock."""
    return False


@dataclass(frozen=True, slots=True)
class Ambient:
    """The ambient temperature: the lowest maximum of the temperatures so far; None at first."""

    lowest: Fraction | None = None

    def after(self, outlooks: Iterable[Outlook]) -> "Ambient":
        """Return the ambient once these outlooks were seen too; none of them changes nothing."""
        maximum = max((outlook.temperature for outlook in outlooks), default=None)
        if maximum is None or (self.lowest is not None and self.lowest <= maximum):
            return self
        return Ambient(maximum)


@dataclass(frozen=True, slots=True)
class Situation:
    """What a strategy is asked.

    Attributes:
        outlooks: the regions, in an order that breaks ties.
        side: who moves, Black (1) or White (-1).
        ambient: the lowest maximum temperature so far, this position included; None: not known.
        idle: the temperature of moves that are worth nothing under the rules: only hotter regions
            are played in. 0 where a dame is worthless; under area scoring, if temperatures are
            area temperatures, 0 as well: a dame is then 1.
        banned: moves that the rules forbid now (ko, superko).
        show: how a move is written.
        is_late: searches ask it again and again, and give up with `TooLate` once it holds.

    Raises:
        BadInput: two outlooks of one region.
    """

    outlooks: tuple[Outlook, ...]
    side: int
    ambient: Fraction | None = None
    idle: Fraction = Fraction(0)
    banned: frozenset[int] = frozenset()
    show: Callable[[int], str] = str
    is_late: Callable[[], bool] = never

    def __post_init__(self) -> None:
        if len({outlook.region for outlook in self.outlooks}) < len(self.outlooks):
            raise BadInput("two outlooks of one region")

    def playable(self) -> list[Outlook]:
        """Return the regions that are worth a move of the player, in their order."""
        return [
            outlook
            for outlook in self.outlooks
            if outlook.temperature > self.idle and self.own_move(outlook) is not None
        ]

    def own_move(self, outlook: Outlook) -> int | None:
        """Return the player's best move in a region, None if there is none or it is forbidden."""
        move = outlook.move(self.side)
        return None if move in self.banned else move

    def find(self, region: int) -> Outlook:
        """Return the outlook of a region.

        Raises:
            BadInput: there is none.
        """
        for outlook in self.outlooks:
            if outlook.region == region:
                return outlook
        raise BadInput(f"no region {region}")
