"""A review as a page: what the endgame cost, the temperature, the costliest moves, all moves."""

from gtpengine.board.colours import BLACK
from gtpengine.board.points import PASS, vertex_of
from gtpengine.report.boardsvg import board_svg
from gtpengine.report.htmlpage import page
from gtpengine.report.movereview import MoveReview
from gtpengine.report.partnerwords import partner_section
from gtpengine.report.plotsvg import game_plot
from gtpengine.report.regionwords import NAMES
from gtpengine.report.review import Review
from gtpengine.report.reviewwords import HEADS, RIGHT, amount, row, told, totals
from gtpengine.report.svg import element, prose, text_of
from gtpengine.report.titles import rules_text

HOW_TO_READ = (
    "The temperature is what the largest move on the board was worth at that moment. It falls as "
    "the large moves are played; a peak is a threat that had to be answered.",
    "A move's gain is how much it raised its player's count, less what the opponent could take "
    "back at once. Its cost is the difference between that and the largest move.",
    "Sente is lost where a player answered a move that could wait, while something larger was on "
    "the board: those moves are framed in red.",
    "Numbers with a tilde are estimates by playouts. Of such a cost only that part is shown which "
    "is left when two standard errors are taken off, so it is a careful figure, and no proof. The "
    "other numbers are exact if the stones around each region are as safe as they look.",
    "A move is judged only where that can be told: every place that matters is solved, or the "
    "difference is larger than the errors, and searches that know nothing of places agree. A move "
    "and its answer may be a threat that the analysis does not see, and land may only seem to be "
    "settled: such moves are not judged. The best move was found without knowing what was played, "
    "so a move that the search clearly chose as well is called good, though nothing is known of "
    "its gain. So is one that keeps the score to which the game comes when it is played on to its "
    "end. A far larger place was left where long searches say so and somebody soon played there.",
)
_WIDE_ONLY = (4, 7)


def review_page(found: Review, title: str) -> str:
    """Return the page."""
    last = found.moves[-1].number if found.moves else found.first
    when = f"Moves {found.first} to {last}"
    if not found.complete:
        when += " (interrupted: the rest is not reviewed)"
    if found.moves:
        when += f" \N{MIDDLE DOT} {rules_text(found.moves[0].before)}"
    said = "".join(element("p", prose(text), class_="verdict") for text in totals(found))
    if not found.moves:
        return page(title, when, element("p", "Nothing is reviewed yet.", class_="verdict"))
    parts = [said, element("div", game_plot(found), class_="scroll plot-frame")]
    parts.append(element("p", "Swipe the plot for the later moves.", class_="narrow-only hint"))
    worst = found.worst()
    if worst:
        name = "The costliest moves" if len(worst) > 1 else "The costliest move"
        parts.append(element("h2", name))
        parts.append(element("div", "".join(_card(move) for move in worst), class_="cards boards"))
    parts.append(element("h2", "Every move"))
    parts.append(_table(found))
    parts.append(partner_section(found))
    inner = element("summary", "How to read this page")
    inner += "".join(element("p", text_of(text)) for text in HOW_TO_READ)
    parts.append(element("details", inner, class_="plain"))
    return page(title, when, "\n".join(parts))


def _card(move: MoveReview) -> str:
    marks = {}
    if move.best is not None and move.best != move.point:
        marks[move.best] = ("A", "better")
    if move.point != PASS:
        marks[move.point] = (str(move.number), "played")
    where = vertex_of(move.point)
    label = f"Position before move {move.number}, {NAMES[move.colour]} {where}"
    cost = amount(move.loss, sure=move.sure)
    heading = f"Move {move.number}, {NAMES[move.colour]} {where}: cost {cost}"
    words = told(move)
    if move.best is not None and move.best != move.point:
        words += f" Green A marks {vertex_of(move.best)}."
    return element(
        "article",
        element("header", element("h3", prose(heading)))
        + element("p", prose(words))
        + board_svg(move.before, label, marks=marks, regions=False),
        class_="card",
        data_key=f"m{move.number}",
    )


def _table(found: Review) -> str:
    heads = "".join(
        element("th", text_of((name or "verdict").capitalize()), scope="col", class_=_class(place))
        for place, name in enumerate(HEADS)
    )
    rows = "".join(_row(move) for move in found.moves)
    inner = element("thead", element("tr", heads)) + element("tbody", rows)
    caption = element("caption", "Point at a move: it lights up in the plot, and vice versa.")
    return element("div", element("table", caption + inner), class_="scroll tall")


def _row(move: MoveReview) -> str:
    cells = [
        element("td", _cell(move, place, text), class_=_class(place))
        for place, text in enumerate(row(move))
    ]
    costly = " costly" if move.loss else "" if move.judged else " unjudged"
    lost = " lost" if move.loses_sente else ""
    return element(
        "tr", "".join(cells), data_key=f"m{move.number}", tabindex=0, class_=f"move{costly}{lost}"
    )


def _cell(move: MoveReview, place: int, text: str) -> str:
    if place == 1:
        stone = element("i", " ", class_=f"stone {'b' if move.colour == BLACK else 'w'}")
        return stone + element("span", text_of(text), class_="wide-only")
    return prose(text)


def _class(place: int) -> str | None:
    found = [
        name
        for name, yes in (("number", place in RIGHT), ("wide-only", place in _WIDE_ONLY))
        if yes
    ]
    return " ".join(found) or None
