"""A region in plain words, for people who play Go and have never heard of a temperature."""

import re
from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import column_of, row_of, vertex_of
from gtpengine.report.language import say
from gtpengine.report.retelling import retold
from gtpengine.report.view import Certainty, PositionView, RegionView
from gtpengine.report.words import mixed

NAMES = {BLACK: "Black", WHITE: "White"}
_SENTE = {"Black sente": BLACK, "White sente": WHITE}
_KOS = ("ko", "hyperactive ko")
_LOOP = "loop without a decision"
_SHOWN = 6  # points of a region that are named
# Remarks of the survey that say no more than how well a region is known.
_KNOWN_REMARKS = re.compile(
    r"the border is not proved safe|(node|time) limit reached|\d+ empty points are more than \d+"
)
CERTAINTY_WORDS = {
    Certainty.EXACT: "exact",
    Certainty.SOLVED: "solved",
    Certainty.INSIDE: "within border",
    Certainty.GUESSED: "estimate",
    Certainty.UNKNOWN: "not known",
}
CERTAINTY_SENTENCES = {
    Certainty.EXACT: "Exact: every line is read, and the stones around it are proved safe.",
    Certainty.SOLVED: (
        "Solved: every line is read; exact if the stones around it are safe, as is very probable."
    ),
    Certainty.INSIDE: (
        "Within border: every line is read, but the border is not proved, and with a ring of land "
        "around it the value is another or too hard to find."
    ),
    Certainty.GUESSED: "Estimate by playouts: too large to be read out.",
    Certainty.UNKNOWN: "Not known: too large to be read out in the time.",
}


def name_of(colour: int) -> str:
    """Return the name of a player."""
    return say(NAMES[colour])


def winner_of(count: Fraction) -> str:
    """Return whose points a count is.  Pre: it is not 0."""
    return name_of(BLACK if count > 0 else WHITE)


def points_text(number: Fraction) -> str:
    """Return a number of points as people read it: "1 point", "1/3 of a point", "3 1/3 points"."""
    if 0 < abs(number) < 1:
        return say("{number} of a point", number=mixed(number))
    if abs(number) == 1:
        return say("{number} point", number=mixed(number))
    return say("{number} points", number=mixed(number))


def count_text(count: Fraction) -> str:
    """Return whose points a count is: "3 1/2 for Black", "0"."""
    if count == 0:
        return "0"
    return say("{points} for {who}", points=mixed(abs(count)), who=winner_of(count))


def rounded(number: Fraction, *, step: int = 10) -> str:
    """Return a guessed number to a tenth: "about 2.3" without the "about"."""
    tenths = round(number * step)
    return f"{tenths / step:g}"


def about_points(number: Fraction) -> str:
    """Return a guessed number of points: "about 2.3 points", "about 1 point"."""
    text = rounded(number)
    if text == "1":
        return say("about {number} point", number=text)
    return say("about {number} points", number=text)


def mean_text(region: RegionView) -> str:
    """Return the count of a region as a table shows it, Black's points positive."""
    if region.mean is None:
        low, high = region.mean_bounds
        return f"{mixed(low)} .. {mixed(high)}"
    if region.errors is not None:
        return f"{_signed(rounded(region.mean))} ± {rounded(region.errors[0])}"
    return _signed(mixed(region.mean))


def temperature_text(region: RegionView) -> str:
    """Return what a move is worth as a table shows it."""
    if region.temperature is None:
        return "?"
    if region.kind == "number":
        return "-"
    if region.errors is not None:
        return f"{rounded(max(region.temperature, Fraction(0)))} ± {rounded(region.errors[1])}"
    return mixed(region.temperature)


def kind_of(region: RegionView) -> str:
    """Return what a region is to the players: gote or sente also where a ko may only arise later.

    Such a region counts the same whoever wins kos, and a move in it is worth what it says.
    """
    if region.kind != "ko" or region.walls is None:
        return region.kind
    ahead = moves_ahead(region, BLACK), moves_ahead(region, WHITE)
    return {(1, 1): "gote", (0, 1): "Black sente", (1, 0): "White sente"}.get(ahead, region.kind)


def kind_text(region: RegionView) -> str:
    """Return the kind of a region for a table."""
    kind = kind_of(region)
    if kind in _SENTE:
        return say("{who}'s sente", who=name_of(_SENTE[kind]))
    return say({"number": "settled", "not solved": "open", _LOOP: "loop"}.get(kind, kind))


def move_text(region: RegionView, colour: int) -> str:
    """Return a best move for a table; where there is nothing to gain, none."""
    point = region.moves[colour]
    return "-" if point is None or region.kind == "number" else vertex_of(point)


