"""What playouts would play first, for either player: a second pair of eyes for a network.

A network that has learned from professional games hardly looks at moves that decide life and death
but seldom come up; playouts find them, because they win games. Their choice at the root is mixed
into the priors of the whole tree.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import GRID_LEN, STRIDE
from gtpengine.board.position import Position
from gtpengine.parameters import SearchSettings
from gtpengine.search.montecarlo.search import TreeSearch


def hints_of(
    position: Position, flags: tuple[Any, Any], playouts: int | None, seed: int = 1
) -> npt.NDArray[np.float32]:
    """Return (2, GRID_LEN): the share of a tree of playouts that each first move gets.

    Row 0 is Black's, with Black to move; row 1 White's. Each tree ends with its flag or after so
    many playouts.
    """
    hints = np.zeros((2, GRID_LEN), np.float32)
    for row, (colour, flag) in enumerate(zip((BLACK, WHITE), flags, strict=True)):
        asked = position.copy()
        asked.to_move = colour
        search = TreeSearch(asked, settings=SearchSettings(nodes=100_000), seed=seed)
        search.run(flag, playouts)
        found = search.findings().moves
        total = sum(move.visits for move in found)
        for move in found:
            if move.point >= STRIDE and total:
                hints[row, move.point] = move.visits / total
    return hints
