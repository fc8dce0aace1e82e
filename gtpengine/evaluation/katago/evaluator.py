"""What a partner thinks of positions, either player first: ownership, lead, moves of both colours.

Whose a point is must not hang on who moves next, because a region's value is about both. So each
position is asked about twice, and the ownership is the average.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.position import Position
from gtpengine.evaluation.katago.judgement import Judgement
from gtpengine.evaluation.katago.keeper import PartnerGone, Unanswered
from gtpengine.evaluation.katago.partner import KataGo
from gtpengine.evaluation.katago.question import Question

log = logging.getLogger(__name__)

_Key = tuple[object, ...]


@dataclass(frozen=True)
class Evaluation:
    """A partner's view of one position.

    Attributes:
        by: who says so, such as "KataGo 1.17.2".
        position: what it is about.
        judgements: by the player who moves first; that of the player to move is among them.
    """

    by: str
    position: Position
    judgements: Mapping[int, Judgement]

    @property
    def judgement(self) -> Judgement:
        """The judgement with the player first whose turn it is."""
        return self.judgements[self.position.to_move]

    @property
    def ownership(self) -> dict[int, float]:
        """For each point from 1.0 (Black's) to -1.0 whose it will be, whoever moves first."""
        told = [each.ownership for each in self.judgements.values()]
        return {point: sum(each[point] for each in told) / len(told) for point in told[0]}

    @property
    def priors(self) -> dict[int, Mapping[int, float]]:
        """What its network gives moves, by the player who moves first."""
        return {colour: each.policy for colour, each in self.judgements.items()}

    @property
    def lead(self) -> float:
        """Black's lead."""
        return self.judgement.lead


class Evaluator:
    """Asks a partner and remembers the answers.

    Attributes:
        trouble: why the partner was given up, empty while it was not.
    """

    def __init__(self, katago: KataGo, visits: int) -> None:
        self.trouble = ""
        self._katago = katago
        self._visits = visits
        self._found: dict[_Key, Evaluation] = {}

    def prepare(
        self, positions: Iterable[Position], told: Callable[[int, int], None] | None = None
    ) -> None:
        """Ask about many positions at once; `told` hears how many answers came, and of how many.

        What is not answered is left out. If the partner cannot be used, `trouble` says why.
        """
        fresh = {_key(each): each for each in positions if _key(each) not in self._found}
        places = [(key, each, colour) for key, each in fresh.items() for colour in (BLACK, WHITE)]
        questions = [
            Question(each, self._visits, first=colour, ownership=True, policy=True)
            for _, each, colour in places
        ]
        halves: dict[_Key, dict[int, Judgement]] = {}
        try:
            for done, (place, found) in enumerate(self._katago.answers(questions), start=1):
                key, position, colour = places[place]
                if isinstance(found, Unanswered):
                    log.warning("%s", found)
                else:
                    half = halves.setdefault(key, {})
                    half[colour] = found
                    if len(half) == 2:
                        by = f"KataGo {self._katago.version}"
                        self._found[key] = Evaluation(by, position, half)
                if told is not None:
                    told(done, len(questions))
        except PartnerGone as error:
            self.trouble = str(error)

    def evaluation(self, position: Position) -> Evaluation | None:
        """Return what the partner says of a position; None if it says nothing."""
        if _key(position) not in self._found and not self.trouble:
            self.prepare([position])
        return self._found.get(_key(position))


def _key(position: Position) -> _Key:
    """Return what answers depend on: the whole query but for its visits."""
    return tuple(
        sorted((name, repr(value)) for name, value in Question(position, 1).fields().items())
    )
