"""Run-time settings over GTP: every one is listed, and can be read and set within its limits."""

import re

from gtpengine.config import Config
from gtpengine.engine.settings import Settings, parameters
from tests.gtp.conversation import Conversation


def listed(text):
    return [re.fullmatch(r"\[(\S+)\] (\S+) ?(.*)", line).groups() for line in text.splitlines()]


def test_every_setting_is_listed_with_its_value():
    talk = Conversation(Config())
    found = listed(talk.tell("gtpengine-param"))
    assert [name for _, name, _ in found] == list(parameters())
    for kind, name, value in found:
        held = parameters()[name].value(Settings())
        if kind == "bool":
            assert held is (value == "1")
        elif kind.startswith("list/"):
            assert value == held
            assert value in kind.split("/")[1:]
        else:
            assert float(value) == held
        assert talk.tell(f"gtpengine-param {name}") == value


def test_every_setting_can_be_set_and_others_stay():
    talk = Conversation(Config())
    before = listed(talk.tell("gtpengine-param"))
    for place, (kind, name, value) in enumerate(before):
        limits = parameters()[name].field.metadata
        if kind == "bool":
            other = "0" if value == "1" else "1"
        elif kind == "string":
            other = str(limits["low"] if float(value) != limits["low"] else limits["high"])
        else:
            other = kind.split("/")[2]
        talk.tell(f"gtpengine-param {name} {other}")
        after = listed(talk.tell("gtpengine-param"))
        assert [old for old, new in zip(before, after, strict=True) if old != new] == [
            before[place]
        ]
        talk.tell(f"gtpengine-param {name} {value}")


def test_an_engine_describes_all_of_them():
    head, player, *rows = Conversation(Config()).tell("gomill-describe_engine").splitlines()
    assert head.startswith("gtpengine ")
    assert player == "player: simple player"
    assert [row.split(": ")[0] for row in rows] == list(parameters())
