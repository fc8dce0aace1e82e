"""The kernel that orders a local graph: strongly connected components, options before parents."""

from numba import types

from gtpengine.jit import kernel, pointer_to


@kernel(
    types.int64(
        types.int32[::1],
        types.int32[::1],
        types.int32[::1],
        types.int64,
        types.int32[::1],
        types.int32[::1],
        types.int32[::1],
    )
)
def order_components(
    first_array, child_array, ko_node_array, nodes, order_array, part_array, work_array
):
    """Fill `order` with the nodes and `part` with where each component ends there; return how many.

    The components come in an order in which each one follows all that it leads to. `work` has room
    for 4 numbers per node.
    """
    first = pointer_to(first_array)
    child = pointer_to(child_array)
    ko_node = pointer_to(ko_node_array)
    order = pointer_to(order_array)
    part = pointer_to(part_array)
    work = pointer_to(work_array)
    # number: 0 not seen, else place in the search; a finished node gets a number beyond all.
    number, low, edge, caller = 0, nodes, 2 * nodes, 3 * nodes
    for index in range(nodes):
        work[number + index] = 0
    beyond = nodes + 1
    seen = 0
    done = 0
    parts = 0
    # The stack of open nodes grows down from the end of `order`, which is free there.
    top = nodes
    for start in range(nodes):
        if work[number + start]:
            continue
        here = start
        work[caller + here] = -1
        seen += 1
        work[number + here] = seen
        work[low + here] = seen
        work[edge + here] = first[2 * here]
        top -= 1
        order[top] = here
        while here >= 0:
            place = work[edge + here]
            if place < first[2 * here + 2]:
                work[edge + here] = place + 1
                other = child[place]
                if other < 0:
                    other = ko_node[-1 - other]
                if work[number + other] == 0:
                    work[caller + other] = here
                    here = other
                    seen += 1
                    work[number + here] = seen
                    work[low + here] = seen
                    work[edge + here] = first[2 * here]
                    top -= 1
                    order[top] = here
                elif work[number + other] < work[low + here]:
                    work[low + here] = work[number + other]
                continue
            if work[low + here] == work[number + here]:
                while True:
                    node = order[top]
                    top += 1
                    work[number + node] = beyond
                    order[done] = node
                    done += 1
                    if node == here:
                        break
                part[parts] = done
                parts += 1
            above = work[caller + here]
            if above >= 0 and work[low + here] < work[low + above]:
                work[low + above] = work[low + here]
            here = above
    return parts
