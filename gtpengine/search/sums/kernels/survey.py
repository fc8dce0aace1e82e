"""What can be said about each node of one summand by itself: bounds, guesses, hopeful moves.

`graph` is (first, target, offset, lift, standing): see `gtpengine.search.sums.summand.Summand`.
"""

from numba import types

from gtpengine.jit import kernel

LARGE = 1 << 20

_INTS = types.int32[::1]
GRAPH = types.UniTuple(_INTS, 5)


@kernel(types.void(GRAPH, _INTS, _INTS))
def bound(graph, keep, hold):
    """Set `keep` and `hold`: what a player gets who answers in this summand or not at all.

    Bounds begin with what he gets by passing only and grow by answers to one more move each time,
    so they are sound at every moment, loops or not.
    """
    first, target, offset, lift, standing = graph
    nodes = lift.size
    for node in range(nodes):
        keep[node] = standing[node]
        hold[node] = standing[node]
    changed = True
    while changed:
        changed = False
        for node in range(nodes - 1, -1, -1):
            low = min(keep[node], keep[lift[node]])
            high = max(hold[node], hold[lift[node]])
            for edge in range(first[2 * node], first[2 * node + 1]):
                high = max(high, offset[edge] + hold[target[edge]])
            for edge in range(first[2 * node + 1], first[2 * node + 2]):
                low = min(low, offset[edge] + keep[target[edge]])
            if low != keep[node] or high != hold[node]:
                keep[node] = low
                hold[node] = high
                changed = True
    changed = True
    while changed:
        changed = False
        for node in range(nodes - 1, -1, -1):
            low = standing[node]
            high = standing[node]
            if lift[node] != node:
                low = min(low, keep[lift[node]])
                high = max(high, hold[lift[node]])
            for edge in range(first[2 * node], first[2 * node + 1]):
                after = target[edge]
                best = hold[after]
                for answer in range(first[2 * after + 1], first[2 * after + 2]):
                    best = min(best, offset[answer] + hold[target[answer]])
                high = max(high, offset[edge] + best)
            for edge in range(first[2 * node + 1], first[2 * node + 2]):
                after = target[edge]
                best = keep[after]
                for answer in range(first[2 * after], first[2 * after + 1]):
                    best = max(best, offset[answer] + keep[target[answer]])
                low = min(low, offset[edge] + best)
            if low > keep[node]:
                keep[node] = low
                changed = True
            if high < hold[node]:
                hold[node] = high
                changed = True


@kernel(types.void(GRAPH, _INTS, _INTS, types.int32[:, ::1], types.int64))
def play_beside_coupons(graph, estimate, hopeful, scores, sweeps):
    """Set `estimate` of nodes and `hopeful` of edges by play beside 0, 1, 2 ... coupons.

    Coupons are worth 1/2, 1, 3/2 ... points. `scores` has two rows of scratch per layer, those of
    two layers being in use; its number of rows says how many layers there are. Loops are swept
    `sweeps` times: nothing here proves anything.
    """
    first, target, offset, lift, standing = graph
    nodes = lift.size
    layers = scores.shape[0] // 2
    for layer in range(layers):
        black = scores[2 * layer]
        white = scores[2 * layer + 1]
        for node in range(nodes):
            black[node] = 2 * standing[node] if layer == 0 else scores[2 * layer - 2, node]
            white[node] = 2 * standing[node] if layer == 0 else scores[2 * layer - 1, node]
        for _ in range(sweeps):
            changed = False
            for node in range(nodes - 1, -1, -1):
                high = -LARGE
                low = LARGE
                for edge in range(first[2 * node], first[2 * node + 1]):
                    high = max(high, 2 * offset[edge] + white[target[edge]])
                for edge in range(first[2 * node + 1], first[2 * node + 2]):
                    low = min(low, 2 * offset[edge] + black[target[edge]])
                if layer == 0:
                    one = max(high, min(2 * standing[node], low))
                    two = min(low, max(2 * standing[node], high))
                else:
                    one = max(high, layer + scores[2 * layer - 1, lift[node]])
                    two = min(low, -layer + scores[2 * layer - 2, lift[node]])
                if one != black[node] or two != white[node]:
                    black[node] = one
                    white[node] = two
                    changed = True
            if not changed:
                break
        for node in range(nodes):
            for side in range(2):
                best = black[node] if side == 0 else white[node]
                after = white if side == 0 else black
                chosen = -1
                for edge in range(first[2 * node + side], first[2 * node + side + 1]):
                    if 2 * offset[edge] + after[target[edge]] == best:
                        if hopeful[edge]:
                            chosen = -1
                            break
                        if chosen < 0:
                            chosen = edge
                if chosen >= 0:
                    hopeful[chosen] = 1
    top = layers - 1
    for node in range(nodes):
        # What both first players get on average, the coupons taken out.
        estimate[node] = (scores[2 * top, node] + scores[2 * top + 1, node]) // 2


@kernel(types.void(GRAPH, _INTS, _INTS, types.int64, _INTS))
def mark_loops(graph, order, starts, parts, loopy):
    """Set `loopy` to 1 where a loop or a ban is in reach, given the components, options first."""
    first, target, _, lift, _ = graph
    for part in range(parts):
        found = 1 if starts[part + 1] - starts[part] > 1 else 0
        for i in range(starts[part], starts[part + 1]):
            node = order[i]
            found |= loopy[lift[node]]
            if lift[node] != node:
                found = 1
            for edge in range(first[2 * node], first[2 * node + 2]):
                found |= loopy[target[edge]]
        for i in range(starts[part], starts[part + 1]):
            loopy[order[i]] = found
