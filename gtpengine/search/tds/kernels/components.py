"""The order in which a pool is evaluated: strongly connected components, options first."""

from numba import types

from gtpengine.jit import kernel
from gtpengine.search.tds.kernels.types import INTS, NODES


@kernel(types.int64(NODES, types.int64, INTS, INTS, INTS))
def order_components(pool, nodes, order, starts, scratch):
    """Write the first `nodes` nodes into `order` by components; return how many of these there are.

    Component i is order[starts[i] : starts[i + 1]]. Lift edges count as options.
    Pre: `order` has room for `nodes`, `starts` for nodes + 1 and `scratch` for 5 * nodes.
    """
    # Five arrays in one: number (0 = unseen), lowest reachable, next option, path, open stack.
    number = scratch[:nodes]
    lowest = scratch[nodes : 2 * nodes]
    place = scratch[2 * nodes : 3 * nodes]
    path = scratch[3 * nodes : 4 * nodes]
    stack = scratch[4 * nodes : 5 * nodes]
    number[:] = 0
    found = 0
    written = 0
    components = 0
    height = 0
    closed = nodes + 1
    for root in range(nodes):
        if number[root] != 0:
            continue
        depth = 0
        path[0] = root
        found += 1
        number[root] = found
        lowest[root] = found
        place[root] = 0
        stack[height] = root
        height += 1
        while depth >= 0:
            node = path[depth]
            left = pool.degree[2 * node]
            both = left + pool.degree[2 * node + 1]
            index = place[node]
            if index <= both:
                place[node] = index + 1
                if index < left:
                    other = pool.target[pool.first[2 * node] + index]
                elif index < both:
                    other = pool.target[pool.first[2 * node + 1] + index - left]
                else:
                    other = pool.lift[node]
                if number[other] == 0:
                    found += 1
                    number[other] = found
                    lowest[other] = found
                    place[other] = 0
                    stack[height] = other
                    height += 1
                    depth += 1
                    path[depth] = other
                elif number[other] < closed and number[other] < lowest[node]:
                    lowest[node] = number[other]
                continue
            depth -= 1
            if depth >= 0 and lowest[node] < lowest[path[depth]]:
                lowest[path[depth]] = lowest[node]
            if lowest[node] == number[node]:
                starts[components] = written
                components += 1
                while True:
                    height -= 1
                    top = stack[height]
                    number[top] = closed
                    order[written] = top
                    written += 1
                    if top == node:
                        break
    starts[components] = written
    return components
