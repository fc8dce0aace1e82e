"""Groups and their eyes, as pictures; captures that are sure, against a full search."""

import random

import pytest

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.points import PASS, point_of, vertex_of
from gtpengine.board.position import BadSetup, Position
from gtpengine.partition.bits import bits_of, points_of, stones_of
from gtpengine.partition.capture import Fight, sure_captures
from gtpengine.partition.groups import groups_of

EYES = [
    pytest.param(". X O\nX X O\nO O O", 1, id="one point"),
    pytest.param(". . X O\nX X X O\nO O O O", 1, id="two points"),
    pytest.param(". . . X O\nX X X X O\nO O O O O", 1, id="three in a row"),
    pytest.param(". . . . X O\nX X X X X O\nO O O O O O", 2, id="four in a row"),
    pytest.param(". . X O\n. . X O\nX X X O\nO O O O", 1, id="a square"),
    pytest.param(". X . X O\nX X X X O\nO O O O O", 2, id="two single points"),
    pytest.param(". O . X O\nX X X X O\nO O O O O", 1, id="a dead stone in the middle of three"),
    pytest.param("X X X .\nX X X O\nO O O O", 0, id="none"),
    pytest.param(
        ". X . . X . O\nX X . . X X O\nO O X X O O O",
        2,
        id="two chains hold together by their land",
    ),
]


@pytest.mark.parametrize(("board", "eyes"), EYES)
def test_eyes(board, eyes):
    width = len(board.split("\n")[0].split())
    position = Position.from_diagram(board + "\n" + ". " * width)
    full, black, white = stones_of(position)
    inside = bits_of(
        stone
        for chain in position.chains()
        if chain.colour == WHITE and len(chain.stones) == 1
        for stone in chain.stones
    )
    [group] = [each for each in groups_of(full, black, white, inside) if each.colour == BLACK]
    assert group.stones == black
    assert group.eyes == eyes


def captures(position, target, stake, area, colour):
    """Return the moves of `colour` that force the capture, by searching every line of play.

    Lines that repeat a position fail, and so does whatever follows the loss of a stone at stake.
    """

    def stands():
        return tuple(position.colour_at(point) for point in position.points())

    def attack(seen):
        return any(wins(point, seen) for point in area if position.colour_at(point) == EMPTY)

    def wins(point, seen):
        if not position.is_legal(colour, point):
            return False
        position.play(colour, point)
        now = (stands(), WHITE)
        if position.colour_at(target) != 3 - colour:
            good = True
        else:
            good = now not in seen and defend(seen | {now})
        position.undo()
        return good

    def defend(seen):
        for point in [PASS, *area]:
            if point != PASS and (
                position.colour_at(point) != EMPTY or not position.is_legal(3 - colour, point)
            ):
                continue
            position.play(3 - colour, point)
            now = (stands(), BLACK)
            lost = any(position.colour_at(stone) != colour for stone in stake)
            good = not lost and now not in seen and attack(seen | {now})
            position.undo()
            if not good:
                return False
        return True

    empty = [point for point in area if position.colour_at(point) == EMPTY]
    return {point for point in empty if wins(point, frozenset())}


def random_fight(seed):
    """Return a board 5 wide with two outer rows and a random fight between them, or None."""
    chance = random.Random(seed)
    rows = ["XXXXX", "X.X.X", "XXXXX", "".join(chance.choice("XO.") for _ in range(5))]
    rows += ["".join(chance.choice("XOO.") for _ in range(5)), "OOOOO", "O.O.O", "OOOOO"]
    return Position.from_diagram("\n".join(" ".join(row) for row in rows))


def test_sure_captures_are_those_of_a_full_search():
    compared = found = 0
    for seed in range(400):
        try:
            position = random_fight(seed)
        except BadSetup:
            continue
        full, black, white = stones_of(position)
        empty = full & ~black & ~white
        inner = [
            chain
            for chain in position.chains()
            if chain.liberties and len(chain.stones) < 8 and chain.colour == WHITE
        ]
        middle = bits_of(point_of(f"{c}{r}", 5, 8) for c in "ABCDE" for r in (4, 5))
        if not inner or not 1 <= (empty & middle).bit_count() <= 3:
            continue
        target = min(inner, key=lambda chain: min(chain.stones))
        outer = position.chain_at(point_of("A8", 5, 8)).stones
        area = middle
        fight = Fight(full, black, white, bits_of(target.stones), bits_of(outer), area)
        sure = sure_captures(fight)
        assert sure is not None
        wanted = captures(position, min(target.stones), outer, tuple(points_of(area)), BLACK)
        got = {vertex_of(point) for point in points_of(sure)}
        # A ko that the attacker wins by the ko rule alone is no sure capture.
        assert got <= {vertex_of(point) for point in wanted}
        if not any(_single_captures(position, middle)):
            assert got == {vertex_of(point) for point in wanted}
        compared += 1
        found += bool(got)
    assert compared >= 40
    assert found >= 10


def _single_captures(position, middle):
    """Tell for each stone in the middle whether it stands alone: a ko may come of it."""
    for point in points_of(middle):
        if position.colour_at(point) in (BLACK, WHITE):
            yield len(position.chain_at(point).stones) == 1
