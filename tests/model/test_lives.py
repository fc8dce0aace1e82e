"""Verdicts about chains: pictures of groups that live, die or hang, and moves that lose them."""

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.deadline import Deadline
from gtpengine.model.lives import LifeReader, belonging, corrected
from gtpengine.partition.bits import bits_of
from gtpengine.search.tree import fates
from gtpengine.search.tree.fates import Fate, around, fate, surroundings

# Black's corner has three points in a row: A1 lives or dies by B1's neighbour in the middle.
THREE = """
    O O O O O O O O O
    O O O O O O O O O
    O O O O O O O O O
    O O . O O . O O O
    O O O O O O O O O
    O O O O O O O O O
    O O O O O O O O O
    X X X X O O O O O
    . . . X O O O . O
    """
# Four in a row live, two eyes live, two points do not.
FOUR = THREE.replace("X X X X O O O O O\n    . . . X O", "X X X X X O O O O\n    . . . . X")
TWO = THREE.replace("X X X X O O O O O\n    . . . X O", "X X X O O O O O O\n    . . X O O")
# Neither may play at E4 or E6: it is seki.
SEKI = """
    O O O X X O X X X
    . O O X X O X X .
    O O O X X O X X X
    O O O X . O X X X
    O O O X X O X X X
    O O O X . O X X X
    O O O X X O X X X
    . O O X X O X X .
    O O O X X O X X X
    """


def at(vertex):
    return point_of(vertex, 9, 9)


def board(text):
    return Position.from_diagram(text, rules=JAPANESE)


def nobody_s(position):
    return dict.fromkeys(position.points(), 0.0)


def stones_for(position, share=1.0):
    """Return an ownership by which all stones stand."""
    owners = nobody_s(position)
    owners.update(dict.fromkeys(position.stones(BLACK), share))
    owners.update(dict.fromkeys(position.stones(WHITE), -share))
    return owners


def asked(text, vertex):
    position = board(text)
    owners = stones_for(position)
    owners.update(dict.fromkeys(position.chain_at(at(vertex)).stones, 0.0))
    with Deadline(20.0) as deadline:
        return LifeReader().fate(position, position.chain_at(at(vertex)), owners, deadline)


def test_around_a_point_are_the_chains_beside_it(monkeypatch):
    position = board(THREE)
    corner, wall = (position.chain_at(at(vertex)) for vertex in ("D1", "E1"))
    everything = bits_of([*corner.stones, *wall.stones, *corner.liberties, *wall.liberties])
    assert around(position, at("B1"), stones_for(position)) & ~everything == 0
    assert around(position, at("B1"), stones_for(position)) >> at("C1") & 1
    far = around(position, at("A9"), stones_for(position))  # White's wall alone
    assert far & bits_of(wall.stones) == bits_of(wall.stones)
    # Of chains with too much around them there is what touches them.
    monkeypatch.setattr(fates, "close_surroundings", lambda *_: None)
    far = around(position, at("A9"), stones_for(position))
    assert far == bits_of([*wall.stones, *wall.liberties, *corner.stones]) & far
    assert far >> at("H1") & 1


def test_three_in_a_row_hang_by_the_middle():
    found = asked(THREE, "D1")
    assert found.hangs
    assert (vertex_of(found.kill), vertex_of(found.save)) == ("B1", "B1")
    assert not found.lives
    assert not found.dies


@pytest.mark.parametrize(("text", "vertex", "lives"), [(FOUR, "E1", True), (TWO, "C1", False)])
def test_four_live_and_two_die(text, vertex, lives):
    found = asked(text, vertex)
    assert found.lives is lives
    assert found.dies is not lives


def test_the_surroundings_stop_at_what_stands_and_go_on_from_what_does_not():
    position = board(THREE)
    corner = position.chain_at(at("D1"))
    owners = stones_for(position)
    area = surroundings(position, corner, owners)
    assert {vertex_of(p) for p in position.points() if area >> p & 1} == (
        {vertex_of(stone) for stone in corner.stones} | {"A1", "B1", "C1"}
    )
    owners.update(dict.fromkeys(position.stones(WHITE), 0.0))
    wider = surroundings(position, corner, owners)
    assert wider >> at("H1") & 1  # White's chain beside the corner may be taken
    position.play(WHITE, at("C1"))
    wider = surroundings(position, position.chain_at(at("D1")), owners)
    assert wider >> at("C1") & 1


