"""The status of a chain: alive, dead, critical, ko or unknown, with the moves that decide.

All of it is read, not proved: in an arena whose surrounding stones are taken to be alive. A search
by the rules tells who wins; where a ko matters, a second one asks whether he wins without threats.
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
from gtpengine.reading.kernels.cells import PASS_CELL
from gtpengine.reading.vital import vital_points, working_moves

NODES = 250_000  # of one search, at most
_FIRST = 6_000
_GROWTH = 50
_ASKED = 20_000  # for a move that somebody proposes
_AGAIN = 120_000  # in a tighter frame, where a wide one took too many
_FACTOR = 2  # how much more than a reading took each of its moves may take,
_EXTRA = 500  # how much in any case,
_EACH = 8_000  # and how much at most: what is simpler is wanted


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
        estimated: whether it is a guess by playouts, because the searches were cut short.
    """

    fate: Fate
    move: int = NO_POINT
    line: tuple[int, ...] = ()
    zone: Bits = 0
    needs_threat: bool = False
    nodes: int = 0
    estimated: bool = False


@dataclass(frozen=True)
class Status:
    """What is read about a chain.

    Attributes:
        attacked: its fate when the attacker moves first.
        defended: its fate when its owner does.
    """

    attacked: Reading
    defended: Reading

    @property
    def at_leisure(self) -> bool:
        """Whether the attacker can start a ko when he likes, and the owner needs the first threat.

        So it is with bent four in the corner. It counts as dead: threats can be removed first.
        """
        return all(
            reading.fate is Fate.KO and reading.needs_threat
            for reading in (self.attacked, self.defended)
        )

    def word(self) -> str:
        """Return alive, dead, critical, ko or unknown."""
        attacked, defended = self.attacked.fate, self.defended.fate
        if attacked is Fate.LIVES:
            return "alive"
        if Fate.UNKNOWN in (attacked, defended):
            return "unknown"
        if defended is Fate.DIES or self.at_leisure:
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
        stones, target, banned = _at(position, stone)
        wide = arena_of(stones, target)
        found = self._status(wide, owner_banned=banned)
        if Fate.UNKNOWN in (found.attacked.fate, found.defended.fate):
            found = self._with_less_room(found, arena_of(stones, target, rings=1), banned)
        if (
            found.attacked.fate is Fate.DIES
            and found.defended.fate in (Fate.DIES, Fate.UNKNOWN)
            and self._is_spared(stones, target)
        ):
            alive = Reading(Fate.LIVES, nodes=found.attacked.nodes)
            return Status(alive, replace(alive, move=PASS))
        return found

    def does(
        self, position: Position, stone: int, move: int, as_in: Reading, *, attacker_first: bool
    ) -> bool | None:
        """Tell whether a first move at the chain of `stone` does as well as the move of a reading.

        None: that takes too many positions, or the move lies outside.  Where the reading is
        unknown, the move is to win by the rules.
        """
        stones, target, banned = _at(position, stone)
        frame = arena_of(stones, target)
        if frame is None:
            return None
        if banned is attacker_first:
            frame = replace(frame, ko=PASS_CELL)
        first = frame.cells_of(1 << move)
        if not first:
            return None
        found = self._duel.fight(
            frame,
            attacker_first=attacker_first,
            ko=_rule_of(as_in, attacker=attacker_first),
            nodes=_ASKED,
            first=first,
        )
        return None if found.lives is None else found.lives != attacker_first

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

    def _with_less_room(self, found: Status, tight: Frame | None, owner_banned: bool) -> Status:
        """Return a status in which what is unknown lives if it lives in a tighter frame.

        That it dies there says nothing: there may be room elsewhere.
        """
        if tight is None:
            return found
        free = replace(tight, ko=PASS_CELL)
        attacking, defending = (free, tight) if owner_banned else (tight, free)
        attacked, defended = found.attacked, found.defended
        if attacked.fate is Fate.UNKNOWN:
            again = self.read(attacking, attacker_first=True, nodes=_AGAIN)
            if again.fate is Fate.LIVES:
                return Status(again, replace(again, move=PASS, line=()))
        if defended.fate is Fate.UNKNOWN:
            again = self.read(defending, attacker_first=False, nodes=_AGAIN)
            if again.fate is Fate.LIVES:
                defended = again
        return Status(attacked, defended)

    def _status(self, frame: Frame | None, *, owner_banned: bool) -> Status:
        """Return the status that is read in a frame; a ko ban is the owner's or the attacker's."""
        if frame is None:
            return Status(Reading(Fate.UNKNOWN), Reading(Fate.UNKNOWN))
        free = replace(frame, ko=PASS_CELL)
        attacking, defending = (free, frame) if owner_banned else (frame, free)
        attacked = self.read(attacking, attacker_first=True)
        if attacked.fate is Fate.LIVES:
            return Status(attacked, replace(attacked, move=PASS, line=()))
        defended = self.read(defending, attacker_first=False)
        if defended.fate is Fate.DIES or attacked.fate is defended.fate is Fate.UNKNOWN:
            return Status(attacked, defended)
        return self._with_vital_points(attacking, defending, attacked, defended)

    def _with_vital_points(
        self, attacking: Frame, defending: Frame, attacked: Reading, defended: Reading
    ) -> Status:
        """Return the same status with the moves that are to be played."""
        kills, saves = (
            working_moves(
                self._duel,
                attacking if reading is attacked else defending,
                1 << reading.move if reading.move > PASS else 0,
                attacker_first=reading is attacked,
                ko=_rule_of(reading, attacker=reading is attacked),
                nodes=min(self._most, _EACH, _FACTOR * reading.nodes + _EXTRA),
            )
            if reading.fate is not Fate.UNKNOWN
            else {}
            for reading in (attacked, defended)
        )
        kill, save = vital_points(
            kills,
            saves,
            ko_kill=attacked.fate is Fate.KO,
            ko_save=defended.fate is Fate.KO,
        )
        return Status(
            attacked if kill is None else _with_move(attacked, kills[kill]),
            defended if save is None else _with_move(defended, saves[save]),
        )

    def read(self, frame: Frame, *, attacker_first: bool, nodes: int = NODES) -> Reading:
        """Find out who wins by the rules, and whether he wins if kos favour the other.

        A search has at most `nodes` positions.
        """
        spent = 0
        most = min(nodes, self._most)
        limit = min(_FIRST, most)
        while True:
            fair = self._duel.fight(frame, attacker_first=attacker_first, ko=Ko.NOBODY, nodes=limit)
            spent += fair.nodes
            if fair.lives is not None:
                break
            if limit >= most:
                return Reading(Fate.UNKNOWN, nodes=spent)
            limit = min(limit * _GROWTH, most)
        found = fair
        fate = Fate.LIVES if fair.lives else Fate.DIES
        if fair.kos:
            # Does he win even if the other may retake at once?
            worst = Ko.ATTACKER if fair.lives else Ko.OWNER
            found = self._duel.fight(frame, attacker_first=attacker_first, ko=worst, nodes=most)
            spent += found.nodes
            if found.lives is None:
                return Reading(Fate.UNKNOWN, nodes=spent)
            if found.lives != fair.lives:
                fate = Fate.KO
                if fair.lives != attacker_first:
                    found = fair  # the move of who is first and wins it
        if attacker_first == (fate is Fate.LIVES) and fate is not Fate.KO:
            move = NO_POINT
        else:
            move = _point(found.line[0]) if found.line else PASS
        return replace(
            _reading(fate, found, move, spent), needs_threat=fate is Fate.KO and not fair.lives
        )


