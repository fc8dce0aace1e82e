"""The komi of a record, in the ways that servers and editors write it. Points, White's."""

import re
from fractions import Fraction

from gtpengine.board.komi import BadKomi, decimal_text, komi_of

_WORDS = re.compile(r"([+-]?\s*\d{1,9}(?:[.,]\d{1,9})?)\s*(\D.*)?")
_MIXED = re.compile(r"(\d{1,3})(?:\s+|又|と)(\d)/(\d)(.*)")
_STONES = ("子", "zi", "stone")  # Chinese counting: a stone is two points
# Fox writes hundredths: of stones below this, of points from here on.
_FOX_LEAST, _FOX_POINTS, _FOX_MOST = 100, 500, 1000


def recorded_komi(text: str) -> tuple[Fraction, str]:
    """Return the komi that the text of a record's KM means, and a warning if that is a reading.

    Raises:
        BadKomi: it is a number that nothing can be counted with.
    """
    text = text.strip()
    if not text:
        return Fraction(0), ""
    try:
        komi = komi_of(text)
    except BadKomi:
        found = _in_words(text)
        if found is None:
            if text[:1].isdigit() or text[:1] in "+-.":
                raise
            return Fraction(0), f"the komi KM[{text[:20]}] is not understood; taken for 0"
        komi, rest = found
        if any(word in rest.lower() for word in _STONES):
            return _told(text, 2 * komi, f"{decimal_text(komi)} stones")
        return _told(text, _plain(komi), "")
    plain = _plain(komi)
    if plain == komi:
        return komi, ""
    return _told(text, plain, f"{decimal_text(plain / 2)} stones" if plain != komi / 100 else "")


def _plain(komi: Fraction) -> Fraction:
    """Return points where the number is hundredths, as Fox writes it, or stones."""
    if _FOX_LEAST <= komi <= _FOX_MOST and komi % 25 == 0:
        return komi / 50 if komi < _FOX_POINTS else komi / 100
    # No points are divided into quarters, but stones are: 3 3/4 of them are 7 1/2 points.
    return 2 * komi if komi.denominator == 4 else komi


def _in_words(text: str) -> tuple[Fraction, str] | None:
    """Return a number with words behind it, such as `6,5`, `7 1/2`, `6.5目`, and the words."""
    mixed = _MIXED.fullmatch(text)
    if mixed and mixed[3] != "0":
        number = int(mixed[1]) + Fraction(int(mixed[2]), int(mixed[3]))
        return (number, mixed[4]) if number.denominator in (1, 2, 4) else None
    found = _WORDS.fullmatch(text)
    rest = (found[2] or "").strip() if found else ""
    if found is None or any(letter.isdigit() for letter in rest) or rest.startswith((".", ",")):
        return None
    try:
        return komi_of(re.sub(r"\s", "", found[1]).replace(",", ".")), rest
    except BadKomi:
        return None


def _told(text: str, komi: Fraction, how: str) -> tuple[Fraction, str]:
    reading = f"{how}: " if how else ""
    return komi, f"the komi KM[{text[:20]}] is read as {reading}{decimal_text(komi)} points"
