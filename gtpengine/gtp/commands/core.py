"""Board, moves and handicap: what every client sends."""

from collections.abc import Sequence

from gtpengine.board.colours import BLACK, EMPTY, WHITE, colour_name
from gtpengine.board.handicap import BadHandicap, fixed_handicap, free_handicap
from gtpengine.board.komi import BadKomi, decimal_text, komi_of
from gtpengine.board.points import PASS, BadSize, vertex_of
from gtpengine.board.position import CannotUndo, IllegalMove, Position
from gtpengine.gtp.arguments import Arguments
from gtpengine.gtp.errors import GtpError, GtpSyntaxError
from gtpengine.gtp.registry import Registry
from gtpengine.gtp.session import Session, with_board

commands = Registry()


@commands.add("boardsize", changes=True)
def boardsize(session: Session, arguments: Arguments) -> str:
    """Start an empty board of `n` by `n`, or of `width` by `height` points."""
    width = arguments.integer(0, "the size")
    height = arguments.integer(1, "the height") if len(arguments) > 1 else width
    return _resize(session, width, height)


@commands.add("rectangular_boardsize", changes=True)
def rectangular_boardsize(session: Session, arguments: Arguments) -> str:
    """Start an empty board of `width` by `height` points."""
    return _resize(session, arguments.integer(0, "the width"), arguments.integer(1, "the height"))


def _resize(session: Session, width: int, height: int) -> str:
    try:
        session.begin(with_board(session.position, width, height))
    except BadSize as error:
        raise GtpError("unacceptable size") from error
    session.clock.restart()
    return ""


@commands.add("clear_board", changes=True)
def clear_board(session: Session, arguments: Arguments) -> str:
    """Start an empty board; size, komi, rules and time settings stay."""
    session.begin(with_board(session.position, session.position.width, session.position.height))
    session.clock.restart()
    return ""


@commands.add("komi", changes=True)
def komi(session: Session, arguments: Arguments) -> str:
    """Set the komi."""
    try:
        session.position.komi = komi_of(arguments.word(0, "the komi"))
    except BadKomi as error:
        raise GtpSyntaxError(str(error)) from None
    return ""


@commands.add("get_komi")
def get_komi(session: Session, arguments: Arguments) -> str:
    """Return the komi."""
    return decimal_text(session.position.komi)


@commands.add("play", changes=True)
def play(session: Session, arguments: Arguments) -> str:
    """Play a move of either colour."""
    colour = arguments.colour(0)
    point = arguments.vertex(1, session.position)
    play_legally(session.position, colour, point)
    return ""


def play_legally(position: Position, colour: int, point: int) -> None:
    """Play, with the specification's word for a refusal.

    Raises:
        GtpError: the move is illegal.
    """
    try:
        position.play(colour, point)
    except IllegalMove as error:
        raise GtpError("illegal move") from error


@commands.add("genmove", changes=True)
def genmove(session: Session, arguments: Arguments) -> str:
    """Choose a move, play it and return it."""
    return vertex_of(session.move(arguments.colour(0)).point)


@commands.add("reg_genmove")
def reg_genmove(session: Session, arguments: Arguments) -> str:
    """Return the move that would be chosen, without playing it; a pass as suites write it: PASS."""
    point = session.suggestion(arguments.colour(0)).point
    return "PASS" if point == PASS else vertex_of(point)


@commands.add("undo", changes=True)
def undo(session: Session, arguments: Arguments) -> str:
    """Take back the last move or pass."""
    take_back(session, 1)
    return ""


def take_back(session: Session, count: int) -> None:
    """Take back `count` moves, with the specification's word for a refusal.

    Raises:
        GtpError: there are fewer.
    """
    try:
        session.undo(count)
    except CannotUndo as error:
        raise GtpError("cannot undo") from error


@commands.add("fixed_handicap", changes=True)
def fixed(session: Session, arguments: Arguments) -> str:
    """Place handicap stones on their traditional points and return these."""
    return _place(session, arguments.integer(0, "the number of stones"), free=False)


@commands.add("place_free_handicap", changes=True)
def place_free(session: Session, arguments: Arguments) -> str:
    """Place exactly as many handicap stones as asked for and return where."""
    return _place(session, arguments.integer(0, "the number of stones"), free=True)


def _place(session: Session, stones: int, *, free: bool) -> str:
    position = session.position
    _need_empty_board(position)
    choose = free_handicap if free else fixed_handicap
    try:
        points = choose(stones, position.width, position.height)
    except BadHandicap as error:
        raise GtpError("invalid number of stones") from error
    return _give(session, points)


@commands.add("set_free_handicap", changes=True)
def set_free(session: Session, arguments: Arguments) -> str:
    """Place handicap stones where the client says."""
    _need_empty_board(session.position)
    try:
        points = [arguments.point(index, session.position) for index in range(len(arguments))]
    except GtpSyntaxError as error:
        raise GtpError("bad vertex list") from error
    if len(points) < 2 or len(set(points)) < len(points):
        raise GtpError("bad vertex list")
    _give(session, points)
    return ""


def _need_empty_board(position: Position) -> None:
    if any(position.colour_at(point) != EMPTY for point in position.points()):
        raise GtpError("board not empty")


def _give(session: Session, points: Sequence[int]) -> str:
    board = with_board(session.position, session.position.width, session.position.height)
    board.place_handicap(points)
    session.begin(board)
    return " ".join(vertex_of(point) for point in points)


@commands.add("showboard")
def showboard(session: Session, arguments: Arguments) -> str:
    """Return a picture of the board and the state of the game."""
    position = session.position
    count = len(position.moves)
    return (
        f"\n{position.diagram()}\n"
        f"{colour_name(position.to_move).capitalize()} to move"
        f" after {count} move{'' if count == 1 else 's'}"
        f"; {position.rules.name} rules, komi {get_komi(session, arguments)}"
        f"; captured by Black {position.prisoners[BLACK]}, by White {position.prisoners[WHITE]}"
    )
