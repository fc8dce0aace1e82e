"""`gtpengine manual`: docs/COMMANDS.md, made from the parsers and the commands themselves."""

import argparse
import inspect
from collections.abc import Iterator

from gtpengine.cli.main import SUBCOMMANDS, parser_of

_HEAD = """# Commands
Made by `gtpengine manual > docs/COMMANDS.md`; a test compares. In a terminal
`gtpengine SUBCOMMAND --help` tells the same.

`gtpengine [SUBCOMMAND] [options]`; without a subcommand it speaks GTP. `gtpengine --version` names
version and commit, `gtpengine --help` lists the subcommands, `gtpengine --show-config` prints every
setting with its default.

Exit codes: 0 done; 1 it could not be done, and one line on stderr says why; 2 the command line is
wrong; 130 interrupted.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """`gtpengine manual` has no options."""


def run(arguments: argparse.Namespace) -> int:
    """Write the manual to stdout."""
    from gtpengine.cli.stdout import checked_stdout

    with checked_stdout() as out:
        out.write(manual())
    return 0


def manual() -> str:
    """Return the manual of all subcommands and GTP commands, as Markdown."""
    parts = [_HEAD, *(_subcommand(name) for name in SUBCOMMANDS), _gtp_commands()]
    return "\n".join(parts)


def _subcommand(name: str) -> str:
    parser = parser_of(name)
    actions = [each for each in parser._actions if each.help != argparse.SUPPRESS]
    lines = [f"## gtpengine {name}", f"{_sentence(SUBCOMMANDS[name])}", ""]
    lines.append("    " + " ".join([f"gtpengine {name}", *_usage(actions)]))
    lines.append("")
    lines += [f"- `{_invocation(each)}`: {_help(each)}" for each in actions if each.dest != "help"]
    if lines[-1]:
        lines.append("")
    return "\n".join(lines)


def _usage(actions: list[argparse.Action]) -> Iterator[str]:
    for each in sorted(actions, key=lambda action: not action.option_strings):
        if each.dest != "help":
            text = _invocation(each)
            yield text if _is_needed(each) else f"[{text}]"


def _is_needed(action: argparse.Action) -> bool:
    return not action.option_strings and action.nargs not in ("*", "?")


def _invocation(action: argparse.Action) -> str:
    value = action.metavar
    if value is None and action.choices is not None:
        value = "|".join(map(str, action.choices))
    if value is None:
        value = action.dest.upper() if action.option_strings else action.dest
    several = " ..." if action.nargs in ("+", "*") else ""
    if not action.option_strings:
        return f"{value}{several}"
    flag = action.option_strings[-1]
    return flag if action.nargs == 0 else f"{flag} {value}{several}"


def _help(action: argparse.Action) -> str:
    return " ".join((action.help or "").split()).replace("%%", "%")


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _gtp_commands() -> str:
    """Return every GTP command with the first sentence of its handler."""
    from gtpengine.config import GtpConfig
    from gtpengine.gtp.catalogue import FAMILIES, catalogue
    from gtpengine.gtp.commands import kgs

    listing = catalogue(GtpConfig(kgs=True))
    lines = [
        "## GTP commands",
        "By family. Arguments that are missing or wrong are `? syntax error`, further ones are",
        "ignored; a command that fails changes nothing.",
        "",
    ]
    told: set[str] = set()
    for family in FAMILIES:
        names = [command.name for command in family.commands]
        names += [command.name for command in kgs.chat_commands] if family is kgs else []
        lines += [f"**{_first_line(family)}**", ""]
        lines += [f"- `{name}`: {_first_line(_handler(listing, name))}" for name in sorted(names)]
        lines.append("")
        told |= set(names)
    lines += ["**Which commands there are.**", ""]
    rest = sorted(set(listing.names()) - told)
    lines += [f"- `{name}`: {_first_line(_handler(listing, name))}" for name in rest]
    return "\n".join(lines) + "\n"


def _handler(listing: object, name: str) -> object:
    command = listing.get(name)  # type: ignore[attr-defined]
    return command.handler


def _first_line(thing: object) -> str:
    return (inspect.getdoc(thing) or "").split("\n", 1)[0]
