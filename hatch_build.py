"""Tells a distribution which commit it was built from: the file gtpengine/COMMIT."""

import subprocess
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TARGET = "gtpengine/COMMIT"


class CommitHook(BuildHookInterface):
    """Puts the commit into wheels and source archives; a wheel made from an archive keeps its."""

    def initialize(self, version, build_data):
        """Write the commit to a file and have it included."""
        root = Path(self.root)
        if version == "editable" or not (root / ".git").exists() or (root / TARGET).exists():
            return
        try:
            commit = self._git("rev-parse", "--short=8", "HEAD")
            commit += "+" if self._git("status", "--porcelain", "--", "gtpengine") else ""
        except (OSError, subprocess.SubprocessError):
            return
        self._folder = tempfile.TemporaryDirectory()
        path = Path(self._folder.name) / "COMMIT"
        path.write_text(f"{commit}\n", encoding="ascii")
        build_data["force_include"][str(path)] = TARGET

    def _git(self, *arguments):
        done = subprocess.run(
            ["git", "-C", self.root, *arguments], capture_output=True, text=True, check=True
        )
        return done.stdout.strip()
