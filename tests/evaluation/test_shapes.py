"""Shapes: eight symmetries, two colours, one weight; codes read off the board as by definition."""

import random

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE, opponent
from gtpengine.board.position import Position
from gtpengine.board.vector import vector_of
from gtpengine.evaluation import layout
from gtpengine.evaluation.kernels import probe
from gtpengine.evaluation.shapes import NEIGHBOURS, canonical, swapped, symmetries
from gtpengine.evaluation.weights import default_weights, expand, learned, load, save


def test_eight_symmetries_form_a_group():
    codes = np.array([0b1110_01_10_11_00_10_01_00_11_0111 & 0xFFFFF, 0x12345, 0xABCDE])
    rows = symmetries(codes)
    for index, code in enumerate(codes):
        forms = set(rows[:, index].tolist())
        assert code in forms
        for form in forms:
            assert set(symmetries(np.array([form]))[:, 0].tolist()) == forms
    everything = np.arange(1 << 16)
    assert np.array_equal(np.unique(np.bincount(canonical(everything)) > 0), [False, True])
    # Burnside's count of 4-coloured rings of eight under the symmetries of the square.
    expected = (4**8 + 2 * 4**2 + 4**4 + 4 * 4**5) // 8
    assert len(np.unique(canonical(everything))) == expected


def test_weights_are_the_same_for_all_symmetric_shapes():
    weights = default_weights()
    generator = np.random.default_rng(1)
    codes = generator.integers(0, 1 << 16, 500)
    atari = generator.integers(0, 1 << 20, 2000)
    for start, sample in (
        (layout.NEAR_SHAPE, codes),
        (layout.FAR_SHAPE, codes),
        (layout.PRIOR_SHAPE, atari),
    ):
        values = weights[start + symmetries(sample)]
        assert np.all(values == values[0])
    assert len(np.unique(weights[layout.NEAR_SHAPE : layout.FAR_SHAPE])) > 200


@pytest.mark.checked
@pytest.mark.pure
def test_codes_read_off_the_board():
    """By definition; turning the board or swapping colours leads to a symmetric or equal code."""
    generator = random.Random(3)
    for _ in range(5):
        position = Position(5)
        for _ in range(14):
            legal = position.legal_points(position.to_move)
            position.play(position.to_move, generator.choice(legal))
        vector = vector_of(position)
        for point in position.points():
            if position.colour_at(point) != EMPTY:
                continue
            for colour in (BLACK, WHITE):
                seen = {EMPTY: 0, colour: 1, opponent(colour): 2, WALL: 3}
                code = sum(
                    seen[position.colour_at(point + step)] << (2 * index)
                    for index, step in enumerate(NEIGHBOURS)
                )
                for index, step in enumerate(NEIGHBOURS[:4]):
                    if position.colour_at(point + step) in (BLACK, WHITE):
                        code |= (len(position.chain_at(point + step).liberties) == 1) << 16 + index
                assert int(probe.shape(vector, point, colour)) == code
            assert int(swapped(np.array([code]))[0]) == int(probe.shape(vector, point, BLACK))


def test_weights_are_kept_in_a_small_file(tmp_path):
    first, second = tmp_path / "one.npz", tmp_path / "two.npz"
    save(learned(), first)
    save(load(first), second)
    assert np.array_equal(expand(load(first)), expand(load(second)))
    assert first.stat().st_size < 1_000_000
    assert learned().provenance["script"] == "scripts/learn-patterns"
    assert np.all(default_weights()[layout.NEAR_SHAPE :] > 0)
