"""Formats, colour pairs, openings, and the configurations that come with the project."""

import dataclasses
import importlib.util
import itertools
from pathlib import Path

import pytest

from gtpengine.board.points import column_of, row_of
from gtpengine.board.position import Position
from gtpengine.config import BadConfig
from gtpengine.match.openings import EMPTY_BOARD, Opening, load_openings, read_lines
from gtpengine.match.schedule import game_count, schedule
from gtpengine.match.settings import (
    EngineSettings,
    Format,
    GameSettings,
    Tournament,
    TournamentSettings,
    load_engine,
    load_tournament,
)

ROOT = Path(__file__).parents[2]
CONFIGS = ROOT / "configs"
NINE = GameSettings(board_size=9)


def tournament(format, names, games):
    engines = tuple(EngineSettings(("x",), name=name) for name in names)
    settings = TournamentSettings(format.value, games)
    return Tournament("test", Path("test.toml"), format, engines, settings)


def meetings(format, names, games, openings=(EMPTY_BOARD,)):
    specs = schedule(tournament(format, names, games), list(openings))
    return [f"{spec.black.name}{spec.white.name}" for spec in specs]


@pytest.mark.parametrize(
    ("format", "names", "games", "expected"),
    [
        (Format.MATCH, "ab", 5, "ab ba ab ba ab"),
        (Format.PLAYOFF, "ab", 4, "ab ba ab ba"),
        (Format.GAUNTLET, "abc", 6, "ab ba ac ca ab ba"),
        (Format.ROUND_ROBIN, "abc", 8, "ab ba ac ca bc cb ab ba"),
        (Format.SELFPLAY, "abc", 6, "ab ba ac ca bc cb"),
        # One position only: each pairing plays it once with each colour.
        (Format.ENDGAME, "ab", 10, "ab ba"),
    ],
)
def test_who_meets_whom(format, names, games, expected):
    assert meetings(format, names, games) == expected.split()


def test_pairs_share_an_opening_and_rounds_change_it():
    openings = [Opening("one"), Opening("two")]
    specs = list(schedule(tournament(Format.ROUND_ROBIN, "abc", 18), openings))
    assert [spec.number for spec in specs] == list(range(1, 19))
    for first, second in (
        itertools.batched(specs, 2)
        if hasattr(itertools, "batched")
        else zip(specs[::2], specs[1::2], strict=True)
    ):
        assert first.pair == second.pair
        assert first.opening == second.opening
        assert (first.black, first.white) == (second.white, second.black)
    assert [spec.opening.name for spec in specs[::6]] == ["one", "two", "one"]
    assert len({spec.seed for spec in specs}) == 18
    assert len({spec.digest() for spec in specs}) == 18


def test_a_longer_tournament_begins_with_the_shorter_one():
    short = [spec.digest() for spec in schedule(tournament(Format.MATCH, "ab", 6), [EMPTY_BOARD])]
    long = [spec.digest() for spec in schedule(tournament(Format.MATCH, "ab", 9), [EMPTY_BOARD])]
    assert long[:6] == short


def test_positions_are_played_once_with_each_colour():
    openings = [Opening(str(n)) for n in range(5)]
    assert game_count(tournament(Format.ENDGAME, "abc", 1000), openings) == 30
    assert game_count(tournament(Format.ENDGAME, "abc", 12), openings) == 12


def test_who_counts_does_not_change_a_game():
    spec = next(schedule(tournament(Format.MATCH, "ab", 2), [EMPTY_BOARD]))
    judges = dataclasses.replace(spec.judges, names=("gtpengine",))
    assert dataclasses.replace(spec, judges=judges).digest() == spec.digest()
    assert dataclasses.replace(spec, seed=3).digest() != spec.digest()


def generator():
    """Return scripts/make_openings.py as a module."""
    place = importlib.util.spec_from_file_location(
        "make_openings", ROOT / "scripts/make_openings.py"
    )
    module = importlib.util.module_from_spec(place)
    place.loader.exec_module(module)
    return module


