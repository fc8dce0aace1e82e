"""What a player gets who answers where it pays, found by search: bounds without walls.

All moves cost the same, the *heat*. The opponent moves, or passes, as often as he likes; the player
answers each move where it was played, at no cost on the whole, or lets it be and is up by the heat.
When the opponent passes he moves himself and is down by it, or waits for a lower heat. A number
that he reaches so is a *claim*: both walls are at least that at this heat and above it. For if no
move of the opponent's gets below it, the walls can be below only where nobody wants to move, and
there the mast is what a move of the player's makes it, or what it was at a lower heat.

A ko counts against the player: he may not take back at once, the opponent may. So claims hold in
any sum. Numbers are in half points (UNIT), the player's minus the opponent's live points by area.
A search says yes with a proof; no means that none was found.
"""

import numpy as np
from numba import types

from gtpengine.jit import inlined, kernel, outlined, pointer_to
from gtpengine.localgame.kernels.bits import count_bits, lowest_bit
from gtpengine.localgame.kernels.claimtable import (
    ENTRY,
    FAILED,
    FOREVER,
    NONE,
    PROVED,
    TAIL,
    Answers,
    is_entry,
    slot_of,
)
from gtpengine.localgame.kernels.replies import (
    ASKED,
    CLAIMED,
    CUT,
    DEPTH,
    ENOUGH,
    HEAT,
    HOPELESS,
    LAST,
    LEVEL,
    MOST_PARTS,
    MOVE_ROWS,
    MOVES,
    NEXT,
    PARTS,
    REFUTES,
    REPLIES,
    REPLY,
    REPLY_ROWS,
    TARGET,
    TRIED,
    UNIT,
    WANTED,
    Position,
    hope,
    is_out_of_reach,
    list_moves,
    list_parts,
    list_replies,
    next_part,
    note_part,
    position_at,
    put_position,
    replied,
    sure_claim,
)

