"""What is at stake in an area: tree searches that play for its points alone, each player first.

Unlike the search for one chain's life (`fates`), this one sees threats to several chains at once:
to save one by giving up another costs points. It is a guess of playouts.
"""

from dataclasses import dataclass
from typing import Any

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import NO_POINT, PASS
from gtpengine.board.position import Position
from gtpengine.partition.bits import Bits
from gtpengine.search.montecarlo.search import TreeSearch
from gtpengine.search.montecarlo.settings import SearchSettings
from gtpengine.search.montecarlo.temperature import to_move_by

_SETTINGS = SearchSettings(
    nodes=60_000,
    score_weight=0.9,
    expand_at=2,
    pass_share=0.08,
    rave_equivalence=300.0,
    exploration=0.5,
)


@dataclass(frozen=True)
class Stakes:
    """What an area comes to, by who moves first.

    Attributes:
        area: the points where moves were made, and which were counted.
        black_first: Black's lead in the area, by area scoring, when Black begins.
        white_first: the same when White begins.
        moves: by colour the best first move, NO_POINT where a pass is as good.
    """

    area: Bits
    black_first: float
    white_first: float
    moves: dict[int, int]

    @property
    def heat(self) -> float:
        """What a move gains, by area scoring, as if it were gote for both."""
        return max(0.0, (self.black_first - self.white_first) / 2)


def stakes(
    position: Position, area: Bits, playouts: int, *, seed: int = 1, flag: Any = None
) -> Stakes:
    """Search what an area comes to, with half the playouts for each player first."""
    scores = {}
    moves = {}
    for colour in (BLACK, WHITE):
        view = to_move_by(position, colour)
        search = TreeSearch(view, allowed=area, goal=area, settings=_SETTINGS, seed=seed)
        search.run(flag, max(1, playouts // 2))
        found = search.findings()
        best = found.moves[0] if found.moves and found.moves[0].visits else None
        score = (1 if colour == BLACK else -1) * (found.score if best is None else best.score)
        scores[colour] = found.score if best is None else score
        moves[colour] = NO_POINT if best is None or best.point == PASS else best.point
    return Stakes(area, scores[BLACK], scores[WHITE], moves)
