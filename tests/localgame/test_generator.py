"""Generated endgames are what they claim to be, whatever the seed."""

from random import Random

import pytest

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.localgame.generator import (
    CannotGenerate,
    Enclosed,
    Recipe,
    choose_recipe,
    generate,
    generate_region,
    random_sizes,
    walls_are_safe,
)
from gtpengine.partition.partition import strict_partition


def some_positions(count: int) -> list[Enclosed]:
    found = []
    for seed in range(count):
        recipe = choose_recipe(Random(seed), range(1, 7), 6, 16)
        found.append(generate(seed, recipe))
    return found


@pytest.fixture(scope="module")
def positions() -> list[Enclosed]:
    return some_positions(25)


def test_the_same_seed_gives_the_same_position(positions):
    for first, second in zip(positions[:10], some_positions(10), strict=True):
        assert first.position.diagram() == second.position.diagram()
        assert first.regions == second.regions


def test_other_seeds_give_other_positions():
    recipe = Recipe((3, 4), loose=1)
    assert len({generate(seed, recipe).position.diagram() for seed in range(10)}) == 10


def test_walls_have_two_eyes(positions):
    for enclosed in positions:
        assert walls_are_safe(enclosed), enclosed.position.diagram()


def test_walls_without_eyes_are_noticed():
    enclosed = generate(3, Recipe((2, 2)))
    position = enclosed.position.copy()
    for eye in enclosed.eyes:
        position.setup(black=[eye]) if position.is_own_eye(BLACK, eye) else None
    assert not walls_are_safe(Enclosed(position, enclosed.regions, enclosed.eyes))


def test_regions_have_the_sizes_asked_for():
    for seed in range(12):
        random = Random(seed)
        sizes = random_sizes(random, random.randint(1, 6), 8, 20)
        assert max(sizes) <= 8
        assert sum(sizes) <= 20
        enclosed = generate(seed, Recipe(sizes, loose=2))
        assert sorted(len(region.empty) for region in enclosed.regions) == sorted(sizes)


def test_regions_lie_between_both_colours_and_stay_apart(positions):
    for enclosed in positions:
        taken: set[int] = set()
        for region in enclosed.regions:
            assert {colour for _, colour in region.border} == {BLACK, WHITE}
            assert region.exact
            assert not taken & set(region.points)
            taken |= set(region.points)


def test_regions_show_the_stones_of_the_board(positions):
    for enclosed in positions:
        for region in enclosed.regions:
            for point, colour in region.colours().items():
                assert enclosed.position.colour_at(point) == colour


def test_all_outside_the_regions_is_settled(positions):
    for enclosed in positions:
        position = enclosed.position
        inside = {point for region in enclosed.regions for point in region.points}
        outside = [point for point in position.points() if point not in inside]
        black = sum(position.colour_at(point) == BLACK for point in outside)
        white = sum(position.colour_at(point) == WHITE for point in outside)
        empty = [point for point in outside if position.colour_at(point) == EMPTY]
        assert set(empty) == enclosed.eyes
        owned = sum(1 if position.is_own_eye(BLACK, eye) else -1 for eye in empty)
        assert enclosed.settled == black - white + owned


def test_the_partition_by_unconditional_safety_finds_the_same_regions(positions):
    for enclosed in positions:
        found = strict_partition(enclosed.position, alternating=False)
        assert found.regions == enclosed.regions, enclosed.position.diagram()
        assert found.settled_score() == enclosed.settled


def test_the_partition_by_alternating_safety_only_divides_further(positions):
    for enclosed in positions:
        for region in strict_partition(enclosed.position).regions:
            assert any(set(region.points) <= set(other.points) for other in enclosed.regions)


def test_kos_are_there_to_be_taken():
    for seed in range(10):
        enclosed = generate(seed, Recipe((1, 1, 3), loose=0, kos=2))
        kos = 0
        for region in enclosed.regions:
            if len(region.points) == 2:
                ((_, owner),) = region.stones
                position = enclosed.position.copy()
                position.play(BLACK + WHITE - owner, region.empty[0])
                kos += position.ko_point in region.points
        assert kos == 2


def test_one_region_of_any_size():
    for empty in range(1, 15):
        enclosed = generate_region(empty, empty)
        assert [len(region.empty) for region in enclosed.regions] == [empty]


def test_boards_are_as_large_as_asked_for_and_needed():
    assert generate(1, Recipe((2,), board=19)).position.width == 19
    assert generate(1, Recipe((7,) * 4)).position.width > 9


def test_too_much_is_refused():
    with pytest.raises(CannotGenerate, match="no board holds"):
        generate(1, Recipe((60, 60, 60, 60)))
