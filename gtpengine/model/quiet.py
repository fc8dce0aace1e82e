"""What is left of a finished game near one point: a small search that ends where nothing hangs.

Stones and land are counted as they stand, by territory, with the stones that are known to be dead.
A chain with few liberties that its opponent would capture counts as dead unless its owner, whose
turn it is, saves it. All values are Black's. Everything is read, nothing is proved.
"""

from typing import NamedTuple

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import NO_POINT, PASS, STRIDE
from gtpengine.board.position import Position
from gtpengine.board.tactics import Fate, Tactician
from gtpengine.partition.bits import Bits, beside, components, flood, place, points_of, stones_of

DEPTH = 4  # moves of a line
_MOST_LIBERTIES = 3  # of a chain that may be captured
_SHORT = 3  # liberties of an attacker that may be captured in defence
_MOST_WEAK = 2  # chains for which a player does something
_REACH = 2  # steps from a move to what it may concern
_NODES = 400  # of a hunt
_SIGN = {BLACK: 1, WHITE: -1}


class Outcome(NamedTuple):
    """What becomes of a place.

    Attributes:
        value: Black's lead at the end.
        line: the moves that lead there, from the first on; a pass ends it.
    """

    value: int
    line: tuple[int, ...]


class Weak(NamedTuple):
    """A chain that its opponent would capture, and his first move."""

    stones: Bits
    move: int


class _Before(NamedTuple):
    black: Bits
    white: Bits
    dead: Bits
    captured: int
    mark: int


