"""The kernel policy: cache folders, modes, and starts that go wrong."""

import gc
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gtpengine.jit import PURE, source_digest
from gtpengine.kernelcache.files import seal, unsealed
from gtpengine.kernelcache.news import CompileProgress, KernelNews, tell
from gtpengine.kernelcache.sources import kernels_of, sources_of
from tests.kernelcalls import from_python

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
    for name in ("jit.py", "wholefile.py"):
        shutil.copy(ROOT / "gtpengine" / name, root / "gtpengine" / name)
    shutil.copytree(ROOT / "gtpengine" / "kernelcache", root / "gtpengine" / "kernelcache")
    shutil.copy(ROOT / "gtpengine" / "__init__.py", root / "gtpengine" / "__init__.py")
    return root


def test_a_second_start_uses_the_cache_and_an_edited_callee_is_noticed(tiny, tmp_path):
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    first = output(python(ASK, "2", root=tiny, **cache))
    files = {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("*.kernel")}
    assert len(files) == 1
    assert first == output(python(ASK, "2", root=tiny, **cache)) == "8"
    again = {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("*.kernel")}
    assert again == files
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
    assert kernels_of(name, tiny) == 1
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
    (path,) = (tmp_path / "cache").rglob("*.kernel")
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert output(python(ASK, "2", root=tiny, **cache)) == "8"
    assert unsealed(path)  # it was written anew


# Compiles the tiny kernel once for each damaged file; the last line is how many answers were right.
DAMAGE = """
import random, sys
from pathlib import Path
import numba, numpy as np
from gtpengine.kernelcache.files import KernelFile
from gtpengine.tiny.kernels.twice import answer
(path,) = Path(sys.argv[1]).rglob("*.kernel")
whole, chance, right = path.read_bytes(), random.Random(4), 0
for number in range(int(sys.argv[2])):
    data = bytearray(whole)
    kind = number % 4
    if kind == 0:
        place = chance.randrange(len(data))
        data[place] ^= 1 << chance.randrange(8)
    elif kind == 1:
        del data[chance.randrange(len(data)) :]
    elif kind == 2:
        one, other = (chance.randrange(len(data) - 64) for _ in range(2))
        parts = data[one : one + 64], data[other : other + 64]
        data[other : other + 64], data[one : one + 64] = parts
    else:
        data[chance.randrange(len(data)) :] = chance.randbytes(chance.randrange(200))
    damaged = bytes(data) != whole
    path.write_bytes(data)
    twin = numba.njit(nogil=True)(answer.py_func)
    twin._cache = KernelFile(path.parent, "answer")
    twin.compile(answer.signatures[0])
    right += twin(np.arange(5), 2) == 8 and bool(twin.stats.cache_hits) != damaged
print(right)
"""


def test_damaged_cache_files_never_reach_the_processor(tiny, tmp_path):
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    output(python(ASK, "2", root=tiny, **cache))
    assert output(python(DAMAGE, str(tmp_path / "cache"), "24", root=tiny, **cache)) == "24"


def test_a_seal_holds_for_one_name_only(tmp_path):
    one, other = tmp_path / "one.kernel", tmp_path / "other.kernel"
    assert unsealed(one) is None
    seal(one, b"code")
    seal(other, b"")
    assert (unsealed(one), unsealed(other)) == (b"code", b"")
    shutil.copy(one, other)
    with pytest.raises(ValueError, match="damaged"):
        unsealed(other)
    one.write_bytes(b"")
    with pytest.raises(ValueError, match="damaged"):
        unsealed(one)


def test_compiling_tells_how_far_it_is_and_loading_tells_nothing(tmp_path):
    out, clock = io.StringIO(), iter(range(0, 100, 4))
    progress = CompileProgress("gtpengine.jit", out, lambda: next(clock))
    for name in ("first", "second"):
        progress(KernelNews(name, 0.1, compiled=False))
    assert out.getvalue() == ""
    progress = CompileProgress("gtpengine.board.playouts", out, lambda: next(clock))
    for number in range(kernels_of("gtpengine.board.playouts")):
        progress(KernelNews(f"kernel{number}", None, compiled=True))
        progress(KernelNews(f"kernel{number}", 3.0, compiled=True))
    lines = out.getvalue().splitlines()
    assert lines[0].startswith("gtpengine: compiling for this machine")
    total = kernels_of("gtpengine.board.playouts")
    assert f"{total} of {total} kernels ready after" in lines[-1]


def test_no_garbage_is_collected_while_a_kernel_compiles():
    tell(KernelNews("kernel", None, compiled=True))
    assert not gc.isenabled()
    tell(KernelNews("kernel", 3.0, compiled=True))
    assert gc.isenabled()


def test_a_cache_that_can_only_be_read_is_used(tiny, tmp_path):
    """As on a read-only disk: no file can be made, neither to try it nor to keep anything."""
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "HOME": str(tmp_path / "nowhere")}
    output(python(ASK, "2", root=tiny, **cache))
    closed = (
        "import errno, os, tempfile;"
        "no = lambda *a, **k: (_ for _ in ()).throw(OSError(errno.EROFS, 'Read-only'));"
        "tempfile.TemporaryFile = tempfile.mkstemp = os.utime = os.mkdir = no;"
    )
    ask = f"{closed}{ASK}; print(answer.stats.cache_hits.total())"
    assert output(python(ask, "2", root=tiny, **cache)).split() == ["8", "1"]


def test_a_full_disk_costs_the_cache_only(tiny, tmp_path):
    """Saving a compiled kernel fails as on a full disk; the kernel works all the same."""
    fail = (
        "import errno, os, gtpengine.kernelcache.files as c;"
        "full = lambda *a: (_ for _ in ()).throw(OSError(errno.ENOSPC, 'No space left'));"
        "c.seal = full;"
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


@pytest.mark.skipif(PURE, reason="helpers are plain functions there")
def test_a_helper_of_kernels_says_that_python_cannot_call_it():
    """It has no way in from Python: without the refusal the process would end."""
    from gtpengine.localgame.kernels.bits import count_bits

    for _ in range(2):
        with pytest.raises(TypeError, match="count_bits is a helper of kernels"):
            count_bits(7)
    assert from_python(count_bits)(7) == 3
