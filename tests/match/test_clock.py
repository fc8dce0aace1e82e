"""The referee's clock by worked examples."""

from math import inf

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.config import BadConfig
from gtpengine.match.clock import MatchClock
from gtpengine.match.settings import TimeControl

ALL = ("time_settings", "time_left", "kgs-time_settings", "kata-time_settings")


def clock(system, lag=0.0, **numbers):
    return MatchClock(TimeControl(system=system, **numbers).settings(), lag)


# Each: the system, the moves' seconds, and per move what was allowed and shown after it.
CASES = [
    pytest.param("absolute", {"main": 10}, [(4, 10, "6.0 s"), (6, 6, "0.0 s")], id="absolute"),
    pytest.param("move", {"period": 5}, [(5, 5, "5.0 s (1)"), (3, 5, "5.0 s (1)")], id="move"),
    pytest.param(
        "fischer", {"main": 10, "period": 2}, [(4, 10, "8.0 s"), (8, 8, "2.0 s")], id="fischer"
    ),
    pytest.param(
        "canadian",
        {"main": 1, "period": 10, "count": 2},
        [(4, 11, "7.0 s (1)"), (6.5, 7, "10.0 s (2)"), (9, 10, "1.0 s (1)")],
        id="canadian: overtime begins within a move",
    ),
    pytest.param(
        "byoyomi",
        {"main": 1, "period": 5, "count": 3},
        [(0.5, 16, "0.5 s"), (7, 15.5, "5.0 s (2)"), (4, 10, "5.0 s (2)"), (9, 10, "5.0 s (1)")],
        id="byoyomi: periods are used up one by one",
    ),
]


@pytest.mark.parametrize(("system", "numbers", "moves"), CASES)
def test_time_runs_down(system, numbers, moves):
    watch = clock(system, **numbers)
    for seconds, allowed, shown in moves:
        assert watch.allowed(BLACK) == pytest.approx(allowed)
        assert watch.spend(BLACK, seconds)
        assert watch.shown(BLACK) == shown
    assert not watch.spend(BLACK, watch.allowed(BLACK) + 0.01)
    assert watch.allowed(WHITE) == pytest.approx(moves[0][1])


def test_lag_is_forgiven_in_every_move():
    watch = clock("absolute", lag=1.0, main=3)
    assert watch.spend(BLACK, 2.0)
    assert watch.shown(BLACK) == "2.0 s"
    assert watch.spend(BLACK, 3.0)
    assert not watch.spend(BLACK, 1.1)


def test_without_a_clock_nothing_is_said():
    watch = clock("none")
    assert watch.allowed(BLACK) == inf
    assert watch.spend(BLACK, 1e9)
    assert watch.setting_command(ALL) is None
    assert watch.left_command(BLACK, ALL) is None


@pytest.mark.parametrize(
    ("system", "numbers", "known", "command"),
    [
        ("absolute", {"main": 60}, ALL, "time_settings 60 0 0"),
        ("move", {"period": 5}, ALL, "time_settings 0 5 1"),
        ("canadian", {"main": 9, "period": 5, "count": 3}, ALL, "time_settings 9 5 3"),
        ("byoyomi", {"main": 9, "period": 5, "count": 3}, ALL, "kgs-time_settings byoyomi 9 5 3"),
        ("byoyomi", {"main": 9, "period": 5, "count": 3}, ALL[:2], "time_settings 9 5 1"),
        ("fischer", {"main": 9, "period": 5}, ALL, "kata-time_settings fischer 9 5"),
        ("fischer", {"main": 9, "period": 5}, ALL[:2], "time_settings 4 5 1"),
        ("absolute", {"main": 60}, (), None),
    ],
)
def test_engines_are_told_in_their_own_words(system, numbers, known, command):
    assert clock(system, **numbers).setting_command(known) == command


def test_whole_seconds_for_engines_that_take_no_others():
    watch = clock("fischer", main=8.5, period=0.5)
    assert watch.setting_command(ALL[:2]) == "time_settings 8 0.5 1"
    assert watch.setting_command(ALL[:2], whole=True) == "time_settings 8 0 0"
    watch.spend(BLACK, 1.25)
    assert watch.left_command(BLACK, ALL) == "time_left b 7.75 0"
    assert watch.left_command(BLACK, ALL, whole=True) == "time_left b 7 0"
    # Less than a second per move cannot be said in whole seconds.
    assert clock("move", period=0.5).setting_command(ALL, whole=True) is None


def test_time_left():
    watch = clock("byoyomi", main=1, period=5, count=3)
    assert watch.left_command(BLACK, ALL) == "time_left b 1 0"
    watch.spend(BLACK, 2)
    assert watch.left_command(BLACK, ALL) == "time_left b 5 3"
    assert watch.left_command(BLACK, ("time_left",)) == "time_left b 5 1"
    assert watch.left_command(BLACK, ()) is None


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ({"system": "fisher"}, "'time.system' is 'fisher'; did you mean 'fischer'?"),
        ({"system": "absolute"}, "'time.main' must be above 0"),
        ({"system": "move", "main": 5}, "'time.period' must be above 0"),
        ({"system": "byoyomi", "main": 5}, "'time.period' must be above 0"),
    ],
)
def test_systems_that_cannot_be(numbers, words):
    with pytest.raises(BadConfig, match=words.replace("?", r"\?")):
        TimeControl(**numbers).settings()
