"""A finished game played to its very end: dame, what they threaten, the last points and kos.

Records stop where the players agree on the rest. Somebody still fills the dame, and what hangs then
must be protected: by territory that costs points. Here both players take in turn what gains most by
a small search (`model.quiet`), until both pass. Which stones are dead is given, and believed.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import PASS
from gtpengine.board.position import IllegalMove, Position
from gtpengine.deadline import Deadline
from gtpengine.model.quiet import Outcome, Quiet
from gtpengine.partition.bits import Bits, points_of

MOST_MOVES = 200
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


class _Choice(NamedTuple):
    """A move, better than another if it is greater.

    Attributes:
        worth: what it gains.
        urgent: whether a chain hangs.
        sente: whether it wants an answer.
        point: where it is, or PASS.
    """

    worth: float
    urgent: bool
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
        choice = _best(Quiet(now, dead), now, seen)
        now.play(now.to_move, choice.point)
        dead = Quiet(now, dead).dead
        moves.append(choice.point)
        passes = passes + 1 if choice.point == PASS else 0
    return Ending(now, dead, tuple(moves))


def _best(quiet: Quiet, position: Position, seen: set[int]) -> _Choice:
    """Return the best move of the player to move; no board comes twice."""
    colour = position.to_move
    sign = _SIGN[colour]
    now = sign * quiet.count()
    found = [_Choice(0.0, urgent=False, sente=False, point=PASS)]
    choices = []
    for first, near in _places(quiet):
        if first is not None and not first & quiet.touched(colour):
            continue
        own = quiet.outcome(colour, near, first=first)
        if own.line[0] == PASS or not _is_new(position, own.line[0], seen):
            continue
        other = quiet.outcome(opponent(colour), near, first=first)
        swing = sign * own.value - min(sign * other.value, now)  # nobody has to move there
        if swing > 0 or sign * own.value >= now:
            forcing = _is_answered(own) or _is_answered(other)
            worth = max(float(swing if forcing else swing / 2), 0.0)
            choices.append(_Choice(worth, first is None, _is_answered(own), own.line[0]))
    return max(choices or found)


def _places(quiet: Quiet) -> Iterator[tuple[Bits | None, Bits]]:
    """Yield where something is open: dame as the first move there, chains that hang as None."""
    for point in points_of(quiet.neutral()):
        yield 1 << point, quiet.near(1 << point)
    for colour in (BLACK, WHITE):
        for weak in quiet.weak(colour, quiet.full):
            yield None, quiet.near(weak.stones)


def _is_answered(outcome: Outcome) -> bool:
    return len(outcome.line) > 1 and outcome.line[1] != PASS


def _is_new(position: Position, point: int, seen: set[int]) -> bool:
    """Tell whether a move is legal and makes a board that was not there before."""
    try:
        position.play(position.to_move, point)
    except IllegalMove:
        return False
    new = position.hash not in seen
    position.undo()
    return new
