"""Exact thermographs of a node pool: the pool handed to the bulk kernel of `values`."""

import numpy as np
import numpy.typing as npt

from gtpengine.errors import BadInput
from gtpengine.search.tds.dynamic import Frontier
from gtpengine.search.tds.pool import EXPANDED, LEFT, OPEN, RIGHT, GamePool, Ints, Longs
from gtpengine.values.bulk import BulkThermographs, thermographs


def pool_thermographs(
    pool: GamePool, frontier: Frontier = Frontier.ESTIMATE, order: Ints | None = None
) -> BulkThermographs:
    """Return the thermographs of all nodes of a loop-free pool, from floor -1, or 0 if it stands.

    `frontier` is what stands for open nodes; estimates are rounded down to whole points.

    Raises:
        BadInput: offsets, ko bans or terminals that are not whole.
        LoopyGraph: the pool has a loop.
    """
    count, arrays = len(pool), pool.arrays
    state = arrays.state[:count]
    if arrays.offset[: pool.edges].any() or arrays.held[:count].any():
        raise BadInput("a pool with offsets or held players has no plain thermographs")
    if (arrays.lift[:count] != np.arange(count)).any():
        raise BadInput("a pool with ko bans has no plain thermographs")
    value = arrays.value[:count].astype(np.int64)
    if (value[state != OPEN] % pool.scale).any() and not pool.stands:
        whole = value[state == 2] % pool.scale
        if whole.any():
            raise BadInput("thermographs below temperature 0 need whole numbers")
    if frontier is not Frontier.ESTIMATE:
        bound = arrays.low if frontier is Frontier.LOW else arrays.high
        value = np.where(state == OPEN, bound[:count], value)
    if pool.stands:
        value = np.where(state == EXPANDED, arrays.standing[:count], value)
    return thermographs(
        _side(pool, LEFT),
        _side(pool, RIGHT),
        state != EXPANDED,
        value // pool.scale,
        order=order,
        floor=0 if pool.stands else -1,
        standing=pool.stands,
    )


def _side(pool: GamePool, side: int) -> tuple[Longs, Ints]:
    """Return one player's options as pointers and targets."""
    count = len(pool)
    first = pool.arrays.first[side : 2 * count : 2].astype(np.int64)
    length = pool.arrays.degree[side : 2 * count : 2].astype(np.int64)
    pointers = np.zeros(count + 1, np.int64)
    np.cumsum(length, out=pointers[1:])
    # Edge i of node v stands at first[v] + i: shift each node's run to its new place.
    edges: npt.NDArray[np.int64] = np.arange(pointers[-1]) + np.repeat(
        first - pointers[:-1], length
    )
    return pointers, pool.arrays.target[edges]
