"""Thermographs of loop-free games, exact, from temperature -1 upward.

The left wall is what Left gets moving first if every move costs t, the right wall what he gets
moving second. They lean on the *scaffolds*, the best that the first move alone can bring, up to the
temperature at which these meet; above it stands the mast, the mean value. The floor is -1: integers
have temperature -1, k-bit fractions -1/2^k, stars and ups 0. From floor 0 all of them look alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from weakref import WeakKeyDictionary

from gtpengine.errors import BadInput
from gtpengine.values.games import Game, subgames
from gtpengine.values.games import values as game_values
from gtpengine.values.graph import GameGraph, Option
from gtpengine.values.numbers import is_dyadic, number_options, simplest_between
from gtpengine.values.trajectory import Trajectory, first_meeting, maximum, minimum

FLOOR = Fraction(-1)

_known: WeakKeyDictionary[Game, "Thermograph"] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Thermograph:
    """Both walls, which join in a mast at `mean` from `temperature` up, and their scaffolds.

    A scaffold is None where that player has no move. `is_number` holds for games that equal a
    number, whatever the floor.
    """

    left: Trajectory
    right: Trajectory
    temperature: Fraction
    is_number: bool
    left_scaffold: Trajectory | None = None
    right_scaffold: Trajectory | None = None

    @property
    def mean(self) -> Fraction:
        """The mast value."""
        return self.left.points[-1][0]

    @property
    def floor(self) -> Fraction:
        """The lowest temperature shown."""
        return self.left.floor

    def from_floor(self, floor: int | Fraction) -> "Thermograph":
        """Return the view from a higher floor; colder games get its temperature.

        Raises:
            BadInput: the thermograph does not reach down to `floor`.
        """
        if floor < self.floor:
            raise BadInput(f"the thermograph starts at temperature {self.floor}, not {floor}")
        if floor == self.floor:
            return self
        return Thermograph(
            self.left.from_floor(floor),
            self.right.from_floor(floor),
            max(self.temperature, Fraction(floor)),
            self.is_number,
            self.left_scaffold and self.left_scaffold.from_floor(floor),
            self.right_scaffold and self.right_scaffold.from_floor(floor),
        )

    def shifted(self, number: int | Fraction) -> "Thermograph":
        """Return the thermograph with a number added.

        At temperatures at which that number is cold, this is the thermograph of the sum.
        """
        return Thermograph(
            self.left.shifted(number),
            self.right.shifted(number),
            self.temperature,
            self.is_number,
            self.left_scaffold and self.left_scaffold.shifted(number),
            self.right_scaffold and self.right_scaffold.shifted(number),
        )


def from_scaffolds(left: Trajectory | None, right: Trajectory | None) -> Thermograph:
    """Return the thermograph that stands on two scaffolds; None means no move.

    Where the scaffolds do not overlap at the floor the game is a number, the simplest that fits.
    """
    low = None if left is None else left.points[0][0]
    high = None if right is None else right.points[0][0]
    if left is None or right is None or left.points[0][0] <= right.points[0][0]:
        floor = left.floor if left is not None else right.floor if right is not None else FLOOR
        mast = simplest_between(low, high, low_allowed=True, high_allowed=True)
        assert mast is not None
        wall = Trajectory.constant(mast, floor)
        return Thermograph(wall, wall, floor, floor < 0, left, right)
    temperature = first_meeting(left, right)
    assert temperature is not None
    mast = left.value_at(temperature)
    return Thermograph(
        _stopped(left, temperature, mast),
        _stopped(right, temperature, mast),
        temperature,
        temperature < 0,
        left,
        right,
    )


def _stopped(line: Trajectory, t: Fraction, mast: Fraction) -> Trajectory:
    """Return a scaffold up to temperature t, where it has the value `mast`, and a mast above."""
    return Trajectory((*(point for point in line.points if point[1] < t), (mast, t)))


@lru_cache(maxsize=4096)
def number_thermograph(number: Fraction) -> Thermograph:
    """Return the thermograph of a number: of its canonical form if it is dyadic.

    Any other number is a bare mast, and only from temperature 0 upward.
    """
    if not is_dyadic(number):
        mast = Trajectory.constant(number, 0)
        return Thermograph(mast, mast, Fraction(0), is_number=True)
    # Options are simpler than the number, so a list of them ends with an integer.
    pending = [number]
    done: dict[Fraction, Thermograph] = {}
    while pending:
        top = pending[-1]
        if top.denominator == 1:
            mast = Trajectory.constant(top, FLOOR)
            done[top] = Thermograph(mast, mast, FLOOR, is_number=True)
        if top in done:
            pending.pop()
            continue
        options = [option for option in number_options(top) if option is not None]
        missing = [option for option in options if option not in done]
        if missing:
            pending += missing
            continue
        low, high = (done[option] for option in options)
        done[top] = from_scaffolds(low.right.tilted(-1), high.left.tilted(1))
    return done[number]


def scaffold(options: Sequence[Thermograph], side: int) -> Trajectory | None:
    """Return the best that a first move of Left (1) or Right (-1) brings; None without options."""
    if not options:
        return None
    if side == 1:
        return maximum(*(option.right for option in options)).tilted(-1)
    return minimum(*(option.left for option in options)).tilted(1)


def thermographs(graph: GameGraph) -> list[Thermograph]:
    """Return the thermograph of every node, from floor -1, or 0 where a number is not dyadic.

    Raises:
        LoopyGraph: the graph has a loop.
    """
    dyadic = all(node.number is None or is_dyadic(node.number) for node in graph.nodes)
    whole = all(o.offset.denominator == 1 for node in graph.nodes for o in node.options)
    if not (dyadic and whole):
        # Cold positions need the simplicity rule, and offsets a move of their own below 0.
        return _by_canonical_forms(graph)
    found: dict[int, Thermograph] = {}

    def option_thermograph(option: Option) -> Thermograph:
        return found[option.node].shifted(option.offset) if option.offset else found[option.node]

    for index in graph.options_first():
        node = graph.nodes[index]
        if node.number is not None:
            found[index] = number_thermograph(node.number)
        else:
            found[index] = from_scaffolds(
                scaffold([option_thermograph(option) for option in node.left], 1),
                scaffold([option_thermograph(option) for option in node.right], -1),
            )
    return [found[index] for index in range(len(graph))]


def thermograph(game: GameGraph | Game, floor: int | Fraction = 0) -> Thermograph:
    """Return the thermograph of a loop-free game, seen from `floor`: 0 or -1, as a rule.

    Raises:
        LoopyGraph: the graph has a loop.
        BadInput: floor is below 0 and a number of the game is not dyadic.
    """
    if isinstance(game, Game):
        return game_thermograph(game).from_floor(floor)
    graph = game.pruned()
    return thermographs(graph)[graph.root].from_floor(floor)


def game_thermograph(game: Game) -> Thermograph:
    """Return the thermograph of a value, from floor -1, or 0 where a number is not dyadic."""
    found = _known.get(game)
    if found is not None:
        return found
    for each in subgames(game):
        if each in _known:
            continue
        if each.number is not None:
            _known[each] = number_thermograph(each.number)
        else:
            options = [[_known[option] for option in side] for side in (each.left, each.right)]
            floor = max(option.floor for side in options for option in side)
            left, right = ([option.from_floor(floor) for option in side] for side in options)
            _known[each] = from_scaffolds(scaffold(left, 1), scaffold(right, -1))
    return _known[game]


def _by_canonical_forms(graph: GameGraph) -> list[Thermograph]:
    found = [game_thermograph(game) for game in game_values(graph)]
    floor = max(each.floor for each in found)
    return [each.from_floor(floor) for each in found]
