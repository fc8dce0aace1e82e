"""argv -> subcommand. Nothing heavy is imported before that is known: GTP must answer at once.

A subcommand is a module of this package with `configure(parser)` and `run(arguments) -> exit code`.
One whose arguments may begin with a minus also has `normalise(argv) -> argv`.
"""

import argparse
import importlib
import os
import sys

from gtpengine import __version__
from gtpengine.errors import EngineError

# name -> what it does; the module is gtpengine.cli.NAME. `gtp` runs when none is named.
SUBCOMMANDS = {
    "gtp": "speak the Go Text Protocol on stdin and stdout (the default)",
    "analyze": "regions of a position in a game record, and what they are worth",
    "analysis": "answer queries in KataGo's analysis protocol: JSON on stdin and stdout",
    "review": "what every move of a game's endgame gained and cost",
    "status": "life and death: what is proved and read about the chains of a position",
    "value": "mean, temperature and thermograph of a game in notation",
    "match": "play a match or a tournament between engines, or go on with one",
    "regress": "put a regression suite in GNU Go's format to an engine",
    "warm": "compile all kernels now, so that nothing waits for it later",
    "bench": "measure speed",
    "experiments": "repeat the experiments of the papers",
}

EXIT_OK = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130


def run(argv: list[str]) -> int:
    """Run the subcommand of `argv`, return the exit code; errors become one line on stderr."""
    if argv and argv[0] in ("-h", "--help", "help"):
        sys.stdout.write(overview())
        return EXIT_OK
    if argv and argv[0] in ("-V", "--version"):
        sys.stdout.write(f"gtpengine {__version__}\n")
        return EXIT_OK
    if not argv or argv[0].startswith("-"):
        argv = ["gtp", *argv]
    name, rest = argv[0], argv[1:]
    if name not in SUBCOMMANDS:
        sys.stderr.write(unknown(name))
        return EXIT_USAGE
    module = importlib.import_module(f"gtpengine.cli.{name}")
    parser = argparse.ArgumentParser(prog=f"gtpengine {name}", description=SUBCOMMANDS[name])
    module.configure(parser)
    normalise = getattr(module, "normalise", None)
    arguments = parser.parse_args(rest if normalise is None else normalise(rest))
    try:
        return int(module.run(arguments))
    except EngineError as error:
        sys.stderr.write(f"gtpengine {name}: {error}\n")
        return EXIT_FAILED
    except KeyboardInterrupt:
        sys.stderr.write(f"gtpengine {name}: interrupted\n")
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader went away (`| head`): leave quietly, with a stdout that can be flushed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_OK


def overview() -> str:
    """Return the text of `gtpengine --help`."""
    lines = [
        "usage: gtpengine [SUBCOMMAND] [options]",
        "",
        "Without a subcommand it speaks GTP.",
        "",
    ]
    lines += [f"  {name:<12} {what}" for name, what in SUBCOMMANDS.items()]
    lines += ["", "gtpengine SUBCOMMAND --help tells more.", ""]
    return "\n".join(lines)


def unknown(name: str) -> str:
    """Return the error text for a subcommand that does not exist, with the nearest that does."""
    import difflib

    near = difflib.get_close_matches(name, SUBCOMMANDS, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    return f"gtpengine: no subcommand '{name}'{hint} (gtpengine --help lists them)\n"
