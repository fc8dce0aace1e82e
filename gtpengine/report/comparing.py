"""A played move against the best one: searches of equal sizes after each of them.

The searches know nothing of regions and their values, so what they say is a second opinion.
Importing this module loads, or compiles, the kernels of the search.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from gtpengine.board.position import Position
from gtpengine.deadline import LONGEST_SECONDS, Deadline
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinker import Thinker
from gtpengine.report.judging import Comparison

VISITS = (300, 500)  # of the two searches

Searched = Callable[[Position, int], dict[str, Any]]


def compared_by(searched: Searched) -> Callable[[Position, int, int], Comparison]:
    """Return what compares moves, given what searches a position with so many visits."""

    def compared(position: Position, best: int, played: int) -> Comparison:
        leads = {}
        for point in (best, played):
            after = position.copy()
            after.play(position.to_move, point)
            # The lead is that of the opponent, who is to move now.
            leads[point] = [-float(searched(after, visits)["lead"]) for visits in VISITS]
        both = zip(leads[best], leads[played], strict=True)
        return Comparison("search", tuple(round(one - other, 3) for one, other in both))

    return compared


def searched(position: Position, visits: int) -> dict[str, Any]:
    """Return the lead of the player to move by a search of the whole board."""
    settings = replace(Settings(), visits=visits, one_region=True)
    with Deadline(LONGEST_SECONDS) as deadline:
        found = _thinker().think(position, deadline, settings)
    return {"lead": round(found.lead, 3), "visits": found.visits}


@cache
def _thinker() -> Thinker:
    """Return the one that thinks here; with a number of visits nothing is kept between thoughts."""
    return Thinker()
