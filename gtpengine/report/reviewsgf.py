"""The record with a review written into it, for any SGF editor.

Each reviewed move gets a comment with its verdict. Before a costly move the better one is marked
with A, the costly one is marked as a bad move (BM), and the better line stands beside the game as a
variation. The root says what was judged. Everything else in the file stays as it was.
"""

from sgfmill import sgf_grammar

from gtpengine.board.points import PASS, vertex_of
from gtpengine.report.movereview import MoveReview
from gtpengine.report.regionwords import NAMES
from gtpengine.report.review import Review
from gtpengine.report.reviewwords import amount, told, totals, verdict_text
from gtpengine.report.sgfparts import (
    SIDES,
    Properties,
    escaped,
    joined,
    parsed,
    point_text,
    tree_of,
)


def annotate_review(source: bytes, found: Review) -> bytes:
    """Return the SGF in `source` with a review of its main line.

    Raises:
        BadRecord: the source is no SGF.
    """
    tree = parsed(source)
    places = _places(tree)
    _say(tree.sequence[0], " ".join(totals(found)))
    # From the end on: dividing a row of nodes leaves what stands before it in its place.
    for move in reversed(found.moves):
        if move.number <= len(places):
            _write(move, *places[move.number - 1])
    made: bytes = sgf_grammar.serialise_game_tree(tree)
    return made


Place = tuple[sgf_grammar.Coarse_game_tree, int, sgf_grammar.Coarse_game_tree | None]


def _places(tree: sgf_grammar.Coarse_game_tree) -> list[Place]:
    """Return where the moves of the main line are: a row, a place in it, the row before it."""
    found: list[Place] = []
    above: sgf_grammar.Coarse_game_tree | None = None
    part: sgf_grammar.Coarse_game_tree | None = tree
    while part is not None:
        for place, node in enumerate(part.sequence):
            if "B" in node or "W" in node:
                found.append((part, place, above))
        above, part = part, part.children[0] if part.children else None
    return found


def _write(
    move: MoveReview,
    part: sgf_grammar.Coarse_game_tree,
    place: int,
    above: sgf_grammar.Coarse_game_tree | None,
) -> None:
    node = part.sequence[place]
    _say(node, _comment(move))
    if not move.loss:
        return
    node["BM"] = [b"1"]
    before = part.sequence[place - 1] if place else above.sequence[-1] if above else None
    line = _better(move)
    if before is None or not line:
        return
    if move.best is not None and move.best != PASS:
        label = f"{point_text(move.before, move.best)}:A".encode()
        before["LB"] = [*before.get("LB", []), label]
    if place:
        rest = tree_of(part.sequence[place:])
        rest.children = part.children
        part.sequence = part.sequence[:place]
        part.children = [rest, tree_of(line)]
    elif above is not None:
        above.children = [*above.children, tree_of(line)]


def _comment(move: MoveReview) -> str:
    best = ""
    if move.best is not None and move.best != move.point:
        said = "Best" if move.judged else "The search's choice"
        best = f" {said}: {vertex_of(move.best)}."
    head = f"{NAMES[move.colour]} {vertex_of(move.point)}: {verdict_text(move)}.{best}"
    return f"{head} Cost: {amount(move.loss, sure=move.sure)}. {told(move)}" if move.loss else head


def _better(move: MoveReview) -> list[Properties]:
    """Return the nodes of the better line: what follows in its region, or the move alone."""
    if move.best is None or move.best == move.point:
        return []
    side, line = SIDES[move.colour], [(move.colour, move.best, 0)]
    for region in move.before.regions:
        known = region.lines.get(move.colour)
        if known is not None and known.moves and known.moves[0][1] == move.best:
            line = list(known.moves)
            break
    nodes: list[Properties] = [
        {SIDES[colour]: [point_text(move.before, point).encode()]} for colour, point, _ in line
    ]
    nodes[0]["C"] = [escaped(f"Better than {side} {vertex_of(move.point)}.")]
    return nodes


def _say(node: Properties, words: str) -> None:
    node["C"] = [joined(node.get("C", [b""])[0], words)]
