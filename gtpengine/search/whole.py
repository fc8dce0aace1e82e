"""What every search of a whole board derives from a position: history, komi, repetitions."""

import numpy as np
import numpy.typing as npt

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.position import Position
from gtpengine.board.rules import KoRule

# Which repetitions kernels forbid: of the line alone, of positions, of positions with a player.
PATH_ONLY, POSITIONAL, SITUATIONAL = range(3)
SUPERKO = {
    KoRule.SIMPLE: PATH_ONLY,
    KoRule.POSITIONAL: POSITIONAL,
    KoRule.SITUATIONAL: SITUATIONAL,
}
WHITE_TURN = 0x3C79AC492BA7B653  # tells situations apart that differ in who moves


def stones_ahead(position: Position) -> int:
    """Return how many more stones Black has put on the board than White, captured ones included.

    By so much Black's lead by area is more than that by territory.
    """
    ahead = len(position.stones(BLACK)) - len(position.stones(WHITE))
    return ahead + position.prisoners[WHITE] - position.prisoners[BLACK]


def history_of(position: Position, offset: int = 0) -> npt.NDArray[np.int64]:
    """Return the hashes of all positions since the last setup, the present one last.

    Under situational superko White's turn is part of the hash; under simple ko only the present
    position counts, so that a search does not run in circles.
    """
    past = position.situations()
    if position.rules.ko is KoRule.SIMPLE:
        past = past[-1:]
    turn = WHITE_TURN if position.rules.ko is KoRule.SITUATIONAL else 0
    hashes = [key ^ offset ^ (0 if to_move == BLACK else turn) for key, to_move in past]
    return np.array(hashes, np.uint64).view(np.int64)


def news_between(before: Position, after: Position, most: int = 2) -> list[int] | None:
    """Return the moves that lead from one position to another, None if no few moves do.

    The players must alternate, and komi, rules and handicap be the same.
    """
    old, new = before.moves, after.moves
    news = new[len(old) :]
    if len(news) > most or new[: len(old)] != old:
        return None
    colour = before.to_move
    trial = before.copy()
    for move in news:
        if move.colour != colour or not trial.is_legal(*move):
            return None
        trial.play(*move)
        colour = opponent(colour)
    if (trial.width, trial.height) != (after.width, after.height):
        return None
    same = (trial.hash, trial.to_move, trial.komi, trial.rules, trial.handicap)
    if same != (after.hash, after.to_move, after.komi, after.rules, after.handicap):
        return None
    return [move.point for move in news]
