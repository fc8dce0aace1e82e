"""The way of one move: regions, strategy, exact sum, guard, and what happens around it."""

import threading
import time
from dataclasses import replace
from fractions import Fraction

import pytest
from gtpengine.engine.division import (
    LEFT_ALONE,
    SOLE_VISITS,
    is_for_the_tree,
    is_over,
    is_undivided,
    open_share,
    sole_move,
)
from gtpengine.engine.guard import Guard
from gtpengine.engine.sumplayer import SumPlayer
from gtpengine.engine.surveyor import Surveyor
from gtpengine.engine.thought import Thought
from gtpengine.search.montecarlo.stakes import Stakes

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, RESIGN, point_of, vertex_of
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.deadline import Deadline
from gtpengine.engine import division, thinker
from gtpengine.engine.opening import OpeningBook
from gtpengine.engine.player import choose_surely
from gtpengine.engine.settings import Settings
from gtpengine.engine.simple import SimplePlayer
from gtpengine.engine.staff import Staff
from gtpengine.engine.thinker import Thinker
from gtpengine.engine.warmup import Loading
from gtpengine.search.montecarlo.findings import Findings, MoveFinding
from gtpengine.strategy.chooser import Strategy
from tests.engine.positions import CORRIDORS, SETTLED, picture, staff_with

QUICK = Settings(visits=300, threads=1)


def thought(position, settings=QUICK, seconds=60.0):
    with Deadline(seconds) as deadline:
        return Thinker().think(position.copy(), deadline, settings)


def test_japanese_rules_leave_the_dame_if_told_so():
    position = picture(SETTLED, to_move=BLACK, rules=JAPANESE)
    found = thought(position, Settings(visits=300, fill_dame=False))
    assert found.point == PASS
    assert "no region is worth more than 0 points" in found.text


def test_japanese_rules_fill_the_dame_even_after_a_pass():
    position = picture(SETTLED, to_move=WHITE, rules=JAPANESE)
    assert vertex_of(thought(position).point) == "E5"
    position.play(WHITE, PASS)
    assert vertex_of(thought(position).point) == "E5"
    position.play(BLACK, point_of("E5", 9, 9))
    assert thought(position).point == PASS


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_area_rules_take_the_dame(colour):
    found = thought(picture(SETTLED, to_move=colour, rules=CHINESE))
    assert vertex_of(found.point) == "E5"


@pytest.mark.parametrize("strategy", [each.value for each in Strategy])
def test_every_strategy_finds_the_only_hot_regions(strategy):
    position = picture(CORRIDORS, to_move=BLACK, rules=JAPANESE)
    settings = Settings(visits=300, strategy=strategy, exact_sums=False, guard=False)
    found = thought(position, settings)
    assert found.proposal is not None
    assert position.is_legal(BLACK, found.point)
    assert found.survey is not None
    assert found.survey.at(found.point).likely_temperature > 0


def test_the_exact_sum_has_the_last_word():
    found = thought(picture(CORRIDORS, to_move=BLACK, rules=JAPANESE))
    assert found.proved
    assert "exact sum" in found.text


def test_one_region_is_the_tree_alone():
    found = thought(picture(CORRIDORS, to_move=BLACK), Settings(visits=300, one_region=True))
    assert found.survey is None
    assert found.proposal is None
    assert "one region" in found.text


def test_the_same_seed_gives_the_same_thought():
    position = picture(CORRIDORS, to_move=WHITE)
    first, second = thought(position), thought(position)
    assert first.point == second.point
    assert first.text == second.text


def test_a_deadline_that_is_over_still_gives_a_move():
    position = picture(CORRIDORS, to_move=BLACK)
    found = thought(position, Settings(), seconds=0.0)
    assert found.point == PASS or position.is_legal(BLACK, found.point)


def player_with(load, **settings):
    staff = staff_with(**settings)
    thinking = Loading(None, load, "search")
    thinking.start()
    simple = staff.player
    assert isinstance(simple, SimplePlayer)
    return SumPlayer(thinking, simple, OpeningBook(), lambda: staff.settings)


def test_without_its_kernels_the_simple_player_plays():
    player = player_with(lambda: None, playouts=20)
    with Deadline(20.0) as deadline:
        choice = player.choose(picture(CORRIDORS, to_move=BLACK), deadline)
    assert choice.point != RESIGN
    assert player.last_thought is None


