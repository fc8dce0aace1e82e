"""Kernels against the plain board: same boards, liberties, legality, hash; undo to the byte."""

import random

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.kernels import moves
from gtpengine.board.layout import (
    AROUND,
    CHAIN,
    COLOUR,
    EMPTIES,
    EMPTY_COUNT,
    JOURNAL_TOP,
    KO_POINT,
    LIBERTIES,
    LIBERTY_SQUARES,
    NEXT,
    PLACE,
    PRISONERS,
    SIZE,
)
from gtpengine.board.points import GRID_LEN, PASS, point_of, vertex_of
from gtpengine.board.position import IllegalMove, Position
from gtpengine.board.rules import JAPANESE, NEW_ZEALAND, Rules
from gtpengine.board.vector import Vector, hash_of, position_bytes, reload, vector_of

# With suicide but simple ko: what the kernels themselves check.
SUICIDAL = Rules("suicidal", JAPANESE.ko, True, JAPANESE.scoring, JAPANESE.handicap_bonus, 0)


def random_move(generator: random.Random, position: Position) -> tuple[int, int]:
    """A move of either colour, mostly legal, that fills an own eye only rarely."""
    colour = generator.choice((BLACK, WHITE))
    for _ in range(8):
        point = generator.choice(position.points())
        free = position.colour_at(point) == EMPTY
        if free and (generator.random() < 0.02 or not position.is_own_eye(colour, point)):
            return colour, point
    return colour, PASS


def assert_same(vector: Vector, position: Position) -> None:
    """Every field of the vector is what a fresh load of the position would say."""
    fresh = vector_of(position)
    show = position.diagram()
    assert (vector[COLOUR : COLOUR + GRID_LEN] == fresh[COLOUR : COLOUR + GRID_LEN]).all(), show
    assert hash_of(vector) == position.hash == hash_of(fresh), show
    assert vector[KO_POINT] == position.ko_point, show
    assert list(vector[PRISONERS + 1 : PRISONERS + 3]) == position.prisoners[1:], show
    count = int(vector[EMPTY_COUNT])
    listed = vector[EMPTIES : EMPTIES + count]
    assert sorted(listed) == [p for p in position.points() if position.colour_at(p) == EMPTY]
    assert [int(vector[PLACE + p]) for p in listed] == list(range(count))
    for point in position.points():
        assert vector[AROUND + point] == fresh[AROUND + point], (show, vertex_of(point))
    for chain in position.chains():
        heads = {int(vector[CHAIN + stone]) for stone in chain.stones}
        assert len(heads) == 1
        (head,) = heads
        assert head in chain.stones
        other = int(fresh[CHAIN + head])
        for field in (LIBERTIES, LIBERTY_SQUARES, SIZE):
            assert vector[field + head] == fresh[field + other], show
        assert vector[SIZE + head] == len(chain.stones)
        ring = [head]
        while vector[NEXT + ring[-1]] != head:
            ring.append(int(vector[NEXT + ring[-1]]))
        assert frozenset(ring) == chain.stones
        assert moves.liberties(vector, head) == len(chain.liberties)


STATUS_OF_WORD = {
    "occupied": moves.OCCUPIED,
    "suicide": moves.SUICIDE,
    "ko": moves.KO,
}


def refused(position: Position, colour: int, point: int) -> str:
    """Play, and return the words of a refusal if there is one."""
    try:
        position.play(colour, point)
    except IllegalMove as error:
        return str(error)
    return ""


def step(vector: Vector, position: Position, colour: int, point: int) -> None:
    """Play on both; they agree on legality, and undo on the vector restores every byte."""
    before = position_bytes(vector)
    top = int(vector[JOURNAL_TOP])
    status = moves.play(vector, point, colour)
    refusal = refused(position, colour, point)
    if refusal:
        assert status == STATUS_OF_WORD[refusal.split()[-1]], (refusal, position.diagram())
        assert position_bytes(vector) == before
        return
    assert status == moves.PLAYED, (position.diagram(), vertex_of(point))
    after = position_bytes(vector)
    moves.undo(vector, top)
    assert position_bytes(vector) == before
    moves.play(vector, point, colour)
    assert position_bytes(vector) == after
    vector[JOURNAL_TOP] = 0


def wander(generator: random.Random, rules: Rules, steps: int, look_every: int) -> int:
    """Play at random on one board; compare everything now and then. Returns the moves tried."""
    size = generator.randrange(2, 26), generator.randrange(2, 26)
    position = Position(*size, rules)
    vector = vector_of(position)
    for number in range(steps):
        step(vector, position, *random_move(generator, position))
        if number % look_every == 0:
            assert_same(vector, position)
    assert_same(vector, position)
    return steps


@pytest.mark.slow
def test_a_hundred_thousand_random_moves():
    generator = random.Random(2)
    done = 0
    while done < 100_000:
        rules = generator.choice((JAPANESE, SUICIDAL))
        done += wander(generator, rules, generator.randrange(50, 1200), look_every=50)


@pytest.mark.checked
@pytest.mark.pure
def test_a_few_random_moves_with_every_check():
    """Small enough for bounds-checked and uncompiled kernels; compares after each move."""
    generator = random.Random(5)
    for rules in (JAPANESE, SUICIDAL):
        for _ in range(3):
            wander(generator, rules, 60, look_every=1)


@pytest.mark.checked
def test_legality_and_eyes_of_every_point():
    generator = random.Random(6)
    for _ in range(60):
        position = Position(generator.randrange(2, 8), generator.randrange(2, 8), JAPANESE)
        vector = vector_of(position)
        for _ in range(60):
            step(vector, position, *random_move(generator, position))
            for point in position.points():
                for colour in (BLACK, WHITE):
                    legal = position.is_legal(colour, point)
                    assert moves.legal(vector, point, colour) == legal
                    eye = position.is_own_eye(colour, point)
                    assert moves.own_eye(vector, point, colour) == eye
                    expected = -1
                    if legal:
                        position.play(colour, point)
                        expected = len(position.chain_at(point).liberties)
                        position.undo()
                    assert moves.liberties_after(vector, point, colour, GRID_LEN) == expected


def test_off_board_and_occupied_points_are_refused():
    position = Position.from_diagram(". X\n. .", rules=JAPANESE)
    vector = vector_of(position)
    assert moves.play(vector, point_of("A1", 9, 9) - 1, BLACK) == moves.OFF_BOARD
    assert moves.play(vector, point_of("C1", 9, 9), BLACK) == moves.OFF_BOARD
    assert moves.play(vector, point_of("B2", 9, 9), WHITE) == moves.OCCUPIED


def test_a_full_journal_refuses_instead_of_writing_past_its_end():
    position = Position(9, rules=JAPANESE)
    vector = vector_of(position)
    played = 0
    point = point_of("A1", 9, 9)
    while moves.play(vector, point, BLACK) == moves.PLAYED:
        played += 1
        vector[JOURNAL_TOP] += 4096
        point = position.points()[played]
    assert moves.play(vector, point, BLACK) == moves.JOURNAL_FULL
    assert 5 < played < 80


def test_a_vector_can_be_reused_for_another_board():
    big = Position(19)
    for point in big.points()[::7]:
        big.play(BLACK, point)
    vector = vector_of(big)
    small = Position.from_diagram(". X O\n. . O\n. . .", rules=NEW_ZEALAND)
    reload(vector, small)
    assert_same(vector, small)
    fresh = vector_of(small)
    assert np.array_equal(vector[:COLOUR], fresh[:COLOUR])
