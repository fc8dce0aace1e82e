"""The numbers of the search: one dataclass for each searcher, and nothing of it anywhere else.

Each is a `[table]` of the configuration and can be set while the engine runs (`gtpengine-param
search.exploration 0.8`). A number has its reason beside it, or the command that measured it.
"""

from dataclasses import dataclass, field
from typing import Any


def between(default: Any, low: float, high: float) -> Any:
    """Return a field with that default whose value must lie in [low, high]."""
    return field(default=default, metadata={"low": low, "high": high})


@dataclass(frozen=True)
class SearchSettings:
    """How a tree is grown and what its playouts are worth; the defaults play a whole board.

    The value of a finished game is (1 - score_weight) * won + score_weight * points, where points
    is the lead relative to the average of the whole search, between 0 and 1: it keeps its slope
    when a game is nearly won or lost, and with a weight near 1 the search maximises points.
    """

    # Weight of the prior's term, for results that spread like fair coins.
    exploration: float = between(0.7, 0.0, 10.0)
    # Visits at which a move's own results weigh as much as all of AMAF; 0: no AMAF.
    rave_equivalence: float = between(1500.0, 0.0, 1e6)
    # Moves of a playout that AMAF counts, per point that was empty at its start.
    rave_window: float = between(1.0, 0.0, 10.0)
    # Games at the parent's value that every move starts with,
    prior_games: float = between(4.0, 0.01, 1000.0)
    # and what these games are worth less than the parent.
    first_play_loss: float = between(0.05, -1.0, 1.0)
    # Visits before a leaf gets moves; half of `ask_at` at most where the network is asked.
    expand_at: int = between(4, 1, 10_000)
    # Moves of one node: the best by prior, so that large boards do not fill the pool.
    most_moves: int = between(100, 1, 1000)
    # The best moves by prior that are always looked at, and how many more per square root of the
    # visits. A node that the network has judged looks at all.
    widening_base: float = between(12.0, 1.0, 1000.0)
    widening_growth: float = between(1.0, 0.0, 1000.0)
    # Prior of a pass, and of taking a coupon.
    pass_share: float = between(0.005, 0.0, 1.0)
    coupon_share: float = between(0.25, 0.0, 1.0)
    # Weight of points in the value of a game; the chance to win has the rest. 1 beside coupons.
    score_weight: float = between(0.15, 0.0, 1.0)
    # The lead that counts as everything; 0: a quarter of the board.
    score_scale: float = between(0.0, 0.0, 1000.0)
    # Between two coupons, and the exploration beside them.
    coupon_step: float = between(0.5, 0.01, 10.0)
    coupon_exploration: float = between(1.5, 0.0, 10.0)
    # Share of the playouts that follow the tables of regions, where there are any; the others play
    # plain Go, so that a wrong table is found out. Not shown to gain anything yet: none.
    trust: float = between(0.0, 0.0, 1.0)
    # Whether a playout's result counts tracked regions by their tables, and only the rest of the
    # board by its end.
    corrected: bool = True
    # Visits from which the network is asked about a node; the root is asked about at once. 1: about
    # every new node, whose judgement is then what its line counts. With 4, and half of the weight
    # for playouts, endgame moves lose less (docs/decisions/0018).
    ask_at: int = between(4, 1, 1_000_000)
    # Nodes that it is asked about at once.
    together: int = between(4, 1, 8)
    # Whether the network judges the rest of the board; if not, it only gives priors.
    net_rest: bool = True
    # Weight of its judgements in a move's value; playouts have the rest.
    net_share: float = between(0.5, 0.0, 1.0)
    # Weight of points in the value of a judgement, and the points from the average at which half
    # of what points can give is reached, on 19x19; smaller boards in proportion to their side.
    # With 0.15 a point was worth less than a thousandth (docs/decisions/0018).
    net_score_weight: float = between(0.7, 0.0, 1.0)
    net_score_scale: float = between(15.0, 0.1, 1000.0)
    # Weight of points in the value of a playout, where there are judgements as well.
    played_score_weight: float = between(0.5, 0.0, 1.0)
    # The weight of sums of means where regions are tracked and there is no network: there playouts
    # spread by dozens of points, and sums are exact to fractions of one, but blind for what
    # happens on settled land.
    sum_share: float = between(0.3, 0.0, 1.0)
    # Share of a new judgement of the rest of the board after moves on settled land alone: half of
    # what the network says has changed is believed.
    doubt_share: float = between(0.5, 0.0, 1.0)
    # Judgements that every move starts with, and what they expect of it: points lost for each
    # natural logarithm by which the network likes another move more (by a regression of KataGo's
    # leads on the network's leads and choices); 0: it differs from its node as the playouts say.
    net_games: float = between(4.0, 0.01, 1000.0)
    policy_points: float = between(0.55, 0.0, 100.0)
    # Weight of the network where points are given to their owners.
    net_owner_share: float = between(0.5, 0.0, 1.0)
    # Powers of the pattern model's prior and of the network's, where there are both.
    prior_power: float = between(0.2, 0.0, 10.0)
    net_power: float = between(0.8, 0.0, 10.0)
    # Share of the root's visits that each move has at least which the strategy or the reader of
    # life and death speaks for: what the search does not think of by itself could not be compared.
    # Neither gain nor loss was shown with a tenth (docs/PERFORMANCE.md), so it costs little.
    favour: float = between(0.04, 0.0, 0.25)
    # The same for the move of a sum whose regions are all solved: it is played unless the search
    # finds a better one, so the search has to know both.
    compare: float = between(0.25, 0.0, 0.25)
    # Room in the pool; when it is full, the tree stops growing and the search goes on.
    nodes: int = between(2_000_000, 1000, 100_000_000)


