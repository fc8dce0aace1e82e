"""The kernel that decides whether Black can make a sum of games worth at least `target` points.

A state is a sorted list of nodes, one per summand that is not finished, who moves, and whether the
last move was a pass that counts. It is searched depth first with an explicit stack; what is found
is kept in a table that stores the whole state, so nothing hangs on a hash.

A move in one summand lifts the ko ban in every other one. Moves that stay on a loop of their
summand (`component` tells) use up `loops`, so every search ends. Where none are left the result is
the worse one for the prover: Black in mode LOW, White in mode HIGH. So what LOW proves true and
what HIGH proves false needs no repetition to come true.

Passes, by `rule`; two that count, in a row, end the game, and all stands as it is:

- TEMPO: the prover's passes count and leave a ban on him as it is; the other player's do not count
  and lift the ban on him. That is as if the other player had moves to waste, and the prover none.
- STRICT: all passes count, and no pass lifts a ban.
- PLAIN: all passes count and lift bans.

Without loops in reach all three rules and both modes are the same, and so are the table's entries.
With HOPEFUL the prover uses only moves that are best beside some stack of coupons: what he proves
holds all the same, and is found much sooner. Without loops in reach neither player plays a move
that another one of his makes superfluous: see order.py.
"""

from numba import types

from gtpengine.jit import inlined, kernel, outlined
from gtpengine.search.sums.kernels.arrays import FRAMES, INTS, ORDER_MEMORY, SUM_ARRAYS
from gtpengine.search.sums.kernels.order import NO_MOVE, PATIENCE, dominates

LOW, HIGH = 0, 1
TEMPO, STRICT, PLAIN = 0, 1, 2
HOPEFUL = 4  # added to a rule: the prover plays hopeful moves only
RULES = 8
NO, YES, TABLE_FULL, STOPPED = 0, 1, 2, 3

# Columns of a stack frame; the nodes follow.
COUNT, PLAYER, PASSED, TARGET, LOOPS, BEGIN, END, CURSOR, LOOPY, SLOT = range(10)
FRAME = 10
MOST_DEPTH = 400
MOVES_PER_FRAME = 2048  # more than 24 summands of 62 bits can offer
PASS_EDGE = -1
NO_EDGE = -2
# Columns of a table row; the nodes follow.
META, AT_LEAST, AT_MOST, BEST = range(4)
ROW = 4
FREE = 0
UNBOUNDED = 1 << 20
# Places in `counts`.
SEARCHED, STORED, LIMIT = 0, 1, 2


@inlined
def _mix(state, word):
    state = ((state ^ word) * 0x5BD1E995) & 0x3FFFFFFFFFFFFFFF
    return (state ^ (state >> 29)) & 0xFFFFFFFF


@outlined
def _settle(sums, frame):
    """Take finished summands off a frame and sort the others; set LOOPY.

    Without loops a game and its negative cancel: whoever moves in one is answered in the other.
    """
    count = 0
    loopy = 0
    for i in range(frame[COUNT]):
        node = frame[FRAME + i]
        if sums.first[2 * node] == sums.first[2 * node + 2] and sums.lift[node] == node:
            continue
        loopy |= sums.loopy[node]
        place = count
        while place > 0 and frame[FRAME + place - 1] > node:
            frame[FRAME + place] = frame[FRAME + place - 1]
            place -= 1
        frame[FRAME + place] = node
        count += 1
    if loopy == 0:
        i = 0
        while i < count:
            other = sums.negative[frame[FRAME + i]]
            partner = i + 1
            while partner < count and frame[FRAME + partner] != other:
                partner += 1
            if partner < count:
                for j in range(partner, count - 1):
                    frame[FRAME + j] = frame[FRAME + j + 1]
                for j in range(i, count - 2):
                    frame[FRAME + j] = frame[FRAME + j + 1]
                count -= 2
            else:
                i += 1
    frame[COUNT] = count
    frame[LOOPY] = loopy


@outlined
def _find(table, frame, meta, counts):
    """Return the row of a state, made if it is new, or -1 when the table is too full for it."""
    width = table.shape[1] - ROW
    mask = table.shape[0] - 1
    code = _mix(types.int64(1), types.int64(meta))
    count = frame[COUNT]
    for i in range(count):
        code = _mix(code, types.int64(frame[FRAME + i]))
    slot = code & mask
    while True:
        row = table[slot]
        if row[META] == FREE:
            break
        if row[META] == meta:
            same = True
            for i in range(count):
                if row[ROW + i] != frame[FRAME + i]:
                    same = False
                    break
            if same and (count == width or row[ROW + count] == -1):
                return slot
        slot = (slot + 1) & mask
    if 4 * counts[STORED] >= 3 * table.shape[0]:
        return types.int64(-1)
    counts[STORED] += 1
    row = table[slot]
    row[META] = meta
    row[AT_LEAST] = -UNBOUNDED
    row[AT_MOST] = UNBOUNDED
    row[BEST] = NO_EDGE
    for i in range(width):
        row[ROW + i] = frame[FRAME + i] if i < count else -1
    return slot


