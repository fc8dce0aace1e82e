"""Does a move that gains little lose stones? Dame that may not be filled, and what to do first.

Borders of local games are taken to stand; a move that takes away a liberty of one's own may be what
makes them fall. So the chains around the move are asked about once more, after it: whether each
lives, and whether the opponent now gains by a move that threatens several.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import NO_POINT, PASS, vertex_of
from gtpengine.board.position import Chain, IllegalMove, Position
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.lives import LifeReader
from gtpengine.partition.bits import Bits, beside, bits_of
from gtpengine.search.montecarlo.fates import ALIVE, DEAD, Fate, surroundings
from gtpengine.search.montecarlo.stakes import Stakes, stakes

MOST_LOOKED_AT = 8  # moves of one turn
WOUND = 3.0  # points that a move must give away to be unsafe
_WOUND_PLAYOUTS = (800, 4000)
_NEAR = 3  # steps from the move within which chains are asked about
_SIGN = {BLACK: 1.0, WHITE: -1.0}


@dataclass(frozen=True)
class SafeMove:
    """The move to play instead of an unsafe one, or the same if nothing is wrong with it.

    Attributes:
        point: PASS if no move is safe.
        text: what is wrong with the first choice; empty if nothing is.
        unsafe: the moves that something is wrong with, of those looked at.
    """

    point: int
    text: str = ""
    unsafe: frozenset[int] = frozenset()


class Safety:
    """Looks at moves before they are played."""

    def __init__(self, lives: LifeReader) -> None:
        self._lives = lives

    def wound(
        self, position: Position, point: int, ownership: Mapping[int, float], deadline: Deadline
    ) -> Stakes | None:
        """Return where the move gives the opponent something that was not there; None: nowhere.

        The surroundings of the player's chains beside the move are searched for points, before and
        after it: the opponent must gain at least WOUND points more by moving first, and more is at
        stake than before. A threat of the player's own makes only the latter true.
        """
        mover = position.to_move
        after = _after(position, point)
        if after is None:
            return None
        shares = {**ownership, point: _SIGN[mover]}
        seen: set[Bits] = set()
        for chain in position.chains():
            if chain.colour != mover or point not in chain.liberties:
                continue
            now = _same(after, chain)
            area = None if now is None else surroundings(after, now, shares)
            if area is None or area in seen:
                continue
            seen.add(area)
            for playouts in _WOUND_PLAYOUTS:
                later = stakes(after, area, playouts, flag=deadline.flag)
                before = stakes(position, area, playouts, flag=deadline.flag)
                if deadline.expired():
                    return None
                worse = _SIGN[mover] * (_answered(before, mover) - _answered(later, mover))
                if later.heat < before.heat + WOUND or worse < WOUND:
                    break
            else:
                return later
        return None

    def loss(
        self,
        position: Position,
        point: int,
        ownership: Mapping[int, float],
        deadline: Deadline,
        stake: Fraction = Fraction(0),
    ) -> Fate | None:
        """Return the largest chain whose fate the move turns against the player; None: no such.

        Own chains that lived and can now be killed count, and the opponent's that were dead and can
        now be saved; not those that are worth less than what is at stake.
        """
        mover = position.to_move
        after = _after(position, point)
        if after is None:
            return None
        shares = {**ownership, point: _SIGN[mover]}
        reach = 1 << point
        for _ in range(_NEAR):
            reach |= beside(reach)
        found: list[Fate] = []
        for chain in position.chains():
            if not bits_of(chain.liberties) & reach:
                continue
            now = _same(after, chain)
            # The move may have made it larger.
            if now is None or 2 * len(now.stones) <= 2 * stake + 1 or deadline.expired():
                continue
            later = self._lives.fate(after, now, shares, deadline)
            if later is None or not _is_lost(later, mover):
                continue
            before = self._lives.fate(position, chain, ownership, deadline)
            if before is not None and _is_kept(before, mover):
                found.append(later)
        return max(found, key=lambda each: len(each.chain.stones), default=None)

    def safe_move(
        self,
        position: Position,
        wishes: Sequence[tuple[int, Fraction]],
        ownership: Mapping[int, float],
        deadline: Deadline,
        plain: Mapping[int, float] | None = None,
    ) -> SafeMove:
        """Return the first of the wished moves that loses nothing.

        If none does, what makes the first one possible comes before it, or else nothing.

        Args:
            position: where to play.
            wishes: moves and what each is worth, the best first.
            ownership: per point, verdicts included.
            deadline: moves that it leaves no time for are taken to be safe.
            plain: the ownership without verdicts, which leaves more to doubt; `ownership` if None.
        """
        text = ""
        remedies: list[int] = []
        unsafe: set[int] = set()
        for point, worth in wishes[:MOST_LOOKED_AT]:
            lost = self.loss(position, point, ownership, deadline, worth)
            wound = None
            if lost is None and worth < WOUND:
                wound = self.wound(position, point, plain or ownership, deadline)
            if lost is None and wound is None:
                return SafeMove(point, text, frozenset(unsafe))
            unsafe.add(point)
            if not text:
                text = _words(position, point, lost)
            if lost is not None and lost.chain.colour == position.to_move:
                remedies.append(lost.save)
            if wound is not None:
                remedies.append(wound.moves[position.to_move])
        for point in remedies:
            if point in (NO_POINT, PASS) or not position.is_legal(position.to_move, point):
                continue
            if self.loss(position, point, ownership, deadline) is None:
                return SafeMove(point, text, frozenset(unsafe))
        return SafeMove(PASS, text, frozenset(unsafe))


def _answered(known: Stakes, mover: int) -> float:
    """Return Black's lead in an area when the opponent of `mover` moves first."""
    return known.white_first if mover == BLACK else known.black_first


def _after(position: Position, point: int) -> Position | None:
    """Return the position after a move of the player to move, None if that is illegal."""
    after = position.copy()
    try:
        after.play(position.to_move, point)
    except IllegalMove:
        return None
    return after


def _same(after: Position, chain: Chain) -> Chain | None:
    """Return the chain after a move, None if it was taken."""
    stone = min(chain.stones)
    return after.chain_at(stone) if after.colour_at(stone) == chain.colour else None


def _is_lost(fate: Fate, mover: int) -> bool:
    if fate.chain.colour == mover:
        return fate.attacked <= DEAD
    return fate.defended >= ALIVE


def _is_kept(fate: Fate, mover: int) -> bool:
    if fate.chain.colour == mover:
        return fate.lives
    return fate.dies


def _words(position: Position, point: int, lost: Fate | None) -> str:
    if lost is None:
        return f"{vertex_of(point)} would leave several chains open to one attack"
    stones = vertex_of(min(lost.chain.stones))
    if lost.chain.colour == position.to_move:
        return f"{vertex_of(point)} would leave {stones} short of liberties"
    return f"{vertex_of(point)} would bring {stones} back to life"
