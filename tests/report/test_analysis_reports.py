"""An analysis told: JSON that stays as it is, the view, plain words, the table, the record."""

import io
import json
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from sgfmill import sgf

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.record import BadRecord, load_record
from gtpengine.board.rules import CHINESE, JAPANESE, rules_named
from gtpengine.cli import main
from gtpengine.cli.records import open_record
from gtpengine.model.model import Model
from gtpengine.report.analysisjson import as_json
from gtpengine.report.analysispage import analysis_page
from gtpengine.report.analysistext import as_text
from gtpengine.report.annotatedsgf import annotate
from gtpengine.report.regionwords import count_after, explain, headline, place_text
from gtpengine.report.scorewords import bounds_text, caution, lead_text
from gtpengine.report.terminal import write_analysis
from gtpengine.report.view import Certainty, label_of, view_of

ROOT = Path(__file__).parents[2]
LESSON = ROOT / "configs" / "examples" / "lesson.sgf"
# Made anew by: scripts/gtpengine analyze configs/examples/lesson.sgf --json
GOLDEN = Path(__file__).parent / "golden" / "lesson.json"


QUICK = ("--seconds", "1")
DAME = """
    . X . X . O . O .
    X X X X O O O O O
    """


@pytest.fixture(scope="module")
def lesson():
    return view_of(json.loads(GOLDEN.read_text(encoding="utf-8")))


def view_from(picture, rules=JAPANESE, **more):
    position = Position.from_diagram(picture, rules=rules, komi=Fraction(0), **more)
    # All borders here are proved, so no estimate of ownership is needed.
    return view_of(as_json(Model().survey(position, {}, 5.0)))


