"""Who judges positions for a search: the shape of a network, or of whoever stands in its place."""

from typing import Protocol

import numpy as np
import numpy.typing as npt

Singles = npt.NDArray[np.float32]


class Opinions(Protocol):
    """What a network says of some positions, a row each: see `gtpengine.evaluation.network`."""

    @property
    def moves(self) -> Singles:
        """The chance of each move of the player to move."""
        ...

    @property
    def ownership(self) -> Singles:
        """Whose each point will be, from 1 (Black's) to -1."""
        ...

    @property
    def lead(self) -> Singles:
        """Black's lead by area at the end."""
        ...

    @property
    def spread(self) -> Singles:
        """The scale of the logistic distribution of that lead."""
        ...


class Judge(Protocol):
    """A network, or whoever else judges positions as one does."""

    def evaluate(
        self,
        vectors: npt.NDArray[np.int32],
        colours: npt.NDArray[np.int64],
        lasts: npt.NDArray[np.int64],
        *,
        turned: bool = False,
    ) -> Opinions:
        """Return what it says of positions with these players to move and these last moves.

        With `turned` the positions are worth a look from all sides.
        """
        ...

    def tilt(self, even: float, spread: float) -> float:
        """Return what to add to leads of that spread in a game that is even at a lead of `even`.

        Whoever is not told the komi cannot know where games are even.
        """
        ...
