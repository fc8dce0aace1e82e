"""KataGo's analysis protocol: every query is answered, in KataGo's keys, and nothing ends it."""

import json
import random
import subprocess
import sys
import threading
from fractions import Fraction

import pytest

from gtpengine.board.colours import WHITE
from gtpengine.engine.settings import Settings
from gtpengine.gtp.jsonmode.service import Service
from tests.engine.positions import CORRIDORS
from tests.gtp.fakes import FakeAnalyst, loaded
from tests.gtp.process import our_environment
from tests.gtp.test_gogui_views import surveyed

EMPTY = {"moves": [], "rules": "japanese", "komi": 6.5, "boardXSize": 5, "boardYSize": 5}


class Client:
    """A service within the test process; answers are kept as they come."""

    def __init__(self, analyst=None):
        self.analyst = FakeAnalyst() if analyst is None else analyst
        self.answers = []
        self.came = threading.Condition()
        self.service = Service(loaded(self.analyst), Settings(), 300, self.receive)
        self.service.start()

    def receive(self, answer):
        # What cannot be written as JSON must not come this far.
        with self.came:
            self.answers.append(json.loads(json.dumps(answer, allow_nan=False)))
            self.came.notify_all()

    def wait_for(self, condition):
        with self.came:
            assert self.came.wait_for(lambda: condition(self.answers), 60), self.answers

    def ask(self, *queries):
        """Send queries, end the input, return all answers."""
        for query in queries:
            self.service.submit(query if isinstance(query, str) else json.dumps(query))
        self.service.finish()
        return self.answers


def query(name="q", **fields):
    found = {"id": name, **EMPTY, **fields}
    return {key: value for key, value in found.items() if value is not ...}


def stones(board):
    rows = [row.split() for row in board.split("\n") if row.strip()]
    return [
        ["B" if cell == "X" else "W", f"{'ABCDEFGHJ'[column]}{9 - row}"]
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell != "."
    ]


def check_answer(answer, points):
    """Check an answer as strictly as KataGo's documentation describes it."""
    assert isinstance(answer["id"], str)
    assert isinstance(answer["turnNumber"], int)
    assert isinstance(answer["isDuringSearch"], bool)
    root = answer["rootInfo"]
    assert root["currentPlayer"] in ("B", "W")
    for info in (root, *answer["moveInfos"]):
        assert isinstance(info["visits"], int)
        assert 0 <= info["winrate"] <= 1
        assert -1 <= info["utility"] <= 1
        for key in ("scoreLead", "scoreStdev", "scoreSelfplay", "weight"):
            assert isinstance(info[key], float)
    assert answer["moveInfos"]
    for order, info in enumerate(answer["moveInfos"]):
        assert info["order"] == order
        assert info["pv"][0] == info["move"]
        assert 0 <= info["prior"] <= 1
        assert 0 <= info["lcb"] <= 1
        assert len(info.get("pvVisits", info["pv"])) == len(info["pv"])
    assert len(answer.get("ownership", range(points))) == points
    assert len(answer.get("policy", range(points + 1))) == points + 1


def test_the_whole_answer():
    (answer,) = Client().ask(
        query(moves=[["B", "C3"]], maxVisits=100, includePolicy=True, includePVVisits=True)
    )
    check_answer(answer, 25)
    policy = answer.pop("policy")
    # From the upper left: C3 is taken, the four moves of the tree are at the lower left.
    assert policy[12] == -1
    assert policy[20:25] == [0.4, 0.3, 0.2, 0.1, 0.0]
    assert policy[25] == 0.001
    first, *others = answer.pop("moveInfos")
    # White is to move and figures are Black's.
    assert first == {
        **{"move": "A1", "order": 0, "visits": 50, "winrate": 0.4, "lcb": 0.535793},
        **{"utility": -0.2, "utilityLcb": 0.071586, "scoreLead": -2.5, "scoreMean": -2.5},
        **{"scoreSelfplay": -2.5, "scoreStdev": 6.5, "prior": 0.4, "weight": 50.0},
        **{"pv": ["A1", "E1", "A2"], "pvVisits": [50, 7, 5], "worth": None},
    }
    assert [info["move"] for info in others] == ["B1", "C1"]
    root = answer.pop("rootInfo")
    assert len(root.pop("thisHash")) == 16
    assert root == {
        **{"currentPlayer": "W", "visits": 100, "weight": 100.0, "winrate": 0.42},
        **{"utility": -0.16, "scoreLead": -2.0, "scoreSelfplay": -2.0, "scoreStdev": 6.5},
    }
    assert answer == {"id": "q", "turnNumber": 1, "isDuringSearch": False, "cgt": None}


