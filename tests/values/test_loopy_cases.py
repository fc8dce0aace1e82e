"""The kos of the papers: every number of shared cases 1.4 that belongs to a loopy game.

TR96 = Mueller, Berlekamp, Spight, Generalized Thermography (1996). Walls are written as the corners
value@temperature from the floor 0 to the mast. The graphs are given whole: none of the paper's
reductions by dominance and reversal is made by hand.
"""

from fractions import Fraction

import pytest

from gtpengine.errors import BadInput
from gtpengine.values.graph import GameGraph, Option
from gtpengine.values.loopy.analysis import analyse, both_komasters, ko_kind
from gtpengine.values.loopy.result import Kind, kind_of
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.notation import parse
from tests.oracles.ko_graphs import iterated

BLACK, WHITE, NONE = Komaster.BLACK, Komaster.WHITE, Komaster.NONE
ONE_POINT = "G={1|H}; H={G|0}"
BIG = "K={L|-9}; L={18|K}"
SECOND = "M={3|N}; N={M|-6}"  # inferred from the 12, the 18 and t <= 3 of TR96 5.5.8


def shown(text, komaster, node=None, **options):
    graph = parse(text)
    analysis = analyse(graph, komaster, **options)
    found = analysis.thermograph(None if node is None else graph.find(node))
    return f"{found.mast}, {found.temperature}", str(found.left_wall), str(found.right_wall)


@pytest.mark.parametrize(
    ("komaster", "node", "joint", "left", "right"),
    [
        (BLACK, "G", "2/3, 1/3", "1@0, 2/3@1/3", "1@0, 2/3@1/3"),
        (BLACK, "H", "1/3, 1/3", "1@0, 1/3@1/3", "0@0, 1/3@1/3"),
        (WHITE, "G", "2/3, 1/3", "1@0, 2/3@1/3", "0@0, 2/3@1/3"),
        (WHITE, "H", "1/3, 1/3", "0@0, 1/3@1/3", "0@0, 1/3@1/3"),
    ],
)
def test_one_point_ko(komaster, node, joint, left, right):
    # TR96 4.4
    assert shown(ONE_POINT, komaster, node) == (joint, left, right)


@pytest.mark.parametrize(
    ("komaster", "start", "taken", "wall"),
    [(BLACK, "H", "G", "1@0, then slope -1"), (WHITE, "G", "H", "0@0, then slope 1")],
)
def test_solidhat_of_the_one_point_ko_is_a_bent_mast(komaster, start, taken, wall):
    # TR96 4.4: 1 - t for Black as komaster, t for White
    graph = parse(ONE_POINT)
    walls = analyse(graph, komaster).blocked(graph.find(start), Option(graph.find(taken)))
    assert [str(each) for each in walls] == [wall, wall]


def test_koloser_blocks_nothing():
    graph = parse(ONE_POINT)
    with pytest.raises(BadInput, match="from G to H is not a ko capture"):
        analyse(graph, BLACK).blocked(graph.find("G"), Option(graph.find("H")))


@pytest.mark.parametrize("states", range(2, 12))
@pytest.mark.parametrize("size", [Fraction(1), Fraction(27), Fraction(5, 3)])
def test_iterated_kos_are_placid(states, size):
    # cases 1.4: with n = states - 1, masts k s/(n+2) and temperature s/(n+2) for both komasters
    graph = iterated(states, size)
    black, white = both_komasters(graph)
    for stage in range(states):
        found = [each.thermograph(stage) for each in (black, white)]
        assert {each.mast for each in found} == {(states - stage) * size / (states + 1)}
        assert {each.temperature for each in found} == {size / (states + 1)}
        assert kind_of(*found) is Kind.PLACID


def test_the_far_end_needs_one_move_for_each_stage():
    # TR96 10.3.4: slope 4 for the 3-iterated ko
    graph = iterated(4, 1)
    assert str(analyse(graph, BLACK).thermograph(3).left_wall) == "1@0, 1/5@1/5"
    assert analyse(graph, BLACK).thermograph(3).left_wall.slope_above(0) == -4


