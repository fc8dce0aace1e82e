"""Input that comes behind a genmove does not spoil it: what waits, what shortens, and how far."""

import threading
import time

import pytest

from gtpengine.board.points import point_of
from gtpengine.deadline import Deadline
from gtpengine.engine.player import Choice
from gtpengine.engine.rough import RoughReading
from gtpengine.engine.settings import Settings
from gtpengine.engine.staff import Staff
from gtpengine.engine.warmup import Loading, Warmup
from gtpengine.gtp import inbox as inboxes
from gtpengine.gtp import session as sessions
from gtpengine.gtp.inbox import LEAST_PLAYOUTS, Inbox, Reach
from tests.gtp.conversation import QUICK, Conversation

SLICE = 25  # playouts between two reports


class Counter:
    """Counts playouts until its time is over, and then plays the next free point."""

    name = "counter"

    def __init__(self, *, tells=True):
        self.tells = tells
        self.counts = []

    def choose(self, position, deadline):
        playouts = 0
        while not deadline.expired():
            deadline.wait(0.002)
            playouts += SLICE
            if self.tells:
                deadline.made(playouts)
        self.counts.append(playouts)
        return Choice(next(iter(position.legal_points(position.to_move))), "counted")

    def forget(self):
        pass


def impatient(player, seconds=60.0):
    """Return a conversation whose client may leave, with that player and time per move."""
    talk = Conversation()
    talk.inbox._hurry_at_end = True
    talk.session._staff.player = player
    talk.session.clock.seconds_per_move = seconds
    return talk


@pytest.mark.parametrize(
    "ending", ["\nquit", "", "\n# interrupt"], ids=["quit", "end", "interrupt"]
)
def test_who_leaves_or_interrupts_gets_a_sensible_move(ending):
    player = Counter()
    talk = impatient(player)
    started = time.monotonic()
    answers = talk.say(f"boardsize 9\ngenmove b\nshowboard{ending}").split("\n\n")
    assert time.monotonic() - started < 30
    assert answers[1].startswith("= ")
    assert "after 1 move" in answers[2]
    assert player.counts
    assert LEAST_PLAYOUTS <= player.counts[0] <= LEAST_PLAYOUTS + 10 * SLICE


def test_every_queued_move_gets_its_playouts():
    player = Counter()
    talk = impatient(player)
    talk.say("boardsize 9\n" + "genmove b\ngenmove w\n" * 4 + "quit")
    assert len(player.counts) == 8
    assert min(player.counts) >= LEAST_PLAYOUTS


def test_queued_commands_wait_and_shorten_nothing():
    player = Counter()
    talk = impatient(player, seconds=0.5)
    for line in ("boardsize 9", "genmove b", "showboard", "stop", "# comment", "name"):
        talk.inbox.receive(line.encode())
    loop = threading.Thread(target=talk.loop.run, daemon=True)
    started = time.monotonic()
    loop.start()
    time.sleep(0.2)
    assert not player.counts
    while not player.counts:
        time.sleep(0.01)
    assert time.monotonic() - started >= 0.35  # a thought ends a little early
    talk.inbox.close()
    loop.join(30)
    assert talk.output.text().count("\n\n") == 5


def test_a_player_that_tells_nothing_does_not_hold_up_the_client(monkeypatch):
    monkeypatch.setattr(inboxes, "MOST_SECONDS", 0.1)
    player = Counter(tells=False)
    started = time.monotonic()
    impatient(player).say("boardsize 9\ngenmove b\nquit")
    assert player.counts
    assert time.monotonic() - started < 30


def test_a_clock_that_runs_out_comes_first():
    player = Counter()
    talk = impatient(player)
    talk.say("boardsize 9\ntime_settings 0 1 1\ntime_left b 0 1\ngenmove b\nquit")
    assert player.counts[0] < LEAST_PLAYOUTS


def test_an_interruption_in_mid_thought_counts_what_was_done():
    inbox = Inbox(-1)
    inbox.receive(b"genmove b")
    assert inbox.take() is not None
    with Deadline(60.0) as deadline, inbox.watching(deadline, Reach.THOUGHT):
        with deadline.part(30.0) as part:
            part.made(LEAST_PLAYOUTS - 1)
            inbox.receive(b"# interrupt")
            assert not part.expired()
            assert deadline.remaining() <= inboxes.MOST_SECONDS
            part.made(LEAST_PLAYOUTS)
            assert part.expired()
        assert deadline.was_stopped()


def test_studies_end_at_once_and_loading_ends_for_interruptions_only():
    for reach, interrupted, left in (
        (Reach.STUDY, True, True),
        (Reach.LOADING, True, False),
        (Reach.THOUGHT, False, False),
    ):
        inbox = Inbox(-1)
        inbox.receive(b"some command")
        inbox.take()
        with Deadline(60.0) as deadline, inbox.watching(deadline, reach):
            inbox.receive(b"# interrupt")
            assert deadline.expired() == interrupted, reach
        inbox = Inbox(-1)
        inbox.receive(b"some command")
        inbox.take()
        with Deadline(60.0) as deadline, inbox.watching(deadline, reach):
            inbox.receive(b"quit")
            assert (deadline.remaining() <= inboxes.GRACE_SECONDS) == left, reach


class Thinking:
    """What a search player asks while it plays; nobody thinks here."""

    def forget(self):
        pass


def slowly_loaded(gate):
    """Return a staff whose search is loaded when the gate opens; a counter plays for it."""
    warmup = Warmup(load=RoughReading)
    warmup.start()

    def load():
        gate.wait(60)
        return Thinking()

    thinking = Loading(None, load, "search")
    thinking.start()
    staff = Staff(Settings.of(QUICK), warmup, thinking)
    staff.player = Counter()
    return staff


def test_without_a_clock_a_move_waits_for_the_search_and_says_so(monkeypatch, caplog):
    monkeypatch.setattr(sessions, "SILENT_SECONDS", 0.05)
    gate = threading.Event()
    staff = slowly_loaded(gate)
    talk = Conversation(staff=staff)
    talk.inbox._hurry_at_end = True
    talk.session.clock.seconds_per_move = 0.05
    threading.Timer(0.5, gate.set).start()
    # Not even leaving ends that: there is no sensible move without the search.
    talk.say("boardsize 9\ngenmove b\ngenmove w\nquit")
    assert not staff.is_loading()
    assert len(staff.player.counts) == 2
    assert caplog.messages == ["waiting for the search to load"]


def test_with_a_clock_a_move_waits_as_the_clock_allows():
    gate = threading.Event()
    staff = slowly_loaded(gate)
    talk = Conversation(staff=staff)
    talk.tell("boardsize 9")
    talk.tell("time_settings 0 1 1")
    assert talk.tell("genmove b")
    assert staff.is_loading()
    gate.set()


def test_an_interruption_ends_the_waiting():
    gate = threading.Event()
    talk = Conversation(staff=slowly_loaded(gate))
    talk.session.clock.seconds_per_move = 0.05
    answer = talk.say("genmove b\n# interrupt")
    assert point_of(answer[2:].strip(), 19, 19)
    gate.set()


def test_ready_waits_even_for_who_leaves():
    gate = threading.Event()
    talk = Conversation(staff=slowly_loaded(gate))
    talk.inbox._hurry_at_end = True
    threading.Timer(0.3, gate.set).start()
    assert talk.say("gtpengine-ready\nquit").startswith("= true")
