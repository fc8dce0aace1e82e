"""The local tree of a place as SGF variations: both players' best lines, and what other moves lose.

Moves are compared just below the temperature of the place, where a sente is answered. After every
move the comment says what the place counts then and what the next move gains.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from sgfmill import sgf_grammar

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import vertex_of
from gtpengine.board.position import IllegalMove, Position
from gtpengine.board.recordwriting import sgf_point
from gtpengine.board.rules import Scoring
from gtpengine.localgame.graph import Edge
from gtpengine.localgame.solution import Solution
from gtpengine.localgame.values import Rules
from gtpengine.report.localline import just_below
from gtpengine.report.place import PlaceReport
from gtpengine.report.regionwords import NAMES, count_text, points_text
from gtpengine.report.sgfparts import SIDES, escaped, tree_of

_WIDTHS: Final = (5, 3, 2)  # moves shown at the first plies; later one
_DEEPEST: Final = 10


@dataclass(frozen=True)
class _Step:
    """A position on the way: its node, what may not be played, and what led there."""

    board: Position
    node: int
    ban: int
    settled: int  # points of Black of the key that moves have settled so far
    stones: int  # Black's moves less White's, on the board


class _Tree:
    def __init__(self, solution: Solution, t: Fraction, scoring: Scoring) -> None:
        self._solution = solution
        self._t = t
        self._scoring = scoring
        self._values = solution.solved.values(Rules.NOBODY)

    def moves(self, step: _Step, colour: int, depth: int) -> list[sgf_grammar.Coarse_game_tree]:
        """Return the variations in which `colour` moves next, the best first."""
        if depth >= _DEEPEST:
            return []
        side = self._solution.placement.side(colour)
        sign = 1 - 2 * side
        found: list[tuple[Fraction, int, Edge]] = []
        for edge in self._solution.graph.options(step.node, side, step.ban):
            line = self._values.after(step.node, side, edge)
            if line is not None:
                point = self._solution.placement.points[edge.bit]
                found.append((sign * line.value_at(self._t), point, edge))
        found.sort(key=lambda each: (-each[0], each[1]))
        width = _WIDTHS[depth] if depth < len(_WIDTHS) else 1
        variations = (
            self._variation(step, colour, depth, point, edge, found[0][0] - worth)
            for worth, point, edge in found[:width]
        )
        return [each for each in variations if each is not None]

    def _variation(
        self, step: _Step, colour: int, depth: int, point: int, edge: Edge, loss: Fraction
    ) -> sgf_grammar.Coarse_game_tree | None:
        board = step.board.copy()
        try:
            board.play(colour, point)
        except IllegalMove:
            return None
        more = 1 if colour == BLACK else -1
        after = _Step(board, edge.node, edge.ban, step.settled + edge.offset, step.stones + more)
        quality = "best" if loss == 0 else f"loses {points_text(loss)}"
        words = f"{NAMES[colour]} {vertex_of(point)}: {quality}.{self._worth(after)}"
        node = {
            SIDES[colour]: [sgf_point(board.height, point).encode()],
            "C": [escaped(words)],
        }
        tree = tree_of([node])
        reply = opponent(colour)
        if self._gains(edge.node, reply):
            tree.children = self.moves(after, reply, depth + 1)
        return tree

    def _worth(self, step: _Step) -> str:
        """Return a sentence about the place after the moves so far; empty where only bounds are."""
        walls = self._values.walls(step.node)
        if walls is None:
            return ""
        # The walls of the first position have what was settled there from the start.
        count = walls.left.points[-1][0] + step.settled
        count += self._solution.graph.offset if step.node else 0
        if self._solution.placement.swapped:
            count = -count
        heat = max(walls.left.points[-1][1], walls.right.points[-1][1])
        if self._scoring is Scoring.TERRITORY:
            count -= self._solution.standing_stones + step.stones
            heat -= 1
        gain = f"the next move gains {points_text(heat)}" if heat > 0 else "nothing is left to gain"
        return f" Count {count_text(count)}; {gain}."

    def _gains(self, node: int, colour: int) -> bool:
        walls = self._values.walls(node)
        if walls is None:
            return False
        wall = walls.left if self._solution.placement.side(colour) == 0 else walls.right
        return wall.value_at(self._t) != wall.points[-1][0]


def place_variations(position: Position, each: PlaceReport) -> list[sgf_grammar.Coarse_game_tree]:
    """Return the local tree of a place, Black's first moves before White's; empty if not solved."""
    solution, value = each.report.solution, each.report.value
    if solution is None or value is None:
        return []
    tree = _Tree(solution, just_below(each.report), value.scoring)
    found = []
    for colour in (BLACK, WHITE):
        region = solution.region
        node, ban = solution.play.start(region.ko_point, region.ko_colour, colour)
        found += tree.moves(_Step(position, node, ban, 0, 0), colour, 0)
    return found
