"""What the reports show of a position: plain values, read from the JSON of an analysis.

Everything that draws or tells reads this and nothing else, so pictures, tables and words cannot say
other things than the JSON, and a report can be made again from a file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any

from gtpengine.board.colours import BLACK, EMPTY, WHITE, parse_colour
from gtpengine.board.points import point_of
from gtpengine.values.trajectory import Trajectory

COLDEST = Fraction(-2)  # sorts after everything that has a temperature
_NAMES = {BLACK: "black", WHITE: "white"}
_DOUBTFUL = ("changes", "unknown")  # what became of a border that was tried
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Bounds = tuple[Fraction, Fraction]


class Certainty(Enum):
    """How well the numbers of a region are known."""

    EXACT = "exact"  # proved on the board
    SOLVED = "solved"  # inside a border that is not proved, but holds
    INSIDE = "within its border"  # a border that a ring of land changes, or that was not tried out
    GUESSED = "estimate"  # by playouts, with an error
    UNKNOWN = "not known"


@dataclass(frozen=True)
class LocalLine:
    """The moves that follow when one player begins: (colour, point, stones taken)."""

    moves: tuple[tuple[int, int, int], ...] = ()

    def taken(self, colour: int) -> int:
        """Return how many stones `colour` captures on the way."""
        return sum(stones for mover, _, stones in self.moves if mover == colour)


@dataclass(frozen=True)
class RegionView:
    """One region.

    Attributes:
        label: A for the hottest, then B and so on.
        points: ascending.
        mean: Black's count, solved or guessed; None if nothing is known.
        mean_bounds: equal where it is solved.
        temperature: what a move gains, solved or guessed; None if nothing is known.
        errors: one standard error of a guessed mean and of a guessed temperature, or None.
        certainty: where the numbers come from.
        kind: as in the JSON.
        moves: per colour the best move, or None.
        walls: left and right, or None.
        komasters: per colour that wins all kos its walls, where kos matter.
        remarks: why it is not exact.
        lines: per colour what follows when it begins.
        theme: what it is about, if it is part of a larger region: "weak chain at D4".
    """

    label: str
    points: tuple[int, ...]
    mean: Fraction | None
    mean_bounds: Bounds
    temperature: Fraction | None
    errors: Bounds | None
    certainty: Certainty
    kind: str
    moves: Mapping[int, int | None]
    walls: tuple[Trajectory, Trajectory] | None
    komasters: Mapping[int, tuple[Trajectory, Trajectory]] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    lines: Mapping[int, LocalLine] = field(default_factory=dict)
    theme: str = ""

    @property
    def heat(self) -> Fraction:
        """The temperature, or a number below all of them."""
        return COLDEST if self.temperature is None else self.temperature

    @property
    def place(self) -> int:
        """The point at which a label goes: a best move, or the middle of the points."""
        for colour in (BLACK, WHITE):
            move = self.moves.get(colour)
            if move is not None:
                return move
        return self.points[len(self.points) // 2]


@dataclass(frozen=True)
class PartnerView:
    """What came from a partner that judged the board: its name, Black's lead, the best moves.

    Attributes:
        name: such as "KataGo 1.17.2".
        visits: of its search.
        lead: Black's.
        best: per colour its first choice, or None.
        spread: of the results that it thinks possible: the standard deviation of its lead.
    """

    name: str
    visits: int
    lead: float
    best: Mapping[int, int | None]
    spread: float = 0.0


@dataclass(frozen=True)
class Searched:
    """What the search of the whole board thinks of its own first choice.

    Attributes:
        point: the move, or PASS.
        share: of all visits.
        lead: Black's after it.
        visits: of all moves.
    """

    point: int
    share: float
    lead: float
    visits: int


@dataclass(frozen=True)
class Closed:
    """What is known of a closed board, found by playing the game to its end.

    Attributes:
        final: Black's score then.
        costless: the moves of the player to move that keep it; where there is none, a pass does.
    """

    final: Fraction
    costless: frozenset[int]


@dataclass(frozen=True)
class PositionView:
    """A position and its regions, hottest first.

    Attributes:
        width: columns.
        height: rows.
        stones: colour by point.
        to_move: who is next.
        rules: name of the rules.
        scoring: "territory" or "area".
        komi: White's compensation.
        prisoners: by colour, the stones that it has taken.
        settled: by colour, its decided points and stones.
        regions: hottest first.
        score: Black's expected lead if all regions are solved, else None, and its bounds.
        lead: Black's expected lead, guesses included; None if a region has none.
        best: per colour the best move known, or None.
        last: the point of the last move, or None.
        number: moves played.
        partner: who drew the borders, if it was not us.
        searched: the search's first choice, if there was a search.
        closed: what is known of a board that is closed, or None.
    """

    width: int
    height: int
    stones: Mapping[int, int]
    to_move: int
    rules: str
    scoring: str
    komi: Fraction
    prisoners: Mapping[int, int]
    settled: Mapping[int, frozenset[int]]
    regions: tuple[RegionView, ...]
    score: tuple[Fraction | None, Fraction, Fraction]
    lead: Fraction | None
    best: Mapping[int, int | None]
    last: int | None
    number: int
    partner: PartnerView | None = None
    searched: Searched | None = None
    closed: Closed | None = None

    @property
    def ambient(self) -> Fraction | None:
        """The temperature of the hottest region, or None."""
        return self.regions[0].temperature if self.regions else None

    def region_at(self, point: int) -> RegionView | None:
        """Return the region that holds `point`, or None."""
        return next((region for region in self.regions if point in region.points), None)

    def owner(self, point: int) -> int:
        """Return who has the settled `point`, or EMPTY."""
        return next((colour for colour in (BLACK, WHITE) if point in self.settled[colour]), EMPTY)

    def is_dead(self, point: int) -> bool:
        """Tell whether a stone stands there on the other player's settled land."""
        colour = self.stones.get(point, EMPTY)
        return colour != EMPTY and self.owner(point) not in (EMPTY, colour)


