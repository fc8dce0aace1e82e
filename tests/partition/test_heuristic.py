"""The heuristic partition: borders by estimate, context, links, steadiness."""

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.localgame.solver import solve
from gtpengine.partition.heuristic import heuristic_partition
from gtpengine.partition.partition import strict_partition
from gtpengine.partition.region import Reach

# No stone here is proved safe; an estimate can still see who owns what.
OPEN = """
. . X . O . .
. . X . O . .
. . X O O . .
. . X X O . .
. . . X O . .
. . X . . O .
. . X . O . .
"""


def estimate(picture: str, owners: str) -> tuple[Position, dict[int, float]]:
    """Return the position and an ownership from a picture of X, O and ? (nobody's)."""
    position = Position.from_diagram(picture)
    rows = [line.split() for line in owners.split("\n") if line.strip()]
    value = {"X": 1.0, "O": -1.0, "?": 0.0}
    found = {}
    for point in position.points():
        row, column = divmod(point, 26)
        found[point] = value[rows[position.height - row][column - 1]]
    return position, found


OWNERS = """
X X X ? O O O
X X X ? O O O
X X X O O O O
X X X X O O O
X X X X O O O
X X X ? ? O O
X X X ? O O O
"""


def vertices(points) -> str:
    return " ".join(vertex_of(point) for point in points)


def test_regions_by_estimate():
    position, ownership = estimate(OPEN, OWNERS)
    partition = heuristic_partition(position, ownership)
    assert len(strict_partition(position).regions) == 1
    assert [vertices(region.points) for region in partition.regions] == [
        "D1 D2 E2",
        "D6 D7",
    ]
    assert not any(region.exact for region in partition.regions)
    assert partition.owner(point_of("A1", 7, 7)) == BLACK
    assert partition.owner(point_of("G7", 7, 7)) == WHITE
    assert partition.owner(point_of("D7", 7, 7)) == EMPTY


def test_weak_blocks_are_links_and_context():
    position, ownership = estimate(OPEN, OWNERS)
    lower, upper = heuristic_partition(position, ownership).regions
    # Black's wall C4-C7 with D3, D4 and White's D5-E3 touch both regions.
    assert lower.links == (upper.name,)
    assert upper.links == (lower.name,)
    assert upper.context == (
        Reach(point_of("D5", 7, 7), WHITE, 6, 0),
        Reach(point_of("C6", 7, 7), BLACK, 6, 0),
    )


def test_small_exact_regions_stay_whole():
    picture = """
        . X . X X O . O .
        X X X X X O O O O
        X . . . . . O O O
        X X X X X X O O O
        X . X X X X O . O
        """
    position = Position.from_diagram(picture)
    strict = strict_partition(position)
    sure = dict.fromkeys(position.points(), 1.0)
    partition = heuristic_partition(position, sure, strict=strict)
    assert partition.regions == strict.regions
    assert partition.regions[0].exact


def test_unchanged_regions_survive_a_noisy_estimate():
    position, ownership = estimate(OPEN, OWNERS)
    before = heuristic_partition(position, ownership)
    position.play(BLACK, point_of("D1", 7, 7))
    noisy = {point: 0.6 * share for point, share in ownership.items()}
    noisy[point_of("A7", 7, 7)] = 0.3  # in the middle of Black's land
    after = heuristic_partition(position, noisy, previous=before)
    fresh = heuristic_partition(position, noisy)
    assert before.regions[1].points in [region.points for region in after.regions]
    assert after.owner(point_of("A7", 7, 7)) == BLACK
    assert fresh.owner(point_of("A7", 7, 7)) == EMPTY


def test_dead_chains_belong_to_the_land_around_them():
    picture = """
        . . . X O . .
        . O . X O . .
        . . . X O . .
        . . . X O . .
        """
    owners = """
        X X X X O O O
        X X X X O O O
        X X X X O O O
        X X X X O O O
        """
    position, ownership = estimate(picture, owners)
    partition = heuristic_partition(position, ownership)
    assert partition.regions == ()
    assert partition.dead == 1 << point_of("B3", 7, 4)
    assert partition.settled_score() == 4


def test_what_both_colours_touch_is_never_land():
    # Playouts nearly always give D7, D6 and the cut at D2 to Black: they are dame all the same.
    position, ownership = estimate(OPEN, OWNERS.replace("?", "X"))
    partition = heuristic_partition(position, ownership)
    assert [vertices(region.points) for region in partition.regions] == ["D1 D2 E2", "D6 D7"]


# Black's hane on the first line at C1 reaches into White's land behind it.
EDGE = """
. X O O . . .
. X X O O . .
. . X X O . .
. . . X O . .
. . . X O . .
. . . X O O O
. . . X . . .
"""
EDGE_OWNERS = """
X X O O O O O
X X X O O O O
X X X X O O O
X X X X O O O
X X X X O O O
X X X X O O O
X X X X ? O O
"""