def remarks_of(region: RegionView) -> list[str]:
    """Return what is peculiar about a region, beyond how well it is known."""
    return [retold(text) for text in region.remarks if not _KNOWN_REMARKS.fullmatch(text)]


def place_text(view: PositionView, region: RegionView) -> str:
    """Return where a region lies: "lower left", "upper side", "centre"."""
    columns = [column_of(point) for point in region.points]
    rows = [row_of(point) for point in region.points]
    across = _third(sum(columns) / len(columns), view.width)
    up = _third(sum(rows) / len(rows), view.height)
    vertical = ("lower", "", "upper")[up]
    horizontal = ("left", "", "right")[across]
    if vertical and horizontal:
        return say(f"{vertical} {horizontal}")
    return say(f"{vertical or horizontal} side" if vertical or horizontal else "centre")


def short_points(region: RegionView) -> str:
    """Return the first points of a region, after what it is about if that is known."""
    names = [vertex_of(point) for point in region.points]
    listed = " ".join(names[:_SHOWN]) + (" ..." if len(names) > _SHOWN else "")
    return f"{retold(region.theme)} ({listed})" if region.theme else listed


def headline(region: RegionView) -> str:
    """Return the region in one line: "Gote, 3 1/3 points each"."""
    heat = region.temperature
    if heat is None and region.kind == _LOOP:
        return say("A loop without a decision")
    if heat is None:
        return say("Too large to solve, and not estimated")
    if region.certainty is Certainty.GUESSED:
        theme = retold(region.theme)
        about = f"{theme[:1].upper()}{theme[1:]}" or say("Open")
        return say("{about}, a move is worth {points}", about=about, points=about_points(heat))
    kind = kind_of(region)
    if kind in _SENTE:
        owner = _SENTE[kind]
        return say(
            "{who}'s sente; for {rival} a reverse sente of {points}",
            who=name_of(owner),
            rival=name_of(opponent(owner)),
            points=points_text(heat),
        )
    if region.kind == "dame":
        if heat <= 0:
            if region.mean:
                return say("No gain, only a turn")
            return say("Dame: no points, only a turn")
        return say("Dame, {points} each", points=points_text(heat))
    if kind in _KOS:
        plain = "Ko" if region.kind == "ko" else "Ko whose count depends on the ko threats"
        name = say(plain)
        return say("{ko}, {points} a move", ko=name, points=points_text(heat)) if heat > 0 else name
    if region.kind == "number":
        return say("Nothing left to gain")
    return say("Gote, {points} each", points=points_text(heat))


def explain(view: PositionView, region: RegionView) -> list[str]:
    """Return sentences about what happens when each player begins, and what that means."""
    if region.temperature is None or region.certainty is Certainty.GUESSED:
        return _uncertain(region)
    if region.kind == "dame":
        if view.scoring == "area":
            return [say("By area scoring a stone here is one point more; such moves come last.")]
        if region.mean:
            return [say("Nobody gains a point by moving first here: answer what is threatened.")]
        return [say("Nobody gains or loses a point here; fill it at the end.")]
    if region.kind == "number":
        assert region.mean is not None
        return [say("Nobody needs to play here: it counts {count}.", count=count_text(region.mean))]
    said = [text for colour in (BLACK, WHITE) if (text := _if_first(view, region, colour))]
    assert region.mean is not None
    said.append(say("So, before anyone plays, it counts {count}.", count=count_text(region.mean)))
    kind = kind_of(region)
    if kind in _SENTE:
        said.append(
            say(
                "{who} expects to play first here, because the move must be answered: "
                "count it as played. Taking it away is worth {points}.",
                who=name_of(_SENTE[kind]),
                points=points_text(region.temperature),
            )
        )
    said += _ko_words(region)
    return said


def _ko_words(region: RegionView) -> list[str]:
    if region.kind not in _KOS or len(region.komasters) < 2:
        return []
    means = {colour: walls[0].points[-1][0] for colour, walls in region.komasters.items()}
    if means[BLACK] == means[WHITE]:
        may = "" if kind_of(region) in _KOS else say("A ko may arise later.") + " "
        return [may + say("The count is the same whoever has more ko threats.")]
    return [
        say(
            "If Black can win every ko it counts {black}, if White can, {white}.",
            black=count_text(means[BLACK]),
            white=count_text(means[WHITE]),
        )
    ]


