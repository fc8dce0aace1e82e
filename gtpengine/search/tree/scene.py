"""What the kernels of a search read: the root position and the settings, as arrays."""

import math
from collections.abc import Collection, Mapping

import numpy as np
import numpy.typing as npt

from gtpengine.board.points import GRID_LEN, NO_POINT
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.board.vector import hash_of
from gtpengine.evaluation.frozen import frozen_vector
from gtpengine.evaluation.weights import Weights
from gtpengine.parameters import SearchSettings
from gtpengine.search.local.tables import no_tables
from gtpengine.search.tree.kernels import types as layout
from gtpengine.search.whole import SUPERKO, history_of, stones_ahead

# The spread of results below which exploration does not shrink any more, as a share.
_LEAST_SPREAD = 0.4
_LEAST_COUPON_SPREAD = 0.02
# What a move's place in the tables does to its prior, by the classes of `kernels.grow`: elsewhere,
# inferior, answer, hottest, and further below the hottest. `scripts/learn-tables 160`: on the half
# that was not fitted the log-loss of professional endgame moves falls from 3.00 to 2.70.
_TABLE_GAMMAS = (1.0, 3.0, 6.4, 18.3, 6.6, 3.0, 7.2, 5.4)
_LARGE = 19  # the side of the board that numbers of points are for
# The prior of a pass by territory: there a move may cost a point.
_TERRITORY_PASS_SHARE = 0.02


def scene_of(
    position: Position,
    settings: SearchSettings,
    *,
    allowed: Collection[int] | None,
    goal: Collection[int] | None,
    settled: Mapping[int, int],
    ambient: float | None,
    is_judged: bool,
    weights: Weights,
    flag: npt.NDArray[np.int64],
) -> layout.Scene:
    """Return the scene of a search that has no tables yet; see `TreeSearch` for the arguments.

    `is_judged`: somebody judges nodes. `flag` stops the search while it is not 0.
    """
    by_territory = (
        position.rules.scoring is Scoring.TERRITORY
        and ambient is None
        and goal is None
        and allowed is None
    )
    board = frozen_vector(position, settled, allowed)
    area = position.width * position.height
    words = np.zeros(layout.WORDS, np.int64)
    scored = np.ones(GRID_LEN, np.uint8)
    counted = allowed if goal is None else goal
    if counted is not None:
        scored[:] = 0
        scored[list(counted)] = 1
        area = len(counted)
    numbers = np.zeros(layout.NUMBERS, np.float64)
    moves = [move.point for move in position.moves[-2:]]
    words[layout.TO_MOVE] = position.to_move
    words[layout.LAST] = moves[-1] if moves else NO_POINT
    words[layout.BEFORE_LAST] = moves[0] if len(moves) == 2 else NO_POINT
    # A pass on the board does not count: with a second one dead stones would be counted alive.
    words[layout.PASSES] = 0
    words[layout.SUPERKO] = SUPERKO[position.rules.ko]
    most = max(1, settings.ask_at // 2) if is_judged else settings.expand_at
    words[layout.EXPAND_AT] = min(settings.expand_at, most)
    words[layout.MOST_MOVES] = settings.most_moves
    bonus = position.rules.handicap_bonus.points(position.handicap)
    numbers[layout.KOMI] = float(position.komi + bonus) if goal is None else 0.0
    numbers[layout.OTHER_SHARE] = settings.pass_share
    if by_territory:
        words[layout.TERRITORY] = 1
        numbers[layout.KOMI] += stones_ahead(position)
        numbers[layout.OTHER_SHARE] = max(settings.pass_share, _TERRITORY_PASS_SHARE)
    numbers[layout.EXPLORATION] = settings.exploration
    numbers[layout.RAVE_EQUIVALENCE] = settings.rave_equivalence
    numbers[layout.RAVE_WINDOW] = settings.rave_window
    numbers[layout.PRIOR_GAMES] = settings.prior_games
    numbers[layout.FIRST_PLAY_LOSS] = settings.first_play_loss
    numbers[layout.WIDENING_BASE] = settings.widening_base
    numbers[layout.WIDENING_GROWTH] = settings.widening_growth
    weight = settings.played_score_weight if is_judged else settings.score_weight
    numbers[layout.SCORE_WEIGHT] = weight
    numbers[layout.SCORE_SCALE] = settings.score_scale or max(5.0, area / 4)
    numbers[layout.LEAST_SPREAD] = _LEAST_SPREAD
    numbers[layout.NET_SHARE] = settings.net_share
    numbers[layout.DOUBT_SHARE] = settings.doubt_share
    numbers[layout.NET_SCORE_WEIGHT] = settings.net_score_weight
    side = math.sqrt(position.width * position.height)
    numbers[layout.NET_SCORE_SCALE] = settings.net_score_scale * side / _LARGE
    numbers[layout.POLICY_POINTS] = settings.policy_points
    numbers[layout.NET_GAMES] = settings.net_games
    numbers[layout.PRIOR_POWER] = settings.prior_power
    numbers[layout.NET_POWER] = settings.net_power
    words[layout.ASK_AT] = settings.ask_at if is_judged else 0
    words[layout.TOGETHER] = settings.together
    words[layout.FAVOURED : layout.FORCED] = -1
    words[layout.JUDGING] = settings.net_rest
    words[layout.CORRECTED] = settings.corrected
    words[layout.TRUST] = round(1024 * settings.trust)
    # By area a game is played to its end; by territory a move that gains less than a point by
    # area costs its player something.
    numbers[layout.TAX] = 1.0 if by_territory else 0.0
    numbers[layout.LEAST_HEAT] = 0.9 if by_territory else 0.0
    stack = np.zeros(2, np.float64)
    words[layout.LAYERS] = -1
    if ambient is not None:
        stack = coupon_values(ambient, settings.coupon_step)
        words[layout.LAYERS] = len(stack) // 2 - 1
        words[layout.PASSES] = 0
        numbers[layout.KOMI] = 0.0
        numbers[layout.OTHER_SHARE] = settings.coupon_share
        numbers[layout.EXPLORATION] = settings.coupon_exploration
        numbers[layout.SCORE_WEIGHT] = 1.0
        numbers[layout.SCORE_SCALE] = 2 * area + float(stack[: len(stack) // 2].sum())
        numbers[layout.LEAST_SPREAD] = _LEAST_COUPON_SPREAD
    return layout.Scene(
        board,
        # Settled points change the board's hash, by the same in every position.
        history_of(position, position.hash ^ hash_of(board)),
        scored,
        words,
        numbers,
        stack,
        flag,
        weights,
        no_tables(),
        np.array(_TABLE_GAMMAS, np.float32),
    )


def coupon_values(top: float, step: float) -> npt.NDArray[np.float64]:
    """Return the coupons of a stack by layer, layer 0 empty, and then each layer's worth.

    The worth is what the player to move gains when both take coupons to the end. Coupons fall by
    `step` from `top` to the last one above 0.
    """
    coupons = [0.0]
    height = top
    above = []
    while height > 1e-9:
        above.append(height)
        height -= step
    coupons += reversed(above)
    worth = [0.0]
    for coupon in coupons[1:]:
        worth.append(coupon - worth[-1])
    return np.array(coupons + worth)
