"""Walking down the tree to leaves that are to be judged, and giving them what the network said.

    gather ──▶ a batch of leaves ── network ──▶ absorb: children with priors, a value for the path

The value of a node is the mean over the leaves below it. A leaf counts by the network's lead and
spread; where a playout has a share, by its end too; where regions are tracked, by their tables.
"""

import math

import numpy as np
from numba import types

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.kernels.moves import PLAYED, play, undo
from gtpengine.board.kernels.playouts import copy_position, load_random, store_random
from gtpengine.board.kernels.stones import is_own_eye
from gtpengine.board.layout import (
    HASH_HIGH,
    HASH_LOW,
    HEIGHT,
    JOURNAL_TOP,
    KO_POINT,
    LIMIT,
    PRISONERS,
    WIDTH,
)
from gtpengine.board.points import NO_POINT, PASS, STRIDE
from gtpengine.jit import inlined, kernel, outlined, pointer_to
from gtpengine.search.local.kernels.tracking import NO_REGION, begin, track
from gtpengine.search.montecarlo.kernels.grow import sort_moves, weigh_by_tables
from gtpengine.search.montecarlo.kernels.rollout import count_playout, roll_out
from gtpengine.search.puct.kernels.types import (
    BEFORE_LAST,
    BROKE,
    CORRECTED,
    COUNT_BITS,
    COUNT_MASK,
    END_NODE,
    ENDED,
    EXPLORATION,
    FIRST_PLAY_LOSS,
    FIRST_SPREAD,
    FOLLOWED,
    FORBIDDEN,
    HINT_SHARE,
    JUDGED,
    KOMI,
    L_BEFORE_LAST,
    L_COLOUR,
    L_DEPTH,
    L_ENDED,
    L_LAST,
    L_NODE,
    L_PLAYED,
    LAST,
    LEAST_PASS,
    LEAST_SPREAD,
    MOST_DEPTH,
    MOST_MOVES,
    MOST_PASS,
    NEXT_NODE,
    REST_TEMPO,
    ROLLOUT_SHARE,
    SCENE,
    SCORE_SCALE,
    SCORE_WEIGHT,
    SPREADS,
    SQUARES,
    SUPERKO,
    TAX,
    TERRITORY,
    TO_MOVE,
    TREE,
    WORKER,
)
from gtpengine.search.whole import SITUATIONAL, WHITE_TURN

_FIRST_LEAVES = 2.0  # of the usual spread
_SETTLED = 0.25  # ownership from which a point is somebody's when both have passed


@inlined
def board_hash(board):
    """Return the hash of the stones as a signed number of 64 bits."""
    return (np.int64(board[HASH_HIGH]) << 32) | (np.int64(board[HASH_LOW]) & 0xFFFFFFFF)


@inlined
def spread_of(tree, scene, node):
    """Return how far the values of the leaves below a node spread: their standard deviation.

    It starts with two leaves of a usual spread, and is never less than the least.
    """
    visits = np.float64(tree.visits[node])
    first = scene.numbers[FIRST_SPREAD]
    mean = 0.0
    if visits > 0:
        mean = tree.value[node] / visits
    inner = max(0.0, tree.squares[node] - visits * mean * mean)
    total = _FIRST_LEAVES * first * first + inner
    return max(scene.numbers[LEAST_SPREAD], math.sqrt(total / (_FIRST_LEAVES + visits)))


@outlined
def best_child(tree, scene, node, colour):
    """Return the child to visit next, -1 if there is none that the rules allow.

    A move that nobody has tried is expected to be a little worse than the node, the more of the
    prior has been tried. A visit that is under way counts as lost.
    """
    packed = tree.children[node]
    first = packed >> COUNT_BITS
    count = packed & COUNT_MASK
    visits = tree.visits[node]
    mean = 0.5
    if visits > 0:
        mean = tree.value[node] / visits
        if colour != BLACK:
            mean = 1.0 - mean
    tried = 0.0
    for child in range(first, first + count):
        if tree.visits[child] > 0:
            tried += tree.prior[child]
    spread = spread_of(tree, scene, node)
    start = mean - scene.numbers[FIRST_PLAY_LOSS] * spread * math.sqrt(tried)
    root = math.sqrt(max(1.0, np.float64(visits + tree.pending[node])))
    factor = scene.numbers[EXPLORATION] * spread * root
    best = np.int64(-1)
    best_value = -1e9
    for child in range(first, first + count):
        prior = np.float64(tree.prior[child])
        if prior < 0:
            continue
        seen = np.float64(tree.visits[child])
        waiting = np.float64(tree.pending[child])
        value = start
        if seen > 0:
            total = tree.value[child]
            if colour != BLACK:
                total = seen - total
            value = total / (seen + waiting)
        elif waiting > 0:
            value = 0.0
        value += factor * prior / (1.0 + seen + waiting)
        if value > best_value:
            best_value = value
            best = np.int64(child)
    return best


