"""What reports show: a survey of a position, made for one question."""

import time
from collections.abc import Callable

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.position import Position
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.estimator import CouponEstimator
from gtpengine.engine.survey import Estimate, RegionReport
from gtpengine.engine.survey import Survey as Analysis
from gtpengine.engine.surveyor import Surveyor
from gtpengine.localgame.solver import Solver
from gtpengine.search.montecarlo.search import TreeSearch
from gtpengine.search.montecarlo.settings import SearchSettings
from gtpengine.search.montecarlo.temperature import to_move_by

__all__ = ["Analysis", "Estimate", "RegionReport", "analyse", "likely_owners"]

SURE = 0.4  # ownership from which a border counts as settled
_TREE_SHARE = 0.45
_LEAST_PLAYOUTS = 200
_SLICE_SECONDS = 0.5
_SETTINGS = SearchSettings(nodes=400_000)


def analyse(
    position: Position,
    seconds: float,
    solver: Solver | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Analysis:
    """Return the analysis of a position; regions that do not fit into `seconds` stay unsolved.

    A search of the whole board draws the borders that are not proved, the surveyor solves the
    regions, and those too large for that are estimated beside coupons, the largest by themes.
    """
    end = clock() + seconds
    owners = likely_owners(position, _TREE_SHARE * seconds)
    surveyor = Surveyor(solver, CouponEstimator(), clock)
    return surveyor.survey(position, owners, end - clock(), sure=SURE, themes=True)


def likely_owners(position: Position, seconds: float, seed: int = 1) -> dict[int, float]:
    """Return for each point from 1.0 (Black's) to -1.0 whose it will be, whoever moves first."""
    total = dict.fromkeys(position.points(), 0.0)
    for colour in (BLACK, WHITE):
        search = TreeSearch(to_move_by(position, colour), settings=_SETTINGS, seed=seed)
        with Deadline(seconds / 2) as deadline:
            while not deadline.expired():
                # In slices, because Ctrl-C is not heard while a kernel runs.
                with deadline.part(_SLICE_SECONDS) as part:
                    if not search.run(part.flag):
                        break
        if search.findings().playouts < _LEAST_PLAYOUTS:
            search.run(None, _LEAST_PLAYOUTS)
        for point, share in search.findings().ownership.items():
            total[point] += share / 2
    return total