def label_of(place: int) -> str:
    """Return the label of the region at `place` (from 0) in the order of heat: A ... Z, AA ..."""
    before, letter = divmod(place, len(_ALPHABET))
    return (label_of(before - 1) if before else "") + _ALPHABET[letter]


def view_of(found: Mapping[str, Any]) -> PositionView:
    """Return the view of an analysis in JSON (see `gtpengine.report.analysisjson`).

    Raises:
        KeyError, ValueError, TypeError, EngineError: it is no such object.
    """
    size = int(found["board"]["width"]), int(found["board"]["height"])
    stones = {
        point: colour
        for colour, name in _NAMES.items()
        for point in _points(found["position"][name], size)
    }
    regions = [_region(each, size) for each in found["regions"]]
    score = found["score"]
    return PositionView(
        *size,
        stones,
        parse_colour(found["to_move"]),
        found["rules"],
        found["scoring"],
        Fraction(found["komi"]),
        {colour: int(found["prisoners"][name]) for colour, name in _NAMES.items()},
        {
            colour: frozenset(_points(found["settled"][name], size))
            for colour, name in _NAMES.items()
        },
        tuple(sorted(regions, key=lambda region: (len(region.label), region.label))),
        (_number(score["mean"]), Fraction(score["lower"]), Fraction(score["upper"])),
        _number(score["likely"]),
        {colour: _point(found["best"][name], size) for colour, name in _NAMES.items()},
        _point(found["position"]["last"], size),
        int(found["position"]["number"]),
        _partner(found["partner"], size) if found.get("partner") else None,
        _searched(found, size),
        _closed(found.get("closed"), size),
    )


def _closed(found: Mapping[str, Any] | None, size: tuple[int, int]) -> Closed | None:
    if found is None:
        return None
    return Closed(Fraction(found["final"]), frozenset(_points(found["costless"], size)))


def _searched(found: Mapping[str, Any], size: tuple[int, int]) -> Searched | None:
    candidates = found.get("candidates", [])
    if not candidates:
        return None
    first = max(candidates, key=lambda each: int(each["visits"]))
    visits = sum(int(each["visits"]) for each in candidates)
    sign = 1 if parse_colour(found["to_move"]) == BLACK else -1
    share = int(first["visits"]) / max(visits, 1)
    point = point_of(first["move"], *size)
    return Searched(point, share, sign * float(first["lead"]), visits)


def _partner(found: Mapping[str, Any], size: tuple[int, int]) -> PartnerView:
    firsts = {colour: found["candidates"][name][:1] for colour, name in _NAMES.items()}
    return PartnerView(
        found["name"],
        int(found["visits"]),
        float(found["lead"]),
        {
            colour: _point(each[0]["move"], size) if each else None
            for colour, each in firsts.items()
        },
        float(found.get("stdev", 0.0)),
    )


def _region(found: Mapping[str, Any], size: tuple[int, int]) -> RegionView:
    guess: Mapping[str, Any] = found.get("estimate", {})
    numbers = guess if guess and found["mean"] is None else found
    return RegionView(
        found["label"],
        tuple(sorted(_points(found["points"], size))),
        _number(numbers["mean"]),
        (Fraction(found["lower"]["mean"]), Fraction(found["upper"]["mean"])),
        _number(numbers["temperature"]),
        None
        if numbers is found
        else (Fraction(guess["mean_error"]), Fraction(guess["temperature_error"])),
        _certainty(found, numbers),
        found["kind"],
        {colour: _point(found[f"{name}_move"], size) for colour, name in _NAMES.items()},
        _walls(found),
        {
            parse_colour(name): walls
            for name, value in found.get("komaster", {}).items()
            if (walls := _walls(value)) is not None
        },
        tuple(found["remarks"]),
        {
            parse_colour(name): LocalLine(
                tuple(
                    (parse_colour(move["colour"]), point_of(move["move"], *size), move["taken"])
                    for move in line
                )
            )
            for name, line in found.get("lines", {}).items()
        },
        found.get("theme", ""),
    )


def _certainty(found: Mapping[str, Any], numbers: Mapping[str, Any]) -> Certainty:
    if numbers is not found:
        return Certainty.GUESSED
    if found["mean"] is None:
        return Certainty.UNKNOWN
    if found["exact"]:
        return Certainty.EXACT
    return Certainty.INSIDE if found.get("border") in _DOUBTFUL else Certainty.SOLVED


def _walls(found: Mapping[str, Any]) -> tuple[Trajectory, Trajectory] | None:
    if found["left_wall"] is None or found["right_wall"] is None:
        return None
    left, right = (
        Trajectory(tuple((Fraction(value), Fraction(t)) for value, t in found[name]))
        for name in ("left_wall", "right_wall")
    )
    return left, right


def _points(names: list[str], size: tuple[int, int]) -> list[int]:
    return [point_of(name, *size) for name in names]


def _point(name: str | None, size: tuple[int, int]) -> int | None:
    return None if name is None else point_of(name, *size)


def _number(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)
