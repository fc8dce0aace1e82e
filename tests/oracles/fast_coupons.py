"""A region beside a stack of coupons, every line of play, by brute force with the real ko rule.

Coupons are delta, 2 delta, ..., n delta; a player takes the largest one left or plays on the board,
and either lifts a ko ban. Two passes in a row end play when no coupon is left. States are (black
stones, white stones, banned point, who moves), all that play can reach; nothing is decided, merged
or left out. Scores are area scores in units of delta. Play that goes in circles with the same
coupons left is counted as worst for Black once and once as worst for White; where that makes a
difference LongLoop is raised. The same as CouponPlay of local_naive.py, compiled, with other states
and rules of its own: it reaches about ten points.
"""

from fractions import Fraction

import numba
import numpy as np

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import SIDES
from tests.oracles.fast_board import area, number_of, play
from tests.oracles.local_naive import LongLoop

ENDLESS = 1 << 30


@numba.njit(cache=True)
def explore(states, table, first, after, wait, score, everything, near, held):
    """List all states from states[0] on; return how many, or 0 if there is no room."""
    count = number_of(states, table, 0, states[0, 0], states[0, 1], states[0, 2], states[0, 3])[1]
    edges = 0
    here = 0
    while here < count:
        if count + 80 > states.shape[0] or edges + 80 > after.size:
            return 0
        black, white, ban, player = states[here]
        score[here] = area(black, white, everything, near, held)
        wait[here], count = number_of(states, table, count, black, white, ban & 0, 3 - player)
        first[here] = edges
        for cell in range(near.size):
            move = np.int64(1) << cell
            if (black | white) & move or ban == move:
                continue
            own, other = (black, white) if player == 1 else (white, black)
            legal, own, other, taken = play(
                own, other, move, everything, near, held[player], held[3 - player]
            )
            if legal:
                black_after, white_after = (own, other) if player == 1 else (other, own)
                after[edges], count = number_of(
                    states, table, count, black_after, white_after, taken, 3 - player
                )
                edges += 1
        here += 1
    first[count] = edges
    return count


@numba.njit(cache=True)
def best_move(value, first, after, here, best, sign):
    for edge in range(first[here], first[here + 1]):
        best = max(best, sign * value[after[edge]])
    return best


@numba.njit(cache=True)
def settle(states, first, after, wait, score, below, coupon, value):
    """Work one layer out, backwards, until nothing changes; without a coupon `score` ends play."""
    changed = True
    while changed:
        changed = False
        for here in range(value.size - 1, -1, -1):
            sign = 1 if states[here, 3] == 1 else -1
            rest = wait[here]
            if coupon:
                best = coupon + sign * below[rest]
            else:
                best = -best_move(value, first, after, rest, -sign * score[here], -sign)
            best = sign * best_move(value, first, after, here, best, sign)
            if best != value[here]:
                value[here] = best
                changed = True


class FastCoupons:
    """Scores of a region beside coupons of 1 / `per_point`, `colour` to move first."""

    def __init__(self, region, colour, per_point, room=1 << 17):
        self.per_point, self.colour = per_point, colour
        bit = {point: 1 << i for i, point in enumerate(region.points)}
        stones, border = dict(region.stones), dict(region.border)
        near = [sum(bit.get(p + side, 0) for side in SIDES) for p in region.points]
        held = [
            sum(bit[p] for p in bit if colour in [border.get(p + side) for side in SIDES])
            for colour in (BLACK, WHITE)
        ]
        black, white = (sum(bit[p] for p in stones if stones[p] == c) for c in (BLACK, WHITE))
        states = np.zeros((room, 4), np.int64)
        states[0] = black, white, 0, 1 if colour == BLACK else 2
        table = np.full(2 * room, -1, np.int32)
        first, after = np.zeros(room + 1, np.int32), np.zeros(16 * room, np.int32)
        wait, score = np.zeros(room, np.int32), np.zeros(room, np.int64)
        everything = np.int64((1 << len(bit)) - 1)
        sides = np.array([0, *held], np.int64)
        count = explore(states, table, first, after, wait, score, everything, np.array(near), sides)
        assert count, "no room for so many states"
        self.graph = states[:count], first, after, wait, score * per_point
        self.layers = [self._layer(0)]

    def _layer(self, coupon):
        below = self.layers[-1] if coupon else np.zeros(1, np.int64)
        found = []
        for endless in (-ENDLESS, ENDLESS):
            value = np.full(len(self.graph[0]), endless, np.int64)
            settle(*self.graph, below, coupon, value)
            found.append(value)
        if (found[0] != found[1]).any():
            raise LongLoop
        return found[0]

    def wall(self, coupons):
        """Return the score with all `coupons` there, less what the coupons alone bring."""
        while len(self.layers) <= coupons:
            self.layers.append(self._layer(len(self.layers)))
        alone = (coupons + 1) // 2 * (1 if self.colour == BLACK else -1)
        return Fraction(int(self.layers[coupons][0]) - alone, self.per_point)
