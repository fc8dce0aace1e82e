"""The partner in the network's place: what it says of positions, in the network's form.

A search asks about boards as vectors; each is asked about with either player first, by area and
without komi, so that moves of both players, owners and lead come as those of our own network do. If
the partner is gone, whoever stands behind it answers.
"""

import logging
from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

import numpy as np
import numpy.typing as npt

from gtpengine.board.colours import BLACK, EMPTY, WHITE, opponent
from gtpengine.board.layout import COLOUR, HEIGHT, KO_COLOUR, KO_POINT, WIDTH
from gtpengine.board.points import GRID_LEN, PASS, board_points
from gtpengine.board.position import Position
from gtpengine.board.rules import CHINESE
from gtpengine.evaluation.katago.judgement import Judgement
from gtpengine.evaluation.katago.keeper import PartnerGone, Unanswered
from gtpengine.evaluation.katago.partner import KataGo
from gtpengine.evaluation.katago.question import Question
from gtpengine.evaluation.network.network import Outputs

log = logging.getLogger(__name__)

Vectors = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.int64]

_LOGISTIC = 0.5513  # scale of a logistic distribution with a standard deviation of 1
_LEAST_SPREAD = 0.5  # points; no judgement is surer
_PATIENCE = 5.0  # seconds
_USUAL_SPREAD = 8.0  # points, where the partner tells none


class Network(Protocol):
    """Whoever judges positions in this form."""

    def evaluate(
        self, vectors: Vectors, colours: Numbers, lasts: Numbers, *, turned: bool = False
    ) -> Outputs:
        """Return what it says of positions with these players to move and these last moves."""
        ...

    def tilt(self, even: float, spread: float) -> float:
        """Return what to add to leads of that spread in a game that is even at a lead of `even`."""
        ...


class PartnerJudge:
    """Judges positions by a partner's short searches.

    Args:
        katago: the partner.
        behind: answers when the partner does not; None: then its errors are raised.
        visits: of each of the two searches of a position; 1 is the bare network.
        seconds: for the answers to one call; what is later counts as no answer.

    Attributes:
        trouble: why the partner was given up, empty while it was not.
    """

    def __init__(
        self,
        katago: KataGo,
        behind: Network | None = None,
        visits: int = 1,
        seconds: float = _PATIENCE,
    ) -> None:
        self.trouble = ""
        self._katago = katago
        self._behind = behind
        self._visits = visits
        self._seconds = seconds

    def evaluate(
        self, vectors: Vectors, colours: Numbers, lasts: Numbers, *, turned: bool = False
    ) -> Outputs:
        """Return what the partner says of boards of one size with these players to move.

        It is told no history and chooses its side itself, so `lasts` and `turned` matter only to
        whoever stands behind it.

        Raises:
            PartnerGone, Unanswered: it does not answer, and nobody stands behind it.
        """
        if not self.trouble:
            try:
                return self._asked(vectors, colours)
            except (PartnerGone, Unanswered) as error:
                if self._behind is None:
                    raise
                # What cannot be answered once will not be answered in the next thousand nodes.
                self.trouble = str(error)
                log.warning("%s; our own network judges instead", error)
        assert self._behind is not None
        return self._behind.evaluate(vectors, colours, lasts, turned=turned)

    def tilt(self, even: float, spread: float) -> float:
        """Return nothing to add: a KataGo is told a komi, as is natural. See `Network.tilt`."""
        return self._behind.tilt(even, spread) if self.trouble and self._behind else 0.0

    def _asked(self, vectors: Vectors, colours: Numbers) -> Outputs:
        questions = []
        for vector, colour in zip(vectors, colours, strict=True):
            position = position_of(vector, int(colour))
            questions += [
                Question(position, self._visits, first=first, ownership=True, policy=True)
                for first in (int(colour), opponent(int(colour)))
            ]
        found: dict[int, Judgement] = {}
        for place, answer in self._katago.answers(questions, self._seconds):
            if isinstance(answer, Unanswered):
                raise answer
            found[place] = answer
        answers = [found[place] for place in range(len(questions))]
        return outputs_of(vectors, answers[0::2], answers[1::2])


def position_of(vector: Vectors, to_move: int) -> Position:
    """Return the board of a vector as a position by area without komi; nothing is known before."""
    position = Position(int(vector[WIDTH]), int(vector[HEIGHT]), CHINESE, Fraction(0))
    stones: dict[int, list[int]] = {BLACK: [], WHITE: []}
    for point in board_points(position.width, position.height):
        colour = int(vector[COLOUR + point])
        if colour != EMPTY:
            stones[colour].append(point)
    position.setup(stones[BLACK], stones[WHITE], to_move=to_move)
    return position


def outputs_of(vectors: Vectors, own: Sequence[Judgement], other: Sequence[Judgement]) -> Outputs:
    """Return judgements with the player to move first, and the opponent, in the network's form."""
    count = len(own)
    found = Outputs(
        moves=np.zeros((count, GRID_LEN), np.float32),
        passing=np.zeros(count, np.float32),
        other_moves=np.zeros((count, GRID_LEN), np.float32),
        other_passing=np.zeros(count, np.float32),
        ownership=np.zeros((count, GRID_LEN), np.float32),
        lead=np.zeros(count, np.float32),
        spread=np.zeros(count, np.float32),
    )
    for place, (mine, theirs) in enumerate(zip(own, other, strict=True)):
        for said, moves, passing in (
            (mine, found.moves, found.passing),
            (theirs, found.other_moves, found.other_passing),
        ):
            _fill(moves[place], said, vectors[place])
            passing[place] = said.policy.get(PASS, 0.0)
        for point in mine.ownership:
            found.ownership[place, point] = (mine.ownership[point] + theirs.ownership[point]) / 2
        found.lead[place] = mine.lead
        spread = _LOGISTIC * mine.stdev if mine.stdev else _USUAL_SPREAD
        found.spread[place] = max(spread, _LEAST_SPREAD)
    return found


def _fill(moves: npt.NDArray[np.float32], said: Judgement, vector: Vectors) -> None:
    for point, chance in said.policy.items():
        if point != PASS:
            moves[point] = chance
    # The partner knows no history, so a ko looks open to it.
    if int(vector[KO_COLOUR]) == said.to_move and int(vector[KO_POINT]) in said.policy:
        moves[int(vector[KO_POINT])] = 0.0
