"""A loopy game played out beside a stack of coupons, move by move.

Knows nothing of thermographs: a position of play is a node, who may not take back which ko, how
many coupons are left and who moves. The coupons are delta, 2 delta, 3 delta and so on; the player
to move takes the largest or moves in the game. Values count in units of delta, Black's minus
White's, coupons still to be taken included. `black` and `white` are lists over the number of
coupons, `black[k][node]` for Black to move.

Rules: see gtpengine/values/loopy/rules.py, put here in the words of play. After the last coupon a
player may pass unless the opponent has just passed, so games in which nobody wants to move (left
stop below right stop) have no meaning here.
"""

from fractions import Fraction

BLACK, WHITE = 0, 1


class LongLoop(Exception):
    """Play can return to a position without a coupon being taken."""


class CouponGame:
    def __init__(self, graph, komaster, coupons, delta):
        self.nodes = graph.nodes
        self.komaster = komaster  # "black", "white" or "none"
        self.unit = 1 / Fraction(delta)
        self.layers = []
        for count in range(coupons + 1):
            self.below = self.layers[-1] if self.layers else None
            self.values = {}
            self.path = set()
            for node in range(len(self.nodes)):
                for player in (BLACK, WHITE):
                    self.value(node, None, player, count, False)
            # Blocked positions matter in the next layer only where a block outlives a coupon.
            self.layers.append(self.values)

    def wall(self, node, player, count):
        """Return the score with `player` to move, less what the coupons alone are worth."""
        first = 1 if player == BLACK else -1
        alone = first * sum((-1) ** i * (count - i) for i in range(count))
        return (self.layers[count][node, None, player, False] - alone) / self.unit

    def value(self, node, ban, player, count, passed):
        """`ban` = (blocked player, node he may not return to, offset of that move)."""
        key = (node, ban, player, passed)
        if key in self.values:
            return self.values[key]
        if self.nodes[node].number is not None:
            found = self.nodes[node].number * self.unit + self.stack(player, count)
            self.values[key] = found
            return found
        if key in self.path:
            raise LongLoop
        self.path.add(key)
        scores = [
            self.value_after(node, option, player, count)
            for option in self.legal(node, ban, player)
        ]
        held = self.komaster != "none" and ban is not None and ban[0] != player and bool(scores)
        kept = ban if self.komaster != "none" else None
        if not held:
            if count:
                gain = count if player == BLACK else -count
                scores.append(gain + self.lower_value(node, kept, 1 - player, count - 1))
            elif not passed or not scores:
                scores.append(self.value(node, kept, 1 - player, 0, True))
        self.path.discard(key)
        found = max(scores) if player == BLACK else min(scores)
        self.values[key] = found
        return found

    def lower_value(self, node, ban, player, count):
        """Value in the layer below, which may still lack a blocked position."""
        key = (node, ban, player, False)
        if key in self.below:
            return self.below[key]
        saved = self.values, self.path, self.below
        self.values, self.path = self.layers[count], set()
        self.below = self.layers[count - 1] if count else None
        try:
            return self.value(node, ban, player, count, False)
        finally:
            self.values, self.path, self.below = saved

    def value_after(self, node, option, player, count):
        offset = option.offset * self.unit
        back = (option.node, node, -option.offset)
        replies = self.options(option.node, 1 - player)
        can_take_back = any((option.node, r.node, r.offset) == back for r in replies)
        blocks = self.komaster == "none" or (self.komaster == "black") == (player == BLACK)
        ban = (1 - player, node, -option.offset) if can_take_back and blocks else None
        return offset + self.value(option.node, ban, 1 - player, count, False)

    def legal(self, node, ban, player):
        for option in self.options(node, player):
            if ban != (player, option.node, option.offset):
                yield option

    def options(self, node, player):
        return self.nodes[node].left if player == BLACK else self.nodes[node].right

    @staticmethod
    def stack(player, count):
        first = 1 if player == BLACK else -1
        return first * sum((-1) ** i * (count - i) for i in range(count))
