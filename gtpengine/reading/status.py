"""The status of a chain: alive, dead, critical, ko or unknown, with the moves that decide."""

from dataclasses import dataclass
from enum import Enum

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import NO_POINT
from gtpengine.board.position import Position
from gtpengine.partition.bits import Bits, beside, stones_of
from gtpengine.reading.frame import Frame, Stones, components_at, frame_of
from gtpengine.reading.solver import KoRule, Proof, Solver
from gtpengine.reading.space import space_of

NODES = 20_000
_SIZES = (14, 24, 34)
_OUTSIDE = 2  # liberties outside the frame with which an attacker's chain is taken to be safe


class Outcome(Enum):
    """What a player achieves who tries to capture or to save a chain."""

    FAILS = "fails"
    WINS = "wins"
    KO_FIRST = "ko, and the opponent needs the first threat"
    KO_THREAT = "ko, and needs the first threat himself"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Answer:
    """What comes of one player moving first.

    Attributes:
        outcome: what he achieves.
        move: his first move; PASS where none is needed, NO_POINT where nothing works.
        line: moves that show it, points or PASS, his own first.
        zone: the points that it rests on.
        supports: stones that were taken to be safe.
    """

    outcome: Outcome
    move: int = NO_POINT
    line: tuple[int, ...] = ()
    zone: Bits = 0
    supports: Bits = 0
    nodes: int = 0
