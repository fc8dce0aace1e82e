"""Unconditional life and territory: GNU Go's regression suite, and brute force on small boards."""

import random
import re
from itertools import islice
from pathlib import Path

import pytest

from gtpengine.board.colours import BLACK, WHITE, opponent, parse_colour
from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.record import load_record
from gtpengine.board.rules import JAPANESE, NEW_ZEALAND
from gtpengine.laboratory.unconditional import Unconditional, unconditional
from gtpengine.partition.benson import alive_chains
from gtpengine.partition.bits import points_of, stones_of
from tests.oracles import attacker_alone
from tests.partition.boards import scattered

SUITE = Path(__file__).parents[3] / "shared" / "data" / "gnugo" / "unconditional.tst"
MOST = 100  # positions per board and colour; depth first, so long attacks are among them


def suite_cases() -> list[tuple[str, str, list[tuple[str, str, str]]]]:
    """Return (commands that set the board, name, [(number, vertex, wanted pattern)])."""
    boards: list[tuple[str, str, list[tuple[str, str, str]]]] = []
    lines = SUITE.read_text(encoding="utf-8").splitlines()
    setup: list[str] = []
    asked = True
    for number, line in enumerate(lines):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if words[0].isdigit():
            if asked is False:
                boards.append(("\n".join(setup), setup[-1], []))
            asked = True
            wanted = re.match(r"#\? \[([^\]]*)", lines[number + 1])
            assert wanted is not None, line
            boards[-1][2].append((words[0], words[2], wanted[1]))
        else:
            if words[0] in ("loadsgf", "boardsize"):
                setup = []
            setup.append(line)
            asked = False
    return boards


def board_of(commands: str) -> Position:
    position = Position(19, rules=JAPANESE)
    for line in commands.splitlines():
        match line.split():
            case ["loadsgf", name]:
                position = load_record(SUITE.parent / name).position(rules=JAPANESE)
            case ["boardsize", size]:
                position = Position(int(size), rules=JAPANESE)
            case ["play", colour, vertex]:
                point = point_of(vertex, position.width, position.height)
                position.play(parse_colour(colour), point)
    return position


@pytest.mark.skipif(not SUITE.exists(), reason=f"no shared data at {SUITE}")
def test_gnu_go_suite():
    count = 0
    wrong = []
    for commands, name, cases in suite_cases():
        position = board_of(commands)
        found = unconditional(position)
        for number, vertex, wanted in cases:
            count += 1
            got = found.status(position, point_of(vertex, position.width, position.height))
            if not re.fullmatch(wanted, got):
                wrong.append(f"{name} {number} {vertex}: {got}, not {wanted}")
    assert count >= 664
    assert not wrong, "\n".join(wrong)


def brute_force_agrees(position: Position, found: Unconditional) -> None:
    """Check every claim about `position` against all that an attacker moving alone can reach."""
    stones = {point: position.colour_at(point) for point in position.points()}
    full, black, white = stones_of(position)
    suicide = position.rules.suicide
    for colour, own in ((BLACK, black), (WHITE, white)):
        lost: set[int] = set()
        lived: set[int] = set()
        after_all = islice(
            attacker_alone.reachable(stones, opponent(colour), suicide=suicide), MOST + 1
        )
        complete = True
        for count, after in enumerate(after_all):
            complete = count < MOST
            lost |= {p for p in points_of(own) if after[p] != colour}
            if not found.territory[colour]:
                continue
            grown = sum(1 << p for p, c in after.items() if c == opponent(colour))
            left = sum(1 << p for p, c in after.items() if c == colour)
            lived |= set(points_of(alive_chains(full, grown, left, suicide=suicide)))
        alive = set(points_of(found.alive[colour]))
        shown = f"{colour}\n{position.diagram()}"
        assert not alive & lost, f"captured: {shown}"
        if not suicide and complete:
            assert set(points_of(own)) - alive <= lost, f"never captured: {shown}"
        assert not set(points_of(found.territory[colour])) & lived, f"foe lives: {shown}"


@pytest.mark.parametrize("rules", [JAPANESE, NEW_ZEALAND], ids=lambda rules: rules.name)
def test_brute_force_on_small_boards(rules):
    rng = random.Random(5)
    claims = 0
    for _ in range(120):
        width, height = rng.choice([(4, 3), (4, 4), (5, 4), (5, 5)])
        position = scattered(rng, width, height)
        position.rules = rules
        found = unconditional(position)
        claims += any(found.alive)
        brute_force_agrees(position, found)
    assert claims > 12


@pytest.mark.parametrize(
    ("picture", "colour", "alive"),
    [
        pytest.param(
            """
            . X . X
            X X X X
            O O O O
            . O . .
            """,
            BLACK,
            "A3 B3 B4 C3 D3 D4",
            id="two eyes",
        ),
        pytest.param(
            """
            . X O .
            X . X O
            O X X O
            . O O .
            """,
            BLACK,
            "",
            id="the second eye is false",
        ),
        pytest.param(
            """
            . O X O .
            X X X X X
            O O O O O
            . . . . .
            """,
            BLACK,
            "A3 B3 C3 C4 D3 E3",
            id="foe's stones inside do not matter where each empty point is a liberty",
        ),
    ],
)
def test_pictures(picture, colour, alive):
    position = Position.from_diagram(picture, rules=JAPANESE)
    found = sorted(vertex_of(p) for p in points_of(unconditional(position).alive[colour]))
    assert found == alive.split()


def test_suicide_opens_the_middle_of_an_eye():
    # Where several stones may commit suicide White can empty the middle, then build an eye there.
    picture = """
        X X X X X X X
        X . . . X . X
        X . O . X X X
        X . . . X O O
        X X X X X O .
        O O O O O O O
        . O . . . O .
        """
    position = Position.from_diagram(picture, rules=JAPANESE)
    assert unconditional(position).alive[BLACK]
    full, black, white = stones_of(position)
    assert not alive_chains(full, black, white, suicide=True)
