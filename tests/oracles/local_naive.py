"""A region played out with sets, slowly: every legal position, nothing decided, nothing merged.

Knows the rules of Go and nothing of safety, components, bitboards or walls. Positions are (black
stones, white stones) of the region's own points; the border never dies. A ko ban is a pair (colour,
point) beside the position.
"""

from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import SIDES
from gtpengine.values.trajectory import Trajectory, first_meeting, maximum, minimum


class LongLoop(Exception):
    """What a position is worth depends on who has to end play that goes in circles."""


class NaiveRegion:
    def __init__(self, region):
        self.points = frozenset(region.points)
        self.border = dict(region.border)
        stones = dict(region.stones)
        self.start = (
            frozenset(p for p in stones if stones[p] == BLACK),
            frozenset(p for p in stones if stones[p] == WHITE),
        )
        self.near = {p: [p + side for side in SIDES] for p in self.points}
        self.found = {}

    def chain(self, own, start):
        chain, todo = {start}, [start]
        while todo:
            for near in self.near[todo.pop()]:
                if near in own and near not in chain:
                    chain.add(near)
                    todo.append(near)
        return chain

    def is_alive(self, chain, colour, empty):
        return any(
            near in empty or self.border.get(near) == colour for p in chain for near in self.near[p]
        )

    def play(self, position, colour, point):
        """Return (new position, ban or None), or None if the move is suicide."""
        own, other = position if colour == BLACK else position[::-1]
        empty = self.points - own - other - {point}
        captured = set()
        for near in self.near[point]:
            if near in other and near not in captured:
                chain = self.chain(other, near)
                if not self.is_alive(chain, opponent(colour), empty):
                    captured |= chain
        own, other, empty = own | {point}, other - captured, empty | captured
        chain = self.chain(own, point)
        if not self.is_alive(chain, colour, empty):
            return None
        ban = None
        if len(captured) == 1 and len(chain) == 1:
            safe = any(self.border.get(near) == colour for near in self.near[point])
            liberties = [near for near in self.near[point] if near in empty]
            if not safe and len(liberties) == 1:
                ban = (opponent(colour), liberties[0])
        return ((own, other) if colour == BLACK else (other, own)), ban

    def moves(self, position, colour):
        """Return [(point, position, ban)], remembered."""
        key = position, colour
        if key not in self.found:
            free = self.points - position[0] - position[1]
            tried = ((p, self.play(position, colour, p)) for p in sorted(free))
            self.found[key] = [(p, *after) for p, after in tried if after is not None]
        return self.found[key]

    def score(self, position):
        """Area, Black's minus White's; what both touch counts for nobody."""
        black, white = position
        score = len(black) - len(white)
        rest = self.points - black - white
        while rest:
            part = self.chain(rest, next(iter(rest)))
            rest = rest - part
            sides = set()
            for p in part:
                for near in self.near[p]:
                    if near in black or self.border.get(near) == BLACK:
                        sides.add(BLACK)
                    if near in white or self.border.get(near) == WHITE:
                        sides.add(WHITE)
            if len(sides) == 1:
                score += len(part) if BLACK in sides else -len(part)
        return score


class CouponPlay:
    """A region beside coupons delta, 2 delta, ..., by the real ko rule; two passes end play.

    Taking a coupon, or passing, lifts a ban. Values are counted in units of delta. With the same
    coupons left, play may go in circles: values are iterated from play without end being lost by
    Black and from it being lost by White, and where these differ LongLoop is raised.
    """

    def __init__(self, naive, per_point):
        self.naive = naive
        self.per_point = per_point  # 1 / delta
        self.states = {}
        self.moves = []  # of each state, the states that it leads to by playing on
        self.waits = []  # of each state, the one after a play elsewhere
        self.starts = [self.state(naive.start, None, colour) for colour in (BLACK, WHITE)]
        index = 0
        while index < len(self.moves):
            self.expand(index)
            index += 1
        self.layers = [self.last_layer()]

    def state(self, position, ban, colour):
        key = position, ban, colour
        if key not in self.states:
            self.states[key] = len(self.states)
            self.moves.append(key)
            self.waits.append(None)
        return self.states[key]

    def expand(self, index):
        position, ban, colour = self.moves[index]
        other = opponent(colour)
        self.waits[index] = self.state(position, None, other)
        self.moves[index] = [
            self.state(after, new_ban, other)
            for point, after, new_ban in self.naive.moves(position, colour)
            if ban is None or point != ban[1]
        ]

    def best(self, colour):
        return max if colour == BLACK else min

    def last_layer(self):
        """Values without coupons: pass for a pass ends play. States after a pass come second."""
        count = len(self.states)
        keys = list(self.states)
        sums = [self.naive.score(position) * self.per_point for position, _, _ in keys]

        def value(now, index):
            if index >= count:
                own = sums[index - count]
            else:
                own = now[count + self.waits[index]]
            moves = (now[child] for child in self.moves[index % count])
            return self.best(keys[index % count][2])([own, *moves])

        return self.fixed_point(2 * count, value)[:count]

    def next_layer(self):
        below, coupon = self.layers[-1], len(self.layers)
        colours = [colour for _, _, colour in self.states]

        def value(now, index):
            gain = coupon if colours[index] == BLACK else -coupon
            moves = (now[child] for child in self.moves[index])
            return self.best(colours[index])([gain + below[self.waits[index]], *moves])

        self.layers.append(self.fixed_point(len(self.states), value))

    def fixed_point(self, count, value):
        found = []
        for start in (-(10**9), 10**9):
            now = [start] * count
            changed = True
            while changed:
                changed = False
                for index in reversed(range(count)):
                    new = value(now, index)
                    if new != now[index]:
                        now[index] = new
                        changed = True
            found.append(now)
        if found[0] != found[1]:
            raise LongLoop
        return found[0]

    def wall(self, colour, coupons):
        """Return the score with `colour` to move first, less what the coupons alone bring."""
        while len(self.layers) <= coupons:
            self.next_layer()
        alone = (coupons + 1) // 2 * (1 if colour == BLACK else -1)
        value = self.layers[coupons][self.starts[0 if colour == BLACK else 1]]
        return Fraction(value - alone, self.per_point)


def plain_walls(naive, position=None, memo=None, path=()):
    """Return (left, right) walls of a region without loops, by fractions; t starts at 0.

    Where nobody wants to move the position counts as it stands.  Raises: LongLoop.
    """
    memo = {} if memo is None else memo
    position = naive.start if position is None else position
    if position in memo:
        return memo[position]
    if position in path:
        raise LongLoop
    path = (*path, position)
    after = {
        colour: [plain_walls(naive, new, memo, path) for _, new, _ in naive.moves(position, colour)]
        for colour in (BLACK, WHITE)
    }
    left = [right_wall.tilted(-1) for _, right_wall in after[BLACK]]
    right = [left_wall.tilted(1) for left_wall, _ in after[WHITE]]
    low = maximum(*left) if left else None
    high = minimum(*right) if right else None
    if low is not None and high is not None and low.value_at(0) > high.value_at(0):
        t = first_meeting(low, high)
        mast = Trajectory.constant(low.value_at(t), t)
        memo[position] = low.spliced(t, mast), high.spliced(t, mast)
        return memo[position]
    mast = Fraction(naive.score(position))
    if high is not None:
        mast = min(mast, high.value_at(0))
    if low is not None:
        mast = max(mast, low.value_at(0))
    # Without kos scaffolds never lean towards each other, so they cannot push the mast.
    memo[position] = Trajectory.constant(mast), Trajectory.constant(mast)
    return memo[position]