@pytest.mark.parametrize(("view", "share"), [("BLACK", 0.5), ("WHITE", -0.5), ("SIDETOMOVE", -0.5)])
def test_ownership_after_each_move(view, share):
    (answer,) = Client().ask(
        query(
            moves=[["B", "C3"]],
            maxVisits=100,
            includeMovesOwnership=True,
            overrideSettings={"reportAnalysisWinratesAs": view},
        )
    )
    first, second, third = answer["moveInfos"]
    # A1 is the first point of the last row; where there was no time nothing is told
    assert [first["move"], second["move"]] == ["A1", "B1"]
    assert first["ownership"] == [0.0] * 20 + [share] + [0.0] * 4
    assert second["ownership"][21] == share
    assert "ownership" not in third
    assert "ownership" not in answer


def test_regions_come_as_our_own_object():
    (answer,) = Client(FakeAnalyst(survey=surveyed)).ask(
        query(
            boardXSize=9,
            boardYSize=9,
            initialStones=stones(CORRIDORS),
            includeOwnership=True,
            maxVisits=100,
        )
    )
    check_answer(answer, 81)
    cgt = answer["cgt"]
    assert (cgt["scoring"], cgt["temperature"]) == ("territory", "1/2")
    assert cgt["score"]["mean"] == "-25/2"
    assert cgt["regions"][1] == {
        **{"label": "C", "points": ["E5"], "mean": "0", "temperature": "0", "estimate": None},
        **{"exact": True, "kind": "dame", "moves": {"B": "E5", "W": "E5"}},
    }
    worths = {info["move"]: info["worth"] for info in answer["moveInfos"]}
    # J2 is settled; in the corridor D3 is the best move, and C3 inside it gains less.
    assert worths["J2"] is None
    assert worths["D3"] == "1/2"
    assert Fraction(worths["C3"]) < Fraction(1, 2)
    assert answer["rootInfo"]["scoreLead"] == 2.0


@pytest.mark.parametrize(
    ("view", "rate", "lead"), [("BLACK", 0.42, -2), ("WHITE", 0.58, 2), ("SIDETOMOVE", 0.58, 2)]
)
def test_whose_figures(view, rate, lead):
    (answer,) = Client().ask(
        query(
            moves=[["B", "C3"]],
            includeOwnership=True,
            includeCgt=False,
            overrideSettings={"reportAnalysisWinratesAs": view},
        )
    )
    assert (answer["rootInfo"]["winrate"], answer["rootInfo"]["scoreLead"]) == (rate, lead)
    assert answer["ownership"][20] == (1 if view == "BLACK" else -1)  # A1 is Black's
    assert "cgt" not in answer


def test_turns_priorities_and_other_fields():
    client = Client()
    moves = [["B", "A1"], ["W", "B2"], ["W", "C2"]]
    answers = client.ask(
        query(moves=moves, analyzeTurns=[0, 3, 1, 3], maxVisits=50),
        query("w", initialPlayer="W", komi=..., rules='{"scoring":"TERRITORY","ko":"SIMPLE"}'),
        query("r", rules={"ko": "POSITIONAL", "scoring": "AREA"}, priority=-3, whatever=1),
        query("h", initialStones=[["B", "A1"], ["B", "E5"]], rules="aga", analysisPVLen=1),
    )
    assert {"warning": "this field is not used", "field": "whatever", "id": "r"} in answers
    found = [answer for answer in answers if "warning" not in answer]
    assert sorted((each["id"], each["turnNumber"]) for each in found) == [
        *(("h", 0), ("q", 0), ("q", 1), ("q", 3), ("r", 0), ("w", 0))
    ]
    players = {(e["id"], e["turnNumber"]): e["rootInfo"]["currentPlayer"] for e in found}
    assert players == {
        **{("q", 0): "B", ("q", 1): "W", ("q", 3): "B", ("w", 0): "W", ("r", 0): "B", ("h", 0): "B"}
    }
    assert (0, WHITE, 300) in client.analyst.studied
    short = next(each for each in found if each["id"] == "h")
    assert all(len(info["pv"]) == 1 for info in short["moveInfos"])


