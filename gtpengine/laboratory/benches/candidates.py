"""How often the best move of a region is among the first ones that an order of its moves has.

The regions are solved: enclosed ones from the generator, and those of the heuristic partition some
moves before the end of professional games. Best are all moves of a colour that no other one beats
at the region's own temperature. A case is a region and a colour; equal regions of one game count
once. Regions that are numbers or dame are left out. The orders know no last move:

- searched: learned priors as the tree search of a region sees them, all outside it being edge;
- priors: the same on the whole board;
- candidates: `gtpengine.laboratory.namedmoves.candidates`, with the region's border as land;
- chance: any order, by counting.

The factors of the candidates were fitted to the other two thirds of the games.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

from gtpengine.board.colours import BLACK, WHITE, colour_name
from gtpengine.board.points import column_of, point_at, row_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.vector import Vector, vector_of
from gtpengine.evaluation.frozen import frozen_vector
from gtpengine.laboratory.gameregions import game_regions
from gtpengine.laboratory.namedmoves.candidates import candidates
from gtpengine.laboratory.namedmoves.priors import move_strengths
from gtpengine.laboratory.namedmoves.proposals import Reason, proposals, words
from gtpengine.laboratory.shared import PROFESSIONAL
from gtpengine.localgame.cache import GraphCache
from gtpengine.localgame.generator import CannotGenerate, Recipe, generate
from gtpengine.localgame.graph import Limits
from gtpengine.localgame.solution import LocalKind, Solution
from gtpengine.localgame.solver import Solver
from gtpengine.partition.region import Region

EVERY = 3  # game of the folder, from the first
BEFORE_END = (60, 40, 20)
SIZES = range(4, 14)  # empty points of generated regions
SEEDS = 20  # regions of each of these sizes, with 0, 1 or 2 loose stones
LEAST, LARGE, MOST = 4, 9, 15  # empty points: of a case, of one where 8 are not nearly all, at most
TOPS = (1, 3, 8)
LIMITS = Limits(nodes=300_000, seconds=30.0)
MISSES = 8  # pictures of large regions whose best move is not among the first 3

_CLASSES = {"9-10": range(9, 11), "11-12": range(11, 13), "13+": range(13, MOST + 1)}
_KINDS = {
    LocalKind.GOTE: "gote",
    LocalKind.BLACK_SENTE: "sente",
    LocalKind.WHITE_SENTE: "sente",
    LocalKind.KO: "ko",
    LocalKind.HYPERACTIVE_KO: "ko",
}


@dataclass(frozen=True)
class Case:
    """A colour in a solved region."""

    position: Position
    region: Region
    colour: int
    kind: str
    best: frozenset[int]

    @property
    def size(self) -> int:
        """The empty points."""
        return len(self.region.empty)

    @cached_property
    def ranks(self) -> dict[str, int]:
        """By order: the place of the first best move, 0 being the first; MOST where it has none."""
        return {
            name: next((place for place, point in enumerate(moves) if point in self.best), MOST)
            for name, moves in self.orders.items()
        }

    @cached_property
    def orders(self) -> dict[str, list[int]]:
        """By name: the legal moves of the region, best first."""
        frozen = frozen_vector(self.position, allowed=self.region.points)
        land = dict(self.region.border)
        listed = candidates(self.position, self.region.points, self.colour, None, land=land)
        return {
            "searched": self._by_priors(frozen),
            "priors": self._by_priors(vector_of(self.position)),
            "candidates": [one.point for one in listed],
        }

    def _by_priors(self, board: Vector) -> list[int]:
        strengths = move_strengths(board, self.colour)
        moves = [point for point in self.region.empty if strengths[point] > 0]
        return sorted(moves, key=lambda point: (-strengths[point], point))

    def by_chance(self, top: int) -> float:
        """Return how likely a best move is among the first `top` of a random order."""
        few = min(top, self.size)
        return 1.0 - comb(self.size - len(self.best), few) / comb(self.size, few)


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return recall and misses for the generated regions and those of the shared games."""
    figures: dict[str, Any] = {"generated": _figures(list(_generated(say)))}
    if PROFESSIONAL.is_dir():
        figures["games"] = _figures(list(_played(say)))
    else:
        figures["games"] = {"skipped": "no shared game records"}
    return figures


