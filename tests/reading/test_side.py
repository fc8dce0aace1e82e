"""Groups that miai link and eyes that are proved apart: pictures, and attacks on the real board."""

import random

from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.partition.bits import Bits, bits_of, components, flood, stones_of
from gtpengine.reading.attack import Attack
from gtpengine.reading.frame import Stones, frame_of, with_eye
from gtpengine.reading.links import Group, group_of
from gtpengine.reading.side import Side
from gtpengine.reading.solver import KoRule, Solver
from gtpengine.reading.strategy import Joined, Miai
from tests.partition.boards import scattered

SOLVER = Solver(4_000)

TWO_CORNERS = """
    . . X X X X X . .
    . . X O O O X . .
    X X X O . O X X X
    O O O O . O O O O
    . . . . . . . . .
    """


def board(picture: str) -> tuple[Position, Stones]:
    """Return a picture's position and its stones, Black's first."""
    position = Position.from_diagram(picture, rules=JAPANESE)
    return position, Stones(*stones_of(position))


def named(position: Position, text: str) -> Bits:
    return bits_of(point_of(name, position.width, position.height) for name in text.split())


def two_eyes(stones: Stones, group: Group, areas: list[Bits]):
    """Return Black's side and what it proves."""
    strategies = {}
    side = Side(SOLVER, stones, 1, strategies)
    found = side.by_two_eyes(group, areas, 0)
    return found, strategies.get(found)


def test_a_pair_of_points_links_two_chains_and_one_point_does_not():
    position, stones = board("""
        X X X . X X X
        O O X . X O O
        . O X O X O .
        . O O O O O .
        """)
    left = flood(1 << point_of("A4", 7, 4), stones.own)
    group = group_of(stones.own, left, stones.empty, 0)
    assert group.chains == stones.own
    assert group.pairs == (named(position, "D3 D4"),)
    alone = group_of(stones.own, left, stones.empty & ~named(position, "D4"), 0)
    assert alone == Group(left)


def test_links_spare_the_points_of_lands():
    position, stones = board("""
        X X X . X X
        O O X . X O
        . O X . X O
        . O O O O O
        """)
    left = flood(1 << point_of("A4", 6, 4), stones.own)
    group = group_of(stones.own, left, stones.empty, named(position, "D3"))
    assert group.pairs == (named(position, "D2 D4"),)


def test_miai_answers_with_the_other_point_once():
    position, _ = board(". . . .\n. . . .")
    one, two, three, four = (point_of(name, 4, 2) for name in ("A1", "B1", "C1", "D1"))
    miai = Miai([named(position, "A1 C1"), named(position, "B1 D1")])
    answer, turn = miai.answer(0, one)
    assert answer == three
    assert not miai.matters(turn, one)
    assert not miai.matters(turn, three)
    assert miai.answer(turn, four) == (two, len(miai) - 1)
    assert miai.zone(len(miai) - 1) == 0


def test_an_eye_counts_only_beside_another_one():
    _, stones = board("""
        . X O .
        X X O .
        O O O .
        """)
    position, _ = board(". . . .\n. . . .\n. . . .")
    corner = named(position, "A3")
    frame = frame_of(stones, corner, stones.own & ~corner, 0, joined=True)
    assert frame is not None
    for tried, proved in ((frame, False), (with_eye(frame), True)):
        found = SOLVER.solve(tried, prover_first=False, ko=KoRule.AGAINST, nodes=100)
        assert found.proved == proved


def test_eyes_in_two_corners_are_proved_apart():
    position, stones = board(TWO_CORNERS)
    chain = flood(1 << point_of("E5", 9, 5), stones.own)
    left = named(position, "A4 A5 B4 B5")
    right = named(position, "H4 H5 J4 J5")
    found, strategy = two_eyes(stones, Group(chain), [left, right])
    assert found is not None
    assert found.zone & left
    assert found.zone & right
    attack = Attack(stones, [(found, strategy)], 0)
    refutation, tried = attack.by_all_moves(5, 20_000)
    assert refutation is None
    assert tried > 30


def test_one_corner_has_no_eyes_in_zones_apart():
    position, stones = board(TWO_CORNERS)
    chain = flood(1 << point_of("E5", 9, 5), stones.own)
    found, _ = two_eyes(stones, Group(chain), [named(position, "A4 A5 B4 B5")])
    assert found is None


def test_groups_with_eyes_apart_hold_against_attackers():
    rng = random.Random(5)
    proofs = linked = tried = 0
    for _ in range(400):
        position = scattered(rng, rng.choice([7, 9]), rng.choice([5, 7]))
        full, black, white = stones_of(position)
        own, foe = (black, white) if black.bit_count() > white.bit_count() else (white, black)
        stones = Stones(full, own, foe)
        for chain in components(own):
            group = group_of(own, chain, stones.empty, 0)
            areas = [area & ~foe & ~group.links for area in components(full & ~own)]
            found, strategy = two_eyes(stones, group, areas)
            if found is None or not isinstance(strategy, Joined):
                continue
            proofs += 1
            linked += bool(group.pairs)
            attack = Attack(stones, [(found, strategy)], 0)
            refutation, some = attack.by_all_moves(4, 300)
            tried += some
            assert refutation is None, (position.diagram(), names(refutation.moves))
            for _ in range(5):
                refutation = attack.at_random(rng, 40)
                assert refutation is None, (position.diagram(), names(refutation.moves))
    assert proofs > 100
    assert linked > 10
    assert tried > 1000


def names(moves: tuple[int, ...]) -> str:
    return " ".join(vertex_of(move) if move else "-" for move in moves)


def test_a_false_link_is_refuted():
    # Black's two parts hang together by D4 and D5. With a white stone at D5 they do not.
    position, stones = board("""
        X X X . X X X
        . O X . X O .
        X X X O X X X
        O O O O O O O
        . . . . . . .
        """)
    group = Group(stones.own, (named(position, "D4 D5"),))
    found, strategy = two_eyes(stones, group, [named(position, "A4"), named(position, "G4")])
    assert found is not None
    worse = Stones(stones.full, stones.own, stones.foe | named(position, "D5"))
    assert Attack(stones, [(found, strategy)], 0).by_all_moves(4, 5000)[0] is None
    assert any(
        Attack(worse, [(found, strategy)], 0).at_random(random.Random(seed), 40) is not None
        for seed in range(50)
    )