@dataclass(frozen=True)
class ModelSettings:
    """How far regions are solved or estimated."""

    # A region with more empty points is not expanded.
    solved_empty: int = between(16, 1, 40)
    # One with more is not estimated in a game; reports divide it into themes.
    estimated_empty: int = between(40, 1, 361)
    # Positions of a graph; where time is short there are fewer:
    nodes: int = between(400_000, 100, 100_000_000)
    # graph and values together, cautiously (`scripts/bench localgame`).
    nodes_per_second: int = between(200_000, 1000, 100_000_000)
    # Positions of a temperature discovery search; 20,000 take a tenth of a second.
    search_nodes: int = between(20_000, 100, 10_000_000)
    # Searches and tables that are remembered.
    kept: int = between(200, 1, 100_000)
    # A table is not followed if its mean is further from the owners that the search expects than
    # this, and half of its temperature: then its border does not hold.
    doubt: float = between(1.5, 0.0, 1000.0)
    # Whether a search follows only tables of solved regions whose value stays when a ring of land
    # is added, and the positions that may be listed to find out.
    held: bool = True
    border_nodes: int = between(20_000, 100, 10_000_000)
    # Ownership from which a border counts as settled.
    sure: float = between(0.5, 0.0, 1.0)


@dataclass(frozen=True)
class ThinkingSettings:
    """How a move's time is parted."""

    # Share of the board; with fewer stones on it nothing is divided yet.
    few_stones: float = between(0.3, 0.0, 1.0)
    # Share of the time, and playouts, after which the tree draws the borders of regions; what comes
    # first. Borders hardly change with more (`scripts/cache-hit-rate` uses 400).
    first_share: float = between(0.15, 0.0, 1.0)
    first_visits: int = between(800, 1, 1_000_000)
    # Share of the time for the model, at most, and of what is left for the proof of an exact sum.
    model_share: float = between(0.25, 0.0, 1.0)
    sum_share: float = between(0.2, 0.0, 1.0)
    # Share of the time for reading which groups can be killed; what was read stays known.
    reading_share: float = between(0.1, 0.0, 1.0)
    # Share of the time, at most, for what is left on a closed board: a search of the whole board
    # has little to add there.
    closing_share: float = between(0.7, 0.0, 1.0)
    # Share of the time for a partner's search, at most: without an answer our own search has the
    # rest, which is enough for a sound move.
    partner_share: float = between(0.6, 0.0, 1.0)
    # Seconds for the model at most, however much time there is.
    model_seconds: float = between(4.0, 0.0, 86_400.0)
    # A watched study asks the model again when the tree has grown so many times.
    growth: int = between(8, 2, 1000)
    # Looks at the clock and at whether the best move can still change.
    slices: int = between(12, 1, 1000)
    # Seconds of such a slice at most: whoever watches wants to see something.
    slice_seconds: float = between(0.2, 0.01, 60.0)


@dataclass(frozen=True)
class DecisionSettings:
    """When two moves are the same to a search, so that the strategy chooses."""

    # Share of the best move's votes that a move needs to be the same. That leads lie within their
    # errors is no reason, votes know more: 27 moves that the strategy chose for that reason, in 120
    # endgames, cost 70 points by KataGo's judgement (docs/PERFORMANCE.md).
    same_share: float = between(0.9, 0.0, 1.0)
    # Share of the best move's visits from which a move counts as looked at.
    shown_share: float = between(0.01, 0.0, 1.0)
    # Where every region is solved, or the board is closed, the local games choose. The search is
    # heard where it finds a move that is better by so many points, after so many visits for theirs:
    # a group hangs, or a border does not hold. In 16 endgames of games to learn from
    # (docs/decisions/0018) that told the moves of sums that lose by KataGo's judgement from the
    # others. On closed boards 5 points and the errors of playouts let moves pass of which 22 lost
    # more than a point and 3 gained one (0025).
    heard_points: float = between(2.0, 0.0, 1000.0)
    heard_visits: int = between(20, 1, 1_000_000)
    # Visits and share of the best move's that a move needs in a partner's search, where a visit
    # says far more than one of ours.
    partner_visits: int = between(3, 1, 1_000_000)
    partner_share: float = between(0.1, 0.0, 1.0)
    # Points by which its lead may be better and still be no difference: what its leads after 100
    # visits are off by. On 39 positions of games that no match is played from, the strategy's moves
    # gained 0.05 points (0.04) by its own longer searches, with 0.3 as with 1.0.
    partner_error: float = between(0.6, 0.0, 100.0)
