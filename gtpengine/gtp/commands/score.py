"""Score and status of the stones, at any time of a game."""

from gtpengine.board.points import vertex_of
from gtpengine.board.position import Chain
from gtpengine.board.score import result_text
from gtpengine.gtp.arguments import Arguments
from gtpengine.gtp.errors import GtpSyntaxError
from gtpengine.gtp.registry import Registry
from gtpengine.gtp.session import Session

commands = Registry()


@commands.add("final_score")
def final_score(session: Session, arguments: Arguments) -> str:
    """Return the score as if the game were over, dead stones taken off."""
    return result_text(session.judge().score)


@commands.add("final_status_list")
def final_status_list(session: Session, arguments: Arguments) -> str:
    """Return the chains that are alive, dead or in seki, one per line."""
    status = arguments.word(0, "alive, dead or seki").lower()
    if status not in ("alive", "dead", "seki"):
        raise GtpSyntaxError("alive, dead or seki expected")
    judgement = session.judge()
    chains = {"alive": judgement.alive, "dead": judgement.dead, "seki": judgement.seki}[status]
    return "\n".join(_named(chain) for chain in chains)


def _named(chain: Chain) -> str:
    return " ".join(vertex_of(stone) for stone in sorted(chain.stones))
