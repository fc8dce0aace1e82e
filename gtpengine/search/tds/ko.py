"""Kos in a pool: game graphs with loops made searchable beside coupons, for each komaster.

A *ko capture* is a move from X to Y that the opponent could take back at once, by a move from Y to
X. After it a separate node stands for Y with the ban:

- `Komaster.NONE` (nobody has threats): the opponent may not take back at once; a coupon lifts the
  ban, because the blocked node's lift is Y itself.
- `Komaster.BLACK`: after Black's capture White may not take back even after a coupon (the blocked
  node is its own lift), and Black may take no coupon before he has moved again (he is held).
  White's captures may be taken back. `Komaster.WHITE` is the mirror image.

These are the rules of values/loopy/rules.py, in the words of play. Within a layer a ko is then no
loop any more; longer loops remain loops. A single stack cools while a ko is fought, which shifts
values by some delta; with several copies of each coupon it does not, and kos come out exact.
"""

from dataclasses import dataclass
from fractions import Fraction

from gtpengine.search.tds.dynamic import sweep
from gtpengine.search.tds.pool import EXPANDED, LEFT, RIGHT, GamePool, pool_of
from gtpengine.search.tds.samples import SampledWalls
from gtpengine.search.tds.stack import SIMPLE_FLOOR, CouponStack
from gtpengine.values.graph import GameGraph, Node, Option
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.thermograph import thermographs
from gtpengine.values.trajectory import Rational

COPIES = 5  # of each coupon: enough for a two-stage ko

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
    for _, side, option in blocks:
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
            pool.add_options(
                block, mover, edges(option.node, mover, None if mover == side else back)
            )
    return pool


def _takes_back(graph: GameGraph, start: int, side: int, option: Option) -> bool:
    """Return whether the opponent can answer `option` by a move back to `start`."""
    node = graph.nodes[option.node]
    return Option(start, -option.offset) in (node.right if side == LEFT else node.left)


@dataclass(frozen=True, slots=True)
class KoResult:
    """Mean and temperature of a game with kos: multiples of delta, off by a few of these at most.

    `unsettled` counts positions on longer loops whose values depend on how play began; it is 0
    where kos are the only loops.
    """

    mean: Fraction
    temperature: Fraction
    unsettled: int
    walls: SampledWalls


def ko_search(
    graph: GameGraph,
    komaster: Komaster,
    delta: Rational,
    copies: int = COPIES,
    top: Rational | None = None,
) -> KoResult:
    """Return mast and temperature of a game with kos, for temperatures from 0 upward.

    Exact where both are multiples of 2 * delta and no fight is longer than `copies` coupons. Where
    nobody wants to move at temperature 0 a simple stack knows no value: a player may pass once, and
    the other has to move.

    Raises:
        BadInput: a position in which a player has no move.
    """
    # A simple stack cannot play out positions of temperature 0 and below: they have to be numbers.
    graph = _without_cold_positions(graph)
    pool = ko_pool(graph, komaster)
    numbers = [node.number for node in graph.nodes if node.number is not None]
    spread = max(numbers, default=Fraction(0)) - min(numbers, default=Fraction(0))
    offsets = sum(abs(o.offset) for node in graph.nodes for o in node.options)
    # A komaster may gain the whole swing with one move more than her opponent.
    hottest = spread + offsets + 1 if top is None else top
    stack = CouponStack.up_to(hottest, delta, SIMPLE_FLOOR, copies)
    swept = sweep(pool, stack)
    walls = swept.walls(graph.root)
    found = walls.largest()
    temperature = stack.top if found.temperature is None else found.temperature
    return KoResult(found.mean, temperature, swept.unsettled, walls)


def _without_cold_positions(graph: GameGraph) -> GameGraph:
    """Return `graph` with numbers for the cold positions from which no loop can be reached."""
    looping = {node for part in graph.loops() for node in part}
    for part in graph.components():
        if any(option.node in looping for node in part for option in graph.nodes[node].options):
            looping.update(part)
    free = [node for node in range(len(graph)) if node not in looping]
    if not free:
        return graph
    place = {node: index for index, node in enumerate(free)}

    def moved(options: tuple[Option, ...]) -> tuple[Option, ...]:
        return tuple(Option(place[option.node], option.offset) for option in options)

    parts = [graph.nodes[node] for node in free]
    loop_free = GameGraph(
        tuple(Node(n.name, n.number, moved(n.left), moved(n.right)) for n in parts)
    )
    nodes = list(graph.nodes)
    for node, found in zip(free, thermographs(loop_free), strict=True):
        if found.temperature <= 0:
            nodes[node] = Node(nodes[node].name, found.mean)
    return GameGraph(tuple(nodes), graph.root)
