"""A partner that answers late, out of order or wrongly, dies, floods or hangs: nothing is lost."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.evaluation.katago.judgement import Judgement
from gtpengine.evaluation.katago.keeper import PartnerGone, PartnerSettings, Unanswered
from gtpengine.evaluation.katago.partner import KataGo
from gtpengine.evaluation.katago.question import Question
from tests.match.games import PATIENCE, is_running, wait_until

SCRIPTED = Path(__file__).with_name("scripted.py")
pytestmark = pytest.mark.skipif(
    not hasattr(os, "killpg"), reason="the scripted partner needs signals of Unix"
)


def partner(does="answer", *more, **settings):
    words = (sys.executable, "-I", "-S", str(SCRIPTED), "--does", does, *map(str, more))
    return KataGo(PartnerSettings(words, **settings))


def question(moves=0, **fields):
    """A question about a 5x5 board after so many moves along the edge."""
    position = Position(5, rules=JAPANESE)
    for number, vertex in enumerate(["A1", "E1", "A2", "E2", "A3", "E3", "A4", "E4"][:moves]):
        position.play((BLACK, WHITE)[number % 2], point_of(vertex, 5, 5))
    return Question(position, visits=7, **fields)


def leads(answers):
    return [answer.lead if isinstance(answer, Judgement) else str(answer) for answer in answers]


def test_an_answer():
    with partner() as katago:
        found = katago.ask(question(3, ownership=True, policy=True))
    assert found.to_move == WHITE
    assert (found.visits, found.lead, found.win_rate) == (7, 3.0, 0.5)
    assert [each.point for each in found.candidates] == [point_of("A1", 5, 5), PASS]
    assert found.best.line == (point_of("A1", 5, 5), point_of("B1", 5, 5))
    assert found.ownership[point_of("A5", 5, 5)] == 1.0
    assert found.ownership[point_of("E1", 5, 5)] == -1.0
    assert sorted(found.ownership.values())[1:-1] == [0.0] * 23
    # An illegal move has no chance at all; a pass comes last.
    assert point_of("A5", 5, 5) not in found.policy
    assert found.policy[PASS] == 0.5


def test_it_tells_its_version_and_model():
    with partner() as katago:
        katago.start()
        assert katago.version == "9.9"
        wait_until(lambda: katago.models == ("toy",))


def test_answers_out_of_order_find_their_questions():
    heard = []
    with partner("backwards") as katago:
        found = katago.ask_all(
            [question(n) for n in range(8)], lambda place, answer: heard.append(place)
        )
    assert leads(found) == [float(n) for n in range(8)]
    assert sorted(heard) == list(range(8))


def test_late_answers_and_signs_of_life():
    # Eight reports during the search, 0.1 s apart, keep it alive though 0.4 s are its limit.
    with partner("slow", silence_seconds=0.4) as katago:
        assert leads(katago.ask_all([question(1), question(2)])) == [1.0, 2.0]
        assert katago.restarts == 0


def test_only_so_many_are_under_way_and_late_ones_are_called_off(tmp_path):
    log = tmp_path / "log"

    def sent(action):
        lines = [json.loads(line) for line in log.read_text().splitlines()]
        return [each for each in lines if each.get("action") == action]

    with partner("ignore", "--log", log, under_way=3) as katago:
        katago.start()
        for _, found in katago.answers([question()] * 9, 0.5):
            assert str(found) == "KataGo gave no answer in time"
        wait_until(lambda: len(sent("terminate")) == 3)
    asked = [each["id"] for each in sent(None)]
    assert len(asked) == 3
    assert sorted(each["terminateId"] for each in sent("terminate")) == sorted(asked)


@pytest.mark.parametrize(
    ("does", "text"),
    [
        ("error", "KataGo refuses the question: Illegal move 1 (moves)"),
        ("small ownership", "KataGo's answer cannot be read: a list of 25 numbers was due"),
        ("large policy", "KataGo's answer cannot be read: a list of 26 numbers was due"),
        ("not a number", "KataGo's answer cannot be read: nan is no number"),
        ("off board", "KataGo's answer cannot be read: Z25 is not on a board of 5x5"),
        ("no root", "KataGo's answer cannot be read: no 'rootInfo'"),
        ("other player", "KataGo's answer cannot be read: it is about the other player to move"),
    ],
)
def test_answers_that_are_none(does, text):
    with partner(does, "--at", 2) as katago:
        # The first answer is good, so the second one is not refused because of the question.
        assert katago.ask(question(ownership=True, policy=True)).lead == 0
        with pytest.raises(Unanswered) as error:
            katago.ask(question(ownership=True, policy=True))
        assert str(error.value).startswith(text)
        assert katago.restarts == 0


@pytest.mark.parametrize("does", ["warn", "babble", "stderr flood"])
def test_noise_does_no_harm(does):
    with partner(does) as katago:
        assert leads(katago.ask_all([question(1), question(2)])) == [1.0, 2.0]


@pytest.mark.parametrize("does", ["die", "killed", "flood", "long line"])
def test_one_that_ends_is_started_again(does, tmp_path):
    # It answers two questions and fails at the third, in its first two lives.
    with partner(does, "--at", 3, "--starts", tmp_path / "s", "--until", 2) as katago:
        found = katago.ask_all([question(n % 6) for n in range(12)])
        assert leads(found) == [float(n % 6) for n in range(12)]
        assert katago.restarts == 2


def test_one_that_hangs_is_started_again(tmp_path):
    more = ("--at", 2, "--starts", tmp_path / "s", "--until", 1)
    with partner("hang", *more, silence_seconds=0.5) as katago:
        assert leads(katago.ask_all([question(n) for n in range(3)])) == [0.0, 1.0, 2.0]
        assert katago.restarts == 1


def test_a_question_that_kills_harms_no_other():
    with partner("poison", deaths=3) as katago:
        found = leads(katago.ask_all([question(n) for n in range(6)]))
        assert found == [0.0, 1.0, "KataGo ended 3 times when asked this", 3.0, 4.0, 5.0]
        assert katago.restarts == 3
        assert katago.ask(question(4)).lead == 4.0


def test_one_that_is_killed_before_it_is_ready_is_started_again(tmp_path):
    # More often in a row than it may fail by itself.
    with partner("killed at once", "--starts", tmp_path / "s", "--until", 9) as katago:
        assert katago.ask(question(2)).lead == 2
        assert katago.restarts == 9


def test_killed_at_random_moments_nothing_is_lost(tmp_path):
    starts = tmp_path / "starts"
    asked = [question(n % 8) for n in range(60)]
    heard = []

    def kill(place, answer):
        heard.append(place)
        if len(heard) % 3 == 0:
            pid = int(starts.read_text().split()[-1])
            if is_running(pid):
                os.kill(pid, signal.SIGKILL)

    with partner("answer", "--starts", starts) as katago:
        found = katago.ask_all(asked, kill)
    assert leads(found) == [float(n % 8) for n in range(60)]
    assert sorted(heard) == list(range(60))


@pytest.mark.parametrize(
    ("does", "settings", "text"),
    [
        ("no start", {}, "KataGo does not start: Could not open the model file"),
        ("killed at once", {"kills": 4}, "KataGo does not start: somebody kills it"),
        ("never ready", {"start_seconds": 0.3, "starts": 1}, "it was not ready after 0.3 s"),
    ],
)
def test_one_that_cannot_start_is_given_up(does, settings, text, tmp_path):
    starts = tmp_path / "starts"
    with partner(does, "--starts", starts, **settings) as katago:
        with pytest.raises(PartnerGone, match=text):
            katago.ask(question())
        with pytest.raises(PartnerGone, match=text):
            katago.start()
    assert len(starts.read_text().split()) == settings.get("starts", 3) + settings.get("kills", 0)


def test_no_such_program():
    with (
        KataGo(PartnerSettings.of_line("no-such-katago analysis")) as katago,
        pytest.raises(PartnerGone, match="does not start: program 'no-such-katago' not found"),
    ):
        katago.ask(question())


def test_one_that_died_while_idle_is_started_by_the_next_question(tmp_path):
    starts = tmp_path / "starts"
    with partner("answer", "--starts", starts) as katago:
        assert katago.ask(question(1)).lead == 1
        pid = int(starts.read_text())
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: katago.restarts == 1)
        assert len(starts.read_text().split()) == 1
        assert katago.ask(question(2)).lead == 2
        katago.start()
        assert katago.restarts == 1


@pytest.mark.parametrize("does", ["answer", "hang", "ignore", "never ready"])
def test_nothing_is_left_behind(does, tmp_path):
    before = set(threading.enumerate())
    starts = tmp_path / "starts"
    with partner(does, "--starts", starts) as katago:
        for _, _ in katago.answers([question()], 0.4):
            pass
        wait_until(starts.exists)
    assert set(threading.enumerate()) <= before
    assert not is_running(int(starts.read_text()))
    with pytest.raises(PartnerGone, match="was ended"):
        katago.ask(question())


def test_closing_frees_whoever_waits(tmp_path):
    katago = partner("ignore", "--log", tmp_path / "log")
    raised = []

    def ask():
        try:
            katago.ask(question())
        except PartnerGone as error:
            raised.append(str(error))

    thread = threading.Thread(target=ask)
    thread.start()
    wait_until(
        lambda: (tmp_path / "log").exists() and "maxVisits" in (tmp_path / "log").read_text()
    )
    katago.close()
    thread.join(PATIENCE)
    assert raised == ["KataGo was ended"]


OWNER = """
import sys
from gtpengine.board.position import Position
from gtpengine.evaluation.katago.keeper import PartnerSettings
from gtpengine.evaluation.katago.partner import KataGo
from gtpengine.evaluation.katago.question import Question
with KataGo(PartnerSettings(tuple(sys.argv[1:]))) as katago:
    try:
        katago.start()
        print("ready", flush=True)
        katago.ask_all([Question(Position(5), 1)] * 5)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_the_partner_ends_with_its_owner(ending, tmp_path):
    starts = tmp_path / "starts"
    words = [sys.executable, "-I", "-S", str(SCRIPTED), "--does", "ignore", "--starts", str(starts)]
    env = dict(os.environ, PYTHONPATH=str(Path(__file__).parents[3]))
    command = [sys.executable, "-c", OWNER, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as owner:
        assert owner.stdout.readline() == "ready\n"
        pid = int(starts.read_text())
        assert is_running(pid)
        owner.send_signal(ending)
        said = owner.stdout.read()
    assert said == ("interrupted\n" if ending == signal.SIGINT else "")
    wait_until(lambda: not is_running(pid))
