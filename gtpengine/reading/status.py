"""The status of a chain: alive, dead, critical, ko or unknown, with the moves that decide.

All of it is read, not proved: in an arena whose surrounding stones are taken to be alive. Two
searches, one for life and one for the kill, take turns until one of them finds its proof.
"""

from dataclasses import dataclass, replace
from enum import Enum

from gtpengine.board.colours import BLACK
from gtpengine.board.points import NO_POINT, PASS
from gtpengine.board.position import Position
from gtpengine.partition.bits import Bits, flood, points_of, stones_of
from gtpengine.reading.arena import arena_of
from gtpengine.reading.frame import Frame, Stones
from gtpengine.reading.solver import KoRule, Proof, Solver

NODES = 200_000  # of one search, at most
_FIRST = 2_000
_GROWTH = 10


class Fate(Enum):
    """What becomes of a chain when one player moves first."""

    LIVES = "lives"
    KO = "ko"  # whoever wins the ko decides
    DIES = "dies"
    UNKNOWN = "unknown"  # the searches were cut short


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
        self._solver = Solver(nodes, rows_per_node=4)
        self._most = nodes

    def status(self, position: Position, stone: int) -> Status:
        """Return the status of the chain of `stone`.  Pre: a stone is there."""
        full, black, white = stones_of(position)
        own, foe = (black, white) if position.colour_at(stone) == BLACK else (white, black)
        frame = arena_of(Stones(full, own, foe), flood(1 << stone, own))
        if frame is None:
            return Status(Reading(Fate.UNKNOWN), Reading(Fate.UNKNOWN))
        attacked = self._read(frame, owner_first=False)
        defended = self._read(frame, owner_first=True)
        if attacked.fate is Fate.DIES and defended.fate is Fate.LIVES:
            attacked, defended = self._with_vital_point(frame, attacked, defended)
        return Status(attacked, defended)

    def _with_vital_point(
        self, frame: Frame, attacked: Reading, defended: Reading
    ) -> tuple[Reading, Reading]:
        """Return the readings with one move for both players where there is such a move."""
        for kill, reading, move in (
            (True, attacked, defended.move),
            (False, defended, attacked.move),
        ):
            if move == reading.move or move <= PASS:
                continue
            proof = self._solver.solve(
                frame,
                kill=kill,
                prover_first=True,
                ko=KoRule.AGAINST,
                nodes=self._most,
                first=frame.cells_of(1 << move),
            )
            if proof.proved:
                line = tuple(_point(point) for point in proof.line)
                better = replace(reading, move=move, line=line, zone=proof.zone)
                return (better, defended) if kill else (attacked, better)
        return attacked, defended

    def _read(self, frame: Frame, *, owner_first: bool) -> Reading:
        """Find out who wins without threats, then whether he needs a ko for it."""
        nodes = 0
        kill = False
        found: Proof | None = None
        limit = _FIRST
        while found is None and limit <= self._most:
            complete = True
            for kill in (False, True):
                proof = self._solve(frame, kill, owner_first, KoRule.FAIR, limit)
                nodes += proof.nodes
                complete &= not proof.exhausted
                if proof.proved:
                    found = proof
                    break
            if complete:
                break
            limit *= _GROWTH
        if found is None:
            return Reading(Fate.UNKNOWN, nodes=nodes)
        fate = Fate.DIES if kill else Fate.LIVES
        clean = self._solve(frame, kill, owner_first, KoRule.AGAINST, self._most)
        nodes += clean.nodes
        if clean.proved or clean.exhausted:
            shown = clean if clean.proved else found
        else:
            fate = Fate.KO
            shown = found
            if kill == owner_first:  # who moves first loses without a threat; how does he start?
                start = self._solve(frame, not kill, owner_first, KoRule.FOR, self._most)
                nodes += start.nodes
                shown = start if start.proved else found
        line = tuple(_point(move) for move in shown.line)
        wins = fate is Fate.KO or kill != owner_first
        move = NO_POINT if not wins else line[0] if line else PASS
        return Reading(fate, move, line, shown.zone, kill, nodes)

    def _solve(self, frame: Frame, kill: bool, owner_first: bool, ko: KoRule, nodes: int) -> Proof:
        prover_first = owner_first != kill
        return self._solver.solve(frame, kill=kill, prover_first=prover_first, ko=ko, nodes=nodes)


def _point(cell: Bits) -> int:
    """Return the point of a move, PASS for 0."""
    return next(points_of(cell)) if cell else PASS
