"""How the sum of regions fared in a game: one note per thought, a summary at the end."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from gtpengine.board.colours import BLACK

if TYPE_CHECKING:  # it stands above all kernels
    from gtpengine.engine.thought import Thought


@dataclass(frozen=True)
class Note:
    """What is kept of one thought."""

    move: int  # moves on the board before it
    regions: int | None  # None where the board was one region
    solved: int
    exact: int
    lead: Fraction | None  # Black's, by the sum of the means
    tree_lead: float | None  # Black's, by the tree
    proved: bool
    vetoed: bool
    merged: bool
    difference: float | None  # points between the sum's prediction and the guard's check, if any


@dataclass
class GameStatistics:
    """The notes of one game and what the cache was asked during it."""

    notes: list[Note] = field(default_factory=list)
    hits: int = 0
    misses: int = 0

    def add(self, move: int, thought: "Thought", hits: int, misses: int) -> None:
        """Note a thought; `hits` and `misses` are what it asked of the cache of graphs."""
        survey, findings = thought.survey, thought.findings
        reports = [] if survey is None else survey.regions
        lead = thought.lead
        if lead is not None and survey is not None and survey.position.to_move != BLACK:
            lead = -lead
        self.notes.append(
            Note(
                move,
                None if survey is None else len(reports),
                sum(report.value is not None for report in reports),
                sum(report.exact for report in reports),
                lead,
                None if findings is None else findings.score,
                thought.proved,
                thought.vetoed,
                thought.merged,
                None if thought.difference is None else thought.difference.size,
            )
        )
        self.hits += hits
        self.misses += misses

    def summary(self, final: Fraction | None = None) -> str:
        """Return the game in words; `final` is Black's lead at its end, if that is known."""
        if not self.notes:
            return "no move was thought about"
        divided = [note for note in self.notes if note.regions is not None]
        lines = [f"{len(self.notes)} thoughts, {len(divided)} of them with the board divided"]
        if divided:
            regions = sum(note.regions or 0 for note in divided)
            solved = sum(note.solved for note in divided)
            exact = sum(note.exact for note in divided)
            lines.append(
                f"regions per move {regions / len(divided):.1f}, "
                f"solved {_share(solved, regions)}, exact {_share(exact, regions)}"
            )
            lines.append(
                f"cache hits {_share(self.hits, self.hits + self.misses)} of "
                f"{self.hits + self.misses}"
            )
            lines.append(f"proved moves {sum(note.proved for note in divided)}")
            lines.append(_guarded(divided))
        if final is not None:
            lines += _errors(self.notes, final)
        return "\n".join(lines)


def _guarded(notes: list[Note]) -> str:
    """Return what came of the guard's checks."""
    sizes = [note.difference for note in notes if note.difference is not None]
    text = (
        f"checks {len(sizes)}, vetoes {sum(note.vetoed for note in notes)}, "
        f"merges {sum(note.merged for note in notes)}"
    )
    if sizes:
        text += f"; prediction and check differ by {sum(sizes) / len(sizes):.2f} points on average"
    return text


def _errors(notes: list[Note], final: Fraction) -> list[str]:
    """Return how far the expected scores were from the final one, on average."""
    sums = [abs(note.lead - final) for note in notes if note.lead is not None]
    trees = [abs(note.tree_lead - float(final)) for note in notes if note.tree_lead is not None]
    lines = []
    if sums:
        lines.append(
            f"sum of means against the final score: off by {float(sum(sums)) / len(sums):.2f} "
            f"points on average over {len(sums)} moves"
        )
    if trees:
        lines.append(
            f"tree against the final score: off by {sum(trees) / len(trees):.2f} points on "
            f"average over {len(trees)} moves"
        )
    return lines


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "none"