@inlined
def is_repetition(scene, hashes, depth, key):
    """Tell whether `key` stood before on the path or in the game."""
    for index in range(len(scene.history)):
        if scene.history[index] == key:
            return True
    found = False
    for index in range(1, depth + 1):
        found |= hashes[index] == key
    return found


@outlined
def value_of(scene, lead, won, centre):
    """Return what a result is worth to Black: chance to win and points, see the settings.

    Points keep their slope when a game is nearly won or lost.
    """
    weight = scene.numbers[SCORE_WEIGHT]
    points = math.atan((lead - centre) / scene.numbers[SCORE_SCALE]) / math.pi
    return (1.0 - weight) * won + weight * (0.5 + points)


@inlined
def add_result(tree, path, depth, value, lead, won):
    """Add a leaf's result to all nodes of its path."""
    for level in range(depth + 1):
        node = path[level]
        tree.visits[node] += 1
        tree.value[node] += value
        tree.squares[node] += value * value
        tree.lead[node] += lead
        tree.wins[node] += won


@inlined
def withdraw_path(tree, path, depth):
    """Let the visits of a path wait no more."""
    for level in range(depth + 1):
        tree.pending[path[level]] -= 1


@kernel(types.UniTuple(types.int64, 2)(TREE, SCENE, WORKER, types.int64, types.int64))
def gather(tree, scene, worker, wanted, most):
    """Walk to at most `wanted` leaves; return how many are to be judged and how many were counted.

    Lines that end where both have passed, and that were judged before, are counted at once, at most
    `most` visits in all. Fewer leaves are found when the flag is raised or when a line comes to a
    leaf of this batch.
    """
    words = scene.words
    numbers = scene.numbers
    source = pointer_to(scene.board)
    board = pointer_to(worker.board)
    state = load_random(board)
    tables = scene.tables
    regions = len(tables.roots)
    found = 0
    counted = 0
    while found < wanted and found + counted < most and scene.flag[0] == 0:
        copy_position(board, source)
        path = worker.paths[found]
        node = np.int64(0)
        path[0] = node
        tree.pending[node] += 1
        depth = 0
        colour = words[TO_MOVE]
        last = words[LAST]
        before_last = words[BEFORE_LAST]
        passes = 0
        played = 0
        region = np.int64(NO_REGION)
        if last > NO_POINT:
            region = np.int64(tables.region_at[last])
        begin(tables, worker.states, worker.gains)
        while tree.children[node] > 0 and depth < MOST_DEPTH:
            child = best_child(tree, scene, node, colour)
            if child < 0:
                break
            move = np.int64(tree.move[child])
            if move >= STRIDE:
                prisoners = board[PRISONERS + BLACK] + board[PRISONERS + WHITE]
                legal = play(worker.board, move, colour) == PLAYED
                key = board_hash(board)
                if words[SUPERKO] == SITUATIONAL and colour == BLACK:
                    key ^= WHITE_TURN
                captured = board[PRISONERS + BLACK] + board[PRISONERS + WHITE] != prisoners
                if not legal or (captured and is_repetition(scene, worker.hashes, depth, key)):
                    undo(worker.board, 0)
                    tree.prior[child] = FORBIDDEN
                    continue
                board[JOURNAL_TOP] = 0
                passes = 0
                played += 1 if colour == BLACK else -1
                worker.hashes[depth + 1] = key
            else:
                board[KO_POINT] = NO_POINT
                worker.hashes[depth + 1] = 0
                passes += 1
            depth += 1
            node = child
            path[depth] = node
            tree.pending[node] += 1
            if regions:
                region = track(tables, worker.states, worker.gains, region, move, colour)
            before_last = last
            last = move
            colour = BLACK + WHITE - colour
        if tree.children[node] == ENDED and tree.visits[node] > 0:
            withdraw_path(tree, path, depth)
            seen = tree.visits[node]
            value = tree.value[node] / seen
            lead = tree.lead[node] / seen
            add_result(tree, path, depth, value, lead, tree.wins[node] / seen)
            counted += 1
            continue
        # The same leaf twice in a batch would be judged twice.
        twice = False
        for slot in range(found):
            twice |= worker.leaves[slot, L_NODE] == node
        if twice:
            withdraw_path(tree, path, depth)
            break
        leaf = worker.leaves[found]
        leaf[L_NODE] = node
        leaf[L_DEPTH] = depth
        leaf[L_COLOUR] = colour
        leaf[L_LAST] = last
        leaf[L_BEFORE_LAST] = before_last
        leaf[L_PLAYED] = played
        leaf[L_ENDED] = np.int64(passes >= 2)
        copy_position(pointer_to(worker.boards[found]), board)
        if regions:
            worker.counts[FOLLOWED] += regions
            for index in range(regions):
                worker.held[found, index] = worker.states[index]
                worker.held_gains[found, index] = worker.gains[index]
                worker.counts[BROKE] += worker.states[index] < 0
        if numbers[ROLLOUT_SHARE] > 0:
            limit = np.int64(source[LIMIT])
            for point in range(limit):
                worker.amaf[point] = EMPTY
            state, moves = roll_out(
                worker.board,
                scene.weights,
                tables,
                worker.states,
                worker.gains,
                worker.amaf,
                0.0,
                0.0,
                False,
                colour,
                last,
                before_last,
                region,
                state,
            )
            area = np.float64(count_playout(worker.board, scene.scored, worker.balance))
            if words[TERRITORY] != 0 and moves & 1:
                area -= 1 if colour == BLACK else -1
            worker.results[found] = area
        found += 1
    store_random(board, state)
    return found, counted


