"""Clocks: what is allowed for a move, and that no settings survive the next ones."""

import random

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.clock import (
    LEAST_SECONDS,
    LOADING_SHARE,
    MOST_LOADING_SECONDS,
    NO_LIMIT,
    SECONDS_OF_ANY_MOVE,
    Clock,
    Kind,
    TimeLeft,
    absolute,
    byoyomi,
    canadian,
    fischer,
    moves_to_go,
)

DEFAULT = 5.0
LAG = 1.0
MOVES = 50
KEPT = 2 * SECONDS_OF_ANY_MOVE  # for later moves, where nothing comes after the main time


def clock_with(settings):
    clock = Clock(DEFAULT, LAG)
    clock.set(settings)
    return clock


# by hand: the lag of 1 s is kept back, main time is divided by the 50 moves to go.
SECONDS = [
    pytest.param(NO_LIMIT, None, DEFAULT, id="no limit"),
    pytest.param(canadian(0, 5, 0), None, DEFAULT, id="period without stones is no limit"),
    pytest.param(canadian(0, 0, 0), None, DEFAULT, id="three zeros are no limit"),
    pytest.param(absolute(101), None, 2.0 - KEPT, id="absolute: a share"),
    pytest.param(canadian(101, 0, 0), None, 2.0 - KEPT, id="main time only is absolute"),
    pytest.param(canadian(0, 11, 1), None, 10.0, id="simple: seconds per move"),
    pytest.param(canadian(0, 101, 25), None, 4.0, id="Canadian overtime from the start"),
    pytest.param(canadian(101, 101, 25), None, 6.0, id="main time and Canadian overtime"),
    pytest.param(canadian(300, 101, 25), (21, 5), 4.0, id="told of overtime"),
    pytest.param(canadian(300, 60, 25), (51, 0), 1.0 + 59 / 25, id="told of main time"),
    pytest.param(byoyomi(0, 11, 5), None, 10.0, id="byo-yomi: one period"),
    pytest.param(byoyomi(101, 11, 5), None, 12.0, id="main time runs over into a period"),
    pytest.param(byoyomi(300, 30, 5), (21, 3), 20.0, id="the count is periods, not stones"),
    pytest.param(byoyomi(101, 0, 0), None, 2.0 - KEPT, id="byo-yomi without periods"),
    pytest.param(fischer(101, 10), None, 11.0, id="Fischer: share and most of the increment"),
    pytest.param(fischer(6, 30), None, 5.0, id="Fischer: never more than there is"),
    pytest.param(fischer(101, 10, -1, 3), None, 3.0, id="Fischer: longest move"),
    pytest.param(absolute(300), (1.6, 0), 0.8 / MOVES - KEPT, id="half, if little is left"),
    pytest.param(absolute(300), (0, 0), LEAST_SECONDS, id="nothing left"),
    pytest.param(None, (51, 0), 1.0 - KEPT, id="time left before any settings: main time"),
    pytest.param(None, (21, 5), 4.0, id="time left before any settings: overtime"),
    pytest.param(NO_LIMIT, (0, 0), DEFAULT, id="time left means nothing without a limit"),
]


@pytest.mark.parametrize(("settings", "left", "seconds"), SECONDS)
def test_seconds_for_a_move(settings, left, seconds):
    clock = Clock(DEFAULT, LAG)
    if settings is not None:
        clock.set(settings)
    if left is not None:
        clock.set_left(BLACK, *left)
    assert clock.seconds_for_move(BLACK, MOVES) == pytest.approx(max(LEAST_SECONDS, seconds))


ALL = [absolute(300), canadian(60, 30, 5), byoyomi(60, 10, 3), fischer(60, 5, 90), NO_LIMIT]


