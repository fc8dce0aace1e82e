"""How far values of places can be trusted: place-bars.

Three questions, each on positions of its own: how close the bounds of large regions of real games
come (`bounds`), whether values that are called solved stay when their regions are grown by one more
ring (`rings`), and whether shapes whose value is known are found on boards without a mask
(`boards`). Times are processor time.
"""

import argparse
import csv
import sys
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from statistics import median

from gtpengine.board.position import Position
from gtpengine.board.record import load_record
from gtpengine.board.rules import JAPANESE, Scoring
from gtpengine.deadline import Deadline
from gtpengine.errors import BadInput, EngineError
from gtpengine.evaluation.playouts import field
from gtpengine.laboratory.studies.shapeboards import open_board
from gtpengine.localgame.borders import SECOND, Border, try_rings
from gtpengine.localgame.claims import ClaimSearch
from gtpengine.localgame.graph import Limits
from gtpengine.localgame.key import MAX_BITS
from gtpengine.localgame.key import place as key_of
from gtpengine.localgame.proof import Prover
from gtpengine.localgame.proving import ProvingSolver
from gtpengine.model.survey import RegionReport
from gtpengine.partition.heuristic import heuristic_partition
from gtpengine.partition.place import place_of
from gtpengine.partition.region import Region
from gtpengine.report.analysis import analyse
from gtpengine.report.place import CLAIMS_SHARE, FIRST_SHARE
from gtpengine.report.shapes import Shape, load_shapes
from gtpengine.search.tds.bounds import claimed_interval, interval_between

GAMES = Path(__file__).resolve().parents[4] / "shared" / "data" / "games" / "pro19_counted"
SHAPES = Path(__file__).resolve().parents[3] / "configs" / "examples" / "shapes.txt"
BEFORE_END = 40
PLAYOUTS = 400  # for the ownership that draws the borders
LARGE = range(17, 31)  # empty points of the regions whose bounds are asked for
LONGER = 3.0  # times the seconds of the bounds: what must not contradict them
SMALL = range(3, 13)
NODES = 50_000  # of a grown region, as in reports
RING_NODES = (NODES, SECOND * NODES, 2 * SECOND * NODES)  # of one ring, two and three
CLOSE = Fraction(1)


def main(argv: list[str]) -> int:
    """Run what was asked for; figures on stdout, progress on stderr."""
    parser = argparse.ArgumentParser(prog="place-bars", description=__doc__)
    parser.add_argument("what", choices=("bounds", "rings", "boards"))
    parser.add_argument("--every", type=int, default=10, help="one game or shape of so many (10)")
    parser.add_argument("--first", type=int, default=0, help="the first of them (0)")
    parser.add_argument("--most", type=int, default=20, help="how many cases at most (20)")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each (5)")
    parser.add_argument("--thin", action="store_true", help="boards: walls without eyes")
    arguments = parser.parse_args(argv)
    try:
        if arguments.what == "bounds":
            bounds(games(arguments.every, arguments.first), arguments.most, arguments.seconds)
        elif arguments.what == "rings":
            rings(games(arguments.every, arguments.first), arguments.most)
        else:
            shapes = load_shapes(SHAPES)[arguments.first :: arguments.every][: arguments.most]
            boards(shapes, arguments.seconds, arguments.thin)
    except EngineError as error:
        sys.stderr.write(f"place-bars: {error}\n")
        return 1
    return 0


def games(every: int, first: int) -> Iterator[tuple[str, Position, list[Region]]]:
    """Yield positions of shared games with their regions.

    Raises:
        BadInput: the shared games are not here.
    """
    table = GAMES.with_suffix(".tsv")
    if not table.is_file():
        raise BadInput("the shared games (../shared/data/games/pro19_counted) are not here")
    rows = list(csv.DictReader(table.open(encoding="utf-8"), delimiter="\t"))[first::every]
    for row in rows:
        record = load_record(GAMES / row["file"])
        position = record.position(len(record.moves()) - BEFORE_END, JAPANESE)
        playouts = field(position, PLAYOUTS)
        owners = {point: playouts.ownership(point) for point in position.points()}
        yield row["file"], position, list(heuristic_partition(position, owners).regions)


