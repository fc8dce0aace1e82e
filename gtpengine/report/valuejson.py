"""The JSON of `gtpengine value`: the stable format of docs/ARCHITECTURE.md, numbers as strings."""

import json
from typing import Any

from gtpengine.report.gamevalue import GameValue, Side, View
from gtpengine.values.trajectory import Trajectory


def as_json(value: GameValue, both: bool) -> dict[str, Any]:
    """Return one game as plain data; every number is a string with an exact fraction.

    One view fills the object itself. With `both`, the views stand under "black" and "white"; one
    that was refused is {"refused": why}.
    """
    common: dict[str, Any] = {
        "canonical": value.canonical,
        "kind": value.kind,
        "warnings": list(value.warnings),
    }
    if not both:
        return view_json(value.views[0]) | common
    for view in value.views:
        assert view.komaster is not None
        common[view.komaster.value] = view_json(view)
    for who, why in value.refused:
        common[who.value] = {"refused": why}
    return common


def dump(data: dict[str, Any], indent: str = "") -> str:
    """Return JSON text with one line for each key, however long the lists are."""
    lines = []
    for key, value in data.items():
        shown = dump(value, indent + "  ") if isinstance(value, dict) else json.dumps(value)
        lines.append(f"{indent}  {json.dumps(key)}: {shown}")
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def view_json(view: View) -> dict[str, Any]:
    """Return mean, temperature, walls from the floor upward and the plays of one view."""
    found: dict[str, Any] = {
        "mean": str(view.mean),
        "temperature": str(view.temperature),
        "left_wall": _wall(view.left),
        "right_wall": _wall(view.right),
        "black_plays": _plays(view.black),
        "white_plays": _plays(view.white),
    }
    if view.komaster is not None:
        found["komaster"] = view.komaster.value
    return found


def _wall(wall: Trajectory) -> list[list[str]]:
    return [[str(value), str(t)] for value, t in wall.points]


def _plays(side: Side) -> list[dict[str, Any]]:
    return [
        {
            "option": play.option,
            "temperatures": [
                [str(low), None if high is None else str(high)] for low, high in play.ranges
            ],
        }
        for play in side.plays
    ]
