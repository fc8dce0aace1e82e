"""What a tree search has found out."""

from dataclasses import dataclass

from gtpengine.board.points import NO_POINT


@dataclass(frozen=True)
class MoveFinding:
    """One move of the root: a point, PASS or, beside coupons, COUPON.

    `win_rate`, `value` and `score` are the mover's; `value` is what the search maximises, 0 to 1.
    A move that was never tried has the values of the root.
    """

    point: int
    visits: int
    win_rate: float
    score: float  # mean lead at the end of the playouts, komi and coupons included
    value: float
    prior: float
    variation: tuple[int, ...]  # the most visited moves, this one first
    line_visits: tuple[int, ...] = ()  # along the variation
    forced: int = 0  # of the visits: because somebody speaks for the move

    @property
    def votes(self) -> int:
        """Visits that the search made of its own accord."""
        return self.visits - self.forced


@dataclass(frozen=True)
class Findings:
    """The state of a search; estimates all of it.

    Attributes:
        to_move: whose moves `moves` are.
        moves: the best first, by votes.
        playouts: that the tree's root has seen, those kept from earlier turns among them.
        win_rate: of the player to move.
        score: Black's mean lead, komi and coupons included.
        score_stdev: of single playouts.
        ownership: per point from -1.0 (White's) to 1.0 (Black's); playouts of this turn only.
        nodes: of the tree.
        full: whether the pool had no room for some children.
    """

    to_move: int
    moves: tuple[MoveFinding, ...]
    playouts: int
    win_rate: float
    score: float
    score_stdev: float
    ownership: dict[int, float]
    nodes: int
    full: bool

    @property
    def best(self) -> int:
        """The best move, NO_POINT if nothing was searched."""
        return self.moves[0].point if self.moves and self.moves[0].visits else NO_POINT

    def move(self, point: int) -> MoveFinding | None:
        """Return what is known about a move, None if it is none of the root's."""
        return next((move for move in self.moves if move.point == point), None)


@dataclass(frozen=True)
class Counts:
    """How a search used what it was given.

    Attributes:
        judged: nodes that the network has judged.
        guided: playouts that followed tables.
        followed: regions that these playouts began with, all together.
        broken: how many of these were given up on the way.
    """

    judged: int
    guided: int
    followed: int
    broken: int
