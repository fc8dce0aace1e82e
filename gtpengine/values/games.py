"""Games as values: every `Game` is in canonical form, and equal games are the same object.

Positive is good for Left. Numbers are atoms: they have a `number` and show no options, because a
player with any other move never needs one in a number (number avoidance); any rational will do.
Other games have options on both sides. Nothing here recurses, so deep games are welcome.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import count
from weakref import WeakValueDictionary

from gtpengine.values.formatting import format_graph
from gtpengine.values.graph import GameGraph, Node, Option
from gtpengine.values.numbers import simplest_between

MEMORY = 1_000_000  # comparisons, and sums, that are remembered

_serials = count()
_known: WeakValueDictionary[object, "Game"] = WeakValueDictionary()
_order: dict[tuple[int, int], bool] = {}
_sums: dict[tuple[int, int], "Game"] = {}


class Game:
    """A value. Made by `number`, `from_options` and `canonical`, never directly.

    `left_stop` and `right_stop` are where play ends, for Left or Right moving first, if both stop
    as soon as a number is reached. `+`, `-` and comparison are those of games: a partial order.
    """

    __slots__ = ("__weakref__", "left", "left_stop", "number", "right", "right_stop", "serial")

    number: Fraction | None
    left: tuple["Game", ...]
    right: tuple["Game", ...]
    left_stop: Fraction
    right_stop: Fraction
    serial: int

    def __add__(self, other: "Game") -> "Game":
        return add(self, other)

    def __sub__(self, other: "Game") -> "Game":
        return add(self, negative(other))

    def __neg__(self) -> "Game":
        return negative(self)

    def __ge__(self, other: "Game") -> bool:
        return at_least(self, other)

    def __le__(self, other: "Game") -> bool:
        return at_least(other, self)

    def __gt__(self, other: "Game") -> bool:
        return self is not other and at_least(self, other)

    def __lt__(self, other: "Game") -> bool:
        return self is not other and at_least(other, self)

    def is_confused_with(self, other: "Game") -> bool:
        """Return whether neither game is at least the other."""
        return not at_least(self, other) and not at_least(other, self)

    @property
    def is_infinitesimal(self) -> bool:
        """Whether every positive number is larger and every negative one smaller; not for 0."""
        return self.number is None and self.left_stop == self.right_stop == 0

    @property
    def outcome(self) -> str:
        """Who wins: "L" Left, "R" Right, "N" the next player, "P" the previous one."""
        return {
            (True, True): "P",
            (True, False): "L",
            (False, True): "R",
            (False, False): "N",
        }[self >= number(0), self <= number(0)]

    def __str__(self) -> str:
        return format_graph(to_graph(self))

    def __repr__(self) -> str:
        return f"<Game {self}>"


def number(value: int | Fraction) -> Game:
    """Return the number `value` as a game."""
    exact = Fraction(value)
    found = _known.get(exact)
    if found is None:
        found = Game()
        found.number = found.left_stop = found.right_stop = exact
        found.left = found.right = ()
        found.serial = next(_serials)
        _known[exact] = found
    return found


def from_options(left: Iterable[Game], right: Iterable[Game]) -> Game:
    """Return the canonical form of the game with these options."""
    left, right = tuple(dict.fromkeys(left)), tuple(dict.fromkeys(right))
    value = _number_between(left, right)
    if value is not None:
        return number(value)
    form = _made(left, right)
    reducing = True
    while reducing:
        left, right = _undominated(left, 1), _undominated(right, -1)
        left, shorter = _bypassed(form, left, 1)
        right, also_shorter = _bypassed(form, right, -1)
        reducing = shorter or also_shorter
    return _interned(left, right)


def canonical(graph: GameGraph) -> Game:
    """Return the value of a loop-free graph.

    Raises:
        LoopyGraph: it has a loop.
    """
    return values(graph.pruned())[0]


def values(graph: GameGraph) -> list[Game]:
    """Return the value of every node of a loop-free graph.

    Raises:
        LoopyGraph: it has a loop.
    """
    found: dict[int, Game] = {}

    def value(option: Option) -> Game:
        game = found[option.node]
        return add(game, number(option.offset)) if option.offset else game

    for index in graph.options_first():
        node = graph.nodes[index]
        if node.number is not None:
            found[index] = number(node.number)
        else:
            found[index] = from_options(map(value, node.left), map(value, node.right))
    return [found[index] for index in range(len(graph))]


def subgames(*roots: Game) -> list[Game]:
    """Return the given games and all that play in them can reach, options before their parents."""
    order: list[Game] = []
    seen: set[Game] = set()
    stack: list[tuple[Game, bool]] = [(root, False) for root in roots]
    while stack:
        game, entered = stack.pop()
        if entered:
            order.append(game)
        elif game not in seen:
            seen.add(game)
            stack.append((game, True))
            stack += [(option, False) for option in game.left + game.right if option not in seen]
    return order


def to_graph(game: Game) -> GameGraph:
    """Return the graph of the canonical form; its terminals are numbers."""
    order = subgames(game)[::-1]
    index = {each: place for place, each in enumerate(order)}
    nodes = (
        Node(
            "",
            each.number,
            tuple(Option(index[option]) for option in each.left),
            tuple(Option(index[option]) for option in each.right),
        )
        for each in order
    )
    return GameGraph(tuple(nodes), index[game])


def at_least(game: Game, other: Game) -> bool:
    """Return whether game >= other: Left, moving second, wins the difference."""
    if len(_order) > MEMORY:
        _order.clear()
    known = _compared(game, other)
    if known is not None:
        return known
    # Each frame asks whether its first game is at least its second; any yes to one of the
    # questions that it lists makes that a no.
    stack = [((game.serial, other.serial), iter(_questions(game, other)))]
    answer = False
    while stack:
        key, questions = stack[-1]
        answer = True
        for first, second in questions:
            known = _compared(first, second)
            if known is None:
                stack.append(((first.serial, second.serial), iter(_questions(first, second))))
                break
            if known:
                answer = False
                break
        if stack[-1][0] != key:
            continue
        # The frame is answered; a yes answers those above it, in turn.
        while stack:
            key, _ = stack.pop()
            _order[key] = answer
            if not answer or not stack:
                break
            answer = False
    return answer


def negative(game: Game) -> Game:
    """Return the game with the players' roles exchanged."""
    done: dict[Game, Game] = {}
    for each in subgames(game):
        if each.number is not None:
            done[each] = number(-each.number)
        else:
            done[each] = _interned(
                tuple(done[option] for option in each.right),
                tuple(done[option] for option in each.left),
            )
    return done[game]


