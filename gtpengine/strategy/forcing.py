"""Forcing moves: one's own sente while its threat is larger than anything else on the board.

A sente that is answered costs nothing, and it is gone once the opponent plays there first. So it is
played before the turn is spent on something hotter. As long as it is itself the hottest it can
wait: taking it away would gain the opponent no more than any other move, and it is a ko threat.
"""

from fractions import Fraction

from gtpengine.strategy.candidates import OWN_SENTE, candidates
from gtpengine.strategy.choice import Choice
from gtpengine.strategy.outlook import Outlook
from gtpengine.strategy.situation import Situation
from gtpengine.strategy.words import mixed, points

# The opponent may soon take it away if it is worth this share of the hottest move elsewhere.
SOON = Fraction(2, 3)


def forcing(situation: Situation) -> Choice | None:
    """Return a sente move of the player that must be answered now; None if there is none.

    Its threat is larger than any other move on the board, an answer that the player owes included.
    Moves that will be far from the hottest for long are kept, and those worth less than a ko, as
    threats.
    """
    found = [each for each in situation.playable() if _is_forcing(situation, each)]
    best = max(found, key=lambda outlook: outlook.temperature, default=None)
    if best is None:
        return None
    move = situation.own_move(best)
    assert move is not None
    heat = _heat(situation, best, answers=True)
    reason = (
        f"{situation.show(move)}: sente in {best.name}, it threatens "
        f"{points(best.follow_ups[situation.side])} where nothing else is worth more than "
        f"{mixed(heat)}; the opponent's move there would be worth {points(best.temperature)}"
    )
    return Choice(move, best.region, "sente first", (reason,), tuple(candidates(situation)))


def _is_forcing(situation: Situation, outlook: Outlook) -> bool:
    if outlook.kind is not OWN_SENTE[situation.side]:
        return False
    threat = outlook.follow_ups.get(situation.side)
    if threat is None or threat <= _heat(situation, outlook, answers=True):
        return False
    if outlook.temperature >= _heat(situation, outlook, answers=True):
        return False
    kos = [each.temperature for each in situation.outlooks if each.is_ko]
    least = max([SOON * _heat(situation, outlook, answers=False), *kos])
    return outlook.temperature >= least


def _heat(situation: Situation, outlook: Outlook, *, answers: bool) -> Fraction:
    """Return the temperature of the hottest other region, with or without what was just changed."""
    others = [
        each.temperature
        for each in situation.outlooks
        if each.region != outlook.region and (answers or not each.last_changed)
    ]
    return max([Fraction(0), *others])
