"""A game of Go at one moment: stones, history, rules. Plain Python, so it is there at once.

Everything that decides legality is exact: superko compares whole boards, not hashes. Kernels work
on a vector made from a position (`gtpengine.board.vector`); they never change the position itself.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple, Self

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE, colour_name, opponent
from gtpengine.board.diagram import draw, parse_diagram
from gtpengine.board.points import (
    CORNERS,
    GRID_LEN,
    NO_POINT,
    PASS,
    SIDES,
    board_points,
    check_size,
    on_board,
    vertex_of,
)
from gtpengine.board.rules import CHINESE, KoRule, Rules
from gtpengine.board.zobrist import KEYS
from gtpengine.errors import BadInput, EngineError


class IllegalMove(EngineError):
    """The move breaks a rule of the current position; the text says which."""


class CannotUndo(EngineError):
    """There is no move to take back."""


class BadSetup(BadInput):
    """Stones cannot stand like that; the text says where."""


class Move(NamedTuple):
    """A stone or a pass."""

    colour: int
    point: int

    def __str__(self) -> str:
        return f"{colour_name(self.colour)[0].upper()} {vertex_of(self.point)}"


class Chain(NamedTuple):
    """Connected stones of one colour and the empty points beside them."""

    colour: int
    stones: frozenset[int]
    liberties: frozenset[int]


class _Undo(NamedTuple):
    """What a move changed."""

    removed: tuple[int, ...]  # stones that left the board
    removed_colour: int
    ko_point: int
    ko_colour: int
    to_move: int
    hash: int


class Position:
    """A board with its history.

    Attributes:
        width: columns.
        height: rows.
        rules: the rule set in force.
        komi: White's compensation.
        to_move: who is next by alternation; `play` accepts either colour all the same.
        moves: the moves since the last setup, oldest first.
        handicap: stones placed by `place_handicap`.
        prisoners: by colour, the stones that this colour has captured.
        ko_point: where a single stone was just taken in a ko, or NO_POINT.
        hash: Zobrist hash of the stones.
    """

    def __init__(
        self,
        width: int = 19,
        height: int | None = None,
        rules: Rules = CHINESE,
        komi: Fraction | None = None,
    ) -> None:
        height = width if height is None else height
        check_size(width, height)
        self.width = width
        self.height = height
        self.rules = rules
        self.komi = rules.komi if komi is None else komi
        self._points = tuple(board_points(width, height))
        self.clear()

    @classmethod
    def from_diagram(
        cls, text: str, to_move: int = BLACK, rules: Rules = CHINESE, komi: Fraction | None = None
    ) -> Self:
        """Return the position in the picture `text` (see `gtpengine.board.diagram`).

        Raises:
            BadDiagram: the text is no picture of a board.
            BadSetup: a chain in it has no liberty.
        """
        picture = parse_diagram(text)
        position = cls(picture.width, picture.height, rules, komi)
        position.setup(picture.black, picture.white, to_move=to_move)
        return position

    def clear(self) -> None:
        """Remove all stones and forget the history; size, rules and komi stay."""
        self._colour = [WALL] * GRID_LEN
        for point in self._points:
            self._colour[point] = EMPTY
        self.handicap = 0
        self.prisoners = [0, 0, 0]
        self._start(BLACK)

    def _start(self, to_move: int) -> None:
        """Make the stones on the board the beginning of a new history."""
        self.to_move = to_move
        self.moves: list[Move] = []
        self.ko_point = NO_POINT
        self._ko_colour = EMPTY
        self._undo: list[_Undo] = []
        self.hash = 0
        for point in self._points:
            self.hash ^= KEYS[self._colour[point]][point]
        self._seen: dict[bytes, int] = {}
        self._remember(1)

    def _remember(self, change: int) -> None:
        """Count the present situation in the history, or take that back with `change` -1."""
        situation = bytes([self.to_move, *self._colour])
        count = self._seen.get(situation, 0) + change
        if count:
            self._seen[situation] = count
        else:
            del self._seen[situation]

    def times_seen(self) -> int:
        """Return how often the present position has stood in this history.

        Under situational superko only those times count when the same player was to move.
        """
        stones = bytes(self._colour)
        if self.rules.ko is KoRule.SITUATIONAL:
            return self._seen.get(bytes([self.to_move]) + stones, 0)
        return sum(self._seen.get(bytes([colour]) + stones, 0) for colour in (BLACK, WHITE))

    def setup(
        self,
        black: Iterable[int] = (),
        white: Iterable[int] = (),
        empty: Iterable[int] = (),
        to_move: int | None = None,
    ) -> None:
        """Put and remove stones, then begin a new history; on an error nothing changes.

        Raises:
            BadSetup: a point is not on the board or named twice, or a chain would have no liberty.
        """
        colour = self._colour.copy()
        done = set()
        for new_colour, points in ((BLACK, black), (WHITE, white), (EMPTY, empty)):
            for point in points:
                if not on_board(point, self.width, self.height):
                    raise BadSetup(f"{vertex_of(point)} is not on this board")
                if point in done:
                    raise BadSetup(f"{vertex_of(point)} is set twice")
                done.add(point)
                colour[point] = new_colour
        before, self._colour = self._colour, colour
        for chain in self.chains():
            if not chain.liberties:
                self._colour = before
                where = vertex_of(min(chain.stones))
                raise BadSetup(f"the {colour_name(chain.colour)} stones at {where} have no liberty")
        self._start(self.to_move if to_move is None else to_move)

    def place_handicap(self, points: Iterable[int]) -> None:
        """Give Black handicap stones; White moves next.

        Raises:
            BadSetup: the board is not empty, or the points are not 2 or more different ones.
        """
        stones = list(points)
        if self.moves or any(self._colour[point] != EMPTY for point in self._points):
            raise BadSetup("handicap stones need an empty board")
        if len(stones) < 2:
            raise BadSetup("a handicap has at least 2 stones")
        self.setup(black=stones, to_move=WHITE)
        self.handicap = len(stones)

    def play(self, colour: int, point: int) -> None:
        """Play a stone or PASS; on an error nothing changes.

        Raises:
            IllegalMove: occupied, off the board, suicide, ko or superko.
        """
        if point == PASS:
            self._undo.append(
                _Undo((), EMPTY, self.ko_point, self._ko_colour, self.to_move, self.hash)
            )
            self.ko_point, self._ko_colour = NO_POINT, EMPTY
            self.to_move = opponent(colour)
        else:
            self._place(colour, point)
        self.moves.append(Move(colour, point))
        self._remember(1)

    def _place(self, colour: int, point: int) -> None:
        """Put the stone and take what it captures; leaves all as it was when it is illegal."""
        if not on_board(point, self.width, self.height):
            raise IllegalMove("not a point of this board")
        if self._colour[point] != EMPTY:
            raise IllegalMove(f"{vertex_of(point)} is occupied")
        if self.is_ko_recapture(colour, point):
            raise IllegalMove(f"{vertex_of(point)} retakes a ko")
        other = opponent(colour)
        self._colour[point] = colour
        captured = self._chains_without_liberties(point, other)
        removed_colour = other
        if not captured:
            own = self._chains_without_liberties(point, colour)
            if own and not self.rules.suicide:
                self._colour[point] = EMPTY
                raise IllegalMove(f"{vertex_of(point)} is suicide")
            captured, removed_colour = own, colour
        before = _Undo(
            *(tuple(captured), removed_colour),
            *(self.ko_point, self._ko_colour, self.to_move, self.hash),
        )
        self._undo.append(before)
        self._lift(captured, removed_colour)
        self.hash ^= KEYS[colour][point]
        self.to_move = other
        self.ko_point, self._ko_colour = NO_POINT, EMPTY
        if len(captured) == 1 and removed_colour == other and self._is_lone_in_atari(point):
            self.ko_point, self._ko_colour = captured[0], other
        if self.rules.ko is not KoRule.SIMPLE and self.times_seen():
            self._take_back(Move(colour, point))
            raise IllegalMove(f"{vertex_of(point)} repeats a position (superko)")

    def undo(self) -> None:
        """Take back the last move or pass.

        Raises:
            CannotUndo: no move was played since the last setup.
        """
        if not self.moves:
            raise CannotUndo("no move to undo")
        self._remember(-1)
        self._take_back(self.moves.pop())

    def _take_back(self, move: Move) -> None:
        """Restore what stood before `move`, the newest one."""
        before = self._undo.pop()
        if move.point != PASS:
            for stone in before.removed:
                self._colour[stone] = before.removed_colour
            self._colour[move.point] = EMPTY
            self.prisoners[opponent(before.removed_colour)] -= len(before.removed)
        self.ko_point, self._ko_colour = before.ko_point, before.ko_colour
        self.to_move, self.hash = before.to_move, before.hash

    def situations(self) -> list[tuple[int, int]]:
        """Return hash and player to move since the last setup, those of the present board last."""
        return [(each.hash, each.to_move) for each in self._undo] + [(self.hash, self.to_move)]

    def _lift(self, stones: list[int], colour: int) -> None:
        """Take `stones` of `colour` off the board as prisoners of the other player."""
        for stone in stones:
            self._colour[stone] = EMPTY
            self.hash ^= KEYS[colour][stone]
        self.prisoners[opponent(colour)] += len(stones)

    def _chains_without_liberties(self, point: int, colour: int) -> list[int]:
        """Return the stones of `colour` at or beside `point` whose chains have no liberty."""
        found: list[int] = []
        for start in (point, *(point + side for side in SIDES)):
            if self._colour[start] == colour and start not in found:
                chain = self.chain_at(start)
                if not chain.liberties:
                    found.extend(sorted(chain.stones))
        return found

    def _is_lone_in_atari(self, point: int) -> bool:
        chain = self.chain_at(point)
        return len(chain.stones) == 1 and len(chain.liberties) == 1

    def is_ko_recapture(self, colour: int, point: int) -> bool:
        """Tell whether the simple ko rule forbids `colour` to play at `point` now."""
        return point == self.ko_point != NO_POINT and colour == self._ko_colour

    def is_legal(self, colour: int, point: int) -> bool:
        """Tell whether `play` would accept the move; PASS is always legal."""
        try:
            self.play(colour, point)
        except IllegalMove:
            return False
        self.undo()
        return True

    def legal_points(self, colour: int) -> list[int]:
        """Return the points where `colour` may play, passing left out."""
        return [
            point
            for point in self._points
            if self._colour[point] == EMPTY and self.is_legal(colour, point)
        ]

    def is_own_eye(self, colour: int, point: int) -> bool:
        """Tell whether filling `point` would fill an eye of `colour`, by the neighbours alone.

        All four sides are own stones or edge, and of the diagonals the opponent holds at most one,
        none where the point lies on the edge.
        """
        if self._colour[point] != EMPTY:
            return False
        if any(self._colour[point + side] not in (colour, WALL) for side in SIDES):
            return False
        diagonals = [self._colour[point + corner] for corner in CORNERS]
        return diagonals.count(opponent(colour)) + (WALL in diagonals) < 2

    def colour_at(self, point: int) -> int:
        """Return EMPTY, BLACK or WHITE, or WALL off the board."""
        return self._colour[point]

    def points(self) -> tuple[int, ...]:
        """Return the points of the board, A1 first, row by row upward."""
        return self._points

    def stones(self, colour: int) -> list[int]:
        """Return the points where `colour` has stones."""
        return [point for point in self._points if self._colour[point] == colour]

    def chain_at(self, point: int) -> Chain:
        """Return the chain of the stone at `point`.  Pre: a stone is there."""
        cells = self._colour
        colour = cells[point]
        stones = {point}
        liberties = set()
        todo = [point]
        while todo:
            stone = todo.pop()
            for side in SIDES:
                near = stone + side
                if cells[near] == EMPTY:
                    liberties.add(near)
                elif cells[near] == colour and near not in stones:
                    stones.add(near)
                    todo.append(near)
        return Chain(colour, frozenset(stones), frozenset(liberties))

    def chains(self) -> Iterator[Chain]:
        """Yield every chain once, ordered by its lowest point."""
        done: set[int] = set()
        for point in self._points:
            if self._colour[point] in (BLACK, WHITE) and point not in done:
                chain = self.chain_at(point)
                done |= chain.stones
                yield chain

    def passes(self) -> int:
        """Return how many of the newest moves are passes in a row."""
        count = 0
        for move in reversed(self.moves):
            if move.point != PASS:
                break
            count += 1
        return count

    def before_passes(self) -> Self:
        """Return a copy without the passes that were made last."""
        twin = self.copy()
        while twin.passes():
            twin.undo()
        return twin

    def copy(self) -> Self:
        """Return an independent copy with the same history."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._colour = self._colour.copy()
        twin.prisoners = self.prisoners.copy()
        twin.moves = self.moves.copy()
        twin._undo = self._undo.copy()
        twin._seen = self._seen.copy()
        return twin

    def diagram(self, *, labelled: bool = True) -> str:
        """Return the board as a picture."""
        return draw(self.width, self.height, self.colour_at, labelled=labelled)
