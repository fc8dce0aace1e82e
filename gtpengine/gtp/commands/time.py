"""Clock commands of GTP, KGS and KataGo. Each replaces all settings before it."""

from gtpengine.clock import (
    NO_LIMIT,
    TimeSettings,
    absolute,
    byoyomi,
    canadian,
    fischer,
)
from gtpengine.gtp.arguments import Arguments
from gtpengine.gtp.errors import GtpSyntaxError
from gtpengine.gtp.registry import Registry
from gtpengine.gtp.session import Session

KGS_SYSTEMS = ("none", "absolute", "byoyomi", "canadian")
KATA_SYSTEMS = (*KGS_SYSTEMS, "fischer", "fischer-capped")

commands = Registry()


@commands.add("time_settings", changes=True)
def time_settings(session: Session, arguments: Arguments) -> str:
    """Set absolute or Canadian time: main seconds, overtime seconds, stones in that time."""
    main, period, stones = (
        arguments.number(0, "the main time"),
        arguments.number(1, "the overtime"),
        arguments.number(2, "the number of stones"),
    )
    session.clock.set(canadian(main, period, int(stones)))
    return ""


@commands.add("time_left", changes=True)
def time_left(session: Session, arguments: Arguments) -> str:
    """Set a side's remaining time: seconds, and stones (or byo-yomi periods) left in overtime."""
    colour = arguments.colour(0)
    seconds = arguments.number(1, "the time")
    count = arguments.number(2, "the number of stones")
    session.clock.set_left(colour, seconds, int(count))
    return ""


@commands.add("kgs-time_settings", changes=True)
def kgs_time_settings(session: Session, arguments: Arguments) -> str:
    """Set one of the time systems of KGS."""
    session.clock.set(_system(arguments, KGS_SYSTEMS))
    return ""


@commands.add("kata-time_settings", changes=True)
def kata_time_settings(session: Session, arguments: Arguments) -> str:
    """Set one of the time systems of KataGo."""
    session.clock.set(_system(arguments, KATA_SYSTEMS))
    return ""


@commands.add("kata-list_time_settings")
def kata_list_time_settings(session: Session, arguments: Arguments) -> str:
    """Return the time systems that kata-time_settings knows."""
    return " ".join(KATA_SYSTEMS)


def _system(arguments: Arguments, known: tuple[str, ...]) -> TimeSettings:
    name = arguments.word(0, "the time system").lower()
    if name not in known:
        raise GtpSyntaxError(f"the time system is one of {' '.join(known)}")
    if name == "none":
        return NO_LIMIT
    main = arguments.number(1, "the main time")
    if name == "absolute":
        return absolute(main)
    second = arguments.number(2, "the increment" if "fischer" in name else "the period")
    if name == "fischer":
        return fischer(main, second)
    third = arguments.number(3, "the cap" if "fischer" in name else "the count")
    if name == "fischer-capped":
        most = arguments.number(4, "the longest move") if len(arguments) > 4 else -1.0
        return fischer(main, second, third, most)
    return (byoyomi if name == "byoyomi" else canadian)(main, second, int(third))
