"""Capturing races by formula: liberties of nakade, and who wins a simple semeai.

A simple semeai is one block against one, each with outside liberties of its own, shared liberties
and at most one eye (M. Müller, Game theories and computer Go, 1993; the formula is older). An eye
of n points in which the attacker has m stones takes (n*n - 3*n) / 2 + 3 - m moves to fill, as long
as its shape is a nakade: the attacker must refill what he loses, and the owner never gets two eyes.
"""

from dataclasses import dataclass
from enum import Enum

from gtpengine.errors import BadInput

BIG_EYE = 3  # points from which an eye counts as big
MOST_NAKADE = 6  # no larger eye can be kept from becoming two


class BadRace(BadInput):
    """The numbers describe no simple semeai."""


class RaceResult(Enum):
    """What becomes of a semeai, seen from the player who moves first."""

    FIRST_WINS = "the first player captures"
    SECOND_WINS = "the second player captures"
    SEKI = "seki"


def nakade_liberties(points: int, stones: int = 0) -> int:
    """Return how many moves the attacker needs to fill an eye that holds that many of his stones.

    Raises:
        BadRace: there is no such eye: 1 to 6 points, and fewer stones than points.
    """
    if not (1 <= points <= MOST_NAKADE and 0 <= stones < points):
        raise BadRace(f"no nakade of {points} points with {stones} stones inside")
    if points == 1:
        return 1
    return (points * points - 3 * points) // 2 + 3 - stones


@dataclass(frozen=True)
class Racer:
    """One side of a simple semeai.

    Attributes:
        outside: liberties that only this block has, eyes not counted.
        eye: points of its eye, 0 for none.
        filled: stones of the opponent inside that eye.
    """

    outside: int
    eye: int = 0
    filled: int = 0

    @property
    def own(self) -> int:
        """Liberties that the opponent must fill before the shared ones: outside and eye."""
        return self.outside + (nakade_liberties(self.eye, self.filled) if self.eye else 0)

    @property
    def eye_rank(self) -> int:
        """0 without an eye, 1 with a small one; each size of a big eye beats the smaller ones."""
        return 0 if self.eye == 0 else 1 if self.eye < BIG_EYE else self.eye


def lead_needed(first: Racer, second: Racer, shared: int) -> int:
    """Return by how many own liberties the first player must not fall behind to capture.

    The first player captures when `first.own - second.own` is at least this number.
    """
    if first.eye_rank > second.eye_rank:
        # The second player has to fill the shared liberties, all of them but his last move.
        return -shared
    if first.eye_rank < second.eye_rank:
        return shared
    blocked = shared if first.eye_rank else shared - 1
    return max(blocked, 0)


def race(first: Racer, second: Racer, shared: int) -> RaceResult:
    """Return who captures when `first` moves first and both fight on to the end.

    Raises:
        BadRace: a number is negative or an eye is none.
    """
    if min(first.outside, second.outside, shared) < 0:
        raise BadRace("liberties cannot be negative")
    lead = first.own - second.own
    if lead >= lead_needed(first, second, shared):
        return RaceResult.FIRST_WINS
    # The second player moves one later: he needs one liberty more than the first would.
    if -lead - 1 >= lead_needed(second, first, shared):
        return RaceResult.SECOND_WINS
    return RaceResult.SEKI
