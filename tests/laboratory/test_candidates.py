"""Candidate moves by pictures: what they are called, that they are legal, and what comes first.

`.` are the empty points of the region, `x` and `o` stones in it, `X` and `O` stones that stand, `-`
empty points outside. Every picture is also looked at with the colours exchanged.
"""

import itertools

import pytest

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import column_of, point_at, point_of, row_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.laboratory.namedmoves.candidates import candidates
from gtpengine.laboratory.namedmoves.proposals import Reason, proposals, words
from gtpengine.localgame.generator import Recipe, generate
from gtpengine.localgame.solver import solve

SWAPPED = str.maketrans("XOxo", "OXox")
STONES = str.maketrans("xo-", "XO.")


def scene(picture):
    """The position of a picture and the points of its region."""
    position = Position.from_diagram(picture.translate(STONES))
    rows = [line.split() for line in picture.splitlines() if line.strip()]
    points = [
        point_at(row, column)
        for row, cells in zip(range(len(rows), 0, -1), rows, strict=True)
        for column, cell in enumerate(cells, start=1)
        if cell in ".xo"
    ]
    return position, points


def named(picture, colour, name):
    """The legal moves of the region that are called so."""
    return {
        vertex_of(move.point)
        for move in proposals(*scene(picture), colour)
        if name in [reason.value for reason in move.reasons]
    }


SECOND_LINE = """
    - - - - - - - - -
    - - O O O O O O -
    X X X . . . . O -
    X . . . . . . O -
"""
FIRST_LINE = """
    - - - - - - -
    - X X O O - -
    - X X O O - -
    . . . . . . -
"""
CUT_OFF = """
    X X X X X X
    X O O X X X
    O O . o X X
    O . . . X -
    O O O X X -
"""
CORNER = """
    O O O O O X X
    O - O O X X -
    O O O O X - X
    . . . . X X X
"""
CORRIDOR = """
    X O O O O
    X . . . O
    X O O O O
    - - - - -
"""
IN_ATARI = """
    - O O O O -
    O O . O O -
    O x . . O -
    O O O O O -
"""


@pytest.mark.parametrize(
    ("picture", "name", "moves"),
    [
        pytest.param(SECOND_LINE, "monkey jump", {"F1"}, id="monkey jump"),
        pytest.param(SECOND_LINE, "small monkey jump", {"E1"}, id="small monkey jump"),
        pytest.param(
            # From the third line there is no such jump, nor under a stone that blocks.
            """
            - - O O O O O O -
            X X X . . . . O -
            - - - . . . . O -
            - - - O . . . O -
            """,
            "monkey jump",
            set(),
            id="no monkey jump",
        ),
        pytest.param(FIRST_LINE, "hane", {"D1"}, id="hane"),
        pytest.param(FIRST_LINE, "descent", {"C1"}, id="descent"),
        # A stone that walls the region in is not cut off, but one inside it is.
        pytest.param(CUT_OFF, "cut", {"C3"}, id="cut"),
        pytest.param(CUT_OFF.translate(SWAPPED), "connection", {"C3"}, id="connection"),
        pytest.param(
            """
            X X X X X
            O O . X X
            O . . X -
            O O O X -
            """,
            "cut",
            set(),
            id="standing stones are not cut",
        ),
        # A single stone that White can take: at D1 it would stand with the wall.
        pytest.param(CORNER, "throw-in", {"A1"}, id="throw-in"),
        pytest.param(IN_ATARI, "save", {"C2"}, id="save by running"),
        pytest.param(IN_ATARI.translate(SWAPPED), "capture", {"C2"}, id="capture"),
        pytest.param(
            """
            O O O O O O
            O X X X X O
            O X o x O O
            O X . x O -
            O X O O O -
            """,
            "save",
            {"C2"},
            id="save by taking",
        ),
        pytest.param(
            """
            X X X X X
            X o . . X
            X X X . X
            - - X X X
            """,
            "atari",
            set(),
            id="one liberty is no atari any more",
        ),
        pytest.param(
            """
            X X X X X
            X o o . X
            X . X . X
            X X X X X
            """,
            "atari",
            {"B2", "D3"},
            id="atari",
        ),
        pytest.param(CORRIDOR, "push", {"B3"}, id="push into a corridor"),
        pytest.param(CORRIDOR.translate(SWAPPED), "block", {"B3"}, id="block it"),
        pytest.param(CORRIDOR, "jump", {"C3"}, id="jump into it"),
        pytest.param(SECOND_LINE, "diagonal move", {"D1"}, id="diagonal move on the edge"),
        pytest.param(
            """
            - - O O O
            X . . . O
            - . . . O
            - O O O -
            """,
            "diagonal move",
            {"B2"},
            id="diagonal move",
        ),
        pytest.param(
            """
            O O O O O
            O . . . O
            O O O O O
            - - O - -
            """,
            "vital point",
            {"C3"},
            id="the middle of three",
        ),
    ],
)
def test_moves_have_their_names(picture, name, moves):
    assert named(picture, BLACK, name) == moves
    assert named(picture.translate(SWAPPED), WHITE, name) == moves


