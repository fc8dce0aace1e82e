"""What KataGo says of a position. All figures are Black's; win rates are shares of 1."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gtpengine.board.colours import BLACK, BadColour, parse_colour
from gtpengine.board.points import PASS, BadVertex, point_at, point_of
from gtpengine.errors import EngineError
from gtpengine.evaluation.katago.question import Question


class BadAnswer(EngineError):
    """An answer lacks something or has it in a form that cannot be right; the text says what."""


@dataclass(frozen=True)
class Candidate:
    """A move that was searched."""

    point: int
    visits: int
    lead: float
    win_rate: float
    prior: float
    line: tuple[int, ...]


@dataclass(frozen=True)
class Judgement:
    """The answer to a question.

    Attributes:
        to_move: who moves first.
        visits: of the search.
        lead: Black's.
        win_rate: Black's.
        candidates: the searched moves, best first.
        ownership: from 1.0 (Black's) to -1.0 for each point; empty if not asked for.
        policy: what the network gives each legal move, PASS included; empty if not asked for.
        stdev: of the lead, 0 where it is not told.
    """

    to_move: int
    visits: int
    lead: float
    win_rate: float
    candidates: tuple[Candidate, ...]
    ownership: Mapping[int, float]
    policy: Mapping[int, float]
    stdev: float = 0.0

    @property
    def best(self) -> Candidate | None:
        """The move that it would play, None if it searched none."""
        return self.candidates[0] if self.candidates else None

    def of(self, point: int) -> Candidate | None:
        """Return what is known of a move, None if it was not searched."""
        return next((each for each in self.candidates if each.point == point), None)


def judgement_of(question: Question, answer: Mapping[str, Any]) -> Judgement:
    """Return what an answer says.

    Raises:
        BadAnswer: something is missing, of the wrong kind or size, or not a number.
    """
    reader = _Reader(question)
    try:
        return reader.judgement(answer)
    except (KeyError, TypeError, ValueError, AttributeError, BadVertex, BadColour) as error:
        text = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise BadAnswer(f"KataGo's answer cannot be read: {text}") from None


class _Reader:
    """Reads the answer to one question."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.width = question.position.width
        self.height = question.position.height
        self.surplus = float(question.surplus)
        # Row by row from the upper left: the order of all lists of points.
        self.points = [
            point_at(row, column)
            for row in range(self.height, 0, -1)
            for column in range(1, self.width + 1)
        ]

    def judgement(self, answer: Mapping[str, Any]) -> Judgement:
        root = answer["rootInfo"]
        to_move = self.question.to_move
        if parse_colour(str(root.get("currentPlayer", ""))) != to_move:
            raise ValueError("it is about the other player to move")
        infos = sorted(answer["moveInfos"], key=lambda info: int(info["order"]))
        return Judgement(
            to_move,
            int(root["visits"]),
            _number(root["scoreLead"]) + self.surplus,
            _number(root["winrate"]),
            tuple(self.candidate(info) for info in infos),
            self.shares(answer["ownership"]) if self.question.ownership else {},
            self.chances(answer["policy"]) if self.question.policy else {},
            max(_number(root.get("scoreStdev", 0.0)), 0.0),
        )

    def candidate(self, info: Mapping[str, Any]) -> Candidate:
        return Candidate(
            self.vertex(info["move"]),
            int(info["visits"]),
            _number(info["scoreLead"]) + self.surplus,
            _number(info["winrate"]),
            _number(info["prior"]),
            tuple(self.vertex(word) for word in info.get("pv", ())),
        )

    def vertex(self, word: Any) -> int:
        return point_of(str(word), self.width, self.height)

    def shares(self, values: Any) -> dict[int, float]:
        return dict(zip(self.points, self.sized(values, len(self.points)), strict=True))

    def chances(self, values: Any) -> dict[int, float]:
        """Return the chance of each legal move; illegal ones have a negative number."""
        numbers = self.sized(values, len(self.points) + 1)
        return {
            point: value
            for point, value in zip((*self.points, PASS), numbers, strict=True)
            if value >= 0
        }

    def sized(self, values: Any, size: int) -> list[float]:
        if not isinstance(values, list) or len(values) != size:
            found = len(values) if isinstance(values, list) else "no list"
            raise ValueError(f"a list of {size} numbers was due, there is {found}")
        return [_number(value) for value in values]


def _number(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value!r} is no number")
    return number


def for_player(value: float, colour: int) -> float:
    """Return a figure of Black's as `colour` sees it."""
    return value if colour == BLACK else -value
