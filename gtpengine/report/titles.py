"""What a page about a game is called."""

from pathlib import Path

from gtpengine.board.record import GameRecord
from gtpengine.report.regionwords import NAMES
from gtpengine.report.view import PositionView


def game_title(record: GameRecord, path: Path) -> str:
    """Return the names of both players, or the name of the file."""
    if not (record.black_name or record.white_name):
        name = path.stem.replace("_", " ")
        return name[:1].upper() + name[1:]
    return f"{record.black_name or 'Black'} \N{EN DASH} {record.white_name or 'White'}"


def moment(view: PositionView, played: int) -> str:
    """Return when in the game a position stood, and by which rules."""
    when = f"After move {played}" if played else "The position"
    return f"{when}, {NAMES[view.to_move]} to move \N{MIDDLE DOT} {rules_text(view)}"


def rules_text(view: PositionView) -> str:
    """Return how a position is counted: "Japanese rules, territory scoring, komi 6.5"."""
    name = view.rules.replace("_", " ")
    name = name.title() if len(name) > 3 else name.upper()
    return f"{name} rules, {view.scoring} scoring, komi {float(view.komi):g}"
