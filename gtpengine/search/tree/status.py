"""The status of a chain, read and searched with playouts: each helps where the other is weak.

Reading (`reading.status`) is right where it comes to an end; which of several right moves a player
would choose it cannot tell, and what is wide open takes it too long. A tree search with playouts
around the chain (`fates`) is a guess, but it proposes such moves, and reading throws out
what does not work. Where reading is cut short the guess stands, and says that it is one.
"""

from dataclasses import replace

from gtpengine.board.points import NO_POINT, PASS
from gtpengine.board.position import Chain, Position
from gtpengine.partition.bits import Bits, beside, bits_of, components, stones_of
from gtpengine.reading.arena import arena_of
from gtpengine.reading.frame import Stones
from gtpengine.reading.status import NODES, Fate, Reading, Status, StatusReader
from gtpengine.search.tree.fates import OPEN, fate

PROPOSING = 4_000  # playouts where only moves are wanted, half with each player first
GUESSING = 16_000  # where reading was cut short: about a third of a second
_SURVIVES = 0.5  # share of playouts from which its owner, moving first, is said to save a chain
_PROPOSED = 2  # moves that are looked at
_STEPS = 2  # from an arena over empty points: there are ways out, and friends


class StatusJudge:
    """Tells the status of any chain; keeps the reader's memory between questions."""

    def __init__(self, nodes: int = NODES) -> None:
        self._reader = StatusReader(nodes)

    def status(self, position: Position, stone: int) -> Status:
        """Return the status of the chain of `stone`.  Pre: a stone is there."""
        found = self._reader.status(position, stone)
        attacked, defended = found.attacked, found.defended
        unknown = Fate.UNKNOWN in (attacked.fate, defended.fate)
        if attacked.fate is Fate.LIVES or (defended.fate is Fate.DIES and not unknown):
            return found
        chain = next(each for each in position.chains() if stone in each.stones)
        area = _area(position, chain)
        guess = fate(position, chain, area, GUESSING if unknown else PROPOSING)
        attacked = self._with_move(position, stone, attacked, guess.kills, attacker=True)
        if attacked.fate is Fate.UNKNOWN:
            attacked = _guessed(guess.attacked > OPEN, attacked.move, attacker=True)
        if attacked.fate is Fate.LIVES:
            return Status(attacked, replace(attacked, move=PASS))
        defended = self._with_move(position, stone, defended, guess.saves, attacker=False)
        if defended.fate is Fate.UNKNOWN:
            defended = _guessed(guess.defended > _SURVIVES, defended.move, attacker=False)
        return Status(attacked, defended)

    def _with_move(
        self,
        position: Position,
        stone: int,
        reading: Reading,
        proposed: tuple[int, ...],
        *,
        attacker: bool,
    ) -> Reading:
        """Return a reading with the first of the proposed moves that works.

        Kos are left alone: playouts know no threats. Where the reading is unknown, it has the first
        move that is not seen to fail.
        """
        fate_ = reading.fate
        won = Fate.DIES if attacker else Fate.LIVES
        if fate_ not in (won, Fate.UNKNOWN):
            return reading
        for move in proposed[:_PROPOSED]:
            works = self._reader.does(position, stone, move, reading, attacker_first=attacker)
            if works and move == reading.move:
                return reading
            if works:
                guessed = fate_ is Fate.UNKNOWN  # by the rules; it may be a ko
                return replace(reading, fate=won, move=move, line=(), zone=0, estimated=guessed)
            if works is None and fate_ is Fate.UNKNOWN:
                return replace(reading, move=move)
        if fate_ is Fate.UNKNOWN and proposed:
            return replace(reading, move=proposed[0])
        return reading


def _guessed(lives: bool, move: int, *, attacker: bool) -> Reading:
    """Return a guess; who fails has no move."""
    fails = lives == attacker
    return Reading(Fate.LIVES if lives else Fate.DIES, NO_POINT if fails else move, estimated=True)


def _area(position: Position, chain: Chain) -> Bits:
    """Return where moves are made: around the chain, with all chains that stand there."""
    full, black, white = stones_of(position)
    target = bits_of(chain.stones)
    own, foe = (black, white) if target & black else (white, black)
    frame = arena_of(Stones(full, own, foe), target)
    area = target if frame is None else frame.points(frame.everything)
    empty = full & ~black & ~white
    for _ in range(_STEPS):
        area |= beside(area) & empty
    edge = area | beside(area)
    for each in (*components(own), *components(foe)):
        if each & edge:
            area |= each
    return area