def test_regions_grow_into_the_land_while_they_are_small():
    position, ownership = estimate(EDGE, EDGE_OWNERS)
    (region,) = heuristic_partition(position, ownership).regions
    assert vertices(region.points) == "E1 F1 G1"
    tight = sum(1 << point for point in region.points)
    (small,) = heuristic_partition(position, ownership, tight=tight).regions
    assert vertices(small.points) == "E1 F1"


# The two chains in the middle have no liberties but F1 and F3: whoever plays there loses his own.
SEKI = """
. . . O X . O X . . .
. . . O X X O X . . .
. . . O X . O X . . .
"""
SEKI_OWNERS = """
O O O O X ? O X X X X
O O O O X X O X X X X
O O O O X ? O X X X X
"""


def test_chains_without_liberties_elsewhere_are_no_border():
    position, ownership = estimate(SEKI, SEKI_OWNERS)
    (region,) = heuristic_partition(position, ownership).regions
    assert vertices(region.points) == "E1 F1 G1 E2 F2 G2 E3 F3 G3"
    tight = 1 << point_of("F1", 11, 3)
    apart = heuristic_partition(position, ownership, tight=tight)
    assert [vertices(region.points) for region in apart.regions] == ["F1", "F3"]


# Black at E3 puts both of White's chains into atari: the lower one is no border that stands, though
# it has a liberty elsewhere.
DOUBLE = """
X X X X X X X . . . . O
X O O O X X X . . . . O
X O . O X X X . . . . O
X O O O O . X . . . . O
X X X X . X X . . . . O
. X O O O O X . . . . O
. X O . O X X . . . . O
"""


def test_chains_with_two_liberties_are_no_border():
    position = Position.from_diagram(DOUBLE)
    owners = dict.fromkeys(position.points(), 1.0)
    owners.update(dict.fromkeys(position.stones(WHITE), -1.0))
    owners[point_of("D1", 12, 7)] = owners[point_of("C5", 12, 7)] = -1.0
    owners[point_of("E3", 12, 7)] = 0.0
    regions = heuristic_partition(position, owners).regions
    (region,) = [each for each in regions if point_of("E3", 12, 7) in each.points]
    assert {point_of(v, 12, 7) for v in ("C2", "F2", "C1", "D1", "E1")} <= set(region.points)


# Black at C4 connects three stones that White takes at C2.
CONNECTED = """
. . . . . . .
O O O O . . .
X O X O X . .
. O . O X . .
X O X O X . .
X X . X X . .
. X X X . . .
"""


def test_a_threatened_chain_belongs_to_its_region_even_where_that_should_be_small():
    position = Position.from_diagram(CONNECTED)
    owners = dict.fromkeys(position.points(), 1.0)
    owners.update(dict.fromkeys(position.stones(WHITE), -1.0))
    open_point = point_of("C4", 7, 7)
    owners[open_point] = owners[point_of("C5", 7, 7)] = 0.0
    regions = heuristic_partition(position, owners, tight=1 << open_point).regions
    (region,) = [each for each in regions if open_point in each.points]
    assert vertices(region.points) == "C2 C3 C4 C5"


# White at B7 is dead, but B6 is not connected by it: without C6, White takes it from B5.
DEAD_WALL = """
X . X X X . .
X O X X X . .
O X . X X . .
O . X O X . .
O X X O O . .
. O X X O O O
O O O O O . .
. . . . . . .
"""
DEAD_WALL_OWNERS = """
X X X X X X X
X X X X X X X
O X ? X X X X
O ? X O X X X
O X X O O ? ?
O O X X O O O
O O O O O O O
O O O O O O O
"""


def test_a_dead_stone_is_no_wall_of_its_captor():
    position, ownership = estimate(DEAD_WALL, DEAD_WALL_OWNERS)
    partition = heuristic_partition(position, ownership)
    dead, cut = point_of("B7", 7, 8), point_of("C6", 7, 8)
    assert partition.owner(dead) == BLACK
    (region,) = [each for each in partition.regions if cut in each.points]
    assert point_of("B6", 7, 8) in region.points
    assert dead not in dict(region.border)
    assert dict(region.border)[point_of("C7", 7, 8)] == BLACK
    assert [vertex_of(move.point) for move in solve(region).best_moves(BLACK)] == ["C6"]


def test_where_a_region_should_be_small_all_that_can_be_taken_joins_or_nothing():
    position, ownership = estimate(DEAD_WALL, DEAD_WALL_OWNERS)
    regions = heuristic_partition(position, ownership, tight=1 << point_of("C6", 7, 8)).regions
    (region,) = [each for each in regions if point_of("C6", 7, 8) in each.points]
    assert vertices(region.points) == "C3 D3 B4 C4 B5 C5 B6 C6"
