"""Answers: what is known of a turn, in KataGo's keys, with our regions under `cgt`.

Figures are Black's unless the query says otherwise. Numbers of regions are exact fractions, as in
all JSON of this program; what is not known is null.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gtpengine.board.colours import EMPTY, WHITE, colour_letter
from gtpengine.board.points import PASS, point_at, vertex_of
from gtpengine.board.position import Position
from gtpengine.engine.decision import Candidate, Decision
from gtpengine.gtp.analysis.infolines import lcb, owners
from gtpengine.gtp.jsonmode.query import Query

OwnersAfter = Callable[[Sequence[int]], Mapping[int, Mapping[int, float]]]

ILLEGAL = -1.0


def answer_of(
    query: Query,
    turn: int,
    decision: Decision,
    *,
    during: bool,
    owners_after: OwnersAfter | None = None,
) -> dict[str, Any]:
    """Return the answer about one turn.

    Args:
        query: what was asked.
        turn: which turn of it.
        decision: what is known.
        during: the search goes on.
        owners_after: gives by move whose each point will be after it, 1 for Black.
    """
    colour = decision.position.to_move
    flipped = query.view is not None and query.view != colour
    shown = decision.without(query.hidden[colour])
    moves = shown.candidates or shown.others[:1]
    found: dict[str, Any] = {
        "id": query.id,
        "turnNumber": turn,
        "isDuringSearch": during,
        "moveInfos": [
            _move(move, order, decision, query, flipped=flipped) for order, move in enumerate(moves)
        ],
        "rootInfo": _root(decision, flipped=flipped),
    }
    if query.ownership:
        sign = -1.0 if flipped else 1.0
        found["ownership"] = [_rounded(sign * value) for value in owners(decision)]
    if query.moves_ownership and owners_after is not None:
        sign = -1 if (query.view or colour) == WHITE else 1
        after = owners_after([move.point for move in moves])
        for move, info in zip(moves, found["moveInfos"], strict=True):
            if move.point in after:
                info["ownership"] = _rows(decision.position, after[move.point], sign)
    if query.policy:
        found["policy"] = _policy(decision)
    if query.regions:
        found["cgt"] = None if decision.survey is None else regions_of(decision)
    return found


def nothing(query: Query, turn: int) -> dict[str, Any]:
    """Return the answer about a turn that was given up before anything was known."""
    return {"id": query.id, "turnNumber": turn, "isDuringSearch": False, "noResults": True}


def regions_of(decision: Decision) -> dict[str, Any]:
    """Return the regions: what each counts, what a move is worth, whether that is proved.

    Pre: they are known.
    """
    from gtpengine.report.analysisjson import as_json

    found = as_json(decision)
    return {
        "scoring": found["scoring"],
        "temperature": found["ambient"],
        "score": found["score"],
        "regions": [
            {
                "label": region["label"],
                "points": region["points"],
                "mean": region["mean"],
                "temperature": region["temperature"],
                "estimate": region.get("estimate"),
                "exact": region["exact"],
                "kind": region["kind"],
                "moves": {"B": region["black_move"], "W": region["white_move"]},
            }
            for region in found["regions"]
        ],
    }


def _move(
    move: Candidate, order: int, decision: Decision, query: Query, *, flipped: bool
) -> dict[str, Any]:
    rate, low = _rate(move.win_rate, flipped=flipped), _rate(lcb(move), flipped=flipped)
    lead = _rounded(-move.lead if flipped else move.lead)
    line = move.line[: query.pv_length]
    found: dict[str, Any] = {
        "move": vertex_of(move.point),
        "order": order,
        "visits": move.visits,
        "winrate": rate,
        "lcb": low,
        "utility": _rounded(2 * rate - 1),
        "utilityLcb": _rounded(2 * low - 1),
        "scoreLead": lead,
        "scoreMean": lead,
        "scoreSelfplay": lead,
        "scoreStdev": _rounded(decision.stdev),
        "prior": _rounded(move.prior),
        "weight": float(move.visits),
        "pv": [vertex_of(point) for point in line],
    }
    if query.pv_visits:
        found["pvVisits"] = list(move.line_visits[: len(line)])
    if query.regions:
        found["worth"] = None if move.worth is None else str(move.worth)
    return found


def _root(decision: Decision, *, flipped: bool) -> dict[str, Any]:
    rate = _rate(decision.win_rate, flipped=flipped)
    lead = _rounded(-decision.lead if flipped else decision.lead)
    position = decision.position
    return {
        "currentPlayer": colour_letter(position.to_move),
        "visits": decision.visits,
        "weight": float(decision.visits),
        "winrate": rate,
        "utility": _rounded(2 * rate - 1),
        "scoreLead": lead,
        "scoreSelfplay": lead,
        "scoreStdev": _rounded(decision.stdev),
        "thisHash": f"{position.hash & (2**64 - 1):016X}",
    }


def _policy(decision: Decision) -> list[float]:
    """Return the priors row by row from the upper left, a pass last; illegal moves have -1."""
    position = decision.position
    priors = {move.point: move.prior for move in (*decision.candidates, *decision.others)}
    colour = position.to_move

    def prior(point: int) -> float:
        if position.colour_at(point) != EMPTY or not position.is_legal(colour, point):
            return ILLEGAL
        return _rounded(priors.get(point, 0.0))

    found = [
        prior(point_at(row, column))
        for row in range(position.height, 0, -1)
        for column in range(1, position.width + 1)
    ]
    return [*found, _rounded(priors.get(PASS, 0.0))]


def _rows(position: Position, shares: Mapping[int, float], sign: int) -> list[float]:
    """Return the shares of all points row by row from the upper left."""
    return [
        _rounded(sign * shares.get(point_at(row, column), 0.0))
        for row in range(position.height, 0, -1)
        for column in range(1, position.width + 1)
    ]


def _rate(rate: float, *, flipped: bool) -> float:
    return _rounded(1.0 - rate if flipped else rate)


def _rounded(value: float) -> float:
    return round(value, 6)
