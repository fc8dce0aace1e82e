"""An analysis as plain text: the board, the score, and a table of the regions, hottest first."""

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.diagram import draw
from gtpengine.board.points import vertex_of
from gtpengine.report.regionwords import (
    CERTAINTY_SENTENCES,
    CERTAINTY_WORDS,
    NAMES,
    kind_text,
    mean_text,
    move_text,
    remarks_of,
    short_points,
    temperature_text,
)
from gtpengine.report.scorewords import caution, lead_text, partner_text
from gtpengine.report.titles import rules_text
from gtpengine.report.view import Certainty, PositionView, RegionView

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
        f"{rules_text(view)}; {NAMES[view.to_move]} to move",
        f"{lead_text(view)}, komi included",
    ]
    if view.partner is not None:
        lines.append(partner_text(view.partner))
    if not view.regions:
        return [*lines, "Everything is settled"]
    named = [
        f"{NAMES[colour]} {'not known' if move is None else vertex_of(move)}"
        for colour, move in ((colour, view.best[colour]) for colour in (BLACK, WHITE))
    ]
    lines.append(f"Best move: {', '.join(named)}")
    return [*lines, careful] if (careful := caution(view)) else lines


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
    lines = [
        CERTAINTY_SENTENCES[certainty]
        for certainty in Certainty
        if certainty is not Certainty.EXACT
        and any(region.certainty is certainty for region in view.regions)
    ]
    reasons: dict[str, list[str]] = {}
    for region in view.regions:
        for text in remarks_of(region):
            reasons.setdefault(text, []).append(region.label)
    lines += [f"{', '.join(labels)}: {text}" for text, labels in reasons.items()]
    return ["", *lines] if lines else []
