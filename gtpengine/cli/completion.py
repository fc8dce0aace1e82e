"""`gtpengine completion SHELL`: a script that lets a shell complete subcommands and options."""

import argparse

from gtpengine.cli.main import SUBCOMMANDS, parser_of
from gtpengine.cli.stdout import checked_stdout

SHELLS = ("bash", "zsh", "fish")
_GLOBAL = ("--help", "--version", "--show-config")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the argument of `gtpengine completion`."""
    parser.add_argument(
        "shell",
        choices=SHELLS,
        help='for bash: eval "$(gtpengine completion bash)" in ~/.bashrc; for zsh the same in'
        " ~/.zshrc; for fish: gtpengine completion fish | source",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the script to stdout."""
    with checked_stdout() as stdout:
        stdout.write(fish() if arguments.shell == "fish" else bash(zsh=arguments.shell == "zsh"))
    return 0


def words_of(name: str) -> list[str]:
    """Return what can stand after a subcommand: its options, and choices of its arguments."""
    words: list[str] = []
    for action in parser_of(name)._actions:
        if action.help == argparse.SUPPRESS:
            continue
        words += [flag for flag in action.option_strings if flag.startswith("--")]
        if not action.option_strings and action.choices is not None:
            words += [str(choice) for choice in action.choices]
    return words


def bash(*, zsh: bool = False) -> str:
    """Return the script for bash; zsh understands it with its own help for bash scripts."""
    first = " ".join([*SUBCOMMANDS, *_GLOBAL, *words_of("gtp")])
    cases = "\n".join(
        f'        {name}) words="{" ".join(words_of(name))}" ;;' for name in SUBCOMMANDS
    )
    head = "autoload -U +X bashcompinit && bashcompinit\n" if zsh else ""
    return f"""{head}_gtpengine() {{
    local words current=${{COMP_WORDS[COMP_CWORD]}}
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "{first}" -- "$current"))
        return
    fi
    case ${{COMP_WORDS[1]}} in
{cases}
        -*) words="{" ".join(words_of("gtp"))}" ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
}}
complete -o filenames -F _gtpengine gtpengine
"""


def fish() -> str:
    """Return the script for fish, which shows what each option does."""
    lines = []
    for name, what in SUBCOMMANDS.items():
        lines.append(f"complete -c gtpengine -n __fish_use_subcommand -a {name} -d {_quoted(what)}")
        for action in parser_of(name)._actions:
            for flag in action.option_strings:
                if flag.startswith("--") and action.help != argparse.SUPPRESS:
                    told = _quoted(" ".join((action.help or "").split()))
                    seen = f"'__fish_seen_subcommand_from {name}'"
                    value = "" if action.nargs == 0 else " -r"
                    lines.append(f"complete -c gtpengine -n {seen} -l {flag[2:]}{value} -d {told}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
