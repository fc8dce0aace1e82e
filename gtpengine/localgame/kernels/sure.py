"""Points that a player gets who only answers: the masts of positions that were not opened yet.

Points beside his safe stones are his for good once he plays there, so of two such points, a
*pair*, he gets one whatever the opponent does first. The pairs are disjoint: one answer is never
wanted twice. An answer is never banned, for its point was empty before. What pairs are good for:

- Both are liberties of one chain of his: it is connected in the end, for it cannot be taken before
  both are filled.
- They are neighbours, one in front of the other: whoever comes over the front point is stopped on
  the one behind. What cannot be reached from the opponent's safe stones without crossing such a
  pair or such a chain is *cut off*. Where the opponent finds no room for two eyes there it is all
  the player's, as in `gtpengine.localgame.kernels.expand.decided_part`.
- Both are neighbours of a point where the opponent wants an eye: one of them makes it no eye.
"""

from collections import namedtuple

import numpy as np

from gtpengine.jit import outlined
from gtpengine.localgame.kernels.bits import beside, connected, count_bits
from gtpengine.localgame.kernels.expand import room_for_eyes

Sure = namedtuple("Sure", ["points", "stakes", "switches", "front"])


@outlined
def _one_more(eyes, free, stride):
    """Tell whether a pair of free points leaves no room for two eyes, whichever the player gets."""
    good = free & 0
    rest = free
    while rest:
        point = rest & -rest
        rest ^= point
        if not room_for_eyes(eyes & ~beside(point, stride), stride):
            if good:
                return True
            good = point
    return False


@outlined
def sure_points(empty, own, other, near_own, near_other, stride):
    """Return what a player gets who only answers or plays where points hang on one move.

    `points` are his in any case. `stakes` are the points of switches, each of which is wholly the
    player's who moves there first; bit s of `switches` is set if there is an odd number of them
    with s points. `front` is 1 if a move of his first saves one more point besides.
    """
    live = empty | own | other
    free = empty & near_own
    # Chains that get connected, and the pairs that see to it; then they are as good as safe.
    walls = live & 0
    pairs = live & 0
    near = near_own
    grown = True
    while grown:
        grown = False
        rest = own & ~walls
        while rest:
            chain = connected(rest & -rest, rest, stride)
            rest &= ~chain
            ways = beside(chain, stride) & free
            first = ways & -ways
            second = (ways ^ first) & -(ways ^ first)
            if second:
                pairs |= first | second
                walls |= chain
                near |= beside(chain, stride)
                free = empty & near & ~pairs
                grown = True
    # The opponent comes from his safe stones, and is stopped where a pair can do it.
    behind = live & 0
    reached = near_other & live & ~walls
    front = reached
    while front:
        # Points with one way on are looked at first: there a pair stops everything.
        point = front & -front
        todo = front & free
        while todo:
            here = todo & -todo
            todo ^= here
            ways = beside(here, stride) & live & ~reached & ~walls
            if ways & free and not (ways & (ways - 1)):
                point = here
                break
        front ^= point
        ways = beside(point, stride) & live & ~reached & ~walls
        if point & free and ways & free:
            stop = ways & free
            stop &= -stop
            behind |= stop
            free &= ~(point | stop)
            ways ^= stop
        reached |= ways
        front |= ways
    # What is cut off is the player's if there is no room for two eyes.
    taken = live & 0
    rest = live & ~reached & ~walls
    while rest:
        part = connected(rest & -rest, rest, stride)
        rest &= ~part
        eyes = part & ~near
        left = free & part
        todo = eyes
        while todo and room_for_eyes(eyes, stride):
            eye = todo & -todo
            todo ^= eye
            ways = beside(eye, stride) & left
            first = ways & -ways
            second = (ways ^ first) & -(ways ^ first)
            if second:
                left &= ~(first | second)
                eyes ^= eye
        if not room_for_eyes(eyes, stride) or _one_more(eyes, left, stride):
            taken |= part
    # A pair of which a point is taken in any case counts for nothing more.
    found = count_bits(taken | walls) + count_bits(behind & ~taken)
    found += max(0, count_bits(pairs) // 2 - count_bits(pairs & taken))
    # The other points, and chains that hang on one of them, are whose who plays there first.
    stakes = np.int64(0)
    switches = np.int64(0)
    rest = free & ~taken
    while rest:
        point = rest & -rest
        rest ^= point
        stake = np.int64(1)
        hanging = beside(point, stride) & own & ~walls & ~taken
        if hanging:
            stake += count_bits(connected(hanging, own & ~walls & ~taken, stride))
        stakes += stake
        switches ^= 1 << stake
    front = np.int64(1) if behind & taken else np.int64(0)
    return Sure(np.int64(found), stakes, switches, front)
