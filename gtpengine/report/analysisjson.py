"""An analysis as JSON: the format of `gtpengine analyze --json`. Numbers are exact fractions."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

from gtpengine.board.colours import BLACK, WHITE, colour_name
from gtpengine.board.points import PASS, vertex_of
from gtpengine.board.position import Position
from gtpengine.engine.decision import Candidate, Decision
from gtpengine.engine.lead import with_one_lead
from gtpengine.localgame.solution import LocalKind, LocalValue
from gtpengine.model.survey import Estimate, RegionReport, Survey
from gtpengine.partition.bits import points_of
from gtpengine.report.localline import best_move, local_line
from gtpengine.report.view import label_of
from gtpengine.values.trajectory import Trajectory

_BOTH = (BLACK, WHITE)
_SENTE = {LocalKind.BLACK_SENTE: BLACK, LocalKind.WHITE_SENTE: WHITE}


def as_json(found: Survey | Decision) -> dict[str, Any]:
    """Return an analysis as a JSON object; what is not known is null.

    A decision names its move and the candidates; a survey alone has neither, and the best move is
    that of its hottest region.
    """
    if isinstance(found, Survey):
        return _survey(found)
    found = with_one_lead(found)
    assert found.survey is not None
    mine = colour_name(found.position.to_move)
    told = _survey(found.survey)
    if _is_over(found):
        told["score"] = dict.fromkeys(told["score"], str(found.final))
    told["best"] = {**told["best"], mine: vertex_of(found.point)}
    told["move"] = vertex_of(found.point)
    told["proved"] = found.proved
    told["reasons"] = list(found.reasons)
    told["visits"] = found.visits
    told["winrate"] = round(found.win_rate, 6)
    told["lead"] = round(found.lead, 3)
    told["candidates"] = [_candidate(each) for each in found.candidates]
    if found.final is not None:
        told["closed"] = {
            "final": str(found.final),
            "costless": sorted(vertex_of(point) for point in found.costless),
        }
    return told


def _is_over(found: Decision) -> bool:
    """Tell whether the score of the game played to its end stands in the place of the sum.

    The sum of means leaves open whose turn it is, so it keeps its place where a move is still worth
    something and all means are known.
    """
    if found.final is None or found.survey is None:
        return False
    return found.survey.score[0] is None or (found.survey.ambient or 0) <= 0


def _candidate(candidate: Candidate) -> dict[str, Any]:
    return {
        "move": vertex_of(candidate.point),
        "visits": candidate.visits,
        "winrate": round(candidate.win_rate, 6),
        "lead": round(candidate.lead, 3),
        "prior": round(candidate.prior, 6),
        "worth": _text(candidate.worth),
        "kind": candidate.kind or None,
        "solved": candidate.solved,
        "line": [vertex_of(point) for point in candidate.line],
    }


def _survey(analysis: Survey) -> dict[str, Any]:
    analysis = replace(analysis, regions=[_lasting(report) for report in analysis.regions])
    position = analysis.position
    mean, low, high = analysis.score
    labels = _labels(analysis.regions)
    return {
        "board": {"width": position.width, "height": position.height},
        "position": _stones(position),
        "to_move": colour_name(position.to_move),
        "rules": position.rules.name,
        "scoring": analysis.scoring.value,
        "komi": str(position.komi),
        "ambient": _text(analysis.ambient),
        "prisoners": {colour_name(colour): position.prisoners[colour] for colour in _BOTH},
        "settled": {
            colour_name(colour): [
                vertex_of(point)
                for point in points_of(
                    analysis.partition.safe[colour] | analysis.partition.territory[colour]
                )
                if all(point not in report.region.points for report in analysis.regions)
            ]
            for colour in _BOTH
        },
        "score": {
            "mean": _text(mean),
            "likely": _text(analysis.likely_score),
            "lower": str(low),
            "upper": str(high),
        },
        "best": {"black": _vertex(analysis.best(BLACK)), "white": _vertex(analysis.best(WHITE))},
        "regions": [
            _region(number, labels[number - 1], report, position)
            for number, report in enumerate(analysis.regions, start=1)
        ],
    }


def dump(found: dict[str, Any]) -> str:
    """Return the object as indented text."""
    return json.dumps(found, indent=2)


def _lasting(report: RegionReport) -> RegionReport:
    """Return the report with moves that stay best when the board cools down."""
    return replace(report, moves={colour: best_move(report, colour) for colour in _BOTH})


def _stones(position: Position) -> dict[str, Any]:
    last = position.moves[-1].point if position.moves else PASS
    return {
        "black": [vertex_of(point) for point in position.stones(BLACK)],
        "white": [vertex_of(point) for point in position.stones(WHITE)],
        "last": None if last == PASS else vertex_of(last),
        "number": len(position.moves),
    }


def _labels(reports: list[RegionReport]) -> list[str]:
    """Return the label of each region: letters in the order of heat, unknown ones last."""
    order = sorted(
        range(len(reports)),
        key=lambda place: (
            reports[place].likely_temperature is None,
            -(reports[place].likely_temperature or 0),
            place,
        ),
    )
    labels = [""] * len(reports)
    for rank, place in enumerate(order):
        labels[place] = label_of(rank)
    return labels


def _region(number: int, label: str, report: RegionReport, position: Position) -> dict[str, Any]:
    value = report.value
    heat = report.temperature
    sente = _SENTE.get(report.kind)
    found: dict[str, Any] = {
        "id": number,
        "label": label,
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
    if report.border is not None:
        found["border"] = report.border.name.lower()
    if report.theme is not None:
        found["theme"] = report.theme.title
    if report.estimate is not None:
        found["estimate"] = _estimate(report.estimate)
    lines = {colour_name(c): line for c in _BOTH if (line := _line(position, report, c))}
    if lines:
        found["lines"] = lines
    if report.komasters:
        found["komaster"] = {
            colour_name(colour): _value(known) for colour, known in report.komasters.items()
        }
    return found


def _estimate(guess: Estimate) -> dict[str, str]:
    return {
        "mean": str(guess.mean),
        "temperature": str(guess.temperature),
        "mean_error": str(guess.mean_error),
        "temperature_error": str(guess.temperature_error),
    }


def _line(position: Position, report: RegionReport, colour: int) -> list[dict[str, Any]]:
    return [
        {"colour": colour_name(move.colour), "move": vertex_of(move.point), "taken": move.taken}
        for move in local_line(position, report, colour)
    ]


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
