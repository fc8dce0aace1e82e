"""Sums of games written by hand: what they are worth, and where to move."""

import random
from functools import cache

import pytest

from gtpengine.errors import BadInput
from gtpengine.search.sums.kernels.prove import PLAIN, STRICT
from gtpengine.search.sums.result import PASS, SumMove, Verdict
from gtpengine.search.sums.solver import BLACK, WHITE, SumSolver, Term
from gtpengine.search.sums.threats import ko_matters, threat
from gtpengine.search.tds.budget import Budget
from tests.search.games import gote_then_sente, ko, number, seki, summand, switch


def solve(games, player, nodes=None, **options):
    """Solve a sum; equal summands are not told that they are equal."""
    nodes = nodes or [0] * len(games)
    terms = [Term(i, game, node) for i, (game, node) in enumerate(zip(games, nodes, strict=True))]
    return SumSolver().solve(terms, player, all_moves=True, **options)


@pytest.mark.parametrize(
    ("games", "black", "white"),
    [
        pytest.param([], 0, 0, id="nothing"),
        pytest.param([number(3), number(-5)], -2, -2, id="numbers"),
        pytest.param([switch(5, 1)], 5, 1, id="one switch"),
        # by hand: the larger first, 5 + 0 and 1 + 4
        pytest.param([switch(5, 1), switch(4, 0)], 5, 5, id="two switches of one size"),
        pytest.param([switch(9, 1), switch(4, 0)], 9, 5, id="larger first"),
        # by hand: 11 || 8 | 0 is Black's to take in gote, White's threat is answered
        pytest.param([gote_then_sente(11, 8, 0)], 11, 8, id="Kao's A"),
        pytest.param([seki(4, 2)], 2, 2, id="seki is left alone"),
        pytest.param([seki(4, 2), switch(3, 1)], 5, 3, id="seki beside a switch"),
        pytest.param([ko(2)], 2, 0, id="a ko without threats is the first player's to end"),
    ],
)
@pytest.mark.checked
@pytest.mark.pure
def test_scores_by_hand(games, black, white):
    assert solve(games, BLACK).score == black
    assert solve(games, WHITE).score == white


def test_all_best_moves_are_named():
    # by hand: 4 + 4 with a large one first, 2 + 4 with the small one
    result = solve([switch(4, 0), switch(2, 0), switch(4, 0), switch(4, 0)], BLACK)
    assert result.moves == (SumMove(0, 0), SumMove(2, 0), SumMove(3, 0))


def test_a_pass_is_named_where_it_is_as_good():
    result = solve([seki(4, 2)], WHITE)
    assert result.moves == (PASS,)


def test_equal_summands_share_their_nodes():
    solver = SumSolver()
    terms = [Term(i, switch(4 + i, i)) for i in range(12)]
    result = solver.solve(terms, BLACK)
    # by hand: six each, 2 for every pair
    assert result.score == sum(range(12)) + 24
    assert result.stored < 40


@pytest.mark.parametrize(
    ("threats_black", "threats_white", "score"),
    [
        pytest.param(0, 0, 0, id="no threats: White ends the ko"),
        pytest.param(1, 0, 0, id="one threat: Black has no ko to take"),
    ],
)
def test_white_to_move_ends_a_ko(threats_black, threats_white, score):
    games = [ko(10)] + [threat(50)] * threats_black + [threat(50, WHITE)] * threats_white
    assert solve(games, WHITE, [1] + [0] * (len(games) - 1)).score == score


@pytest.mark.parametrize(
    ("threats_black", "threats_white", "score"),
    [
        # White has just taken the ko: Black may not retake at once, White then fills.
        pytest.param(0, 0, 0, id="no threat: the ko is lost"),
        pytest.param(1, 0, 10, id="a threat, and Black retakes and fills"),
        pytest.param(1, 1, 0, id="White has one as well"),
        pytest.param(2, 1, 10, id="one more than White"),
        pytest.param(2, 2, 0, id="as many as White"),
        pytest.param(5, 3, 10, id="five to three"),
    ],
)
@pytest.mark.checked
@pytest.mark.pure
def test_who_has_more_threats_wins_the_ko(threats_black, threats_white, score):
    games = [ko(10)] + [threat(50)] * threats_black + [threat(50, WHITE)] * threats_white
    result = solve(games, BLACK, [3] + [0] * (len(games) - 1))
    assert result.score == score


