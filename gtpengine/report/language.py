"""Words in the reader's language: English sentences are the keys of the catalogues in `languages`.

The browser app uses the same catalogues. What has no translation stays English.
"""

import contextlib
import json
from collections.abc import Iterator
from contextvars import ContextVar
from functools import cache
from pathlib import Path

CATALOGUES = Path(__file__).parent / "languages"
LANGUAGES = ("en", "de")
_chosen: ContextVar[str] = ContextVar("language", default="en")


def say(text: str, /, **values: object) -> str:
    """Return a sentence in the language of the moment, its blanks `{name}` filled."""
    return _catalogue(_chosen.get()).get(text, text).format(**values)


def chosen() -> str:
    """Return the language of the moment."""
    return _chosen.get()


@contextlib.contextmanager
def speaking(language: str) -> Iterator[None]:
    """Let `say` speak a language; one that is not known is English."""
    token = _chosen.set(language if language in LANGUAGES else "en")
    try:
        yield
    finally:
        _chosen.reset(token)


@cache
def _catalogue(language: str) -> dict[str, str]:
    if language == "en":
        return {}
    found: dict[str, str] = json.loads(
        (CATALOGUES / f"{language}.json").read_text(encoding="utf-8")
    )
    return found
