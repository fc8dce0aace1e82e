"""When an exact sum of regions is not followed: boards of GNU Go's endgame suite."""

import pytest

from gtpengine.board.colours import BLACK
from gtpengine.board.record import load_record
from gtpengine.board.rules import JAPANESE
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.doubts import doubt_of_sum
from gtpengine.engine.surveyor import Surveyor
from gtpengine.engine.thinker import ALL_HANGING, SURE
from gtpengine.search.montecarlo.search import TreeSearch
from tests.engine.positions import CORRIDORS, picture
from tests.shared_data import SHARED, needs_shared_data


def doubt(position):
    """Return the doubt in an exact sum of a board, with all the time it takes."""
    search = TreeSearch(position, seed=1)
    search.run(None, 5000)
    survey = Surveyor(hanging=ALL_HANGING).survey(
        position, search.findings().ownership, 60.0, sure=SURE
    )
    with Deadline(60.0) as deadline:
        return doubt_of_sum(survey, deadline)


@needs_shared_data
@pytest.mark.parametrize(
    ("name", "before", "text"),
    [
        ("endgame9", None, "R15 threatens more than its region is worth"),  # 10 points, it says 3
        ("endgame2", 16, "the ko at E1 hangs on threats elsewhere"),
    ],
)
def test_what_regions_do_not_see(name, before, text):
    record = load_record(SHARED / "gnugo" / "games" / f"{name}.sgf")
    position = record.position(before, rules=JAPANESE)
    position.to_move = BLACK
    assert doubt(position) == text


def test_a_sum_without_kos_and_threats_is_trusted():
    assert doubt(picture(CORRIDORS, to_move=BLACK, rules=JAPANESE)) == ""
