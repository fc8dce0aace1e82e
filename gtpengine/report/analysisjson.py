"""An analysis as JSON: the format of `gtpengine analyze --json`. Numbers are exact fractions."""

import json
from fractions import Fraction
from typing import Any

from gtpengine.board.colours import BLACK, WHITE, colour_name
from gtpengine.board.points import vertex_of
from gtpengine.localgame.solution import LocalKind, LocalValue
from gtpengine.report.analysis import Analysis, RegionReport
from gtpengine.values.trajectory import Trajectory

_SENTE = {LocalKind.BLACK_SENTE: BLACK, LocalKind.WHITE_SENTE: WHITE}


def as_json(analysis: Analysis) -> dict[str, Any]:
    """Return the analysis as a JSON object; what is not known is null."""
    position = analysis.position
    mean, low, high = analysis.score
    return {
        "board": {"width": position.width, "height": position.height},
        "to_move": colour_name(position.to_move),
        "rules": position.rules.name,
        "scoring": analysis.scoring.value,
        "komi": str(position.komi),
        "ambient": _text(analysis.ambient),
        "score": {"mean": _text(mean), "lower": str(low), "upper": str(high)},
        "best": {"black": _vertex(analysis.best(BLACK)), "white": _vertex(analysis.best(WHITE))},
        "regions": [
            _region(number, report) for number, report in enumerate(analysis.regions, start=1)
        ],
    }


def dump(found: dict[str, Any]) -> str:
    """Return the object as indented text."""
    return json.dumps(found, indent=2)


def _region(number: int, report: RegionReport) -> dict[str, Any]:
    value = report.value
    heat = report.temperature
    sente = _SENTE.get(report.kind)
    found: dict[str, Any] = {
        "id": number,
        "points": [vertex_of(point) for point in report.region.points],
        "mean": _text(value.mean if value else None),
        "temperature": _text(value.temperature if value else None),
        "lower": {"mean": str(report.mean[0]), "temperature": _text(heat[0] if heat else None)},
        "upper": {"mean": str(report.mean[1]), "temperature": _text(heat[1] if heat else None)},
        "exact": report.exact,
        "kind": report.kind.value,
        "black_move": _vertex(report.moves[BLACK]),
        "white_move": _vertex(report.moves[WHITE]),
        "left_wall": _wall(value.left) if value else None,
        "right_wall": _wall(value.right) if value else None,
        "threats": []
        if sente is None
        else [{"colour": colour_name(sente), "move": _vertex(report.moves[sente])}],
        "remarks": report.remarks,
    }
    if report.komasters:
        found["komaster"] = {
            colour_name(colour): _value(known) for colour, known in report.komasters.items()
        }
    return found


def _value(value: LocalValue) -> dict[str, Any]:
    return {
        "mean": str(value.mean),
        "temperature": str(value.temperature),
        "left_wall": _wall(value.left),
        "right_wall": _wall(value.right),
    }


def _wall(wall: Trajectory) -> list[list[str]]:
    return [[str(value), str(temperature)] for value, temperature in wall.points]


def _text(number: Fraction | None) -> str | None:
    return None if number is None else str(number)


def _vertex(point: int | None) -> str | None:
    return None if point is None else vertex_of(point)
