"""What a partner says beside what we say: JSON, views, costs in both accounts, words and page."""

import argparse
import json
import sys
from dataclasses import replace
from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_of
from gtpengine.board.position import Position
from gtpengine.board.recordwriting import record_of
from gtpengine.board.rules import JAPANESE
from gtpengine.cli.partner import add_options, partner_of
from gtpengine.config import KataGoConfig
from gtpengine.errors import BadInput
from gtpengine.report.analysiscache import AnalysisCache
from gtpengine.report.analysistext import summary
from gtpengine.report.partnerwords import partner_lines, partner_row
from gtpengine.report.review import review
from gtpengine.report.reviewjson import as_json
from gtpengine.report.reviewpage import review_page
from gtpengine.report.view import PartnerView, PositionView, view_of

LEADS = [-2.0, -2.5, 1.0, 1.0]  # before moves 1, 2, 3 and after the last


def game():
    position = Position(5, rules=JAPANESE)
    for colour, vertex in ((BLACK, "A1"), (WHITE, "E1"), (BLACK, "A2")):
        position.play(colour, point_of(vertex, 5, 5))
    return position


def view(position, lead=None):
    """A view in which everything is settled and Black is half a point behind."""
    told = None
    if lead is not None:
        told = PartnerView("KataGo 9.9", 7, lead, {BLACK: point_of("C3", 5, 5), WHITE: None})
    stones = {point: colour for colour in (BLACK, WHITE) for point in position.stones(colour)}
    half = Fraction(-1, 2)
    return PositionView(
        *(5, 5, stones, position.to_move, "japanese", "territory", Fraction(13, 2)),
        *({BLACK: 0, WHITE: 0}, {BLACK: frozenset(), WHITE: frozenset()}, ()),
        *((half, half, half), half, {BLACK: None, WHITE: None}, None, len(position.moves), told),
    )


@pytest.fixture
def reviewed():
    return review(record_of(game()), 1, lambda p: view(p, LEADS[len(p.moves)]))


def test_costs_in_the_partners_account(reviewed):
    # Black's first move costs 0.5, White's answer 3.5, the last one nothing.
    assert [move.partner_cost for move in reviewed.moves] == [0.5, 3.5, 0.0]
    alone = review(record_of(game()), 1, view)
    assert [move.partner_cost for move in alone.moves] == [None] * 3


def test_json_has_the_partners_account(reviewed):
    moves = as_json(reviewed)["moves"]
    assert [move["partner"]["lead"] for move in moves] == [-2.0, -2.5, 1.0]
    assert [move["partner"]["cost"] for move in moves] == [0.5, 3.5, 0.0]
    assert [move["partner"]["best"] for move in moves] == ["C3", None, "C3"]
    assert "partner" not in as_json(review(record_of(game()), 1, view))["moves"][0]


def test_words_say_who_judged_and_where_the_leads_differ(reviewed):
    lines = partner_lines(reviewed)
    assert lines[0].startswith("KataGo 9.9 judged the board")
    assert lines[1:] == [
        "By its leads Black gave away 0.5 points.",
        "By its leads White gave away 3.5 points.",
        "Its lead and ours are 2 points or more apart before 2.",
    ]
    assert partner_row(reviewed.moves[1]) == ("2", "White", "E1", "-0.5", "-2.5", "?", "3.5", "-")
    assert partner_lines(review(record_of(game()), 1, view)) == []


def test_the_page_shows_both(reviewed):
    page = review_page(reviewed, "A game")
    assert "KataGo 9.9 beside us" in page
    assert 'class="leadline partner"' in page
    assert "beside us" not in review_page(review(record_of(game()), 1, view), "A game")


def test_an_analysis_says_who_judged():
    said = summary(view(game(), 1.25))
    assert any(
        line.startswith("KataGo 9.9 judged the board (7 visits): Black's lead +1.2")
        for line in said
    )
    assert not any("judged" in line for line in summary(view(game())))


def test_an_analysis_says_where_the_partner_is_not_sure():
    sure = view(game(), 1.25)
    for spread, said in ((8.0, False), (40.2, True)):
        lines = summary(replace(sure, partner=replace(sure.partner, spread=spread)))
        assert any("spread by 40 points" in line for line in lines) == said