@outlined
def _open(sums, frame, table, counts, mode, rule):
    """Return YES or NO if a state is decided at sight, TABLE_FULL, or -1 if it needs a search."""
    _settle(sums, frame)
    count = frame[COUNT]
    target = frame[TARGET]
    keep = 0
    hold = 0
    player = frame[PLAYER]
    sign = 1 - 2 * player
    gain = 0
    for i in range(count):
        node = frame[FRAME + i]
        keep += sums.keep[node]
        hold += sums.hold[node]
        bound = sums.keep if player == 0 else sums.hold
        for edge in range(sums.first[2 * node + player], sums.first[2 * node + player + 1]):
            gain = max(gain, sign * (sums.offset[edge] + bound[sums.target[edge]] - bound[node]))
    if player == 0:
        keep += gain
    else:
        hold -= gain
    if keep >= target:
        return YES
    if hold < target:
        return NO
    if frame[PASSED] and (target <= 0) == (player == 0):
        return YES if player == 0 else NO
    meta = 4 + frame[PASSED] * 2 + player
    if frame[LOOPY]:
        meta += 8 * (2 + mode + 2 * (rule + RULES * frame[LOOPS]))
    elif rule & HOPEFUL:
        meta += 8 * mode
    else:
        meta += 16
    slot = _find(table, frame, meta, counts)
    if slot < 0:
        return TABLE_FULL
    frame[SLOT] = slot
    if table[slot, AT_LEAST] >= target:
        return YES
    if table[slot, AT_MOST] < target:
        return NO
    return -1


@outlined
def _list_moves(sums, frame, begin, moves, keys, first_edge, mode, rule):
    """Write the moves of a frame as (place, edge) from `begin` on, promising ones first."""
    end = begin
    player = frame[PLAYER]
    limited = rule & HOPEFUL and player == mode
    sign = 1 - 2 * player
    for i in range(frame[COUNT]):
        node = frame[FRAME + i]
        if i > 0 and frame[FRAME + i - 1] == node:
            continue
        last = sums.first[2 * node + player + 1]
        if limited:
            last = sums.first[2 * node + player] + sums.hopeful[2 * node + player]
        for edge in range(sums.first[2 * node + player], last):
            gain = 2 * sums.offset[edge] + sums.estimate[sums.target[edge]] - sums.estimate[node]
            key = sign * gain
            if edge == first_edge:
                key = UNBOUNDED
            place = end
            while place > begin and keys[place - 1] < key:
                keys[place] = keys[place - 1]
                moves[place, 0] = moves[place - 1, 0]
                moves[place, 1] = moves[place - 1, 1]
                place -= 1
            keys[place] = key
            moves[place, 0] = i
            moves[place, 1] = edge
            end += 1
    place = end
    if first_edge == PASS_EDGE:
        while place > begin:
            keys[place] = keys[place - 1]
            moves[place, 0] = moves[place - 1, 0]
            moves[place, 1] = moves[place - 1, 1]
            place -= 1
    keys[place] = -UNBOUNDED
    moves[place, 0] = 0
    moves[place, 1] = PASS_EDGE
    frame[BEGIN] = begin
    frame[CURSOR] = begin
    frame[END] = end + 1


@outlined
def _is_superfluous(sums, frame, moves, cursor, order):
    """Tell whether an earlier move of a frame's list, which has failed, is as good as this one.

    Where a loop is in reach only moves in summands without one are compared, and in step.
    """
    edge = moves[cursor, 1]
    node = frame[FRAME + moves[cursor, 0]]
    loopy = frame[LOOPY]
    if loopy and (edge == PASS_EDGE or sums.loopy[node]):
        return False
    other = (node, NO_MOVE if edge == PASS_EDGE else edge)
    for i in range(frame[BEGIN], cursor):
        first = frame[FRAME + moves[i, 0]]
        if moves[i, 1] == PASS_EDGE or sums.loopy[first]:
            continue
        move = (first, moves[i, 1])
        if dominates(
            sums,
            order.stack,
            order.games,
            order.pairs,
            order.tally,
            loopy,
            frame[PLAYER],
            move,
            other,
        ):
            return True
    return False


