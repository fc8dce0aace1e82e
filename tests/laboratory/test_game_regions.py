"""Regions of shared games for benches: in size, with their positions, each once."""

import pytest

from gtpengine.board.colours import EMPTY
from gtpengine.laboratory.gameregions import game_regions
from gtpengine.laboratory.shared import PROFESSIONAL


def test_regions_of_a_game_fit_their_positions():
    if not PROFESSIONAL.is_dir():
        pytest.skip(f"the shared games are not at {PROFESSIONAL}")
    said = []
    found = list(game_regions(1000, (30, 30), range(3, 9), said.append))
    assert said == ["1 of 1 games"]
    assert found
    assert len({(region.points, region.stones, region.border) for _, region in found}) == len(found)
    for position, region in found:
        empty = [point for point in region.points if position.colour_at(point) == EMPTY]
        assert 3 <= len(empty) <= 8
        assert all(position.colour_at(point) == colour for point, colour in region.stones)
