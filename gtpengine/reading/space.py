"""Which empty points matter to a chain: where it could make eyes, escape, connect or capture."""

from functools import lru_cache

from gtpengine.partition.bits import Bits, beside
from gtpengine.reading.frame import Stones, components_at

_WEAK = 3  # liberties of a chain of the attacker that may be captured
_FAR = 99
_SLACK = 2  # steps that the attacker may be nearer


def space_of(stones: Stones, target: Bits, most: int, reach: int = _FAR) -> Bits:
    """Return at most `most` empty points around the chain `target` of the player `stones.own`.

    They are found step by step from its liberties, through its friends and through the liberties of
    weak attackers, as long as no strong attacker is clearly nearer.
    """
    return reach_of(stones, target, most, reach)[0]


def reach_of(
    stones: Stones,
    target: Bits,
    most: int,
    reach: int = _FAR,
    weak: Bits = 0,
    ends: Bits = 0,
) -> tuple[Bits, Bits]:
    """Return the same points, and those where the way goes on: they were left out for want of room.

    The attacker's stones `weak` hinder nobody, whatever their liberties. The way ends at `ends`:
    stones of the owner beyond which he needs nothing, and empty points where he has no hope.
    """
    empty = stones.empty
    weak, theirs, near_them = _attackers(stones, weak)
    space = 0
    seen_friends = target | stones.own & ends
    layer = beside(target) & empty
    distance = 1
    while layer and distance <= reach:
        keep = layer & ~near_them
        for step, points in theirs:
            if step + _SLACK >= distance:
                keep |= points & layer
        keep &= ~ends
        if distance == 1:
            keep = layer
        if (space | keep).bit_count() > most and distance > 1:
            return space, keep
        space |= keep
        grown = beside(keep) & empty
        for chain in components_at(stones.own & ~seen_friends, beside(keep)):
            seen_friends |= chain
            grown |= beside(chain) & empty
        for chain in components_at(weak, beside(keep) | beside(seen_friends & ~ends)):
            grown |= beside(chain) & empty
        layer = grown & ~space
        distance += 1
    return space, layer & ~ends


def eye_space(stones: Stones, space: Bits) -> Bits:
    """Return what of `space` can be an eye, and the attacker's stones that may be captured in it.

    A point beside the attacker's other stones or beside what lies outside is no eye, as far as the
    attacker's stones there stay.
    """
    inner = inside(stones, space)
    outside = stones.full & ~space & ~stones.own & ~stones.foe
    return space & ~beside(stones.foe & ~inner | outside) | inner


def inside(stones: Stones, space: Bits) -> Bits:
    """Return the attacker's stones beside `space` whose liberties are all in it."""
    found = 0
    for chain in components_at(stones.foe, beside(space)):
        if not beside(chain) & stones.empty & ~space:
            found |= chain
    return found


@lru_cache(maxsize=4)
def _attackers(stones: Stones, weak: Bits) -> tuple[Bits, list[tuple[int, Bits]], Bits]:
    """Return the weak attackers, the empty points by their distance from others, and all these."""
    weak |= _weak_attackers(stones)
    theirs = _distances(stones.empty, beside(stones.foe & ~weak) & stones.empty)
    reached = 0
    for _, points in theirs:
        reached |= points
    return weak, theirs, reached


def _weak_attackers(stones: Stones) -> Bits:
    """Return the attacker's chains with few liberties."""
    found = 0
    for chain in components_at(stones.foe, stones.foe):
        if (beside(chain) & stones.empty).bit_count() <= _WEAK:
            found |= chain
    return found


def _distances(empty: Bits, start: Bits) -> list[tuple[int, Bits]]:
    """Return the empty points by their distance from `start`, which is 1."""
    found = []
    seen = layer = start
    distance = 1
    while layer:
        found.append((distance, layer))
        layer = beside(layer) & empty & ~seen
        seen |= layer
        distance += 1
    return found
