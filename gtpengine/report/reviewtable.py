"""Several reviews as one table: a line for each game."""

from dataclasses import dataclass
from pathlib import Path

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import vertex_of
from gtpengine.report.regionwords import NAMES, rounded
from gtpengine.report.review import Review
from gtpengine.report.titles import game_title

HEADS = ("game", "moves", "endgame from", "judged", "Black lost", "White lost", "costliest", "file")
RIGHT = (1, 2, 3, 4, 5)


@dataclass(frozen=True)
class GameReview:
    """A review and the file of its game."""

    path: Path
    found: Review

    def row(self) -> tuple[str, ...]:
        """Return the cells of the game, in the order of `HEADS`."""
        found = self.found
        judged = sum(1 for move in found.moves if move.judged)
        worst = found.worst(1)
        return (
            game_title(found.record, self.path),
            str(len(found.record.moves())),
            "-" if found.endgame is None else str(found.endgame),
            f"{judged} of {len(found.moves)}",
            *(self._lost(colour) for colour in (BLACK, WHITE)),
            f"{worst[0].number} {NAMES[worst[0].colour]} {vertex_of(worst[0].point)}"
            if worst
            else "-",
            self.path.name,
        )

    def _lost(self, colour: int) -> str:
        if not self.found.judged(colour):
            return "?"
        return f"{rounded(self.found.total(colour))}" if self.found.total(colour) else "0"


def table_text(games: list[GameReview]) -> str:
    """Return the table as plain text, without the last line's end."""
    table = [HEADS, *(game.row() for game in games)]
    widths = [max(len(cells[column]) for cells in table) for column in range(len(HEADS))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in RIGHT else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ).rstrip()
        for cells in table
    )
