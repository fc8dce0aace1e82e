"""Komi: which numbers a game can be counted with. Clients, records and settings all ask here."""

import math
import re
from fractions import Fraction
from typing import Final

from gtpengine.errors import BadInput

# No board has more than 625 points; far beyond that, and finer than that, nobody means it.
MOST_KOMI: Final = 10_000
DECIMALS: Final = 6

_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,40}\.?[0-9]{0,40}|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?")


class BadKomi(BadInput):
    """The komi is no number, or one that nothing can be counted with."""


def komi_of(number: str | float) -> Fraction:
    """Return a komi exactly as its decimals say.

    Raises:
        BadKomi: it is no number, too large, or has more decimals than anybody counts.
    """
    text = number.strip() if isinstance(number, str) else repr(number)
    if not _NUMBER.fullmatch(text) or not math.isfinite(float(text)):
        raise BadKomi(f"the komi must be a number, not {text[:40]!r}")
    if abs(float(text)) > MOST_KOMI:
        raise BadKomi(f"the komi must be between -{MOST_KOMI} and {MOST_KOMI}")
    komi = Fraction(text)
    if (komi * 10**DECIMALS).denominator != 1:
        raise BadKomi(f"the komi must have at most {DECIMALS} decimals")
    return komi


def decimal_text(number: Fraction) -> str:
    """Return a number with as many decimals as it needs, six at most: "7", "-0.5", "3.75"."""
    text = f"{float(number):.{DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
