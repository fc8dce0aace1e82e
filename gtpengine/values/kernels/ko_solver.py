"""The units of a komaster game solved component by component, loops by iteration. See ko.py.

Loops are iterated from below (view 0) and from above (view 1, the negated game) and are exact where
the two meet. A crossing that is no multiple of the unit makes a unit FAILED, with all that need it.
"""

from numba import types

from gtpengine.jit import kernel, outlined
from gtpengine.values.kernels.ko import (
    AT,
    BARRED,
    BLOCKS,
    BOUNDS,
    CALL,
    COMPONENT,
    COUNT,
    EXACT,
    FAILED,
    GAME,
    LENGTH,
    LOW,
    NUMBER,
    ON_STACK,
    PLACE,
    ROOM,
    SIDE,
    STACK,
    STATE,
    USED,
    evaluate,
    need,
)

DONE, POOL_FULL = 0, 1  # status
SWEEPS = 60  # over a loop, before its bounds are left as they are


@outlined
def _differs(game, unit, slot, buffer, size, sign):
    """Return whether a unit's wall is not the one in a buffer times sign."""
    if game.units[LENGTH + slot, unit] != size:
        return True
    start = game.units[AT + slot, unit]
    for k in range(size):
        if (
            game.pool[0, start + k] != buffer[0, k]
            or game.pool[1, start + k] != sign * buffer[1, k]
            or game.pool[2, start + k] != sign * buffer[2, k]
        ):
            return True
    return False


@outlined
def _store(game, unit, slot, buffer, size, sign):
    """Make a buffer, times sign, a unit's wall; return False if the pool is full."""
    if size > game.units[ROOM + slot, unit]:
        used = game.settings[USED]
        if used + size > game.pool.shape[1]:
            return False
        game.units[AT + slot, unit] = used
        game.units[ROOM + slot, unit] = size
        game.settings[USED] = used + size
    game.units[LENGTH + slot, unit] = size
    start = game.units[AT + slot, unit]
    for k in range(size):
        game.pool[0, start + k] = buffer[0, k]
        game.pool[1, start + k] = sign * buffer[1, k]
        game.pool[2, start + k] = sign * buffer[2, k]
    return True


@outlined
def _compare(game, unit):
    """Make a unit EXACT if its two views are the same, else leave it its BOUNDS."""
    game.units[STATE, unit] = BOUNDS
    block = unit - game.settings[COUNT]
    for right in range(2):
        slot = 2 + right
        other = 5 - right
        size = game.units[LENGTH + slot, unit]
        if size != game.units[LENGTH + other, unit]:
            return
        # A block has the wall of the blocked player alone.
        if size == 0 and (block < 0 or right != game.blocks[SIDE, block]):
            return
        for k in range(size):
            p = game.units[AT + slot, unit] + k
            q = game.units[AT + other, unit] + k
            if (
                game.pool[0, p] != game.pool[0, q]
                or game.pool[1, p] != -game.pool[1, q]
                or game.pool[2, p] != -game.pool[2, q]
            ):
                return
    for right in range(2):
        for row in (AT, LENGTH, ROOM):
            game.units[row + right, unit] = game.units[row + 2 + right, unit]
    game.units[STATE, unit] = EXACT


@outlined
def _worst_need(game, unit):
    """Return FAILED, BOUNDS or EXACT: the least that is known of what `unit` needs."""
    worst = EXACT
    k = 0
    while True:
        other = need(game, unit, k)
        if other == -2:
            return worst
        if other >= 0:
            state = game.units[STATE, other]
            if state == FAILED:
                return FAILED
            if state != EXACT:
                worst = BOUNDS
        k += 1


