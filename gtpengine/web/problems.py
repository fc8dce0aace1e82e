"""Endgame problems with exact answers, made from a seed: the same seed, the same problem.

Four questions: which move is the largest, what a place counts, whether it is sente or gote, and in
which order three places come. Positions are generated, with walls that cannot be captured and
regions that are solved completely, or taken from the collection of shapes.

Importing this module loads, or compiles, the kernels of local games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

import gtpengine.report
from gtpengine.board.colours import BLACK, WHITE, colour_name
from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.position import BadSetup, IllegalMove, Position
from gtpengine.board.rules import JAPANESE, Scoring
from gtpengine.errors import EngineError
from gtpengine.localgame.generator import CannotGenerate, Recipe, generate
from gtpengine.localgame.solution import LocalKind, NotSolved
from gtpengine.localgame.solver import Solver
from gtpengine.model.exactsum import ExactSum
from gtpengine.model.survey import RegionReport, Survey
from gtpengine.partition.bits import points_of
from gtpengine.partition.partition import Partition, strict_partition
from gtpengine.partition.region import Region
from gtpengine.report.analysisjson import as_json
from gtpengine.report.place import alternatives, solved_report
from gtpengine.report.shapes import Shape, load_shapes
from gtpengine.report.view import view_of
from gtpengine.report.words import mixed
from gtpengine.web.findings import regions_json
from gtpengine.web.positions import LETTERS, played

LEVELS: Final = range(1, 11)
MOST_SEED: Final = 2**31 - 1
SHAPES_FILE: Final = Path(gtpengine.report.__file__).parent / "shapes.txt"
_TRIES: Final = 400
_CHOICES: Final = 5
_MOST_EMPTY: Final = 20  # in all places of one board: a sum of so many is proved in a moment
_SUM_SECONDS: Final = 60.0  # never used up: the same seed must give the same problem
_FIRST_RATING, _RATING_STEP = 700, 130
KINDS: Final = {
    LocalKind.GOTE: "gote",
    LocalKind.BLACK_SENTE: "black",
    LocalKind.WHITE_SENTE: "white",
}
_UNCLEAR: Final = (LocalKind.HYPERACTIVE_KO, LocalKind.LOOP, LocalKind.UNKNOWN)
_SWAP: Final = str.maketrans("xoXObw", "oxOXwb")
_REVERSE: Final = {BLACK: LocalKind.WHITE_SENTE, WHITE: LocalKind.BLACK_SENTE}


class NoProblem(EngineError):
    """No problem was found that fits what was asked for."""


class Source(Enum):
    """Where places of problems come from."""

    ALL = "all"
    GENERATED = "generated"
    COLLECTION = "collection"


class Question(Enum):
    """What is asked."""

    LARGEST = "largest"
    COUNT = "count"
    SENTE = "sente"
    ORDER = "order"


@dataclass(frozen=True)
class _Scene:
    """A position whose open places are all solved, and what is outside of the picture."""

    position: Position
    reports: tuple[RegionReport, ...]
    outside: tuple[int, ...] = ()
    name: str = ""


@dataclass(frozen=True)
class _Asked:
    """A scene with a question: places in the order in which they are shown, choices, answer."""

    scene: _Scene
    shown: tuple[RegionReport, ...]
    choices: tuple[str, ...]
    answer: tuple[str | int, ...]


class Problems:
    """Makes problems."""

    def __init__(self, shapes: Sequence[Shape] | None = None) -> None:
        self._solver = Solver()
        self._sums = ExactSum()
        self._source = Source.ALL
        self._shapes = load_shapes(SHAPES_FILE) if shapes is None else list(shapes)

    def problem(
        self, question: Question, level: int, seed: int, source: Source = Source.ALL
    ) -> dict[str, Any]:
        """Return the problem of that seed with its answer and what explains it.

        Only single places come from the collection: boards with several ones are generated.

        Raises:
            NoProblem: none was found; another seed will do.
        """
        random = Random(f"{question.value} {level} {seed}")
        # A solver of its own: the cache of one that has seen thousands of regions gets slow.
        self._solver = Solver()
        self._source = source
        ask: Callable[[Random, int], _Asked | None] = {
            Question.LARGEST: self._largest,
            Question.COUNT: self._count,
            Question.SENTE: self._sente,
            Question.ORDER: self._order,
        }[question]
        for _ in range(_TRIES):
            asked = ask(random, level)
            if asked is not None:
                scene = asked.scene
                return {
                    "question": question.value,
                    "level": level,
                    "seed": seed,
                    "source": source.value,
                    "rating": rating_of(level),
                    "name": scene.name,
                    **problem_json(
                        _survey(scene), asked.shown, asked.choices, asked.answer, scene.outside
                    ),
                }
        raise NoProblem("no problem of that kind was found; try another one")

    def _largest(self, random: Random, level: int) -> _Asked | None:
        count = random.choice((2, 3) if level < 4 else (3, 4) if level < 8 else (4, 5))
        sizes = [_size(random, level) for _ in range(count)]
        if sum(sizes) > _MOST_EMPTY:
            return None
        scene = self._generated(random, sizes, level)
        if scene is None:
            return None
        colour = scene.position.to_move
        answer = largest_moves(scene.reports, colour, _gap(level))
        if answer is None:
            return None
        survey = _survey(scene)
        proved = self._sums.best(survey, _SUM_SECONDS)
        # The largest move must also be right when everything is played to the end.
        if proved is None or not set(answer) & set(proved.points):
            return None
        names = tuple(vertex_of(point) for point in answer)
        return _Asked(scene, scene.reports, (), names)

    def _order(self, random: Random, level: int) -> _Asked | None:
        scene = self._generated(random, [_size(random, level) for _ in range(3)], level)
        if scene is None:
            return None
        heats = sorted((heat_of(report) for report in scene.reports), reverse=True)
        if heats[-1] < 0 or any(a - b < _gap(level) for a, b in pairwise(heats)):
            return None
        shown = list(scene.reports)
        random.shuffle(shown)
        order = sorted(range(3), key=lambda place: -heat_of(shown[place]))
        return _Asked(scene, tuple(shown), (), tuple(place + 1 for place in order))

    def _count(self, random: Random, level: int) -> _Asked | None:
        scene = self._single(random, level)
        if scene is None:
            return None
        (report,) = scene.reports
        value = report.value
        if value is None or value.temperature < 0 or report.kind is LocalKind.HYPERACTIVE_KO:
            return None
        if value.mean.denominator > (4 if level < 4 else 16):
            return None
        choices = near_counts(random, value.mean, value.temperature)
        return _Asked(scene, scene.reports, tuple(map(str, choices)), (str(value.mean),))

    def _sente(self, random: Random, level: int) -> _Asked | None:
        # First what it is to be, then the place: else nearly all were gote.
        wanted = random.choice(list(KINDS))
        scene = self._single(random, level, wanted)
        if scene is None or scene.reports[0].kind is not wanted:
            return None
        return _Asked(scene, scene.reports, tuple(KINDS.values()), (KINDS[wanted],))

    def _single(self, random: Random, level: int, wanted: LocalKind | None = None) -> _Scene | None:
        """Return one place: of the collection, or generated; of a kind if that is wanted."""
        share = {Source.ALL: 0.4, Source.GENERATED: 0.0, Source.COLLECTION: 1.0}[self._source]
        if random.random() < share:
            return self._shape(random, level)
        for _ in range(1 if wanted is None else 40):
            scene = self._generated(random, [_size(random, level) + 1], level)
            if scene is not None and (wanted is None or scene.reports[0].kind is wanted):
                return scene
        return None

    def _generated(self, random: Random, sizes: list[int], level: int) -> _Scene | None:
        recipe = Recipe(tuple(sizes), loose=min(1 + level // 3, 3))
        try:
            made = generate(random.randrange(MOST_SEED), recipe, JAPANESE)
            reports = tuple(self._report(region) for region in made.regions)
        except (CannotGenerate, NotSolved):
            return None
        position = made.position
        position.to_move = random.choice((BLACK, WHITE))
        return _Scene(position, reports)

    def _shape(self, random: Random, level: int) -> _Scene | None:
        shape = random.choice(self._shapes)
        picture = _turned(random, shape.picture)
        region = Region.from_diagram(picture)
        if len(region.empty) > 3 + level:
            return None
        try:
            position, outside = shape_scene(picture)
            return _Scene(position, (self._report(region),), outside, shape.name)
        except (BadSetup, NotSolved):
            return None

    def _report(self, region: Region) -> RegionReport:
        solution = self._solver.solve(region)
        value = solution.value(scoring=Scoring.TERRITORY)
        return solved_report(solution, value, [])


def largest_moves(
    reports: Sequence[RegionReport], colour: int, gap: Fraction
) -> tuple[int, ...] | None:
    """Return the best moves of `colour` in the place where a move gains most.

    None where that is not clear: two places are nearer than `gap`, a ko hangs on threats, or the
    largest place is a ko, or the player's own sente, which can wait.
    """
    if not reports or any(r.value is None or r.kind in _UNCLEAR for r in reports):
        return None
    hottest, *others = sorted(reports, key=heat_of, reverse=True)
    if hottest.kind not in (LocalKind.GOTE, _REVERSE[colour]) or heat_of(hottest) <= 0:
        return None
    if any(heat_of(hottest) - heat_of(other) < gap for other in others):
        return None
    return tuple(point for point, loss in alternatives(hottest, colour) if loss == 0)


def shape_scene(picture: str) -> tuple[Position, tuple[int, ...]]:
    """Return the position in the picture of a shape, and the points that are not part of it.

    Raises:
        BadSetup: a wall has no liberty in the picture.
    """
    region = Region.from_diagram(picture)
    rows = [line.split() for line in picture.splitlines() if line.strip()]
    position = Position(region.width, region.height, JAPANESE, Fraction(0))
    points = list(position.points())
    cells = {
        point: rows[region.height - 1 - place // region.width][place % region.width]
        for place, point in enumerate(points)
    }
    black = [point for point, cell in cells.items() if cell in "xX"]
    white = [point for point, cell in cells.items() if cell in "oO"]
    position.setup(black, white, to_move=BLACK)
    return position, tuple(point for point, cell in cells.items() if cell == "-")


def _turned(random: Random, picture: str) -> str:
    """Return a picture with the colours swapped, upside down or mirrored, or not."""
    rows = [line.split() for line in picture.splitlines() if line.strip()]
    if random.random() < 0.5:
        rows.reverse()
    if random.random() < 0.5:
        rows = [row[::-1] for row in rows]
    text = "\n".join(" ".join(row) for row in rows)
    return text.translate(_SWAP) if random.random() < 0.5 else text


def problem_json(
    survey: Survey,
    shown: Sequence[RegionReport],
    choices: Sequence[str],
    answer: Sequence[str | int],
    outside: Sequence[int] = (),
    settled: Partition | None = None,
) -> dict[str, Any]:
    """Return a position with a question about it as the browser gets it.

    `shown` are the places that the question is about, `outside` the points that are not part of
    the picture, `settled` tells whose land is marked (by default what is proved).
    """
    position = survey.position
    told = as_json(survey)
    found = regions_json(view_of(told), told)
    for region in found["regions"]:
        region["lines"] = {
            name: _played_line(position, line) for name, line in region["lines"].items()
        }
    land = (settled or strict_partition(position)).territory
    inside = {point for report in survey.regions for point in report.region.points}
    return {
        "settled": {
            colour_name(colour): [vertex_of(p) for p in points_of(land[colour]) if p not in inside]
            for colour in (BLACK, WHITE)
        },
        "root": {
            "width": position.width,
            "height": position.height,
            "rules": position.rules.name,
            "komi": "0",
            "black": [vertex_of(p) for p in position.stones(BLACK)],
            "white": [vertex_of(p) for p in position.stones(WHITE)],
            "to_move": LETTERS[position.to_move],
        },
        "outside": [vertex_of(point) for point in outside],
        "places": [[vertex_of(point) for point in report.region.points] for report in shown],
        "choices": [{"value": each, "text": _choice_text(each)} for each in choices],
        "answer": list(answer),
        "regions": found["regions"],
        "table": found["table"],
    }


def _played_line(position: Position, line: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a local line with the stones that its moves take."""
    board = position.copy()
    colours = {colour_name(colour): colour for colour in (BLACK, WHITE)}
    found: list[dict[str, Any]] = []
    for move in line:
        point = point_of(move["move"], position.width, position.height)
        try:
            found += played(board, [(colours[move["colour"]], point)])
        except IllegalMove:
            break
    return found


