"""How much of a real endgame an analysis explains, and how well its sum foretells the result.

Professional 19x19 games, some moves before their end, Japanese rules, as `gtpengine analyze` sees
them. The sum is Black's settled lead plus the means of all regions; beside it stands a plain count
of ownership by the playouts of the same run: each point is its likely owner's. The sum knows
nothing of whose turn it is; with the turn, the players take the hottest regions one after another.
"""

import csv
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from gtpengine.board.colours import BLACK, EMPTY, WHITE, opponent
from gtpengine.board.position import Position
from gtpengine.board.record import load_record
from gtpengine.board.rules import JAPANESE
from gtpengine.deadline import Deadline
from gtpengine.laboratory.shared import PROFESSIONAL
from gtpengine.model.survey import Survey
from gtpengine.report.analysis import analyse

GAMES_OF_THE_BAR = 20  # the first ones, of which the figures are given apart
MOST_GAMES = 50
BEFORE_END = 40
SECONDS = 8.0


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return seconds, coverage and errors over the first shared games."""
    table = PROFESSIONAL.with_suffix(".tsv")
    if not table.is_file():
        return {"skipped": "no shared game records"}
    rows = list(csv.DictReader(table.open(encoding="utf-8"), delimiter="\t"))[:MOST_GAMES]
    found: list[dict[str, float]] = []
    for number, row in enumerate(rows, start=1):
        record = load_record(PROFESSIONAL / row["file"])
        position = record.position(len(record.moves()) - BEFORE_END, JAPANESE)
        started = time.perf_counter()
        with Deadline(SECONDS) as deadline:
            analysis = analyse(position, deadline).survey
        assert analysis is not None
        seconds = time.perf_counter() - started
        found.append(figures(analysis, result_of(row["RE"]), seconds))
        say(
            f"{number}/{len(rows)} {row['file']}: {seconds:.1f} s, covered "
            f"{found[-1]['covered']:.0%}, sum off by {found[-1]['sum_error']:.1f}, ownership by "
            f"{found[-1]['ownership_error']:.1f}"
        )
    return {
        "moves_before_end": BEFORE_END,
        "first": _summary(found[:GAMES_OF_THE_BAR]),
        "all": _summary(found),
    }


def _summary(found: list[dict[str, float]]) -> dict[str, float]:
    return {
        "games": len(found),
        "longest_seconds": max(one["seconds"] for one in found),
        "covered": _mean(found, "covered"),
        "least_covered": min(one["covered"] for one in found),
        "solved_of_open_points": _mean(found, "solved"),
        "proved_of_open_points": _mean(found, "exact"),
        "regions": _mean(found, "regions"),
        "sum_of_means_mean_error": _mean(found, "sum_error"),
        "sum_with_the_turn_mean_error": _mean(found, "turn_error"),
        "ownership_count_mean_error": _mean(found, "ownership_error"),
    }


def figures(analysis: Survey, result: Fraction, seconds: float) -> dict[str, float]:
    """Return coverage and errors of one analysis."""
    points = max(1, sum(len(report.region.points) for report in analysis.regions))

    def share(chosen: Callable[[Any], bool]) -> float:
        return sum(len(r.region.points) for r in analysis.regions if chosen(r)) / points

    known = sum((r.likely_mean or Fraction(0)) for r in analysis.regions)
    return {
        "seconds": seconds,
        "covered": share(lambda report: report.likely_temperature is not None),
        "solved": share(lambda report: report.value is not None),
        "exact": share(lambda report: report.exact),
        "regions": float(len(analysis.regions)),
        "sum_error": abs(float(analysis.settled + known - result)),
        "turn_error": abs(float(analysis.settled + known + _turn(analysis) - result)),
        "ownership_error": abs(float(ownership_count(analysis) - result)),
    }


def _turn(analysis: Survey) -> Fraction:
    """Return what Black gains on the means if both players take the hottest regions in turn."""
    heats = (report.likely_temperature for report in analysis.regions)
    warm = sorted((heat for heat in heats if heat is not None and heat > 0), reverse=True)
    gain = sum((heat * (-1) ** place for place, heat in enumerate(warm)), Fraction(0))
    return gain if analysis.position.to_move == BLACK else -gain


def ownership_count(analysis: Survey) -> Fraction:
    """Return Black's lead by territory if each point is its likely owner's, komi included."""
    position: Position = analysis.position
    lead = Fraction(position.prisoners[BLACK] - position.prisoners[WHITE]) - position.komi
    for point, share in analysis.ownership.items():
        stone, owner = position.colour_at(point), BLACK if share > 0 else WHITE
        sign = 1 if owner == BLACK else -1
        if stone == EMPTY:
            lead += sign
        elif stone == opponent(owner):
            lead += 2 * sign
    return lead


def result_of(text: str) -> Fraction:
    """Return Black's lead from a result such as B+2.5."""
    return Fraction(text[2:]) * (1 if text[0] == "B" else -1)


def _mean(found: list[dict[str, float]], key: str) -> float:
    return sum(one[key] for one in found) / len(found)
