"""The way of one move: tree, model, decision, and what happens around it."""

import threading
import time
from dataclasses import replace

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, RESIGN, point_of, vertex_of
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.config import ResignConfig
from gtpengine.deadline import Deadline
from gtpengine.engine.decision import Candidate, Decision
from gtpengine.engine.hiring import complete_staff
from gtpengine.engine.opening import OpeningBook
from gtpengine.engine.player import choose_surely
from gtpengine.engine.search_player import SearchPlayer
from gtpengine.engine.settings import Settings
from gtpengine.engine.simple import SimplePlayer
from gtpengine.engine.surveyor import is_open
from gtpengine.engine.thinker import Thinker
from gtpengine.engine.warmup import Loading
from gtpengine.evaluation.network.network import Network
from gtpengine.localgame.solution import LocalKind
from gtpengine.model.exactsum import ExactSum
from gtpengine.parameters import SearchSettings
from gtpengine.strategy.chooser import Strategy
from tests.engine.positions import CORRIDORS, SETTLED, picture, staff_with

# All stones are safe; White's corner of eleven points is still a region.
LAND = """
    . X . X O . . . .
    X X X X O O O O .
    X X X X O . . O .
    O O O O O O O O O
    . O O O O O O . O
    . . . O O O O O O
    . . . O O . O . O
    . . O O O O O O O
    . . O O . O . O .
    """
# Modules that look at a clock where time counts.
TIMED = (
    *("localgame.graph", "localgame.solved", "localgame.values", "localgame.proof"),
    *("model.model", "model.situations", "search.tds.anytime", "search.tds.budget"),
    *("reading.groups", "reading.prover"),
)
NEVER = ResignConfig(allowed=False)


def quick(visits=300, **settings):
    return Settings(visits=visits, network=False, **settings)


def thought(position, settings=None, seconds=60.0, **how):
    with Deadline(seconds) as deadline:
        return Thinker().think(position.copy(), deadline, settings or quick(), **how)


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
    found = thought(position, quick(strategy=strategy, exact_sums=False))
    assert not found.proved
    assert found.survey is not None
    assert found.survey.at(found.point).likely_temperature > 0


def test_what_is_solved_and_proved_is_played_by_the_exact_sum():
    found = thought(picture(CORRIDORS, to_move=BLACK, rules=JAPANESE))
    assert found.proved
    assert "exact sum" in found.text
    assert found.survey.at(found.point).likely_temperature > 0


def test_what_gains_nothing_is_no_part_of_the_exact_sum():
    """A stone in somebody's land costs a point by territory, whatever kind time made of it."""
    position = picture(LAND, to_move=BLACK, rules=JAPANESE)
    survey = Thinker().model.survey(position, {}, None)
    assert [(each.kind, each.value.temperature) for each in survey.regions] == [
        (LocalKind.NUMBER, -1)
    ]
    late = replace(survey, regions=[replace(survey.regions[0], kind=LocalKind.UNKNOWN)])
    for each in (survey, late):
        assert ExactSum().best(each, 10.0) is None


class Leaping:
    """A clock of a machine so slow that hours pass between two looks at it."""

    def __init__(self):
        self._now = -1e9

    def monotonic(self):
        self._now += 10_000.0
        return self._now

    perf_counter = thread_time = monotonic


def test_with_visits_no_clock_decides(monkeypatch):
    position = picture(CORRIDORS, to_move=BLACK, rules=JAPANESE)
    found = thought(position)
    leaping = Leaping()
    for name in TIMED:
        monkeypatch.setattr(f"gtpengine.{name}.time", leaping)
    for name in ("graph", "values"):  # small regions look at it as large ones do
        monkeypatch.setattr(f"gtpengine.localgame.{name}._SLICE", 8)
    again = thought(position)
    assert found.proved
    assert (again.text, again.candidates) == (found.text, found.candidates)
    assert [each.mean for each in again.survey.regions] == [
        each.mean for each in found.survey.regions
    ]


def test_a_thought_in_a_hurry_looks_at_the_root_from_one_side(monkeypatch):
    looks = []
    evaluate = Network.evaluate

    def noted(network, *positions, turned=False):
        looks.append(turned)
        return evaluate(network, *positions, turned=turned)

    monkeypatch.setattr(Network, "evaluate", noted)
    position = picture(CORRIDORS, to_move=BLACK)
    thought(position, Settings(), seconds=0.02)
    assert looks
    assert not any(looks)
    thought(position, Settings(visits=20))
    assert any(looks)


