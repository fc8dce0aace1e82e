"""Bounds of mean and temperature of large regions, by what players get who answer where it pays.

Walls are not computed: kernels/answers.py searches single numbers, so far larger regions have close
bounds than can be proved as gtpengine.localgame.proof does it. Efforts grow until time is over, and
all that was found stays true.
"""

import time
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from gtpengine.localgame.kernels import answers as kernels
from gtpengine.localgame.kernels import expand as nodes_layout
from gtpengine.localgame.kernels.claimtable import ENTRY, NONE
from gtpengine.localgame.kernels.replies import LEVEL, UNIT
from gtpengine.localgame.key import RegionKey

_TABLE = 20  # entries of the table, as a power of 2
_EFFORT = 4000  # positions that the first searches may open, by the live points
_HARDER = 3  # so much more may the next ones
_MOST = 1 << 24
_FORGETS = 0.9  # what a position took counts so much less after every search
_CLAIM, _SCAFFOLD, _FIRST = "claim", "scaffold", "first move"
_OPTIONS = 2  # searches after one of many moves may open so much more

Sets = npt.NDArray[np.int64]
Clock = Callable[[], float]
Fits = Callable[[int], bool]


class ClaimSearch:
    """Bounds of one region, area scoring, that get closer with every call of `run`.

    Attributes:
        mean: the lower and the upper bound of the mean.
        temperature: the same of the temperature.
    """

    def __init__(self, key: RegionKey) -> None:
        """Pre: the region fits the kernels' sets."""
        sets = np.array(key.sets(), np.int64)
        gain = np.zeros(1, np.int64)
        nodes_layout.settle_root(sets, key.stride, nodes_layout.DECIDE, gain)
        empty, black, white, near_black, near_white = sets
        self._players: tuple[Sets, Sets] = (
            sets,
            np.array((empty, white, black, near_white, near_black), np.int64),
        )
        self._stride = key.stride
        self._scratch = (
            np.zeros(LEVEL * kernels.LEVELS, np.int64),
            np.zeros(ENTRY << _TABLE, np.int64),
            np.zeros(kernels.WORK, np.int64),
        )
        live = int(np.bitwise_count(sets[:3]).sum())
        self._settled = int(gain[0])
        self._least = [-UNIT * live, -UNIT * live]
        # By player and what is asked: what is claimed at which heat.
        self._found: dict[tuple[int, str], dict[int, int]] = {}
        self._heat = [0, UNIT * live]
        self._live = live
        self._effort = _EFFORT // max(live, 1)
        self._now = self._effort
        self._pace = 0.0  # seconds that a position took of late
        self._closed = live == 0

    @property
    def mean(self) -> tuple[Fraction, Fraction]:
        """What the mast lies between."""
        low, high = self._least
        return (
            self._settled + Fraction(low, UNIT),
            self._settled - Fraction(high, UNIT),
        )

    @property
    def temperature(self) -> tuple[Fraction, Fraction]:
        """What the temperature lies between."""
        low, high = self._heat
        return Fraction(low, UNIT), Fraction(high, UNIT)

    def run(self, seconds: float, clock: Clock = time.monotonic) -> None:
        """Search harder and harder until time is over or nothing can get closer.

        The last searches are as large as there is time for, if that is more than was tried before.
        """
        until = clock() + seconds

        def fits(searches: int) -> bool:
            left = (until - clock()) / searches
            self._now = min(self._effort, int(left / self._pace)) if self._pace else self._effort
            return self._now > self._effort // _HARDER

        while not self._closed and self._effort < _MOST:
            for step in (self._cool, self._warm, self._narrow):
                if not step(fits, clock):
                    return
            self._effort *= _HARDER
            self._closed = self._heat[1] - self._heat[0] <= 1 and sum(self._least) == 0

    def _cool(self, fits: Fits, clock: Clock) -> bool:
        """Find the lowest heat at which nobody's first move pays, by halving; False if too late."""
        low = self._heat[0]
        while self._heat[1] - low > 1:
            if not fits(2):
                return False
            middle = (low + self._heat[1]) // 2
            black, white = (self._scaffold(player, middle, clock) for player in (0, 1))
            if black + white >= 0:
                self._heat[1] = middle
            else:
                low = middle
        return True

    def _warm(self, fits: Fits, clock: Clock) -> bool:
        """Find the highest heat at which first moves pay, by halving; False if too late."""
        high = self._heat[1]
        while high - self._heat[0] > 1:
            if not fits(2 * _OPTIONS):
                return False
            middle = (high + self._heat[0]) // 2
            # Below the temperature each player's first move brings more than the mean.
            if sum(self._first_move(player, middle, clock) for player in (0, 1)) > 0:
                self._heat[0] = middle
            else:
                high = middle
        return True

    def _narrow(self, fits: Fits, clock: Clock) -> bool:
        """Find more that players get at any rate; False if too late."""
        for heat in sorted({0, UNIT, self._heat[1]}):
            for player in (0, 1):
                if not fits(1):
                    return False
                self._claim(player, heat, clock)
        return True

    def _claim(self, player: int, heat: int, clock: Clock) -> int:
        """Return what a player claims at a heat; what he claims at any is below the mean."""
        known = self._known(player, _CLAIM, heat)
        found = self._searched(player, heat, clock, known, scaffold=False)
        self._least[player] = max(self._least[player], found)
        return self._keep(player, _CLAIM, heat, found)

    def _scaffold(self, player: int, heat: int, clock: Clock) -> int:
        """Return what he keeps at a heat if the opponent's first move is paid for."""
        known = max(self._known(player, _SCAFFOLD, heat), self._known(player, _CLAIM, heat))
        found = self._searched(player, heat, clock, known, scaffold=True)
        return self._keep(player, _SCAFFOLD, heat, found)

    def _searched(self, player: int, heat: int, clock: Clock, known: int, *, scaffold: bool) -> int:
        started = clock()
        found = kernels.claim(
            self._players[player], self._stride, heat, scaffold, known + 1, self._now,
            self._scratch,
        )  # fmt: skip
        self._took(clock() - started, self._now)
        return int(found)

    def _first_move(self, player: int, heat: int, clock: Clock) -> int:
        """Return what he gets who moves first at a heat, or the mean's bound if that is more."""
        most = _OPTIONS * self._now
        known = max(
            (found - (heat - cooler) for cooler, found in self._at(player, _FIRST, heat)),
            default=-NONE,
        )
        started = clock()
        found = kernels.first_claim(
            self._players[player], self._stride, heat, known + 1, most, self._scratch
        )
        self._took(clock() - started, most)
        return max(self._keep(player, _FIRST, heat, int(found)), self._least[player])

    def _took(self, seconds: float, positions: int) -> None:
        self._pace = max(_FORGETS * self._pace, seconds / max(positions, 1))

    def _known(self, player: int, what: str, heat: int) -> int:
        """Return what was found at this heat or a lower one: it holds above, too."""
        return max((found for _, found in self._at(player, what, heat)), default=-NONE)

    def _at(self, player: int, what: str, heat: int) -> list[tuple[int, int]]:
        found = self._found.get((player, what), {})
        return [(cooler, value) for cooler, value in found.items() if cooler <= heat]

    def _keep(self, player: int, what: str, heat: int, found: int) -> int:
        self._found.setdefault((player, what), {})[heat] = found
        return found
