"""The search that a network leads: against its slow twin, by pictures, and what it promises."""

import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.layout import COLOUR, HEIGHT, WIDTH
from gtpengine.board.points import GRID_LEN, PASS, STRIDE, point_of
from gtpengine.board.position import Position
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.board.vector import vector_of
from gtpengine.errors import BadInput
from gtpengine.model.model import Model
from gtpengine.parameters import PuctSettings
from gtpengine.search.puct.hints import hints_of
from gtpengine.search.puct.kernels.walk import by_tables
from gtpengine.search.puct.search import PuctSearch
from tests.engine.positions import CORRIDORS, picture
from tests.oracles.slow_puct import SlowPuct

ALONE = PuctSettings(nodes=200_000, batch=1)


def opinion(vector, colour):
    """Say something of a board that hangs on every stone of it, and is the same each time."""
    width, height = int(vector[WIDTH]), int(vector[HEIGHT])
    moves = np.zeros(GRID_LEN, np.float32)
    owners = np.zeros(GRID_LEN, np.float32)
    for row in range(1, height + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + width):
            stone = int(vector[COLOUR + point])
            owners[point] = {BLACK: 0.9, WHITE: -0.9}.get(stone, 0.0)
            around = [int(vector[COLOUR + point + side]) for side in (1, -1, STRIDE, -STRIDE)]
            if stone == EMPTY:
                owners[point] = 0.2 * (around.count(BLACK) - around.count(WHITE))
                if EMPTY in around or colour in around:
                    moves[point] = 1 + (7 * point + 3 * int(colour)) % 11
    total = float(moves.sum()) + 1.0
    return moves / np.float32(total), owners


class StoneJudge:
    """Counts stones: whoever has more of them leads."""

    def __init__(self):
        self.asked = 0

    def evaluate(self, vectors, colours, lasts):
        assert lasts.shape == (len(vectors), 2)
        self.asked += len(vectors)
        both = [opinion(*each) for each in zip(vectors, colours, strict=True)]
        owners = np.stack([owner for _, owner in both])
        return SimpleNamespace(
            moves=np.stack([moves for moves, _ in both]),
            passing=np.full(len(both), 0.05, np.float32),
            ownership=owners,
            lead=owners.sum(axis=1),
            spread=np.full(len(both), 4.0, np.float32),
        )


def said_of(position):
    moves, owners = opinion(vector_of(position), position.to_move)
    return SimpleNamespace(
        moves=moves,
        passing=float(np.float32(0.05)),
        ownership=owners,
        lead=float(owners.sum()),
        spread=4.0,
    )


@pytest.mark.checked
@pytest.mark.parametrize("rules", [CHINESE, JAPANESE], ids=["area", "territory"])
@pytest.mark.parametrize("size", [3, 5])
def test_the_tree_is_that_of_the_slow_twin(size, rules):
    position = Position(size, rules=rules, komi=2)
    settings = PuctSettings(nodes=200_000, batch=1, exploration=3.0)
    search = PuctSearch(position, StoneJudge(), settings=settings)
    slow = SlowPuct(position, said_of, settings)
    search.run(None, 400)
    slow.run(400)
    found = search.findings()
    expected = sorted(
        ((child.move, child.visits) for child in slow.root.children if child.prior >= 0),
    )
    assert sorted((move.point, move.visits) for move in found.moves) == expected
    assert found.score == pytest.approx(slow.root.lead / slow.root.visits)
    for move in found.moves:
        twin = next(child for child in slow.root.children if child.move == move.point)
        if twin.visits:
            wins = twin.wins / twin.visits
            assert move.win_rate == pytest.approx(wins if position.to_move == BLACK else 1 - wins)


def test_batches_and_threads_add_all_visits_and_leave_none_waiting():
    for threads in (1, 2):
        search = PuctSearch(Position(5), StoneJudge(), settings=PuctSettings(nodes=100_000))
        assert search.run(None, 500, threads) == 500
        # Two threads may lose a few counts to each other.
        assert search.playouts == 500 or (threads == 2 and 450 <= search.playouts <= 500)
        if threads == 1:
            assert not search._tree.pending[: search._used].any()


def test_a_flag_ends_the_search():
    search = PuctSearch(Position(9), StoneJudge(), settings=ALONE)
    flag = np.zeros(1, np.int64)
    threading.Timer(0.2, lambda: flag.__setitem__(0, 1)).start()
    started = time.monotonic()
    assert search.run(flag, None) > 0
    assert time.monotonic() - started < 20
    with pytest.raises(BadInput):
        search.run(None, None)


def test_the_subtree_is_kept_when_a_move_is_made():
    position = Position(5)
    search = PuctSearch(position, StoneJudge(), settings=ALONE)
    search.run(None, 300)
    best = search.findings().moves[0]
    assert search.advance(best.point)
    assert search.playouts == best.visits
    after = position.copy()
    after.play(BLACK, best.point)
    assert search.position.hash == after.hash
    reply = search.findings().moves[0].point
    after.play(WHITE, reply)
    assert search.follow(after)
    assert not search.follow(Position(5))


