"""The live process: pipes, pipelining, interruption, the end. Times are asserted with much slack;
`gtpengine bench startup` measures them."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.gtp.process import EngineProcess, engine

# The bar is 1 s on an idle machine.
OBEDIENCE = 5.0
THINKING = "gtpengine-param seconds_per_move 60\ngtpengine-param think_full_time 1\nboardsize 9\n"


def thinking_engine(*options):
    """Return an engine in the middle of a 60 s genmove."""
    process = engine(*options)
    process.send(THINKING + "gtpengine-param\ngtpengine-ready\n")
    for _ in range(5):
        assert process.answer().startswith("=")
    process.send("7 genmove b\n")
    time.sleep(1.0)
    assert process._answers.empty()
    return process


def test_answers_are_pipelined_in_order():
    with engine() as process:
        process.send("".join(f"{number} name\n" for number in range(2000)))
        assert [process.answer() for _ in range(2000)] == [f"={n} gtpengine" for n in range(2000)]


def test_nothing_heavy_is_loaded_before_the_first_answer():
    code = (
        "import sys, gtpengine.cli.gtp, gtpengine.gtp.serve\n"
        "print(sorted({'numba', 'numpy', 'llvmlite', 'gtpengine.jit'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_half_a_line_waits_for_the_other_half():
    with engine() as process:
        process.send("na")
        time.sleep(0.2)
        process.send("me\nver")
        assert process.answer() == "= gtpengine"
        process.send("sion\n")
        assert process.answer().startswith("= ")


def test_quit_is_answered_and_then_obeyed():
    with engine() as process:
        process.send("1 quit\n2 name\n")
        assert process.answer() == "=1"
        assert process.answer() is None
        assert process.exit_code() == 0
        assert process.stderr == b""


@pytest.mark.parametrize("text", ["", "name\n", "name", "\n\n# comment\n"], ids=repr)
def test_end_of_input_is_quit(text):
    with engine() as process:
        process.send(text)
        process.end_input()
        if "name" in text:
            assert process.answer() == "= gtpengine"
        assert process.answer() is None
        assert process.exit_code() == 0


def test_interrupt_ends_a_search_with_its_move():
    with thinking_engine() as process:
        started = time.monotonic()
        process.send("# interrupt\n")
        answer = process.answer()
        assert time.monotonic() - started < OBEDIENCE
        assert answer.startswith("=7 ")
        assert process.tell("name") == "gtpengine"


def test_other_input_does_not_cut_a_search_short():
    with thinking_engine() as process:
        process.send("name\nstop\n# some comment\n")
        time.sleep(1.0)
        assert process._answers.empty()


def test_quit_in_the_middle_of_a_search():
    with thinking_engine() as process:
        started = time.monotonic()
        process.send("version\n8 quit\n")
        assert process.answer().startswith("=7 ")
        assert process.answer().startswith("= ")
        assert process.answer() == "=8"
        assert process.answer() is None
        assert process.exit_code() == 0
        assert time.monotonic() - started < OBEDIENCE


def test_end_of_input_in_the_middle_of_a_search():
    with thinking_engine() as process:
        started = time.monotonic()
        process.end_input()
        assert process.answer().startswith("=7 ")
        assert process.answer() is None
        assert process.exit_code() == 0
        assert time.monotonic() - started < OBEDIENCE


def test_an_interrupt_that_comes_early_is_not_lost():
    with engine() as process:
        started = time.monotonic()
        process.send(THINKING + "genmove b\n# interrupt\ngenmove w\n# interrupt\n")
        for _ in range(5):
            assert process.answer().startswith("=")
        assert time.monotonic() - started < 2 * OBEDIENCE


def test_a_file_as_input_is_played_through(tmp_path):
    script = tmp_path / "script.gtp"
    script.write_text(THINKING + "gtpengine-param seconds_per_move 2\ngenmove b\nquit\n")
    started = time.monotonic()
    with script.open("rb") as file:
        done = subprocess.run(
            [sys.executable, "-m", "gtpengine", "--no-autosave"],
            stdin=file,
            capture_output=True,
            timeout=100,
            check=True,
        )
    assert time.monotonic() - started >= 2.0
    assert done.stdout.count(b"\n\n") == 6


def test_a_closed_output_ends_the_process():
    command = [sys.executable, "-m", "gtpengine", "--no-autosave"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(b"name\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"= gtpengine\n"
        process.stdout.close()
        process.stdin.write(b"list_commands\n")
        process.stdin.flush()
        assert process.wait(60) == 0


def test_nothing_but_answers_reaches_stdout(tmp_path):
    noisy = tmp_path / "noisy.py"
    noisy.write_text(
        "import os, sys, warnings, gtpengine.gtp.commands.admin as admin\n"
        "from gtpengine.__main__ import main\n"
        "@admin.commands.add('make_noise')\n"
        "def make_noise(session, arguments):\n"
        "    print('a stray print')\n"
        "    sys.__stdout__.write('an older stdout')\n"
        "    sys.__stdout__.flush()\n"
        "    os.write(1, b'native output')\n"
        "    os.system('echo a child process')\n"
        "    warnings.warn('a warning')\n"
        "    return 'quiet'\n"
        "sys.argv = ['gtpengine', '--no-autosave']\n"
        "main()\n"
    )
    with EngineProcess([sys.executable, str(noisy)]) as process:
        assert process.ask("make_noise") == "= quiet"
        assert process.ask("name") == "= gtpengine"
        process.end_input()
        assert process.answer() is None
        assert process.exit_code() == 0
        for noise in (b"stray print", b"older stdout", b"native output", b"child", b"a warning"):
            assert noise in process.stderr


def test_without_a_stderr_it_works_all_the_same():
    code = "import os, sys; os.close(2); os.execv(sys.executable, sys.argv[1:])"
    with EngineProcess(
        [sys.executable, "-c", code, sys.executable, "-m", "gtpengine", "--no-autosave"]
    ) as process:
        assert process.ask("nonsense") == "? unknown command"
        assert process.ask("genmove b").startswith("= ")
        assert process.ask("quit") == "="
        assert process.exit_code() == 0


def test_ctrl_c_leaves_at_once():
    with thinking_engine() as process:
        process.process.send_signal(signal.SIGINT)
        assert process.exit_code() == 130


def test_quit_does_not_wait_for_the_compiler(tmp_path):
    env = dict(os.environ, XDG_CACHE_HOME=str(tmp_path))
    env.pop("NUMBA_CACHE_DIR", None)
    with EngineProcess([sys.executable, "-m", "gtpengine", "--no-autosave"], env=env) as process:
        started = time.monotonic()
        assert process.tell("list_commands")
        time.sleep(1.5)  # long enough to be in the middle of it
        process.send("quit\n")
        assert process.answer() == "="
        assert process.exit_code() == 0
        assert time.monotonic() - started < 2 * OBEDIENCE


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--config", "missing.toml"], "gtpengine gtp: cannot read 'missing.toml'"),
        (["--rules", "ping-pong"], "gtpengine gtp: no rules named 'ping-pong'"),
        (["--boardsize", "26"], "gtpengine gtp: 'game.board_size' is 26"),
        (["--seconds", "0"], "gtpengine gtp: 'time.seconds_per_move' is 0"),
        (["--log", "no/such/folder/log"], "gtpengine gtp: cannot write the log"),
    ],
    ids=["config", "rules", "size", "seconds", "log"],
)
def test_bad_options_are_one_line(options, words, tmp_path):
    with engine(*options, cwd=tmp_path) as process:
        assert process.answer() is None
        assert process.exit_code() == 1
        assert process.stderr.decode().startswith(words)
        assert process.stderr.count(b"\n") == 1


def test_options_take_effect(tmp_path):
    config = tmp_path / "my.toml"
    config.write_text(
        '[game]\nrules = "aga"\nkomi = 3.5\nboard_size = 13\n[gtp]\nlog = "gtp.log"\n'
    )
    options = ["--config", str(config), "--komi", "4.5", "--seed", "9", "--seconds", "1", "--kgs"]
    with engine(*options, cwd=tmp_path) as process:
        board = process.tell("showboard")
        assert "aga rules, komi 4.5" in board
        assert "13 . ." in board
        assert "[string] seed 9" in process.tell("gtpengine-param")
        assert process.tell("known_command kgs-chat") == "true"
        process.tell("quit")
    log = (tmp_path / "gtp.log").read_text()
    assert "< showboard\n" in log
    assert "> = true\n" in log


def test_self_test():
    with engine("--self-test") as process:
        assert process.exit_code() == 0
        text = process.answer()
        assert "all is well" in text


def test_ready_answers_when_the_search_is_loaded():
    with engine("--seconds", "1") as process:
        assert process.tell("gtpengine-ready") == "true"
        process.tell("boardsize 7")
        process.tell("play b a1")  # no book knows that
        process.tell("genmove w")
        assert "visits" in process.tell("gomill-explain_last_move")
