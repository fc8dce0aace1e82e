"""Imports go downward only; the order stands here and in docs/ARCHITECTURE.md.

The engine, where all of it comes together, stays small: in lines, and in what a module must know.
"""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "gtpengine"

# Lowest first; packages in one row may not import each other.
LAYERS = [
    ["errors", "parameters", "deadline", "processors", "wholefile"],
    ["kernelcache"],
    ["config", "jit", "processes"],
    ["board", "values"],
    ["partition", "evaluation", "clock"],
    ["reading"],
    ["localgame"],
    ["search"],
    ["strategy"],
    ["model"],
    ["engine"],
    ["report"],
    ["gtp", "match", "web"],
    ["laboratory"],
    ["cli"],
    ["__main__"],
]
# Of the package engine: lines in all, and other modules of the project that one of it may import.
MOST_ENGINE_LINES = 3_200
MOST_IMPORTED = 12
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}


def unit(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else None


def imports(path: Path) -> list[tuple[int, str]]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            found.append((node.lineno, node.module or ""))
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return [(line, name) for line, name in found if name.split(".")[0] == "gtpengine"]


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_imports_go_downward(path):
    own = path.relative_to(PACKAGE).with_suffix("").parts[0]
    if own == "__init__":
        assert imports(path) == []
        return
    assert own in RANK, f"{own} has no layer: add it here and to docs/ARCHITECTURE.md"
    for line, name in imports(path):
        other = unit(name)
        if other is None or other not in RANK or other == own:
            continue
        assert RANK[other] < RANK[own], f"{path.name}:{line}: {own} may not import {other}"


def test_every_package_has_a_layer():
    there = {p.stem for p in PACKAGE.iterdir() if p.suffix == ".py" or (p / "__init__.py").exists()}
    assert there - {"__init__"} <= RANK.keys()


def is_module(name: str) -> bool:
    path = PACKAGE.parent.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or path.is_dir()


def imported_modules(path: Path) -> set[str]:
    """Return the modules of the project that a file imports, packages only for their own sake."""
    names = {name for _, name in imports(path) if is_module(name)}
    return {name for name in names if not any(other.startswith(name + ".") for other in names)}


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "engine").rglob("*.py")), ids=lambda path: path.stem
)
def test_a_module_of_the_engine_knows_few_others(path):
    found = imported_modules(path)
    assert len(found) <= MOST_IMPORTED, f"{path.name} imports {len(found)}: {sorted(found)}"


def test_the_engine_stays_small():
    files = (PACKAGE / "engine").rglob("*.py")
    assert sum(len(f.read_text("utf-8").splitlines()) for f in files) <= MOST_ENGINE_LINES
