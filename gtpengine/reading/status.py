"""The status of a chain: alive, dead, critical, ko or unknown, with the moves that decide.

All of it is read, not proved: in an arena whose surrounding stones are taken to be alive. Two
searches, one for life and one for the kill, take turns until one of them finds its proof.
"""

from dataclasses import dataclass, replace
from enum import Enum

from gtpengine.board.colours import BLACK
from gtpengine.board.points import NO_POINT, PASS
from gtpengine.board.position import Position
from gtpengine.partition.alternating import safety
from gtpengine.partition.bits import Bits, beside, flood, points_of, stones_of
from gtpengine.reading.arena import Surroundings, arena_of, local_arena
from gtpengine.reading.duel import Duel, Ko, Outcome
from gtpengine.reading.frame import Frame, Stones, components_at

NODES = 120_000  # of one search, at most
_FIRST = 6_000
_GROWTH = 20


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
        self._duel = Duel(nodes)
        self._most = nodes

    def status(self, position: Position, stone: int) -> Status:
        """Return the status of the chain of `stone`.  Pre: a stone is there."""
        full, black, white = stones_of(position)
        own, foe = (black, white) if position.colour_at(stone) == BLACK else (white, black)
        stones = Stones(full, own, foe)
        target = flood(1 << stone, own)
        wide = arena_of(stones, target)
        found = self._status(wide)
        if found.word() == "unknown":
            tight = arena_of(stones, target, rings=1)
            if tight is not None and (wide is None or tight.everything < wide.everything):
                narrow = self._status(tight)
                if narrow.word() != "unknown":
                    found = narrow
        if found.word() == "dead" and self._is_spared(stones, target):
            alive = Reading(Fate.LIVES, nodes=found.attacked.nodes)
            return Status(alive, replace(alive, move=PASS))
        return found

    def _is_spared(self, stones: Stones, target: Bits) -> bool:
        """Tell whether the chain around a dead one has no eyes but by leaving it alone: a seki.

        Whoever lives after the capture, or can run, spares nobody.
        """
        rivals = components_at(stones.foe, beside(target))
        if not rivals:
            return False
        rival = max(rivals, key=int.bit_count)
        theirs = stones.swapped()
        safe = safety(theirs.full, theirs.own, theirs.foe).safe & ~rival
        frame = local_arena(theirs, rival, Surroundings(weak=0, exits=0, safe=safe, lost=0))
        if frame is None:
            return False
        found = self._duel.fight(
            frame, attacker_first=False, ko=Ko.OWNER, nodes=self._most, staying=False
        )
        return found.lives is False

    def _status(self, frame: Frame | None) -> Status:
        """Return the status that is read in a frame."""
        if frame is None:
            return Status(Reading(Fate.UNKNOWN), Reading(Fate.UNKNOWN))
        attacked = self.read(frame, attacker_first=True)
        if attacked.fate is Fate.LIVES:
            return Status(attacked, replace(attacked, move=PASS, line=()))
        defended = self.read(frame, attacker_first=False)
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
            found = self._duel.fight(
                frame,
                attacker_first=kill,
                ko=Ko.OWNER if kill else Ko.ATTACKER,
                nodes=self._most,
                first=frame.cells_of(1 << move),
            )
            if found.lives is not None and found.lives != kill:
                better = _reading(reading.fate, found, move, reading.nodes + found.nodes)
                return (better, defended) if kill else (attacked, better)
        return attacked, defended

    def read(self, frame: Frame, *, attacker_first: bool, nodes: int = NODES) -> Reading:
        """Find out who wins when kos favour his opponent, and else who when they favour nobody.

        A search has at most `nodes` positions.
        """
        spent = 0
        most = min(nodes, self._most)
        limit = min(_FIRST, most)
        while True:
            dies = self._duel.fight(
                frame, attacker_first=attacker_first, ko=Ko.ATTACKER, nodes=limit
            )
            spent += dies.nodes
            if dies.lives:
                move = PASS if attacker_first or not dies.line else _point(dies.line[0])
                move = NO_POINT if attacker_first else move
                return _reading(Fate.LIVES, dies, move, spent)
            lives = self._duel.fight(frame, attacker_first=attacker_first, ko=Ko.OWNER, nodes=limit)
            spent += lives.nodes
            if lives.lives is False:
                move = _point(lives.line[0]) if attacker_first and lives.line else PASS
                move = move if attacker_first else NO_POINT
                return _reading(Fate.DIES, lives, move, spent)
            if dies.lives is False and lives.lives:
                shown = dies if attacker_first else lives
                fair = self._duel.fight(
                    frame, attacker_first=attacker_first, ko=Ko.NOBODY, nodes=most
                )
                spent += fair.nodes
                move = _point(shown.line[0]) if shown.line else PASS
                found = _reading(Fate.KO, shown, move, spent)
                return replace(found, needs_threat=fair.lives is False)
            if limit >= most:
                return Reading(Fate.UNKNOWN, nodes=spent)
            limit = min(limit * _GROWTH, most)


def _reading(fate: Fate, found: Outcome, move: int, nodes: int) -> Reading:
    line = tuple(_point(each) for each in found.line)
    return Reading(fate, move, line, found.zone, nodes=nodes)


def _point(cell: Bits) -> int:
    """Return the point of a move, PASS for 0."""
    return next(points_of(cell)) if cell else PASS
