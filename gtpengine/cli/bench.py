"""`gtpengine bench`: every speed figure of docs/PERFORMANCE.md, as text or JSON."""

import argparse
import importlib
import json
import platform
import sys
import time
from typing import Any

# name -> what it measures; the module is gtpengine.laboratory.benches.NAME.
BENCHES: dict[str, str] = {
    "board": "playouts, play and undo, threads",
    "startup": "from the start to the first answer; stopping a search; leaving",
    "values": "exact thermographs of graphs with up to a million positions",
    "ko": "thermographs of graphs with many kos, per komaster",
    "mtsearch": "how much of a random tree M-T search visits",
    "localgame": "regions of 4 to 14 empty points solved: graph, walls of all positions",
    "cachehits": "how often regions that a move did not touch come from the cache",
    "tds": "temperature discovery search on Amazons rooms",
    "regions": "temperature discovery search on Go regions: speed, agreement, bounds",
    "sums": "exact sums of generated endgames with up to 20 empty points",
    "playout": "heavy playouts against light ones, move priors",
    "policy": "how well heavy and light playouts foretell owners; games of flat Monte-Carlo",
    "network": "the network's moves, owners and scores on held-out games; its speed",
    "candidates": "how often the best moves of solved regions are among the first candidates",
    "analysis": "real endgames analysed: time, coverage, and the sum of means against the result",
    "partner": "the same with KataGo as the judge of the board (GTPENGINE_KATAGO)",
    "lead": "the lead of the JSON mode: at the end of games, and its jumps from move to move",
    "endings": "how often final_score is the result of counted professional games",
    "lastmoves": "counted games played to their end by the engine: result, points lost",
    "tree": "playouts of the Monte-Carlo tree search, one thread and two",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `gtpengine bench`."""
    listing = "; ".join(f"{name}: {what}" for name, what in BENCHES.items())
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"all by default; {listing}")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Run the chosen benchmarks, progress on stderr, figures on stdout."""
    from gtpengine.errors import BadInput

    names = arguments.names or list(BENCHES)
    for name in names:
        if name not in BENCHES:
            raise BadInput(f"no benchmark '{name}'; there are {', '.join(BENCHES)}")
    figures: dict[str, Any] = {"machine": machine()}
    for name in names:
        module = importlib.import_module(f"gtpengine.laboratory.benches.{name}")
        started = time.perf_counter()
        figures[name] = module.measure(lambda text, name=name: say(f"{name}: {text}"))
        say(f"{name}: done in {time.perf_counter() - started:.0f} s")
    if arguments.json:
        sys.stdout.write(json.dumps(figures, indent=2) + "\n")
    else:
        write_text(figures)
    return 0


def say(text: str) -> None:
    """Report progress."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def machine() -> dict[str, str]:
    """Return what the figures depend on."""
    from importlib.metadata import version

    return {
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "processor": platform.machine(),
    }


def write_text(figures: dict[str, Any], indent: str = "") -> None:
    """Print nested figures as an indented list."""
    for key, value in figures.items():
        if isinstance(value, dict):
            sys.stdout.write(f"{indent}{key}\n")
            write_text(value, indent + "  ")
        else:
            shown = f"{value:,.3g}" if isinstance(value, float) else f"{value}"
            sys.stdout.write(f"{indent}{key:<40} {shown}\n")
