"""Commands about the engine itself. They never fail and need nothing that takes time to load."""

import inspect
import time

from gtpengine import __version__
from gtpengine.gtp.arguments import Arguments
from gtpengine.gtp.errors import GtpError
from gtpengine.gtp.registry import Command, Registry
from gtpengine.gtp.session import Session

PROTOCOL = "2"
NAME = "gtpengine"

commands = Registry()


@commands.add("protocol_version")
def protocol_version(session: Session, arguments: Arguments) -> str:
    """Return the protocol's version, an integer."""
    return PROTOCOL


@commands.add("name")
def name(session: Session, arguments: Arguments) -> str:
    """Return the engine's name, without its version."""
    return NAME


@commands.add("version")
def version(session: Session, arguments: Arguments) -> str:
    """Return the engine's version."""
    return __version__


@commands.add("quit")
def quit_(session: Session, arguments: Arguments) -> str:
    """Return nothing; the loop ends after the answer."""
    return ""


@commands.add("cputime")
@commands.add("gomill-cpu_time")
def cpu_time(session: Session, arguments: Arguments) -> str:
    """Return the processor time used so far, in seconds."""
    return f"{time.process_time():.3f}"


@commands.add("clear_cache")
def clear_cache(session: Session, arguments: Arguments) -> str:
    """Forget what was learnt from earlier positions."""
    session.forget()
    return ""


@commands.add("stop")
def stop(session: Session, arguments: Arguments) -> str:
    """Return nothing: that a line arrives is what ends an analysis."""
    return ""


def _words(command: Command | None) -> str:
    """Return the first sentence about a command.

    Raises:
        GtpError: there is none.
    """
    if command is None:
        raise GtpError("unknown command")
    return (inspect.getdoc(command.handler) or "").split("\n", 1)[0]


def listing(registry: Registry) -> Registry:
    """Return `registry` with the commands that tell which commands there are, they included."""
    about = Registry()

    @about.add("list_commands")
    def list_commands(session: Session, arguments: Arguments) -> str:
        """Return the names of all commands, one per line."""
        return "\n".join(everything.names())

    @about.add("known_command")
    def known_command(session: Session, arguments: Arguments) -> str:
        """Return whether there is a command of that name."""
        known = len(arguments) > 0 and everything.get(arguments.words[0]) is not None
        return "true" if known else "false"

    @about.add("help")
    def help_(session: Session, arguments: Arguments) -> str:
        """Return what each command does, or only one that is named."""
        names = arguments.words[:1] or everything.names()
        return "\n".join(f"{name}: {_words(everything.get(name))}" for name in names)

    everything = Registry(registry, about)
    return everything
