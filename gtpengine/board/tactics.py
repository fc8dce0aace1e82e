"""Reading the fate of single chains: ladders, captures and escapes, with an honest 'unknown'."""

from dataclasses import dataclass
from enum import Enum

from gtpengine.board.colours import EMPTY
from gtpengine.board.kernels import capture, moves
from gtpengine.board.layout import BEST_MOVE, COLOUR, JOURNAL_TOP, NODES, ZONE, ZONE_LEN
from gtpengine.board.points import GRID_LEN, STRIDE
from gtpengine.board.position import Position
from gtpengine.board.vector import Vector, vector_of

DEFAULT_NODES = 2000
LADDER = 1  # the hunted chain may have so many liberties on its own turn
NET = 2


class Fate(Enum):
    """What becomes of a hunted chain."""

    ESCAPES = capture.ESCAPES  # it gets too many liberties for this hunt
    CAPTURED = capture.CAPTURED  # proved against every reply
    UNKNOWN = capture.UNKNOWN  # the node limit was reached
    KO = capture.KO_DECIDES  # whoever wins the ko decides


@dataclass(frozen=True)
class Verdict:
    """The answer of a hunt."""

    fate: Fate
    move: int  # the first move that achieves it for whoever begins, NO_POINT where there is none
    nodes: int
    depends_on: frozenset[int]  # a capture holds as long as nobody plays on these points


class Tactician:
    """Reads chains of one position; keeps the board vector between questions."""

    def __init__(self, position: Position) -> None:
        self._vector: Vector = vector_of(position)
        self._points = position.points()

    def hunt(
        self, stone: int, *, attacker_first: bool, keep: int = NET, nodes: int = DEFAULT_NODES
    ) -> Verdict:
        """Read whether the chain of `stone` is captured when it may keep `keep` liberties.

        A chain with more than `keep` liberties on its turn, or `keep` + 1 on the attacker's, has
        escaped.  Pre: a stone is there.
        """
        fate = Fate(capture.hunt_chain(self._vector, stone, int(attacker_first), keep, nodes))
        zone = frozenset(self._zone()) if fate is Fate.CAPTURED else frozenset()
        move = int(self._vector[BEST_MOVE])
        return Verdict(fate, move, int(self._vector[NODES]), zone)

    def ladder(self, stone: int, *, nodes: int = DEFAULT_NODES) -> Verdict:
        """Read whether the attacker, to move, captures by giving atari at every move."""
        return self.hunt(stone, attacker_first=True, keep=LADDER, nodes=nodes)

    def ladder_breakers(self, stone: int, *, nodes: int = DEFAULT_NODES) -> list[int]:
        """Return the points where a stone of the hunted colour breaks a ladder that works.

        Empty if the ladder does not work. Only points that the proof depends on can be breakers.
        """
        verdict = self.ladder(stone, nodes=nodes)
        if verdict.fate is not Fate.CAPTURED:
            return []
        colour = self._colour(stone)
        breakers = []
        for point in self._points:
            if point not in verdict.depends_on or self._colour(point) != EMPTY:
                continue
            top = int(self._vector[JOURNAL_TOP])
            if moves.play(self._vector, point, colour) == moves.PLAYED:
                if self.ladder(stone, nodes=nodes).fate is Fate.ESCAPES:
                    breakers.append(point)
                moves.undo(self._vector, top)
        return breakers

    def play(self, point: int, colour: int) -> int | None:
        """Play a move from which the next questions start; None if it is illegal.

        What is returned takes the move back, with all that followed: see `undo`.
        """
        mark = int(self._vector[JOURNAL_TOP])
        return mark if moves.play(self._vector, point, colour) == moves.PLAYED else None

    def undo(self, mark: int) -> None:
        """Take back moves down to the one whose `play` returned this."""
        moves.undo(self._vector, mark)

    def liberties(self, stone: int) -> int:
        """Return the number of liberties of the chain of `stone`.  Pre: a stone is there."""
        return int(moves.liberties(self._vector, stone))

    def liberties_after(self, point: int, colour: int) -> int:
        """Return the liberties of the chain that a stone at `point` would join, -1 if illegal."""
        return int(moves.liberties_after(self._vector, point, colour, GRID_LEN))

    def is_self_atari(self, point: int, colour: int) -> bool:
        """Tell whether a stone at `point` would stand with one liberty.  Illegal moves are not."""
        return int(moves.liberties_after(self._vector, point, colour, 2)) == 1

    def _colour(self, point: int) -> int:
        return int(self._vector[COLOUR + point])

    def _zone(self) -> list[int]:
        """Return the points of the newest proof's zone."""
        rows = [int(word) for word in self._vector[ZONE : ZONE + ZONE_LEN]]
        return [point for point in self._points if rows[point // STRIDE] >> point % STRIDE & 1]
