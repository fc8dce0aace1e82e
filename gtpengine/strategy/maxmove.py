"""MaxMove: the largest difference between moving first and second. A baseline, blind to sente."""

from fractions import Fraction

from gtpengine.strategy.candidates import candidates, passing
from gtpengine.strategy.choice import Choice
from gtpengine.strategy.outlook import Outlook
from gtpengine.strategy.situation import Situation
from gtpengine.strategy.words import points


def maxmove(situation: Situation) -> Choice:
    """Return the move in the region whose walls are farthest apart where moves cost nothing."""
    found = candidates(situation, lambda outlook: _width(outlook, situation.idle))
    if not found:
        return passing(situation, "MaxMove")
    best = found[0]
    reason = (
        f"{situation.show(best.move)}: {points(best.worth)} between moving first and second, "
        f"the most of all"
    )
    return Choice(best.move, best.regions[0], "MaxMove", (reason,), tuple(found))


def _width(outlook: Outlook, idle: Fraction) -> Fraction:
    floor = idle if outlook.left_wall is None else max(idle, outlook.left_wall.floor)
    left, right = outlook.walls(floor)
    return left.value_at(floor) - right.value_at(floor)