# Black's stones at the edge have one liberty, A5. They get out by taking C3, at D3.
WAY_OUT = """
    O O O O O O O O O
    O . O O O O O . O
    O O O O O O O O O
    O O O O O O O O O
    . O X X X X X X O
    X O X . X . X X O
    X X O . X X X X O
    X O X X X . X X O
    O O O O O O O O O
    """


def test_taking_a_stone_beside_a_chain_is_a_way_out():
    position = board(WAY_OUT)
    owners = stones_for(position)
    owners[at("C3")] = 1.0  # playouts give it to Black
    with Deadline(20.0) as deadline:
        found = LifeReader().fate(position, position.chain_at(at("A4")), owners, deadline)
    assert found.hangs
    assert (vertex_of(found.kill), vertex_of(found.save)) == ("A5", "D3")


def test_too_much_around_is_not_searched():
    stones = [point_of(vertex, 19, 19) for vertex in ("C3", "D4", "E5", "F6", "G7", "H8", "J9")]
    position = Position(19, 19)
    position.setup(stones, [], to_move=BLACK)
    chain = position.chain_at(stones[0])
    assert surroundings(position, chain, nobody_s(position)) is None
    assert surroundings(position, chain, stones_for(position)) is not None


def test_answers_are_remembered_until_something_near_changes():
    # With more eyes White's wall is not short of liberties after a move into one of them.
    position = board(THREE.replace("O O O O O O O O O", "O . O O . O O . O", 1))
    owners = stones_for(position)
    reader = LifeReader()
    chain = position.chain_at(at("D1"))
    with Deadline(20.0) as deadline:
        first = reader.fate(position, chain, owners, deadline)
    with Deadline(0.0) as late:
        late.wait()
        assert reader.fate(position, chain, owners, late) is first
        position.play(WHITE, at("C6"))  # far away, inside White's land
        assert reader.fate(position, position.chain_at(at("D1")), owners, late) is first
        position.play(BLACK, at("B1"))
        assert reader.fate(position, position.chain_at(at("D1")), owners, late) is None


def verdict(position, attacked, defended):
    chain = position.chain_at(at("D1"))
    points = dict.fromkeys([at("A1"), at("B1"), at("C1")], 0.5)
    return Fate(chain, 0, attacked, defended, at("B1"), at("B1"), points, points)


@pytest.mark.parametrize(
    ("attacked", "defended", "share", "stones", "eye"),
    [
        (1.0, 1.0, 0.2, 1.0, 0.0),  # lives
        (1.0, 1.0, -0.4, 1.0, 0.5),  # lives, against the playouts: so do the points around
        (1.0, 1.0, -0.9, -0.9, 0.0),  # too much against them
        (0.0, 0.0, -0.2, -1.0, 0.0),  # dies
        (0.0, 0.0, 0.6, 0.6, 0.0),  # a chain that playouts keep is not given up
        (0.0, 1.0, 0.3, 0.0, 0.0),  # hangs
        (0.0, 1.0, 0.9, 0.9, 0.0),
        (0.5, 0.6, 0.3, 0.3, 0.0),  # nothing is known
    ],
)
def test_verdicts_correct_an_ownership_that_does_not_belie_them(
    attacked, defended, share, stones, eye
):
    position = board(THREE)
    chain = position.chain_at(at("D1"))
    owners = {**nobody_s(position), **dict.fromkeys(chain.stones, share)}
    found = corrected(owners, [verdict(position, attacked, defended)])
    assert belonging(chain, found) == pytest.approx(stones)
    assert found[at("B1")] == eye
    assert found[at("C6")] == 0.0


def test_proved_stones_are_not_asked_about():
    position = board(THREE)
    every = sum(1 << point for point in position.points())
    with Deadline(20.0) as deadline:
        assert LifeReader().read(position, stones_for(position), deadline, every).fates == ()


def test_the_same_question_has_the_same_answer():
    position = board(THREE)
    chain = position.chain_at(at("D1"))
    area = surroundings(position, chain, stones_for(position))
    assert fate(position, chain, area, 300, seed=3) == fate(position, chain, area, 300, seed=3)
