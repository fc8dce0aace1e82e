"""What the regions say about a position, within the time of a move: survey, proof, strategy.

Importing this module loads, or compiles, the kernels of the search and of local games.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gtpengine.board.position import Position
from gtpengine.deadline import Deadline
from gtpengine.engine.settings import Settings
from gtpengine.model.exactsum import ExactSum
from gtpengine.model.model import Model
from gtpengine.model.situations import Strategist
from gtpengine.model.survey import Survey
from gtpengine.model.vital import Vital, VitalMoves
from gtpengine.partition.partition import Partition
from gtpengine.search.tds.anytime import Priors
from gtpengine.strategy.choice import Choice

_LEAST_SECONDS = 0.05  # with less for the model, a move is left to the tree


@dataclass(frozen=True)
class View:
    """What is known of the regions.

    Attributes:
        survey: the regions; None while the board is one.
        choice: the strategy's move; None: it was not asked, or not in time.
        proved: the best moves of the exact sum where all is solved and proved, else nothing.
        vital: moves of the player that kill or save a group, and that in words.
    """

    survey: Survey | None = None
    choice: Choice | None = None
    proved: tuple[int, ...] = ()

    vital: Vital = field(default_factory=dict)

    def shares(self, settings: Settings) -> dict[int, float]:
        """Return the moves that somebody speaks for, each with the least share of the visits.

        The strategy first, then the reader of life and death. What the sum of solved regions
        chooses is compared in earnest, because it is played unless the search objects.
        """
        own = settings.search
        found = {}
        if self.choice is not None and self.choice.move is not None:
            is_sum = self.survey is not None and self.survey.is_sum
            found[self.choice.move] = own.compare if is_sum else own.favour
        return found | {move: own.favour for move in self.vital if move not in found}


class Surveyor:
    """Surveys the positions of a game; what is known of regions is kept between them."""

    def __init__(self) -> None:
        self.model = Model()
        self._sums = ExactSum()
        self._strategist = Strategist()
        self._vital = VitalMoves()
        self._partition: Partition | None = None

    def has_time(self, deadline: Deadline, settings: Settings) -> bool:
        """Tell whether there is enough time for a survey."""
        seconds = self.seconds(deadline, settings)
        return seconds is None or seconds >= _LEAST_SECONDS

    def seconds(self, deadline: Deadline, settings: Settings) -> float | None:
        """Return how long the model may take now; None where visits are counted instead."""
        own = settings.thinking
        if settings.visits:
            return None
        return min(own.model_share * deadline.remaining(), own.model_seconds)

    def survey(
        self,
        position: Position,
        ownership: Mapping[int, float],
        deadline: Deadline,
        settings: Settings,
        priors: Priors | None = None,
    ) -> Survey:
        """Return the regions of the position."""
        self.model.limits = settings.model
        survey = self.model.survey(
            position,
            ownership,
            self.seconds(deadline, settings),
            previous=None if settings.visits else self._partition,
            sure=settings.model.sure,
            priors=priors,
        )
        self._partition = survey.partition
        return survey

    def view(
        self,
        survey: Survey,
        deadline: Deadline,
        settings: Settings,
        hidden: frozenset[int],
        *,
        prove: bool = True,
        ownership: Mapping[int, float] | None = None,
    ) -> View:
        """Return what follows from a survey; moves that are `hidden` prove nothing.

        Without `prove` the exact sum is not asked, without an `ownership` no group is read.
        """
        proved: tuple[int, ...] = ()
        if prove and settings.exact_sums:
            share = settings.thinking.sum_share * deadline.remaining()
            proved = self._sums.proved(survey, None if settings.visits else share)
        if hidden.intersection(proved):
            proved = ()
        choice = self._strategist.choice(
            survey,
            settings.strategy,
            self.seconds(deadline, settings),
            fill_dame=settings.fill_dame,
        )
        vital: Vital = {}
        share = settings.thinking.reading_share
        if ownership is not None and share:
            seconds = None if settings.visits else share * deadline.remaining()
            vital = self._vital.find(survey.position, ownership, seconds)
        return View(survey, choice, proved, vital)

    def forget(self) -> None:
        """Drop what is remembered of a game; solved graphs are no part of that."""
        self._partition = None
        self._strategist.forget()
        self._vital = VitalMoves()


def is_open(position: Position, share: float) -> bool:
    """Tell whether so few stones are on the board that it cannot be divided."""
    stones = sum(len(chain.stones) for chain in position.chains())
    return stones < share * position.width * position.height