def test_after_two_passes_the_game_may_go_on():
    search = PuctSearch(Position(3), StoneJudge(), settings=ALONE)
    search.run(None, 200)
    search.advance(PASS)
    search.advance(PASS)
    search.run(None, 20)
    assert sum(move.visits for move in search.findings().moves) == search.playouts - 1


def test_hidden_moves_are_not_searched():
    first = PuctSearch(Position(5), StoneJudge(), settings=ALONE)
    first.run(None, 100)
    best = first.findings().best
    second = PuctSearch(Position(5), StoneJudge(), settings=ALONE, hidden=frozenset({best}))
    second.run(None, 100)
    assert all(move.point != best for move in second.findings().moves)


def test_a_ko_is_not_retaken_at_once():
    position = picture(
        """
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        . . . . .
        """,
        to_move=WHITE,
    )
    ko = point_of("B4", 5, 5)
    position.play(WHITE, ko)
    search = PuctSearch(position, StoneJudge(), settings=ALONE)
    search.run(None, 300)
    found = search.findings()
    assert all(move.point != point_of("C4", 5, 5) for move in found.moves)


def test_playouts_may_have_a_share():
    settings = PuctSettings(nodes=100_000, batch=2, rollout_share=0.5)
    search = PuctSearch(Position(5, komi=0), StoneJudge(), settings=settings, seed=3)
    search.run(None, 400)
    again = PuctSearch(Position(5, komi=0), StoneJudge(), settings=settings, seed=3)
    again.run(None, 400)
    assert search.findings() == again.findings()
    plain = PuctSearch(Position(5, komi=0), StoneJudge(), settings=ALONE, seed=3)
    plain.run(None, 400)
    # Black owns all of a small board at the end of most playouts; stones alone do not tell that.
    assert search.findings().score > plain.findings().score + 1


def test_tracked_regions_count_by_their_tables():
    position = picture(CORRIDORS)
    model = Model()
    survey = model.survey(position, dict.fromkeys(position.points(), 0.0), None)
    tables = model.tables(survey)
    owners = np.full(GRID_LEN, 0.25, np.float32)
    states, gains = tables.roots.copy(), tables.settled.copy()
    inside = np.flatnonzero(tables.region_at >= 0)
    means = float((tables.mean[tables.roots] + tables.settled).sum())
    top = float(tables.heat[tables.roots].max())
    expected = means - 0.25 * len(inside)
    for colour, sign in ((BLACK, 1), (WHITE, -1)):
        found = by_tables(tables, states, gains, owners, colour, 1.0, 0.0)
        assert found == pytest.approx(expected + sign * (top - 1.0) / 2)
        # A rest of the board that is hotter has the turn already.
        found = by_tables(tables, states, gains, owners, colour, 1.0, top + 3)
        assert found == pytest.approx(expected)
    states[0] = -1
    lost = np.flatnonzero(tables.region_at == 0)
    found = by_tables(tables, states, gains, owners, BLACK, 1.0, top + 3)
    mine = float(tables.mean[tables.roots[0]] + tables.settled[0])
    assert found == pytest.approx(expected - mine + 0.25 * len(lost))


def test_hints_are_mixed_into_the_priors():
    position = Position(5)
    hints = np.zeros((2, GRID_LEN), np.float32)
    corner = point_of("A1", 5, 5)
    hints[0, corner] = 1.0
    settings = PuctSettings(nodes=100_000, batch=1, hint_share=0.25)
    plain = PuctSearch(position, StoneJudge(), settings=settings)
    plain.run(None, 1)
    before = {move.point: move.prior for move in plain.findings().moves}
    early = PuctSearch(position, StoneJudge(), settings=settings)
    early.take_hints(hints)
    early.run(None, 1)
    plain.take_hints(hints)  # the root has its moves already
    for search in (early, plain):
        after = {move.point: move.prior for move in search.findings().moves}
        assert sum(after.values()) == pytest.approx(1.0, abs=0.02)
        assert after[corner] == pytest.approx(0.25 + 0.75 * before[corner], abs=0.02)
        assert after[PASS] == pytest.approx(before[PASS])
    # White's moves are White's own: none was hinted at.
    early.run(None, 50)
    reply = early._children(early._children(0)[0])
    assert float(early._tree.prior[reply[0]]) < 0.25


def test_playouts_hint_at_the_move_that_decides():
    position = picture(
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X X . . . .
        . . X O O . O . .
        . . . X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
        to_move=WHITE,
    )
    hints = hints_of(position, (None, None), 3000)
    cut = point_of("F5", 9, 9)
    assert int(hints[0].argmax()) == cut
    assert hints[1, cut] > 0
    assert hints[0].sum() <= 1.0 + 1e-6