def test_one_region_is_the_tree_alone():
    found = thought(picture(CORRIDORS, to_move=BLACK), quick(one_region=True))
    assert found.survey is None
    assert found.counts.guided == 0
    assert "one region" in found.text


def test_tables_guide_playouts_unless_they_are_switched_off():
    position = picture(CORRIDORS, to_move=BLACK)
    half = SearchSettings(trust=0.5)
    for tables in (True, False):
        found = thought(position, quick(tables=tables, exact_sums=False, search=half))
        assert (found.counts.guided > 0) is tables
        assert found.survey is not None


def test_an_open_board_is_not_divided():
    position = picture("\n".join([". " * 9] * 9), to_move=BLACK)
    assert is_open(position, 0.3)
    assert not is_open(picture(CORRIDORS), 0.3)
    assert thought(position, quick(60)).survey is None


def test_the_same_seed_gives_the_same_decision():
    position = picture(CORRIDORS, to_move=WHITE)
    settings = quick(exact_sums=False, seed=3)
    first, second = thought(position, settings), thought(position, settings)
    assert first.candidates == second.candidates
    assert first.text == second.text
    assert first.visits == 300


def test_a_thinker_that_knows_another_game_decides_the_same():
    position = picture(CORRIDORS, to_move=WHITE)
    settings = quick(exact_sums=False)
    thinker = Thinker()
    with Deadline(60.0) as deadline:
        thinker.think(picture(SETTLED, to_move=BLACK), deadline, settings)
        again = thinker.think(position.copy(), deadline, settings)
    assert again.candidates == thought(position, settings).candidates


def test_a_deadline_that_is_over_still_gives_a_move():
    position = picture(CORRIDORS, to_move=BLACK)
    found = thought(position, Settings(network=False), seconds=0.0)
    assert found.point == PASS or position.is_legal(BLACK, found.point)
    assert found.visits > 0


def test_a_small_search_decides_beside_a_thought_that_goes_on():
    position = picture(CORRIDORS, to_move=BLACK)
    with Deadline(0.2) as deadline:
        found = Thinker().quick(position.copy(), deadline, quick())
    assert position.is_legal(BLACK, found.point)
    assert found.visits > 0
    assert deadline.offer is not None


def test_what_is_told_on_the_way_ends_with_what_is_decided():
    told = []
    position = picture(CORRIDORS, to_move=BLACK)
    found = thought(position, quick(1200, exact_sums=False), tell=told.append)
    assert len(told) > 1
    assert [each.visits for each in told] == sorted(each.visits for each in told)
    assert told[-1].candidates == found.candidates


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_moves_that_are_hidden_are_not_searched(colour):
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
    position = picture(board, to_move=colour)
    every = frozenset(position.points()) | {PASS}
    leads = {}
    for name in ("E1", "B9"):
        only = point_of(name, 9, 9)
        found = thought(position, hidden=every - {only})
        (move,) = found.candidates
        assert move.point == found.point == only
        leads[name] = move.lead
    assert leads["E1"] > leads["B9"] + 2


def player_with(load, **settings):
    staff = staff_with(network=False, **settings)
    thinking = Loading(None, load, "search")
    thinking.start()
    simple = staff.player
    assert isinstance(simple, SimplePlayer)
    return SearchPlayer(thinking, simple, OpeningBook(), lambda: staff.settings)


def test_without_its_kernels_the_simple_player_plays():
    player = player_with(lambda: None, playouts=20)
    with Deadline(20.0) as deadline:
        choice = player.choose(picture(CORRIDORS, to_move=BLACK), deadline)
    assert choice.point != RESIGN
    assert player.last_decision is None


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
    soon = ResignConfig(turns=1, min_moves=0)
    player = player_with(Thinker, visits=200, resign=soon, one_region=True)
    position = picture(HOPELESS, to_move=BLACK, komi=70)
    with Deadline(60.0) as deadline:
        choice = player.choose(position, deadline)
    assert choice.point == RESIGN
    assert "white wins" in choice.explanation.lower()


