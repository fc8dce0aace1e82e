"""Kos in a pool: game graphs with loops made searchable beside coupons, for each komaster.

A *ko capture* is a move from X to Y that the opponent could take back at once, by a move from Y to
X. After it a separate node stands for Y with the ban:

- `Komaster.NONE` (nobody has threats): the opponent may not take back at once; a coupon lifts the
  ban, because the blocked node's lift is Y itself.
- `Komaster.BLACK`: after Black's capture White may not take back even after a coupon (the blocked
  node is its own lift), and Black may take no coupon before he has moved again (he is held).
  White's captures may be taken back. `Komaster.WHITE` is the mirror image.
- A komaster whose threats let the temperature fall first is held only after so many coupons: each
  lifts a blocked node to the next of a row, and the last one holds. A *komonster* is held only when
  no coupons are left.

These are the rules of values/loopy/rules.py, in the words of play. Within a layer a ko is then no
loop any more; longer loops remain loops. A single stack cools while a ko is fought, which shifts
values by some delta; with enough copies of each coupon it does not, and kos come out exact
(docs/performance/tds.md says when, and how far off they can be where they do not).
"""

from dataclasses import dataclass
from fractions import Fraction

from gtpengine.errors import BadInput
from gtpengine.search.tds.dynamic import sweep
from gtpengine.search.tds.pool import (
    EXPANDED,
    HELD,
    HELD_AT_LAST,
    LEFT,
    RIGHT,
    GamePool,
    pool_of,
)
from gtpengine.search.tds.samples import SampledWalls
from gtpengine.search.tds.stack import SIMPLE_FLOOR, CouponStack
from gtpengine.values.graph import GameGraph, Node, Option
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.thermograph import thermographs
from gtpengine.values.trajectory import Rational

# Of each coupon: enough for a ko of four stages, and for all single-ko regions that were tried, of
# which the longest fights took six (docs/performance/tds.md).
COPIES = 8

Capture = tuple[int, int, Option]  # from which node, by whom, which option


def ko_pool(graph: GameGraph, komaster: Komaster, patience: int | None = 0) -> GamePool:
    """Return `graph` as a pool under the ko rules; blocked nodes follow the graph's own nodes.

    `patience` is how many coupons may be taken after a ko capture before the komaster is held; None
    is a komonster.
    """
    plain = pool_of(graph)
    blocking = {
        Komaster.NONE: (True, True),
        Komaster.BLACK: (True, False),
        Komaster.WHITE: (False, True),
    }[komaster]
    waits = komaster is not Komaster.NONE and bool(patience)
    stages = 1 + (patience or 0) if waits else 1
    blocks: dict[Capture, int] = {}
    for start, node in enumerate(graph.nodes):
        for side, options in ((LEFT, node.left), (RIGHT, node.right)):
            for option in options:
                if blocking[side] and _takes_back(graph, start, side, option):
                    blocks.setdefault((start, side, option), len(graph) + len(blocks) * stages)
    if not blocks:
        return plain

    def edges(start: int, side: int, banned: Option | None = None) -> list[tuple[int, int]]:
        node = graph.nodes[start]
        return [
            (blocks.get((start, side, option), option.node), int(option.offset * plain.scale))
            for option in (node.left, node.right)[side]
            if option != banned
        ]

    pool = GamePool.empty(len(graph) + len(blocks) * stages, 2 * plain.edges + 8, plain.scale)
    for index in range(len(graph)):
        pool.add_node(int(plain.arrays.state[index]), int(plain.arrays.value[index]))
    for _, side, option in blocks:
        for stage in range(stages):
            block = pool.add_node(EXPANDED)
            if komaster is Komaster.NONE:
                pool.arrays.lift[block] = option.node
                continue
            waiting = patience is None or stage + 1 < stages
            pool.arrays.held[block] = (HELD_AT_LAST if waiting else HELD) << side
            if stage + 1 < stages:
                pool.arrays.lift[block] = block + 1
    for index in range(len(graph)):
        for side in (LEFT, RIGHT):
            pool.add_options(index, side, edges(index, side))
    for (start, side, option), block in blocks.items():
        back = Option(start, -option.offset)
        for stage in range(stages):
            for mover in (LEFT, RIGHT):
                banned = None if mover == side else back
                pool.add_options(block + stage, mover, edges(option.node, mover, banned))
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
    drop: Rational | None = 0,
) -> KoResult:
    """Return mast and temperature of a game with kos, for temperatures from 0 upward.

    Exact where the temperatures of all positions are multiples of delta (of 2 delta if the number
    of copies is odd) and no fight is longer than `copies` coupons. Where nobody wants to move at
    temperature 0 a simple stack knows no value: a player may pass once, and the other has to move.
    `drop` is how far the komaster may let the temperature fall; None is a komonster.

    Raises:
        BadInput: a position in which a player has no move, or a drop that is no multiple of delta.
    """
    # A simple stack cannot play out positions of temperature 0 and below: they have to be numbers.
    graph = without_cold_positions(graph)
    patience = None
    if drop is not None:
        steps = Fraction(drop) / Fraction(delta)
        if steps.denominator != 1 or steps < 0:
            raise BadInput(f"the temperature falls in steps of {delta}, not by {drop}")
        patience = int(steps) * CouponStack(SIMPLE_FLOOR, Fraction(delta), 0, copies).period
    pool = ko_pool(graph, komaster, patience)
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


def without_cold_positions(graph: GameGraph) -> GameGraph:
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
