"""Sum search against plain minimax over sums of all kinds of small loop-free games."""

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from gtpengine.strategy.sumsearch import SumOption, SumSearch, TooLarge
from gtpengine.values.games import Game, canonical
from gtpengine.values.graph import GameGraph, LoopyGraph
from gtpengine.values.notation import parse

LEFT, RIGHT = 1, -1


def solve(*games: str, side: int = LEFT):
    return SumSearch().solve([parse(game) for game in games], side)


def test_switches_are_played_in_order_of_size():
    proof = solve("1|0", "5|0", "3|0")
    assert proof.score == 5 + 0 + 1
    assert proof.moves == (SumOption(1, 0),)
    assert solve("1|0", "5|0", "3|0", side=RIGHT).score == 3


def test_the_papers_sum_of_five_switches():
    """M93: 1|0 + ... + 5|0: the canonical form's outermost leaves are 15 and 0, stops 9 and 6."""
    games = ["1|0", "2|0", "3|0", "4|0", "5|0"]
    assert solve(*games).score == 5 + 3 + 1
    assert solve(*games, side=RIGHT).score == 4 + 2


def test_real_moves_are_told_even_if_they_reverse_out():
    """10|0||0|-20 equals 0, so its canonical form has no moves; on the board there are two."""
    proof = solve("10|0||0|-20")
    assert (proof.score, proof.moves) == (0, (SumOption(0, 0),))
    # Beside a gote it is a threat that may be played first, or not.
    proof = solve("10|0||0|-20", "3|-3")
    assert proof.score == 3
    assert proof.moves == (SumOption(0, 0), SumOption(1, 0))


def test_the_last_move_decides_between_equal_gains():
    """Dame under area scoring, 1|-1 each: with two of them and a gote, who plays first gets one."""
    assert solve("1|-1", "1|-1").score == 0
    assert solve("1|-1", "1|-1", "1|-1").score == 1


def test_numbers_are_added_and_offer_nothing():
    proof = solve("3", "1/2", "1|0")
    assert proof.score == Fraction(9, 2)
    assert solve("{1|4}").moves == ()
    assert solve("{1|4}").score == 2
    assert solve("3").moves == ()
    assert solve("3").score == 3


def test_several_options_of_one_game_are_told_apart():
    proof = solve("{{6|1},3|0}", "1|0")
    # By hand: 3 at once leaves 1|0 to White, 3 in all; 6|1 is answered, then 1|0 is Black's: 2.
    assert proof.scores == {SumOption(0, 0): 2, SumOption(0, 1): 3, SumOption(1, 0): 1}
    assert proof.moves == (SumOption(0, 1),)


def test_it_gives_up_at_its_limit_and_refuses_loops():
    with pytest.raises(TooLarge, match="more than 3 states"):
        SumSearch(3).solve([parse(game) for game in ("9|5||2|0", "8|1||0|-3", "7|2||1|-1")], LEFT)
    with pytest.raises(LoopyGraph):
        SumSearch().solve([parse("G={1|H}; H={G|0}")], LEFT)


def random_game(random: Random, depth: int) -> str:
    """Return a game of any kind: hot, cold, infinitesimal, with one or two options a side."""
    if depth == 0 or random.random() < 0.25:
        return str(random.randint(-4, 4))
    sides = [
        ",".join(random_game(random, depth - 1) for _ in range(random.randint(1, 2)))
        for _ in range(2)
    ]
    return "{" + "|".join(sides) + "}"


@cache
def stop(total: Game, side: int) -> Fraction:
    """Return the stop of one game by its definition: play ends at a number."""
    if total.number is not None:
        return total.number
    if side == LEFT:
        return max(stop(option, RIGHT) for option in total.left)
    return min(stop(option, LEFT) for option in total.right)


def option_value(graph: GameGraph, place: int, side: int) -> Game:
    root = graph.nodes[graph.root]
    option = (root.left if side == LEFT else root.right)[place]
    assert option.offset == 0
    return canonical(graph.rooted_at(option.node))


def test_random_sums_have_the_stops_of_their_canonical_sum():
    """The sum is computed as one game, in full: no memory of parts and no pruning of moves."""
    random = Random(7)
    search = SumSearch()
    hot = 0
    for _ in range(150):
        graphs = [parse(random_game(random, 2)) for _ in range(random.randint(1, 3))]
        games = [canonical(graph) for graph in graphs]
        total = games[0]
        for game in games[1:]:
            total = total + game
        for side in (LEFT, RIGHT):
            proof = search.solve(graphs, side)
            for (place, option), score in proof.scores.items():
                rest = total - games[place] + option_value(graphs[place], option, side)
                assert score == stop(rest, -side), (graphs, side)
            assert proof.score == stop(total, side), (graphs, side)
            if any(game.number is None for game in games):
                hot += 1
                assert proof.moves, (graphs, side)
    assert hot > 150
