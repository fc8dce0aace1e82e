"""Generalized thermography: the thermographs of all positions of a game graph with kos.

`analyse` takes a graph, a komaster and a floor and returns an `Analysis`, which answers for every
node: its thermograph, its bounds, who should play what at which temperature. A position whose value
hangs on a loop that the ko rules do not settle (double ko seki, triple ko, an eternal loop) raises
`UnresolvedLoop`, which names the loop; its bounds can still be asked for.

The work is done in scaled integers and in three steps: loops of one player are unrolled; play in
which everything may be taken back, lost by the player who would need it to go on for ever, gives
bounds from both sides, and where these agree loops do not matter and are gone; the rest is the
komaster game (see rules.py).
"""

from fractions import Fraction

from gtpengine.errors import BadInput, EngineError
from gtpengine.values.graph import GameGraph, Option
from gtpengine.values.loopy.result import BestMove, Bounds, Kind, LoopyThermograph, kind_of
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.loopy.run import BOTTOM, Run, Runs
from gtpengine.values.trajectory import Rational, Trajectory, where_at_least


class UnresolvedLoop(EngineError):
    """A position has no thermograph because the ko rules leave a loop undecided.

    `nodes` are the positions of such loops, as indices of the graph that was analysed; `bounds` is
    what is known of the position all the same.
    """

    def __init__(self, text: str, nodes: tuple[int, ...], bounds: Bounds) -> None:
        super().__init__(text)
        self.nodes = nodes
        self.bounds = bounds


def analyse(
    graph: GameGraph,
    komaster: Komaster,
    floor: Rational = 0,
    *,
    drop: Rational | None = 0,
    bounds_first: bool = True,
) -> "Analysis":
    """Return the thermographs of all nodes of `graph` for temperatures from `floor` upward.

    Args:
        graph: any game graph, with or without loops.
        komaster: who wins kos; NONE is an environment without ko threats.
        floor: 0 for territory, -1 to see numbers as games.
        drop: how far komaster's threats let the temperature fall before she has to win a ko; None
            is a komonster, who can wait until the floor.
        bounds_first: whether loops that do not matter are removed before the komaster rules apply.
            The rules alone, without this, punish komaster for ko captures that nobody would answer.

    Raises:
        BadInput: a floor below -1, or a drop below 0 or without a komaster.
        TooManyLoops: hundreds of positions in which one player can circle alone.
    """
    if floor < BOTTOM:
        raise BadInput(f"the floor {floor} is below -1")
    if drop is not None and drop < 0:
        raise BadInput(f"the temperature cannot fall by {drop}")
    if drop != 0 and komaster is Komaster.NONE:
        raise BadInput("only a komaster can let the temperature fall")
    exact_drop = None if drop is None else Fraction(drop)
    return Analysis(graph, komaster, Fraction(floor), exact_drop, bounds_first)


def both_komasters(graph: GameGraph, floor: Rational = 0) -> tuple["Analysis", "Analysis"]:
    """Return the analyses with Black and with White as komaster."""
    return analyse(graph, Komaster.BLACK, floor), analyse(graph, Komaster.WHITE, floor)


def ko_kind(graph: GameGraph) -> Kind:
    """Return whether the root is placid or hyperactive.  Raises: UnresolvedLoop."""
    black, white = both_komasters(graph)
    return kind_of(black.thermograph(), white.thermograph())


