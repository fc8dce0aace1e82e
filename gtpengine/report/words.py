"""A game's value in plain words, for people who play Go and do not know the theory."""

from fractions import Fraction

from gtpengine.report.gamevalue import GameValue, Side, View
from gtpengine.values.kinds import Kind
from gtpengine.values.loopy.result import Range
from gtpengine.values.loopy.rules import Komaster

KOMASTER_WORDS = {
    Komaster.BLACK: "Black wins all kos",
    Komaster.WHITE: "White wins all kos",
    Komaster.NONE: "nobody has a ko threat",
}
MAX_OPTION = 60  # characters of one option


def points(number: Fraction) -> str:
    """Return a number of points: "1 point", "5/2 points"."""
    return f"{number} point" if number == 1 else f"{number} points"


def mixed(number: Fraction) -> str:
    """Return a fraction as people read it: -7/2 is "-3 1/2"."""
    whole, rest = divmod(abs(number), 1)
    sign = "-" if number < 0 else ""
    if rest == 0:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def komaster_words(value: GameValue, who: Komaster) -> str:
    """Return who wins kos, and how long she can wait with that."""
    return ", ".join(filter(None, (KOMASTER_WORDS[who], drop_words(value))))


def drop_words(value: GameValue) -> str:
    """Return how long a komaster can wait; empty if not at all."""
    if value.drop is None:
        return "whenever that suits best"
    return f"up to {points(value.drop)} of temperature later" if value.drop else ""


def kind_words(value: GameValue, view: View) -> str:
    """Return what the game is for the players."""
    gain = points(view.temperature)
    return {
        Kind.NUMBER: f"a number: nobody gains by moving here{_threats(view)}",
        Kind.INFINITESIMAL: f"infinitesimal: no points to gain, only the last move{_threats(view)}",
        Kind.GOTE: f"gote: whoever moves gains {gain}, and need not be answered",
        Kind.BLACK_SENTE: (
            "Black's sente: Black's move is answered and keeps the mean; "
            f"White's move is reverse sente and gains {gain}"
        ),
        Kind.WHITE_SENTE: (
            "White's sente: White's move is answered and keeps the mean; "
            f"Black's move is reverse sente and gains {gain}"
        ),
        "placid ko": f"placid ko: its mean is the same whoever wins the ko; a move gains {gain}",
        "hyperactive ko": "hyperactive ko: its mean depends on who can win the ko",
    }.get(value.kind, "undecided ko: with ko threats a loop keeps the result open")


def _threats(view: View) -> str:
    """Return who can still threaten something in a game without anything to gain."""
    found = [
        f"{player} may threaten up to temperature {side.highest}"
        for player, side in (("Black", view.black), ("White", view.white))
        if side.highest is not None and side.highest > view.temperature
    ]
    return f", but {' and '.join(found)}" if found else ""


def range_words(ranges: tuple[Range, ...]) -> str:
    """Return temperature ranges: "0 to 3", "5", "5 and more"."""
    parts = []
    for low, high in ranges:
        if high is None:
            parts.append(f"{low} and more")
        else:
            parts.append(f"{low}" if low == high else f"{low} to {high}")
    return ", ".join(parts)


def as_text(value: GameValue) -> str:
    """Return the lines that `gtpengine value` prints, without the last line's end."""
    rows = [("game", value.game)]
    if value.canonical is not None and value.canonical != value.game:
        rows.append(("canonical", value.canonical))
    for view in value.views:
        if view.komaster is not None:
            who = view.komaster
            rows += [("", ""), ("komaster", f"{who.value}: {komaster_words(value, who)}")]
        rows += _view_rows(value, view)
    for who, why in value.refused:
        rows += [("", ""), ("komaster", f"{who.value}: {komaster_words(value, who)}")]
        rows.append(("refused", why))
    if value.warnings:
        rows += [("", ""), *(("warning", text) for text in value.warnings)]
    return "\n".join(f"{name:<12} {text}".rstrip() for name, text in rows)


def _view_rows(value: GameValue, view: View) -> list[tuple[str, str]]:
    return [
        ("mean", str(view.mean)),
        ("temperature", str(view.temperature)),
        ("kind", kind_words(value, view)),
        ("left wall", f"{view.left}"),
        ("right wall", f"{view.right}"),
        *_side_rows("Black", view.black),
        *_side_rows("White", view.white),
    ]


def _side_rows(player: str, side: Side) -> list[tuple[str, str]]:
    if not side.plays:
        return [(player, "has no move that costs nothing")]
    rows = []
    if side.moves:
        moves = "; ".join(
            f"{move} at {range_words(((low, high),))}" for low, high, move in side.moves
        )
        rows.append((player, moves))
    for play in side.plays:
        option = play.option
        shown = option if len(option) <= MAX_OPTION else f"{option[: MAX_OPTION - 3]}..."
        name = "" if rows else player
        rows.append((name, f"plays to {shown} at temperature {range_words(play.ranges)}"))
    return rows
