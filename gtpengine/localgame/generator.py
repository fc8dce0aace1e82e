"""Random endgame positions made of enclosed regions: the same seed gives the same position.

The board is coloured like a map, Black's and White's countries; regions are dug along the frontiers
and everything else is stone. Every wall block keeps two eyes of one point each, all neighbours of
which are stones of that block, so no wall can ever be captured, whoever passes how often.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from random import Random
from typing import Final

from gtpengine.board.colours import BLACK, EMPTY, WHITE, opponent
from gtpengine.board.points import CORNERS, SIDES, board_points, column_of, on_board, row_of
from gtpengine.board.position import BadSetup, Position
from gtpengine.board.rules import CHINESE, Rules
from gtpengine.errors import BadInput
from gtpengine.partition.region import Region

BOARD_SIZES: Final = (9, 11, 13, 15, 17, 19)
_TRIES_PER_SIZE: Final = 60
_FLIPS: Final = 12
_ROOM_PER_POINT: Final = 3  # with less board than this for an empty point, do not even try


class CannotGenerate(BadInput):
    """No board of 19x19 was found that holds the regions asked for."""


@dataclass(frozen=True)
class Recipe:
    """What to generate.

    Attributes:
        sizes: the empty points of each region.
        loose: at most this many unsafe stones in each region.
        kos: how many of the regions begin as a one-point ko (those count one empty point).
        board: the least size of the board; it is made larger until it holds all regions.
    """

    sizes: tuple[int, ...]
    loose: int = 2
    kos: int = 0
    board: int = 0


@dataclass(frozen=True)
class Enclosed:
    """A position that falls apart into `regions`; all else is safe stones and their eyes."""

    position: Position
    regions: tuple[Region, ...]
    eyes: frozenset[int]  # of the walls: one point each, two for every wall block

    @cached_property
    def settled(self) -> int:
        """The area score of all points outside the regions, Black minus White, without komi."""
        inside = {point for region in self.regions for point in region.points}
        total = 0
        for point in self.position.points():
            if point in self.eyes:
                colours = {self.position.colour_at(point + side) for side in SIDES}
                total += 1 if BLACK in colours else -1
            elif point not in inside:
                total += 1 if self.position.colour_at(point) == BLACK else -1
        return total

    @property
    def empty(self) -> tuple[int, ...]:
        """The empty points of all regions, ascending: where a move can matter."""
        return tuple(sorted(point for region in self.regions for point in region.empty))


def generate(seed: int, recipe: Recipe, rules: Rules = CHINESE) -> Enclosed:
    """Return the position of that seed and recipe.

    Raises:
        CannotGenerate: the regions do not fit.
    """
    random = Random(f"{seed} {recipe}")
    for size in BOARD_SIZES:
        if size < recipe.board or size * size < _ROOM_PER_POINT * sum(recipe.sizes):
            continue
        for _ in range(_TRIES_PER_SIZE):
            found = _Draft(random, size, recipe).build(rules)
            if found is not None:
                return found
    raise CannotGenerate(f"no board holds regions of {recipe.sizes} empty points")


def generate_region(seed: int, empty: int, loose: int = 0) -> Enclosed:
    """Return a position with one region of `empty` empty points, both colours on its border."""
    return generate(seed, Recipe((empty,), loose=loose))


def random_sizes(
    random: Random, regions: int, most_each: int, most: int, least: int = 0
) -> tuple[int, ...]:
    """Return that many region sizes, each at most `most_each`, from `least` to `most` in all.

    Fewer than `least` if so many regions cannot hold more.
    """
    sizes = [1] * regions
    for _ in range(random.randint(max(regions, least), most) - regions):
        open_ones = [i for i, size in enumerate(sizes) if size < most_each]
        if open_ones:
            sizes[random.choice(open_ones)] += 1
    return tuple(sizes)


@dataclass
class _Draft:
    """One attempt at a position."""

    random: Random
    size: int
    recipe: Recipe
    country: dict[int, int] = field(default_factory=dict)  # colour of the wall at each point
    dug: set[int] = field(default_factory=set)  # points of regions
    stones: dict[int, int] = field(default_factory=dict)  # unsafe stones
    kos: list[tuple[int, int]] = field(default_factory=list)  # mouth and stone of each

    def build(self, rules: Rules) -> Enclosed | None:
        """Return the position, or None when this attempt came to nothing."""
        self._colour_countries()
        order = list(self.recipe.sizes)
        for size in sorted(order, reverse=True):
            if size == 1 and len(self.kos) < self.recipe.kos:
                done = self._dig_ko()
            else:
                done = self._dig(size)
            if not done:
                return None
        if len(self.kos) < self.recipe.kos:
            return None
        eyes = self._make_eyes()
        return None if eyes is None else self._finish(eyes, rules)

    def _near(self, point: int) -> tuple[int, ...]:
        return _neighbours(self.size)[point]

    def _colour_countries(self) -> None:
        """Give each point the colour of the nearest of a few random capitals, or of its stripe."""
        random, size = self.random, self.size
        points = list(board_points(size, size))
        if random.random() < 0.5:
            count = random.randint(2, max(2, size // 3))
            capitals = [(random.choice(points), (BLACK, WHITE)[i % 2]) for i in range(count)]
            for point in points:
                nearest = min(capitals, key=lambda capital: _distance(capital[0], point))
                self.country[point] = nearest[1]
        else:
            width = random.randint(4, 5)
            shift, first = random.randrange(2), random.choice((BLACK, WHITE))
            across = column_of if random.random() < 0.5 else row_of
            for point in points:
                odd = (across(point) - 1 + shift) // width % 2
                self.country[point] = opponent(first) if odd else first

    def _free(self, point: int) -> bool:
        """Tell whether a region may take `point` without touching another one."""
        return point not in self.dug and not any(near in self.dug for near in self._near(point))

    def _dig(self, size: int) -> bool:
        """Dig a region of `size` empty points around a frontier, with some loose stones in it."""
        starts = [
            point
            for point in self.country
            if self._free(point)
            and any(self.country[near] != self.country[point] for near in self._near(point))
        ]
        if not starts:
            return False
        # Shapes are biased toward narrow ones now and then: corridors are what endgames are made of
        narrow = self.random.random() < 0.5
        cells = [self.random.choice(starts)]
        wanted = size + self.random.randint(0, self.recipe.loose)
        while len(cells) < wanted:
            fringe = sorted(
                {n for cell in cells for n in self._near(cell) if n not in cells and self._free(n)}
            )
            if not fringe:
                return False
            if narrow:
                fringe = [
                    p for p in fringe if sum(n in cells for n in self._near(p)) == 1
                ] or fringe
            cells.append(self.random.choice(fringe))
        for point in self.random.sample(cells, wanted - size):
            self.stones[point] = self.random.choice((BLACK, WHITE))
        self.dug.update(cells)
        return True

    def _dig_ko(self) -> bool:
        """Dig two points: one holds a stone in atari, and who takes it can be retaken."""
        pairs = [
            (mouth, stone)
            for mouth in self.country
            for stone in self._near(mouth)
            if self._free(mouth) and self._free(stone) and self._is_ko(mouth, stone, self.country)
        ]
        if not pairs:
            return False
        mouth, stone = self.random.choice(pairs)
        self.stones[stone] = self.country[mouth]
        self.dug |= {mouth, stone}
        self.kos.append((mouth, stone))
        return True

    def _is_ko(self, mouth: int, stone: int, walls: dict[int, int]) -> bool:
        """Tell whether one colour holds all else beside the mouth, and the other the stone."""
        around = {walls.get(n, EMPTY) for n in self._near(mouth) if n != stone}
        beyond = {walls.get(n, EMPTY) for n in self._near(stone) if n != mouth}
        return {*around, *beyond} == {BLACK, WHITE} and len(around) == len(beyond) == 1

    def _blocks(self) -> list[tuple[int, set[int]]]:
        """Return colour and stones of every wall block, unsafe stones that touch it included."""
        colours = {p: c for p, c in self.country.items() if p not in self.dug} | self.stones
        blocks = []
        todo = {p for p in colours if p not in self.dug}
        while todo:
            block = self._spread(min(todo), colours)
            todo -= block
            blocks.append((colours[min(block)], block))
        return blocks

    def _spread(self, start: int, colours: dict[int, int]) -> set[int]:
        """Return the chain of `start` among `colours`."""
        chain, todo = {start}, [start]
        while todo:
            for near in self._near(todo.pop()):
                if near not in chain and colours.get(near) == colours[start]:
                    chain.add(near)
                    todo.append(near)
        return chain

    def _make_eyes(self) -> frozenset[int] | None:
        """Return two eyes for each wall block; blocks too small for that change sides first."""
        for _ in range(_FLIPS):
            eyes: list[int] = []
            for colour, block in self._blocks():
                pair = self._eyes_of(block)
                if pair is None:
                    for point in block:
                        if point not in self.dug:
                            self.country[point] = opponent(colour)
                    break
                eyes += pair
            else:
                return frozenset(eyes)
        return None

    def _eyes_of(self, block: set[int]) -> tuple[int, int] | None:
        """Return two points of the block that can be its eyes and leave it in one piece."""
        inner = [p for p in block if p not in self.dug and all(n in block for n in self._near(p))]
        self.random.shuffle(inner)
        # A point with its whole ring in the block leaves that ring in one piece.
        ringed = [p for p in inner if self._has_ring(p, block)]
        for i, first in enumerate(ringed[:8]):
            for second in ringed[i + 1 :]:
                if _distance(first, second) > 8:
                    return first, second
        for i, first in enumerate(inner[:12]):
            for second in inner[:i]:
                rest = block - {first, second}
                if second in self._near(first) or not rest:
                    continue
                if len(self._spread(min(rest), dict.fromkeys(rest, EMPTY))) == len(rest):
                    return first, second
        return None

    def _has_ring(self, point: int, block: set[int]) -> bool:
        """Tell whether all eight neighbours of a point that are on the board are in the block."""
        return all(
            point + corner in block
            for corner in CORNERS
            if on_board(point + corner, self.size, self.size)
        )

    def _finish(self, eyes: frozenset[int], rules: Rules) -> Enclosed | None:
        """Return the position if it has exactly the regions asked for, each one still open."""
        walls = {point: colour for colour, block in self._blocks() for point in block - eyes}
        loose = {point: colour for point, colour in self.stones.items() if point not in walls}
        if not all(self._is_ko(mouth, stone, walls) for mouth, stone in self.kos):
            return None
        everything = walls | loose
        position = Position(self.size, rules=rules)
        try:
            position.setup(
                [p for p, c in everything.items() if c == BLACK],
                [p for p, c in everything.items() if c == WHITE],
            )
        except BadSetup:
            return None
        regions = []
        inside = dict.fromkeys((p for p in self.dug if p not in walls), EMPTY)
        todo = set(inside)
        while todo:
            points = self._spread(min(todo), inside)
            todo -= points
            stones = {p: c for p, c in loose.items() if p in points}
            region = Region.of((self.size, self.size), points, stones, walls)
            if not _is_open(region):
                return None
            regions.append(region)
        if sorted(len(r.empty) for r in regions) != sorted(self.recipe.sizes):
            return None
        return Enclosed(position, tuple(sorted(regions, key=lambda r: r.name)), eyes)


@cache
def _neighbours(size: int) -> dict[int, tuple[int, ...]]:
    """Return the neighbours of each point of a board."""
    return {
        point: tuple(point + side for side in SIDES if on_board(point + side, size, size))
        for point in board_points(size, size)
    }


def _is_open(region: Region) -> bool:
    """Tell whether both colours border on the region, so that it is nobody's yet."""
    return {colour for _, colour in region.border} == {BLACK, WHITE}


