"""Incentive dominance: is one move of a sum as good as another, whatever else is on the board?

A game without loops is *safe* for Black if it is worth 0 or more as it stands and he can answer
each of White's moves in it, or leave it alone, so that it is safe again: `keep` of the whole game.
A player who owns a safe game beside any others loses nothing by it, whoever is to move and whoever
passes, so h + X is worth no more than g + X where g - h is safe. Hence Black's move from g to a is
as good as that from h to b if a + h - g - b is safe, and as good as a pass if a - g is.

That would be wrong beside a ko: a move and its answer, which change nothing here, lift a ban. There
play in g + X has to follow play in h + X *in step*: White's moves in g are met by his moves in h,
Black's in h by his in g, move for move, and nobody passes. So the answer to a move on one side of
the difference has to be on the other one, and a pass is never superfluous. Only games without loops
are compared in either case.

Safety is looked for with a small budget; what is not found in it counts as not safe, which costs
time and no exactness.
"""

from numba import types

from gtpengine.jit import inlined, outlined

UNSAFE, SAFE, OPEN = 0, 1, -1
MOST_GAMES = 4
MOST_ORDER_DEPTH = 40
NO_MOVE = -1
_PASS = -1
_NO_WAY_BACK = 1 << 20
# A game of a difference is 4 * node + mark: PLAIN, or in step on the one side or the other.
PLAIN, ONE_SIDE, OTHER_SIDE = 0, 1, 2
_SIDES = ONE_SIDE + OTHER_SIDE
# Columns of a stack frame; the games and, after White's move, the games again follow.
COUNT, GOAL, PLACE, EDGE, LAST, ANSWER_PLACE, ANSWER, RECURSING, SLOT = range(9)
GAMES = 9
MOVED = GAMES + MOST_GAMES
ORDER_FRAME = MOVED + MOST_GAMES
# Columns of the table of games; the four nodes come first.
KEPT, NOT_KEPT, USED = MOST_GAMES, MOST_GAMES + 1, MOST_GAMES + 2
ORDER_ROW = MOST_GAMES + 3
# Columns of the table of pairs of moves.
FIRST, SECOND, ANSWERED = 0, 1, 2
# Places in `tally`.
GAMES_STORED, PAIRS_STORED, LEFT, PATIENCE = 0, 1, 2, 3


@inlined
def _mix(state, word):
    state = ((state ^ word) * 0x5BD1E995) & 0x3FFFFFFFFFFFFFFF
    return (state ^ (state >> 29)) & 0xFFFFFFFF


@inlined
def _tidy(sums, frame):
    """Take finished games and pairs of a game and its negative off a frame; sort the others."""
    count = 0
    for i in range(frame[COUNT]):
        game = frame[GAMES + i]
        node = game >> 2
        if sums.first[2 * node] == sums.first[2 * node + 2]:
            continue
        place = count
        while place > 0 and frame[GAMES + place - 1] > game:
            frame[GAMES + place] = frame[GAMES + place - 1]
            place -= 1
        frame[GAMES + place] = game
        count += 1
    i = 0
    while i < count:
        mark = frame[GAMES + i] & 3
        other = 4 * sums.negative[frame[GAMES + i] >> 2] + (_SIDES - mark if mark else 0)
        partner = i + 1
        while partner < count and frame[GAMES + partner] != other:
            partner += 1
        if partner < count:
            for j in range(partner, count - 1):
                frame[GAMES + j] = frame[GAMES + j + 1]
            for j in range(i, count - 2):
                frame[GAMES + j] = frame[GAMES + j + 1]
            count -= 2
        else:
            i += 1
    frame[COUNT] = count


