"""Real endgames analysed with KataGo as the judge of the board: errors, coverage, CPU time.

The positions are those of the benchmark `analysis`. The environment variable GTPENGINE_KATAGO holds
KataGo's command line, GTPENGINE_KATAGO_VISITS its visits for each position and player (100).
"""

import csv
import os
import time
from collections.abc import Callable
from typing import Any

from gtpengine.board.record import load_record
from gtpengine.board.rules import JAPANESE
from gtpengine.deadline import Deadline
from gtpengine.engine.thinker import Thinker
from gtpengine.evaluation.katago.evaluator import Evaluator
from gtpengine.evaluation.katago.keeper import PartnerSettings
from gtpengine.evaluation.katago.partner import KataGo
from gtpengine.laboratory.benches.analysis import (
    BEFORE_END,
    MOST_GAMES,
    figures,
    result_of,
)
from gtpengine.laboratory.shared import PROFESSIONAL
from gtpengine.localgame.borders import Border
from gtpengine.report.analysis import analyse
from gtpengine.report.completed import SMALL

SECONDS = 30.0  # for a position at most; what it takes is told


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return mean errors of the final score, coverage, and CPU time of both."""
    command = os.environ.get("GTPENGINE_KATAGO", "")
    table = PROFESSIONAL.with_suffix(".tsv")
    if not command or not table.is_file():
        return {"skipped": "no shared game records" if command else "GTPENGINE_KATAGO is not set"}
    rows = list(csv.DictReader(table.open(encoding="utf-8"), delimiter="\t"))[:MOST_GAMES]
    positions = []
    for row in rows:
        record = load_record(PROFESSIONAL / row["file"])
        positions.append(record.position(len(record.moves()) - BEFORE_END, JAPANESE))
    visits = int(os.environ.get("GTPENGINE_KATAGO_VISITS", "100"))
    found = []
    with KataGo(PartnerSettings.of_line(command)) as katago:
        evaluator = Evaluator(katago, visits)
        evaluator.prepare(positions, lambda done, of: say(f"KataGo: {done} of {of} answers"))
        if evaluator.trouble:
            return {"skipped": evaluator.trouble}
        partner_cpu = katago.cpu_seconds()
    thinker, own_cpu = Thinker(), time.process_time()
    for row, position in zip(rows, positions, strict=True):
        evaluation = evaluator.evaluation(position)
        assert evaluation is not None
        started = time.perf_counter()
        with Deadline(SECONDS) as deadline:
            survey = analyse(position, deadline, thinker=thinker, evaluation=evaluation).survey
        assert survey is not None
        result = result_of(row["RE"])
        small = [r for r in survey.regions if len(r.region.points) <= SMALL]
        one = figures(survey, result, time.perf_counter() - started)
        one["partner_error"] = abs(evaluation.lead - float(result))
        one["small"] = float(len(small))
        one["small_solved"] = float(sum(report.value is not None for report in small))
        held = (Border.PROVED, Border.HOLDS)
        one["small_held"] = float(sum(r.exact or r.border in held for r in small))
        found.append(one)
        say(
            f"{len(found)}/{len(rows)} {row['file']}: sum off by {one['sum_error']:.1f}, KataGo's "
            f"lead by {one['partner_error']:.1f}, solved {one['small_solved']:.0f} of {len(small)}"
        )
    own_cpu = time.process_time() - own_cpu

    def mean(key: str) -> float:
        return sum(one[key] for one in found) / len(found)

    return {
        "games": len(found),
        "moves_before_end": BEFORE_END,
        "visits": visits,
        "sum_of_means_mean_error": mean("sum_error"),
        "sum_with_the_turn_mean_error": mean("turn_error"),
        "ownership_count_mean_error": mean("ownership_error"),
        "partner_lead_mean_error": mean("partner_error"),
        "seconds_per_position": mean("seconds"),
        "covered": mean("covered"),
        "small_regions": sum(one["small"] for one in found),
        "small_regions_solved": sum(one["small_solved"] for one in found),
        "small_regions_whose_border_holds": sum(one["small_held"] for one in found),
        "partner_cpu_seconds_per_position": partner_cpu / len(found),
        "own_cpu_seconds_per_position": own_cpu / len(found),
        "partner_share_of_cpu": partner_cpu / max(partner_cpu + own_cpu, 1e-9),
    }
