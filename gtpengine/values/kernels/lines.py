"""Piecewise-linear functions with any whole slopes, for kernels: ko walls.

A wall in a buffer is `size` pieces: buffer[0] temperatures, buffer[1] values, buffer[2] slopes, as
gtpengine/values/loopy/walls.py has them in tuples. A function that fails returns a negative size.
"""

from gtpengine.jit import outlined

INEXACT = -1  # a crossing that is no multiple of the unit
TOO_LONG = -2  # more pieces than a buffer holds, or numbers out of range
LIMIT = 2**52  # largest value or temperature; times a difference of slopes it must fit int64
STEEPEST = 500
NEVER = 2**62


@outlined
def _add(out, size, t, value, slope):
    """Append a piece unless it prolongs the last one; return the new size."""
    if size < 0:
        return size
    if size > 0 and out[2, size - 1] == slope:
        return size
    if size > 0 and out[0, size - 1] == t:
        size -= 1
        if size > 0 and out[2, size - 1] == slope:
            return size
    if size >= out.shape[1] or abs(value) > LIMIT or t > LIMIT or abs(slope) > STEEPEST:
        return TOO_LONG
    out[0, size] = t
    out[1, size] = value
    out[2, size] = slope
    return size + 1


@outlined
def larger(a, a_size, b, b_size, out):
    """Write the pointwise maximum of two walls to `out`; return its size or what went wrong."""
    i = 0
    j = 0
    size = 0
    t = a[0, 0]
    while True:
        x = a[1, i] + a[2, i] * (t - a[0, i])
        y = b[1, j] + b[2, j] * (t - b[0, j])
        next_a = a[0, i + 1] if i + 1 < a_size else NEVER
        next_b = b[0, j + 1] if j + 1 < b_size else NEVER
        end = min(next_a, next_b)
        if x > y or (x == y and a[2, i] >= b[2, j]):
            upper = x
            slope = a[2, i]
            gap = x - y
            closing = b[2, j] - slope
        else:
            upper = y
            slope = b[2, j]
            gap = y - x
            closing = a[2, i] - slope
        size = _add(out, size, t, upper, slope)
        if closing > 0 and (end == NEVER or gap < closing * (end - t)):
            if gap % closing != 0:
                return INEXACT
            step = gap // closing
            size = _add(out, size, t + step, upper + slope * step, slope + closing)
        if size < 0 or end == NEVER:
            return size
        t = end
        if next_a == end:
            i += 1
        if next_b == end:
            j += 1


@outlined
def pushed_up(lift, lift_size, rest, out):
    """Write the mast that starts at `rest` and is pushed up by `lift` below it; return its size."""
    size = 0
    mast = rest
    for k in range(lift_size):
        t = lift[0, k]
        value = lift[1, k]
        slope = lift[2, k]
        end = lift[0, k + 1] if k + 1 < lift_size else NEVER
        if slope <= 0 or (end != NEVER and value + slope * (end - t) <= mast):
            size = _add(out, size, t, mast, 0)
        else:
            if (mast - value) % slope != 0:
                return INEXACT
            touch = t + (mast - value) // slope
            if touch > t:
                size = _add(out, size, t, mast, 0)
            size = _add(out, size, touch, mast, slope)
            if end != NEVER:
                mast = value + slope * (end - t)
        if size < 0:
            return size
    return size


@outlined
def balloon(left, left_size, right, right_size, rest, out_left, out_right):
    """Write the walls that stand on two scaffolds, the right one negated; return both sizes.

    See `settled` in gtpengine/values/loopy/walls.py. The right wall is written negated, too.
    """
    size_left = 0
    size_right = 0
    i = 0
    j = 0
    t = left[0, 0]
    mast = rest
    slope = 0
    while True:
        a = left[2, i]
        b = -right[2, j]
        x = left[1, i] + a * (t - left[0, i])
        y = -right[1, j] + b * (t - right[0, j])
        next_left = left[0, i + 1] if i + 1 < left_size else NEVER
        next_right = right[0, j + 1] if j + 1 < right_size else NEVER
        end = min(next_left, next_right)
        while True:
            hill = x > y or (x == y and a >= b)
            if hill:
                size_left = _add(out_left, size_left, t, x, a)
                size_right = _add(out_right, size_right, t, -y, -b)
                gap = x - y
                closing = b - a
            else:
                mast = min(max(mast, x), y)
                if mast == x and a > 0:
                    slope = a
                    gap = y - x
                    closing = a - b
                elif mast == y and b < 0:
                    slope = b
                    gap = y - x
                    closing = a - b
                else:
                    slope = 0
                    gap = y - mast
                    closing = -b
                    if a > 0 and (b >= 0 or (mast - x) * -b <= (y - mast) * a):
                        gap = mast - x
                        closing = a
                size_left = _add(out_left, size_left, t, mast, slope)
                size_right = _add(out_right, size_right, t, -mast, -slope)
            if size_left < 0 or size_right < 0:
                return TOO_LONG, TOO_LONG
            if closing <= 0 or (end != NEVER and gap >= closing * (end - t)):
                break
            if gap % closing != 0:
                return INEXACT, INEXACT
            step = gap // closing
            mast = x + a * step if hill else mast + slope * step
            t += step
            x += a * step
            y += b * step
        if end == NEVER:
            return size_left, size_right
        mast = x + a * (end - t) if hill else mast + slope * (end - t)
        t = end
        if next_left == end:
            i += 1
        if next_right == end:
            j += 1


@outlined
def rest_between(has_low, low, has_high, high, scale):
    """Return the simplest number between two bounds (loopy/simplest.py), and if it is exact."""
    if has_low and has_high and low >= high:
        return low, True
    if has_high and high < 0:
        sign = -1
        near = -high
        has_far = has_low
        far = -low
    elif has_low and low > 0:
        sign = 1
        near = low
        has_far = has_high
        far = high
    else:
        return 0, True
    parts = 1
    while near < LIMIT // parts:
        steps = -(-near * parts // scale)
        if not has_far or steps * scale <= far * parts:
            return sign * (steps * scale // parts), steps * scale % parts == 0
        parts *= 2
    return 0, False
