"""Amazons: rules, rooms and exact values, against plain loops and published thermographs."""

import re
from fractions import Fraction
from random import Random

import pytest

from gtpengine.errors import BadInput
from gtpengine.laboratory.amazons.board import AmazonsPosition, move_text, named_square, square_name
from gtpengine.laboratory.amazons.game import AmazonsGame
from gtpengine.laboratory.amazons.rooms import rooms, shapes
from gtpengine.laboratory.tds.exact import exact_results
from gtpengine.search.tds.pool import LEFT, RIGHT, TERMINAL
from gtpengine.search.tds.thermographs import pool_thermographs
from gtpengine.values.thermograph import thermograph
from gtpengine.values.trajectory import Trajectory
from tests.oracles.small_boards import amazons, graph_of
from tests.shared_data import SHARED, needs_shared_data

F = Fraction


@pytest.fixture(scope="module")
def solved_rooms():
    found = {}
    for size in (4, 5, 6):
        game = AmazonsGame(64)  # small, so that it has to grow
        roots = [game.add(room) for room in rooms(size)]
        game.complete()
        assert game.unproved == 0
        found[size] = game, roots
    return found


def random_rows(random, width, height):
    cells = random.choices(".#XO", (6, 3, 1, 1), k=width * height)
    rows = ["".join(cells[i * width : (i + 1) * width]) for i in range(height)]
    return "|".join(rows)


