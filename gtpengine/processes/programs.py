"""Where other programs are."""

import os
import shutil
import sys
from collections.abc import Sequence

# Debian keeps engines where a user's path often does not look.
MORE_FOLDERS = ("/usr/games", "/usr/local/games")


def find_program(name: str) -> str | None:
    """Return the path of a program in PATH or in the folders for games; None if there is none."""
    folders = [*os.environ.get("PATH", os.defpath).split(os.pathsep), *MORE_FOLDERS]
    return shutil.which(name, path=os.pathsep.join(folders))


def program_words(words: Sequence[str]) -> list[str] | None:
    """Return the words with which a process is started; `gtpengine` is this very installation.

    None if there is no such program.
    """
    if not words:
        return None
    if words[0] == "gtpengine":
        return [sys.executable, "-m", "gtpengine", *words[1:]]
    path = find_program(words[0])
    return None if path is None else [path, *words[1:]]