def test_small_threats_are_ignored():
    # by hand: White ignores a threat of 6, fills the ko of 10 and gives the 6
    assert solve([ko(10), threat(6)], BLACK, [3, 0]).score == 6


def test_a_ko_matters_only_where_threats_change_the_score():
    solver = SumSolver()
    assert ko_matters(solver, [Term("ko", ko(10), 1)], BLACK, Budget())
    assert not ko_matters(solver, [Term("switch", switch(10, 0))], BLACK, Budget())


def test_a_loop_that_no_one_can_leave_is_not_decided():
    # Two players who go round for ever: leaving costs whoever does it.
    circle = summand((0, [1], [3]), (5, [2], [0]), (-9, [], []), (-5, [0], [4]), (9, [], []))
    result = solve([circle], BLACK)
    assert result.verdict is Verdict.REPETITION
    assert result.lower < result.upper
    assert result.score is None


def test_a_cut_search_says_so():
    games = [gote_then_sente(11 + i, 8 - i, -i) for i in range(9)]
    result = solve(games, BLACK, budget=Budget(nodes=5))
    assert result.verdict is Verdict.BUDGET
    exact = solve(games, BLACK)
    assert exact.proved
    assert result.lower <= exact.score <= result.upper


def test_a_small_memory_gives_up_in_time():
    games = [gote_then_sente(20 + 3 * i, 8 - i * i, -5 * i) for i in range(12)]
    terms = [Term(i, game) for i, game in enumerate(games)]
    result = SumSolver(rows=1).solve(terms, BLACK, Budget(nodes=3_000_000))
    assert result.verdict in (Verdict.PROVED, Verdict.BUDGET)


def test_too_many_summands():
    with pytest.raises(BadInput, match="at most"):
        solve([switch(1, 0)] * 100, BLACK)


def random_tree(draw, depth):
    """Return nodes of a random loop-free game: not only hot ones."""
    nodes = []

    def make(depth):
        place = len(nodes)
        nodes.append(None)
        options = [[], []]
        if depth:
            for side in (0, 1):
                options[side] = [make(depth - 1) for _ in range(draw.randint(0, 2))]
        nodes[place] = (draw.randint(-4, 4), *options)
        return place

    make(depth)
    return nodes


def minimax(games):
    """Return the scores of a sum with Black and with White to move, by plain recursion."""

    @cache
    def play(state, player, passed):
        scores = []
        for i, node in enumerate(state):
            scores += [
                play((*state[:i], target, *state[i + 1 :]), 1 - player, False)
                for target in games[i][node][1 + player]
            ]
        if passed:
            scores.append(sum(games[i][node][0] for i, node in enumerate(state)))
        else:
            scores.append(play(state, 1 - player, True))
        return max(scores) if player == BLACK else min(scores)

    start = (0,) * len(games)
    return play(start, BLACK, False), play(start, WHITE, False)


def test_random_sums_have_the_score_of_plain_minimax():
    draw = random.Random(5)
    solver = SumSolver()
    for case in range(300):
        games = [random_tree(draw, draw.randint(0, 3)) for _ in range(draw.randint(1, 3))]
        terms = [Term((case, i), summand(*game)) for i, game in enumerate(games)]
        expected = minimax(games)
        for player in (BLACK, WHITE):
            result = solver.solve(terms, player)
            assert result.proved
            assert result.score == expected[player], games


def test_all_rules_of_passing_agree_without_loops():
    draw = random.Random(6)
    solvers = [SumSolver(), SumSolver(STRICT), SumSolver(PLAIN)]
    for case in range(80):
        games = [random_tree(draw, 3) for _ in range(2)]
        terms = [Term((case, i), summand(*game)) for i, game in enumerate(games)]
        scores = {solver.solve(terms, case % 2).score for solver in solvers}
        assert len(scores) == 1
