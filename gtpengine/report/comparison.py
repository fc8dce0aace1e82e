"""What a witness says of the best move against the played one."""

from dataclasses import dataclass
from fractions import Fraction

LEAST = Fraction(1, 2)  # points; what is not proved is a loss only if it is more
SAME = 1.0  # points within which searches call two moves the same


@dataclass(frozen=True)
class Comparison:
    """What searches say of the best move against the played one, in points of the player.

    Attributes:
        by: who compared.
        differences: by how much the best one is better, one figure for each search.
    """

    by: str
    differences: tuple[float, ...]

    @property
    def says_worse(self) -> bool:
        """Every search sees a loss."""
        return min(self.differences) > LEAST

    @property
    def says_same(self) -> bool:
        """No search sees more than a small one."""
        return max(self.differences) <= SAME
