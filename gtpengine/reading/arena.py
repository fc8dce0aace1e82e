"""Arenas: frames for reading rather than for proofs.

Here the attacker's surrounding stones are taken to be alive, as in a life-and-death problem, and
the owner's other stones may be lost. What is read in an arena is therefore no proof.
"""

from dataclasses import dataclass, replace

from gtpengine.partition.bits import Bits, beside, flood, points_of
from gtpengine.reading.frame import Frame, Stones, assemble, components_at, targets_of
from gtpengine.reading.space import eye_space, inside, reach_of, space_of

_SIZES = (24, 20, 16, 12)  # empty points, the most that fit
_LARGE = 8  # stones of a chain whose capture would end the matter
_RINGS = 2  # steps around possible eyes that are played on
_MOST_SPACE = 26  # empty points around a chain on a board that is not known to be closed
_SHORT = 3  # liberties of a chain that may be captured
_LIBERTIES = 4  # outside, of a chain: more hardly matter


def arena_of(stones: Stones, target: Bits, rings: int = _RINGS) -> Frame | None:
    """Return the frame in which the chain `target` of `stones.own` lives or dies.

    None: it has too many cells. Fewer `rings` around possible eyes make a tighter frame.
    """
    for size in _SIZES:
        space = _reduced(stones, space_of(stones, target, size), rings)
        dame = _dame(stones, target | beside(space) | _short_friends(stones, space), space)
        frame = _arena(stones, target, space | dame, _plain(stones, dame, space))
        if frame is not None:
            return frame
    return None


@dataclass(frozen=True)
class Surroundings:
    """What is believed about the board around the chains of a player.

    Attributes:
        weak: the attacker's stones that may be captured.
        exits: empty points: a stone of the owner beside one that lies outside has escaped.
        safe: the owner's stones that live.
        lost: empty points where the owner has no hope.
    """

    weak: Bits
    exits: Bits
    safe: Bits
    lost: Bits


def local_arena(stones: Stones, target: Bits, around: Surroundings) -> Frame | None:
    """Return the frame of a chain and what it reaches in a few steps.

    Where its way goes on it has escaped.  None: there are too many cells.
    """
    safe = around.safe
    reached, beyond = reach_of(
        stones, target, _MOST_SPACE, weak=around.weak, ends=safe | around.lost
    )
    space = _reduced(stones, reached)
    for chain in components_at(stones.foe, beside(space | target)):
        liberties = beside(chain) & stones.empty
        if liberties.bit_count() <= _SHORT:
            space |= liberties  # it may be captured
    # A capture connects the chains beside what is captured, so their liberties count.
    dame = _dame(stones, target | beside(space) | beside(inside(stones, space)), space)
    # Who gets from the space to where the way goes on has escaped, too.
    beyond |= around.exits
    ways = reached & ~space
    beyond |= flood(ways & (beside(beyond) | beside(safe)), ways)
    helpful = beyond & ~space & ~dame | safe
    return _arena(stones, target, space | dame, _plain(stones, dame, space), helpful)


def _reduced(stones: Stones, around: Bits, rings: int = _RINGS) -> Bits:
    """Return what of some empty points lies around possible eyes."""
    space = around & eye_space(stones, around)
    for _ in range(rings):
        space |= around & beside(space)
    return space


def _dame(stones: Stones, around: Bits, space: Bits) -> Bits:
    """Return other liberties of the chains at the points `around`, a few of each."""
    found = 0
    for chain in components_at(stones.own, around):
        liberties = beside(chain) & stones.empty & ~space & ~found
        for _ in range(_LIBERTIES):
            found |= liberties & -liberties
            liberties &= liberties - 1
    return found


def _short_friends(stones: Stones, space: Bits) -> Bits:
    """Return the owner's chains with few liberties beside stones that may be captured in a space.

    They come into the frame, and there they have only those of their liberties that it knows.
    Large chains of the attacker are walls: who touches them from behind has nothing to do with it.
    """
    captives = components_at(stones.foe, inside(stones, space))
    small = targets_of([chain for chain in captives if chain.bit_count() <= _LARGE])
    chains = components_at(stones.own, beside(small))
    empty = stones.empty
    return targets_of([each for each in chains if (beside(each) & empty).bit_count() <= _SHORT])


def _plain(stones: Stones, dame: Bits, space: Bits) -> Bits:
    """Return those of the points that connect nothing: they are liberties and no more."""
    found = 0
    for point in points_of(dame & ~beside(space)):
        if len(components_at(stones.own, beside(1 << point))) == 1:
            found |= 1 << point
    return found


def _arena(stones: Stones, target: Bits, space: Bits, dame: Bits, safe: Bits = 0) -> Frame | None:
    """Return the frame of a space and the chains in it; what is `safe` helps from outside."""
    own, foe, empty = stones.own, stones.foe, stones.empty
    whole = [target]
    single = space
    vital = target
    inside = space | target
    changed = True
    while changed:
        changed = False
        around = beside(single) | beside(target)
        for chain in components_at(own & ~inside & ~safe, around):
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
    frame = assemble(stones, tuple(whole), single, target, vital, safe, false_eyes=True)
    return frame and replace(frame, dame=frame.cells_of(dame))
