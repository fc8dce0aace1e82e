"""The lead that the JSON mode tells: at the end of counted games, and from move to move.

GTPENGINE_LEAD_GAMES says how many games (20 finished ones; jumps in a tenth of them).
"""

import csv
import json
import os
import queue
import statistics
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from gtpengine.board.colours import colour_letter
from gtpengine.board.points import vertex_of
from gtpengine.board.record import GameRecord, load_record
from gtpengine.board.rules import JAPANESE
from gtpengine.engine.settings import Settings
from gtpengine.engine.warmup import Loading
from gtpengine.gtp.analysis.analysing import Analysing, load_analyst
from gtpengine.gtp.jsonmode.service import Service
from gtpengine.laboratory.benches.analysis import result_of
from gtpengine.laboratory.shared import PROFESSIONAL

VISITS = 500
FROM_MOVE = 100
_PART = 10  # one game of so many is followed move by move
_SMALL = Fraction(1, 1000)


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return how often the lead at the end is the result, and the mean jump of a move."""
    table = PROFESSIONAL.with_suffix(".tsv")
    if not table.is_file():
        return {"skipped": "no shared game records"}
    count = int(os.environ.get("GTPENGINE_LEAD_GAMES", "20"))
    rows = list(csv.DictReader(table.open(encoding="utf-8"), delimiter="\t"))[:count]
    records = [load_record(PROFESSIONAL / row["file"], JAPANESE) for row in rows]
    ask = _asking()
    exact, summed, errors = 0, 0, []
    for row, record in zip(rows, records, strict=True):
        answer = ask(record, len(record.moves()))
        lead, result = answer["rootInfo"]["scoreLead"], result_of(row["RE"])
        score = answer["cgt"]["score"] if answer["cgt"] else None
        summed += bool(score and score["mean"] is not None)
        exact += abs(Fraction(lead) - result) < _SMALL
        errors.append(abs(lead - float(result)))
        say(f"{row['file']}: {row['RE']}, told {lead:+.2f}")
    jumps: list[float] = []
    for record in records[::_PART]:
        leads = [
            ask(record, turn)["rootInfo"]["scoreLead"]
            for turn in range(FROM_MOVE, len(record.moves()) + 1)
        ]
        jumps += [abs(one - other) for one, other in zip(leads[1:], leads, strict=False)]
        say(f"mean jump so far {statistics.mean(jumps):.2f} in {len(jumps)} moves")
    return {
        "finished games": len(records),
        "the lead is the result": exact,
        "all bounds are closed": summed,
        "mean error of the lead": statistics.mean(errors),
        "moves": len(jumps),
        "mean jump": statistics.mean(jumps) if jumps else 0.0,
    }


def _asking() -> Callable[[GameRecord, int], dict[str, Any]]:
    """Return what asks the service about the position of a game after so many moves."""
    answers: queue.Queue[dict[str, Any]] = queue.Queue()
    analysing = Loading[Analysing | None](None, load_analyst, "analysis")
    service = Service(analysing, Settings(), VISITS, answers.put)
    analysing.start()
    service.start()

    def ask(record: GameRecord, turn: int) -> dict[str, Any]:
        start = record.position(1, JAPANESE)
        query = {
            "id": str(turn),
            "rules": "japanese",
            "komi": float(record.komi),
            "boardXSize": record.width,
            "boardYSize": record.height,
            "initialStones": [
                [colour_letter(colour), vertex_of(point)]
                for colour in (1, 2)
                for point in start.stones(colour)
            ],
            "moves": [
                [colour_letter(move.colour), vertex_of(move.point)]
                for move in record.moves()[:turn]
            ],
            "analyzeTurns": [turn],
            "maxVisits": VISITS,
        }
        service.submit(json.dumps(query))
        return answers.get()

    return ask