def _distance(one: int, other: int) -> int:
    return (row_of(one) - row_of(other)) ** 2 + (column_of(one) - column_of(other)) ** 2


def walls_are_safe(enclosed: Enclosed) -> bool:
    """Tell by the stones alone whether every block beside or outside the regions has two eyes."""
    position = enclosed.position
    border = {point for region in enclosed.regions for point, _ in region.border}
    loose = {point for region in enclosed.regions for point, _ in region.stones}
    for chain in position.chains():
        if chain.stones & loose and not chain.stones & border:
            continue
        if sum(_is_eye_of(position, eye, chain.stones) for eye in chain.liberties) < 2:
            return False
    return True


def _is_eye_of(position: Position, point: int, stones: Iterable[int]) -> bool:
    """Tell whether every neighbour of the empty `point` on the board is one of `stones`."""
    held = frozenset(stones)
    return all(
        point + side in held
        for side in SIDES
        if on_board(point + side, position.width, position.height)
    )


def choose_recipe(random: Random, regions: Sequence[int], most_each: int, most: int) -> Recipe:
    """Return a recipe for as many regions as one of `regions`, drawn at random, kos or not."""
    count = random.choice(regions)
    sizes = random_sizes(random, count, most_each, most)
    kos = random.randint(0, min(2, sizes.count(1)))
    return Recipe(sizes, loose=random.choice((0, 1, 2)), kos=kos)
