"""The lead that the JSON mode tells: at the end of counted games, and from move to move.

At the end, when both have passed, the lead should be `final_score`, and the result; `cgt.score`
leaves open whose turn it is where a move is still worth something.

In the environment: GTPENGINE_LEAD_GAMES, how many games (20 finished ones; jumps in a tenth of
them); GTPENGINE_LEAD_VISITS, at the end (500); GTPENGINE_LEAD_JUMPS=0 leaves out the jumps.
"""

import csv
import json
import os
import queue
import statistics
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from gtpengine.board.colours import colour_letter, opponent
from gtpengine.board.points import PASS, vertex_of
from gtpengine.board.position import Move
from gtpengine.board.record import GameRecord, Node, load_record
from gtpengine.board.rules import JAPANESE
from gtpengine.deadline import Deadline
from gtpengine.engine.hiring import complete_staff
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
_LOADING, _SECONDS = 600.0, 60.0


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return how often the lead at the end is the result, and the mean jump of a move."""
    table = PROFESSIONAL.with_suffix(".tsv")
    if not table.is_file():
        return {"skipped": "no shared game records"}
    count = int(os.environ.get("GTPENGINE_LEAD_GAMES", "20"))
    rows = list(csv.DictReader(table.open(encoding="utf-8"), delimiter="\t"))[:count]
    records = [load_record(PROFESSIONAL / row["file"], JAPANESE) for row in rows]
    visits = int(os.environ.get("GTPENGINE_LEAD_VISITS", str(VISITS)))
    ask, judge = _asking(), _judging()
    exact, summed, same, one, errors = 0, 0, 0, 0, []
    for row, record in zip(rows, records, strict=True):
        answer = ask(_passed(record), len(_passed(record).moves()), visits)
        lead, result = answer["rootInfo"]["scoreLead"], result_of(row["RE"])
        score = answer["cgt"]["score"]["mean"] if answer["cgt"] else None
        final = judge(record)
        summed += score is not None
        exact += _is(lead, result)
        one += _is(lead, final)
        same += score is not None and Fraction(score) == final
        errors.append(abs(lead - float(result)))
        say(f"{row['file']}: {row['RE']}, told {lead:+.2f}, sum {score}, final_score {final}")
    jumps: list[float] = []
    followed = records[::_PART] if os.environ.get("GTPENGINE_LEAD_JUMPS") != "0" else []
    for record in followed:
        leads = [
            ask(record, turn, VISITS)["rootInfo"]["scoreLead"]
            for turn in range(FROM_MOVE, len(record.moves()) + 1)
        ]
        jumps += [abs(one - other) for one, other in zip(leads[1:], leads, strict=False)]
        say(f"mean jump so far {statistics.mean(jumps):.2f} in {len(jumps)} moves")
    return {
        "finished games": len(records),
        "the lead is the result": exact,
        "the lead is final_score": one,
        "the sum is final_score": same,
        "all bounds are closed": summed,
        "mean error of the lead": statistics.mean(errors),
        "moves": len(jumps),
        "mean jump": statistics.mean(jumps) if jumps else 0.0,
    }


def _passed(record: GameRecord) -> GameRecord:
    """Return a finished game with the two passes that records leave out."""
    moves = record.moves()
    colour = opponent(moves[-1].colour)
    passes = (Node(move=Move(each, PASS)) for each in (colour, opponent(colour)))
    return replace(record, nodes=(*record.nodes, *passes))


def _is(lead: float, score: Fraction) -> bool:
    return abs(Fraction(lead) - score) < _SMALL


def _judging() -> Callable[[GameRecord], Fraction]:
    """Return what tells the `final_score` of a record."""
    staff = complete_staff(Settings())
    staff.start()
    with Deadline(_LOADING) as deadline:
        staff.await_thinking(deadline)

    def judge(record: GameRecord) -> Fraction:
        with Deadline(_SECONDS) as deadline:
            return staff.judgement(record.position(rules=JAPANESE), deadline).score

    return judge


def _asking() -> Callable[[GameRecord, int, int], dict[str, Any]]:
    """Return what asks about the position of a game after so many moves, by so many visits."""
    answers: queue.Queue[dict[str, Any]] = queue.Queue()
    analysing = Loading[Analysing | None](None, load_analyst, "analysis")
    service = Service(analysing, Settings(), 1, answers.put)
    analysing.start()
    service.start()

    def ask(record: GameRecord, turn: int, visits: int) -> dict[str, Any]:
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
            "maxVisits": visits,
        }
        service.submit(json.dumps(query))
        return answers.get()

    return ask
