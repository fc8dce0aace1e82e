"""The network as the engine asks it, against a slow reference in double precision."""

import logging

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import GRID_LEN, NO_POINT, PASS, STRIDE, point_of
from gtpengine.board.position import Position
from gtpengine.board.vector import vector_of
from gtpengine.evaluation.network import layout
from gtpengine.evaluation.network.network import CLOSENESS, Network, _turn, _turn_back
from tests.evaluation.network.random_games import random_game


@pytest.fixture(scope="module")
def network():
    loaded = Network.load()
    assert loaded is not None
    return loaded


def ask(network, *questions, **options):
    return network.evaluate(
        np.stack([vector_of(position) for position, _ in questions]),
        np.array([position.to_move for position, _ in questions]),
        np.array([lasts for _, lasts in questions]),
        **options,
    )


def slow_convolution(inputs, kernel, bias):
    """By definition: each point's neighbours, zeros beyond the edge."""
    boards, height, width, _ = inputs.shape
    out = np.zeros((boards, height, width, kernel.shape[3])) + bias
    for row in range(height):
        for column in range(width):
            for dy in (-1, 0, 1):
                for dx in (-1, 0, 1):
                    if 0 <= row + dy < height and 0 <= column + dx < width:
                        near = inputs[:, row + dy, column + dx]
                        out[:, row, column] += near @ kernel[dy + 1, dx + 1]
    return out


def pooled(values):
    return np.concatenate([values.mean((1, 2)), values.max((1, 2))], axis=1)


def slow_heads(weights, planes):
    weights = {name: array.astype(np.float64) for name, array in weights.items()}

    def linear(values, name):
        return values @ weights[name] + weights[f"{name}_bias"]

    def convolve(values, name):
        return slow_convolution(values, weights[name], weights[f"{name}_bias"])

    def rectified(values):
        return np.maximum(values, 0)

    trunk = rectified(convolve(planes.astype(np.float64), "stem"))
    number = 0
    while f"block{number}_first" in weights:
        inner = rectified(convolve(trunk, f"block{number}_first"))
        if f"block{number}_pool" in weights:
            bias = linear(pooled(inner), f"block{number}_pool")
            inner = rectified(inner + bias[:, None, None])
        trunk = rectified(trunk + convolve(inner, f"block{number}_second"))
        number += 1
    head = linear(trunk, "head") + linear(pooled(trunk), "head_pool")[:, None, None]
    head = rectified(head)
    return linear(head, "points"), linear(pooled(head), "board")


@pytest.mark.checked
@pytest.mark.parametrize(
    ("boards", "width", "height"),
    [
        pytest.param(1, 2, 2, marks=pytest.mark.pure),
        pytest.param(1, 5, 3, marks=pytest.mark.pure),
        pytest.param(1, 3, 4, marks=pytest.mark.pure),
        (3, 4, 4),
        (2, 9, 9),
        (1, 13, 6),
        (1, 9, 13),
        (1, 2, 25),
        (1, 19, 19),
    ],
)
def test_equals_slow_convolutions(network, boards, width, height):
    """Tiles of both sides, products of all numbers of rows."""
    generator = np.random.default_rng(1)
    planes = generator.integers(0, 2, (boards, height, width, layout.PLANES)).astype(np.float32)
    points, board = network.heads(planes)
    slow_points, slow_board = slow_heads(network._weights, planes)
    assert np.allclose(points, slow_points.reshape(points.shape), atol=1e-4, rtol=1e-4)
    assert np.allclose(board, slow_board, atol=1e-4, rtol=1e-4)


