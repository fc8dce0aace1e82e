"""Which program this is: its version, and the commit that it was built from where that is known."""

import subprocess
from importlib import resources
from pathlib import Path

from gtpengine import __version__

COMMIT_FILE = "COMMIT"  # written into the package when a distribution is built
_ROOT = Path(__file__).parents[2]
_PATIENCE_SECONDS = 5.0


def version_text() -> str:
    """Return `0.2.0 (commit 1a2b3c4d)`; a commit that has local changes ends in a plus sign."""
    commit = _built_from() or _checked_out()
    return f"{__version__} (commit {commit})" if commit else __version__


def _built_from() -> str:
    try:
        return resources.files("gtpengine").joinpath(COMMIT_FILE).read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def _checked_out() -> str:
    """Return the commit of the checkout that runs; empty where it is none, or git is not here."""
    if not (_ROOT / ".git").exists():
        return ""
    try:
        commit = _git("rev-parse", "--short=8", "HEAD")
        return commit + ("+" if _git("status", "--porcelain", "--", "gtpengine") else "")
    except (OSError, subprocess.SubprocessError):
        return ""


def _git(*arguments: str) -> str:
    return subprocess.run(
        ["git", "-C", str(_ROOT), *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=_PATIENCE_SECONDS,
    ).stdout.strip()
