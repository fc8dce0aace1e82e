"""A game reviewed for the browser, one position at a time: the plot grows while it is made.

Importing this module loads, or compiles, the kernels of local games.
"""

from typing import Any

from gtpengine.board.colours import BLACK
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.board.recordwriting import record_of
from gtpengine.deadline import Deadline
from gtpengine.report.movereview import MoveReview
from gtpengine.report.plotsvg import game_plot
from gtpengine.report.review import review_of
from gtpengine.report.reviewwords import amount, told, totals
from gtpengine.report.view import PositionView
from gtpengine.web.room import Room
from gtpengine.web.shelf import Shelf, position_key


class Reviewing:
    """The review of one game, as far as it is."""

    def __init__(
        self, position: Position, first: int, seconds: float, shelf: Shelf[PositionView]
    ) -> None:
        self.seconds = seconds
        self._record = record_of(position)
        self._first = first
        self._shelf = shelf
        self._views: list[PositionView] = []
        self._total = len(position.moves) - first + 2

    @property
    def is_done(self) -> bool:
        """Whether every position was looked at."""
        return len(self._views) >= self._total

    def go_on(self, room: Room, deadline: Deadline) -> None:
        """Look at the next position, and at all after it that are known; cut short, at none."""
        self._add_known()
        if self.is_done:
            return
        position = self._next()
        view = room.view(position, deadline)
        if deadline.was_stopped():
            return
        self._shelf.put(position_key(position), self.seconds, view)
        self._views.append(view)
        self._add_known()

    def _add_known(self) -> None:
        while not self.is_done:
            known = self._shelf.find(position_key(self._next()), self.seconds)
            if known is None:
                return
            self._views.append(known)

    def _next(self) -> Position:
        return self._record.position(self._first + len(self._views))

    def as_json(self) -> dict[str, Any]:
        """Return what is known: plot, words, and an account of each move."""
        found = review_of(self._record, self._first, self._views)
        return {
            "first": self._first,
            "positions": len(self._views),
            "total": self._total,
            "plot": game_plot(found) if found.moves else "",
            "totals": totals(found) if found.moves else [],
            "worst": [move.number for move in found.worst(5)],
            "moves": [_move(move) for move in found.moves],
        }


def _move(move: MoveReview) -> dict[str, Any]:
    lead = move.before.lead
    return {
        "number": move.number,
        "colour": "b" if move.colour == BLACK else "w",
        "vertex": vertex_of(move.point),
        "cost": amount(move.loss, sure=move.sure) if move.loss else "",
        "loss": float(move.loss),
        "sure": move.sure,
        "best": None if move.best is None else vertex_of(move.best),
        "verdict": move.verdict.value,
        "words": told(move) if move.loss else "",
        "lead": None if lead is None else float(lead),
    }
