"""The strict partition: pictures, and generated positions whose regions are known."""

import random

import pytest

from gtpengine.board.colours import BLACK, EMPTY, WHITE, opponent
from gtpengine.board.points import PASS, point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE, NEW_ZEALAND, Scoring
from gtpengine.localgame.generator import Recipe, generate
from gtpengine.localgame.solver import solve
from gtpengine.partition.bits import bits_of, points_of, stones_of
from gtpengine.partition.partition import Partition, strict_partition
from gtpengine.partition.region import Region
from tests.oracles import attacker_alone
from tests.oracles.attacker_first import TooLarge, can_capture
from tests.partition.boards import scattered


def names(bits: int) -> str:
    return " ".join(vertex_of(point) for point in points_of(bits))


def region_names(partition: Partition) -> list[str]:
    return [" ".join(vertex_of(point) for point in region.points) for region in partition.regions]


CORRIDOR = """
. X . X X O . O .
X X X X X O O O O
X . . . . . O O O
X X X X X X O O O
X X X X X X O . O
X . X . X X O O O
X X X X X . O O O
X X X X X O O O .
X X X X X O O O O
"""


def test_corridor_and_dame():
    partition = strict_partition(Position.from_diagram(CORRIDOR))
    assert region_names(partition) == ["F3", "B7 C7 D7 E7 F7"]
    assert names(partition.dame) == "F3"
    assert names(partition.territory[BLACK]) == "B4 D4 A9 C9"
    assert names(partition.territory[WHITE]) == "J2 H5 G9 J9"
    assert all(region.exact for region in partition.regions)
    assert partition.owner(point_of("A9", 9, 9)) == BLACK
    assert partition.owner(point_of("F3", 9, 9)) == EMPTY
    assert partition.owed == (0, 0, 0)
    corridor = partition.regions[1]
    assert corridor.stones == ()
    assert dict(corridor.border)[point_of("G7", 9, 9)] == WHITE


def test_dead_stones_in_territory():
    picture = """
        . X . X X X
        X X X . O X
        X . X . . X
        X X X X X X
        O O O O O O
        . O . O . .
        """
    partition = strict_partition(Position.from_diagram(picture))
    assert names(partition.dead) == "E5"
    assert names(partition.territory[BLACK]) == "B4 D4 E4 D5 E5 A6 C6"
    assert names(partition.territory[WHITE]) == "A1 C1 E1 F1"
    assert partition.regions == ()
    assert partition.settled_score() == 24 - 12


def test_every_point_once():
    rng = random.Random(3)
    for _ in range(100):
        position = scattered(rng, rng.randint(3, 9), rng.randint(3, 9))
        partition = strict_partition(position)
        inside = [point for region in partition.regions for point in region.points]
        assert len(inside) == len(set(inside))
        for point in position.points():
            assert (partition.owner(point) == EMPTY) == (point in set(inside))
        for region in partition.regions:
            stones, border = dict(region.stones), dict(region.border)
            again = Region.of((region.width, region.height), region.points, stones, border)
            assert again == region, position.diagram()


def test_settled_points_are_settled():
    """The foe can capture no safe stone moving first, and lives in no territory moving alone."""
    rng = random.Random(8)
    checked = 0
    for _ in range(60):
        position = scattered(rng, *rng.choice([(4, 4), (5, 4), (5, 5)]))
        partition = strict_partition(position)
        stones = {point: position.colour_at(point) for point in position.points()}
        for colour in (BLACK, WHITE):
            land = set(points_of(partition.territory[colour]))
            safe = set(points_of(partition.safe[colour]))
            if not land:
                continue
            try:
                lost = can_capture(stones, opponent(colour), safe, 3, 800)
            except TooLarge:
                continue
            checked += 1
            assert not lost, position.diagram()
    assert checked > 20


def test_borders_stay_safe_whatever_is_played_in_the_regions():
    rng = random.Random(21)
    played = 0
    for _ in range(200):
        position = scattered(rng, *rng.choice([(5, 5), (6, 6), (7, 6)]))
        partition = strict_partition(position)
        inside = [point for region in partition.regions for point in region.points]
        if not inside or not any(partition.safe):
            continue
        for _ in range(8):
            colour, point = rng.choice((BLACK, WHITE)), rng.choice(inside)
            if position.is_legal(colour, point):
                position.play(colour, point)
                played += 1
        after = strict_partition(position)
        for colour in (BLACK, WHITE):
            # A proof may be missed later; then the attacker must at least find nothing.
            missed = set(points_of(partition.safe[colour] & ~after.safe[colour]))
            stones = {p: position.colour_at(p) for p in position.points()}
            assert all(stones[p] == colour for p in points_of(partition.safe[colour]))
            if missed:
                assert not can_capture(stones, opponent(colour), missed, 3), position.diagram()
    assert played > 40


