"""An analysis as a page: the board, a table and a card for each region; made from the view."""

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import vertex_of
from gtpengine.report.boardsvg import board_svg
from gtpengine.report.heat import STEP_NAMES, heat_class
from gtpengine.report.htmlpage import page
from gtpengine.report.language import say
from gtpengine.report.regionwords import (
    CERTAINTY_SENTENCES,
    CERTAINTY_WORDS,
    about_points,
    explain,
    headline,
    kind_text,
    mean_text,
    move_text,
    name_of,
    place_text,
    points_text,
    remarks_of,
    short_points,
    temperature_text,
)
from gtpengine.report.scorewords import bounds_text, caution, lead_text, partner_text
from gtpengine.report.svg import element, prose, text_of
from gtpengine.report.thermosvg import region_thermo
from gtpengine.report.view import Certainty, PositionView, RegionView

HOW_TO_READ = (
    "The board falls into land that is decided (small squares) and regions that are still open "
    "(shaded). Each region is a little game of its own with two numbers.",
    "The count is what the region is worth on average before anyone plays there: plus for Black, "
    "minus for White.",
    "The gain, or temperature, is what the next move there is worth. A move of 3 points in gote "
    "makes a difference of 6 points between Black and White playing first: 3 for either.",
    "Rule of thumb: play where the gain is largest, answer when the opponent's move has made a "
    "place hotter than everything else, and take your own sente before it is gone.",
    "In a thermograph the black wall is the count if Black begins, the white one if White does, "
    "when every move costs t points. They meet at the temperature, and the mast above stands at "
    "the count.",
    "Exact numbers are proved. Solved ones are exact if the stones around the region are safe, as "
    "is very probable. Estimates come from playouts, with one standard error.",
)
_HEADS = (
    ("number", "Count"),
    ("number", "Gain"),
    ("", "Kind"),
    ("", "Black"),
    ("", "White"),
    ("wide-only", "Known"),
)


def analysis_page(view: PositionView, title: str, when: str) -> str:
    """Return the page."""
    return page(title, when, analysis_body(view))


def analysis_body(view: PositionView) -> str:
    """Return the markup of a position: verdict, board, table, cards."""
    board = board_svg(view, say("Board with {count} open regions", count=len(view.regions)))
    left = element("div", board + legend(view), class_="sticky")
    right = table(view)
    if view.regions:
        cards = "".join(card(view, region) for region in view.regions)
        right += element("h2", text_of(say("The regions, hottest first")))
        right += element("div", cards, class_="cards")
    right += reading_help()
    return verdict(view) + element("div", left + element("div", right), class_="columns")


def verdict(view: PositionView) -> str:
    """Return the result in one or two sentences."""
    said = [element("strong", prose(lead_text(view))) + text_of(say(", komi included."))]
    if not view.regions:
        said.append(text_of(say("Everything is settled.")))
    move = view.best[view.to_move]
    if move is not None and all(each.moves[view.to_move] != move for each in view.regions[:1]):
        said.append(prose(say("The search prefers {move}.", move=vertex_of(move))))
    # Only the hottest region's move is the largest play.
    region = next((each for each in view.regions[:1] if each.moves[view.to_move] == move), None)
    if move is not None and region is not None and region.temperature is not None:
        where = say("(region {label})", label=region.label)
        if region.temperature > 0:
            points = _worth(region)
            where = say("(region {label}, worth {points})", label=region.label, points=points)
        said.append(
            text_of(say("{who} to move: the largest play is", who=name_of(view.to_move)))
            + " "
            + element("strong", text_of(vertex_of(move)))
            + prose(f" {where}.")
        )
    told = element("p", " ".join(said), class_="verdict")
    if view.partner is not None:
        told += element("p", text_of(f"{partner_text(view.partner)}."))
    for careful in filter(None, (bounds_text(view), caution(view))):
        told += element("p", prose(careful), class_="caution")
    return told


def _worth(region: RegionView) -> str:
    assert region.temperature is not None
    if region.certainty is Certainty.GUESSED:
        return about_points(region.temperature)
    return points_text(region.temperature)


