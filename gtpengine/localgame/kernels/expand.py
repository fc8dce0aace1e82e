"""The kernel that grows a local graph: all positions that both players can reach by playing on.

A position is five sets of points (KEY_WORDS): the live empty points, the live black and white
stones, and the live points beside safe black and beside safe white stones. Stones that get
connected to safe ones leave the game, and so does a component of live points that is decided; what
they are worth goes to the *offset* of the edge, in points for Black. So positions that differ only
in what is settled are one node.

Nodes are expanded in the order in which they were found, so the options of node n are the edges
first[2n] to first[2n+1] (Black's) and first[2n+1] to first[2n+2] (White's). An edge leads to node
`child`, or, where it is a ko capture that could be taken back, has child -1 - k: the move leads to
node ko_node[k], where the opponent may not play at ko_point[k] at once. A ban is lifted by any
other play, so a banned position needs no node of its own.
"""

from numba import types

from gtpengine.jit import inlined, kernel, outlined, pointer_to
from gtpengine.localgame.kernels.bits import beside, connected, count_bits, lowest_bit

KEY_WORDS = 5
# Places in `counts`.
NODES, EDGES, KOS, EXPANDED = 0, 1, 2, 3
# Bits of `flags`.
DECIDE = 1  # decided components leave the game
FULL, DONE, PAUSED = 0, 1, 2

_LOW = (1 << 31) - 1
_FACTOR = 0x5BD1E995
ROOM = 128  # at most so many edges, kos and new nodes come from one node
# Columns of a move that was found, after the five sets of points it leads to.
HASH, GAIN, BAN, POINT = 5, 6, 7, 8
FOUND = 9
UNREAD = ROOM * FOUND  # beyond the moves: keeps reads from being optimised away
SCRATCH = UNREAD + 1


@inlined
def _mix(state, word):
    state = ((state ^ (word & _LOW)) * _FACTOR) & ((1 << 62) - 1)
    state = (state ^ (state >> 31)) & _LOW
    state = ((state ^ (word >> 31)) * _FACTOR) & ((1 << 62) - 1)
    return (state ^ (state >> 31)) & _LOW


@inlined
def hash_of(empty, black, white, near_black, near_white):
    """Return 31 mixed bits of a position."""
    state = _mix(_mix(_mix(1, empty), black), white)
    return _mix(_mix(state, near_black), near_white)


@inlined
def find_or_add(keys, table, mask, counts, found, row):
    """Return the node of the position in `found`, made if it is new.  Pre: there is room for it."""
    empty = found[row]
    black = found[row + 1]
    white = found[row + 2]
    near_black = found[row + 3]
    near_white = found[row + 4]
    slot = found[row + HASH] & mask
    while True:
        node = table[slot]
        if node < 0:
            break
        place = node * KEY_WORDS
        if (
            keys[place] == empty
            and keys[place + 1] == black
            and keys[place + 2] == white
            and keys[place + 3] == near_black
            and keys[place + 4] == near_white
        ):
            return node
        slot = (slot + 1) & mask
    node = counts[NODES]
    counts[NODES] = node + 1
    table[slot] = node
    place = node * KEY_WORDS
    keys[place] = empty
    keys[place + 1] = black
    keys[place + 2] = white
    keys[place + 3] = near_black
    keys[place + 4] = near_white
    return node


@inlined
def room_for_eyes(bits, stride):
    """Tell whether two points of the set are neither equal nor neighbours."""
    count = count_bits(bits)
    if count < 2:
        return False
    if count > 2:
        return True
    return (beside(bits & -bits, stride) & bits) == 0


@outlined
def decided_part(live, near_black, near_white, stride):
    """Return the live points that are Black's and those that are White's whatever is played there.

    A component beside safe stones of one colour only belongs to it if the other colour finds no
    two points for eyes, away from those stones and not next to each other: no group of his can
    live there, and the owner never has to fear for his border.
    """
    blacks = live & 0
    whites = live & 0
    rest = live
    while rest:
        part = connected(rest & -rest, rest, stride)
        rest &= ~part
        if part & near_black:
            if not (part & near_white) and not room_for_eyes(part & ~near_black, stride):
                blacks |= part
        elif part & near_white and not room_for_eyes(part & ~near_white, stride):
            whites |= part
    return blacks, whites


@inlined
def play_stone(stone, empty, own, other, near_own, near_other, stride, flags):
    """Return whether a play is legal, the five sets after it, what it settles and what it forbids.

    Own sets stand before the opponent's. `gain` are points for the mover; the last number is the
    bit of a stone that may not be taken back at once, or -1.
    """
    around = beside(stone, stride)
    left = empty ^ stone
    captured = empty & 0
    threatened = around & other
    while threatened:
        chain = connected(threatened & -threatened, other, stride)
        threatened &= ~chain
        if not (beside(chain, stride) & left):
            captured |= chain
    new_empty = left | captured
    new_own = own | stone
    chain = connected(stone, new_own, stride)
    liberties = beside(chain, stride) & new_empty
    new_other = other & ~captured
    new_near_own = near_own
    new_near_other = near_other
    gain = 0
    ban = -1
    legal = True
    if chain & near_own:
        new_own &= ~chain
        live = new_empty | new_own | new_other
        new_near_own = (near_own | beside(chain, stride)) & live
        new_near_other = near_other & live
        gain = count_bits(chain)
        if flags & DECIDE:
            mine, yours = decided_part(live, new_near_own, new_near_other, stride)
            gone = mine | yours
            if gone:
                gain += count_bits(mine) - count_bits(yours)
                new_empty &= ~gone
                new_own &= ~gone
                new_other &= ~gone
                new_near_own &= ~gone
                new_near_other &= ~gone
    elif not liberties:
        legal = False
    elif captured == liberties and chain == stone and not (captured & (captured - 1)):
        ban = lowest_bit(captured)
    return legal, new_empty, new_own, new_other, new_near_own, new_near_other, gain, ban


