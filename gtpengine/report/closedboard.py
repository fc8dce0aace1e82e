"""What a move gave up on a closed board: the score before it, and after it.

Where a board is closed, small searches play the game to its end (docs/decisions/0025). They do so
in every position anew and do not know what was played. So a move that they would make as well, and
after which they come to the same score, is good. One after which the score has fallen is costly
only if the answer did not give it back (then it was a threat), and if searches of the whole board
see the same loss.
"""

from fractions import Fraction

from gtpengine.board.colours import BLACK
from gtpengine.board.points import PASS
from gtpengine.report.comparison import Comparison
from gtpengine.report.view import PositionView

_MOST = 8  # points; where more hangs on a move, it is a group, and small searches are not believed
_AGREES = 1.0  # points between two accounts of the same loss
_NOTHING = Fraction(0)


def closed_loss(before: PositionView, after: PositionView, colour: int) -> Fraction | None:
    """Return by how much the score fell for the player; None where a board is not closed."""
    if before.closed is None or after.closed is None:
        return None
    fallen = before.closed.final - after.closed.final
    return fallen if colour == BLACK else -fallen


def keeps_score(before: PositionView, after: PositionView, colour: int, point: int) -> bool:
    """Tell whether a move is one of those that keep the score, or a pass, and kept it."""
    if before.closed is None or closed_loss(before, after, colour) != _NOTHING:
        return False
    return point == PASS or point in before.closed.costless


def lasting_loss(
    before: PositionView,
    after: PositionView,
    answered: PositionView | None,
    colour: int,
    point: int,
) -> Fraction | None:
    """Return what a move gave up for good; None if it is nothing, or not known.

    `answered` is the position after the opponent's answer; None after the last move.
    """
    lost = closed_loss(before, after, colour)
    if lost is None or before.closed is None or point in before.closed.costless:
        return None
    if answered is not None:
        then = closed_loss(before, answered, colour)
        lost = None if then is None else min(lost, then)
    return lost if lost is not None and 1 <= lost <= _MOST else None


def agrees(lost: Fraction, compared: Comparison) -> bool:
    """Tell whether a witness sees the loss, and about the same one."""
    return compared.says_worse and all(
        abs(difference - lost) <= _AGREES for difference in compared.differences
    )
