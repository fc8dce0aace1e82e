"""Merging after a veto: what depends on each other becomes one region, and stays one."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_at, point_of, vertex_of
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.engine import merging, surveyor
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.guard import Verdict
from gtpengine.engine.merging import Merging, dependency
from gtpengine.engine.safety import SafeMove
from gtpengine.engine.settings import Settings
from gtpengine.engine.survey import Survey
from gtpengine.engine.surveyor import Surveyor
from gtpengine.engine.thinker import Thinker
from gtpengine.engine.thought import Check
from gtpengine.localgame.solution import Scoring
from gtpengine.partition.bits import bits_of
from gtpengine.partition.heuristic import heuristic_partition, merged_partition
from gtpengine.partition.region import Region
from gtpengine.search.montecarlo.stakes import Stakes
from gtpengine.strategy.choice import Choice
from tests.engine.positions import CORRIDORS, picture

# Black's three stones have two liberties, B5 and F5. F5 connects them; White there kills them.
SPLIT = """
    O O O O O O X X X
    O . O . O O X . X
    O O O O O O X X X
    O O O O O O X X X
    O . X X X . X X X
    O O O O O O X X X
    O O O O O O X X X
    O O O O O O X . X
    O O O O O O X X X
    """
# By hand, by area: Black first has 1 + 3 points and a dame is left, White first has all 5:
# {4 +- 1 | -5}.
MEAN, TEMPERATURE = Fraction(-1, 2), Fraction(9, 2)


def at(vertex):
    return PASS if vertex == "pass" else point_of(vertex, 9, 9)


CHAIN = [at("C5"), at("D5"), at("E5")]


def surveys(rules=CHINESE, to_move=WHITE):
    """Return the right survey, and one that takes the chain for a border that stands."""
    position = picture(SPLIT, to_move=to_move, rules=rules)
    looking = Surveyor()
    right = looking.survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    assert [report.region.points[0] for report in right.regions] == [at("B5")]
    stones = {point: position.colour_at(point) for point in position.points()}
    border = {point: colour for point, colour in stones.items() if colour in (BLACK, WHITE)}
    regions = tuple(
        replace(Region.of((9, 9), [at(vertex)], {}, border), exact=False) for vertex in ("B5", "F5")
    )
    _, black, white = right.partition.territory
    territory = (0, black | bits_of(CHAIN), white)
    torn = replace(right.partition, regions=regions, territory=territory)
    return right, looking.revised(right, torn, 10.0)


def veto(proposal, rival, *, ahead=5.0):
    checks = (Check(at(rival), ahead, 0.5, 100), Check(at(proposal), 0.0, 0.5, 100))
    return Verdict(at(rival), True, "", checks)


def chosen_by_heat(survey):
    move = survey.best(survey.position.to_move)
    return Choice(move, None, "test", ("the hottest",))


def second(survey, proposal, rival, choose=chosen_by_heat, seconds=10.0, **details):
    with Deadline(seconds) as deadline:
        verdict = veto(proposal, rival, **details)
        return Merging(Surveyor()).second(survey, at(proposal), verdict, choose, deadline)


def test_the_model_that_is_wrong():
    right, wrong = surveys()
    assert [(r.value.mean, r.value.temperature) for r in right.regions] == [(MEAN, TEMPERATURE)]
    assert [(r.value.mean, r.value.temperature) for r in wrong.regions] == [(0, 1), (0, 1)]
    # Nothing but the value of these five points differs.
    assert wrong.settled - right.settled == len(CHAIN)


def test_points_that_are_put_together_are_the_region_that_was_torn():
    right, wrong = surveys()
    merged = merged_partition(wrong.position, wrong.partition, bits_of(CHAIN))
    assert merged == right.partition


def test_regions_elsewhere_stay_and_their_links_stay():
    _, wrong = surveys()
    first, last = wrong.partition.regions
    linked = (replace(first, links=(last.name,)), replace(last, links=(first.name,)))
    torn = replace(wrong.partition, regions=linked)
    merged = merged_partition(wrong.position, torn, bits_of([at("H8")]))
    # Both touch the chain, which is not proved safe.
    assert merged.regions[:2] == linked
    assert merged.regions[2].points == (at("H8"),)
    assert not merged.territory[BLACK] >> at("H8") & 1


@pytest.mark.parametrize(
    ("proposal", "rival"),
    [
        pytest.param("B5", "F5", id="a region each"),
        pytest.param("pass", "F5", id="a pass that was vetoed"),
        pytest.param("H8", "F5", id="nothing between them"),
    ],
)
def test_what_ties_two_moves_together(proposal, rival):
    right, wrong = surveys()
    points = dependency(wrong, at(proposal), at(rival))
    assert points == bits_of(right.regions[0].region.points)


def test_a_move_on_settled_land_has_the_land_around_it():
    _, wrong = surveys()
    assert dependency(wrong, PASS, at("H8")) == bits_of([at("H8")])


# GNU Go's filllib.tst, case 35, the corner: Black's wall lives only if the corner does.
CORNER = """
    . . . X X O . . .
    . . X X O . . . .
    . . X O O O O O O
    X . X O X X X X X
    . X O O X . . . X
    X O . . O X X . X
    O O . . O O X X .
    O . . . . O X . X
    . . . . . O O X .
    """


OWNERS = """
    + + + + + - - - -
    + + + + - - - - -
    + + + - - - - - -
    + 0 + - + + + + +
    0 0 - - + + + + +
    0 - - - - + + + +
    - - - - - - + + +
    - - - - - - + + +
    - - - - - - - + +
    """
TOGETHER = """
    # # # # # . . . .
    # # # # . . . . .
    # # # . . . . . .
    # # # . . . . . .
    # # . . . . . . .
    # . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    """


