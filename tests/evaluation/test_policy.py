"""The playout policy by pictures: what it answers, what it never does, and its slow twins."""

import random

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, EMPTY, WHITE, opponent
from gtpengine.board.layout import COLOUR
from gtpengine.board.points import NO_POINT, PASS, point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.board.vector import light_vector, vector_of
from gtpengine.evaluation import layout
from gtpengine.evaluation.kernels import probe
from gtpengine.evaluation.kernels.field import play_some_heavy
from gtpengine.evaluation.weights import default_weights


def picture(text, to_move=BLACK):
    return Position.from_diagram(text, to_move, rules=JAPANESE)


def at(position, vertex):
    return point_of(vertex, position.width, position.height)


def sure(**knobs):
    """The weights with every rule asked always, unless told otherwise."""
    weights = default_weights().copy()
    for knob in ("ASK_ATARI", "ASK_WEAK", "ASK_NAKADE"):
        weights[getattr(layout, knob)] = knobs.get(knob, 1.01)
    return weights


def moves_after(position, last, count=60, **knobs):
    """The names of the moves that the policy chooses after `last`, over many seeds."""
    vector, weights = vector_of(position), sure(**knobs)
    point = NO_POINT if last is None else at(position, last)
    found = set()
    for seed in range(count):
        work = light_vector(seed)
        found.add(int(probe.move(vector, weights, work, position.to_move, point)))
    return {vertex_of(point) for point in found}


@pytest.mark.checked
@pytest.mark.pure
def test_captures_the_last_move_in_atari():
    position = picture("""
        . . . . . . .
        . . X X . . .
        . X O O X . .
        . . X O . . .
        . . . X . . .
        . . . . . . .
        . . . . . . .
    """)
    assert moves_after(position, "D5") == {"E4"}


def test_saves_a_chain_that_the_last_move_put_into_atari():
    position = picture("""
        . . . . . . .
        . . . . . . .
        . . O O . . .
        . O X X . . .
        . . O O . . .
        . . . . . . .
        . . . . . . .
    """)
    assert moves_after(position, "D5") == {"E4"}


def test_saves_a_chain_by_capturing_the_stone_that_holds_it():
    position = picture("""
        . . . . . . .
        . . . . . . .
        O O O X . . .
        X X X O . . .
        . O O X X . .
        O . . . . . .
        . . . . . . .
    """)
    # The three stones cannot run at A3, but D4 has its last liberty at E4.
    assert moves_after(position, "D4") == {"E4"}


