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
    from gtpengine.report.analysisjson import as_json, dump
    from gtpengine.report.place import as_survey, place_json, study
    from gtpengine.report.regionwords import explain, headline, mean_text
    from gtpengine.report.view import view_of

    walls = Walls(arguments.walls)
    masks = []
    for text in arguments.region:
        if text.strip().lower() == "marks":
            found = marked_points(Path(arguments.file).read_bytes(), arguments.move)
            if not found:
                raise BadPlace("the record has no marks (SQ, TR, MA, LB) at this position")
            masks += found
        else:
            masks.append(parse_mask(text, position.width, position.height))
    places = [place_at(position, mask, walls) for mask in masks]
    sys.stderr.write(f"solving {len(places)} place(s), at most {seconds:g} s\n")
    reports = study(position, places, seconds)
    found_json = as_json(as_survey(position, reports))
    view = view_of(found_json)
    if arguments.sgf:
        from gtpengine.report.annotatedsgf import annotate

        data = annotate(Path(arguments.file).read_bytes(), view, arguments.move)
        Path(arguments.sgf).write_bytes(data)
        sys.stderr.write(f"wrote {arguments.sgf}\n")
    with checked_stdout() as stdout:
        if arguments.json:
            for key in ("score", "best", "settled"):  # of the whole board, which nobody looked at
                del found_json[key]
            for region, each in zip(found_json["regions"], reports, strict=True):
                region["place"] = place_json(each)
            stdout.write(dump(found_json) + "\n")
            return 0
        for text, region, each in zip(arguments.region * len(masks), view.regions, reports,
                                      strict=False):  # fmt: skip
            title = text if len(masks) == len(arguments.region) else region.label
            stdout.write(f"{title}: {headline(region)}. Count {mean_text(region)}.\n")
            said = [] if each.report.value is None else explain(view, region)
            if each.book:
                said.append(f"In books: {each.book}.")
            said += [f"{text[0].upper()}{text[1:]}." for text in each.report.remarks]
            stdout.writelines(f"  {sentence}\n" for sentence in said)
    return 0
