"""The status of a chain where reading and playouts help each other, by pictures."""

from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.reading.status import Fate, StatusReader
from gtpengine.reading.words import status_lines
from gtpengine.search.tree.status import StatusJudge

THREE = """
    X X X X X O
    X . . . X O
    X X X X X O
    O O O O O O
    . . . . . .
    """
LOOSE = """
    . . . . . . . . .
    . . . O . O . . .
    . X O . . . O . .
    . X . . . . O . .
    . . X X X X O . .
    . . . . . . . . .
    """
# After ld_owl 65 of GNU Go's suite: B1 kills as well, but A2 is the point for both.
CORNER = """
    . . . . . . . . . .
    . . . . . . . . . .
    . O O O O . . . . .
    . O X X . O O . . .
    . X . . X X O . O .
    . . . . . . . . . .
    """


def status(picture: str, vertex: str, judge: StatusJudge):
    position = Position.from_diagram(picture, rules=JAPANESE)
    return judge.status(position, point_of(vertex, position.width, position.height))


def test_what_is_cut_short_is_estimated():
    found = status(LOOSE, "C2", StatusJudge(nodes=4))
    assert found.defended.fate is Fate.LIVES
    assert found.defended.estimated
    assert "estimated by playouts" in status_lines("Black C2", found)[2]


def test_what_is_read_is_no_estimate():
    found = status(THREE, "A5", StatusJudge())
    assert found.attacked.fate is Fate.DIES
    assert not found.attacked.estimated


def test_of_moves_that_work_the_one_that_playouts_propose_is_taken():
    found = status(CORNER, "B2", StatusJudge())
    assert found.word() == "critical"
    assert vertex_of(found.attacked.move) == vertex_of(found.defended.move) == "A2"


def test_a_proposed_move_that_fails_is_refuted():
    position = Position.from_diagram(THREE, rules=JAPANESE)
    reader = StatusReader()
    stone, away, middle = (point_of(each, 6, 5) for each in ("A5", "B4", "C4"))
    read = reader.status(position, stone).attacked
    assert reader.does(position, stone, away, read, attacker_first=True) is False
    assert reader.does(position, stone, middle, read, attacker_first=True) is True
