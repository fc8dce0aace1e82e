"""`gtpengine analyze`: the regions of a position and what they are worth, as text or JSON."""

import argparse
import math
import sys

_MOST_SECONDS = 86_400


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gtpengine analyze`."""
    parser.add_argument("file", metavar="FILE.sgf", help="a game record")
    parser.add_argument(
        "--move", type=int, metavar="N", help="the position before move N; without it, the last one"
    )
    parser.add_argument(
        "--rules", metavar="NAME", help="instead of the record's: chinese, japanese"
    )
    parser.add_argument(
        "--seconds", type=float, default=10.0, metavar="S", help="time for the regions (10)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Write the analysis of the position to stdout."""
    from gtpengine.board.record import load_record
    from gtpengine.board.rules import rules_named
    from gtpengine.errors import BadInput

    seconds = arguments.seconds
    if not (math.isfinite(seconds) and 0 < seconds <= _MOST_SECONDS):
        raise BadInput(f"--seconds {seconds:g} is not between 0 and {_MOST_SECONDS}")
    rules = rules_named(arguments.rules) if arguments.rules else None
    position = load_record(arguments.file).position(arguments.move, rules)

    from gtpengine.report.analysis import analyse

    analysis = analyse(position, seconds)
    if arguments.json:
        from gtpengine.report.analysisjson import as_json, dump

        sys.stdout.write(dump(as_json(analysis)) + "\n")
    else:
        from gtpengine.report.analysistext import as_text

        sys.stdout.write(as_text(analysis) + "\n")
    return 0
