"""Alternating rank and the alternating-first order."""

from itertools import combinations, product

import pytest

from gtpengine.laboratory.mt.alternating import alternating_rank, order_of


@pytest.mark.parametrize(
    ("path", "rank"),
    [("", 0), ("L", 1), ("LR", 1), ("LRLR", 1), ("LL", 2), ("LLR", 2), ("LRR", 2), ("RRR", 3)],
)
def test_rank(path, rank):
    # value: Kao 2000, section 4, for "LR" and "LL"; the others by the definition below
    assert alternating_rank(path) == rank


def nodes(depth):
    return ["".join(moves) for n in range(depth + 1) for moves in product("LR", repeat=n)]


def test_rank_counts_alternating_sequences():
    """The definition: A^n(G) holds the alternating followers of everything in A^(n-1)(G)."""

    def followers(path):
        found = [path]
        for first in "LR":
            line = ""
            for step in range(5 - len(path)):
                line += first if step % 2 == 0 else "RL"["LR".index(first)]
                found.append(path + line)
        return found

    level = {""}
    for rank in range(5):
        for path in level:
            assert alternating_rank(path) <= rank
        grown = {follower for path in level for follower in followers(path)}
        assert {path for path in grown if path not in level} == {
            path for path in grown if alternating_rank(path) == rank + 1
        }
        level = grown
    assert level >= set(nodes(5)) - {"LLLLL", "RRRRR"}


def allowed(earlier, later):
    """The definition of alternating first, for one pair: over all common ancestors."""
    for length in range(min(len(earlier), len(later)) + 1):
        if earlier[:length] != later[:length]:
            break
        if alternating_rank(earlier[length:]) > alternating_rank(later[length:]):
            return False
    return True


@pytest.mark.parametrize("side", ["L", "R"])
@pytest.mark.parametrize("depth", [3, 6])
def test_order_is_the_only_alternating_first_one(side, depth):
    """Of any two nodes of a subtree the definition allows one order only: ours."""
    subtree = sorted((side + path for path in nodes(depth)), key=order_of)
    for earlier, later in combinations(subtree, 2):
        assert allowed(earlier, later), (earlier, later)
        assert not allowed(later, earlier), (earlier, later)


def test_depth_three_by_hand():
    """Figure 6 without its labels: the right subtree of a parent, three levels of moves in it."""
    subtree = sorted(("R" + path for path in nodes(3)), key=order_of)
    found = " ".join(path[1:] or "-" for path in subtree)
    assert found == "- L LR LRL R RL RLR LL LLR LRR RR RRL RLL LLL RRR"
