"""The result that a record names beside the count of its last position.

Where they are far apart moves may be missing from the record, which nothing else shows as long as
the players alternate; or the life of a group is misjudged here. Both are worth a sentence.
"""

import re
from fractions import Fraction

from gtpengine.board.record import GameRecord
from gtpengine.board.score import result_text
from gtpengine.report.language import say
from gtpengine.report.view import PositionView

# Points by which a count may be off for want of a protective move (docs/decisions/0025); what is
# more is a group, or another game.
MOST = 5
_COUNTED = re.compile(r"([BW])\+(\d+(?:\.\d+)?)")


def result_doubt(record: GameRecord, view: PositionView) -> str:
    """Return the sentence, empty if there is nothing to say or the view is not of a closed end."""
    told = _COUNTED.fullmatch(record.result.strip())
    if told is None or view.closed is None or not record.komi_named:
        return ""
    result = Fraction(told[2]) * (1 if told[1] == "B" else -1)
    if abs(view.closed.final - result) <= MOST:
        return ""
    return say(
        "The record's result is {result}, but its last position counts as {count} here: moves may "
        "be missing from it, or the life of a group is misjudged.",
        result=record.result.strip(),
        count=result_text(view.closed.final),
    )
