"""An analysis with a partner: its judgement of the board, our values of the regions.

The partner says whose the points are, who is ahead and which moves are worth a look. The borders of
regions follow from that; what a move in a region is worth, whether it is sente and how hot a ko is,
is ours. The JSON says under `partner` what came from it.
"""

from typing import Any

from gtpengine.board.colours import BLACK, WHITE, colour_name
from gtpengine.board.points import vertex_of
from gtpengine.deadline import Deadline
from gtpengine.engine.decision import Decision
from gtpengine.engine.joint import decide_jointly
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinker import Thinker
from gtpengine.evaluation.katago.evaluator import Evaluation
from gtpengine.evaluation.katago.judgement import Judgement
from gtpengine.localgame.solver import Solver
from gtpengine.model.situations import strategic
from gtpengine.report.completed import with_small_regions
from gtpengine.strategy.chooser import Chooser, Policy, Strategy

_SURVEY_SHARE = 0.5  # of the time
_SMALL_SHARE = 0.6  # of what is left, for small regions that are still open
_LISTED = 10  # candidates of each colour in the JSON


def partnered(
    evaluation: Evaluation,
    deadline: Deadline,
    settings: Settings,
    thinker: Thinker,
    solver: Solver,
) -> Decision:
    """Return the decision that follows from a partner's view; all time goes into the regions.

    The move is chosen as in a game (`decide_jointly`). The `solver` is asked about small regions.
    """
    position = evaluation.position
    thinker.model.limits = settings.model
    survey = thinker.model.survey(
        position,
        evaluation.ownership,
        _SURVEY_SHARE * deadline.remaining(),
        sure=settings.model.sure,
        themes=True,
        priors=evaluation.priors,
    )
    survey = with_small_regions(survey, _SMALL_SHARE * deadline.remaining(), solver)
    chooser = Chooser(Policy(Strategy(settings.strategy)))
    return decide_jointly(
        evaluation,
        survey,
        strategic(position, survey, chooser, fill_dame=settings.fill_dame),
        settings.decision,
    )


def partner_json(evaluation: Evaluation) -> dict[str, Any]:
    """Return what came from the partner, for the JSON of an analysis; figures are Black's."""
    told = evaluation.judgement
    return {
        "name": evaluation.by,
        "visits": told.visits,
        "lead": round(told.lead, 3),
        "stdev": round(told.stdev, 3),
        "winrate": round(told.win_rate, 6),
        "candidates": {
            colour_name(colour): _candidates(evaluation.judgements[colour])
            for colour in (BLACK, WHITE)
        },
        "gives": [
            *("ownership", "borders of regions", "dead stones", "candidate moves"),
            "order of moves in searches of regions",
        ],
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
