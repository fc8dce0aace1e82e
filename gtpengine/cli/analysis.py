"""`gtpengine analysis`: KataGo's analysis protocol, JSON objects on stdin and stdout."""

import argparse
import json
import logging
import os
import sys
from typing import Any

from gtpengine.cli.main import EXIT_INTERRUPTED, EXIT_OK


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options; those that clients of KataGo pass along are taken and mean nothing."""
    add = parser.add_argument
    add("--visits", type=int, default=500, help="playouts where a query has no maxVisits (500)")
    add(
        "--min-visits",
        type=int,
        default=100,
        metavar="N",
        help="of any query, for clients that ask for too few to say anything (100)",
    )
    add("--threads", type=int, default=1, help="that share one search (1)")
    add("--seed", type=int, default=1, help="1 by default; another one gives other figures")
    add("--verbose", action="store_true", help="say more on stderr")
    add("-quit-without-waiting", action="store_true", help="give up what is left at end of input")
    for name in ("-model", "-human-model", "-config", "-override-config"):
        add(name, action="append", help=argparse.SUPPRESS)
    for name in ("-analysis-threads", "-num-analysis-threads"):
        add(name, help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Answer queries until the input ends and all are answered.

    Raises:
        BadConfig: an option is out of its range.
    """
    from gtpengine.config import Config, PlayerConfig, filled
    from gtpengine.engine.settings import Settings
    from gtpengine.engine.warmup import Loading
    from gtpengine.gtp.analysis.analysing import Analysing, load_analyst
    from gtpengine.gtp.jsonmode.service import Service
    from gtpengine.gtp.logs import log_to_stderr
    from gtpengine.gtp.pipes import OutputGone, reserve_stdout

    player = filled(PlayerConfig, {"threads": arguments.threads, "seed": arguments.seed})
    log_to_stderr(verbose=arguments.verbose)
    output = reserve_stdout()

    def write(found: dict[str, Any]) -> None:
        try:
            output.write(json.dumps(found, separators=(",", ":")).encode() + b"\n")
        except OutputGone:
            _leave(EXIT_OK)  # nobody is there to be answered

    analysing = Loading[Analysing | None](None, load_analyst, "analysis")
    service = Service(
        analysing,
        Settings.of(Config(player=player)),
        max(1, arguments.visits),
        write,
        max(0, arguments.min_visits),
    )
    analysing.start()
    service.start()
    code = EXIT_OK
    try:
        for line in sys.stdin.buffer:
            service.submit(line.decode("utf-8", "replace"))
        service.finish(wait=not arguments.quit_without_waiting)
    except KeyboardInterrupt:
        code = EXIT_INTERRUPTED
    _leave(code)
    return code


def _leave(code: int) -> None:
    """End the process at once: a thread that compiles cannot be asked to stop."""
    logging.shutdown()
    os._exit(code)