def without_dead_squares(rows):
    """Return the board with the squares blocked that no amazon can ever reach."""
    grid = [list(row) for row in rows.split("|")]
    reached = {(r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell in "XO"}
    todo = list(reached)
    for r, c in todo:
        for row in range(max(r - 1, 0), min(r + 2, len(grid))):
            for column in range(max(c - 1, 0), min(c + 2, len(grid[0]))):
                if grid[row][column] != "#" and (row, column) not in reached:
                    reached.add((row, column))
                    todo.append((row, column))
    return "|".join(
        "".join(cell if (r, c) in reached else "#" for c, cell in enumerate(row))
        for r, row in enumerate(grid)
    )


@pytest.mark.checked
def test_moves_are_those_of_plain_loops():
    random = Random(1)
    seen = 0
    for _ in range(300):
        width, height = random.randint(2, 4), random.randint(2, 4)
        rows = random_rows(random, width, height)
        game = AmazonsGame()
        node = game.add(AmazonsPosition.from_rows(rows))
        if game.pool.arrays.state[node] == TERMINAL:
            continue
        game.expand(node)
        for side, player in ((LEFT, "X"), (RIGHT, "O")):
            targets = [int(game.pool.arrays.target[e]) for e in game.pool.options(node, side)]
            fast = sorted(game.position(target).to_rows(width, height) for target in targets)
            slow = sorted({without_dead_squares(after) for after in amazons(rows, player)})
            assert fast == slow, rows
            worth = [int(game.pool.arrays.value[target]) for target in targets]
            assert worth == sorted(worth, reverse=side == LEFT)
            seen += len(fast)
    assert seen > 2000


def test_values_of_small_boards_are_those_of_plain_loops():
    random = Random(2)
    for _ in range(40):
        rows = random_rows(random, 3, 2)
        game = AmazonsGame()
        node = game.add(AmazonsPosition.from_rows(rows))
        game.complete()
        fast = pool_thermographs(game.pool)
        slow = thermograph(graph_of(rows, amazons), -1)
        assert (fast.left_wall(node), fast.right_wall(node)) == (slow.left, slow.right), rows


@pytest.mark.checked
def test_numbers_are_longest_fillings():
    random = Random(3)
    seen = 0
    for _ in range(250):
        rows = random_rows(random, random.choice((2, 3)), random.choice((2, 3)))
        game = AmazonsGame()
        node = game.add(AmazonsPosition.from_rows(rows))
        if game.pool.arrays.state[node] != TERMINAL:
            continue
        seen += 1
        assert game.pool.value_of(node) == longest(rows, "X") - longest(rows, "O"), rows
    assert seen > 80


def longest(rows, player):
    known = {}

    def fill(board):
        if board not in known:
            known[board] = max((1 + fill(after) for after in amazons(board, player)), default=0)
        return known[board]

    return fill(without_dead_squares(rows))


@pytest.mark.parametrize(("size", "count", "many"), [(4, 22, 132), (5, 69, 690), (6, 222, 3330)])
def test_rooms_of_the_paper(size, count, many):
    assert len(shapes(size)) == count
    assert len(set(rooms(size))) == many


# TDS, experiment 1: size, hottest, integers, sums of temperatures and of absolute means.
@pytest.mark.parametrize(
    ("size", "hottest", "integers", "temperatures", "means"),
    [
        (4, 1, 60, F(-73, 2), F(171, 2)),
        (5, 2, 260, F(297, 2), F(1317, 2)),
        (6, 3, 959, F(17187, 8), F(32075, 8)),
    ],
)
def test_exact_values_of_all_rooms(solved_rooms, size, hottest, integers, temperatures, means):
    game, roots = solved_rooms[size]
    exact = pool_thermographs(game.pool)
    found = [exact.temperature_of(root) for root in roots]
    assert exact.failures == 0
    assert max(found) == hottest
    assert found.count(-1) == integers
    assert sum(found) == temperatures
    assert sum(abs(exact.mean_of(root)) for root in roots) == means


@pytest.mark.parametrize("size", [4, 5, 6])
def test_exact_search_agrees_on_all_rooms(solved_rooms, size):
    game, roots = solved_rooms[size]
    exact = pool_thermographs(game.pool)
    for root, found in zip(roots, exact_results(game.pool, roots), strict=True):
        assert found.mean == exact.mean_of(root)
        assert found.temperature == exact.temperature_of(root)


def test_colours_exchanged_negate_the_room(solved_rooms):
    game, roots = solved_rooms[4]
    mirror = AmazonsGame()
    swapped = [mirror.add(game.position(root).swapped()) for root in roots]
    mirror.complete()
    here, there = pool_thermographs(game.pool), pool_thermographs(mirror.pool)
    for root, other in zip(roots, swapped, strict=True):
        assert here.mean_of(root) == -there.mean_of(other)
        assert here.temperature_of(root) == there.temperature_of(other)


@needs_shared_data
def test_published_thermographs():
    # CGSuite 2.2, by way of MCGS's test file.
    text = (SHARED / "mcgs/thermographs/amazons_3x3_therm.test").read_text(encoding="utf-8")
    blocks = re.findall(r"^([.XO#|]+)\n\{thermograph\s+L: (.*)\n\s+R: (.*)\n", text, re.MULTILINE)
    assert len(blocks) >= 8
    for rows, *walls in blocks:
        game = AmazonsGame()
        node = game.add(AmazonsPosition.from_rows(rows))
        game.complete()
        found = pool_thermographs(game.pool)
        left, right = (
            Trajectory(tuple((F(v), F(t)) for v, t in re.findall(r"\((\S+), (\S+)\)", wall)))
            for wall in walls
        )
        assert (found.left_wall(node), found.right_wall(node)) == (left, right), rows
        result = exact_results(game.pool, [node])[0]
        assert (result.mean, result.temperature) == left.points[-1], rows


def test_text():
    rows = "..O|.#.|X.."
    position = AmazonsPosition.from_rows(rows)
    assert position.to_rows(3, 3) == rows
    assert square_name(named_square("C2")) == "C2"
    move = (named_square("A2") << 12) | (named_square("A3") << 6) | named_square("B2")
    assert move_text(move) == "A2-A3xB2"
    for bad in ("..|...", "..Q|...", "......."):
        with pytest.raises(BadInput):
            AmazonsPosition.from_rows(bad)
    with pytest.raises(BadInput):
        named_square("G1")
    with pytest.raises(BadInput):
        rooms(17)
