"""G + C played out move by move with a real stack of coupons: the slow twin of the TDS kernels.

The stack is the paper's, coupon by coupon: tmax down to -1 in steps of delta, then many more -1
coupons, and one of -1/2 at the bottom. Positions and scores are exact fractions; nothing is shared
with the kernels, not even the layers.
"""

from fractions import Fraction
from functools import cache


def extended_stack(top, delta, extra):
    coupons = []
    value = Fraction(top)
    while value >= -1:
        coupons.append(value)
        value -= delta
    return (*coupons, *([Fraction(-1)] * extra), Fraction(-1, 2))


def simple_stack(top, delta):
    count = Fraction(top) / delta
    return tuple(Fraction(top) - delta * i for i in range(int(count)))


def stack_score(coupons):
    """Return what the first player gains if both take coupons in turn."""
    return sum((-1) ** place * coupon for place, coupon in enumerate(coupons))


def score(graph, coupons, left_to_move, forced=0):
    """Return V(G + C), Left's points minus Right's, after the first `forced` coupons are taken."""

    @cache
    def best(node, place, left, refused):
        sign = 1 if left else -1
        number = graph.nodes[node].number
        if number is not None:
            return number + sign * stack_score(coupons[place:])
        found = []
        if place < len(coupons):
            coupon = coupons[place]
            taken = sign * coupon
            if refused and coupon == -1:
                # Both took a -1 coupon: the game is taken to be 0.
                found.append(taken - sign * stack_score(coupons[place + 1 :]))
            else:
                found.append(taken + best(node, place + 1, not left, coupon == -1))
        options = graph.nodes[node].left if left else graph.nodes[node].right
        found += [option.offset + best(option.node, place, not left, False) for option in options]
        assert found, "the stack is empty and nobody can move"
        return max(found) if left else min(found)

    taken = sum((-1) ** place * coupon for place, coupon in enumerate(coupons[:forced]))
    sign = 1 if left_to_move else -1
    mover = left_to_move if forced % 2 == 0 else not left_to_move
    return sign * taken + best(graph.root, forced, mover, False)
