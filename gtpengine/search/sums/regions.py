"""Sums of regions of a board: from stones to a proved move."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gtpengine.board.colours import BLACK, EMPTY
from gtpengine.board.points import NO_POINT, PASS
from gtpengine.board.rules import Scoring
from gtpengine.localgame.graph import LocalGraph, expand
from gtpengine.localgame.key import Placement, RegionKey, place
from gtpengine.partition.region import Region
from gtpengine.search.sums.kernels.prove import TEMPO
from gtpengine.search.sums.result import PASS as PASS_MOVE
from gtpengine.search.sums.result import SumResult
from gtpengine.search.sums.solver import SumSolver, Term
from gtpengine.search.sums.summand import Summand, summand_of_graph
from gtpengine.search.sums.threats import ko_matters
from gtpengine.search.tds.budget import Budget


@dataclass(frozen=True)
class RegionsResult:
    """A sum's result in points of the board.

    Attributes:
        points: the proved best moves, PASS among them if passing is as good.
        result: score and bounds; the score counts the regions alone, by area or, if asked for, by
            territory: then as what the rest of the game adds.
    """

    points: tuple[int, ...]
    result: SumResult


class RegionSums:
    """Solves sums of exact regions; graphs and results are kept from one call to the next.

    `graph_of` supplies complete graphs, from a cache if there is one.
    """

    def __init__(
        self,
        graph_of: Callable[[RegionKey], LocalGraph] = expand,
        scoring: Scoring = Scoring.AREA,
        rule: int = TEMPO,
    ) -> None:
        self._graph_of = graph_of
        self._tax = 0 if scoring is Scoring.AREA else 1
        self.solver = SumSolver(rule)
        self._summands: dict[tuple[RegionKey, bool], Summand] = {}

    def solve(
        self,
        regions: Iterable[Region],
        colour: int,
        budget: Budget | None = None,
        *,
        all_moves: bool = False,
        passed: bool = False,
    ) -> RegionsResult:
        """Return what the regions are worth together with `colour` to move, and where to play.

        Raises:
            Incomplete: a region is too large for a complete graph.
        """
        placements, terms = self.terms(regions)
        side = 0 if colour == BLACK else 1
        result = self.solver.solve(terms, side, budget, all_moves=all_moves, passed=passed)
        points = tuple(
            PASS if move == PASS_MOVE else placements[move.summand].points[move.move]
            for move in result.moves
        )
        return RegionsResult(points, result)

    def ko_matters(self, regions: Iterable[Region], colour: int, budget: Budget) -> bool:
        """Tell whether the score with `colour` to move hangs on who has more ko threats."""
        _, terms = self.terms(regions)
        return ko_matters(self.solver, terms, 0 if colour == BLACK else 1, budget)

    def terms(self, regions: Iterable[Region]) -> tuple[list[Placement], list[Term]]:
        """Return how the regions lie on the board, and the summands that they are."""
        placements, terms = [], []
        for region in regions:
            placement = place(region)
            placements.append(placement)
            terms.append(self._term(region, placement))
        return placements, terms

    def _term(self, region: Region, placement: Placement) -> Term:
        name = (placement.key, placement.swapped)
        summand = self._summands.get(name)
        if summand is None:
            graph = self._graph_of(placement.key)
            summand = summand_of_graph(graph, swapped=placement.swapped, tax=self._tax)
            self._summands[name] = summand
        node = 0
        if region.ko_point != NO_POINT and region.ko_colour != EMPTY:
            side = 0 if region.ko_colour == BLACK else 1
            ban = (0, placement.bit_of(region.ko_point), side)
            node = summand.banned.get(ban, 0)
        return Term(name, summand, node)
