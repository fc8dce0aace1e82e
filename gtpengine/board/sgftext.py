"""The text of an SGF file, whatever its encoding.

It is decoded before it is parsed: in some encodings the second byte of a character looks like a
bracket. What is declared, by CA or a byte order mark, is believed if the bytes agree with it. Else
UTF-8 is tried, then the usual encodings of East Asia and the West, and the likeliest text is taken:
by words that stand in records of Go, letters that belong together, and how common characters are.
"""

import codecs
import re
from dataclasses import dataclass
from functools import cache

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(rb"CA\s*\[\s*([\w:.+-]{1,40})\s*\]")
_HEAD_BYTES = 4096  # CA stands in the first node
# What is declared under a name is often written in a larger set that holds it.
_LARGER = {
    **dict.fromkeys(("gb2312", "gbk", "hz"), "gb18030"),
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    **dict.fromkeys(("iso8859-1", "ascii"), "cp1252"),
}
_GUESSES = ("gb18030", "cp932", "euc_jp", "cp949", "big5hkscs", "cp1252")
# Characters that stand in the records of each language: results, ranks, titles, events.
_COMMON = {
    "gb18030": "黑白胜负中盘目半子段级九八七六五四三二一杯赛国韩日本第届围棋决轮让先贴不计时"
    "网络对局名人战天元李张王陈刘杨赵周吴马业余的是在有和这上下手",
    "big5hkscs": "黑白勝負中盤目半子段級九八七六五四三二一杯賽國韓日本第屆圍棋決輪讓先貼不計時"
    "網絡對局名人戰天元李張王陳劉楊趙周吳馬業餘的是在有和這上下手",
    "cp932": "黒白勝負中押半目段級九八七六五四三二一戦棋聖名人本因坊日第期局番互先打定先天元王座碁"
    "予選決院勝杯韓国手合時間は",
    "euc_jp": "黒白勝負中押半目段級九八七六五四三二一戦棋聖名人本因坊日第期局番互先打定先天元王座碁"
    "予選決院勝杯韓国手合時間は",
    "cp949": "흑백승불계집반단구팔칠육오사삼이일국제기배한중본결선대회제김박최정조강윤장임호선",
}


@dataclass(frozen=True)
class SgfText:
    """A decoded file.

    Attributes:
        text: what it says.
        encoding: Python's name of how it was written.
        warning: what was guessed or replaced, for the user; empty if nothing was.
    """

    text: str
    encoding: str
    warning: str = ""


def decoded(data: bytes) -> SgfText:
    """Return the text of a file; a character that is cut off at the very end is left out."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _forced(data[len(mark) :], name)
    wide = _wide(data)
    if wide:
        return _forced(data, wide, "UTF-16 without a byte order mark")
    found = _DECLARED.search(data[:_HEAD_BYTES])
    declared = _codec(found.group(1).decode("ascii")) if found else ""
    if declared:
        text = _strict(data, declared)
        if text is not None:
            return SgfText(text, declared)
    text = _strict(data, "utf-8")
    if text is not None:
        return SgfText(text, "utf-8")
    told = f"is not in the encoding that it names ({declared})" if declared else "names no encoding"
    texts = {name: _strict(data, name) for name in _GUESSES}
    ranks = {name: _likeness(text, name) for name, text in texts.items() if text is not None}
    if not ranks:
        name = declared or "utf-8"
        return SgfText(
            data.decode(name, "replace"), name, f"the file {told}; some characters are lost"
        )
    best = max(ranks, key=lambda name: ranks[name])
    return SgfText(texts[best] or "", best, f"the file {told}; read as {best}")


def _forced(data: bytes, name: str, warning: str = "") -> SgfText:
    text = _strict(data, name)
    if text is not None:
        return SgfText(text, name, warning)
    return SgfText(data.decode(name, "replace"), name, f"some characters are no {name}")


def _wide(data: bytes) -> str:
    """Return UTF-16's name if every other byte of the beginning is zero; empty if not."""
    head = data[:200]
    if len(head) < 4:
        return ""
    for name, zeros, letters in (
        ("utf-16-le", head[1::2], head[::2]),
        ("utf-16-be", head[::2], head[1::2]),
    ):
        if zeros.count(0) > 0.7 * len(zeros) and letters.count(0) < 0.1 * len(letters):
            return name
    return ""


@cache
def _codec(name: str) -> str:
    """Return the codec to use for a declared name; empty if there is none."""
    try:
        known = codecs.lookup(name).name
    except LookupError:
        return ""
    return _LARGER.get(known, known)


def _strict(data: bytes, name: str) -> str | None:
    """Return the text, or None if the bytes are no such text; a cut last character is dropped."""
    try:
        return codecs.getincrementaldecoder(name)("strict").decode(data, final=False)
    except (UnicodeDecodeError, LookupError):
        return None


def _likeness(text: str, name: str) -> float:
    """Return how much a text, decoded in that way, looks like what people write."""
    letters = [letter for letter in text if letter > "\x7f"]
    common = set(_COMMON.get(name, ""))
    return sum(_weight(letter, name, common) for letter in letters) / max(1, len(letters))


def _weight(letter: str, name: str, common: set[str]) -> float:
    code = ord(letter)
    if letter in common:
        return 3.0
    if 0x80 <= code < 0xA0 or 0xE000 <= code < 0xF900 or code >= 0x20000:
        return -5.0
    if name == "cp1252":
        # A word of one strange letter among plain ones is Western, a run of them is not.
        return 0.3 if letter.isalpha() else -1.0
    if 0x3040 <= code < 0x3100:  # kana, which Chinese and Korean sets hold too
        return 2.0 if name in ("cp932", "euc_jp") else 0.0
    if 0xFF61 <= code < 0xFFA0:  # half-width kana: what misread bytes turn into
        return -1.5
    if 0xAC00 <= code < 0xD7A4:
        return 1.2 if name == "cp949" and _is_in(letter, "euc_kr", 0xC9) else -2.0
    if 0x4E00 <= code < 0xA000:
        table, end = {
            "gb18030": ("gb2312", 0xD8),
            "cp932": ("euc_jp", 0xD0),
            "euc_jp": ("euc_jp", 0xD0),
            "cp949": ("euc_kr", 0x100),
            "big5hkscs": ("big5", 0xC7),
        }[name]
        rare = -0.3 if name == "cp949" else -1.0
        return 1.0 if name != "cp949" and _is_in(letter, table, end) else rare
    return 0.0


def _is_in(letter: str, table: str, end: int) -> bool:
    """Tell whether a letter stands in the common part of a character set: rows before `end`."""
    try:
        return letter.encode(table)[0] < end
    except UnicodeEncodeError:
        return False
