"""The search loop: walk down the tree, play out, add the result to all that was passed."""

import math

import numpy as np
from numba import types

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.kernels.moves import PLAYED, play, undo
from gtpengine.board.kernels.playouts import copy_position, load_random, next_random, store_random
from gtpengine.board.layout import HASH_HIGH, HASH_LOW, JOURNAL_TOP, KO_POINT, LIMIT, PRISONERS
from gtpengine.board.points import NO_POINT, STRIDE
from gtpengine.jit import inlined, kernel, outlined, pointer_to
from gtpengine.search.local.kernels.tracking import (
    NO_REGION,
    NOT_TRACKED,
    begin,
    forget_fallen,
    note_values,
    track,
)
from gtpengine.search.montecarlo.kernels.grow import expand
from gtpengine.search.montecarlo.kernels.rollout import (
    correction,
    count_area,
    count_playout,
    roll_out,
)
from gtpengine.search.montecarlo.kernels.types import (
    BEFORE_LAST,
    BROKE,
    CORRECTED,
    COUNT_BITS,
    COUNT_MASK,
    COUPON,
    EXPAND_AT,
    EXPLORATION,
    FIRST_PLAY_LOSS,
    FOLLOWED,
    FORBIDDEN,
    GAMES,
    GUIDED,
    KOMI,
    LAST,
    LAYERS,
    LEAST_HEAT,
    LEAST_SPREAD,
    MOST_DEPTH,
    PASSES,
    PRIOR_GAMES,
    RAVE_EQUIVALENCE,
    RAVE_WINDOW,
    ROOT,
    SCENE,
    SCORE_SCALE,
    SCORE_SQUARES,
    SCORE_SUM,
    SCORE_WEIGHT,
    SUPERKO,
    TAX,
    TERRITORY,
    TO_MOVE,
    TREE,
    TRUST,
    VALUE_SQUARES,
    VALUE_SUM,
    WIDENING_BASE,
    WIDENING_GROWTH,
    WORKER,
)
from gtpengine.search.whole import SITUATIONAL, WHITE_TURN

_REFRESH = 32  # playouts between two looks at the averages of the search


@inlined
def board_hash(board):
    """Return the hash of the stones as a signed number of 64 bits."""
    return (np.int64(board[HASH_HIGH]) << 32) | (np.int64(board[HASH_LOW]) & 0xFFFFFFFF)


@outlined
def best_child(tree, scene, node, exploration):
    """Return the child to visit next, -1 if there is none that the rules allow."""
    numbers = scene.numbers
    packed = tree.children[node]
    first = packed >> COUNT_BITS
    count = packed & COUNT_MASK
    visits = tree.visits[node]
    root = math.sqrt(visits)
    width = min(count, np.int64(numbers[WIDENING_BASE] + numbers[WIDENING_GROWTH] * root))
    games = numbers[PRIOR_GAMES]
    equivalence = numbers[RAVE_EQUIVALENCE]
    start = 0.5
    if visits > 1:
        start = 1.0 - tree.value[node] / (visits - 1)
    start = games * (start - numbers[FIRST_PLAY_LOSS])
    factor = exploration * root
    best = np.int64(-1)
    best_value = -1e9
    index = 0
    while index < count and (index < width or best < 0):
        child = first + index
        index += 1
        prior = tree.prior[child]
        if prior < 0:
            continue
        seen = tree.visits[child]
        value = (tree.value[child] + start) / (seen + games)
        amaf = tree.rave_visits[child]
        if amaf > 0 and equivalence > 0:
            share = amaf / (amaf + seen + amaf * seen / equivalence)
            value += share * (tree.rave_value[child] / amaf - value)
        value += factor * prior / (1 + seen)
        if value > best_value:
            best_value = value
            best = child
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
def back_up(tree, scene, worker, depth, lead, value, won):
    """Add a finished game to the nodes of the path and to the AMAF values of their children."""
    amaf = worker.amaf
    colour = scene.words[TO_MOVE]
    if depth & 1:
        colour = BLACK + WHITE - colour
    level = depth
    while level >= 0:
        # `colour` moves at this node; the other one has moved into it.
        node = worker.path[level]
        mine = value if colour == BLACK else 1.0 - value
        tree.value[node] += 1.0 - mine
        tree.score[node] += lead
        tree.wins[node] += won
        packed = tree.children[node]
        if packed:
            if level < depth:
                move = tree.move[worker.path[level + 1]]
                if move >= STRIDE:
                    amaf[move] = colour
            first = packed >> COUNT_BITS
            for child in range(first, first + (packed & COUNT_MASK)):
                if amaf[tree.move[child]] == colour:
                    tree.rave_visits[child] += 1
                    tree.rave_value[child] += mine
        colour = BLACK + WHITE - colour
        level -= 1


@inlined
def value_of(scene, lead, won, centre):
    """Return what a result is worth to Black: chance to win and points, see the settings."""
    points = min(1.0, max(-1.0, (lead - centre) / scene.numbers[SCORE_SCALE]))
    weight = scene.numbers[SCORE_WEIGHT]
    return (1.0 - weight) * won + weight * (0.5 + 0.5 * points)


