"""What is known of a position as the browser shows it: numbers, and the parts of our pages.

Table, cards, verdict and legend are those of `analyze --html`; the browser only puts them in place.

Importing this module loads, or compiles, the kernels of local games.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from gtpengine.board.colours import BLACK
from gtpengine.board.points import point_at, vertex_of
from gtpengine.engine.decision import Decision
from gtpengine.engine.lead import summed_lead, with_one_lead
from gtpengine.report.analysisjson import as_json
from gtpengine.report.analysispage import card, legend, table, verdict
from gtpengine.report.annotatedsgf import comment_of
from gtpengine.report.heat import heat_class
from gtpengine.report.language import say
from gtpengine.report.regionwords import CERTAINTY_WORDS, headline, kind_text
from gtpengine.report.retelling import retold
from gtpengine.report.view import PositionView, view_of

MOST_CANDIDATES = 12
_KEPT = ("to_move", "scoring", "settled", "score", "ambient", "proved", "reasons", "visits")
_OF_REGION = ("label", "points", "mean", "temperature", "black_move", "white_move", "exact")


def decision_json(decision: Decision) -> dict[str, Any]:
    """Return what a decision tells: its regions where it has some, candidates, owners, words."""
    decision = with_one_lead(decision)
    sign = 1 if decision.position.to_move == BLACK else -1
    found: dict[str, Any] = {"regions": [], "settled": {"black": [], "white": []}}
    if decision.survey is not None:
        told = as_json(decision)
        view = view_of(told)
        if view.lead is None:
            # Some region has no estimate of its own: the search has one of the whole board.
            view = replace(view, lead=Fraction(sign * decision.lead))
        found = regions_json(view, told)
    position = decision.position
    found["move"] = vertex_of(decision.point)
    # The verdict tells the expected score.
    reasons = [each for each in decision.reasons if not each.startswith("expected: ")]
    found["reasons"] = [retold(each) for each in reasons]
    found["proved"] = decision.proved
    found["visits"] = decision.visits
    # Both from Black's side, like all counts.
    found["lead"] = round(sign * decision.lead, 2)
    found["winrate"] = round(decision.win_rate if sign > 0 else 1 - decision.win_rate, 4)
    found["summed"] = summed_lead(decision) is not None
    found["candidates"] = [
        {
            "move": vertex_of(each.point),
            "visits": each.visits,
            "lead": round(sign * each.lead, 2),
            "winrate": round(each.win_rate if sign > 0 else 1 - each.win_rate, 4),
            "worth": None if each.worth is None else str(each.worth),
            "solved": each.solved,
            "line": [vertex_of(point) for point in each.line],
        }
        for each in decision.candidates[:MOST_CANDIDATES]
    ]
    found["ownership"] = [
        round(decision.ownership.get(point_at(row, column), 0.0), 2)
        for row in range(position.height, 0, -1)
        for column in range(1, position.width + 1)
    ]
    return found


def regions_json(view: PositionView, told: dict[str, Any]) -> dict[str, Any]:
    """Return the regions of a view, and what `told`, the JSON that it was made from, says more."""
    by_label = {each["label"]: each for each in told["regions"]}
    found = {name: told[name] for name in _KEPT if name in told}
    found["regions"] = [
        {
            **{name: by_label[region.label][name] for name in _OF_REGION},
            "lines": _lines(by_label[region.label]),
            "heat": heat_class(region.temperature, view.scoring),
            "kind": kind_text(region),
            "certainty": say(CERTAINTY_WORDS[region.certainty]),
            "headline": headline(region),
            "card": card(view, region),
        }
        for region in view.regions
    ]
    found["verdict"] = verdict(view)
    found["table"] = table(view)
    found["legend"] = legend(view)
    found["comment"] = comment_of(view)
    return found


def _lines(region: dict[str, Any]) -> dict[str, Any]:
    """Return both players' lines; where none was read, the best move alone."""
    found = dict(region.get("lines", {}))
    for name in ("black", "white"):
        if not found.get(name) and region[f"{name}_move"] is not None:
            found[name] = [{"colour": name, "move": region[f"{name}_move"]}]
    return found
