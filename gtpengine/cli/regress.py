"""`gtpengine regress SUITE.tst`: put a regression suite in GNU Go's format to an engine."""

import argparse
import dataclasses
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gtpengine.cli.main import EXIT_OK
from gtpengine.cli.warming import OWN, warm_first

if TYPE_CHECKING:
    from gtpengine.match.regress import Verdict
    from gtpengine.match.settings import EngineSettings
    from gtpengine.match.suite import Case

GNU_GO = "gnugo --mode gtp --level 10"
LEAST_PATIENCE = 120.0


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gtpengine regress`."""
    add = parser.add_argument
    add("suites", nargs="+", metavar="SUITE", help="a .tst file; its games are found beside it")
    add(
        "--engine",
        default=f"{OWN} --no-autosave --rules japanese",
        help="an engine's TOML (configs/engines) or a command line; by default this engine under"
        " Japanese rules, which GNU Go's suites are written for",
    )
    add(
        "--seconds",
        type=float,
        default=5.0,
        help="time per move of this engine (5); other engines take their own",
    )
    add("--threads", type=int, default=1, help="threads of this engine's searches (1)")
    add("--only", type=int, nargs="+", metavar="N", help="only the cases with these numbers")
    add("--gnugo", action="store_true", help="also put it to GNU Go, level 10")


def run(arguments: argparse.Namespace) -> int:
    """Print a verdict per case and the totals; the exit code says only whether it ran.

    Raises:
        EngineError: a suite or the engine's settings are wrong, the engine does not start.
    """
    from gtpengine.match.suite import load_suite

    engines = [engine_of(arguments.engine, arguments.seconds, arguments.threads)]
    if arguments.gnugo:
        engines.append(engine_of(GNU_GO, arguments.seconds))
    loaded = {suite: load_suite(Path(suite)) for suite in arguments.suites}
    warm_first(engines)
    summary = []
    for suite, cases in loaded.items():
        chosen = [each for each in cases if not arguments.only or each.number in arguments.only]
        for engine in engines:
            title = f"{Path(suite).name}, {engine.name}"
            sys.stdout.write(f"{title}\n")
            summary += [title, *_put(chosen, engine, max(LEAST_PATIENCE, 20 * arguments.seconds))]
            sys.stdout.write("\n")
    sys.stdout.write("\n".join(summary) + "\n")
    return EXIT_OK


def _put(cases: list["Case"], engine: "EngineSettings", patience: float) -> list[str]:
    """Put the cases to an engine, print the verdicts and return the lines of the totals."""
    from gtpengine.match.regress import Regression, line_of, totals

    verdicts: list[Verdict] = []
    for verdict in Regression(engine, patience).run(cases):
        verdicts.append(verdict)
        sys.stdout.write(line_of(verdict) + "\n")
        sys.stdout.flush()
    return [f"  {total}" for total in totals(verdicts)]


def engine_of(text: str, seconds: float, threads: int = 1) -> "EngineSettings":
    """Return an engine from a TOML file or a command line; our own is told seconds and threads.

    Raises:
        BadConfig: the file is missing or wrong.
    """
    from gtpengine.match.settings import EngineSettings, load_engine

    if text.endswith(".toml"):
        path = Path(text)
        engine = load_engine(path, path.name)
    else:
        engine = EngineSettings(tuple(shlex.split(text)), name=text)
    words = list(engine.command)
    commands = engine.commands
    if words and words[0] == OWN:
        if "--seconds" in words:
            place = words.index("--seconds")
            del words[place : place + 2]
        words += ["--seconds", f"{seconds:g}"]
        if threads != 1:
            commands += (f"gtpengine-param threads {threads}",)
    return dataclasses.replace(engine, command=tuple(words), commands=commands)
