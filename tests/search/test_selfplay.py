"""Games of the search with itself: legal, the same for a seed, kept in files, made samples."""

import numpy as np
import pytest

from gtpengine.board.points import PASS, STRIDE
from gtpengine.board.position import Position
from gtpengine.board.vector import light_vector
from gtpengine.evaluation.network import games, layout
from gtpengine.evaluation.network.continuations import load, save
from gtpengine.evaluation.network.kernels import replay
from gtpengine.evaluation.network.network import Network
from gtpengine.evaluation.network.samples import Sampler, continued
from gtpengine.search.selfplay import SelfPlayer, Start
from tests.evaluation.network.test_continuations import some_games


def player(seed):
    return SelfPlayer(Network.load(), some_games(3), Start(0.0, 0.5), 24, seed)


@pytest.fixture(scope="module")
def played():
    found = player(1).games()
    return [next(found) for _ in range(3)]


def test_games_are_legal_and_searched_in_parts(played):
    for game in played:
        board = light_vector(1)
        assert replay.legal_moves_of(games.empty_board(7), game.moves, board) == len(game.moves)
        assert game.first <= 12  # half of twenty moves, and two odd ones
        assert 0 < len(game.searched) < len(game.moves)
        assert set(np.unique(game.owners)) <= {-1, 0, 1}


def test_what_was_searched_are_legal_moves_with_shares_of_one(played):
    for game in played:
        position = Position(7)
        searched = {each.number: each.shares for each in game.searched}
        for number, coded in enumerate(game.moves):
            shares = searched.get(number, {})
            for point in shares:
                assert point == PASS or position.is_legal(position.to_move, point)
            assert not shares or sum(shares.values()) == pytest.approx(1.0)
            position.play(int(coded) >> 10, int(coded) & 1023)


def test_the_same_seed_plays_the_same_games(played):
    again, other = next(player(1).games()), next(player(2).games())
    assert np.array_equal(again.moves, played[0].moves)
    assert again.searched == played[0].searched
    assert not np.array_equal(other.moves, played[0].moves)


def test_a_file_gives_back_what_was_searched(played, tmp_path):
    save(played, tmp_path / "games.npz")
    for kept, game in zip(load(tmp_path / "games.npz"), played, strict=True):
        assert np.array_equal(kept.moves, game.moves)
        assert [each.number for each in kept.searched] == [each.number for each in game.searched]
        for one, other in zip(kept.searched, game.searched, strict=True):
            assert one.shares == pytest.approx(other.shares)


def test_samples_tell_what_the_search_chose_among_the_legal_moves(played):
    sampler = Sampler([continued(game) for game in played], 5)
    batch = sampler.draw(np.arange(60) % 3)
    sums = batch.chosen.sum(axis=1)
    assert set(np.round(sums, 3)) == {0.0, 1.0}
    assert (batch.move == -1).all()
    legal = batch.planes[..., layout.LEGAL].reshape(60, 49)
    assert (legal[batch.chosen[:, :49] > 0] == 1).all()


def test_a_turned_sample_has_its_shares_turned(played):
    """The move of a position with one good move lies where its stone will be."""
    game = continued(played[0])
    number, shares = next(iter(game.searched.items()))
    best = max(shares, key=lambda point: shares[point])
    assert best >= STRIDE
    only = type(game)(game.game, game.owners, game.first, True, {number: {best: 1.0}})
    batch = Sampler([only], 7).draw(np.zeros(40, np.int64))
    rows = np.flatnonzero(batch.chosen.sum(axis=1))
    places = {int(batch.chosen[row].argmax()) for row in rows}
    row, column = best // STRIDE - 1, best % STRIDE - 1
    orbit = {
        (y * 7 + x)
        for a, b in ((row, column), (column, row))
        for y in (a, 6 - a)
        for x in (b, 6 - b)
    }
    assert places <= orbit
