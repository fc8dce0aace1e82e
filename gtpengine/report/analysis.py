"""What reports show: a survey of a position, made for one question."""

import time
from collections.abc import Callable

from gtpengine.board.playouts import ownership
from gtpengine.board.position import Position
from gtpengine.engine.survey import Estimate, RegionReport
from gtpengine.engine.survey import Survey as Analysis
from gtpengine.engine.surveyor import Surveyor
from gtpengine.localgame.solver import Solver

__all__ = ["Analysis", "Estimate", "RegionReport", "analyse"]

_PLAYOUTS = 400


def analyse(
    position: Position,
    seconds: float,
    solver: Solver | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Analysis:
    """Return the analysis of a position; regions that do not fit into `seconds` stay unsolved."""
    end = clock() + seconds
    estimate = ownership(position, _PLAYOUTS)
    return Surveyor(solver, clock=clock).survey(position, estimate, end - clock())
