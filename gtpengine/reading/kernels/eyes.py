"""Static judgements of an eye space for reading: what surely lives, and what is surely too small.

They are taken from books, not proved: `ends` holds what proofs may use.
"""

import numpy as np

from gtpengine.jit import outlined
from gtpengine.reading.kernels.cells import lowest_bit, spread, touched
from gtpengine.reading.kernels.ends import CORNERS, count_cells

LARGE = 7  # cells of an empty eye space that is alive in every shape
SMALL = 6  # cells of an eye that may hold stones of the attacker beside another eye


@outlined
def is_settled(region, size, near):
    """Tell whether an empty eye space of four to six cells lives even if the attacker is first."""
    edges = 0
    most = np.int64(0)
    rest = region
    while rest:
        degree = count_cells(near[lowest_bit(rest)] & region)
        rest &= rest - 1
        edges += degree
        most = max(most, degree)
    edges >>= 1
    if size == 4:
        return most == 2 and edges == 3
    if size == 5:
        return most < 4 and edges == 4
    # Six: not the rabbity one; a rectangle may stand in a corner.
    return edges < 7 and not (most == 4 and edges == 6)


@outlined
def enclosed_life(own, foe, target, everything, foe_life, owner_turn, near):
    """Return the cells that make the chain at `target` live by its eye space, or 0.

    Only areas count that this chain alone encloses.
    """
    chain = spread(target & -target, own, near)
    if target & ~chain:
        return np.int64(0)
    rest = touched(chain, near) & everything & ~own
    cells = chain
    eyes = 0
    while rest:
        region = spread(rest & -rest, everything & ~own, near)
        rest &= ~region
        if region & foe_life or touched(region, near) & own & ~chain:
            continue
        size = count_cells(region)
        if region & foe:
            if size <= SMALL:
                eyes += 1
                cells |= region
            continue
        cells |= region
        eyes += 1
        if size >= LARGE:
            eyes += 1
        elif size >= 4:
            settled = is_settled(region, size, near)
            if settled and size == 4 and region & near[CORNERS]:
                # A ko where the chain has no liberty elsewhere.
                others = touched(chain, near) & everything & ~own & ~foe & ~region
                settled = others != 0
                cells |= others & -others
            if settled:
                eyes += 1
            elif owner_turn and not is_square(region, size, near):
                eyes += 1
                owner_turn = False
        elif size == 3 and owner_turn:
            eyes += 1
            owner_turn = False
        if eyes >= 2:
            return cells
    return cells if eyes >= 2 else np.int64(0)


@outlined
def is_square(region, size, near):
    """Tell whether four cells are a square, or six a rectangle: no move of the owner is sure."""
    edges = 0
    rest = region
    while rest:
        edges += count_cells(near[lowest_bit(rest)] & region)
        rest &= rest - 1
    return (size == 4 and edges == 8) or (size == 6 and edges == 14)
