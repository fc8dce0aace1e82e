"""All commands that the engine offers."""

from gtpengine.config import GtpConfig
from gtpengine.gtp.commands import (
    admin,
    analysis,
    core,
    gogui,
    gomill,
    kata,
    kgs,
    score,
    setup,
    sgf,
    time,
)
from gtpengine.gtp.registry import Registry

FAMILIES = (admin, core, setup, time, score, sgf, kgs, kata, gomill, analysis, gogui)


def catalogue(config: GtpConfig) -> Registry:
    """Return the commands under these settings; kgs-chat only where it is asked for."""
    families = [family.commands for family in FAMILIES]
    if config.kgs:
        families.append(kgs.chat_commands)
    return admin.listing(Registry(*families))
