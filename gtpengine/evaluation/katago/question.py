"""Questions about positions, in the keys of KataGo's analysis protocol.

KataGo knows the history of a game, so it is told; what stood before the first move is set up. It
takes whole and half komi only, and begins to count prisoners where its history begins: the rest is
in the komi that is sent, and `surplus` says what the answered leads lack.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gtpengine.board.colours import BLACK, WHITE, colour_letter, opponent
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import Rules, Scoring

_HALF = Fraction(1, 2)
_LEAST_SECONDS = 0.001  # 0 would be no limit, or an error


@dataclass(frozen=True)
class Question:
    """What is asked about one position.

    Attributes:
        position: with its history.
        visits: of the search.
        first: who moves; None: the one whose turn it is. The other one gets the position without
            history, as if it had been set up.
        ownership: ask whose each point will be.
        policy: ask what the network thinks of each move.
        seconds: of the search at most; None: as long as the visits take.
        hidden: moves of the first player that are not searched.
    """

    position: Position
    visits: int
    first: int | None = None
    ownership: bool = False
    policy: bool = False
    seconds: float | None = None
    hidden: frozenset[int] = frozenset()

    @property
    def to_move(self) -> int:
        """Who moves first in this question."""
        return self.position.to_move if self.first is None else self.first

    @property
    def surplus(self) -> Fraction:
        """What is added to Black's answered lead to get the lead: komi finer than a half point."""
        exact = _komi(self.position, self._start())
        return _sent(exact) - exact

    def _start(self) -> Position:
        """Return the position in which the history that is told begins."""
        start = self.position.copy()
        if self._has_history():
            while start.moves:
                start.undo()
        return start

    def _has_history(self) -> bool:
        """Tell whether the moves lead to the player who is to move."""
        moves = self.position.moves
        return not moves or self.to_move == opponent(moves[-1].colour)

    def fields(self) -> dict[str, Any]:
        """Return the query as a JSON object without its `id`."""
        position, start = self.position, self._start()
        moves = position.moves if self._has_history() else []
        komi = _sent(_komi(position, start))
        found: dict[str, Any] = {
            "boardXSize": position.width,
            "boardYSize": position.height,
            "rules": rules_object(position.rules),
            "komi": int(komi) if komi.denominator == 1 else float(komi),
            "initialStones": [
                [colour_letter(colour), vertex_of(point)]
                for colour in (BLACK, WHITE)
                for point in start.stones(colour)
            ],
            "initialPlayer": colour_letter(moves[0].colour if moves else self.to_move),
            "moves": [[colour_letter(move.colour), vertex_of(move.point)] for move in moves],
            "maxVisits": self.visits,
            "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
        }
        if self.seconds is not None:
            found["overrideSettings"]["maxTime"] = max(round(self.seconds, 3), _LEAST_SECONDS)
        if self.hidden:
            moves_hidden = [vertex_of(point) for point in sorted(self.hidden)]
            player = colour_letter(self.to_move)
            found["avoidMoves"] = [{"player": player, "moves": moves_hidden, "untilDepth": 1}]
        if self.ownership:
            found["includeOwnership"] = True
        if self.policy:
            found["includePolicy"] = True
        return found


def rules_object(rules: Rules) -> dict[str, Any]:
    """Return rules in KataGo's keys; White's bonus for a handicap is in the komi instead."""
    return {
        "ko": rules.ko.name,
        "scoring": rules.scoring.name,
        "tax": "NONE" if rules.scoring is Scoring.AREA else "SEKI",
        "suicide": rules.suicide,
        "hasButton": False,
        "whiteHandicapBonus": "0",
    }


def _komi(position: Position, start: Position) -> Fraction:
    """Return all that White has ahead of what is counted from `start` on."""
    komi = position.komi + position.rules.handicap_bonus.points(position.handicap)
    if position.rules.scoring is Scoring.TERRITORY:
        komi += start.prisoners[WHITE] - start.prisoners[BLACK]
    return komi


def _sent(komi: Fraction) -> Fraction:
    """Return the nearest komi that KataGo takes."""
    return math.floor(komi * 2 + _HALF) * _HALF
