"""Sekis: the judge knows them, and the cleaner leaves them alone even if the judge does not."""

import random
from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, EMPTY, WHITE, opponent
from gtpengine.board.points import PASS, point_of, vertex_of
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.deadline import Deadline
from gtpengine.engine.cleanup import CleanupPlayer
from gtpengine.engine.settings import Settings
from gtpengine.engine.staff import Staff
from gtpengine.engine.thinking import load_thinking
from gtpengine.engine.warmup import Loading, Warmup, load_kernels
from gtpengine.model.judgement import judged as judged_by
from tests.engine.positions import Answerer, judged, picture
from tests.engine.sekis import BENT_FOUR, DEAD_BESIDE, FIGHTS, SEKIS, swapped


@pytest.fixture(scope="module")
def staff():
    load_kernels()
    load_thinking()
    thinking = Loading(None, load_thinking, "search")
    found = Staff(Settings(), Warmup(load=load_kernels), thinking)
    found.start()
    with Deadline(60.0) as deadline:
        thinking.reading(deadline, 1.0)
    return found


class Believer:
    """A judge who believes that certain stones are dead, and that all others live."""

    def __init__(self, *dead):
        self.dead = set(dead)

    def judgement(self, position, deadline, settings):
        sign = {BLACK: 1.0, WHITE: -1.0, EMPTY: 0.0}
        ownership = {
            point: sign[position.colour_at(point)] * (-1 if point in self.dead else 1)
            for point in position.points()
        }
        return judged_by(position, ownership)


def names(chains):
    return {vertex_of(min(chain.stones)) for chain in chains}


def cleaned(player, position, colour):
    view = position.copy()
    view.to_move = colour
    with Deadline(20.0) as deadline:
        return player.choose(view, deadline).point


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("name", SEKIS)
def test_the_judge_knows_a_seki(staff, name, swap):
    board, wanted = SEKIS[name]
    for rules in (CHINESE, JAPANESE):
        position = picture(swapped(board) if swap else board, rules=rules, komi=Fraction(0))
        judgement = judged(staff, position)
        assert judgement.dead == ()
        assert names(judgement.seki) == set(wanted.split())


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("name", FIGHTS)
def test_the_judge_knows_what_only_looks_like_a_seki(staff, name, swap):
    board, wanted = FIGHTS[name]
    position = picture(swapped(board) if swap else board)
    judgement = judged(staff, position)
    assert names(judgement.dead) == {wanted}
    assert judgement.seki == ()


def test_eyes_in_seki_are_no_territory(staff):
    board = """
        . X . X O O O X X X O . O .
        X X X X O . O X X X O O O O
        X X X X O O O X . X O O O O
        X X X X O . O X X X O O O O
        X X X X O O . X X X O O O O
        """
    # White's inner group has two eyes and lives; Black's is dead, and the eyes count.
    assert judged(staff, picture(board, rules=JAPANESE, komi=0)).seki == ()
    # With one eye filled it is a seki, and neither eye counts: two points each outside.
    position = picture(board.replace("X X X X O . O X X X O", "X X X X O O O X X X O", 1), komi=0)
    position.rules = JAPANESE
    judgement = judged(staff, position)
    assert names(judgement.seki) == {"E1", "H1"}
    assert judgement.score == 0


@pytest.mark.parametrize("colour", [BLACK, WHITE])
@pytest.mark.parametrize("name", SEKIS)
def test_cleanup_passes_in_a_seki_whatever_the_judge_believes(name, colour):
    board, chains = SEKIS[name]
    position = picture(board, rules=JAPANESE)
    for vertex in chains.split():
        chain = position.chain_at(point_of(vertex, position.width, position.height))
        if chain.colour != colour:
            cleaner = CleanupPlayer(Believer(*chain.stones), Answerer(), Settings)
            assert cleaned(cleaner, position, colour) == PASS


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", FIGHTS)
def test_cleanup_wins_what_is_won_against_any_defence(name, seed):
    board, vertex = FIGHTS[name]
    position = picture(board)
    chance = random.Random(seed)
    target = position.chain_at(point_of(vertex, position.width, position.height))
    colour = opponent(target.colour)
    cleaner = CleanupPlayer(Believer(*target.stones), Answerer(), Settings)
    large = [chain for chain in position.chains() if len(chain.stones) > 4]
    own = {stone for chain in large if chain.colour == colour for stone in chain.stones}
    for _ in range(20):
        if position.prisoners[colour] >= len(target.stones):
            break
        point = cleaned(cleaner, position, colour)
        assert point != PASS
        position.play(colour, point)
        assert all(position.colour_at(stone) == colour for stone in own)
        answers = [
            answer
            for answer in position.legal_points(target.colour)
            if not position.is_own_eye(target.colour, answer)
        ]
        position.play(target.colour, chance.choice([*answers, PASS]))
    assert position.prisoners[colour] >= len(target.stones)


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_dead_stones_beside_a_seki_are_taken_and_the_seki_stays(staff, colour):
    position = picture(DEAD_BESIDE, rules=JAPANESE)
    before = judged(staff, position)
    assert names(before.dead) == {"B5", "M5"}
    assert names(before.seki) == {"F1", "H1"}
    for _ in range(8):
        point = cleaned(staff.cleaner, position, colour)
        position.play(colour, point)
        if point == PASS:
            break
        position.play(opponent(colour), PASS)
    assert point == PASS
    assert position.prisoners[colour] == 1
    assert names(judged(staff, position).seki) == {"F1", "H1"}


def test_a_bent_four_beside_a_seki_stays_on_the_board(staff):
    position = picture(BENT_FOUR, rules=JAPANESE)
    judgement = judged(staff, position)
    assert names(judgement.dead) == {"E1"}
    assert names(judgement.seki) == {"K1", "M1"}
    # To take the corner is a ko that could be lost: by rule it is dead as it stands.
    assert cleaned(staff.cleaner, position, BLACK) == PASS
    assert cleaned(staff.cleaner, position, WHITE) == PASS
