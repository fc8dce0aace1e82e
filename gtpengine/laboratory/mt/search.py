"""The search loop: expand the first position that can still matter, until the bounds meet.

What can matter follows from one identity. Let A be a position in which Right is to move, T its
temperature and rho(t) what Right's move leaves at tax t. Then Right's score is rho(min(t, T)): up
to T Right moves, above T the mast goes straight up. So if G asks for Right's score in A at taxes
between `low` and `high`, Right's option is asked for between min(low, T) and min(high, T), and
Left's option matters only through T. It can be cut when T does not matter:

- T-cut: A is certainly hotter than `high` (A is unstable in G). Then Right simply moves.
- M-cut: rho is constant from A's lowest possible temperature up to `high`. It is so when Right's
  move is answered, both positions on the way being hotter than `high`, by a position B that is no
  hotter than A: then B's mean is the score whether A is stable in G or not.

The paper's M-cut only asks that B be stable in G. That is not enough: if A can be colder than B,
A's mean is below B's. Take G = {A|-30}, A = 2|||20|0||-100, B = 20|0. Right's threat in A is
answered by B of mean 10, but A itself has mean 1 and temperature 1, and cutting its 2 would give G
mean -10 and temperature 20 in place of -29/2 and 31/2. (In the paper's own example it must read
G^LRL, not G^LR, for the odd follower.)

At the root both options are asked for between the bounds of its temperature. A position whose walls
in G_U and G_L agree on all that is asked for needs no more search. Bounds only ever get tighter, so
a cut is for good (but for hints: what a node's own tree proves step by step may be less at first).
"""

import heapq
from collections.abc import Callable
from fractions import Fraction
from typing import Generic, NamedTuple

from gtpengine.errors import BadInput
from gtpengine.laboratory.mt import alternating
from gtpengine.laboratory.mt.partial import Bounds, Partial
from gtpengine.laboratory.mt.stable import (
    INFINITY,
    Extended,
    Line,
    left_score,
    right_score,
)
from gtpengine.laboratory.mt.trees import Expander, Hint, NodeT


class MTResult(NamedTuple):
    """Mean and temperature of the root, and what they cost.

    `visited` counts expanded nodes, the root included; `unvisited` the options that were seen but
    never expanded.
    """

    mean: Fraction
    temperature: Fraction
    visited: int
    unvisited: int


