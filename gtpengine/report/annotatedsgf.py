"""The record with an analysis written into it, for any SGF editor.

The analysed node gets letters at the best moves (LB), circles on the other open points (CR),
squares on stones whose fate is open (SQ), settled land (TB, TW) and a comment with the table; for
each region that has one, the local line of either player becomes a variation. Everything else in
the file stays as it was. Our words are ASCII, so that they fit any encoding the record has.
"""

from collections.abc import Iterable, Sequence

from sgfmill import sgf_grammar

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.record import BadRecord
from gtpengine.report.analysistext import HEADS, remarks, row, summary
from gtpengine.report.regionwords import NAMES, explain, headline
from gtpengine.report.sgfparts import SIDES, escaped, joined, parsed, point_text, tree_of
from gtpengine.report.view import PositionView, RegionView

MOST_LINES = 26  # regions whose lines become variations
_MARKUP = ("LB", "CR", "SQ", "TR", "MA", "SL", "TB", "TW")


def annotate(
    source: bytes,
    view: PositionView,
    before: int | None = None,
    variations: Sequence[sgf_grammar.Coarse_game_tree] | None = None,
) -> bytes:
    """Return the SGF in `source` with the analysis of the position before move `before`.

    Without `before` it is the position at the end of the main line. `variations` stand in the place
    of the regions' lines.

    Raises:
        BadRecord: the source is no SGF, or has no such position.
    """
    tree = parsed(source)
    holder, place = _node(tree, before)
    node = holder.sequence[place]
    for name in _MARKUP:
        node.pop(name, None)
    node.update(_markup(view))
    node["C"] = [joined(node.get("C", [b""])[0], comment_of(view))]
    added = (
        [
            made
            for region in view.regions[:MOST_LINES]
            for colour in (BLACK, WHITE)
            if (made := _variation(view, region, colour)) is not None
        ]
        if variations is None
        else list(variations)
    )
    if place + 1 < len(holder.sequence):
        rest = tree_of(holder.sequence[place + 1 :])
        rest.children = holder.children
        holder.sequence = holder.sequence[: place + 1]
        holder.children = [rest]
    elif added and not holder.children:
        # Our lines must not become the game: its main line ends in a node of its own.
        holder.children = [tree_of([{"C": [b"The record ends here."]}])]
    holder.children = [*holder.children, *added]
    written: bytes = sgf_grammar.serialise_game_tree(tree)
    return written


def _node(
    tree: sgf_grammar.Coarse_game_tree, before: int | None
) -> tuple[sgf_grammar.Coarse_game_tree, int]:
    """Return the part of the main line, and the place in it, after which the position stands."""
    found, number = None, 0
    part: sgf_grammar.Coarse_game_tree | None = tree
    while part is not None:
        for place, node in enumerate(part.sequence):
            if "B" in node or "W" in node:
                number += 1
                if number == before:
                    if found is None:
                        raise BadRecord("the first node is a move: there is no place before it")
                    return found
            found = (part, place)
        part = part.children[0] if part.children else None
    assert found is not None
    return found


def _markup(view: PositionView) -> dict[str, list[bytes]]:
    labels: dict[int, str] = {}
    for region in view.regions:
        places = [move for move in region.moves.values() if move is not None] or [region.place]
        for point in places:
            labels.setdefault(point, region.label)
    inside = [point for region in view.regions for point in region.points]
    marks = {
        "LB": [f"{point_text(view, point)}:{text}" for point, text in sorted(labels.items())],
        "CR": _named(view, (p for p in inside if p not in labels and p not in view.stones)),
        "SQ": _named(view, (p for p in inside if p not in labels and p in view.stones)),
        "TB": _named(view, _land(view, BLACK)),
        "TW": _named(view, _land(view, WHITE)),
    }
    return {name: [text.encode() for text in texts] for name, texts in marks.items() if texts}


def _land(view: PositionView, colour: int) -> Iterable[int]:
    return (p for p in view.settled[colour] if p not in view.stones or view.is_dead(p))


def _named(view: PositionView, points: Iterable[int]) -> list[str]:
    return [point_text(view, point) for point in sorted(points)]


def comment_of(view: PositionView) -> str:
    """Return the analysis of a position as a comment."""
    lines = summary(view)
    if view.regions:
        lines += ["", " | ".join(HEADS)]
        lines += [" | ".join(row(region)) for region in view.regions]
    for region in view.regions:
        lines += ["", f"{region.label}: {headline(region)}.", *explain(view, region)]
    return "\n".join([*lines, *remarks(view)])


def _variation(
    view: PositionView, region: RegionView, colour: int
) -> sgf_grammar.Coarse_game_tree | None:
    line = region.lines.get(colour)
    if line is None or not line.moves:
        return None
    nodes = [{SIDES[mover]: [point_text(view, point).encode()]} for mover, point, _ in line.moves]
    words = f"{NAMES[colour]} first in {region.label}: {headline(region)}."
    nodes[0]["C"] = [escaped(words)]
    nodes[0]["N"] = [escaped(f"{region.label}, {NAMES[colour]} first")]
    return tree_of(nodes)
