"""What a client wants to see of an analysis: `[colour] [interval] key value ...`, in any form."""

import math
from dataclasses import dataclass

from gtpengine.board.colours import BadColour, parse_colour
from gtpengine.board.points import BadVertex, point_of
from gtpengine.board.position import Position
from gtpengine.gtp.arguments import Arguments
from gtpengine.gtp.errors import GtpSyntaxError

DEFAULT_CENTISECONDS = 100.0
_TRUTH = {"true": True, "1": True, "false": False, "0": False}
# Keys that KataGo takes as well; what they ask for is more than there is, and left out.
_IDLE = {
    *("movesownership", "movesownershipstdev", "ownershipstdev", "noresultvalue"),
    *("pvedgevisits", "showroot"),
}


@dataclass(frozen=True)
class Wishes:
    """How an analysis is to be shown.

    Attributes:
        colour: whose moves.
        interval: seconds between two lines.
        least: moves to show if there are that many.
        most: moves to show at most; None: all that matter.
        hidden: moves not to show.
        root_info: tell of the position as a whole.
        ownership: tell whose each point will be.
        pv_visits: tell how often each move of a line was searched.
    """

    colour: int
    interval: float = DEFAULT_CENTISECONDS / 100
    least: int = 0
    most: int | None = None
    hidden: frozenset[int] = frozenset()
    root_info: bool = False
    ownership: bool = False
    pv_visits: bool = False


def wishes_of(arguments: Arguments, position: Position) -> Wishes:
    """Return what the arguments of an analysis command say; the colour may be left out.

    Raises:
        GtpSyntaxError: a key is unknown, or a value missing or wrong.
    """
    words = list(arguments.words)
    colour = position.to_move
    if words and _is_colour(words[0]):
        colour = parse_colour(words.pop(0))
    found: dict[str, float | bool] = {}
    if words and _is_number(words[0]):
        found["interval"] = _number(words.pop(0), "the interval")
    avoided: set[int] = set()
    allowed: set[int] | None = None
    place = 0
    while place < len(words):
        key = words[place].lower()
        if key in ("avoid", "allow"):
            player, points, depth = _restriction(words[place : place + 4], position)
            place += 4
            if player == colour and depth > 0:
                if key == "avoid":
                    avoided |= points
                else:
                    allowed = points | (allowed or set())
            continue
        if place + 1 >= len(words):
            raise GtpSyntaxError(f"{words[place][:40]} needs a value")
        found[key] = _value(key, words[place + 1])
        place += 2
    every = {*position.points(), point_of("pass", position.width, position.height)}
    hidden = avoided | (set() if allowed is None else every - allowed)
    most = found.get("maxmoves")
    return Wishes(
        colour,
        float(found.get("interval", DEFAULT_CENTISECONDS)) / 100,
        int(found.get("minmoves", 0)),
        None if most is None else max(1, int(most)),
        frozenset(hidden),
        bool(found.get("rootinfo", False)),
        bool(found.get("ownership", False)),
        bool(found.get("pvvisits", False)),
    )


def _value(key: str, word: str) -> float | bool:
    if key in ("interval", "minmoves", "maxmoves"):
        return _number(word, key)
    if key in ("rootinfo", "ownership", "pvvisits", *_IDLE):
        if word.lower() not in _TRUTH:
            raise GtpSyntaxError(f"{key} is true or false")
        return _TRUTH[word.lower()]
    raise GtpSyntaxError(f"'{key[:40]}' is no key of an analysis")


def _restriction(words: list[str], position: Position) -> tuple[int, set[int], int]:
    """Return colour, points and depth of `avoid|allow COLOUR POINT,POINT,... DEPTH`."""
    if len(words) < 4:
        raise GtpSyntaxError(f"{words[0]} needs a colour, points and a depth")
    try:
        points = {
            point_of(name, position.width, position.height) for name in words[2].split(",") if name
        }
        return parse_colour(words[1]), points, int(_number(words[3], "the depth"))
    except (BadColour, BadVertex) as error:
        raise GtpSyntaxError(str(error)) from None


def _is_colour(word: str) -> bool:
    try:
        parse_colour(word)
    except BadColour:
        return False
    return True


def _is_number(word: str) -> bool:
    return word[:1].isdigit() or word[:1] in "+-."


def _number(word: str, what: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and 0 <= value <= 1e9):
        raise GtpSyntaxError(f"{what} must be a number from 0 on")
    return value
