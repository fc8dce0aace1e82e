"""Where the account of the regions leaves a move open: the end of the game, and long searches."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK
from gtpengine.board.points import PASS, point_of
from gtpengine.board.position import Position
from gtpengine.board.recordwriting import record_of
from gtpengine.board.rules import JAPANESE
from gtpengine.model.model import Model
from gtpengine.report.analysisjson import as_json
from gtpengine.report.comparing import LONG, LONGER, accused_by
from gtpengine.report.comparison import Comparison
from gtpengine.report.judging import Doubt
from gtpengine.report.movereview import Verdict, Witnesses
from gtpengine.report.review import review
from gtpengine.report.reviewjson import as_json as as_json_review
from gtpengine.report.reviewwords import row, told, totals
from gtpengine.report.view import Certainty, Closed, PartnerView, Searched, view_of

# Two dame (E9, E5) and, for Black, a point of his own land that nobody has to fill (A9).
BOARD = """
. . . X . O . . .
X X X X O O O O O
. . . X O . . . .
. . . X O . . . .
. . . X . O . . .
. . . X O O . . .
. . . X O . . . .
. . . X O . . . .
. . . X O . . . .
"""
MODEL = Model()
OWNERS = {
    point_of(f"{letter}{row}", 9, 9): owner
    for row in range(1, 10)
    for letters, owner in (("ABCD", 1.0), ("FGHJ", -1.0), ("E", 0.0 if row in (5, 9) else -1.0))
    for letter in letters
}


def at(vertex):
    return PASS if vertex == "pass" else point_of(vertex, 9, 9)


def open_view(position):
    """The board with one place whose value is only guessed, and a ko in it: all is left open."""
    view = view_of(as_json(MODEL.survey(position, OWNERS, 5.0)))
    regions = tuple(
        replace(r, certainty=Certainty.GUESSED, errors=(Fraction(9), Fraction(9)), kind="ko")
        for r in view.regions
    )
    return replace(view, regions=regions)


def judged(
    moves, finals=None, costless="E9 E5", witnesses=None, falls=None, partner=None, share=0.4
):
    """Review moves such as "E9 E5"; `finals` are Black's scores before each, None on open boards.

    `falls` are the leads of short searches, whose choice is E5.
    """

    def seen(position):
        number = len(position.moves)
        view = open_view(position)
        if finals is not None:
            keeping = frozenset(at(vertex) for vertex in costless.split())
            view = replace(view, closed=Closed(Fraction(finals[number]), keeping))
        if falls is not None:
            view = replace(view, searched=Searched(at("E5"), share, falls[number], 200))
        if partner is not None:
            best = {BLACK: at("E5")}
            view = replace(view, partner=PartnerView("KataGo 9.9", 100, partner[number], best))
        return replace(view, best={BLACK: at("E5"), 3 - BLACK: None})

    position = Position.from_diagram(BOARD, rules=JAPANESE)
    for vertex in moves.split():
        position.play(position.to_move, at(vertex))
    return review(record_of(position), 1, seen, JAPANESE, witnesses=witnesses)


@pytest.mark.parametrize(
    ("move", "finals", "kept"),
    [
        pytest.param("E9", "33", True, id="it would have been played as well"),
        pytest.param("pass", "33", True, id="a pass that costs nothing"),
        pytest.param("A9", "33", False, id="nobody would have played it"),
        pytest.param("E9", "32", False, id="the score fell"),
        pytest.param("E9", "34", False, id="the score rose: something was not seen"),
    ],
)
def test_a_move_that_keeps_the_score_of_a_closed_board_is_good(move, finals, kept):
    (first,) = judged(move, finals).moves
    assert (first.verdict is Verdict.KEPT) == kept
    assert first.judged == kept
    assert first.loss == 0
    assert not first.sure


def test_on_an_open_board_nothing_is_kept():
    (first,) = judged("E9").moves
    assert not first.judged


def test_the_search_does_not_choose_what_loses_points_at_the_end():
    asked = []

    def confirmed(position, point):
        asked.append(point)
        return True

    for finals, wanted in (("33", [at("E5")]), ("32", [])):
        asked.clear()
        first = judged(
            "E5", finals, "E9", Witnesses(confirmed=confirmed), falls=[0.0, 0.0], share=0.9
        ).moves[0]
        assert first.judged == bool(wanted)
        assert asked == wanted


def test_a_partner_may_see_a_loss_where_the_score_is_kept():
    assert judged("E9", "33", partner=(5.0, 4.0)).moves[0].verdict is Verdict.KEPT
    assert not judged("E9", "33", partner=(5.0, 3.9)).moves[0].judged


def accusing(best, *differences, asked=None):
    def accused(position, played):
        if asked is not None:
            asked.append(played)
        return at(best), Comparison("search", differences)

    return Witnesses(accused=accused)


@pytest.mark.parametrize(
    ("moves", "best", "differences", "accused"),
    [
        pytest.param("A9 E5", "E5", (3.0, 4.0), True, id="soon somebody plays there"),
        pytest.param("A9 G9 B9 E5", "E5", (3.0, 4.0), True, id="or a little later"),
        pytest.param("A9 G9 B9 H9 C9 E5", "E5", (3.0, 4.0), False, id="nobody does for long"),
        pytest.param("A9 E5", "E5", (2.9, 4.0), False, id="not much larger"),
        pytest.param("C5 E5", "E5", (3.0, 4.0), False, id="the same place"),
        pytest.param("A9 pass", "pass", (3.0, 4.0), False, id="a pass is no place"),
    ],
)
def test_a_far_larger_place_wants_searches_and_the_game(moves, best, differences, accused):
    falls = [0.0] + [-2.0] * 9
    found = judged(moves, witnesses=accusing(best, *differences), falls=falls)
    first = found.moves[0]
    assert (first.verdict is Verdict.ELSEWHERE) == accused
    assert first.loss == (3 if accused else 0)
    if accused:
        assert first.best == at("E5")
        assert row(first)[3:] == ("?", "E5", "?", "~3", "a far larger place was left")
        assert told(first) == (
            "Black A9 left a far larger place: soon somebody played E5. By searches of the whole "
            "board it is worse than E5 by 3.0 points or more."
        )


def test_long_searches_are_asked_only_where_short_ones_see_a_loss():
    for fall, wanted in ((1.0, []), (1.1, [at("A9")])):
        asked = []
        judged("A9 E5", witnesses=accusing("E5", 3.0, 3.0, asked=asked), falls=[0.0, -fall, -fall])
        assert asked == wanted


def test_a_closed_board_is_not_accused_of_what_it_keeps():
    asked = []
    found = judged(
        "E9 E5", "333", witnesses=accusing("E5", 9.0, 9.0, asked=asked), falls=[0.0, -5.0, -5.0]
    )
    assert found.moves[0].verdict is Verdict.KEPT
    assert asked == []


def test_a_far_larger_place_is_one_finding():
    falls = [0.0, -2.0, 0.0, -2.0, 0.0]
    found = judged("A9 G9 B9 E5", witnesses=accusing("E5", 3.0, 3.0), falls=falls)
    assert [move.doubt for move in found.moves[:3:2]] == [None, Doubt.REPEATED]
    assert found.moves[2].repeats == 1
    assert found.total(BLACK) == 3


@pytest.mark.parametrize(("finals", "cost"), [("33", "0"), ("32", None)])
def test_the_json_tells_the_cost_of_the_verdict(finals, cost):
    found = judged("E9", finals)
    told_cost = as_json_review(found)["moves"][0]["cost"]
    account = found.moves[0].account
    assert told_cost == (cost or (None if account is None else str(account.cost)))


def test_the_closing_lines_count_what_was_only_kept():
    lines = totals(judged("E9 E5", "333"))
    assert "1 of them only because they kept the final score" in lines[1]


def test_long_searches_compare_their_own_choice():
    position = Position.from_diagram(BOARD, rules=JAPANESE)
    asked = []

    def searched(board, visits):
        asked.append((len(board.moves), visits))
        return {"move": "E5", "lead": -float(visits if board.colour_at(at("E5")) else 0)}

    accused = accused_by(searched)
    assert accused(position, at("E5")) is None
    best, compared = accused(position, at("A9"))
    assert (best, compared.differences) == (at("E5"), tuple(map(float, LONGER)))
    assert asked[:2] == [(0, LONG), (0, LONG)]