@outlined
def settled_area(board, owners):
    """Return Black's lead by area where every point is whose it seems to be."""
    total = 0.0
    for row in range(1, board[HEIGHT] + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + board[WIDTH]):
            owner = owners[point]
            if owner > _SETTLED:
                total += 1.0
            elif owner < -_SETTLED:
                total -= 1.0
    return total


@outlined
def by_tables(tables, states, gains, owners, colour, tax, rest_tempo):
    """Return what tracked regions count by their tables more than by the owners of their points.

    The turn is worth half of the hottest region's temperature, as far as that is hotter than the
    rest of the board, whose turn the network has counted.
    """
    total = 0.0
    top = tax + rest_tempo
    for region in range(len(tables.roots)):
        node = np.int64(states[region])
        if node >= 0:
            total += gains[region] + tables.mean[node]
            top = max(top, np.float64(tables.heat[node]))
    for place in range(len(tables.inside)):
        point = np.int64(tables.inside[place])
        if states[tables.region_at[point]] >= 0:
            total -= owners[point]
    tempo = 0.5 * (top - tax - rest_tempo)
    return total + (tempo if colour == BLACK else -tempo)


@outlined
def expand(tree, scene, worker, slot, moves, passing):
    """Give a leaf its children: legal moves that fill no own eye, and a pass; most likely first."""
    board = pointer_to(worker.boards[slot])
    leaf = worker.leaves[slot]
    node = leaf[L_NODE]
    colour = leaf[L_COLOUR]
    points = worker.points
    strengths = worker.strengths
    side = np.int64(colour != BLACK)
    share = scene.numbers[HINT_SHARE]
    count = 0
    for row in range(1, board[HEIGHT] + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + board[WIDTH]):
            if moves[point] > 0 and not is_own_eye(board, point, colour):
                points[count] = point
                strengths[count] = (1.0 - share) * moves[point] + share * scene.hints[side, point]
                count += 1
    if len(scene.tables.roots):
        region = np.int64(NO_REGION)
        if leaf[L_LAST] > NO_POINT:
            region = np.int64(scene.tables.region_at[leaf[L_LAST]])
        weigh_by_tables(
            scene.tables,
            worker.held[slot],
            scene.table_gammas,
            colour,
            region,
            points,
            count,
            strengths,
        )
    sort_moves(points, strengths, count)
    count = min(count, scene.words[MOST_MOVES])
    total = 0.0
    for index in range(count):
        total += strengths[index]
    first = worker.room[NEXT_NODE]
    if first + count + 1 > worker.room[END_NODE]:
        return
    worker.room[NEXT_NODE] = first + count + 1
    share = min(max(np.float64(passing), scene.numbers[LEAST_PASS]), scene.numbers[MOST_PASS])
    if count == 0:
        share = 1.0
    for index in range(count + 1):
        child = first + index
        if index == count:
            tree.move[child] = PASS
            tree.prior[child] = share
        else:
            tree.move[child] = points[index]
            tree.prior[child] = (1.0 - share) * strengths[index] / total
        tree.visits[child] = 0
        tree.pending[child] = 0
        tree.value[child] = 0.0
        tree.squares[child] = 0.0
        tree.lead[child] = 0.0
        tree.wins[child] = 0.0
        tree.children[child] = 0
    tree.children[node] = (first << COUNT_BITS) | (count + 1)


