"""Local tables against exact values, and regions followed along real play."""

import random
from fractions import Fraction

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.points import NO_POINT, PASS, point_of
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.board.vector import vector_of
from gtpengine.localgame.generator import Recipe, generate
from gtpengine.localgame.key import place
from gtpengine.localgame.solver import solve
from gtpengine.localgame.values import Rules
from gtpengine.partition.region import Region
from gtpengine.search.local.kernels import tracking
from gtpengine.search.local.kernels.tracking import BROKEN, MOST_REGIONS
from gtpengine.search.local.table import NO_MOVE, table_of_sweep, table_of_values
from gtpengine.search.local.tables import Placed, no_tables, single_table, tables_of
from gtpengine.search.tds.anytime import RegionSearch
from gtpengine.search.tds.budget import Budget
from tests.kernelcalls import from_python
from tests.oracles.slow_tracking import SlowTables

begin = from_python(tracking.begin)
border_holds = from_python(tracking.border_holds)
hottest = from_python(tracking.hottest)
sum_of_means = from_python(tracking.sum_of_means)
track = from_python(tracking.track)

SEEDS = range(12)


def small(seed, empty=5):
    return generate(seed, Recipe((empty,))).regions[0]


def placed(region):
    solution = solve(region)
    return Placed(region, solution.placement, table_of_values(solution.solved.values(Rules.NOBODY)))


def exact_walls(values, node):
    """Return mean and temperature of a node, what is settled at the root left out."""
    walls = values.walls(node)
    settled = values.graph.offset if node == 0 else 0
    heat = max(walls.left.points[-1][1], walls.right.points[-1][1])
    return walls.left.points[-1][0] - settled, heat


@pytest.mark.parametrize("seed", SEEDS)
def test_an_exact_table_has_the_values_of_the_graph(seed):
    values = solve(small(seed)).solved.values(Rules.NOBODY)
    table = table_of_values(values)
    assert table.exact
    assert table.nodes == values.graph.nodes
    hot = 0
    for node in range(table.nodes):
        if values.walls(node) is None:
            assert table.heat[node] == 0
            continue
        mean, heat = exact_walls(values, node)
        assert table.mean[node] == pytest.approx(float(mean), abs=1e-4)
        assert table.heat[node] == pytest.approx(float(heat), abs=1e-4)
        hot += heat > 0
    assert hot


@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_move_brings_most_at_the_temperature(seed):
    values = solve(small(seed)).solved.values(Rules.NOBODY)
    table, graph = table_of_values(values), values.graph
    compared = 0
    for node in range(table.nodes):
        for side in range(2):
            best = int(table.best[2 * node + side])
            if table.heat[node] == 0:
                assert best == NO_MOVE
                continue
            _, heat = exact_walls(values, node)
            sign = 1 - 2 * side
            brings = {
                edge.bit: sign * after.value_at(heat)
                for edge in graph.options(node, side)
                if (after := values.after(node, side, edge)) is not None
            }
            if brings:
                assert brings[best] == max(brings.values())
                compared += 1
    assert compared


@pytest.mark.parametrize("seed", SEEDS)
def test_a_swept_table_is_near_the_exact_one(seed):
    region = small(seed, 7)
    solution = solve(region)
    if not solution.is_solved:
        pytest.skip("hangs on loops")
    value = solution.value(scoring=Scoring.AREA)
    search = RegionSearch(region)
    search.run(Budget(pool_nodes=50_000))
    table = table_of_sweep(search.swept, search.game.offset)
    assert not table.exact
    sign = -1 if place(region).swapped else 1
    assert sign * (table.mean[0] + table.settled) == pytest.approx(float(value.mean), abs=0.5)
    assert table.heat[0] == pytest.approx(float(max(value.temperature, 0)), abs=1.0)


def started(tables):
    states, gains = np.zeros(MOST_REGIONS, np.int32), np.zeros(MOST_REGIONS, np.float32)
    begin(tables, states, gains)
    return states, gains


def region_now(position, region):
    """Return the region as it stands on the board, without a ko ban."""
    stones = {p: position.colour_at(p) for p in region.points if position.colour_at(p) != EMPTY}
    size = (position.width, position.height)
    return Region.of(size, region.points, stones, dict(region.border))


