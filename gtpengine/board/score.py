"""Counting a finished board, given which stones are dead. Black minus White, komi included."""

from collections.abc import Iterable
from fractions import Fraction

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE, opponent
from gtpengine.board.komi import decimal_text
from gtpengine.board.points import SIDES
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring


def owners(position: Position, dead: Iterable[int] = ()) -> dict[int, int]:
    """Return for every point who owns it once `dead` stones are lifted: BLACK, WHITE or EMPTY.

    A stone belongs to its colour, a surrounded point to the only colour that its region touches.
    """
    gone = set(dead)
    owner = {
        point: EMPTY if point in gone else position.colour_at(point) for point in position.points()
    }
    done: set[int] = set()
    for start, colour in list(owner.items()):
        if colour != EMPTY or start in done:
            continue
        region, touched = {start}, set()
        todo = [start]
        while todo:
            point = todo.pop()
            for side in SIDES:
                near = owner.get(point + side, WALL)
                if near == EMPTY and point + side not in region:
                    region.add(point + side)
                    todo.append(point + side)
                elif near in (BLACK, WHITE):
                    touched.add(near)
        done |= region
        if len(touched) == 1:
            owner.update(dict.fromkeys(region, touched.pop()))
    return owner


def area_score(position: Position, dead: Iterable[int] = ()) -> Fraction:
    """Return stones and surrounded points, less komi and White's handicap bonus."""
    owner = list(owners(position, dead).values())
    bonus = position.rules.handicap_bonus.points(position.handicap)
    return owner.count(BLACK) - owner.count(WHITE) - position.komi - bonus


def territory_score(
    position: Position, dead: Iterable[int] = (), seki: Iterable[int] = ()
) -> Fraction:
    """Return surrounded points and prisoners, less komi; dead stones count twice, as usual.

    Points surrounded by stones in `seki` are nobody's, as Japanese rules have it.
    """
    gone = set(dead)
    in_seki = set(seki)
    owner = owners(position, gone)
    total = Fraction(position.prisoners[BLACK] - position.prisoners[WHITE])
    sign = {BLACK: 1, WHITE: -1, EMPTY: 0}
    for point in gone:
        total += sign[opponent(position.colour_at(point))]
    for point, colour in owner.items():
        surrounded = position.colour_at(point) == EMPTY or point in gone
        if surrounded and not (in_seki and _touches(owner, point, in_seki, position, gone)):
            total += sign[colour]
    return total - position.komi


def _touches(
    owner: dict[int, int], start: int, stones: set[int], position: Position, gone: set[int]
) -> bool:
    """Tell whether the surrounded region of `start` borders on one of `stones`."""
    region, todo = {start}, [start]
    while todo:
        point = todo.pop()
        for side in SIDES:
            near = point + side
            if near in stones:
                return True
            inner = near in owner and (position.colour_at(near) == EMPTY or near in gone)
            if inner and near not in region:
                region.add(near)
                todo.append(near)
    return False


def score(position: Position, dead: Iterable[int] = (), seki: Iterable[int] = ()) -> Fraction:
    """Return the score by the position's own rules."""
    if position.rules.scoring is Scoring.AREA:
        return area_score(position, dead)
    return territory_score(position, dead, seki)


def result_text(points: Fraction) -> str:
    """Return a score as GTP and SGF write it: 'B+3.5', 'W+12', '0' for a draw."""
    if points == 0:
        return "0"
    return f"{'B' if points > 0 else 'W'}+{decimal_text(abs(points))}"