@kernel(
    types.int64(
        types.int64[::1],
        types.int32[::1],
        types.int64[::1],
        types.int32[::1],
        types.int32[::1],
        types.int8[::1],
        types.int8[::1],
        types.int32[::1],
        types.int8[::1],
        types.int64[::1],
        types.int64,
        types.int64,
        types.int64,
    )
)
def expand(
    keys_array,
    table_array,
    counts_array,
    first_array,
    child_array,
    offset_array,
    point_array,
    ko_node_array,
    ko_point_array,
    found_array,
    stride,
    flags,
    limit,
):
    """Expand nodes until all are (DONE), `limit` are (PAUSED) or an array lacks ROOM (FULL).

    The table has a power of two of slots, more than there can be nodes; -1 is a free one. Calling
    again goes on where this call ended. After DONE first[2 * nodes] ends the last list.
    Scratch: found.
    """
    keys = pointer_to(keys_array)
    table = pointer_to(table_array)
    counts = pointer_to(counts_array)
    first = pointer_to(first_array)
    child = pointer_to(child_array)
    offset = pointer_to(offset_array)
    point = pointer_to(point_array)
    ko_node = pointer_to(ko_node_array)
    ko_point = pointer_to(ko_point_array)
    mask = table_array.size - 1
    node_room = min(min(keys_array.size // KEY_WORDS, first_array.size // 2), table_array.size // 2)
    found = pointer_to(found_array)
    edges = counts[EDGES]
    kos = counts[KOS]
    here = counts[EXPANDED]
    status = DONE
    while here < counts[NODES]:
        if here >= limit:
            status = PAUSED
            break
        if (
            counts[NODES] + ROOM > node_room
            or edges + ROOM > child_array.size
            or kos + ROOM > ko_node_array.size
        ):
            status = FULL
            break
        empty = keys[here * KEY_WORDS]
        row = 0
        for side in range(2):
            first[2 * here + side] = edges + row // FOUND
            own = keys[here * KEY_WORDS + 1 + side]
            other = keys[here * KEY_WORDS + 2 - side]
            near_own = keys[here * KEY_WORDS + 3 + side]
            near_other = keys[here * KEY_WORDS + 4 - side]
            todo = empty
            while todo:
                stone = todo & -todo
                todo ^= stone
                legal, new_empty, new_own, new_other, new_near_own, new_near_other, gain, ban = (
                    play_stone(stone, empty, own, other, near_own, near_other, stride, flags)
                )
                if not legal:
                    continue
                if side:
                    gain = -gain
                found[row] = new_empty
                found[row + 1 + side] = new_own
                found[row + 2 - side] = new_other
                found[row + 3 + side] = new_near_own
                found[row + 4 - side] = new_near_other
                found[row + HASH] = hash_of(
                    found[row], found[row + 1], found[row + 2], found[row + 3], found[row + 4]
                )
                found[row + GAIN] = gain
                found[row + BAN] = ban
                found[row + POINT] = lowest_bit(stone)
                row += FOUND
        # Table and keys are larger than any cache. Reading them here, each read on its own, lets
        # the processor wait for many at a time; then all is at hand below (a third less time).
        end = row
        touched = empty & 0
        for row in range(0, end, FOUND):
            node = table[found[row + HASH] & mask]
            if node >= 0:
                touched ^= keys[node * KEY_WORDS]
        found[UNREAD] = touched
        for row in range(0, end, FOUND):
            node = find_or_add(keys, table, mask, counts, found, row)
            if found[row + BAN] >= 0:
                ko_node[kos] = node
                ko_point[kos] = found[row + BAN]
                node = -1 - kos
                kos += 1
            child[edges] = node
            offset[edges] = found[row + GAIN]
            point[edges] = found[row + POINT]
            edges += 1
        here += 1
    counts[EDGES] = edges
    counts[KOS] = kos
    counts[EXPANDED] = here
    if status == DONE and first_array.size > 2 * here:
        first[2 * here] = edges
    return status


@kernel(types.void(types.int64[::1], types.int32[::1], types.int64))
def rehash(keys_array, table_array, nodes):
    """Enter the first `nodes` nodes into an empty table."""
    keys = pointer_to(keys_array)
    table = pointer_to(table_array)
    mask = table_array.size - 1
    for node in range(nodes):
        place = node * KEY_WORDS
        slot = (
            hash_of(keys[place], keys[place + 1], keys[place + 2], keys[place + 3], keys[place + 4])
            & mask
        )
        while table[slot] >= 0:
            slot = (slot + 1) & mask
        table[slot] = node


@kernel(types.void(types.int64[::1], types.int64, types.int64, types.int64[::1]))
def settle_root(sets, stride, flags, gain):
    """Take what is settled out of a position given as five sets; `gain[0]` becomes its worth."""
    for side in range(2):
        anchored = connected(sets[1 + side] & sets[3 + side], sets[1 + side], stride)
        live = (sets[0] | sets[1] | sets[2]) & ~anchored
        sets[1 + side] &= ~anchored
        sets[3 + side] = (sets[3 + side] | beside(anchored, stride)) & live
        sets[4 - side] &= live
        gain[0] += count_bits(anchored) * (1 - 2 * side)
    if flags & DECIDE:
        live = sets[0] | sets[1] | sets[2]
        blacks, whites = decided_part(live, sets[3], sets[4], stride)
        gain[0] += count_bits(blacks) - count_bits(whites)
        for word in range(KEY_WORDS):
            sets[word] &= ~(blacks | whites)