HOPELESS = """
    O O O O O O O O O
    O . O O . O O O O
    O O O O O O O O O
    O O O O O O O O O
    . . . . . . . . .
    X X X X X X X X X
    X . X . X . X . X
    . X . X . X . X .
    X . X . X . X . X
    """


def test_it_resigns_what_is_hopeless_and_says_so():
    player = player_with(Thinker, visits=200, resign_turns=1, resign_min_moves=0, one_region=True)
    position = picture(HOPELESS, to_move=BLACK, komi=70)
    with Deadline(60.0) as deadline:
        choice = player.choose(position, deadline)
    assert choice.point == RESIGN
    assert "White wins" in choice.explanation or "white wins" in choice.explanation


def test_notes_are_taken_and_dropped_with_a_new_game():
    player = player_with(Thinker, visits=200, resign=False)
    position = picture(CORRIDORS, to_move=BLACK)
    with Deadline(60.0) as deadline:
        player.choose(position, deadline)
    assert len(player.statistics.notes) == 1
    other = picture(SETTLED, to_move=BLACK)
    position.play(BLACK, PASS)
    with Deadline(60.0) as deadline:
        player.choose(other, deadline)
    assert len(player.statistics.notes) == 1


def test_pondering_prepares_the_next_thought_and_ends_with_it():
    player = player_with(Thinker, visits=200, resign=False, ponder=True)
    position = picture(CORRIDORS, to_move=BLACK)
    with Deadline(60.0) as deadline:
        choice = player.choose(position, deadline)
    assert player._pondering.is_going_on
    until = time.monotonic() + 60
    while player._thinking.reading(deadline, 0.0)._tree.playouts < 500:
        assert time.monotonic() < until
        time.sleep(0.01)
    position.play(BLACK, choice.point)
    position.play(WHITE, PASS)
    player.forget()
    assert not player._pondering.is_going_on


class Slow:
    """Thinks until it is told to stop, and knows how many do so at once."""

    def __init__(self):
        self.may_end = threading.Event()
        self.at_once = self.most = 0
        self.watch = None

    def cache_counts(self):
        return 0, 0

    def forget(self):
        pass

    def think(self, position, deadline, settings):
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        self.may_end.wait(60.0)
        self.at_once -= 1
        return Thought(PASS, ("slow",))


def test_a_thought_that_was_left_behind_is_never_joined_by_another():
    slow = Slow()
    player = player_with(lambda: slow, playouts=20)
    position = picture(CORRIDORS, to_move=BLACK)
    for _ in range(3):
        with Deadline(0.3) as deadline:
            choice = choose_surely(player, position, deadline)
        assert position.is_legal(BLACK, choice.point) or choice.point == PASS
        assert choice.explanation != "slow."
    assert (slow.at_once, slow.most) == (1, 1)
    slow.may_end.set()
    with Deadline(30.0) as deadline:
        choice = choose_surely(player, position, deadline)
    assert choice.explanation == "slow."
    assert slow.most == 1


def test_a_complete_staff_has_a_player_that_thinks():
    assert Staff.complete(Settings()).player.name == "sum player"


@pytest.mark.parametrize(
    ("visits", "best", "sole"),
    [
        ((95, 5), 30, 30),
        ((85, 15), 30, None),  # another move is worth a look
        ((95, 5), PASS, None),
    ],
)
def test_a_tree_that_looks_at_one_move_alone_says_so(visits, best, sole):
    def findings(scale):
        moves = [
            MoveFinding(point, scale * count, 0.5, 0.0, 0.5, 0.1, (point,))
            for point, count in zip((best, 31), visits, strict=True)
        ]
        return Findings(BLACK, tuple(moves), 100, 0.5, 0.0, 1.0, {}, 100, False)

    assert sole_move(findings(SOLE_VISITS)) == sole
    assert sole_move(findings(1)) is None  # too few to tell


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE], ids=lambda rules: rules.name)
@pytest.mark.parametrize(("diagram", "over"), [(SETTLED, True), (CORRIDORS, False)])
def test_a_game_is_over_when_dame_are_all_that_is_left(diagram, over, rules):
    position = picture(diagram, to_move=BLACK, rules=rules)
    survey = Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    assert is_over(survey) is over