@outlined
def _sweep(game, view, slot, low, high, upward):
    """Evaluate the units on the stack from low to high; return -1 failed, -2 full, or changes."""
    changes = 0
    for k in range(high - low):
        unit = game.units[STACK, low + k if upward else high - 1 - k]
        sizes = evaluate(game, unit, view)
        if sizes[0] < 0 or sizes[1] < 0:
            return -1
        for right in range(2):
            sign = 1 - 2 * right
            if _differs(game, unit, slot + right, game.buffers[6 + right], sizes[right], sign):
                changes += 1
                stored = _store(
                    game, unit, slot + right, game.buffers[6 + right], sizes[right], sign
                )
                if not stored:
                    return -2
    return changes


@outlined
def _solve(game, low, high):
    """Solve the component of the units on the stack from low to high; return the status."""
    worst = EXACT
    for k in range(low, high):
        state = _worst_need(game, game.units[STACK, k])
        worst = max(state, worst)
    alone = high - low == 1
    # A unit outside of loops that rests on exact ones is exact itself: one view, one sweep.
    last_view = 1 if alone and worst == EXACT else 2
    sweeps = 1 if alone else SWEEPS
    failed = worst == FAILED
    for view in range(last_view):
        slot = 0 if last_view == 1 else 2 + 2 * view
        sweep = 0
        while sweep < sweeps and not failed:
            # What was found last lies deepest, so the first sweep goes from the top downward.
            changes = _sweep(game, view, slot, low, high, sweep % 2 == 1)
            if changes == -2:
                return POOL_FULL
            failed = changes == -1
            sweep = sweeps if changes == 0 else sweep + 1
    for k in range(low, high):
        unit = game.units[STACK, k]
        if failed:
            game.units[STATE, unit] = FAILED
        elif last_view == 1:
            game.units[STATE, unit] = EXACT
        else:
            _compare(game, unit)
    return DONE


@outlined
def _enter(game, unit, depth, top, found):
    """Put a newly found unit on both of Tarjan's stacks."""
    game.units[CALL, depth] = unit
    game.units[PLACE, depth] = 0
    game.units[NUMBER, unit] = found
    game.units[LOW, unit] = found
    game.units[STACK, top] = unit
    game.units[ON_STACK, unit] = 1


@outlined
def _finish(game, unit, top, component):
    """Solve the component on top of the stack, found from `unit`; return status and new top."""
    low = top
    while True:
        low -= 1
        member = game.units[STACK, low]
        game.units[ON_STACK, member] = 0
        game.units[COMPONENT, member] = component
        if member == unit:
            break
    state = game.units[STATE, unit]
    if state in (EXACT, BARRED):
        return DONE, low
    return _solve(game, low, top), low


@kernel(types.int64(GAME))
def solve(game):
    """Solve all units that are not EXACT or BARRED yet; return DONE or POOL_FULL.

    Pre: NUMBER is -1 and ON_STACK 0 everywhere; no unit needs itself.
    """
    total = game.settings[COUNT] + game.settings[BLOCKS]
    found = 0
    components = 0
    top = 0
    for start in range(total):
        if game.units[NUMBER, start] >= 0:
            continue
        depth = 0
        _enter(game, start, depth, top, found)
        found += 1
        top += 1
        while depth >= 0:
            unit = game.units[CALL, depth]
            state = game.units[STATE, unit]
            other = -2
            if state != EXACT and state != BARRED:
                other = need(game, unit, game.units[PLACE, depth])
            game.units[PLACE, depth] += 1
            if other == -2:
                depth -= 1
                low = game.units[LOW, unit]
                if depth >= 0:
                    parent = game.units[CALL, depth]
                    game.units[LOW, parent] = min(game.units[LOW, parent], low)
                if low == game.units[NUMBER, unit]:
                    status, top = _finish(game, unit, top, components)
                    if status != DONE:
                        return status
                    components += 1
            elif other >= 0 and game.units[NUMBER, other] < 0:
                depth += 1
                _enter(game, other, depth, top, found)
                found += 1
                top += 1
            elif other >= 0 and game.units[ON_STACK, other]:
                game.units[LOW, unit] = min(game.units[LOW, unit], game.units[NUMBER, other])
    return DONE
