"""The tree search: pictures whose best move is known, the rules, what it promises to callers."""

import threading
import time
from fractions import Fraction

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import NO_POINT, PASS, point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import CHINESE, JAPANESE, Scoring
from gtpengine.board.score import area_score, territory_score
from gtpengine.errors import BadInput
from gtpengine.localgame.generator import Recipe, generate, generate_region
from gtpengine.localgame.solver import solve
from gtpengine.parameters import SearchSettings
from gtpengine.partition.bits import bits_of
from gtpengine.search.tree.scene import coupon_values
from gtpengine.search.tree.search import COUPON, TreeSearch
from gtpengine.search.tree.temperature import estimate, probe
from gtpengine.search.whole import history_of

PLAYOUTS = 3000
SMALL = SearchSettings(nodes=200_000)


def best_move(position, playouts=PLAYOUTS, settings=SMALL):
    search = TreeSearch(position, settings=settings, seed=3)
    search.run(None, playouts)
    return search.findings()


@pytest.mark.parametrize(
    ("picture", "to_move", "moves"),
    [
        pytest.param(
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
            BLACK,
            {"F5"},
            id="captures two stones",
        ),
        pytest.param(
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
            WHITE,
            {"F5"},
            id="saves two stones",
        ),
        pytest.param(
            """
            O . . . O X .
            O O O O O X .
            X X X X X X .
            . . . . . . .
            . . . . . . .
            . O O O O O .
            . . . . . . .
            """,
            BLACK,
            {"C7"},
            id="nakade of three",
        ),
        pytest.param(
            """
            O . . . O X .
            O O O O O X .
            X X X X X X .
            . . . . . . .
            . . . . . . .
            . O O O O O .
            . . . . . . .
            """,
            WHITE,
            {"C7"},
            id="lives with three",
        ),
    ],
)
def test_finds_the_move(picture, to_move, moves):
    position = Position.from_diagram(picture, to_move, komi=Fraction(0))
    findings = best_move(position)
    assert vertex_of(findings.best) in moves, [
        (vertex_of(move.point), move.visits, move.win_rate) for move in findings.moves[:4]
    ]


def test_takes_the_bigger_of_two_gote():
    """In sums of two solved regions the search for points plays in the hotter one."""
    right = cases = 0
    for seed in range(40):
        enclosed = generate(seed, Recipe((3, 3), loose=2))
        values = [solve(region).value(scoring=Scoring.AREA) for region in enclosed.regions]
        heats = [value.temperature for value in values]
        if abs(heats[0] - heats[1]) < 1:
            continue
        hotter = enclosed.regions[0] if heats[0] > heats[1] else enclosed.regions[1]
        findings = best_move(enclosed.position, 1000, SearchSettings(score_weight=1.0))
        cases += 1
        right += findings.best in hotter.points
    assert cases >= 8
    assert right >= cases - 1, f"{right} of {cases}"


@pytest.mark.parametrize("hidden", [frozenset(), frozenset({point_of("D4", 7, 7)})])
def test_the_leading_move_is_that_of_the_findings(hidden):
    search = TreeSearch(Position(7), settings=SMALL, seed=3, hidden=hidden)
    assert search.leaders() == (NO_POINT, None)
    for playouts in (1, 7, 100, 900):
        search.run(None, playouts)
        found = search.findings()
        first, second = found.moves[:2]
        assert search.leaders() == (found.best, first.visits - second.visits)


@pytest.mark.checked
def test_same_seed_same_tree():
    position = Position(7)
    position.play(BLACK, point_of("D4", 7, 7))
    first, second = best_move(position, 300), best_move(position, 300)
    assert first == second
    assert first.playouts == 300
    assert sum(move.visits for move in first.moves) == 300
    assert abs(sum(move.prior for move in first.moves) - 1) < 1e-3
    assert all(-1 <= owner <= 1 for owner in first.ownership.values())


