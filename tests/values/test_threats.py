"""The threat scaffold of TR96 5.7 to 5.10, for the 27-point ko of its figure 12.

Formula and graph are different derivations: the formula draws lines, the graph is the whole sum of
ko and threats without a komaster.
"""

import random
from fractions import Fraction

import pytest

from gtpengine.errors import BadInput
from gtpengine.values.loopy.analysis import analyse
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.loopy.threats import SimpleKo
from gtpengine.values.notation import parse

KO = SimpleKo(Fraction(18), Fraction(-9))
PRIMARY = 99  # a threat that always has to be answered


def ensemble(ko, black, white):
    text = "K" + "".join(f"+{{{b}|0||*}}" for b in black)
    text += "".join(f"+{{*||0|-{w}}}" for w in white)
    return parse(f"{text}; K={{L|{ko.loss}}}; L={{{ko.win}|K}}")


@pytest.mark.parametrize(
    ("white", "black", "left"),
    [
        ([], [], "18@0, 0@9"),
        ([28], [], "-9@0, 0@9"),
        ([22], [], "-4@0, -4@5, 0@9"),  # figure 21
        ([10], [], "8@0, 8@5, 0@9"),  # figure 22
        ([PRIMARY], [6], "-3@0, -6@3, 0@9"),  # figure 26 left
        ([PRIMARY], [23], "14@0, 10@4, 0@9"),  # figure 26 right
        ([22], [6], "-3@0, -4@1, -4@5, 0@9"),  # figure 27 left
        ([6], [23], "14@0, 12@2, 12@3, 0@9"),  # figure 27 right
    ],
)
def test_threat_scaffold(white, black, left):
    walls = KO.walls(black, white)
    assert [str(each) for each in walls] == [left, "-9@0, 0@9"]
    found = analyse(ensemble(KO, black, white), Komaster.NONE).thermograph()
    assert (found.left_wall, found.right_wall) == walls


@pytest.mark.parametrize(
    ("threat", "temperature"), [(10, 5), (18, 9), (22, 5), (6, 3), (23, 4), (27, 0), (40, 0)]
)
def test_where_a_threat_is_secondary(threat, temperature):
    # TR96 5.7, 5.8: w/2 up to 2k/3, k - w above
    assert KO.useful_below(threat) == temperature


@pytest.mark.parametrize(
    ("white", "black", "below"),
    [
        (22, 6, 1),
        (6, 23, 2),
        (20, 7, 0),  # b + w = k: always secondary
        (25, 4, None),  # b/2 + w = k with b < 2k/3: always primary
        (8, 23, None),  # b + w/2 = k with b >= 2k/3
        (24, 4, 1),
    ],
)
def test_where_whites_threat_is_primary(white, black, below):
    # TR96 5.9
    assert KO.primary_below(white, black) == below


def test_threats_in_any_order():
    assert KO.walls([3, 20, 6], [4, 25]) == KO.walls([20, 6, 3], [25, 4])


def test_equal_threats_cancel_in_pairs():
    # White's two threats of 22 meet Black's 6 at the same temperature, so his line disappears
    assert KO.threat_scaffold([6], [22, 22]) == KO.threat_scaffold([], [22])


@pytest.mark.parametrize("seed", range(12))
def test_lists_of_threats_agree_with_the_whole_graph(seed):
    rng = random.Random(seed)
    ko = SimpleKo(Fraction(rng.randint(3, 20)), Fraction(-rng.randint(0, 12)))
    black = [rng.randint(1, 30) for _ in range(rng.randint(0, 2))]
    white = [rng.randint(1, 30) for _ in range(rng.randint(0, 3 - len(black)))]
    found = analyse(ensemble(ko, black, white), Komaster.NONE).thermograph()
    assert (found.left_wall, found.right_wall) == ko.walls(black, white), (ko, black, white)


@pytest.mark.parametrize("threats", [([0], []), ([], [-3])])
def test_a_threat_threatens_something(threats):
    with pytest.raises(BadInput, match="threatens nothing"):
        KO.threat_scaffold(*threats)


def test_a_ko_is_worth_something():
    with pytest.raises(BadInput, match="not worth fighting"):
        SimpleKo(Fraction(1), Fraction(1))
