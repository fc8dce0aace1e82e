"""Whether a KataGo can be a partner: version, model, speed, and whether its answers make sense."""

import time
from dataclasses import dataclass

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_at
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.evaluation.katago.judgement import Judgement
from gtpengine.evaluation.katago.keeper import Unanswered
from gtpengine.evaluation.katago.partner import KataGo
from gtpengine.evaluation.katago.question import Question

_SIZE = 19
# A finished board of 9x9: two walls each with an empty column behind either, dame between. Nobody
# can invade a column, so each has 18 points and Black is behind by the komi.
_SMALL = 9
_WALLS = {BLACK: (2, 4), WHITE: (6, 8)}
_MOST_WRONG = 5.0  # points; the smallest networks are not exact even here
_POSITIONS = 4


@dataclass(frozen=True)
class Check:
    """What was found.

    Attributes:
        version: of KataGo.
        models: the networks that it tells of; old versions tell none.
        start_seconds: until it was ready.
        visits: in all questions.
        seconds: wall time of the questions.
        cpu_seconds: KataGo's CPU time in the questions.
        complaints: what is wrong, in sentences; empty if it can be used.
    """

    version: str
    models: tuple[str, ...]
    start_seconds: float
    visits: int
    seconds: float
    cpu_seconds: float
    complaints: tuple[str, ...]


def check(katago: KataGo, visits: int) -> Check:
    """Return what a partner is like; asks a few questions of so many visits.

    Raises:
        PartnerGone: it cannot be started.
    """
    started = time.monotonic()
    katago.start()
    ready = time.monotonic()
    cpu = katago.cpu_seconds()
    questions = [_finished(visits), *(_opening(stones, visits) for stones in range(_POSITIONS))]
    answers = katago.ask_all(questions)
    return Check(
        katago.version,
        katago.models,
        ready - started,
        sum(found.visits for found in answers if isinstance(found, Judgement)),
        time.monotonic() - ready,
        katago.cpu_seconds() - cpu,
        tuple(_complaints(answers)),
    )


def _finished(visits: int) -> Question:
    position = Position(_SMALL, rules=JAPANESE, komi=JAPANESE.komi)
    black, white = (
        [point_at(row, column) for column in _WALLS[colour] for row in range(1, _SMALL + 1)]
        for colour in (BLACK, WHITE)
    )
    position.setup(black, white, to_move=BLACK)
    return Question(position, visits, ownership=True, policy=True)


def _opening(stones: int, visits: int) -> Question:
    """Return a question about an opening with some stones on the star points."""
    position = Position(_SIZE, rules=JAPANESE)
    corners = [point_at(4, 4), point_at(16, 16), point_at(4, 16), point_at(16, 4)]
    for number, point in enumerate(corners[:stones]):
        position.play((BLACK, WHITE)[number % 2], point)
    return Question(position, visits, ownership=True, policy=True)


def _complaints(answers: list[Judgement | Unanswered]) -> list[str]:
    found = sorted({str(each) for each in answers if isinstance(each, Unanswered)})
    first = answers[0]
    if isinstance(first, Judgement):
        due = -float(JAPANESE.komi)
        if abs(first.lead - due) > _MOST_WRONG:
            found.append(
                f"on a finished board Black's lead is {first.lead:.1f} instead of {due:.1f} points"
            )
        left, right = point_at(5, 1), point_at(5, _SMALL)
        if not first.ownership[left] > 0 > first.ownership[right]:
            found.append("on a finished board it does not know whose the two halves are")
    return found
