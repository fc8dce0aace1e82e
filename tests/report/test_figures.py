"""The figures of README and THEORY are what the program draws, and the documents show them."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIGURES = ROOT / "docs" / "figures"


def test_figures_are_current():
    path = ROOT / "scripts" / "make_figures.py"
    spec = importlib.util.spec_from_file_location("make_figures", path)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    for name, text in script.figures().items():
        kept = (FIGURES / name).read_text(encoding="utf-8")
        assert kept == text, f"{name} is not current: scripts/make-figures"


@pytest.mark.parametrize("document", ["README.md", "docs/THEORY.md"])
def test_documents_show_figures_that_exist(document):
    path = ROOT / document
    shown = re.findall(r'src="([^"]+)"', path.read_text(encoding="utf-8"))
    assert len(shown) >= 2
    for name in shown:
        assert (path.parent / name).is_file(), name


def test_values_in_the_theory_are_those_of_the_shapes():
    """The table of shapes says what `test_textbook_shapes` checks: every record is named once."""
    text = (ROOT / "docs" / "THEORY.md").read_text(encoding="utf-8")
    names = sorted(path.stem for path in (ROOT / "configs" / "examples" / "shapes").glob("*.sgf"))
    for name in names:
        assert text.count(f"`{name}`") == 1, name
