"""Sentences that others made, told to the reader: reasons, remarks, warnings and errors.

The engine speaks English, in the words of the theory. `languages/told/LANGUAGE.json` maps its
sentences, with blanks for what varies, to what the reader is told; English has such a catalogue
too, which puts the theory's words into those of players. What is in none stays as it is.
"""

import json
import re
from functools import cache
from typing import Final

from gtpengine.report.language import CATALOGUES, chosen, say

TOLD: Final = CATALOGUES / "told"
_BLANK = re.compile(r"\{(\w+)\}")
_SEPARATORS: Final = (". ", "; ", ", ", " and ")
_LONGEST: Final = 1000  # letters: what is longer is no sentence of ours


def retold(text: str) -> str:
    """Return a sentence in the words of the reader, in the language of the moment."""
    return _retold(text, chosen()) if len(text) <= _LONGEST else text


def _retold(text: str, language: str) -> str:
    if text.endswith("."):
        return f"{_retold(text[:-1], language)}."
    for pattern, words in _catalogue(language):
        found = pattern.fullmatch(text)
        if found is not None:
            values = {name: _retold(value, language) for name, value in found.groupdict().items()}
            return words.format(**values)
    for separator in _SEPARATORS:
        if separator in text:
            parts = [_retold(part, language) for part in text.split(separator)]
            return say(separator).join(parts)
    return text


@cache
def _catalogue(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return patterns with what is told instead, those with the most letters of their own first."""
    path = TOLD / f"{language}.json"
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    ordered = sorted(found, key=lambda text: -len(_BLANK.sub("", text)))
    return tuple((_pattern(text), found[text]) for text in ordered)


def _pattern(text: str) -> re.Pattern[str]:
    parts = _BLANK.split(text)  # literal, name, literal, name, ..., literal
    return re.compile(
        "".join(f"(?P<{p}>.+?)" if n % 2 else re.escape(p) for n, p in enumerate(parts)), re.DOTALL
    )
