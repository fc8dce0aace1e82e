"""One lead: what every face tells of who is ahead, lead and chance from one source.

Where the game is over the lead is its score. Where the value of every region is known it is their
sum, with what the player to move gains by moving first. The chance to win follows from it.
Elsewhere both are the search's, and a move that was hardly searched counts for little more than the
position.
"""

import math
from dataclasses import replace
from fractions import Fraction

from gtpengine.board.colours import BLACK
from gtpengine.board.points import PASS
from gtpengine.board.rules import Scoring
from gtpengine.engine.decision import Candidate, Decision
from gtpengine.model.turns import first_gain

_NOTHING = Fraction(0)
# Points of error where borders are not proved: of 75 finished games that were held back 51 are told
# exactly, most others are a point or two off (`gtpengine bench endings`).
_DOUBT = 1.0
_FEW = 25  # visits after which a move's own figures count half


def with_one_lead(decision: Decision) -> Decision:
    """Return the decision with one account of who is ahead, in the root and in all moves."""
    lead = summed_lead(decision)
    if lead is None:
        return replace(
            decision,
            candidates=tuple(_calmed(each, decision) for each in decision.candidates),
            others=tuple(_calmed(each, decision) for each in decision.others),
        )
    ambient = _NOTHING
    if decision.final is None and decision.survey is not None:
        ambient = max(decision.survey.ambient or _NOTHING, _NOTHING)
    spread = _DOUBT + float(ambient)

    def summed(move: Candidate) -> Candidate:
        figure = float(lead - max(ambient - _worth(move, decision), _NOTHING))
        return replace(move, lead=figure, win_rate=chance(figure, spread))

    return replace(
        decision,
        lead=float(lead),
        win_rate=chance(float(lead), spread),
        candidates=tuple(summed(each) for each in decision.candidates),
        others=tuple(summed(each) for each in decision.others),
    )


def summed_lead(decision: Decision) -> Fraction | None:
    """Return the lead of the player to move where the game is over or all bounds are closed."""
    if decision.final is not None:
        return decision.final if decision.position.to_move == BLACK else -decision.final
    survey = decision.survey
    if survey is None:
        return None
    mean, low, high = survey.score
    if mean is None or low != high:
        return None
    own = mean if decision.position.to_move == BLACK else -mean
    return own + first_gain(survey)


def chance(lead: float, spread: float) -> float:
    """Return the chance that a lead with such an error is more than nothing."""
    return 0.5 * (1.0 + math.erf(lead / (spread * math.sqrt(2.0))))


def _worth(move: Candidate, decision: Decision) -> Fraction:
    """Return what a move gains: in its region, or on settled land, where a stone fills a point.

    At the end of a game what costs nothing is known, and so is a pass where nothing else is.
    """
    if decision.final is not None and move.point in decision.costless:
        return _NOTHING
    if move.worth is not None:
        return move.worth
    territory = decision.position.rules.scoring is Scoring.TERRITORY
    return Fraction(-1) if territory and move.point != PASS else _NOTHING


def _calmed(move: Candidate, decision: Decision) -> Candidate:
    """Return a move whose figures count as much as its visits."""
    share = move.visits / (move.visits + _FEW)
    return replace(
        move,
        lead=decision.lead + share * (move.lead - decision.lead),
        win_rate=decision.win_rate + share * (move.win_rate - decision.win_rate),
    )
