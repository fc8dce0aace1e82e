"""Game records as reports take them: with rules, even where the record names none."""

from dataclasses import replace
from fractions import Fraction

from gtpengine.board.record import GameRecord, load_record
from gtpengine.board.rules import CHINESE, JAPANESE, Rules, rules_named

_UNNAMED = replace(CHINESE, name="")
_CHINESE_KOMI = Fraction(7)


def open_record(path: str, rules: str | None) -> tuple[GameRecord, str]:
    """Return a record under the rules of that name, its own, or the likely ones; and a note.

    Most records without rules are Japanese, and so are endgame books; a komi of seven or more is
    Chinese. The note says so where the rules are such a guess, else it is empty.

    Raises:
        BadRules: no rules have that name.
        BadRecord: the file is no usable record.
    """
    wanted = rules_named(rules) if rules else None
    record = load_record(path, _UNNAMED)
    if wanted is None and record.rules is not _UNNAMED:
        return record, ""
    used = wanted or _likely(record)
    note = "" if wanted else f"the record names no rules: {used.name} (--rules NAME for others)"
    return replace(record, rules=used), note


def _likely(record: GameRecord) -> Rules:
    return CHINESE if record.komi >= _CHINESE_KOMI else JAPANESE
