"""Decisions of two: a scripted partner judges the board, our values choose where it cannot."""

import sys
import time
from pathlib import Path

import pytest

from gtpengine.board.colours import BLACK
from gtpengine.board.points import PASS, point_of, vertex_of
from gtpengine.board.rules import JAPANESE
from gtpengine.deadline import Deadline
from gtpengine.engine.adviser import Adviser
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinker import Thinker
from gtpengine.evaluation.katago.keeper import PartnerSettings
from gtpengine.evaluation.katago.partner import KataGo
from tests.engine.positions import CORRIDORS, picture

SCRIPT = Path(__file__).parent.parent / "evaluation" / "katago" / "scripted.py"
# Black's corridor, White's, the dame, and a point of Black's land.
OWN, THEIRS, DAME, LAND = "C7", "D3", "E5", "C5"


@pytest.fixture
def advised():
    """Makes an adviser whose partner does as it is told; all of them end with the test."""
    made = []

    def make(*options, visits=50, **settings):
        words = (sys.executable, "-I", "-S", str(SCRIPT), *options)
        made.append(KataGo(PartnerSettings(words, **settings)))
        return Adviser(made[-1], visits)

    yield make
    for katago in made:
        katago.close()


def thought(adviser, seconds=60.0, position=None, hidden=frozenset(), tell=None, **settings):
    position = position or picture(CORRIDORS, to_move=BLACK, rules=JAPANESE)
    settings = Settings(**{"evaluator": "katago", "exact_sums": False, "visits": 300, **settings})
    with Deadline(seconds) as deadline:
        return Thinker(adviser).think(position, deadline, settings, tell, hidden)


def test_the_partners_move_is_played_and_says_whose_it_is(advised):
    found = thought(advised("--moves", f"{THEIRS}=40=2.5 {DAME}=10=0.5"))
    assert vertex_of(found.point) == THEIRS
    assert f"{THEIRS}: the first choice of KataGo 9.9 after 300 visits" in found.text
    assert "regions solved" in found.text
    assert [vertex_of(each.point) for each in found.candidates] == [THEIRS, DAME]
    assert found.candidates[0].lead == 2.5
    assert found.survey is not None


def test_what_gains_more_is_preferred_where_the_partner_cannot_tell(advised):
    found = thought(advised("--moves", f"{DAME}=40=1.0 {THEIRS}=20=0.9"))
    assert vertex_of(found.point) == THEIRS
    assert found.reasons[0].startswith(f"{THEIRS}: the hottest region")
    same = f"to the search the same as {DAME}: the first choice of KataGo 9.9 after 300 visits"
    assert any(reason.startswith(same) for reason in found.reasons)


@pytest.mark.parametrize(
    "moves",
    [
        pytest.param(f"{DAME}=40=3.0 {THEIRS}=20=0.9", id="clearly behind"),
        pytest.param(f"{DAME}=40=1.0 {THEIRS}=1=0.9", id="hardly looked at"),
        pytest.param(f"{DAME}=90=1.0 {THEIRS}=8=0.9", id="left by its search"),
        pytest.param(f"{DAME}=40=1.0 {LAND}=20=0.9", id="not the strategy's"),
    ],
)
def test_otherwise_the_partner_decides(advised, moves):
    assert vertex_of(thought(advised("--moves", moves)).point) == moves.partition("=")[0]


def test_what_is_proved_is_ours_whatever_the_partner_says(advised):
    adviser = advised("--moves", f"{LAND}=40=9.0 {DAME}=20=0.0")
    found = thought(adviser, exact_sums=True)
    assert found.proved
    assert vertex_of(found.point) in (OWN, THEIRS, DAME)
    assert "proved by the exact sum" in found.reasons[0]
    assert f"{DAME}: a move of KataGo 9.9 after 300 visits" in found.text


def test_moves_that_cannot_be_played_are_left_out(advised):
    taken = "B2"  # a stone of White's
    found = thought(advised("--moves", f"{taken}=40=2.5 {THEIRS}=10=0.5"))
    assert vertex_of(found.point) == THEIRS
    assert [vertex_of(each.point) for each in found.candidates] == [THEIRS]
    alone = thought(advised("--moves", f"{taken}=40=2.5"))
    assert "KataGo" not in alone.text