@pytest.mark.parametrize("kos", [0, 1])
def test_generated_positions_fall_apart_as_generated(kos):
    seen = 0
    for seed in range(12):
        rng = random.Random(seed)
        made = generate(seed, Recipe((1,) * kos + (3, rng.randint(2, 5), 4), kos=kos))
        partition = strict_partition(made.position)
        whole = [bits_of(region.points) for region in made.regions]
        for region in partition.regions:
            inside = bits_of(region.points)
            assert any(not inside & ~area for area in whole), made.position.diagram()
            assert region.exact
            seen += 1
        # Whatever is settled on the way, the means add up to the same.
        assert partition.settled_score() + sum(
            solve(region).value(scoring=Scoring.AREA).mean for region in partition.regions
        ) == made.settled + sum(
            solve(region).value(scoring=Scoring.AREA).mean for region in made.regions
        )
        left = 0
        for region in partition.regions:
            left |= bits_of(region.points)
        for region, area in zip(made.regions, whole, strict=True):
            if area & left:
                continue
            value = solve(region).value(scoring=Scoring.AREA)
            owner = partition.owner(region.name)
            sign = 1 if owner == BLACK else -1
            assert value.mean == sign * len(region.points), region.diagram()
            assert value.temperature == 0
    assert seen > 10


def test_ko_ban_is_part_of_the_region():
    picture = """
        . X . X O O . O .
        X X X X O O O O O
        X X X X O O O O O
        X X X O . O O O O
        """
    position = Position.from_diagram(picture, rules=JAPANESE)
    before = strict_partition(position)
    assert not any(region.ko_point for region in before.regions)
    position.play(BLACK, point_of("E1", 9, 4))  # takes D1
    taken = [region for region in strict_partition(position).regions if region.ko_point]
    assert [(vertex_of(r.ko_point), r.ko_colour) for r in taken] == [("D1", WHITE)]
    position.play(WHITE, PASS)
    assert not any(region.ko_point for region in strict_partition(position).regions)


@pytest.mark.parametrize(
    ("picture", "is_seki"),
    [
        pytest.param(
            """
            . O . O O X . X .
            O O O O O X X X X
            O O O X X O X X X
            O O O X . O X X X
            O O O X . O X X X
            """,
            True,
            id="two shared liberties",
        ),
        pytest.param(
            """
            . O . O O X . X .
            O O O O O X X X X
            O O O X X O X X X
            O O O X . O X X X
            O O . X . O X X X
            """,
            False,
            id="Black has an outside liberty",
        ),
        pytest.param(
            """
            . O . O O X . X .
            O O O O O X X X X
            O O O X X O X X X
            O O O X X O X X X
            O O O X . O X X X
            """,
            False,
            id="one shared liberty",
        ),
    ],
)
def test_seki(picture, is_seki):
    position = Position.from_diagram(picture)
    partition = strict_partition(position)
    assert len(partition.regions) == 1
    region = partition.regions[0]
    assert partition.seki == (bits_of(region.points) if is_seki else 0)
    value = solve(region).value(scoring=Scoring.AREA)
    assert (value.temperature == 0) == is_seki
    if is_seki:
        black = [colour for _, colour in region.stones].count(BLACK)
        # by hand: the shared liberties are nobody's, each side has its stones
        assert value.mean == 2 * black - len(region.stones)


def test_seki_with_eyes():
    picture = """
        . O . O O X . X . X
        O O O O O X X X X X
        O O X X X O O O X X
        O O X . X O . O X X
        O O X X . O O O X X
        """
    position = Position.from_diagram(picture)
    partition = strict_partition(position)
    stones = {point: position.colour_at(point) for point in position.points()}
    assert partition.seki == bits_of(partition.regions[0].points)
    # Neither can be captured by an attacker who moves first.
    for colour, vertex in ((BLACK, "C1"), (WHITE, "F1")):
        target = {point_of(vertex, 10, 5)}
        assert not can_capture(stones, opponent(colour), target, 2, 50_000)


@pytest.mark.parametrize("rules", [JAPANESE, NEW_ZEALAND], ids=lambda rules: rules.name)
def test_unconditional_borders_only(rules):
    rng = random.Random(4)
    for _ in range(40):
        position = scattered(rng, 5, 4)
        position.rules = rules
        partition = strict_partition(position, alternating=False)
        stones = {point: position.colour_at(point) for point in position.points()}
        for colour in (BLACK, WHITE):
            safe = partition.safe[colour]
            if not safe:
                continue
            found = attacker_alone.reachable(stones, opponent(colour), suicide=rules.suicide)
            for _, after in zip(range(60), found, strict=False):
                assert all(after[point] == colour for point in points_of(safe))
        assert partition.owed == (0, 0, 0)


def test_empty_board_and_lone_colour():
    empty = strict_partition(Position(9))
    assert len(empty.regions) == 1
    assert len(empty.regions[0].points) == 81
    assert empty.regions[0].border == ()
    position = Position(5)
    position.setup(black=[p for p in position.points() if p != position.points()[0]])
    lone = strict_partition(position)
    assert len(lone.regions[0].points) == 25
    full, black, white = stones_of(position)
    assert (lone.safe, black | white) == ((0, 0, 0), full & ~(1 << position.points()[0]))
