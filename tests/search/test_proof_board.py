"""Proofs on the whole board against the list of every position."""

from random import Random

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS
from gtpengine.localgame.generator import Recipe, choose_recipe, generate
from tests.oracles import fast_board
from tests.oracles.full_board import FullBoard, TooBig
from tests.oracles.proof_board import ProofBoard
from tests.oracles.sum_referee import after_move, loss_by_proofs


@pytest.fixture(scope="module")
def proofs():
    return ProofBoard(None, rows=100_000)


def small_sums(count):
    for seed in range(count):
        recipe = choose_recipe(Random(seed), range(1, 5), 6, 8)
        yield generate(seed, recipe), (BLACK, WHITE)[seed % 2]


def test_what_is_proved_is_the_score_of_every_position_listed(proofs):
    """What holds however repetition is counted is proved, and no more than that."""
    missed = 0
    for enclosed, colour in small_sums(120):
        board = FullBoard(enclosed.position, set(enclosed.empty))
        proofs.reload(board)
        low, high, _, _ = fast_board.solve(board, colour)
        root = board.start(colour)
        picture = enclosed.position.diagram()
        assert not proofs.proves(BLACK, low + 1, root), picture
        assert not proofs.proves(WHITE, high - 1, root), picture
        missed += not proofs.proves(BLACK, low, root)
        missed += not proofs.proves(WHITE, high, root)
    assert missed <= 1


def test_what_is_proved_after_each_move_is_what_it_leads_to(proofs):
    for enclosed, colour in small_sums(20):
        board = FullBoard(enclosed.position, set(enclosed.empty))
        proofs.reload(board)
        _, _, low_after, high_after = fast_board.solve(board, colour)
        after = low_after if colour == BLACK else high_after
        sign = 1 if colour == BLACK else -1
        for point, score in after.items():
            state = after_move(board, board.start(colour), PASS if point is None else point)
            assert proofs.proves(colour, score, state)
            assert not proofs.proves(colour, score + sign, state)


def test_a_wrong_score_and_a_wrong_move_are_noticed(proofs):
    noticed = 0
    for enclosed, colour in small_sums(20):
        board = FullBoard(enclosed.position, set(enclosed.empty))
        low, high, low_after, high_after = fast_board.solve(board, colour)
        if low != high:
            continue
        after = low_after if colour == BLACK else high_after
        sign = 1 if colour == BLACK else -1
        for point, score in after.items():
            move = PASS if point is None else point
            assert loss_by_proofs(proofs, enclosed, colour, low, [move]) == (
                sign * (low - score),
                True,
            )
            noticed += score != low
        _, same = loss_by_proofs(proofs, enclosed, colour, low - sign, [])
        assert not same
    assert noticed > 20


def test_too_many_positions_are_too_many():
    enclosed = generate(2, Recipe((6, 6, 4), loose=1))
    board = FullBoard(enclosed.position, set(enclosed.empty))
    black, white, _ = board.root
    small = ProofBoard(None, rows=20)
    small.reload(board)
    with pytest.raises(TooBig):
        small.proves(BLACK, board.score(black, white), board.start(BLACK))