def test_hidden_moves_are_not_asked_for(advised, tmp_path):
    log = tmp_path / "log"
    thought(advised("--log", str(log)), hidden=frozenset({point_of("A1", 9, 9), PASS}))
    assert '"avoidMoves":[{"player":"B","moves":["pass","A1"],"untilDepth":1}]' in log.read_text()


def test_the_time_of_a_move_is_told(advised, tmp_path):
    log = tmp_path / "log"
    thought(advised("--log", str(log), visits=0), visits=0, seconds=10.0)
    said = log.read_text()
    assert '"maxTime":' in said
    assert '"maxVisits":10000000' in said


@pytest.mark.parametrize("does", ["no start", "error", "small ownership", "no root"])
def test_without_an_answer_our_own_search_decides(advised, does):
    adviser = advised("--does", does)
    found = thought(adviser)
    alone = thought(None)
    assert (found.point, found.reasons) == (alone.point, alone.reasons)
    assert bool(adviser.trouble) == (does == "no start")
    # Whoever was given up is not asked again.
    assert thought(adviser).reasons == alone.reasons


@pytest.mark.parametrize("does", ["hang", "never ready", "ignore"])
def test_a_partner_that_does_not_answer_holds_up_no_move(advised, does):
    started = time.monotonic()
    found = thought(advised("--does", does), seconds=2.0, visits=0)
    assert "KataGo" not in found.text
    assert found.visits > 0
    # Generous: what is shown is that nobody waits for ever.
    assert time.monotonic() - started < 60


def test_somebody_who_says_stop_is_heard(advised):
    with Deadline(3600.0) as deadline:
        stopped = []

        def tell(found):
            stopped.append(found)
            deadline.stop()

        adviser = advised("--does", "hang", "--at", "3")
        settings = Settings(evaluator="katago", think_full_time=True)
        position = picture(CORRIDORS, to_move=BLACK, rules=JAPANESE)
        found = Thinker(adviser).think(position, deadline, settings, tell)
    assert found.candidates is stopped[-1].candidates
    assert found.visits == 100


def test_a_watched_study_looks_longer_and_longer(advised):
    seen = []
    with Deadline(3600.0) as deadline:

        def tell(found):
            seen.append(found.visits)
            if len(seen) == 3:
                deadline.stop()

        settings = Settings(evaluator="katago", think_full_time=True, exact_sums=False)
        position = picture(CORRIDORS, to_move=BLACK, rules=JAPANESE)
        Thinker(advised("--moves", f"{DAME}=40=1.0")).think(position, deadline, settings, tell)
    assert seen == [100, 800, 6400]


def test_it_dies_in_the_middle_and_is_asked_again(advised, tmp_path):
    starts = tmp_path / "starts"
    adviser = advised("--does", "killed", "--starts", str(starts), "--until", "2")
    assert "KataGo 9.9" in thought(adviser).text
    assert len(starts.read_text().split()) == 3


def test_settings_decide_whether_it_is_asked(advised, tmp_path):
    log = tmp_path / "log"
    found = thought(advised("--log", str(log)), evaluator="own")
    assert "KataGo" not in found.text
    assert not log.exists()


def test_nobody_ponders_beside_a_partner(advised):
    thinker = Thinker(advised())
    position = picture(CORRIDORS, to_move=BLACK)
    with Deadline(0.2) as deadline:
        thinker.ponder(position, deadline, Settings(evaluator="katago"))
        assert not deadline.expired()


def test_its_network_can_judge_nodes_of_our_own_tree(advised, tmp_path):
    log = tmp_path / "log"
    found = thought(advised("--log", str(log)), evaluator="katago-network")
    assert found.counts.judged > 0
    assert '"maxVisits":1,' in log.read_text()
    assert found.visits == 300


def test_our_own_network_stands_behind_it(advised):
    found = thought(advised("--does", "no start"), evaluator="katago-network")
    assert found.counts.judged > 0
