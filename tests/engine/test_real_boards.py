"""The judge on boards of real games whose dead stones are known."""

import pytest

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.points import point_at
from gtpengine.board.position import Position
from gtpengine.deadline import Deadline
from gtpengine.engine.settings import Settings
from gtpengine.engine.staff import Staff
from gtpengine.engine.thinking import load_thinking
from gtpengine.engine.warmup import Loading, Warmup, load_kernels
from gtpengine.model.judgement import stones_of
from tests.engine.positions import judged
from tests.shared_data import SHARED, needs_shared_data

BOARDS = SHARED / "ogs" / "score_estimator"
SIGNS = {1: BLACK, -1: WHITE, 0: EMPTY}
# Right today: 47 by playouts alone, 52 with searches around the chains. Thresholds were chosen on
# boards that include these; no boards were held back.
BY_PLAYOUTS, BY_SEARCHES = 45, 50


def board_and_dead(path):
    """Return the position of a file and the set of its dead stones."""
    rows, header = [], {}
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split("#")[0].split()
        if words and words[0].isidentifier():
            header[words[0]] = int(words[1])
        elif words:
            rows.append([int(word) for word in words])
    width, height = header["width"], header["height"]
    position = Position(width, height)
    places = [(row, column) for row in range(height) for column in range(width)]
    stones = {BLACK: [], WHITE: [], EMPTY: []}
    for row, column in places:
        stones[SIGNS[rows[row][column]]].append(point_at(height - row, column + 1))
    position.setup(stones[BLACK], stones[WHITE], to_move=SIGNS[header["player_to_move"]])
    marked = {point_at(height - r, c + 1) for r, c in places if rows[height + r][c] == 1}
    return position, {point for point in marked if position.colour_at(point) != EMPTY}


@needs_shared_data
@pytest.mark.parametrize(
    ("load", "wanted"), [(lambda: None, BY_PLAYOUTS), (load_thinking, BY_SEARCHES)]
)
def test_dead_stones_of_real_games(load, wanted):
    load_kernels()  # however long that takes
    load()
    warmup = Warmup(load=load_kernels)
    thinking = Loading(None, load, "search")
    staff = Staff(Settings(), warmup, thinking)
    staff.start()
    with Deadline(60.0) as deadline:
        thinking.reading(deadline, 1.0)
    right = []
    paths = sorted(BOARDS.glob("*/*.game"))
    assert len(paths) == 54
    for path in paths:
        position, dead = board_and_dead(path)
        if stones_of(judged(staff, position).dead) == dead:
            right.append(path.stem)
    assert len(right) >= wanted, right
