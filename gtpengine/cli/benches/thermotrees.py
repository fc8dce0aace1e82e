"""How well regions are estimated beside coupons and by thermograph trees, at equal CPU time.

The regions are those of the heuristic partition some moves before the end of professional games, 8
to 14 empty points, and enclosed ones from the generator, 12 or 13, if the solver knows the exact
value within their border; numbers and dame are left out. Compared are, by area scoring, mean and
temperature with the exact ones, and the best moves with those that no other one beats at the
region's temperature. The ways:

- coupons: searches beside coupons, nothing settled; the playouts that the estimator takes in 1 s;
- coupons, border stands: the same with the region's border standing still;
- coupons, border stands, longer: the same with as much CPU time as a tree has;
- tree without verdicts: a thermograph tree that solves nothing;
- tree: with exact values of positions of few empty points, always fewer than the region has.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.position import Position
from gtpengine.cli.benches.candidates import cases_of
from gtpengine.cli.gameregions import GAMES, game_regions
from gtpengine.engine.estimator import PLAYOUTS_PER_SECOND
from gtpengine.localgame.cache import GraphCache
from gtpengine.localgame.generator import CannotGenerate, generate_region
from gtpengine.localgame.graph import Limits
from gtpengine.localgame.solution import Scoring, Solution
from gtpengine.localgame.solver import Solver
from gtpengine.partition.bits import bits_of
from gtpengine.partition.region import Region
from gtpengine.search.montecarlo.settings import SearchSettings
from gtpengine.search.montecarlo.temperature import estimate
from gtpengine.search.montecarlo.thermotree import VERDICT_LIMITS, ThermoSettings, ThermoTree

EVERY = 15  # game of the folder, from the first
BEFORE_END = (70, 50, 30)
LEAST, MOST = 8, 14  # empty points
SIZES = (12, 13)  # empty points of generated regions
SEEDS = 6  # regions of each of these sizes
LOOSE = 2  # stones in them at most
LIMITS = Limits(nodes=1_500_000, seconds=20.0)
SECONDS = 0.1  # CPU time of a tree, and of the longer search beside coupons
_PILOT = 4000  # playouts that tell how many fit into it
_VISITS = 5  # of a tree between two looks at the clock
_SETTINGS = SearchSettings(nodes=300_000)


@dataclass(frozen=True)
class Solved:
    """A region and its exact value within its border, by area scoring."""

    position: Position
    region: Region
    mean: float
    temperature: float
    best: dict[int, frozenset[int]]  # by colour, where it has a best move


@dataclass(frozen=True)
class Guess:
    """What one way says of a region, and the CPU seconds it took."""

    mean: float
    temperature: float
    moves: dict[int, int]
    seconds: float


Way = Callable[[Solved], Guess]


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return the errors of all ways on generated regions and on those of the shared games."""
    found = {"generated": _compared(list(_generated(say)), say)}
    if GAMES.is_dir():
        found["games"] = _compared(list(_played(say)), say)
    else:
        found["games"] = {"skipped": "no shared game records"}
    return found


def _compared(regions: list[Solved], say: Callable[[str], None]) -> dict[str, Any]:
    """Return the errors of all ways on these regions."""
    verdicts = Solver(VERDICT_LIMITS, GraphCache(max_bytes=1 << 26))
    quick = PLAYOUTS_PER_SECOND
    ways: dict[str, Way] = {
        "coupons": lambda one: by_coupons(one, quick, stands=False),
        "coupons, border stands": lambda one: by_coupons(one, quick),
        "coupons, border stands, longer": by_coupons_in_time,
        "tree without verdicts": lambda one: by_tree(one, None),
        "tree": lambda one: by_tree(one, verdicts),
    }
    found: dict[str, Any] = {"regions": len(regions)}
    for name, way in ways.items():
        say(name)
        found[name] = figures(regions, [way(one) for one in regions])
    return found


def figures(regions: list[Solved], guesses: list[Guess]) -> dict[str, float]:
    """Return the mean absolute errors, the share of best moves found and the seconds."""
    pairs = list(zip(regions, guesses, strict=True))
    hits = [
        guess.moves[colour] in best for one, guess in pairs for colour, best in one.best.items()
    ]
    return {
        "mean, error": statistics.fmean(abs(guess.mean - one.mean) for one, guess in pairs),
        "temperature, error": statistics.fmean(
            abs(guess.temperature - one.temperature) for one, guess in pairs
        ),
        "temperature, bias": statistics.fmean(
            guess.temperature - one.temperature for one, guess in pairs
        ),
        "best moves found": statistics.fmean(hits),
        "CPU seconds": statistics.fmean(guess.seconds for guess in guesses),
    }


def solved_of(position: Position, region: Region, solution: Solution) -> Solved | None:
    """Return the region with its exact value; None if it is none that counts."""
    best = {case.colour: case.best for case in cases_of(position, region, solution)}
    if not best:
        return None
    value = solution.value(scoring=Scoring.AREA)
    return Solved(position, region, float(value.mean), float(value.temperature), best)


def by_coupons(one: Solved, playouts: int, *, stands: bool = True) -> Guess:
    """Return what searches beside coupons say."""
    started = time.process_time()
    found = estimate(
        one.position,
        bits_of(one.region.points),
        playouts=playouts,
        settings=_SETTINGS,
        settled=dict(one.region.border) if stands else None,
    )
    moves = {BLACK: found.black_move, WHITE: found.white_move}
    return Guess(found.mean, found.temperature, moves, time.process_time() - started)


def by_coupons_in_time(one: Solved) -> Guess:
    """Return the same with about as much time as a tree has."""
    pilot = by_coupons(one, _PILOT)
    return by_coupons(one, max(_PILOT, int(_PILOT * SECONDS / pilot.seconds)))


def by_tree(one: Solved, verdicts: Solver | None) -> Guess:
    """Return what a thermograph tree says, without verdicts if nobody gives them."""
    started = time.process_time()
    most = min(ThermoSettings.verdict_empty, len(one.region.empty) - 2)
    settings = ThermoSettings(verdict_empty=-1 if verdicts is None else most)
    tree = ThermoTree(one.position, one.region, settings, verdicts)
    while time.process_time() - started < SECONDS:
        tree.run(None, _VISITS)
    found = tree.findings()
    return Guess(found.mean, found.temperature, found.moves, time.process_time() - started)


def _generated(say: Callable[[str], None]) -> Iterator[Solved]:
    """Yield generated regions that are nearly as large as can be solved."""
    solver = Solver(LIMITS, GraphCache(max_bytes=1 << 27))
    for size in SIZES:
        for seed in range(SEEDS):
            try:
                enclosed = generate_region(seed, size, LOOSE)
            except CannotGenerate:
                continue
            region = enclosed.regions[0]
            found = solved_of(enclosed.position, region, solver.solve(region))
            if found is not None:
                yield found
        say(f"generated regions of {size} points")


def _played(say: Callable[[str], None]) -> Iterator[Solved]:
    """Yield the regions of the games, equal ones of one game once."""
    solver = Solver(LIMITS, GraphCache(max_bytes=1 << 27))
    for position, region in game_regions(EVERY, BEFORE_END, range(LEAST, MOST + 1), say):
        found = solved_of(position, region, solver.solve(region))
        if found is not None:
            yield found