def cells(text):
    """Return what a picture shows at each point."""
    rows = [line.split() for line in text.splitlines() if line.strip()]
    return {
        point_at(9 - row, column + 1): cell
        for row, line in enumerate(rows)
        for column, cell in enumerate(line)
    }


def test_a_wall_with_no_life_elsewhere_falls_with_the_land_behind_it():
    position = picture(CORNER, to_move=BLACK)
    shares = {"+": 1.0, "0": 0.0, "-": -1.0}
    ownership = {point: shares[cell] for point, cell in cells(OWNERS).items()}
    everywhere = bits_of(position.points())
    partition = heuristic_partition(position, ownership, tight=everywhere)
    nothing = Survey(position, Scoring.AREA, partition, [], Fraction(0))
    survey = Surveyor().revised(nothing, partition, 10.0)
    assert survey.at(at("A5")) is not None
    assert survey.at(at("A8")) is None
    together = (point for point, cell in cells(TOGETHER).items() if cell == "#")
    assert dependency(survey, at("A5"), at("A8")) == bits_of(together)


def test_a_pass_as_rival_and_an_alarm_tie_nothing():
    _, wrong = surveys()
    assert dependency(wrong, at("F5"), PASS) is None
    known = Stakes(bits_of([at("F5")]), 0.0, 9.0, {BLACK: at("F5"), WHITE: at("F5")})
    assert dependency(replace(wrong, alarms=(known,)), at("B5"), at("F5")) is None


def test_proved_stones_do_not_connect():
    position = picture(CORRIDORS, to_move=BLACK)
    survey = Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    assert dependency(survey, at("C7"), at("C3")) == bits_of(survey.at(at("C3")).region.points)
    with Deadline(10.0) as deadline:
        assert Merging(Surveyor()).merged(survey, at("C7"), at("C3"), deadline) is None


def test_the_strategy_chooses_again_from_the_merged_region():
    found = second(surveys()[1], "B5", "F5")
    assert vertex_of(found.point) == "F5"
    report = found.survey.at(at("F5"))
    assert (report.value.mean, report.value.temperature) == (MEAN, TEMPERATURE)
    assert found.survey.settled == surveys()[0].settled
    assert found.text == "F5: chosen with one region around B5 and F5"


def test_what_is_solved_may_insist_on_the_proposal_if_little_is_at_stake():
    found = second(surveys()[1], "F5", "B5", ahead=merging.MOST_REFUTED - 0.1)
    assert vertex_of(found.point) == "F5"
    assert second(surveys()[1], "F5", "B5", ahead=merging.MOST_REFUTED + 0.1) is None


def test_links_follow_what_is_merged():
    _, wrong = surveys()
    first, last = wrong.partition.regions
    linked = (replace(first, links=(last.name,)), replace(last, links=(first.name,)))
    torn = replace(wrong.partition, regions=linked)
    merged = merged_partition(wrong.position, torn, bits_of(CHAIN))
    assert [region.links for region in merged.regions] == [()]


