"""What every zone has to hold: for each chain that it touches one liberty."""

from gtpengine.jit import outlined
from gtpengine.reading.kernels.cells import spread, touched


@outlined
def with_liberties(zone, mine, theirs, everything, prover_life, opponent_life, near):
    """Return a zone in which each chain that it touches is whole and has a liberty, if it needs it.

    So no move outside the zone can capture a stone in it.
    """
    free = everything & ~mine & ~theirs
    for side in range(2):
        stones = mine if side == 0 else theirs
        life = prover_life if side == 0 else opponent_life
        rest = zone & stones
        while rest:
            chain = spread(rest & -rest, stones, near)
            rest &= ~chain
            zone |= chain
            if chain & life == 0:
                liberties = touched(chain, near) & free
                if liberties & zone == 0:
                    zone |= liberties & -liberties
    return zone
