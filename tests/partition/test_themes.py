"""Themes: what they are about, that they divide a region exactly, and which moves concern them."""

import random
from collections import deque

import pytest

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.points import SIDES, column_of, point_of, row_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.partition.bits import bits_of, points_of
from gtpengine.partition.heuristic import heuristic_partition
from gtpengine.partition.seeds import LARGE_GROUP, Motive, seeds
from gtpengine.partition.themes import (
    FIRM,
    LEAST_FILLED,
    MOST_EMPTY,
    MOST_POINTS,
    STEPS_OUTSIDE,
    divided,
    is_divisible,
    themes,
)

SIZE = 19
SIGN = {BLACK: 1, WHITE: -1}
# Black has walls around the whole left, White around the whole right; Black's group in the middle
# has run out from nowhere.
WEAK_GROUP = """
    . . . . . . . . . . . . . . . . . . .
    . . . . . X . . . . . . . O . . . . .
    . . . X . . . . . . . . . . . O . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . X . . . . . . . O . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . X . . . . . O . . . . . O . . .
    . . . . . . . . O X . . . . . . . . .
    . . . . . X . . . X X O . O . . . . .
    . . . . . . . . . . X . . . . . . . .
    . . . X . . . . . . X O . . . O . . .
    . . . . . . . . . . O . . . . . . . .
    . . . . . X . . . . . . . O . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . X . . . . . . . . . . . O . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . X . . . . . . . O . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    """


def at(name):
    return point_of(name, SIZE, SIZE)


def sides(position):
    """Return an ownership: Black's on the left, White's on the right, nobody's in the middle."""
    middle = (position.width + 1) / 2
    return {p: (middle - column_of(p)) / position.width for p in position.points()}


def everything(position):
    return bits_of(position.points())


def with_stones(position, ownership, share):
    """Return the ownership in which each stone is its owner's to that share."""
    own = {p: share * SIGN[c] for c in (BLACK, WHITE) for p in position.stones(c)}
    return {**ownership, **own}


def holding(found, name):
    """Return the theme that counts a point."""
    (theme,) = [theme for theme in found if at(name) in theme.region.points]
    return theme


def test_a_weak_group_in_the_middle_is_a_theme():
    position = Position.from_diagram(WEAK_GROUP)
    ownership = with_stones(position, sides(position), 0.8)
    group = position.chain_at(at("K12"))
    ownership.update(dict.fromkeys(group.stones, 0.1))
    theme = holding(themes(position, everything(position), ownership), "K12")
    assert theme.motive is Motive.WEAK
    assert theme.heart in group.stones
    assert theme.title == f"weak chain at {vertex_of(theme.heart)}"
    assert (group.stones | group.liberties) <= set(theme.region.points)


def test_what_hangs_is_weak_however_sure_it_seems():
    position = Position.from_diagram(WEAK_GROUP)
    ownership = with_stones(position, sides(position), 0.9)
    area = everything(position)
    group = position.chain_at(at("K12")).stones
    assert all(seed.motive is not Motive.WEAK for seed in seeds(position, area, ownership))
    first = seeds(position, area, ownership, bits_of(group))[0]
    assert (first.motive, set(points_of(first.core))) == (Motive.WEAK, group)


def test_a_cut_is_a_theme_where_chains_are_half_in_doubt():
    picture = """
        . . . . . . . . .
        . . . . . . . . .
        . . . O O O . . .
        . . O X X X O . .
        . . . . . . X O .
        . . . . . O X . .
        . . . . . . X O .
        . . . . . . O . .
        . . . . . . . . .
        """
    position = Position.from_diagram(picture)
    ownership = with_stones(position, dict.fromkeys(position.points(), 0.5), 0.55)
    found = seeds(position, everything(position), ownership)
    # F5 alone holds Black's two chains together, and White stands beside it.
    assert (found[0].motive, vertex_of(found[0].heart)) == (Motive.CUT, "F5")


def test_chains_with_two_common_liberties_are_one_group():
    picture = """
        . . . . . . .
        . . O X . . .
        . . X . X . .
        . . . X . . .
        . . . . . . .
        . . . . . O .
        . . . . . . .
        """
    position = Position.from_diagram(picture)
    ownership = dict.fromkeys(position.points(), 0.0)
    first = seeds(position, everything(position), ownership)[0]
    assert first.core == bits_of(position.stones(BLACK))