@kernel(
    types.void(
        TREE,
        SCENE,
        WORKER,
        types.int64,
        types.float32[::1],
        types.float64,
        types.float32[::1],
        types.float64,
        types.float64,
    )
)
def absorb(tree, scene, worker, slot, moves, passing, owners, area, spread):
    """Count what the network says of a leaf, and let the tree grow there.

    `moves` and `passing` are chances, `owners` whose each point will be, `area` is Black's lead by
    area at the end and `spread` the scale of its logistic distribution.
    """
    numbers = scene.numbers
    leaf = worker.leaves[slot]
    node = leaf[L_NODE]
    depth = leaf[L_DEPTH]
    path = worker.paths[slot]
    withdraw_path(tree, path, depth)
    board = pointer_to(worker.boards[slot])
    ended = leaf[L_ENDED] != 0
    if ended:
        area = settled_area(board, owners)
        spread = 0.1
        tree.children[node] = ENDED
    elif len(scene.tables.roots) and scene.words[CORRECTED] != 0:
        area += by_tables(
            scene.tables,
            worker.held[slot],
            worker.held_gains[slot],
            owners,
            leaf[L_COLOUR],
            numbers[TAX],
            numbers[REST_TEMPO],
        )
    if tree.children[node] == 0:
        expand(tree, scene, worker, slot, moves, passing)
    offset = numbers[KOMI]
    if scene.words[TERRITORY] != 0:
        offset += leaf[L_PLAYED]
    lead = area - offset
    won = 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, lead / max(spread, 0.1)))))
    centre = 0.0
    if tree.visits[0] > 0:
        centre = tree.lead[0] / tree.visits[0]
    value = value_of(scene, lead, won, centre)
    share = numbers[ROLLOUT_SHARE]
    if share > 0 and not ended:
        end = worker.results[slot] - offset
        end_won = 1.0 if end > 0 else (0.5 if end == 0 else 0.0)
        value += share * (value_of(scene, end, end_won, centre) - value)
        lead += share * (end - lead)
        won += share * (end_won - won)
    add_result(tree, path, depth, value, lead, won)
    worker.counts[JUDGED] += 1
    worker.totals[SPREADS] += spread
    worker.totals[SQUARES] += lead * lead
    for row in range(1, board[HEIGHT] + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + board[WIDTH]):
            worker.owners[point] += owners[point]


@kernel(types.void(TREE, WORKER, types.int64))
def withdraw(tree, worker, count):
    """Give up the first `count` leaves of a batch; they may be visited again."""
    for slot in range(count):
        withdraw_path(tree, worker.paths[slot], worker.leaves[slot, L_DEPTH])


@kernel(types.int64(TREE, types.int64, TREE, types.int64[::1]))
def copy_subtree(source, root, target, origins):
    """Make the subtree of `root` the tree of `target`; return its nodes.

    A node whose children do not fit any more becomes a leaf.  Scratch: origins, as long as target.
    """
    origins[0] = root
    used = 1
    node = 0
    while node < used:
        origin = origins[node]
        target.move[node] = source.move[origin]
        target.prior[node] = source.prior[origin]
        target.visits[node] = source.visits[origin]
        target.pending[node] = 0
        target.value[node] = source.value[origin]
        target.squares[node] = source.squares[origin]
        target.lead[node] = source.lead[origin]
        target.wins[node] = source.wins[origin]
        packed = source.children[origin]
        first = packed >> COUNT_BITS
        count = packed & COUNT_MASK
        if packed > 0 and used + count <= len(target.move):
            target.children[node] = (used << COUNT_BITS) | count
            for index in range(count):
                origins[used + index] = first + index
            used += count
        else:
            target.children[node] = min(packed, 0)
        node += 1
    return used
