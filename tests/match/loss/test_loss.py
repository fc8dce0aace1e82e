"""Points lost per move: which positions, what is kept, and what the table says."""

import json
import math
import sys

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_of
from gtpengine.cli.main import run
from gtpengine.errors import BadInput
from gtpengine.match.loss.endings import endings
from gtpengine.match.loss.judge import judge_name
from gtpengine.match.loss.store import Store
from gtpengine.match.loss.table import Losses, losses_text, mean_and_error
from tests.match.games import judge_in, words
from tests.shared_data import SHARED, needs_shared_data

GAME = "(;GM[1]SZ[9]KM[6.5];B[ee];W[cc];B[gg];W[cg];B[gc];W[];B[])"


@pytest.fixture
def folder(tmp_path):
    records = tmp_path / "records"
    records.mkdir()
    for number in range(4):
        (records / f"g{number}.sgf").write_text(GAME)
    return records


def test_positions_count_from_the_last_stone(folder):
    (found,) = endings(folder, games=1, distances=[2])
    # Passes at the end are no moves: before the last two stones three are on the board.
    assert found.name == "g0"
    assert found.position.to_move == WHITE
    assert found.played == point_of("C3", 9, 9)
    assert len(found.position.moves) == 3
    assert found.position.rules.name == "japanese"
    assert endings(folder, games=1, distances=[6]) == []


def test_a_part_has_every_game_once_and_all_distances(folder):
    part = endings(folder, distances=[1, 2, 3, 4], every=4)
    assert [(each.name, each.distance) for each in part] == [
        ("g0", 1),
        ("g1", 4),
        ("g2", 3),
        ("g3", 2),
    ]


def test_games_are_spread_over_the_folder(folder):
    assert [each.name for each in endings(folder, games=2, distances=[1])] == ["g0", "g2"]


def test_no_records(tmp_path):
    with pytest.raises(BadInput, match="no game records"):
        endings(tmp_path / "nowhere")


@needs_shared_data
def test_the_shared_games_give_all_positions():
    found = endings(SHARED / "games" / "pro19_counted")
    assert len(found) == 240
    assert len({each.key for each in found}) == 240
    for each in found[::20]:
        assert each.position.is_legal(each.position.to_move, each.played)


def test_a_store_survives_torn_lines(tmp_path):
    path = tmp_path / "new" / "store.jsonl"
    store = Store(path)
    store.put("a b", value=1)
    store.put("a c", value=2)
    path.write_text(path.read_text() + '{"key": "a d", "val')
    store = Store(path)
    assert store.get("a b") == {"key": "a b", "value": 1}
    assert store.get("a d") is None
    store.put("a d", value=3)
    assert len(Store(path).matching("a ")) == 3
    assert [each["value"] for each in Store(path).matching("a d")] == [3]


def test_a_judge_is_its_network():
    assert judge_name(("katago", "analysis", "-model", "/x/b6c96.bin.gz")) == "b6c96"
    assert judge_name(("katago", "analysis")) == "katago_analysis"


def test_means_and_errors():
    # By hand: mean 2, deviations -1 0 1, variance 1, error 1 / sqrt 3.
    assert mean_and_error([1.0, 2.0, 3.0]) == (2.0, pytest.approx(1 / math.sqrt(3)))
    assert math.isnan(mean_and_error([])[0])


def test_the_table():
    keys = {"p": 20, "q": 20, "r": 60}
    good = Losses("good", {"p": 0.0, "q": 0.5, "r": 0.25}, keys, [2.0, 4.0])
    bad = Losses("bad", {"p": 1.5, "q": 0.5}, keys, failed=1)
    assert losses_text([good, bad]) == (
        "points lost per move  n  mean  s.e.  median   > 1  CPU s  failed\n"
        "good                  3  0.25  0.14    0.25   0 %    3.0       0\n"
        "bad                   2  1.00  0.50    1.00  50 %      -       1\n"
        "\n"
        "moves before the end               60                20\n"
        "good                  0.25 (nan, n 1)  0.25 (0.25, n 2)\n"
        "bad                                 -  1.00 (0.50, n 2)\n"
        "\n"
        "more than good  n   mean  s.e.\n"
        "bad             2  +0.75  0.75\n"
    )


def test_a_whole_run_and_its_repetition(folder, tmp_path, capsys):
    judge = judge_in(tmp_path)
    engine = " ".join(words())
    common = ["endgame-loss", "--games", str(folder), "--distances", "5,3"]
    common += ["--cache", str(tmp_path / "cache"), "--worst", "1", f"toy={engine}"]
    asked = [*common, "--katago", f"{sys.executable} -I -S {judge}"]
    assert run(asked) == 0
    said = capsys.readouterr().out
    # The games are the same, so there are two positions. The professional plays E5 and G3; KataGo's
    # E9 loses nothing.
    assert "professionals          2  5.00" in said
    assert "KataGo's first choice  2  0.00" in said
    assert "worst moves of toy" in said
    kept = [json.loads(line) for line in (tmp_path / "cache" / "moves.jsonl").open()]
    assert len(kept) == 2
    assert all(each["move"] is not None for each in kept)
    # Everything is known: neither engine nor judge is needed.
    judge.unlink()
    assert run(asked) == 0
    assert capsys.readouterr().out == said


def test_moves_of_black_and_of_white_are_judged_for_their_players(folder, tmp_path):
    from gtpengine.evaluation.katago.keeper import PartnerSettings
    from gtpengine.match.loss.judge import Judge

    settings = PartnerSettings((sys.executable, "-I", "-S", str(judge_in(tmp_path))))
    judge = Judge(settings, 8, Store(tmp_path / "store"))
    black, white = endings(folder, games=1, distances=[5, 4])
    assert (black.position.to_move, white.position.to_move) == (BLACK, WHITE)
    low, high = point_of("A1", 9, 9), point_of("A8", 9, 9)
    judge.judge([(each, point) for each in (black, white) for point in (low, high, PASS)])
    assert (judge.lead(black, low), judge.lead(black, high)) == (1.0, 8.0)
    assert (judge.lead(white, low), judge.lead(white, high)) == (-1.0, -8.0)
    assert (judge.best_lead(black), judge.best_lead(white)) == (8.0, 0.0)
    assert judge.lead(black, point_of("B2", 9, 9)) is None