@pytest.mark.parametrize(
    ("komaster", "drop", "node", "joint", "left", "right"),
    [
        (BLACK, 0, "K", "0, 9", "18@0, 0@9", "-9@0, 0@9"),
        (BLACK, 0, "L", "9, 9", "18@0, 9@9", "18@0, 9@9"),
        (NONE, 0, "K", "0, 9", "18@0, 0@9", "-9@0, 0@9"),
        (WHITE, 0, "K", "0, 9", "-9@0, 0@9", "-9@0, 0@9"),
        (WHITE, 0, "L", "9, 9", "18@0, 9@9", "-9@0, 9@9"),
        (BLACK, None, "K", "9/2, 27/2", "18@0, 9/2@27/2", "-9@0, 9/2@27/2"),
        # The text has "White is komaster" here; the mast at -9 is the komonster's.
        (WHITE, None, "K", "-9, 0", "-9@0", "-9@0"),
        (BLACK, 3, "K", "1, 10", "18@0, 15@3, 1@10", "-9@0, 1@10"),
        (WHITE, 3, "K", "-2, 10", "-9@0, -9@3, -2@10", "-9@0, -9@3, -2@10"),
        (WHITE, 3, "L", "8, 10", "18@0, 8@10", "-9@0, -6@3, 8@10"),
        # Without threats whoever takes the ko first wins it, so White does from L (ours).
        (NONE, 0, "L", "9, 9", "18@0, 9@9", "-9@0, 9@9"),
    ],
)
def test_the_27_point_ko(komaster, drop, node, joint, left, right):
    # TR96 5.3, figures 12 to 16
    assert shown(BIG, komaster, node, drop=drop) == (joint, left, right)


def test_the_mast_of_a_limited_drop_is_bent():
    # TR96 figure 15
    found = analyse(parse(BIG), WHITE, drop=3).thermograph()
    assert found.has_bent_mast
    assert not analyse(parse(BIG), WHITE, drop=None).thermograph().has_bent_mast


@pytest.mark.parametrize("drop", [Fraction(1, 2), 1, 4, 13])
def test_a_third_of_the_drop(drop):
    # TR96 5.3: temperature rises by drop/3, the mast by drop/3 for the two-move winner Black and by
    # 2 drop/3 for the one-move winner White; 13 is still below Black komonster's 27/2
    black = analyse(parse(BIG), BLACK, drop=drop).thermograph()
    white = analyse(parse(BIG), WHITE, drop=drop).thermograph()
    assert (black.mast, black.temperature) == (Fraction(drop) / 3, 9 + Fraction(drop) / 3)
    assert (white.mast, white.temperature) == (-2 * Fraction(drop) / 3, 9 + Fraction(drop) / 3)


@pytest.mark.parametrize(
    ("ensemble", "joint", "left", "right"),
    [
        ("K+{0|-28}", "-14, 14", "-9@0, -9@9, -14@14", "-10@0, -19@9, -14@14"),
        (
            "K+{0|-22}",
            "-11, 11",
            "-4@0, -9@5, -9@9, -11@11",
            "-9@0, -9@5, -13@9, -11@11",
        ),
        ("K+{0|-10}", "-5, 9", "8@0, 3@5, -5@9", "-9@0, -9@5, -5@9"),
        ("K+{*||0|-28}", "0, 9", "-9@0, 0@9", "-9@0, 0@9"),
        ("K+{*||0|-22}", "0, 9", "-4@0, -4@5, 0@9", "-9@0, 0@9"),
        ("K+{*||0|-10}", "0, 9", "8@0, 8@5, 0@9", "-9@0, 0@9"),
        ("K+M", "0, 9", "12@0, 12@3, 0@9", "-6@0, -6@3, 0@9"),
    ],
)
def test_ko_ensembles(ensemble, joint, left, right):
    # TR96 5.5.2 to 5.5.8
    assert shown(f"{ensemble}; {BIG}; {SECOND}", NONE) == (joint, left, right)


@pytest.mark.parametrize(
    ("rest", "left", "right"),
    [
        ("{0|-10}", "8@0, 8@5, then slope -1", "8@0, 8@5, then slope -1"),
        ("{*||0|-28}", "18@0, then slope -1", "-9@0, 9@9, then slope -1"),
        ("{*||0|-22}", "18@0, then slope -1", "-4@0, 1@5, 9@9, then slope -1"),
        ("{*||0|-10}", "18@0, then slope -1", "8@0, 13@5, then slope -1"),
        ("M", "12@0, 15@3, then slope -1", "12@0, 15@3, then slope -1"),
    ],
)
def test_blocked_ensembles(rest, left, right):
    # TR96 5.5.4 to 5.5.8: L# beside another game, after Black's capture from K
    graph = parse(
        f"R={rest}; J={{K+R,L+R|0}}; {BIG}; {SECOND}".replace("R=M;", "").replace("+R", f"+{rest}")
    )
    graph = parse(f"{{K+{rest}, L+{rest}|0}}; {BIG}; {SECOND}")
    ko, taken = (option.node for option in graph.nodes[graph.root].left)
    walls = analyse(graph, NONE).blocked(ko, Option(taken))
    assert [str(each) for each in walls] == [left, right]


