"""Evaluating local graphs: complete ones under a ko rule, unfinished ones by bounds."""

import math

import numpy as np
import numpy.typing as npt

from gtpengine.localgame.graph import LocalGraph
from gtpengine.localgame.store import WallStore
from gtpengine.localgame.values import GraphValues, Order, Rules


def evaluate(
    graph: LocalGraph,
    rules: Rules,
    order: Order | None = None,
    store: WallStore | None = None,
    given: GraphValues | None = None,
) -> GraphValues:
    """Return the walls of all nodes of a complete graph under one ko rule.

    `given` are values on the same store whose exact walls hold whatever the ko rule.

    Raises:
        ValueError: the graph is not complete.
    """
    values = prepare(graph, rules, order, store, given)
    values.run()
    return values


def evaluate_bounds(
    graph: LocalGraph, is_open: npt.NDArray[np.bool_], seconds: float = math.inf
) -> GraphValues:
    """Return lower and upper walls of a graph some of whose nodes have no options yet.

    Nobody is komaster. Where nothing open is within reach the walls are exact, as always; elsewhere
    `bounds` contain the walls of every graph that the open nodes may grow into.
    """
    values = GraphValues(graph, Rules.NOBODY, Order.of(graph), WallStore(graph.nodes))
    values.hold_open(is_open)
    values.run(seconds)
    values.known[is_open] = 0
    return values


def prepare(
    graph: LocalGraph,
    rules: Rules,
    order: Order | None = None,
    store: WallStore | None = None,
    given: GraphValues | None = None,
) -> GraphValues:
    """Return values that wait for `run`; otherwise as `evaluate`."""
    if not graph.complete:
        raise ValueError(f"the graph is not complete: {graph.status.value}")
    order = Order.of(graph) if order is None else order
    store = WallStore(graph.nodes) if store is None else store
    values = GraphValues(graph, rules, order, store)
    if given is not None:
        values.take_over(given)
    return values