def test_the_player_plays_and_explains_its_decision():
    player = player_with(Thinker, visits=200, resign=NEVER)
    with Deadline(60.0) as deadline:
        choice = player.choose(picture(CORRIDORS, to_move=BLACK), deadline)
    assert player.last_decision is not None
    assert choice.point == player.last_decision.point == player.last_decision.candidates[0].point
    assert choice.explanation == player.last_decision.text


def test_notes_are_taken_and_dropped_with_a_new_game():
    player = player_with(Thinker, visits=200, resign=NEVER)
    for board in (CORRIDORS, SETTLED):
        with Deadline(60.0) as deadline:
            player.choose(picture(board, to_move=BLACK), deadline)
        assert len(player.statistics.notes) == 1


def test_pondering_prepares_the_next_thought_and_ends_with_it():
    player = player_with(Thinker, visits=200, resign=NEVER, ponder=True)
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

    def __init__(self, offer=None):
        self.may_end = threading.Event()
        self.at_once = self.most = self.forgotten = 0
        self.offer = offer

    def cache_counts(self):
        return 0, 0

    def forget(self):
        assert not self.at_once, "the tree of a thought is gone before its end"
        self.forgotten += 1

    def think(self, position, deadline, settings, tell=None, hidden=frozenset()):
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        deadline.offer = self.offer
        self.may_end.wait(60.0)
        self.at_once -= 1
        return self._decided(position, PASS, "slow")

    def quick(self, position, deadline, settings):
        return self._decided(position, point_of("E5", 9, 9), "quick")

    def _decided(self, position, point, reason):
        move = Candidate(point, 1, 0.5, 0.0, 1.0, (point,))
        return Decision(position, point, (move,), (), (reason,), 1, 0.5, 0.0, 1.0, {})


def test_a_thought_that_was_left_behind_is_never_joined_by_another():
    slow = Slow()
    player = player_with(lambda: slow, playouts=20)
    position = picture(CORRIDORS, to_move=BLACK)
    with Deadline(0.3) as deadline:
        assert choose_surely(player, position, deadline).explanation != "slow."
    for _ in range(2):
        with Deadline(0.3) as deadline:
            choice = choose_surely(player, position, deadline)
        # A small search of its own decides, not chance.
        assert choice.explanation == "quick."
    assert (slow.at_once, slow.most) == (1, 1)
    slow.may_end.set()
    with Deadline(30.0) as deadline:
        choice = choose_surely(player, position, deadline)
    assert choice.explanation == "slow."
    assert slow.most == 1


def test_what_a_thought_needs_is_forgotten_after_it():
    slow = Slow()
    player = player_with(lambda: slow, playouts=20)
    position = picture(CORRIDORS, to_move=BLACK)
    with Deadline(0.3) as deadline:
        choose_surely(player, position, deadline)
    before = slow.forgotten
    player.forget()
    assert slow.forgotten == before
    slow.may_end.set()
    with Deadline(30.0) as deadline:
        choose_surely(player, position, deadline)
    assert slow.forgotten == before + 1


def test_a_thought_that_overruns_is_replaced_by_what_it_offered_last():
    wanted = point_of("D3", 9, 9)
    slow = Slow(wanted)
    player = player_with(lambda: slow, playouts=20)
    with Deadline(0.3) as deadline:
        choice = choose_surely(player, picture(CORRIDORS, to_move=BLACK), deadline)
    slow.may_end.set()
    assert choice.point == wanted
    assert "the best move when the time was over" in choice.explanation


def test_the_tree_s_best_move_is_offered_before_anything_can_stall(monkeypatch):
    """A model that never comes back costs no random move: the tree has made its offer."""
    stalled, may_end = threading.Event(), threading.Event()
    thinker = Thinker()

    def stall(*_, **__):
        stalled.set()
        may_end.wait(60.0)
        raise TimeoutError

    monkeypatch.setattr(thinker.model, "survey", stall)
    player = player_with(lambda: thinker, resign=NEVER)
    with Deadline(60.0) as deadline:
        assert player._thinking.reading(deadline, 1.0) is thinker
    position = picture(CORRIDORS, to_move=BLACK)
    with Deadline(2.0) as deadline:
        choice = choose_surely(player, position, deadline)
        offer = deadline.offer
    assert stalled.is_set()
    assert choice.point == offer == thinker._tree.findings().best
    assert "the best move when the time was over" in choice.explanation
    may_end.set()


def test_a_complete_staff_has_a_player_that_thinks():
    assert complete_staff(Settings()).player.name == "search player"
