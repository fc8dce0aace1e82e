"""The desk: urgent work first, what is dropped stays undone, and its thread ends."""

import threading

import pytest

from gtpengine.errors import BadInput
from gtpengine.web.desk import Desk, Job, Rank

PATIENCE = 10.0


class Diary:
    """Notes what was done, and lets a test wait for it."""

    def __init__(self):
        self.done = []
        self.changed = threading.Condition()

    def note(self, what):
        with self.changed:
            self.done.append(what)
            self.changed.notify_all()

    def wait_for(self, count):
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.done) >= count, PATIENCE), self.done


@pytest.fixture
def diary():
    return Diary()


@pytest.fixture
def desk():
    made = Desk(lambda: "room")
    yield made
    made.close()
    assert not any(thread.name == "desk" for thread in threading.enumerate())


def job(diary, name, rank=Rank.STUDY, owner="me", seconds=5.0, work=None):
    def plain(room, deadline):
        diary.note(name)

    return Job(owner, name, rank, seconds, work or plain, lambda why: diary.note((name, why)))


def test_urgent_work_comes_first(desk, diary):
    for name, rank in (("review", Rank.REVIEW), ("study", Rank.STUDY), ("game", Rank.GAME)):
        desk.add(job(diary, name, rank))
    desk.add(job(diary, "second study", Rank.STUDY))
    desk.start()
    diary.wait_for(4)
    assert diary.done == ["game", "study", "second study", "review"]


def test_urgent_work_interrupts_what_goes_on_later(desk, diary):
    begun = threading.Event()

    def long(room, deadline):
        begun.set()
        deadline.wait()
        diary.note("stopped" if deadline.was_stopped() else "study")

    desk.start()
    desk.add(job(diary, "study", Rank.STUDY, seconds=0.6, work=long))
    assert begun.wait(PATIENCE)
    desk.add(job(diary, "game", Rank.GAME))
    diary.wait_for(3)
    assert diary.done == ["stopped", "game", "study"]


def test_what_is_dropped_stays_undone(desk, diary):
    begun = threading.Event()

    def long(room, deadline):
        begun.set()
        deadline.wait()

    desk.start()
    desk.add(job(diary, "long", seconds=60.0, work=long))
    assert begun.wait(PATIENCE)
    desk.add(job(diary, "mine"))
    desk.add(job(diary, "other", owner="you"))
    desk.drop("me")
    diary.wait_for(1)
    desk.add(job(diary, "last"))
    diary.wait_for(2)
    assert diary.done == ["other", "last"]


def test_failures_are_told_and_the_desk_goes_on(desk, diary):
    def bad(room, deadline):
        raise BadInput("no such place")

    def worse(room, deadline):
        raise ZeroDivisionError

    desk.start()
    desk.add(job(diary, "bad", work=bad))
    desk.add(job(diary, "worse", work=worse))
    desk.add(job(diary, "good"))
    diary.wait_for(3)
    assert diary.done[0] == ("bad", "no such place")
    assert diary.done[1][0] == "worse"
    assert diary.done[2] == "good"


def test_a_room_that_cannot_be_loaded_is_told(diary):
    def fails():
        raise RuntimeError

    desk = Desk(fails)
    states = Diary()
    desk.start(states.note)
    states.wait_for(1)
    assert states.done == ["failed"]
    desk.add(job(diary, "study"))
    diary.wait_for(1)
    assert diary.done[0][0] == "study"
    desk.close()


def test_jobs_that_follow_wait_their_turn(desk, diary):
    def first(room, deadline):
        diary.note("first")
        return job(diary, "rest", Rank.STUDY)

    desk.add(job(diary, "first", Rank.LOOK, work=first))
    desk.add(job(diary, "other look", Rank.LOOK))
    desk.start()
    diary.wait_for(3)
    assert diary.done == ["first", "other look", "rest"]
