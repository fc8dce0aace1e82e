"""`gtpengine katago-check`: whether a KataGo can be our partner, and how fast it is."""

import argparse
import sys
from pathlib import Path

from gtpengine.cli.main import EXIT_FAILED, EXIT_OK
from gtpengine.cli.partner import add_options, partner_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Start it, ask it, print what was found; exit code 1 if it cannot be used.

    Raises:
        BadInput: neither options nor settings name a KataGo.
        PartnerGone: it cannot be started; the text says why.
    """
    from gtpengine.errors import BadInput
    from gtpengine.evaluation.katago.check import check
    from gtpengine.evaluation.katago.keeper import PartnerGone, PartnerSettings
    from gtpengine.evaluation.katago.partner import KataGo

    partner = partner_of(arguments)
    if partner is None:
        raise BadInput("name a KataGo by --katago, or by --config and its [report] and [katago]")
    with KataGo(PartnerSettings(partner.words)) as katago:
        try:
            found = check(katago, partner.visits)
        except PartnerGone:
            for line in katago.stderr().splitlines()[-10:]:
                sys.stderr.write(f"  {line}\n")
            raise
    rows = [
        ("version", found.version),
        ("model", ", ".join(Path(name).name for name in found.models) or "not told"),
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
