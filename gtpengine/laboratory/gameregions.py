"""Regions of shared games late in their course, on which benches try what they measure."""

from collections.abc import Callable, Iterator

from gtpengine.board.position import Position
from gtpengine.board.record import BadRecord, load_record
from gtpengine.board.rules import JAPANESE
from gtpengine.evaluation.playouts import field
from gtpengine.laboratory.shared import PROFESSIONAL
from gtpengine.partition.heuristic import heuristic_partition
from gtpengine.partition.region import Region

PLAYOUTS = 400  # for the ownership that draws the borders


def game_regions(
    every: int, before_end: tuple[int, ...], sizes: range, say: Callable[[str], None]
) -> Iterator[tuple[Position, Region]]:
    """Yield regions with their positions, equal ones of one game once.

    Args:
        every: one game of so many, from the first.
        before_end: moves from a game's end at which it is looked at.
        sizes: the empty points that a region may have.
        say: is told how far it is.
    """
    paths = sorted(PROFESSIONAL.glob("*.sgf"))[::every]
    for number, path in enumerate(paths, start=1):
        record = load_record(path)
        seen = set()
        for before in before_end:
            try:
                position = record.position(len(record.moves()) - before, JAPANESE)
            except BadRecord:
                continue
            playouts = field(position, PLAYOUTS)
            owners = {point: playouts.ownership(point) for point in position.points()}
            for region in heuristic_partition(position, owners).regions:
                name = region.points, region.stones, region.border
                if name not in seen and len(region.empty) in sizes:
                    seen.add(name)
                    yield position, region
        say(f"{number} of {len(paths)} games")
