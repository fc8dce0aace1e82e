"""Thoughts with a partner: its search stands in the tree's place, the regions are ours.

Importing this module loads, or compiles, the kernels of the search and of local games.
"""

from gtpengine.board.position import Position
from gtpengine.deadline import Deadline
from gtpengine.engine.adviser import Adviser
from gtpengine.engine.decision import Decision
from gtpengine.engine.joint import decide_jointly
from gtpengine.engine.settings import Settings
from gtpengine.engine.surveyor import Surveyor, View
from gtpengine.engine.thinking import Tell

_FIRST_VISITS = 100  # of a watched study's first look


class Partnership:
    """Decides together with a partner, where there is one and the settings want it."""

    def __init__(self, adviser: Adviser | None, surveyor: Surveyor) -> None:
        self._adviser = adviser
        self._surveyor = surveyor

    def holds(self, settings: Settings) -> bool:
        """Tell whether a partner can be asked."""
        adviser = self._adviser
        return settings.evaluator == "katago" and adviser is not None and not adviser.trouble

    def think(
        self,
        position: Position,
        deadline: Deadline,
        settings: Settings,
        tell: Tell | None,
        hidden: frozenset[int],
        *,
        divided: bool,
    ) -> Decision | None:
        """Return the decision with a partner; None if there is none or it says nothing in time.

        It searches once; a study that somebody watches searches again and again, each time longer.
        Unless the board is `divided` it is one region. See `Thinker.think` for the rest.
        """
        found: Decision | None = None
        watched = tell is not None and settings.think_full_time
        visits = _FIRST_VISITS if watched else 0
        if settings.visits:
            visits = settings.visits
        while self.holds(settings) and not (found is not None and deadline.expired()):
            assert self._adviser is not None
            share = 1.0 if watched else settings.thinking.partner_share
            with deadline.part(share * deadline.remaining()) as part:
                told = self._adviser.evaluation(position, part, visits, hidden)
            if told is None:
                break
            if told.judgement.best is not None:
                deadline.offer = told.judgement.best.point
            view = View()
            if divided:
                survey = self._surveyor.survey(
                    position, told.ownership, deadline, settings, told.priors
                )
                view = self._surveyor.view(survey, deadline, settings, hidden)
            found = decide_jointly(
                told, view.survey, view.choice, settings.decision, proved=view.proved
            )
            deadline.offer = found.point
            if tell is not None:
                tell(found)
            if not watched or view.proved or settings.visits:
                break
            visits = settings.thinking.growth * told.judgement.visits
        return found
