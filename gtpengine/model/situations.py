"""From a survey to what strategies are asked, and to what they answer.

Importing this module loads, or compiles, the kernels of local games.
"""

import time
from collections.abc import Callable
from fractions import Fraction

from gtpengine.board.colours import EMPTY
from gtpengine.board.points import NO_POINT, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.model.kos import SIDE
from gtpengine.model.outlooks import outlooks
from gtpengine.model.survey import Survey
from gtpengine.strategy.choice import Choice
from gtpengine.strategy.chooser import Chooser, Policy, Strategy
from gtpengine.strategy.situation import Ambient, Situation, TooLate, never

_BELOW_DAME = Fraction(-1, 2)  # dame are at 0 by territory, what is settled at -1


class Strategist:
    """Asks strategies about the positions of one game, whose ambient temperature it keeps.

    What later positions were counts no more when moves are taken back.
    """

    def __init__(self) -> None:
        self._choosers: dict[Strategy, Chooser] = {}
        self._heats: dict[int, Fraction] = {}  # by how many moves were played

    def choice(
        self, survey: Survey, name: str, seconds: float | None, *, fill_dame: bool
    ) -> Choice | None:
        """Return the move of the strategy of that name; None if there is none within `seconds`.

        None of them: however long it takes. See `strategic` for `fill_dame`.
        """
        strategy = Strategy(name)
        played = len(survey.position.moves)
        self._heats = {number: heat for number, heat in self._heats.items() if number < played}
        if survey.ambient is not None:
            self._heats[played] = survey.ambient
        if strategy not in self._choosers:
            self._choosers[strategy] = Chooser(Policy(strategy))
        until = None if seconds is None else time.monotonic() + seconds
        return strategic(
            survey.position,
            survey,
            self._choosers[strategy],
            ambient=min(self._heats.values(), default=None),
            fill_dame=fill_dame,
            is_late=never if until is None else lambda: time.monotonic() >= until,
        )

    def forget(self) -> None:
        """Begin another game; what choosers have learned about small sums is no part of one."""
        self._heats = {}


def situation_of(
    position: Position,
    survey: Survey,
    ambient: Fraction | None = None,
    *,
    fill_dame: bool = False,
    is_late: Callable[[], bool] = never,
) -> Situation:
    """Return what strategies are asked in a position.

    With `fill_dame`, moves that gain nothing by territory, and cost nothing either, count too.
    Searches of the strategies end once `is_late` holds.
    """
    moves = position.moves
    last = moves[-1].point if moves and moves[-1].colour != position.to_move else NO_POINT
    seen = outlooks(survey, last)
    idle = Fraction(0)
    if fill_dame and survey.scoring is Scoring.TERRITORY:
        idle = _BELOW_DAME
    return Situation(
        seen,
        SIDE[position.to_move],
        Ambient(ambient).after(seen).lowest,
        idle=idle,
        banned=banned_moves(position, survey),
        show=vertex_of,
        is_late=is_late,
    )


def strategic(
    position: Position,
    survey: Survey,
    chooser: Chooser,
    *,
    ambient: Fraction | None = None,
    fill_dame: bool = True,
    is_late: Callable[[], bool] = never,
) -> Choice | None:
    """Return the strategy's move; None if it becomes late before there is one.

    Args:
        position: what was surveyed.
        survey: the regions.
        chooser: asks the strategy.
        ambient: the lowest maximum temperature so far; None: not known.
        fill_dame: by territory, prefer a move that costs nothing to a pass.
        is_late: whether there is no time left.
    """
    situation = situation_of(position, survey, ambient, fill_dame=fill_dame, is_late=is_late)
    try:
        return chooser.choose(situation)
    except TooLate:
        return None


def banned_moves(position: Position, survey: Survey) -> frozenset[int]:
    """Return the best moves of the player that the rules forbid now."""
    colour = position.to_move
    moves = {report.moves[colour] for report in survey.regions}
    return frozenset(
        move
        for move in moves
        if move is not None
        and (position.colour_at(move) != EMPTY or not position.is_legal(colour, move))
    )
