"""Commands by name. A family of commands is a module that fills one `Registry`."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtpengine.gtp.arguments import Arguments

if TYPE_CHECKING:
    from gtpengine.gtp.session import Session

# A handler returns the text of the answer, or a generator of lines: then the answer is a stream
# that goes on until the generator ends or, unless the command is `whole`, any input arrives.
Handler = Callable[["Session", Arguments], str | Generator[str, None, None]]


@dataclass(frozen=True)
class Command:
    """One command: what it does, whether it can change the game, what may end its stream."""

    name: str
    handler: Handler
    changes: bool
    whole: bool = False


class Registry:
    """A set of commands."""

    def __init__(self, *families: "Registry") -> None:
        self._commands: dict[str, Command] = {}
        for family in families:
            for command in family:
                self._put(command)

    def add(
        self, name: str, *, changes: bool = False, whole: bool = False
    ) -> Callable[[Handler], Handler]:
        """Make the decorated function the handler of `name`.

        With `changes` the session goes back to its former state when the handler raises. With
        `whole` a stream comes to its end, whatever the client sends meanwhile.
        """

        def register(handler: Handler) -> Handler:
            self._put(Command(name, handler, changes, whole))
            return handler

        return register

    def _put(self, command: Command) -> None:
        if command.name in self._commands:
            raise ValueError(f"two commands are named {command.name}")
        self._commands[command.name] = command

    def get(self, name: str) -> Command | None:
        """Return the command of that name, in exactly this spelling."""
        return self._commands.get(name)

    def names(self) -> list[str]:
        """Return all names, sorted."""
        return sorted(self._commands)

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())