def add(game: Game, other: Game) -> Game:
    """Return the sum of two games."""
    done: dict[tuple[int, int], Game] = {}

    def known(a: Game, b: Game) -> Game | None:
        if a.number is not None and b.number is not None:
            return number(a.number + b.number)
        key = (a.serial, b.serial) if a.serial <= b.serial else (b.serial, a.serial)
        return done.get(key) or _sums.get(key)

    stack = [(game, other)]
    while stack:
        a, b = stack[-1]
        key = (a.serial, b.serial) if a.serial <= b.serial else (b.serial, a.serial)
        if known(a, b) is not None:
            stack.pop()
            continue
        left = [(option, b) for option in a.left] + [(a, option) for option in b.left]
        right = [(option, b) for option in a.right] + [(a, option) for option in b.right]
        missing = [pair for pair in left + right if known(*pair) is None]
        if missing:
            stack += missing
            continue
        lefts = tuple(found for pair in left if (found := known(*pair)) is not None)
        rights = tuple(found for pair in right if (found := known(*pair)) is not None)
        if a.number is not None or b.number is not None:
            # Adding a number to the options of a canonical form leaves it canonical.
            done[key] = _interned(lefts, rights)
        else:
            done[key] = from_options(lefts, rights)
        stack.pop()
    result = known(game, other)
    assert result is not None
    if len(_sums) > MEMORY:
        _sums.clear()
    _sums.update(done)
    return result


def _made(left: tuple[Game, ...], right: tuple[Game, ...]) -> Game:
    """Return a game that is not a number, as it stands."""
    form = Game()
    form.number = None
    form.left, form.right = left, right
    form.left_stop = max(option.right_stop for option in left)
    form.right_stop = min(option.left_stop for option in right)
    form.serial = next(_serials)
    return form


def _interned(left: tuple[Game, ...], right: tuple[Game, ...]) -> Game:
    """Return the one game with these options.  Pre: they are a canonical form, no number."""
    key = (frozenset(each.serial for each in left), frozenset(each.serial for each in right))
    found = _known.get(key)
    if found is None:
        found = _known[key] = _made(left, right)
    return found


def _number_between(left: tuple[Game, ...], right: tuple[Game, ...]) -> Fraction | None:
    """Return the number that fits between the options, or None: the game is then no number.

    It fits if no left option is at least it and no right option at most it. Stops decide that for
    all numbers but themselves.
    """
    low = max((option.right_stop for option in left), default=None)
    high = min((option.left_stop for option in right), default=None)
    low_allowed = all(
        option.number is None and not at_least(option, number(option.right_stop))
        for option in left
        if option.right_stop == low
    )
    high_allowed = all(
        option.number is None and not at_least(number(option.left_stop), option)
        for option in right
        if option.left_stop == high
    )
    return simplest_between(low, high, low_allowed=low_allowed, high_allowed=high_allowed)


def _undominated(options: tuple[Game, ...], side: int) -> tuple[Game, ...]:
    """Return the options that no other one makes useless for Left (1) or Right (-1)."""
    kept: list[Game] = []
    for option in dict.fromkeys(options):
        if any(_better(other, option, side) for other in kept):
            continue
        kept = [other for other in kept if not _better(option, other, side)]
        kept.append(option)
    return tuple(kept)


def _better(game: Game, other: Game, side: int) -> bool:
    return at_least(game, other) if side == 1 else at_least(other, game)


def _bypassed(form: Game, options: tuple[Game, ...], side: int) -> tuple[tuple[Game, ...], bool]:
    """Replace reversible options of `form` by what the reversing move leads to; tell if any was.

    A number that reverses is replaced by nothing: some other option attains the stop of `form`,
    which is no number, and dominates the options of that number.
    """
    result: list[Game] = []
    changed = False
    for option in options:
        for answer in option.right if side == 1 else option.left:
            if _better(form, answer, side):
                result += answer.left if side == 1 else answer.right
                changed = True
                break
        else:
            result.append(option)
    return tuple(result), changed


def _compared(game: Game, other: Game) -> bool | None:
    """Return whether game >= other if stops or memory tell, else None."""
    if game is other or game.right_stop > other.left_stop:
        return True
    if game.left_stop < other.left_stop or game.right_stop < other.right_stop:
        return False
    if game.number is not None and other.number is not None:
        return game.number >= other.number
    return _order.get((game.serial, other.serial))


def _questions(game: Game, other: Game) -> list[tuple[Game, Game]]:
    """Return the pairs of which none may be in order if game >= other is to hold.

    Right must not be able to move to a position at most `other`, nor Left from `other` to one at
    least `game`. Moves in a number need no look unless both are numbers.
    """
    questions = [(other, option) for option in game.right]
    questions += [(option, game) for option in other.left]
    return questions
