"""Places that were asked for, told: as sentences and as JSON. Every front end reads these two."""

from collections.abc import Sequence
from typing import Any, Final

from gtpengine.board.colours import BLACK, WHITE, colour_name
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.localgame.solution import LocalKind
from gtpengine.partition.place import Walls
from gtpengine.report.analysisjson import as_json
from gtpengine.report.place import PlaceReport, alternatives, as_survey, book_words
from gtpengine.report.regionwords import NAMES, explain, headline, mean_text, points_text
from gtpengine.report.view import PositionView, view_of
from gtpengine.report.words import mixed

_BOTH: Final = (BLACK, WHITE)
_WHOLE_BOARD: Final = ("score", "best", "settled")  # nobody looked at these
_MOST_LOSING: Final = 4  # moves that are named with what they lose
_WALLS: Final = {
    Walls.ALIVE: "Walls: taken as alive.",
    Walls.REAL: "Walls: as they stand, those with few liberties may be captured.",
}


def places_view(position: Position, reports: Sequence[PlaceReport]) -> PositionView:
    """Return places as whatever draws reads them; regions keep no order but that of heat."""
    return view_of(as_json(as_survey(position, reports)))


def places_json(position: Position, reports: Sequence[PlaceReport]) -> dict[str, Any]:
    """Return places as the JSON of an analysis, each region with its `place`."""
    found = as_json(as_survey(position, reports))
    for key in _WHOLE_BOARD:
        del found[key]
    for region, each in zip(found["regions"], reports, strict=True):
        region["place"] = _place_json(each)
    return found


def places_text(position: Position, titles: Sequence[str], reports: Sequence[PlaceReport]) -> str:
    """Return what each place is worth, in sentences under its title."""
    found = as_json(as_survey(position, reports))
    view = view_of(found)
    by_label = {region.label: region for region in view.regions}
    lines = []
    for title, told, each in zip(titles, found["regions"], reports, strict=True):
        region = by_label[told["label"]]
        lines.append(f"{title}: {headline(region)}. Count {mean_text(region)}.")
        said = [] if each.report.value is None else explain(view, region)
        if each.report.value is None and each.report.temperature is not None:
            low, high = each.report.temperature
            said.append(f"Proved: a move gains from {points_text(low)} to {points_text(high)}.")
            least, most = each.report.mean
            said.append(f"Proved: the count is between {mixed(least)} and {mixed(most)}.")
        if each.book:
            said.append(f"In books: {each.book}.")
        for colour in _BOTH:
            said += _losing(each, colour)
        said.append(_WALLS[each.place.walls])
        said += [f"{text[0].upper()}{text[1:]}." for text in each.report.remarks]
        lines += [f"  {sentence}" for sentence in said]
    return "\n".join(lines) + "\n"


def _losing(each: PlaceReport, colour: int) -> list[str]:
    """Return a sentence about the moves that are not best, or none."""
    worse = [(point, loss) for point, loss in alternatives(each.report, colour) if loss > 0]
    if not worse or each.report.kind in (LocalKind.NUMBER, LocalKind.DAME):
        return []
    named = ", ".join(
        f"{vertex_of(point)} {points_text(loss)}" for point, loss in worse[:_MOST_LOSING]
    )
    return [f"Of {NAMES[colour]}'s other moves lose: {named}."]


def _place_json(each: PlaceReport) -> dict[str, Any]:
    """Return what a place has beside its region, for JSON."""
    place = each.place
    other = Scoring.AREA if _scoring(each) is Scoring.TERRITORY else Scoring.TERRITORY
    found: dict[str, Any] = {
        "mask": [vertex_of(point) for point in sorted(place.mask)],
        "walls": place.walls.value,
        "grown": [vertex_of(point) for point in place.grown],
        "cut": [vertex_of(point) for point in place.cut],
        "trusted": [
            {"colour": colour_name(colour), "stone": vertex_of(stone)}
            for stone, colour in place.trusted
        ],
        "border": each.border.name.lower(),
        "book": each.book,
        "alternatives": {
            colour_name(colour): [
                {"move": vertex_of(point), "loses": str(loss)}
                for point, loss in alternatives(each.report, colour)
            ]
            for colour in _BOTH
        },
    }
    solution = each.report.solution
    if solution is not None and each.report.value is not None:
        value = solution.value(scoring=other)
        found[other.value] = {
            "mean": str(value.mean),
            "temperature": str(value.temperature),
            "book": book_words(value, each.report.kind),
        }
    return found


def _scoring(each: PlaceReport) -> Scoring:
    value = each.report.value
    return Scoring.TERRITORY if value is None else value.scoring