def test_the_correction_draws_a_plain_mast_where_the_position_is_cold():
    # TR96 5.6, shown on the 27-point ko because the stones of figure 25 are lost (ours): above its
    # temperature 9 nobody hurries to finish L, so its mast is the plain 9, not 18 - t
    graph = parse(BIG)
    capture = graph.find("K"), Option(graph.find("L"))
    analysis = analyse(graph, NONE)
    basic = analysis.blocked(*capture)
    corrected = analysis.blocked(*capture, corrected=True)
    assert [str(each) for each in basic] == ["18@0, then slope -1"] * 2
    assert [str(each) for each in corrected] == ["18@0, 9@9"] * 2
    with pytest.raises(BadInput, match="has to go on"):
        analyse(graph, BLACK).blocked(*capture, corrected=True)


def test_equal_kos_are_miai():
    # TR96 5.5.8: two kos of the same size cancel
    graph = parse("K+M; K={L|-9}; L={18|K}; M={9|N}; N={M|-18}")
    found = analyse(graph, NONE).thermograph()
    assert (str(found.left_wall), str(found.right_wall)) == ("0@0", "0@0")


def test_a_hyperactive_ko():
    # by hand: Black can make a 30-point ko of a quiet position. As komaster he gets 10 - 2t for it,
    # which meets White's t at 10/3; with White as komaster he gets -20 + t, always less than t.
    graph = parse("G={H|*}; H={10|K}; K={H|-20}")
    black, white = both_komasters(graph)
    assert (black.thermograph().mast, black.thermograph().temperature) == (
        Fraction(10, 3),
        Fraction(10, 3),
    )
    assert (white.thermograph().mast, white.thermograph().temperature) == (0, 0)
    assert ko_kind(graph) is Kind.HYPERACTIVE
    assert ko_kind(graph.rooted_at(graph.find("H"))) is Kind.PLACID


def test_best_moves_by_temperature():
    # TR96 5.5.3: beside a gote of 22 both players take the ko first below t = 5, the gote above
    graph = parse(f"K+{{0|-22}}; {BIG}")
    analysis = analyse(graph, NONE)
    found = {}
    for black in (True, False):
        for move in analysis.best_moves(black=black):
            found[black, graph.label(move.option.node), int(move.option.offset)] = [
                (str(low), str(high)) for low, high in move.ranges
            ]
    gote, ko = ("K", 0), ("K", -22)
    assert found[True, *gote] == [("5", "11")]
    assert found[False, *ko] == [("5", "11")]
    others = [ranges for (_, name, _), ranges in found.items() if name != "K"]
    assert others == [[("0", "5")], [("0", "5")]]


@pytest.mark.parametrize(
    ("text", "mean", "temperature"),
    [
        ("11||8|0", 8, 3),  # KAO figure 3
        ("1||0|-8", 0, 1),  # TR96 8.2
        ("10|0||*", 0, 0),  # TR96 3.2: a ko threat
        ("10|0||0|-20", 0, 0),  # TR96 8.2: a threat for both
        ("{1|}", 2, 0),  # the simplest number
        ("{0|1}", Fraction(1, 2), 0),
        ("{*|1}", 0, 0),
    ],
)
def test_loop_free_games(text, mean, temperature):
    for komaster in Komaster:
        found = analyse(parse(text), komaster).thermograph()
        assert (found.mast, found.temperature) == (mean, temperature)


def test_the_floor_shows_numbers_as_games():
    found = analyse(parse(ONE_POINT), BLACK, -1).thermograph()
    assert str(found.left_wall) == "2@-1, 2/3@1/3"
    half = analyse(parse("{0|1}"), BLACK, -1).thermograph()
    assert (str(half.left_wall), str(half.right_wall)) == ("1@-1, 1/2@-1/2", "0@-1, 1/2@-1/2")


def test_fractions_with_a_thousand_bits():
    tiny = Fraction(1, 2**1100)
    found = analyse(GameGraph.from_options({"A": ([tiny], [-tiny])}), BLACK, -1).thermograph()
    assert (found.mast, found.temperature) == (0, tiny)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"floor": -2}, "below -1"),
        ({"drop": -1}, "cannot fall by -1"),
        ({"drop": None}, "only a komaster"),
    ],
)
def test_senseless_arguments(arguments, words):
    with pytest.raises(BadInput, match=words):
        analyse(parse(ONE_POINT), NONE, **arguments)
