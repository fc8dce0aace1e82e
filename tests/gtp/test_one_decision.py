"""One decision: whoever asks about a position is told the same best move."""

import json

import pytest

from gtpengine.board.colours import BLACK, WHITE, colour_letter
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.deadline import Deadline
from gtpengine.engine.opening import OpeningBook
from gtpengine.engine.search_player import SearchPlayer
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinker import Thinker
from gtpengine.gtp.analysis.analyst import Analyst
from gtpengine.gtp.analysis.infolines import Dialect, info_line
from gtpengine.gtp.analysis.wishes import Wishes
from gtpengine.gtp.jsonmode.service import Service
from gtpengine.report.analysis import analyse
from gtpengine.report.analysisjson import as_json
from tests.engine.positions import CORRIDORS, SETTLED, picture, staff_with
from tests.gtp.fakes import loaded
from tests.gtp.parsers import sabaki

VISITS = 300
SETTINGS = Settings(visits=VISITS, seed=3, network=False)
FIGHT = """
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . O . .
    . . . X O . . . .
    . . X O . O O . .
    . . X O X . . . .
    . . X X . O O . .
    X X X . X O . . .
    . . . . . . . . .
    """


def by_player(position):
    thinking = loaded(Thinker(), "search")
    player = SearchPlayer(thinking, staff_with().player, OpeningBook(), lambda: SETTINGS)
    with Deadline(120.0) as deadline:
        return vertex_of(player.choose(position.copy(), deadline).point)


def by_study(position, dialect):
    told = []
    with Deadline(120.0) as deadline:
        Analyst().study(position.copy(), deadline, SETTINGS, told.append)
    line = info_line(told[-1], Wishes(position.to_move), dialect)
    return sabaki(line, dialect.value)[0]["move"]


def by_report(position):
    with Deadline(120.0) as deadline:
        return as_json(analyse(position.copy(), deadline, SETTINGS))["move"]


def by_json(position):
    answers = []
    service = Service(loaded(Analyst()), SETTINGS, 1, answers.append)
    service.start()
    stones = [
        [colour_letter(colour), vertex_of(point)]
        for colour in (BLACK, WHITE)
        for point in position.stones(colour)
    ]
    query = {
        **{"id": "q", "boardXSize": position.width, "boardYSize": position.height},
        **{"rules": position.rules.name, "komi": float(position.komi), "moves": []},
        **{"initialStones": stones, "initialPlayer": colour_letter(position.to_move)},
        **{"maxVisits": VISITS},
    }
    service.submit(json.dumps(query))
    service.finish()
    return answers[-1]["moveInfos"][0]["move"]


@pytest.mark.parametrize("colour", [BLACK, WHITE])
@pytest.mark.parametrize(
    "board", [CORRIDORS, SETTLED, FIGHT], ids=["corridors", "settled", "fight"]
)
def test_everybody_names_the_same_move(board, colour):
    position = picture(board, to_move=colour, rules=JAPANESE)
    assert isinstance(position, Position)
    wanted = by_player(position)
    assert by_study(position, Dialect.LZ) == wanted
    assert by_study(position, Dialect.KATA) == wanted
    assert by_report(position) == wanted
    assert by_json(position) == wanted
