"""argv -> subcommand. Nothing heavy is imported before that is known: GTP must answer at once.

A subcommand is a module of this package with `configure(parser)` and `run(arguments) -> exit code`.
One whose arguments may begin with a minus also has `normalise(argv) -> argv`.
"""

import argparse
import difflib
import importlib
import sys
from typing import NoReturn

from gtpengine.cli.stdout import abandon_stdout, checked_stdout
from gtpengine.errors import EngineError
from gtpengine.kernelcache.news import CompileProgress, listen

# name -> what it does; the module is gtpengine.cli.NAME, with `_` for `-`.
# `gtp` runs when none is named.
SUBCOMMANDS = {
    "gtp": "speak the Go Text Protocol on stdin and stdout (the default)",
    "analyze": "regions of a position in a game record, and what they are worth",
    "analysis": "answer queries in KataGo's analysis protocol: JSON on stdin and stdout",
    "review": "what every move of a game's endgame gained and cost",
    "serve": "explore and play games in a browser, and practise the endgame",
    "status": "life and death: what is proved and read about the chains of a position",
    "value": "mean, temperature and thermograph of a game in notation",
    "match": "play a match or a tournament between engines, or go on with one",
    "regress": "put a regression suite in GNU Go's format to an engine",
    "katago-check": "whether a KataGo can be our partner, and how fast it is",
    "endgame-loss": "points that engines lose per move in endgames, by KataGo's judgement",
    "honesty": "whether reviews are right, by KataGo's judgement of every move",
    "warm": "compile kernels now, so that nothing waits for it later",
    "bench": "measure speed",
    "experiments": "repeat the experiments of the papers",
    "manual": "print the manual of all subcommands and GTP commands, as Markdown",
    "completion": "print what lets a shell complete this command",
}

HELP = ("-h", "--help", "help")
VERSION = ("-V", "--version")
EXIT_OK = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130


def run(argv: list[str]) -> int:
    """Run the subcommand of `argv`, return the exit code; errors become one line on stderr."""
    if not argv or (argv[0].startswith("-") and argv[0] not in (*HELP, *VERSION)):
        argv = ["gtp", *argv]
    name = f" {argv[0]}" if argv[0] in SUBCOMMANDS else ""
    try:
        code = _obey(argv)
        if sys.stdout is not None:
            sys.stdout.flush()  # while somebody can still say what goes wrong
        return code
    except EngineError as error:
        sys.stderr.write(f"gtpengine{name}: {error}\n")
        return EXIT_FAILED
    except KeyboardInterrupt:
        sys.stderr.write(f"gtpengine{name}: interrupted\n")
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        abandon_stdout()  # the reader went away (`| head`): leave quietly
        return EXIT_OK
    except OSError as error:  # such as a full disk behind stdout
        abandon_stdout()
        where = f"{error.filename}: " if error.filename else ""
        sys.stderr.write(f"gtpengine{name}: {where}{error.strerror or error}\n")
        return EXIT_FAILED


def _obey(argv: list[str]) -> int:
    if argv[0] in HELP:
        with checked_stdout() as stdout:
            stdout.write(overview())
        return EXIT_OK
    if argv[0] in VERSION:
        from gtpengine.cli.version import version_text

        with checked_stdout() as stdout:
            stdout.write(f"gtpengine {version_text()}\n")
        return EXIT_OK
    name, rest = argv[0], argv[1:]
    if name not in SUBCOMMANDS:
        sys.stderr.write(unknown(name))
        return EXIT_USAGE
    module = importlib.import_module(module_of(name))
    if name != "warm":  # which has a display of its own
        listen(CompileProgress(module.__name__))
    parser = parser_of(name)
    normalise = getattr(module, "normalise", None)
    arguments = parser.parse_args(rest if normalise is None else normalise(rest))
    return int(module.run(arguments))


class _Parser(argparse.ArgumentParser):
    """A parser that names the option that an unknown one may have been meant for."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and leave."""
        known = [flag for flag in self._option_string_actions if flag.startswith("--")]
        for word in message.partition("unrecognized arguments: ")[2].split():
            bare = word.partition("=")[0].lstrip("-")
            near = difflib.get_close_matches(bare, [flag[2:] for flag in known], n=1)
            message += f"; did you mean '--{near[0]}'?" if near else ""
        super().error(message)


def parser_of(name: str) -> argparse.ArgumentParser:
    """Return the parser of a subcommand."""
    parser = _Parser(prog=f"gtpengine {name}", description=SUBCOMMANDS[name])
    importlib.import_module(module_of(name)).configure(parser)
    return parser


def module_of(name: str) -> str:
    """Return the module of a subcommand."""
    return f"gtpengine.cli.{name.replace('-', '_')}"


def overview() -> str:
    """Return the text of `gtpengine --help`."""
    lines = [
        "usage: gtpengine [SUBCOMMAND] [options]",
        "",
        "Without a subcommand it speaks GTP.",
        "",
    ]
    lines += [f"  {name:<13} {what}" for name, what in SUBCOMMANDS.items()]
    lines += [
        "",
        "gtpengine --version      which version, built from which commit",
        "gtpengine --show-config  every setting with its default, to copy and change",
        "gtpengine SUBCOMMAND --help tells more.",
        "",
    ]
    return "\n".join(lines)


def unknown(name: str) -> str:
    """Return the error text for a subcommand that does not exist, with the nearest that does."""
    near = difflib.get_close_matches(name, SUBCOMMANDS, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    return f"gtpengine: no subcommand '{name}'{hint} (gtpengine --help lists them)\n"
