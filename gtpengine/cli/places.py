"""`gtpengine analyze --region`: places that the user points at, by points or by marks."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gtpengine.board.position import Position


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments about places."""
    parser.add_argument(
        "--region",
        action="append",
        metavar="PLACE",
        help="value this place only: C1:H4, or points C1,C2,D1; may be repeated; "
        "'marks': squares, triangles, crosses and letters of the record",
    )
    parser.add_argument(
        "--walls",
        choices=("alive", "real"),
        default="alive",
        help="the stones around a place live (alive), or weak ones may be captured (real)",
    )


def run(arguments: argparse.Namespace, position: "Position", seconds: float) -> int:
    """Write what the places are worth to stdout, and the record if it was asked for."""
    from gtpengine.board.marks import marked_points
    from gtpengine.cli.stdout import checked_stdout
    from gtpengine.partition.place import BadPlace, Walls, parse_mask, place_at
    from gtpengine.report.analysisjson import dump
    from gtpengine.report.place import study
    from gtpengine.report.placewords import places_json, places_text, places_view

    walls = Walls(arguments.walls)
    masks: list[tuple[str, frozenset[int]]] = []
    for text in arguments.region:
        if text.strip().lower() == "marks":
            found = marked_points(Path(arguments.file).read_bytes(), arguments.move)
            if not found:
                raise BadPlace("the record has no marks (SQ, TR, MA, LB) at this position")
            masks += [(f"marks {number}", mask) for number, mask in enumerate(found, start=1)]
        else:
            masks.append((text, parse_mask(text, position.width, position.height)))
    places = [place_at(position, mask, walls) for _, mask in masks]
    sys.stderr.write(f"solving {len(places)} place(s), at most {seconds:g} s\n")
    reports = study(position, places, seconds)
    if arguments.sgf:
        from gtpengine.cli.analyze import write_file
        from gtpengine.report.annotatedsgf import annotate
        from gtpengine.report.placetree import place_variations

        trees = [tree for each in reports for tree in place_variations(position, each)]
        view = places_view(position, reports)
        data = annotate(Path(arguments.file).read_bytes(), view, arguments.move, trees)
        write_file(Path(arguments.sgf), data)
    with checked_stdout() as stdout:
        if arguments.json:
            stdout.write(dump(places_json(position, reports)) + "\n")
        else:
            stdout.write(places_text(position, [title for title, _ in masks], reports))
    return 0