@pytest.mark.parametrize("after", ALL, ids=lambda settings: settings.kind.value)
@pytest.mark.parametrize("before", ALL, ids=lambda settings: settings.kind.value)
def test_settings_replace_all_that_was(before, after):
    clock = clock_with(before)
    clock.set_left(BLACK, 3, 1)
    clock.spend(WHITE, 2)
    clock.set(after)
    fresh = clock_with(after)
    for colour in (BLACK, WHITE):
        assert clock.left(colour) == fresh.left(colour)
        assert clock.seconds_for_move(colour, MOVES) == fresh.seconds_for_move(colour, MOVES)


# by hand: what a clock shows after moves of these lengths.
SPENDING = [
    pytest.param(absolute(10), [4], TimeLeft(6), id="absolute"),
    pytest.param(absolute(10), [14], TimeLeft(0), id="absolute, flag fallen"),
    pytest.param(canadian(10, 30, 5), [4, 7], TimeLeft(30, 5, overtime=True), id="into overtime"),
    pytest.param(canadian(0, 30, 3), [4, 7], TimeLeft(19, 1, overtime=True), id="stones in time"),
    pytest.param(canadian(0, 30, 2), [4, 7], TimeLeft(30, 2, overtime=True), id="next period"),
    pytest.param(byoyomi(0, 10, 3), [9, 9], TimeLeft(10, 3, overtime=True), id="period kept"),
    pytest.param(byoyomi(0, 10, 3), [11], TimeLeft(10, 2, overtime=True), id="period lost"),
    pytest.param(byoyomi(0, 10, 1), [99], TimeLeft(10, 1, overtime=True), id="last period"),
    pytest.param(fischer(10, 5), [4], TimeLeft(11), id="increment"),
    pytest.param(fischer(10, 5, 12), [1], TimeLeft(12), id="cap"),
    pytest.param(NO_LIMIT, [100], None, id="no limit"),
]


@pytest.mark.parametrize(("settings", "moves", "left"), SPENDING)
def test_counting_for_ourselves(settings, moves, left):
    clock = clock_with(settings)
    for seconds in moves:
        clock.spend(BLACK, seconds)
    assert clock.left(BLACK) == left
    assert clock.left(WHITE) == clock_with(settings).left(WHITE)


@pytest.mark.parametrize("settings", ALL[:-1], ids=lambda settings: settings.kind.value)
def test_a_whole_game_never_loses_on_time(settings):
    clock = clock_with(settings)
    used_overtime = False
    for played in range(0, 500, 2):
        left = clock.left(BLACK)
        seconds = clock.seconds_for_move(BLACK, moves_to_go(361, played))
        rest = left.seconds
        if settings.kind is Kind.BYOYOMI and not left.overtime:
            rest += settings.period
        if settings.kind is Kind.CANADIAN and left.overtime:
            rest = left.seconds / left.count
        used_overtime |= left.overtime
        assert 0 < seconds < rest or rest < 0.02
        clock.spend(BLACK, seconds)
    assert used_overtime == (settings.kind in (Kind.CANADIAN, Kind.BYOYOMI))


def test_a_copy_is_independent():
    clock = clock_with(absolute(100))
    twin = clock.copy()
    twin.spend(BLACK, 10)
    assert clock.left(BLACK) == TimeLeft(100)
    assert twin.left(BLACK) == TimeLeft(90)


def test_no_numbers_are_too_strange():
    chance = random.Random(5)
    numbers = [0.0, 1e-300, 5e-324, 0.001, 1.0, 7.5, 1e9, 1e300, 1.7e308, -1.0, -1e300]
    systems = (absolute, canadian, byoyomi, fischer)
    for _ in range(3000):
        system = chance.choice(systems)
        main, second, third = chance.choices(numbers, k=3)
        if system is absolute:
            settings = absolute(main)
        elif system is fischer:
            settings = fischer(main, second, third, chance.choice(numbers))
        else:
            settings = system(main, second, int(third))
        clock = clock_with(settings)
        for _ in range(3):
            if chance.random() < 0.5:
                clock.set_left(BLACK, chance.choice(numbers), int(chance.choice(numbers)))
            seconds = clock.seconds_for_move(BLACK, chance.randrange(0, 300))
            assert seconds >= LEAST_SECONDS
            clock.spend(BLACK, chance.choice((0.0, 0.01, min(seconds, 100.0))))


