"""How a game was thought about: one note per decision, a summary at the end."""

from dataclasses import dataclass, field
from fractions import Fraction

from gtpengine.board.colours import BLACK
from gtpengine.engine.decision import Decision


@dataclass(frozen=True)
class Note:
    """What is kept of one decision."""

    move: int  # moves on the board before it
    regions: int | None  # None where the board was one region
    solved: int
    searched: int  # estimated by temperature discovery search
    guessed: int  # estimated by playouts
    exact: int
    bounds: Fraction  # the widest bounds of a temperature that was searched for
    lead: Fraction | None  # Black's, by the sum of the means
    tree_lead: float  # Black's, by the tree
    proved: bool
    judged: int  # nodes that the network judged
    guided: int  # playouts that followed tables
    followed: int  # regions that they began with
    broken: int  # and how many of these were given up


@dataclass
class GameStatistics:
    """The notes of one game and what the cache was asked during it."""

    notes: list[Note] = field(default_factory=list)
    hits: int = 0
    misses: int = 0

    def add(self, move: int, decision: Decision, hits: int, misses: int) -> None:
        """Note a decision; `hits` and `misses` are what it asked of the cache of graphs."""
        survey, counts = decision.survey, decision.counts
        reports = [] if survey is None else survey.regions
        unsolved = [report for report in reports if report.value is None]
        widths = [
            report.temperature[1] - report.temperature[0]
            for report in unsolved
            if report.temperature is not None
        ]
        black = decision.position.to_move == BLACK
        self.notes.append(
            Note(
                move,
                None if survey is None else len(reports),
                len(reports) - len(unsolved),
                len(widths),
                sum(r.estimate is not None for r in unsolved) - len(widths),
                sum(report.exact for report in reports),
                max(widths, default=Fraction(0)),
                None if survey is None else survey.likely_score,
                decision.lead if black else -decision.lead,
                decision.proved,
                0 if counts is None else counts.judged,
                0 if counts is None else counts.guided,
                0 if counts is None else counts.followed,
                0 if counts is None else counts.broken,
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
            lines += _searched(divided)
        if final is not None:
            lines += _errors(self.notes, final)
        return "\n".join(lines)


def _searched(notes: list[Note]) -> list[str]:
    """Return how regions were estimated, and how tables and network were used."""
    searched = sum(note.searched for note in notes)
    lines = [f"estimated by temperature discovery {searched}, by playouts {_sum(notes, 'guessed')}"]
    if searched:
        widest = [float(note.bounds) for note in notes if note.searched]
        lines[0] += f"; widest bounds of a temperature {sum(widest) / len(widest):.1f} on average"
    followed, broken = _sum(notes, "followed"), _sum(notes, "broken")
    lines.append(
        f"playouts guided by tables {_sum(notes, 'guided')}, tracked regions that broke "
        f"{_share(broken, followed)}; nodes judged by the network {_sum(notes, 'judged')}"
    )
    return lines


def _sum(notes: list[Note], name: str) -> int:
    return sum(int(getattr(note, name)) for note in notes)


def _errors(notes: list[Note], final: Fraction) -> list[str]:
    """Return how far the expected scores were from the final one, on average."""
    sums = [abs(note.lead - final) for note in notes if note.lead is not None]
    trees = [abs(note.tree_lead - float(final)) for note in notes]
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
