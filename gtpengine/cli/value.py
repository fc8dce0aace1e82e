"""`gtpengine value`: mean, temperature and thermograph of one game, as text, JSON or a picture."""

import argparse
from fractions import Fraction
from pathlib import Path

from gtpengine.cli.stdout import checked_stdout
from gtpengine.errors import BadInput

_VALUED = ("--komaster", "--drop", "--floor", "--png", "--svg", "--tree")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gtpengine value`."""
    parser.add_argument(
        "notation",
        metavar="NOTATION",
        help="a game: '11||8|0', '{3|1, {2|0}}', '*', '1|0+2|0', 'K={L|-9}; L={18|K}'",
    )
    parser.add_argument(
        "--komaster",
        choices=("black", "white", "none"),
        help="who wins kos; without it a game with kos is shown for Black and for White",
    )
    parser.add_argument(
        "--drop",
        metavar="POINTS",
        default="0",
        help="how far the komaster's threats let the temperature fall before the ko must be won; "
        "'all' for as far as she likes (a komonster)",
    )
    parser.add_argument(
        "--floor",
        type=int,
        choices=(0, -1),
        default=0,
        help="lowest temperature: 0 as in Go books (the default), -1 to tell numbers apart",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--png", metavar="FILE", help="draw the thermograph as PNG")
    parser.add_argument("--svg", metavar="FILE", help="draw the thermograph as SVG")
    parser.add_argument(
        "--tree", metavar="FILE", help="draw the game tree, as SVG if FILE ends so, else as PNG"
    )


def normalise(argv: list[str]) -> list[str]:
    """Move a notation that begins with a minus, such as -4|3, to where it is no option."""
    for place, word in enumerate(argv):
        follows_option = place > 0 and argv[place - 1] in _VALUED
        if word == "--" or word in ("-h", "--help"):
            break
        if word.startswith("-") and not word.startswith("--") and not follows_option:
            return [*argv[:place], *argv[place + 1 :], "--", word]
    return argv


def read_drop(text: str) -> Fraction | None:
    """Return the drop that `text` means, None for "all".

    Raises:
        BadInput: it is neither that nor a number.
    """
    if text == "all":
        return None
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"--drop takes a number of points or 'all', not '{text}'") from None


def run(arguments: argparse.Namespace) -> int:
    """Write the pictures that were asked for, then the value on stdout."""
    from gtpengine.report.gamevalue import evaluate
    from gtpengine.report.valuejson import as_json, dump
    from gtpengine.report.words import as_text
    from gtpengine.values.loopy.rules import Komaster

    komasters = (Komaster(arguments.komaster),) if arguments.komaster else ()
    value = evaluate(arguments.notation, komasters, arguments.floor, read_drop(arguments.drop))
    if arguments.png or arguments.svg:
        from gtpengine.report.thermopicture import draw_thermograph

        for name, kind in ((arguments.png, "png"), (arguments.svg, "svg")):
            if name:
                draw_thermograph(value, Path(name), kind)
    if arguments.tree:
        from gtpengine.report.treepicture import draw_tree

        kind = "svg" if arguments.tree.lower().endswith(".svg") else "png"
        draw_tree(value.game, komasters, Path(arguments.tree), kind, value.drop)
    if arguments.json:
        text = dump(as_json(value, both=value.is_loopy and not komasters))
    else:
        text = as_text(value)
    with checked_stdout() as stdout:
        stdout.write(text + "\n")
    return 0
