"""Moves judged by the sum of regions: worth, lead, pseudo-visits, local lines."""

from dataclasses import replace
from fractions import Fraction

import pytest
from gtpengine.engine.surveyor import Surveyor
from gtpengine.gtp.analysis.insight import insight_of
from gtpengine.gtp.analysis.worths import worths

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.deadline import Deadline
from gtpengine.engine.settings import Settings
from gtpengine.gtp.analysis.analysing import Knowledge
from gtpengine.gtp.analysis.infolines import Dialect, info_line
from gtpengine.gtp.analysis.wishes import Wishes
from gtpengine.model.survey import Estimate
from gtpengine.search.montecarlo.findings import Findings, MoveFinding
from tests.engine.positions import CORRIDORS
from tests.gtp.fakes import at
from tests.gtp.parsers import sabaki

# Black's corridor of four points at the top, 1/8 short of settled, and a hotter one below it.
TWO = """
    X X X X X X X O .
    X . . . . . . O O
    X X X X X X X O .
    X . X . X X O O O
    X X X X X X O . O
    X X . . . . O O O
    X X X X X O O . O
    X . X . X O O O O
    X X X X X O O O .
    """


def found_by_tree(position, moves):
    """Return findings; `moves` are (vertex, visits, score)."""
    return Findings(
        position.to_move,
        tuple(
            MoveFinding(at(name) if name != "pass" else PASS, visits, 0.6, score, 0.6, 0.1, ())
            for name, visits, score in moves
        ),
        1000,
        0.55,
        1.0,
        5.0,
        {},
        1,
        False,
    )


def insight(board, tree=(("E5", 900, 5.0), ("A9", 100, 3.0)), colour=BLACK, rules=JAPANESE):
    position = Position.from_diagram(board, to_move=colour, rules=rules)
    survey = Surveyor().survey(position, {}, 60.0)
    return insight_of(Knowledge(position, found_by_tree(position, tree), survey))


@pytest.mark.parametrize("colour", [BLACK, WHITE])
@pytest.mark.parametrize("rules", [JAPANESE, CHINESE])
def test_moves_are_ordered_by_what_they_gain(colour, rules):
    seen = insight(CORRIDORS, colour=colour, rules=rules)
    names = [vertex_of(move.point) for move in seen.moves]
    assert set(names[:3]) == {"C7", "D3", "G3"}
    # Temperatures are 1/2 by territory; an area temperature is one point higher.
    tax = 1 if rules is CHINESE else 0
    assert seen.moves[0].worth == Fraction(1, 2) + tax
    assert seen.moves[0].visits == 1000
    assert seen.temperature == Fraction(1, 2) + tax
    lead = float(seen.survey.likely_score) * (1 if colour == BLACK else -1)
    assert seen.lead == seen.moves[0].lead == pytest.approx(lead + (0.5 + tax) / 2)
    dame = next(move for move in seen.moves if vertex_of(move.point) == "E5")
    assert dame.worth == tax
    assert dame.lead == pytest.approx(seen.lead - 0.5)
    assert dame.visits == round(1000 * 0.5**0.5)
    assert dame.tree_visits == 900


def test_a_move_on_settled_land_is_a_move_thrown_away():
    seen = insight(CORRIDORS)
    thrown = next(move for move in seen.moves if vertex_of(move.point) == "A9")
    assert thrown.worth is None
    # It costs a point of territory, and the half point that a move is worth now.
    assert thrown.lead == pytest.approx(seen.lead - 1.5)


def test_a_solved_region_knows_all_its_moves():
    position = Position.from_diagram(TWO, rules=JAPANESE)
    survey = Surveyor().survey(position, {}, 60.0)
    for report in survey.regions:
        for colour in (BLACK, WHITE):
            found = worths(report, colour)
            assert max(found.values()) == found[report.moves[colour]] == report.value.temperature


def test_lines_are_local_lines():
    seen = insight(TWO)
    best = seen.moves[0]
    assert best.line[0] == best.point
    assert len(best.line_visits) == len(best.line)
    line = info_line(seen, Wishes(BLACK), Dialect.KATA)
    moves = sabaki(line, "kata")
    assert moves[0]["worth"] == pytest.approx(float(best.worth), abs=0.001)
    assert moves[0]["scoreLead"] == pytest.approx(seen.lead, abs=0.001)
    assert "worth" not in info_line(seen, Wishes(BLACK), Dialect.LZ)


