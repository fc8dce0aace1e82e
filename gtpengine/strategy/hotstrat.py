"""Hotstrat plays in the hottest region; Sentestrat first answers a rise above the ambient."""

from fractions import Fraction

from gtpengine.strategy.candidates import candidates, described, listed, passing
from gtpengine.strategy.choice import Candidate, Choice
from gtpengine.strategy.outlook import Outlook
from gtpengine.strategy.situation import Situation
from gtpengine.strategy.words import mixed, points


def hotstrat(situation: Situation) -> Choice:
    """Return the move that gains most: the best one of the hottest region, or one of several."""
    found = candidates(situation)
    if not found:
        return passing(situation, "Hotstrat")
    return Choice(
        found[0].move,
        _main_region(situation, found[0]),
        "Hotstrat",
        (_hottest(situation, found),),
        tuple(found),
    )


def sentestrat(situation: Situation) -> Choice:
    """Return the answer to a move that left its region hotter than the ambient, else Hotstrat's.

    Of several such regions, the hottest is answered. Without an ambient it is Hotstrat.
    """
    risen = [
        outlook
        for outlook in situation.playable()
        if outlook.last_changed
        and situation.ambient is not None
        and outlook.temperature > situation.ambient
    ]
    if not risen:
        choice = hotstrat(situation)
        calm = [] if situation.ambient is None or choice.move is None else [_calm(situation)]
        return Choice(
            choice.move,
            choice.region,
            "Sentestrat",
            (*choice.reasons, *calm),
            choice.candidates,
        )
    answered = max(risen, key=lambda outlook: outlook.temperature)
    move = situation.own_move(answered)
    assert move is not None
    assert situation.ambient is not None
    reason = (
        f"{situation.show(move)}: answers in {answered.name}, where the last move left "
        f"{described(situation, answered)}; the ambient is {mixed(situation.ambient)}"
    )
    return Choice(move, answered.region, "Sentestrat", (reason,), tuple(candidates(situation)))


def _main_region(situation: Situation, candidate: Candidate) -> int:
    """Return the region of a candidate in which it is worth most."""
    return max(candidate.regions, key=lambda region: situation.find(region).temperature)


def _hottest(situation: Situation, found: list[Candidate]) -> str:
    best = found[0]
    if len(best.regions) == 1:
        outlook = situation.find(best.regions[0])
        where = f" ({outlook.name})" if outlook.name != situation.show(best.move) else ""
        text = (
            f"{situation.show(best.move)}: the hottest region{where}, "
            f"{described(situation, outlook)}"
        )
    else:
        text = f"{listed(situation, best)}: together {points(best.worth)}"
    others = [each for each in found[1:] if not set(each.regions) <= set(best.regions)]
    if not others:
        return f"{text}; nothing else is worth a move"
    tie = "as much" if others[0].worth == best.worth else mixed(others[0].worth)
    return f"{text}; next is {tie} at {situation.show(others[0].move)}"


def _calm(situation: Situation) -> str:
    ambient: Fraction | None = situation.ambient
    assert ambient is not None
    changed: list[Outlook] = [each for each in situation.outlooks if each.last_changed]
    if not changed:
        return f"no region changed; the ambient is {mixed(ambient)}"
    hottest = max(changed, key=lambda outlook: outlook.temperature)
    return (
        f"the last move left {mixed(hottest.temperature)} in {hottest.name}, "
        f"not above the ambient {mixed(ambient)}"
    )
