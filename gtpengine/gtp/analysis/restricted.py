"""A search among some moves of the root only, for those who avoid the others.

The tree search itself knows no such thing, so each move that is left gets a tree of its own, and
playouts go where the upper confidence bound is highest. Importing this module loads, or compiles,
the kernels of the search.
"""

import math
from typing import Any

from gtpengine.board.colours import BLACK
from gtpengine.board.position import Position
from gtpengine.search.montecarlo.findings import Findings, MoveFinding
from gtpengine.search.montecarlo.search import TreeSearch
from gtpengine.search.montecarlo.settings import SearchSettings

MOST_MOVES = 12  # the likeliest of those that are left
_BATCH = 32  # playouts between two decisions where to go on
_FIRST_LOOK = 64  # playouts that order the moves
_EXPLORATION = 0.5
_SETTINGS = SearchSettings(nodes=100_000)


class RestrictedSearch:
    """Searches the moves of a position that are not in `hidden`."""

    def __init__(self, position: Position, hidden: frozenset[int], seed: int) -> None:
        self._position = position.copy()
        self.hidden = hidden
        whole = TreeSearch(position, settings=_SETTINGS, seed=seed)
        whole.run(None, _FIRST_LOOK)
        self._whole = whole.findings()
        left = [move for move in self._whole.moves if move.point not in hidden]
        self._priors = {move.point: move.prior for move in left}
        self._trees: dict[int, TreeSearch] = {}
        self._known: dict[int, Findings] = {}
        for move in left[:MOST_MOVES]:
            after = position.copy()
            after.play(position.to_move, move.point)
            self._trees[move.point] = TreeSearch(after, settings=_SETTINGS, seed=seed)

    @property
    def is_empty(self) -> bool:
        """Whether no move is left."""
        return not self._trees

    def follow(self, position: Position) -> bool:
        """Tell whether this is the search of that very position."""
        ours = self._position
        return (ours.moves, ours.hash, ours.to_move, ours.komi, ours.rules) == (
            *(position.moves, position.hash, position.to_move, position.komi, position.rules),
        )

    def run(self, flag: Any = None, playouts: int | None = None, threads: int = 1) -> int:
        """Search until the flag is raised or so many playouts are made; return how many were.

        Pre: a flag or a number is given.
        """
        done = 0
        while self._trees and (playouts is None or done < playouts):
            if flag is not None and flag[0]:
                break
            point = max(self._trees, key=self._bound)
            batch = _BATCH if playouts is None else min(_BATCH, playouts - done)
            done += self._trees[point].run(flag, batch, threads)
            self._known[point] = self._trees[point].findings()
        return done

    def findings(self) -> Findings:
        """Return what is known now, in the form of a search of all moves."""
        whole = self._whole
        moves = [self._move(point, found) for point, found in self._known.items()]
        if not moves:
            return whole
        moves.sort(key=lambda move: (-move.visits, -move.prior, move.point))
        best = moves[0]
        sign = 1 if self._position.to_move == BLACK else -1
        answer = self._known[best.point]
        rest = [move for move in whole.moves if move.point not in self._known]
        untried = [
            MoveFinding(
                move.point, 0, best.win_rate, best.score, best.value, move.prior, (move.point,)
            )
            for move in rest
        ]
        return Findings(
            self._position.to_move,
            (*moves, *untried),
            sum(move.visits for move in moves),
            best.win_rate,
            sign * best.score,
            answer.score_stdev,
            answer.ownership,
            sum(found.nodes for found in self._known.values()),
            any(found.full for found in self._known.values()),
        )

    def line_visits(self, findings: Findings) -> dict[int, tuple[int, ...]]:
        """Return by move the visits along its variation, as far as they are known: two moves."""
        found: dict[int, tuple[int, ...]] = {}
        for point, after in self._known.items():
            answer = after.moves[0].visits if after.moves else 0
            found[point] = (after.playouts, answer)
        return found

    def _move(self, point: int, found: Findings) -> MoveFinding:
        sign = 1 if self._position.to_move == BLACK else -1
        answer = found.moves[0].variation if found.moves and found.moves[0].visits else ()
        rate = 1.0 - found.win_rate
        return MoveFinding(
            point,
            found.playouts,
            rate,
            sign * found.score,
            rate,
            self._priors[point],
            (point, *answer),
        )

    def _bound(self, point: int) -> float:
        found = self._known.get(point)
        if found is None or not found.playouts:
            return 2.0 + self._priors[point]
        total = sum(each.playouts for each in self._known.values())
        spread = math.sqrt(math.log(total + 1) / found.playouts)
        return 1.0 - found.win_rate + _EXPLORATION * spread
