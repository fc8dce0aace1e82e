"""Alpha-beta over G + C: a game in a node pool beside a coupon stack, with its own stack of frames.

Values belong to the player to move: his points minus the other's, coupons already taken left out,
in units. The search can stop and go on: it returns EXPAND when it needs the options of the open
node control[WANTED], LIMIT when control[NODE_LIMIT] is reached, DONE with control[VALUE] at the
end. In the first two cases it takes up where it left off when called again.

Order of moves: the best one of an earlier visit, the coupon, the move that was best at this node in
any other layer, then the options as they come. Where these are sorted by what they are worth by
their estimates, only the first is looked at just before the horizon.
"""

from typing import NamedTuple

import numpy as np
from numba import types

from gtpengine.jit import inlined, kernel, pointer_to
from gtpengine.search.tds.kernels.types import INTS, LONGS, NODES
from gtpengine.search.tds.pool import OPEN, TERMINAL, Ints, Longs

EXPAND, LIMIT, DONE, TOO_DEEP = 0, 1, 2, 3
COUPON, NOTHING = -1, -2
UNLIMITED = 1 << 14  # a depth that no search reaches; also that of a value without depth cuts
NEVER = 1 << 40

# Places of the settings.
FLOOR, FACTOR, STANDS, COUPON_COST, LOOPS, BOARD_FIRST, TABLE_MASK, FRAMES, BOUNDS, SORTED = range(
    10
)
SETTINGS = 10
# Places of the control words.
HEIGHT, WANTED, NODE_COUNT, NODE_LIMIT, VALUE, COMPLETE, BEST, HITS = range(8)
CONTROLS = 8
# Places in a frame.
NODE, SIDE, LAYER, FLAG, DEPTH, ALPHA, BETA = range(7)
SCORE, MOVE, STAGE, INDEX, WHOLE, FIRST, HINT, GAIN, LOWEST, MARK, TAINT, TRIED = range(7, 19)
FRAME = 20
# Places in a table slot.
KEY, LOWER, UPPER, NOTE = range(4)
SLOT = 4


class Search(NamedTuple):
    """What a search works with."""

    settings: Longs
    control: Longs
    coupons: Longs  # by layer: the top coupon, ...
    alone: Longs  # ... and V(C, the player to move)
    frames: Longs  # FRAME words each
    table: Longs  # SLOT words each; a power of two of them, at least two
    hint: Ints  # by 2 * node + side: the edge that was best last time, or NOTHING
    path: Ints  # by 2 * node + side: 2 * layer + flag + 1 of the visit that is going on, or 0


SEARCH = types.NamedTuple((LONGS, LONGS, LONGS, LONGS, LONGS, LONGS, INTS, INTS), Search)


@inlined
def key_of(node, layer, side, flag):
    """Return the table key of a position of play; never 0."""
    return (node << 18) | (layer << 2) | (side << 1) | flag | (1 << 62)


@inlined
def slot_of(table, key, mask):
    """Return the place of `key`, or of the slot to be overwritten by it: the shallower of two."""
    mixed = key * 0x1E3779B97F4A7C15
    slot = (((mixed >> 29) ^ mixed) & mask) * SLOT
    other = slot ^ SLOT
    if table[slot + KEY] == key:
        return slot
    if table[other + KEY] == key:
        return other
    return slot if (table[slot + NOTE] >> 32) <= (table[other + NOTE] >> 32) else other


