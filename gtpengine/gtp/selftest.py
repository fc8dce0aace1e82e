"""`gtpengine --self-test`: can this installation play? A few moves against itself, and a report."""

import logging
import time
from typing import TextIO

from gtpengine import __version__
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.board.score import result_text
from gtpengine.config import Config
from gtpengine.deadline import Deadline
from gtpengine.engine.hiring import complete_staff
from gtpengine.engine.player import choose_surely
from gtpengine.engine.settings import Settings

MOVES = 20
MOVE_SECONDS = 0.2
PATIENCE_SECONDS = 300.0


def self_test(config: Config, out: TextIO) -> bool:
    """Load the kernels, play a few moves, judge the board; report to `out`, return success."""
    logging.basicConfig(level=logging.WARNING)
    out.write(f"gtpengine {__version__}: loading the kernels\n")
    out.flush()
    started = time.monotonic()
    staff = complete_staff(Settings.of(config))
    staff.start()
    with Deadline(PATIENCE_SECONDS) as deadline:
        reading = staff.warmup.reading(deadline, 1.0)
        if staff.thinking is not None:
            staff.thinking.reading(deadline, 1.0)
    out.write(f"{reading.name} ready after {time.monotonic() - started:.1f} s\n")
    position = Position(9)
    for _ in range(MOVES):
        with Deadline(MOVE_SECONDS) as deadline:
            choice = choose_surely(staff.player, position, deadline)
        position.play(position.to_move, choice.point)
    moves = " ".join(vertex_of(move.point) for move in position.moves)
    with Deadline(10.0) as deadline:
        judgement = staff.judgement(position, deadline)
    out.write(f"{MOVES} moves: {moves}\nscore: {result_text(judgement.score)}\n")
    searching = staff.thinking is not None and staff.thinking.has_loaded()
    good = staff.warmup.has_kernels() and searching
    out.write("all is well\n" if good else "the kernels could not be loaded; play is weak\n")
    return good
