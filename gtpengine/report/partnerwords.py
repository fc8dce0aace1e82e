"""A partner's account of a game beside ours, in words, as a plot and as a table."""

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import vertex_of
from gtpengine.report.movereview import MoveReview
from gtpengine.report.regionwords import NAMES
from gtpengine.report.review import Review
from gtpengine.report.reviewwords import amount
from gtpengine.report.svg import element, path, picture, text_of, words

DIFFER = 2.0  # points between two leads from which a moment is worth a word
_WIDTH, _HEIGHT = 920.0, 190.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 44.0, 14.0, 30.0, 30.0
_STEPS = (1, 2, 5, 10, 20, 50, 100)
_HEADS = ("Move", "", "Point", "Our lead", "Its lead", "Our cost", "Its cost", "Its choice")


def partner_name(found: Review) -> str:
    """Return who judged the board; empty if it was us."""
    names = (move.before.partner.name for move in found.moves if move.before.partner)
    return next(names, "")


def partner_lines(found: Review) -> list[str]:
    """Return the two accounts in sentences; nothing without a partner."""
    name = partner_name(found)
    if not name:
        return []
    lines = [
        f"{name} judged the board: whose the points are, who is ahead, which moves to look at. "
        "What moves are worth is ours."
    ]
    for colour in (BLACK, WHITE):
        costs = [m.partner_cost for m in found.moves if m.colour == colour]
        known = [cost for cost in costs if cost is not None]
        if known:
            lines.append(f"By its leads {NAMES[colour]} gave away {sum(known):.1f} points.")
    apart = [move.number for move in found.moves if differs(move)]
    if apart:
        numbers = ", ".join(str(number) for number in apart)
        lines.append(f"Its lead and ours are {DIFFER:g} points or more apart before {numbers}.")
    return lines


def differs(move: MoveReview) -> bool:
    """Tell whether our lead before a move is far from the partner's."""
    told, lead = move.before.partner, move.before.lead
    return told is not None and lead is not None and abs(told.lead - float(lead)) >= DIFFER


def partner_section(found: Review) -> str:
    """Return the part of the page that shows both accounts; nothing without a partner."""
    name = partner_name(found)
    if not name:
        return ""
    said = "".join(element("p", text_of(line)) for line in partner_lines(found))
    plot = element("div", lead_plot(found), class_="scroll plot-frame")
    return element("h2", text_of(f"{name} beside us")) + said + plot + _table(found)


def lead_plot(found: Review) -> str:
    """Return Black's lead over the game in both accounts.  Pre: there are moves."""
    moves = found.moves
    ours = [None if m.before.lead is None else float(m.before.lead) for m in moves]
    its = [None if m.before.partner is None else m.before.partner.lead for m in moves]
    known = [lead for lead in (*ours, *its) if lead is not None]
    low, high = min([*known, 0.0]), max([*known, 0.0])
    span = max(high - low, 1.0)

    def y(lead: float) -> float:
        return _TOP + (high - lead) / span * (_HEIGHT - _TOP - _BOTTOM)

    def x(place: float) -> float:
        return _LEFT + place / len(moves) * (_WIDTH - _LEFT - _RIGHT)

    step = next((each for each in _STEPS if span / each <= 5), _STEPS[-1])
    parts = [
        element("rect", width=_WIDTH, height=_HEIGHT, class_="paper"),
        words("Black's lead: ours, and dashed the partner's", _LEFT, _TOP - 12, "caption"),
    ]
    for tick in range(int(low // step) * step, int(high) + 1, step):
        if low <= tick <= high:
            parts.append(path([[(_LEFT, y(tick)), (_WIDTH - _RIGHT, y(tick))]], class_="grid"))
            parts.append(words(str(tick), _LEFT - 7, y(tick) + 4, "tick end"))
    for leads, class_ in ((ours, "leadline"), (its, "leadline partner")):
        lines = _pieces(
            [(x(n + 0.5), y(lead)) if lead is not None else None for n, lead in enumerate(leads)]
        )
        parts.append(path(lines, class_=class_))
    every = next((each for each in _STEPS if len(moves) / each <= 14), 100)
    parts += [
        words(str(move.number), x(place + 0.5), _HEIGHT - 10, "tick middle")
        for place, move in enumerate(moves)
        if move.number % every == 0
    ]
    label = f"Black's lead in both accounts, moves {moves[0].number} to {moves[-1].number}"
    return picture("".join(parts), _WIDTH, _HEIGHT, label, "plot")


def _pieces(points: list[tuple[float, float] | None]) -> list[list[tuple[float, float]]]:
    """Return the lines through points, broken where one is missing."""
    lines: list[list[tuple[float, float]]] = [[]]
    for point in points:
        if point is None:
            lines.append([])
        else:
            lines[-1].append(point)
    return [line for line in lines if line]


def _table(found: Review) -> str:
    heads = element("tr", "".join(element("th", text_of(head), scope="col") for head in _HEADS))
    rows = "".join(
        element(
            "tr",
            "".join(element("td", text_of(cell)) for cell in partner_row(move)),
            data_key=f"m{move.number}",
            class_="move costly" if differs(move) else "move",
        )
        for move in found.moves
    )
    caption = element("caption", "Every move in both accounts; marked where the leads differ.")
    inner = caption + element("thead", heads) + element("tbody", rows)
    return element("div", element("table", inner), class_="scroll tall")


def partner_row(move: MoveReview) -> tuple[str, ...]:
    """Return a move in both accounts: leads before it, costs, and the partner's choice."""
    told, lead = move.before.partner, move.before.lead
    best = None if told is None else told.best[move.colour]
    cost = "-" if move.judged and not move.is_open else "?"
    if move.loss and not move.is_open:
        cost = amount(move.loss, sure=move.sure)
    return (
        str(move.number),
        NAMES[move.colour],
        vertex_of(move.point),
        "?" if lead is None else f"{float(lead):+.1f}",
        "?" if told is None else f"{told.lead:+.1f}",
        cost,
        "?" if move.partner_cost is None else f"{move.partner_cost:.1f}",
        "-" if best is None else vertex_of(best),
    )
