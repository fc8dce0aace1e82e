"""Frames: a part of the board as cells, seen from the player who wants something proved.

All that lies outside counts for the opponent: he may already have played there, stones of his that
reach the border of the frame cannot be captured, and the prover's liberties outside do not count.
Only stones that are given as safe help the prover from outside. So what is proved in a frame holds
on the board, as long as nobody but the prover disturbs the points of its zone.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gtpengine.board.points import STRIDE
from gtpengine.partition.bits import Bits, beside, flood, points_of
from gtpengine.reading.kernels.ends import CORNERS, DIAGONAL, FALSE_AT

MOST_CELLS = 62
_SMALL = 3  # stones of a chain that may be sacrificed


@dataclass(frozen=True)
class Stones:
    """A board from one player's side; Bits as in `partition.bits`."""

    full: Bits
    own: Bits
    foe: Bits
    ko: Bits = 0  # where the player to move may not retake

    @property
    def empty(self) -> Bits:
        """The empty points."""
        return self.full & ~self.own & ~self.foe

    def swapped(self) -> "Stones":
        """Return the board from the other player's side."""
        return Stones(self.full, self.foe, self.own, self.ko)


@dataclass(frozen=True)
class Frame:
    """Cells with their neighbours and what the outside does to them.

    Attributes:
        cells: the points of each cell; more than one where it is a whole chain.
        near: per cell the cells beside it, which cells are corners, then per cell those diagonal to
            it and how many of these a false eye needs (`kernels.ends`).
        everything: all cells.
        own: the prover's stones.
        foe: the opponent's stones.
        own_life: cells where a stone of the prover is connected to a safe one.
        foe_life: cells where a stone of the opponent may have help from outside.
        target: the chains that it is about, whole chains each.
        vital: the prover's chains whose capture would be a failure.
        ko: the cell of a ko ban, or 63.
        supports: the safe stones on which the prover relies.
        dame: liberties and no more: the owner leaves them, the attacker fills them in order.
    """

    cells: tuple[Bits, ...]
    near: npt.NDArray[np.int64]
    everything: int
    own: int
    foe: int
    own_life: int
    foe_life: int
    target: int
    vital: int
    ko: int
    supports: Bits
    dame: int = 0

    def points(self, cells: int) -> Bits:
        """Return the points of a set of cells."""
        found = 0
        for index in points_of(cells):
            found |= self.cells[index]
        return found

    def cells_of(self, points: Bits) -> int:
        """Return the cells that lie in a set of points."""
        found = 0
        for index, cell in enumerate(self.cells):
            if not cell & ~points:
                found |= 1 << index
        return found


def frame_of(stones: Stones, space: Bits, targets: Bits, safe: Bits) -> Frame | None:
    """Return the frame of the empty points `space` and of all chains that matter to it.

    `targets` are stones of the prover's chains that are to be kept, `safe` are stones of his that
    cannot be captured. None: there are too many cells, or a chain to be kept has no liberty inside.
    """
    own, foe, empty = stones.own, stones.foe, stones.empty
    safe &= own
    if safe:
        safe = flood(safe, own)
    target_chains = components_at(own, targets)
    for chain in target_chains:
        if not beside(chain) & space and not chain & safe:
            return None  # its liberties lie outside, where they do not count
    whole = list(target_chains)  # chains that are one cell
    single = space  # points that are one cell each
    vital = targets_of(target_chains)
    inside = space | vital
    # Chains join until nothing changes: theirs where all liberties are in the space, ours always.
    changed = True
    while changed:
        changed = False
        around = beside(single)
        for chain in components_at(foe & ~inside, around):
            if beside(chain) & empty & ~space:
                continue
            if single.bit_count() + chain.bit_count() > MOST_CELLS:
                continue
            single |= chain
            inside |= chain
            changed = True
        for chain in components_at(own & ~inside & ~safe, around):
            if not beside(chain) & space:
                continue  # may be captured from outside at any time
            if beside(chain) & empty & ~space or chain.bit_count() > _SMALL:
                whole.append(chain)
                vital |= chain
            else:
                single |= chain
            inside |= chain
            changed = True
    return assemble(stones, tuple(whole), single, targets_of(target_chains), vital, safe)


def assemble(
    stones: Stones,
    whole: tuple[Bits, ...],
    single: Bits,
    target: Bits,
    vital: Bits,
    safe: Bits,
    *,
    false_eyes: bool = False,
) -> Frame | None:
    """Return the frame of chains that are one cell each and of single points; None: too many.

    `safe` points help the prover from outside, all others the opponent. With `false_eyes` an eye
    with the opponent's stones at its diagonals counts for nothing.
    """
    full, own, foe = stones.full, stones.own, stones.foe
    inside = single | targets_of(list(whole))
    cells = (*whole, *(1 << point for point in points_of(single)))
    if len(cells) > MOST_CELLS:
        return None
    at: dict[int, int] = {}
    for index, cell in enumerate(cells):
        for point in points_of(cell):
            at[point] = index
    near = np.zeros(192, dtype=np.int64)
    masks = dict.fromkeys(("own", "foe", "own_life", "foe_life", "target", "vital"), 0)
    supports = 0
    ko = 63
    for index, cell in enumerate(cells):
        bit = 1 << index
        sides = beside(cell) & full & ~cell
        neighbours = 0
        for point in points_of(sides & inside):
            neighbours |= 1 << at[point]
        near[index] = neighbours
        if cell.bit_count() == 1 and sides.bit_count() <= 2:
            near[CORNERS] |= bit
        near[FALSE_AT + index] = 9  # more than there are: never false
        if false_eyes and cell.bit_count() == 1:
            corners = diagonal(cell) & full
            for point in points_of(corners & inside):
                near[DIAGONAL + index] |= 1 << at[point]
            held = (corners & ~inside & foe).bit_count()
            near[FALSE_AT + index] = max(0, (2 if corners.bit_count() == 4 else 1) - held)
        outer = sides & ~inside
        if cell & own:
            masks["own"] |= bit
        elif cell & foe:
            masks["foe"] |= bit
        if cell & target:
            masks["target"] |= bit
        if cell & vital:
            masks["vital"] |= bit
        if cell & stones.ko:
            ko = index
        if cell & safe:
            masks["own_life"] |= bit
        if outer & safe:
            masks["own_life"] |= bit
            supports |= outer & safe
        if outer & ~safe:
            masks["foe_life"] |= bit
    if supports:
        supports = flood(supports, safe)
    whole_mask = (1 << len(whole)) - 1
    masks["foe_life"] &= ~(whole_mask & masks["own"])
    return Frame(
        cells,
        near,
        (1 << len(cells)) - 1,
        masks["own"],
        masks["foe"],
        masks["own_life"],
        masks["foe_life"],
        masks["target"],
        masks["vital"],
        ko,
        supports,
    )


def diagonal(bits: Bits) -> Bits:
    """Return every point diagonal to one of the set; walls may be among them."""
    sideways = bits << 1 | bits >> 1
    return sideways << STRIDE | sideways >> STRIDE


def targets_of(chains: list[Bits]) -> Bits:
    """Return all stones of the chains."""
    found = 0
    for chain in chains:
        found |= chain
    return found


def components_at(stones: Bits, points: Bits) -> list[Bits]:
    """Return the chains of `stones` with a stone among `points`."""
    found = []
    rest = stones & points
    while rest:
        chain = flood(rest & -rest, stones)
        rest &= ~chain
        found.append(chain)
    return found