def test_the_opening_set():
    openings = read_lines(CONFIGS / "openings" / "9x9.txt", NINE)
    assert len(openings) == 200
    positions = [opening.position(NINE) for opening in openings]
    for position in positions:
        assert 4 <= len(position.moves) <= 8
        assert sum(position.prisoners) == 0
        for move in position.moves:
            assert 3 <= row_of(move.point) <= 7
            assert 3 <= column_of(move.point) <= 7
        assert min(len(chain.liberties) for chain in position.chains()) >= 2
    assert len({generator().canonical(position) for position in positions}) == 200


def test_the_opening_set_comes_from_its_script():
    made = generator().openings(9, 12, 2026)
    kept = read_lines(CONFIGS / "openings" / "9x9.txt", NINE)
    assert [tuple(position.moves) for position in made] == [one.moves for one in kept[:12]]


def test_turned_and_mirrored_boards_are_the_same_to_the_script():
    canonical = generator().canonical
    picture = "X . .\n. O .\n. X ."
    same = ". . X\nX O .\n. . ."
    other = "X . .\n. O X\n. . ."
    assert canonical(Position.from_diagram(picture)) == canonical(
        Position.from_diagram(". . X\n. O .\n. X .")
    )
    assert canonical(Position.from_diagram(picture)) == canonical(Position.from_diagram(same))
    assert canonical(Position.from_diagram(picture)) != canonical(
        Position.from_diagram(other.replace("O", "."))
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("E5 C3\nE5 E5\n", "line 2: E5 is occupied"),
        ("E5 K3", "line 1: K3 is not on a board of 9x9"),
        ("# nothing\n\nE5 hello", "line 3: 'hello' is not a vertex"),
    ],
)
def test_openings_that_cannot_be(tmp_path, text, words):
    path = tmp_path / "openings.txt"
    path.write_text(text)
    with pytest.raises(BadConfig) as error:
        read_lines(path, NINE)
    assert words in str(error.value)
    assert str(path) in str(error.value)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


ENGINES = "engines = ['x.toml', 'y.toml']\n"


def sgf_tournament(tmp_path, share, sgf, before_end=0):
    for name in "xy":
        write(tmp_path / f"{name}.toml", "command = ['x']")
    write(tmp_path / "positions" / "p.sgf", sgf)
    text = (
        f"format = 'endgame'\ngames = 4\n{ENGINES}[openings]\nfile = 'positions'\nshare = {share}"
        f"\nbefore_end = {before_end}"
    )
    return load_tournament(write(tmp_path / "t.toml", text))


def test_positions_from_sgf(tmp_path):
    sgf = "(;SZ[9]AB[cc]AW[gg]PL[W];W[ee];B[ec];W[];B[])"
    (opening,) = load_openings(sgf_tournament(tmp_path, 0.5, sgf))
    assert opening.name == "p"
    assert [str(move) for move in opening.moves] == ["W E5"]
    (opening,) = load_openings(sgf_tournament(tmp_path, 1, sgf))
    assert [str(move) for move in opening.moves] == ["W E5", "B E7"]
    for left_out, played in ((1, ["W E5"]), (2, []), (99, [])):
        (opening,) = load_openings(sgf_tournament(tmp_path, 1, sgf, left_out))
        assert [str(move) for move in opening.moves] == played


