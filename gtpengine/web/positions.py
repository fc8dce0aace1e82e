"""Positions as the browser names them: where a game began, and the steps since then.

    root   {"width": 19, "height": 19, "rules": "japanese", "komi": "6.5", "handicap": 0,
            "black": ["D4"], "white": [], "to_move": "b"}
    steps  ["bQ16", "wpass", {"black": [...], "white": [...], "empty": [...], "to_move": "w"}]

Everything in it comes from outside and is checked here.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from gtpengine.board.colours import BLACK, WHITE, colour_name
from gtpengine.board.komi import komi_of
from gtpengine.board.points import PASS, check_size, point_of, vertex_of
from gtpengine.board.position import IllegalMove, Position
from gtpengine.board.rules import rules_named
from gtpengine.errors import BadInput

MOST_STEPS = 2000
COLOURS = {"b": BLACK, "w": WHITE}
LETTERS = {BLACK: "b", WHITE: "w"}


class BadMessage(BadInput):
    """What the browser sent is no message that it should send."""


class Replay:
    """Positions of one visitor: steps that were played before are not played again."""

    def __init__(self) -> None:
        self._root: Mapping[str, Any] | None = None
        self._steps: list[Any] = []
        self._position: Position | None = None

    def at(self, message: Mapping[str, Any]) -> Position:
        """Return the position that a message names, for the caller to keep.

        Raises:
            EngineError: there is no such position; the text says why.
        """
        root, steps = message.get("root"), message.get("steps")
        if not isinstance(root, Mapping) or not isinstance(steps, list):
            raise BadMessage("a position needs a root and steps")
        if len(steps) > MOST_STEPS:
            raise BadMessage(f"more than {MOST_STEPS} moves")
        position, done = self._position, self._steps
        same = 0
        if position is not None and root == self._root:
            for old, new in zip(done, steps, strict=False):
                if old != new:
                    break
                same += 1
        self._position = None  # whatever is raised below: nothing half-done is kept
        if position is None or root != self._root or not _only_moves(done[same:]):
            position, same, done = root_position(root), 0, []
        for _ in done[same:]:
            position.undo()
        for number, step in enumerate(steps[same:], start=same + 1):
            _apply(position, step, number)
        self._root, self._steps, self._position = root, list(steps), position
        return position.copy()


def root_position(root: Mapping[str, Any]) -> Position:
    """Return the position in which a game begins.

    Raises:
        EngineError: size, rules, komi or stones are none.
    """
    width, height = whole(root, "width", 19), whole(root, "height", 19)
    check_size(width, height)
    rules = rules_named(_text(root, "rules") or "japanese")
    komi = _text(root, "komi")
    position = Position(width, height, rules, komi_of(komi) if komi else None)
    stones = [_points(root, name, position) for name in ("black", "white")]
    handicap = whole(root, "handicap", 0)
    if handicap >= 2 and len(stones[0]) == handicap and not stones[1]:
        position.place_handicap(stones[0])
    elif stones[0] or stones[1]:
        position.setup(stones[0], stones[1])
    if "to_move" in root:
        position.to_move = _colour(root["to_move"])
    return position


def moves_of(names: object, position: Position) -> list[tuple[int, int]]:
    """Return moves written as `bQ16`.

    Raises:
        EngineError: there are none, too many, or one is not on the board.
    """
    if not isinstance(names, list) or not 1 <= len(names) <= MOST_STEPS:
        raise BadMessage("moves are missing")
    return [_move(name, position) for name in names]


def played(position: Position, moves: Sequence[tuple[int, int]]) -> list[dict[str, Any]]:
    """Play moves and return each with the stones that it took off the board.

    Raises:
        IllegalMove: one of them is; those before it have been played.
    """
    found = []
    for colour, point in moves:
        before = {p for c in (BLACK, WHITE) for p in position.stones(c)}
        position.play(colour, point)
        after = {p for c in (BLACK, WHITE) for p in position.stones(c)}
        found.append(
            {
                "colour": LETTERS[colour],
                "vertex": vertex_of(point),
                "taken": [vertex_of(p) for p in sorted(before - after)],
            }
        )
    return found


def whole(found: Mapping[str, Any], name: str, default: int) -> int:
    """Return a whole number of a message.

    Raises:
        BadMessage: it is something else.
    """
    value = found.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadMessage(f"{name} is no whole number")
    return value


def number(found: Mapping[str, Any], name: str, default: float, low: float, high: float) -> float:
    """Return a number of a message, between `low` and `high`.

    Raises:
        BadMessage: it is something else.
    """
    value = found.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise BadMessage(f"{name} is no number from {low:g} to {high:g}")
    return float(value)


def _only_moves(steps: Sequence[Any]) -> bool:
    return all(isinstance(step, str) for step in steps)


def _apply(position: Position, step: object, place: int) -> None:
    if isinstance(step, str):
        colour, point = _move(step, position)
        try:
            position.play(colour, point)
        except IllegalMove as error:
            name = f"{colour_name(colour)} {vertex_of(point)}"
            raise BadMessage(f"move {place} ({name}) is illegal: {error}") from None
    elif isinstance(step, Mapping):
        black, white, empty = (
            _points(step, name, position) for name in ("black", "white", "empty")
        )
        to_move = _colour(step["to_move"]) if "to_move" in step else None
        position.setup(black, white, empty, to_move)
    else:
        raise BadMessage(f"step {place} is neither a move nor a set-up")


def _move(name: object, position: Position) -> tuple[int, int]:
    if not isinstance(name, str) or name[:1] not in COLOURS:
        raise BadMessage("a move is written as bQ16 or wpass")
    vertex = name[1:]
    point = PASS if vertex == "pass" else point_of(vertex[:8], position.width, position.height)
    return COLOURS[name[0]], point


def _points(found: Mapping[str, Any], name: str, position: Position) -> list[int]:
    names = found.get(name, [])
    if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
        raise BadMessage(f"{name} is no list of points")
    return [point_of(each[:8], position.width, position.height) for each in names]


def _colour(value: object) -> int:
    if value not in COLOURS:
        raise BadMessage("a colour is b or w")
    return COLOURS[str(value)]


def _text(found: Mapping[str, Any], name: str) -> str:
    value = found.get(name, "")
    if not isinstance(value, str) or len(value) > 100:
        raise BadMessage(f"{name} is no text")
    return value
