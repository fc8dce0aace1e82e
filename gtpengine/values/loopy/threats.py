"""The threat scaffold: a simple ko beside ko threats of given sizes.

The ko is K = {L|loss}, L = {win|K}: Black needs two moves to win it, White one. Threats have the
form {b|0||*} for Black and {*||0|-w} for White. After Black's capture White plays her largest
threat; Black either answers it and plays his own largest after White's recapture, or ignores it and
wins the ko while White carries it out. Each such ending is a line:

- White's threat is ignored: both have moved equally often, value win - w;
- Black's threat is ignored: he has moved once more, value loss + b - t.

Drawn in turn for ever smaller threats, each below the meeting point of the two before it, these
lines are the threat scaffold. What Black gets by starting the ko is never more than winning it
outright, win - 2t, and never less than being refused it, loss + t. A threat is *primary* where the
opponent has to answer it, and *secondary* where it is ignored and brings compensation.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from gtpengine.errors import BadInput
from gtpengine.values.trajectory import Point, Rational, Trajectory, maximum, minimum


@dataclass(frozen=True, slots=True)
class SimpleKo:
    """A ko that White can end at once and Black with two moves.

    Raises:
        BadInput: Black does not gain by winning it.
    """

    win: Fraction
    loss: Fraction

    def __post_init__(self) -> None:
        if self.win <= self.loss:
            raise BadInput(f"a ko that brings {self.win} or {self.loss} is not worth fighting")

    @property
    def size(self) -> Fraction:
        """The difference between winning and losing it."""
        return self.win - self.loss

    @property
    def temperature(self) -> Fraction:
        """A third of its size, because three moves decide it."""
        return self.size / 3

    @property
    def mast(self) -> Fraction:
        """Its value at high temperatures, whoever has the threats."""
        return self.loss + self.temperature

    def useful_below(self, threat: Rational) -> Fraction:
        """Return the temperature below which the larger side's only threat is worth ignoring.

        For threats up to 2/3 of the ko it is the temperature of the threat once played: above it
        there is no use in playing it. For larger ones it is what is left of the ko: above it the
        threat has to be answered, so it is primary.
        """
        if threat <= 2 * self.size / 3:
            return Fraction(threat) / 2
        return max(self.size - threat, Fraction(0))

    def primary_below(self, white: Rational, black: Rational) -> Fraction | None:
        """Return the t below which White's threat is primary because Black has one too.

        None: it is primary at all temperatures; 0: at none. Each side has the one threat given.
        """
        small = 3 * Fraction(black) < 2 * self.size
        together = Fraction(black) / 2 + white if small else black + Fraction(white) / 2
        if together >= self.size:
            return None
        return max(black + white - self.size, Fraction(0))

    def threat_scaffold(
        self, black: Sequence[Rational], white: Sequence[Rational]
    ) -> Trajectory | None:
        """Return the threat scaffold from temperature 0; None if White has no threat.

        Raises:
            BadInput: a threat that is not positive.
        """
        sizes = list(_alternately(white, black))
        if not sizes:
            return None
        corners: list[Point] = []  # from the highest meeting point downward
        lowest = 0
        for turn, (before, size) in enumerate(pairwise(sizes), 1):
            meeting = before + size - self.size
            if meeting <= 0:
                break
            # Equal threats meet at equal temperatures: the line between them has no length.
            if not corners or corners[-1][1] > meeting:
                corners.append((self.win - (before if turn % 2 else size), meeting))
            lowest = turn
        start = self.loss + sizes[lowest] if lowest % 2 else self.win - sizes[lowest]
        return Trajectory(((start, Fraction(0)), *reversed(corners)))

    def left_scaffold(self, black: Sequence[Rational], white: Sequence[Rational]) -> Trajectory:
        """Return what Black gets by starting the ko, from temperature 0 upward.

        Above the ko's own temperature, where nobody starts it, it is the line of a refused ko.

        Raises:
            BadInput: a threat that is not positive.
        """
        outright = Trajectory.line(self.win, -2)
        refused = Trajectory.line(self.loss, 1)
        threats = self.threat_scaffold(black, white)
        return maximum(refused, outright if threats is None else minimum(outright, threats))

    def walls(
        self, black: Sequence[Rational], white: Sequence[Rational]
    ) -> tuple[Trajectory, Trajectory]:
        """Return the left and right wall of the ko beside these threats, from temperature 0.

        Raises:
            BadInput: a threat that is not positive.
        """
        mast = Trajectory.constant(self.mast)
        left = self.left_scaffold(black, white)
        right = Trajectory.line(self.loss, 1)
        return left.spliced(self.temperature, mast), right.spliced(self.temperature, mast)


def _alternately(white: Sequence[Rational], black: Sequence[Rational]) -> Iterator[Fraction]:
    """Yield the sizes in the order of play, White's largest first, until one player has no more."""
    for threat in (*white, *black):
        if threat <= 0:
            raise BadInput(f"a ko threat of size {threat} threatens nothing")
    mine = sorted(map(Fraction, black), reverse=True)
    for number, size in enumerate(sorted(map(Fraction, white), reverse=True)):
        yield size
        if number == len(mine):
            return
        yield mine[number]
