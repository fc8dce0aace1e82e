"""`gtpengine katago-check`: whether a KataGo can be our partner, and how fast it is."""

import argparse
import sys

from gtpengine.cli.main import EXIT_FAILED, EXIT_OK


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    add = parser.add_argument
    add(
        "--katago",
        required=True,
        metavar="COMMAND",
        help="its command line, such as 'katago analysis -config FILE -model FILE'",
    )
    add("--visits", type=int, default=100, help="of each of 5 questions (100)")


def run(arguments: argparse.Namespace) -> int:
    """Start it, ask it, print what was found; exit code 1 if it cannot be used.

    Raises:
        PartnerGone: it cannot be started; the text says why.
    """
    from gtpengine.evaluation.katago.check import check
    from gtpengine.evaluation.katago.partner import KataGo, PartnerGone, PartnerSettings

    settings = PartnerSettings.of_line(arguments.katago)
    with KataGo(settings) as katago:
        try:
            found = check(katago, max(arguments.visits, 1))
        except PartnerGone:
            for line in katago.stderr().splitlines()[-10:]:
                sys.stderr.write(f"  {line}\n")
            raise
    rows = [
        ("version", found.version),
        ("model", ", ".join(found.models) or "not told"),
        ("ready after", f"{found.start_seconds:.1f} s"),
        ("visits", f"{found.visits / max(found.seconds, 1e-9):.0f} a second"),
        ("CPU time", f"{found.cpu_seconds:.1f} s of {found.seconds:.1f} s"),
    ]
    for name, text in rows:
        sys.stdout.write(f"{name:<12} {text}\n")
    for complaint in found.complaints:
        sys.stdout.write(f"but          {complaint}\n")
    sys.stdout.write("It cannot be used.\n" if found.complaints else "It can be used.\n")
    return EXIT_FAILED if found.complaints else EXIT_OK