@outlined
def _at_sight(sums, frame, games, tally, entering):
    """Return whether a frame is safe with its goal if that is plain, else OPEN.

    `entering` gives it a row of the table.
    """
    goal = frame[GOAL]
    if goal > 0:
        return UNSAFE
    _tidy(sums, frame)
    count = frame[COUNT]
    kept = 0
    code = types.int64(1)
    for i in range(count):
        game = frame[GAMES + i]
        kept += sums.keep[game >> 2] if game & 3 == PLAIN else -_NO_WAY_BACK
        code = _mix(code, types.int64(game))
    if kept >= goal:
        return SAFE
    mask = games.shape[0] - 1
    slot = code & mask
    while games[slot, USED]:
        row = games[slot]
        same = True
        for i in range(MOST_GAMES):
            if row[i] != (frame[GAMES + i] if i < count else -1):
                same = False
                break
        if same:
            frame[SLOT] = slot
            if row[KEPT] >= goal:
                return SAFE
            if row[NOT_KEPT] <= goal:
                return UNSAFE
            return OPEN
        slot = (slot + 1) & mask
    if entering:
        row = games[slot]
        for i in range(MOST_GAMES):
            row[i] = frame[GAMES + i] if i < count else -1
        row[KEPT] = -_NO_WAY_BACK
        row[NOT_KEPT] = _NO_WAY_BACK
        row[USED] = 1
        tally[GAMES_STORED] += 1
        frame[SLOT] = slot
    return OPEN


@inlined
def _begin(sums, frame):
    """Set a frame to before White's first move."""
    frame[PLACE] = -1
    frame[EDGE] = 0
    frame[LAST] = 0


@inlined
def _next_threat(sums, frame):
    """Go on to White's next move; return whether there is one."""
    frame[EDGE] += 1
    while frame[EDGE] >= frame[LAST]:
        frame[PLACE] += 1
        if frame[PLACE] >= frame[COUNT]:
            return False
        node = frame[GAMES + frame[PLACE]] >> 2
        frame[EDGE] = sums.first[2 * node + 1]
        frame[LAST] = sums.first[2 * node + 2]
    for i in range(frame[COUNT]):
        frame[MOVED + i] = frame[GAMES + i]
    mark = frame[GAMES + frame[PLACE]] & 3
    frame[MOVED + frame[PLACE]] = 4 * sums.target[frame[EDGE]] + mark
    frame[ANSWER_PLACE] = _PASS
    frame[ANSWER] = 0
    frame[RECURSING] = 0
    return True


@inlined
def _next_answer(sums, frame, child):
    """Make `child` the games after the next answer to White's move; return whether there is one.

    The first answer is none at all, unless play is in step.
    """
    for i in range(frame[COUNT]):
        child[GAMES + i] = frame[MOVED + i]
    child[COUNT] = frame[COUNT]
    child[GOAL] = frame[GOAL] - sums.offset[frame[EDGE]]
    mark = frame[GAMES + frame[PLACE]] & 3
    if frame[ANSWER_PLACE] == _PASS:
        frame[ANSWER_PLACE] = 0
        frame[ANSWER] = sums.first[2 * (frame[MOVED] >> 2)]
        if mark == PLAIN:
            return True
    while True:
        game = frame[MOVED + frame[ANSWER_PLACE]]
        if frame[ANSWER] < sums.first[2 * (game >> 2) + 1] and (mark == PLAIN or game & 3 != mark):
            break
        frame[ANSWER_PLACE] += 1
        if frame[ANSWER_PLACE] >= frame[COUNT]:
            frame[ANSWER_PLACE] -= 1
            frame[ANSWER] = sums.first[2 * (game >> 2) + 1]
            return False
        frame[ANSWER] = sums.first[2 * (frame[MOVED + frame[ANSWER_PLACE]] >> 2)]
    child[GAMES + frame[ANSWER_PLACE]] = 4 * sums.target[frame[ANSWER]] + (game & 3)
    child[GOAL] -= sums.offset[frame[ANSWER]]
    frame[ANSWER] += 1
    return True