class MTSearch(Generic[NodeT]):
    """A search for the mean and temperature of `root`.

    `expand` is called once for every visited node. `hint` may say of a node what is known without
    expanding it. `lowest` and `highest` enclose every terminal value.  Pre: alternating play ends.
    """

    def __init__(
        self,
        expand: Expander[NodeT],
        root: NodeT,
        *,
        hint: Callable[[NodeT], Hint | None] | None = None,
        lowest: Extended = -INFINITY,
        highest: Extended = INFINITY,
    ) -> None:
        self._expand = expand
        self._hint = hint
        self._lowest, self._highest = lowest, highest
        self._nodes: dict[Partial, NodeT] = {}
        self._queue: list[tuple[alternating.Order, Partial]] = []
        self._cut: list[tuple[alternating.Order, Partial]] = []
        self._parents: dict[Partial, Partial] = {}
        self._root = self._new(root, alternating.ROOT)
        self.visited = 0

    @property
    def bounds(self) -> Bounds:
        """What is proved of the root so far."""
        return self._root.bounds

    def run(self) -> MTResult:
        """Search until mean and temperature are exact.

        Raises:
            ColdPosition: a visited position is cold.
            BadInput: a terminal value is outside the limits.
        """
        while self.step():
            pass
        mean, _, temperature, _ = self.bounds
        return MTResult(Fraction(mean), Fraction(temperature), self.visited, len(self._nodes))

    def step(self) -> bool:
        """Visit one new terminal node if the bounds do not meet yet; False when they do.

        The way there begins at the missing position that is first in alternating-first order and
        still matters, and goes on by alternating moves.
        """
        if self._root.bounds.settled:
            return False
        node: Partial | None = self._next()
        while node is not None:
            latest = node
            node = self._visit(node)
        while (parent := self._parents.get(latest)) is not None:
            latest = parent
            latest.refresh()
        return True

    def _next(self) -> Partial:
        """Take the next position to visit off the queue, and what was cut before it."""
        for _ in range(2):
            while self._queue:
                entry = heapq.heappop(self._queue)
                if not entry[1].missing:
                    continue
                if self._matters(entry[1]):
                    return entry[1]
                self._cut.append(entry)
            # Only the expansion of a node with a hint can make bounds wider and cuts void.
            self._queue, self._cut = self._cut, []
            heapq.heapify(self._queue)
        raise AssertionError("the bounds are apart and nothing is left that matters")

    def _matters(self, position: Partial) -> bool:
        """True when the value of a missing position can still change that of the root."""
        way = [position]
        while (parent := self._parents.get(way[-1])) is not None:
            way.append(parent)
        root = way.pop()
        if not way:
            return True
        _, _, low, high = root.bounds
        question: _Question | None = _Question(way[-1], low, high, way[-1] is root.right)
        while way and question is not None and not question.answered:
            way.pop()
            if not way:
                return True
            question = question.about(way[-1])
        return False

    def _new(self, node: NodeT, order: alternating.Order) -> Partial:
        partial = Partial(order, self._lowest, self._highest)
        self._nodes[partial] = node
        heapq.heappush(self._queue, (order, partial))
        known = self._hint(node) if self._hint is not None else None
        if known is not None:
            partial.suppose(known)
        return partial

    def _visit(self, partial: Partial) -> Partial | None:
        """Expand a missing position; return the child that the alternating line goes on to."""
        self.visited += 1
        expansion = self._expand(self._nodes.pop(partial))
        if not isinstance(expansion, tuple):
            if not self._lowest <= expansion <= self._highest:
                limits = f"{self._lowest} to {self._highest}"
                raise BadInput(f"the terminal value {expansion} is outside the limits {limits}")
            partial.settle(expansion)
            return None
        first_left = True
        if partial is self._root:
            orders = alternating.first_step(left=True), alternating.first_step(left=False)
        else:
            by_left = self._parents[partial].left is partial
            orders = (
                alternating.step(partial.order, repeats=by_left),
                alternating.step(partial.order, repeats=not by_left),
            )
            first_left = not by_left
        left, right = (self._new(*each) for each in zip(expansion, orders, strict=True))
        partial.open(left, right)
        self._parents[left] = self._parents[right] = partial
        return left if first_left else right


class _Question(NamedTuple):
    """What does the player to move score in `position` at the taxes from `low` to `high`?"""

    position: Partial
    low: Extended
    high: Extended
    left_moves: bool

    @property
    def answered(self) -> bool:
        """True when G_U and G_L give the same answer."""
        walls = self.position.walls
        if self.left_moves:
            upper, lower, score = walls.left_upper, walls.left_lower, left_score
        else:
            upper, lower, score = walls.right_upper, walls.right_lower, right_score
        if upper is lower:
            return True
        # Both are linear between corners, and corners are where a follower becomes stable.
        taxes = {self.low, self.high}
        taxes |= {tax for tax in _corners(upper, lower) if self.low < tax < self.high}
        return all(score(upper, tax) == score(lower, tax) for tax in taxes)

    def about(self, option: Partial) -> "_Question | None":
        """Return what this one asks of `option`, a child of the position; None when it is cut."""
        position, low, high, left_moves = self
        _, _, coldest, hottest = position.bounds
        if option is _option(position, left_moves):
            return _Question(option, min(low, coldest), min(high, hottest), not left_moves)
        if self._cut():
            return None
        return _Question(option, coldest, min(high, hottest), left_moves)

    def _cut(self) -> bool:
        """True when the other player's option cannot change the answer: T-cut or M-cut."""
        coldest = self.position.bounds.temperature_lower
        if coldest >= self.high:
            return True
        threat, left_moves = self.position, self.left_moves
        while True:
            # Two moves on, if the first position on the way is certainly hotter than asked for.
            answered = _option(threat, left_moves)
            if answered is None or answered.bounds.temperature_lower < self.high:
                return False
            answer = _option(answered, not left_moves)
            if answer is None:
                return False
            if answer.bounds.temperature_upper <= coldest:
                return True
            if answer.bounds.temperature_lower < self.high:
                return False
            threat = answer


def _option(position: Partial, of_left: bool) -> Partial | None:
    return position.left if of_left else position.right


def _corners(*lines: Line) -> set[Extended]:
    return {follower.temperature for line in lines for follower in line}
