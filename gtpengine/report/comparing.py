"""A played move against the best one, by searches of equal sizes after each of them.

The same searches, longer, say whether a move is clearly their own choice.

The searches know nothing of regions and their values, so what they say is a second opinion.
Importing this module loads, or compiles, the kernels of the search.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.deadline import LONGEST_SECONDS, Deadline
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinker import Thinker
from gtpengine.report.comparison import Comparison
from gtpengine.report.judging import is_clear

VISITS = (300, 500)  # of the two searches
LONG = 2000  # visits of searches that confirm the choice of a short one
LONGER = (2000, 3000)  # of two that accuse without an account

Searched = Callable[[Position, int], dict[str, Any]]


def compared_by(searched: Searched) -> Callable[[Position, int, int], Comparison]:
    """Return what compares moves, given what searches a position with so many visits."""

    def compared(position: Position, best: int, played: int) -> Comparison:
        return _compared(searched, position, best, played, VISITS)

    return compared


def accused_by(searched: Searched) -> Callable[[Position, int], tuple[int, Comparison] | None]:
    """Return what tells the choice of long searches and compares it with a played move.

    None where they choose the same.
    """

    def accused(position: Position, played: int) -> tuple[int, Comparison] | None:
        found = str(searched(position, LONG)["move"])
        best = point_of(found, position.width, position.height)
        if best == played:
            return None
        return best, _compared(searched, position, best, played, LONGER)

    return accused


def _compared(
    searched: Searched, position: Position, best: int, played: int, sizes: tuple[int, ...]
) -> Comparison:
    leads = {}
    for point in (best, played):
        after = position.copy()
        after.play(position.to_move, point)
        # The lead is that of the opponent, who is to move now.
        leads[point] = [-float(searched(after, visits)["lead"]) for visits in sizes]
    both = zip(leads[best], leads[played], strict=True)
    return Comparison("search", tuple(round(one - other, 3) for one, other in both))


def confirmed_by(searched: Searched) -> Callable[[Position, int], bool]:
    """Return what tells whether long searches clearly choose a move, given what searches."""

    def confirmed(position: Position, point: int) -> bool:
        before = searched(position, LONG)
        if before["move"] != vertex_of(point):
            return False
        after = position.copy()
        after.play(position.to_move, point)
        fall = float(before["first"]) + float(searched(after, LONG)["lead"])
        return is_clear(float(before["share"]), fall)

    return confirmed


def searched(position: Position, visits: int) -> dict[str, Any]:
    """Return the lead of the player to move by a search of the whole board, and its choice.

    That is the move, its share of the visits, and the lead after it.
    """
    settings = replace(Settings(), visits=visits, one_region=True)
    with Deadline(LONGEST_SECONDS) as deadline:
        found = _thinker().think(position, deadline, settings)
    first = max(found.candidates, key=lambda each: each.visits)
    share = first.visits / max(sum(each.visits for each in found.candidates), 1)
    return {
        "lead": round(found.lead, 3),
        "visits": found.visits,
        "move": vertex_of(first.point),
        "share": round(share, 3),
        "first": round(first.lead, 3),
    }


@cache
def _thinker() -> Thinker:
    """Return the one that thinks here; with a number of visits nothing is kept between thoughts."""
    return Thinker()
