"""Games, owners and samples that the network is trained on; with torch, that export keeps it."""

import math

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import GRID_LEN, PASS, point_of
from gtpengine.board.score import owners as slow_owners
from gtpengine.board.score import territory_score
from gtpengine.board.vector import light_vector, vector_of
from gtpengine.evaluation.network import games, layout
from gtpengine.evaluation.network.kernels import replay
from gtpengine.evaluation.network.network import Network
from gtpengine.evaluation.network.samples import Labelled, Sampler
from tests.evaluation.network.random_games import random_game


def game_of(position, **known):
    moves = [move.colour * 1024 + move.point for move in position.moves]
    facts = {"black_won": math.nan, "margin": math.nan, "komi": math.nan} | known
    return games.Ended("test", position.width, np.array(moves, dtype=np.int32), **facts)


def test_a_line_of_the_collection():
    """Black's second move is a pass, and so is the last one, which is cut off."""
    assert games.parse_line(6, "W+2.5\t6.5\t2001\taass\n", 19) is None  # too short
    letters = "aa" + "ss" + "tt" + "".join(f"{chr(97 + n)}c" for n in range(19)) + "tt"
    game = games.parse_line(7, f"W+2.5\t6.5\t2001\t{letters}\n", 19)
    assert game.moves[:3].tolist() == [
        BLACK * 1024 + point_of("A19", 19, 19),
        WHITE * 1024 + point_of("T1", 19, 19),
        BLACK * 1024 + PASS,
    ]
    assert len(game.moves) == 22
    assert (game.black_won, game.margin, game.komi) == (0.0, -2.5, 6.5)
    assert game.extra == 10 - 11
    assert game.area_lead == -2.5 + 6.5 - 1


@pytest.mark.parametrize(
    ("text", "won", "margin"),
    [("B+R", 1.0, None), ("W+12.5", 0.0, -12.5), ("Void", None, None), ("B+T", None, None)],
)
def test_results(text, won, margin):
    found = games.parse_result(text)
    assert [None if math.isnan(value) else value for value in found] == [won, margin]


@pytest.mark.checked
def test_settled_boards_against_the_slow_count():
    """Random boards, random verdicts of the playouts."""
    generator = np.random.default_rng(1)
    for seed in range(40):
        position, _ = random_game(7, 7, 10 + seed, seed)
        black, white = generator.integers(0, 9, (2, GRID_LEN))
        dead = []
        for chain in position.chains():
            balance = sum(int(black[stone] - white[stone]) for stone in chain.stones)
            if balance < 0 if chain.colour == BLACK else balance > 0:
                dead += chain.stones
        owners = np.zeros(GRID_LEN, dtype=np.int8)
        queue = np.zeros(GRID_LEN, dtype=np.int64)
        lead = replay.settle(vector_of(position), black, white, owners, queue)
        sign = {BLACK: 1, WHITE: -1, 0: 0}
        expected = slow_owners(position, dead)
        assert {point: owners[point] for point in position.points()} == {
            point: sign[colour] for point, colour in expected.items()
        }
        assert lead == territory_score(position, dead) + position.komi


def test_illegal_moves_are_found():
    position, _ = random_game(5, 5, 12, 3)
    game = game_of(position)
    assert games.is_legal_game(game)
    twice = np.append(game.moves, game.moves[-1]).astype(np.int32)
    assert replay.legal_moves_of(games.empty_board(5), twice, light_vector(1)) == 12


@pytest.mark.checked
def test_samples_are_positions_of_the_game_turned_somehow():
    position, _ = random_game(9, 9, 40, 4)
    final = slow_owners(position)
    sign = {BLACK: 1, WHITE: -1, 0: 0}
    owners = np.array([sign[final[point]] for point in position.points()], dtype=np.int8)
    known = game_of(position, black_won=1.0, margin=3.5, komi=6.5)
    batch = Sampler([Labelled(known, owners.reshape(9, 9))], 1).draw(np.zeros(60, dtype=np.int64))
    stones = batch.planes[..., layout.OWN] + batch.planes[..., layout.OTHER]
    passes = 0
    for row in range(60):
        target = int(batch.move[row])
        black_to_move = batch.won[row] == 1.0
        assert batch.lead[row] == (1 if black_to_move else -1) * (3.5 + 6.5 + known.extra)
        assert batch.lead[row] - batch.needed[row] == (3.5 if black_to_move else -3.5)
        total = float((2 * batch.owners[row] - 1).sum()) * (1 if black_to_move else -1)
        assert total == owners.sum()
        if target == 81:
            passes += 1
        else:
            assert batch.planes[row].reshape(81, -1)[target, layout.LEGAL] == 1
        if stones[row].sum() > 1:
            last = batch.planes[row, :, :, layout.LAST] > 0
            assert last.sum() <= 1
            assert not (last & (batch.planes[row, :, :, layout.OWN] > 0)).any()
    assert passes < 30
    # With all moves played and the owners those of stones, stones are their owners' own.
    ended = [row for row in range(60) if batch.move[row] == 81]
    for row in ended:
        own = batch.planes[row, :, :, layout.OWN] > 0
        assert (batch.owners[row][own] == 1).all()


def test_export_keeps_what_torch_computes():
    torch = pytest.importorskip("torch")
    from gtpengine.evaluation.network.model import Model, export

    torch.manual_seed(1)
    model = Model(4, 16)
    planes = torch.rand(3, layout.PLANES, 7, 9)
    with torch.no_grad():
        for _ in range(3):
            model.train()
            model(planes + torch.rand(1))
        for parameter in model.parameters():
            parameter += 0.1 * torch.randn_like(parameter)
        model.eval()
        own, other, owner, lead, spread = (part.numpy() for part in model(planes))
    network = Network(export(model))
    channels_last = np.ascontiguousarray(planes.permute(0, 2, 3, 1).numpy())
    points, board = network.heads(channels_last)
    strengths = model.strengths.detach().numpy()
    flat = channels_last.reshape(3, 63, -1)
    for which, logits, plane in ((0, own, layout.STRENGTH), (1, other, layout.OTHER_STRENGTH)):
        expected = points[:, :, which] + strengths[which] * flat[:, :, plane]
        assert np.allclose(expected, logits[:, :63], atol=0.05)
        assert np.allclose(board[:, which], logits[:, 63], atol=0.05)
    assert np.allclose(points[:, :, 2], owner.reshape(3, 63), atol=0.05)
    total = np.tanh(points[:, :, 2] / 2).sum(axis=1) + layout.LEAD_SCALE * board[:, 2]
    assert np.allclose(total, lead, atol=0.5)
    wide = layout.LEAST_SPREAD + layout.SPREAD_SCALE * np.log1p(np.exp(board[:, 3]))
    assert np.allclose(wide, spread, rtol=0.05)
