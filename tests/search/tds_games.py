"""Random games for the tests of temperature discovery search."""

from fractions import Fraction

from gtpengine.values.graph import GameGraph, Node, Option


def random_tree(random, depth, spread, widths=(0, 1, 1, 2, 2, 3)):
    """Return a loop-free game with integers at its ends; numbers and zugzwangs included."""
    nodes = []

    def build(height):
        if height == 0 or random.random() < 0.15:
            nodes.append(Node("", Fraction(random.randint(-spread, spread))))
        else:
            left = tuple(Option(build(height - 1)) for _ in range(random.choice(widths)))
            right = tuple(Option(build(height - 1)) for _ in range(random.choice(widths)))
            nodes.append(Node("", None, left, right))
        return len(nodes) - 1

    root = build(depth)
    return GameGraph(tuple(nodes), root)


def random_dag(random, count, spread):
    """Return a loop-free game whose positions meet again."""
    nodes = [Node("", Fraction(random.randint(-spread, spread))) for _ in range(4)]
    for index in range(4, count):
        sides = []
        for _ in range(2):
            size = random.choice((0, 1, 2, 2, 3))
            near = [random.randint(max(0, index - 6), index - 1) for _ in range(size)]
            sides.append(tuple(Option(node) for node in dict.fromkeys(near)))
        nodes.append(Node("", None, *sides))
    return GameGraph(tuple(nodes), count - 1)


class Unfolding:
    """A pool that learns a known game step by step: what an expander is to a search."""

    def __init__(self, graph, spread):
        from gtpengine.search.tds.pool import OPEN, TERMINAL, GamePool

        self.graph = graph
        self.pool = GamePool.empty(4, 4)
        self.spread = spread  # of its terminals
        self.places = {}
        self.origin = []
        self.open, self.terminal = OPEN, TERMINAL
        self.root = self.place(graph.root)

    def place(self, origin):
        if origin not in self.places:
            number = self.graph.nodes[origin].number
            if number is None:
                node = self.pool.add_node(self.open)
                bound = self.spread + self.height(origin)
                self.pool.arrays.low[node] = -bound
                self.pool.arrays.high[node] = bound
            else:
                node = self.pool.add_node(self.terminal, int(number))
            self.places[origin] = node
            self.origin.append(origin)
        return self.places[origin]

    def height(self, origin):
        """Return how many moves are left at most: no integer is farther from the terminals."""
        options = self.graph.nodes[origin].options
        return 1 + max((self.height(option.node) for option in options), default=-1)

    def expand(self, node):
        found = self.graph.nodes[self.origin[node]]
        for side, options in enumerate((found.left, found.right)):
            edges = [(self.place(option.node), int(option.offset)) for option in options]
            self.pool.add_options(node, side, edges)
        self.pool.arrays.state[node] = 1
