"""Moves of the root that somebody speaks for: shares of its visits that are theirs in any case."""

from collections.abc import Mapping

from gtpengine.search.tree.kernels import types as layout
from gtpengine.search.tree.results import children_of


def favour(tree: layout.Tree, scene: layout.Scene, shares: Mapping[int, float]) -> None:
    """Give these moves of the root at least such shares of the visits; the first four count.

    What others were favoured is over; visits that a move was given before still count as given.
    """
    place_of = {int(tree.move[child]): child for child in children_of(tree, 0)}
    known = [move for move in shares if move in place_of][: layout.MOST_FAVOURED]
    given = given_visits(scene)
    words, numbers = scene.words, scene.numbers
    words[layout.FAVOURED : layout.FORCED] = -1
    words[layout.FORCED :] = 0
    for place, move in enumerate(known):
        child = place_of[move]
        words[layout.FAVOURED + place] = child
        words[layout.FORCED + place] = given.get(child, 0)
        numbers[layout.FAVOUR + place] = shares[move]


def given_visits(scene: layout.Scene) -> dict[int, int]:
    """Return how often children of the root were visited only because they are favoured."""
    children = scene.words[layout.FAVOURED : layout.FORCED].tolist()
    counts = scene.words[layout.FORCED :].tolist()
    return {child: count for child, count in zip(children, counts, strict=True) if child >= 0}
