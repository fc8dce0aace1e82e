"""Rules by KataGo's names and JSON."""

import json

from gtpengine.gtp.arguments import Arguments
from gtpengine.gtp.errors import GtpSyntaxError
from gtpengine.gtp.katarules import rules_object, rules_of_text
from gtpengine.gtp.registry import Registry
from gtpengine.gtp.session import Session

commands = Registry()


@commands.add("kata-get-rules")
def kata_get_rules(session: Session, arguments: Arguments) -> str:
    """Return the rules as a JSON object with KataGo's keys."""
    return json.dumps(rules_object(session.position.rules), separators=(",", ":"))


@commands.add("kata-set-rules", changes=True)
def kata_set_rules(session: Session, arguments: Arguments) -> str:
    """Set the rules by name, or by a JSON object; what the object leaves out stays as it is."""
    text = arguments.rest
    if not text:
        raise GtpSyntaxError("the rules are missing")
    name = text if text.startswith("{") else arguments.words[0]
    session.position.rules = rules_of_text(name, session.position.rules)
    return ""
