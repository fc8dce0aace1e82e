"""A stand-in for KataGo's analysis protocol whose opinions a test can work out by itself.

Black leads by the row of the last move, by 0 before there is one; the best move is always E9. It
starts quickly and knows no module of this project: python -I -S scripted_judge.py
"""

import json
import sys

for line in sys.stdin:
    query = json.loads(line)
    if "action" in query:
        found = {**query, "version": "1"}
    else:
        colour, last = query["moves"][-1] if query["moves"] else (None, "pass")
        first = query["initialPlayer"]
        player = {"B": "W", "W": "B"}.get(colour, first)
        lead = 0.0 if last == "pass" else float(last[1:])
        root = {"visits": query["maxVisits"], "winrate": 0.5, "scoreLead": lead}
        best = {**root, "move": "E9", "order": 0, "prior": 1.0, "pv": ["E9"]}
        found = {
            "id": query["id"],
            "turnNumber": len(query["moves"]),
            "isDuringSearch": False,
            "moveInfos": [best],
            "rootInfo": {**root, "currentPlayer": player},
        }
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()