def test_a_guess_does_not_outrank_the_tree():
    position = Position.from_diagram(CORRIDORS, rules=JAPANESE)
    survey = Surveyor().survey(position, {}, 60.0)
    guess = Estimate(Fraction(0), Fraction(9), Fraction(1), Fraction(1), survey.regions[0].moves)
    regions = [replace(survey.regions[0], value=None, estimate=guess), *survey.regions[1:]]
    tree = found_by_tree(position, (("E5", 900, 5.0), ("D3", 100, 3.0)))
    seen = insight_of(Knowledge(position, tree, replace(survey, regions=regions)))
    assert [vertex_of(move.point) for move in seen.moves] == ["E5", "D3"]
    assert seen.moves[1].worth == 9
    assert seen.moves[0].visits == 900
    assert seen.lead == 1.0


def test_a_tree_that_objects_by_two_points_is_heard():
    for score, first in ((2.9, "D3"), (3.1, "E5")):
        seen = insight(CORRIDORS, tree=(("E5", 800, score), ("D3", 100, 1.0), ("C7", 100, 1.0)))
        assert vertex_of(seen.moves[0].point) == first


def test_the_move_that_was_chosen_comes_first():
    seen = insight(CORRIDORS).led_by(at("A9"))
    assert vertex_of(seen.moves[0].point) == "A9"
    assert seen.moves[0].visits == max(move.visits for move in seen.moves)
    assert len({move.point for move in seen.moves}) == len(seen.moves)


def test_the_analyst_itself():
    from gtpengine.gtp.analysis.analyst import Analyst

    position = Position.from_diagram(CORRIDORS, rules=JAPANESE)
    analyst = Analyst()
    told = []
    with Deadline(300.0) as deadline:
        analyst.study(position, deadline, Settings(), told.append, visits=600)
    assert told[0].survey is None
    last = told[-1]
    assert last.findings.playouts >= 600
    assert last.survey is not None
    seen = insight_of(last)
    assert vertex_of(seen.moves[0].point) in ("C7", "D3", "G3")
    assert seen.moves[0].worth == Fraction(1, 2)
    tried = max(last.findings.moves, key=lambda move: move.visits)
    assert last.line_visits[tried.point][0] == tried.visits
    assert position.moves == []
    # The same question again is answered from what is known.
    again = []
    with Deadline(300.0) as deadline:
        analyst.study(position, deadline, Settings(), again.append, visits=600)
        assert not deadline.expired()
    assert again[-1].findings.playouts == last.findings.playouts
    with Deadline(2.0) as deadline:
        assert analyst.survey(position, deadline).likely_score == last.survey.likely_score


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_moves_that_are_avoided_are_not_searched(colour):
    from gtpengine.gtp.analysis.analyst import Analyst

    # Whoever takes four stones at E1 is ahead; B9 leaves that to the other.
    board = """
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . O . .
        . . . . . . . . .
        . . X . . . O . .
        . . . . . . . . .
        . . X X . O O . .
        X X X X . O O O O
        O O O O . X X X X
        """
    position = Position.from_diagram(board, to_move=colour)
    analyst = Analyst()
    leads = {}
    every = frozenset(position.points()) | {PASS}
    for hidden in (every - {at("E1")}, every - {at("B9")}):
        told = []
        with Deadline(300.0) as deadline:
            analyst.study(position, deadline, Settings(), told.append, visits=300, hidden=hidden)
        seen = insight_of(told[-1]).without(hidden)
        (move,) = seen.moves
        assert move.tree_visits >= 300
        assert move.line[0] == move.point
        assert len(move.line_visits) == len(move.line)
        leads[vertex_of(move.point)] = move.lead
    assert leads["E1"] > leads["B9"] + 5


def test_a_study_that_nobody_waits_for_ends_at_once():
    from gtpengine.gtp.analysis.analyst import Analyst

    told = []
    with Deadline(0.0) as deadline:
        Analyst().study(Position(9), deadline, Settings(), told.append)
    assert all(knowledge.findings.playouts < 300 for knowledge in told)
