"""Seeded sums of enclosed regions, with or without kos that matter: to test exactness on."""

from random import Random
from typing import NamedTuple

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.localgame.generator import Enclosed, Recipe, generate, random_sizes
from gtpengine.search.sums.regions import RegionSums
from gtpengine.search.tds.budget import Budget

MOST_NODES = 500_000  # for the question whether a ko matters


class Sample(NamedTuple):
    """A position to be solved."""

    enclosed: Enclosed
    colour: int  # to move
    ko: bool  # the score hangs on who wins a ko


def draw(seed: int, sums: RegionSums, *, ko: bool, most_each: int = 8, most: int = 20) -> Sample:
    """Return the sample of that seed: 2 to 8 regions, with a ko that matters or without.

    The regions have half of `most` to `most` empty points together, or all that fit two of them.
    """
    random = Random(seed)
    while True:
        regions = random.randint(2, min(8, most))
        sizes = random_sizes(random, regions, most_each, most, most // 2)
        kos = random.randint(0, min(2, sizes.count(1))) if ko else 0
        board = random.choice((0, 0, 13, 19))
        recipe = Recipe(sizes, random.randint(0, 2), kos, board)
        enclosed = generate(random.getrandbits(32), recipe)
        colour = random.choice((BLACK, WHITE))
        budget = Budget(nodes=MOST_NODES)
        if sums.ko_matters(enclosed.regions, colour, budget) == ko:
            return Sample(enclosed, colour, ko)
