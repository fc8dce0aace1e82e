"""Graphs as flat arrays (compressed sparse rows), and an order of their nodes, options first."""

from typing import NamedTuple

import numpy as np
from numba import types

from gtpengine.jit import inlined, kernel

DONE, LOOP = 0, 1  # status


class Csr(NamedTuple):
    """A graph: the options of node v are left[left_ptr[v]:left_ptr[v + 1]], right likewise."""

    left_ptr: np.ndarray  # int64
    left: np.ndarray  # int32
    right_ptr: np.ndarray  # int64
    right: np.ndarray  # int32
    terminal: np.ndarray  # uint8: 1 if the node is worth `value` and play there is over
    value: np.ndarray  # int64: of a terminal, or of a position as it stands


_I64, _I32, _U8 = types.int64[::1], types.int32[::1], types.uint8[::1]
CSR = types.NamedTuple((_I64, _I32, _I64, _I32, _U8, _I64), Csr)


@inlined
def _direction(graph):
    """Return 1 if all options have larger numbers than their parents, -1 if smaller, else 0."""
    rising = True
    falling = True
    for node in range(graph.terminal.shape[0]):
        if graph.terminal[node]:
            continue
        for e in range(graph.left_ptr[node], graph.left_ptr[node + 1]):
            rising = rising and graph.left[e] > node
            falling = falling and graph.left[e] < node
        for e in range(graph.right_ptr[node], graph.right_ptr[node + 1]):
            rising = rising and graph.right[e] > node
            falling = falling and graph.right[e] < node
        if not (rising or falling):
            return 0
    return 1 if rising else -1


@kernel(types.int64(CSR, _I32, _I64, types.int8[::1]))
def options_first(graph, order, stack, mark):
    """Write all nodes to `order`, options before their parents; LOOP if there is no such order.

    After LOOP, the nodes marked 1 are a path that leads back into itself; it lies in the even
    places of `stack`. Pre: `mark` is zero, `stack` has room for two numbers per node.
    """
    count = graph.terminal.shape[0]
    # Graphs that were built level by level need no search, and their memory is read in order.
    direction = _direction(graph)
    if direction != 0:
        for place in range(count):
            order[place] = count - 1 - place if direction > 0 else place
        return DONE
    written = 0
    for root in range(count):
        if mark[root] != 0:
            continue
        depth = 0
        stack[0] = root
        stack[1] = 0
        mark[root] = 1
        while depth >= 0:
            node = stack[2 * depth]
            e = stack[2 * depth + 1]
            lefts = graph.left_ptr[node + 1] - graph.left_ptr[node]
            rights = graph.right_ptr[node + 1] - graph.right_ptr[node]
            if graph.terminal[node] or e == lefts + rights:
                order[written] = node
                written += 1
                mark[node] = 2
                depth -= 1
                continue
            stack[2 * depth + 1] = e + 1
            if e < lefts:
                option = graph.left[graph.left_ptr[node] + e]
            else:
                option = graph.right[graph.right_ptr[node] + e - lefts]
            if mark[option] == 1:
                return LOOP
            if mark[option] == 0:
                mark[option] = 1
                depth += 1
                stack[2 * depth] = option
                stack[2 * depth + 1] = 0
    return DONE
