"""A game between two engines, watched by a third board."""

from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_of
from gtpengine.board.position import Position
from gtpengine.board.rules import CHINESE

MOST_MOVES = 500


def play_game(black, white, size, komi, most=MOST_MOVES):
    """Let two engines play to the end; return the final position and 'passes' or who resigned.

    Every command must succeed and every move be legal.
    """
    board = Position(size, rules=CHINESE, komi=Fraction(komi))
    for engine in (black, white):
        engine.tell(f"boardsize {size}")
        engine.tell("clear_board")
        engine.tell(f"komi {komi}")
    while board.passes() < 2:
        assert len(board.moves) < most, "the game does not end"
        colour = board.to_move
        mover, other = (black, white) if colour == BLACK else (white, black)
        name = "b" if colour == BLACK else "w"
        answer = mover.tell(f"genmove {name}").lower()
        if answer == "resign":
            return board, f"{name} resigned"
        point = point_of(answer, size, size)
        board.play(colour, PASS if point == PASS else point)
        other.tell(f"play {name} {answer}")
    return board, "passes"


__all__ = ["BLACK", "WHITE", "play_game"]
