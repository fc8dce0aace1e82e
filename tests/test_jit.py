"""The kernel policy: cache folders, modes, and starts that go wrong."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gtpengine.jit import source_digest, sources_of

ROOT = Path(__file__).parent.parent

PLAYOUT = (
    "from gtpengine.board.position import Position;"
    "from gtpengine.board.playouts import random_playouts;"
    "print(random_playouts(Position(9), 100, seed=1).moves)"
)
# A small package with a kernel, a callee and a constant of its own, compiled by the same policy.
TINY = {
    "gtpengine/tiny/__init__.py": "",
    "gtpengine/tiny/numbers.py": "FACTOR = 3\n",
    "gtpengine/tiny/other.py": "UNUSED = 1\n",
    "gtpengine/tiny/kernels/__init__.py": "",
    "gtpengine/tiny/kernels/twice.py": (
        "from numba import types\n"
        "from gtpengine.jit import kernel, outlined, pointer_to\n"
        "from gtpengine.tiny.numbers import FACTOR\n"
        "@outlined\n"
        "def fall(n):\n"
        "    if n <= 0:\n"
        "        return 0\n"
        "    return FACTOR + fall(n - 1)\n"
        "@kernel(types.int64(types.int64[::1], types.int64))\n"
        "def answer(array, index):\n"
        "    return pointer_to(array)[index] + fall(index)\n"
    ),
}
ASK = (
    "import numpy as np; from gtpengine.tiny.kernels.twice import answer;"
    "print(answer(np.arange(5), int(__import__('sys').argv[1])))"
)


def python(code: str, *arguments: str, root: Path = ROOT, **env: str) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": str(root), **env},
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def output(process: subprocess.Popen) -> str:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out.strip()


@pytest.fixture
def tiny(tmp_path):
    """A package root that holds only the policy and the tiny kernel."""
    root = tmp_path / "root"
    for name, text in TINY.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    shutil.copy(ROOT / "gtpengine" / "jit.py", root / "gtpengine" / "jit.py")
    shutil.copy(ROOT / "gtpengine" / "__init__.py", root / "gtpengine" / "__init__.py")
    return root


def test_a_second_start_uses_the_cache_and_an_edited_callee_is_noticed(tiny, tmp_path):
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    first = output(python(ASK, "2", root=tiny, **cache))
    files = sorted((tmp_path / "cache").rglob("*.nbc"))
    assert first == output(python(ASK, "2", root=tiny, **cache)) == "8"
    assert sorted((tmp_path / "cache").rglob("*.nbc")) == files
    (tiny / "gtpengine/tiny/numbers.py").write_text("FACTOR = 10\n")
    assert output(python(ASK, "2", root=tiny, **cache)) == "22"


def test_the_digest_follows_imports_and_nothing_else(tiny):
    name = "gtpengine.tiny.kernels.twice"
    seen = {path.relative_to(tiny).as_posix() for path in sources_of(name, tiny)}
    assert seen == {
        "gtpengine/jit.py",
        "gtpengine/tiny/numbers.py",
        "gtpengine/tiny/kernels/twice.py",
    }
    before = source_digest(name, tiny)
    (tiny / "gtpengine/tiny/other.py").write_text("UNUSED = 2\n")
    source_digest.cache_clear()
    assert source_digest(name, tiny) == before
    (tiny / "gtpengine/tiny/numbers.py").write_text("FACTOR = 4\n")
    source_digest.cache_clear()
    assert source_digest(name, tiny) != before


def test_bounds_are_checked_in_checked_mode_and_the_caches_are_apart(tiny, tmp_path):
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    assert output(python(ASK, "4", root=tiny, **cache)) == "16"
    process = python(ASK, "7", root=tiny, GTPENGINE_KERNELS="checked", **cache)
    _, err = process.communicate(timeout=300)
    assert process.returncode != 0
    assert "IndexError" in err
    modes = {path.name.split("-")[0] for path in (tmp_path / "cache/gtpengine/kernels").iterdir()}
    assert modes == {"fast", "checked"}


def test_without_the_compiler_kernels_are_plain_python(tiny, tmp_path):
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "1"}
    assert output(python(ASK, "3", root=tiny, **env)) == "12"
    assert not (tmp_path / "cache").exists()


def test_torn_cache_files_cost_a_compilation_only(tiny, tmp_path):
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    output(python(ASK, "2", root=tiny, **cache))
    for path in (tmp_path / "cache").rglob("*.nb?"):
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert output(python(ASK, "2", root=tiny, **cache)) == "8"


def test_a_full_disk_costs_the_cache_only(tiny, tmp_path):
    """Saving a compiled kernel fails as on a full disk; the kernel works all the same."""
    fail = (
        "import errno, os, numba.core.caching as c;"
        "full = lambda self, *a: (_ for _ in ()).throw(OSError(errno.ENOSPC, 'No space left'));"
        "c.IndexDataCacheFile.save = full;"
    )
    assert output(python(fail + ASK, "2", root=tiny, XDG_CACHE_HOME=str(tmp_path / "c"))) == "8"


def test_a_cache_folder_that_cannot_be_made(tiny, tmp_path):
    (tmp_path / "file").write_text("in the way")
    env = {"XDG_CACHE_HOME": str(tmp_path / "file"), "HOME": str(tmp_path / "file")}
    assert output(python(ASK, "2", root=tiny, **env)) == "8"


@pytest.mark.slow
def test_two_processes_on_an_empty_cache_and_a_third_after_them(tmp_path):
    """A match starts two engines at once; and a cached kernel may fail on its second start only."""
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    pair = [python(PLAYOUT, **cache) for _ in range(2)]
    answers = [output(process) for process in pair]
    answers.append(output(python(PLAYOUT, **cache)))
    assert len(set(answers)) == 1
    assert int(answers[0]) > 100 * 81


def test_every_kernel_has_one_specialisation():
    import importlib

    from gtpengine.cli.warm import kernel_modules

    checked = 0
    for name in kernel_modules():
        for kernel in vars(importlib.import_module(name)).values():
            if getattr(kernel, "_can_compile", None) is False:
                assert len(kernel.signatures) == 1, kernel
                checked += 1
    assert checked > 10
