"""Errors with words for the user: raised where known, formatted at the edge."""


class EngineError(Exception):
    """Something that the user asked for cannot be done; the text says what and where."""


class BadInput(EngineError):
    """The input itself is wrong: a vertex, a size, a file, a notation."""
