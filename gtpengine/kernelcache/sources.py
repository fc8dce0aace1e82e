"""What kernels are made from, read off the import lines; nothing is imported for that."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
_IMPORT = re.compile(
    r"^\s*(?:import|from) (gtpengine[\w.]*)(?: import (\([^)]*\)|[^\n]*))?", re.MULTILINE
)
_KERNEL = re.compile(r"^@kernel\b", re.MULTILINE)
_THIS = "gtpengine.kernelcache"


def sources_of(module: str, root: Path = ROOT) -> list[Path]:
    """Return, sorted, the files that kernels of `module` can see: its own and all it imports.

    The `__init__` of a package counts only where it is itself what was imported.
    """
    seen: set[Path] = set()
    todo = [module, "gtpengine.jit"]
    while todo:
        name = todo.pop()
        path = None if name.startswith(_THIS) else _file_of(name, root)
        if path is not None and path not in seen:
            seen.add(path)
            for package, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
                todo += [package, *(f"{package}.{name}" for name in re.findall(r"\w+", names))]
    return sorted(seen)


def kernels_of(module: str, root: Path = ROOT) -> int:
    """Return how many kernels `module` may come to need: those of all that it can import."""
    return sum(_count(path) for path in sources_of(module, root))


def kernels_in(module: str, root: Path = ROOT) -> int:
    """Return how many kernels stand in `module` itself."""
    path = _file_of(module, root)
    return 0 if path is None else _count(path)


def _count(path: Path) -> int:
    return len(_KERNEL.findall(path.read_text(encoding="utf-8")))


def _file_of(module: str, root: Path) -> Path | None:
    base = root.joinpath(*module.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.is_file():
            return path
    return None
