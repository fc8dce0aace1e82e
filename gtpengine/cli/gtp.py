"""`gtpengine [gtp]`: speak GTP on stdin and stdout."""

import argparse
import dataclasses
import logging
import os
import sys
from importlib import resources
from pathlib import Path
from typing import Any

from gtpengine import __version__
from gtpengine.cli.main import EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK
from gtpengine.cli.stdout import checked_stdout
from gtpengine.config import Config, RecordConfig, filled, load_config
from gtpengine.errors import BadInput


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `gtpengine gtp`; each overrides the configuration file."""
    add = parser.add_argument
    add("--config", metavar="FILE", help="settings (TOML; --show-config prints all keys)")
    add("--no-config", action="store_true", help="do not read the user's own settings either")
    add("--show-config", action="store_true", help="print every setting with its default and leave")
    add("--rules", help="chinese, japanese, aga, new_zealand or tromp-taylor")
    add("--komi", type=float, help="that of the rules by default")
    add("--boardsize", type=int, help="19 by default")
    add("--seconds", type=float, help="time per move where no clock runs; 5 by default")
    add("--katago", metavar="COMMAND", help="let a KataGo judge the board (docs/clients/katago.md)")
    add("--katago-visits", type=int, metavar="N", help="of its search for a move; as time allows")
    add("--threads", type=int, help="that search together; half of the processors, at most four")
    add("--seed", type=int, help="1 by default; another one gives other moves")
    add("--autosave-folder", metavar="FOLDER", help="where games are kept")
    add("--no-autosave", action="store_true", help="keep no games")
    add("--kgs", action="store_true", help="also offer kgs-chat")
    add("--log", metavar="FILE", help="append every line of both directions to a file")
    add("--verbose", action="store_true", help="say more on stderr")
    add("--stats", action="store_true", help="after each game, say how the regions fared")
    add("--self-test", action="store_true", help="check the installation and leave")


def run(arguments: argparse.Namespace) -> int:
    """Talk until the client leaves; ends the process itself, since threads may still compile.

    Raises:
        BadConfig: the settings are missing or wrong.
        BadRules: there are no such rules.
        BadInput: KataGo shall judge, and nobody says where it is.
    """
    from gtpengine.board.rules import rules_named

    if arguments.show_config:
        with checked_stdout() as stdout:
            stdout.write(default_settings())
        return EXIT_OK
    own = None if arguments.no_config else user_settings()
    path = arguments.config or own
    config = with_options(load_config(path) if path else Config(), arguments)
    rules_named(config.game.rules)
    if config.player.evaluator != "own" and not config.katago.words():
        raise BadInput("'player.evaluator' wants KataGo, and 'katago.command' is empty")
    if arguments.self_test:
        from gtpengine.gtp.selftest import self_test

        return EXIT_OK if self_test(config, sys.stdout) else EXIT_FAILED
    if sys.stdin is not None and sys.stdin.isatty():
        sys.stderr.write(greeting())
    from gtpengine.gtp.serve import serve

    code = EXIT_OK
    try:
        serve(config, games_folder(config.record) if config.record.autosave else None)
    except KeyboardInterrupt:
        code = EXIT_INTERRUPTED
    # A thread that compiles cannot be asked to stop, and nobody may wait for it.
    logging.shutdown()
    os._exit(code)


def default_settings() -> str:
    """Return every setting with its default and its meaning, as TOML."""
    return resources.files("gtpengine").joinpath("default.toml").read_text(encoding="utf-8")


def user_settings() -> Path | None:
    """Return the settings in the user's configuration folder; None if there are none."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.environ.get("APPDATA") or "~/.config"
    try:
        path = Path(base).expanduser() / "gtpengine" / "config.toml"
        return path if path.is_file() else None
    except (RuntimeError, OSError):  # no home folder, or one that cannot be read
        return None


def greeting() -> str:
    """Return what somebody reads who starts this in a terminal, where no client talks to it."""
    return (
        f"gtpengine {__version__} waits for GTP commands, which a program like Sabaki or GoGui"
        " sends.\nTry 'genmove black' and 'showboard'; 'help' lists all commands, 'quit' leaves."
        "\n'gtpengine --help' lists what else there is.\n"
    )


def games_folder(config: RecordConfig) -> Path | None:
    """Return where games are kept: by the settings, or in the user's data folder; None: nowhere."""
    base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA") or "~/.local/share"
    try:
        folder = Path(config.folder or base).expanduser()
    except RuntimeError:  # there is no home folder
        sys.stderr.write("gtpengine: no home folder, so games are not saved\n")
        return None
    return folder if config.folder else folder / "gtpengine" / "games"


def with_options(config: Config, arguments: argparse.Namespace) -> Config:
    """Return the settings with the options of the command line in place.

    Raises:
        BadConfig: an option is out of its range.
    """
    wanted: dict[str, dict[str, Any]] = {
        "game": {
            "rules": arguments.rules,
            "komi": arguments.komi,
            "board_size": arguments.boardsize,
        },
        "time": {"seconds_per_move": arguments.seconds},
        "player": {
            "seed": arguments.seed,
            "threads": arguments.threads,
            "evaluator": "katago" if arguments.katago else None,
        },
        "katago": {"command": arguments.katago, "move_visits": arguments.katago_visits},
        "record": {
            "folder": arguments.autosave_folder,
            "autosave": False if arguments.no_autosave else None,
        },
        "gtp": {
            "kgs": arguments.kgs or None,
            "log": arguments.log,
            "verbose": arguments.verbose or None,
            "stats": arguments.stats or None,
        },
    }
    table = dataclasses.asdict(config)
    if arguments.katago:  # the command names its files itself
        table["katago"] |= {"config": "", "model": ""}
    for name, values in wanted.items():
        table[name] |= {key: value for key, value in values.items() if value is not None}
    return filled(Config, table)
