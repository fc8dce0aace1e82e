"""Setting up positions in one go, and the fast navigation of GoGui and GNU Go."""

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.gtp.arguments import Arguments
from gtpengine.gtp.commands.core import play_legally, take_back
from gtpengine.gtp.errors import GtpError, GtpSyntaxError
from gtpengine.gtp.registry import Registry
from gtpengine.gtp.session import Session, with_board

commands = Registry()


@commands.add("gg-undo", changes=True)
def gg_undo(session: Session, arguments: Arguments) -> str:
    """Take back several moves, one if no number is given."""
    count = arguments.integer(0, "the number of moves") if len(arguments) else 1
    if count < 0:
        raise GtpSyntaxError("the number of moves is negative")
    if count > len(session.position.moves):
        raise GtpError("cannot undo")
    take_back(session, count)
    return ""


@commands.add("gogui-play_sequence", changes=True)
def play_sequence(session: Session, arguments: Arguments) -> str:
    """Play several moves, all or none."""
    for colour, point in arguments.moves(session.position):
        play_legally(session.position, colour, point)
    return ""


@commands.add("gogui-setup", changes=True)
def gogui_setup(session: Session, arguments: Arguments) -> str:
    """Put stones on an empty board."""
    position = session.position
    if any(position.colour_at(point) != EMPTY for point in position.points()):
        raise GtpError("board not empty")
    return _put(session, arguments)


@commands.add("set_position", changes=True)
def set_position(session: Session, arguments: Arguments) -> str:
    """Replace the board by the given stones, Black to move."""
    return _put(session, arguments)


def _put(session: Session, arguments: Arguments) -> str:
    board = with_board(session.position, session.position.width, session.position.height)
    stones: dict[int, list[int]] = {BLACK: [], WHITE: []}
    for index in range(0, len(arguments), 2):
        stones[arguments.colour(index)].append(arguments.point(index + 1, board))
    board.setup(stones[BLACK], stones[WHITE], to_move=BLACK)
    session.begin(board)
    return ""


@commands.add("gogui-setup_player", changes=True)
def gogui_setup_player(session: Session, arguments: Arguments) -> str:
    """Say whose turn it is in a position that was set up."""
    session.set_to_move(arguments.colour(0))
    return ""


@commands.add("gogui-interrupt")
def gogui_interrupt(session: Session, arguments: Arguments) -> str:
    """Return nothing: that this succeeds says that `# interrupt` is understood."""
    return ""
