"""Guesses for regions that are too large to be solved: tree searches beside coupons."""

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
_LEAST_PLAYOUTS = 300
_GRID = 8  # guesses are given in eighths of a point
_SETTINGS = SearchSettings(nodes=300_000)


class CouponEstimator:
    """Brackets a region's temperature by searches at a few tops of a coupon stack."""

    def __init__(self, seed: int = 1) -> None:
        self._seed = seed

    def estimate(self, position: Position, region: Region, seconds: float) -> Estimate:
        """Return mean, temperature and moves, in the scoring of the position's rules."""
        with Deadline(seconds) as deadline:
            found = estimate(
                position,
                bits_of(region.points),
                playouts=max(_LEAST_PLAYOUTS, int(PLAYOUTS_PER_SECOND * seconds)),
                settings=_SETTINGS,
                seed=self._seed,
                flag=deadline.flag,
            )
        return _in_rules(found, region, position.rules.scoring)


def _in_rules(found: RegionEstimate, region: Region, scoring: Scoring) -> Estimate:
    """Return an area estimate in the scoring of the rules, rounded to the grid."""
    mean, temperature = _rounded(found.mean), _rounded(found.temperature)
    if scoring is Scoring.TERRITORY:
        mean -= sum(1 if colour == BLACK else -1 for _, colour in region.stones)
        temperature -= 1
    moves = {BLACK: found.black_move, WHITE: found.white_move}
    return Estimate(
        mean,
        temperature,
        _rounded(found.mean_error, up=True),
        _rounded(found.temperature_error, up=True),
        {colour: None if point == NO_POINT else point for colour, point in moves.items()},
    )


def _rounded(value: float, *, up: bool = False) -> Fraction:
    units = value * _GRID
    return Fraction(int(units) + 1 if up else round(units), _GRID)
