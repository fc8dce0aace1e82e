"""Expressions of the game notation and the game graph that they stand for.

An expression is a number, a name, braces with options, or a signed sum of expressions. Expressions
live in a table and refer to each other by index, equal ones share an index. In the graph a position
of a sum is the collection of its unfinished parts; what the finished parts brought is the offset.
"""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from gtpengine.errors import BadInput
from gtpengine.values.graph import GameGraph, Node, Option
from gtpengine.values.tokens import BadNotation

MAX_POSITIONS = 20_000  # of all sums written in one notation
MAX_SUMMANDS = 64  # of one sum, numbers not counted

Part = tuple[int, int]  # index of an expression with braces, 1 or -1 for its negative
Parts = tuple[Part, ...]


class Number(NamedTuple):
    """A number."""

    value: Fraction


class Name(NamedTuple):
    """A reference to an equation, and where it stands."""

    name: str
    position: int


class Braces(NamedTuple):
    """Options of both players; `nonzero` marks the notation's own infinitesimals."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    nonzero: bool = False


class Sum(NamedTuple):
    """A sum of expressions with their signs."""

    terms: tuple[tuple[int, int], ...]  # (expression, 1 or -1)


Expression = Number | Name | Braces | Sum


class Form(NamedTuple):
    """What an expression comes to: a number and unfinished parts."""

    offset: Fraction
    parts: Parts


class Expressions:
    """The table of expressions of one notation, and its equations."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.table: list[Expression] = []
        self.index: dict[object, int] = {}
        self.equations: dict[str, int] = {}
        self.places: dict[str, int] = {}  # where each equation stands

    def define(self, name: str, expression: int, place: int) -> None:
        """Add the equation `name` = `expression`, which stands at index `place` of the text."""
        self.equations[name] = expression
        self.places[name] = place

    def add(self, expression: Expression) -> int:
        """Return the index of `expression`, the old one if it is known."""
        what = expression.name if isinstance(expression, Name) else expression
        key = (type(expression).__name__, what)
        found = self.index.setdefault(key, len(self.table))
        if found == len(self.table):
            self.table.append(expression)
        return found

    def number(self, value: Fraction) -> int:
        """Return the expression of a number."""
        return self.add(Number(value))

    def nimber(self, size: int) -> int:
        """Return the expression of *size, the game whose options are all smaller ones."""
        smaller = [self.number(Fraction(0))]
        for _ in range(size):
            options = tuple(smaller)
            smaller.append(self.add(Braces(options, options, nonzero=True)))
        return smaller[-1]

    def up(self, count: int, nim: int) -> int:
        """Return the expression of `count` times up plus *nim, in canonical form."""
        zero, star = self.number(Fraction(0)), self.nimber(1)
        made = self.nimber(nim ^ (count & 1))
        for level in range(1, count + 1):
            # Right's only answer is one up less and one star more.
            if level == 1 and nim ^ ((count - 1) & 1) == 1:
                made = self.add(Braces((zero, star), (zero,), nonzero=True))
            else:
                made = self.add(Braces((zero,), (made,), nonzero=True))
        return made

    def sum(self, terms: list[tuple[int, int]]) -> int:
        """Return the expression of a signed sum; one positive term is itself."""
        if len(terms) == 1 and terms[0][1] == 1:
            return terms[0][0]
        return self.add(Sum(tuple(terms)))

    def graph(self, root: int) -> GameGraph:
        """Return the graph of expression `root`.

        Raises:
            BadNotation: an undefined name, or one that is defined by itself alone.
            BadInput: a sum of more than MAX_SUMMANDS games or MAX_POSITIONS positions.
        """
        return _Builder(self).build(root)


