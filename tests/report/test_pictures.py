"""Pictures: valid files, the right words in them, and no label over another."""

import re
import struct
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import pytest

from gtpengine.errors import BadInput
from gtpengine.report.figure import settings, spread
from gtpengine.report.gametree import MAX_POSITIONS, unfold
from gtpengine.report.gamevalue import evaluate
from gtpengine.report.playpanel import bars_of
from gtpengine.report.thermopicture import draw_thermograph, frame_of, thermograph_figure
from gtpengine.report.treepicture import draw_tree, tree_figure
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.notation import parse

Text = pytest.importorskip("matplotlib.text").Text

ONE_POINT_KO = "G={1|H}; H={G|0}"
BIG_KO = "K={L|-9}; L={18|K}"
HYPERACTIVE = "G={H|*}; H={10|K}; K={H|-20}"
GAMES = [
    "11||8|0",
    "10|0||0|-20",
    "1||0|-8",
    "3|{2|{1|*}}",
    "7",
    "*",
    "1000|0",
    "1/1024|0",
    "3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}",
    ONE_POINT_KO,
    BIG_KO,
    HYPERACTIVE,
    "G={1000/7|H}; H={G|-1/3}",
    "G={H|14}; H={14|K}; K={H|-36}",
]


def svg_texts(path):
    """All text of an SVG, which must be well-formed."""
    root = ElementTree.parse(path).getroot()
    assert root.tag.endswith("svg")
    return ["".join(element.itertext()) for element in root.iter() if element.tag.endswith("text")]


def drawn(tmp_path, game, *komasters, floor=0):
    path = tmp_path / "thermograph.svg"
    draw_thermograph(evaluate(game, komasters, floor), path, "svg")
    return svg_texts(path)


def test_thermograph_svg_names_everything(tmp_path):
    texts = drawn(tmp_path, "11||8|0")
    for wanted in (
        "11||8|0",
        "mean 8",
        "temperature 3",
        "score: Black's points minus White's",
        "temperature t: what every move costs",
        "\N{BLACK LEFT-POINTING TRIANGLE} better for Black",
        "better for White \N{BLACK RIGHT-POINTING TRIANGLE}",
        "Black first:",
        "White first:",
        "reverse sente",
        "sente",
    ):
        assert wanted in texts
    assert any(text.startswith("How to read it") for text in texts)
    assert any(text.startswith("White's sente") for text in texts)
    # The bars: Black may move up to 3, White up to 4; and ticks at 8, 11, 0, 3.
    assert {"4", "3", "8", "11", "0"} <= set(texts)


def test_komasters_are_overlaid(tmp_path):
    texts = drawn(tmp_path, BIG_KO)
    assert {"Black wins all kos", "White wins all kos"} <= set(texts)
    assert {"mean 0", "temperature 9", "for either komaster"} <= set(texts)
    texts = drawn(tmp_path, HYPERACTIVE)
    assert {"mean 3 1/3", "temperature 3 1/3", "mean 0", "temperature 0"} <= set(texts)


def test_threats_that_last_are_named(tmp_path):
    path = tmp_path / "drop.svg"
    draw_thermograph(evaluate(BIG_KO, drop=Fraction(3)), path, "svg")
    assert "the ko is won up to 3 points of temperature later" in " ".join(svg_texts(path))
    # value: TR96
    assert {"mean 1", "mean -2", "temperature 10"} <= set(svg_texts(path))


def test_one_komaster_is_named(tmp_path):
    texts = drawn(tmp_path, BIG_KO, Komaster.NONE)
    assert "if nobody has a ko threat" in texts
    assert "White wins all kos" not in texts


def test_value_axis_is_reversed_and_walls_are_where_they_belong():
    with settings():
        value = evaluate("20|10||0")
        axes = thermograph_figure(value).axes[0]
    left_edge, right_edge = axes.get_xlim()
    assert left_edge > 20 - 10 > 0 > right_edge
    right_wall, left_wall, *_ = axes.get_lines()
    assert list(left_wall.get_xdata())[:3] == [10, 10, 7.5]
    assert list(left_wall.get_ydata())[:3] == [0, 5, 7.5]
    assert list(right_wall.get_xdata())[:2] == [0, 7.5]
    # The mast goes on to the top.
    assert left_wall.get_xdata()[-1] == 7.5
    assert left_wall.get_ydata()[-1] == axes.get_ylim()[1] > 7.5


def test_png(tmp_path):
    path = tmp_path / "a.png"
    draw_thermograph(evaluate(ONE_POINT_KO), path, "png")
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    assert width > 1000
    assert height > 700
    assert data.endswith(b"IEND\xaeB`\x82")


def test_same_game_same_svg(tmp_path):
    one, two = tmp_path / "1.svg", tmp_path / "2.svg"
    draw_thermograph(evaluate(BIG_KO), one, "svg")
    draw_thermograph(evaluate(BIG_KO), two, "svg")
    assert one.read_bytes() == two.read_bytes()


def test_floor_below_zero(tmp_path):
    value = evaluate("{0|1}", floor=-1)
    assert frame_of(value).floor == -1
    assert "temperature -1/2" in drawn(tmp_path, "{0|1}", floor=-1)


