"""Proved safe points: pictures, brute force by an attacker who moves first, and memory."""

import random

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.partition.bits import Bits, bits_of, components, points_of, stones_of
from gtpengine.reading.frame import Stones
from gtpengine.reading.prover import Prover
from gtpengine.reading.side import Side
from gtpengine.reading.solver import Solver
from tests.oracles.attacker_first import TooLarge, can_capture
from tests.partition.boards import scattered


def names(bits: Bits) -> str:
    return " ".join(vertex_of(point) for point in points_of(bits))


def proved(picture: str):
    position = Position.from_diagram(picture, rules=JAPANESE)
    return position, Prover().prove(position, 5.0)


@pytest.mark.checked
def test_an_open_border_is_no_danger():
    # White can push at F1 or F2, Black answers; five points in the corner make two eyes.
    position, found = proved("""
        O O O O O O O
        X X X X X O .
        . . . . X O .
        X X . . . . O
        . . X X . O O
        """)
    assert found.safe[BLACK] == bits_of(position.stones(BLACK))


def test_three_in_a_row_is_not_safe():
    position, found = proved("""
        X X X X X O
        X . . . X O
        X X X X X O
        O O O O O O
        . . . . . .
        """)
    assert found.safe[BLACK] == 0
    assert not found.points & bits_of(position.stones(BLACK))


def test_territory_with_dead_stones_inside():
    position, found = proved("""
        . . X . . X O .
        . O X . O X O .
        X X X X X X O .
        O O O O O O O .
        . . . . . . . .
        """)
    inside = [point_of(name, 8, 5) for name in ("A5", "B4", "D5", "E4", "E5")]
    assert found.safe[BLACK] == bits_of(position.stones(BLACK))
    assert all(found.territory[BLACK] >> point & 1 for point in inside)


def test_proofs_are_remembered_while_their_zones_stand():
    position = Position.from_diagram(
        """
        X X X X X X O . .
        X . . . . X O . .
        X X X X X X O . .
        O O O O O O O . .
        . . . . . . . . .
        . . . . . . . . .
        """,
        rules=JAPANESE,
    )
    prover = Prover()
    before = prover.prove(position, 5.0)
    position.play(WHITE, point_of("H1", 9, 6))
    assert prover.prove(position, 0.0).safe[BLACK] == before.safe[BLACK] != 0
    position.play(WHITE, point_of("C5", 9, 6))
    position.play(WHITE, point_of("D5", 9, 6))
    assert prover.prove(position, 5.0).safe[BLACK] == 0


def test_a_large_chain_is_looked_at_in_its_land():
    # Liberties outside fill each frame of what is nearest; the twelve points inside are enough.
    position = Position.from_diagram(
        """
        . . . . . . X . . .
        . . . . . . X . . .
        X X X X X X X . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . O .
        """,
        rules=JAPANESE,
    )
    full, black, white = stones_of(position)
    land = min(components(full & ~black), key=int.bit_count)
    for lands, proved in (([], 0), ([land], black)):
        side = Side(Solver(40_000, 8), Stones(full, black, white), BLACK, None)
        side.lands = lands
        side.find_groups(20, 40_000, lambda: False)
        assert side.safe == proved


def test_brute_force():
    rng = random.Random(4)
    claims = refused = 0
    prover = Prover()
    for _ in range(120):
        width, height = rng.choice([(4, 4), (5, 4), (5, 5), (6, 5)])
        position = scattered(rng, width, height)
        stones = {point: position.colour_at(point) for point in position.points()}
        found = prover.prove(position, 0.02)
        for colour in (BLACK, WHITE):
            if not any(group.colour == colour for group in found.groups):
                continue
            claims += 1
            try:
                lost = can_capture(stones, 3 - colour, set(points_of(found.safe[colour])), 4, 1500)
            except TooLarge:
                refused += 1
                continue
            assert not lost, f"{colour}\n{position.diagram()}\n{names(found.safe[colour])}"
    assert claims - refused > 5


def test_zones_of_one_colour_share_no_points():
    rng = random.Random(7)
    several = 0
    prover = Prover()
    for _ in range(40):
        position = scattered(rng, 9, 9)
        found = prover.prove(position, 0.05)
        for colour in (BLACK, WHITE):
            taken = 0
            groups = [group for group in found.groups if group.colour == colour]
            several += len(groups) > 1
            for group in groups:
                points = group.zone & ~group.chains
                assert not points & taken
                taken |= points
    assert several