class Analysis:
    """All thermographs of one graph under one komaster; made by `analyse`.

    Nodes are indices of `graph`; a node that is not given is the root.
    """

    def __init__(
        self,
        graph: GameGraph,
        komaster: Komaster,
        floor: Fraction,
        drop: Fraction | None,
        bounds_first: bool,
    ) -> None:
        self.graph = graph
        self.komaster = komaster
        self.floor = floor
        self._runs = Runs(graph, komaster, floor, drop, bounds_first=bounds_first)

    def thermograph(self, node: int | None = None) -> LoopyThermograph:
        """Return the thermograph of `node`.

        Raises:
            UnresolvedLoop: its value hangs on a loop that the rules leave undecided.
        """
        node, run = self._place(node)
        walls = run.solver.exact[node]
        if walls is None:
            raise self._refusal(node)
        assert walls.left is not None
        assert walls.right is not None
        left, right = run.scaffolds(node)
        return LoopyThermograph(
            node,
            self.graph.label(node),
            self.komaster,
            run.shown(walls.left),
            run.shown(walls.right),
            None if left is None else run.shown(left),
            None if right is None else run.shown(right),
        )

    def thermographs(self) -> list[LoopyThermograph | None]:
        """Return the thermographs of all nodes, None where `thermograph` would refuse."""
        return [
            self.thermograph(node) if self.is_resolved(node) else None
            for node in range(len(self.graph))
        ]

    def is_resolved(self, node: int | None = None) -> bool:
        """Return whether `thermograph` has an answer."""
        node, run = self._place(node)
        return run.knows(node)

    def bounds(self, node: int | None = None) -> Bounds:
        """Return bounds of the walls of `node`; they are equal where it is resolved."""
        node, run = self._place(node)
        return run.bounds(node)

    def best_moves(self, *, black: bool, node: int | None = None) -> list[BestMove]:
        """Return the moves of one player at `node`, each with where it may be played without loss.

        A move costs nothing at a temperature if its taxed scaffold is the player's wall there.
        Moves that are never best are left out.

        Raises:
            UnresolvedLoop: as `thermograph`.
        """
        graph = self.thermograph(node)
        _, run = self._place(graph.node)
        best = []
        for option, wall in run.option_scaffolds(graph.node, 0 if black else 1):
            scaffold = run.shown(wall)
            if black:
                ranges = where_at_least(scaffold, graph.left_wall)
            else:
                ranges = where_at_least(graph.right_wall, scaffold)
            if ranges:
                place = Option(self._runs.unrolled.origin[option.node], option.offset)
                best.append(BestMove(place, ranges))
        return best

    def blocked(
        self, start: int, option: Option, *, corrected: bool = False
    ) -> tuple[Trajectory, Trajectory]:
        """Return the walls of the position just after the ko capture `option` of `start`.

        The basic rule: the player who captured has to go on, the other may not take back, and
        inside a cave the mast is the capturing player's scaffold. Corrected, as the analysis
        without a komaster itself uses it: where the position is cold its mast is the plain one.

        Raises:
            BadInput: the move is no ko capture that the rules block, or a correction is asked for
                although a komaster is bound by the basic rule.
            UnresolvedLoop: as `thermograph`.
        """
        if corrected and self.komaster is not Komaster.NONE:
            raise BadInput("a komaster has to go on after a ko capture, however cold it is")
        self.thermograph(option.node)
        _, run = self._place(option.node)
        found = self.graph.nodes[start]
        for side, options in enumerate((found.left, found.right)):
            if option in options:
                walls = run.blocked(start, side, option, corrected=corrected)
                if walls is not None:
                    return run.shown(walls[0]), run.shown(walls[1])
        names = f"{self.graph.label(start)} to {self.graph.label(option.node)}"
        raise BadInput(f"the move from {names} is not a ko capture that blocks the answer")

    def unresolved_loops(self) -> list[tuple[int, ...]]:
        """Return the loops that the rules leave undecided, each as its sorted nodes."""
        return self._runs.unresolved_loops()

    @property
    def warnings(self) -> list[str]:
        """What a reader should know about loops that were removed or left undecided."""
        one_player = (tuple(part) for part in self._runs.unrolled.loops)
        found = [
            *(f"loop of one player removed: {self._names(part)}" for part in one_player),
            *(f"loop left undecided: {self._names(part)}" for part in self.unresolved_loops()),
        ]
        if self._runs.best_for(self.graph.root) is not self._runs.first:
            found.append("a loop does not settle below temperature 0: play was read from 0 upward")
        return found

    def _place(self, node: int | None) -> tuple[int, Run]:
        """Return the node asked for and the run that knows most about it."""
        node = self.graph.root if node is None else node
        return node, self._runs.best_for(node)

    def _refusal(self, node: int) -> UnresolvedLoop:
        reachable = set(self.graph.rooted_at(node).reachable())
        loops = [part for part in self.unresolved_loops() if reachable.intersection(part)]
        named = "; ".join(self._names(part) for part in loops)
        return UnresolvedLoop(
            f"the value of {self.graph.label(node)} hangs on a loop without a decision: {named}",
            tuple(sorted({each for part in loops for each in part})),
            self.bounds(node),
        )

    def _names(self, part: tuple[int, ...]) -> str:
        names = [self.graph.label(node) for node in part[:8]]
        return ", ".join(names) + (f" and {len(part) - 8} more" if len(part) > 8 else "")
