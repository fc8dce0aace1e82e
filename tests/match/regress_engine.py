"""A GTP engine for regression suites: it answers reg_genmove by a script, and misbehaves on cue.

python -I -S regress_engine.py ANSWER...: the nth reg_genmove or genmove gets the nth answer; the
answers CRASH and REFUSE do what they say. Commands are kept in the file named by LOG, if set.
"""

import os
import sys

KNOWN = "list_commands name quit final_score loadsgf boardsize clear_board play reg_genmove genmove"
answers = sys.argv[1:]
asked = 0
if os.environ.get("EXPLAINS"):
    KNOWN += " gomill-explain_last_move " + os.environ["EXPLAINS"]
if os.environ.get("COUNT_FILE") and os.path.exists(os.environ["COUNT_FILE"]):
    with open(os.environ["COUNT_FILE"]) as file:
        asked = int(file.read())

for line in sys.stdin:
    words = line.split()
    if os.environ.get("LOG"):
        with open(os.environ["LOG"], "a") as file:
            file.write(line)
    mark, text = "=", ""
    if words[0] == "list_commands":
        text = KNOWN.replace(" ", "\n")
    elif words[0] in ("reg_genmove", "genmove"):
        text = answers[asked]
        asked += 1
        if os.environ.get("COUNT_FILE"):
            with open(os.environ["COUNT_FILE"], "w") as file:
                file.write(str(asked))
        if text == "CRASH":
            sys.exit(3)
        if text == "REFUSE":
            mark, text = "?", "no idea"
    elif words[0] == "final_score":
        mark, text = "?", "cannot score"
    elif words[0] == "gomill-explain_last_move":
        text = "the hottest region\nis elsewhere"
    elif words[0] == "gtpengine-explain_suggestion":
        text = "only a suggestion"
    elif words[0] not in KNOWN.split():
        mark, text = "?", "unknown command"
    sys.stdout.write(f"{mark} {text}\n\n")
    sys.stdout.flush()
    if words[0] == "quit":
        break
