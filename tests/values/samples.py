"""Random games for property tests, and ways to write expected thermographs."""

import random
from fractions import Fraction

from gtpengine.values.graph import GameGraph, Node, Option
from gtpengine.values.trajectory import Trajectory


def wall(text: str) -> Trajectory:
    """Read "11@0 8@3": corners value@temperature from the floor upward, then a mast."""
    corners = (corner.split("@") for corner in text.split())
    return Trajectory(tuple((Fraction(value), Fraction(t)) for value, t in corners))


def random_graph(
    rng: random.Random,
    *,
    size: int = 8,
    spread: int = 6,
    bits: int = 0,
    options: int = 3,
    lacking: float = 0.1,
) -> GameGraph:
    """Return a random loop-free graph; its root is node 0 and reaches most of it.

    Ends are numbers up to `spread` with up to `bits` binary places; a side has 1 to `options`
    options, or with probability `lacking` none at all. Cold positions occur as they come.
    """
    nodes = []
    ends = rng.randint(2, 6)
    for index in range(size):
        sides = []
        for _ in range(2):
            count = 0 if rng.random() < lacking else rng.randint(1, options)
            # Mostly near successors, so that games are deep.
            found = {
                Option(min(index + 1 + int(rng.expovariate(0.4)), size + rng.randrange(ends)))
                for _ in range(count)
            }
            sides.append(tuple(sorted(found)))
        nodes.append(Node("", None, *sides))
    for _ in range(ends + size):
        places = 2 ** rng.randint(0, bits)
        nodes.append(Node("", Fraction(rng.randint(-spread * places, spread * places), places)))
    return GameGraph(tuple(nodes)).merged()
