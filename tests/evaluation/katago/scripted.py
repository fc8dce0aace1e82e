"""A partner that speaks KataGo's analysis protocol and does as it is told, well or badly.

Black's lead is the number of moves that it was told, so answers can be told apart. It starts
quickly and knows no module of this project: python -I -S scripted.py [options]
"""

import argparse
import json
import os
import signal
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("--does", default="answer")
parser.add_argument("--starts", default="")  # a file that gets a line at each start
parser.add_argument("--log", default="")  # a file that gets every line of input
parser.add_argument("--until", type=int, default=10**9)  # misbehave in so many starts only
parser.add_argument("--moves", default="")  # vertex=visits=lead of Black, best first, by blanks
parser.add_argument("--at", type=int, default=1)  # misbehave at this query of a process
options = parser.parse_args()

start = 1
if options.starts:
    with open(options.starts, "a+", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
        file.seek(0)
        start = len(file.readlines())
does = options.does if start <= options.until else "answer"


def say(found):
    sys.stdout.write((found if isinstance(found, str) else json.dumps(found)) + "\n")
    sys.stdout.flush()


def answer(query, **changes):
    points = query["boardXSize"] * query["boardYSize"]
    moves = len(query["moves"])
    if query["moves"]:
        player = "W" if query["moves"][-1][0] == "B" else "B"
    else:
        player = query.get("initialPlayer", "B")
    root = {"currentPlayer": player, "visits": query["maxVisits"], "winrate": 0.5}
    info = {"move": "A1", "visits": 3, "winrate": 0.5, "scoreLead": moves, "prior": 0.25}
    found = {
        "id": query["id"],
        "turnNumber": moves,
        "isDuringSearch": False,
        "moveInfos": [
            {**info, "move": "pass", "order": 1, "pv": ["pass"]},
            {**info, "order": 0, "pv": ["A1", "B1"]},
        ],
        "rootInfo": {**root, "scoreLead": float(moves)},
        **changes,
    }
    if options.moves:
        found["moveInfos"] = [
            {**info, "move": move, "order": order, "visits": int(visits), "scoreLead": float(lead)}
            | {"pv": [move]}
            for order, (move, visits, lead) in enumerate(
                word.split("=") for word in options.moves.split()
            )
        ]
    if query.get("includeOwnership"):
        found.setdefault("ownership", [1.0] + [0.0] * (points - 2) + [-1.0])
    if query.get("includePolicy"):
        found.setdefault("policy", [-1.0] + [0.125] * (points - 1) + [0.5])
    return found


def sleep_for_ever():
    while True:
        time.sleep(60)


if does == "no start":
    sys.stderr.write("loading\nCould not open the model file\n")
    sys.exit(1)
if does == "killed at once":
    signal.raise_signal(signal.SIGKILL)
if does == "never ready":
    sleep_for_ever()
if does == "stderr flood":
    sys.stderr.write("x" * 3_000_000 + "\n")

waiting = []
seen = 0
for line in sys.stdin:
    if options.log:
        with open(options.log, "a", encoding="utf-8") as file:
            file.write(line)
    query = json.loads(line)
    if "action" in query:
        extra = {"query_version": {"version": "9.9"}, "query_models": {"models": [{"name": "toy"}]}}
        say({**query, **extra.get(query["action"], {})})
        continue
    seen += 1
    if does == "backwards":
        waiting.append(query)
        if len(waiting) == 4:
            for each in reversed(waiting):
                say(answer(each))
            waiting = []
        continue
    if does == "poison" and len(query["moves"]) == 2:
        sys.stderr.write("assertion failed\n")
        sys.exit(3)
    if seen < options.at or does in ("answer", "poison", "stderr flood"):
        say(answer(query))
    elif does == "die":
        sys.exit(3)
    elif does == "killed":
        signal.raise_signal(signal.SIGKILL)
    elif does == "hang":
        sleep_for_ever()
    elif does == "ignore":
        pass
    elif does == "late":
        time.sleep(0.3)
        say(answer(query))
    elif does == "slow":
        for _ in range(8):
            say(answer(query, isDuringSearch=True))
            time.sleep(0.1)
        say(answer(query))
    elif does == "error":
        say({"error": "Illegal move 1", "field": "moves", "id": query["id"]})
    elif does == "warn":
        say({"warning": "unused", "field": "x", "id": query["id"]})
        say(answer(query))
    elif does == "babble":
        say("this is no JSON\n[1, 2]\n{\n")
        say({"id": "nobody", "rootInfo": {}})
        say({"error": "lost"})
        say(answer(query))
    elif does == "flood":
        while True:
            say("this is no JSON")
    elif does == "long line":
        while True:
            sys.stdout.write("x" * 1_000_000)
    elif does == "small ownership":
        say(answer(query, ownership=[0.0] * 3))
    elif does == "large policy":
        say(answer(query, policy=[0.0] * 1000))
    elif does == "not a number":
        say(json.dumps(answer(query)).replace('"scoreLead": 0.0', '"scoreLead": NaN'))
    elif does == "off board":
        say(json.dumps(answer(query)).replace('"A1"', '"Z25"'))
    elif does == "no root":
        say({"id": query["id"], "isDuringSearch": False, "moveInfos": []})
    elif does == "other player":
        found = answer(query)
        found["rootInfo"]["currentPlayer"] = "W"
        say(found)