def test_channels_need_not_fill_vectors():
    generator = np.random.default_rng(2)
    few = 5
    shapes = {
        "stem": (3, 3, layout.PLANES, few),
        "block0_first": (3, 3, few, few),
        "block0_second": (3, 3, few, few),
        "block0_pool": (2 * few, few),
        "head": (few, few),
        "head_pool": (2 * few, few),
        "points": (few, 3),
        "board": (2 * few, 4),
    }
    arrays = {name: generator.normal(0, 0.2, shape) for name, shape in shapes.items()}
    arrays |= {f"{name}_bias": generator.normal(0, 0.2, s[-1]) for name, s in shapes.items()}
    planes = generator.integers(0, 2, (2, 7, 7, layout.PLANES)).astype(np.float32)
    points, board = Network(arrays).heads(planes)
    slow_points, slow_board = slow_heads(arrays, planes)
    assert np.allclose(points, slow_points.reshape(points.shape), atol=1e-4, rtol=1e-4)
    assert np.allclose(board, slow_board, atol=1e-4, rtol=1e-4)


def test_batch_equals_singles_and_light_vectors_are_enough(network):
    questions = [random_game(9, 9, moves, moves) for moves in range(0, 80, 5)]
    together = ask(network, *questions)
    for index, question in enumerate(questions):
        alone = ask(network, question)
        for one, many in zip(alone, together, strict=True):
            assert np.allclose(one[0], many[index], atol=1e-4)


@pytest.mark.checked
@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 8), (9, 9), (19, 19), (25, 25)])
def test_answers_are_chances_of_legal_moves(network, width, height):
    for moves in {0, min(60, width * height)}:
        position, lasts = random_game(width, height, moves, moves)
        outputs = ask(network, (position, lasts))
        player = position.to_move
        for colour, chances, passing in (
            (player, outputs.moves[0], outputs.passing[0]),
            (BLACK + WHITE - player, outputs.other_moves[0], outputs.other_passing[0]),
        ):
            assert chances.shape == (GRID_LEN,)
            assert chances.sum() + passing == pytest.approx(1, abs=1e-4)
            legal = set(position.legal_points(colour))
            assert {point for point in range(GRID_LEN) if chances[point] > 0} <= legal
            assert all(chances[point] > 0 or len(legal) > 50 for point in legal)
        owned = outputs.ownership[0]
        assert np.abs(owned).max() <= 1
        assert not owned[[p for p in range(GRID_LEN) if p not in set(position.points())]].any()
        assert outputs.spread[0] > 0
        assert np.isfinite(outputs.lead[0])


def test_colours_swapped_say_the_same_with_the_other_sign(network):
    position, lasts = random_game(9, 9, 31, 5)
    swapped = Position(9)
    swapped.setup(
        black=position.stones(WHITE),
        white=position.stones(BLACK),
        to_move=BLACK + WHITE - position.to_move,
    )
    assert position.ko_point == NO_POINT
    # Seen from all sides: a single look at a position comes from a side that its hash names.
    here, there = (ask(network, (each, lasts), turned=True) for each in (position, swapped))
    assert np.allclose(here.moves, there.moves, atol=1e-5)
    assert np.allclose(here.ownership, -there.ownership, atol=1e-5)
    assert here.lead[0] == pytest.approx(-there.lead[0], abs=1e-3)


def turn(position, how):
    """The position mirrored or turned, and where its points went."""

    def there(point):
        row, column = point // STRIDE - 1, point % STRIDE - 1
        if how & 4:
            row, column = column, row
        row = 8 - row if how & 1 else row
        column = 8 - column if how & 2 else column
        return (row + 1) * STRIDE + column + 1

    turned = Position(9)
    for move in position.moves:
        turned.play(move.colour, move.point if move.point == PASS else there(move.point))
    return turned, there


