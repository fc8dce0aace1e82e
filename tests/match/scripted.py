"""A tiny GTP engine that does as it is told: it plays, or it misbehaves at its nth move.

Black plays on the left of the board and White on the right, so nothing is ever captured. It starts
quickly and knows no other module of this project: python -I -S scripted.py [options]
"""

import argparse
import random
import signal
import subprocess
import sys
import time

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
KNOWN = "list_commands name version boardsize clear_board komi play genmove quit time_settings"

parser = argparse.ArgumentParser()
parser.add_argument("--does", default="play")  # what it does at move --at
parser.add_argument("--at", type=int, default=3)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--resigns", type=float, default=1.0)  # the chance to resign at move --at
parser.add_argument("--delay", type=float, default=0.0)
parser.add_argument("--knows", default="")  # more commands for list_commands, with commas
parser.add_argument("--log", default="")  # file for all commands
parser.add_argument("--walls", action="store_true")  # build a wall, then pass
options = parser.parse_args()
chance = random.Random(options.seed)


def say(text, mark="="):
    sys.stdout.write(f"{mark} {text}\n\n")
    sys.stdout.flush()


def sleep_for_ever():
    while True:
        time.sleep(60)


def own_points(colour):
    half = size // 2
    columns = range(half) if colour == "b" else range(size - half, size)
    if options.walls:
        columns = [half - 1] if colour == "b" else [size - half]
    points = [f"{COLUMNS[column]}{row}" for column in columns for row in range(1, size + 1)]
    if not options.walls:
        chance.shuffle(points)
    return [point for point in points if point not in taken]


def genmove(colour):
    global moves
    moves += 1
    time.sleep(options.delay)
    if moves == options.at:
        return misbehave(colour)
    points = own_points(colour)
    if not points:
        return say("pass")
    taken.add(points[0])
    return say(points[0])


def misbehave(colour):
    does = options.does
    if does == "resign" and chance.random() < options.resigns:
        return say("resign")
    if does == "crash":
        sys.stderr.write("the scripted engine gives up\n")
        sys.exit(3)
    if does == "die":
        signal.raise_signal(signal.SIGKILL)
    if does == "hang":
        sleep_for_ever()
    if does == "stubborn":
        # Neither the end of its input nor a polite signal ends it, and it has a child.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        child = subprocess.Popen([sys.executable, "-I", "-S", "-c", "import time; time.sleep(600)"])
        sys.stderr.write(f"child {child.pid}\n")
        sys.stderr.flush()
        sleep_for_ever()
    if does == "late":
        time.sleep(1.5)
    answers = {
        "babble": "hello, this is no GTP\n\n",
        "vertex": "= banana\n\n",
        "off board": "= Z25\n\n",
        "empty": "=\n\n",
        "refuse": "? cannot think today\n\n",
        "unasked": "= pass\n\n= what was the question?\n\n",
        "pass": "= pass\n\n",
    }
    if does in answers:
        sys.stdout.write(answers[does])
        return sys.stdout.flush()
    if does == "occupied":
        return say(sorted(taken)[0])
    points = own_points(colour)
    taken.add(points[0])
    return say(points[0])


size, taken, moves = 19, set(), 0
for line in sys.stdin:
    if options.log:
        with open(options.log, "a", encoding="utf-8") as file:
            file.write(line)
    command, *words = line.split() or [""]
    if command == "list_commands":
        if options.does == "no list":
            say("unknown command", "?")
        else:
            say("\n".join([*KNOWN.split(), *filter(None, options.knows.split(","))]))
    elif command == "boardsize":
        size = int(words[0])
        say("")
    elif command == "clear_board":
        taken, moves = set(), 0
        say("")
    elif command == "play":
        if options.does == "refuse play" and moves + 1 == options.at:
            say("illegal move", "?")
        else:
            taken.add(words[1].upper())
            say("")
    elif command in ("genmove", "kgs-genmove_cleanup"):
        genmove(words[0].lower()[0])
    elif command.startswith("time_") and options.does == "whole seconds" and "." in line:
        say("not three integers", "?")
    elif command == "gomill-explain_last_move":
        say(f"because it is move {moves}")
    elif command == "name":
        say("scripted")
    elif command == "quit":
        say("")
        break
    else:
        say("")
if options.does == "stubborn":
    sleep_for_ever()
