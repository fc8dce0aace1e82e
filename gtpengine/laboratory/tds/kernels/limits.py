"""How fine and how high a coupon stack has to be for a loop-free game: limits from its options."""

import numpy as np
from numba import types

from gtpengine.jit import kernel
from gtpengine.search.tds.kernels.types import INTS, NODES
from gtpengine.search.tds.pool import EXPANDED

NOBODY = np.int64(1 << 30)  # the wall of a player without a move


@kernel(types.void(NODES, types.int64, types.int64, INTS, INTS, INTS, INTS, INTS))
def limit_values(pool, scale, floor, order, left_stop, right_stop, binary_digits, heat):
    """Fill the walls at the floor, the binary digits that values need and twice their heat.

    At floor -1 every game is an integer, and at floor 0 one that stands; the mean lies between the
    two walls there, so no temperature exceeds half of what the first moves' walls differ. A mast
    stands where two walls meet whose slopes differ by 1 or 2: each level of options adds at most
    one binary digit, none where the position is an integer, or stands where it is.
    Pre: options first in `order`, no loops, whole numbers, no open nodes; at floor 0 `standing`
    means something.
    """
    for place in range(len(order)):
        node = order[place]
        if pool.state[node] != EXPANDED:
            left_stop[node] = pool.value[node] // scale
            right_stop[node] = pool.value[node] // scale
            binary_digits[node] = 0
            heat[node] = -2
            continue
        low = -NOBODY
        high = NOBODY
        best = -NOBODY
        worst = NOBODY
        digits = 0
        only_integers = True
        for side in range(2):
            start = pool.first[2 * node + side]
            for edge in range(start, start + pool.degree[2 * node + side]):
                child = pool.target[edge]
                offset = np.int64(pool.offset[edge]) // scale
                if side == 0:
                    low = max(low, right_stop[child] + offset - floor)
                    best = max(best, left_stop[child] + offset)
                else:
                    high = min(high, left_stop[child] + offset + floor)
                    worst = min(worst, right_stop[child] + offset)
                digits = max(digits, np.int64(binary_digits[child]))
                only_integers &= heat[child] == -2
        if low <= high:
            # The simplest integer that is not outside, or what comes nearest to standing still.
            rest = np.int64(pool.standing[node]) // scale if floor == 0 else np.int64(0)
            number = min(max(rest, low), high)
            left_stop[node] = number
            right_stop[node] = number
            binary_digits[node] = 0
            heat[node] = -2
            continue
        left_stop[node] = low
        right_stop[node] = high
        heat[node] = best - worst
        if only_integers:
            binary_digits[node] = (best - worst) & 1
        else:
            binary_digits[node] = digits + 1
