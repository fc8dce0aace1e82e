"""Arenas: frames for reading rather than for proofs.

Here the attacker's surrounding stones are taken to be alive, as in a life-and-death problem, and
the owner's other stones may be lost. What is read in an arena is therefore no proof.
"""

from dataclasses import replace

from gtpengine.partition.bits import Bits, beside, points_of
from gtpengine.reading.frame import Frame, Stones, assemble, components_at
from gtpengine.reading.space import eye_space, space_of

_SIZES = (24, 20, 16, 12)  # empty points, the most that fit
_LARGE = 8  # stones of another chain whose capture would end the matter
_RINGS = 2  # steps around possible eyes that are played on
_LIBERTIES = 4  # outside, of a chain: more hardly matter


def arena_of(stones: Stones, target: Bits) -> Frame | None:
    """Return the frame in which the chain `target` of `stones.own` lives or dies.

    None: it has too many cells.
    """
    for size in _SIZES:
        space = _space(stones, target, size)
        dame = _dame(stones, target, space)
        frame = _arena(stones, target, space | dame, _plain(stones, dame, space))
        if frame is not None:
            return frame
    return None


def _space(stones: Stones, target: Bits, most: int) -> Bits:
    """Return the empty points around possible eyes."""
    around = space_of(stones, target, most)
    space = around & eye_space(stones, around)
    for _ in range(_RINGS):
        space |= around & beside(space)
    return space


def _dame(stones: Stones, target: Bits, space: Bits) -> Bits:
    """Return other liberties of the chains there, a few of each."""
    found = 0
    for chain in components_at(stones.own, target | beside(space)):
        liberties = beside(chain) & stones.empty & ~space & ~found
        for _ in range(_LIBERTIES):
            found |= liberties & -liberties
            liberties &= liberties - 1
    return found


def _plain(stones: Stones, dame: Bits, space: Bits) -> Bits:
    """Return those of the points that connect nothing: they are liberties and no more."""
    found = 0
    for point in points_of(dame & ~beside(space)):
        if len(components_at(stones.own, beside(1 << point))) == 1:
            found |= 1 << point
    return found


def _arena(stones: Stones, target: Bits, space: Bits, dame: Bits) -> Frame | None:
    """Return the frame of a space and the chains in it."""
    own, foe, empty = stones.own, stones.foe, stones.empty
    whole = [target]
    single = space
    vital = target
    inside = space | target
    changed = True
    while changed:
        changed = False
        around = beside(single) | beside(target)
        for chain in components_at(own & ~inside, around):
            if chain.bit_count() > _LARGE:
                whole.append(chain)
                vital |= chain
            else:
                single |= chain
            inside |= chain
            changed = True
        for chain in components_at(foe & ~inside, around):
            if not beside(chain) & empty & ~space:
                single |= chain
                inside |= chain
                changed = True
    frame = assemble(stones, tuple(whole), single, target, vital, 0, false_eyes=True)
    return frame and replace(frame, dame=frame.cells_of(dame))