@pytest.mark.parametrize("seed", range(10))
def test_what_is_tracked_is_what_a_fresh_look_at_the_board_finds(seed):
    enclosed = generate(seed, Recipe((4, 5), loose=1))
    position, chance = enclosed.position.copy(), random.Random(seed)
    tables = tables_of(position, [placed(region) for region in enclosed.regions])
    by_number = {int(tables.region_at[r.points[0]]): r for r in enclosed.regions}
    states, gains = started(tables)
    slow = SlowTables(tables)
    before = -1
    for _ in range(14):
        colour = chance.choice((BLACK, WHITE))
        moves = [p for p in enclosed.empty if position.colour_at(p) == EMPTY]
        moves = [p for p in moves if position.is_legal(colour, p)]
        if not moves:
            break
        point = chance.choice(moves)
        position.play(colour, point)
        slow_region = slow.follow(before, point, colour)
        before = track(tables, states, gains, before, point, colour)
        assert before == slow_region
        assert list(states[:2]) == slow.states
        assert list(gains[:2]) == slow.gains
        for number, region in by_number.items():
            solution = solve(region_now(position, region))
            if states[number] >= 0 and solution.is_solved:
                mean = solution.value(scoring=Scoring.AREA).mean
                found = gains[number] + tables.mean[states[number]]
                assert found == pytest.approx(float(mean), abs=1e-3)
    for colour in (BLACK, WHITE):
        for tax in (0.0, 1.0):
            total = sum_of_means(tables, states, gains, colour, tax)
            assert total == pytest.approx(slow.total(colour, tax), abs=1e-4)
        move = hottest(tables, states, vector_of(position), colour, 0.0)
        wanted = slow.hottest_moves(position, colour, 0.0)
        assert move in wanted or (move == NO_POINT and not wanted)


def test_a_move_that_the_table_does_not_know_ends_the_tracking():
    enclosed = generate(3, Recipe((4, 4)))
    one, other = enclosed.regions
    moves = {BLACK: one.empty[0], WHITE: one.empty[0]}
    tables = tables_of(enclosed.position, [single_table(one, moves, 2.0, 1.5), placed(other)])
    number = int(tables.region_at[one.points[0]])
    states, gains = started(tables)
    whole = sum_of_means(tables, states, gains, BLACK, 9.0)
    track(tables, states, gains, -1, one.empty[0], BLACK)
    assert states[number] == BROKEN
    assert states[1 - number] == tables.roots[1 - number]
    # A region that is given up counts no more; it is worth two points here.
    assert sum_of_means(tables, states, gains, BLACK, 9.0) == pytest.approx(whole - 2.0)


def test_a_border_in_atari_gives_its_region_up():
    board = """
        . X O . . . .
        . X O . . . .
        X X O . . . .
        O O O . . . .
        . . . . . . .
        """
    position = Position.from_diagram(board)
    points = [point_of(name, 7, 5) for name in ("A5", "A4")]
    border = {point_of(name, 7, 5): BLACK for name in ("B5", "B4", "A3")}
    region = Region.of((7, 5), points, {}, border)
    moves = {BLACK: points[0], WHITE: points[0]}
    tables = tables_of(position, [single_table(region, moves, 0.0, 3.0)])
    states, _ = started(tables)
    assert border_holds(tables, vector_of(position), 0)
    assert hottest(tables, states, vector_of(position), BLACK, 0.0) == points[0]
    position.play(WHITE, points[1])
    assert not border_holds(tables, vector_of(position), 0)
    assert hottest(tables, states, vector_of(position), BLACK, 0.0) == NO_POINT
    assert states[0] == BROKEN


def test_a_play_elsewhere_lifts_a_ko_ban():
    for seed in range(20):
        region = generate(seed, Recipe((1,), kos=1)).regions[0]
        search = RegionSearch(region)
        search.run(Budget(pool_nodes=2_000))
        table = table_of_sweep(search.swept, search.game.offset)
        banned = [node for node in range(table.nodes) if table.lift[node] != node]
        if not banned:
            continue
        for node in banned:
            free = int(table.lift[node])
            assert table.lift[free] == free
            both = [
                {int(table.bit[e]) for e in range(table.first[r], table.first[r] + table.degree[r])}
                for side in range(2)
                for r in (2 * node + side, 2 * free + side)
            ]
            # Without the ban there is one move more at least, the retaking, and none less.
            assert both[0] <= both[1]
            assert both[2] <= both[3]
            assert sum(map(len, both[1::2])) > sum(map(len, both[::2]))
        return
    raise AssertionError("no table has a ko ban")


def test_no_tables_are_no_regions():
    tables = no_tables()
    states, gains = started(tables)
    assert track(tables, states, gains, -1, point_of("C3", 9, 9), BLACK) < 0
    assert track(tables, states, gains, -1, PASS, BLACK) < 0
    assert sum_of_means(tables, states, gains, WHITE, 0.0) == 0.0


def test_colours_and_symmetries_do_not_matter():
    """The same table serves a region and its image with colours exchanged."""
    region = small(4)
    swap = {BLACK: WHITE, WHITE: BLACK}
    image = Region.of(
        (region.width, region.height),
        region.points,
        {p: swap[c] for p, c in region.stones},
        {p: swap[c] for p, c in region.border},
    )
    position = generate(4, Recipe((5,))).position
    totals = []
    for each in (region, image):
        tables = tables_of(position, [placed(each)])
        states, gains = started(tables)
        totals.append(sum_of_means(tables, states, gains, BLACK, 99.0))
    assert totals[0] == pytest.approx(-totals[1])
    assert (
        Fraction(totals[0]).limit_denominator(1000)
        == solve(region).value(scoring=Scoring.AREA).mean
    )