def collisions(figure):
    """Yield texts that lie over each other or leave the figure."""
    figure.canvas.draw()
    renderer = figure.canvas.get_renderer()
    boxes = [
        (text.get_text(), text.get_window_extent(renderer))
        for text in figure.findobj(Text)
        if text.get_visible() and text.get_text().strip()
    ]
    width, height = figure.canvas.get_width_height()
    for text, box in boxes:
        if box.x0 < 0 or box.y0 < 0 or box.x1 > width or box.y1 > height:
            yield text, "leaves the figure"
    for (text, box), (other, other_box) in combinations(boxes, 2):
        across = min(box.x1, other_box.x1) - max(box.x0, other_box.x0)
        along = min(box.y1, other_box.y1) - max(box.y0, other_box.y0)
        if across > 1 and along > 1:
            yield text, other


def random_notation(random, depth):
    if depth == 0 or random.random() < 0.25:
        return random.choice(
            [str(random.randint(-30, 30)), f"{random.randint(-9, 9)}/{2 ** random.randint(1, 3)}"]
        )
    left, right = (
        ",".join(random_notation(random, depth - 1) for _ in range(random.choice([1, 1, 2])))
        for _ in range(2)
    )
    return f"{{{left}|{right}}}"


def many_games():
    random = Random(51)
    yield from GAMES
    for _ in range(8):
        yield random_notation(random, 3)
    for _ in range(4):
        low, high = sorted(random.sample(range(-20, 20), 2))
        yield f"G={{H|{low}}}; H={{{high}|K}}; K={{H|{random.randint(-60, -20)}}}"


@pytest.mark.slow
@pytest.mark.parametrize("game", list(many_games()))
def test_no_label_over_another(game):
    with settings():
        value = evaluate(game)
        assert list(collisions(thermograph_figure(value))) == []
        figure = tree_figure(game, unfold(parse(game)), loopy=value.is_loopy)
        assert list(collisions(figure)) == []


def test_ticks_keep_their_distance():
    wanted = [Fraction(n, 10) for n in range(100)]
    chosen = spread(wanted, 1.0, (Fraction(1, 2),))
    assert Fraction(1, 2) in chosen
    assert chosen == sorted(chosen)
    assert all(b - a >= 1 for a, b in pairwise(chosen))
    assert len(chosen) == 10


def test_bars_by_meaning_and_by_place():
    game = evaluate("{3||2*|1*}").views[0]
    assert [(str(b.low), str(b.high), b.word) for b in bars_of(game.white)] == [
        ("0", "1/2", "sente"),
        ("1/2", "3/4", "gote"),
    ]
    ko = evaluate(BIG_KO).views[0]
    assert [(b.low, b.high, b.word) for b in bars_of(ko.black)] == [(0, 9, "")]
    assert bars_of(evaluate("-4|3").views[0].black) == []


def test_tree_shows_mean_and_temperature_at_each_node(tmp_path):
    path = tmp_path / "tree.svg"
    draw_tree("11||8|0", (), path, "svg")
    texts = svg_texts(path)
    # value: Kao 2000, Fig. 3
    assert texts[:7] == ["mean 8", "t = 3", "11", "mean 4", "t = 4", "8", "0"]


def test_tree_places_black_left_and_parents_in_the_middle():
    root, *_, last = vertices = unfold(parse("11||8|0"))
    assert [(black, child.column) for black, child in root.moves] == [(True, 0), (False, 1.5)]
    assert (last.lines, last.column, last.depth) == (["0"], 2, 2)
    assert len(vertices) == 5


def test_tree_of_a_ko_ends_where_it_closes():
    texts = [[v.name, *v.lines] for v in unfold(parse(BIG_KO))]
    assert texts == [
        ["K", "mean 0", "t = 9"],
        ["L", "mean 9", "t = 9"],
        ["", "-9"],
        ["", "18"],
        ["back to K"],
    ]


def test_tree_of_a_hyperactive_ko_shows_both_komasters():
    root = unfold(parse(HYPERACTIVE))[0]
    assert root.lines == ["B: mean 3 1/3, t = 3 1/3", "W: mean 0, t = 0"]
    root = unfold(parse(HYPERACTIVE), (Komaster.WHITE,))[0]
    assert root.lines == ["mean 0", "t = 0"]


def test_tree_of_a_ko_with_threats_that_last():
    root = unfold(parse(BIG_KO), drop=None)[0]
    # value: TR96, komonsters
    assert root.lines == ["B: mean 4 1/2, t = 13 1/2", "W: mean -9, t = 0"]


def test_tree_of_an_undecided_loop():
    root = unfold(parse("A={B|}; B={|A}"))[0]
    assert root.lines == ["undecided"]


def test_tree_adds_offsets():
    texts = [v.lines for v in unfold(parse("{K|K-28}; K={3|1}"))]
    assert ["mean -26", "t = 1"] in texts
    assert ["-25"] in texts


def test_tree_too_large():
    with pytest.raises(BadInput, match=re.escape(f"more than {MAX_POSITIONS} positions")):
        unfold(parse("+".join(f"{n}|0" for n in range(1, 8))))
