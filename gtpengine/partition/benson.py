"""Benson's unconditional life: chains that survive even if their owner never moves again.

A chain has a vital region where every empty point of an area enclosed by its colour is one of its
liberties: the attacker's last stone there would be suicide. Chains that keep two vital regions
each, in areas enclosed by such chains alone, are alive. (D. B. Benson, Life in the game of Go,
Information Sciences 10, 1976.)
"""

from gtpengine.partition.bits import Bits, beside, components


def alive_chains(
    full: Bits, own: Bits, foe: Bits, *, suicide: bool = False, barred: Bits = 0
) -> Bits:
    """Return those of `own` stones that no number of moves in a row by the foe can capture.

    Where several stones may commit suicide, the foe's stones in an area can vanish from it, so then
    their points count as empty ones. Areas with a point in `barred` are no help.
    """
    chains = components(own)
    if len(chains) == 0:
        return 0
    liberties = [beside(chain) for chain in chains]
    must_touch = full & ~own if suicide else full & ~own & ~foe
    borders = []  # per region, the chains around it
    vital_to = []  # per region, the chains for which it is vital
    for region in components(full & ~own):
        wanted = region & must_touch
        around = [index for index, near in enumerate(liberties) if near & region]
        borders.append(around)
        vital_to.append(
            [] if region & barred else [index for index in around if not wanted & ~liberties[index]]
        )
    alive = set(range(len(chains)))
    enclosing = set(range(len(borders)))
    while True:
        eyes = dict.fromkeys(alive, 0)
        for region in enclosing:
            for index in vital_to[region]:
                eyes[index] += 1
        lost = {index for index, count in eyes.items() if count < 2}
        if not lost:
            break
        alive -= lost
        enclosing = {region for region in enclosing if lost.isdisjoint(borders[region])}
    safe = 0
    for index in alive:
        safe |= chains[index]
    return safe