def test_frontiers_lie_where_ownership_changes_sign():
    position = Position.from_diagram(WEAK_GROUP)
    ownership = with_stones(position, sides(position), 0.9)
    found = [
        s for s in seeds(position, everything(position), ownership) if s.motive is Motive.FRONTIER
    ]
    assert found
    for seed in found:
        beside = [ownership[p] for side in SIDES if (p := seed.heart + side) in ownership]
        assert any(ownership[seed.heart] * share <= 0 for share in beside)


def test_open_corners_sides_and_the_centre_have_names():
    position = Position(SIZE)
    position.setup([at("K4")], [at("K16")])
    found = themes(position, everything(position), dict.fromkeys(position.points(), 0.0))
    names = {" ".join(theme.title.split()[:2]) for theme in found if theme.motive is Motive.OPEN}
    assert names == {"open corner", "open side", "open centre"}
    assert holding(found, "A1").title.startswith("open corner")


def scattered(rng):
    """Return a board with some stones, and a smooth ownership that is unsure of some."""
    position = Position(SIZE)
    share = rng.uniform(0.1, 0.6)
    for point in rng.sample(position.points(), int(share * SIZE * SIZE)):
        colour = rng.choice((BLACK, WHITE))
        if position.colour_at(point) == EMPTY and position.is_legal(colour, point):
            position.play(colour, point)
    hills = [(rng.uniform(1, SIZE), rng.uniform(1, SIZE), rng.choice((-1, 1))) for _ in range(6)]
    ownership = {}
    for point in position.points():
        total = sum(
            sign / (2 + abs(row_of(point) - row) + abs(column_of(point) - column))
            for row, column, sign in hills
        )
        ownership[point] = max(-1.0, min(1.0, 2 * total))
    return position, ownership


@pytest.mark.parametrize("seed", range(8))
def test_themes_divide_a_region_exactly(seed):
    position, ownership = scattered(random.Random(seed))
    partition = heuristic_partition(position, ownership)
    division = divided(position, partition, ownership)
    assert division == divided(position.copy(), partition, dict(ownership))
    chains = list(position.chains())
    for region in division.partition.regions:
        found = division.themes.get(region.name, ())
        assert bool(found) == (len(region.empty) > MOST_EMPTY)
        points = [point for theme in found for point in theme.region.points]
        assert sorted(points) == (list(region.points) if found else [])
        assert len({theme.region.name for theme in found}) == len(found)
        for theme in found:
            inside = set(theme.region.points)
            whole = [c for c in chains if c.stones & inside]
            assert all(c.stones <= inside for c in whole)
            assert len(inside) <= max(MOST_POINTS, *(len(c.stones) for c in whole), 0)
            assert theme.heart in inside
            assert theme.region.stones == tuple(
                (p, position.colour_at(p)) for p in sorted(inside) if position.colour_at(p)
            )


@pytest.mark.parametrize("seed", range(8))
def test_every_point_stays_settled_or_in_one_region(seed):
    position, ownership = scattered(random.Random(100 + seed))
    partition = heuristic_partition(position, ownership)
    found = divided(position, partition, ownership).partition
    inside = [point for region in found.regions for point in region.points]
    settled = [p for p in position.points() if found.owner(p) != EMPTY]
    assert sorted(inside + settled) == list(position.points())
    for before in partition.regions:
        name = before.points[0]
        after = next(region for region in found.regions if name in region.points)
        assert set(before.points) <= set(after.points)
        fresh = set(after.points) - set(before.points)
        # What a large region takes in was settled, for no good reason.
        assert all(partition.owner(p) != EMPTY for p in fresh)
        assert all(abs(ownership[p]) < FIRM for p in fresh if position.colour_at(p) == EMPTY)


def steps_from(position, points, area):
    """Return by point how many steps it is away, stones of one chain being one place."""
    reached = dict.fromkeys(points, 0)
    queue = deque(points)
    while queue:
        here = queue.popleft()
        for near in (here + side for side in SIDES):
            if near in area and near not in reached:
                fresh = {near}
                if position.colour_at(near) != EMPTY:
                    fresh = set(position.chain_at(near).stones)
                for point in fresh:
                    reached[point] = reached[here] + 1
                    queue.append(point)
    return reached


