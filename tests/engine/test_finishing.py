"""Points that look like territory and must be filled: moves that cost nothing before the count."""

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.engine.finishing import free_moves
from gtpengine.engine.surveyor import Surveyor

# Once Black plays F3, White must connect at E5: E5 is no territory. Neither move gains anything,
# one answers the other. All else is settled, both have eyes.
CONNECTION = """
    . O . O . O . O .
    O O O O O O O O O
    O O O O O O O O O
    O O O O O O O O O
    O O O O . O O O O
    X X X X O X X X X
    X X X X O . X X X
    X X X X X X X X X
    . X . X . X . X .
    """


def survey(rules):
    position = Position.from_diagram(CONNECTION, rules=rules)
    return Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)


def names(points):
    return [vertex_of(point) for point in points]


def test_a_connection_that_will_be_needed_costs_nothing():
    found = survey(JAPANESE)
    (report,) = [each for each in found.regions if len(each.region.points) > 1]
    assert report.likely_temperature == -1
    assert names(free_moves(found, BLACK)) == ["F3"]
    assert names(free_moves(found, WHITE)) == ["E5"]


def test_once_it_is_filled_nothing_is_left():
    position = Position.from_diagram(CONNECTION, rules=JAPANESE)
    position.play(BLACK, survey(JAPANESE).regions[0].moves[BLACK])
    position.play(WHITE, free_moves(survey(JAPANESE), WHITE)[0])
    later = Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    assert free_moves(later, BLACK) == free_moves(later, WHITE) == []


def test_area_rules_need_no_such_moves():
    assert free_moves(survey(CHINESE), BLACK) == []
