"""Positions by steps: what was played before is not played again, and it makes no difference."""

import random

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.errors import EngineError
from gtpengine.web.positions import LETTERS, Replay, played

ROOT = {"width": 6, "height": 6, "rules": "chinese", "komi": "7.5", "black": [], "white": []}


def random_steps(chance, length):
    position = Position(6)
    steps = []
    for _ in range(length):
        legal = position.legal_points(position.to_move)
        if not legal:
            break
        point = chance.choice(legal)
        steps.append(LETTERS[position.to_move] + vertex_of(point))
        position.play(position.to_move, point)
    return steps


@pytest.mark.parametrize("seed", range(5))
def test_replays_agree_with_fresh_ones(seed):
    chance = random.Random(seed)
    lines = [random_steps(chance, 40) for _ in range(3)]
    lines.append([*lines[0][:10], {"black": [], "white": [], "empty": [lines[0][0][1:]]}])
    replay = Replay()
    for _ in range(60):
        line = chance.choice(lines)
        message = {"root": ROOT, "steps": line[: chance.randrange(len(line) + 1)]}
        kept, fresh = replay.at(message), Replay().at(message)
        assert kept.diagram() == fresh.diagram()
        assert kept.__dict__ == fresh.__dict__
        kept.play(kept.to_move, 1)  # what was handed out is the caller's own


def test_after_an_error_nothing_half_done_is_kept():
    replay = Replay()
    replay.at({"root": ROOT, "steps": ["bA1"]})
    with pytest.raises(EngineError, match="move 3 \\(black A1\\) is illegal"):
        replay.at({"root": ROOT, "steps": ["bA1", "wB1", "bA1"]})
    assert len(replay.at({"root": ROOT, "steps": ["bA1", "wB2"]}).moves) == 2


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"root": ROOT},
        {"root": [], "steps": []},
        {"root": {**ROOT, "width": 1000}, "steps": []},
        {"root": {**ROOT, "width": "9"}, "steps": []},
        {"root": {**ROOT, "rules": "x" * 1000}, "steps": []},
        {"root": {**ROOT, "komi": "nan"}, "steps": []},
        {"root": {**ROOT, "black": ["Z99"]}, "steps": []},
        {"root": {**ROOT, "black": "A1"}, "steps": []},
        {"root": {**ROOT, "to_move": "x"}, "steps": []},
        {"root": ROOT, "steps": [1]},
        {"root": ROOT, "steps": ["A1"]},
        {"root": ROOT, "steps": ["bT19"]},
        {"root": ROOT, "steps": ["bresign"]},
        {"root": ROOT, "steps": ["bpass"] * 2001},
        {"root": ROOT, "steps": [{"black": [1]}]},
    ],
)
def test_bad_messages_are_told_in_words(message):
    with pytest.raises(EngineError):
        Replay().at(message)


def test_captures_are_told():
    position = Position.from_diagram("""
        . O X
        . . .
        . . .
    """)
    found = played(position, [(BLACK, PASS), (WHITE, point_of("C2", 3, 3))])
    assert [each["taken"] for each in found] == [[], ["C3"]]