class _Builder:
    def __init__(self, expressions: Expressions) -> None:
        self.source = expressions
        self.forms: dict[int, Form] = {}
        self.nodes: list[Node | None] = []
        self.names: dict[Parts, str] = {}
        self.positions: dict[Parts, int] = {}
        self.found: list[Parts] = []  # the keys of `positions`, which grow while they are read
        self.terminals: dict[Fraction, int] = {}

    def build(self, root: int) -> GameGraph:
        for name, expression in self.source.equations.items():
            offset, parts = self.form(expression)
            if offset == 0 and len(parts) == 1 and parts[0][1] == 1:
                self.names.setdefault(parts, name)
        offset, parts = self.form(root)
        first = self.option(offset, parts)
        sums = 0
        for position in self.found:
            self.nodes[self.positions[position]] = self.expand(position)
            sums += len(position) > 1
            if sums > MAX_POSITIONS:
                raise BadInput(f"the sum has more than {MAX_POSITIONS} positions")
        nodes = tuple(node for node in self.nodes if node is not None)
        graph = GameGraph(nodes, first.node)
        if first.offset:
            graph = self.with_number(graph, first.offset, parts)
        return graph.merged()

    def form(self, expression: int) -> Form:
        """Return the form of an expression, resolving names and sums; braces are left alone."""
        todo = [expression]
        pending: set[int] = set()
        while todo:
            top = todo[-1]
            needed = [each for each in self.needs(top) if each not in self.forms]
            if top in self.forms:
                todo.pop()
            elif not needed:
                self.forms[top] = self.combined(top)
                pending.discard(top)
                todo.pop()
            else:
                pending.add(top)
                for each in needed:
                    if each in pending:
                        self.refuse_circle(each)
                todo += needed
        return self.forms[expression]

    def refuse_circle(self, expression: int) -> None:
        for name, definition in self.source.equations.items():
            if definition == expression:
                place = self.source.places[name]
                raise BadNotation(f"'{name}' is defined by itself", self.source.text, place)
        raise BadInput("a name is defined by itself")

    def needs(self, expression: int) -> list[int]:
        found = self.source.table[expression]
        if isinstance(found, Sum):
            return [term for term, _ in found.terms]
        if isinstance(found, Name):
            if found.name not in self.source.equations:
                raise BadNotation(
                    f"'{found.name}' is not defined", self.source.text, found.position
                )
            return [self.source.equations[found.name]]
        return []

    def combined(self, expression: int) -> Form:
        """Return the form of an expression. Pre: what it needs has one."""
        found = self.source.table[expression]
        if isinstance(found, Number):
            return Form(found.value, ())
        if isinstance(found, Braces):
            return Form(Fraction(0), ((expression, 1),))
        if isinstance(found, Name):
            return self.forms[self.source.equations[found.name]]
        offset, parts = Fraction(0), Counter[Part]()
        for term, sign in found.terms:
            form = self.forms[term]
            offset += sign * form.offset
            parts.update((part, sign * own) for part, own in form.parts)
        if parts.total() > MAX_SUMMANDS:
            raise BadInput(f"a sum of more than {MAX_SUMMANDS} games")
        return Form(offset, tuple(sorted(parts.elements())))

    def option(self, offset: Fraction, parts: Parts) -> Option:
        """Return the option that leads to `parts`, making its node if it is new."""
        if not parts:
            if offset not in self.terminals:
                self.terminals[offset] = len(self.nodes)
                self.nodes.append(Node("", offset))
            return Option(self.terminals[offset])
        if parts not in self.positions:
            self.positions[parts] = len(self.nodes)
            self.found.append(parts)
            self.nodes.append(None)
        return Option(self.positions[parts], offset)

    def expand(self, parts: Parts) -> Node:
        sides: tuple[list[Option], list[Option]] = ([], [])
        for index, (expression, sign) in enumerate(parts):
            if index and parts[index - 1] == parts[index]:
                continue
            braces = self.source.table[expression]
            assert isinstance(braces, Braces)
            rest = parts[:index] + parts[index + 1 :]
            own = (braces.left, braces.right) if sign == 1 else (braces.right, braces.left)
            for side, options in zip(sides, own, strict=True):
                for each in options:
                    offset, more = self.form(each)
                    signed = tuple((part, sign * factor) for part, factor in more)
                    side.append(self.option(sign * offset, tuple(sorted(rest + signed))))
        left, right = (tuple(dict.fromkeys(side)) for side in sides)
        return Node(self.names.get(parts, ""), None, left, right)

    def with_number(self, graph: GameGraph, number: Fraction, parts: Parts) -> GameGraph:
        """Return the sum of a graph and a number.

        A number may be added to every option (number translation) unless the game is itself a
        number; where that is not excluded at sight, moves in the number are options as well.
        """
        nodes = list(graph.nodes)

        def moved(option: Option) -> Option:
            value = nodes[option.node].number
            if value is None:
                return Option(option.node, option.offset + number)
            nodes.append(Node("", value + option.offset + number))
            return Option(len(nodes) - 1)

        root = nodes[graph.root]
        left = [moved(option) for option in root.left]
        right = [moved(option) for option in root.right]
        braces = self.source.table[parts[0][0]]
        infinitesimal = len(parts) == 1 and isinstance(braces, Braces) and braces.nonzero
        if not (infinitesimal or not graph.is_loop_free or surely_hot(graph)):
            step = Fraction(1, number.denominator)
            if step.denominator & (step.denominator - 1):
                raise BadInput(f"{number} cannot be added to a game that may be a number")
            if number.denominator > 1 or number > 0:
                left.append(Option(graph.root, number - step))
            if number.denominator > 1 or number < 0:
                right.append(Option(graph.root, number + step))
        nodes.append(Node("", None, tuple(left), tuple(right)))
        return GameGraph(tuple(nodes), len(nodes) - 1)


def surely_hot(graph: GameGraph) -> bool:
    """Return True only if the left stop of the root is above its right stop.  Pre: loop-free.

    Stops are read without the simplicity rule, so the answer is True only where no position is one
    in which both players lose by moving.
    """
    stops: dict[int, tuple[Fraction, Fraction]] = {}
    for index in graph.options_first():
        node = graph.nodes[index]
        if node.number is not None:
            stops[index] = (node.number, node.number)
        elif not node.left or not node.right:
            return False
        else:
            left = max(stops[o.node][1] + o.offset for o in node.left)
            right = min(stops[o.node][0] + o.offset for o in node.right)
            if left < right:
                return False
            stops[index] = (left, right)
    left, right = stops[graph.root]
    return left > right
