"""The search loop: walk down the tree, play out, add the result to all that was passed."""

import math

import numpy as np
from numba import types

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.kernels.playouts import copy_position, load_random, next_random, store_random
from gtpengine.board.layout import KO_POINT, LIMIT
from gtpengine.board.points import NO_POINT, STRIDE
from gtpengine.jit import inlined, kernel, pointer_to
from gtpengine.search.local.kernels.tracking import (
    NO_REGION,
    NOT_TRACKED,
    begin,
    forget_fallen,
    note_values,
    track,
)
from gtpengine.search.tree.kernels.choice import best_child, due_child
from gtpengine.search.tree.kernels.grow import expand
from gtpengine.search.tree.kernels.judgements import enqueue, judge_line, sum_with_tempo
from gtpengine.search.tree.kernels.moves import play_if_allowed
from gtpengine.search.tree.kernels.results import back_up, note_result, value_of
from gtpengine.search.tree.kernels.rollout import (
    correction,
    count_area,
    count_playout,
    roll_out,
)
from gtpengine.search.tree.kernels.types import (
    ADVISED,
    ASK_AT,
    BEFORE_LAST,
    BROKE,
    CORRECTED,
    COUPON,
    DOUBT_SHARE,
    EXPAND_AT,
    EXPLORATION,
    FOLLOWED,
    FORBIDDEN,
    GAMES,
    GUIDED,
    JUDGED,
    JUDGING,
    KOMI,
    LAST,
    LAYERS,
    LEAST_HEAT,
    LEAST_SPREAD,
    MOST_DEPTH,
    PASSES,
    QUEUE,
    QUEUED,
    QUEUED_UP,
    RAVE_WINDOW,
    ROOT,
    SCENE,
    TAX,
    TERRITORY,
    TO_MOVE,
    TOGETHER,
    TREE,
    TRUST,
    VALUE_SQUARES,
    VALUE_SUM,
    WORKER,
)

_REFRESH = 32  # playouts between two looks at the averages of the search


@inlined
def exploration_by(numbers, totals):
    """Return how much is explored, by how far results have been apart so far."""
    games = totals[GAMES]
    if games <= _REFRESH:
        return numbers[EXPLORATION]
    mean = totals[VALUE_SUM] / games
    spread = math.sqrt(max(0.0, totals[VALUE_SQUARES] / games - mean * mean))
    return numbers[EXPLORATION] * max(numbers[LEAST_SPREAD], 2.0 * spread)


@kernel(types.int64(TREE, SCENE, WORKER, types.int64))
def search(tree, scene, worker, count):
    """Add `count` playouts to the tree, fewer when the flag is raised or the queue is full.

    Returns how many.

    By territory the lead is the area's less the stones that Black played more than White. In a
    playout they count until somebody passes: from then on moves only take off what is dead. Two
    passes in the tree do not end it there, for the same reason.
    """
    words = scene.words
    numbers = scene.numbers
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
    ask_at = words[ASK_AT]
    wanted = ADVISED | JUDGED if words[JUDGING] != 0 else ADVISED
    together = min(QUEUE, words[TOGETHER])
    centre = 0.0
    exploration = numbers[EXPLORATION]
    done = 0
    while done < count and scene.flag[0] == 0 and counts[QUEUED] < together:
        if done % _REFRESH == 0 and tree.visits[root] > 0:
            centre = tree.score[root] / tree.visits[root]
            exploration = exploration_by(numbers, worker.totals)
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
        # What is known of the line without stones: `judged` holds at `level` of the path, with
        # `stones` played until there, and as long as it is `clean` all moves since were tracked.
        level = np.int64(-1)
        judged = 0.0
        rest = 0.0
        spread = 1.0
        stones = 0
        clean = False
        share = 1.0
        waits = False
        worker.path[0] = node
        while passes < 2 and depth < MOST_DEPTH:
            if tree.children[node] == 0 and (
                (tree.visits[node] < words[EXPAND_AT] and depth > 0)
                or not expand(tree, scene, worker, node, colour, last, before_last, region)
            ):
                break
            asked = tree.asked[node]
            if asked & JUDGED:
                level = np.int64(depth)
                rest = np.float64(tree.rest[node])
                spread = np.float64(tree.spread[node])
                stones = played
                clean = True
                share = 0.0
                judged = rest + sum_with_tempo(scene, worker, colour)
            if (
                ask_at > 0
                and asked & wanted != wanted
                and asked & QUEUED_UP == 0
                and (tree.visits[node] >= ask_at or depth == 0)
                and counts[QUEUED] < together
            ):
                enqueue(
                    tree,
                    worker,
                    depth,
                    colour,
                    last,
                    before_last,
                    rest,
                    spread,
                    share if clean else 1.0,
                    sum_with_tempo(scene, worker, colour),
                    played,
                )
                waits = ask_at == 1 and words[JUDGING] != 0
                if waits:
                    break
            child = best_child(tree, scene, node, exploration)
            if depth == 0:
                due = due_child(tree, scene, node)
                child = due if due >= 0 else child
            if child < 0:
                break
            move = np.int64(tree.move[child])
            if move >= STRIDE:
                if not play_if_allowed(
                    words, scene.history, worker.board, worker.hashes, depth, move, colour
                ):
                    tree.prior[child] = FORBIDDEN
                    continue
                passes = 0
                played += 1 if colour == BLACK else -1
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
                # A move on settled land is as good as a pass, until somebody has looked at it.
                clean = clean and (
                    region == NO_REGION or (region >= 0 and worker.states[region] >= 0)
                )
                if region == NO_REGION and move >= STRIDE:
                    share = numbers[DOUBT_SHARE]
            else:
                clean = False
            before_last = last
            last = move
            colour = BLACK + WHITE - colour
        if clean and depth > level:
            level = np.int64(depth)
            stones = played
            judged = rest + sum_with_tempo(scene, worker, colour)
        ended = passes >= 2 and not territory
        area = 0.0
        if ended:
            area = np.float64(
                count_area(
                    worker.board, scene.scored, worker.balance, worker.points, worker.strengths
                )
            )
        if ended and level >= 0:
            judge_line(tree, scene, worker.path, depth, area, 0.0, played)
        elif level >= 0 and not waits:
            judge_line(tree, scene, worker.path, level, judged, spread, stones)
        if not ended:
            first = colour
            if layers >= 0:
                rest = scene.coupons[layers + 1 + layer]
                coupons += rest if colour == BLACK else -rest
                state = next_random(state)
                if state >> 40 & 1:
                    first = BLACK + WHITE - colour
                    last = np.int64(NO_POINT)
            guided = False
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
            elif moves & 1:
                played += 1 if first == BLACK else -1
        lead = area - numbers[KOMI] + coupons
        if territory:
            lead -= played
        won = 1.0 if lead > 0 else (0.5 if lead == 0 else 0.0)
        value = value_of(scene, lead, won, centre)
        back_up(tree, scene, worker, depth, lead, value, won)
        note_result(worker.totals, lead, value)
        done += 1
    store_random(board, state)
    return done
