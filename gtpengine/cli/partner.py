"""Options for a KataGo that judges the board, and what comes of them."""

import argparse
import contextlib
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtpengine.cli.gtp import user_settings
from gtpengine.config import Config, load_config
from gtpengine.errors import BadInput

if TYPE_CHECKING:
    from gtpengine.evaluation.katago.evaluator import Evaluator

_EXAMPLE = "'katago analysis -config FILE -model FILE'"


@dataclass(frozen=True)
class Partner:
    """A KataGo as the user wants it: the words of its command line, and visits."""

    words: tuple[str, ...]
    visits: int

    @property
    def identity(self) -> str:
        """A text that changes whenever it may answer something else."""
        return f"{shlex.join(self.words)} {self.visits}"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that name a partner."""
    add = parser.add_argument
    add("--katago", metavar="COMMAND", help=f"let a KataGo judge the board: {_EXAMPLE}")
    add("--katago-visits", type=int, metavar="N", help="of its search of each position (100)")
    add("--config", metavar="FILE", help="settings (TOML) that name the KataGo instead")


def partner_of(arguments: argparse.Namespace) -> Partner | None:
    """Return the partner that options or settings name; None if there is none.

    Raises:
        BadConfig: the settings are missing or wrong.
        BadInput: the settings ask for KataGo and do not say where it is.
    """
    path = arguments.config or user_settings()
    config = load_config(path) if path else Config()
    words = config.katago.words() if config.report.evaluator == "katago" else ()
    if config.report.evaluator == "katago" and not words and not arguments.katago:
        raise BadInput(f"'{path}': 'katago.command' is empty, so there is no KataGo")
    if arguments.katago:
        words = tuple(shlex.split(arguments.katago))
    visits = arguments.katago_visits or config.katago.visits
    return Partner(words, max(visits, 1)) if words else None


@contextlib.contextmanager
def evaluator_of(partner: Partner | None) -> "Iterator[Evaluator | None]":
    """Give an evaluator that lasts as long as the block; None without a partner."""
    if partner is None:
        yield None
        return
    from gtpengine.evaluation.katago.evaluator import Evaluator
    from gtpengine.evaluation.katago.keeper import PartnerSettings
    from gtpengine.evaluation.katago.partner import KataGo

    with KataGo(PartnerSettings(partner.words)) as katago:
        yield Evaluator(katago, partner.visits)


def without(evaluator: "Evaluator") -> str:
    """Return what is said when the partner does not help."""
    why = evaluator.trouble or "KataGo does not answer"
    return f"{why}; our own evaluation goes on without it"