def test_win_rates_are_those_of_the_mover():
    picture = """
    . X X X X .
    X X X X X X
    . X X X X X
    O O O . . .
    . . . . . .
    . . . . . .
    """
    for to_move in (BLACK, WHITE):
        findings = best_move(Position.from_diagram(picture, to_move, komi=Fraction(0)), 500)
        assert findings.score > 0
        ahead = findings.win_rate if to_move == BLACK else 1 - findings.win_rate
        assert ahead > 0.5
        assert findings.moves[0].score * findings.score * (1 if to_move == BLACK else -1) > 0


def ko_fight():
    """Return a position in which White has just retaken a ko by way of two threats.

    The single-stone ban is over, but Black's recapture at once would repeat the whole board.
    """
    position = Position.from_diagram(
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . X O . . . .
        X . X O . . .
        . X O . . . .
        . . . . . . .
        """,
        WHITE,
        rules=CHINESE,
    )
    position.play(WHITE, point_of("B3", 7, 7))
    return position


@pytest.mark.checked
def test_superko_is_kept_in_the_tree():
    # White takes the ko, both pass: retaking at C3 would bring the first position back.
    position = ko_fight()
    position.play(BLACK, PASS)
    position.play(WHITE, PASS)
    retake = point_of("C3", 7, 7)
    assert not position.is_legal(BLACK, retake)
    search = TreeSearch(position, settings=SMALL)
    search.run(None, 500)
    found = search.findings().move(retake)
    assert found is None  # the search knows no such move
    assert all(
        position.is_legal(BLACK, move.point) for move in search.findings().moves if move.visits
    )


def test_history_has_every_position_once_per_move():
    position = ko_fight()
    hashes = history_of(position)
    assert len(hashes) == 2
    assert int(hashes[-1]) & (1 << 64) - 1 == position.hash


@pytest.mark.checked
def test_a_full_pool_only_ends_the_growth():
    settings = SearchSettings(nodes=1000)
    search = TreeSearch(Position(9), settings=settings)
    search.run(None, 1500)
    findings = search.findings()
    assert findings.full
    assert findings.nodes <= 1000
    assert findings.playouts == 1500
    search.run(None, 500, threads=2)
    assert search.findings().playouts == 2000


def test_stops_at_the_flag():
    search = TreeSearch(Position(9), settings=SMALL)
    flag = np.zeros(1, np.int64)
    timer = threading.Timer(0.1, lambda: flag.__setitem__(0, 1))
    timer.start()
    done = search.run(flag, threads=2)
    assert timer.finished.is_set()
    assert done > 0
    # Lost updates of two threads on one counter are rare.
    assert search.findings().playouts == pytest.approx(done, rel=0.02)
    assert search.run(flag) == 0
    with pytest.raises(BadInput):
        search.run()


@pytest.mark.checked
def test_subtrees_are_kept():
    search = TreeSearch(Position(5), settings=SMALL)
    search.run(None, 2000)
    before = search.findings()
    line = before.moves[0].variation[:2]
    assert len(line) == 2
    assert search.advance(line[0])
    middle = search.findings()
    assert middle.playouts == before.moves[0].visits
    assert middle.to_move == WHITE
    visits = middle.move(line[1]).visits
    assert search.advance(line[1])
    after = search.findings()
    assert after.playouts == visits
    assert after.nodes < middle.nodes < before.nodes
    search.run(None, 100)
    assert search.findings().playouts == visits + 100


def test_follows_a_game():
    search = TreeSearch(Position(7), settings=SMALL)
    search.run(None, 500)
    game = Position(7)
    for _ in range(2):
        game.play(game.to_move, search.findings().best if not game.moves else game.points()[3])
    assert search.follow(game)
    assert search.position.moves == game.moves
    assert not search.follow(Position(7))
    stranger = game.copy()
    stranger.komi += 1
    assert not search.follow(stranger)


def test_a_territory_is_not_given_up_when_far_ahead_or_behind():
    # By hand: C3 or the point beside it makes or kills four stones whoever leads, and by how much.
    for komi in (-60, 60):
        position = Position.from_diagram(
            """
            O . . . O X .
            O O O O O X .
            X X X X X X .
            . . . . . . .
            . . . . . . .
            . O O O O O .
            . . . . . . .
            """,
            BLACK,
            komi=Fraction(komi),
        )
        assert vertex_of(best_move(position).best) == "C7"


@pytest.mark.checked
def test_settled_points_stay_settled():
    position = Position.from_diagram(
        """
        O . . . O X .
        O O O O O X .
        X X X X X X .
        . . . . . . .
        . . . . . . .
        . O O O O O .
        . . . . . . .
        """,
        WHITE,
        komi=Fraction(0),
    )
    corner = [point_of(f"{column}{row}", 7, 7) for column in "ABCDE" for row in (6, 7)]
    search = TreeSearch(position, settings=SMALL, settled=dict.fromkeys(corner, BLACK))
    search.run(None, 300)
    findings = search.findings()
    assert all(findings.ownership[point] == 1 for point in corner)
    assert not {move.point for move in findings.moves} & set(corner)
    assert search.advance(findings.best)
    search.run(None, 100)
    assert all(search.findings().ownership[point] == 1 for point in corner)


STRIPS = """
. X . O . . .
. X . O . . .
. X . O . . .
. X . O O O O
. X . O . . .
. X . O . O .
. X . O O . O
"""


@pytest.mark.parametrize("to_move", [BLACK, WHITE])
@pytest.mark.parametrize("rules", [JAPANESE, CHINESE], ids=lambda rules: rules.name)
def test_a_finished_board_is_counted_by_the_rules(rules, to_move):
    """Seven dame: the last one is a point by area and nothing by territory."""
    position = Position.from_diagram(STRIPS, to_move, komi=Fraction(3, 2), rules=rules)
    position.prisoners[BLACK] = 4
    columns = {"A": BLACK, "B": BLACK, "D": WHITE, "E": WHITE, "F": WHITE, "G": WHITE}
    settled = {
        point: columns[vertex_of(point)[0]]
        for point in position.points()
        if vertex_of(point)[0] != "C"
    }
    search = TreeSearch(position, settings=SMALL, settled=settled)
    search.run(None, 400)
    found = search.findings()
    sign = 1 if to_move == BLACK else -1
    if rules is JAPANESE:
        assert {move.score for move in found.moves} == {sign * float(territory_score(position))}
    else:
        best = sign * float(area_score(position)) + 1
        assert found.moves[0].point != PASS
        assert found.moves[0].score == pytest.approx(best, abs=0.1)


def test_by_territory_a_move_where_nothing_is_left_costs_a_point():
    position = Position.from_diagram(STRIPS, BLACK, komi=Fraction(0), rules=JAPANESE)
    for row in range(1, 8):
        position.play(BLACK if row % 2 else WHITE, point_of(f"C{row}", 7, 7))
    position.to_move = BLACK
    settled = {
        point: BLACK if vertex_of(point)[0] in "ABC" else WHITE
        for point in position.points()
        if vertex_of(point) not in ("E5", "F5", "G5", "E6", "F6", "G6", "E7", "F7", "G7")
    }
    for row in (2, 4, 6):  # White's stones among the dame
        settled[point_of(f"C{row}", 7, 7)] = WHITE
    settings = SearchSettings(nodes=200_000, score_weight=0.9)
    search = TreeSearch(position, settings=settings, settled=settled)
    search.run(None, 3000)
    found = search.findings()
    idle = next(move for move in found.moves if move.point == PASS)
    assert idle.score == pytest.approx(float(territory_score(position)), abs=0.5)
    assert found.moves[0].point == PASS
    wasted = [move for move in found.moves if move.point != PASS and move.visits >= 30]
    assert wasted
    assert all(move.score < idle.score for move in wasted)


def test_a_node_keeps_its_best_moves():
    position = Position(9)
    everything = best_move(position, 50).moves
    few = best_move(position, 50, SearchSettings(nodes=10_000, most_moves=20)).moves
    assert len(everything) == 82
    assert len(few) == 21
    assert (
        min(move.prior for move in few if move.point != PASS)
        >= sorted((move.prior for move in everything if move.point != PASS), reverse=True)[19]
        - 1e-9
    )


def test_coupons():
    # by hand: 2 + 3/2 + 1 + 1/2, taken in turn
    stack = coupon_values(2.0, 0.5)
    assert list(stack[:5]) == [0, 0.5, 1, 1.5, 2]
    assert list(stack[5:]) == [0, 0.5, 0.5, 1, 1]


def test_temperature_of_solved_regions():
    """Tree searches agree with exact thermographs, on average and in most single regions."""
    errors = []
    for seed in range(12):
        enclosed = generate_region(seed, 5, 1)
        region = enclosed.regions[0]
        solution = solve(region)
        value = solution.value(scoring=Scoring.AREA)
        if value.temperature < 1:
            continue  # a number: nobody wants to move, and coupons do not tell how little
        found = estimate(enclosed.position, bits_of(region.points), playouts=24_000, settings=SMALL)
        errors.append((abs(found.mean - value.mean), abs(found.temperature - value.temperature)))
    assert len(errors) >= 8
    assert sum(mean for mean, _ in errors) / len(errors) < 0.3
    assert sum(heat for _, heat in errors) / len(errors) < 0.5
    assert sum(heat < 1 for _, heat in errors) >= len(errors) - 2


@pytest.mark.checked
def test_move_here_or_take_the_coupon():
    enclosed = generate_region(1, 5, 1)
    region = enclosed.regions[0]
    heat = float(solve(region).value(scoring=Scoring.AREA).temperature)
    allowed = bits_of(region.points)
    cold = probe(enclosed.position, allowed, heat + 1.5, 6000, settings=SMALL)
    hot = probe(enclosed.position, allowed, max(0.3, heat - 1.2), 6000, settings=SMALL)
    assert not cold.is_hotter
    assert hot.is_hotter
    search = TreeSearch(enclosed.position, allowed=allowed, ambient=heat + 1.5, settings=SMALL)
    search.run(None, 1000)
    findings = search.findings()
    assert findings.best == COUPON
    assert {move.point for move in findings.moves} <= set(region.points) | {COUPON}
    with pytest.raises(BadInput):
        search.advance(COUPON)


def test_stops_quickly():
    """A flag that is up before the start costs no playout; the threads come back at once."""
    flag = np.ones(1, np.int64)
    search = TreeSearch(Position(19), settings=SMALL)
    started = time.monotonic()
    assert search.run(flag, threads=2) == 0
    assert time.monotonic() - started < 5
    assert opponent(search.findings().to_move) == WHITE


# White's stone at B7 is dead. If it were counted as it stands, White would win by passing.
DEAD_STONE = """
    . O . . X O .
    . . X X X O .
    X X X . X O .
    . . . . X O .
    . . . . X O .
    . . . . X O .
    . . . . X O .
    """


def test_a_pass_on_the_board_leaves_dead_stones_dead():
    position = Position.from_diagram(DEAD_STONE, komi=Fraction(35, 2))
    position.play(BLACK, PASS)
    assert best_move(position).ownership[point_of("B7", 7, 7)] > 0.6


def test_an_empty_board_of_another_size_is_no_continuation():
    search = TreeSearch(Position(5))
    search.run(None, 20)
    assert not search.follow(Position(9))
    assert not search.follow(Position(5, 7))
    assert search.follow(Position(5))


def test_a_move_that_somebody_speaks_for_is_looked_at():
    """On an empty board nobody plays at A1; asked to, the search gives it its share."""
    settings = SearchSettings(nodes=200_000)
    search = TreeSearch(Position(9), settings=settings, seed=3)
    search.run(None, 200)
    corner, pass_ = point_of("A1", 9, 9), PASS
    before = search.visits().get(corner, 0)
    search.favour({corner: 0.2, pass_: 0.1, NO_POINT: 0.2})
    search.run(None, 800)
    visits = search.visits()
    assert before < 10
    assert visits[corner] >= 195
    assert visits[pass_] >= 95
    found = search.findings()
    assert vertex_of(found.best) not in ("A1", "pass")
    moves = {move.point: move for move in found.moves}
    assert moves[corner].votes <= before + 10  # what was asked for is no vote
    assert moves[found.best].votes == moves[found.best].visits
