"""`gtpengine experiments STUDY`: experiments as tables and JSON.

tds: those of the TDS paper, with a plot. strategies: points that each loses in seeded sums.
"""

import argparse
import json
import sys
from pathlib import Path

STUDIES = {
    "strategies": "strategies in seeded sums of small games against optimal play",
    "tds": "temperature discovery search on Amazons (Mueller and others, 2004)",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `gtpengine experiments`."""
    parser.add_argument("study", choices=sorted(STUDIES), help="; ".join(STUDIES.values()))
    parser.add_argument(
        "--only",
        nargs="+",
        default=["figure2", "1", "2", "3", "4"],
        choices=["figure2", "1", "2", "3", "4"],
        help="which experiments (all)",
    )
    parser.add_argument("--out", type=Path, default=Path("results/tds"), help="folder of results")
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=[4, 5, 6, 7], help="room sizes of experiment 1"
    )
    parser.add_argument("--games", type=int, default=40, help="games per cell of experiment 4")
    parser.add_argument(
        "--boards", type=int, nargs="+", default=[2, 4, 6], help="sums of experiment 4"
    )
    parser.add_argument(
        "--board-sizes", type=int, nargs="+", default=[4, 5, 6], help="boards of experiment 4"
    )
    parser.add_argument(
        "--seconds", type=float, default=0.05, help="CPU seconds per move in experiment 4"
    )
    parser.add_argument("--sums", type=int, default=600, help="how many sums for the strategies")
    parser.add_argument(
        "--opponent",
        default="plain",
        choices=["plain", "alpha-beta"],
        help="of experiment 4: alpha-beta over whole positions as in the paper (plain, the"
        " default), or with every board's positions kept apart (alpha-beta)",
    )
    parser.add_argument("--json", action="store_true", help="print the results as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Run a study and print what it found."""
    return _strategies(arguments) if arguments.study == "strategies" else _tds(arguments)


def _strategies(arguments: argparse.Namespace) -> int:
    from gtpengine.laboratory.studies import strategies

    results = strategies.play(arguments.sums)
    if arguments.json:
        sys.stdout.write(json.dumps(results.to_json(), indent=1) + "\n")
    else:
        sys.stdout.write(results.text())
    return 0


def _tds(arguments: argparse.Namespace) -> int:
    """Do what is not done yet, then print everything; an interrupted run goes on where it was."""
    from gtpengine.laboratory.studies import tds, tds_report
    from gtpengine.laboratory.studies.ledger import Ledger, Progress

    ledger = Ledger(arguments.out / "results.json")
    tasks = tds.tasks(arguments.only, arguments.sizes)
    if "4" in arguments.only:
        cells = [(many, size) for many in arguments.boards for size in arguments.board_sizes]
        tasks += tds.contests(cells, arguments.games, arguments.seconds, arguments.opponent)
    missing = [task for task in tasks if task.name not in ledger]
    progress = Progress(len(missing))
    for task in missing:
        ledger.note(task.name, task.work())
        progress.step(task.name)
    summary = tds_report.summary(ledger, tasks)
    (arguments.out / "summary.json").write_text(json.dumps(summary, indent=1) + "\n", "utf-8")
    plotted = tds_report.plot(summary, arguments.out / "error_by_depth.png")
    if arguments.json:
        sys.stdout.write(json.dumps(summary, indent=1) + "\n")
    else:
        sys.stdout.write(tds_report.text(summary))
        if plotted:
            sys.stdout.write(f"plot: {arguments.out / 'error_by_depth.png'}\n")
    return 0
