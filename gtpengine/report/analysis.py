"""What reports show: the decision about a position, with all regions that can be told apart."""

from dataclasses import replace

from gtpengine.board.position import Position
from gtpengine.deadline import Deadline
from gtpengine.engine.decision import Decision
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinker import Thinker
from gtpengine.engine.thinking import Tell
from gtpengine.evaluation.katago.evaluator import Evaluation
from gtpengine.localgame.proving import ProvingSolver
from gtpengine.localgame.solver import Solver
from gtpengine.model.survey import Survey
from gtpengine.report.bordered import with_tried_borders
from gtpengine.report.completed import with_small_regions
from gtpengine.report.partnered import partnered

# Share of the time for the decision where regions too large for a table are still to be divided.
_DECISION_SHARE = 0.6
_REGION_SHARE = 0.7  # of what is left, for those regions; the rest is for borders
# With a partner, of what is left after its survey: for borders; then for small regions still open.
_BORDER_SHARE, _PROOF_SHARE = 0.5, 0.8


def analyse(
    position: Position,
    deadline: Deadline,
    settings: Settings | None = None,
    thinker: Thinker | None = None,
    evaluation: Evaluation | None = None,
    tell: Tell | None = None,
) -> Decision:
    """Return the decision that `genmove` would make, its survey complete.

    On an open board a game needs no regions; a reader wants them, so the largest are divided into
    themes and guessed at, and borders that are not proved are tried. That changes nothing about the
    move. With a partner's `evaluation`, its judgement takes the place of our own search. `tell` is
    told what is known on the way.
    """
    settings = settings or Settings()
    thinker = thinker or Thinker()
    if evaluation is not None:
        solver = ProvingSolver(goes_on=True)
        decision = partnered(evaluation, deadline, settings, thinker, solver)
        if decision.survey is None:
            return decision
        return replace(decision, survey=_finished(decision.survey, deadline, solver))
    with deadline.part(_DECISION_SHARE * deadline.remaining()) as part:
        decision = thinker.think(position, part, settings, tell)
    survey = decision.survey
    if survey is None or not _is_complete(survey):
        thinker.model.limits = settings.model
        survey = thinker.model.survey(
            position,
            decision.ownership,
            None if settings.visits else _REGION_SHARE * deadline.remaining(),
            sure=settings.model.sure,
            themes=True,
        )
    # Where visits are counted no clock would end the trials: borders stay untried, and say so.
    seconds = 0.0 if settings.visits else deadline.remaining()
    tried = with_tried_borders(survey, seconds, is_stopped=deadline.was_stopped)
    return replace(decision, survey=tried)


def _finished(survey: Survey, deadline: Deadline, solver: Solver) -> Survey:
    """Return a survey with its borders tried; small regions have all time that is left then.

    Proofs that ran out of time before go on where they were.
    """

    def tried(found: Survey, share: float) -> Survey:
        seconds = share * deadline.remaining()
        return with_tried_borders(found, seconds, is_stopped=deadline.was_stopped)

    survey = tried(survey, _BORDER_SHARE)
    left = _PROOF_SHARE * deadline.remaining()
    return tried(with_small_regions(survey, left, solver), 1.0)


def _is_complete(survey: Survey) -> bool:
    return all(report.likely_mean is not None for report in survey.regions)
