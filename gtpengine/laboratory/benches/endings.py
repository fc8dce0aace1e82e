"""How often `final_score` is the result of professional games that were counted, Japanese rules.

GTPENGINE_ENDINGS says which games: the odd ones of each list, on which the rules were found, or the
even ones, which were held back (the default).
"""

import csv
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gtpengine.board.record import load_record
from gtpengine.board.rules import JAPANESE
from gtpengine.board.score import result_text
from gtpengine.deadline import Deadline
from gtpengine.engine.hiring import complete_staff
from gtpengine.engine.settings import Settings
from gtpengine.engine.staff import Staff
from gtpengine.laboratory.benches.analysis import result_of
from gtpengine.laboratory.shared import PROFESSIONAL

SETS = ("pro19_counted", "pro13", "pro9")
_LOADING = 600.0
_SECONDS = 60.0


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return by set of games how many scores are right, and the seconds that they take."""
    if not PROFESSIONAL.is_dir():
        return {"skipped": "no shared game records"}
    odd = os.environ.get("GTPENGINE_ENDINGS", "even") == "odd"
    staff = complete_staff(Settings())
    staff.start()
    with Deadline(_LOADING) as deadline:
        staff.await_thinking(deadline)
    return {name: _measured(PROFESSIONAL.parent / name, odd, staff, say) for name in SETS}


def _measured(
    folder: Path, odd: bool, staff: Staff, say: Callable[[str], None]
) -> dict[str, float]:
    """Return the figures of the games in a folder whose result another program confirms."""
    table = csv.DictReader(folder.with_suffix(".tsv").open(encoding="utf-8"), delimiter="\t")
    rows = [row for number, row in enumerate(table, start=1) if number % 2 == odd]
    right = 0
    seconds = []
    for row in rows:
        if row["agrees"] != "True":
            continue
        position = load_record(folder / row["file"]).position(rules=JAPANESE)
        started = time.process_time()
        with Deadline(_SECONDS) as deadline:
            found = staff.judgement(position, deadline).score
        seconds.append(time.process_time() - started)
        right += found == result_of(row["RE"])
        if found != result_of(row["RE"]):
            say(f"{row['file']}: {row['RE']}, told {result_text(found)}")
    return {
        "games": len(seconds),
        "right": right,
        "seconds of processor time": statistics.mean(seconds),
        "longest": max(seconds),
    }
