"""Game records as reports take them: with rules, even where the record names none."""

import argparse
from dataclasses import replace

from gtpengine.board.record import UNNAMED, GameRecord, likely_rules, load_record
from gtpengine.board.rules import rules_named


def add_game_option(parser: argparse.ArgumentParser) -> None:
    """Let the user choose among several games in one file."""
    parser.add_argument(
        "--game", type=int, metavar="N", help="which game, where the file holds several (the first)"
    )


def open_record(
    path: str, rules: str | None, game: int | None = None
) -> tuple[GameRecord, list[str]]:
    """Return a record under the rules of that name, its own, or the likely ones; and remarks.

    The remarks say so where the rules are such a guess, what else was, and that komi is missing.

    Raises:
        BadRules: no rules have that name.
        BadRecord: the file is no usable record.
    """
    wanted = rules_named(rules) if rules else None
    record = load_record(path, UNNAMED, game)
    remarks = list(record.warnings)
    if not record.komi_named and record.handicap == 0 and record.moves():
        remarks.append("the record names no komi: none is counted")
    if wanted is None and record.rules is not UNNAMED:
        return record, remarks
    used = wanted or likely_rules(record.komi)
    if not wanted:
        remarks.append(f"the record names no rules: {used.name} (--rules NAME for others)")
    return replace(record, rules=used), remarks
