"""Records as they come: encodings, odd komi, cut files, several games; none wrong in silence."""

import random
from fractions import Fraction

import pytest

from gtpengine.board.komi import BadKomi
from gtpengine.board.points import vertex_of
from gtpengine.board.record import BadRecord, load_record
from gtpengine.board.recordkomi import recorded_komi
from gtpengine.board.sgftext import decoded
from gtpengine.cli.records import open_record
from tests.gtp.conversation import Conversation
from tests.shared_data import games, needs_shared_data

# Names, event, result and a remark as such records have them.
PEOPLE = {
    "gb18030": (
        "柯洁",
        "李世石",
        "第三届梦百合杯世界围棋公开赛决赛",
        "黑中盘胜",
        "黑贴三又四分之三子",
    ),
    "big5": ("周俊勳", "張栩", "第十屆LG杯世界棋王戰決賽", "黑勝四分之一子", "台灣棋院的對局"),
    "cp932": (
        "井山裕太",
        "張 栩",
        "第３５期名人戦挑戦手合七番勝負第４局",
        "白中押し勝ち",
        "コミ６目半",
    ),
    "euc_jp": ("趙治勲", "小林光一", "第45期本因坊戦 挑戦手合", "黒中押勝", "持時間各8時間"),
    "euc_kr": ("이창호", "조훈현", "제10기 국수전 도전 5번기 제3국", "백 불계승", "덤 6집반"),
    "utf-8": ("芝野虎丸", "신진서", "LG杯", "B+R", "é ü 石"),
    "utf-16": ("芝野虎丸", "신진서", "LG杯", "B+R", "é ü 石"),
    "cp1252": ("Müller", "Gérard", "Championnat d'Europe à Besançon", "B+R", "Très bien joué"),
}


def record_of(black, white, event, result, remark, komi="6.5", more=""):
    return (
        f"(;GM[1]FF[4]SZ[9]KM[{komi}]RU[Japanese]PB[{black}]PW[{white}]EV[{event}]RE[{result}]"
        f"C[{remark}]{more};B[ee];W[gc]C[{remark}];B[cg])"
    )


@pytest.mark.parametrize("encoding", PEOPLE)
@pytest.mark.parametrize("declared", [True, False])
def test_eight_encodings_declared_and_not(encoding, declared):
    more = f"CA[{encoding}]" if declared else ""
    data = record_of(*PEOPLE[encoding], more=more).encode(encoding)
    record = load_record(data)
    assert (record.black_name, record.white_name) == PEOPLE[encoding][:2]
    assert record.result == PEOPLE[encoding][3]
    assert record.nodes[2].comment == PEOPLE[encoding][4]
    assert [vertex_of(move.point) for move in record.moves()] == ["E5", "G7", "C3"]
    # A guess is said; a mark at the beginning, or UTF-8, is none.
    is_guess = not declared and encoding not in ("utf-8", "utf-16")
    assert any("names no encoding" in text for text in record.warnings) == is_guess


def test_bytes_that_look_like_brackets_and_escapes():
    # In Shift_JIS and Big5 the second byte of these is a backslash or a bracket.
    for encoding, name in (("cp932", "表ソ能十"), ("big5", "功許蓋")):
        data = f"(;CA[{encoding}]SZ[9]PB[{name}];B[aa])".encode(encoding)
        assert load_record(data).black_name == name


def test_an_encoding_that_is_named_wrongly_is_not_believed():
    black, white, *rest = PEOPLE["gb18030"]
    record = load_record(record_of(black, white, *rest, more="CA[UTF-8]").encode("gb18030"))
    assert record.black_name == black
    assert "not in the encoding that it names" in record.warnings[0]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-8-sig", "utf-32"])
def test_marks_and_wide_letters(encoding):
    text = record_of("Black", "White", "event", "B+R", "remark " * 30)
    assert load_record(text.encode(encoding)).black_name == "Black"


