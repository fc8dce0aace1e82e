"""What gomill's tournament tools ask, and the engine's own run-time settings."""

import dataclasses

from gtpengine import __version__
from gtpengine.config import BadConfig, checked, unknown_key
from gtpengine.engine.settings import parameters
from gtpengine.gtp.arguments import Arguments
from gtpengine.gtp.errors import GtpError
from gtpengine.gtp.registry import Registry
from gtpengine.gtp.session import Session

commands = Registry()


@commands.add("gomill-describe_engine")
def describe_engine(session: Session, arguments: Arguments) -> str:
    """Return name, version and settings in words."""
    lines = [f"gtpengine {__version__}", f"player: {session.player_name()}"]
    lines += [
        f"{name}: {_shown(each.value(session.settings))}" for name, each in parameters().items()
    ]
    return "\n".join(lines)


@commands.add("gomill-explain_last_move")
def explain_last_move(session: Session, arguments: Arguments) -> str:
    """Return why the engine played its last move; nothing if the last move was not its own."""
    return session.comments.get(len(session.position.moves), "")


@commands.add("gtpengine-explain_suggestion")
def explain_suggestion(session: Session, arguments: Arguments) -> str:
    """Return why the engine suggested the move of the last reg_genmove of this game."""
    return session.suggested


@commands.add("gtpengine-ready")
def ready(session: Session, arguments: Arguments) -> str:
    """Wait until the search is loaded, or compiled if it must be, and return whether it is.

    For tournaments, whose clocks should not run meanwhile.
    """
    return "true" if session.is_ready() else "false"


@commands.add("gtpengine-stats")
def statistics(session: Session, arguments: Arguments) -> str:
    """Return how the sum of regions fared in this game."""
    return session.statistics()


@commands.add("gtpengine-param", changes=True)
def param(session: Session, arguments: Arguments) -> str:
    """Return all run-time settings in GoGui's form, or one of them, or set one."""
    known = parameters()
    if not len(arguments):
        return "\n".join(
            f"[{_gogui_type(each.field)}] {name} {_shown(each.value(session.settings))}"
            for name, each in known.items()
        )
    key = arguments.words[0]
    if key not in known:
        raise GtpError(unknown_key(key, key, known))
    each = known[key]
    if len(arguments) == 1:
        return _shown(each.value(session.settings))
    value = _read(arguments, each.kind)
    try:
        value = checked(key, value, each.kind, each.field.metadata)
    except BadConfig as error:
        raise GtpError(str(error)) from None
    session.set_settings(each.changed(session.settings, value))
    return ""


def _gogui_type(field: "dataclasses.Field[object]") -> str:
    """Return the type of a setting as GoGui's parameter dialogs name it."""
    if isinstance(field.default, bool):
        return "bool"
    choices = field.metadata.get("choices")
    return "/".join(("list", *choices)) if choices else "string"


def _shown(value: object) -> str:
    return (
        str(int(value))
        if isinstance(value, bool)
        else f"{value:.12g}"
        if isinstance(value, float)
        else str(value)
    )


def _read(arguments: Arguments, wanted: type) -> object:
    """Return the second argument as a value of the type `wanted`."""
    if wanted is bool:
        words = {"1": True, "true": True, "on": True, "0": False, "false": False, "off": False}
        return words.get(arguments.words[1].lower(), arguments.words[1])
    if wanted is str:
        return arguments.words[1].lower()
    if wanted is int:
        return arguments.integer(1, "the value")
    return arguments.number(1, "the value")
