"""Sidling: loop-free bounds of a loopy game.

If everything may always be taken back and play without end is lost by Black, Black has to find a
way that ends: what he then gets is a lower bound of every way to settle the loops that does not
force him to move. With play without end lost by White it is an upper bound. Where the two agree the
loops below a position do not matter for it.
"""

from fractions import Fraction

from gtpengine.errors import BadInput
from gtpengine.values.graph import GameGraph
from gtpengine.values.loopy.result import Bounds
from gtpengine.values.loopy.run import BOTTOM, Runs
from gtpengine.values.trajectory import Rational


def loop_free_bounds(graph: GameGraph, floor: Rational = 0) -> list[Bounds]:
    """Return bounds of the walls of every node, from `floor` upward.

    Play is bounded down to temperature -1, whatever the floor. The bounds hold for the game without
    ko threats. A komaster who is forced to go on by the pass ban may fall short of his own side's
    bound, never exceed it: Black's walls as komaster stay below the upper bounds, White's above the
    lower ones.

    Raises:
        BadInput: a floor below -1.
        TooManyLoops: hundreds of positions in which one player can circle alone.
    """
    if floor < BOTTOM:
        raise BadInput(f"the floor {floor} is below -1")
    runs = Runs(graph, None, Fraction(floor))
    return [runs.first.bounds(node) for node in range(len(graph))]


def loops_matter(graph: GameGraph) -> list[bool]:
    """Return for every node whether its value may depend on how loops are settled."""
    return [
        bounds.low_left is None or bounds[:2] != bounds[2:] for bounds in loop_free_bounds(graph)
    ]
