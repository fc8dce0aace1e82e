"""Last moves: counted professional games whose end is played by the engine, Japanese rules.

The last 1 to 10 moves of a game are taken back and the engine plays both colours until both pass.
The score should be the recorded result. Before each move the engine tells the final score, so each
point that comes or goes has a colour. Played are the odd games of the list, or the even ones,
as GTPENGINE_ENDINGS says; every GTPENGINE_LAST_STEP-th of them.
"""

import csv
import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from gtpengine.board.colours import BLACK
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.board.record import load_record
from gtpengine.board.rules import JAPANESE
from gtpengine.board.score import result_text
from gtpengine.deadline import LONGEST_SECONDS, Deadline
from gtpengine.engine.decision import Decision
from gtpengine.engine.hiring import complete_staff
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinker import Thinker
from gtpengine.laboratory.benches.analysis import result_of
from gtpengine.laboratory.shared import PROFESSIONAL

VISITS = 100
MOST_BACK = 10
MOST_MOVES = 120
_STEP = "5"
_LOADING = 600.0


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return how many games end with their result, and the points that each colour loses."""
    table = PROFESSIONAL.with_suffix(".tsv")
    if not table.is_file():
        return {"skipped": "no shared game records"}
    odd = os.environ.get("GTPENGINE_ENDINGS", "even") == "odd"
    step = int(os.environ.get("GTPENGINE_LAST_STEP", _STEP))
    rows = list(csv.DictReader(table.open(encoding="utf-8"), delimiter="\t"))
    chosen = [row for number, row in enumerate(rows, start=1) if number % 2 == odd][::step]
    staff = complete_staff(Settings())
    staff.start()
    with Deadline(_LOADING) as deadline:
        staff.await_thinking(deadline)
    thinker = Thinker()
    total: defaultdict[str, float] = defaultdict(float)
    for number, row in enumerate(chosen):
        record = load_record(PROFESSIONAL / row["file"])
        back = 1 + number % MOST_BACK
        start = record.position(len(record.moves()) - back + 1, JAPANESE)
        result = result_of(row["RE"])
        thinker.forget()
        played = list(_played(start, thinker))
        for before, after in pairwise(played):
            if before.final is not None and after.final is not None:
                side, sign = ("Black", 1) if before.position.to_move == BLACK else ("White", -1)
                total[f"points lost by {side}"] += max(
                    float(sign * (before.final - after.final)), 0
                )
        total["moves"] += len(played)
        end = played[-1].position.copy()
        end.play(end.to_move, played[-1].point)
        with Deadline(LONGEST_SECONDS) as deadline:
            score = staff.judgement(end, deadline).score
        line = [vertex_of(each.point) for each in played]
        total["games"] += 1
        total["the recorded result"] += score == result
        total["points off"] += float(abs(score - result))
        say(
            f"{row['file']}, {back} back: {row['RE']}, played to {result_text(score)}: "
            f"{' '.join(line)}"
        )
    return dict(total)


def _played(start: Position, thinker: Thinker) -> Iterator[Decision]:
    """Yield the decisions of both players, the last one of which ends the game."""
    position = start.copy()
    settings = Settings(visits=VISITS)
    while position.passes() < 2 and len(position.moves) - len(start.moves) < MOST_MOVES:
        with Deadline(LONGEST_SECONDS) as deadline:
            found = thinker.think(position, deadline, settings)
        yield found
        position = found.position.copy()
        position.play(position.to_move, found.point)
