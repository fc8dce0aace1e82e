"""Walls of finished positions: numbers, down to temperature -1.

A whole number is a vertical mast. A fraction m/2^k is a game like any other below temperature 0: to
move in it costs 1/2^k, so its walls part below -1/2^k. Other fractions stand for themselves.
"""

from fractions import Fraction

from gtpengine.values.loopy.walls import Graph, moved, settled


class Numbers:
    """Walls of numbers on one scale from one bottom, remembered."""

    def __init__(self, scale: int, bottom: int) -> None:
        self.scale = scale
        self.bottom = bottom
        self.known: dict[Fraction, Graph] = {}

    def walls(self, number: Fraction) -> Graph:
        """Return the walls of `number`.  Raises: Inexact.  Pre: scale * number is whole."""
        # Each step at least halves the denominator, which may have thousands of digits.
        todo = [number]
        while todo:
            top = todo[-1]
            needed = [each for each in self._options(top) if each not in self.known]
            if top in self.known:
                todo.pop()
            elif needed:
                todo += needed
            else:
                self.known[top] = self._settled(top)
        return self.known[number]

    def _options(self, number: Fraction) -> tuple[Fraction, ...]:
        """Return Left's and Right's option of a fraction that is a game here, else nothing."""
        size = number.denominator
        if self.bottom >= 0 or size == 1 or size & (size - 1):
            return ()
        return number - Fraction(1, size), number + Fraction(1, size)

    def _settled(self, number: Fraction) -> Graph:
        value = int(number * self.scale)
        options = self._options(number)
        if not options:
            mast = ((self.bottom, value, 0),)
            return Graph(mast, mast)
        left, right = (self.known[option] for option in options)
        return settled(moved(left.right, 0, -1), moved(right.left, 0, 1), value, self.bottom)
