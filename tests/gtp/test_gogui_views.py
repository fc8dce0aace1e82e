"""GoGui's analyze menu: forms as strict as GoGui reads them, figures checked by hand."""

import re
from fractions import Fraction

import pytest

from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.gtp.analysis.goguiviews import label_of
from gtpengine.gtp.commands.gogui import MENU
from gtpengine.model.model import Model
from tests.engine.positions import CORRIDORS
from tests.gtp.fakes import Analysis, FakeAnalyst, loaded
from tests.gtp.parsers import gogui, gogui_board

TYPES = {
    *("bwboard", "cboard", "dboard", "sboard", "eplist", "gfx", "hstring", "hpstring", "none"),
    *("param", "plist", "pspairs", "pstring", "string"),
    *("var", "varb", "varw", "varc", "varp", "varpo"),
}


LABEL = r'""|[^"\s]{1,3}'  # GoGui cuts off what is longer
SHARE = r"-?[01](\.\d+)?"


def surveyed(position):
    return Model().survey(position, dict.fromkeys(position.points(), 0.5), 60.0)


@pytest.fixture(scope="module")
def talk():
    talk = Analysis(FakeAnalyst(survey=surveyed))
    talk.session.begin(Position.from_diagram(CORRIDORS, rules=JAPANESE))
    return talk


def rows(answer):
    return gogui_board(answer, 9, 9, LABEL)


def labels(answer):
    """Return the cells of a string board that are not empty, by vertex."""
    return {
        f"{'ABCDEFGHJ'[column]}{9 - row}": cell
        for row, cells in enumerate(rows(answer))
        for column, cell in enumerate(cells)
        if cell != '""'
    }


def gfx(answer):
    """Return gfx lines as GoGui reads them: (command, rest)."""
    found = []
    for line in answer.split("\n"):
        command, _, rest = line.partition(" ")
        vertex = r"[A-HJ-T]\d+"
        form = {
            "BLACK": rf"{vertex}( {vertex})*",
            "WHITE": rf"{vertex}( {vertex})*",
            "CIRCLE": rf"{vertex}( {vertex})*",
            "SQUARE": rf"{vertex}( {vertex})*",
            "COLOR": rf"#[0-9a-f]{{6}}( {vertex})+",
            "LABEL": rf"{vertex} \S{{1,3}}( {vertex} \S{{1,3}})*",
            "TEXT": r".+",
        }[command]
        assert re.fullmatch(form, rest), line
        found.append((command, rest))
    return found


def test_the_menu_has_gogui_s_form_and_only_commands_that_exist(talk):
    assert talk.tell("gogui-analyze_commands") == "\n".join(MENU)
    for line in MENU:
        kind, label, command = line.split("/")
        assert kind in TYPES
        assert label
        assert talk.tell(f"known_command {command.split()[0]}") == "true"
        assert set(re.findall("%.", command)) <= {"%c", "%p"}


def test_every_entry_answers(talk):
    for line in MENU:
        command = line.split("/")[2].replace("%p", "D3").replace("%c", "b")
        assert talk.say(command).startswith("="), command
    # One survey for all of them.
    assert len(talk.analyst.surveyed) == 1


def halves(size):
    """Black's left, White's right, each with two eyes; between them a dame and a gote point."""
    middle = size // 2
    points = [["X" if column < middle else "O" for column in range(size)] for _ in range(size)]
    for row, column in ((0, 0), (2, 0), (0, size - 1), (2, size - 1), (5, middle), (size - 1, 1)):
        points[row][column] = "."
    points[size - 1][0] = "O"  # a white stone in atari: a point and a prisoner for either
    return "\n".join(" ".join(row) for row in points)


@pytest.mark.parametrize("size", [9, 13, 19])
def test_every_view_is_read_by_gogui_s_own_rule(size):
    talk = Analysis(FakeAnalyst(survey=surveyed))
    talk.session.begin(Position.from_diagram(halves(size), rules=JAPANESE))
    place = next(
        word.split()[0]
        for kind, word in gfx(gogui(talk.say("gtpengine-regions")))
        if kind == "LABEL"
    )
    for line in MENU:
        kind, _, command = line.split("/")
        answer = talk.say(command.replace("%p", place).replace("%c", "b"))
        if answer.startswith("?"):
            assert command.startswith("gtpengine-line")  # nothing to play there
            continue
        assert answer.startswith("=")
        text = gogui(answer)
        if kind == "sboard":
            gogui_board(text, size, size, LABEL)
        elif kind == "dboard":
            gogui_board(text, size, size, SHARE)
        elif kind == "gfx":
            gfx(text)
        elif kind == "pspairs":
            assert re.fullmatch(r"([A-HJ-T]\d+ \S{1,3} ?)*", text)
        elif kind.startswith("var"):
            assert re.fullmatch(r"([A-HJ-T]\d+|pass)( ([A-HJ-T]\d+|pass))*", text)
        elif kind == "hstring":
            assert text.startswith("\n")  # the title is GoGui's


@pytest.mark.parametrize(
    ("number", "label"),
    [
        *(("0", "0"), ("3", "3"), ("1/2", ".5"), ("-1/2", "-.5"), ("3/2", "1.5"), ("17/8", "2.1")),
        *(("1/3", ".33"), ("-7/2", "-3"), ("-13/3", "-4"), ("12", "12"), ("25/2", "13")),
        *(("-25/2", "-12"), ("100", "100"), ("-100", "-**"), ("1/1000", "0"), ("999/1000", "1")),
    ],
)
def test_numbers_fit_on_a_point(number, label):
    assert label_of(Fraction(number)) == label


