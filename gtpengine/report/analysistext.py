"""An analysis in words: the board, the score, and a table of the regions, hottest first."""

from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE, colour_name
from gtpengine.board.points import vertex_of
from gtpengine.board.score import result_text
from gtpengine.report.analysis import Analysis, RegionReport

_SHOWN = 6  # points of a region that are named
_COLDEST = Fraction(-2)


def as_text(analysis: Analysis) -> str:
    """Return the analysis for people to read."""
    position = analysis.position
    mean, low, high = analysis.score
    lines = [
        position.diagram(),
        "",
        f"{position.rules.name} rules, {analysis.scoring.value} scoring, komi {position.komi}, "
        f"{colour_name(position.to_move)} to move",
        f"score: {_score(mean, low, high)}",
    ]
    for colour in (BLACK, WHITE):
        move = analysis.best(colour)
        named = vertex_of(move) if move is not None else "not known"
        lines.append(f"best move of {colour_name(colour)}: {named}")
    if not analysis.regions:
        lines.append("everything is settled")
        return "\n".join(lines)
    lines += ["", "region  empty  mean  temperature  exact  kind  Black  White  points"]
    order = sorted(
        enumerate(analysis.regions, start=1), key=lambda item: _heat(item[1]), reverse=True
    )
    lines += [_row(number, report) for number, report in order]
    return "\n".join(lines)


def _heat(report: RegionReport) -> Fraction:
    return report.value.temperature if report.value else _COLDEST


def _score(mean: Fraction | None, low: Fraction, high: Fraction) -> str:
    if mean is not None:
        return result_text(mean)
    return f"between {result_text(low)} and {result_text(high)}; some regions are not solved"


def _row(number: int, report: RegionReport) -> str:
    value = report.value
    moves = [
        vertex_of(move) if (move := report.moves[colour]) is not None else "-"
        for colour in (BLACK, WHITE)
    ]
    points = [vertex_of(point) for point in report.region.points]
    shown = " ".join(points[:_SHOWN]) + (" ..." if len(points) > _SHOWN else "")
    mean = str(value.mean) if value else f"{report.mean[0]}..{report.mean[1]}"
    heat = str(value.temperature) if value else "?"
    exact = "yes" if report.exact else "no"
    remarks = f"  ({'; '.join(report.remarks)})" if report.remarks else ""
    cells = [
        str(number),
        str(len(report.region.empty)),
        mean,
        heat,
        exact,
        report.kind.value,
        *moves,
        shown,
    ]
    return "  ".join(cells) + remarks
