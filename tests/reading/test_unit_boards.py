"""The boards of Pachi's unit tests: sekis, and four in a corner."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.reading.status import StatusReader
from tests.shared_data import SHARED, needs_shared_data

BENT_FOUR = """
    . X . O X .
    X O O O X .
    . O . X X .
    O O . X . .
    X X X X . .
    . . . . . .
    """


def fates(path: Path) -> Iterator[tuple[Position, str, str]]:
    """Yield the stones whose fate a file gives: the board, the vertex, alive or dead."""
    picture: list[str] = []
    rows = 0
    for line in path.read_text().splitlines():
        if line.startswith("boardsize"):
            picture, rows = [], int(line.split()[1])
        elif rows > len(picture):
            picture.append(" ".join(re.sub(r"[()]", " ", line).split()))
        elif line.startswith("moggy status"):
            position = Position.from_diagram("\n".join(picture), rules=JAPANESE)
            for vertex, owner in re.findall(r"([a-tA-T]\d+)\s+([XOxo])", line.split("#")[0]):
                colour = position.colour_at(point_of(vertex.upper(), rows, rows))
                if colour in (BLACK, WHITE):
                    lives = (owner in "Xx") == (colour == BLACK)
                    yield position, vertex.upper(), "alive" if lives else "dead"


def test_four_in_a_corner_are_dead_though_only_by_a_ko():
    # Black starts the ko when he likes, takes first, and White has no other eye.
    position = Position.from_diagram(BENT_FOUR, rules=JAPANESE)
    found = StatusReader().status(position, point_of("B5", 6, 6))
    assert found.at_leisure
    assert found.word() == "dead"


@needs_shared_data
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "least"), [("seki.t", 60), ("bent4.t", 20), ("false_eye_seki.t", 1)]
)
def test_stones_of_the_unit_tests(name, least):
    reader = StatusReader()
    count = 0
    for position, vertex, wanted in fates(SHARED / "pachi" / "t-unit" / name):
        point = point_of(vertex, position.width, position.height)
        assert reader.status(position, point).word() == wanted, (vertex, position.diagram())
        count += 1
    assert count >= least
