"""Rule sets. A `Rules` object says everything in which they differ; the board asks it, no one else.

Sources: the rules as published by the Chinese Weiqi Association, the Nihon Ki-in (1989), the
American Go Association, the New Zealand Go Society, and Tromp and Taylor's logical rules. Where a
printed rule leaves repetition to a referee (Chinese), positional superko is what servers apply.
"""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from gtpengine.errors import BadInput


class BadRules(BadInput):
    """No rule set has that name."""


class KoRule(Enum):
    """Which repetition is forbidden."""

    SIMPLE = "simple"  # only the immediate recapture of a single stone
    POSITIONAL = "positional"  # no whole-board position may come back
    SITUATIONAL = "situational"  # none with the same player to move


class Scoring(Enum):
    """What counts as a point."""

    AREA = "area"  # stones and surrounded points
    TERRITORY = "territory"  # surrounded points and prisoners


class HandicapBonus(Enum):
    """What White gets for Black's handicap stones under area scoring."""

    NONE = "0"
    STONES = "N"
    STONES_MINUS_ONE = "N-1"

    def points(self, stones: int) -> int:
        """Return White's points for that many handicap stones."""
        if stones < 2 or self is HandicapBonus.NONE:
            return 0
        return stones if self is HandicapBonus.STONES else stones - 1


@dataclass(frozen=True)
class Rules:
    """One rule set."""

    name: str
    ko: KoRule
    suicide: bool  # may a move take away its own last liberty?
    scoring: Scoring
    handicap_bonus: HandicapBonus
    komi: Fraction  # what a game gets when nobody says otherwise


CHINESE = Rules(
    "chinese",
    KoRule.POSITIONAL,
    suicide=False,
    scoring=Scoring.AREA,
    handicap_bonus=HandicapBonus.STONES,
    komi=Fraction(15, 2),
)
JAPANESE = Rules(
    "japanese",
    KoRule.SIMPLE,
    suicide=False,
    scoring=Scoring.TERRITORY,
    handicap_bonus=HandicapBonus.NONE,
    komi=Fraction(13, 2),
)
AGA = Rules(
    "aga",
    KoRule.SITUATIONAL,
    suicide=False,
    scoring=Scoring.AREA,
    handicap_bonus=HandicapBonus.STONES_MINUS_ONE,
    komi=Fraction(15, 2),
)
NEW_ZEALAND = Rules(
    "new_zealand",
    KoRule.SITUATIONAL,
    suicide=True,
    scoring=Scoring.AREA,
    handicap_bonus=HandicapBonus.NONE,
    komi=Fraction(7),
)
TROMP_TAYLOR = Rules(
    "tromp-taylor",
    KoRule.POSITIONAL,
    suicide=True,
    scoring=Scoring.AREA,
    handicap_bonus=HandicapBonus.NONE,
    komi=Fraction(15, 2),
)

RULES = {rules.name: rules for rules in (CHINESE, JAPANESE, AGA, NEW_ZEALAND, TROMP_TAYLOR)}
_ALIASES = {
    "cn": CHINESE,
    "jp": JAPANESE,
    "korean": JAPANESE,
    "territory": JAPANESE,
    "area": CHINESE,
    "nz": NEW_ZEALAND,
    "newzealand": NEW_ZEALAND,
    "tromptaylor": TROMP_TAYLOR,
    "tt": TROMP_TAYLOR,
}


def rules_named(text: str) -> Rules:
    """Return the rule set of that name; case, blanks, `-` and `_` do not matter.

    Raises:
        BadRules: there is none; the text lists those there are.
    """
    plain = text.lower().replace("-", "").replace("_", "").replace(" ", "")
    for name, rules in RULES.items():
        if plain == name.replace("-", "").replace("_", ""):
            return rules
    if plain in _ALIASES:
        return _ALIASES[plain]
    raise BadRules(f"no rules named '{text[:40]}'; there are {', '.join(RULES)}")
