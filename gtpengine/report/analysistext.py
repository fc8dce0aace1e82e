"""An analysis as plain text: the board, the score, and a table of the regions, hottest first."""

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.diagram import draw
from gtpengine.board.points import vertex_of
from gtpengine.report.regionwords import (
    CERTAINTY_WORDS,
    NAMES,
    kind_text,
    lead_text,
    mean_text,
    move_text,
    short_points,
    temperature_text,
)
from gtpengine.report.view import PositionView, RegionView
from gtpengine.report.words import mixed

HEADS = ("region", "count", "gain", "kind", "Black", "White", "known", "points")
RIGHT = (1, 2)  # columns of numbers


def as_text(view: PositionView) -> str:
    """Return the analysis for people to read, without the last line's end."""
    board = draw(view.width, view.height, lambda point: view.stones.get(point, EMPTY))
    lines = [board, "", *summary(view)]
    if not view.regions:
        return "\n".join(lines)
    table = [HEADS, *(row(region) for region in view.regions)]
    widths = [max(len(cells[column]) for cells in table) for column in range(len(HEADS))]
    lines.append("")
    for cells in table:
        padded = [
            cell.rjust(width) if column in RIGHT else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        lines.append("  ".join(padded).rstrip())
    return "\n".join([*lines, *remarks(view)])


def summary(view: PositionView) -> list[str]:
    """Return the lines above the table."""
    lines = [
        f"{view.rules} rules, {view.scoring} scoring, komi {mixed(view.komi)}, "
        f"{NAMES[view.to_move]} to move",
        f"score: {lead_text(view)}",
    ]
    if not view.regions:
        return [*lines, "everything is settled"]
    for colour in (BLACK, WHITE):
        move = view.best[colour]
        named = vertex_of(move) if move is not None else "not known"
        lines.append(f"best move of {NAMES[colour]}: {named}")
    return lines


def row(region: RegionView) -> tuple[str, ...]:
    """Return the cells of a region, in the order of `HEADS`."""
    return (
        region.label,
        mean_text(region),
        temperature_text(region),
        kind_text(region),
        move_text(region, BLACK),
        move_text(region, WHITE),
        CERTAINTY_WORDS[region.certainty],
        short_points(region),
    )


def remarks(view: PositionView) -> list[str]:
    """Return what readers should know of regions that are not exact, once for each reason."""
    reasons: dict[str, list[str]] = {}
    for region in view.regions:
        for text in region.remarks:
            reasons.setdefault(text, []).append(region.label)
    return ["", *(f"{', '.join(labels)}: {text}" for text, labels in reasons.items())] * bool(
        reasons
    )
