"""What a move gave up on a closed board: the score before it, and after it.

Where a board is closed, small searches play the game to its end (docs/decisions/0025). They do so
in every position anew and do not know what was played. So a move that they would make as well, and
after which they come to the same score, is good. That the score falls with a move proves nothing:
it may be a threat, or a ko.
"""

from fractions import Fraction

from gtpengine.board.colours import BLACK
from gtpengine.board.points import PASS
from gtpengine.report.view import PositionView

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
