"""What a tree says about the moves of its root: means of playouts and judgements, and lines."""

from gtpengine.board.colours import BLACK
from gtpengine.board.points import NO_POINT
from gtpengine.search.findings import MoveFinding
from gtpengine.search.tree.kernels import types as layout

# A variation ends where its moves were visited less often than this.
_LEAST_VISITS = 4


def children_of(tree: layout.Tree, node: int) -> range:
    """Return the children of a node, the best prior first."""
    packed = int(tree.children[node])
    first = packed >> layout.COUNT_BITS
    return range(first, first + (packed & layout.COUNT_MASK))


def moves_of(
    tree: layout.Tree, to_move: int, share: float, *, is_judged: bool
) -> tuple[MoveFinding, dict[int, MoveFinding]]:
    """Return what is known of the root, and of its moves by child.

    What a move changes in the lead comes from playouts and judgements; where the root stands comes
    from a network alone: there playouts err by far more (docs/decisions/0020).

    Args:
        tree: whose root is node 0.
        to_move: the player at the root.
        share: weight of judgements, where there are any; playouts have the rest.
        is_judged: whether the judgements are those of a network.
    """
    apart = 0.0
    if is_judged and share > 0 and tree.net_visits[0]:
        apart = float(tree.net_score[0]) / int(tree.net_visits[0])
        apart -= float(tree.score[0]) / max(1, int(tree.visits[0]))
    stands = (1.0 - share) * apart
    wins, score, value = _means(tree, 0, share, stands)
    visits = max(1, int(tree.visits[0]))
    black = to_move == BLACK
    root = MoveFinding(
        NO_POINT,
        visits,
        wins if black else 1.0 - wins,
        score if black else -score,
        1.0 - value,
        1.0,
        (),
    )
    return root, {
        child: _move(tree, child, root, share, stands, black) for child in children_of(tree, 0)
    }


def _move(
    tree: layout.Tree, child: int, root: MoveFinding, share: float, stands: float, black: bool
) -> MoveFinding:
    visits = int(tree.visits[child])
    point, prior = int(tree.move[child]), float(tree.prior[child])
    if visits == 0:
        return MoveFinding(point, 0, root.win_rate, root.score, root.value, prior, (point,))
    wins, score, value = _means(tree, child, share, stands)
    variation, counted = [point], [visits]
    node = child
    while children := children_of(tree, node):
        node = children[int(tree.visits[children.start : children.stop].argmax())]
        if tree.visits[node] < _LEAST_VISITS:
            break
        variation.append(int(tree.move[node]))
        counted.append(int(tree.visits[node]))
    return MoveFinding(
        point,
        visits,
        wins if black else 1.0 - wins,
        score if black else -score,
        value,
        prior,
        tuple(variation),
        tuple(counted),
    )


def _means(tree: layout.Tree, node: int, share: float, stands: float) -> tuple[float, float, float]:
    """Return Black's chance and lead, and the value to who moved there: playouts and judgements.

    Where a node was not judged, the difference that judgements make to the root stands in. `stands`
    is added to leads.
    """
    visits = max(1, int(tree.visits[node]))
    sums = (tree.wins, tree.score, tree.value)
    played = [float(each[node]) / visits for each in sums]
    if not tree.net_visits[0]:
        return played[0], played[1], played[2]
    judged_at = node if tree.net_visits[node] else 0
    mine = judged_at == node
    base = played if mine else [float(each[0]) / max(1, int(tree.visits[0])) for each in sums]
    judged = [
        float(each[judged_at]) / int(tree.net_visits[judged_at])
        for each in (tree.net_wins, tree.net_score, tree.net_value)
    ]
    shift = [share * (net - own) for net, own in zip(judged, base, strict=True)]
    if not mine:
        shift[2] = -shift[2]  # the other player has moved at the root
    found = [own + more for own, more in zip(played, shift, strict=True)]
    return min(1.0, max(0.0, found[0])), found[1] + stands, min(1.0, max(0.0, found[2]))
