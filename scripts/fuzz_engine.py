"""A fuzzer that knows the grammar of every command, and draws arguments from its extremes.

    scripts/fuzz --lines 50000 --seeds 20

Each seed is a process of its own. Commands that think are followed by `# interrupt`, so settings
and clocks may be anything. What the engine accepted is told to a model of the board that knows no
rule but capture; after every batch both boards must be equal.
"""

import argparse
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.gtp.model import COLUMNS, ModelBoard, rows_of
from tests.gtp.process import EngineProcess, engine

BATCH = 50
READY_SECONDS = 1800.0  # that compiling may take
LETTERS = "abcdefghijklmnopqrstuvwxyz"
COLOURS = ("b", "w", "B", "W", "black", "white", "BLACK", "wHiTe")
NO_COLOURS = ("", "bl", "x", "1", "空", "blackwhite", "b,w")
NUMBERS = (
    *("0", "-0", "1", "-1", "0.5", ".5", "5.", "+3", "1e5", "6.5", "-7.5", "375", "10000"),
    *("1e-320", "1e308", "-1e308", "1e400", "-1e400", "1e-9", "1e+2", "nan", "inf", "-inf"),
    *("2147483647", "2147483648", "-2147483649", "9223372036854775808", "1" + "0" * 30, "9" * 400),
    *("", "x", "0x10", "1_0", "½", "٣", "1,5", "1e", "--1", "1/2", "True"),
)
WHOLE = (
    *("0", "1", "2", "3", "5", "7", "9", "13", "19", "25", "26", "-1", "100", "999999"),
    *("2147483648", "9" * 18, "9" * 19, "9" * 400, "1.0", "1e2", "", "x", "٣", "+5", "007"),
)
TRUTHS = ("true", "false", "0", "1", "on", "off", "maybe", "")
FLAGS = (
    *("ownership", "rootInfo", "pvVisits", "movesOwnership", "showRoot", "noResultValue", "x", ""),
)
RULES = (
    *("chinese", "japanese", "aga", "new_zealand", "nz", "tromp-taylor", "JAPANESE", "korean"),
    *("", "x", "{", "{}", "[]", "{" * 300, '{"ko":"SIMPLE"}', '{"ko":7}', '{"suicide":true}'),
    *(
        '{"scoring":"AREA","tax":"ALL"}',
        '{"hasButton":true}',
        '{"x":1}',
        '{"ko":' + "9" * 500 + "}",
    ),
    *('{"scoring":"TERRITORY"}', '{"whiteHandicapBonus":"N-1"}', '{"whiteHandicapBonus":1e400}'),
)
SYSTEMS = ("none", "absolute", "byoyomi", "canadian", "fischer", "fischer-capped", "x", "")
FILES = ("no/such/file", "/", ".", "", "\0", "é", "3", "a b", '"', '""', "x" * 300, "/dev/null")
# Commands that may think, and are interrupted.
THINKERS = {
    *("genmove", "reg_genmove", "kgs-genmove_cleanup", "lz-genmove_analyze"),
    *("kata-genmove_analyze", "final_score", "final_status_list", "gtpengine-stats"),
    *("gtpengine-regions", "gtpengine-temperatures", "gtpengine-means", "gtpengine-kinds"),
    *("gtpengine-ownership", "gtpengine-thermograph", "gtpengine-table", "gtpengine-line"),
    *("gtpengine-move_values", "gtpengine-ko_threats", "gtpengine-strategies"),
    *("lz-analyze", "kata-analyze"),
}
QUIET = ("playouts 10", "seconds_per_move 0.05", "threads 1", "live_gfx 0", "ponder 0", "visits 0")


