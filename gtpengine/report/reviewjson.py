"""A review as JSON: the format of `gtpengine review --json`. Numbers are exact fractions."""

from typing import Any

from gtpengine import __version__
from gtpengine.board.colours import BLACK, WHITE, colour_name
from gtpengine.board.points import vertex_of
from gtpengine.report.movereview import MoveReview
from gtpengine.report.review import Review


def as_json(found: Review) -> dict[str, Any]:
    """Return the review as a JSON object; what is not known is null."""
    record = found.record
    return {
        "engine": f"gtpengine {__version__}",
        "game": {
            "black": record.black_name,
            "white": record.white_name,
            "result": record.result,
            "moves": len(record.moves()),
            "board": {"width": record.width, "height": record.height},
        },
        "from": found.first,
        "endgame": found.endgame,
        "complete": found.complete,
        "remark": found.remark or None,
        "totals": {
            colour_name(colour): {
                "cost": str(found.total(colour)),
                "moves": sum(1 for move in found.moves if move.colour == colour),
                "judged": found.judged(colour),
                "sente_lost": found.sente_lost(colour),
            }
            for colour in (BLACK, WHITE)
        },
        "worst": [move.number for move in found.worst()],
        "moves": [_move(move) for move in found.moves],
    }


def _move(move: MoveReview) -> dict[str, Any]:
    account = move.account
    lead = move.before.lead
    return {
        "number": move.number,
        "colour": colour_name(move.colour),
        "move": vertex_of(move.point),
        "temperature": None if account is None else str(account.ambient),
        "gain": None if account is None else str(account.gain),
        "cost": _cost(move),
        "error": None if account is None else str(account.error),
        "sure": move.sure,
        "best": None if move.best is None else vertex_of(move.best),
        "verdict": move.verdict.value,
        "judged": move.judged,
        "why": None if move.doubt is None else move.doubt.value,
        "repeats": move.repeats,
        "lead": None if lead is None else str(lead),
        **_partner(move),
    }


def _cost(move: MoveReview) -> str | None:
    if move.judged and move.is_open:
        return str(move.loss)
    return None if move.account is None else str(move.account.cost)


def _partner(move: MoveReview) -> dict[str, Any]:
    """Return the partner's account of a move, nothing without a partner."""
    told = move.before.partner
    if told is None:
        return {}
    best = told.best[move.colour]
    cost = move.partner_cost
    return {
        "partner": {
            "name": told.name,
            "lead": round(told.lead, 3),
            "cost": None if cost is None else round(cost, 3),
            "best": None if best is None else vertex_of(best),
        }
    }
