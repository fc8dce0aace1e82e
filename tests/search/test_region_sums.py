"""Sums of regions against the whole board played out by brute force, which knows no regions."""

from random import Random

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_of
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.laboratory.samples.sums import draw
from gtpengine.localgame.generator import choose_recipe, generate
from gtpengine.localgame.graph import Limits, expand
from gtpengine.partition.partition import strict_partition
from gtpengine.search.sums.regions import RegionSums
from gtpengine.search.sums.summand import Incomplete
from gtpengine.search.tds.budget import Budget
from tests.oracles import fast_board
from tests.oracles.full_board import FullBoard, TooBig, superko
from tests.oracles.sum_referee import full_sums, loss_by_brute_force, loss_by_playing


def small_sums(count, regions=range(1, 4), most_each=4, most=6):
    for seed in range(count):
        recipe = choose_recipe(Random(seed), regions, most_each, most)
        yield generate(seed, recipe)


@pytest.fixture(scope="module")
def sums():
    return RegionSums()


def test_scores_and_moves_are_those_of_the_whole_board(sums):
    """The sum of local results is the global minimax value, and every best move is one."""
    for enclosed in small_sums(100):
        for colour in (BLACK, WHITE):
            board = FullBoard(enclosed.position, set(enclosed.empty))
            low, high, low_after, high_after = fast_board.solve(board, colour)
            found = sums.solve(enclosed.regions, colour, all_moves=True)
            picture = enclosed.position.diagram()
            assert found.result.lower + enclosed.settled <= low, picture
            assert found.result.upper + enclosed.settled >= high, picture
            if found.result.proved:
                after = low_after if colour == BLACK else high_after
                for point in found.points:
                    assert after[None if point == PASS else point] == low, picture
                assert found.points


def test_nearly_all_are_proved(sums):
    proved = [sums.solve(enclosed.regions, BLACK).result.proved for enclosed in small_sums(100)]
    assert sum(proved) >= 98


def test_both_forms_of_brute_force_agree():
    for enclosed in small_sums(25):
        for lifts in (False, True):
            board = FullBoard(enclosed.position, set(enclosed.empty), pass_lifts=lifts)
            low, high = board.solve(WHITE)
            start = board.start(WHITE)
            fast = fast_board.solve(board, WHITE)
            assert fast[:2] == (low[start], high[start])
            assert fast[2] == board.best_moves(WHITE, low)
            assert fast[3] == board.best_moves(WHITE, high)


def test_superko_does_not_change_what_is_proved(sums):
    """What holds whatever the rule about repetition holds for two of those rules."""
    compared = 0
    for enclosed in small_sums(60, most_each=3, most=5):
        found = sums.solve(enclosed.regions, BLACK)
        if not found.result.proved:
            continue
        board = FullBoard(enclosed.position, set(enclosed.empty))
        for situational in (False, True):
            try:
                score = superko(board, BLACK, situational, most=20_000)
            except TooBig:
                continue
            assert score == found.result.score + enclosed.settled, enclosed.position.diagram()
            compared += 1
    assert compared > 60


def test_decided_parts_played_out_change_nothing(sums):
    full = full_sums()
    compared = 0
    for enclosed in small_sums(60, range(2, 5), 5, 10):
        for colour in (BLACK, WHITE):
            found = sums.solve(enclosed.regions, colour).result
            wide = full.solve(enclosed.regions, colour).result
            if found.proved and wide.proved:
                assert found.score == wide.score, enclosed.position.diagram()
                compared += 1
    assert compared > 100


def test_large_sums_hold_in_real_games(sums):
    """See scripts/exact-sums for the thousand."""
    judge = full_sums()
    for seed in range(4):
        sample = draw(seed, sums, ko=seed % 2 == 1, most=15)
        found = sums.solve(sample.enclosed.regions, sample.colour)
        assert found.result.proved
        score = found.result.score + sample.enclosed.settled
        missed = loss_by_playing(judge, sample.enclosed, sample.colour, score, [seed], Budget)
        assert missed == 0, sample.enclosed.position.diagram()