# Half of the board is anybody's: no region of it can be solved.
HALF_OPEN = """
    . X . X O . O . . . . . .
    X X X X O O O . . . . . .
    . X . X O . O . . . . . .
    X X X X O O O . . . . . .
    X X X X O O O . . . . . .
    . X . X O . O . . . . . .
    X X X X O O O . . . . . .
    X . X X O O O . . . . . .
    X X X X O O O . . . . . .
    X X X X O O O . . . . . .
    X X X X O O O . X . X . X
    . X . X O O O X X X X X X
    X X X X O . O X X . X X X
    """


def test_a_board_far_from_divided_is_left_to_the_tree_for_some_moves():
    position = picture(HALF_OPEN, to_move=BLACK)
    player = Thinker()

    def thought_of():
        with Deadline(60.0) as deadline:
            return player.think(position.copy(), deadline, QUICK)

    first = thought_of()
    assert first.survey is not None
    assert is_undivided(first.survey)
    unsolved = [report for report in first.survey.regions if report.value is None]
    empty = sum(len(report.region.empty) for report in unsolved)
    assert open_share(first.survey) == empty / 169
    assert open_share(first.survey, guessed=True) <= open_share(first.survey)
    assert "the board is one region" in first.text
    assert thought_of().survey is not None  # asked about the same position again
    vertices = ("J11", "J9", "L11", "L9", "J5", "L5", "K7", "M7")
    assert len(vertices) == LEFT_ALONE
    for vertex in vertices:
        position.play(position.to_move, point_of(vertex, 13, 13))
        looked = thought_of().survey is not None
        assert looked is (len(position.moves) >= LEFT_ALONE)
    position.undo()
    player.forget()
    assert thought_of().survey is not None


@pytest.mark.parametrize(
    ("diagram", "rules", "win_rate", "by_tree"),
    [
        (CORRIDORS, JAPANESE, 0.5, True),
        (CORRIDORS, JAPANESE, 0.9, False),  # decided enough to play for points
        (CORRIDORS, JAPANESE, 0.1, False),
        (CORRIDORS, CHINESE, 0.9, True),  # a small board by area: only what is decided
        (CORRIDORS, CHINESE, 0.99, False),
        (SETTLED, JAPANESE, 0.5, False),  # nothing hot is left
        (SETTLED, CHINESE, 0.5, False),
    ],
)
def test_the_tree_plays_what_is_close_and_hot(monkeypatch, diagram, rules, win_rate, by_tree):
    monkeypatch.setattr(division, "WARM_BY_TREE", Fraction(1))  # a corridor is no hotter than 3/2
    position = picture(diagram, to_move=BLACK, rules=rules)
    survey = Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    assert is_for_the_tree(survey, win_rate) is by_tree


@pytest.mark.parametrize(
    ("heat", "win_rate", "by_tree"), [(5.0, 0.5, True), (5.0, 0.9, False), (1.0, 0.5, False)]
)
def test_an_alarm_makes_a_close_game_the_tree_s(heat, win_rate, by_tree):
    position = picture(SETTLED, to_move=BLACK, rules=JAPANESE)
    survey = Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    alarm = Stakes(1, heat, -heat, {BLACK: 30, WHITE: 30})
    assert is_for_the_tree(replace(survey, alarms=(alarm,)), win_rate) is by_tree


@pytest.mark.parametrize(("tied", "closer"), [(True, True), (True, False), (False, True)])
def test_the_sum_chooses_among_moves_that_tie_for_the_tree(monkeypatch, tied, closer):
    monkeypatch.setattr(thinker, "is_for_the_tree", lambda *_: True)
    monkeypatch.setattr(thinker, "quiet_choice", lambda findings, **_: findings.moves[-1])
    asked = []

    def is_tied(findings, best, point, *, divided):
        assert best is findings.moves[-1]
        asked.append((point, divided))
        return tied

    monkeypatch.setattr(thinker, "is_tied", is_tied)
    monkeypatch.setattr(Guard, "same", lambda *_: closer)
    found = thought(picture(CORRIDORS, to_move=BLACK, rules=JAPANESE))
    [(point, divided)] = asked
    assert divided
    assert found.survey is not None
    assert found.findings is not None
    if tied and closer:
        assert found.point == point
        assert found.survey.at(point).likely_temperature > 0
        assert "no worse to the tree than" in found.text
    else:
        assert found.point == found.findings.moves[-1].point
        assert found.proposal is None