def test_regions(talk):
    drawn = gfx(talk.tell("gtpengine-regions"))
    colours = [rest for command, rest in drawn if command == "COLOR"]
    # The two corridors are worth less than a point, the dame nothing.
    assert colours == ["#7fb6a8 B2 C2 D2 E2 F2 G2 B3 C3 D3 E3 F3 G3 B7 C7", "#9db8c9 E5"]
    assert ("LABEL", "D3 A C7 B E5 C") in drawn
    assert drawn[-1] == ("TEXT", "White is ahead by 12 1/2 points; the hottest of 3 regions: 1/2")


def test_boards_of_labels(talk):
    assert labels(talk.tell("gtpengine-temperatures")) == {"D3": ".5", "E5": "0", "C7": ".5"}
    assert labels(talk.tell("gtpengine-means")) == {"D3": "-.5", "E5": "0", "C7": ".5"}
    assert labels(talk.tell("gtpengine-kinds")) == {"D3": "G", "E5": "0", "C7": "G"}


def test_ownership(talk):
    shares = [[float(cell) for cell in row] for row in rows(talk.tell("gtpengine-ownership"))]
    assert shares[0] == [1, 1, 1, 1, -1, -1, -1, -1, -1]
    assert shares[6][2] == 0.5  # C3, open: as the playouts said


def test_a_thermograph_in_letters(talk):
    # by hand: C7 is {1|0}: Black closes for a point, or White takes it away; mast 1/2 from 1/2 on.
    text = talk.tell("gtpengine-thermograph c7").split("\n")
    assert text[:2] == ["B: Gote, 1/2 of a point each", "count +1/2, exact"]
    assert text[5:] == [
        "Black first: B C7",
        "White first: W C7",
        "    3/4                               |",
        "    1/2                               |",
        "    1/4                          B         W",
        "      0                     B                   W",
        "   -1/4                B                        W",
        "   -1/2           B                             W",
        "   -3/4      B                                  W",
        "     -1 B                                       W",
        "      t -----------------------------------------",
        "        2                                       0",
    ]
    assert talk.say("gtpengine-thermograph A1") == "? A1 is settled: it is in no region\n\n"
    assert talk.say("gtpengine-thermograph pass").startswith("? syntax error")


def test_the_value_of_a_place(talk):
    # by hand: C7 is {1|0}
    assert "In books: 1 point in gote (miai value 1/2)." in talk.tell("gtpengine-place C7")
    assert "1 point in gote" in talk.tell("gtpengine-place C7:C7 C7")
    assert talk.say("gtpengine-place").startswith("? syntax error")
    assert talk.say("gtpengine-place Z9").startswith("? ")
    assert talk.say("gtpengine-place pass").startswith("? a pass is no place")


def test_lines_and_values_of_moves(talk):
    assert talk.tell("gtpengine-line black C7") == "C7"
    assert talk.tell("gtpengine-line w c7") == "C7"
    assert talk.tell("gtpengine-line b") in ("D3", "G3")
    assert talk.say("gtpengine-line b A1").startswith("? A1 is settled")
    values = talk.tell("gtpengine-move_values b").split()
    assert dict(zip(values[::2], values[1::2], strict=True)) == {
        **{"D3": ".5", "G3": ".5", "C7": ".5"}
    }


def test_strategies_side_by_side(talk):
    head, *found = talk.tell("gtpengine-strategies").split("\n")
    assert head.split() == ["strategy", "move", "worth", "why"]
    assert [row.split()[0] for row in found] == [
        *("hotstrat", "sentestrat", "thermostrat", "maxmove", "chooser")
    ]
    assert all(row.split()[1] in ("D3", "G3", "C7") for row in found)


def test_a_new_position_is_surveyed_anew():
    talk = Analysis(FakeAnalyst(survey=surveyed))
    talk.session.begin(Position.from_diagram(CORRIDORS, rules=JAPANESE))
    talk.tell("gtpengine-temperatures")
    talk.tell("play b C7")
    assert "C7" not in labels(talk.tell("gtpengine-temperatures"))
    talk.tell("gtpengine-means")
    assert len(talk.analyst.surveyed) == 2
    talk.tell("clear_cache")
    talk.tell("gtpengine-means")
    assert len(talk.analyst.surveyed) == 3
    assert talk.analyst.forgotten == 1


KO = """
    . X . X O . . . .
    X X X X O O O O .
    X . . O O . . O .
    X X X X O O O O O
    X X X . X O . O .
    X X X X O O O O O
    X O . . . . . X X
    X O O O O O O X .
    X X X X X X X X X
    """


def test_ko_threats():
    talk = Analysis(FakeAnalyst(survey=surveyed))
    talk.session.begin(Position.from_diagram(KO, rules=JAPANESE))
    drawn = dict(gfx(talk.tell("gtpengine-ko_threats")))
    # White at B7 goes in where C7 then threatens to connect out with both points.
    assert "B7" in drawn["SQUARE"].split()
    assert "B7 2" in drawn["LABEL"]
    assert "D5" not in drawn["SQUARE"] + drawn["LABEL"]
    assert drawn["TEXT"].startswith("Black has 3 threats")
    assert labels(talk.tell("gtpengine-kinds"))["D5"] == "KO"
    text = talk.tell("gtpengine-thermograph E5")
    # by hand: a one-point ko, a third of a point a move, whoever has threats.
    assert text.startswith("C: Ko, 1/3 of a point a move\ncount -1/3, exact\n")
    # only what differs is drawn once more
    assert "If Black wins all kos:" in text
    assert "If White wins all kos:" not in text


def test_without_an_analyst_views_are_refused():
    talk = Analysis(loaded(None))
    assert talk.say("gtpengine-regions") == "? the analysis is not loaded\n\n"
