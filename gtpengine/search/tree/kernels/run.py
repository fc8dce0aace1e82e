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
    MOST_REGIONS,
    NO_REGION,
    NOT_TRACKED,
    begin,
    forget_fallen,
    note_values,
    sum_of_means,
    track,
)
from gtpengine.search.tree.kernels.grow import expand
from gtpengine.search.tree.kernels.rollout import (
    correction,
    count_area,
    count_playout,
    roll_out,
)
from gtpengine.search.tree.kernels.types import (
    ADVISED,
    ANSWERS,
    ASK_AT,
    BEFORE_LAST,
    BROKE,
    CORRECTED,
    COUNT_BITS,
    COUNT_MASK,
    COUPON,
    DOUBT_SHARE,
    EXPAND_AT,
    EXPLORATION,
    FAVOUR,
    FAVOURED,
    FIRST_PLAY_LOSS,
    FOLLOWED,
    FORBIDDEN,
    FORCED,
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
    MOST_FAVOURED,
    NET_GAMES,
    NET_POWER,
    NET_SCORE_SCALE,
    NET_SCORE_WEIGHT,
    NET_SHARE,
    PASSES,
    POLICY_POINTS,
    PRIOR_GAMES,
    PRIOR_POWER,
    Q_BEFORE_LAST,
    Q_COLOUR,
    Q_DEPTH,
    Q_LAST,
    Q_NODE,
    Q_PLAYED,
    Q_REST,
    Q_SHARE,
    Q_SPREAD,
    Q_SUM,
    QUEUE,
    QUEUED,
    QUEUED_UP,
    RAVE_EQUIVALENCE,
    RAVE_WINDOW,
    REST_TEMPO,
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
    TOGETHER,
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
    mean = start
    start = games * (start - numbers[FIRST_PLAY_LOSS])
    factor = exploration * root
    net_share = 0.0
    net_games = numbers[NET_GAMES]
    shift = 0.0
    judged_mean = 0.0
    slope = 0.0
    top = 1.0
    if tree.net_visits[node] > 0:
        net_share = numbers[NET_SHARE]
        judged_mean = 1.0 - tree.net_value[node] / tree.net_visits[node]
        shift = judged_mean - mean
    if tree.asked[node] & ADVISED:
        width = count
        if numbers[POLICY_POINTS] > 0 and tree.asked[node] & JUDGED:
            won = tree.net_wins[node] / max(1, tree.net_visits[node])
            weight = numbers[NET_SCORE_WEIGHT]
            slope = weight / (math.pi * numbers[NET_SCORE_SCALE])
            slope += (1.0 - weight) * won * (1.0 - won) / max(1.0, np.float64(tree.spread[node]))
            slope *= numbers[POLICY_POINTS]
            top = 1e-6
            for child in range(first, first + count):
                top = max(top, np.float64(tree.prior[child]))
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
        if net_share > 0:
            # A move that the network has not seen differs from its node as the playouts say: what
            # they have found is not drowned by a judgement of the node.
            expected = value + shift
            if slope > 0:
                # The network's own choice of moves says how much it expects of them.
                expected = judged_mean + slope * math.log(max(np.float64(prior), 1e-5) / top)
            expected *= net_games
            judged = (tree.net_value[child] + expected) / (tree.net_visits[child] + net_games)
            value += net_share * (judged - value)
        value += factor * prior / (1 + seen)
        if value > best_value:
            best_value = value
            best = child
    return best


@inlined
def due_child(tree, scene, root):
    """Return a child of the root that has less than the share that is due to it, -1 if none.

    Its visit is counted as a forced one.
    """
    for place in range(MOST_FAVOURED):
        child = scene.words[FAVOURED + place]
        least = scene.numbers[FAVOUR + place] * tree.visits[root]
        if child >= 0 and tree.prior[child] >= 0 and tree.visits[child] < least:
            scene.words[FORCED + place] += 1
            return child
    return np.int64(-1)


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


@inlined
def judged_value_of(scene, lead, won, centre):
    """Return what a judged lead is worth to Black.

    A judgement has no noise as playouts have, so points count most where they are near the average.
    """
    points = math.atan((lead - centre) / scene.numbers[NET_SCORE_SCALE]) / math.pi
    weight = scene.numbers[NET_SCORE_WEIGHT]
    return (1.0 - weight) * won + weight * (0.5 + points)


@outlined
def enqueue(tree, worker, depth, colour, last, before_last, rest, spread, share, total, played):
    """Put the node at the end of the path into the queue for the network.  Pre: there is room.

    `rest` and `spread` are those of the line so far; the new judgement has that `share` in them.
    The tracked regions count `total`; Black has played so many stones more since the root.
    """
    place = worker.counts[QUEUED]
    worker.counts[QUEUED] = place + 1
    node = worker.path[depth]
    tree.asked[node] |= QUEUED_UP
    row = worker.queue[place]
    row[Q_NODE] = node
    row[Q_COLOUR] = colour
    row[Q_LAST] = last
    row[Q_BEFORE_LAST] = before_last
    row[Q_DEPTH] = depth
    row[Q_PLAYED] = played
    worker.inherited[place, Q_REST] = rest
    worker.inherited[place, Q_SPREAD] = spread
    worker.inherited[place, Q_SHARE] = share
    worker.inherited[place, Q_SUM] = total
    for region in range(MOST_REGIONS):
        worker.held[place, region] = worker.states[region]
    for level in range(depth + 1):
        worker.paths[place, level] = worker.path[level]
    copy_position(pointer_to(worker.boards[place]), pointer_to(worker.board))


@outlined
def judge_line(tree, scene, path, level, area, spread, played):
    """Add a judgement, Black's lead by area, to the nodes of the path down to `level`."""
    root = scene.words[ROOT]
    lead = area - scene.numbers[KOMI]
    if scene.words[TERRITORY] != 0:
        lead -= played
    centre = lead
    if tree.net_visits[root] > 0:
        centre = tree.net_score[root] / tree.net_visits[root]
        if spread > 0 and tree.asked[root] & JUDGED:
            # One spread for all lines: else who is behind looks for positions that are not clear
            # to the network instead of good ones.
            spread = np.float64(tree.spread[root])
    won = 1.0 / (1.0 + math.exp(-max(-500.0, min(500.0, lead / max(spread, 0.1)))))
    value = judged_value_of(scene, lead, won, centre)
    colour = scene.words[TO_MOVE]
    for place in range(level + 1):
        node = path[place]
        tree.net_visits[node] += 1
        tree.net_value[node] += 1.0 - value if colour == BLACK else value
        tree.net_score[node] += lead
        tree.net_wins[node] += won
        colour = BLACK + WHITE - colour


@kernel(
    types.void(
        TREE,
        SCENE,
        WORKER,
        types.int64,
        types.float32[::1],
        types.float32[::1],
        types.float64,
        types.float64,
    )
)
def absorb(tree, scene, worker, place, moves, owners, area, spread):
    """Give a queued node the network's priors and, if it is to judge, the rest of the board.

    Where nodes are asked about at once (ASK_AT is 1), the judgement is added to their path.

    `moves` are chances, `owners` whose each point will be, `area` is Black's lead by
    area at the end and `spread` the scale of its logistic distribution. A prior becomes a product
    of powers of the two that there are; what the rules forbid stays forbidden, and a pass keeps the
    share that it has: records end where nobody played on, which is no reason to stop looking.
    """
    numbers = scene.numbers
    tables = scene.tables
    node = worker.queue[place, Q_NODE]
    if not tree.asked[node] & ADVISED:
        packed = tree.children[node]
        first = packed >> COUNT_BITS
        count = packed & COUNT_MASK
        total = 0.0
        left = 1.0
        for child in range(first, first + count):
            move = np.int64(tree.move[child])
            if tree.prior[child] < 0:
                continue
            if move < STRIDE:
                left -= tree.prior[child]
                continue
            chance = np.float64(moves[move])
            own = max(np.float64(tree.prior[child]), 1e-6) ** numbers[PRIOR_POWER]
            prior = own * max(chance, 1e-6) ** numbers[NET_POWER]
            tree.prior[child] = prior
            total += prior
        if total > 0:
            for child in range(first, first + count):
                if tree.prior[child] > 0 and tree.move[child] >= STRIDE:
                    tree.prior[child] *= left / total
    worker.counts[ANSWERS] += 1
    if scene.words[JUDGING] == 0:
        tree.asked[node] = (tree.asked[node] & JUDGED) | ADVISED
        return
    rest = area
    if len(tables.roots):
        for point in range(STRIDE, len(tables.region_at)):
            region = np.int64(tables.region_at[point])
            if region >= 0 and worker.held[place, region] >= 0:
                rest -= owners[point]
    tempo = 0.5 * numbers[REST_TEMPO]
    rest -= tempo if worker.queue[place, Q_COLOUR] == BLACK else -tempo
    share = worker.inherited[place, Q_SHARE]
    tree.rest[node] = share * rest + (1.0 - share) * worker.inherited[place, Q_REST]
    tree.spread[node] = share * spread + (1.0 - share) * worker.inherited[place, Q_SPREAD]
    tree.asked[node] = JUDGED | ADVISED
    if scene.words[ASK_AT] == 1:
        judge_line(
            tree,
            scene,
            worker.paths[place],
            worker.queue[place, Q_DEPTH],
            np.float64(tree.rest[node]) + worker.inherited[place, Q_SUM],
            np.float64(tree.spread[node]),
            worker.queue[place, Q_PLAYED],
        )


@kernel(types.void(TREE, WORKER))
def withdraw(tree, worker):
    """Empty the queue; its nodes may be asked about again."""
    for place in range(worker.counts[QUEUED]):
        tree.asked[worker.queue[place, Q_NODE]] &= ~QUEUED_UP
    worker.counts[QUEUED] = 0


@kernel(types.void(TREE, types.int64))
def forget_rests(tree, nodes):
    """Forget what the rest of the board counts at every node: the regions are other ones now."""
    for node in range(nodes):
        tree.asked[node] &= ADVISED


@inlined
def sum_with_tempo(scene, worker, colour):
    """Return what the tracked regions count, with the tempo of `colour` there and in the rest."""
    tempo = 0.5 * scene.numbers[REST_TEMPO]
    total = sum_of_means(scene.tables, worker.states, worker.gains, colour, scene.numbers[TAX])
    return total + (tempo if colour == BLACK else -tempo)


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
    ask_at = words[ASK_AT]
    wanted = ADVISED | JUDGED if words[JUDGING] != 0 else ADVISED
    together = min(QUEUE, words[TOGETHER])
    centre = 0.0
    exploration = numbers[EXPLORATION]
    done = 0
    while done < count and scene.flag[0] == 0 and counts[QUEUED] < together:
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
