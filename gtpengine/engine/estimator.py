"""Guesses for regions that are too large to be solved: tree searches beside coupons."""

from collections.abc import Mapping
from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import NO_POINT
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.survey import Estimate
from gtpengine.partition.bits import bits_of
from gtpengine.partition.region import Region
from gtpengine.search.montecarlo.settings import SearchSettings
from gtpengine.search.montecarlo.temperature import RegionEstimate, estimate

# Playouts that a second is trusted to have room for: more would leave the last probe without any.
PLAYOUTS_PER_SECOND = 6000
# Ownership at which a point counts in full. Of 12 shared 19x19 games, 40 moves before the end, the
# final score was missed by 4.9 points on average with 0.3, by 5.4 with 0.5, by 6.7 with 1, and by
# 7.4 if every point counts in full.
SURE_OWNER = 0.3
_LEAST_PLAYOUTS = 300
_GRID = 8  # guesses are given in eighths of a point
_SETTINGS = SearchSettings(nodes=300_000)


class CouponEstimator:
    """Brackets a region's temperature by searches at a few tops of a coupon stack."""

    def __init__(self, seed: int = 1) -> None:
        self._seed = seed

    def estimate(
        self, position: Position, region: Region, ownership: Mapping[int, float], seconds: float
    ) -> Estimate:
        """Return mean, temperature and moves, in the scoring of the position's rules.

        The mean is the ownership of the region's points added up, each sharpened: playouts of the
        whole board know of weak borders what searches within them cannot, but they are timid.
        """
        with Deadline(seconds) as deadline:
            found = estimate(
                position,
                bits_of(region.points),
                playouts=max(_LEAST_PLAYOUTS, int(PLAYOUTS_PER_SECOND * seconds)),
                settings=_SETTINGS,
                seed=self._seed,
                flag=deadline.flag,
            )
        mean = sum(sharpened(ownership[point]) for point in region.points)
        return _in_rules(found, mean, region, position.rules.scoring)


def sharpened(share: float) -> float:
    """Return what a point with that ownership counts for Black: all of it from SURE_OWNER on."""
    return max(-1.0, min(1.0, share / SURE_OWNER))


def _in_rules(found: RegionEstimate, area: float, region: Region, scoring: Scoring) -> Estimate:
    """Return an area estimate in the scoring of the rules, rounded to the grid."""
    mean, temperature = _rounded(area), _rounded(found.temperature)
    if scoring is Scoring.TERRITORY:
        mean -= sum(1 if colour == BLACK else -1 for _, colour in region.stones)
        temperature -= 1
    moves = {BLACK: found.black_move, WHITE: found.white_move}
    return Estimate(
        mean,
        temperature,
        _rounded(max(found.mean_error, abs(found.mean - area) / 2), up=True),
        _rounded(found.temperature_error, up=True),
        {colour: None if point == NO_POINT else point for colour, point in moves.items()},
    )


def _rounded(value: float, *, up: bool = False) -> Fraction:
    units = value * _GRID
    return Fraction(int(units) + 1 if up else round(units), _GRID)