@outlined
def _child(sums, frame, child, place, edge, mode, rule):
    """Make `child` the state after a move; return YES or NO if it needs no search, else -1."""
    player = frame[PLAYER]
    count = frame[COUNT]
    child[COUNT] = count
    child[PLAYER] = 1 - player
    child[PASSED] = 0
    child[TARGET] = frame[TARGET]
    child[LOOPS] = frame[LOOPS]
    if edge == PASS_EDGE:
        for i in range(count):
            child[FRAME + i] = frame[FRAME + i]
        if frame[PASSED]:
            return YES if frame[TARGET] <= 0 else NO
        wasting = rule & 3 == TEMPO and frame[LOOPY] != 0 and player != mode
        if not wasting:
            child[PASSED] = 1
        if wasting or rule & 3 == PLAIN:
            for i in range(count):
                child[FRAME + i] = sums.lift[child[FRAME + i]]
        return types.int64(-1)
    for i in range(count):
        child[FRAME + i] = sums.lift[frame[FRAME + i]]
    node = frame[FRAME + place]
    after = sums.target[edge]
    child[FRAME + place] = after
    child[TARGET] = frame[TARGET] - sums.offset[edge]
    if sums.component[node] == sums.component[after]:
        if frame[LOOPS] == 0:
            return mode
        child[LOOPS] = frame[LOOPS] - 1
    return types.int64(-1)


@kernel(
    types.int64(
        SUM_ARRAYS,
        FRAMES,
        FRAMES,
        FRAMES,
        INTS,
        types.int64[::1],
        ORDER_MEMORY,
        types.int64,
        types.int64,
    )
)
def prove(sums, stack, table, moves, keys, counts, order, mode, rule):
    """Return YES or NO: can Black reach the target of the state in stack[0]; or why it is open.

    Columns COUNT to LOOPS of stack[0] and its nodes are given. Black is the prover in mode LOW,
    White in mode HIGH. Searched states are counted; at counts[LIMIT] the answer is STOPPED.
    """
    depth = 0
    result = _open(sums, stack[0], table, counts, mode, rule)
    if result >= 0:
        return result
    _list_moves(sums, stack[0], 0, moves, keys, table[stack[0, SLOT], BEST], mode, rule)
    while True:
        frame = stack[depth]
        player = frame[PLAYER]
        if result >= 0:
            if result == 1 - player:
                edge = moves[frame[CURSOR] - 1, 1]
            elif frame[CURSOR] == frame[END]:
                edge = NO_EDGE
            else:
                result = -1
                continue
            row = table[frame[SLOT]]
            if result == YES:
                row[AT_LEAST] = max(row[AT_LEAST], frame[TARGET])
            else:
                row[AT_MOST] = min(row[AT_MOST], frame[TARGET] - 1)
            if edge != NO_EDGE:
                row[BEST] = edge
            if depth == 0:
                return result
            depth -= 1
            continue
        if depth + 1 == stack.shape[0] or frame[END] + MOVES_PER_FRAME > keys.size:
            return STOPPED
        cursor = frame[CURSOR]
        frame[CURSOR] = cursor + 1
        child = stack[depth + 1]
        result = _child(sums, frame, child, moves[cursor, 0], moves[cursor, 1], mode, rule)
        if result >= 0:
            continue
        result = _open(sums, child, table, counts, mode, rule)
        if result == TABLE_FULL:
            return result
        if result >= 0:
            continue
        if (
            cursor > frame[BEGIN]
            and order.tally[PATIENCE]
            and _is_superfluous(sums, frame, moves, cursor, order)
        ):
            result = types.int64(player)
            continue
        counts[SEARCHED] += 1
        if counts[SEARCHED] >= counts[LIMIT]:
            return STOPPED
        _list_moves(sums, child, frame[END], moves, keys, table[child[SLOT], BEST], mode, rule)
        depth += 1


@kernel(types.void(FRAMES, FRAMES))
def refill(old, new):
    """Enter all rows of a table into an empty, larger one."""
    mask = new.shape[0] - 1
    for i in range(old.shape[0]):
        row = old[i]
        if row[META] == FREE:
            continue
        code = _mix(types.int64(1), types.int64(row[META]))
        for j in range(ROW, old.shape[1]):
            if row[j] == -1:
                break
            code = _mix(code, types.int64(row[j]))
        slot = code & mask
        while new[slot, META] != FREE:
            slot = (slot + 1) & mask
        for j in range(old.shape[1]):
            new[slot, j] = row[j]