def bounds(found: Iterator[tuple[str, Position, list[Region]]], most: int, seconds: float) -> None:
    """Print how close the bounds of temperatures of large regions are, and whether they hold."""
    widths: list[Fraction] = []
    counts: list[Fraction] = []
    sound = 0
    for name, _, regions in found:
        for region in regions:
            if len(region.empty) not in LARGE or len(widths) >= most:
                continue
            key = key_of(region).key
            if key.bits > MAX_BITS:
                widths.append(Fraction(len(region.points)))
                sound += 1
                say(f"{name}: {len(region.empty)} points do not fit the kernels")
                continue
            prover, search = Prover(key), ClaimSearch(key)
            pairs = []
            for limit in (seconds, (LONGER - 1) * seconds):
                # In such shares as reports have.
                limits = Limits(16_000_000, FIRST_SHARE * limit, 2e9)
                proved = prover.run(limits, time.process_time)
                search.run(CLAIMS_SHARE * (1 - FIRST_SHARE) * limit, time.process_time)
                live = sum(bits.bit_count() for bits in proved.graph.sets(0)[:3])
                walls = interval_between(proved.values, live)
                pairs.append(walls.narrowed(claimed_interval(search)))
            first, longer = pairs
            widths.append(first.temperature_upper - first.temperature_lower)
            counts.append(first.mean_upper - first.mean_lower)
            # Bounds only ever get closer.
            holds = (
                first.temperature_lower <= longer.temperature_lower
                and longer.temperature_upper <= first.temperature_upper
                and first.mean_lower <= longer.mean_lower
                and longer.mean_upper <= first.mean_upper
            )
            sound += holds
            say(
                f"{name}: {len(region.empty)} points, temperature "
                f"{float(first.temperature_lower):.2f} to {float(first.temperature_upper):.2f}, "
                f"longer {float(longer.temperature_lower):.2f} to "
                f"{float(longer.temperature_upper):.2f}, mean "
                f"{float(first.mean_lower):.2f} to {float(first.mean_upper):.2f}"
                f"{'' if holds else ', DOES NOT HOLD'}"
            )
        if len(widths) >= most:
            break
    close = sum(width <= CLOSE for width in widths)
    write(
        f"{len(widths)} regions of {LARGE[0]} to {LARGE[-1]} points, {seconds:g} s: temperature "
        f"within {CLOSE} in {close}, sound {sound}"
        + (f", median width {float(median(widths)):.2f}" if widths else "")
        + (f", of the mean {float(median(counts)):.2f}" if counts else "")
    )


def rings(found: Iterator[tuple[str, Position, list[Region]]], most: int) -> None:
    """Print how many values stay with one ring, with two and with three, game by game."""
    total: Counter[str] = Counter()
    solver = ProvingSolver()
    for number, (name, position, regions) in enumerate(found):
        if number >= most:
            break
        for region in regions:
            if len(region.empty) in SMALL:
                total.update(_ringed(position, region, solver))
        say(f"{name}: {dict(total)}")
    write(f"{dict(total)}")
    for count in (2, 3):
        stay, change = total[f"ring {count}: holds"], total[f"ring {count}: changes"]
        write(f"of the values that hold with {count - 1} and can be tried {stay} of "
              f"{stay + change} stay with {count}")  # fmt: skip


def _ringed(position: Position, region: Region, solver: ProvingSolver) -> Iterator[str]:
    """Yield what becomes of a region's value with ever more rings: words for the table."""
    solution = solver.solve(region, Limits(NODES, 60.0))
    if not solution.is_solved:
        yield "not solved"
        return
    if region.exact:
        yield "proved"
        return
    value = solution.value(scoring=Scoring.TERRITORY)
    place = place_of(position, region)
    for count, nodes in enumerate(RING_NODES, 1):
        tried = try_rings(position, place, value, solver, Limits(nodes, 60.0), count)
        yield f"ring {count}: {tried.border.name.lower()}"
        if not tried.holds:
            break


def boards(shapes: list[Shape], seconds: float, thin: bool) -> None:
    """Print how many shapes get their value on boards of their own, without a mask."""
    right = called = wrong = count = 0
    for shape in shapes:
        found = open_board(shape.region, thin)
        if found is None:
            say(f"{shape.name}: no board")
            continue
        count += 1
        position, points = found
        with Deadline(seconds) as deadline:
            survey = analyse(position, deadline).survey
        assert survey is not None
        reports = [r for r in survey.regions if points & set(r.region.points)]
        heat = max((r.likely_temperature or Fraction(-1) for r in reports), default=Fraction(-1))
        good = heat == max(shape.gain, Fraction(-1)) or (shape.gain <= 0 and heat <= 0)
        solved = len(reports) == 1 and _called_solved(reports[0])
        right += good
        called += solved
        wrong += solved and not good
        words = "right" if good else f"gain {heat} for {shape.gain}"
        say(f"{shape.name}: {words}{', called solved' if solved else ''}")
    write(f"{count} boards: {right} right; {called} called solved, {wrong} of these wrong")


def _called_solved(report: RegionReport) -> bool:
    return report.exact or report.border in (Border.PROVED, Border.HOLDS)


def say(text: str) -> None:
    """Report progress."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def write(text: str) -> None:
    """Print a figure."""
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
