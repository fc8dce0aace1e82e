"""Compiling before others play: no game should be played by an engine that still compiles."""

import subprocess
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gtpengine.match.settings import EngineSettings

OWN = "gtpengine"  # in engines' settings: the installation that runs


def warm_first(engines: Iterable["EngineSettings"]) -> None:
    """Compile what is not compiled yet if one of the engines is ours; Ctrl-C gives up.

    In a process of its own, as the engines will be, so that they find all of it.
    """
    from gtpengine.match.client import command_line

    if any(engine.command[:1] == (OWN,) for engine in engines):
        subprocess.run(command_line([OWN, "warm"]), stdout=sys.stderr, check=False)