@pytest.mark.parametrize("seed", range(4))
def test_moves_lie_in_a_theme_or_a_few_steps_outside(seed):
    position, ownership = scattered(random.Random(200 + seed))
    partition = heuristic_partition(position, ownership)
    division = divided(position, partition, ownership)
    assert division.themes
    for region in division.partition.regions:
        empty = {p for p in position.points() if position.colour_at(p) == EMPTY}
        area = set(region.points) | empty
        found = division.themes.get(region.name, ())
        for theme in found:
            steps = steps_from(position, theme.region.points, area)
            near = {p for p, count in steps.items() if count <= STEPS_OUTSIDE and p in empty}
            assert set(points_of(theme.moves)) == near
        for theme in found:
            linked = [t.region.name for t in found if t is not theme and t.moves & theme.moves]
            assert list(theme.region.links) == linked


def test_a_chain_larger_than_a_theme_stays_whole():
    position = Position(SIZE)
    long = [at(f"{letter}{row}") for letter in "CDEF" for row in range(4, 17)]
    position.setup(long, [at("K4"), at("Q16"), at("Q4")])
    assert len(long) > MOST_POINTS
    found = themes(position, everything(position), dict.fromkeys(position.points(), 0.0))
    theme = holding(found, "C4")
    assert set(long) <= set(theme.region.points)
    assert theme.motive is Motive.WEAK


def test_two_large_weak_groups_are_two_themes_that_share_the_cut():
    position, groups = two_groups()
    found = themes(position, everything(position), weak_groups(position, groups))
    left, right = holding(found, "G10"), holding(found, "N10")
    assert left is not right
    assert left.motive is right.motive is Motive.WEAK
    assert left.moves & right.moves & 1 << at("K10")
    assert right.region.name in left.region.links


# K10 is all that holds Black's two groups together, and neither of them has an eye.
TWO_GROUPS = """
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . O . . . . . . . . . . . O . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . O . O . O . . . O . O . O . . .
    . . . . O . O . O . O . O . O . . . .
    . . . O . O X X X O X X X O . O . . .
    . . . . O . X O . O . O X . O . . . .
    . . . O . O X X X . X X X O . O . . .
    . . . . . . . O O O O O . . . . . . .
    . . . O . . O . . . . . O . . O . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . X . . . . . X . . . . . X . . .
    . . . . . . . . . . . . . . . . . . .
    . . . X . . . . . X . . . . . X . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    """


def two_groups():
    position = Position.from_diagram(TWO_GROUPS)
    groups = [position.chain_at(at(name)).stones for name in ("G10", "N10")]
    assert all(len(stones) >= LARGE_GROUP for stones in groups)
    return position, groups


def weak_groups(position, groups):
    """Return an ownership that is sure of all stones but of the groups."""
    ownership = with_stones(position, dict.fromkeys(position.points(), -0.3), 0.7)
    for stones in groups:
        ownership.update(dict.fromkeys(stones, 0.0))
    return ownership


@pytest.mark.parametrize(
    ("size", "stones", "expected"),
    [
        pytest.param(9, 30, False, id="small"),
        pytest.param(13, 60, False, id="not large"),
        pytest.param(19, int(LEAST_FILLED * 361), False, id="nearly empty"),
        pytest.param(19, int(LEAST_FILLED * 361) + 1, True, id="large"),
    ],
)
def test_small_and_nearly_empty_boards_stay_whole(size, stones, expected):
    position = Position(size)
    points = [p for p in position.points() if (row_of(p) + column_of(p)) % 2][:stones]
    position.setup(points[::2], points[1::2])
    assert is_divisible(position) == expected
    ownership = dict.fromkeys(position.points(), 0.0)
    partition = heuristic_partition(position, ownership)
    division = divided(position, partition, ownership)
    assert bool(division.themes) == expected
    if not expected:
        assert division.partition == partition
        assert division.parts() == [(region, None) for region in partition.regions]
