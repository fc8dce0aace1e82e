"""Moves and replies of a search for claims (answers.py): the levels of its stack.

Numbers are in half points (UNIT), those of the player who answers minus those of his opponent, live
points by area. A level is a position with the opponent to move, what is wanted there at which heat,
the moves that he has, and the replies to the one that is looked at. Before there are any, a
position that has fallen apart has its parts instead of replies: claims of parts add up.
"""

from collections import namedtuple

import numpy as np

from gtpengine.jit import inlined, outlined
from gtpengine.localgame.kernels.bits import beside, connected, count_bits, lowest_bit
from gtpengine.localgame.kernels.claimtable import PROVED, is_entry, slot_of
from gtpengine.localgame.kernels.evaluate import standing
from gtpengine.localgame.kernels.expand import DECIDE, play_stone
from gtpengine.localgame.kernels.sure import sure_points

UNIT = 2
WIDTH = 64  # there are at most so many moves of either player
BREADTH = 5  # replies that are looked at further
# Places in a level, after the five sets.
TARGET, HEAT, DEPTH, MOVES, NEXT, REPLIES, TRIED, PARTS, ASKED, REFUTES, CUT = range(5, 16)
MOVE_ROWS = 16  # slack and stone of each move of the opponent
REPLY_ROWS = MOVE_ROWS + 2 * WIDTH  # slack, five sets, target and heat of each reply
REPLY = 8
# A part stands in a row of replies: what is claimed, five sets, what may be, and what is asked for.
CLAIMED, HOPED, WANTED = 0, 6, 7
MOST_PARTS = BREADTH + 1  # the last has all that are left
ENOUGH, HOPELESS = -1, -2
LEVEL = REPLY_ROWS + REPLY * (BREADTH + 1)
LAST = -(1 << 20)

Position = namedtuple("Position", ["empty", "own", "other", "near_own", "near_other"])


@inlined
def _lost(switches, heat):
    """Return what a sum of switches costs the player, of which the opponent plays the first."""
    total = np.int64(0)
    odd = np.int64(0)
    while switches:
        size = UNIT * np.int64(lowest_bit(switches))
        switches &= switches - 1
        if size > heat:
            total = size - total
            odd = 1 - odd
    return total - odd * heat


@outlined
def sure_claim(position, heat, stride):
    """Return a claim that needs no search."""
    empty, own, other, near_own, near_other = position
    sure = sure_points(empty, own, other, near_own, near_other, stride)
    live = count_bits(empty | own | other)
    return UNIT * (2 * sure.points + sure.stakes - live) - _lost(sure.switches, heat)


@outlined
def hope(position, heat, stride):
    """Return a number that no claim exceeds."""
    empty, own, other, near_own, near_other = position
    sure = sure_points(empty, other, own, near_other, near_own, stride)
    live = count_bits(empty | own | other)
    return UNIT * (live - 2 * sure.points - sure.stakes) - _lost(sure.switches, heat)


@inlined
def _score(position, stride):
    empty, own, other, near_own, near_other = position
    return UNIT * standing(empty, own, other, near_own, near_other, stride)


@inlined
def position_at(stack, at):
    """Return the five sets that stand at a place."""
    return Position(stack[at], stack[at + 1], stack[at + 2], stack[at + 3], stack[at + 4])


@inlined
def put_position(stack, at, position):
    """Write them there."""
    stack[at] = position.empty
    stack[at + 1] = position.own
    stack[at + 2] = position.other
    stack[at + 3] = position.near_own
    stack[at + 4] = position.near_other


@outlined
def replied(position, stone, stride):
    """Return whether the player may play there, the position after it and the points it settles."""
    empty, own, other, near_own, near_other = position
    legal, empty, own, other, near_own, near_other, gain, _ = play_stone(
        stone, empty, own, other, near_own, near_other, stride, np.int64(DECIDE)
    )
    return legal, Position(empty, own, other, near_own, near_other), UNIT * np.int64(gain)


