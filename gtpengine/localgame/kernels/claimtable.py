"""What a search for claims (answers.py) remembers: positions with claims that hold and that failed.

An entry is a position, a claim that is proved, one that failed, and at which heat and depth, with
the move that refutes it. Zeroes are a true entry: of nothing. A new entry takes the place of
whatever stood there.
"""

from collections import namedtuple

from gtpengine.jit import inlined, outlined
from gtpengine.localgame.kernels.expand import hash_of

PROVED, FAILED, TAIL = 5, 6, 7
ENTRY = 8
NONE = 1 << 20
FOREVER = 255  # depth of a failure that no deeper search would change

Answers = namedtuple("Answers", ["stack", "table", "mask", "work", "stride"])


@outlined
def slot_of(position, heat, answers):
    """Return where a position at a heat stands in the table, or would."""
    empty, own, other, near_own, near_other = position
    mixed = hash_of(empty, own, other, near_own, near_other) ^ (heat * 0x9E3779B1)
    return ENTRY * (mixed & answers.mask)


@inlined
def is_entry(table, slot, position, heat):
    """Tell whether it stands there."""
    return (
        table[slot] == position.empty
        and table[slot + 1] == position.own
        and table[slot + 2] == position.other
        and table[slot + 3] == position.near_own
        and table[slot + 4] == position.near_other
        and table[slot + TAIL] >> 16 == heat
    )
