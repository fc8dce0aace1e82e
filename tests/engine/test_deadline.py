"""The end of a search, from inside and from outside."""

import threading
import time
import weakref

from gtpengine.deadline import RUN, STOP, Deadline


def test_time_raises_the_flag_without_anybody_asking():
    with Deadline(0.05) as deadline:
        assert deadline.flag[0] == RUN
        end = time.monotonic() + 20
        while deadline.flag[0] == RUN:
            assert time.monotonic() < end
            time.sleep(0.005)
        assert deadline.elapsed() >= 0.05
        assert deadline.expired()


def test_stop_from_another_thread_wakes_a_sleeper():
    with Deadline(1000) as deadline:
        threading.Timer(0.05, deadline.stop).start()
        deadline.wait()
        assert deadline.flag[0] == STOP
        assert deadline.remaining() == 0.0
        assert deadline.elapsed() < 100


def test_shorten_never_lengthens():
    with Deadline(1000) as deadline:
        deadline.shorten(0.05)
        deadline.shorten(500)
        assert deadline.remaining() <= 0.05
        deadline.wait()
        assert deadline.expired()


def test_wait_returns_when_its_own_time_is_over():
    with Deadline(1000) as deadline:
        deadline.wait(0.01)
        assert not deadline.expired()


def test_leaving_the_block_stops_whatever_still_runs():
    with Deadline(1000) as deadline:
        pass
    assert deadline.flag[0] == STOP


def test_kernels_see_the_flag_through_numpy():
    import numpy as np

    with Deadline(1000) as deadline:
        view = np.frombuffer(deadline.flag, dtype=np.int64)
        assert view[0] == RUN
        deadline.stop()
        assert view[0] == STOP


def test_a_year_of_the_universe_is_not_too_long():
    with Deadline(1e30) as deadline:
        deadline.wait(0.05)
        assert deadline.flag[0] == RUN


def test_a_part_ends_with_the_whole_and_not_later_than_it():
    with Deadline(60.0) as whole:
        with whole.part(600.0) as part:
            assert 0.0 < part.remaining() <= whole.remaining() + 0.01
        with whole.part(30.0) as part:
            whole.stop()
            assert part.expired()
            part.wait()
            until = time.monotonic() + 20
            while part.flag[0] == RUN and time.monotonic() < until:
                time.sleep(0.005)
            assert part.flag[0] == STOP


def test_a_part_that_ends_leaves_the_whole_running():
    with Deadline(60.0) as whole:
        with whole.part(0.0) as part:
            assert part.expired()
        assert not whole.expired()
        assert whole.flag[0] == RUN


def test_one_thread_rings_for_all_and_keeps_none_that_is_over():
    with Deadline(1000):
        before = threading.active_count()
        many = [Deadline(1000 - index) for index in range(300)]
        for deadline in many:
            deadline.__enter__()
        assert threading.active_count() == before
        for deadline in many[1:]:
            deadline.__exit__(None, None, None)
        left = weakref.ref(many[-1])
        del deadline, many[1:]
        for _ in range(100):
            with Deadline(1000):
                pass
        assert left() is None
        with Deadline(0.02) as soon:
            soon.wait()
            assert not many[0].expired()
        many[0].shorten(0.02)
        while many[0].flag[0] == RUN:
            time.sleep(0.005)
        many[0].__exit__(None, None, None)


def test_the_end_of_the_whole_raises_the_flags_of_its_parts_at_once():
    with Deadline(1000) as whole, whole.part(900) as part, part.part(800) as inner:
        whole.stop()
        assert (part.flag[0], inner.flag[0]) == (STOP, STOP)
    with Deadline(1000) as whole, whole.part(900) as part:
        whole.shorten(0.02)
        part.wait()
        assert part.flag[0] == STOP
