"""Alarms: double threats that no region sees, and how the guard tells false ones."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import NO_POINT, PASS, point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.engine import guard
from gtpengine.engine.alarms import MARGIN, AlarmReader, is_alarming
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.exactsum import ExactSum
from gtpengine.engine.lives import LifeReader
from gtpengine.engine.merging import Merging
from gtpengine.engine.outlooks import outlooks
from gtpengine.engine.safety import Safety
from gtpengine.engine.sumthinker import SumThinker
from gtpengine.engine.surveyor import Surveyor
from gtpengine.engine.thought import Check
from gtpengine.localgame.solution import Scoring
from gtpengine.partition.bits import bits_of
from gtpengine.search.montecarlo.search import TreeSearch
from gtpengine.search.montecarlo.stakes import Stakes, stakes
from tests.engine.positions import CORRIDORS, SETTLED, picture

# Whoever passes here loses 20 points: White at F17 threatens the stones on either side of it.
DOUBLE_THREAT = """
. . O O X . . . . . . . . . . . . . .
. O . O X . . . . X . . . . X X X . .
. . O X X . . . X . . X X X O O O X .
. . O X O X X X O O O X O O O X X X .
. . O X O O O X X X X O . O X X O X .
. O X X O X X O X O O O . O O O O X .
O . O O O X O O O O O O O . . . O X X
. O . O X X O X X O X X X O . . O O X
. O O X X . X . . X . X O . . . O X X
. O X X X X X X X X X X O . . . O O O
O O O X O X O O O X O O . . . . . . .
X X O X O O O . . O . O . . . . . . .
X O O O O O X O . . O O O . . . . . .
X X X O . O X X O O O X X O O O O . .
. . . X O O X X X O X X X X O X O O O
. . X X X X X X O O O O O X X X O X X
. . X O O O O O O O X X O X X . X . X
. . X X O . . . . O X . X . . . . X .
. . X O O O . . . O X X . . . . . . X
"""


def at(vertex, size=19):
    return point_of(vertex, size, size)


def names(points):
    return {vertex_of(point) for point in points}


@pytest.fixture(scope="module")
def surveyed():
    """Return the survey of the double threat, in which every border seems to stand."""
    position = Position.from_diagram(DOUBLE_THREAT, rules=JAPANESE)
    search = TreeSearch(position)
    search.run(None, 6000)
    return Surveyor().survey(position, search.findings().ownership, 3.0)


def test_points_tell_of_a_double_threat(surveyed):
    position = surveyed.position
    corner = ("F17", "G17", "H17", "F18", "G18", "H18", "E18", "E19", "F19", "G19", "H19", "E17")
    chains = [position.chain_at(at(vertex)) for vertex in ("D17", "H16", "E18", "J17")]
    area = bits_of({at(vertex) for vertex in corner} | {p for c in chains for p in c.stones})
    found = stakes(position, area, 3000)
    assert found.heat > 6
    assert names(found.moves.values()) == {"F17"}
    assert found.black_first > found.white_first


def test_an_alarm_is_raised_where_no_region_is(surveyed):
    assert surveyed.at(at("F17")) is None
    with Deadline(30.0) as deadline:
        (known,) = AlarmReader().read(surveyed, deadline)
    assert names(known.moves.values()) == {"F17"}
    alarmed = replace(surveyed, alarms=(known,))
    (outlook,) = [each for each in outlooks(alarmed) if each.region < 0]
    assert outlook.temperature > 5
    assert (outlook.black_move, outlook.white_move) == (at("F17"), at("F17"))
    assert at("G16") in guard.standing(surveyed)
    assert at("G16") not in guard.standing(alarmed)
    assert ExactSum().best(alarmed, 1.0) is None


def test_a_dame_that_opens_several_chains_to_one_attack_is_not_filled(surveyed):
    position = surveyed.position.copy()
    stones = {colour: set(position.stones(colour)) for colour in (BLACK, WHITE)}
    before = Position(19, rules=JAPANESE)
    before.setup(stones[BLACK] - {at("J14")}, stones[WHITE], to_move=BLACK)
    owners = {**surveyed.plain, at("J14"): 0.0}
    wishes = [(at("J14"), Fraction(0))]
    with Deadline(30.0) as deadline:
        found = Safety(LifeReader()).safe_move(before, wishes, owners, deadline)
    assert (vertex_of(found.point), found.unsafe) == ("F17", {at("J14")})
    assert "several chains" in found.text


def test_a_quiet_board_raises_none():
    position = picture(CORRIDORS, to_move=BLACK)
    survey = Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    with Deadline(30.0) as deadline:
        assert AlarmReader().read(survey, deadline) == ()


def test_an_alarm_must_be_hotter_than_the_region_of_its_move():
    position = picture(CORRIDORS, to_move=BLACK)
    survey = Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    report = max(survey.regions, key=lambda each: each.likely_temperature)
    inside, settled = report.moves[BLACK], at("A1", 9)
    assert survey.at(settled) is None
    warm = float(report.likely_temperature)

    def alarming(heat, move):
        return is_alarming(survey, Stakes(0, heat, -heat, {BLACK: move, WHITE: NO_POINT}))

    assert alarming(warm + MARGIN, inside)
    assert not alarming(warm + MARGIN - 0.1, inside)
    assert alarming(1 + MARGIN, settled)
    assert not alarming(1 + MARGIN - 0.1, settled)


def test_a_longer_search_confirms_an_alarm(surveyed):
    reader = AlarmReader()
    with Deadline(60.0) as deadline:
        raised = reader.read(surveyed, deadline)
        ((first, longer),) = reader.confirmed(surveyed, raised, deadline)
    assert (first,) == raised
    assert longer is not first
    assert is_alarming(surveyed, longer)
    assert names(longer.moves.values()) == {"F17"}
    with Deadline(60.0) as deadline:  # once is enough
        assert reader.confirmed(surveyed, (longer,), deadline) == ((longer, longer),)


def test_without_time_an_alarm_stands(surveyed):
    alarm = Stakes(1 << at("F17"), 9.0, -9.0, {BLACK: at("F17"), WHITE: at("F17")})
    with Deadline(0.0) as deadline:
        assert AlarmReader().confirmed(surveyed, (alarm,), deadline) == ((alarm, alarm),)


def test_a_longer_search_takes_an_alarm_back_and_names_its_own_move(monkeypatch):
    position = picture(SETTLED, to_move=BLACK, rules=JAPANESE)
    survey = Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    first = Stakes(1 << at("A9", 9), 9.0, -9.0, {BLACK: at("A9", 9), WHITE: NO_POINT})
    longer = Stakes(first.area, 0.0, 0.0, {BLACK: at("A8", 9), WHITE: NO_POINT})
    thinker = SumThinker(LifeReader(), Merging(Surveyor()))
    monkeypatch.setattr(thinker._alarms, "read", lambda *_: (first,))
    monkeypatch.setattr(thinker._alarms, "confirmed", lambda *_: ((first, longer),))
    with Deadline(10.0) as deadline:
        found = thinker.alarmed(survey, deadline)
    assert found.alarms == ()
    assert found.instead == {at("A9", 9): at("A8", 9)}


@pytest.mark.parametrize(
    ("gain", "scoring", "false"),
    [
        (1.0, Scoring.AREA, True),
        (2.0, Scoring.AREA, True),  # a dame gains one of them
        (2.0, Scoring.TERRITORY, False),
        (6.0, Scoring.AREA, False),
    ],
)
def test_an_alarming_move_that_saves_nothing_is_a_false_alarm(gain, scoring, false):
    checks = [Check(5, -10.0 + gain, 0.5, 100), Check(PASS, -10.0, 0.5, 100)]
    assert (5 in guard._false_alarms(checks, {5}, scoring)) is false
    assert guard._false_alarms(checks, {7}, scoring) == set()
    assert guard._false_alarms(checks[:1], {5}, scoring) == set()  # nothing to compare with


def test_territory_taxes_an_alarm_as_any_move():
    known = Stakes(1 << 30, 5.0, -5.0, {BLACK: 30, WHITE: NO_POINT})
    position = picture(CORRIDORS, to_move=BLACK, rules=JAPANESE)
    survey = Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    (outlook,) = [e for e in outlooks(replace(survey, alarms=(known,)), 30) if e.region < 0]
    assert outlook.temperature == Fraction(4)
    assert outlook.white_move is None
    assert outlook.last_changed
