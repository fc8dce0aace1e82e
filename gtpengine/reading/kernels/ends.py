"""Static ends of a search on a frame: unconditional life, and no room for two eyes."""

import numpy as np

from gtpengine.jit import inlined, outlined
from gtpengine.reading.kernels.cells import is_single, lowest_bit, spread, touched

MOST_PARTS = 64  # chains, and areas, that a frame can have


@outlined
def unconditional(own, foe, target, everything, own_life, foe_life, near, parts):
    """Return what makes all `target` stones unconditionally alive: chains and eyes; 0 if nothing.

    After Benson: chains that keep two areas each whose empty cells all touch them, in areas
    enclosed by such chains alone. An area with a cell of `foe_life` is not enclosed.
    """
    chain = spread(target & -target, own, near)
    if target & ~chain == 0 and chain & own_life:
        return chain
    free = everything & ~own & ~foe
    # Quick look: does the first chain have two areas at all?
    if chain & own_life == 0:
        beside = touched(chain, near)
        rest = everything & ~own & beside
        eyes = 0
        while rest:
            area = spread(rest & -rest, everything & ~own, near)
            rest &= ~area
            if area & foe_life == 0 and area & free & ~beside == 0:
                eyes += 1
        if eyes < 2:
            return np.int64(0)
    # parts: first the chains, then the areas, then whether an area is still enclosed.
    chains = 0
    rest = own
    while rest:
        one = spread(rest & -rest, own, near)
        rest &= ~one
        parts[chains] = one
        chains += 1
    areas = 0
    rest = everything & ~own
    while rest:
        area = spread(rest & -rest, everything & ~own, near)
        rest &= ~area
        if area & foe_life == 0:
            parts[MOST_PARTS + areas] = area
            areas += 1
    alive = own
    changed = True
    while changed:
        changed = False
        for index in range(chains):
            one = parts[index]
            if one & alive == 0 or one & own_life:
                continue
            beside = touched(one, near)
            eyes = 0
            for place in range(areas):
                area = parts[MOST_PARTS + place]
                if (
                    area & beside
                    and area & free & ~beside == 0
                    and touched(area, near) & own & ~alive == 0
                ):
                    eyes += 1
            if eyes < 2:
                alive &= ~one
                if target & one:
                    return np.int64(0)
                changed = True
    # Of what is alive, keep what the target needs: its areas, the chains around them, their areas.
    needed = np.int64(0)
    for index in range(chains):
        if parts[index] & target:
            needed |= parts[index]
    eyes_needed = np.int64(0)
    changed = True
    while changed:
        changed = False
        for index in range(chains):
            one = parts[index]
            if one & needed == 0 or one & own_life:
                continue
            beside = touched(one, near)
            count = 0
            for place in range(areas):
                area = parts[MOST_PARTS + place]
                if area & eyes_needed and area & beside and area & free & ~beside == 0:
                    count += 1
            while count < 2:
                # The smallest area that is not used yet.
                best = np.int64(0)
                for place in range(areas):
                    area = parts[MOST_PARTS + place]
                    if (
                        area & eyes_needed == 0
                        and area & beside
                        and area & free & ~beside == 0
                        and touched(area, near) & own & ~alive == 0
                        and (best == 0 or fewer(area, best))
                    ):
                        best = area
                eyes_needed |= best
                around = touched(best, near) & own
                for other in range(chains):
                    if parts[other] & around:
                        needed |= parts[other]
                count += 1
                changed = True
    return needed | eyes_needed


@outlined
def fewer(first, second):
    """Tell whether `first` has fewer cells than `second`."""
    while first and second:
        first &= first - 1
        second &= second - 1
    return first == 0 and second != 0


@outlined
def room_left(immortal, everything, own_life, foe_life, claim, near):
    """Return (cells, room): what makes `claim` the owner's for good, and how much room is left.

    The cells are 0 while room is left: a part of the frame without the `immortal` stones that has a
    claimed cell and in which two eyes are possible, or which has help from outside.
    """
    cells = np.int64(0)
    room = 0
    rest = claim & ~immortal
    walls = own_life | touched(immortal, near)
    while rest:
        area = spread(rest & -rest, everything & ~immortal, near)
        rest &= ~area
        cells |= area
        roomy = area & ~walls
        if area & foe_life:
            room += 4
        if is_single(roomy):
            continue
        first = roomy & -roomy
        others = roomy ^ first
        if is_single(others) and near[lowest_bit(first)] & others:
            continue
        while roomy:
            roomy &= roomy - 1
            room += 1
    return cells, room


