"""Attackers who read: GNU Go and our own tree, asked for one move after the other.

Each is given all moves so far, the attacker's and the answers in turn (0: a pass), and returns the
next, 0 where it gives up.
"""

from collections.abc import Sequence

from gtpengine.board.colours import BLACK, opponent
from gtpengine.board.points import PASS, point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.match.client import Client
from gtpengine.parameters import SearchSettings
from gtpengine.partition.bits import Bits
from gtpengine.search.tree.search import TreeSearch

SECONDS = 60.0  # for a command of GNU Go
PLAYOUTS = 600  # of our tree for a move
_SETTINGS = SearchSettings(nodes=8_000, score_weight=0.0, expand_at=2, pass_share=0.02)


class GnuGo:
    """GNU Go, asked how to kill the chain of one stone."""

    def __init__(self, client: Client, position: Position, colour: int, stone: int) -> None:
        self._client = client
        self._stone = vertex_of(stone)
        self._colours = ("white", "black") if colour == BLACK else ("black", "white")
        self._told = 0
        self._size = position.width, position.height
        self._ask(f"boardsize {position.width}")
        self._ask("clear_board")
        for each in (BLACK, opponent(BLACK)):
            word = "black" if each == BLACK else "white"
            for point in position.stones(each):
                self._ask(f"play {word} {vertex_of(point)}")

    def _ask(self, command: str) -> str:
        return self._client.ask(command, SECONDS)

    def move(self, moves: Sequence[int]) -> int:
        """Return where GNU Go would attack."""
        for index in range(self._told, len(moves)):
            vertex = vertex_of(moves[index]) if moves[index] else "pass"
            self._ask(f"play {self._colours[index % 2]} {vertex}")
        self._told = len(moves)
        words = self._ask(f"owl_attack {self._stone}").split()
        if len(words) < 2 or words[0] == "0":
            return 0
        point = point_of(words[1], *self._size)
        return 0 if point == PASS else point


class Tree:
    """A tree search that moves only near a proof and cares only for its chains."""

    def __init__(self, position: Position, colour: int, chains: Bits, near: Bits) -> None:
        self._position = position.copy()
        self._position.to_move = opponent(colour)
        self._chains = chains
        self._near = near | chains
        self._told = 0

    def move(self, moves: Sequence[int]) -> int:
        """Return the move after which the chains are taken most often."""
        for move in moves[self._told :]:
            self._position.play(self._position.to_move, move or PASS)
        self._told = len(moves)
        search = TreeSearch(
            self._position,
            allowed=self._near,
            settings=_SETTINGS,
            seed=1 + len(moves),
            goal=self._chains,
        )
        search.run(None, PLAYOUTS)
        best = search.findings().best
        return 0 if best <= PASS else best