@pytest.mark.parametrize(
    ("chosen", "ahead", "heard"),
    [
        pytest.param("B5", 9.0, True, id="the guard's choice"),
        pytest.param("F5", 0.5, True, id="about as good"),
        pytest.param("F5", 1.0, False, id="worse"),
        pytest.param("H8", 1.0, False, id="not looked at"),
    ],
)
def test_a_guess_may_only_choose_among_equals(monkeypatch, chosen, ahead, heard):
    right, wrong = surveys()
    unsolved = replace(right.regions[0], value=None)
    monkeypatch.setattr(
        Surveyor, "revised", lambda self, survey, *rest: replace(survey, regions=[unsolved])
    )

    def choose(survey):
        return Choice(at(chosen), None, "test", ())

    found = second(wrong, "F5", "B5", choose, ahead=ahead)
    assert (found is not None and found.point == at(chosen)) is heard


def test_too_large_or_too_late_the_veto_stands(monkeypatch):
    _, wrong = surveys()
    assert second(wrong, "B5", "F5", seconds=0.0) is None
    monkeypatch.setattr(merging, "MOST_EMPTY", 1)
    assert second(wrong, "B5", "F5") is None


def test_a_merge_is_remembered_while_its_stones_stay():
    right, wrong = surveys()
    memory = Merging(Surveyor())
    with Deadline(0.0) as late:
        assert memory.merged(wrong, at("B5"), at("F5"), late) is None
    assert memory.recalled(wrong, 10.0).partition == right.partition
    after = wrong.position.copy()
    after.play(WHITE, at("B5"))
    changed = replace(wrong, position=after)
    assert memory.recalled(changed, 10.0) is changed
    # And it does not come back with them.
    assert memory.recalled(wrong, 10.0) is wrong


def test_what_is_not_solved_any_more_stays_apart(monkeypatch):
    _, wrong = surveys()
    memory = Merging(Surveyor())
    with Deadline(0.0) as late:
        memory.merged(wrong, at("B5"), at("F5"), late)
    monkeypatch.setattr(surveyor, "MOST_EMPTY", 1)
    assert memory.recalled(wrong, 10.0) is wrong


def test_a_merge_is_forgotten_with_the_game():
    _, wrong = surveys()
    memory = Merging(Surveyor())
    with Deadline(0.0) as late:
        memory.merged(wrong, at("B5"), at("F5"), late)
    memory.forget()
    assert memory.recalled(wrong, 10.0) is wrong


def test_memory_is_bounded():
    _, wrong = surveys()
    memory = Merging(Surveyor())
    with Deadline(0.0) as late:
        for vertex in ("F5", "H8", "B8", "D8", "H2"):
            memory.merged(wrong, PASS, at(vertex), late)
    assert len(memory._known) == merging.MOST_REMEMBERED
    assert memory.recalled(wrong, 10.0).at(at("D5")) is None


class Unconcerned:
    """A safety that finds every move safe."""

    def safe_move(self, position, wishes, *rest):
        return SafeMove(wishes[0][0], "", frozenset())


class GuardWithOneVeto:
    """Vetoes the first proposal in favour of a move, then nothing."""

    def __init__(self, rival):
        self.rival = rival
        self.asked = []

    def check(self, position, proposals, *rest):
        self.asked.append(proposals[0])
        if len(self.asked) == 1:
            return veto(vertex_of(proposals[0]), self.rival)
        return Verdict(proposals[0], False, "", ())


@pytest.mark.parametrize("merging_is_on", [True, False])
def test_the_way_of_a_move_with_a_veto(monkeypatch, merging_is_on):
    _, wrong = surveys(JAPANESE)
    thinker = Thinker()
    monkeypatch.setattr(thinker.surveyor, "survey", lambda *rest, **details: wrong)
    monkeypatch.setattr(thinker._sum, "_guard", GuardWithOneVeto("F5"))
    monkeypatch.setattr(thinker._sum._alarms, "read", lambda *rest: ())
    monkeypatch.setattr(thinker._sum, "_safety", Unconcerned())
    settings = Settings(visits=50, merging=merging_is_on, exact_sums=False)
    with Deadline(60.0) as deadline:
        first = thinker.think(wrong.position, deadline, settings)
    assert (first.vetoed, first.merged) == (True, merging_is_on)
    assert vertex_of(first.point) == "F5"
    assert first.difference.found == -5.0
    assert ("chosen with one region around B5 and F5" in first.text) is merging_is_on
    with Deadline(60.0) as deadline:
        then = thinker.think(wrong.position, deadline, settings)
    assert not then.vetoed
    # What was learned holds: the sum itself proposes what took a veto before.
    assert vertex_of(then.point) == ("F5" if merging_is_on else "B5")