def test_what_was_found_without_the_partner_is_not_kept(tmp_path):
    from tests.report.analysis_json import settled

    found = settled(game())
    partner = {"name": "KataGo 9.9", "visits": 7, "lead": 1.0}
    partner["candidates"] = {"black": [{"move": "C3"}], "white": []}
    answers = [found, {**found, "partner": partner}]
    cache = AnalysisCache(
        tmp_path, lambda p, s: answers.pop(0), "x", lambda found: "partner" in found
    )
    assert cache.view(game(), 1.0).partner is None
    assert not cache.holds(game(), 1.0)
    assert cache.view(game(), 1.0).partner.best[BLACK] == point_of("C3", 5, 5)
    assert cache.holds(game(), 1.0)
    assert cache.view(game(), 1.0).partner.lead == 1.0
    assert answers == []


def wanted(*words):
    parser = argparse.ArgumentParser()
    add_options(parser)
    return partner_of(parser.parse_args(words))


def test_a_partner_comes_from_options_or_settings(tmp_path):
    assert wanted() is None
    assert wanted("--katago", "katago analysis -model 'a b'").words == (
        *("katago", "analysis", "-model", "a b"),
    )
    settings = tmp_path / "my.toml"
    table = '[katago]\ncommand = "katago analysis"\nmodel = "net.bin.gz"\nvisits = 30\n'
    settings.write_text(table)
    assert wanted("--config", str(settings)) is None
    settings.write_text('[report]\nevaluator = "katago"\n' + table)
    found = wanted("--config", str(settings))
    assert found.words == ("katago", "analysis", "-model", "net.bin.gz")
    assert found.visits == 30
    assert wanted("--config", str(settings), "--katago-visits", "9").visits == 9
    assert wanted("--config", str(settings), "--katago", "other").words == ("other",)
    settings.write_text('[report]\nevaluator = "katago"\n')
    with pytest.raises(BadInput, match=r"'katago.command' is empty"):
        wanted("--config", str(settings))


def test_words_of_a_command():
    assert KataGoConfig().words() == ()
    assert KataGoConfig("katago analysis", "c.cfg", "m.gz").words() == (
        *("katago", "analysis", "-config", "c.cfg", "-model", "m.gz"),
    )


def test_views_without_a_partner_stay_as_they_are():
    from tests.report.analysis_json import settled

    found = json.loads(json.dumps(settled(game())))
    assert view_of(found).partner is None
    assert replace(view_of(found), partner=None) == view_of(found)


# Two corridors of different length; all stones are safe. By hand: the longer one is hotter.
CORRIDORS = """
    X X X X X X X X X
    X . . . . O O O O
    X X X X X O . O .
    X . . . O O O O O
    X X X X O . O . O
    X X . X O O O O O
    X . X X O . O . O
    X X . X O O O O O
    X . X X O . O . O
"""


def judged(position, best):
    """A partner's evaluation in which every point is the nearest stone's and one move is best."""
    from gtpengine.evaluation.katago.evaluator import Evaluation
    from gtpengine.evaluation.katago.judgement import Candidate, Judgement

    owners = {
        point: 1.0 if point in position.stones(BLACK) else -1.0 for point in position.points()
    }
    for name in ("B8", "B6", "C4", "B3", "C2", "B1"):
        owners[point_of(name, 9, 9)] = 1.0
    point = point_of(best, 9, 9)
    moves = (Candidate(point, 6, 3.25, 0.75, 0.9, (point,)),)
    return Evaluation(
        "KataGo 9.9",
        position,
        {c: Judgement(c, 7, 3.25, 0.75, moves, owners, {}) for c in (BLACK, WHITE)},
    )


def test_the_partner_names_the_move_and_we_say_what_it_is_worth():
    from gtpengine.deadline import Deadline
    from gtpengine.report.analysis import analyse
    from gtpengine.report.partnered import partner_json

    position = Position.from_diagram(CORRIDORS, to_move=WHITE, rules=JAPANESE)
    told = judged(position, "E8")
    with Deadline(5.0) as deadline:
        found = analyse(position, deadline, evaluation=told)
    assert found.point == point_of("E8", 9, 9)
    assert found.lead == -3.25  # White's
    assert found.reasons[0].startswith("E8: the first choice of KataGo 9.9 after 7 visits")
    first = found.candidate(found.point)
    assert first.solved
    assert first.worth == max(r.likely_temperature for r in found.survey.regions)
    assert len(found.survey.regions) == 2
    assert partner_json(told)["candidates"]["white"][0]["move"] == "E8"


