"""A collection of endgame shapes with their values: one text file, and the page made of it.

A shape is a line `# name`, a picture as `Region.from_diagram` reads it, a line
`count C gain G kind K` in territory scoring, Black's points positive, and where there is one a line
`source ...`. Empty lines part shapes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from gtpengine.errors import BadInput
from gtpengine.localgame.solver import Solver
from gtpengine.partition.region import Region
from gtpengine.report.words import mixed

_SOURCE = "source "


class BadShape(BadInput):
    """The file holds something that is no shape; the text names it."""


@dataclass(frozen=True)
class Shape:
    """An endgame shape: its picture and what is said of it."""

    name: str
    picture: str
    count: Fraction
    gain: Fraction
    kind: str
    source: str = ""

    @property
    def block(self) -> str:
        """The shape as the file has it."""
        value = f"count {self.count} gain {self.gain} kind {self.kind}"
        source = f"\n{_SOURCE}{self.source}" if self.source else ""
        return f"# {self.name}\n{self.picture}\n{value}{source}"

    @property
    def region(self) -> Region:
        """The shape with living walls."""
        return Region.from_diagram(self.picture)


def load_shapes(path: Path) -> list[Shape]:
    """Return the shapes of a file.

    Raises:
        BadShape: a block without name, picture or value.
    """
    return [
        _shape(block) for block in path.read_text(encoding="utf-8").split("\n\n") if block.strip()
    ]


def _shape(block: str) -> Shape:
    lines = block.strip().splitlines()
    source = lines.pop()[len(_SOURCE) :] if lines[-1].startswith(_SOURCE) else ""
    words = lines[-1].split(maxsplit=5)
    if not lines[0].startswith("# ") or len(lines) < 3 or words[::2] != ["count", "gain", "kind"]:
        raise BadShape(f"no shape: {lines[0][:60]}")
    picture = "\n".join(lines[1:-1])
    return Shape(lines[0][2:], picture, Fraction(words[1]), Fraction(words[3]), words[5], source)


def solved_shape(name: str, picture: str, solver: Solver, source: str = "") -> Shape:
    """Return a shape with the value that the solver proves.

    Raises:
        NotSolved: it has none.
    """
    solution = solver.solve(Region.from_diagram(picture))
    value = solution.value()
    return Shape(name, picture, value.mean, value.temperature, solution.kind.value, source)


def _sentence(source: str) -> str:
    return f" {source[0].upper()}{source[1:]}." if source else ""


def shapes_page(shapes: Iterable[Shape]) -> str:
    """Return the shapes as Markdown: pictures with count, gain and kind."""
    parts = [
        "# Values of shapes\n"
        "Made by `scripts/make_shapes.py` from configs/examples/shapes.txt; each value is proved "
        "by the solver. Territory scoring, Black's points are positive; `X` and `O` are walls that "
        "live, `x` and `o` stones that can be captured; the edge of a picture is the edge of the "
        "board. Gain is what one move gains (miai value); a gote swings twice as much (deiri). "
        "Sources name where the shape or its status is told; the values are ours.\n"
    ]
    for shape in shapes:
        rows = shape.picture.replace("-", " ")
        parts.append(
            f"## {shape.name}\n```\n{rows}\n```\n"
            f"Count {mixed(shape.count)}, gain {mixed(shape.gain)}, {shape.kind}."
            f"{_sentence(shape.source)}\n"
        )
    return "\n".join(parts)
