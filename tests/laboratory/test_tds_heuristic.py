"""Heuristic TDS: budgets, failing stacks, shortcuts that change nothing, and play in sums."""

from fractions import Fraction
from random import Random

import pytest

from gtpengine.errors import BadInput
from gtpengine.laboratory.amazons.contest import (
    HotPlayer,
    PlainPlayer,
    SumPlayer,
    _result,
    play,
    random_board,
)
from gtpengine.laboratory.amazons.game import AmazonsGame
from gtpengine.laboratory.amazons.rooms import rooms
from gtpengine.laboratory.amazons.whole import PoolFull, WholeGame
from gtpengine.laboratory.tds.alphabeta import CouponSearch
from gtpengine.laboratory.tds.globalsearch import GlobalSearch
from gtpengine.laboratory.tds.heuristic import Outcome, TemperatureSearch, classify
from gtpengine.laboratory.tds.hotstrat import HotstratTds
from gtpengine.search.tds.budget import Budget, OutOfBudget
from gtpengine.search.tds.pool import LEFT, RIGHT, TERMINAL, pool_of
from gtpengine.search.tds.stack import CouponStack
from gtpengine.values.graph import GameGraph
from gtpengine.values.notation import parse
from gtpengine.values.thermograph import thermograph
from tests.search.tds_games import Unfolding, random_tree

F = Fraction
HALF = CouponStack(F(-1), F(1, 2), 0)


class Ticking:
    """A clock that moves on by one whenever it is asked."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 1
        return self.now


def test_deep_enough_is_exact():
    random = Random(1)
    for _ in range(40):
        graph = random_tree(random, random.randint(1, 3), 4, (0, 1, 1, 2))
        game = Unfolding(graph, 4)
        search = TemperatureSearch(
            CouponSearch(game.pool, CouponStack(F(-1), F(1, 32), 0), game, loops=False)
        )
        found = search.estimate(game.root, Budget())
        exact = thermograph(graph, -1)
        assert found.complete
        assert (found.mean, found.temperature) == (exact.mean, exact.temperature)


def test_a_low_stack_is_raised():
    pool = pool_of(parse("{20|-20}"))
    search = TemperatureSearch(CouponSearch(pool, HALF))
    seen = []
    search.progress = seen.append
    found = search.estimate(0, Budget(), top=F(1))
    assert (found.mean, found.temperature) == (0, 20)
    assert found.stack.top > 20
    assert seen == [found]


@pytest.mark.parametrize(
    ("text", "top", "counted", "depth", "outcome"),
    [
        ("{4|-4}", 2, False, 3, Outcome.FAIL_LOW),
        ("{4|-4}", 6, False, 3, Outcome.REGULAR),
        ("{4|-4}", 6, True, 2, Outcome.FAIL_HIGH),
        ("{-1|1}", 1, False, 3, Outcome.FAIL_HIGH),
    ],
    ids=["hotter than the stack", "within it", "depth used up by coupons", "cold"],
)
def test_outcomes(text, top, counted, depth, outcome):
    pool = pool_of(parse(text))
    stack = CouponStack.up_to(top, F(1, 2))
    search = CouponSearch(pool, stack, coupons_count=counted)
    search.search(0, LEFT, stack.layers, depth)
    assert classify(search.variation(0, LEFT, stack.layers), stack) is outcome


def test_the_clock_may_ring_at_any_time():
    random = Random(2)
    board = random_board(4, random)
    depths = set()
    for patience in (0, 3, 30, 300):
        game = AmazonsGame()
        node = game.add(board)
        search = TemperatureSearch(CouponSearch(game.pool, HALF, game, loops=False))
        found = search.estimate(node, Budget(deadline=patience, clock=Ticking()), most_depth=3)
        depths.add(found.depth)
        interval = search.interval(node)
        assert interval.mean_lower <= interval.mean_upper
        assert interval.temperature_lower <= interval.temperature_upper
    assert min(depths) == 1
    assert max(depths) > 1


def test_limits_of_nodes_and_of_room():
    game = AmazonsGame()
    node = game.add(random_board(4, Random(3)))
    search = CouponSearch(game.pool, HALF, game, loops=False)
    with pytest.raises(OutOfBudget):
        search.search(node, LEFT, 8, 6, budget=Budget(nodes=500))
    assert search.nodes < 550  # leaves in between are not asked
    with pytest.raises(OutOfBudget):
        search.search(node, LEFT, 8, 9, budget=Budget(pool_nodes=len(game.pool)))
    # A stopped search leaves nothing behind that spoils the next.
    fresh = CouponSearch(game.pool, HALF, game, loops=False)
    assert search.search(node, LEFT, 6, 2).value == fresh.search(node, LEFT, 6, 2).value


def test_open_nodes_need_an_expander():
    game = AmazonsGame()
    node = game.add(random_board(4, Random(4)))
    with pytest.raises(BadInput, match="expand"):
        CouponSearch(game.pool, HALF, loops=False).search(node, LEFT, 3)


def test_shortcuts_change_nothing():
    random = Random(5)
    for _ in range(4):
        game = AmazonsGame()
        node = game.add(random_board(4, random))
        plain = CouponSearch(game.pool, HALF, game, loops=False)
        fast = CouponSearch(
            game.pool, HALF, game, loops=False, bounded=True, sorted_options=True, table_bits=10
        )
        for depth in (1, 2):
            for layer in range(0, 16, 3):
                for side in (LEFT, RIGHT):
                    # Bounds may cut below a leaf's estimate: compare without them at the horizon.
                    slow = plain.search(node, side, layer, depth).value
                    assert fast.search(node, side, layer, depth).value == slow
        assert fast.nodes < plain.nodes


def brute(pool, parts, side, refused, known):
    """Minimax of a sum in half points, with the global search's rules for numbers."""
    key = (tuple(sorted(parts)), side, refused)
    if key not in known:
        arrays, sign = pool.arrays, 1 - 2 * side
        terminal = [node for node in parts if arrays.state[node] == TERMINAL]
        if refused == 2 or len(terminal) == len(parts):
            known[key] = sign * sum(int(arrays.value[node]) for node in terminal) - 1
        else:
            best = -2 - brute(pool, parts, 1 - side, refused + 1, known)
            for place, node in enumerate(parts):
                for edge in pool.options(node, side):
                    after = list(parts)
                    after[place] = int(arrays.target[edge])
                    best = max(best, -brute(pool, after, 1 - side, 0, known))
            known[key] = best
    return known[key]


