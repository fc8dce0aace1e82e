"""Playing a local game move by move, in the colours and points of the board.

A state is a node of the graph with the ko ban that holds for the player who is to move there. Any
play elsewhere, a pass included, lifts the ban: `lifted`. Scores are area scores, Black's minus
White's; what a move settles for good comes with the move as its gain, so a line of play is worth
`settled` plus the gains on the way plus the `score` of the last state.
"""

from typing import NamedTuple

from gtpengine.board.colours import BLACK, EMPTY
from gtpengine.board.points import NO_POINT
from gtpengine.localgame.graph import NO_BAN, LocalGraph
from gtpengine.localgame.key import Placement


class State(NamedTuple):
    """A position of a local game; `ban` is the bit where the player to move may not play."""

    node: int
    ban: int = NO_BAN

    def lifted(self) -> "State":
        """Return the same position after a play elsewhere."""
        return State(self.node)


class LocalMove(NamedTuple):
    """A move on the board, the state that it leads to and the points for Black that it settles."""

    point: int
    state: State
    gain: int


class LocalPlay:
    """A graph as it lies on the board."""

    def __init__(self, graph: LocalGraph, placement: Placement) -> None:
        self.graph = graph
        self.placement = placement
        self._sign = -1 if placement.swapped else 1
        self.settled = self._sign * graph.offset

    def start(
        self, ko_point: int = NO_POINT, ko_colour: int = EMPTY, to_move: int = BLACK
    ) -> State:
        """Return the region's own state for the player `to_move`, given the board's ko ban.

        A ban on the other player, or at a point that is settled, is none.
        """
        if ko_point == NO_POINT or ko_colour != to_move:
            return State(0)
        return State(0, self.placement.bit_of(ko_point))

    def moves(self, state: State, colour: int) -> list[LocalMove]:
        """Return the legal moves of `colour`, who is to move; suicide and banned ones left out.

        Points that are settled already are no moves. Pre: the node is expanded.
        """
        points = self.placement.points
        return [
            LocalMove(points[edge.bit], State(edge.node, edge.ban), self._sign * edge.offset)
            for edge in self.graph.options(state.node, self.placement.side(colour), state.ban)
        ]

    def score(self, state: State) -> int:
        """Return what the undecided points count if play stops here."""
        return self._sign * self.graph.score(state.node)

    def is_finished(self, state: State) -> bool:
        """Tell whether every point of the region is settled."""
        return not any(self.graph.sets(state.node)[:3])
