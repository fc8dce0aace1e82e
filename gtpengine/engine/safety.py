"""Does a move that gains little lose stones? Dame that may not be filled, and what to do first.

Borders of local games are taken to stand; a move that takes away a liberty of one's own may be what
makes them fall. So the chains around the move are asked about once more, after it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import NO_POINT, PASS, vertex_of
from gtpengine.board.position import Chain, IllegalMove, Position
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.lives import LifeReader
from gtpengine.partition.bits import beside, bits_of
from gtpengine.search.montecarlo.fates import ALIVE, DEAD, Fate

MOST_LOOKED_AT = 8  # moves of one turn
_NEAR = 3  # steps from the move within which chains are asked about
_SIGN = {BLACK: 1.0, WHITE: -1.0}


@dataclass(frozen=True)
class SafeMove:
    """The move to play instead of an unsafe one, or the same if nothing is wrong with it.

    Attributes:
        point: PASS if no move is safe.
        text: what is wrong with the first choice; empty if nothing is.
    """

    point: int
    text: str = ""


class Safety:
    """Looks at moves before they are played."""

    def __init__(self, lives: LifeReader) -> None:
        self._lives = lives

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
        after = position.copy()
        try:
            after.play(mover, point)
        except IllegalMove:
            return None
        shares = {**ownership, point: _SIGN[mover]}
        reach = 1 << point
        for _ in range(_NEAR):
            reach |= beside(reach)
        found: list[Fate] = []
        for chain in position.chains():
            if 2 * len(chain.stones) <= 2 * stake + 1 or not bits_of(chain.liberties) & reach:
                continue
            now = _same(after, chain)
            if now is None or deadline.expired():
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
    ) -> SafeMove:
        """Return the first of the wished moves that loses nothing.

        If none does, what makes the first one possible comes before it, or else nothing.

        Args:
            position: where to play.
            wishes: moves and what each is worth, the best first.
            ownership: per point, verdicts included.
            deadline: moves that it leaves no time for are taken to be safe.
        """
        text = ""
        remedies: list[int] = []
        for point, worth in wishes[:MOST_LOOKED_AT]:
            lost = self.loss(position, point, ownership, deadline, worth)
            if lost is None:
                return SafeMove(point, text)
            if not text:
                text = _words(position, point, lost)
            if lost.chain.colour == position.to_move:
                remedies.append(lost.save)
        for point in remedies:
            if point in (NO_POINT, PASS) or not position.is_legal(position.to_move, point):
                continue
            if self.loss(position, point, ownership, deadline) is None:
                return SafeMove(point, text)
        return SafeMove(PASS, text)


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


def _words(position: Position, point: int, lost: Fate) -> str:
    stones = vertex_of(min(lost.chain.stones))
    if lost.chain.colour == position.to_move:
        return f"{vertex_of(point)} would leave {stones} short of liberties"
    return f"{vertex_of(point)} would bring {stones} back to life"
