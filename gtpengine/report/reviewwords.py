"""A review in plain words and as a table of text."""

from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import vertex_of
from gtpengine.report.judging import Doubt
from gtpengine.report.language import say
from gtpengine.report.movereview import MoveReview, Verdict
from gtpengine.report.regionwords import NAMES, about_points, name_of, points_text, rounded
from gtpengine.report.review import Review
from gtpengine.report.words import mixed

HEADS = ("move", "player", "point", "gain", "best", "best gain", "cost", "")
RIGHT = (0, 3, 5, 6)
_SHORT = {
    Verdict.MISPLAYED: "right place, wrong move",
    Verdict.NEEDLESS: "needless: sente lost",
    Verdict.PASSED: "passed too early",
    Verdict.KEPT: "keeps the final score",
    Verdict.ELSEWHERE: "a far larger place was left",
}
_DOUBTS = {
    Doubt.UNKNOWN: "region not known",
    Doubt.ERROR: "within the error",
    Doubt.SETTLED: "on settled land",
    Doubt.SENTE: "against a sente",
    Doubt.EVEN: "same final score",
    Doubt.EXCHANGE: "an exchange",
    Doubt.LEFT: "both leave it",
    Doubt.SEARCH: "search disagrees",
    Doubt.REPEATED: "as before",
    Doubt.CLOSED: "the end says otherwise",
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
    if move.verdict is Verdict.BLUNDER:
        return _told_by_partner(move)
    if move.verdict is Verdict.ELSEWHERE:
        return _told_by_searches(move)
    assert move.account is not None
    sure = move.sure
    gain, ambient = move.account.gain, move.account.ambient
    gained = say("gained nothing")
    if gain > 0:
        gained = say("gained {points}", points=points_words(gain, sure=sure))
    elif gain < 0:
        gained = say("lost {points} by itself", points=points_words(-gain, sure=sure))
    hottest = move.before.regions[0].moves[move.colour] if move.before.regions else None
    said = say(
        "{who} {move} {gained}, where the largest move{best} was worth {points}.",
        who=name_of(move.colour),
        move=vertex_of(move.point),
        gained=gained,
        best="" if hottest is None else f" ({vertex_of(hottest)})",
        points=points_words(ambient, sure=sure),
    )
    if move.verdict in _WHY:
        said += " " + say(_WHY[move.verdict])
    if not sure:
        left = points_words(move.loss, sure=False)
        said += " " + say(
            "With the errors of the estimates taken off, that cost {points}.", points=left
        )
    return said + _told_by_witness(move)


def _told_by_searches(move: MoveReview) -> str:
    return say(
        "{who} {move} left a far larger place: soon somebody played {best}.",
        who=name_of(move.colour),
        move=vertex_of(move.point),
        best=_best(move),
    ) + _told_by_witness(move)


def _told_by_witness(move: MoveReview) -> str:
    if move.compared is None:
        return ""
    return " " + say(
        "By {witness} it is worse than {best} by {points} points or more.",
        witness=_witness(move),
        best=_best(move),
        points=f"{min(move.compared.differences):.1f}",
    )


def _told_by_partner(move: MoveReview) -> str:
    partner = move.before.partner
    assert partner is not None
    return say(
        "{who} {move} cost {points} by the leads of {name}, which would have played {best}.",
        who=name_of(move.colour),
        move=vertex_of(move.point),
        points=points_words(move.loss, sure=False),
        name=partner.name,
        best=_best(move),
    )


def _witness(move: MoveReview) -> str:
    assert move.compared is not None
    own = move.compared.by == "search"
    if own:
        return say("searches of the whole board")
    return say("the leads of {name}", name=move.compared.by)


def _best(move: MoveReview) -> str:
    return say("the best one") if move.best is None else vertex_of(move.best)


def verdict_text(move: MoveReview) -> str:
    """Return the verdict on a move in few words; where there is none, why."""
    if move.doubt is None:
        return _SHORT.get(move.verdict, move.verdict.value)
    why = _DOUBTS.get(move.doubt, move.doubt.value)
    return f"not judged: {why}" + (f" (move {move.repeats})" if move.repeats else "")


def extent(found: Review) -> str:
    """Return what part of the game is judged, as a sentence."""
    if found.endgame is None:
        return say("The endgame is not reached: nothing is judged.")
    if found.endgame == found.first:
        return say(
            "The endgame has begun with move {number}, the first that is reviewed.",
            number=found.first,
        )
    return say(
        "The endgame begins with move {number}; what lies before it is not judged.",
        number=found.endgame,
    )


def totals(found: Review) -> list[str]:
    """Return how much of the game is judged, and what each player gave away there."""
    lines = [extent(found)]
    for colour in (BLACK, WHITE):
        own = [move for move in found.moves if move.colour == colour]
        judged = [move for move in own if move.judged]
        if not own:
            continue
        if not judged:
            lines.append(f"{name_of(colour)}: {_unjudged(len(own))}.")
            continue
        sure = all(move.sure for move in judged)
        lost = points_words(found.total(colour), sure=sure)
        if not sure:
            lost = _estimated(found.total(colour))
        if not found.total(colour):
            lost = say("nothing")
        costly = sum(1 for move in judged if move.loss)
        line = say(
            "{who} gave away {points} in {moves} that could be judged",
            who=name_of(colour),
            points=lost,
            moves=_moves(len(judged)),
        )
        line += say(", {count} of them not the best", count=costly) if costly else ""
        chosen = sum(1 for move in judged if move.verdict is Verdict.CHOSEN)
        if chosen:
            line += say("; {count} of them only because the search chose the same", count=chosen)
        kept = sum(1 for move in judged if move.verdict is Verdict.KEPT)
        if kept:
            line += say("; {count} of them only because they kept the final score", count=kept)
        sente = found.sente_lost(colour)
        if len(sente) == 1:
            line += say("; sente was lost with move {numbers}", numbers=sente[0])
        elif sente:
            numbers = ", ".join(str(number) for number in sente)
            line += say("; sente was lost with moves {numbers}", numbers=numbers)
        unknown = len(own) - len(judged)
        line += f"; {_unjudged(unknown)}" if unknown else ""
        lines.append(f"{line}.")
    return [*lines, found.remark] if found.remark else lines


def _estimated(number: Fraction) -> str:
    text = rounded(number)
    if text == "1":
        return say("an estimated {number} point", number=text)
    return say("an estimated {number} points", number=text)


def _unjudged(count: int) -> str:
    if count == 1:
        return say("1 move could not be judged")
    return say("{count} moves could not be judged", count=count)


def _moves(count: int) -> str:
    return say("1 move") if count == 1 else say("{count} moves", count=count)


def row(move: MoveReview) -> tuple[str, ...]:
    """Return the cells of a move, in the order of `HEADS`."""
    account = move.account
    cells = ["?", "?", "?"]
    if account is not None and move.judged and not move.is_open:
        cells[:2] = [amount(n, sure=move.sure) for n in (account.gain, account.ambient)]
    if move.judged:
        cells[2] = amount(move.loss, sure=move.sure) if move.loss else "-"
    return (
        str(move.number),
        NAMES[move.colour],
        vertex_of(move.point),
        cells[0],
        "-" if move.best is None else vertex_of(move.best),
        cells[1],
        cells[2],
        verdict_text(move),
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
    if any(not move.judged and move.best not in (None, move.point) for move in found.moves):
        lines.append("Where a move is not judged, the best move is the search's choice, no more.")
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
