"""Well-known endgame shapes: what `analyze` prints is what the books say.

The shapes are the records in configs/examples/shapes; the comment in each names its source.
"""

from fractions import Fraction
from pathlib import Path

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import vertex_of
from gtpengine.board.record import load_record
from gtpengine.model.model import Model
from gtpengine.report.analysisjson import as_json
from gtpengine.report.regionwords import headline
from gtpengine.report.view import Certainty, view_of

SHAPES = Path(__file__).parents[2] / "configs" / "examples" / "shapes"


def solved(name):
    # All borders are proved here, so no estimate of ownership is needed.
    survey = Model().survey(load_record(SHAPES / f"{name}.sgf").position(), {}, 60.0)
    view = view_of(as_json(survey))
    assert len(view.regions) == 1
    assert view.regions[0].certainty is Certainty.EXACT
    return view.regions[0]


def moves(region):
    return [vertex_of(region.moves[colour]) for colour in (BLACK, WHITE)]


@pytest.mark.parametrize(
    ("name", "count", "gain", "kind"),
    [
        # value: Ogawa and Davies, chapter 2: 2 points in gote; by hand 2 or 0 for Black
        ("first-line-hane-gote", "1", "1", "gote"),
        # value: Sensei's Library, Miai Counting, example 1; here both sides have the same
        ("hane-connect-both-sides", "0", "1", "gote"),
        # value: kind by Sensei's Library, Hane Tsugi / Advanced; by hand -2 in sente, -3 in reverse
        ("first-line-hane-sente", "-2", "1", "Black sente"),
        # by hand: {2|0}, because a stone in the corner itself could be taken
        ("corner-2-1", "1", "1", "gote"),
        # value: Sensei's Library, Half-point ko
        ("one-point-ko", "-1/3", "1/3", "ko"),
        ("edge-ko", "-1/3", "1/3", "ko"),
        # value: Sensei's Library, Miai Values List, 0.00
        ("dame", "0", "0", "dame"),
        # value: Sensei's Library, Corridor: n - 2 + 1/2^(n-1) and 1 - 1/2^(n-1), n = 2 and 7
        ("small-corridor", "1/2", "1/2", "gote"),
        ("big-corridor", "321/64", "63/64", "gote"),
        # by hand: {5|0}
        ("snapback", "5/2", "5/2", "gote"),
    ],
)
def test_textbook_values(name, count, gain, kind):
    region = solved(name)
    assert (region.mean, region.temperature) == (Fraction(count), Fraction(gain))
    assert region.kind == kind


def test_teire_is_no_territory():
    # value: Sensei's Library, Miai Values List, 0.00: the protected point counts for nobody
    region = solved("teire")
    assert region.mean == 0
    assert region.temperature <= 0
    assert vertex_of(region.points[0]) == "D1"


@pytest.mark.slow
def test_second_line_hane_is_six_points_in_gote():
    # value: six points between Black first and White first, three for a move
    region = solved("second-line-hane")
    assert (region.mean, region.temperature) == (0, 3)
    assert moves(region) == ["F2", "E2"]
    # a ko may come up in it, and changes nothing
    assert region.kind == "ko"
    assert headline(region) == "Gote, 3 points each"


def test_monkey_jump():
    # value: Sensei's Library gives 4 5/12 with endless territory behind; five points deep it is
    # less, and still the jump to the first line is White's move
    region = solved("monkey-jump")
    assert moves(region) == ["G2", "E1"]
    assert region.kind == "gote"
    # solved here
    assert region.temperature == Fraction(8, 3)
    assert region.temperature < Fraction(53, 12)


def test_every_shape_names_its_source():
    names = sorted(path.stem for path in SHAPES.glob("*.sgf"))
    assert len(names) == 13
    for name in names:
        comment = load_record(SHAPES / f"{name}.sgf").nodes[0].comment
        assert any(word in comment for word in ("Sensei's", "Ogawa", "count 1")), name
