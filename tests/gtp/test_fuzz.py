"""Thousands of random and mutated lines to a live process, and a model of what it accepted."""

import random
import re

import pytest

from tests.gtp.model import COLUMNS, ModelBoard, rows_of
from tests.gtp.process import engine

LINES = 22_000
BATCH = 200
SEEDS = [7, 2026]

COLOURS = ["b", "w", "B", "W", "black", "white", "Black", "WHITE", "bleck", ""]
# Commands by how often they are sent; thinking is slow, so it is rare.
WEIGHTS = {
    "play": 400,
    "undo": 40,
    "gg-undo": 15,
    "boardsize": 6,
    "rectangular_boardsize": 3,
    "clear_board": 5,
    "komi": 10,
    "set_position": 3,
    "gogui-setup": 3,
    "gogui-setup_player": 4,
    "gogui-play_sequence": 15,
    "fixed_handicap": 5,
    "place_free_handicap": 5,
    "set_free_handicap": 5,
    "kgs-rules": 4,
    "kata-set-rules": 4,
    "kata-get-rules": 4,
    "time_settings": 8,
    "time_left": 8,
    "kgs-time_settings": 6,
    "kata-time_settings": 6,
    "known_command": 6,
    "name": 6,
    "list_commands": 2,
    "showboard": 4,
    "printsgf": 4,
    "get_komi": 4,
    "loadsgf": 4,
    "gomill-savesgf": 2,
    "gomill-explain_last_move": 3,
    "gtpengine-param": 3,
    "final_score": 1,
    "final_status_list": 1,
    "genmove": 2,
    "reg_genmove": 1,
    "kgs-genmove_cleanup": 1,
    "stop": 2,
    "clear_cache": 1,
    "gogui-interrupt": 2,
    "kgs-game_over": 1,
    "cputime": 2,
    "kata-analyze": 3,
    "lz-analyze": 2,
    "gogui-analyze_commands": 1,
    "gtpengine-regions": 1,
    "gtpengine-thermograph": 1,
    "gtpengine-line": 1,
    "nonsense": 10,
    "": 10,
}