def test_waiting_for_the_search_to_load_is_bounded_by_the_clock():
    clock = Clock(DEFAULT, LAG)
    assert clock.seconds_for_loading(BLACK) == MOST_LOADING_SECONDS
    clock.set(absolute(60.0))
    assert clock.seconds_for_loading(BLACK) == LOADING_SHARE * (60.0 - LAG)
    clock.set(byoyomi(0.0, 5.0, 3))
    assert clock.seconds_for_loading(BLACK) == 0.0


def test_what_moves_come_late_by_is_allowed_for_and_forgotten_again():
    """A time that is the same for every move is kept as well, though nothing is lost by it."""
    clock = Clock(1.0, 0.0)
    assert clock.seconds_for_move(BLACK, 10) == 1.0
    clock.note_lateness(0.25)
    assert clock.seconds_for_move(BLACK, 10) == 0.75
    assert clock.copy().seconds_for_move(BLACK, 10) == 0.75
    clock.note_lateness(-0.5)
    assert clock.seconds_for_move(BLACK, 10) == pytest.approx(0.8)
    clock.note_lateness(7.0)
    assert clock.seconds_for_move(BLACK, 10) == 0.5


@pytest.mark.parametrize("settings", [byoyomi(0.0, 1.0, 3), canadian(0.0, 1.0, 1)])
def test_in_overtime_the_worst_lateness_is_remembered_for_long(settings):
    clock = Clock(5.0, 0.0)
    clock.set(settings)
    clock.note_lateness(0.25)
    assert clock.seconds_for_move(BLACK, 10) == 0.75
    for _ in range(10):
        clock.note_lateness(-0.1)
    assert clock.seconds_for_move(BLACK, 10) == pytest.approx(1 - 0.25 * 0.98**10)
    assert clock.copy().seconds_for_move(BLACK, 10) == clock.seconds_for_move(BLACK, 10)
    for _ in range(200):
        clock.note_lateness(-0.1)
    assert clock.seconds_for_move(BLACK, 10) > 0.99
    clock.note_lateness(7.0)
    assert clock.seconds_for_move(BLACK, 10) == 0.5


@pytest.mark.parametrize("size", [9, 19])
def test_absolute_time_lasts_for_a_board_that_is_filled(size):
    area = size * size
    clock = Clock(5.0, 0.1)
    clock.set(absolute(60.0))
    for played in range(0, round(1.2 * area), 2):
        seconds = clock.seconds_for_move(BLACK, moves_to_go(area, played))
        clock.spend(BLACK, seconds)
    assert clock.left(BLACK).seconds > 0.5


@pytest.mark.parametrize("size", [9, 19])
def test_a_very_short_clock_lasts_though_every_move_has_its_price(size):
    area = size * size
    clock = Clock(5.0, 0.03)
    clock.set(absolute(0.015 * area))
    for played in range(0, round(1.2 * area), 2):
        seconds = clock.seconds_for_move(BLACK, moves_to_go(area, played))
        clock.spend(BLACK, seconds + 0.004)
        assert clock.left(BLACK).seconds > 0


def test_absolute_time_lasts_on_a_machine_that_makes_every_move_late():
    """19x19, 30 s a side: three quarters of it go to waiting for a core."""
    clock = Clock(5.0, 0.05)
    clock.set(absolute(30.0))
    for played in range(0, 420, 2):
        seconds = clock.seconds_for_move(BLACK, moves_to_go(361, played))
        clock.spend(BLACK, seconds + 0.11)
        clock.note_lateness(0.11)
        assert clock.left(BLACK).seconds > 0
