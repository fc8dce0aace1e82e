"""A finished game played to its very end: dame, what they threaten, the last points and kos.

Records stop where the players agree on the rest. Somebody still fills the dame, and what then
hangs must be protected: that costs points. Here both players take in turn what gains most by a
small search (`model.quiet`), until both pass.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import PASS
from gtpengine.board.position import IllegalMove, Position
from gtpengine.deadline import Deadline
from gtpengine.model.quiet import Outcome, Quiet
from gtpengine.partition.bits import Bits, beside, points_of

MOST_MOVES = 200
_SIGN = {BLACK: 1, WHITE: -1}


class Ending(NamedTuple):
    """How a game ends.

    Attributes:
        position: the board when both pass.
        dead: stones on it that are lost.
        moves: that were made.
    """

    position: Position
    dead: Bits
    moves: tuple[int, ...]


class _Place(NamedTuple):
    """A point or a chain in danger, and what becomes of it by who is first."""

    own: Outcome
    foe: Outcome
    worth: float
    sente: bool


def played_out(position: Position, dead: Bits, deadline: Deadline) -> Ending:
    """Return the end of a game; `dead` are the stones that are lost.

    Whoever is to move begins. When the deadline comes it ends where it is.
    """
    now = position.copy()
    moves: list[int] = []
    passes = 0
    seen: set[int] = set()
    while passes < 2 and len(moves) < MOST_MOVES and not deadline.expired():
        quiet = Quiet(now, dead)
        seen.add(now.hash)
        point = _best(quiet, now, seen)
        now.play(now.to_move, point)
        moves.append(point)
        passes = passes + 1 if point == PASS else 0
        stones = Quiet(now, dead)
        dead = stones.dead
    return Ending(now, dead, tuple(moves))


def _best(quiet: Quiet, position: Position, seen: set[int]=set()) -> int:
    """Return the move of the player to move that gains most, or PASS."""
    colour = position.to_move
    foe, sign = opponent(colour), _SIGN[colour]
    now = sign * quiet.count()
    chosen: list[tuple[float, float, int]] = []
    for first, near in _places(quiet):
        own = quiet.outcome(colour, near, first=first)
        other = quiet.outcome(foe, near, first=first)
        if first is not None and not first & quiet.touched(colour):
            continue
        if own.line[0] == PASS or not _is_new(position,own.line[0],seen):
            continue
        a, b = sign * own.value, sign * other.value
        swing = a - b
        own_sente, other_sente = len(own.line) > 1 and own.line[1] != PASS, len(other.line) > 1 and other.line[1] != PASS
        worth = float(swing) if own_sente or other_sente else swing / 2
        if swing > 0:
            chosen.append((worth, own_sente, own.line[0]))
        elif a >= now:
            chosen.append((0.0, own_sente, own.line[0]))
    return max(chosen)[2] if chosen else PASS


def _places(quiet: Quiet) -> Iterator[tuple[Bits | None, Bits]]:
    for point in points_of(quiet.neutral()):
        yield 1 << point, quiet.near(1 << point)
    for colour in (BLACK, WHITE):
        for weak in quiet.weak(colour, quiet.full):
            yield None, quiet.near(weak.stones)


def _is_new(position: Position, point: int, seen: set[int]) -> bool:
    try:
        position.play(position.to_move, point)
    except IllegalMove:
        return False
    new = position.hash not in seen
    position.undo()
    return new
