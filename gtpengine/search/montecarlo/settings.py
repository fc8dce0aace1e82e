"""Settings of the Monte-Carlo tree search."""

from dataclasses import dataclass, field


def _between(default: float, low: float, high: float) -> float:
    limited: float = field(default=default, metadata={"low": low, "high": high})
    return limited


@dataclass(frozen=True)
class SearchSettings:
    """How a tree is grown and what its playouts are worth; the defaults play a whole board.

    The value of a finished game is (1 - score_weight) * won + score_weight * points, where points
    is the lead relative to the average of the whole search, between 0 and 1: it keeps its slope
    when a game is nearly won or lost, and with a weight near 1 the search maximises points.
    """

    exploration: float = _between(0.7, 0.0, 10.0)  # of the prior's term, for results 0 and 1
    rave_equivalence: float = _between(1500.0, 0.0, 1e6)  # visits that weigh like all AMAF; 0: none
    prior_games: float = _between(
        4.0, 0.0, 1000.0
    )  # games at the parent's value that a move starts with
    first_play_loss: float = _between(
        0.05, -1.0, 1.0
    )  # what these games are worth less than the parent
    expand_at: int = field(
        default=4, metadata={"low": 1, "high": 10_000}
    )  # visits before a leaf gets moves
    widening_base: float = _between(
        12.0, 1.0, 1000.0
    )  # best moves by prior that are always looked at
    widening_growth: float = _between(
        1.0, 0.0, 1000.0
    )  # more of them per square root of the visits
    pass_share: float = _between(0.005, 0.0, 1.0)  # prior of a pass
    coupon_share: float = _between(0.25, 0.0, 1.0)  # prior of taking the coupon
    score_weight: float = _between(0.15, 0.0, 1.0)
    score_scale: float = _between(0.0, 0.0, 1000.0)  # points that are everything; 0: by board size
    coupon_step: float = _between(0.5, 0.01, 10.0)  # between two coupons
    nodes: int = field(
        default=2_000_000, metadata={"low": 1000, "high": 100_000_000}
    )  # of the pool
