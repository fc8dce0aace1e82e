"""Files that are written whole or not at all: a full disk never leaves half of one."""

import contextlib
import os
import stat
import tempfile
from pathlib import Path

_FREE = 0o666  # what a new file allows, before the user's mask
_MASK = os.umask(0o077)  # the mask can only be read by setting it
os.umask(_MASK)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file; what was there is replaced at the end, with its permissions.

    A link stays a link. What is no ordinary file, such as a terminal, is written to directly.

    Raises:
        OSError: it cannot be written; a file that was there is as it was, and none is left behind.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".saving-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, _mode_for(target))
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _mode_for(target: Path) -> int:
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    return _FREE & ~_MASK
