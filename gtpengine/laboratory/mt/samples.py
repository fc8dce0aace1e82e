"""Random trees without cold positions, for tests and measurements."""

from collections.abc import Callable
from random import Random

from gtpengine.laboratory.mt.trees import Pair

LEAF_LIMIT = 100


def ordered_tree(random: Random, depth: int) -> Pair:
    """Return a full tree whose leaves, from Left's side to Right's, only fall: every move gains."""
    values = [random.randint(-LEAF_LIMIT, LEAF_LIMIT) for _ in range(2**depth)]
    level: list[Pair] = sorted(values, reverse=True)
    while len(level) > 1:
        level = list(zip(level[::2], level[1::2], strict=True))
    return level[0]


def threat_tree(
    random: Random, depth: int, *, stop_chance: float = 0.0, limit: int = LEAF_LIMIT
) -> Pair:
    """Return a tree in which threats and losing answers abound, at most `depth` moves deep.

    Leaves are drawn within `limit`. Wherever that makes a position cold, Left's whole subtree is
    raised until moving first loses nothing, or gains a little. Below the root every position is a
    leaf with probability `stop_chance`.
    """
    return _threats(random, depth, stop_chance if depth else 1.0, limit, at_root=True)[0]


def _threats(
    random: Random, depth: int, stop_chance: float, limit: int, at_root: bool = False
) -> tuple[Pair, int, int]:
    """Return a tree with Left's and Right's score moving first."""
    if depth == 0 or (not at_root and random.random() < stop_chance):
        value = random.randint(-limit, limit)
        return value, value, value
    left, _, after_left = _threats(random, depth - 1, stop_chance, limit)
    right, after_right, _ = _threats(random, depth - 1, stop_chance, limit)
    if after_left < after_right:
        rise = after_right - after_left + random.choice((0, 0, 1, 2, limit // 4))
        left, after_left = _raised(left, rise), after_left + rise
    return (left, right), after_left, after_right


def _raised(tree: Pair, rise: int) -> Pair:
    if isinstance(tree, tuple):
        return _raised(tree[0], rise), _raised(tree[1], rise)
    return tree + rise


FAMILIES: dict[str, Callable[[Random, int], Pair]] = {
    "every move gains": ordered_tree,
    "threats": threat_tree,
}
