"""An analysis with a partner: its judgement of the board, our values of the regions.

The partner says whose the points are, who is ahead and which moves are worth a look. The borders of
regions follow from that; what a move in a region is worth, whether it is sente and how hot a ko is,
is ours. The JSON says under `partner` what came from it.
"""

from dataclasses import replace
from typing import Any

from gtpengine.board.colours import BLACK, WHITE, colour_name
from gtpengine.board.points import PASS, vertex_of
from gtpengine.deadline import Deadline
from gtpengine.engine.deciding import decide
from gtpengine.engine.decision import Decision
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinker import Thinker
from gtpengine.evaluation.katago.evaluator import Evaluation
from gtpengine.evaluation.katago.judgement import Judgement, for_player
from gtpengine.search.findings import Counts, Findings, MoveFinding
from gtpengine.strategy.chooser import Chooser, Policy, Strategy

_SHOWN_MOVES = 6  # of a variation
_LISTED = 10  # candidates of each colour in the JSON


def partnered(
    evaluation: Evaluation, deadline: Deadline, settings: Settings, thinker: Thinker
) -> Decision:
    """Return the decision that follows from a partner's view; all time goes into the regions.

    The move is the partner's; among moves that are the same to it, our strategy chooses.
    """
    position = evaluation.position
    thinker.model.limits = settings.model
    survey = thinker.model.survey(
        position,
        evaluation.ownership,
        deadline.remaining(),
        sure=settings.model.sure,
        themes=True,
    )
    found = decide(
        position,
        _findings(evaluation),
        survey,
        Counts(0, 0, 0, 0),
        Chooser(Policy(Strategy(settings.strategy))),
        settings.decision,
        fill_dame=settings.fill_dame,
    )
    # The decision words a search of ours; what the partner found is told in its own terms.
    own = [reason for reason in found.reasons if " visits, " not in reason]
    return replace(found, reasons=(_said(evaluation), *own))


def _findings(evaluation: Evaluation) -> Findings:
    """Return a judgement in the form in which our own search tells what it found."""
    told = evaluation.judgement
    moves = [
        MoveFinding(
            each.point,
            each.visits,
            _rate(each.win_rate, told.to_move),
            for_player(each.lead, told.to_move),
            _rate(each.win_rate, told.to_move),
            each.prior,
            each.line or (each.point,),
        )
        for each in told.candidates
    ]
    if not moves:
        lead = for_player(told.lead, told.to_move)
        rate = _rate(told.win_rate, told.to_move)
        moves = [MoveFinding(PASS, 1, rate, lead, rate, 1.0, (PASS,))]
    return Findings(
        told.to_move,
        tuple(moves),
        told.visits,
        _rate(told.win_rate, told.to_move),
        told.lead,
        0.0,  # it tells no spread of single results; so only equal leads are the same
        evaluation.ownership,
        told.visits,
        full=False,
    )


def _rate(black: float, colour: int) -> float:
    return black if colour == BLACK else 1.0 - black


def _said(evaluation: Evaluation) -> str:
    told = evaluation.judgement
    best = told.best
    if best is None:
        return f"{evaluation.by} names no move"
    line = " ".join(vertex_of(point) for point in best.line[:_SHOWN_MOVES])
    lead = for_player(best.lead, told.to_move)
    return (
        f"{vertex_of(best.point)}: the first choice of {evaluation.by} after {told.visits} visits, "
        f"{colour_name(told.to_move)} leads by {lead:+.1f}; {line}"
    )


def partner_json(evaluation: Evaluation) -> dict[str, Any]:
    """Return what came from the partner, for the JSON of an analysis; figures are Black's."""
    told = evaluation.judgement
    return {
        "name": evaluation.by,
        "visits": told.visits,
        "lead": round(told.lead, 3),
        "winrate": round(told.win_rate, 6),
        "candidates": {
            colour_name(colour): _candidates(evaluation.judgements[colour])
            for colour in (BLACK, WHITE)
        },
        "gives": ["ownership", "borders of regions", "dead stones", "candidate moves"],
    }


def _candidates(told: Judgement) -> list[dict[str, Any]]:
    return [
        {
            "move": vertex_of(each.point),
            "visits": each.visits,
            "lead": round(each.lead, 3),
            "winrate": round(each.win_rate, 6),
            "prior": round(each.prior, 6),
            "line": [vertex_of(point) for point in each.line],
        }
        for each in told.candidates[:_LISTED]
    ]