@pytest.mark.parametrize(
    ("text", "komi", "warns"),
    [
        *(("6.5", "13/2", False), ("-0.5", "-1/2", False), ("", "0", False), ("0", "0", False)),
        ("375", "15/2", True),  # Fox: 3.75 stones
        ("325", "13/2", True),
        ("650", "13/2", True),  # Fox: 6.5 points
        ("3.75", "15/2", True),  # Chinese stones: 3 3/4 of them
        ("2.75", "11/2", True),
        ("6,5", "13/2", True),
        ("7 1/2", "15/2", True),
        ("3又3/4子", "15/2", True),
        ("6.5目", "13/2", True),
        ("5.5 points", "11/2", True),
        ("Japanese", "0", True),
        ("unknown", "0", True),
        ("500", "5", True),
        ("50", "50", False),
        ("99", "99", False),
    ],
)
def test_komi_as_servers_and_editors_write_it(text, komi, warns):
    found, warning = recorded_komi(text)
    assert found == Fraction(komi)
    assert bool(warning) == warns
    if warns:
        assert text[:20] in warning


@pytest.mark.parametrize("text", ["1e400", "6.5.5", "20/3", "1e-9", "9" * 50])
def test_komi_that_is_no_number_to_count_with(text):
    with pytest.raises(BadKomi):
        recorded_komi(text)


def test_a_cut_file_is_read_as_far_as_it_goes():
    text = "(;SZ[9]PB[柯洁];B[ee];W[gc]C[好棋\\] 真的];B[cg](;W[cc];B[dd])(;W[gg]))"
    for encoding in ("utf-8", "gb18030"):
        data = text.encode(encoding)
        counts = []
        for end in range(data.index(b";B[ee]") + 6, len(data)):
            record = load_record(data[:end])
            counts.append(len(record.moves()))
            assert any("breaks off" in warning for warning in record.warnings), data[:end]
            record.position()
        assert counts == sorted(counts)
        assert counts[-1] == 5
    assert load_record(text.encode()).warnings == ()


def test_several_games_in_one_file():
    data = b"junk (;SZ[9];B[aa])\n\n(;SZ[13]KM[5];B[bb];W[cc](;B[dd])(;B[ee]))(;SZ[5])"
    first = load_record(data)
    assert (first.width, len(first.moves())) == (9, 1)
    assert first.warnings == ("the file has 3 games; the first is read",)
    second = load_record(data, game=2)
    assert (second.width, second.komi, len(second.moves())) == (13, 5, 3)
    assert second.warnings == ()
    assert load_record(data, game=3).width == 5
    for number in (0, 4, -1):
        with pytest.raises(BadRecord, match="the file has 3"):
            load_record(data, game=number)


def test_two_moves_in_one_node_are_both_played():
    record = load_record(b"(;SZ[9];B[aa]W[bb];W[cc]B[dd])")
    assert [str(move) for move in record.moves()] == ["B A9", "W B8", "W C7", "B D6"]
    assert len(record.warnings) == 2