def cases_of(position: Position, region: Region, solution: Solution) -> Iterator[Case]:
    """Yield a case for each colour that has a best move, if the region is one that counts."""
    if not solution.is_solved or solution.kind not in _KINDS:
        return
    heat = solution.value().temperature
    for colour in (BLACK, WHITE):
        best = frozenset(
            move.point
            for move in solution.best_moves(colour)
            if any(low <= heat and (high is None or heat <= high) for low, high in move.ranges)
        )
        if best:
            yield Case(position, region, colour, _KINDS[solution.kind], best)


def _generated(say: Callable[[str], None]) -> Iterator[Case]:
    """Yield the cases of generated regions."""
    solver = Solver(LIMITS, GraphCache(max_bytes=1 << 27))
    for size in SIZES:
        for seed in range(SEEDS):
            try:
                enclosed = generate(seed, Recipe((size,), loose=seed % 3))
            except CannotGenerate:
                continue
            region = enclosed.regions[0]
            yield from cases_of(enclosed.position, region, solver.solve(region))
        say(f"generated regions of {size} points")


def _played(say: Callable[[str], None]) -> Iterator[Case]:
    """Yield the cases of the games."""
    solver = Solver(LIMITS, GraphCache(max_bytes=1 << 27))
    for position, region in game_regions(EVERY, BEFORE_END, range(LEAST, MOST + 1), say):
        yield from cases_of(position, region, solver.solve(region))


def _figures(cases: list[Case]) -> dict[str, Any]:
    """Return the recall by size and by kind, which names best moves have, and some misses."""
    large = [case for case in cases if case.size >= LARGE]
    chosen = {
        f"from {LEAST} points": cases,
        f"from {LARGE} points": large,
        **{
            f"{name} points": [case for case in cases if case.size in sizes]
            for name, sizes in _CLASSES.items()
        },
        **{
            f"{kind}, from {LARGE} points": [case for case in large if case.kind == kind]
            for kind in dict.fromkeys(_KINDS.values())
        },
    }
    missed = [case for case in large if case.ranks["candidates"] >= TOPS[1]]
    return {
        **{name: _recall(some) for name, some in chosen.items() if some},
        "moves by name": _names(cases),
        "misses": {
            f"{number}. {_title(case)}": "\n" + picture(case)
            for number, case in enumerate(missed[:: max(1, len(missed) // MISSES)][:MISSES], 1)
        },
    }


def _recall(cases: list[Case]) -> dict[str, Any]:
    """Return the number of cases and, for each order, how often the first few hold a best move."""
    found: dict[str, Any] = {"cases": len(cases)}
    for top in TOPS:
        for order in cases[0].ranks:
            hits = sum(case.ranks[order] < top for case in cases)
            found[f"top {top}, {order}"] = hits / len(cases)
        found[f"top {top}, chance"] = sum(case.by_chance(top) for case in cases) / len(cases)
    return found


def _names(cases: list[Case]) -> dict[str, dict[str, int]]:
    """Return for each name how many legal moves have it and how many of them are best."""
    found = {reason.value: {"moves": 0, "best": 0} for reason in Reason if reason != Reason.LINE}
    found[words(())] = {"moves": 0, "best": 0}
    for case in cases:
        land = dict(case.region.border)
        for move in proposals(case.position, case.region.points, case.colour, land):
            for name in [reason.value for reason in move.reasons] or [words(())]:
                found[name]["moves"] += 1
                found[name]["best"] += move.point in case.best
    return found


def _title(case: Case) -> str:
    best = " ".join(vertex_of(point) for point in sorted(case.best))
    return (
        f"{colour_name(case.colour)}, {case.kind}: {best} at place {case.ranks['candidates'] + 1}"
    )


def picture(case: Case) -> str:
    """Return the region and its surroundings: `*` is best, 1 to 3 are the first candidates.

    Small letters are unsafe stones of the region, `-` are empty points outside it.
    """
    marks = {point: str(place) for place, point in enumerate(case.orders["candidates"][:3], 1)}
    marks |= dict.fromkeys(case.best, "*")
    rows = [row_of(point) for point in case.region.points]
    columns = [column_of(point) for point in case.region.points]
    lines = []
    for row in range(min(case.position.height, max(rows) + 1), max(1, min(rows) - 1) - 1, -1):
        line = []
        for column in range(
            max(1, min(columns) - 1), min(case.position.width, max(columns) + 1) + 1
        ):
            point = point_at(row, column)
            inside = point in case.region.points
            sign = (".xo" if inside else "-XO")[case.position.colour_at(point)]
            line.append(marks.get(point, sign))
        lines.append(" ".join(line))
    return "\n".join(lines)
