"""Settings of the Monte-Carlo tree search."""

from dataclasses import dataclass, field
from typing import Any


def _between(default: Any, low: float, high: float) -> Any:
    """Return a field with that default whose value must lie in [low, high]."""
    return field(default=default, metadata={"low": low, "high": high})


@dataclass(frozen=True)
class SearchSettings:
    """How a tree is grown and what its playouts are worth; the defaults play a whole board.

    The value of a finished game is (1 - score_weight) * won + score_weight * points, where points
    is the lead relative to the average of the whole search, between 0 and 1: it keeps its slope
    when a game is nearly won or lost, and with a weight near 1 the search maximises points.

    Attributes:
        exploration: weight of the prior's term, for results that spread like fair coins.
        rave_equivalence: visits at which a move's own results weigh as much as all of AMAF; 0: no
            AMAF.
        rave_window: moves of a playout that AMAF counts, per point that was empty at its start.
        prior_games: games at the parent's value that every move starts with.
        first_play_loss: what these games are worth less than the parent.
        expand_at: visits before a leaf gets moves.
        most_moves: of one node: the best by prior, so that large boards do not fill the pool.
        widening_base: the best moves by prior, always looked at.
        widening_growth: how many more there are per square root of the visits.
        pass_share: prior of a pass.
        coupon_share: prior of taking the coupon.
        score_weight: see above; beside coupons it is 1.
        score_scale: the lead that counts as everything; 0: a quarter of the board.
        coupon_step: between two coupons.
        coupon_exploration: `exploration` beside coupons.
        nodes: room in the pool; when it is full, the tree stops growing and the search goes on.
    """

    exploration: float = _between(0.7, 0.0, 10.0)
    rave_equivalence: float = _between(1500.0, 0.0, 1e6)
    rave_window: float = _between(1.0, 0.0, 10.0)
    prior_games: float = _between(4.0, 0.01, 1000.0)
    first_play_loss: float = _between(0.05, -1.0, 1.0)
    expand_at: int = _between(4, 1, 10_000)
    most_moves: int = _between(100, 1, 1000)
    widening_base: float = _between(12.0, 1.0, 1000.0)
    widening_growth: float = _between(1.0, 0.0, 1000.0)
    pass_share: float = _between(0.005, 0.0, 1.0)
    coupon_share: float = _between(0.25, 0.0, 1.0)
    score_weight: float = _between(0.15, 0.0, 1.0)
    score_scale: float = _between(0.0, 0.0, 1000.0)
    coupon_step: float = _between(0.5, 0.01, 10.0)
    coupon_exploration: float = _between(1.5, 0.0, 10.0)
    nodes: int = _between(2_000_000, 1000, 100_000_000)