def test_does_not_run_on_the_edge_to_be_caught():
    position = picture("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . O O . . .
        . O X . . . .
    """)
    # D1 would have E1 and no more: in atari again, and lost.
    assert "D1" not in moves_after(position, "D2", ASK_WEAK=0)


LADDER = """
    . . . . . . .
    . . O . . . .
    . O X O . . .
    . O . . . . .
    . . . . . . .
    . . . . . b .
    . . . . . . .
"""


@pytest.mark.pure
def test_does_not_run_in_a_ladder_that_works():
    hopeless = picture(LADDER)
    assert not probe.runs(vector_of(hopeless), at(hopeless, "C5"))
    helped = picture(LADDER.replace("b", "X"))
    assert probe.runs(vector_of(helped), at(helped, "C5"))
    blocked = picture(LADDER.replace("b", "O"))
    assert not probe.runs(vector_of(blocked), at(blocked, "C5"))
    assert moves_after(helped, "C6") == {"C4"}


def test_finds_the_vital_point_of_a_closed_space():
    for rows, last, vital in (
        (
            """
            . . . . . . .
            . . . . . . .
            O O O O O . .
            O . . . O . .
            O O O O O . .
            . . . . . . .
            . . . . . . .
            """,
            "E4",
            "C4",
        ),
        (
            """
            . . . O . . .
            O O O O . . .
            O . . O . . .
            . . . O . . .
            O O O O . . .
            . . . . . . .
            . . . . . . .
            """,
            "D4",
            "B4",
        ),
        (
            """
            . . . . . . .
            . . O O O . .
            . O O . O O .
            . O . . . O .
            . O O . O O .
            . . O O O . .
            . . . . . . .
            """,
            "F4",
            "D4",
        ),
    ):
        assert moves_after(picture(rows), last) == {vital}


SEKI = """
    . X O O O O O
    X X O X X X O
    . X O X . O X
    X X O X . O X
    . X O X X O X
    X X O O O O X
    . X X X X X X
"""


@pytest.mark.checked
def test_leaves_a_seki_alone():
    """Whoever plays first between the seven black stones and the white ones would lose them."""
    position = picture(SEKI)
    shared = {at(position, "E5"), at(position, "E4")}
    for colour in (BLACK, WHITE):
        for seed in range(30):
            work = light_vector(seed)
            play_some_heavy(vector_of(position), default_weights(), work, colour, PASS, 60)
            assert all(work[COLOUR + point] == EMPTY for point in shared)


@pytest.mark.checked
@pytest.mark.pure
def test_games_follow_the_rules_and_fill_no_eyes():
    """Replay heavy games on the plain board, move by move; at the end nothing sensible is left."""
    weights = default_weights()
    for seed in range(2):
        position = Position(5, rules=JAPANESE)
        start = vector_of(position)
        colour, number = BLACK, 0
        while number < 75:
            number += 1
            work = light_vector(seed)
            if play_some_heavy(start, weights, work, BLACK, NO_POINT, number) < number:
                break
            stones = {p: int(work[COLOUR + p]) for p in position.points()}
            new = [p for p, c in stones.items() if c == colour and position.colour_at(p) != c]
            if new:
                assert len(new) == 1
                assert not position.is_own_eye(colour, new[0])
                position.play(colour, new[0])
            else:
                position.play(colour, PASS)
            assert stones == {p: position.colour_at(p) for p in position.points()}
            colour = opponent(colour)


def random_position(generator, size, moves):
    position = Position(size, rules=JAPANESE)
    for _ in range(moves):
        colour = position.to_move
        legal = [p for p in position.legal_points(colour) if not position.is_own_eye(colour, p)]
        position.play(colour, generator.choice(legal or [PASS]))
    return position


def test_judgements_without_playing_agree_with_playing():
    """Liberties after a move, two ways, against the plain board."""
    generator = random.Random(5)
    compared = 0
    for _ in range(40):
        position = random_position(generator, 7, generator.randrange(10, 60))
        vector = vector_of(position)
        colour = position.to_move
        for chain in position.chains():
            count = int(probe.liberties(vector, min(chain.stones)))
            assert count == min(3, len(chain.liberties))
        for point in position.legal_points(colour):
            twin = position.copy()
            twin.play(colour, point)
            chain = twin.chain_at(point)
            captures = sum(twin.prisoners) > sum(position.prisoners)
            sums, walked, size = (int(n) for n in probe.after(vector, point, colour))
            assert size == len(chain.stones)
            if not captures:
                assert sums == min(2, len(chain.liberties))
                assert walked == min(3, len(chain.liberties))
                compared += 1
    assert compared > 500


def test_every_bad_self_atari_is_one():
    """What the policy refuses: several stones left with one liberty, nothing captured."""
    generator = random.Random(6)
    refused = 0
    for _ in range(30):
        position = random_position(generator, 6, generator.randrange(20, 60))
        vector = vector_of(position)
        colour = position.to_move
        for point in position.legal_points(colour):
            twin = position.copy()
            twin.play(colour, point)
            chain = twin.chain_at(point)
            captures = sum(twin.prisoners) > sum(position.prisoners)
            in_atari = len(chain.liberties) == 1 and not captures and len(chain.stones) > 1
            bad = bool(probe.bad_self_atari(vector, point, colour))
            assert in_atari or not bad
            if in_atari and len(chain.stones) > 5:
                assert bad
            refused += bad
    assert refused > 15


def test_priors_are_positive_for_legal_moves_only():
    generator = random.Random(7)
    for _ in range(5):
        position = random_position(generator, 9, 40)
        colour = position.to_move
        out = np.full(1024, -1.0, dtype=np.float32)
        last = position.moves[-1].point
        probe.priors(vector_of(position), default_weights(), colour, last, out)
        legal = set(position.legal_points(colour))
        for point in position.points():
            assert (out[point] > 0) == (point in legal)
        eyes = [p for p in legal if position.is_own_eye(colour, p)]
        others = [p for p in legal if not position.is_own_eye(colour, p)]
        if eyes and others:
            assert max(out[p] for p in eyes) < max(out[p] for p in others)
