"""Connections by miai: two ways to the same place, of which the opponent can block only one."""

from gtpengine.partition.bits import Bits, beside, components


def joined(full: Bits, owner: Bits, foe: Bits, safe: Bits) -> Bits:
    """Return `safe` and the owner's chains that miai connect to it: see `join`."""
    return join(owner, safe, full & ~owner & ~foe)[0]


def join(owner: Bits, safe: Bits, free: Bits) -> tuple[Bits, Bits]:
    """Return `safe` grown by the owner's chains that miai connect to it, and the points they need.

    A chain is connected when two of its liberties among the empty points `free` touch safe stones:
    when the foe takes one, the owner takes the other. No two chains need the same point.
    """
    spent = free
    growing = True
    while growing:
        growing = False
        for chain in components(owner & ~safe):
            links = beside(chain) & beside(safe) & free
            if links.bit_count() >= 2:
                first = links & -links
                rest = links ^ first
                free &= ~(first | rest & -rest)
                safe |= chain
                growing = True
    return safe, spent & ~free
