"""Where other programs are."""

import os
import shutil

# Debian keeps engines where a user's path often does not look.
MORE_FOLDERS = ("/usr/games", "/usr/local/games")


def find_program(name: str) -> str | None:
    """Return the path of a program in PATH or in the folders for games; None if there is none."""
    folders = [*os.environ.get("PATH", os.defpath).split(os.pathsep), *MORE_FOLDERS]
    return shutil.which(name, path=os.pathsep.join(folders))
