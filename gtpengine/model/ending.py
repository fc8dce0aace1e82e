"""A finished game played to its very end: dame, what they threaten, the last points and kos.

Records stop where the players agree on the rest. Somebody still fills the dame, and what hangs then
must be protected: by territory that costs points. Here both players take in turn what gains most by
a small search (`model.quiet`), until both pass. Which stones are dead is given, and believed.
"""

from collections.abc import Container, Iterator
from typing import NamedTuple

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import PASS
from gtpengine.board.position import IllegalMove, Position
from gtpengine.deadline import Deadline
from gtpengine.model.quiet import DEPTH, Outcome, Quiet
from gtpengine.partition.bits import Bits, points_of

MOST_MOVES = 200
_PROTECTION = 1  # points that are given up where the opponent could force it: a stone on own land
_SIGN = {BLACK: 1, WHITE: -1}


class Ending(NamedTuple):
    """How a game ends.

    Attributes:
        position: the board when both have passed.
        dead: stones on it that are lost.
        moves: that were made.
    """

    position: Position
    dead: Bits
    moves: tuple[int, ...]


class Gain(NamedTuple):
    """A move that costs nothing, better than another if it is greater.

    Attributes:
        worth: what it gains, in points; 0 where only dame are filled, or what must be protected.
        urgent: whether a chain hangs.
        free: whether it gives up nothing of what stands now.
        later: what the opponent would gain with two moves there; told where it gains nothing.
        sente: whether it wants an answer.
        point: where it is.
    """

    worth: float
    urgent: bool
    free: bool
    later: int
    sente: bool
    point: int


def is_closed(position: Position, dead: Bits, share: float) -> bool:
    """Tell whether no more than that share of the board is open: empty points of both colours."""
    area = position.width * position.height
    return Quiet(position, dead).neutral().bit_count() <= share * area


def played_out(position: Position, dead: Bits, deadline: Deadline) -> Ending | None:
    """Return the end of a game; None if the deadline comes first.

    Args:
        position: whoever is to move begins.
        dead: the stones that are lost.
        deadline: when to give up.
    """
    now = position.copy()
    seen = set()
    moves: list[int] = []
    passes = 0
    while passes < 2 and len(moves) < MOST_MOVES:
        if deadline.expired():
            return None
        seen.add(now.hash)
        best = gains(now, dead, seen)
        point = best[0].point if best else PASS
        now.play(now.to_move, point)
        dead = Quiet(now, dead).dead
        moves.append(point)
        passes = passes + 1 if point == PASS else 0
    return Ending(now, dead, tuple(moves))


def gains(position: Position, dead: Bits, seen: Container[int] = ()) -> list[Gain]:
    """Return the moves of the player to move that cost nothing, the best first; none: a pass.

    Args:
        position: a board that is closed.
        dead: the stones that are lost.
        seen: hashes of boards that must not come again.
    """
    quiet = Quiet(position, dead)
    colour = position.to_move
    sign = _SIGN[colour]
    now = sign * quiet.count()
    found: dict[int, Gain] = {}

    def weigh(own: Outcome, other: Outcome, near: Bits, *, urgent: bool) -> None:
        """Weigh the first move of a line, against what the opponent does with the place."""
        point = own.line[0]
        if point == PASS or not _is_new(position, point, seen):
            return
        mine = sign * own.value
        swing = mine - min(sign * other.value, now)  # nobody has to move there
        if swing < 0 or (swing == 0 and mine < now - _PROTECTION):
            return
        forcing = _is_answered(own) or _is_answered(other)
        worth = float(swing if forcing else swing / 2)
        later = 0 if worth else _twice(quiet, other, opponent(colour), near)
        gain = Gain(worth, urgent, mine >= now, later, _is_answered(own), point)
        found[point] = max(gain, found.get(point, gain))

    for first, near in _places(quiet):
        other = quiet.outcome(opponent(colour), near, first=first)
        if first is None or first & quiet.touched(colour):
            weigh(quiet.outcome(colour, near, first=first), other, near, urgent=first is None)
        answer = 1 << other.line[1] if _is_answered(other) else 0
        forced = first is not None and sign * other.value < now
        if forced and answer and quiet.is_land(answer, colour):
            # What the opponent could force can also be done at once.
            weigh(quiet.outcome(colour, near, first=answer), other, near, urgent=False)
    return sorted(found.values(), reverse=True)


def _places(quiet: Quiet) -> Iterator[tuple[Bits | None, Bits]]:
    """Yield where something is open: dame as the first move there, chains that hang as None."""
    for point in points_of(quiet.neutral()):
        yield 1 << point, quiet.near(1 << point)
    for colour in (BLACK, WHITE):
        for weak in quiet.weak(colour, quiet.full):
            yield None, quiet.near(weak.stones)


def _twice(quiet: Quiet, outcome: Outcome, colour: int, near: Bits) -> int:
    """Return what a colour gains by two moves in a row, the first of them that of an outcome."""
    point = outcome.line[0]
    now = quiet.count()
    before = None if point == PASS else quiet.play(point, colour)
    if before is None:
        return 0
    then = quiet.outcome(colour, near | quiet.near(1 << point), DEPTH - 1).value
    quiet.undo(before)
    return max(_SIGN[colour] * (then - now), 0)


def _is_answered(outcome: Outcome) -> bool:
    return len(outcome.line) > 1 and outcome.line[1] != PASS


def _is_new(position: Position, point: int, seen: Container[int]) -> bool:
    """Tell whether a move is legal and makes a board that was not there before."""
    try:
        position.play(position.to_move, point)
    except IllegalMove:
        return False
    new = position.hash not in seen
    position.undo()
    return new