def test_decided_land_counts_as_stones_of_its_owner():
    picture = """
        - - - - - - -
        - X X - O - -
        - X X - O - -
        . . . . . . -
    """
    position, points = scene(picture)
    land = {point_of(vertex, 7, 4): WHITE for vertex in ("D2", "D3")}
    hane = {
        vertex_of(move.point)
        for move in proposals(position, points, BLACK, land)
        if Reason.HANE in move.reasons
    }
    assert hane == {"D1"}
    assert named(picture, BLACK, "hane") == set()


def test_a_banned_ko_is_no_candidate():
    position, points = scene("""
        - X O -
        X o . O
        - X O -
    """)
    taking = candidates(position, points, BLACK)
    assert [(vertex_of(one.point), one.reasons[0]) for one in taking] == [("C2", Reason.CAPTURE)]
    position.play(BLACK, taking[0].point)
    assert candidates(position, points, WHITE) == []
    assert [vertex_of(one.point) for one in candidates(position, points, BLACK)] == ["B2"]


def turned(position, points, mirror, swap):
    """A square position, mirrored or turned and perhaps with colours exchanged, and the points."""
    size = position.width

    def moved(point):
        row, column = row_of(point), column_of(point)
        if mirror & 1:
            row = size + 1 - row
        if mirror & 2:
            column = size + 1 - column
        return point_at(column, row) if mirror & 4 else point_at(row, column)

    stones = [[moved(point) for point in position.stones(colour)] for colour in (BLACK, WHITE)]
    other = Position(size, rules=position.rules)
    other.setup(*(stones[::-1] if swap else stones))
    return other, [moved(point) for point in points], moved


@pytest.mark.parametrize("seed", range(4))
def test_symmetric_boards_have_symmetric_candidates(seed):
    enclosed = generate(seed, Recipe((8,), loose=2))
    region = enclosed.regions[0]
    for colour in (BLACK, WHITE):
        found = candidates(enclosed.position, region.points, colour, None)
        for mirror, swap in itertools.product(range(8), (False, True)):
            position, points, moved = turned(enclosed.position, region.points, mirror, swap)
            again = candidates(position, points, opponent(colour) if swap else colour, None)
            reasons = {one.point: one.reasons for one in again}
            shares = {one.point: one.share for one in again}
            assert reasons == {moved(one.point): one.reasons for one in found}
            assert shares == pytest.approx({moved(one.point): one.share for one in found})


@pytest.mark.parametrize("seed", range(8))
def test_all_legal_moves_are_there_and_nothing_else(seed):
    enclosed = generate(seed, Recipe((9,), loose=2))
    region = enclosed.regions[0]
    before = enclosed.position.diagram(), enclosed.position.to_move
    for colour in (BLACK, WHITE):
        found = candidates(enclosed.position, region.points, colour, None)
        legal = set(enclosed.position.legal_points(colour)) & set(region.points)
        assert {one.point for one in found} == legal
        assert sum(one.share for one in found) == pytest.approx(1)
        assert [one.share for one in found] == sorted((one.share for one in found), reverse=True)
        assert candidates(enclosed.position, region.points, colour, 3) == found[:3]
    assert (enclosed.position.diagram(), enclosed.position.to_move) == before


def test_the_previous_line_comes_first_in_its_order():
    position, points = scene(SECOND_LINE)
    line = [point_of(vertex, 9, 4) for vertex in ("G2", "A2", "B1")]
    found = candidates(position, points, BLACK, line=line)
    assert [vertex_of(one.point) for one in found[:2]] == ["G2", "B1"]  # A2 is a stone
    assert [one.reasons[0] for one in found[:2]] == [Reason.LINE, Reason.LINE]
    assert not any(Reason.LINE in one.reasons for one in found[2:])
    plain = candidates(position, points, BLACK, None)
    rest = [one.point for one in plain if one.point not in line]
    assert [one.point for one in found[2:]] == rest[: len(found) - 2]


def test_words():
    assert words((Reason.CAPTURE, Reason.CUT)) == "capture, cut"
    assert words(()) == "shape"


def test_the_best_moves_of_solved_regions_are_among_the_first():
    """The solver knows the best moves at the region's temperature; 8 of 9 or 10 would be easy."""
    places = []
    for seed in range(30):
        enclosed = generate(seed, Recipe((9,), loose=seed % 3))
        region = enclosed.regions[0]
        solution = solve(region)
        if not solution.is_solved or solution.value().temperature <= 0:
            continue
        heat = solution.value().temperature
        for colour in (BLACK, WHITE):
            best = {
                move.point
                for move in solution.best_moves(colour)
                if any(low <= heat and (high is None or heat <= high) for low, high in move.ranges)
            }
            found = candidates(
                enclosed.position, region.points, colour, None, land=dict(region.border)
            )
            if best:
                places.append(next(n for n, one in enumerate(found) if one.point in best))
    assert len(places) > 40
    assert sum(place < 3 for place in places) / len(places) > 0.8
    assert sum(place < 6 for place in places) / len(places) > 0.95
