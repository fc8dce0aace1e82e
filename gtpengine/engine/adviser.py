"""The partner during a game: a KataGo that is asked about positions within the time of a move.

It never holds up a move and never ends one: what it does not answer in time is left out, and when
it cannot be used any more, it says why once and nobody asks again.
"""

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from gtpengine.board.colours import EMPTY, opponent
from gtpengine.board.points import PASS
from gtpengine.board.position import Position
from gtpengine.deadline import Deadline
from gtpengine.evaluation.katago.evaluator import Evaluation
from gtpengine.evaluation.katago.judgement import Judgement
from gtpengine.evaluation.katago.keeper import PartnerGone, Unanswered
from gtpengine.evaluation.katago.partner import KataGo
from gtpengine.evaluation.katago.question import Question

if TYPE_CHECKING:  # it stands above numpy, which takes its time to load
    from gtpengine.evaluation.katago.judge import PartnerJudge

log = logging.getLogger(__name__)

# Its search with the opponent first is for the owners alone: a part of the visits will do.
_OTHER_SHARE = 4
# Shares of the time for both searches; the rest is for the way there and back.
_OWN_TIME, _OTHER_TIME = 0.7, 0.15
_MOST_VISITS = 10_000_000  # where only the time ends a search


class Adviser:
    """Asks a partner about positions.

    Args:
        katago: the partner; it may be asked by others as well.
        visits: of its search of a position; 0: as many as the time allows.

    Attributes:
        trouble: why the partner was given up, empty while it was not.
        visits: see above.
    """

    def __init__(self, katago: KataGo, visits: int) -> None:
        self.trouble = ""
        self.visits = visits
        self._katago = katago
        self._judge: PartnerJudge | None = None

    def start(self) -> None:
        """Let the partner load its network; nobody waits for it."""
        try:
            self._katago.begin()
        except PartnerGone as error:
            self._give_up(error)

    def evaluation(
        self,
        position: Position,
        deadline: Deadline,
        visits: int = 0,
        hidden: frozenset[int] = frozenset(),
    ) -> Evaluation | None:
        """Return what the partner says of a position, None if nothing in time.

        With `visits` they are counted; otherwise the partner searches as long as it may. What it
        says with the opponent first may be missing. Moves that are `hidden` are not searched.
        """
        if self.trouble:
            return None
        own, other = position.to_move, opponent(position.to_move)
        most = visits or self.visits or _MOST_VISITS
        left = deadline.remaining()
        shares = (None, None) if visits else (_OWN_TIME * left, _OTHER_TIME * left)
        questions = [
            Question(position, most, own, True, True, shares[0], hidden),
            Question(position, max(most // _OTHER_SHARE, 1), other, True, True, shares[1]),
        ]
        found: dict[int, Judgement] = {}
        try:
            for place, answer in self._katago.answers(questions, stop=deadline.expired):
                if isinstance(answer, Unanswered):
                    log.info("%s", answer)
                else:
                    found[(own, other)[place]] = _legal(position, answer)
        except PartnerGone as error:
            self._give_up(error)
        if own not in found or not found[own].candidates:
            return None
        return Evaluation(f"KataGo {self._katago.version}", position.copy(), found)

    def judge(self) -> "PartnerJudge":
        """Return the partner's network as one that judges nodes of our own tree.

        Our own network stands behind it.
        """
        from gtpengine.evaluation.katago.judge import PartnerJudge
        from gtpengine.evaluation.network.network import Network

        if self._judge is None:
            self._judge = PartnerJudge(self._katago, Network.load())
        return self._judge

    def close(self) -> None:
        """End the partner."""
        self._katago.close()

    def _give_up(self, error: PartnerGone) -> None:
        self.trouble = str(error)
        log.warning("%s; our own search goes on without it", error)


def _legal(position: Position, told: Judgement) -> Judgement:
    """Return a judgement without moves that our rules forbid."""
    kept = tuple(
        each
        for each in told.candidates
        if told.to_move != position.to_move or _is_legal(position, each.point)
    )
    return told if len(kept) == len(told.candidates) else replace(told, candidates=kept)


def _is_legal(position: Position, point: int) -> bool:
    if point == PASS:
        return True
    return position.colour_at(point) == EMPTY and position.is_legal(position.to_move, point)