class Quiet:
    """A board with dead stones on which moves are tried."""

    def __init__(self, position: Position, dead: Bits) -> None:
        """Make a board; `dead` are the stones that are lost."""
        self.full, black, white = stones_of(position)
        self.stones = [0, black, white]
        self.dead = dead & (black | white)
        self._captured = position.prisoners[BLACK] - position.prisoners[WHITE]
        self._tactics = Tactician(position)
        self._counts: dict[tuple[Bits, Bits], int] = {}
        self._hunts: dict[tuple[Bits, Bits, Bits], int] = {}

    @property
    def empty(self) -> Bits:
        """The empty points."""
        return self.full & ~self.stones[BLACK] & ~self.stones[WHITE]

    def play(self, point: int, colour: int) -> _Before | None:
        """Play a move; return what `undo` needs, or None if the move is illegal.

        A stone alone on the opponent's land is dead.
        """
        other, stone = opponent(colour), 1 << point
        done = place(self.full, self.stones[colour], self.stones[other], stone)
        mark = None if done is None else self._tactics.play(point, colour)
        if done is None or mark is None:
            return None
        before = _Before(self.stones[BLACK], self.stones[WHITE], self.dead, self._captured, mark)
        lost = 0
        if not done[2] and not beside(stone) & self.stones[colour] & ~self.dead:
            lost = stone if self.is_land(stone, other) else 0
        self.stones[colour], self.stones[other], taken = done
        self._captured += _SIGN[colour] * taken.bit_count()
        self.dead = (self.dead & ~taken) | lost
        return before

    def undo(self, before: _Before) -> None:
        """Take a move back."""
        self.stones[BLACK], self.stones[WHITE] = before.black, before.white
        self.dead, self._captured = before.dead, before.captured
        self._tactics.undo(before.mark)

    def count(self, lost: Bits = 0) -> int:
        """Return Black's lead by territory, with more stones lost.

        Who captures stones stands in their place.
        """
        black, white = self._standing(lost)
        key = (black, white)
        found = self._counts.get(key)
        if found is None:
            found = 0
            for part in components(self.full & ~black & ~white):
                near = beside(part)
                if bool(near & black) != bool(near & white):
                    found += part.bit_count() if near & black else -part.bit_count()
            self._counts[key] = found
        gone = self.dead | lost
        taken = (gone & self.stones[WHITE]).bit_count() - (gone & self.stones[BLACK]).bit_count()
        return found + 2 * taken + self._captured

    def _standing(self, lost: Bits = 0) -> tuple[Bits, Bits]:
        """Return both colours' stones, with captors in the place of what is lost."""
        gone = self.dead | lost
        black, white = self.stones[BLACK], self.stones[WHITE]
        return black & ~gone | white & gone, white & ~gone | black & gone

    def neutral(self) -> Bits:
        """Return the empty points of areas on which both colours border."""
        black, white = self._standing()
        found = 0
        for part in components(self.empty):
            near = beside(part)
            if near & black and near & white:
                found |= part
        return found

    def touched(self, colour: int) -> Bits:
        """Return the points beside or diagonal to a colour's stones, or to what it has captured."""
        stones = self._standing()[colour == WHITE]
        columns = stones << 1 | stones >> 1
        return beside(stones) | columns << STRIDE | columns >> STRIDE

    def weak(self, colour: int, near: Bits) -> list[Weak]:
        """Return the chains near some points that the opponent captures, what costs most first.

        What only dead stones surround stays: that they are dead says who wins there.
        """
        found = []
        foe = self.stones[opponent(colour)] & ~self.dead
        stones = self.stones[colour] & ~self.dead
        touched = stones & near
        while touched:
            chain = flood(touched & -touched, self.stones[colour])
            touched &= ~chain
            near_foes = beside(chain) & foe
            if near_foes and (beside(chain) & self.empty).bit_count() <= _MOST_LIBERTIES:
                move = self._hunted(chain)
                if move != NO_POINT:
                    found.append(Weak(chain, move))
        sign = _SIGN[colour]
        found.sort(key=lambda each: sign * self.count(each.stones))
        return found

    def is_land(self, point: Bits, colour: int) -> bool:
        """Tell whether an empty point is land of that colour alone."""
        black, white = self._standing()
        own, foe = (black, white) if colour == BLACK else (white, black)
        near = beside(flood(point, self.empty))
        return bool(near & own) and not near & foe

    def near(self, points: Bits) -> Bits:
        """Return what some points may concern: chains beside their surroundings included."""
        for _ in range(_REACH):
            points |= beside(points) & self.full
        return points

    def outcome(
        self,
        colour: int,
        near: Bits,
        depth: int = DEPTH,
        first: Bits | None = None,
        low: int = -10_000,
        high: int = 10_000,
    ) -> Outcome:
        """Return what becomes of a place when `colour` moves first.

        Args:
            colour: who is to move.
            near: the points that moves are about, those near the last move.
            depth: moves to look ahead.
            first: where the first move is, if it is not free; then there is no pass.
            low: values at or below it are not told apart.
            high: values at or above it are not told apart.
        """
        sign = _SIGN[colour]
        own = self.weak(colour, near)
        if first is None and depth <= 0:
            return Outcome(self._at_rest(colour, own, near), (PASS,))
        best = Outcome(self.count(own[0].stones if own else 0), (PASS,))
        if first is not None:
            best = Outcome(-sign * 10_000, (PASS,))
        tried = list(points_of(first)) if first else self._moves(colour, near, own)
        for point in tried:
            low, high = (max(low, best.value), high) if sign > 0 else (low, min(high, best.value))
            if low >= high:
                break
            before = self.play(point, colour)
            if before is None:
                continue
            there = near | self.near(1 << point)
            then = self.outcome(opponent(colour), there, depth - 1, None, low, high)
            self.undo(before)
            if sign * then.value > sign * best.value:
                best = Outcome(then.value, (point, *then.line))
        return best

    def _at_rest(self, colour: int, own: list[Weak], near: Bits) -> int:
        """Return the count if a player makes one more move: a rescue or capture, for a point."""
        sign = _SIGN[colour]
        lost = own[0].stones if own else 0
        values = [self.count(lost)]
        if own and self._rescue(lost):
            values.append(self.count(own[1].stones if len(own) > 1 else 0) - sign)
        foe = self.weak(opponent(colour), near)
        if foe:
            taken = foe[0].stones
            gone = 0 if beside(taken) & lost else lost
            values.append(self.count(gone | taken) - sign)
        return max(values) if sign > 0 else min(values)

    def _rescue(self, chain: Bits) -> int:
        """Return a move that saves a chain, or 0."""
        verdict = self._tactics.hunt(next(points_of(chain)), attacker_first=False, nodes=_NODES)
        return verdict.move if verdict.fate is Fate.ESCAPES and verdict.move > PASS else 0

    def _moves(self, colour: int, near: Bits, own: list[Weak]) -> list[int]:
        """Return moves that may gain something there: captures, rescues, what is open."""
        found: dict[int, None] = {}
        foe = self.stones[opponent(colour)]
        for weak in self.weak(opponent(colour), near)[:_MOST_WEAK]:
            found[weak.move] = None
        for weak in own[:_MOST_WEAK]:
            saving = beside(weak.stones) & self.empty
            attackers = beside(weak.stones) & foe
            while attackers:
                chain = flood(attackers & -attackers, foe)
                attackers &= ~chain
                liberties = beside(chain) & self.empty
                if liberties.bit_count() <= _SHORT:
                    saving |= liberties
            for point in (self._rescue(weak.stones), weak.move, *points_of(saving)):
                if point:
                    found[point] = None
        for point in points_of(self.neutral() & near & self.touched(colour)):
            found[point] = None
        return list(found)

    def _hunted(self, chain: Bits) -> int:
        """Return the move that captures a chain, NO_POINT if there is none."""
        key = (self.stones[BLACK], self.stones[WHITE], chain)
        found = self._hunts.get(key)
        if found is None:
            verdict = self._tactics.hunt(next(points_of(chain)), attacker_first=True, nodes=_NODES)
            caught = verdict.fate in (Fate.CAPTURED, Fate.KO) and verdict.move > PASS
            found = verdict.move if caught else NO_POINT
            self._hunts[key] = found
        return found
