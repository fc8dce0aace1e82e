"""Local graphs hold exactly the positions and moves that the rules of Go allow."""

from random import Random

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.rules import Scoring
from gtpengine.laboratory.samples.regions import random_region
from gtpengine.localgame.graph import Limits, Status
from gtpengine.localgame.solution import LocalKind, NotSolved
from gtpengine.localgame.solver import solve
from gtpengine.partition.region import Region
from tests.oracles.local_naive import NaiveRegion


def small_region(random):
    return random_region(
        random, random.randint(1, 7), random.choice((0, 1, 2, 3)), random.choice((4, 6, 9))
    )


@pytest.mark.checked
@pytest.mark.pure
def test_random_lines_of_play_have_the_moves_and_scores_of_the_rules():
    random = Random(40)
    for _ in range(12):
        region = small_region(random)
        solution = solve(region, Limits(nodes=3000))
        if not solution.graph.complete:
            continue
        naive = NaiveRegion(region)
        for _ in range(8):
            walk(random, solution.play, naive)


def walk(random, play, naive):
    """Play a random line on the graph and by sets; compare all the way."""
    position, ban = naive.start, None
    state, colour, gained = play.start(), random.choice((BLACK, WHITE)), play.settled
    for _ in range(25):
        legal = {p: (new, b) for p, new, b in naive.moves(position, colour) if (colour, p) != ban}
        moves = play.moves(state, colour)
        assert {move.point for move in moves} <= legal.keys()
        if not moves:
            break
        if random.random() < 0.2:
            colour, ban, state = BLACK + WHITE - colour, None, state.lifted()
            continue
        move = random.choice(moves)
        position, ban = legal[move.point]
        assert (ban is None) == (move.state.ban < 0)
        if ban is not None:
            assert play.placement.points[move.state.ban] == ban[1]
        state, gained, colour = move.state, gained + move.gain, BLACK + WHITE - colour
    if play.is_finished(state):
        # What is left is decided: its owner may fill it without changing the score.
        assert not play.moves(state, BLACK)
        assert not play.moves(state, WHITE)
        assert play.score(state) == 0


def test_without_taking_out_the_decided_all_legal_moves_are_there():
    from gtpengine.localgame.graph import expand
    from gtpengine.localgame.key import place
    from gtpengine.localgame.play import LocalPlay

    random = Random(41)
    for _ in range(25):
        region = small_region(random)
        placement = place(region)
        graph = expand(placement.key, Limits(nodes=20_000), decide=False)
        if not graph.complete:
            continue
        naive, play = NaiveRegion(region), LocalPlay(graph, placement)
        for _ in range(20):
            position, ban = naive.start, None
            state, colour, gained = play.start(), random.choice((BLACK, WHITE)), play.settled
            for _ in range(30):
                legal = {
                    p: (new, b) for p, new, b in naive.moves(position, colour) if (colour, p) != ban
                }
                moves = {move.point: move for move in play.moves(state, colour)}
                assert moves.keys() == legal.keys(), region.diagram()
                assert gained + play.score(state) == naive.score(position), region.diagram()
                if not legal:
                    break
                point = random.choice(sorted(legal))
                position, ban = legal[point]
                state, gained = moves[point].state, gained + moves[point].gain
                colour = BLACK + WHITE - colour


def test_territory_is_area_less_moves_and_standing_stones():
    # by hand: a move costs its player a point of territory, a stone that stands there already none
    random = Random(43)
    for _ in range(60):
        region = small_region(random)
        naive = NaiveRegion(region)
        solution = solve(region, Limits(nodes=1))
        position, ban = naive.start, None
        made, lost = {BLACK: 0, WHITE: 0}, {BLACK: 0, WHITE: 0}
        colour = BLACK
        for _ in range(random.randint(0, 20)):
            legal = [m for m in naive.moves(position, colour) if (colour, m[0]) != ban]
            if legal:
                before = [len(stones) for stones in position]
                _, position, ban = random.choice(legal)
                made[colour] += 1
                before[colour - BLACK] += 1
                lost[BLACK] += before[0] - len(position[0])
                lost[WHITE] += before[1] - len(position[1])
            colour = BLACK + WHITE - colour
        black, white = position
        area = naive.score(position)
        points = area - len(black) + len(white)
        territory = points + lost[WHITE] - lost[BLACK]
        moves = made[BLACK] - made[WHITE]
        assert territory == area - moves - solution.standing_stones


def test_a_region_beyond_62_bits_is_too_large():
    row = " ".join(["X", *["."] * 13, "O"])
    solution = solve(Region.from_diagram("\n".join([row] * 5)))
    assert solution.status is Status.TOO_LARGE
    assert solution.kind is LocalKind.UNKNOWN
    assert solution.warnings == ["the region does not fit 62 bits"]
    with pytest.raises(NotSolved, match="62 bits"):
        solution.value()


def test_limits_end_an_expansion_with_a_partial_graph():
    region = random_region(Random(42), 12)
    for limits, status in (
        (Limits(nodes=1000), Status.NODE_LIMIT),
        (Limits(seconds=0.0), Status.TIME_LIMIT),
    ):
        solution = solve(region, limits)
        assert solution.status is status
        assert 0 < solution.graph.nodes < 200_000
        assert solution.play.moves(solution.play.start(), BLACK)
        with pytest.raises(NotSolved):
            solution.best_moves(BLACK)


def test_a_region_that_is_settled_from_the_start_is_a_number():
    solution = solve(Region.from_diagram("X X X X\nX . x X\nX o . X\nX X X X"))
    value = solution.value(scoring=Scoring.AREA)
    assert (value.mean, value.temperature) == (4, 0)
    assert solution.kind is LocalKind.NUMBER
    assert solution.best_moves(BLACK) == []


def test_a_banned_ko_is_no_move_now_but_after_a_play_elsewhere():
    solution = solve(Region.from_diagram("- X O -\nX o b O\n- X O -"))
    region = solution.region
    start = solution.play.start(region.ko_point, region.ko_colour, BLACK)
    assert solution.play.moves(start, BLACK) == []
    assert len(solution.play.moves(start.lifted(), BLACK)) == 1
    assert len(solution.play.moves(solution.play.start(), WHITE)) == 1
    assert solution.best_moves(BLACK) == []
    assert [best.point for best in solution.best_moves(WHITE)] == [region.ko_point]