def _survey(scene: _Scene) -> Survey:
    position = scene.position
    partition = Partition(
        position.width,
        position.height,
        tuple(report.region for report in scene.reports),
        (0, 0, 0),
        (0, 0, 0),
    )
    return Survey(position, Scoring.TERRITORY, partition, list(scene.reports), Fraction(0))


def rating_of(level: int) -> int:
    """Return the rating of a player who solves problems of a level every other time."""
    return _FIRST_RATING + _RATING_STEP * level


def heat_of(report: RegionReport) -> Fraction:
    """Return what a move gains.  Pre: the region is solved."""
    assert report.value is not None
    return report.value.temperature


def _gap(level: int) -> Fraction:
    """Return how far gains lie apart: what is easy differs by much."""
    return Fraction(1, 2) if level < 4 else Fraction(1, 4) if level < 7 else Fraction(1, 16)


def _size(random: Random, level: int) -> int:
    return random.randint(2, 3) + random.randint(0, level // 2)


def near_counts(random: Random, mean: Fraction, heat: Fraction) -> list[Fraction]:
    """Return the count among others that come from usual mistakes, in order."""
    halves = [mean + Fraction(step, 2) for step in (-2, -1, 1, 2)]
    mistakes = [mean + heat, mean - heat, -mean, 2 * mean]
    others = [each for each in dict.fromkeys([*mistakes, *halves]) if each != mean]
    random.shuffle(others)
    return sorted([mean, *others[: _CHOICES - 1]], reverse=True)


@cache
def _choice_text(value: str) -> str:
    """Return a count as people read it, with its sign; words of a kind stay as they are."""
    try:
        number = Fraction(value)
    except ValueError:
        return value
    return f"+{mixed(number)}" if number > 0 else mixed(number)
