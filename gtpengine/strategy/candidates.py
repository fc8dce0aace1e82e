"""Candidates: the moves of all regions; one that several regions share is worth their sum."""

from collections.abc import Callable
from fractions import Fraction

from gtpengine.strategy.choice import Candidate, Choice
from gtpengine.strategy.outlook import BLACK, WHITE, Kind, Outlook
from gtpengine.strategy.situation import Situation
from gtpengine.strategy.words import player, points

OWN_SENTE = {BLACK: Kind.BLACK_SENTE, WHITE: Kind.WHITE_SENTE}


def candidates(
    situation: Situation, worth: Callable[[Outlook], Fraction] | None = None
) -> list[Candidate]:
    """Return the player's moves in regions that are worth one, the best first.

    A region's best move is worth its temperature or, if given, `worth`; an alternative is worth
    what it gains. A shared move is worth the sum of what it adds to idling in each of its regions.
    Of equal ones the player's own sente and kos come last: they are threats as long as they are not
    played, and the opponent gains no more there than elsewhere. Else the first stays first.
    """
    idle = situation.idle
    gains: dict[int, list[tuple[int, Fraction]]] = {}
    for outlook in situation.playable():
        move = situation.own_move(outlook)
        assert move is not None
        value = outlook.temperature if worth is None else worth(outlook)
        gains.setdefault(move, []).append((outlook.region, value))
        for side, other, gain in outlook.alternatives:
            if side == situation.side and other not in situation.banned and gain > idle:
                gains.setdefault(other, []).append((outlook.region, gain))
    found = []
    for move, parts in gains.items():
        total = parts[0][1] + sum(max(gain - idle, Fraction(0)) for _, gain in parts[1:])
        found.append(Candidate(move, tuple(region for region, _ in parts), total))
    can_wait = {
        each.region
        for each in situation.outlooks
        if each.is_ko or each.kind is OWN_SENTE[situation.side]
    }
    return sorted(
        found, key=lambda candidate: (-candidate.worth, can_wait.issuperset(candidate.regions))
    )


def passing(situation: Situation, strategy: str) -> Choice:
    """Return the pass of a player for whom no region is worth a move."""
    hottest = max((outlook.temperature for outlook in situation.outlooks), default=None)
    if hottest is None:
        reason = "nothing is left to play for"
    elif hottest <= situation.idle:
        reason = f"no region is worth more than {points(situation.idle)}"
    else:
        reason = f"{player(situation.side)} has no move in a region that is worth one"
    return Choice(None, None, strategy, (f"pass: {reason}",))


def described(situation: Situation, outlook: Outlook) -> str:
    """Return what a region is: "3 1/3 points gote", "about 2 points, White's sente"."""
    value = points(outlook.temperature, exact=outlook.exact)
    if outlook.kind.value == "gote":
        return f"{value} gote"
    return f"{value}, {outlook.kind.value}"


def listed(situation: Situation, candidate: Candidate) -> str:
    """Return where a candidate gains what: "C3 in corner (2 points gote) and side (1 point)"."""
    names = [
        f"{outlook.name} ({described(situation, outlook)})"
        for outlook in map(situation.find, candidate.regions)
    ]
    return f"{situation.show(candidate.move)} in {' and '.join(names)}"