def test_a_single_look_is_one_of_the_eight_sides(network):
    """The planes of a position, turned by hand, give the same heads from one side at least."""
    position, lasts = random_game(9, 9, 30, 6)
    owners = ask(network, (position, lasts)).ownership[0]
    planes = network.planes_of(
        vector_of(position)[None], np.array([position.to_move]), np.array([lasts])
    ).copy()
    sign = 1 if position.to_move == BLACK else -1
    found = []
    for turn in range(8):
        points, _ = network.heads(np.ascontiguousarray(_turn(planes[0], turn)[None]))
        seen = _turn_back(np.tanh(points.reshape(9, 9, 3) / 2), turn)[..., 2]
        grid = np.zeros_like(owners)
        for row in range(9):
            for column in range(9):
                grid[(row + 1) * STRIDE + column + 1] = sign * seen[row, column]
        found.append(np.allclose(grid, owners, atol=1e-4))
    assert sum(found) == 1


def test_looked_at_from_all_sides_a_turned_board_gets_turned_answers(network):
    position, (last, before_last) = random_game(9, 9, 30, 8)
    assert PASS not in (last, before_last)

    def asked(board, lasts):
        vectors, colours = vector_of(board)[None], np.array([board.to_move])
        return network.evaluate(vectors, colours, np.array([lasts]), turned=True)

    plain = asked(position, (last, before_last))
    for how in range(8):
        turned, there = turn(position, how)
        answer = asked(turned, (there(last), there(before_last)))
        places = [there(point) for point in position.points()]
        for name in ("moves", "other_moves", "ownership"):
            here = getattr(plain, name)[0][list(position.points())]
            assert np.allclose(getattr(answer, name)[0][places], here, atol=1e-4)
        assert answer.lead[0] == pytest.approx(plain.lead[0], abs=1e-2)


def test_owners_of_a_finished_board(network):
    """Black has the left, White the right: five columns against four."""
    row = ". . . . X O . . .\n"
    position = Position.from_diagram(row * 9)
    outputs = ask(network, (position, (NO_POINT, NO_POINT)))
    assert outputs.ownership[0][point_of("B5", 9, 9)] > 0.5
    assert outputs.ownership[0][point_of("H5", 9, 9)] < -0.5
    assert all(outputs.ownership[0][r * STRIDE + 5] > 0 for r in range(1, 10))
    assert abs(outputs.lead[0] - 9) < 15
    assert outputs.chance_above(0, -60) > outputs.chance_above(0, 60)


def posterior_mean(seen, error, even):
    """Of a lead that was seen with that error, where leads lie CLOSENESS from `even`: by a sum."""
    leads = np.linspace(-200, 200, 40_001)
    weights = np.exp(-((leads - seen) ** 2) / (2 * error**2))
    weights *= np.exp(-((leads - even) ** 2) / (2 * CLOSENESS**2))
    return float((leads * weights).sum() / weights.sum())


@pytest.mark.parametrize("even", [7.5, -0.5, 12.0])
@pytest.mark.parametrize("error", [0.5, 3.0, 12.0])
def test_a_tilt_is_what_knowing_where_games_are_even_changes(network, even, error):
    for seen in (-30.0, 0.0, 8.0):
        gain = posterior_mean(seen, error, even) - posterior_mean(seen, error, 0.0)
        assert network.tilt(even, error) == pytest.approx(gain, abs=1e-6)


def test_a_komi_that_nobody_plays_with_tilts_no_further(network):
    assert network.tilt(200.0, 5.0) == network.tilt(50.0, 5.0) > network.tilt(7.5, 5.0)
    assert network.tilt(-200.0, 5.0) == -network.tilt(200.0, 5.0)


def test_no_file_no_network(tmp_path, caplog):
    with caplog.at_level(logging.WARNING):
        assert Network.load(tmp_path / "none.npz") is None
    assert "no network" in caplog.text
    (tmp_path / "torn.npz").write_bytes(b"PK\x03\x04 torn")
    assert Network.load(tmp_path / "torn.npz") is None


def test_nothing_asked_nothing_said(network):
    outputs = network.evaluate(
        np.zeros((0, 10), dtype=np.int32),
        np.zeros(0, dtype=np.int64),
        np.zeros((0, 2), dtype=np.int64),
    )
    assert outputs.moves.shape == (0, GRID_LEN)
