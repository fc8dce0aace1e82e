"""The stable theorem: mean and temperature of G from those of its alternating followers.

Let the players alternate from G. The positions that arise when Left begins are the left followers
of G, and the first of them that is no hotter than t is *stable* at t. If it arises after m moves
and has mean M, then Left moving first at tax t scores M - t (m odd: Left moved once more than
Right) or M (m even). The same holds for Right with + t. G's temperature is the least t at which
the two scores meet, its mean is where they meet.

A `Line` keeps, of one player's alternating followers, those that can be first stable at some t:
each is colder than all before it. So a line is one wall of a thermograph, corner by corner, in
Kao's terms.
"""

from fractions import Fraction
from typing import NamedTuple

from gtpengine.errors import BadInput

INFINITY = float("inf")
FLOOR = 0

# Exact: whole numbers stay ints as long as they can, which makes a search three times faster.
Exact = int | Fraction
# Exact, or unbounded: a float only as plus or minus infinity.
Extended = Exact | float


class ColdPosition(BadInput):
    """A position in which moving first loses points: outside Kao's theory, where none exists."""


class Follower(NamedTuple):
    """A position that arises after `moves` alternating moves."""

    moves: int
    mean: Extended
    temperature: Extended


# Hottest first; the last is at the floor.
Line = tuple[Follower, ...]


class Solution(NamedTuple):
    """Mean and temperature, the theorem's case and the two first stable followers behind them.

    `case` is "A" (both odd), "B" (left odd, right even), "C" (left even, right odd), "D" (both
    even) or "cold": the followers' means cross already at the floor, and `mean` means nothing.
    """

    mean: Extended
    temperature: Extended
    case: str
    left: Follower
    right: Follower


def extend(mean: Extended, temperature: Extended, replies: Line) -> Line:
    """Return the line of a position itself, from its value and the line after the mover's option.

    At a tax above its temperature the position is its own stable follower, below it the mover moves
    and whatever is stable then counts.
    """
    later = (Follower(moves + 1, m, t) for moves, m, t in replies if t < temperature)
    return (Follower(0, mean, temperature), *later)


def terminal(value: Extended) -> Line:
    """Return the line of a position where nobody moves."""
    return (Follower(0, value, FLOOR),)


def stable_at(line: Line, tax: Extended) -> Follower:
    """Return the first follower on `line` that is stable at `tax`."""
    return next(follower for follower in line if follower.temperature <= tax)


def left_score(line: Line, tax: Extended) -> Extended:
    """Return what Left, to move in the position that `line` begins with, scores at `tax`."""
    moves, mean, _ = stable_at(line, tax)
    return mean - tax if moves % 2 else mean


def right_score(line: Line, tax: Extended) -> Extended:
    """Return what Right, to move in the position that `line` begins with, leaves at `tax`."""
    moves, mean, _ = stable_at(line, tax)
    return mean + tax if moves % 2 else mean


def solve(after_left: Line, after_right: Line) -> Solution:
    """Return the solution of G at its *least* consistent temperature.

    `after_left` is the line of Right's play from G^L, `after_right` that of Left's play from G^R.
    The equations of the cases alone can have several solutions: {23|2||2|-17} admits temperature
    19/2 (case C) and 0 (case D). The definition asks for the least, so the pairs of candidates are
    tried from the floor upward. Without any solution the temperature is infinite.
    """
    i, j = len(after_left) - 1, len(after_right) - 1
    while True:
        left, right = after_left[i], after_right[j]
        # The pair stays first stable up to here, exclusive.
        end = min(
            after_left[i - 1].temperature if i else INFINITY,
            after_right[j - 1].temperature if j else INFINITY,
        )
        # Seen from G all moves count one more: even here is odd there, and taxed.
        taxed = (left.moves % 2 == 0) + (right.moves % 2 == 0)
        if end == INFINITY or _ahead(left, right) < taxed * end or not taxed:
            found = _case(left, right)
            if found.temperature < end or end == INFINITY:
                return found
        if i and after_left[i - 1].temperature == end:
            i -= 1
        if j and after_right[j - 1].temperature == end:
            j -= 1


def refuse_cold(solution: Solution) -> None:
    """Let every solution pass but that of a cold position.

    Raises:
        ColdPosition: it is cold; the text says where the two players end.
    """
    if solution.case == "cold":
        raise ColdPosition(
            "whoever moves first loses by it: Left moving first ends at "
            f"{solution.left.mean}, Right moving first at {solution.right.mean}"
        )


def _ahead(left: Follower, right: Follower) -> Extended:
    """Return the difference of the means; equal infinities do not differ."""
    return FLOOR if left.mean == right.mean else left.mean - right.mean


def _case(after_left: Follower, after_right: Follower) -> Solution:
    """Return what the theorem says if these two are first stable; infinitely hot if they cannot be.

    Pre: at taxes below their temperatures the first mover has an advantage.
    """
    left = after_left._replace(moves=after_left.moves + 1)
    right = after_right._replace(moves=after_right.moves + 1)
    start = max(left.temperature, right.temperature)
    ahead = _ahead(left, right)
    left_odd, right_odd = left.moves % 2 == 1, right.moves % 2 == 1
    if start == FLOOR and ahead < 0:
        return Solution(left.mean, FLOOR, "cold", left, right)
    if left_odd and right_odd:
        # A sum of opposite infinities is the mean of nothing: only its temperature is ever read.
        mean = _half(left.mean + right.mean) if ahead else left.mean
        return Solution(mean, _half(ahead), "A", left, right)
    if left_odd:
        # Printed with K(m) where L(m) is meant.
        return Solution(right.mean, ahead, "B", left, right)
    if right_odd:
        return Solution(left.mean, ahead, "C", left, right)
    return Solution(left.mean, INFINITY if ahead > 0 else start, "D", left, right)


def _half(value: Extended) -> Extended:
    if isinstance(value, int):
        return Fraction(value, 2) if value % 2 else value // 2
    return value / 2
