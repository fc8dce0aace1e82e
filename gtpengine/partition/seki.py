"""Basic sekis: two enclosed chains that share liberties which neither may fill first.

Recognised are the two plain kinds: no eyes and two shared liberties, and one small eye on each side
with one shared liberty or more. Whoever fills a shared liberty is captured next, and the captor is
then joined to safe stones; so both stay.
"""

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.partition.bits import Bits, beside, components


def seki_points(
    full: Bits, black: Bits, white: Bits, part: Bits, safe: tuple[Bits, Bits, Bits]
) -> Bits:
    """Return `part` if it is a basic seki, otherwise 0.

    Pre: `black` and `white` are the stones in `part`, a region that safe stones enclose.
    """
    chains = components(black), components(white)
    if len(chains[0]) != 1 or len(chains[1]) != 1:
        return 0
    empty = part & ~black & ~white
    near = beside(black), beside(white)
    shared = empty & near[0] & near[1]
    # A liberty that safe stones of one colour touch is an outside liberty of the other's chain.
    if empty & near[1] & beside(safe[BLACK]) or empty & near[0] & beside(safe[WHITE]):
        return 0
    if empty & ~near[0] & ~near[1]:
        return 0
    if not (near[0] & safe[WHITE] and near[1] & safe[BLACK]):
        return 0
    if (full & ~safe[BLACK] & ~safe[WHITE]) & (beside(part) & ~part):
        return 0
    eyes = empty & near[0] & ~near[1], empty & near[1] & ~near[0]
    counts = eyes[0].bit_count(), eyes[1].bit_count()
    joins = shared.bit_count()
    if counts == (0, 0):
        return part if joins == 2 else 0
    if counts == (1, 1):
        return part if joins >= 1 else 0
    return 0
