"""Ladders, nets, captures: pictures first, then every reply of the defender by brute force."""

import random

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.diagram import parse_diagram
from gtpengine.board.points import NO_POINT, PASS, point_at, point_of, vertex_of
from gtpengine.board.position import IllegalMove, Position
from gtpengine.board.rules import JAPANESE
from gtpengine.board.tactics import LADDER, NET, Fate, Tactician
from tests.oracles.slow_board import SlowBoard

OPEN_LADDER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X O X . . . .
    . . X O X . . . .
    . . . X . . . . .
"""


def tactician(picture: str) -> Tactician:
    return Tactician(Position.from_diagram(picture, rules=JAPANESE))


def named(vertex: str, size: int = 9) -> int:
    return point_of(vertex, size, size)


@pytest.mark.parametrize(
    ("picture", "stone", "fate", "moves"),
    [
        pytest.param(
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . . . .
            . X O . . . . . .
            . . X . . . . . .
            . . . . . . . . .
            """,
            "C3",
            Fate.CAPTURED,
            {"D3"},
            id="one liberty: take it",
        ),
        pytest.param(
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . X O . . . . . .
            . . X X . . . . .
            . . . . . . . . .
            """,
            "C3",
            Fate.CAPTURED,
            {"C4", "D3"},
            id="ladder to the upper right works",
        ),
        pytest.param(
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . O . . .
            . . . . . . . . .
            . . . . . . . . .
            . X O . . . . . .
            . . X X . . . . .
            . . . . . . . . .
            """,
            "C3",
            Fate.ESCAPES,
            set(),
            id="a white stone on the diagonal breaks it",
        ),
        pytest.param(
            """
            . . . . .
            . . . . .
            . . . . .
            X O X . .
            . X . . .
            """,
            "B2",
            Fate.CAPTURED,
            {"B3"},
            id="atari from above",
        ),
    ],
)
def test_ladders(picture, stone, fate, moves):
    size = parse_diagram(picture).width
    verdict = tactician(picture).ladder(named(stone, size))
    assert verdict.fate is fate
    if fate is Fate.CAPTURED:
        assert vertex_of(verdict.move) in moves


