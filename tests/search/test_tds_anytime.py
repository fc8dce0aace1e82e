"""The anytime solver of regions: bounds that hold whenever the clock rings, exact at the end."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.rules import Scoring
from gtpengine.errors import BadInput
from gtpengine.laboratory.samples.regions import random_region
from gtpengine.localgame.solver import solve
from gtpengine.partition.region import Region
from gtpengine.search.tds.anytime import RegionSearch
from gtpengine.search.tds.budget import Budget

F = Fraction


def solved_regions(seed, count, sizes):
    random = Random(seed)
    while count:
        region = random_region(random, random.choice(sizes), random.choice((0, 1, 2)))
        solution = solve(region)
        if solution.is_solved:
            count -= 1
            yield region, solution


def swapped(region):
    return Region.of(
        (region.width, region.height),
        region.points,
        {point: opponent(colour) for point, colour in region.stones},
        {point: opponent(colour) for point, colour in region.border},
    )


def test_without_a_limit_a_region_comes_out_exact():
    for region, solution in solved_regions(1, 25, range(2, 8)):
        found = RegionSearch(region).run(Budget())
        value = solution.value(scoring=Scoring.AREA)
        assert found.complete
        assert found.is_exact
        assert (found.mean, found.temperature) == (value.mean, value.temperature)
        below = max(value.temperature - F(1, 4), F(0))
        for colour in (BLACK, WHITE):
            best = {
                move.point
                for move in solution.best_moves(colour, scoring=Scoring.AREA)
                if any(
                    low <= below and (high is None or below <= high) for low, high in move.ranges
                )
            }
            assert not best or set(found.moves(colour)) == best, region.diagram()


def test_likely_moves_are_looked_at_first_and_change_nothing_exact():
    region = next(region for region, _ in solved_regions(3, 1, (9,)))
    moves = RegionSearch(region).run(Budget()).moves(BLACK)
    liked, disliked = ({BLACK: {point: 1.0}} for point in (moves[0], region.empty[-1]))
    exact = [RegionSearch(region, priors=each).run(Budget()) for each in (None, liked, disliked)]
    assert exact[0].mean == exact[1].mean == exact[2].mean
    assert exact[0].temperature == exact[1].temperature == exact[2].temperature
    assert {each.nodes for each in exact} == {exact[0].nodes}


def test_unlikely_moves_are_expanded_later():
    region = random_region(Random(8), 20)
    first, second = region.empty[0], region.empty[1]

    def below(liked, point):
        """Positions that are known behind Black's move at `point`, if he likes `liked` most."""
        chances = dict.fromkeys(region.empty, 0.01) | {liked: 1.0}
        search = RegionSearch(region, priors={BLACK: chances, WHITE: {}})
        search.run(Budget(pool_nodes=3000))
        pool = search.game.pool.arrays
        side = search.placement.side(BLACK)
        edges = range(pool.first[side], pool.first[side] + pool.degree[side])
        bit = search.placement.bit_of(point)
        seen = {int(pool.target[edge]) for edge in edges if pool.move[edge] == bit}
        todo = list(seen)
        while todo:
            row = 2 * todo.pop()
            for part in (row, row + 1):
                for edge in range(pool.first[part], pool.first[part] + pool.degree[part]):
                    target = int(pool.target[edge])
                    if target not in seen:
                        seen.add(target)
                        todo.append(target)
        return len(seen)

    assert below(first, first) > below(second, first)
    assert below(second, second) > below(first, second)


def test_bounds_hold_and_shrink_whatever_the_budget():
    undecided = 0
    for region, solution in solved_regions(2, 6, (7, 8)):
        value = solution.value(scoring=Scoring.AREA)
        search = RegionSearch(region)
        before = None
        for nodes in (40, 120, 400, 1 << 40):
            found = search.run(Budget(pool_nodes=nodes))
            proved = found.interval
            assert proved.mean_lower <= value.mean <= proved.mean_upper
            assert proved.temperature_lower <= value.temperature <= proved.temperature_upper
            assert proved.mean_lower <= found.mean <= proved.mean_upper
            assert before is None or proved.narrowed(before) == proved
            before = proved
            undecided += not found.is_exact
        assert found.is_exact
    assert undecided > 8


def test_a_region_may_be_proved_before_it_is_complete():
    region = random_region(Random(7), 11, 1)
    found = RegionSearch(region).run(Budget(pool_nodes=1000))
    assert found.is_exact
    assert not found.complete
    value = solve(region).value(scoring=Scoring.AREA)
    assert (found.mean, found.temperature) == (value.mean, value.temperature)


@pytest.mark.checked
def test_colours_of_the_board_are_those_of_the_answer():
    for region, _ in solved_regions(3, 6, (5, 6)):
        one, other = (RegionSearch(each).run(Budget()) for each in (region, swapped(region)))
        assert (one.mean, one.temperature) == (-other.mean, other.temperature)
        assert one.interval.mean_lower == -other.interval.mean_upper
        assert one.moves(BLACK) == other.moves(WHITE)


def test_a_banned_point_is_no_best_move():
    # A ko of one point that White has just taken: Black may not take it back at once.
    for region, _ in solved_regions(6, 12, (1, 2, 3)):
        free = RegionSearch(region).run(Budget())
        for point in free.moves(BLACK):
            banned = replace(region, ko_point=point, ko_colour=BLACK)
            found = RegionSearch(banned).run(Budget())
            assert point not in found.moves(BLACK)
            assert found.moves(WHITE) == free.moves(WHITE)


def test_the_clock_is_looked_at():
    region = random_region(Random(4), 20)
    ticks = iter(range(100))
    budget = Budget(deadline=3.0, clock=lambda: float(next(ticks)))
    found = RegionSearch(region).run(budget)
    assert not found.complete
    assert found.nodes < 2000
    # It goes on where it was.
    search = RegionSearch(region)
    first = search.run(Budget(pool_nodes=500)).nodes
    assert search.run(Budget(pool_nodes=1000)).nodes >= 1000 > first


def test_a_region_that_fits_no_word_is_refused():
    with pytest.raises(BadInput, match="62 bits"):
        RegionSearch(random_region(Random(5), 100, size=13))
