"""The wheel, away from its sources: plays by its book, analyses, reviews and serves."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from gtpengine import __version__
from gtpengine.kernelcache.sources import sources_of

ROOT = Path(__file__).parent.parent
LESSON = ROOT / "configs" / "examples" / "lesson.sgf"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of this very state of the sources."""
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", folder, ROOT],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["pip failed"]
        if re.search(r"hatchling|connection|resolve|No module named pip", done.stderr):
            pytest.skip(f"no wheel can be built here: {lines[-1]}")
        raise AssertionError(done.stderr)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A folder that holds the installed wheel and cannot be written; dependencies are shared."""
    site = tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--no-deps", "--target", site, wheel],
        capture_output=True,
        check=True,
        timeout=300,
    )
    for path in (*site.rglob("*"), site):
        path.chmod(path.stat().st_mode & ~0o222)
    yield site
    for path in (site, *site.rglob("*")):
        path.chmod(path.stat().st_mode | 0o200)


def run(installed, *arguments, stdin="", cwd):
    env = dict(os.environ, PYTHONPATH=str(installed), PYTHONDONTWRITEBYTECODE="1")
    done = subprocess.run(
        [sys.executable, "-m", "gtpengine", *arguments],
        cwd=cwd,
        input=stdin,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_holds_all_that_is_read_at_run_time(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        commit = archive.read("gtpengine/COMMIT").decode() if (ROOT / ".git").exists() else ""
    ours = ROOT / "gtpengine"
    files = {
        path.relative_to(ROOT).as_posix()
        for path in ours.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files <= names
    assert {name for name in names if ".dist-info/" not in name} <= files | {"gtpengine/COMMIT"}
    assert re.fullmatch(r"([0-9a-f]{8}\+?\n)?", commit)


# What people run away from a checkout; the other subcommands measure, and may use shared games.
USED = ("gtp", "analyze", "analysis", "review", "serve", "value", "match", "regress", "warm")
# These look at the checkout itself, where there is one.
ROOTED = {"version.py", "sources.py"}


@pytest.mark.parametrize("name", USED)
def test_what_users_run_does_not_leave_the_package(name):
    for path in sources_of(f"gtpengine.cli.{name}"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if match := re.search(r"__file__\)(?:\.resolve\(\))?\.parents\[(\d)\]", line):
                depth = len(path.relative_to(ROOT / "gtpengine").parts)
                assert int(match.group(1)) < depth or path.name in ROOTED, f"{path}: {line}"


@pytest.mark.slow
def test_the_wheel_plays_with_its_book(installed, tmp_path):
    told = run(
        installed,
        *("--boardsize", "9", "--seconds", "0.5", "--no-autosave"),
        stdin="genmove b\ngomill-explain_last_move\nplay w C3\ngtpengine-ready\ngenmove b\n"
        "gomill-explain_last_move\ngtpengine-regions\nquit\n",
        cwd=tmp_path,
    )
    answers = told.split("\n\n")
    assert "the opening book knows it" in answers[1]
    assert answers[3] == "= true"
    assert re.fullmatch(r"= [A-HJ][1-9]", answers[4])
    assert "any move" not in answers[5]
    assert answers[6].startswith("=")
    version = run(installed, "--version", cwd=tmp_path)
    assert version.startswith(f"gtpengine {__version__}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_wheel_analyses_reviews_and_serves(installed, tmp_path):
    page = tmp_path / "page"
    found = json.loads(
        run(
            installed,
            *("analyze", str(LESSON), "--seconds", "2", "--json", "--html", str(page)),
            cwd=tmp_path,
        )
    )
    assert found["regions"]
    assert "<svg" in (page / "index.html").read_text(encoding="utf-8")
    game = ROOT / "configs" / "examples" / "lesson-game.sgf"
    review = run(
        installed,
        *("review", str(game), "--seconds", "0.5", "--json", "--no-cache"),
        cwd=tmp_path,
    )
    assert json.loads(review)["moves"]
    query = {
        **{"id": "a", "moves": [["B", "C3"]], "rules": "japanese", "komi": 6.5, "maxVisits": 50},
        **{"boardXSize": 5, "boardYSize": 5},
    }
    answer = run(installed, "analysis", stdin=json.dumps(query) + "\n", cwd=tmp_path)
    assert json.loads(answer)["moveInfos"]


KNOWN = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENTRYPOINT"}


def instructions():
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"\\\n", " ", text).splitlines()
    return [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]


def test_the_dockerfile_copies_what_is_there_and_runs_as_nobody_special():
    found = instructions()
    assert {name for name, _ in found} <= KNOWN
    for name, rest in found:
        if name == "COPY" and not rest.startswith("--from="):
            *sources, _ = rest.split()
            for source in sources:
                assert (ROOT / source).exists(), source
    names = [name for name, _ in found]
    assert names.index("USER") < names.index("ENTRYPOINT") == len(names) - 1
    assert json.loads(found[-1][1]) == ["gtpengine"]


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("docker") is None
    or subprocess.run(["docker", "info"], capture_output=True, check=False).returncode != 0,
    reason="docker does not run here",
)
def test_the_container_speaks_gtp():
    subprocess.run(["docker", "build", "-t", "gtpengine-test", ROOT], check=True, timeout=1800)
    done = subprocess.run(
        ["docker", "run", "-i", "--rm", "gtpengine-test"],
        input="boardsize 9\ngenmove b\nquit\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert re.fullmatch(r"=\n\n= \w+\n\n=\n\n", done.stdout)