@outlined
def moved(position, stone, stride):
    """Return the same of the opponent's move, with the point where the player may not retake."""
    empty, own, other, near_own, near_other = position
    legal, empty, other, own, near_other, near_own, gain, ban = play_stone(
        stone, empty, other, own, near_other, near_own, stride, np.int64(DECIDE)
    )
    after = Position(empty, own, other, near_own, near_other)
    return legal, after, UNIT * np.int64(gain), np.int64(ban)


@outlined
def list_moves(stack, at, refuting, scaffold, stride):
    """List the opponent's moves that are no failures at once, the most dangerous first."""
    position = position_at(stack, at)
    target = stack[at + TARGET]
    heat = stack[at + HEAT]
    rows = at + MOVE_ROWS
    count = np.int64(0)
    rest = position.empty
    while rest:
        stone = rest & -rest
        rest ^= stone
        legal, after, gain, _ = moved(position, stone, stride)
        if not legal:
            continue
        slack = sure_claim(after, heat, stride) - (target + gain - heat)
        if slack >= 0:
            continue
        if lowest_bit(stone) == refuting:
            slack = np.int64(LAST)
        place = count
        while place > 0 and stack[rows + 2 * (place - 1)] > slack:
            stack[rows + 2 * place] = stack[rows + 2 * (place - 1)]
            stack[rows + 2 * place + 1] = stack[rows + 2 * (place - 1) + 1]
            place -= 1
        stack[rows + 2 * place] = slack
        stack[rows + 2 * place + 1] = stone
        count += 1
    if not scaffold and (heat > 0 or _score(position, stride) < target):
        stack[rows + 2 * count + 1] = 0  # he passes
        count += 1
    stack[at + MOVES] = count
    stack[at + NEXT] = -1
    stack[at + REPLIES] = 0
    stack[at + TRIED] = 0


@outlined
def _add_reply(stack, at, count, slack, position, target, heat):
    """Enter a reply where it belongs, the best first; return how many there are."""
    rows = at + REPLY_ROWS
    place = count
    while place > 0 and stack[rows + REPLY * (place - 1)] < slack:
        place -= 1
    if count >= BREADTH:
        stack[at + CUT] = 1
    if place >= BREADTH:
        return count
    for row in range(min(count, np.int64(BREADTH - 1)), place, -1):
        for word in range(REPLY):
            stack[rows + REPLY * row + word] = stack[rows + REPLY * (row - 1) + word]
    _fill_reply(stack, rows + REPLY * place, slack, position, target, heat)
    return min(count + 1, np.int64(BREADTH))


@outlined
def _fill_reply(stack, row, slack, position, target, heat):
    stack[row] = slack
    put_position(stack, row + 1, position)
    stack[row + 6] = target
    stack[row + 7] = heat


@outlined
def _is_known(position, target, heat, answers):
    slot = slot_of(position, heat, answers)
    return is_entry(answers.table, slot, position, heat) and answers.table[slot + PROVED] >= target


@outlined
def is_out_of_reach(position, target, heat, answers):
    """Tell whether a claim exceeds what there is to hope for, or what the opponent claims."""
    empty, own, other, near_own, near_other = position
    opponents = Position(empty, other, own, near_other, near_own)
    return hope(position, heat, answers.stride) < target or _is_known(
        opponents, 1 - target, heat, answers
    )


