"""Kos in a pool: game graphs with loops made searchable beside coupons, for each komaster.

A *ko capture* is a move from X to Y that the opponent could take back at once, by a move from Y to
X. After it a separate node stands for Y with the ban:

- `Komaster.NONE` (nobody has threats): the opponent may not take back at once; a coupon lifts the
  ban, because the blocked node's lift is Y itself.
- `Komaster.BLACK`: after Black's capture White may not take back even after a coupon (the blocked
  node is its own lift), and Black may take no coupon before he has moved again (he is held).
  White's captures may be taken back. `Komaster.WHITE` is the mirror image.

These are the rules of values/loopy/rules.py, in the words of play. Within a layer a ko is then no
loop any more; longer loops remain loops.
"""

from gtpengine.search.pool import EXPANDED, LEFT, RIGHT, GamePool, pool_of
from gtpengine.values.graph import GameGraph, Option
from gtpengine.values.loopy.rules import Komaster

Capture = tuple[int, int, Option]  # from which node, by whom, which option


def ko_pool(graph: GameGraph, komaster: Komaster) -> GamePool:
    """Return `graph` as a pool under the ko rules; blocked nodes follow the graph's own nodes."""
    plain = pool_of(graph)
    blocking = {
        Komaster.NONE: (True, True),
        Komaster.BLACK: (True, False),
        Komaster.WHITE: (False, True),
    }[komaster]
    blocks: dict[Capture, int] = {}
    for start, node in enumerate(graph.nodes):
        for side, options in ((LEFT, node.left), (RIGHT, node.right)):
            for option in options:
                if blocking[side] and _takes_back(graph, start, side, option):
                    blocks.setdefault((start, side, option), len(graph) + len(blocks))
    if not blocks:
        return plain

    def edges(start: int, side: int, banned: Option | None = None) -> list[tuple[int, int]]:
        node = graph.nodes[start]
        return [
            (blocks.get((start, side, option), option.node), int(option.offset * plain.scale))
            for option in (node.left, node.right)[side]
            if option != banned
        ]

    pool = GamePool.empty(len(graph) + len(blocks), 2 * plain.edges + 8, plain.scale)
    for index in range(len(graph)):
        pool.add_node(int(plain.arrays.state[index]), int(plain.arrays.value[index]))
    for start, side, option in blocks:
        block = pool.add_node(EXPANDED)
        if komaster is Komaster.NONE:
            pool.arrays.lift[block] = option.node
        else:
            pool.arrays.held[block] = 1 << side
    for index in range(len(graph)):
        for side in (LEFT, RIGHT):
            pool.add_options(index, side, edges(index, side))
    for (start, side, option), block in blocks.items():
        back = Option(start, -option.offset)
        for mover in (LEFT, RIGHT):
            pool.add_options(block, mover, edges(option.node, mover, None if mover == side else back))
    return pool


def _takes_back(graph: GameGraph, start: int, side: int, option: Option) -> bool:
    """Return whether the opponent can answer `option` by a move back to `start`."""
    node = graph.nodes[option.node]
    return Option(start, -option.offset) in (node.right if side == LEFT else node.left)