class Grammar:
    """Draws lines; `names` are the engine's commands, `keys` its settings."""

    def __init__(self, seed: int, names: list[str], keys: list[str], folder: Path) -> None:
        self.chance = random.Random(seed)
        self.keys = keys
        self.folder = folder
        self.games: dict[str, tuple[int, list[tuple[str, str]]]] = {}
        usual = {"play": 30 * len(names), "undo": 2 * len(names), "boardsize": len(names) // 8}
        slow = dict.fromkeys(THINKERS, 1)
        self.names = [name for name in names if name != "quit"]
        self.weights = [usual.get(name, slow.get(name, 6)) for name in self.names]
        for number in range(4):
            self._write_game(number)

    def _write_game(self, number: int) -> None:
        """Write a game that the model knows: stones far from each other, nothing is captured."""
        size = self.chance.choice((5, 9, 13, 19))
        spots = [(c, r) for c in range(0, size, 2) for r in range(0, size, 2)]
        self.chance.shuffle(spots)
        moves = [
            ("bw"[turn % 2], f"{COLUMNS[column]}{row + 1}")
            for turn, (column, row) in enumerate(spots[: self.chance.randrange(len(spots))])
        ]
        nodes = "".join(
            f";{colour.upper()}[{LETTERS[COLUMNS.index(v[0])]}{LETTERS[size - int(v[1:])]}]"
            for colour, v in moves
        )
        path = self.folder / f"game{number}.sgf"
        komi = self.chance.choice(("6.5", "375", "-3", "x"))
        path.write_text(f"(;GM[1]SZ[{size}]KM[{komi}]{nodes})", encoding="utf-8")
        self.games[path.name] = (size, moves)

    def _pick(self, *choices: str) -> str:
        return self.chance.choice(choices)

    def _colour(self) -> str:
        return self._pick(*COLOURS) if self.chance.random() < 0.9 else self._pick(*NO_COLOURS)

    def _vertex(self) -> str:
        if self.chance.random() < 0.05:
            return self._pick("", "pass", "PASS", "resign", "I5", "Z99", "A0", "A26", "5A", "空1")
        row = self.chance.randrange(1, self.chance.choice((5, 9, 9, 26)))
        return f"{self.chance.choice(COLUMNS[: self.chance.choice((5, 9, 9, 25))])}{row}"

    def _number(self) -> str:
        return self._pick(*NUMBERS)

    def _whole(self) -> str:
        return self._pick(*WHOLE)

    def _pairs(self) -> list[str]:
        count = self.chance.choice((0, 1, 3, 60))
        return [word for _ in range(count) for word in (self._colour(), self._vertex())]

    def _analysis(self) -> list[str]:
        words = [self._colour(), self._number()][: self.chance.randrange(3)]
        for _ in range(self.chance.randrange(4)):
            kind = self.chance.randrange(3)
            if kind == 0:
                words += [self._pick(*FLAGS), self._pick(*TRUTHS)]
            elif kind == 1:
                words += [self._pick("interval", "minmoves", "maxmoves"), self._number()]
            else:
                points = ",".join(self._vertex() for _ in range(self.chance.randrange(4)))
                words += [self._pick("avoid", "allow"), self._colour(), points, self._number()]
        return words

    def _file(self) -> str:
        return self._pick(*FILES, *(str(self.folder / name) for name in self.games))

    def words(self, name: str) -> list[str]:
        """Return arguments for a command; for one that takes none, sometimes some all the same."""
        if name == "play":
            return [self._colour(), self._vertex()]
        if name in ("genmove", "reg_genmove", "kgs-genmove_cleanup", "gogui-setup_player"):
            return [self._colour()]
        if name in ("gogui-play_sequence", "gogui-setup", "set_position"):
            return self._pairs()
        if name == "set_free_handicap":
            return [self._vertex() for _ in range(self.chance.choice((0, 1, 2, 3, 9, 80)))]
        if name in ("boardsize", "rectangular_boardsize"):
            small = self.chance.random() < 0.8
            size = [self._pick("2", "5", "7", "9", "9", "9") if small else self._whole()]
            return size * self.chance.choice((1, 1, 2)) if name == "boardsize" else size * 2
        if name in ("fixed_handicap", "place_free_handicap", "gg-undo"):
            return [self._whole()][: self.chance.randrange(2)]
        if name == "komi":
            return [self._number()]
        if name == "time_settings":
            return [self._number() for _ in range(3)]
        if name == "time_left":
            return [self._colour(), self._number(), self._pick(self._number(), self._whole())]
        if name.endswith("time_settings") and not name.startswith("kata-list"):
            count = self.chance.randrange(6)
            return [self._pick(*SYSTEMS), *(self._number() for _ in range(count))]
        if name in ("kgs-rules", "kata-set-rules"):
            return [self._pick(*RULES)]
        if name == "gtpengine-param":
            key = self._pick(*self.keys, "x", "")
            values = (
                self._number(),
                self._whole(),
                self._pick(*TRUTHS),
                self._pick("sentestrat", "x"),
            )
            return [key, self._pick(*values)][: self.chance.randrange(3)]
        if name.endswith("analyze"):
            return self._analysis()
        if name == "final_status_list":
            return [self._pick("dead", "alive", "seki", "DEAD", "x", "")]
        if name in ("gtpengine-thermograph", "gtpengine-line", "gtpengine-move_values"):
            return [self._colour(), self._vertex()][-self.chance.randrange(1, 3) :]
        if name == "loadsgf":
            return [self._file(), self._whole()][: self.chance.randrange(1, 3)]
        if name == "printsgf":
            return [self._pick("", "-", "no/such/folder/x", str(self.folder / "out.sgf"))]
        if name == "gomill-savesgf":
            what = self._pick("RE=W+1", "PB=a\\_b", "PW=\\", "=", "x", "RE=]\\", "PB=石")
            return [self._pick("no/such/folder/x", str(self.folder / "out.sgf")), what]
        if name == "known_command":
            return [self._pick("play", "x", "", "PLAY")]
        if name == "kgs-chat":
            return [self._pick("game", "private", ""), "name", self._pick("why?", "x" * 5000, "")]
        return [] if self.chance.random() < 0.8 else [self._number()]

    def line(self) -> tuple[bytes, str]:
        """Return a line without its end, and the name of its command, empty where it is noise."""
        kind = self.chance.random()
        if kind < 0.02:
            return self.chance.randbytes(self.chance.randrange(80)).replace(b"\n", b""), ""
        if kind < 0.021:
            noise = self.chance.choice((b"x", b"1 ", b"play b d4 ", b"\xff", b"\x01"))
            return noise * (1 << 16), ""
        (name,) = self.chance.choices(self.names, self.weights)
        words = [name, *self.words(name)]
        if self.chance.random() < 0.2:
            words.insert(0, str(self.chance.randrange(1 << self.chance.choice((3, 31, 40)))))
        raw = self._pick(" ", " ", "  ", "\t").join(words).encode("utf-8")
        if self.chance.random() < 0.1:
            place = self.chance.randrange(len(raw) + 1)
            new = self.chance.choice(
                (b"", b"#", b" ", b"\r", b"\xff", b"\0", raw[place : place + 3])
            )
            raw = raw[:place] + new + raw[place + self.chance.randrange(4) :]
        return raw.replace(b"\n", b"") + self.chance.choice((b"", b"\r", b" # comment")), name


def understood(raw: bytes) -> tuple[int | None, str, list[str]] | None:
    """Return (id, name, words) of a line by the specification's own words; None: no answer."""
    kept = bytes(b for b in raw if b == 9 or (b >= 32 and b != 127))
    words = [w for w in kept.split(b"#")[0].replace(b"\t", b" ").split(b" ") if w]
    texts = [word.decode("utf-8", "replace") for word in words]
    number = None
    if texts and re.fullmatch("[0-9]{1,10}", texts[0]) and int(texts[0]) < 2**31:
        number = int(texts.pop(0))
    return (number, texts[0], texts[1:]) if texts else None


def obey(
    model: ModelBoard, grammar: Grammar, name: str, words: list[str], text: str, turn: str
) -> None:
    """Tell the model what the engine accepted; `turn` is whose it was."""
    if name.endswith("genmove_analyze"):
        move = text.rsplit("play ", 1)[1].strip()
        colours = [word for word in words[:1] if word.lower() in ("b", "w", "black", "white")]
        colour = colours[0][0].lower() if colours else turn
        if move != "resign":
            model.play(colour, move)
    elif name in ("genmove", "kgs-genmove_cleanup"):
        if text != "resign":
            model.play(words[0][0].lower(), text)
    elif name == "loadsgf":
        path = " ".join(words)
        number = None
        if len(words) > 1 and words[-1].isascii() and words[-1].isdigit() and len(words[-1]) < 6:
            path, number = " ".join(words[:-1]), int(words[-1])
        size, moves = grammar.games[Path(path.strip('"')).name]
        model.start(size, size)
        end = len(moves) if number is None else min(max(number, 1), len(moves) + 1) - 1
        for colour, vertex in moves[:end]:
            model.play(colour, vertex)
    else:
        model.obey(name, words, text)


def fuzz(seed: int, lines: int) -> Counter[str]:
    """Send so many lines to one engine; return how often each command was accepted or refused.

    Raises:
        AssertionError: something is wrong; the text says what.
    """
    counts: Counter[str] = Counter()
    with (
        tempfile.TemporaryDirectory() as name,
        engine("--boardsize", "9", "--kgs", cwd=name) as talk,
    ):
        names = talk.tell("list_commands").split()
        keys = [line.split()[1] for line in talk.tell("gtpengine-param").splitlines()]
        talk.send("gtpengine-ready\n")
        assert talk.answer(READY_SECONDS) == "= true"
        grammar = Grammar(seed, names, keys, Path(name))
        model = ModelBoard(9, 9)
        sent = 0
        while sent < lines:
            for setting in QUIET:
                talk.ask(f"gtpengine-param {setting}")
            talk.ask("time_settings 0 1 0")
            batch = [grammar.line() for _ in range(BATCH)]
            batch = [(raw, what) for raw, what in batch if b"quit" not in raw]
            sent += BATCH
            for raw, what in batch:
                command = understood(raw)
                is_slow = what in THINKERS or (command is not None and command[1] in THINKERS)
                turn = "w" if is_slow and "White to move" in talk.ask("showboard") else "b"
                talk.send(raw + b"\n" + (b"# interrupt\nname\n" if is_slow else b""))
                if command is not None:
                    check(talk, grammar, model, counts, raw, turn)
                if is_slow:
                    answer = talk.answer()
                    assert answer == "= gtpengine", (raw[:200], answer)
            shown = rows_of(talk.ask("showboard"))
            assert shown == model.picture(), ("boards differ", shown, model.picture())
        talk.send("quit\n")
        assert talk.answer() == "="
        assert talk.exit_code() == 0
        said = talk.stderr.decode("utf-8", "replace")
        assert "Traceback" not in said, said[-3000:]
        missed = set(names) - {"quit"} - {what.partition(" ")[2] for what in counts}
        if lines >= 5000:
            assert not missed, f"never sent: {missed}"
    return counts


def check(
    talk: EngineProcess,
    grammar: Grammar,
    model: ModelBoard,
    counts: Counter[str],
    raw: bytes,
    turn: str,
) -> None:
    """Take the answer to a line, see that it is one, and tell the model.

    Raises:
        AssertionError: it is none, or an internal error.
    """
    number, name, words = understood(raw) or (None, "", [])
    answer = talk.answer()
    assert answer is not None, f"died: {raw[:200]!r} {talk.stderr.decode()[-3000:]}"
    start = re.match(r"[=?][0-9]*( |\n|$)", answer)
    assert start, (raw[:200], answer[:200])
    expected = answer[:1] + ("" if number is None else str(number))
    assert start.group().strip() == expected, (raw[:200], answer[:200])
    assert "internal error" not in answer, (raw[:200], answer, talk.stderr.decode()[-3000:])
    is_accepted = answer[:1] == "="
    counts[f"{'accepted' if is_accepted else 'refused'} {name[:40]}"] += 1
    if is_accepted:
        obey(model, grammar, name, words, answer[len(start.group()) :], turn)


def main() -> int:
    """Run all seeds; print one line each and a summary as JSON."""
    parser = argparse.ArgumentParser(description="Talk nonsense to the engine.")
    parser.add_argument("--lines", type=int, default=50_000, help="in all (50000)")
    parser.add_argument("--seeds", type=int, default=20, help="processes, one after the other (20)")
    parser.add_argument("--first", type=int, default=1, help="the first seed (1)")
    arguments = parser.parse_args()
    total: Counter[str] = Counter()
    failed = []
    for seed in range(arguments.first, arguments.first + arguments.seeds):
        started = time.monotonic()
        try:
            counts = fuzz(seed, -(-arguments.lines // arguments.seeds))
        except AssertionError as error:
            failed.append(seed)
            sys.stdout.write(f"seed {seed}: FAILED: {error}\n")
        else:
            total += counts
            seconds = time.monotonic() - started
            sys.stdout.write(
                f"seed {seed}: {counts.total()} answers in {seconds:.0f} s, all well\n"
            )
        sys.stdout.flush()
    accepted = sum(count for what, count in total.items() if what.startswith("accepted"))
    commands = {what.partition(" ")[2] for what in total}
    summary = {
        **{"seeds": arguments.seeds, "failed": failed, "answers": total.total()},
        **{"accepted": accepted, "commands": len(commands)},
    }
    sys.stdout.write(json.dumps(summary) + "\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
