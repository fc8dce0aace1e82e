"""Games that the network plays on: legal to the end, odd moves first, owners as counted."""

import math

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.layout import COLOUR
from gtpengine.board.points import PASS, point_of
from gtpengine.board.position import Position
from gtpengine.board.vector import light_vector, vector_of
from gtpengine.evaluation.network import games, layout
from gtpengine.evaluation.network.continuations import (
    ODD_WINDOW,
    Continuation,
    Continuer,
    load,
    main,
    save,
)
from gtpengine.evaluation.network.kernels import replay
from gtpengine.evaluation.network.kernels.choice import draw_move
from gtpengine.evaluation.network.network import Network
from gtpengine.evaluation.network.samples import Sampler, continued
from tests.evaluation.network.random_games import random_game


def some_games(count):
    found = []
    for seed in range(count):
        position, _ = random_game(7, 7, 20, seed)
        moves = [move.colour * 1024 + move.point for move in position.moves]
        codes = np.array(moves, dtype=np.int32)
        found.append(games.Ended("test", 7, codes, math.nan, math.nan, math.nan))
    return found


@pytest.fixture(scope="module")
def played():
    found = Continuer(Network.load(), some_games(5), 1).continuations()
    return [next(found) for _ in range(12)]


def test_they_are_legal_and_end_with_two_passes(played):
    for game in played:
        board = light_vector(1)
        assert replay.legal_moves_of(games.empty_board(7), game.moves, board) == len(game.moves)
        assert [int(coded) & 1023 for coded in game.moves[-2:]] == [PASS, PASS]


def test_they_begin_with_a_game_and_then_leave_it(played):
    starts = [game.moves for game in some_games(5)]
    for game in played:
        common = max(_common(game.moves, start) for start in starts)
        assert game.first <= common + ODD_WINDOW
    assert any(_common(game.moves, start) > 3 for game in played for start in starts)


def _common(first, second):
    length = min(len(first), len(second))
    differs = np.flatnonzero(first[:length] != second[:length])
    return int(differs[0]) if len(differs) else length


def test_the_same_seed_plays_the_same_games(played):
    again = Continuer(Network.load(), some_games(5), 1).continuations()
    for game in played[:3]:
        assert np.array_equal(next(again).moves, game.moves)


def test_a_file_gives_back_what_was_saved(played, tmp_path):
    save(played, tmp_path / "some.npz")
    found = load(tmp_path / "some.npz")
    assert [game.first for game in found] == [game.first for game in played]
    for one, other in zip(found, played, strict=True):
        assert np.array_equal(one.moves, other.moves)
        assert np.array_equal(one.owners, other.owners)


def test_samples_have_owners_and_a_lead_but_no_moves(played):
    game = played[0]
    batch = Sampler([continued(game)], 1).draw(np.zeros(20, dtype=np.int64))
    assert (batch.move == -1).all()
    assert (batch.reply == -1).all()
    total = float(game.owners.sum())
    assert set(np.abs(batch.lead).tolist()) == {abs(total)}
    assert np.allclose((2 * batch.owners - 1).sum((1, 2)), batch.lead)


def test_no_sample_is_older_than_the_last_odd_move():
    position, _ = random_game(7, 7, 20, 2)
    moves = np.array([m.colour * 1024 + m.point for m in position.moves], dtype=np.int32)
    owners = np.ones((7, 7), dtype=np.int8)
    batch = Sampler([continued(Continuation(7, moves, 19, owners))], 1).draw(
        np.zeros(20, dtype=np.int64)
    )
    last = batch.planes[..., layout.LAST].reshape(20, -1).argmax(1)
    assert len(set(last.tolist())) > 1  # turned
    before = {len(moves) - 1, len(moves)}
    stones = batch.planes[..., layout.OWN].sum((1, 2)) + batch.planes[..., layout.OTHER].sum((1, 2))
    seen = set()
    for count in before:
        board = light_vector(1)
        replay.legal_moves_of(games.empty_board(7), moves[:count], board)
        seen.add(float(sum(board[COLOUR + point] != EMPTY for point in position.points())))
    assert set(stones.tolist()) <= seen


@pytest.mark.checked
@pytest.mark.pure
def test_moves_are_drawn_by_their_chances():
    position = Position.from_diagram(
        """
        . O . . X
        O O X X .
        . . . . .
        """
    )
    chances = np.zeros(1024, dtype=np.float32)
    wanted = {"A3": 0.3, "A1": 0.5, "B1": 0.1}  # A3 is White's eye
    for vertex, chance in wanted.items():
        chances[point_of(vertex, 5, 3)] = chance
    vector = vector_of(position)
    drawn = [
        int(draw_move(vector, WHITE, chances.copy(), 0.1, 2.0, (step + 0.5) / 270))
        for step in range(270)
    ]
    counts = {move: drawn.count(move) for move in set(drawn)}
    assert counts == {point_of("A1", 5, 3): 250, point_of("B1", 5, 3): 10, PASS: 10}
    assert point_of("A3", 5, 3) in {
        int(draw_move(vector, BLACK, chances.copy(), 0.1, 0.0, (step + 0.5) / 40))
        for step in range(40)
    }


def test_the_script_writes_games(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "gtpengine.evaluation.network.continuations.read_records",
        lambda *_: (some_games(3), []),
    )
    output = tmp_path / "games.npz"
    assert main(["--size", "9", "--count", "3", str(output)]) == 0
    assert all(isinstance(game, Continuation) for game in load(output))
    assert len(load(output)) == 3


def test_begin_with_gives_back_the_exported_network():
    torch = pytest.importorskip("torch")
    from gtpengine.evaluation.network.model import Model, begin_with, export

    torch.manual_seed(1)
    model = Model(4, 16)
    planes = torch.rand(40, 23, 7, 7)
    for norm in [module for module in model.modules() if isinstance(module, torch.nn.BatchNorm2d)]:
        torch.nn.init.uniform_(norm.weight, 0.5, 1.5)
        torch.nn.init.normal_(norm.bias)
    model.train()
    for _ in range(3):
        model(planes)
    model.eval()
    copied = Model(4, 16)
    begin_with(copied, export(model), planes)
    for mode in (False, True):  # with running statistics, and with those of the batch
        copied.train(mode)
        with torch.no_grad():
            for found, expected in zip(copied(planes), model(planes), strict=True):
                assert torch.allclose(found, expected, atol=0.05)
