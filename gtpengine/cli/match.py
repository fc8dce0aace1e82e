"""`gtpengine match CONFIG.toml`: play a tournament or go on with one (docs/MATCHES.md)."""

import argparse
import logging
import signal
import sys
from pathlib import Path
from types import FrameType

from gtpengine.cli.main import EXIT_OK

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gtpengine match`."""
    add = parser.add_argument
    add("config", metavar="CONFIG", help="the tournament (TOML; see configs/tournaments)")
    add("--folder", help="where log, games and page go; matches/NAME by default")
    add("--parallel", type=int, metavar="N", help="games at once; as many as cores by default")
    add("--scheduler", metavar="ADDRESS", help="play on this Dask cluster, such as tcp://host:8786")
    add("--dask", action="store_true", help="play on a Dask cluster on this machine")
    add("--table", action="store_true", help="only print what is finished, also while it runs")
    add("--plain", action="store_true", help="no progress bars, one line per game")


def run(arguments: argparse.Namespace) -> int:
    """Play what is missing; the table on stdout at the end, everything else on stderr.

    Raises:
        EngineError: the settings are wrong, the folder belongs to another tournament, an engine
            is not installed, the cluster cannot be reached.
    """
    from gtpengine.cli.warming import warm_first
    from gtpengine.match.event import Event

    # Our own messages only: libraries have their own ways.
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("gtpengine match: %(message)s"))
    logging.getLogger("gtpengine").addHandler(handler)
    # A terminal that closes or a plain kill ends a tournament as cleanly as Ctrl-C.
    _listen()
    config = Path(arguments.config)
    folder = Path(arguments.folder) if arguments.folder else Path("matches") / config.stem
    if arguments.table:
        sys.stdout.write(Event(config, folder, read_only=True).text())
        return EXIT_OK
    event = Event(config, folder)
    try:
        warm_first(event.tournament.engines)
        event.play(
            parallel=arguments.parallel,
            scheduler=arguments.scheduler,
            dask=arguments.dask,
            plain=arguments.plain,
        )
    except KeyboardInterrupt:
        _listen()
        sys.stderr.write(f"stopped; the same command goes on ({event.progress()})\n")
        raise
    finally:
        event.close()
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.stdout.write(event.text())
    return EXIT_OK


def _listen() -> None:
    for number in _SIGNALS:
        signal.signal(number, _interrupt)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Interrupt once: a second signal on the way out would break the locks that the first left."""
    for each in _SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt
