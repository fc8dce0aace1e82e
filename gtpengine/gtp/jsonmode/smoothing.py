"""The lead along a game: what is known of the position before says something about this one.

A search of few playouts errs by points, and one move of a game changes little. So the lead is
filtered along the moves: between what the position before it promised and what the search says now,
by their errors (a Kalman filter of one number). A change that is far beyond the errors is a mistake
of a player, and is believed. Where all bounds are closed nothing is filtered.
"""

import math
from collections import OrderedDict
from dataclasses import dataclass, replace

from gtpengine.board.colours import BLACK
from gtpengine.board.position import Position
from gtpengine.engine.decision import Decision
from gtpengine.engine.lead import chance, summed_lead

_MOST = 10_000  # positions that are remembered
_STEP = 0.5  # points that an ordinary move changes the lead by
_SEARCH = 3.0  # errors of a search are so many times those of independent playouts
_FAR = 3.0  # errors beyond which a change is believed
_LEAST = 0.3  # points; no search is better than that

_Key = tuple[int, int, int, int, str]


@dataclass(frozen=True)
class Known:
    """Black's lead in a position and the variance of its error."""

    lead: float
    variance: float


class Smoothing:
    """Remembers the leads of positions and filters those that follow."""

    def __init__(self) -> None:
        self._known: OrderedDict[_Key, Known] = OrderedDict()

    def forget(self) -> None:
        """Drop all that is remembered."""
        self._known.clear()

    def smoothed(self, decision: Decision) -> Decision:
        """Return the decision with a lead that fits those before it; it is not remembered."""
        if summed_lead(decision) is not None:
            return decision
        sign = 1 if decision.position.to_move == BLACK else -1
        found = self._filtered(decision)
        moved = sign * found.lead - decision.lead
        # The chance moves with the lead, as far as single results are spread around it.
        spread = max(decision.stdev, math.sqrt(found.variance))
        shift = chance(sign * found.lead, spread) - chance(decision.lead, spread)

        def clipped(value: float) -> float:
            return min(max(value, 0.0), 1.0)

        return replace(
            decision,
            lead=decision.lead + moved,
            win_rate=clipped(decision.win_rate + shift),
            candidates=tuple(
                replace(each, lead=each.lead + moved, win_rate=clipped(each.win_rate + shift))
                for each in decision.candidates
            ),
            others=tuple(
                replace(each, lead=each.lead + moved, win_rate=clipped(each.win_rate + shift))
                for each in decision.others
            ),
        )

    def remember(self, decision: Decision) -> None:
        """Keep what a finished search says, for the positions that follow; not smoothed yet."""
        exact = summed_lead(decision)
        sign = 1 if decision.position.to_move == BLACK else -1
        found = self._filtered(decision)
        if exact is not None:
            found = Known(sign * float(exact), _LEAST**2)
        self._known[_key(decision.position)] = found
        while len(self._known) > _MOST:
            self._known.popitem(last=False)

    def _filtered(self, decision: Decision) -> Known:
        sign = 1 if decision.position.to_move == BLACK else -1
        error = _SEARCH * decision.stdev / math.sqrt(max(decision.visits, 1))
        seen = Known(sign * decision.lead, max(error, _LEAST) ** 2)
        before = self._before(decision.position)
        if before is None:
            return seen
        variance = before.variance + _STEP**2
        change = seen.lead - before.lead
        total = variance + seen.variance
        if abs(change) > _FAR * math.sqrt(total):
            return seen
        share = variance / total
        return Known(before.lead + share * change, (1.0 - share) * variance)

    def _before(self, position: Position) -> Known | None:
        if not position.moves:
            return None
        earlier = position.copy()
        earlier.undo()
        return self._known.get(_key(earlier))


def _key(position: Position) -> _Key:
    stones = position.hash, position.to_move, position.width, position.height
    return *stones, f"{position.komi} {position.prisoners} {position.rules.name}"