def _at(position: Position, stone: int) -> tuple[Stones, Bits, bool]:
    """Return the board from the owner's side, his chain, and whether a ko ban is his."""
    full, black, white = stones_of(position)
    colour = position.colour_at(stone)
    own, foe = (black, white) if colour == BLACK else (white, black)
    banned = position.is_ko_recapture(colour, position.ko_point)
    ko = position.ko_point
    stones = Stones(full, own, foe, 1 << ko if ko != NO_POINT else 0)
    return stones, flood(1 << stone, own), banned


def _rule_of(reading: Reading, *, attacker: bool) -> Ko:
    """Return for whom kos are where a player's move must do as well as in his reading."""
    if reading.fate is Fate.UNKNOWN:
        return Ko.NOBODY
    if reading.fate is not Fate.KO:
        return Ko.OWNER if attacker else Ko.ATTACKER
    if reading.needs_threat == attacker:
        return Ko.NOBODY  # the other has to find the first threat
    return Ko.ATTACKER if attacker else Ko.OWNER


def _with_move(reading: Reading, found: Outcome) -> Reading:
    """Return a reading with another first move."""
    line = tuple(_point(each) for each in found.line)
    return replace(
        reading, move=line[0], line=line, zone=found.zone, nodes=reading.nodes + found.nodes
    )


def _reading(fate: Fate, found: Outcome, move: int, nodes: int) -> Reading:
    line = tuple(_point(each) for each in found.line)
    return Reading(fate, move, line, found.zone, nodes=nodes)


def _point(cell: Bits) -> int:
    """Return the point of a move, PASS for 0."""
    return next(points_of(cell)) if cell else PASS