@pytest.mark.parametrize(
    ("komi", "said"),
    [
        ("KM[3756.5]", "the komi KM[3756.5] is more than the board has points"),
        ("KM[-82]", "the komi KM[-82] is more than the board has points"),
        ("KM[81]", ""),
        ("KM[0]", ""),
    ],
)
def test_a_komi_that_cannot_be_is_said(komi, said):
    record = load_record(f"(;SZ[9]{komi};B[ee])".encode())
    assert record.warnings == ((said,) if said else ())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(;SZ[9]RU[japanese];B[ee])", True),
        ("(;SZ[9]RU[japanese]KM[];B[ee])", True),
        ("(;SZ[9]RU[japanese]KM[0];B[ee])", False),
        ("(;SZ[9]RU[japanese]AB[cc])", False),
        ("(;SZ[9]RU[japanese]HA[2]AB[cc][gg];W[ee])", False),
    ],
)
def test_commands_say_that_a_game_names_no_komi(text, said, tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text(text)
    remarks = open_record(str(path), None)[1]
    assert remarks == (["the record names no komi: none is counted"] if said else [])


def test_what_cannot_be_followed_is_said():
    record = load_record(b"(;SZ[9x7]RU[Ing Goe]HA[3];B[aa])")
    assert (record.width, record.height) == (9, 7)
    assert "the rules RU[Ing Goe] are not known" in record.warnings
    assert "a handicap of 3 is named, but no stones are set up" in record.warnings


def mutated(data, chance):
    """Return a record with one thing wrong that happens to files, and what it is."""
    kind = chance.randrange(7)
    place = chance.randrange(1, len(data))
    if kind == 0:
        return data[:place], "cut"
    if kind == 1:
        return data[:place] + bytes([chance.randrange(256)]) + data[place + 1 :], "byte"
    if kind == 2:
        return data + data, "twice"
    if kind == 3:
        return data.replace(b"KM[", b"KM[" + chance.choice([b"1e9", b"x", b"375", b"1/"])), "komi"
    if kind == 4:
        return data[:place] + data[place + chance.randrange(1, 40) :], "hole"
    if kind == 5:
        return data.replace(b"\n", b"\r\n").replace(b";", b" ; "), "blanks"
    return b"\x00\x01 mail header\n" + data, "junk"


@needs_shared_data
@pytest.mark.parametrize("seed", range(4))
def test_mutated_records_are_read_or_refused_with_words(seed):
    """Fifty a seed, in eight encodings: a move may be lost or changed, but never a traceback."""
    chance = random.Random(seed)
    paths = [*games("games/pro19_counted/*.sgf"), *games("games/pro9/*.sgf")]
    for _ in range(50):
        path = chance.choice(paths)
        whole = load_record(path)
        encoding = chance.choice(list(PEOPLE))
        names = "".join(
            f"{name}[{text}]"
            for name, text in zip(("PB", "PW", "EV"), PEOPLE[encoding], strict=False)
        )
        text = path.read_bytes().decode("latin-1").encode("ascii", "ignore").decode()
        text = text.replace("(;", f"(;{names}", 1)
        data, what = mutated(text.encode(encoding), chance)
        try:
            record = load_record(data)
            moves = record.position().moves
        except BadRecord as error:
            assert 10 < len(str(error)) < 200  # noqa: PT017
            continue
        if what in ("twice", "blanks", "junk") and encoding != "utf-16":
            assert moves == whole.position().moves, (path, encoding, what)
        if len(moves) < len(whole.moves()) and what == "cut":
            assert record.warnings, (path, encoding, what)


def test_guesses_hold_for_short_names():
    """A name or two is all that many records have."""
    for encoding, (black, white, event, *_) in PEOPLE.items():
        if encoding.startswith("utf"):
            continue
        data = f"(;SZ[9]PB[{black}]PW[{white}]EV[{event}];B[aa])".encode(encoding)
        assert black in decoded(data).text, encoding


def test_loadsgf_tells_on_stderr_what_was_guessed(tmp_path, caplog):
    talk = Conversation()
    path = tmp_path / "fox.sgf"
    path.write_bytes("(;SZ[9]KM[375]PB[柯洁]PW[李世石]RE[黑胜];B[ee];W[g".encode("gb18030"))
    talk.tell(f"loadsgf {path}")
    assert "after 1 move; chinese rules, komi 7.5" in talk.tell("showboard")
    assert "3.75 stones: 7.5 points" in caplog.text
    assert "read as far as move 1" in caplog.text
    assert "read as gb18030" in caplog.text


def test_loadsgf_tells_on_stderr_why_not(tmp_path, caplog):
    talk = Conversation()
    path = tmp_path / "twice.sgf"
    path.write_text("(;SZ[9];B[ee];W[ee])")
    assert talk.say(f"loadsgf {path}") == "? cannot load file\n\n"
    assert "move 2 (W E5) is illegal" in caplog.text
    assert talk.say(f"loadsgf {tmp_path / 'none.sgf'}") == "? cannot load file\n\n"
    assert "No such file" in caplog.text