@kernel(types.int64(NODES, SEARCH))
def search(pool, work):
    """Go on searching; return EXPAND, LIMIT, DONE or TOO_DEEP (more frames are needed)."""
    settings = work.settings
    control = pointer_to(work.control)
    frames = pointer_to(work.frames)
    table = pointer_to(work.table)
    alone = pointer_to(work.alone)
    coupons = pointer_to(work.coupons)
    hint = pointer_to(work.hint)
    path = pointer_to(work.path)
    states = pointer_to(pool.state)
    values = pointer_to(pool.value)
    lows = pointer_to(pool.low)
    highs = pointer_to(pool.high)
    counts = pointer_to(pool.degree)
    firsts = pointer_to(pool.first)
    targets = pointer_to(pool.target)
    offsets = pointer_to(pool.offset)
    floor = settings[FLOOR]
    factor = settings[FACTOR]
    ends = settings[STANDS] != 0
    cost = settings[COUPON_COST]
    loops = settings[LOOPS] != 0
    bounded = settings[BOUNDS] != 0
    is_sorted = settings[SORTED] != 0
    mask = settings[TABLE_MASK]
    last = (settings[FRAMES] - 1) * FRAME
    nodes = control[NODE_COUNT]
    limit = control[NODE_LIMIT]
    here = control[HEIGHT]  # the current frame's first word
    entering = True
    value = np.int64(0)
    whole = np.int64(0)
    taint = np.int64(NEVER)
    while True:
        if entering:
            # A new frame: NODE to BETA are set.
            node = frames[here + NODE]
            side = frames[here + SIDE]
            layer = frames[here + LAYER]
            flag = frames[here + FLAG]
            depth = frames[here + DEPTH]
            alpha = frames[here + ALPHA]
            beta = frames[here + BETA]
            sign = 1 - 2 * side
            state = states[node]
            known = False
            taint = np.int64(NEVER)
            if state == TERMINAL:
                value = sign * values[node] * factor + alone[layer]
                whole = np.int64(1)
                known = True
            elif bounded:
                # Between numbers, with the same stack beside them.
                low = lows[node] if side == 0 else -highs[node]
                high = highs[node] if side == 0 else -lows[node]
                least = low * factor + alone[layer]
                most = high * factor + alone[layer]
                if least >= beta or least == most:
                    value = least
                    whole = np.int64(1)
                    known = True
                elif most <= alpha:
                    value = most
                    whole = np.int64(1)
                    known = True
            if not known:
                first = np.int64(NOTHING)
                key = key_of(node, layer, side, flag)
                slot = slot_of(table, key, mask)
                if table[slot + KEY] == key:
                    note = table[slot + NOTE]
                    first = (note & 0xFFFFFFFF) - 2
                    if (here > 0 or settings[BOARD_FIRST] == 0) and (note >> 32) >= depth:
                        lower = table[slot + LOWER]
                        upper = table[slot + UPPER]
                        if lower >= beta or lower == upper:
                            value = lower
                            known = True
                        elif upper <= alpha:
                            value = upper
                            known = True
                        if known:
                            control[HITS] += 1
                            whole = np.int64((note >> 32) >= UNLIMITED)
                            if here == 0:
                                control[BEST] = first
            if not known and depth <= 0:
                value = sign * values[node] * factor + alone[layer]
                whole = np.int64(0)
                known = True
            if not known and loops:
                mark = path[2 * node + side]
                if mark == 2 * layer + flag + 1:
                    # A repetition: it counts as it stands, and what hangs on it is not kept.
                    value = sign * pool.standing[node] * factor + alone[layer]
                    whole = np.int64(1)
                    known = True
                    up = here - FRAME
                    while not (
                        frames[up + NODE] == node
                        and frames[up + SIDE] == side
                        and frames[up + LAYER] == layer
                        and frames[up + FLAG] == flag
                    ):
                        up -= FRAME
                    taint = np.int64(up)
            if not known and state == OPEN:
                control[WANTED] = node
                control[HEIGHT] = here
                control[NODE_COUNT] = nodes
                return EXPAND
            nodes += 1
            if known:
                entering = False
                if here == 0:
                    control[VALUE] = value
                    control[COMPLETE] = whole
                    control[NODE_COUNT] = nodes
                    return DONE
                here -= FRAME
            else:
                if nodes > limit or here >= last:
                    control[HEIGHT] = here
                    control[NODE_COUNT] = nodes - 1
                    return LIMIT if nodes > limit else TOO_DEEP
                frames[here + SCORE] = -NEVER
                frames[here + MOVE] = NOTHING
                frames[here + STAGE] = 0
                frames[here + INDEX] = 0
                frames[here + WHOLE] = 1
                frames[here + FIRST] = first
                frames[here + HINT] = hint[2 * node + side]
                frames[here + LOWEST] = alpha
                frames[here + TAINT] = NEVER
                frames[here + TRIED] = NOTHING
                if loops:
                    frames[here + MARK] = path[2 * node + side]
                    path[2 * node + side] = 2 * layer + flag + 1
                entering = False
                # Nothing has come back yet: pretend a worthless child.
                value = np.int64(NEVER)
                whole = np.int64(1)
                frames[here + GAIN] = 0
                taint = np.int64(NEVER)
        # A child of this frame has been valued (or the frame is new).
        node = frames[here + NODE]
        side = frames[here + SIDE]
        layer = frames[here + LAYER]
        flag = frames[here + FLAG]
        beta = frames[here + BETA]
        score = frames[here + GAIN] - value
        cut = False
        frames[here + TAINT] = min(frames[here + TAINT], taint)
        if score > frames[here + SCORE] and frames[here + TRIED] != NOTHING:
            frames[here + SCORE] = score
            frames[here + MOVE] = frames[here + TRIED]
            if score > frames[here + ALPHA]:
                frames[here + ALPHA] = score
                if score >= beta:
                    # A refutation is as good as the one child that it stands on.
                    frames[here + WHOLE] = whole
                    cut = True
        if not cut:
            frames[here + WHOLE] &= whole
        # Choose the next move.
        move = np.int64(NOTHING)
        row = 2 * node + side
        begin = np.int64(firsts[row])
        length = np.int64(counts[row])
        if is_sorted and frames[here + DEPTH] <= 1 and length > 1:
            # The next board move meets the horizon, and the options come best looking first.
            length = np.int64(1)
            frames[here + HINT] = NOTHING
            if frames[here + FIRST] > begin:
                frames[here + FIRST] = NOTHING
        while not cut:
            stage = frames[here + STAGE]
            if stage == 3:
                index = frames[here + INDEX]
                if index >= length:
                    break
                frames[here + INDEX] = index + 1
                if begin + index != frames[here + FIRST] and begin + index != frames[here + HINT]:
                    move = begin + index
                    break
                continue
            frames[here + STAGE] = stage + 1
            if stage == 2:
                move = frames[here + HINT]
                if move >= 0 and move != frames[here + FIRST]:
                    break
                move = np.int64(NOTHING)
                continue
            move = frames[here + FIRST] if stage == 0 else np.int64(COUPON)
            if stage == 1 and frames[here + FIRST] == COUPON:
                move = np.int64(NOTHING)
            if move == COUPON and (
                ((pool.held[node] >> side) & (1 if layer > 0 else 5) and counts[row] > 0)
                or (flag == 1 and not ends and counts[row] > 0)
                or (here == 0 and settings[BOARD_FIRST] != 0)
            ):
                move = np.int64(NOTHING)
            if move != NOTHING:
                break
        if move == NOTHING:
            # The frame is finished.
            value = frames[here + SCORE]
            whole = frames[here + WHOLE]
            taint = frames[here + TAINT]
            best = frames[here + MOVE]
            if best >= 0:
                hint[row] = best
            if loops:
                path[row] = frames[here + MARK]
                if taint >= here:
                    taint = np.int64(NEVER)
            if taint == NEVER and not (here == 0 and settings[BOARD_FIRST] != 0):
                key = key_of(node, layer, side, flag)
                slot = slot_of(table, key, mask)
                depth = UNLIMITED if whole else frames[here + DEPTH]
                lower = np.int64(-NEVER)
                upper = np.int64(NEVER)
                if value > frames[here + LOWEST]:
                    lower = value
                if value < beta:
                    upper = value
                if table[slot + KEY] == key and (table[slot + NOTE] >> 32) == depth:
                    lower = max(lower, table[slot + LOWER])
                    upper = min(upper, table[slot + UPPER])
                table[slot + KEY] = key
                table[slot + LOWER] = lower
                table[slot + UPPER] = upper
                table[slot + NOTE] = (depth << 32) | (best + 2)
            if here == 0:
                control[VALUE] = value
                control[COMPLETE] = whole
                control[BEST] = best
                control[NODE_COUNT] = nodes
                return DONE
            here -= FRAME
            continue
        frames[here + TRIED] = move
        alpha = frames[here + ALPHA]
        depth = frames[here + DEPTH]
        sign = 1 - 2 * side
        child = here + FRAME
        if move == COUPON:
            lift = np.int64(pool.lift[node])
            if layer == 0 and flag == 1:
                # Both refuse: the game is over where it stands.
                frames[here + GAIN] = floor // 2 + sign * pool.standing[node] * factor
                value = np.int64(0)
                whole = np.int64(1)
                taint = np.int64(NEVER)
                continue
            gain = coupons[layer]
            frames[child + NODE] = lift
            frames[child + LAYER] = max(layer - 1, 0)
            frames[child + FLAG] = 1 if layer == 0 else 0
            frames[child + DEPTH] = depth - cost
        else:
            gain = sign * offsets[move] * factor
            frames[child + NODE] = targets[move]
            frames[child + LAYER] = layer
            frames[child + FLAG] = 0
            frames[child + DEPTH] = depth - 1
        frames[here + GAIN] = gain
        frames[child + SIDE] = 1 - side
        frames[child + ALPHA] = gain - beta
        frames[child + BETA] = gain - alpha
        here = child
        entering = True


@kernel(types.int64(LONGS, LONGS, types.int64))
def remembered_move(table, settings, key):
    """Return the best move that the table holds for `key`, or NOTHING."""
    slot = slot_of(table, key, settings[TABLE_MASK])
    if table[slot + KEY] != key:
        return NOTHING
    return (table[slot + NOTE] & 0xFFFFFFFF) - 2
