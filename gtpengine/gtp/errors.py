"""How a command fails: handlers raise, the loop alone writes the `?`."""

from gtpengine.errors import EngineError


class GtpError(EngineError):
    """The command cannot be carried out; the text is the answer."""


class GtpSyntaxError(GtpError):
    """The arguments are not what the command expects."""

    def __init__(self, expected: str) -> None:
        super().__init__(f"syntax error: {expected}")
