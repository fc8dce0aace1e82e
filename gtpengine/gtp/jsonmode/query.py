"""Queries: a game, the turns to analyse, and what to tell of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar

from gtpengine.board.colours import BLACK, WHITE, BadColour, parse_colour
from gtpengine.board.komi import MOST_KOMI, BadKomi, komi_of
from gtpengine.board.points import (
    MAX_SIZE,
    MIN_SIZE,
    PASS,
    BadVertex,
    board_points,
    point_of,
)
from gtpengine.board.position import BadSetup, IllegalMove, Position
from gtpengine.board.rules import CHINESE, HandicapBonus
from gtpengine.errors import EngineError
from gtpengine.gtp.katarules import rules_of_object, rules_of_text

T = TypeVar("T")

MOST_VISITS = 100_000_000
MOST_PLACES = 26
# What KataGo knows as well and has no meaning, or no effect, here.
IDLE = {
    *("includeOwnershipStdev", "includeMovesOwnershipStdev"),
    *("includeNoResultValue", "rootFpuReductionMax", "rootPolicyTemperature"),
    *("whiteHandicapBonus", "priorities"),
}


class BadField(EngineError):
    """A field of a query is missing or wrong."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


@dataclass(frozen=True)
class Query:
    """One query.

    Attributes:
        id: the client's name for it.
        turns: which turns, each with its position.
        visits: playouts of the tree; None: the engine's own number.
        seconds: time at most; None: as much as it takes.
        priority: larger ones go first.
        every: seconds between reports during the search; None: only the last.
        hidden: per colour the moves that are not told.
        ownership: tell whose each point will be.
        moves_ownership: tell the same for the position after each move.
        policy: tell what the tree thought of each point before it searched.
        pv_visits: tell how often the moves of a line were searched.
        pv_length: moves of a line at most.
        view: whose win rates and leads: a colour, or None for the player to move.
        regions: divide the board and tell of its regions.
        places: places to value, such as C1:H4.
        walls: what is assumed of their walls: alive or real.
        unknown: fields that mean nothing here.
    """

    id: str
    turns: tuple[tuple[int, Position], ...]
    visits: int | None
    seconds: float | None
    priority: int
    every: float | None
    hidden: Mapping[int, frozenset[int]]
    ownership: bool
    moves_ownership: bool
    policy: bool
    pv_visits: bool
    pv_length: int | None
    view: int | None
    regions: bool
    places: tuple[str, ...] = ()
    walls: str = "alive"
    unknown: tuple[str, ...] = ()


class _Fields:
    """The fields of an object, asked for by kind; those never asked for are left over."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        self._found = found
        self.asked: set[str] = set()

    def has(self, name: str) -> bool:
        self.asked.add(name)
        return self._found.get(name) is not None

    def any(self, name: str) -> Any:
        if not self.has(name):
            raise BadField(name, "it is missing")
        return self._found[name]

    def truth(self, name: str) -> bool:
        if not self.has(name):
            return False
        value = self._found[name]
        if not isinstance(value, bool):
            raise BadField(name, "it must be true or false")
        return value

    def whole(self, name: str, low: int, high: int) -> int:
        value = self.any(name)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise BadField(name, f"it must be an integer from {low} to {high}")
        return value

    def number(self, name: str, low: float, high: float) -> float:
        value = self.any(name)
        usable = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not usable or not low <= value <= high:  # no infinity, and nothing that is no number
            raise BadField(name, f"it must be a number from {low:g} to {high:g}")
        return float(value)

    def items(self, name: str) -> list[Any]:
        value = self.any(name)
        if not isinstance(value, list):
            raise BadField(name, "it must be a list")
        return value

    def optional(self, name: str, read: Callable[[], T]) -> T | None:
        return read() if self.has(name) else None

    def left_over(self) -> tuple[str, ...]:
        return tuple(name for name in self._found if name not in self.asked | IDLE)


def query_of(found: Mapping[str, Any]) -> Query:
    """Return the query that an object asks.  Pre: its `id` is a string.

    Raises:
        BadField: a field is missing or wrong; the error names it.
    """
    fields = _Fields(found)
    fields.asked |= {"id", "action"}
    settings = _override(fields)
    turns = _turns(fields)
    position = turns[0][1]
    query = Query(
        found["id"],
        turns,
        fields.optional("maxVisits", lambda: fields.whole("maxVisits", 1, MOST_VISITS)),
        settings.optional("maxTime", lambda: settings.number("maxTime", 0.0, 1e20)),
        fields.optional("priority", lambda: fields.whole("priority", -(2**31), 2**31 - 1)) or 0,
        fields.optional(
            "reportDuringSearchEvery",
            lambda: fields.number("reportDuringSearchEvery", 0.001, 1e6),
        ),
        _hidden(fields, position.width, position.height),
        fields.truth("includeOwnership"),
        fields.truth("includeMovesOwnership"),
        fields.truth("includePolicy"),
        fields.truth("includePVVisits"),
        fields.optional("analysisPVLen", lambda: fields.whole("analysisPVLen", 1, 1000)),
        _view(settings),
        not fields.has("includeCgt") or fields.truth("includeCgt"),
        _places(fields),
        _walls(fields),
    )
    return replace(query, unknown=fields.left_over())


def _places(fields: _Fields) -> tuple[str, ...]:
    found = fields.items("places") if fields.has("places") else []
    if len(found) > MOST_PLACES or not all(isinstance(each, str) for each in found):
        raise BadField("places", f"it must be a list of at most {MOST_PLACES} texts such as C1:H4")
    return tuple(found)


def _walls(fields: _Fields) -> str:
    word = fields.any("walls") if fields.has("walls") else "alive"
    if word not in ("alive", "real"):
        raise BadField("walls", "alive or real")
    return str(word)


def _override(fields: _Fields) -> _Fields:
    if not fields.has("overrideSettings"):
        return _Fields({})
    settings = fields.any("overrideSettings")
    if not isinstance(settings, dict):
        raise BadField("overrideSettings", "it must be an object")
    return _Fields(settings)


def _view(settings: _Fields) -> int | None:
    """Return whose figures are wanted: Black's unless the settings say otherwise."""
    if not settings.has("reportAnalysisWinratesAs"):
        return BLACK
    words: dict[Any, int | None] = {"BLACK": BLACK, "WHITE": WHITE, "SIDETOMOVE": None}
    word = settings.any("reportAnalysisWinratesAs")
    if not isinstance(word, str) or word.upper() not in words:
        raise BadField("overrideSettings", "reportAnalysisWinratesAs: BLACK, WHITE or SIDETOMOVE")
    return words[word.upper()]