@pytest.mark.parametrize(
    ("sgf", "words"),
    [
        ("(;SZ[13];B[aa])", "a board of 13x13, but the tournament's 'game.board_size' is 9"),
        ("no SGF", "not an SGF file"),
        ("(;SZ[9];B[aa];W[aa])", "move 2"),
    ],
)
def test_records_that_cannot_be_begun_from(tmp_path, sgf, words):
    with pytest.raises(BadConfig) as error:
        load_openings(sgf_tournament(tmp_path, 1, sgf))
    assert "p.sgf" in str(error.value)
    assert words in str(error.value) or "occupied" in str(error.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("games = 2", "the key 'format' is missing"),
        ("format = 'match'\ngames = 2\nengines = ['x.toml']", "must be 2 engines, not 1"),
        ("format = 'match'\ngames = 0", "'games' is 0; it must be between 1"),
        ("format = 'gauntlet'\ngames = 2\nengines = ['x.toml', 'x.toml']", "x is there twice"),
        ("format = 'endgame'\ngames = 2\n" + ENGINES, "'openings.file' must name positions"),
        ("format = 'match'\ngames = 2\nengines = 'x'", "'engines' must be a list"),
        (f"format = 'match'\ngames = 2\n{ENGINES}[game]\nhandicap = 1", "1 handicap stones on 9x9"),
        (f"format = 'match'\ngames = 2\n{ENGINES}[game]\nrules = 'go'", "no rules named 'go'"),
        (f"format = 'match'\ngames = 2\n{ENGINES}[sprt]\nelo0 = 60", "'sprt.elo0' must be below"),
        (f"format = 'match'\ngames = 2\n{ENGINES}[judges]\nnames = []", "somebody must count"),
        (
            "format = 'match'\ngames = 2\n[[variant]]\nengine = 'x.toml'",
            "'variant[0].name' is missing",
        ),
        ("format = 'match'\ngames = 2\n[[variant]]\nnmae = 'x'", "unknown key 'variant[0].nmae'"),
    ],
)
def test_tournaments_that_cannot_be(tmp_path, text, words):
    for name in "xy":
        write(tmp_path / f"{name}.toml", "command = ['x']")
    path = write(tmp_path / "t.toml", text)
    with pytest.raises(BadConfig) as error:
        load_tournament(path)
    assert words in str(error.value)
    assert str(path) in str(error.value)


def test_mistakes_in_an_engines_file_name_that_file(tmp_path):
    engine = write(tmp_path / "x.toml", "comand = ['x']")
    path = write(tmp_path / "t.toml", f"format = 'match'\ngames = 2\n{ENGINES}")
    with pytest.raises(BadConfig, match="unknown key 'comand'; did you mean 'command") as error:
        load_tournament(path)
    assert str(engine) in str(error.value)


def test_variants_add_to_an_engine(tmp_path):
    write(tmp_path / "x.toml", "command = ['x', '-a']\ncommands = ['one']")
    text = (
        "format = 'selfplay'\ngames = 2\nengines = ['x.toml']\n[[variant]]\nname = 'y'\n"
        "engine = 'x.toml'\noptions = ['-b']\ncommands = ['two']"
    )
    x, y = load_tournament(write(tmp_path / "t.toml", text)).engines
    assert (x.name, x.command, x.commands) == ("x", ("x", "-a"), ("one",))
    assert (y.name, y.command, y.commands) == ("y", ("x", "-a", "-b"), ("one", "two"))


SHIPPED = sorted((CONFIGS / "tournaments").glob("*.toml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_tournaments_can_be_played(path):
    loaded = load_tournament(path)
    openings = load_openings(loaded)
    first = next(schedule(loaded, openings))
    assert first.opening.position(first.game).moves


def test_smoke_shows_every_key():
    text = (CONFIGS / "tournaments" / "smoke.toml").read_text()
    for kind in (TournamentSettings,):
        for field in dataclasses.fields(kind):
            value = getattr(
                load_tournament(CONFIGS / "tournaments" / "smoke.toml").settings, field.name
            )
            names = (
                [one.name for one in dataclasses.fields(value)]
                if dataclasses.is_dataclass(value)
                else []
            )
            for name in names or [field.name]:
                assert f"\n{name} = " in text or f"[[{name}]]" in text, name


@pytest.mark.parametrize(
    "path", sorted((CONFIGS / "engines").glob("*.toml")), ids=lambda path: path.stem
)
def test_shipped_engines(path):
    assert load_engine(CONFIGS / "tournaments" / "smoke.toml", path.stem).name == path.stem
