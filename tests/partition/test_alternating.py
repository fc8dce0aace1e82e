"""Safety under alternating play: pictures, and brute force by an attacker who moves first."""

import random

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.partition.alternating import Safety, safety
from gtpengine.partition.benson import alive_chains
from gtpengine.partition.bits import points_of, stones_of
from gtpengine.partition.eyespace import sure_liberties
from gtpengine.partition.links import join
from tests.oracles.attacker_first import TooLarge, can_capture
from tests.partition.boards import scattered


def black_safety(picture: str) -> tuple[Safety, int]:
    """Return Black's safety in the picture and his unconditionally alive stones."""
    full, black, white = stones_of(Position.from_diagram(picture))
    return safety(full, black, white), alive_chains(full, black, white)


def names(bits: int) -> str:
    return " ".join(vertex_of(point) for point in points_of(bits))


@pytest.mark.parametrize(
    ("picture", "safe"),
    [
        pytest.param(
            """
            X X X X X X O
            X . . . . X O
            X X X X X X O
            O O O O O O .
            """,
            True,
            id="four in a row make two eyes",
        ),
        pytest.param(
            """
            X X X X X O O
            X . . . X O O
            X X X X X O .
            O O O O O O .
            """,
            False,
            id="three in a row do not",
        ),
        pytest.param(
            """
            X X X X O O
            X . . X O O
            X . . X O .
            X X X X O .
            O O O O O .
            """,
            False,
            id="a square of four does not",
        ),
        pytest.param(
            """
            X X X X X X O
            X . . . X X O
            X . X X . X O
            X X X X X X O
            O O O O O O .
            """,
            True,
            id="one eye of three and one of one",
        ),
        pytest.param(
            """
            X X X X X X X X O
            X . . . X . . . O
            X . . . X O O O O
            X . . . X O . O .
            X X X X X O O . O
            O O O O O O O O O
            """,
            False,
            id="a single room with an open side elsewhere",
        ),
    ],
)
def test_rooms(picture, safe):
    proof, alive = black_safety(picture)
    full, black, _ = stones_of(Position.from_diagram(picture))
    assert (proof.safe == black) == safe
    assert proof.safe & alive == alive
    assert not proof.owed & ~full


def test_one_link_is_no_connection():
    # F3 has one link to the safe stones, E3: that is no miai.
    picture = """
        X X X X . O .
        . X . X . O O
        X X X X . X O
        O O O X . O O
        . O O O O O .
        """
    proof, alive = black_safety(picture)
    assert names(proof.safe & ~alive) == ""
    full, black, white = stones_of(Position.from_diagram(picture))
    lone = black & ~alive
    assert names(lone) == "F3"
    grown, spent = join(black, alive, full & ~black & ~white)
    assert grown == alive  # E3 is its only liberty that touches the safe stones
    assert spent == 0


def test_two_links_are_miai():
    picture = """
        X X X X . O .
        . X . X . O O
        X X X X X . X
        O O O X . . O
        . O O X . O .
        """
    full, black, white = stones_of(Position.from_diagram(picture))
    alive = alive_chains(full, black, white)
    # by hand: G3 touches F3 alone
    assert names(black & ~alive) == "G3"
    assert join(black, alive, full & ~black & ~white)[0] == alive
    picture = picture.replace("X X X X X . X", "X X X X . X .").replace(
        "O O O X . . O", "O O O X X . O"
    )
    full, black, white = stones_of(Position.from_diagram(picture))
    alive = alive_chains(full, black, white)
    grown, spent = join(black, alive, full & ~black & ~white)
    assert names(black & ~alive) == "F3"
    assert names(grown & ~alive) == "F3"
    assert names(spent) == "F2 E3"


@pytest.mark.parametrize(
    ("width", "height", "count"),
    [
        pytest.param(1, 1, 1, id="one point"),
        pytest.param(2, 1, 1, id="two points"),
        pytest.param(3, 1, 1, id="straight three"),
        pytest.param(4, 1, 2, id="straight four"),
        pytest.param(2, 2, 1, id="square four"),
        pytest.param(3, 2, 2, id="two by three"),
    ],
)
def test_rectangular_eyes(width, height, count):
    # value: life and death of eye shapes, the attacker moving first
    cells = [
        ["." if 1 <= x <= width and 1 <= y <= height else "X" for x in range(width + 2)]
        for y in range(height + 2)
    ]
    cells[0][0] = "."  # a liberty elsewhere, so that the picture is a legal board
    picture = "\n".join(" ".join(row) for row in cells)
    full, black, _ = stones_of(Position.from_diagram(picture))
    corner = full & ~black & -(1 << max(points_of(full & ~black)))
    area = full & ~black & ~corner
    assert sure_liberties(area, 0, (black,), 0) == count


def test_brute_force():
    rng = random.Random(11)
    claims = refused = 0
    for _ in range(150):
        width, height = rng.choice([(4, 4), (5, 4), (5, 5), (6, 5), (6, 6)])
        position = scattered(rng, width, height)
        full, black, white = stones_of(position)
        stones = {point: position.colour_at(point) for point in position.points()}
        for colour, own, foe in ((BLACK, black, white), (WHITE, white, black)):
            proof = safety(full, own, foe)
            if not proof.safe & ~alive_chains(full, own, foe):
                continue
            claims += 1
            try:
                lost = can_capture(stones, 3 - colour, set(points_of(proof.safe)), 4, 1500)
            except TooLarge:
                refused += 1
                continue
            assert not lost, f"{colour}\n{position.diagram()}\n{names(proof.safe)}"
    assert claims - refused > 15
