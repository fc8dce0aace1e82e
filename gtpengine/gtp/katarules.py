"""Rules as KataGo writes them: a name, or an object with its keys."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gtpengine.board.rules import (
    RULES,
    BadRules,
    HandicapBonus,
    KoRule,
    Rules,
    Scoring,
    rules_named,
)
from gtpengine.gtp.errors import GtpError, GtpSyntaxError

_KO = {"SIMPLE": KoRule.SIMPLE, "POSITIONAL": KoRule.POSITIONAL, "SITUATIONAL": KoRule.SITUATIONAL}
_SCORING = {"AREA": Scoring.AREA, "TERRITORY": Scoring.TERRITORY}
_BONUS = {bonus.value: bonus for bonus in HandicapBonus}


def rules_object(rules: Rules) -> dict[str, Any]:
    """Return rules as an object with KataGo's keys."""
    return {
        "friendlyPassOk": False,
        "hasButton": False,
        "ko": rules.ko.name,
        "scoring": rules.scoring.name,
        "suicide": rules.suicide,
        "tax": _tax(rules.scoring),
        "whiteHandicapBonus": rules.handicap_bonus.value,
    }


def rules_of_text(text: str, rules: Rules) -> Rules:
    """Return the rules that a name or the text of an object says; see `rules_of_object`.

    Raises:
        GtpSyntaxError: it is neither.
        GtpError: there are no such rules here.
    """
    if not text.startswith("{"):
        try:
            return rules_named(text)
        except BadRules as error:
            raise GtpSyntaxError(str(error)) from None
    try:
        wanted: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError):
        raise GtpSyntaxError("the rules are no JSON object") from None
    return rules_of_object(wanted, rules)


def rules_of_object(wanted: Mapping[str, Any], rules: Rules) -> Rules:
    """Return the rules that an object says; what it leaves out is as in `rules`.

    Raises:
        GtpSyntaxError: a key is unknown or its value is.
        GtpError: there are no such rules here.
    """
    parts: dict[str, Any] = {}
    tables: dict[str, tuple[str, dict[Any, Any]]] = {
        "ko": ("ko", _KO),
        "scoring": ("scoring", _SCORING),
        "whiteHandicapBonus": ("handicap_bonus", _BONUS),
        "suicide": ("suicide", {True: True, False: False}),
    }
    for key, value in wanted.items():
        if key in tables:
            field, table = tables[key]
            # Of all JSON values only words and truth values can stand in these tables.
            if not isinstance(value, (str, bool)) or value not in table:
                raise GtpSyntaxError(f"{key} is one of {', '.join(map(str, table))}")
            parts[field] = table[value]
        elif key not in ("tax", "hasButton", "friendlyPassOk"):
            raise GtpSyntaxError(f"unknown rule {key}")
    result = replace(rules, name="custom", **parts)
    if wanted.get("hasButton") or wanted.get("tax", _tax(result.scoring)) != _tax(result.scoring):
        raise GtpError("rules with a button or with another tax are not supported")
    # Rules that amount to a named set get its name, so that a saved game says so.
    twins = (
        known
        for known in RULES.values()
        if replace(result, name=known.name, komi=known.komi) == known
    )
    return next(twins, result)


def _tax(scoring: Scoring) -> str:
    return "NONE" if scoring is Scoring.AREA else "SEKI"