NEVER = 30  # of `eye_distance`: two eyes are out of reach
_HARD = 8  # moves for a second eye of which nothing better is known

# In the table of neighbours, behind the entries for cells beside a cell.
CORNERS = 62  # which cells are corners of the board
DIAGONAL = 64  # the cells diagonal to it
FALSE_AT = 128  # how many of them the foe needs to make an eye there false


@inlined
def count_cells(cells):
    """Return how many cells there are."""
    count = np.int64(0)
    while cells:
        cells &= cells - 1
        count += 1
    return count


@outlined
def is_cramped(possible, count, foe, foe_turn, near):
    """Tell whether an eye space of up to six cells is too small even with perfect walls: nakade.

    Its vital cell is the foe's, or he is to move and can play there. Shapes of five and six cells
    with more than two of his stones in them are left to the search.
    """
    edges = 0
    most = np.int64(0)
    vital = np.int64(0)
    rest = possible
    while rest:
        bit = rest & -rest
        rest ^= bit
        degree = count_cells(near[lowest_bit(bit)] & possible)
        edges += degree
        if degree > most:
            most = degree
            vital = bit
    edges >>= 1
    if count == 4 and edges == 4:
        return True
    if count > 4 and count_cells(possible & foe) > 2:
        return False
    if not (
        (count == 3 and most == 2)
        or (count == 4 and most == 3)
        or (count == 5 and (most == 4 or (most == 3 and edges == 5)))
        or (count == 6 and most == 4 and edges == 6)
    ):
        return False
    # He cannot play there where his stones fill the rest.
    return vital & foe != 0 or (foe_turn and count_cells(possible & foe) <= count - 2)


@outlined
def eye_distance(own, foe, target, everything, own_life, foe_life, foe_turn, near):
    """Return (moves, cells, zone): about how many in a row `own` needs for two eyes, and where.

    `cells` counts where eyes are possible. NEVER moves: `target` cannot be connected to life, and
    where it can go no two cells that are not adjacent could be eyes, or those that could are a
    nakade. Then the foe fills the rest from immortal stones and captures; more stones of the owner
    do not help, except in the `zone` of a nakade. An eye is taken to be false where the foe's
    immortal stones hold enough of its diagonals, unless one chain surrounds it already.
    """
    hopeless = foe & foe_life
    rest = hopeless
    while rest:
        chain = spread(rest & -rest, foe, near)
        rest &= ~chain
        hopeless |= chain
    area = everything
    linked = False
    if target:
        area = spread(target & -target, everything & ~hopeless, near)
        linked = area & own_life != 0
    possible = area & ~own & ~foe_life & ~hopeless & ~touched(hopeless, near)
    rest = possible
    count = np.int64(0)
    while rest:
        cell = lowest_bit(rest)
        rest &= rest - 1
        around = near[cell]
        if count_cells(near[DIAGONAL + cell] & hopeless) >= near[FALSE_AT + cell] and (
            around & ~own or around & ~spread(around & -around, own, near)
        ):
            possible &= ~(np.int64(1) << cell)
        else:
            count += 1
    if not linked:
        if count < 2 or (count == 2 and near[lowest_bit(possible)] & possible):
            return np.int64(NEVER), count, np.int64(0)
        if count <= 6 and is_cramped(possible, count, foe, foe_turn, near):
            return np.int64(NEVER), count, possible
    best = np.int64(_HARD)
    second = np.int64(_HARD)
    eye = np.int64(0)
    beside = np.int64(0)
    for turn in range(2):
        rest = possible & ~beside & ~eye
        while rest:
            bit = rest & -rest
            rest ^= bit
            around = near[lowest_bit(bit)]
            cost = np.int64(2 if bit & foe else 0)
            todo = around & ~own
            while todo:
                cost += 2 if todo & -todo & foe else 1
                todo &= todo - 1
            if turn == 0 and cost < best:
                best = cost
                eye = bit
                beside = around
            elif turn == 1 and cost < second:
                second = cost
    return best + second, count, np.int64(0)
