"""The judge on boards of real games whose dead stones are known."""

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.points import point_at
from gtpengine.board.position import Position
from gtpengine.engine.judge import stones_of
from gtpengine.engine.warmup import load_kernels
from tests.engine.positions import judged, staff_with
from tests.shared_data import SHARED, needs_shared_data

BOARDS = SHARED / "ogs" / "score_estimator"
SIGNS = {1: BLACK, -1: WHITE, 0: EMPTY}
# 47 are right today. The judge's threshold was chosen on boards that include these, with other
# playouts; no boards were held back.
WANTED = 45


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
def test_dead_stones_of_real_games():
    load_kernels()  # however long that takes
    staff = staff_with(load_kernels)
    right = []
    paths = sorted(BOARDS.glob("*/*.game"))
    assert len(paths) == 54
    for path in paths:
        position, dead = board_and_dead(path)
        if stones_of(judged(staff, position).dead) == dead:
            right.append(path.stem)
    assert len(right) >= WANTED, right
