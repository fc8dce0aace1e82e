"""What places are worth that somebody asked for: reports of regions within given masks."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.localgame.borders import Border, try_border
from gtpengine.localgame.claims import ClaimSearch
from gtpengine.localgame.graph import Limits, Status
from gtpengine.localgame.proving import ProvingSolver
from gtpengine.localgame.solution import LocalKind, LocalValue, NotSolved, Solution
from gtpengine.localgame.solver import Solver
from gtpengine.localgame.values import Rules
from gtpengine.model.estimates import estimate_of
from gtpengine.model.reports import in_scoring
from gtpengine.model.survey import RegionReport, Survey, trivial_bounds
from gtpengine.partition.partition import Partition
from gtpengine.partition.place import BadPlace, Place, Walls
from gtpengine.report.language import say
from gtpengine.report.localline import region_move
from gtpengine.report.regionwords import name_of, points_text
from gtpengine.report.words import mixed
from gtpengine.search.tds.anytime import RegionSearch
from gtpengine.search.tds.bounds import claimed_interval, interval_between
from gtpengine.search.tds.budget import Budget
from gtpengine.values.loopy.rules import Komaster

FIRST_SHARE: Final = 0.6  # of the time, for the place itself; the rest is for its border
CLAIMS_SHARE: Final = 0.75  # of that rest, where the place is not solved; then comes a guess
_NODES: Final = 16_000_000
_BYTES: Final = 2e9  # of a proof
MOST_PLACES: Final = 100  # asked for together
_TOO_LARGE: Final = "name a smaller place: one of at most some 30 empty points can be looked into"
_LEAST_SECONDS: Final = 0.01  # for one of many, however late it is
_BOTH: Final = (BLACK, WHITE)
_SENTE: Final = {LocalKind.BLACK_SENTE: BLACK, LocalKind.WHITE_SENTE: WHITE}
_KOS: Final = (LocalKind.KO, LocalKind.HYPERACTIVE_KO)


@dataclass(frozen=True)
class PlaceReport:
    """A place, the report of its region, and what became of its border when it was tried.

    Where the border does not hold, `report` is that of the grown region, which counts; but where
    walls without a gap are taken as alive, they are.
    """

    place: Place
    report: RegionReport
    border: Border

    @property
    def book(self) -> str:
        """The value as endgame books say it; empty where there is nothing to say."""
        value = self.report.value
        return "" if value is None else book_words(value, self.report.kind)


def book_words(value: LocalValue, kind: LocalKind) -> str:
    """Return a value as endgame books say it: deiri and miai value; empty where nothing is."""
    gain = value.temperature - (1 if value.scoring is Scoring.AREA else 0)
    if gain <= 0:
        return ""
    if kind in _SENTE:
        player = _SENTE[kind]
        return say(
            "{gain} in sente for {who}; in reverse sente for {rival}, as large as a gote of "
            "{double} (miai value {miai})",
            gain=points_text(gain),
            who=name_of(player),
            rival=name_of(opponent(player)),
            double=points_text(2 * gain),
            miai=mixed(gain),
        )
    if kind in _KOS and value.temperature.denominator % 3 == 0:
        return say(
            "a ko over {points}, a third of it a move (miai value {miai})",
            points=points_text(3 * gain),
            miai=mixed(gain),
        )
    return say(
        "{points} in gote (miai value {miai})", points=points_text(2 * gain), miai=mixed(gain)
    )


def study(
    position: Position,
    places: Sequence[Place],
    seconds: float,
    solver: Solver | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> list[PlaceReport]:
    """Return what each place is worth; a place that does not fit into its time keeps bounds.

    Raises:
        BadPlace: there are too many places.
    """
    if len(places) > MOST_PLACES:
        raise BadPlace(f"{len(places)} places: at most {MOST_PLACES} at a time")
    solver = solver or ProvingSolver()
    end = clock() + seconds
    return [
        _studied(position, place, (end - clock()) / (len(places) - number), solver)
        for number, place in enumerate(places)
    ]


def as_survey(position: Position, reports: Sequence[PlaceReport]) -> Survey:
    """Return the places as a survey without settled land, for whatever shows surveys."""
    partition = Partition(
        position.width,
        position.height,
        tuple(each.report.region for each in reports),
        (0, 0, 0),
        (0, 0, 0),
    )
    scoring = position.rules.scoring
    return Survey(position, scoring, partition, [r.report for r in reports], Fraction(0))


def alternatives(report: RegionReport, colour: int) -> list[tuple[int, Fraction]]:
    """Return the moves of a colour whose worth is known, with what they lose at the temperature."""
    solution, value = report.solution, report.value
    if solution is None or value is None:
        return []
    shift = 1 if value.scoring is Scoring.TERRITORY else 0
    t = max(value.temperature + shift, Fraction(0))
    values = solution.solved.values(Rules.NOBODY)
    side = solution.placement.side(colour)
    worth = {
        solution.placement.points[edge.bit]: line.value_at(t) * (1 - 2 * side)
        for edge in solution.graph.options(0, side)
        if (line := values.after(0, side, edge)) is not None
    }
    best = max(worth.values(), default=Fraction(0))
    return sorted(
        ((point, best - value) for point, value in worth.items()),
        key=lambda pair: (pair[1], pair[0]),
    )


def _studied(position: Position, place: Place, seconds: float, solver: Solver) -> PlaceReport:
    scoring = position.rules.scoring
    limits = Limits(_NODES, max(FIRST_SHARE * seconds, _LEAST_SECONDS), _BYTES)
    solution = solver.solve(place.region, limits)
    remarks = place.remarks
    if not solution.is_solved:
        bounded = _bounded(position, solution, remarks, (1 - FIRST_SHARE) * seconds)
        return PlaceReport(place, bounded, Border.UNKNOWN)
    value = solution.value(scoring=scoring)
    rest = Limits(_NODES, max((1 - FIRST_SHARE) * seconds, _LEAST_SECONDS), _BYTES)
    tried = try_border(position, place, value, solver, rest)
    assumed = place.walls is Walls.ALIVE and not place.cut and not tried.holds
    border = Border.ASSUMED if assumed else tried.border
    own = replace(solved_report(solution, value, list(remarks)), border=border)
    if tried.border is not Border.CHANGES or tried.grown is None or tried.value is None:
        if tried.border is not Border.PROVED:
            own.remarks.append(tried.border.value)
        return PlaceReport(place, own, border)
    heats = points_text(value.temperature), points_text(tried.value.temperature)
    if assumed:
        own.remarks.append(
            say(
                "if the walls are not alive, a move gains {gain} with a ring of land around the "
                "place: count {count}, land of the ring included",
                gain=heats[1],
                count=mixed(tried.value.mean),
            )
        )
        return PlaceReport(place, own, border)
    assert tried.solution is not None
    if value.temperature == tried.value.temperature:
        words = say(
            "within the border asked for the count would be {inner}; with a ring of land around it "
            "{outer}, {land} of it the ring's if its stones live: the larger place counts",
            inner=mixed(value.mean),
            outer=mixed(tried.value.mean),
            land=mixed(Fraction(tried.land)),
        )
    else:
        words = say(
            "within the border asked for a move would gain {inner}; with a ring of land around it "
            "{outer}, which counts",
            inner=heats[0],
            outer=heats[1],
        )
    grown = solved_report(tried.solution, tried.value, [*tried.grown.remarks, words])
    return PlaceReport(tried.grown, replace(grown, border=tried.border), tried.border)


def solved_report(solution: Solution, value: LocalValue, remarks: list[str]) -> RegionReport:
    """Return the report of a solved region."""
    return RegionReport(
        solution.region,
        value,
        (value.mean, value.mean),
        (value.temperature, value.temperature),
        solution.exact,
        solution.kind,
        {colour: region_move(solution, colour, value) for colour in _BOTH},
        _komasters(solution, value.scoring),
        remarks,
        solution=solution,
    )


def _bounded(
    position: Position, solution: Solution, remarks: list[str], seconds: float
) -> RegionReport:
    """Return the report of a place that is not solved: what is proved of it, and a guess.

    For most of so many seconds it is looked at what players get who answer where it pays; then
    temperature discovery search guesses.
    """
    region = solution.region
    scoring = position.rules.scoring
    unknown = RegionReport(
        region, None, trivial_bounds(region, scoring), None, False, LocalKind.UNKNOWN,
        dict.fromkeys(_BOTH), {}, [*remarks, solution.status.value],
    )  # fmt: skip
    if not solution.graph.nodes:
        return replace(unknown, remarks=[*unknown.remarks, _TOO_LARGE])
    live = sum(bits.bit_count() for bits in solution.graph.sets(0)[:3])
    proved = interval_between(solution.solved.values(Rules.NOBODY), live)
    claims = ClaimSearch(solution.placement.key)
    claims.run(CLAIMS_SHARE * seconds)
    proved = proved.narrowed(claimed_interval(claims))
    if solution.placement.swapped:
        proved = proved._replace(mean_lower=-proved.mean_upper, mean_upper=-proved.mean_lower)
    # Where it was not time that lacked.
    ended = [solution.status.value] if solution.status is not Status.TIME_LIMIT else []
    rest = Budget.for_seconds((1 - CLAIMS_SHARE) * seconds, pool_nodes=_NODES)
    found = RegionSearch(region).run(rest)
    proved = proved.narrowed(found.interval)
    likely = found.within(proved)
    stones, tax = in_scoring(region, position)
    guess = estimate_of(likely, region, position)
    return replace(
        unknown,
        mean=(proved.mean_lower - stones, proved.mean_upper - stones),
        temperature=(proved.temperature_lower - tax, proved.temperature_upper - tax),
        estimate=guess,
        moves=guess.moves,
        remarks=[*remarks, *ended, "not solved in time: bounds are proved"],
    )


def _komasters(solution: Solution, scoring: Scoring) -> dict[int, LocalValue]:
    if solution.kind not in _KOS:
        return {}
    try:
        return {
            BLACK: solution.value(Komaster.BLACK, scoring),
            WHITE: solution.value(Komaster.WHITE, scoring),
        }
    except NotSolved:
        return {}
