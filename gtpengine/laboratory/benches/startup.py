"""How soon the engine answers, moves, obeys and leaves, in seconds; the worst of some runs.

Also the processor's seconds, the least of some runs, which hang less on what else the machine does,
and the memory that the process has used at most by the end of a first move.
"""

import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from gtpengine.processes.cputime import process_seconds

RUNS = 5
COLD_RUNS = 3
REPLAYED_MOVES = 250
FIRST_MOVE_SIZES = (9, 19)
FIRST_MOVE_SECONDS = 1.0
IMPORTED = ("gtpengine.__main__", "gtpengine.evaluation.network.network")


class _Engine(AbstractContextManager["_Engine"]):
    """A process of our own engine; `cache` is an empty cache folder to start with, if given."""

    def __init__(self, cache: str | None = None) -> None:
        environment = dict(os.environ)
        if cache is not None:
            environment.pop("NUMBA_CACHE_DIR", None)
            environment["XDG_CACHE_HOME"] = cache
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gtpengine", "gtp", "--no-autosave"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    def send(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def answer(self) -> None:
        """Read one answer to its end."""
        assert self.process.stdout is not None
        while self.process.stdout.readline().strip():
            pass


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return the figures; takes about half a minute."""
    say("starting with a warm kernel cache")
    subprocess.run(
        [sys.executable, "-m", "gtpengine", "gtp", "--self-test"], check=True, capture_output=True
    )
    warm = [_first_answer(None) for _ in range(RUNS)]
    cpu = [_first_answer(None, by=process_seconds) for _ in range(RUNS)]
    say("first moves")
    first: dict[str, float] = {}
    for size in FIRST_MOVE_SIZES:
        found = [_first_move(size) for _ in range(RUNS)]
        waits, works, memories = zip(*found, strict=True)
        name = f"first_move_{size}x{size}_of_{FIRST_MOVE_SECONDS:g}_s"
        first |= {name: max(waits), f"{name}_cpu": min(works)}
        first[f"megabytes_after_first_move_{size}x{size}"] = max(memories)
    for module in IMPORTED:
        waits, works = zip(*(_importing(module) for _ in range(RUNS)), strict=True)
        first |= {f"import_{module}": max(waits), f"import_{module}_cpu": min(works)}
    say("starting with an empty kernel cache")
    cold = []
    for _ in range(COLD_RUNS):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(_first_answer(cache))
    say("leaving while the kernels compile")
    with tempfile.TemporaryDirectory() as cache:
        leaving = _leaving_while_compiling(cache)
    say("stopping a search of 60 s")
    return {
        "list_commands_warm_cache": max(warm),
        "list_commands_warm_cache_cpu": min(cpu),
        "list_commands_empty_cache": max(cold),
        **first,
        "quit_while_compiling": leaving,
        "interrupt_in_search": _stopping("# interrupt\n", exits=False),
        "quit_in_search": _stopping("quit\n", exits=True),
        "end_of_input_in_search": _stopping(None, exits=True),
        f"replay_of_{REPLAYED_MOVES}_moves": _replay(),
    }


def _first_answer(cache: str | None, by: Callable[[int], float | None] | None = None) -> float:
    """Return the time from the start of the process to the answer of list_commands.

    Wall time, or what `by` says of the process then.
    """
    with _Engine(cache) as engine:
        engine.send("list_commands\n")
        engine.answer()
        wall = time.perf_counter() - engine.started
        return wall if by is None else by(engine.process.pid) or math.nan


def _first_move(size: int) -> tuple[float, float, float]:
    """Return the time from the start of the process to a move: wall, processor; its megabytes."""
    with _Engine() as engine:
        for line in (
            f"boardsize {size}",
            f"gtpengine-param seconds_per_move {FIRST_MOVE_SECONDS:g}",
            "genmove b",
        ):
            engine.send(f"{line}\n")
            engine.answer()
        wall, process = time.perf_counter() - engine.started, engine.process.pid
        return wall, process_seconds(process) or math.nan, _most_memory(process)


def _most_memory(process: int) -> float:
    """Return the most memory that a process has had, in megabytes; not-a-number off Linux."""
    status = Path(f"/proc/{process}/status")
    if not status.is_file():
        return math.nan
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
    return int(lines["VmHWM"].split()[0]) / 1024


def _importing(module: str) -> tuple[float, float]:
    """Return what it takes to start Python, import a module and leave: wall time, processor's."""
    started, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-c", f"import {module}"], check=True)
    after = os.times()
    spent = after.children_user + after.children_system
    spent -= before.children_user + before.children_system
    return time.perf_counter() - started, spent


def _leaving_while_compiling(cache: str) -> float:
    with _Engine(cache) as engine:
        engine.send("name\n")
        engine.answer()
        time.sleep(2.0)
        started = time.perf_counter()
        engine.send("quit\n")
        engine.answer()
        engine.process.wait()
        return time.perf_counter() - started


def _stopping(word: str | None, *, exits: bool) -> float:
    """Return the time from `word`, or the end of input, to the move and, if it does, the exit."""
    with _Engine() as engine:
        engine.send("gtpengine-param seconds_per_move 60\ngtpengine-param think_full_time 1\n")
        engine.answer()
        engine.answer()
        engine.send("genmove b\n")
        time.sleep(2.0)
        started = time.perf_counter()
        if word is None:
            assert engine.process.stdin is not None
            engine.process.stdin.close()
        else:
            engine.send(word)
        engine.answer()
        if exits:
            engine.process.wait()
        return time.perf_counter() - started


def _replay() -> float:
    """Return the time for a whole game as gtp2ogs sends it before each move in pool mode."""
    with _Engine() as engine:
        engine.send("name\n")
        engine.answer()
        time.sleep(2.0)
        started = time.perf_counter()
        letters = "ABCDEFGHJKLMNOPQRST"
        for number in range(REPLAYED_MOVES):
            # Every second point of a line, so that nothing is captured on the way.
            row, column = divmod(number, 18)
            engine.send(f"play {'bw'[number % 2]} {letters[column]}{row + 1}\r\n")
            engine.answer()
        return time.perf_counter() - started