def test_the_most_urgent_goes_first():
    started, go_on = threading.Event(), threading.Event()

    class Slow(FakeAnalyst):
        def study(self, *arguments, **options):
            started.set()
            go_on.wait(60)
            super().study(*arguments, **options)

    client = Client(Slow())
    client.service.submit(json.dumps(query("first")))
    assert started.wait(60)
    for name, priority in (("low", -1), ("middle", 0), ("high", 5)):
        client.service.submit(json.dumps(query(name, priority=priority)))
    go_on.set()
    client.service.finish()
    assert [answer["id"] for answer in client.answers] == ["first", "high", "middle", "low"]


def test_moves_to_avoid_and_to_allow():
    avoid = [{"player": "B", "moves": ["A1", "B1"], "untilDepth": 1}]
    allow = [{"player": "B", "moves": ["D1"], "untilDepth": 1}]
    other = [{"player": "W", "moves": ["D1"], "untilDepth": 1}]
    answers = Client().ask(
        query("avoid", avoidMoves=avoid), query("allow", allowMoves=allow), query(allowMoves=other)
    )
    moves = {each["id"]: [info["move"] for info in each["moveInfos"]] for each in answers}
    assert moves == {"avoid": ["C1"], "allow": ["D1"], "q": ["A1", "B1", "C1"]}


def test_reports_during_the_search_and_termination():
    client = Client()
    endless = query("long", maxVisits=10**8, reportDuringSearchEvery=0.01)

    class Endless(FakeAnalyst):
        def study(self, position, deadline, settings, tell, visits=0, hidden=frozenset()):
            super().study(position, deadline, settings, tell, 0)

    client = Client(Endless())
    client.service.submit(json.dumps(endless))
    client.service.submit(json.dumps(query("waiting", analyzeTurns=[0])))
    client.wait_for(lambda answers: sum(each["isDuringSearch"] for each in answers) >= 2)
    stop = {"id": "t1", "action": "terminate", "terminateId": "long", "turnNumbers": [0]}
    client.service.submit(json.dumps({"id": "t0", "action": "terminate", "terminateId": "waiting"}))
    client.service.submit(json.dumps(stop))
    client.service.finish()
    answers = client.answers
    assert stop in answers
    assert {"id": "waiting", "turnNumber": 0, "isDuringSearch": False, "noResults": True} in answers
    last = [each for each in answers if each["id"] == "long"][-1]
    assert last["isDuringSearch"] is False
    check_answer(last, 25)


