"""Groups that can be killed, by pictures: what is read, on what it hangs, what is remembered."""

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.reading.groups import QUICK, GroupReader, Standing, critical_groups

# Black has four points in a row in the corner, and two eyes at the right.
BOARD = """
    . . . . X O O X .
    X X X X X O O X X
    O O O O O O O X .
    . . . . . . O X X
    . . . . . . O O X
    . . . . . . . O O
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    """


def judged(position: Position) -> dict[int, float]:
    """Return an ownership: stones are their colour's, empty points nobody's."""
    found = dict.fromkeys(position.points(), 0.0)
    for colour, share in ((BLACK, 1.0), (WHITE, -1.0)):
        for point in position.stones(colour):
            found[point] = share
    return found


def at(groups, vertex: str):
    point = point_of(vertex, 9, 9)
    return next((group for group in groups if point in group.stones), None)


def test_a_group_that_hangs_is_critical():
    # With three points in a row the middle decides.
    picture = BOARD.replace(". . . . X O O", "X . . . X O O")
    position = Position.from_diagram(picture, rules=JAPANESE)
    group = at(critical_groups(position, judged(position), 5.0), "C8")
    assert group.standing is Standing.CRITICAL
    assert not group.proved
    assert vertex_of(group.kill) == vertex_of(group.save) == "C9"


def test_a_quick_look_sees_what_is_simple():
    picture = BOARD.replace(". . . . X O O", "X . . . X O O")
    position = Position.from_diagram(picture, rules=JAPANESE)
    group = at(GroupReader().critical_groups(position, judged(position), 5.0, QUICK), "C8")
    assert group.standing is Standing.CRITICAL


def test_four_in_a_row_live_and_two_eyes_are_proved():
    position = Position.from_diagram(BOARD, rules=JAPANESE)
    groups = critical_groups(position, judged(position), 5.0)
    assert at(groups, "C8").standing is Standing.ALIVE
    assert at(groups, "H8").proved
    assert [len(group.stones) for group in groups] == sorted(
        (len(group.stones) for group in groups), reverse=True
    )


def test_who_can_run_is_not_critical():
    position = Position.from_diagram(
        """
        . . . . . . . . .
        . . . . . . . . .
        . . O O O . . . .
        . O X X X . . . .
        . . O O O . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
        rules=JAPANESE,
    )
    group = at(critical_groups(position, judged(position), 5.0), "D6")
    assert group is None or group.standing is not Standing.DEAD


def test_a_reading_is_remembered():
    position = Position.from_diagram(BOARD, rules=JAPANESE)
    reader = GroupReader()
    first = reader.critical_groups(position, judged(position), 5.0)
    assert not all(group.proved for group in first)
    assert reader.critical_groups(position, judged(position), 0.0) == first
    assert all(group.proved for group in critical_groups(position, judged(position), 0.0))
