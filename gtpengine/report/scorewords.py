"""Who is ahead, how sure that is, and who says so: the score of a position in plain words."""

import math
from fractions import Fraction

from gtpengine.report.language import say
from gtpengine.report.regionwords import about_points, points_text, rounded, winner_of
from gtpengine.report.view import Certainty, PartnerView, PositionView
from gtpengine.report.words import mixed

# Points: a partner's results spread by less in most endgames, and then its lead is a good one
# (docs/PERFORMANCE.md, "With a KataGo").
WIDE = 12.0
_MOST_OPEN = 0.4  # share of the board from which on guesses are rough


def partner_text(partner: PartnerView) -> str:
    """Return who judged the board, what it says of the lead, and whether it is sure of that."""
    told = say(
        "{name} judged the board ({visits} visits): Black's lead {lead}; the values of the "
        "regions are ours",
        name=partner.name,
        visits=partner.visits,
        lead=f"{partner.lead:+.1f}",
    )
    if partner.spread > WIDE:
        told += say(
            "; its results spread by {points} points, so it is not sure of a fight",
            points=round(partner.spread),
        )
    return told


def lead_text(view: PositionView) -> str:
    """Return who is ahead: "Black is ahead by 3 1/2", with "about" where it is guessed."""
    mean, low, high = view.score
    if mean is None and view.lead is None:
        return say(
            "The score lies between {low} and {high}: some regions are not known",
            low=_ahead(low),
            high=_ahead(high),
        )
    exact = mean is not None
    lead = mean if mean is not None else view.lead
    assert lead is not None
    if lead == 0:
        return say("The game is even")
    amount = points_text(abs(lead)) if exact else about_points(abs(lead))
    return say("{who} is ahead by {amount}", who=winner_of(lead), amount=amount)


def bounds_text(view: PositionView) -> str:
    """Return how far a guessed lead may be off, and between which scores it lies; else nothing.

    While most of the board is open such bounds say nothing.
    """
    mean, low, high = view.score
    if mean is not None or view.lead is None or _is_open(view):
        return ""
    errors = [region.errors[0] for region in view.regions if region.errors is not None]
    said = []
    if errors:
        error = math.sqrt(sum(float(each) ** 2 for each in errors))
        said.append(
            say("The estimates may be off by {points} points.", points=rounded(Fraction(error)))
        )
    said.append(
        say(
            "If what is marked as settled holds, the score lies between {low} and {high}.",
            low=_ahead(low),
            high=_ahead(high),
        )
    )
    return " ".join(said)


def caution(view: PositionView) -> str:
    """Return a word of caution while most of the board is open, else nothing."""
    if not _is_open(view):
        return ""
    return say("Much of the board is still open: take the numbers as rough guesses.")


def _is_open(view: PositionView) -> bool:
    guessed = (Certainty.GUESSED, Certainty.UNKNOWN)
    open_ = sum(len(r.points) for r in view.regions if r.certainty in guessed)
    return open_ > _MOST_OPEN * view.width * view.height


def _ahead(lead: Fraction) -> str:
    if lead == 0:
        return say("even")
    return f"{winner_of(lead)} +{mixed(abs(lead))}"
