"""What the simple player and the cleaner do, as pictures. X is to move unless told otherwise."""

import threading
import time

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_of, vertex_of
from gtpengine.deadline import Deadline
from gtpengine.engine.player import Choice, choose_surely
from gtpengine.engine.rough import RoughReading
from gtpengine.engine.settings import Settings
from gtpengine.engine.staff import Staff
from gtpengine.engine.warmup import Warmup
from tests.engine.positions import chosen, judged, picture, staff_with

TACTICS = [
    pytest.param(
        """
        . . . . . . .
        . . . . . . .
        . . O O . . .
        . O X X . . .
        . . O O . . .
        . . . . . . .
        . . . . . . .
        """,
        {"E4"},
        id="saves two stones in atari",
    ),
    pytest.param(
        """
        . . . . . . .
        . . . . . . .
        . . X X . . .
        . X O O . . .
        . . X X . . .
        . . . . . . .
        . . . . . . .
        """,
        {"E4"},
        id="takes two stones that could run",
    ),
]
ALIVE = """
    . X . X O
    X X X X O
    O O O O O
    . O . O .
    O O O O O
    """


@pytest.mark.parametrize(("board", "wanted"), TACTICS)
def test_tactics(board, wanted):
    assert chosen(staff_with().player, picture(board)) in wanted


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_own_eyes_are_never_filled(colour):
    # Only eyes and suicide are left for either side.
    position = picture(ALIVE, to_move=colour)
    assert chosen(staff_with().player, position) == "pass"


def test_it_passes_when_the_opponent_did_and_it_is_ahead():
    board = """
        . . X O .
        . . X O .
        . . X O .
        . . X O .
        . . X O .
        """
    position = picture(board, to_move=WHITE)
    position.komi = 0
    position.play(WHITE, PASS)
    staff = staff_with()
    with Deadline(20) as deadline:
        choice = staff.player.choose(position, deadline)
    assert choice.point == PASS
    assert choice.explanation == "Pass: white passed, and black is ahead (B+5)."


def test_the_seed_decides_and_nothing_else():
    position = picture("\n".join([". " * 7] * 7))
    moves = {
        seed: {chosen(staff_with(seed=seed, playouts=10).player, position) for _ in range(2)}
        for seed in range(6)
    }
    assert all(len(found) == 1 for found in moves.values())
    assert len(set.union(*moves.values())) > 3


def test_without_time_it_still_moves():
    position = picture("\n".join([". " * 19] * 19))
    with Deadline(0.0) as deadline:
        choice = choose_surely(staff_with().player, position, deadline)
    assert position.is_legal(BLACK, choice.point)


class Stuck:
    """A player that makes an offer and then never comes back."""

    name = "stuck"

    def __init__(self, offer):
        self.offer = offer

    def choose(self, position, deadline):
        deadline.offer = self.offer
        raise ValueError("broken on purpose")


@pytest.mark.parametrize(("offer", "counts"), [("C3", True), ("pass", True), ("A1", False)])
def test_the_last_offer_counts_if_a_player_fails(offer, counts):
    position = picture(
        """
        . . . . .
        . . . . .
        . . . . .
        O . . . .
        . O . . .
        """
    )
    point = point_of(offer, 5, 5)
    with Deadline(5.0) as deadline:
        choice = choose_surely(Stuck(point), position, deadline)
    assert (choice.point == point) is counts
    assert position.is_legal(position.to_move, choice.point)


def test_kernels_that_come_too_late_are_not_waited_for():
    def load():
        time.sleep(60)
        return RoughReading()

    warmup = Warmup(load=load)
    warmup.start()
    player = Staff(Settings(playouts=10), warmup).player
    position = picture("\n".join([". " * 5] * 5))
    started = time.monotonic()
    assert chosen(player, position, seconds=1.0) != "pass"
    assert time.monotonic() - started < 20


def test_kernels_that_cannot_be_loaded_are_done_without(caplog):
    def load():
        raise ImportError("no compiler")

    staff = staff_with(load, playouts=10)
    assert chosen(staff.player, picture("\n".join([". " * 5] * 5))) != "pass"
    assert not staff.warmup.has_kernels()
    assert "no compiler" in caplog.text


CLEANUP = """
    . . . . . . .
    . . . . O . .
    . . . . . . .
    X X X X X X X
    O O O O O O O
    . . . . . . .
    . . X . . . .
    . . . . . . .
    """


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_cleanup_takes_every_dead_stone_without_hurting_itself(colour):
    staff = staff_with()
    position = picture(CLEANUP)
    own = judged(staff, position)
    assert {vertex_of(stone) for stone in own.dead_stones(WHITE)} == {"E7"}
    assert {vertex_of(stone) for stone in own.dead_stones(BLACK)} == {"C2"}
    other = BLACK + WHITE - colour
    for _ in range(20):
        dead = judged(staff, position).dead_stones(other)
        if not dead:
            break
        position.to_move = colour
        with Deadline(20) as deadline:
            choice = staff.cleaner.choose(position.copy(), deadline)
        assert choice.point != PASS
        assert not position.is_own_eye(colour, choice.point)
        position.play(colour, choice.point)
    assert not dead
    assert position.prisoners[colour] == 1
    assert judged(staff, position).dead_stones(colour) == own.dead_stones(colour)


def test_the_explanation_says_what_was_done():
    staff = staff_with()
    with Deadline(20) as deadline:
        choice = staff.player.choose(picture(TACTICS[0].values[0]), deadline)
    assert choice.explanation == "E4 saves 2 stones at C4."


@pytest.mark.parametrize("seconds", [10.0, 1000.0])
def test_a_player_is_told_to_end_before_the_time_is_over(seconds):
    told = []

    class Punctual:
        name = "punctual"

        def choose(self, position, deadline):
            told.append(deadline.remaining())
            return Choice(PASS, "done.")

    with Deadline(seconds) as deadline:
        choice = choose_surely(Punctual(), picture("\n".join([". " * 5] * 5)), deadline)
    assert choice.explanation == "done."
    assert told[0] <= seconds - 0.09


def test_what_was_offered_is_played_without_waiting_for_the_player():
    may_end = threading.Event()
    ended = []

    class Late:
        name = "late"

        def choose(self, position, deadline):
            deadline.offer = PASS
            whole.stop()
            may_end.wait(60.0)
            ended.append(True)
            return Choice(PASS, "late.")

    with Deadline(1000.0) as whole:
        choice = choose_surely(Late(), picture("\n".join([". " * 5] * 5)), whole)
    assert not ended
    may_end.set()
    assert "the best move when the time was over" in choice.explanation
