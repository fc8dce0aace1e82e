"""A decision of two: the partner's search judges the whole board, our values what they know.

    partner ──▶ moves with visits and leads ┐
                                            ├──▶ decision
    regions ──▶ what the strategy chooses   ┘

The partner's lead after a move has an error of some tenths of a point, so it cannot tell many moves
apart; among these our strategy chooses, which knows what a move gains in its region, what is sente
and whose turn it will be. Where every region is solved and every border proved, the exact sum
decides alone.

Importing this module loads, or compiles, the kernels of the search and of local games.
"""

from dataclasses import replace

from gtpengine.board.colours import BLACK, colour_name
from gtpengine.board.points import PASS, vertex_of
from gtpengine.engine.deciding import decide
from gtpengine.engine.decision import Decision
from gtpengine.evaluation.katago.evaluator import Evaluation
from gtpengine.evaluation.katago.judgement import for_player
from gtpengine.model.survey import Survey
from gtpengine.parameters import DecisionSettings
from gtpengine.search.findings import Counts, Findings, MoveFinding
from gtpengine.strategy.choice import Choice

_SHOWN_MOVES = 6  # of a variation
_NOTHING = Counts(0, 0, 0, 0)


def decide_jointly(
    evaluation: Evaluation,
    survey: Survey | None,
    choice: Choice | None,
    settings: DecisionSettings,
    *,
    proved: tuple[int, ...] = (),
) -> Decision:
    """Return the decision that follows from a partner's view and our survey of the same position.

    The reasons say what came from whom. See `decide` for the other arguments.
    """
    told = evaluation.judgement

    def same(best: MoveFinding, other: MoveFinding) -> bool:
        least = max(settings.partner_visits, settings.partner_share * best.visits)
        return other.visits >= least and best.score - other.score <= settings.partner_error

    def seen(move: MoveFinding) -> str:
        line = " ".join(vertex_of(point) for point in move.variation[:_SHOWN_MOVES])
        first = told.best is not None and move.point == told.best.point
        choice = "the first choice" if first else "a move"
        return (
            f"{vertex_of(move.point)}: {choice} of {evaluation.by} after {told.visits} visits, "
            f"{colour_name(told.to_move)} leads by {move.score:+.1f}; {line}"
        )

    findings = findings_of(evaluation)
    found = decide(
        evaluation.position,
        findings,
        survey,
        _NOTHING,
        choice,
        settings,
        proved=proved,
        same=same,
        seen=seen,
    )
    first = seen(findings.moves[0])
    if found.proved or found.point != findings.moves[0].point:
        return found
    # Both agree: what the partner says comes first, then what we know.
    return replace(found, reasons=(first, *(each for each in found.reasons if each != first)))


def findings_of(evaluation: Evaluation) -> Findings:
    """Return a partner's judgement in the form in which our own search tells what it found."""
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
