"""Small summands written by hand."""

import numpy as np

from gtpengine.search.sums.summand import Summand


def summand(*nodes):
    """Return a summand; a node is (standing, Black's targets, White's targets[, lift])."""
    first, target, lift, standing = [0], [], [], []
    for index, (score, black, white, *lifted) in enumerate(nodes):
        for options in (black, white):
            target += options
            first.append(len(target))
        standing.append(score)
        lift.append(lifted[0] if lifted else index)
    zeros = np.zeros(len(target), np.int32)
    return Summand(
        np.array(first, np.int32),
        np.array(target, np.int32),
        zeros,
        np.arange(len(target), dtype=np.int32),
        np.array(lift, np.int32),
        np.array(standing, np.int32),
        0,
        {},
    )


def number(score):
    return summand((score, [], []))


def switch(left, right):
    """Both players want to move: left | right."""
    return summand(((left + right) // 2, [1], [2]), (left, [], []), (right, [], []))


def gote_then_sente(left, middle, right):
    """The game left || middle | right."""
    return summand(
        (middle, [1], [2]), (left, [], []), (middle, [3], [4]), (middle, [], []), (right, [], [])
    )


def ko(size):
    """A one-point ko: Black fills for `size`, White takes it and then fills for nothing.

    0: Black holds it, 1: White holds it, 2: Black has just taken it, 3: White has, 4 and 5: filled.
    """
    return summand(
        (size // 2, [4], [3]),
        (size // 2, [2], [5]),
        (size // 2, [4], [], 0),
        (size // 2, [], [5], 1),
        (size, [], []),
        (0, [], []),
    )


def seki(gain, standing):
    """Who moves loses: Black's move costs him `gain`, White's as much."""
    return summand((standing, [1], [2]), (standing - gain, [], []), (standing + gain, [], []))