def test_global_search_is_minimax():
    random = Random(6)
    small = rooms(5)
    for turn in range(40):
        game = AmazonsGame()
        parts = [game.add(random.choice(small)) for _ in range(2)]
        game.complete()
        search = GlobalSearch(game.pool, game)
        if search.is_over(parts):
            continue
        found = search.choose(parts, turn % 2, Budget())
        assert found.complete
        assert found.value == brute(game.pool, parts, turn % 2, 0, {})


@pytest.mark.checked
@pytest.mark.pure
def test_hotstrat_plays_the_hottest_game():
    graph = GameGraph.from_options({"A": ([3], [-3]), "B": ([9], [-9]), "C": ([20], [18])})
    player = HotstratTds(pool_of(graph), Unfolding(graph, 20))
    for side in (LEFT, RIGHT):
        move = player.choose([0, 1, 2], side, Budget())
        assert move.part == 1
        assert move.edge in player.pool.options(1, side)
    assert player.temperatures() == {0: 3, 1: 9, 2: 1}
    assert player.choose([0, 2], LEFT, Budget()).part == 0


@pytest.mark.parametrize(
    ("total", "to_move", "left_won", "margin"),
    [
        (3, LEFT, True, 2),
        (3, RIGHT, True, 3),
        (0, LEFT, False, 0),
        (0, RIGHT, True, 0),
        (-2, LEFT, False, 2),
        (-2, RIGHT, False, 1),
    ],
)
def test_who_wins_a_number(total, to_move, left_won, margin):
    assert _result(total, to_move) == (left_won, margin)


@pytest.mark.checked
def test_a_contest_is_played_to_its_end():
    random = Random(7)
    boards = [random_board(4, random) for _ in range(2)]
    hot = HotPlayer(1 << 14)
    for other in (SumPlayer(1 << 14), PlainPlayer(2, 1 << 14)):
        result = play(boards, hot, other, LEFT, lambda: Budget(deadline=2, clock=Ticking()))
        assert 0 < result.moves <= 22
        assert 0 <= result.margin <= 22


def test_a_sum_as_one_game_is_worth_the_same():
    # The same search, once with boards kept apart and once with whole positions.
    random = Random(8)
    for turn in range(8):
        boards = [random_board(random.choice((3, 4)), random) for _ in range(1 + turn % 3)]
        side = turn // 3 % 2
        apart, whole = AmazonsGame(), WholeGame(len(boards), 1 << 17)
        parts, root = [apart.add(board) for board in boards], whole.add(boards, side)
        if GlobalSearch(apart.pool, apart).is_over(parts):
            continue
        for depth in (1, 2, 3):
            by_board = GlobalSearch(apart.pool, apart).search(parts, side, depth, Budget())
            as_one = GlobalSearch(whole.pool, whole).search([root], side, depth, Budget())
            assert by_board.value == as_one.value
            assert by_board.complete == as_one.complete
        assert whole.position(root) == boards


def test_a_full_pool_of_sums_ends_the_search():
    boards = [random_board(4, Random(9)) for _ in range(2)]
    game = WholeGame(2, 1 << 12)
    search = GlobalSearch(game.pool, game)
    found = search.choose([game.add(boards, LEFT)], LEFT, Budget())
    assert found.depth < 3
    with pytest.raises(PoolFull):
        search.search([0], LEFT, 4, Budget())
    game.forget()
    assert not game.is_filling
    assert game.add(boards, LEFT) == 0
