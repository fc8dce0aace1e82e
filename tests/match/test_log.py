"""The log survives what can happen to files."""

import json

import pytest

from gtpengine.match.log import BadLog, GameLog, write_whole
from gtpengine.match.outcome import Outcome, Played


def played(number):
    outcome = Outcome(
        number, 1, "d", "a", "b", "", "B+R", "black", "resignation", "Ünïcode", file=f"{number}.sgf"
    )
    return Played(outcome, "(;GM[1])", {"a b/c": "words\n"} if number == 2 else {})


def filled_log(folder, count=3):
    log = GameLog(folder)
    for number in range(1, count + 1):
        log.add(played(number))
    log.close()
    return folder / "log.jsonl"


def numbers(folder):
    log = GameLog(folder)
    log.close()
    return list(log.outcomes)


def test_what_is_added_is_there_again(tmp_path):
    filled_log(tmp_path)
    log = GameLog(tmp_path)
    assert list(log.outcomes) == [1, 2, 3]
    assert log.outcomes[2] == played(2).outcome
    assert (tmp_path / "games" / "2.sgf").read_text() == "(;GM[1])"
    assert (tmp_path / "errors" / "00002-a_b_c.txt").read_text() == "words\n"
    log.close()


def test_a_line_torn_anywhere_is_cut_off_and_the_rest_stays(tmp_path):
    path = filled_log(tmp_path)
    data = path.read_bytes()
    ends = [place + 1 for place, byte in enumerate(data) if byte == 10]
    for length in range(0, len(data), 7):
        path.write_bytes(data[:length])
        whole = sum(end <= length for end in ends)
        assert numbers(tmp_path) == list(range(1, whole + 1))
        assert path.read_bytes() == data[: ends[whole - 1] if whole else 0]


@pytest.mark.parametrize("tail", [b"\0" * 100, b"\0" * 100 + b"\n", b'{"number": 4}\n'])
def test_a_last_line_of_garbage_is_cut_off(tmp_path, tail):
    path = filled_log(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data + tail)
    assert numbers(tmp_path) == [1, 2, 3]
    assert path.read_bytes() == data


def test_after_a_torn_line_games_are_appended_whole(tmp_path):
    path = filled_log(tmp_path)
    path.write_bytes(path.read_bytes()[:-5])
    log = GameLog(tmp_path)
    log.add(played(3))
    log.add(played(4))
    log.close()
    assert [json.loads(line)["number"] for line in path.read_text().splitlines()] == [1, 2, 3, 4]


def test_damage_in_the_middle_is_not_passed_over(tmp_path):
    path = filled_log(tmp_path)
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([lines[0], lines[1][:-9], *lines[2:]]))
    with pytest.raises(BadLog, match=r"log\.jsonl', line 2: "):
        GameLog(tmp_path)


def test_only_one_at_a_time(tmp_path):
    log = GameLog(tmp_path)
    with pytest.raises(BadLog, match="already running"):
        GameLog(tmp_path)
    log.close()
    GameLog(tmp_path).close()


def test_reading_needs_no_permission_and_changes_nothing(tmp_path):
    path = filled_log(tmp_path)
    path.write_bytes(path.read_bytes()[:-5])
    data = path.read_bytes()
    log = GameLog(tmp_path)
    path.write_bytes(data)
    assert list(GameLog(tmp_path, read_only=True).outcomes) == [1, 2]
    assert path.read_bytes() == data
    log.close()
    assert GameLog(tmp_path / "none", read_only=True).outcomes == {}
    assert not (tmp_path / "none").exists()


def test_a_folder_that_cannot_be(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadLog, match="file"):
        GameLog(tmp_path / "file")


def test_files_are_replaced_as_a_whole(tmp_path):
    write_whole(tmp_path / "x", "one")
    write_whole(tmp_path / "x", "two")
    assert (tmp_path / "x").read_text() == "two"
    assert [path.name for path in tmp_path.iterdir()] == ["x"]
