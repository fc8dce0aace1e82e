"""Thermograph trees and their boards on drawn and generated regions; exact values are the judge."""

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import NO_POINT, point_of
from gtpengine.board.position import Position
from gtpengine.localgame.generator import generate_region
from gtpengine.localgame.solution import Scoring
from gtpengine.localgame.solver import solve
from gtpengine.partition.region import Region
from gtpengine.search.montecarlo.localboard import LocalBoard
from gtpengine.search.montecarlo.thermotree import ThermoSettings, ThermoTree

STONES = str.maketrans("xobw-", "XO...")
NO_VERDICTS = ThermoSettings(verdict_empty=-1)

CORRIDOR = """
    X O O O O
    X . . . O
    X O O O O
    - - - - -
"""
# Black may take the stone at C3 by D3; White may then retake by C3.
KO = """
    - - - - - -
    - X X O O -
    X X o . O O
    - X X O O -
    - - - - - -
"""
# The same, White having just taken: Black may not retake at once.
BANNED = KO.replace("o .", "o b")


def at(vertex):
    return point_of(vertex, 6, 5)


def drawn(text):
    return Position.from_diagram(text.translate(STONES)), Region.from_diagram(text)


def exact(region):
    value = solve(region).value(scoring=Scoring.AREA)
    return float(value.mean), float(value.temperature)


def test_a_board_counts_its_region_alone():
    board = LocalBoard(*drawn(CORRIDOR))
    start = board.key
    board.play_assuming_legal(WHITE, at("B3"))
    assert board.played_out(BLACK, 20) == (-3.0, 0.0)  # by hand: all three points are White's
    assert board.empty == 2
    board.back()
    assert board.key == start
    board.play_assuming_legal(BLACK, at("B3"))
    board.play_assuming_legal(BLACK, at("C3"))  # twice the same colour
    board.play_assuming_legal(BLACK, at("D3"))
    assert board.empty == 0
    assert board.played_out(WHITE, 20) == (3.0, 0.0)


def test_a_board_shows_its_region_as_it_stands():
    position, region = drawn(CORRIDOR)
    board = LocalBoard(position, region)
    board.play_assuming_legal(BLACK, at("B3"))
    found = board.region()
    assert found.points == region.points
    assert found.stones == ((at("B3"), BLACK),)
    shorter = CORRIDOR.replace("X . . .", "X x . .")
    assert found == Region.from_diagram(shorter)


def test_kos_may_be_retaken():
    board = LocalBoard(*drawn(KO))
    start = board.key
    board.play_assuming_legal(BLACK, at("D3"))
    assert board.is_legal(WHITE, at("C3"))
    board.play_assuming_legal(WHITE, at("C3"))
    assert board.key == start


def test_priors_are_of_legal_moves():
    found = LocalBoard(*drawn(CORRIDOR)).shares(BLACK)
    assert sorted(point for point, _ in found) == sorted(map(at, ("B3", "C3", "D3")))
    assert sum(share for _, share in found) == pytest.approx(1.0)


@pytest.mark.parametrize("settings", [None, NO_VERDICTS])
def test_a_corridor(settings):
    position, region = drawn(CORRIDOR)
    tree = ThermoTree(position, region, settings)
    tree.run(visits=150)
    found = tree.findings()
    mean, temperature = exact(region)
    assert found.mean == pytest.approx(mean, abs=0.3)
    assert found.temperature == pytest.approx(temperature, abs=0.3)
    assert found.moves == {BLACK: at("B3"), WHITE: at("B3")}
    assert (found.verdicts > 0) == (settings is None)
    assert found.visits == 150


def test_a_ko_leads_back_to_where_it_began():
    position, region = drawn(KO)
    tree = ThermoTree(position, region, NO_VERDICTS)
    tree.run(visits=200)
    found = tree.findings()
    mean, temperature = exact(region)
    assert found.mean == pytest.approx(mean, abs=0.4)
    assert found.temperature == pytest.approx(temperature, abs=0.4)


def test_a_ban_forbids_the_move_and_changes_no_value():
    _, region = drawn(BANNED)
    position = Position.from_diagram(BANNED.replace("o b", ". x").translate(STONES))
    position.play(WHITE, at("C3"))
    assert not position.is_legal(BLACK, at("D3"))
    tree = ThermoTree(position, region, NO_VERDICTS)
    tree.run(visits=200)
    found = tree.findings()
    assert found.moves[BLACK] == NO_POINT
    assert found.mean == pytest.approx(exact(region)[0], abs=0.4)


def test_verdicts_bring_trees_near_the_exact_values():
    errors = {}
    regions = [generate_region(seed, 8, 1) for seed in range(5)]
    for settings in (NO_VERDICTS, ThermoSettings(verdict_empty=6)):
        off = []
        for enclosed in regions:
            region = enclosed.regions[0]
            tree = ThermoTree(enclosed.position, region, settings)
            tree.run(visits=100)
            found = tree.findings()
            mean, temperature = exact(region)
            off.append(abs(found.mean - mean) + abs(found.temperature - temperature))
        errors[settings.verdict_empty] = sum(off) / len(off)
    assert errors[6] < errors[-1]
    assert errors[6] < 0.6


def test_the_same_seed_gives_the_same_tree():
    position, region = drawn(CORRIDOR)
    found = []
    for _ in range(2):
        tree = ThermoTree(position, region, NO_VERDICTS, seed=5)
        tree.run(visits=40)
        found.append(tree.findings())
    assert found[0] == found[1]


def test_no_visit_after_the_flag():
    position, region = drawn(CORRIDOR)
    tree = ThermoTree(position, region)
    assert tree.run(np.ones(1, np.int64)) == 0
    found = tree.findings()
    assert found.moves == {BLACK: NO_POINT, WHITE: NO_POINT}
    assert -3 <= found.mean <= 3