@outlined
def is_safe(sums, stack, games, tally):
    """Return SAFE or UNSAFE: does Black keep the goal in the games of stack[0]; OPEN if unknown.

    No move in them can reach a loop. tally[LEFT] counts down by the games that are looked into.
    """
    depth = 0
    if 4 * tally[GAMES_STORED] >= 3 * games.shape[0] - 4 * tally[LEFT]:
        games[:, USED] = 0
        tally[GAMES_STORED] = 0
    result = _at_sight(sums, stack[0], games, tally, True)
    if result != OPEN:
        return result
    _begin(sums, stack[0])
    threatened = False
    while True:
        frame = stack[depth]
        if not threatened or result == SAFE:
            threatened = _next_threat(sums, frame)
            result = SAFE
        if threatened:
            child = stack[depth + 1]
            if _next_answer(sums, frame, child):
                result = _at_sight(sums, child, games, tally, frame[RECURSING] != 0)
                if result != OPEN:
                    continue
                if not frame[RECURSING]:
                    result = UNSAFE
                    continue
                tally[LEFT] -= 1
                if tally[LEFT] <= 0 or depth + 2 == stack.shape[0]:
                    return OPEN
                depth += 1
                _begin(sums, child)
                threatened = False
                continue
            if not frame[RECURSING]:
                frame[RECURSING] = 1
                frame[ANSWER_PLACE] = _PASS
                result = UNSAFE
                continue
            result = UNSAFE
        row = games[frame[SLOT]]
        if result == SAFE:
            row[KEPT] = max(row[KEPT], frame[GOAL])
        else:
            row[NOT_KEPT] = min(row[NOT_KEPT], frame[GOAL])
        if depth == 0:
            return result
        depth -= 1
        threatened = True


@outlined
def dominates(sums, stack, games, pairs, tally, in_step, player, move, other):
    """Tell whether `move` makes `other` superfluous; moves are (node, edge), NO_MOVE is a pass.

    Pre: neither node reaches a loop; in step neither is a pass.
    """
    node, edge = move
    other_node, other_edge = other
    mask = pairs.shape[0] - 1
    first = 2 * edge + in_step
    code = _mix(types.int64(first), types.int64(other_edge) + 2)
    slot = code & mask
    while pairs[slot, ANSWERED]:
        if pairs[slot, FIRST] == first and pairs[slot, SECOND] == other_edge:
            return pairs[slot, ANSWERED] == 1
        slot = (slot + 1) & mask
    frame = stack[0]
    one = ONE_SIDE if in_step else PLAIN
    two = OTHER_SIDE if in_step else PLAIN
    # Black's moves: a + h - g - b; White's: the same with the colours exchanged.
    goal = -sums.offset[edge]
    frame[COUNT] = 2
    if player == 0:
        frame[GAMES] = 4 * sums.target[edge] + one
        frame[GAMES + 1] = 4 * sums.negative[node] + two
    else:
        goal = -goal
        frame[GAMES] = 4 * sums.negative[sums.target[edge]] + one
        frame[GAMES + 1] = 4 * node + two
    if other_edge != NO_MOVE:
        frame[COUNT] = 4
        after = sums.target[other_edge]
        if player == 0:
            goal += sums.offset[other_edge]
            frame[GAMES + 2] = 4 * other_node + one
            frame[GAMES + 3] = 4 * sums.negative[after] + two
        else:
            goal -= sums.offset[other_edge]
            frame[GAMES + 2] = 4 * sums.negative[other_node] + one
            frame[GAMES + 3] = 4 * after + two
    frame[GOAL] = goal
    tally[LEFT] = tally[PATIENCE]
    answer = is_safe(sums, stack, games, tally) == SAFE
    if 4 * tally[PAIRS_STORED] >= 3 * pairs.shape[0]:
        pairs[:, ANSWERED] = 0
        tally[PAIRS_STORED] = 0
        slot = code & mask
    pairs[slot, FIRST] = first
    pairs[slot, SECOND] = other_edge
    pairs[slot, ANSWERED] = 1 if answer else 2
    tally[PAIRS_STORED] += 1
    return answer
