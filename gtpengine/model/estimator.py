"""Guesses for regions that are too large to be solved: tree searches beside coupons."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import NO_POINT
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.deadline import LONGEST_SECONDS, Deadline
from gtpengine.model.survey import Estimate
from gtpengine.parameters import SearchSettings
from gtpengine.partition.bits import bits_of
from gtpengine.partition.region import Region
from gtpengine.partition.themes import Theme
from gtpengine.search.tree.temperature import RegionEstimate, estimate, move_gain, weighed

# Playouts that a second is trusted to have room for: more would leave the last probe without any.
PLAYOUTS_PER_SECOND = 6000
# The same where one move is weighed in a theme: a quiet second has room for several times as many.
GAIN_PLAYOUTS_PER_SECOND = 12_000
# Points of a theme in doubt for each point of a first guess at its temperature. 373 themes of 36
# positions of shared games, a quarter to half way through, had 2.9 for each point of temperature;
# a guess that is too low makes a search look at moves, one that is too high makes it look away.
DOUBT_PER_HEAT = 6.0
PILOT = 600  # playouts, however late it is, that tell how many more there is time for
_SHARE_USED = 0.8  # of the time that is left after them
# Ownership at which a point counts in full. Of the first 20 shared 19x19 games and of the next 30,
# 40 moves before their end, the final score was missed by 6.2 and 7.1 points on average with 0.12,
# by 6.8 and 7.3 with 0.3.
SURE_OWNER = 0.12
# The same in themes, where less is decided. A quarter, two fifths and over half way through the
# first 12 of these games the score was missed by 8.3, 7.6 and 12.4 points with 0.7, by 29.1, 21.7
# and 15.8 with 0.12.
SURE_IN_THEMES = 0.7
_LEAST_PLAYOUTS = 300
_COUNTED_SECONDS = 0.2  # whose playouts are made where time does not count
_LEAST_SECONDS = 0.001  # that something took, as far as clocks can tell
_LEAST_TOP = 0.5  # of the stack beside which a move is weighed
_GRID = 8  # guesses are given in eighths of a point
_SETTINGS = SearchSettings(nodes=300_000)


class CouponEstimator:
    """Brackets a region's temperature by searches at a few tops of a coupon stack."""

    def __init__(self, seed: int = 1) -> None:
        self._seed = seed

    def estimate(
        self,
        position: Position,
        region: Region,
        ownership: Mapping[int, float],
        seconds: float | None,
        theme: Theme | None = None,
    ) -> Estimate:
        """Return mean, temperature and moves, in the scoring of the position's rules.

        Without `seconds` the number of playouts is fixed, and so is the answer. The mean is the
        ownership of the region's points added up, each sharpened: playouts of the whole board know
        of weak borders what searches within them cannot, but they are timid. Moves are made in the
        region, whose border stands still, or, if it is that of a theme, where they concern the
        theme.
        """
        counted = _COUNTED_SECONDS if seconds is None else seconds
        with Deadline(LONGEST_SECONDS if seconds is None else seconds) as deadline:
            if theme is None:
                found = estimate(
                    position,
                    bits_of(region.points),
                    playouts=max(_LEAST_PLAYOUTS, int(PLAYOUTS_PER_SECOND * counted)),
                    settings=_SETTINGS,
                    seed=self._seed,
                    flag=deadline.flag,
                    settled=dict(region.border),
                )
            else:
                most = None if seconds is not None else int(PLAYOUTS_PER_SECOND * counted)
                found = self._searched(position, theme, ownership, deadline, most)
        sure = SURE_OWNER if theme is None else SURE_IN_THEMES
        mean = count(region.points, ownership, sure)
        return in_rules(
            mean,
            found.temperature,
            max(found.mean_error, abs(found.mean - float(mean)) / 2),
            found.temperature_error,
            {BLACK: found.black_move, WHITE: found.white_move},
            region,
            position.rules.scoring,
        )

    def _searched(
        self,
        position: Position,
        theme: Theme,
        ownership: Mapping[int, float],
        deadline: Deadline,
        most: int | None,
    ) -> RegionEstimate:
        """Return what searches find in a theme: a short one first, then as much as time allows.

        With `most` so many playouts are made instead, however long they take.
        """
        goal = bits_of(theme.region.points)
        search = partial(estimate, position, goal | theme.moves, settings=_SETTINGS, goal=goal)
        doubt = sum(1.0 - abs(ownership[point]) for point in theme.region.points)
        first = search(guess=doubt / DOUBT_PER_HEAT, playouts=PILOT, probes=1, seed=self._seed)
        rate = PILOT / max(deadline.elapsed(), _LEAST_SECONDS)
        playouts = int(_SHARE_USED * rate * deadline.remaining()) if most is None else most
        if playouts < PILOT:
            return first
        half = playouts // 2
        seed, flag = self._seed + 1, deadline.flag
        found = search(guess=first.temperature, playouts=half, probes=2, seed=seed, flag=flag)
        return weighed(
            position,
            goal | theme.moves,
            found,
            half,
            settings=_SETTINGS,
            seed=seed,
            flag=flag,
            goal=goal,
        )

    def gain(
        self,
        position: Position,
        theme: Theme,
        temperature: Fraction,
        colour: int,
        move: int,
        seconds: float,
    ) -> Fraction:
        """Return what a move of `colour` surely gains in a theme: one standard error is taken off.

        By area, at most as much as the theme's best move; `temperature` is in the scoring of the
        rules. 0 where nothing is gained.
        """
        tax = 1 if position.rules.scoring is Scoring.TERRITORY else 0
        goal = bits_of(theme.region.points)
        with Deadline(seconds) as deadline:
            found = move_gain(
                position,
                goal | theme.moves,
                move,
                colour,
                max(_LEAST_TOP, float(temperature) + tax),
                max(_LEAST_PLAYOUTS, int(GAIN_PLAYOUTS_PER_SECOND * seconds)),
                settings=_SETTINGS,
                seed=self._seed,
                flag=deadline.flag,
                goal=goal,
            )
        if found is None:
            return Fraction(0)
        return min(temperature + tax, max(Fraction(0), _rounded(found.gain - found.error)))


def count(
    points: Iterable[int], ownership: Mapping[int, float], sure: float = SURE_OWNER
) -> Fraction:
    """Return what the points count for Black, each in eighths, so that counts of parts add.

    A point counts in full from an ownership of `sure` on.
    """
    shares = (max(-1.0, min(1.0, ownership[point] / sure)) for point in points)
    return Fraction(sum(round(_GRID * share) for share in shares), _GRID)


def in_rules(
    mean: Fraction,
    heat: float,
    mean_error: float,
    heat_error: float,
    moves: dict[int, int],
    region: Region,
    scoring: Scoring,
) -> Estimate:
    """Return an area estimate in the scoring of the rules, rounded to the grid."""
    temperature = _rounded(heat)
    if scoring is Scoring.TERRITORY:
        mean -= sum(1 if colour == BLACK else -1 for _, colour in region.stones)
        temperature -= 1
    return Estimate(
        mean,
        temperature,
        _rounded(mean_error, up=True),
        _rounded(heat_error, up=True),
        {colour: None if point == NO_POINT else point for colour, point in moves.items()},
    )


def _rounded(value: float, *, up: bool = False) -> Fraction:
    units = value * _GRID
    return Fraction(int(units) + 1 if up else round(units), _GRID)
