"""Commands of kgsGtp, the client of the KGS server."""

from gtpengine import __version__
from gtpengine.board.points import vertex_of
from gtpengine.board.rules import BadRules, rules_named
from gtpengine.gtp.arguments import Arguments
from gtpengine.gtp.errors import GtpSyntaxError
from gtpengine.gtp.registry import Registry
from gtpengine.gtp.session import Session

commands = Registry()
chat_commands = Registry()


@commands.add("kgs-rules", changes=True)
def kgs_rules(session: Session, arguments: Arguments) -> str:
    """Set the rules; the komi is set on its own."""
    name = arguments.word(0, "the name of the rules")
    try:
        session.position.rules = rules_named(name)
    except BadRules as error:
        raise GtpSyntaxError(str(error)) from None
    return ""


@commands.add("kgs-genmove_cleanup", changes=True)
def kgs_genmove_cleanup(session: Session, arguments: Arguments) -> str:
    """Choose and play a move; no pass while the opponent's dead stones are on the board."""
    return vertex_of(session.move(arguments.colour(0), cleanup=True).point)


@commands.add("kgs-game_over")
def kgs_game_over(session: Session, arguments: Arguments) -> str:
    """Forget what the finished game has taught."""
    session.forget()
    return ""


@chat_commands.add("kgs-chat")
def kgs_chat(session: Session, arguments: Arguments) -> str:
    """Answer a remark: `game|private NAME TEXT`."""
    arguments.word(1, "the name")
    reason = session.comments.get(len(session.position.moves))
    if "why" in arguments.rest.lower() and reason:
        return reason
    return f"I am gtpengine {__version__}, a program ({session.player_name()}). Ask me: why?"
