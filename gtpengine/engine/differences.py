"""Prediction and check: what the sum of regions expects of its move, and what searches find.

The prediction takes every candidate for gote, played by turns from the hottest on: who begins with
one of them gets it and every second of the others. Sente and kos make it a guess.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from gtpengine.board.points import PASS
from gtpengine.engine.thought import Check, Difference
from gtpengine.localgame.solution import Scoring
from gtpengine.strategy.choice import Candidate


def difference(
    proposal: int, candidates: Sequence[Candidate], checks: Iterable[Check], scoring: Scoring
) -> Difference | None:
    """Return how the proposal compares with the best other move looked at, by sum and by search.

    None if the proposal was not looked at, or nothing else was.
    """
    scores = {check.point: check.score for check in checks}
    own = scores.pop(proposal, None)
    if own is None or not scores:
        return None
    rival = max(scores, key=lambda point: scores[point])
    ahead = expected(proposal, candidates, scoring) - expected(rival, candidates, scoring)
    return Difference(proposal, rival, ahead, own - scores[rival])


def expected(move: int, candidates: Sequence[Candidate], scoring: Scoring) -> Fraction:
    """Return what a player makes of the candidates by beginning with a move, over their means.

    A move that is none of them gains nothing and, by territory, costs a point; a pass is free.
    """
    cost = 0 if move == PASS or scoring is Scoring.AREA else 1
    worth, regions = Fraction(-cost), frozenset[int]()
    for each in candidates:
        if each.move == move:
            worth, regions = each.worth, frozenset(each.regions)
    others = [
        each.worth
        for each in candidates
        if each.move != move and each.worth > 0 and not regions.issuperset(each.regions)
    ]
    others.sort(reverse=True)
    return worth - sum(others[0::2], Fraction(0)) + sum(others[1::2], Fraction(0))
