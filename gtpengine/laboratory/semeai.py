"""Static knowledge about capturing races: liberties of big eyes, and who wins a plain semeai.

Two blocks that live only by capturing each other have *exclusive* liberties (outside ones and those
of their eye) and *shared* ones. What decides is how many exclusive liberties one has more, against
a threshold that depends on the shared ones and on who has an eye. The nakade numbers are those of
Mueller (1993); the thresholds are held by playing races out, see the tests.
"""

from enum import Enum
from typing import NamedTuple

BIG_EYE = 4  # points from which on an eye counts for more than a small one
LARGEST_EYE = 6  # an eye of more points cannot be filled: its owner lives


class Race(Enum):
    """How a race ends for the player who attacks."""

    KILL = "captures"
    SEKI = "both live"
    DIE = "is captured"


class Block(NamedTuple):
    """What one side of a race has: outside liberties, points of its eye, enemy stones in there."""

    outside: int
    eye: int = 0
    inside: int = 0

    @property
    def exclusive(self) -> int:
        """Liberties that only the opponent wants to fill."""
        return self.outside + eye_liberties(self.eye, self.inside)

    @property
    def eye_class(self) -> int:
        """0 without an eye, 1 for a small one, and the number of points for a big one."""
        return 0 if self.eye == 0 else self.eye if self.eye >= BIG_EYE else 1


def eye_liberties(points: int, inside: int = 0) -> int:
    """Return how many moves it takes to fill an eye of `points` with `inside` enemy stones in it.

    Raises:
        ValueError: more than LARGEST_EYE points, or more stones than fit.
    """
    if not 0 <= points <= LARGEST_EYE or not 0 <= inside <= max(0, points - 1):
        raise ValueError(f"{inside} stones in an eye of {points} points are no nakade")
    if points <= 1:
        return points
    return (points * points - 3 * points) // 2 + 3 - inside


def race(attacker: Block, defender: Block, shared: int, *, attacker_first: bool) -> Race | None:
    """Return how a race ends; None where both have eyes of different class, which is not covered.

    Pre: every block has a liberty.
    """
    if attacker.eye and defender.eye and attacker.eye_class != defender.eye_class:
        return None
    if _kills(attacker, defender, shared, first=attacker_first):
        return Race.KILL
    if _kills(defender, attacker, shared, first=not attacker_first):
        return Race.DIE
    return Race.SEKI


def _kills(own: Block, other: Block, shared: int, *, first: bool) -> bool:
    lead = own.exclusive - other.exclusive
    if other.eye:
        needed = shared  # all shared liberties are filled at one's own cost
    elif own.eye:
        needed = -shared  # the other one cannot fill the last of them
    else:
        needed = max(0, shared - 1)
    return lead >= needed if first else lead > needed
