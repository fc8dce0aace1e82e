"""A review in plain words and as a table of text."""

from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import vertex_of
from gtpengine.report.language import say
from gtpengine.report.regionwords import NAMES, about_points, name_of, points_text, rounded
from gtpengine.report.review import MoveReview, Review, Verdict
from gtpengine.report.words import mixed

HEADS = ("move", "player", "point", "gain", "best", "best gain", "cost", "")
RIGHT = (0, 3, 5, 6)
_SHORT = {
    Verdict.MISPLAYED: "right place, wrong move",
    Verdict.NEEDLESS: "needless: sente lost",
    Verdict.PASSED: "passed too early",
    Verdict.UNCLEAR: "within the error",
    Verdict.EXCHANGE: "exchange, not judged",
}
_WHY = {
    Verdict.NEEDLESS: "It answered a move that could wait: sente was lost here.",
    Verdict.IGNORED: "The opponent's last move had made another place more urgent.",
    Verdict.PASSED: "There was still something to gain.",
    Verdict.MISPLAYED: "It was the right place, but not the best move there.",
    Verdict.SMALLER: "A larger move was left on the board.",
}


def amount(number: Fraction, *, sure: bool) -> str:
    """Return a number of points, to a tenth where it is an estimate."""
    return mixed(number) if sure else f"~{rounded(number)}"


def points_words(number: Fraction, *, sure: bool) -> str:
    """Return a number of points in a sentence."""
    return points_text(number) if sure else about_points(number)


def told(move: MoveReview) -> str:
    """Return what a costly move did, in sentences."""
    assert move.account is not None
    sure = move.sure
    gain, ambient = move.account.gain, move.account.ambient
    gained = say("gained nothing")
    if gain > 0:
        gained = say("gained {points}", points=points_words(gain, sure=sure))
    elif gain < 0:
        gained = say("lost {points} by itself", points=points_words(-gain, sure=sure))
    said = say(
        "{who} {move} {gained}, where the largest move{best} was worth {points}.",
        who=name_of(move.colour),
        move=vertex_of(move.point),
        gained=gained,
        best="" if move.best is None else f" ({vertex_of(move.best)})",
        points=points_words(ambient, sure=sure),
    )
    if move.verdict in _WHY:
        said += " " + say(_WHY[move.verdict])
    if not sure:
        left = points_words(move.loss, sure=False)
        said += " " + say(
            "With the errors of the estimates taken off, that cost {points}.", points=left
        )
    return said


def totals(found: Review) -> list[str]:
    """Return what each player gave away."""
    lines = []
    for colour in (BLACK, WHITE):
        own = [move for move in found.moves if move.colour == colour]
        if not own:
            continue
        sure = all(move.sure for move in own)
        lost = points_words(found.total(colour), sure=sure)
        lost = lost if sure else lost.replace("about", "an estimated")
        if not found.total(colour):
            lost = say("nothing")
        costly = sum(1 for move in own if move.loss)
        line = say(
            "{who} gave away {points} in {moves}",
            who=name_of(colour),
            points=lost,
            moves=_moves(len(own)),
        )
        line += say(", {count} of them not the best", count=costly) if costly else ""
        sente = found.sente_lost(colour)
        if len(sente) == 1:
            line += say("; sente was lost with move {numbers}", numbers=sente[0])
        elif sente:
            numbers = ", ".join(str(number) for number in sente)
            line += say("; sente was lost with moves {numbers}", numbers=numbers)
        unknown = sum(1 for move in own if move.account is None)
        line += say("; {moves} could not be judged", moves=_moves(unknown)) if unknown else ""
        lines.append(f"{line}.")
    return lines


def _moves(count: int) -> str:
    return say("1 move") if count == 1 else say("{count} moves", count=count)


def row(move: MoveReview) -> tuple[str, ...]:
    """Return the cells of a move, in the order of `HEADS`.

    A move that gained as much as the best one that was known stands as the best itself.
    """
    account, best = move.account, move.best
    cells = ["?", "?", "?"]
    if account is not None:
        largest = max(account.gain, account.ambient)
        if account.gain == largest:
            best = move.point
        cells = [amount(n, sure=move.sure) for n in (account.gain, largest)]
        cells.append(amount(move.loss, sure=move.sure) if move.loss else "-")
    return (
        str(move.number),
        NAMES[move.colour],
        vertex_of(move.point),
        cells[0],
        "-" if best is None or account is None else vertex_of(best),
        cells[1],
        cells[2],
        _SHORT.get(move.verdict, move.verdict.value),
    )


def as_text(found: Review) -> str:
    """Return the review as plain text, without the last line's end."""
    table = [HEADS, *(row(move) for move in found.moves)]
    widths = [max(len(cells[column]) for cells in table) for column in range(len(HEADS))]
    lines = [
        "  ".join(
            cell.rjust(width) if column in RIGHT else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ).rstrip()
        for cells in table
    ]
    return "\n".join([*lines, *closing(found)])


def closing(found: Review) -> list[str]:
    """Return the lines below the table."""
    lines = ["", *totals(found)]
    worst = found.worst()
    if worst:
        lines += ["", "The costliest moves:" if len(worst) > 1 else "The costliest move:"]
        lines += [
            f"{move.number}: {told(move)} Cost: {amount(move.loss, sure=move.sure)}."
            for move in worst
        ]
    if not found.complete:
        done = found.moves[-1].number if found.moves else found.first - 1
        lines += ["", f"Interrupted: moves after {done} are not reviewed."]
    return lines