def _uncertain(region: RegionView) -> list[str]:
    if region.mean is None:
        low, high = region.mean_bounds
        return [
            say(
                "It counts anything between {low} and {high}: it would have to be read out.",
                low=count_text(low),
                high=count_text(high),
            )
        ]
    assert region.errors is not None
    return [
        say(
            "It is too large to solve. Played out at random many times it counts about "
            "{count}, give or take {error}.",
            count=_about(region.mean),
            error=rounded(region.errors[0]),
        )
    ]


def _about(count: Fraction) -> str:
    text = rounded(abs(count))
    if text == "0":
        return say("nothing for either")
    return say("{points} for {who}", points=text, who=winner_of(count))


def _if_first(view: PositionView, region: RegionView, colour: int) -> str:
    """Return what happens when `colour` begins, or nothing if that is not known."""
    line = region.lines.get(colour)
    if line is None or not line.moves or region.walls is None:
        return ""
    where = vertex_of(line.moves[0][1])
    said = say("If {who} plays first at {move}", who=name_of(colour), move=where)
    rest = [vertex_of(point) for _, point, _ in line.moves[1:]]
    if len(rest) == 1:
        said += " " + say("({moves} follows)", moves=rest[0])
    elif rest:
        said += " " + say("({moves} follow)", moves=", ".join(rest))
    after = count_after(region, colour)
    parts = [
        say("{who} loses {stones}", who=name_of(loser), stones=_stones(lost))
        for loser in (opponent(colour), colour)
        if (lost := stones_lost(view, region, colour, loser))
    ]
    if after is not None:
        parts.append(say("it counts {count}", count=count_text(after)))
    elif region.kind in _KOS:
        more = moves_ahead(region, colour) - 1
        if more > 0:
            said += " " + say("and wins the ko with {moves}", moves=_more_moves(more))
            parts.append(say("it counts {count}", count=count_text(count_won(region, colour))))
        else:
            parts.append(say("the ko goes on"))
    return f"{said}, {_joined(parts) if parts else say('nothing is lost')}."


def _joined(parts: list[str]) -> str:
    """Return clauses as a list: "a", "a and b", "a, b and c"."""
    return say(" and ").join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def stones_lost(view: PositionView, region: RegionView, first: int, loser: int) -> int:
    """Return how many stones of `loser` are gone, taken or dead, when `first` has begun.

    Stones count as dead where all points of the region have become the other player's.
    """
    line, after = region.lines[first], count_after(region, first)
    taken = line.taken(opponent(loser))
    if after is None:
        return taken
    own = dict.fromkeys((BLACK, WHITE), 0)
    for point in region.points:
        if point in view.stones:
            own[view.stones[point]] += 1
    if view.scoring == "territory":
        # Area counts the stones that stand there and the one that this line adds.
        after += own[BLACK] - own[WHITE]
        if len(line.moves) % 2:
            after += 1 if first == BLACK else -1
    whole = len(region.points) if loser == WHITE else -len(region.points)
    return max(taken, own[loser]) if after == whole else taken


def _stones(count: int) -> str:
    return say("a stone") if count == 1 else say("{count} stones", count=count)


def _more_moves(count: int) -> str:
    return say("one more move") if count == 1 else say("{count} more moves", count=count)


def count_after(region: RegionView, colour: int) -> Fraction | None:
    """Return the count when `colour` has begun and what must be answered is answered.

    None where a ko or something not known leaves no single answer.
    """
    if region.walls is None or region.mean is None or region.temperature is None:
        return None
    moves = moves_ahead(region, colour)
    return count_won(region, colour) if moves in (0, 1) else None


def moves_ahead(region: RegionView, colour: int) -> int:
    """Return how many moves more than the opponent `colour` spends here when beginning.

    1 is gote, 0 is sente, 2 a ko that is taken and won by a second move.  Pre: there are walls.
    """
    assert region.walls is not None
    assert region.temperature is not None
    wall = region.walls[0 if colour == BLACK else 1]
    slope = wall.slope_below(region.temperature)
    return int(-slope if colour == BLACK else slope)


def count_won(region: RegionView, colour: int) -> Fraction:
    """Return the count when `colour` has spent those moves.  Pre: there are walls."""
    assert region.mean is not None
    assert region.temperature is not None
    sign = 1 if colour == BLACK else -1
    return region.mean + sign * moves_ahead(region, colour) * region.temperature


def _third(place: float, size: int) -> int:
    """Return 0, 1 or 2: in the first, middle or last part of the board."""
    near = max(size / 3.0, 2.0)
    if place <= near:
        return 0
    return 2 if place > size - near else 1


def _signed(text: str) -> str:
    return text if text.startswith("-") or text == "0" else f"+{text}"
