"""Exact TDS: mean and temperature of a complete loop-free game, proved by a fine enough stack.

All means and temperatures of a game are multiples of some 2^-d, where d follows from its options;
coupons in steps of half of that decide them (Berlekamp 1996). Both players are asked, and the
larger temperature counts: with one player first, a wall may leave the mast only in layers in which
the other one looks at it.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from gtpengine.errors import BadInput
from gtpengine.laboratory.tds.kernels.limits import limit_values
from gtpengine.search.tds.dynamic import Order, SweptPool, order_of, sweep
from gtpengine.search.tds.pool import LEFT, OPEN, RIGHT, TERMINAL, GamePool, Ints, pool_of
from gtpengine.search.tds.samples import SampledWalls
from gtpengine.search.tds.stack import EXTENDED_FLOOR, SIMPLE_FLOOR, CouponStack
from gtpengine.values.graph import GameGraph, Node, Option
from gtpengine.values.numbers import is_dyadic, number_options


@dataclass(frozen=True, slots=True)
class Limits:
    """Per node: binary digits of its values, and twice the temperature that it cannot exceed."""

    binary_digits: Ints
    heat: Ints
    floor: Fraction = EXTENDED_FLOOR

    def stack_for(self, nodes: list[int]) -> CouponStack:
        """Return the coarsest and lowest stack that is exact for all of `nodes`."""
        digits = max(int(self.binary_digits[node]) for node in nodes)
        hottest = max(Fraction(int(self.heat[node]), 2) for node in nodes)
        delta = Fraction(1, 2 << digits)
        return CouponStack.up_to(hottest + delta, delta, self.floor)


def limits_of(pool: GamePool, order: Order | None = None) -> Limits:
    """Return the limits of every node, from floor -1, or 0 if the pool stands.

    Raises:
        BadInput: the pool has open nodes, loops, or numbers that are not whole.
    """
    order = order_of(pool) if order is None else order
    count = len(pool)
    if order.components != count:
        raise BadInput("a game with loops has no exact coupon stack")
    if (pool.arrays.state[:count] == OPEN).any():
        raise BadInput("exact search needs a complete game")
    numbers = pool.arrays.value[:count][pool.arrays.state[:count] == TERMINAL]
    if (numbers % pool.scale).any() or (pool.arrays.offset[: pool.edges] % pool.scale).any():
        raise BadInput("exact search needs whole numbers: see `with_integers`")
    tables = [np.empty(count, np.int32) for _ in range(4)]
    floor = SIMPLE_FLOOR if pool.stands else EXTENDED_FLOOR
    limit_values(pool.arrays, pool.scale, int(floor), order.nodes, *tables)
    return Limits(tables[2], tables[3], floor)


@dataclass(frozen=True, slots=True)
class ExactResult:
    """Mean and temperature of `node`, with the sweep that proves them."""

    mean: Fraction
    temperature: Fraction
    node: int
    swept: SweptPool

    @property
    def walls(self) -> SampledWalls:
        """The sampled walls."""
        return self.swept.walls(self.node)


def exact_results(pool: GamePool, nodes: list[int]) -> list[ExactResult]:
    """Return mean and temperature of each of `nodes`, by one sweep beside one stack.

    Raises:
        BadInput: as `limits_of`.
    """
    order = order_of(pool)
    stack = limits_of(pool, order).stack_for(nodes)
    return results_beside(pool, stack, nodes, order)


def results_beside(
    pool: GamePool, stack: CouponStack, nodes: list[int], order: Order | None = None
) -> list[ExactResult]:
    """Return what `exact_results` would, beside a stack of one's own choice.

    They are exact if the stack is fine enough. A game hotter than the stack gets its top coupon.
    """
    swept = sweep(pool, stack, order)
    left_means, left_layers = swept.readings(nodes, LEFT)
    right_means, right_layers = swept.readings(nodes, RIGHT)
    layers = np.minimum(np.maximum(left_layers, right_layers), stack.layers)
    return [
        ExactResult(Fraction(left + right, 2 * swept.units), stack.coupon(layer), node, swept)
        for left, right, layer, node in zip(
            left_means.tolist(), right_means.tolist(), layers.tolist(), nodes, strict=True
        )
    ]


def exact_search(graph: GameGraph) -> ExactResult:
    """Return mean and temperature of a loop-free game.

    Raises:
        BadInput: the game has a loop, or a number or offset that its canonical form cannot show.
    """
    return exact_results(pool_of(with_integers(graph)), [graph.root])[0]


def with_integers(graph: GameGraph) -> GameGraph:
    """Return `graph` with canonical forms in place of fractions; other nodes keep their place.

    Raises:
        BadInput: a number that is not dyadic or an offset that is not whole.
    """
    nodes = list(graph.nodes)
    places: dict[Fraction, int] = {}

    def place_of(number: Fraction) -> int:
        if number not in places:
            places[number] = len(nodes)
            nodes.append(Node("", number))
            if number.denominator != 1:
                nodes[places[number]] = canonical(number)
        return places[number]

    def canonical(number: Fraction) -> Node:
        low, high = number_options(number)
        assert low is not None
        assert high is not None
        return Node("", None, (Option(place_of(low)),), (Option(place_of(high)),))

    for index, node in enumerate(graph.nodes):
        if any(option.offset.denominator != 1 for option in node.options):
            raise BadInput("below temperature 0 an offset that is not whole is a game of its own")
        if node.number is not None and node.number.denominator != 1:
            if not is_dyadic(node.number):
                raise BadInput(f"{node.number} is no game: its denominator is no power of two")
            nodes[index] = canonical(node.number)
    return GameGraph(tuple(nodes), graph.root)