def test_breakers_lie_on_the_ladder_and_really_break_it():
    picture = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . X O . . . . . .
    . . X X . . . . .
    . . . . . . . . .
    """
    position = Position.from_diagram(picture, rules=JAPANESE)
    breakers = Tactician(position).ladder_breakers(named("C3"))
    assert named("F6") in breakers
    everywhere = []
    for point in position.points():
        trial = position.copy()
        try:
            trial.play(WHITE, point)
        except IllegalMove:
            continue
        if Tactician(trial).ladder(named("C3")).fate is Fate.ESCAPES:
            everywhere.append(point)
    assert breakers == everywhere


def test_a_net_holds_where_a_ladder_does_not():
    # The geta: Black E3 beside the white stone's two liberties cannot be broken out of.
    picture = """
    . . . . . . .
    . . . . O . .
    . . . . . . .
    . . X . . . .
    . X O . . . .
    . . X X . . .
    . . . . . . .
    """
    reader = tactician(picture)
    verdict = reader.hunt(named("C3", 7), attacker_first=True, keep=NET, nodes=50_000)
    assert verdict.fate is Fate.CAPTURED


def test_self_atari_and_liberties_after_a_move():
    reader = tactician(
        """
        . O . . .
        O X . . .
        . O . . .
        . . . . .
        O . . . X
        """
    )
    assert reader.liberties(named("B4", 5)) == 1
    assert reader.liberties_after(named("C4", 5), BLACK) == 3
    assert reader.is_self_atari(named("A5", 5), BLACK) is False  # suicide is illegal, not atari
    assert reader.liberties_after(named("A5", 5), BLACK) == -1
    assert reader.is_self_atari(named("B4", 5), BLACK) is False
    assert reader.liberties_after(named("C4", 5), WHITE) == 4  # captures B4 and gains its point


def test_a_capture_that_a_ko_decides():
    position = Position.from_diagram(
        """
        . . X O .
        . X . X O
        . . X O .
        """,
        to_move=WHITE,
        rules=JAPANESE,
    )
    taken, banned = named("C2"), named("D2")
    position.play(WHITE, taken)
    assert position.ko_point == banned
    verdict = Tactician(position).hunt(taken, attacker_first=True, keep=LADDER)
    assert verdict.fate is Fate.KO
    position.play(BLACK, PASS)
    verdict = Tactician(position).hunt(taken, attacker_first=True, keep=LADDER)
    assert (verdict.fate, verdict.move) == (Fate.CAPTURED, banned)


def test_the_node_limit_is_honest():
    verdict = tactician(OPEN_LADDER).hunt(named("D3"), attacker_first=False, keep=3, nodes=5)
    assert verdict.fate is Fate.UNKNOWN
    assert verdict.nodes == 6


def slow_state(position: Position):
    stones = {}
    for point in position.points():
        if position.colour_at(point):
            stones[point // point_at(1, 0) - 1, point % point_at(1, 0) - 1] = position.colour_at(
                point
            )
    return frozenset(stones.items()), None


def expected(results: list[int | None]) -> Fate | None:
    """What two searches (defender, then attacker ignoring bans) come to; None if one is unknown."""
    if results[0] == 1:
        return Fate.CAPTURED
    if results[1] == 0:
        return Fate.ESCAPES
    return Fate.KO if results == [0, 1] else None


@pytest.mark.slow
@pytest.mark.parametrize("keep", [LADDER, NET])
def test_fates_agree_with_trying_every_reply(keep):
    """Random crowded boards: the zone argument must never miss a saving move."""
    generator = random.Random(keep)
    compared = dict.fromkeys(Fate, 0)
    while sum(compared.values()) < (1500 if keep == LADDER else 500):
        width, height = generator.choice([(3, 3), (4, 3), (4, 4), (5, 4)])
        position = crowded_position(generator, width, height)
        chains = [c for c in position.chains() if len(c.liberties) <= keep + 1]
        if not chains:
            continue
        chain = generator.choice(chains)
        stone = min(chain.stones)
        attacking = generator.randrange(2)
        master_results = [
            SlowBoard(width, height).hunt(
                slow_state(position),
                (stone // point_at(1, 0) - 1, stone % point_at(1, 0) - 1),
                attacking,
                keep,
                master,
                [3000],
            )
            for master in (chain.colour, 3 - chain.colour)
        ]
        fate = expected(master_results)
        if fate is None:
            continue
        verdict = Tactician(position).hunt(
            stone, attacker_first=bool(attacking), keep=keep, nodes=20_000
        )
        if verdict.fate is Fate.UNKNOWN:
            continue
        assert verdict.fate is fate, (position.diagram(), vertex_of(stone), attacking, keep)
        # Whoever began and got his way is told how; a chain with liberties to spare needs no move.
        if verdict.fate is (Fate.CAPTURED if attacking else Fate.ESCAPES):
            mover = 3 - chain.colour if attacking else chain.colour
            spare = not attacking and len(chain.liberties) > keep
            assert (verdict.move == NO_POINT) is spare, position.diagram()
            assert spare or verdict.move == PASS or position.is_legal(mover, verdict.move)
        compared[fate] += 1
    assert compared[Fate.CAPTURED] > 50
    assert compared[Fate.ESCAPES] > 50


def crowded_position(generator: random.Random, width: int, height: int) -> Position:
    position = Position(width, height, rules=JAPANESE)
    for _ in range(generator.randrange(4, 3 * width * height)):
        colour = generator.choice((BLACK, WHITE))
        legal = [
            p
            for p in position.points()
            if not position.is_own_eye(colour, p) and position.is_legal(colour, p)
        ]
        position.play(colour, generator.choice(legal or [PASS]))
    position.play(BLACK, PASS)
    return position
