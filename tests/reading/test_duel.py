"""The search for life and death against its slow twin, and what it says about loops and kos."""

import random
from dataclasses import replace

import pytest

from gtpengine.board.colours import BLACK
from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.partition.bits import components, flood, points_of, stones_of
from gtpengine.reading.arena import arena_of
from gtpengine.reading.duel import Duel, Ko
from gtpengine.reading.frame import Frame, Stones
from tests.oracles.slow_duel import SlowDuel, TooLarge
from tests.partition.boards import scattered

DUEL = Duel(20_000)


def frame_at(position: Position, stone: int) -> Frame | None:
    full, black, white = stones_of(position)
    own, foe = (black, white) if position.colour_at(stone) == BLACK else (white, black)
    frame = arena_of(Stones(full, own, foe), flood(1 << stone, own))
    return frame and replace(frame, dame=0)


def frames(rng: random.Random, count: int):
    """Yield small frames of random boards."""
    found = 0
    while found < count:
        position = scattered(rng, 4, rng.choice([4, 5, 6]))
        _, black, white = stones_of(position)
        many = max(black, white, key=int.bit_count)
        colour = many if rng.random() < 0.8 else black ^ white ^ many
        for chain in components(colour):
            frame = frame_at(position, next(points_of(chain)))
            empty = frame and frame.everything & ~frame.own & ~frame.foe
            if frame is not None and 2 <= empty.bit_count() <= 5:
                found += 1
                yield position, frame


@pytest.mark.checked
def test_it_agrees_with_its_slow_twin():
    compared = deaths = 0
    for position, frame in frames(random.Random(5), 40):
        for ko in Ko:
            slow = SlowDuel(frame, attacker_retakes=ko is Ko.ATTACKER, owner_retakes=ko is Ko.OWNER)
            for attacker_first in (True, False):
                try:
                    dies = slow.attacker_wins(attacker_first=attacker_first)
                except TooLarge:
                    continue
                fast = DUEL.fight(frame, attacker_first=attacker_first, ko=ko, nodes=20_000)
                compared += 1
                deaths += dies
                case = position.diagram(), frame.points(frame.target), ko, attacker_first
                assert fast.lives is (not dies), case
    assert compared > 60
    assert 10 < deaths < compared - 10


@pytest.mark.checked
def test_where_no_ko_matters_it_is_the_same_whoever_may_retake():
    compared = 0
    for position, frame in frames(random.Random(6), 40):
        for attacker_first in (True, False):
            fair = DUEL.fight(frame, attacker_first=attacker_first, ko=Ko.NOBODY, nodes=20_000)
            if fair.kos:
                continue
            for ko in (Ko.ATTACKER, Ko.OWNER):
                slow = SlowDuel(
                    frame, attacker_retakes=ko is Ko.ATTACKER, owner_retakes=ko is Ko.OWNER
                )
                try:
                    dies = slow.attacker_wins(attacker_first=attacker_first)
                except TooLarge:
                    continue
                compared += 1
                assert fair.lives is (not dies), (position.diagram(), ko, attacker_first)
    assert compared > 30


def test_a_double_ko_lives():
    # Black takes one ko whenever White takes the other. By hand; after tripod9 of GNU Go's suite.
    position = Position.from_diagram(
        """
        . O . . . .
        . O O O O O
        . O O O X X
        . O X X X .
        . O X X O X
        . . X O . O
        """,
        rules=JAPANESE,
    )
    frame = frame_at(position, point_of("C2", 6, 6))
    assert DUEL.fight(frame, attacker_first=True, ko=Ko.NOBODY, nodes=20_000).lives


def test_the_first_move_can_be_confined():
    position = Position.from_diagram(
        """
        X X X X X O
        X . . . X O
        X X X X X O
        O O O O O O
        . . . . . .
        """,
        rules=JAPANESE,
    )
    frame = frame_at(position, point_of("A5", 6, 5))
    outcomes = {}
    for vertex in ("B4", "C4"):
        first = frame.cells_of(1 << point_of(vertex, 6, 5))
        found = DUEL.fight(frame, attacker_first=True, ko=Ko.OWNER, nodes=1000, first=first)
        outcomes[vertex] = found.lives
        assert vertex_of(next(points_of(found.line[0]))) == vertex or found.lives
    assert outcomes == {"B4": True, "C4": False}