DEEPEST = 28  # moves of the opponent
# Of the stack: heats are waited through, too, and a position may be followed by a part of it.
LEVELS = 2 * (DEEPEST + UNIT * 62 + 2 + 62 // MOST_PARTS)
# Places in `work`.
OPENED, MOST, FIRST = 0, 1, 2
BEST_FEW = 3  # first moves that are looked at in earnest
WORK = FIRST + 2 * BEST_FEW

SCRATCH = types.Tuple((types.int64[::1], types.int64[::1], types.int64[::1]))


@outlined
def _recall_parts(at, answers):
    """List the parts of a position, or the opponent's, with what is known of their claims."""
    stack = answers.stack
    heat = stack[at + HEAT]
    stack[at + PARTS] = list_parts(stack, at, answers.stride)
    for index in range(stack[at + PARTS]):
        row = at + REPLY_ROWS + REPLY * index
        part = position_at(stack, row + 1)
        slot = slot_of(part, heat, answers)
        if is_entry(answers.table, slot, part, heat):
            known = answers.table[slot + PROVED]
            stack[row + CLAIMED] = max(stack[row + CLAIMED], known)


@outlined
def prove_claim(position, target, heat, depth, scaffold, answers):
    """Tell whether a claim is found to hold; the opponent makes at most `depth` moves.

    With `scaffold` only moves of the opponent count, no pass: his scaffold is at least the target
    at this heat and above.
    """
    stack = answers.stack
    table = answers.table
    work = answers.work
    level = np.int64(0)
    put_position(stack, np.int64(0), position)
    stack[TARGET] = target
    stack[HEAT] = heat
    stack[DEPTH] = depth
    entering = True
    proved = False
    final = False  # whether a failure would be one at any depth
    while True:
        at = level * LEVEL
        here = position_at(stack, at)
        target = stack[at + TARGET]
        heat = stack[at + HEAT]
        depth = stack[at + DEPTH]
        slot = slot_of(here, heat, answers)
        stored = level > 0 or not scaffold
        begins = entering
        adds_up = False
        if entering:
            entering = False
            done = False
            if stored and is_entry(table, slot, here, heat):
                if table[slot + PROVED] >= target:
                    done = True
                    proved = True
                elif table[slot + FAILED] <= target and table[slot + TAIL] & 255 >= depth:
                    done = True
                    proved = False
                    final = table[slot + TAIL] & 255 == FOREVER
            if not done and stored and is_out_of_reach(here, target, heat, answers):
                done = True
                proved = False
                final = True
            if not done and (depth == 0 or work[OPENED] >= work[MOST]):
                done = True
                proved = False
                final = False
            if done:
                if level == 0:
                    return proved
                level -= 1
                continue
            work[OPENED] += 1
            stack[at + PARTS] = 0
            stack[at + REFUTES] = 0
            stack[at + CUT] = 0
            if stored:
                _recall_parts(at, answers)
        elif stack[at + PARTS]:
            begins = True
            note_part(stack, at, proved)
        if begins:
            asked = next_part(stack, at) if stack[at + PARTS] else np.int64(HOPELESS)
            if asked == HOPELESS and stack[at + PARTS] and not stack[at + REFUTES]:
                stack[at + REFUTES] = 1
                _recall_parts(at, answers)
                asked = next_part(stack, at)
            if asked >= 0:
                row = at + REPLY_ROWS + REPLY * asked
                stack[at + ASKED] = asked
                level += 1
                put_position(stack, level * LEVEL, position_at(stack, row + 1))
                stack[level * LEVEL + TARGET] = stack[row + WANTED]
                stack[level * LEVEL + HEAT] = heat
                stack[level * LEVEL + DEPTH] = depth
                entering = True
                continue
            adds_up = asked == ENOUGH
            stack[at + PARTS] = 0
            if adds_up and stack[at + REFUTES]:
                # Never reached by the parts, nor by play in all of them.
                if not is_entry(table, slot, here, heat):
                    put_position(table, slot, here)
                    table[slot + PROVED] = -NONE
                table[slot + FAILED] = target
                table[slot + TAIL] = heat << 16 | FOREVER
                proved = False
                final = True
                if level == 0:
                    return proved
                level -= 1
                continue
            if not adds_up:
                refuting = np.int64(-1)
                if stored and is_entry(table, slot, here, heat):
                    refuting = (table[slot + TAIL] >> 8 & 255) - 1
                list_moves(stack, at, refuting, not stored, answers.stride)
            proved = True
        # What became of the reply that was tried last?
        moves_on = proved and not adds_up
        if not proved:
            stack[at + TRIED] += 1
            if not final:
                stack[at + CUT] = 1
        while moves_on:
            stack[at + NEXT] += 1
            moves_on = stack[at + NEXT] < stack[at + MOVES] and list_replies(at, answers)
        if (
            not adds_up
            and stack[at + NEXT] < stack[at + MOVES]
            and stack[at + TRIED] < stack[at + REPLIES]
        ):
            row = at + REPLY_ROWS + REPLY * stack[at + TRIED]
            level += 1
            for word in range(7):
                stack[level * LEVEL + word] = stack[row + 1 + word]
            # Waiting is no move: the heat alone bounds how often that happens.
            waits = stack[row + 7] < heat
            cost = 1 + stack[at + TRIED]
            if stack[row] == LAST:
                cost = np.int64(2)
            stack[level * LEVEL + DEPTH] = depth if waits else max(depth - cost, np.int64(0))
            entering = True
            continue
        proved = adds_up or stack[at + NEXT] >= stack[at + MOVES]
        final = not stack[at + CUT]
        if stored:
            if not is_entry(table, slot, here, heat):
                put_position(table, slot, here)
                table[slot + PROVED] = -NONE
                table[slot + FAILED] = NONE
                table[slot + TAIL] = heat << 16
            if proved:
                table[slot + PROVED] = max(table[slot + PROVED], target)
            elif final or work[OPENED] < work[MOST]:
                stone = stack[at + MOVE_ROWS + 2 * stack[at + NEXT] + 1]
                bit = np.int64(lowest_bit(stone)) + 1 if stone else np.int64(0)
                table[slot + FAILED] = target
                table[slot + TAIL] = heat << 16 | bit << 8 | (FOREVER if final else depth)
        if level == 0:
            return proved
        level -= 1


@outlined
def best_claim(position, heat, scaffold, least, most, answers):
    """Return the greatest number from `least` on that is claimed; `least` - 1 if it is not.

    At most so many positions are opened. With `least` -NONE it begins with what needs no search.
    """
    work = answers.work
    work[OPENED] = 0
    work[MOST] = most
    found = least - 1
    if not scaffold:
        found = max(found, sure_claim(position, heat, answers.stride))
    highest = hope(position, heat, answers.stride)
    if scaffold:
        live = position.empty | position.own | position.other
        highest = UNIT * np.int64(count_bits(live)) + heat
    # Without a heat all numbers are whole.
    least_step = np.int64(1) if heat else np.int64(UNIT)
    for depth in range(1, DEEPEST + 1):
        step = least_step
        while found < highest and work[OPENED] < most:
            step = min(step, highest - found)
            if prove_claim(position, found + step, heat, np.int64(depth), scaffold, answers):
                found += step
                step *= 2
            elif step > least_step:
                step = least_step
            else:
                break
        if found >= highest or work[OPENED] >= most:
            break
    return found


@inlined
def answers_of(arrays, stride):
    """Return the scratch that searches work on."""
    stack, table, work = arrays
    return Answers(
        pointer_to(stack), pointer_to(table), np.int64(table.size // ENTRY - 1), pointer_to(work),
        stride,
    )  # fmt: skip


@kernel(
    types.int64(
        types.int64[::1], types.int64, types.int64, types.boolean, types.int64, types.int64, SCRATCH
    )
)
def claim(sets, stride, heat, scaffold, least, most, scratch):
    """Return `best_claim` of five sets: empty, own, other, near own, near other."""
    position = Position(sets[0], sets[1], sets[2], sets[3], sets[4])
    return best_claim(position, heat, scaffold, least, most, answers_of(scratch, stride))


@kernel(types.int64(types.int64[::1], types.int64, types.int64, types.int64, types.int64, SCRATCH))
def first_claim(sets, stride, heat, least, most, scratch):
    """Return the greatest number from `least` on that the player claims if he moves first.

    His move is paid for: his scaffold at this heat is at least that. `least` - 1 if there is none.
    At most so many positions are opened, a quarter of them to find his BEST_FEW moves.
    """
    answers = answers_of(scratch, stride)
    work = answers.work
    position = Position(sets[0], sets[1], sets[2], sets[3], sets[4])
    each = max(most // (4 * max(count_bits(position.empty), 1)), 1)
    best = least - 1
    for index in range(BEST_FEW):
        work[FIRST + 2 * index] = -2 * NONE
    rest = position.empty
    while rest:
        stone = rest & -rest
        rest ^= stone
        legal, after, gain = replied(position, stone, stride)
        settled = gain - heat
        if not legal or hope(after, heat, stride) + settled <= best:
            continue
        found = best_claim(after, heat, False, np.int64(-NONE), each, answers) + settled
        best = max(best, found)
        at = np.int64(BEST_FEW)
        while at > 0 and work[FIRST + 2 * (at - 1)] < found:
            if at < BEST_FEW:
                work[FIRST + 2 * at] = work[FIRST + 2 * (at - 1)]
                work[FIRST + 2 * at + 1] = work[FIRST + 2 * (at - 1) + 1]
            at -= 1
        if at < BEST_FEW:
            work[FIRST + 2 * at] = found
            work[FIRST + 2 * at + 1] = stone
    for index in range(BEST_FEW):
        if work[FIRST + 2 * index] > -2 * NONE:
            _, after, gain = replied(position, work[FIRST + 2 * index + 1], stride)
            settled = gain - heat
            if hope(after, heat, stride) + settled > best:
                more = np.int64(most * 3 // (4 * BEST_FEW))
                found = best_claim(after, heat, False, best + 1 - settled, more, answers)
                best = max(best, found + settled)
    return best