class Writer:
    """Makes up lines."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def pick(self, *choices):
        return self.chance.choice(choices)

    def vertex(self):
        column = self.chance.choice(COLUMNS[: self.pick(5, 9, 9, 9, 25)] + self.pick("", "I"))
        row = self.chance.randrange(self.pick(1, 1, 1, -1), self.pick(6, 10, 10, 27))
        return self.pick(f"{column}{row}", f"{column.lower()}{row}", f"{column}{row}", "pass")

    def number(self):
        return str(
            self.pick(
                self.chance.randrange(-3, 30),
                round(self.chance.uniform(-9, 400), 2),
                10**30,
                "1e5",
                "nan",
                "-inf",
                "x",
                "",
                "0x10",
                "1_0",
            )
        )

    def pairs(self):
        count = self.chance.randrange(6)
        return [word for _ in range(count) for word in (self.pick(*COLOURS[:-2]), self.vertex())]

    def words(self, name):
        if name in ("play", "genmove", "reg_genmove", "kgs-genmove_cleanup", "gogui-setup_player"):
            colour = self.pick(*COLOURS)
            return [colour, self.vertex()] if name == "play" else [colour]
        if name in ("gogui-play_sequence", "set_position", "gogui-setup"):
            return self.pairs()
        if name == "set_free_handicap":
            return [self.vertex() for _ in range(self.chance.randrange(5))]
        if name.endswith("rules"):
            return [self.pick("japanese", "chinese", "aga", "nz", "x", '{"suicide":true}', "{", "")]
        if name in ("kgs-time_settings", "kata-time_settings"):
            system = self.pick("none", "absolute", "byoyomi", "canadian", "fischer-capped", "x")
            return [system, *(self.number() for _ in range(self.chance.randrange(5)))]
        if name == "time_left":
            return [self.pick(*COLOURS), self.number(), self.number()]
        if name.endswith("-analyze"):
            keys = ("ownership", "minmoves", "interval", "avoid", "rootInfo", "x", "")
            pairs = [word for _ in range(2) for word in (self.pick(*keys), self.number())]
            return [self.pick(*COLOURS), self.number(), *pairs[: self.chance.randrange(5)]]
        if name == "gtpengine-thermograph":
            return [self.vertex()]
        if name == "gtpengine-line":
            return [self.pick(*COLOURS), self.vertex()]
        if name == "final_status_list":
            return [self.pick("dead", "alive", "seki", "x")]
        if name == "loadsgf":
            return [self.pick("no/such/file", "/", "\0", "é", "3")]
        if name in ("gomill-savesgf", "known_command"):
            return [self.pick("no/such/folder/file", "/", "\0", "saved.sgf", "name")]
        if name == "gtpengine-param":
            return [self.pick("lag_seconds", "seed", "sede", ""), self.number()]
        if name == "boardsize" and self.chance.random() < 0.7:
            return [self.pick("5", "7", "9")]
        if name in ("printsgf", "showboard", "name", "clear_board", "undo"):
            return []
        return [self.number() for _ in range(self.chance.randrange(4))]

    def line(self):
        """Return one line, without its line break."""
        kind = self.chance.random()
        if kind < 0.03:
            return self.chance.randbytes(self.chance.randrange(60)).replace(b"\n", b"")
        if kind < 0.0304:
            return self.pick(b"x", b"1 ", b"play b d4 ", b"\xff", b"\x01") * (1 << 18)
        (name,) = self.chance.choices(list(WEIGHTS), WEIGHTS.values())
        words = [name, *self.words(name)]
        if self.chance.random() < 0.3:
            words.insert(0, str(self.chance.randrange(1 << self.pick(3, 31, 40))))
        raw = self.pick(" ", " ", "  ", "\t").join(words).encode("utf-8")
        if self.chance.random() < 0.25:
            raw = self.mutated(raw)
        return raw + self.pick(b"", b"", b"\r", b" # comment", b" ")

    def mutated(self, raw):
        for _ in range(self.chance.randrange(1, 4)):
            place = self.chance.randrange(len(raw) + 1)
            end = place + self.chance.randrange(4)
            new = self.pick(
                b"",
                b"#",
                b" ",
                bytes([self.chance.randrange(256)]),
                raw[place:end] * 2,
                raw[place:end].swapcase(),
                "ü".encode("latin-1"),
                "石".encode("utf-16"),
            )
            raw = raw[:place] + new.replace(b"\n", b"") + raw[end:]
        return raw


def understood(raw):
    """Return (id, name, words) of a line by the specification's own words; None: no answer."""
    kept = bytes(b for b in raw if b == 9 or (b >= 32 and b != 127))
    words = re.sub(rb"\t", b" ", kept.split(b"#")[0]).strip(b" ").split(b" ")
    words = [word.decode("utf-8", "replace") for word in words if word]
    number = None
    if words and re.fullmatch("[0-9]{1,10}", words[0]) and int(words[0]) < 2**31:
        number = int(words.pop(0))
    return (number, words[0], words[1:]) if words else None


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.slow
def test_fuzz(seed, tmp_path):
    writer = Writer(seed)
    model = ModelBoard(9, 9)
    answered = accepted = 0
    with engine("--boardsize", "9", "--seconds", "0.2", cwd=tmp_path) as process:
        process.tell("gtpengine-param playouts 10")
        # Clocks are made up too, and some leave hours for a move.
        process.tell("gtpengine-param visits 20")
        process.tell("gtpengine-param one_region 1")
        for _ in range(LINES // BATCH):
            lines = [writer.line() for _ in range(BATCH)]
            lines = [raw for raw in lines if b"quit" not in raw]
            process.send(b"".join(raw + b"\n" for raw in lines) + b"showboard\n")
            for raw in lines:
                command = understood(raw)
                if command is None:
                    continue
                number, name, words = command
                answer = process.answer()
                assert answer is not None, f"died: {process.stderr.decode()[-2000:]}"
                mark = answer[:1]
                shown = "" if number is None else str(number)
                start = re.match(r"[=?][0-9]*( |\n|$)", answer)
                assert start, (raw, answer)
                assert start.group().strip() == mark + shown, (raw, answer)
                assert "internal error" not in answer, (raw, answer)
                answered += 1
                if mark == "=":
                    accepted += 1
                    assert name != "loadsgf"
                    model.obey(name, words, answer[len(start.group()) :])
            assert rows_of(process.answer()) == model.picture()
        assert process._answers.empty()
        process.send("quit\n")
        assert process.answer() == "="
        assert process.exit_code() == 0
        assert process.trouble() == []
    # The corpus must not degenerate: most lines are answered, and a good part is accepted.
    assert answered > 20_000
    assert accepted > 0.3 * LINES