def _turns(fields: _Fields) -> tuple[tuple[int, Position], ...]:
    """Return the wanted turns, each with its position: turn n is what stands after n moves."""
    width = fields.whole("boardXSize", MIN_SIZE, MAX_SIZE)
    height = fields.whole("boardYSize", MIN_SIZE, MAX_SIZE)
    rules = fields.any("rules")
    try:
        if isinstance(rules, str):
            known = rules_of_text(rules, CHINESE)
        elif isinstance(rules, dict):
            known = rules_of_object(rules, CHINESE)
        else:
            raise BadField("rules", "they must be a name or an object")
    except BadField:
        raise
    except EngineError as error:
        raise BadField("rules", str(error)) from None
    position = Position(width, height, known, fields.optional("komi", lambda: _komi(fields)))
    moves = [_move(pair, "moves", width, height) for pair in fields.items("moves")]
    stones = []
    if fields.has("initialStones"):
        stones = [
            _move(pair, "initialStones", width, height) for pair in fields.items("initialStones")
        ]
    first = moves[0][0] if moves else BLACK
    if fields.has("initialPlayer"):
        first = _colour(fields.any("initialPlayer"), "initialPlayer")
    _set_up(position, stones, first)
    wanted = _wanted(fields, len(moves))
    found = {0: position.copy()} if 0 in wanted else {}
    for number, (colour, point) in enumerate(moves, start=1):
        try:
            position.play(colour, point)
        except IllegalMove as error:
            # In KataGo's words: KaTrain looks for them when it tries moves out.
            raise BadField("moves", f"Illegal move {number}: {error}") from None
        if number in wanted:
            found[number] = position.copy()
    return tuple((turn, found[turn]) for turn in wanted)


def _komi(fields: _Fields) -> Fraction:
    try:
        return komi_of(fields.number("komi", -MOST_KOMI, MOST_KOMI))
    except BadKomi as error:
        raise BadField("komi", str(error)) from None


def _wanted(fields: _Fields, last: int) -> list[int]:
    """Return the numbers of the turns, the last one if none are named; each once."""
    if not fields.has("analyzeTurns"):
        return [last]
    turns = fields.items("analyzeTurns")
    for turn in turns:
        if isinstance(turn, bool) or not isinstance(turn, int) or not 0 <= turn <= last:
            raise BadField("analyzeTurns", f"a turn must be an integer from 0 to {last}")
    if not turns:
        raise BadField("analyzeTurns", "it must name at least one turn")
    return list(dict.fromkeys(turns))


def _set_up(position: Position, stones: list[tuple[int, int]], first: int) -> None:
    black, white = ([point for who, point in stones if who == c] for c in (BLACK, WHITE))
    try:
        position.setup(black, white, to_move=first)
    except BadSetup as error:
        raise BadField("initialStones", str(error)) from None
    if len(black) > 1 and not white and position.rules.handicap_bonus is not HandicapBonus.NONE:
        position.handicap = len(black)


def _move(pair: Any, field: str, width: int, height: int) -> tuple[int, int]:
    if not isinstance(pair, list) or len(pair) != 2:
        raise BadField(field, "each must be a pair of player and vertex")
    return _colour(pair[0], field), _point(pair[1], field, width, height)


def _colour(word: Any, field: str) -> int:
    try:
        return parse_colour(word if isinstance(word, str) else "")
    except BadColour as error:
        raise BadField(field, str(error)) from None


def _point(word: Any, field: str, width: int, height: int) -> int:
    try:
        return point_of(word if isinstance(word, str) else "", width, height)
    except BadVertex as error:
        raise BadField(field, str(error)) from None


def _hidden(fields: _Fields, width: int, height: int) -> dict[int, frozenset[int]]:
    """Return per colour the moves that avoidMoves and allowMoves leave out."""
    every = frozenset(board_points(width, height)) | {PASS}
    hidden: dict[int, frozenset[int]] = {BLACK: frozenset(), WHITE: frozenset()}
    for name in ("avoidMoves", "allowMoves"):
        if not fields.has(name):
            continue
        allowed: dict[int, frozenset[int]] = {}
        for each in fields.items(name):
            if not isinstance(each, dict):
                raise BadField(name, "each must be an object with player, moves and untilDepth")
            part = _Fields(each)
            try:
                colour = _colour(part.any("player"), name)
                points = frozenset(
                    _point(word, name, width, height) for word in part.items("moves")
                )
                part.whole("untilDepth", 1, 2**31 - 1)
            except BadField as error:
                raise BadField(name, f"{error.field}: {error}") from None
            if name == "avoidMoves":
                hidden[colour] |= points
            else:
                allowed[colour] = allowed.get(colour, frozenset()) | points
        for colour, points in allowed.items():
            hidden[colour] |= every - points
    return hidden
