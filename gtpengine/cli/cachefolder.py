"""Where results are kept between runs: the user's cache folder, as for the kernels."""

import os
from pathlib import Path


def cache_folder(name: str) -> Path | None:
    """Return the folder `name` of our cache, not made yet; None where there is no home."""
    base = os.environ.get("XDG_CACHE_HOME")
    if not base and os.name == "nt":
        base = os.environ.get("LOCALAPPDATA")
    try:
        parent = Path(base) if base else Path.home() / ".cache"
    except RuntimeError:
        return None
    return parent / "gtpengine" / name