@kernel(types.int64(TREE, SCENE, WORKER, types.int64))
def search(tree, scene, worker, count):
    """Add `count` playouts to the tree, fewer when the flag is raised; return how many.

    By territory the lead is the area's less the stones that Black played more than White. In a
    playout they count until somebody passes: from then on moves only take off what is dead. Two
    passes in the tree do not end it there, for the same reason.
    """
    words = scene.words
    numbers = scene.numbers
    totals = worker.totals
    amaf = worker.amaf
    source = pointer_to(scene.board)
    board = pointer_to(worker.board)
    state = load_random(board)
    limit = np.int64(source[LIMIT])
    layers = words[LAYERS]
    territory = words[TERRITORY] != 0
    root = words[ROOT]
    tables = scene.tables
    regions = len(tables.roots)
    counts = worker.counts
    centre = 0.0
    exploration = numbers[EXPLORATION]
    done = 0
    while done < count and scene.flag[0] == 0:
        if done % _REFRESH == 0 and tree.visits[root] > 0:
            centre = tree.score[root] / tree.visits[root]
            games = totals[GAMES]
            if games > _REFRESH:
                mean = totals[VALUE_SUM] / games
                spread = math.sqrt(max(0.0, totals[VALUE_SQUARES] / games - mean * mean))
                exploration = numbers[EXPLORATION] * max(numbers[LEAST_SPREAD], 2.0 * spread)
        copy_position(board, source)
        for point in range(limit):
            amaf[point] = EMPTY
        node = root
        tree.visits[node] += 1
        depth = 0
        colour = words[TO_MOVE]
        last = words[LAST]
        before_last = words[BEFORE_LAST]
        passes = words[PASSES]
        layer = layers
        coupons = 0.0
        played = 0
        region = np.int64(NO_REGION)
        if last > NO_POINT:
            region = np.int64(tables.region_at[last])
        begin(tables, worker.states, worker.gains)
        worker.path[0] = node
        while passes < 2 and depth < MOST_DEPTH:
            if tree.children[node] == 0 and (
                (tree.visits[node] < words[EXPAND_AT] and depth > 0)
                or not expand(tree, scene, worker, node, colour, last, before_last, region)
            ):
                break
            child = best_child(tree, scene, node, exploration)
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
                if move == COUPON and layer > 0:
                    gain = scene.coupons[layer]
                    coupons += gain if colour == BLACK else -gain
                    layer -= 1
                    passes = 0
            depth += 1
            node = child
            worker.path[depth] = node
            tree.visits[node] += 1
            if regions:
                region = track(tables, worker.states, worker.gains, region, move, colour)
            before_last = last
            last = move
            colour = BLACK + WHITE - colour
        if passes >= 2 and not territory:
            area = np.float64(
                count_area(
                    worker.board, scene.scored, worker.balance, worker.points, worker.strengths
                )
            )
        else:
            first = colour
            if layers >= 0:
                rest = scene.coupons[layers + 1 + layer]
                coupons += rest if colour == BLACK else -rest
                state = next_random(state)
                if state >> 40 & 1:
                    first = BLACK + WHITE - colour
                    last = np.int64(NO_POINT)
            guided = False
            leaf_played = played
            if regions:
                note_values(tables, worker.states, worker.gains, worker.values, worker.tops)
                state = next_random(state)
                guided = (state >> 20 & 1023) < words[TRUST]
            state, moves = roll_out(
                worker.board,
                scene.weights,
                tables,
                worker.states,
                worker.gains,
                amaf,
                numbers[RAVE_WINDOW],
                numbers[LEAST_HEAT],
                guided,
                first,
                last,
                before_last,
                region,
                state,
            )
            if guided:
                counts[GUIDED] += 1
                counts[FOLLOWED] += regions
                for index in range(regions):
                    counts[BROKE] += worker.states[index] < 0
            area = np.float64(count_playout(worker.board, scene.scored, worker.balance))
            if moves & 1:
                played += 1 if first == BLACK else -1
            if regions and words[CORRECTED] != 0:
                # The playout judges the rest of the board; the tables judge their regions, and the
                # turn is worth half of the hottest one.
                forget_fallen(tables, worker.values, board, source)
                top = numbers[TAX]
                for index in range(regions):
                    if worker.values[index] != NOT_TRACKED:
                        top = max(top, np.float64(worker.tops[index]))
                tempo = 0.5 * (top - numbers[TAX])
                area += correction(worker.board, tables, worker.values)
                area += tempo if first == BLACK else -tempo
                played = leaf_played
        lead = area - numbers[KOMI] + coupons
        if territory:
            lead -= played
        won = 1.0 if lead > 0 else (0.5 if lead == 0 else 0.0)
        value = value_of(scene, lead, won, centre)
        back_up(tree, scene, worker, depth, lead, value, won)
        totals[GAMES] += 1
        totals[SCORE_SUM] += lead
        totals[SCORE_SQUARES] += lead * lead
        totals[VALUE_SUM] += value
        totals[VALUE_SQUARES] += value * value
        done += 1
    store_random(board, state)
    return done
