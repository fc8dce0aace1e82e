"""Make docs/VALUES-OF-SHAPES.md anew; with --values also those in configs/examples/shapes.txt."""

import sys
from pathlib import Path

from gtpengine.localgame.solver import Solver
from gtpengine.report.shapes import load_shapes, shapes_page, solved_shape

ROOT = Path(__file__).parents[1]
SHAPES = ROOT / "configs" / "examples" / "shapes.txt"


def main() -> None:
    """Write the page; with --values solve every picture first."""
    shapes = load_shapes(SHAPES)
    if "--values" in sys.argv[1:]:
        solver = Solver()
        shapes = [solved_shape(s.name, s.picture, solver, s.source) for s in shapes]
        blocks = [shape.block for shape in shapes]
        SHAPES.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
    page = ROOT / "docs" / "VALUES-OF-SHAPES.md"
    page.write_text(shapes_page(shapes), encoding="utf-8")


if __name__ == "__main__":
    main()
