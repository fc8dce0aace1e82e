"""Walls of estimates: thermographs on a grid of temperatures, quick to back up in a search.

A line is an array of values, one for each height of the grid: temperatures by area scoring from 0
upward, STEP apart. Exact thermographs are in `gtpengine.values`; these are their sketch in floats.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gtpengine.values.trajectory import Trajectory

STEP = 0.25
SLACK = 0.4  # points by which scaffolds may be off

Line = npt.NDArray[np.float64]


class Walls(NamedTuple):
    """Both walls, and the mast on which they meet at `temperature`."""

    left: Line
    right: Line
    mean: float
    temperature: float


def heights(most: int) -> Line:
    """Return a grid on which all scaffolds cross whose values lie between -most and most."""
    return np.arange(0.0, most + SLACK + STEP, STEP)


def on_scaffolds(grid: Line, left: Line, right: Line, middle: float) -> Walls:
    """Return the walls that stand on two scaffolds, taxes included.

    Estimated scaffolds that run close to each other may cross by chance, far below the temperature;
    so walls meet where the scaffolds have crossed by SLACK, less what a gote takes for that. Where
    nobody gains by a move even at temperature 0 the mast is the value nearest to `middle` that the
    scaffolds leave.  Pre: the scaffolds cross on the grid.
    """
    gap = left - right + SLACK
    if gap[0] <= 0:
        mean = float(min(max(middle, left[0]), right[0]))
        mast = np.full(len(grid), mean)
        return Walls(mast, mast, mean, 0.0)
    above = int(np.argmax(gap <= 0))
    past = grid[above - 1] + STEP * gap[above - 1] / (gap[above - 1] - gap[above])
    # The scaffolds of a gote close by 2 for each point of temperature.
    temperature = max(0.0, float(past) - SLACK / 2)
    centre = (left + right) / 2
    mean = float(np.interp(temperature, grid, centre))
    below = grid < temperature
    return Walls(
        np.where(below, np.maximum(left, centre), mean),
        np.where(below, np.minimum(right, centre), mean),
        mean,
        temperature,
    )


def switch(grid: Line, black: float, white: float) -> Walls:
    """Return the walls of a game that is over after one move: {black | white}."""
    return on_scaffolds(grid, black - grid, white + grid, (black + white) / 2)


def sketched(grid: Line, left: Trajectory, right: Trajectory) -> Walls:
    """Return exact walls on the grid, area scoring; what is exact is the mean and the temperature.

    Pre: the walls meet.
    """
    temperature = max(left.points[-1][1], right.points[-1][1])
    return Walls(
        _sketch(grid, left), _sketch(grid, right), float(left.points[-1][0]), float(temperature)
    )


def _sketch(grid: Line, wall: Trajectory) -> Line:
    corners = [float(t) for _, t in wall.points]
    return np.interp(grid, corners, [float(value) for value, _ in wall.points])
