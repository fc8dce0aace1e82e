"""A move in the making: what strategy and exact sum propose, before anybody has checked it.

survey ──▶ outlooks ── strategy ──▶ proposal ── exact sum ──▶ equal moves, dame ──▶ draft
"""

from dataclasses import dataclass
from fractions import Fraction

from gtpengine.board.colours import EMPTY
from gtpengine.board.points import NO_POINT, PASS, vertex_of
from gtpengine.board.position import Position
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.doubts import doubt_of_sum
from gtpengine.engine.equals import least_threatening
from gtpengine.engine.exactsum import ExactSum
from gtpengine.engine.finishing import free_moves
from gtpengine.engine.kos import SIDE
from gtpengine.engine.outlooks import outlooks
from gtpengine.engine.settings import Settings
from gtpengine.engine.survey import Survey
from gtpengine.engine.thought import Check, Difference
from gtpengine.localgame.solution import Scoring
from gtpengine.strategy.choice import Choice
from gtpengine.strategy.chooser import Chooser, Policy, Strategy
from gtpengine.strategy.situation import Ambient, Situation

SUM_SHARE = 0.1  # of the time that is left, for the exact sum
_BELOW_DAME = Fraction(-1, 2)  # dame are at 0 by territory, what is settled at -1


@dataclass
class Draft:
    """A move in the making, and what has been said about it."""

    survey: Survey
    proposal: Choice
    point: int
    reasons: list[str]
    others: list[int]  # moves that would do instead, the best first
    proved: bool = False
    sole: int | None = None  # what the tree of the whole board plays, whatever the regions say
    unsafe: frozenset[int] = frozenset()
    checks: tuple[Check, ...] = ()
    vetoed: bool = False
    merged: bool = False
    difference: Difference | None = None

    @property
    def moves(self) -> list[int]:
        """The move and the others, without those that are unsafe."""
        wished = dict.fromkeys([self.point, *self.others])
        return [move for move in wished if move not in self.unsafe]

    def change(self, point: int, text: str) -> None:
        """Play another move; the text begins with its name."""
        self.point, self.proved = point, False
        self.reasons.insert(0, text)


class Drafter:
    """Makes drafts of surveys; remembers the ambient temperature of a game."""

    def __init__(self) -> None:
        self._sums = ExactSum()
        self._ambient = Ambient()
        self._choosers: dict[Strategy, Chooser] = {}

    def forget(self) -> None:
        """Drop what is remembered of a game."""
        self._ambient = Ambient()

    def proposed(self, survey: Survey, settings: Settings) -> Choice:
        """Return what the strategy makes of a survey."""
        position = survey.position
        moves = position.moves
        last = moves[-1].point if moves and moves[-1].colour != position.to_move else NO_POINT
        seen = outlooks(survey, last)
        self._ambient = self._ambient.after(seen)
        situation = Situation(
            seen,
            SIDE[position.to_move],
            self._ambient.lowest,
            idle=_idle(survey, settings),
            banned=banned_moves(position, survey),
            show=vertex_of,
        )
        strategy = Strategy(settings.strategy)
        if strategy not in self._choosers:
            self._choosers[strategy] = Chooser(Policy(strategy))
        return self._choosers[strategy].choose(situation)

    def drafted(self, survey: Survey, deadline: Deadline, settings: Settings) -> Draft:
        """Return what strategy and exact sum say, or what is still to be filled."""
        proposal = self.proposed(survey, settings)
        point = PASS if proposal.move is None else proposal.move
        others = [each.move for each in proposal.candidates]
        draft = Draft(survey, proposal, point, list(proposal.reasons), others)
        optimal: tuple[int, ...] | None = None
        if settings.exact_sums:
            result = self._sums.best(survey, SUM_SHARE * deadline.remaining())
            optimal = None if result is None else result.points
            if result is not None and point in result.points:
                draft.reasons.append("the exact sum of all regions agrees")
                draft.proved = True
            elif result is not None:
                best = result.points[0]
                doubt = doubt_of_sum(survey, deadline)
                if doubt:
                    draft.reasons.append(f"the exact sum is for {vertex_of(best)}, but {doubt}")
                else:
                    draft.change(best, f"{vertex_of(best)}: the exact sum of all regions")
                    draft.proved = True
        _leave_least(draft, optimal if draft.proved else None)
        if draft.point == PASS and settings.fill_dame:
            free = free_moves(survey, survey.position.to_move)
            if free:
                text = "costs nothing, and must be filled before the board is counted"
                draft.reasons.insert(0, f"{vertex_of(free[0])}: {text}")
                draft.point = free[0]
                draft.others = [*free, *others]
        return draft


def _leave_least(draft: Draft, optimal: tuple[int, ...] | None) -> None:
    """Beside a ko, play the equal move that leaves the opponent least to threaten with."""
    point = draft.point
    best = least_threatening(draft.survey, point, optimal)
    if best != point:
        proved = draft.proved
        text = f"as good as {vertex_of(point)}, and it leaves less to threaten with in the ko"
        draft.change(best, f"{vertex_of(best)}: {text}")
        draft.proved = proved
        draft.others.insert(0, point)


def _idle(survey: Survey, settings: Settings) -> Fraction:
    """Return the temperature that a region must exceed to be worth a move.

    By territory a dame is worth nothing, but filling it costs nothing either.
    """
    if survey.scoring is Scoring.AREA or not settings.fill_dame:
        return Fraction(0)
    return _BELOW_DAME


def banned_moves(position: Position, survey: Survey) -> frozenset[int]:
    """Return the best moves of the player that the rules forbid now."""
    colour = position.to_move
    moves = {report.moves[colour] for report in survey.regions}
    moves |= {known.moves[colour] for known in survey.alarms} - {NO_POINT}
    return frozenset(
        move
        for move in moves
        if move is not None
        and (position.colour_at(move) != EMPTY or not position.is_legal(colour, move))
    )
