"""Safety under alternating play: stones that survive if their owner answers each attack.

Chains are first gathered into groups that two shared liberties hold together (miai). A region is an
area enclosed by the colour. It gives a group a *sure liberty* if, after the owner's answer to each
attack there, the group has a liberty in it; some give two. The owner answers where the attack was
made, and different regions share no points, so a group with two sure liberties in all is safe: one
move cannot take both. As with Benson, this holds for groups whose regions are enclosed by such
groups alone. Three ways to a sure liberty:

- passive: all empty points are liberties of the group; nothing needs an answer.
- miai: every other point of the region has two liberties of the group beside it, kept for it alone.
  If the attacker takes one, the owner takes the other, and the point touches the group.
- search, in small regions: `gtpengine.partition.eyespace`.

Last, chains that two liberties of their own connect to safe stones are safe as well. Everything
here assumes that suicide is forbidden. (After M. Müller, Playing it safe, 1997.)
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from gtpengine.partition.benson import alive_chains
from gtpengine.partition.bits import Bits, beside, components, points_of
from gtpengine.partition.eyespace import MOST_EMPTY, sure_liberties
from gtpengine.partition.links import join

_MOST_INNER = 12  # points of a region away from a group that miai may cover


class Safety(NamedTuple):
    """The proved-safe stones of one colour, and the points where that may call for an answer."""

    safe: Bits
    owed: Bits


def safety(full: Bits, own: Bits, foe: Bits, barred: Bits = 0) -> Safety:
    """Return the stones among `own` that the foe, moving first, cannot capture.

    The foe may pass and come back at any time; the owner answers each attack at once. No answer and
    no liberty may be needed at a point in `barred`.
    """
    safe = alive_chains(full, own, foe, barred=barred)
    owed = 0
    while True:
        joined, links = join(own, safe, full & ~own & ~foe & ~owed & ~barred)
        grown, needed = _living(full, own, foe, joined, owed | links, barred)
        owed |= links | needed
        if grown == safe:
            return Safety(safe, owed)
        safe = grown


@dataclass
class _Group:
    """Chains that hold together."""

    stones: Bits
    touched: Bits  # all points beside the stones
    links: Bits = 0  # the points that hold them together


@dataclass
class _Enclosed:
    """A region and what it gives to the groups around it."""

    area: Bits
    around: list[int]  # groups that border on it
    gives: dict[int, int] = field(default_factory=dict)  # group -> sure liberties
    needs: Bits = 0  # points where an attack must be answered


def _living(
    full: Bits, own: Bits, foe: Bits, safe: Bits, taken: Bits, barred: Bits
) -> tuple[Bits, Bits]:
    """Return `safe` with the groups that live by sure liberties, and where they owe answers.

    Points in `taken` serve another purpose already.
    """
    empty = full & ~own & ~foe
    groups = _groups(own & ~safe, empty & ~taken & ~barred)
    regions = []
    for area in components(full & ~own):
        around = [index for index, group in enumerate(groups) if group.touched & area]
        if around and not area & barred:
            regions.append(_Enclosed(area, around))
    for region in regions:
        _give_static(region, groups, empty, taken)
    alive = _surviving(groups, regions)
    lost = set(range(len(groups))) - alive
    if lost:
        searched = False
        for region in regions:
            if lost.intersection(region.around):
                searched |= _give_by_search(region, groups, own, foe, empty, safe, taken)
        if searched:
            alive = _surviving(groups, regions)
    needed = 0
    for index in alive:
        safe |= groups[index].stones
        needed |= groups[index].links
    for region in regions:
        if alive.issuperset(region.around):
            needed |= region.needs
    return safe, needed


def _groups(stones: Bits, free: Bits) -> list[_Group]:
    """Return the chains of `stones`, joined where two shared liberties among `free` hold them."""
    groups = [_Group(chain, beside(chain)) for chain in components(stones)]
    first = 0
    while first < len(groups):
        group = groups[first]
        merged = False
        for other in groups[first + 1 :]:
            shared = group.touched & other.touched & free
            if shared.bit_count() < 2:
                continue
            low = shared & -shared
            rest = shared ^ low
            pair = low | rest & -rest
            free &= ~pair
            group.stones |= other.stones
            group.touched |= other.touched
            group.links |= other.links | pair
            groups.remove(other)
            merged = True
        first += not merged
    return groups


def _give_static(region: _Enclosed, groups: list[_Group], empty: Bits, taken: Bits) -> None:
    """Find which groups the region gives a liberty passively or by miai."""
    area = region.area
    links = taken & area
    for index in region.around:
        links |= groups[index].links & area
    if links and not area & ~links:
        return  # answers elsewhere may fill all of it
    passive = (
        []
        if links
        else [index for index in region.around if not area & empty & ~groups[index].touched]
    )
    if len(passive) == len(region.around):
        region.gives = dict.fromkeys(passive, 1)
        return
    pairs: dict[int, Bits] = {}
    active = []
    for index in region.around:
        found = _cover(area, groups[index].touched, empty & area & ~links, pairs)
        if found is not None:
            pairs = found
            active.append(index)
    if len(active) > len(passive):
        region.gives = dict.fromkeys(active, 1)
        for pair in pairs.values():
            region.needs |= pair
    else:
        region.gives = dict.fromkeys(passive, 1)


def _cover(area: Bits, touched: Bits, free: Bits, pairs: dict[int, Bits]) -> dict[int, Bits] | None:
    """Return `pairs` with a pair of liberties for each point of `area` away from the group.

    Points of pairs that stand already are used again for the same point only. None: impossible.
    """
    inner = area & ~touched
    if inner.bit_count() > _MOST_INNER:
        return None
    found = dict(pairs)
    for pair in pairs.values():
        free &= ~pair
    for point in points_of(inner):
        if point in found:
            if found[point] & ~touched:
                return None
            continue
        options = beside(1 << point) & free & touched
        if options.bit_count() < 2:
            return None
        low = options & -options
        rest = options ^ low
        found[point] = low | rest & -rest
        free &= ~found[point]
    return found


def _give_by_search(
    region: _Enclosed,
    groups: list[_Group],
    own: Bits,
    foe: Bits,
    empty: Bits,
    safe: Bits,
    taken: Bits,
) -> bool:
    """Look for more sure liberties in a small region; tell whether any were found."""
    area = region.area
    if (area & empty).bit_count() > MOST_EMPTY or taken & area:
        return False
    if any(groups[index].links & area for index in region.around):
        return False
    near = beside(area) & own
    walls = tuple(groups[index].stones & near for index in region.around)
    count = sure_liberties(area, foe & area, walls, near & safe)
    if count <= min((region.gives.get(index, 0) for index in region.around), default=0):
        return False
    region.gives = dict.fromkeys(region.around, count)
    region.needs = area
    return True


def _surviving(groups: list[_Group], regions: list[_Enclosed]) -> set[int]:
    """Return the groups that keep two sure liberties in regions enclosed by such groups alone."""
    alive = set(range(len(groups)))
    while True:
        sure = dict.fromkeys(alive, 0)
        for region in regions:
            if alive.issuperset(region.around):
                for index, count in region.gives.items():
                    sure[index] += count
        lost = {index for index, count in sure.items() if count < 2}
        if not lost:
            return alive
        alive -= lost