def test_referee_notices_a_wrong_score_and_a_wrong_move(sums):
    enclosed = next(e for e in small_sums(50) if sums.solve(e.regions, BLACK).points[0] != PASS)
    found = sums.solve(enclosed.regions, BLACK)
    score = found.result.score + enclosed.settled
    assert loss_by_brute_force(enclosed, BLACK, score, found.points) == (0, True)
    assert loss_by_brute_force(enclosed, BLACK, score + 1, found.points) == (0, False)
    missed, _ = loss_by_brute_force(enclosed, BLACK, score, [PASS])
    assert missed > 0
    assert loss_by_playing(sums, enclosed, BLACK, score + 1, [1], Budget) == 1


ONE_POINT_KO = """
X X X X X O O O O
X . X X X O O . O
X X X X X O O O O
X X X X O . O O O
X X X X X O O O O
X X X X X O O O O
X . X X X O O . O
X X X X X O O O O
X X X X X O O O O
"""


def test_a_ko_on_the_board_can_be_banned(sums):
    position = Position.from_diagram(ONE_POINT_KO)
    take = point_of("F6", 9, 9)
    ko = point_of("E6", 9, 9)
    regions = strict_partition(position, alternating=False).regions
    assert [region.points for region in regions] == [(ko, take)]
    first = sums.solve(regions, BLACK)
    # by hand: Black takes and then fills, both points are his
    assert (first.points, first.result.score) == ((take,), 2)
    position.play(BLACK, take)
    banned = strict_partition(position, alternating=False).regions
    assert banned[0].ko_point == ko
    second = sums.solve(banned, WHITE)
    # by hand: White may not retake; Black fills
    assert (second.points, second.result.score) == ((PASS,), 2)
    free = [
        region.__class__(**{**vars(region), "ko_point": 0, "ko_colour": 0}) for region in banned
    ]
    assert sums.solve(free, WHITE).result.score == -2


DAME = """
X X X X X O O O O
X . X X X O O . O
X X X X X O O O O
X X X X X . O O O
X X X X X O O O O
X X X X X O O O O
X . X X X O O . O
X X X X X O O O O
X X X X X O O O O
"""


def test_a_dame_is_worth_a_point_of_area_and_nothing_in_territory():
    regions = strict_partition(Position.from_diagram(DAME), alternating=False).regions
    assert RegionSums().solve(regions, BLACK).result.score == 1
    assert RegionSums().solve(regions, WHITE).result.score == -1
    territory = RegionSums(scoring=Scoring.TERRITORY)
    assert territory.solve(regions, BLACK).result.score == 0
    assert territory.solve(regions, WHITE).result.score == 0


class Loop(Exception):
    """Play comes back to a state."""


def taxed(board, state, known, path):
    """Return the score by area of a state when each stone costs its player a point."""
    if state in known:
        return known[state]
    if state in path:
        raise Loop
    path.add(state)
    end, after = board.successors(state)
    tax = -1 if state[3] == BLACK else 1
    scores = [
        taxed(board, new, known, path) + (0 if new[4] and not state[4] else tax) for new in after
    ]
    path.discard(state)
    if end is not None:
        scores.append(end)
    known[state] = max(scores) if state[3] == BLACK else min(scores)
    return known[state]


def test_territory_is_area_with_a_tax_on_every_stone():
    """T = A - (Black's moves - White's moves) - constant: architecture, section 3."""
    territory = RegionSums(lambda key: expand(key, decide=False), Scoring.TERRITORY)
    compared = 0
    for enclosed in small_sums(80, most_each=3, most=5):
        board = FullBoard(enclosed.position, set(enclosed.empty))
        for colour in (BLACK, WHITE):
            try:
                score = taxed(board, board.start(colour), {}, set())
            except Loop:
                continue
            found = territory.solve(enclosed.regions, colour).result
            # Whether the last ko must be filled is a point of territory that moves to waste decide.
            assert found.lower <= score - enclosed.settled <= found.upper
            compared += found.proved
    assert compared > 80


def test_unfinished_graphs_are_refused(sums):
    enclosed = generate(1, choose_recipe(Random(1), range(2, 3), 6, 8))
    cut = RegionSums(lambda key: expand(key, Limits(nodes=1)))
    with pytest.raises(Incomplete, match="not complete"):
        cut.solve(enclosed.regions, BLACK)


def test_a_cut_search_still_bounds(sums):
    enclosed = generate(2, choose_recipe(Random(8), range(5, 6), 6, 18))
    cut = RegionSums().solve(enclosed.regions, BLACK, Budget(nodes=3)).result
    exact = sums.solve(enclosed.regions, BLACK).result
    assert not cut.proved
    assert cut.lower <= exact.lower <= exact.upper <= cut.upper
