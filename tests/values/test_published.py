"""Values that other programs published: CGSuite and MCGS, by way of MCGS's test files.

The files are read where they lie and are not part of this project; without them these tests skip.
The few positions that stand here in full are from TDS and CGSuite.
"""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from gtpengine.values import bulk
from gtpengine.values.games import Game, canonical, from_options, number
from gtpengine.values.infinitesimals import STAR, nimber, ups
from gtpengine.values.thermograph import game_thermograph, thermographs
from gtpengine.values.trajectory import Trajectory
from tests.oracles.small_boards import Moves, amazons, domineering, graph_of, nogo
from tests.values.samples import wall

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "mcgs"
GAMES: dict[str, Moves] = {"amazons": amazons, "domineering": domineering, "nogo": nogo}


@pytest.mark.parametrize(
    ("name", "board", "left", "right"),
    [
        # CGSuite 2.2
        (
            "amazons",
            "..O|...|..X",
            "1@-1 1@0 1/2@1/2 1/2@9/4 0@11/4",
            "-1@-1 -1@0 -1/2@1/2 -1/2@9/4 0@11/4",
        ),
        ("amazons", ".XO|#..|...", "2@-1 2@-1/2 1/4@5/4", "-2@-1 1/4@5/4"),
        # TDS Fig 2 rebuilt: room A2 A3 B2 B4 C3, Black C3, White A2
        ("amazons", "#.#|.#X|O.#", "3@-1 3/4@5/4", "-1@-1 -1@-1/2 3/4@5/4"),
        ("domineering", "...#|....|....|...#", "2@-1 2@-1/2 3/4@3/4", "0@-1 0@0 3/4@3/4"),
    ],
)
def test_thermographs_of_small_boards(name, board, left, right):
    found = bulk.from_graph(graph_of(board, GAMES[name]))
    assert (found.left_wall(0), found.right_wall(0)) == (wall(left), wall(right))


def published(path: str) -> str:
    file = DATA / path
    if not file.exists():
        pytest.skip(f"no published values: {path} is not in shared/data/mcgs")
    return file.read_text(encoding="utf-8")


def read_wall(text: str) -> Trajectory:
    points = re.findall(r"\(([-/\d]+), ([-/\d]+)\)", text)
    return Trajectory(tuple((Fraction(value), Fraction(t)) for value, t in points))


@pytest.mark.parametrize("file", ["amazons_3x3", "domineering_4x4", "nogo_3x3"])
def test_published_thermographs(file):
    text = published(f"thermographs/{file}_therm.test")
    moves = GAMES[file.split("_")[0]]
    rows = re.findall(r"^([.#XO|]+)\s*\n\{thermograph\s+L: (.*)\s+R: (.*)\n\}", text, re.MULTILINE)
    assert len(rows) >= 9
    for board, left, right in rows:
        found = bulk.from_graph(graph_of(board, moves))
        assert found.left_wall(0) == read_wall(left), board
        assert found.right_wall(0) == read_wall(right), board


def test_published_thermographs_with_fractions_and_canonical_forms():
    text = published("thermographs/domineering_4x4_therm.test")
    board, left, right = re.findall(
        r"^([.#|]+)\s*\n\{thermograph\s+L: (.*)\s+R: (.*)\n\}", text, re.MULTILINE
    )[3]
    graph = graph_of(board, domineering)
    walls = read_wall(left), read_wall(right)
    plain, game = thermographs(graph)[0], canonical(graph)
    assert (plain.left, plain.right) == walls
    assert (game_thermograph(game).left, game_thermograph(game).right) == walls
    assert (game.left_stop, game.right_stop) == tuple(wall.value_at(0) for wall in walls)


def winners(game: Game) -> tuple[str, str]:
    """Return who wins as MCGS writes it: of Black moving first, and of White."""
    return {
        "L": ("win", "loss"),
        "R": ("loss", "win"),
        "N": ("win", "win"),
        "P": ("loss", "loss"),
    }[game.outcome]


def test_published_outcomes_of_domineering():
    text = published("domineering_autotests/4x4_easy.test")
    rows = re.findall(r"^([.#|]+) \{B (\w+), W (\w+)\}", text, re.MULTILINE)
    blocked = [row for row in rows if row[0].count("#") >= 4][:20]
    assert len(blocked) == 20
    for board, black, white in blocked:
        assert winners(canonical(graph_of(board, domineering))) == (black, white), board


def summand(kind: str, text: str) -> Game:
    parts = [Fraction(part) for part in re.findall(r"-?\d+(?:/\d+)?", text)]
    if kind == "nimber":
        return nimber(int(parts[0]))
    if kind == "switch_game":
        return from_options([number(parts[0])], [number(parts[1])])
    if kind == "up_star":
        return ups(int(parts[0])) + (STAR if "*" in text else number(0))
    return number(parts[0])


def test_published_outcomes_of_sums():
    text = published("basic_cgt_autotests/random_cgt_games1.test")
    text = text.split("/*_ CGSUITE INPUT")[0]
    sums = re.split(r"/\* Sum #\d+ \*/", text)[1:]
    assert len(sums) == 6
    for each in sums:
        parts = re.findall(r"^\[(\w+)\] (.*)$", each, re.MULTILINE)
        total = number(0)
        for kind, words in sorted(parts, key=lambda part: part[0] == "switch_game"):
            total = total + summand(kind, words)
        assert winners(total) == re.search(r"\{B (\w+), W (\w+)\}", each).groups()
