"""GNU Go is asked the same, and GNU Go is played."""

import pytest

from tests.gtp.process import engine, gnugo
from tests.gtp.referee import play_game


@pytest.fixture
def other():
    process = gnugo("--level", "1", "--seed", "3", "--chinese-rules")
    if process is None:
        pytest.skip("GNU Go is not installed (Debian package gnugo)")
    with process:
        yield process


# Each line is sent to both; the answers must agree in mark, id, and number of answers.
SAME_MARK = [
    *("protocol_version", "5 protocol_version", "007 protocol_version", "known_command play"),
    *("known_command", "9 known_command nonsense", "nonsense", "12 nonsense", "PLAY b d4"),
    *("boardsize 9", "boardsize", "boardsize x", "boardsize 0", "boardsize 26", "clear_board"),
    *("komi 5.5", "komi", "komi x", "komi -3", "play b d4", "play w D4", "play W e5", "play B i5"),
    *("play b z9", "play b d0", "play b d10", "play b", "play", "play x d5", "play black PASS"),
    *("play white pass", "play b resign", "play b d5 extra words", "7 play b d6 # comment"),
    *("undo", "undo", "undo", "gg-undo 2", "gg-undo 99", "fixed_handicap 2", "clear_board"),
    *("undo", "fixed_handicap 2", "undo", "clear_board", "fixed_handicap 1", "fixed_handicap 10"),
    *("fixed_handicap", "set_free_handicap c3 g7", "set_free_handicap c3 g7", "clear_board"),
    *("set_free_handicap c3", "set_free_handicap c3 c3", "set_free_handicap c3 pass"),
    # GNU Go keeps some stones of the list that it has just refused.
    *("clear_board", "place_free_handicap 2", "clear_board", "place_free_handicap 1"),
    "time_settings 60 30 5",
    *("time_settings", "time_settings x", "time_left b 30 5", "time_left", "time_left x 1 1"),
    *("final_status_list", "final_status_list nonsense", "final_status_list dead", "get_komi"),
    *("loadsgf", "loadsgf no/such/file", "genmove", "genmove x", "list_commands", "showboard"),
    *("name", "version", "\tname", "na\x01me", "name\r", "3", "# a comment", "", "   "),
    *("reg_genmove b", "cputime", "printsgf", "boardsize 19", "fixed_handicap 9", "final_score"),
]
# Where both must also say the same words.
SAME_WORDS = (
    *("protocol_version", "known_command", "boardsize", "clear_board", "komi", "play", "undo"),
    *("nonsense", "PLAY", "set_free_handicap", "final_status_list dead", "time_settings 60"),
)


def test_the_same_questions_get_the_same_kind_of_answer(other):
    with engine() as ours:
        for line in SAME_MARK:
            for process in (ours, other):
                # The marker shows whether the line was answered at all.
                process.send(line + "\n424242 protocol_version\n")
            answers = [until_marker(ours), until_marker(other)]
            marks = [[head(answer) for answer in found] for found in answers]
            assert marks[0] == marks[1], (line, answers)
            if line.lstrip("0123456789 ").startswith(SAME_WORDS) and marks[0][0][0] == "=":
                words = [answer.split(maxsplit=1)[1:] for answer in (answers[0][0], answers[1][0])]
                assert words[0] == words[1], line


def until_marker(process):
    """Return the answers that come before that of the marker."""
    found = []
    while True:
        answer = process.answer()
        assert answer is not None
        if answer.startswith("=424242"):
            return found
        found.append(answer)


def head(answer):
    """Return mark and id of an answer."""
    return answer.split("\n")[0].split(" ")[0]


@pytest.mark.parametrize("stones", range(2, 10))
# Not 12: GNU Go takes the fourth line there, the specification the third.
@pytest.mark.parametrize("size", [7, 8, 9, 10, 11, 13, 14, 19])
def test_fixed_handicap_is_where_gnugo_puts_it(size, stones, gnugo_for_handicap):
    ours, other = gnugo_for_handicap
    answers = []
    for process in (ours, other):
        process.tell(f"boardsize {size}")
        process.tell("clear_board")
        answers.append(process.ask(f"fixed_handicap {stones}"))
    assert answers[0][0] == answers[1][0]
    if answers[0][0] == "=":
        assert sorted(answers[0].split()) == sorted(answers[1].split())


@pytest.fixture(scope="module")
def gnugo_for_handicap():
    other = gnugo()
    if other is None:
        pytest.skip("GNU Go is not installed (Debian package gnugo)")
    with other, engine() as ours:
        yield ours, other


@pytest.mark.slow
@pytest.mark.parametrize("colour", ["black", "white"])
def test_a_game_and_its_score(other, colour):
    # So many playouts of one thread, however long they take: the game is the same on every machine.
    with engine("--boardsize", "9", "--seconds", "60") as ours:
        for setting in ("resign 0", "one_region 1", "visits 150"):
            ours.tell(f"gtpengine-param {setting}")
        black, white = (ours, other) if colour == "black" else (other, ours)
        board, end = play_game(black, white, 9, "7.5")
        assert end == "passes"
        assert len(board.moves) > 20
        assert points(ours.tell("final_score")) == points(other.tell("final_score"))
        rows = [row.split()[1:-1] for row in ours.tell("showboard").split("\n")[1:10]]
        assert rows == [row.split() for row in board.diagram(labelled=False).split("\n")]


@pytest.mark.slow
def test_scores_of_games_that_others_played(other):
    # GNU Go against itself: both sides keep territory, stones die, dame are left.
    with gnugo("--level", "1", "--seed", "8", "--chinese-rules") as second, engine() as ours:
        board, end = play_game(other, second, 9, "5.5")
        assert end == "passes"
        ours.tell("boardsize 9")
        ours.tell("komi 5.5")
        moves = " ".join(str(move) for move in board.moves)
        ours.tell(f"gogui-play_sequence {moves}")
        score = points(other.tell("final_score"))
        assert points(ours.tell("final_score")) == score
        ours.tell("gg-undo 12")
        assert ours.tell("final_score")
        assert ours.ask("final_status_list dead").startswith("=")


def points(text):
    """Return a score as a number, Black's points positive."""
    return 0.0 if text == "0" else float(text[2:]) * (1 if text[0] == "B" else -1)
