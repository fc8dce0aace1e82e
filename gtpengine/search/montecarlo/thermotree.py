"""Monte-Carlo thermograph trees: what a region too large to solve is worth, and where to play.

A node is the region after some local moves, and has moves of both colours. A leaf is a switch: how
playouts end with Black first, and with White first. Few empty points left: the exact value instead.
Walls are backed up, and the tree grows where they hang on it near the temperature of the root: a
position that is hotter than that is answered, in any other one both colours are looked at. Equal
positions are one node, so a ko leads back to where it began, and its walls settle down visit by
visit. All by area scoring; estimates all of it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import NO_POINT
from gtpengine.board.position import Position
from gtpengine.evaluation.candidates import candidates
from gtpengine.localgame.graph import Limits
from gtpengine.localgame.solution import Scoring
from gtpengine.localgame.solver import Solver
from gtpengine.partition.region import Region
from gtpengine.search.montecarlo.localboard import LocalBoard
from gtpengine.search.montecarlo.walls import STEP, Walls, heights, on_scaffolds, sketched, switch

VERDICT_LIMITS = Limits(nodes=20_000, seconds=0.05)


@dataclass(frozen=True)
class ThermoSettings:
    """How a tree is grown.

    Attributes:
        games: playouts of a new leaf for each player first.
        width: moves of each colour that a node has, the best by prior.
        exploration: weight of a move's prior, for results that spread by one point.
        flatness: exponent of the priors; less than 1 makes weak moves more likely.
        warmth: a visit looks at temperatures up to this share above or below the root's.
        verdict_empty: with no more empty points than this a position is solved; -1: never.
    """

    games: int = 64
    width: int = 8
    exploration: float = 1.0
    flatness: float = 0.5
    warmth: float = 0.5
    verdict_empty: int = 7


@dataclass(frozen=True)
class ThermoFindings:
    """What a tree says of its region, by area scoring; errors are those that can be seen in it."""

    mean: float
    mean_error: float
    temperature: float
    temperature_error: float
    moves: dict[int, int]  # by colour the best one, NO_POINT where there is none
    visits: int
    verdicts: int  # positions of the tree that are solved


@dataclass(slots=True)
class _Option:
    """A move of one colour, and the node behind it once it was visited."""

    point: int
    share: float
    visits: int = 0
    node: "_Node | None" = None


@dataclass(slots=True)
class _Node:
    """A position: what its own playouts say, and what is backed up from its options, if any."""

    key: int
    first: dict[int, float]  # by colour: Black's lead when that colour is first
    spread: float  # of single playouts
    walls: Walls
    exact: bool = False
    options: dict[int, list[_Option]] | None = None
    turns: dict[int, int] = field(default_factory=lambda: {BLACK: 0, WHITE: 0})


class ThermoTree:
    """A growing tree for one region.

    Args:
        position: the whole board; whose turn it is does not matter.
        region: its border stands still in the whole tree.
        settings: see there.
        solver: gives verdicts on small positions, and remembers them.
        seed: the same seed and number of visits give the same tree.
    """

    def __init__(
        self,
        position: Position,
        region: Region,
        settings: ThermoSettings | None = None,
        solver: Solver | None = None,
        seed: int = 1,
    ) -> None:
        self.settings = settings or ThermoSettings()
        self._position = position
        self._region = region
        self._solver = solver or Solver(VERDICT_LIMITS)
        self._board = LocalBoard(position, region, seed)
        self._grid = heights(len(region.points))
        self._random = Random(seed)
        self._nodes: dict[int, _Node] = {}
        self._verdicts = 0
        self._root = self._node()
        self._root.options = self._root_options()
        self._past: list[tuple[float, float]] = []

    def run(self, flag: Any = None, visits: int | None = None) -> int:
        """Visit leaves until the flag is raised or so many were visited; return how many were.

        Args:
            flag: a buffer of one int64, such as that of a deadline, other than 0 when it is over.
            visits: to add; None: until the flag is raised, which must be given then.
        """
        polled = np.zeros(1, np.int64) if flag is None else np.frombuffer(flag, dtype=np.int64)
        done = 0
        while not polled[0] and (visits is None or done < visits):
            self._visit()
            done += 1
        return done

    def findings(self) -> ThermoFindings:
        """Return what is known now."""
        walls = self._root.walls
        late = np.array(self._past[len(self._past) // 2 :] or [(walls.mean, walls.temperature)])
        drift = (late.max(axis=0) - late.min(axis=0)) / 2
        doubt = math.hypot(STEP / 4, *(self._noise(colour) for colour in (BLACK, WHITE))) / 2
        return ThermoFindings(
            walls.mean,
            math.hypot(float(drift[0]), doubt),
            walls.temperature,
            math.hypot(float(drift[1]), doubt),
            {colour: self._best(colour) for colour in (BLACK, WHITE)},
            len(self._past),
            self._verdicts,
        )

    def _node(self) -> _Node:
        """Return the node of the position on the board, a new leaf if it has none."""
        key = self._board.key
        node = self._nodes.get(key)
        if node is None:
            ends = {c: self._board.played_out(c, self.settings.games) for c in (BLACK, WHITE)}
            first = {colour: mean for colour, (mean, _) in ends.items()}
            spread = math.sqrt((ends[BLACK][1] + ends[WHITE][1]) / 2)
            node = _Node(key, first, spread, switch(self._grid, first[BLACK], first[WHITE]))
            self._nodes[key] = node
        return node

    def _visit(self) -> None:
        """Go down to a leaf, open or judge it, look at one move there, and back walls up."""
        span = self.settings.warmth
        heat = self._root.walls.temperature * (1 + self._random.uniform(-span, span))
        node, colour, path = self._root, self._next(self._root), [self._root]
        met = {node.key}
        while True:
            option = self._chosen(node, colour, heat)
            if option is None:
                break
            self._board.play_assuming_legal(colour, option.point)
            is_new = option.node is None
            option.node = node = option.node or self._node()
            if is_new or node.exact or node.key in met:
                break
            if node.options is None and self._is_judged(node):
                break
            path.append(node)
            met.add(node.key)
            if node.options is None:
                node.options = {c: self._options(self._board.shares(c)) for c in (BLACK, WHITE)}
            hotter = node.walls.temperature > heat
            colour = opponent(colour) if hotter else self._next(node)
        self._board.back()
        for node in reversed(path):
            self._back_up(node)
        self._past.append((self._root.walls.mean, self._root.walls.temperature))

    def _next(self, node: _Node) -> int:
        """Return the colour whose moves were looked at less often."""
        return BLACK if node.turns[BLACK] <= node.turns[WHITE] else WHITE

    def _chosen(self, node: _Node, colour: int, heat: float) -> _Option | None:
        """Return the option that promises most at that temperature, and count the visit."""
        assert node.options is not None
        height = min(round(heat / STEP), len(self._grid) - 1)
        doubt = self.settings.exploration * max(node.spread, 0.5)
        doubt *= math.sqrt(node.turns[colour] + 1)
        node.turns[colour] += 1
        found = max(
            node.options[colour],
            key=lambda option: (
                _worth(option, colour, height, node) + doubt * option.share / (1 + option.visits)
            ),
            default=None,
        )
        if found is not None:
            found.visits += 1
        return found

    def _back_up(self, node: _Node) -> None:
        """Let the walls of a node stand on what its options have now."""
        assert node.options is not None
        after = {
            colour: [option.node.walls for option in options if option.node is not None]
            for colour, options in node.options.items()
        }
        black: Any = node.first[BLACK]
        white: Any = node.first[WHITE]
        if after[BLACK]:
            black = np.max([walls.right for walls in after[BLACK]], axis=0)
        if after[WHITE]:
            white = np.min([walls.left for walls in after[WHITE]], axis=0)
        middle = (node.first[BLACK] + node.first[WHITE]) / 2
        node.walls = on_scaffolds(self._grid, black - self._grid, white + self._grid, middle)

    def _is_judged(self, node: _Node) -> bool:
        """Tell whether the position on the board is small enough to be solved; its node learns."""
        if self._board.empty > self.settings.verdict_empty:
            return False
        solution = self._solver.solve(self._board.region())
        if not solution.is_solved:
            return False
        value = solution.value(scoring=Scoring.AREA)
        node.walls = sketched(self._grid, value.left, value.right)
        node.exact = True
        self._verdicts += 1
        return True

    def _options(self, shares: Sequence[tuple[int, float]]) -> list[_Option]:
        flat = [(point, share**self.settings.flatness) for point, share in shares]
        total = sum(share for _, share in flat[: self.settings.width]) or 1.0
        return [_Option(point, share / total) for point, share in flat[: self.settings.width]]

    def _root_options(self) -> dict[int, list[_Option]]:
        """Return the candidates of both colours; that a ko may not be retaken now is no matter."""
        region, found = self._region, {}
        for colour in (BLACK, WHITE):
            listed = candidates(
                self._position, region.points, colour, None, land=dict(region.border)
            )
            shares = [
                (move.point, move.share)
                for move in listed
                if self._board.is_legal(colour, move.point)
            ]
            if colour == region.ko_colour and self._board.is_legal(colour, region.ko_point):
                shares.insert(
                    0, (region.ko_point, max((share for _, share in shares), default=1.0))
                )
            found[colour] = self._options(shares)
        return found

    def _best(self, colour: int) -> int:
        """Return the legal move that was visited most often; of equals the better one."""
        assert self._root.options is not None
        height = min(round(self._root.walls.temperature / STEP), len(self._grid) - 1)
        position = self._position
        found = max(
            (
                option
                for option in self._root.options[colour]
                if option.node is not None and position.is_legal(colour, option.point)
            ),
            key=lambda option: (option.visits, _worth(option, colour, height, self._root)),
            default=None,
        )
        return NO_POINT if found is None else found.point

    def _noise(self, colour: int) -> float:
        """Return one standard error of the leaf at the end of the most visited line of a colour."""
        node, met = self._root, set[int]()
        while node.options is not None and node.key not in met:
            met.add(node.key)
            tried = [option for option in node.options[colour] if option.node is not None]
            if not tried:
                break
            after = max(tried, key=lambda option: option.visits).node
            assert after is not None
            node, colour = after, opponent(colour)
        return 0.0 if node.exact else node.spread / math.sqrt(self.settings.games)


def _worth(option: _Option, colour: int, height: int, parent: _Node) -> float:
    """Return what a move is worth to its player, before tax; the parent's own value if untried."""
    sign = 1.0 if colour == BLACK else -1.0
    if option.node is None:
        return sign * parent.first[colour]
    walls = option.node.walls
    return sign * float((walls.right if colour == BLACK else walls.left)[height])
