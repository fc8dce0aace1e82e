"""A region under a komaster beside coupons: every line of play, by the rules of Go alone.

Knows nothing of local graphs, pools or walls. The player to move plays on the board or takes the
largest coupon; where none is left he passes, and two passes in a row end play as it stands. After a
ko capture that blocks (the komaster's, or anybody's where nobody is komaster) the opponent may not
take back at once. Where nobody is komaster anything else that he does lifts the ban. A komaster's
ban outlasts coupons and ends with the next move on the board, and until then komaster has to move
there while he can.
"""

from gtpengine.board.colours import BLACK, opponent
from tests.oracles.local_naive import NaiveRegion


class LongLoop(Exception):
    """Play can return to a position without a coupon being taken."""


class KoBesideCoupons:
    """Scores of `region`; `coupons` are whole numbers, smallest first, `unit` of them a point.

    `komaster` is a colour, or None.
    """

    def __init__(self, region, komaster, coupons, unit):
        self.game = NaiveRegion(region)
        self.komaster = komaster
        self.coupons = coupons
        self.unit = unit
        self.values = {}

    def score(self, colour, count):
        """Return Black's points minus White's with `colour` to move and `count` coupons left."""
        return self._value(self.game.start, None, colour, count, False)

    def _value(self, position, ban, colour, count, passed):
        key = position, ban, colour, count, passed
        if key in self.values:
            if self.values[key] is None:
                raise LongLoop
            return self.values[key]
        self.values[key] = None
        other = opponent(colour)
        found = []
        for point, after, taken in self.game.moves(position, colour):
            if ban != (colour, point):
                blocks = taken if self.komaster in (None, colour) else None
                found.append(self._value(after, blocks, other, count, False))
        held = self.komaster is not None and ban is not None and ban[0] == other and bool(found)
        if not held:
            kept = None if self.komaster is None else ban
            if count:
                coupon = self.coupons[count - 1]
                rest = self._value(position, kept, other, count - 1, False)
                found.append(rest + coupon if colour == BLACK else rest - coupon)
            elif passed:
                found.append(self.game.score(position) * self.unit)
            else:
                found.append(self._value(position, kept, other, 0, True))
        self.values[key] = max(found) if colour == BLACK else min(found)
        return self.values[key]
