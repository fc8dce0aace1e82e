"""Alternating rank and the alternating-first order of the nodes of a binary tree.

A path is a string of "L" and "R", the moves from the root. A player who moves twice in a row starts
a new alternating sequence, so the rank of a node in one of its ancestors is one more than the
number of such repeats on the way. Kao calls a sequence of nodes alternating first when no earlier
node has the higher rank in any common ancestor of two nodes.

That settles every pair inside the left, or the right, subtree of a node. Where two paths part, the
one side repeats the last move; say it repeats b more times after that, and the other side a times.
Seen from the fork its rank is b + 1 against a + 1, seen from above b + 2 against a + 1. So the
alternating side goes first when a <= b, and the repeating side when b + 1 <= a. In one sentence:
fewer repeats first; among equals, whoever repeats earlier.
"""

from itertools import pairwise

# Compares as: fewer repeats, then the earlier repeat, then the parent before its children.
Order = tuple[int, str]

ROOT: Order = (0, "")


def step(order: Order, repeats: bool) -> Order:
    """Return the order of a child, reached by the same player's (`repeats`) or the other's move.

    Pre: not the root, whose children have no move before theirs (`first_step`).
    """
    count, turns = order
    return (count + 1, turns + "0") if repeats else (count, turns + "1")


def first_step(left: bool) -> Order:
    """Return the order of a child of the root, where no move came before: Left's goes first."""
    return (0, "0" if left else "1")


def order_of(path: str) -> Order:
    """Return the sort key of the node that `path` leads to."""
    if not path:
        return ROOT
    order = first_step(path[0] == "L")
    for before, move in pairwise(path):
        order = step(order, before == move)
    return order


def alternating_rank(path: str) -> int:
    """Return the rank, in its first node, of the node that `path` leads to; 0 for that node."""
    if not path:
        return 0
    return 1 + sum(before == move for before, move in pairwise(path))