def test_small_regions_that_time_left_open_are_solved_by_proof():
    from gtpengine.deadline import Deadline
    from gtpengine.engine.thinker import Thinker
    from gtpengine.parameters import ModelSettings
    from gtpengine.report.analysis import analyse
    from gtpengine.report.completed import with_small_regions

    position = Position.from_diagram(CORRIDORS, to_move=WHITE, rules=JAPANESE)
    with Deadline(60.0) as deadline:
        full = analyse(position, deadline, evaluation=judged(position, "E8")).survey
    model = Thinker().model
    model.limits = ModelSettings(solved_empty=1, search_nodes=100)
    owners = judged(position, "E8").ownership
    left = model.survey(position, owners, None)
    assert [report.value for report in left.regions] == [None, None]
    found = with_small_regions(left, 60.0)
    assert [each.value for each in found.regions] == [each.value for each in full.regions]
    assert [each.moves for each in found.regions] == [each.moves for each in full.regions]
    assert all(each.estimate is None for each in found.regions)
    late = with_small_regions(left, 0.0)
    assert [report.value for report in late.regions] == [None, None]
    assert all("time limit reached" in report.remarks for report in late.regions)
    again = with_small_regions(late, 60.0)
    assert [each.remarks for each in again.regions] == [each.remarks for each in found.regions]


def test_a_proof_that_ran_out_of_time_goes_on_when_asked_again():
    from gtpengine.localgame.graph import Limits
    from gtpengine.localgame.proving import ProvingSolver
    from gtpengine.partition.region import Region

    # 12 empty points, more than are simply listed.
    region = Region.from_diagram(
        """
        X X X X X X
        X . . . . X
        O . . . . X
        O . . . . O
        O O O O O O
        """
    )
    whole = ProvingSolver().solve(region, Limits(1_000_000, 60.0))
    assert whole.is_solved
    little = Limits(whole.graph.nodes // 2, 60.0)
    patient, forgetful = ProvingSolver(goes_on=True), ProvingSolver()
    for solver in (patient, forgetful):
        assert not solver.solve(region, little).is_solved
    begun = patient._begun[next(iter(patient._begun))].nodes
    more = Limits(whole.graph.nodes * 2, 60.0)
    found = patient.solve(region, more)
    assert begun > 1
    assert found.is_solved
    assert not patient._begun
    assert found.value().mean == whole.value().mean
    assert found.value().temperature == whole.value().temperature
    assert not forgetful._begun


def test_a_review_goes_on_while_its_partner_dies(tmp_path, capsys, monkeypatch):
    from gtpengine.cli.main import run
    from tests.evaluation.katago.test_partner import SCRIPTED

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    game = tmp_path / "game.sgf"
    game.write_text("(;GM[1]SZ[5]KM[0.5]RU[japanese];B[cc];W[bb];B[cb];W[bc];B[cd];W[bd])")
    starts = tmp_path / "starts"
    words = f"{sys.executable} -I -S {SCRIPTED} --does die --at 3 --until 5 --starts {starts}"
    asked = ["review", str(game), "--from", "1", "--seconds", "0.2", "--json", "--katago", words]
    assert run(asked) == 0
    said = json.loads(capsys.readouterr().out)
    # In the scripted partner's eyes Black leads by the number of moves: White's moves cost a point.
    assert [move["partner"]["lead"] for move in said["moves"]] == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    assert [move["partner"]["cost"] for move in said["moves"]] == [0.0, 1.0, 0.0, 1.0, 0.0, 1.0]
    assert said["complete"]
    assert len(starts.read_text().split()) == 6
    # The second run asks nothing.
    assert run(asked) == 0
    assert json.loads(capsys.readouterr().out) == said
    assert len(starts.read_text().split()) == 6


def test_a_review_goes_on_without_a_partner(tmp_path, capsys, monkeypatch):
    from gtpengine.cli.main import run

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    game = tmp_path / "game.sgf"
    game.write_text("(;GM[1]SZ[5]KM[0.5]RU[japanese];B[cc];W[bb])")
    asked = ["review", str(game), "--from", "1", "--seconds", "0.2", "--json"]
    assert run([*asked, "--katago", "no-such-katago"]) == 0
    said = capsys.readouterr()
    assert "program 'no-such-katago' not found; our own evaluation goes on without it" in said.err
    assert "partner" not in json.loads(said.out)["moves"][0]
    assert not list(tmp_path.glob("gtpengine/analyses/*.json"))
