"""Rules by KataGo's names and JSON."""

import json
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
from gtpengine.gtp.arguments import Arguments
from gtpengine.gtp.errors import GtpError, GtpSyntaxError
from gtpengine.gtp.registry import Registry
from gtpengine.gtp.session import Session

commands = Registry()

_KO = {"SIMPLE": KoRule.SIMPLE, "POSITIONAL": KoRule.POSITIONAL, "SITUATIONAL": KoRule.SITUATIONAL}
_SCORING = {"AREA": Scoring.AREA, "TERRITORY": Scoring.TERRITORY}
_BONUS = {bonus.value: bonus for bonus in HandicapBonus}


@commands.add("kata-get-rules")
def kata_get_rules(session: Session, arguments: Arguments) -> str:
    """Return the rules as a JSON object with KataGo's keys."""
    rules = session.position.rules
    return json.dumps(
        {
            "friendlyPassOk": False,
            "hasButton": False,
            "ko": rules.ko.name,
            "scoring": rules.scoring.name,
            "suicide": rules.suicide,
            "tax": _tax(rules.scoring),
            "whiteHandicapBonus": rules.handicap_bonus.value,
        },
        separators=(",", ":"),
    )


@commands.add("kata-set-rules", changes=True)
def kata_set_rules(session: Session, arguments: Arguments) -> str:
    """Set the rules by name, or by a JSON object; what the object leaves out stays as it is."""
    text = arguments.rest
    if not text:
        raise GtpSyntaxError("the rules are missing")
    if text.startswith("{"):
        session.position.rules = _from_json(text, session.position.rules)
    else:
        try:
            session.position.rules = rules_named(arguments.words[0])
        except BadRules as error:
            raise GtpSyntaxError(str(error)) from None
    return ""


def _from_json(text: str, rules: Rules) -> Rules:
    try:
        wanted: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError):
        raise GtpSyntaxError("the rules are no JSON object") from None
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