def test_actions():
    client = Client()
    answers = client.ask(
        {"id": "v", "action": "query_version"},
        {"id": "m", "action": "query_models"},
        {"id": "c", "action": "clear_cache"},
        {"id": "t", "action": "terminate_all"},
        {"id": "n", "action": "terminate", "terminateId": "nobody"},
    )
    version, models, cleared, all_, nobody = answers
    assert version["version"]
    assert models["models"] == []
    assert cleared == {"id": "c", "action": "clear_cache"}
    assert all_ == {"id": "t", "action": "terminate_all"}
    assert nobody["terminateId"] == "nobody"


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("{", None),
        ("[1]", None),
        ("nonsense", None),
        ('{"moves":[]}', "id"),
        ('{"id":7}', "id"),
        ("[" * 100_000, None),
        (query(boardXSize=...), "boardXSize"),
        (query(boardYSize=40), "boardYSize"),
        (query(boardXSize="9"), "boardXSize"),
        (query(moves=...), "moves"),
        (query(moves=7), "moves"),
        (query(moves=[["B"]]), "moves"),
        (query(moves=[["B", "Z9"]]), "moves"),
        (query(moves=[["X", "A1"]]), "moves"),
        (query(moves=[["B", "A1"], ["W", "A1"]]), "moves"),
        (query(rules=...), "rules"),
        (query(rules="no such"), "rules"),
        (query(rules={"ko": "EVIL"}), "rules"),
        (query(rules=3), "rules"),
        (query(komi="much"), "komi"),
        (query(komi=10**9), "komi"),
        (query(komi=10**400), "komi"),
        (query(komi=float("inf")), "komi"),
        (query(komi=1e-9), "komi"),
        (query(initialStones=[["B", "A1"], ["W", "A1"]]), "initialStones"),
        (query(initialPlayer="X"), "initialPlayer"),
        (query(analyzeTurns=[1]), "analyzeTurns"),
        (query(analyzeTurns=[]), "analyzeTurns"),
        (query(analyzeTurns=["a"]), "analyzeTurns"),
        (query(maxVisits=0), "maxVisits"),
        (query(maxVisits=True), "maxVisits"),
        (query(includeOwnership=1), "includeOwnership"),
        (query(priority=0.5), "priority"),
        (query(reportDuringSearchEvery=-1), "reportDuringSearchEvery"),
        (query(avoidMoves=[{"player": "B", "moves": ["A1"]}]), "avoidMoves"),
        (query(allowMoves=["A1"]), "allowMoves"),
        (query(overrideSettings=[]), "overrideSettings"),
        (query(overrideSettings={"reportAnalysisWinratesAs": "ME"}), "overrideSettings"),
        ({"id": "q", "action": "dance"}, "action"),
        ({"id": "q", "action": "terminate"}, "terminateId"),
    ],
)
def test_errors_name_the_field(text, field):
    (answer,) = Client().ask(text)
    assert answer["error"]
    assert answer.get("field") == field
    if isinstance(text, dict):
        assert answer["id"] == "q"


def test_random_damage_never_ends_it():
    chance = random.Random(5)
    whole = json.dumps(query(moves=[["B", "C3"], ["W", "pass"]], includePolicy=True, maxVisits=10))
    client = Client()
    for _ in range(1500):
        text = list(whole)
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(text))
            text[place] = chance.choice(['"', "0", "-", "[", "{", "null", "1e9", "", "\u2603"])
        client.service.submit("".join(text))
    client.service.submit(json.dumps({"id": "end", "action": "query_version"}))
    assert any(answer["id"] == "end" for answer in client.ask() if "id" in answer)
    for answer in client.answers:
        assert {"error", "warning", "moveInfos", "action"} & answer.keys()


@pytest.mark.parametrize("kind", ["none", "fails"])
def test_without_a_search_queries_are_answered_by_errors(kind):
    class Failing(FakeAnalyst):
        def study(self, *_, **__):
            raise ValueError("broken")

    client = Client(Failing())
    if kind == "none":
        client.service._analysing = loaded(None)
    (answer,) = client.ask(query())
    said = "could not be loaded" if kind == "none" else "internal error: ValueError: broken"
    assert said in answer["error"]
    assert (answer["id"], answer["turnNumber"]) == ("q", 0)


def test_a_process_with_the_real_search():
    lines = [
        json.dumps(query("whole", maxVisits=60, includeOwnership=True, includePolicy=True)),
        "bad",
        json.dumps(
            query("end", boardXSize=9, boardYSize=9, initialStones=stones(CORRIDORS), maxVisits=60)
        ),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "gtpengine", "analysis", "-model", "none", "-config", "none"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        timeout=600,
        env=our_environment(),
    )
    assert done.returncode == 0, done.stderr
    answers = {each.get("id"): each for each in map(json.loads, done.stdout.splitlines())}
    assert "error" in answers[None]
    check_answer(answers["whole"], 25)
    assert answers["whole"]["rootInfo"]["visits"] >= 60
    check_answer(answers["end"], 81)
    assert answers["end"]["cgt"]["score"]["mean"] == "-25/2"
    best = answers["end"]["moveInfos"][0]
    assert (best["move"], best["worth"]) in {("C7", "1/2"), ("D3", "1/2"), ("G3", "1/2")}
