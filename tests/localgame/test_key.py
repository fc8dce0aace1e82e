"""Keys are the same for what is the same local game, and lead back to the board."""

from random import Random

import pytest

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import column_of, point_at, row_of
from gtpengine.board.rules import Scoring
from gtpengine.laboratory.samples.regions import random_region
from gtpengine.localgame.key import place
from gtpengine.localgame.solver import solve
from gtpengine.partition.region import Reach, Region
from gtpengine.values.loopy.rules import Komaster

SIZE = 9


def moved(region, symmetry, swapped, by=(0, 0)):
    """Return the region turned, recoloured and shifted, and where each point went."""

    def where(point):
        row, column = row_of(point), column_of(point)
        if symmetry & 1:
            row = SIZE + 1 - row
        if symmetry & 2:
            column = SIZE + 1 - column
        if symmetry & 4:
            row, column = column, row
        return point_at(row + by[0], column + by[1])

    def colour(old):
        return opponent(old) if swapped else old

    size = SIZE + max(by)
    stones = {where(p): colour(c) for p, c in region.stones}
    border = {where(p): colour(c) for p, c in region.border}
    points = [where(p) for p in region.points]
    return Region.of((size, size), points, stones, border), where


def test_all_symmetries_and_colours_share_key_values_and_moves():
    random = Random(1)
    for _ in range(8):
        region = random_region(random, random.randint(2, 6), random.randint(0, 2), SIZE)
        here = solve(region)
        value = here.value(Komaster.BLACK)
        for symmetry in range(8):
            for swapped in (False, True):
                other, where = moved(region, symmetry, swapped)
                there = solve(other)
                assert there.placement.key == here.placement.key, region.diagram()
                found = there.value(Komaster.WHITE if swapped else Komaster.BLACK)
                if swapped:
                    assert (found.left, found.right) == (
                        value.right.negated(),
                        value.left.negated(),
                    )
                else:
                    assert (found.left, found.right) == (value.left, value.right)
                for colour in (BLACK, WHITE):
                    theirs = there.best_moves(opponent(colour) if swapped else colour)
                    mine = [(where(best.point), best.ranges) for best in here.best_moves(colour)]
                    assert theirs == sorted(mine), region.diagram()


def test_translation_away_from_the_edge_keeps_the_key():
    region = Region.from_diagram(
        """
        - X X X - - - - -
        X . . o O - - - -
        - X . O - - - - -
        - - O - - - - - -
        - - - - - - - - -
        - - - - - - - - -
        - - - - - - - - -
        - - - - - - - - -
        - - - - - - - - -
        """
    )
    other, _ = moved(region, 0, False, by=(0, 3))
    assert place(other).key == place(region).key


def test_what_differs_in_play_differs_in_key():
    rows = ["X . . O", "X . . X", "X . x O", "X . o O", "X x . O"]
    regions = [Region.from_diagram(f"- X X -\n{row}\n- X X -") for row in rows]
    assert len({place(region).key for region in regions}) == len(rows)


def test_different_border_stones_with_the_same_effect_share_a_key():
    straight = Region.from_diagram("X X X\n. . O")
    bent = Region.from_diagram("X X X -\n. . O O")
    assert place(straight).key == place(bent).key


def test_points_lead_back_to_the_board():
    region = Region.from_diagram("- X X O\nX . x O\n- X X O")
    placement = place(region)
    assert sorted(placement.points.values()) == list(region.points)
    for bit, point in placement.points.items():
        assert placement.bit_of(point) == bit
    with pytest.raises(KeyError):
        placement.bit_of(1)


def test_a_block_with_liberties_outside_cannot_be_captured_inside():
    region = Region.from_diagram("- O O X\nX x . X\n- O O X".replace("X x", "O x"))
    weak = region.stones[0][0]
    held = Region(
        region.width,
        region.height,
        region.points,
        region.stones,
        region.border,
        exact=False,
        context=(Reach(weak, BLACK, 2, 0),),
    )
    assert place(held).key != place(region).key
    area = Scoring.AREA
    assert solve(held).value(scoring=area).mean > solve(region).value(scoring=area).mean
    assert not solve(held).exact