@outlined
def list_replies(at, answers):
    """List the replies to the opponent's next move; return whether one needs no search."""
    stack = answers.stack
    stride = answers.stride
    position = position_at(stack, at)
    heat = stack[at + HEAT]
    depth = stack[at + DEPTH]
    stone = stack[at + MOVE_ROWS + 2 * stack[at + NEXT] + 1]
    wanted = stack[at + TARGET]
    after = position
    ban = np.int64(-1)
    if stone:
        _, after, gain, ban = moved(position, stone, stride)
        wanted += gain
    else:
        wanted += heat
    open_points = after.empty
    if ban >= 0:
        open_points &= ~(np.int64(1) << ban)
    near = beside(stone, stride)
    near |= beside(near, stride)
    count = np.int64(0)
    stack[at + CUT] = 0
    for turn in range(2):
        rest = open_points & near if turn == 0 else open_points & ~near
        while rest:
            reply = rest & -rest
            rest ^= reply
            legal, answer, gain = replied(after, reply, stride)
            if not legal:
                continue
            slack = sure_claim(answer, heat, stride) - (wanted - gain)
            if slack >= 0:
                return True
            if _is_known(answer, wanted - gain, heat, answers):
                return True
            if depth > 1:
                count = _add_reply(stack, at, count, slack, answer, wanted - gain, heat)
            else:
                stack[at + CUT] = 1
    rows = at + REPLY_ROWS
    if depth > 1 or not stone:
        if stone:
            # Last he lets it be.
            _fill_reply(stack, rows + REPLY * count, LAST, after, wanted - heat, heat)
            count += 1
        elif heat > 0:
            # Or he waits until moves are a little cheaper.
            _fill_reply(stack, rows + REPLY * count, LAST, position, wanted - heat, heat - 1)
            count += 1
    else:
        stack[at + CUT] = 1
    stack[at + REPLIES] = count
    stack[at + TRIED] = 0
    return False


@outlined
def list_parts(stack, at, stride):
    """List the parts of a position that has fallen apart; return how many there are, 0 if not.

    Where the level REFUTES they are those of the opponent's claim, which he answers himself.
    """
    position = position_at(stack, at)
    if stack[at + REFUTES]:
        position = Position(
            position.empty, position.other, position.own, position.near_other, position.near_own
        )
    heat = stack[at + HEAT]
    rest = position.empty | position.own | position.other
    part = connected(rest & -rest, rest, stride)
    if part == rest:
        return np.int64(0)
    count = np.int64(0)
    while rest:
        part = rest
        if count < MOST_PARTS - 1:
            part = connected(rest & -rest, rest, stride)
        rest &= ~part
        row = at + REPLY_ROWS + REPLY * count
        of_part = Position(
            position.empty & part, position.own & part, position.other & part,
            position.near_own & part, position.near_other & part,
        )  # fmt: skip
        put_position(stack, row + 1, of_part)
        stack[row + CLAIMED] = sure_claim(of_part, heat, stride)
        stack[row + HOPED] = hope(of_part, heat, stride)
        count += 1
    return count


@outlined
def next_part(stack, at):
    """Return the part that has to claim more for the sum to do, with how much; or that none has.

    ENOUGH: the sum is claimed. HOPELESS: it is out of reach for the parts.
    """
    heat = stack[at + HEAT]
    # The means add up, and no claim exceeds the mean.
    lacking = 1 - stack[at + TARGET] if stack[at + REFUTES] else stack[at + TARGET]
    hoped = np.int64(0)
    chosen = np.int64(HOPELESS)
    most = np.int64(0)
    for index in range(stack[at + PARTS]):
        row = at + REPLY_ROWS + REPLY * index
        more = max(stack[row + HOPED] - stack[row + CLAIMED], np.int64(0))
        lacking -= stack[row + CLAIMED]
        hoped += more
        if more > most:
            most = more
            chosen = np.int64(index)
    if lacking <= 0:
        return np.int64(ENOUGH)
    if hoped < lacking:
        return np.int64(HOPELESS)
    # Without that much from this part the others cannot make up for it.
    row = at + REPLY_ROWS + REPLY * chosen
    wanted = stack[row + CLAIMED] + max(np.int64(1), lacking - (hoped - most))
    if heat == 0:
        wanted += wanted & 1  # all numbers are whole
    stack[row + WANTED] = wanted
    return chosen


@outlined
def note_part(stack, at, proved):
    """Note what became of the part that was asked last."""
    row = at + REPLY_ROWS + REPLY * stack[at + ASKED]
    wanted = stack[row + WANTED]
    if proved:
        stack[row + CLAIMED] = wanted
    else:
        stack[row + HOPED] = wanted - (1 if stack[at + HEAT] else UNIT)
