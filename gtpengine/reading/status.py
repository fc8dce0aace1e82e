"""The status of a chain: alive, dead, critical, ko or unknown, with the moves that decide.

Alive is proved against every reply. That a player fails is read, not proved: within the space that
was looked at, and with everything around it in the attacker's hands, no line makes the chain live.
"""

from dataclasses import dataclass
from enum import Enum

from gtpengine.board.colours import BLACK
from gtpengine.board.points import NO_POINT, PASS
from gtpengine.board.position import Position
from gtpengine.partition.bits import Bits, flood, points_of, stones_of
from gtpengine.reading.frame import Frame, Stones, frame_of
from gtpengine.reading.solver import KoRule, Proof, Solver
from gtpengine.reading.space import eye_space, space_of

NODES = 30_000  # of one search
_SIZE = 22  # empty points that are looked at


class Fate(Enum):
    """What becomes of a chain when one player moves first."""

    LIVES = "lives"  # proved
    KO = "ko"  # whoever wins the ko decides
    DIES = "dies"  # no line was found in a complete search of the space
    UNKNOWN = "unknown"  # the search was cut short


@dataclass(frozen=True)
class Reading:
    """The fate of a chain with one player to move.

    Attributes:
        fate: what becomes of it.
        move: that player's first move; PASS if none is needed, NO_POINT if there is none.
        line: the moves of the proof, points or PASS, that player's first.
        zone: the points that a proof rests on.
        needs_threat: in a ko, whether the chain's owner must find the first threat.
        nodes: positions that were searched.
    """

    fate: Fate
    move: int = NO_POINT
    line: tuple[int, ...] = ()
    zone: Bits = 0
    needs_threat: bool = False
    nodes: int = 0


@dataclass(frozen=True)
class Status:
    """What is read about a chain.

    Attributes:
        attacked: its fate when the attacker moves first.
        defended: its fate when its owner does.
    """

    attacked: Reading
    defended: Reading

    def word(self) -> str:
        """Return alive, dead, critical, ko or unknown."""
        attacked, defended = self.attacked.fate, self.defended.fate
        if attacked is Fate.LIVES:
            return "alive"
        if Fate.UNKNOWN in (attacked, defended):
            return "unknown"
        if defended is Fate.DIES:
            return "dead"
        if attacked is Fate.KO and defended is Fate.KO:
            return "ko"
        return "critical"


class StatusReader:
    """Reads chains; keeps its memory between questions."""

    def __init__(self, nodes: int = NODES) -> None:
        self._solver = Solver(nodes)
        self._nodes = nodes

    def status(self, position: Position, stone: int) -> Status:
        """Return the status of the chain of `stone`.  Pre: a stone is there."""
        full, black, white = stones_of(position)
        own, foe = (black, white) if position.colour_at(stone) == BLACK else (white, black)
        stones = Stones(full, own, foe)
        target = flood(1 << stone, own)
        around = space_of(stones, target, _SIZE)
        enclosed = around == space_of(stones, target, 2 * _SIZE)
        space = eye_space(stones, around, target)
        frame = frame_of(stones, space, target, 0, kill=False)
        if frame is None:
            return Status(Reading(Fate.UNKNOWN), Reading(Fate.UNKNOWN))
        defended = self._read(frame, owner_first=True)
        attacked = self._read(frame, owner_first=False)
        if not enclosed:  # it may escape, or live with what was not looked at
            attacked, defended = _doubtful(attacked), _doubtful(defended)
        if attacked.fate in (Fate.DIES, Fate.KO):
            attacked = self._with_killing_move(stones, space, target, attacked, defended)
        return Status(attacked, defended)

    def _read(self, frame: Frame, *, owner_first: bool) -> Reading:
        """Search under the ko rules from the hardest to the easiest for the owner."""
        nodes = 0
        proof: Proof | None = None
        for ko in KoRule:
            proof = self._solver.solve(
                frame, kill=False, prover_first=owner_first, ko=ko, nodes=self._nodes
            )
            nodes += proof.nodes
            if proof.proved:
                line = tuple(_point(move) for move in proof.line)
                move = line[0] if owner_first and line else PASS if owner_first else NO_POINT
                fate = Fate.LIVES if ko is KoRule.AGAINST else Fate.KO
                return Reading(fate, move, line, proof.zone, ko is KoRule.FOR, nodes)
        fate = Fate.UNKNOWN if proof is not None and proof.exhausted else Fate.DIES
        return Reading(fate, nodes=nodes)

    def _with_killing_move(
        self, stones: Stones, space: Bits, target: Bits, attacked: Reading, defended: Reading
    ) -> Reading:
        """Return the reading with the attacker's first move: the owner's best point is tried first.

        That move is his for which the owner, to move afterwards, does no better.
        """
        tries = [1 << defended.move] if defended.move > PASS else []
        tries += [1 << point for point in points_of(space) if 1 << point not in tries]
        nodes = attacked.nodes
        for point in tries:
            after = Stones(stones.full, stones.own, stones.foe | point)
            frame = frame_of(after, space & ~point, target, 0, kill=False)
            if frame is None:
                continue
            answer = self._read(frame, owner_first=True)
            nodes += answer.nodes
            if answer.fate is attacked.fate:
                move = _point(point)
                return Reading(
                    attacked.fate,
                    move,
                    (move, *answer.line),
                    attacked.zone,
                    attacked.needs_threat,
                    nodes,
                )
        return attacked


def _doubtful(reading: Reading) -> Reading:
    """Return a reading whose failure means nothing."""
    return reading if reading.fate is Fate.LIVES else Reading(Fate.UNKNOWN, nodes=reading.nodes)


def _point(cell: Bits) -> int:
    """Return the point of a move, PASS for 0."""
    return next(points_of(cell)) if cell else PASS