def test_golden_json(capsys):
    assert main.run(["analyze", str(LESSON), "--visits", "400", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    # What the search adds hangs on the time that there was; what is exact does not.
    added = {"move", "proved", "reasons", "visits", "winrate", "lead", "candidates"}
    assert found.keys() == golden.keys() | added
    assert {key: found[key] for key in golden if key != "best"} == {
        key: golden[key] for key in golden if key != "best"
    }
    assert found["proved"]
    assert found["best"]["black"] == found["move"] == found["candidates"][0]["move"] == "E1"
    assert found["best"]["white"] == golden["best"]["white"]


def test_the_view_says_what_the_json_says(lesson):
    assert [region.label for region in lesson.regions] == list("ABCDEF")
    assert [str(region.temperature) for region in lesson.regions] == [
        "5/2",
        "1",
        "7/8",
        "3/4",
        "1/3",
        "0",
    ]
    assert all(region.certainty is Certainty.EXACT for region in lesson.regions)
    assert lesson.lead == Fraction(-23, 24)
    # every point is settled, or in one region
    points = [point for region in lesson.regions for point in region.points]
    settled = lesson.settled[BLACK] | lesson.settled[WHITE]
    assert len(points) == len(set(points))
    assert len(points) + len(settled) == 13 * 13
    assert not settled & set(points)


def test_labels_go_on_after_z():
    assert [label_of(n) for n in (0, 25, 26, 27, 51, 52)] == ["A", "Z", "AA", "AB", "AZ", "BA"]


def test_words_for_beginners(lesson):
    told = {region.label: (headline(region), explain(lesson, region)) for region in lesson.regions}
    assert told["A"] == (
        "Gote, 2 1/2 points each",
        [
            "If Black plays first at E1, White loses 2 stones and it counts 5 for Black.",
            "If White plays first at E1, it counts 0.",
            "So, before anyone plays, it counts 2 1/2 for Black.",
        ],
    )
    assert told["E"][0] == "Ko, 1/3 of a point a move"
    # by hand: White takes a stone with the first move and fills with the second
    assert told["E"][1][:2] == [
        "If Black plays first at E8, it counts 0.",
        "If White plays first at E8 and wins the ko with one more move, Black loses a stone and "
        "it counts 1 for White.",
    ]
    assert told["F"] == (
        "Dame: no points, only a turn",
        ["Nobody gains or loses a point here; fill it at the end."],
    )
    assert place_text(lesson, lesson.regions[0]) == "lower side"


def test_counts_after_each_move_have_the_mean_between_them(lesson):
    for region in lesson.regions:
        after = [count_after(region, colour) for colour in (BLACK, WHITE)]
        if None not in after and region.kind == "gote":
            assert sum(after) / 2 == region.mean
            assert after[0] - after[1] == 2 * region.temperature


SENTE = ROOT / "configs" / "examples" / "shapes" / "first-line-hane-sente.sgf"


def test_words_about_sente():
    # all borders are proved here, so no estimate of ownership is needed
    view = view_of(as_json(Model().survey(load_record(SENTE).position(), {}, 60.0)))
    (region,) = view.regions
    assert headline(region) == "Black's sente; for White a reverse sente of 1 point"
    told = explain(view, region)
    assert told[-1].startswith("Black expects to play first here")
    assert told[-1].endswith("Taking it away is worth 1 point.")
    # Black's line is answered to the end, White's takes the sente away for good: at C1 Black would
    # block, and nothing is gained when the rest of the board has cooled down
    assert vertex_of(region.moves[WHITE]) == "D1"
    assert len(region.lines[BLACK].moves) % 2 == 0
    assert len(region.lines[WHITE].moves) % 2 == 1
    assert (count_after(region, BLACK), count_after(region, WHITE)) == (-2, -3)


def test_a_line_is_legal_and_tells_what_it_takes(lesson):
    position = load_record(LESSON).position()
    for region in lesson.regions:
        for colour, line in region.lines.items():
            board = position.copy()
            for mover, point, taken in line.moves:
                before = board.prisoners[mover]
                board.play(mover, point)
                assert board.prisoners[mover] - before == taken
                assert point in region.points
            assert line.moves[0][:2] == (colour, region.moves[colour])


def test_area_scoring_speaks_of_points_for_dame():
    view = view_from(DAME, rules=CHINESE)
    dame = [region for region in view.regions if region.kind == "dame"]
    assert dame
    assert headline(dame[0]) == "Dame, 1 point each"
    assert "one point more" in explain(view, dame[0])[0]


def test_estimates_and_unknown_regions_are_told_as_such(lesson):
    region = lesson.regions[0]
    guessed = replace(
        region,
        mean=Fraction(27, 10),
        temperature=Fraction(31, 10),
        errors=(Fraction(1, 2), Fraction(1, 3)),
        certainty=Certainty.GUESSED,
        walls=None,
        lines={},
    )
    unknown = replace(
        guessed, mean=None, temperature=None, errors=None, certainty=Certainty.UNKNOWN
    )
    view = replace(
        lesson,
        regions=(guessed, unknown),
        score=(None, Fraction(-9), Fraction(9)),
        lead=Fraction(5, 2),
    )
    assert lead_text(view) == "Black is ahead by about 2.5 points"
    text = as_text(view)
    assert "+2.7 ± 0.5" in text
    assert "3.1 ± 0.3" in text
    assert "about 2.7 for Black" in explain(view, guessed)[0]
    assert "between" in explain(view, unknown)[0]
    page = analysis_page(view, "Guesses", "now")
    assert "not known" in page
    assert 'class="guess"' in page
    assert caution(view) == ""
    told = bounds_text(view)
    assert told == (
        "The estimates may be off by 0.5 points. If what is marked as settled holds, the score "
        "lies between White +9 and Black +9."
    )
    assert told in page
    assert bounds_text(lesson) == ""


def test_an_open_board_is_spoken_of_with_caution(lesson):
    everything = tuple(
        sorted(point_of(f"{c}{r}", 13, 13) for c in "ABCDEFGHJKLMN" for r in range(1, 7))
    )
    region = replace(
        lesson.regions[0],
        points=everything,
        errors=(Fraction(1), Fraction(1)),
        certainty=Certainty.GUESSED,
        walls=None,
        lines={},
    )
    view = replace(lesson, regions=(region,))
    assert bounds_text(replace(view, score=(None, Fraction(-99), Fraction(99)))) == ""
    assert "rough guesses" in as_text(view)
    assert "rough guesses" in analysis_page(view, "Opening", "now")
    assert "rough guesses" not in as_text(lesson)


def test_the_table_needs_no_rich(monkeypatch, capsys):
    assert main.run(["analyze", str(LESSON), *QUICK]) == 0
    rich = capsys.readouterr().out
    monkeypatch.setitem(sys.modules, "rich", None)
    monkeypatch.setitem(sys.modules, "rich.console", None)
    assert main.run(["analyze", str(LESSON), *QUICK]) == 0
    plain = capsys.readouterr().out
    for text in (rich, plain):
        assert "White is ahead by 23/24 of a point" in text
        for word in ("2 1/2", "7/8", "ko", "E10", "exact"):
            assert word in text
    assert "───" in rich
    assert "───" not in plain


def test_the_table_fits_a_small_terminal(lesson):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    def told(place):
        region = lesson.regions[place]
        if place:
            return replace(region, certainty=Certainty.SOLVED, kind="hyperactive ko")
        errors = (Fraction(62, 10), Fraction(1))
        return replace(region, mean=Fraction(198, 10), errors=errors, certainty=Certainty.GUESSED)

    view = replace(lesson, regions=tuple(told(place) for place in range(len(lesson.regions))))
    stream = Terminal()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "80")
        patch.setenv("TERM", "dumb")
        patch.setenv("NO_COLOR", "1")
        write_analysis(view, stream)
    lines = stream.getvalue().splitlines()
    assert max(len(line) for line in lines) <= 80
    assert any("+19.8 ± 6.2" in line and "estimate" in line for line in lines)
    assert any("hyperactive ko" in line and "solved" in line for line in lines)
    # only the last column is cut
    assert not any("…" in line[:70] for line in lines)
    assert "exact if the stones around it are safe" in stream.getvalue().replace("\n", " ")


@pytest.mark.parametrize(
    ("properties", "option", "rules"),
    [
        ("KM[5.5]", None, "japanese"),
        ("KM[7.5]", None, "chinese"),
        ("KM[0]HA[2]", None, "japanese"),
        ("KM[6.5]RU[Chinese]", None, "chinese"),
        ("KM[7.5]RU[japanese]", None, "japanese"),
        ("KM[5.5]", "aga", "aga"),
        ("KM[5.5]RU[house rules]", None, "japanese"),
    ],
)
def test_rules_of_a_record(tmp_path, properties, option, rules):
    path = tmp_path / "game.sgf"
    path.write_text(f"(;SZ[9]{properties};B[ee])", encoding="utf-8")
    record, note = open_record(str(path), option)
    assert record.rules == rules_named(rules)
    assert record.position().rules == rules_named(rules)
    named = option is not None or "RU[C" in properties or "RU[j" in properties
    assert bool(note) == (not named)


def test_annotated_record_round_trip(tmp_path, capsys, lesson):
    out = tmp_path / "out.sgf"
    assert main.run(["analyze", str(LESSON), *QUICK, "--sgf", str(out)]) == 0
    game = sgf.Sgf_game.from_bytes(out.read_bytes())
    root = game.get_root()
    labels = {text: point for point, text in root.get("LB")}
    assert set(labels) == set("ABCDEF")
    row, column = labels["A"]
    assert vertex_of(lesson.regions[0].place) == f"{'ABCDEFGHJKLMN'[column]}{row + 1}" == "E1"
    comment = root.get("C")
    assert "White is ahead by 23/24 of a point" in comment
    assert "White loses 2 stones" in comment
    marked = [*labels.values(), *root.get("CR"), *root.get("SQ")]
    assert len(marked) == len(set(marked))
    # one variation for each region and player, and it begins with the best move
    end, *lines = root
    assert end.get_move() == (None, None)
    names = [child.get("N") for child in lines]
    assert len(names) == 12
    assert names[:2] == ["A, Black first", "A, White first"]
    assert lines[0].get_move() == ("b", labels["A"])
    # the stones are the same, and the game can be analysed again
    assert load_record(out).position().diagram() == load_record(LESSON).position().diagram()
    again = sgf.Sgf_game.from_bytes(game.serialise())
    assert again.get_root().get("C") == comment
    capsys.readouterr()


def test_annotation_keeps_the_game_and_goes_where_it_belongs(lesson):
    source = b"(;SZ[13]C[root](;B[aa]C[one];W[bb];B[cc](;W[dd]C[last])(;W[ee]))(;B[mm]))"
    game = sgf.Sgf_game.from_bytes(annotate(source, lesson, before=3))
    main_line = game.get_main_sequence()
    assert [node.get_move()[0] for node in main_line] == [None, "b", "w", "b", "w"]
    assert main_line[0].get("C") == "root"
    assert main_line[4].get("C") == "last"
    assert not main_line[0].has_property("LB")
    assert main_line[2].has_property("LB")
    assert "ahead" in main_line[2].get("C")
    assert len(main_line[2]) == 1 + 12
    assert len(main_line[3]) == 2
    last = sgf.Sgf_game.from_bytes(annotate(source, lesson))
    assert last.get_main_sequence()[4].get("C").startswith("last\n\n")


def test_annotation_of_what_is_no_record(lesson):
    with pytest.raises(BadRecord, match="not an SGF file"):
        annotate(b"hello", lesson)
    with pytest.raises(BadRecord, match="no place before it"):
        annotate(b"(;B[aa];W[bb])", lesson, before=1)


def test_a_rectangular_board_can_be_annotated():
    view = view_from(DAME)
    made = annotate(b"(;SZ[9:2])", view)
    assert b"LB[ea:A]" in made
    assert point_of("E2", 9, 2) in view.regions[0].points


@pytest.mark.parametrize("option", ["--sgf", "--html"])
def test_files_that_cannot_be_written_get_one_line(tmp_path, capsys, option):
    (tmp_path / "file").write_text("")
    assert main.run(["analyze", str(LESSON), *QUICK, option, str(tmp_path / "file" / "x")]) == 1
    error = capsys.readouterr().err
    assert "cannot write" in error
    assert error.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("option", [(), ("--json",)])
def test_a_full_disk_behind_stdout_gets_one_line(monkeypatch, capsys, option):
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert main.run(["analyze", str(LESSON), *QUICK, *option]) == 1
    assert capsys.readouterr().err == (
        "gtpengine analyze: cannot write the report: No space left on device\n"
    )


def test_a_closed_stdout_gets_one_line(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", None)
    assert main.run(["analyze", str(LESSON), *QUICK]) == 1
    assert capsys.readouterr().err.endswith("stdout is closed\n")


def test_names_from_the_record_are_text_on_the_page(lesson):
    page = analysis_page(lesson, "<script>alert(1)</script>", "a & b")
    assert "<script>alert" not in page
    assert "a &amp; b" in page
