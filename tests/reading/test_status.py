"""The status of a chain: textbook shapes, by pictures."""

import pytest

from gtpengine.board.colours import BLACK
from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.laboratory.studies.proofs import answer
from gtpengine.match.suite import load_suite
from gtpengine.reading.status import StatusReader
from gtpengine.search.tree.status import StatusJudge
from tests.shared_data import SHARED, needs_shared_data

READER = StatusReader()
SHARED_CASES, SHARED_RIGHT = 24, 12


def status(picture: str, vertex: str):
    position = Position.from_diagram(picture, rules=JAPANESE)
    return READER.status(position, point_of(vertex, position.width, position.height))


THREE = """
    X X X X X O
    X . . . X O
    X X X X X O
    O O O O O O
    . . . . . .
    """
FOUR = """
    X X X X X X O
    X . . . . X O
    X X X X X X O
    O O O O O O O
    . . . . . . .
    """
SQUARE = """
    X X X X O .
    X . . X O .
    X . . X O .
    X X X X O .
    O O O O O .
    . . . . . .
    """


@pytest.mark.checked
def test_three_in_a_row_hang_on_the_middle():
    found = status(THREE, "A5")
    assert found.word() == "critical"
    assert vertex_of(found.attacked.move) == vertex_of(found.defended.move) == "C4"


@pytest.mark.parametrize(("picture", "word"), [(FOUR, "alive"), (SQUARE, "dead")])
def test_four_points(picture, word):
    assert status(picture, "A3").word() == word


def test_a_ko_that_can_never_be_ended_saves_nobody():
    # Black can make an eye at B4 only by taking at C4 again and again: no number of threats is
    # enough. ld_owl 13 of GNU Go's suite.
    found = status(
        """
        . X . O . . .
        O X . O . . .
        . X . O . . .
        . X O O O . .
        . . X . O . .
        . X O O O . .
        . O O . . . .
        . O . . . . .
        """,
        "B8",
    )
    assert found.word() == "dead"


def test_a_false_eye_is_no_eye():
    # D1 hangs, so the eye at C1 is none.
    found = status(
        """
        . . . . . .
        O O O O O .
        X X X O O .
        . X . X O .
        """,
        "A2",
    )
    assert found.word() == "dead"


@pytest.mark.parametrize(("length", "word"), [(4, "dead"), (5, "critical"), (6, "alive")])
def test_second_line_in_the_corner_four_die_six_live(length, word):
    rows = [
        ". . . . . . . . .",
        ". . . . . . . . .",
        " ".join("O" * (length + 1) + "." * (8 - length)),
        " ".join("X" * length + "O" + "." * (8 - length)),
        ". . . . . . . . .",
    ]
    assert status("\n".join(rows), "A2").word() == word


def test_who_may_not_retake_a_ko_takes_the_other_way():
    # White's A6 would take back; A4 takes A5. From ld_owl 67 of GNU Go's suite.
    position = Position.from_diagram(
        """
        O . O . . .
        X O O X X .
        . O X X . .
        O O X . . .
        . X X . . .
        . X . . . .
        """,
        rules=JAPANESE,
    )
    position.play(BLACK, point_of("B6", 6, 6))
    found = READER.status(position, point_of("C6", 6, 6))
    assert found.word() == "critical"
    assert vertex_of(found.attacked.move) == "A6"
    assert vertex_of(found.defended.move) == "A4"


@needs_shared_data
def test_cases_of_another_author():
    judge = StatusJudge()
    right = 0
    for case in load_suite(SHARED / "gnugo" / "ld_owl.tst")[:SHARED_CASES]:
        right += case.expected.accepts(answer(judge, case))
    assert right >= SHARED_RIGHT


def test_stones_in_a_seki_are_spared():
    # White can capture three stones, but then dies. After pachi/t-unit/seki.t.
    found = status(
        """
        . X . X X X .
        . X X X O O O
        . . X . O . X
        . . X . O O X
        . . X . O . X
        . . X X O O O
        . . . X X X .
        """,
        "G4",
    )
    assert found.word() == "alive"


def test_a_stone_beside_what_may_be_captured_has_its_liberties():
    # White captures at J4 first; then H1 and J1 are no eye. From ld_owl 23 of GNU Go's suite.
    found = status(
        """
        . . . . . O O O .
        . . O O O O . O .
        . O . . . O X O X
        O O O X X X . X O
        . . . . X . . . .
        """,
        "H2",
    )
    assert found.word() == "dead"
