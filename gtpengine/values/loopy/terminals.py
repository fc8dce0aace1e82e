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
        found = self.known.get(number)
        if found is not None:
            return found
        value = int(number * self.scale)
        size = number.denominator
        if self.bottom >= 0 or size == 1 or size & (size - 1):
            mast = ((self.bottom, value, 0),)
            found = Graph(mast, mast)
        else:
            # Each step halves the denominator, so this recursion is as deep as the exponent.
            left = self.walls(number - Fraction(1, size)).right
            right = self.walls(number + Fraction(1, size)).left
            found = settled(moved(left, 0, -1), moved(right, 0, 1), value, self.bottom)
        self.known[number] = found
        return found
