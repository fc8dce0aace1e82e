"""Bounds of incomplete trees: the paper's figures, soundness, tightness."""

from fractions import Fraction
from random import Random

import pytest

from gtpengine.errors import BadInput
from gtpengine.laboratory.mt.partial import NOTHING_KNOWN, Bounds, Partial, bounds_of
from gtpengine.laboratory.mt.samples import ordered_tree, threat_tree
from gtpengine.laboratory.mt.stable import INFINITY, ColdPosition
from gtpengine.laboratory.mt.trees import MISSING, expand_pair, solve_completely

# The figures are lost; these trees of ours have the printed missing nodes and bounds.
FIGURE_7 = ((MISSING, (10, MISSING)), (0, MISSING))
FIGURE_12 = ((MISSING, (10, -20)), (0, MISSING))
FIGURE_13 = (((MISSING, 50), (10, -90)), (0, MISSING))


def test_nothing_known():
    """The paper prints minus infinity for the last, which no temperature could keep to."""
    assert bounds_of(MISSING) == NOTHING_KNOWN == Bounds(-INFINITY, INFINITY, 0, INFINITY)


def test_figure_7():
    # value: Kao 2000, section 5
    assert bounds_of(FIGURE_7) == Bounds(0, 10, 5, INFINITY)


def test_figure_12():
    # value: Kao 2000, section 6
    bounds = bounds_of(FIGURE_12)
    assert (bounds.temperature_lower, bounds.temperature_upper) == (5, 10)
    assert bounds_of(FIGURE_12[0][1])[2:] == (15, 15)


def test_figure_13():
    # value: Kao 2000, section 6
    bounds = bounds_of(FIGURE_13)
    assert (bounds.temperature_lower, bounds.temperature_upper) == (5, 10)
    assert bounds_of(FIGURE_13[0]).temperature_lower == 40


@pytest.mark.parametrize(
    ("tree", "bounds"),
    [
        # by hand: no real position is cold, so what is missing is at most 10
        pytest.param((10, MISSING), (-INFINITY, 10, 0, INFINITY), id="one option"),
        pytest.param((MISSING, 10), (10, INFINITY, 0, INFINITY), id="the other"),
        pytest.param(((MISSING, 4), 0), (2, 4, 2, 4), id="gote or sente"),
        pytest.param((10, 0), (5, 5, 5, 5), id="complete"),
        pytest.param((MISSING, MISSING), NOTHING_KNOWN, id="both missing"),
    ],
)
def test_small_trees(tree, bounds):
    assert bounds_of(tree) == Bounds(*bounds)


def test_limits_of_the_missing_numbers():
    # by hand: {10|-6} at the widest
    assert bounds_of((10, MISSING), lowest=-6, highest=20) == Bounds(2, 10, 0, 8)


def test_certainly_cold():
    with pytest.raises(ColdPosition):
        bounds_of(((MISSING, 1), (2, MISSING)))


def test_bad_tree():
    with pytest.raises(BadInput):
        bounds_of((1, "x"))


def test_refresh_needs_children():
    with pytest.raises(AssertionError):
        Partial((0, ""), -INFINITY, INFINITY).refresh()


def pieces_missing(random, tree, chance):
    if random.random() < chance:
        return MISSING
    if isinstance(tree, tuple):
        return tuple(pieces_missing(random, part, chance) for part in tree)
    return tree


def test_bounds_hold_whatever_is_missing():
    random = Random(21)
    open_ended = 0
    for count in range(3000):
        make = threat_tree if count % 2 else ordered_tree
        tree = make(random, 2 + count % 4)
        solved = solve_completely(expand_pair, tree)
        known = bounds_of(pieces_missing(random, tree, 0.12))
        assert known.mean_lower <= solved.mean <= known.mean_upper, tree
        assert known.temperature_lower <= solved.temperature <= known.temperature_upper, tree
        open_ended += not known.settled
    assert open_ended > 1000


def test_more_knowledge_never_widens_bounds():
    random = Random(22)
    for _ in range(1000):
        tree = threat_tree(random, 4)
        some = pieces_missing(random, tree, 0.1)
        less = pieces_missing(random, some, 0.1)
        wide, narrow = bounds_of(less), bounds_of(some)
        assert wide.mean_lower <= narrow.mean_lower <= narrow.mean_upper <= wide.mean_upper
        assert wide.temperature_lower <= narrow.temperature_lower
        assert narrow.temperature_upper <= wide.temperature_upper


def completions(tree, numbers):
    """Yield the tree with every missing part replaced by each of the numbers."""
    if tree is MISSING:
        yield from numbers
    elif isinstance(tree, tuple):
        for left in completions(tree[0], numbers):
            for right in completions(tree[1], numbers):
                yield left, right
    else:
        yield tree


def test_bounds_are_reached():
    """With numbers for what is missing, the values come to every finite bound: none is slack.

    The missing parts are leaves here, of trees in which no move loses, so numbers are what fits.
    """
    random = Random(23)
    checked = 0
    for _ in range(60):
        tree = ordered_tree(random, 3)
        leaves = [tree[a][b][c] for a in (0, 1) for b in (0, 1) for c in (0, 1)]
        hidden = set(random.sample(range(8), 2))
        flat = [MISSING if place in hidden else leaf for place, leaf in enumerate(leaves)]
        pairs = list(zip(flat[::2], flat[1::2], strict=True))
        known = (pairs[0], pairs[1]), (pairs[2], pairs[3])
        bounds = bounds_of(known)
        results = []
        # Where the leaves are, and far outside: corners of the walls can only lie at leaves.
        for full in completions(known, sorted({*leaves, -9999, 9999})):
            try:
                solved = solve_completely(expand_pair, full)
            except ColdPosition:
                continue
            results.append((solved.mean, solved.temperature))
        means, temperatures = zip(*results, strict=True)
        for bound, reached in (
            (bounds.mean_lower, min(means)),
            (bounds.mean_upper, max(means)),
            (bounds.temperature_lower, min(temperatures)),
            (bounds.temperature_upper, max(temperatures)),
        ):
            if abs(bound) != INFINITY:
                checked += 1
                assert bound == reached, (known, bounds)
    assert checked > 60


def test_exact_fractions():
    third, seventh = Fraction(1, 3), Fraction(1, 7)
    # by hand: sente if what is missing is low enough, else gote against what is at most 1/7
    assert bounds_of((third, (seventh, MISSING)))[:2] == (seventh, (third + seventh) / 2)