def legend(view: PositionView) -> str:
    """Return what the colours and marks mean, those that occur."""
    used = {heat_class(region.temperature, view.scoring) for region in view.regions}
    names = dict(enumerate(STEP_NAMES[view.scoring]))
    shades = [
        element("li", element("i", " ", class_=f"swatch {class_}") + text_of(say(name)))
        for class_, name in [(f"heat-{n}", name) for n, name in names.items()]
        + [("heat-x", "not known")]
        if class_ in used
    ]
    if not shades:
        return ""
    heat = element(
        "ul", element("li", text_of(say("A move gains:"))) + "".join(shades), class_="legend"
    )
    plates = [
        element("li", element("i", letter, class_=f"plate-key {class_}") + text_of(say(name)))
        for class_, letter, name in (
            ("both", "A", "best move of both"),
            ("black", "A", "Black's"),
            ("white", "A", "White's"),
        )
    ]
    plates.append(element("li", element("i", " ", class_="land-key") + text_of(say("settled"))))
    return heat + element("ul", "".join(plates), class_="legend")


def table(view: PositionView) -> str:
    """Return the table of all regions."""
    if not view.regions:
        return ""
    # The letters need no heading where there is no room for one.
    first = element("th", element("span", text_of(say("Region")), class_="wide-only"), scope="col")
    heads = first + "".join(
        element("th", text_of(say(name)), scope="col", class_=class_ or None)
        for class_, name in _HEADS
    )
    rows = "".join(_row(view, region) for region in view.regions)
    told = say("Point at a row, or tap it: its region lights up on the board, and vice versa.")
    caption = element("caption", text_of(told))
    inner = caption + element("thead", element("tr", heads)) + element("tbody", rows)
    return element("div", element("table", inner), class_="scroll")


def _row(view: PositionView, region: RegionView) -> str:
    chip = element(
        "span",
        text_of(region.label),
        class_=f"chip swatch {heat_class(region.temperature, view.scoring)}",
    )
    cells = [
        element("th", chip, scope="row"),
        element("td", _number(mean_text(region)), class_="number"),
        element("td", _number(temperature_text(region)), class_="number"),
        element("td", text_of(kind_text(region)), class_="kind"),
        element("td", text_of(move_text(region, BLACK))),
        element("td", text_of(move_text(region, WHITE))),
        element("td", text_of(say(CERTAINTY_WORDS[region.certainty])), class_="wide-only known"),
    ]
    return element("tr", "".join(cells), data_key=region.label, tabindex=0)


def _number(text: str) -> str:
    """Return a number as markup; where there is no room, a tilde stands for its error."""
    number, _, error = text.partition(" ± ")
    if not error:
        return prose(text)
    tilde = element("span", "~", class_="narrow-only")
    return tilde + prose(number) + element("small", text_of(f" ± {error}"), class_="wide-only")


def card(view: PositionView, region: RegionView) -> str:
    """Return the card of a region: words and thermograph."""
    chip = element(
        "span",
        text_of(region.label),
        class_=f"chip swatch {heat_class(region.temperature, view.scoring)}",
    )
    where = f"{place_text(view, region)}: {short_points(region)}"
    notes = [say(CERTAINTY_SENTENCES[region.certainty])]
    notes += [f"{text[:1].upper()}{text[1:]}." for text in remarks_of(region)]
    said = "".join(element("li", prose(text)) for text in explain(view, region))
    parts = [
        element("header", chip + element("h3", prose(headline(region)))),
        element("p", text_of(where[0].upper() + where[1:]), class_="where"),
        element("ul", said) if said else "",
        region_thermo(region) or "",
        element("p", text_of(" ".join(notes)), class_="note"),
    ]
    return element("article", "".join(parts), class_="card", data_key=region.label)


def reading_help() -> str:
    """Return the explanation for people who see such a page for the first time."""
    inner = element("summary", text_of(say("How to read this page")))
    inner += "".join(element("p", text_of(say(text))) for text in HOW_TO_READ)
    return element("details", inner, class_="plain")
