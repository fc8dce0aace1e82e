"""What tables, a judge and hidden moves do to the tree, by a judge whose words are written here."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE
from gtpengine.board.layout import COLOUR
from gtpengine.board.points import GRID_LEN, PASS, SIDES, STRIDE, point_of
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.board.vector import vector_of
from gtpengine.model.model import Model
from gtpengine.parameters import SearchSettings
from gtpengine.partition.bits import bits_of
from gtpengine.search.local.kernels import tracking
from gtpengine.search.local.kernels.tracking import MOST_REGIONS
from gtpengine.search.tree.kernels.rollout import correction
from gtpengine.search.tree.kernels.types import ADVISED, JUDGED
from gtpengine.search.tree.results import children_of
from gtpengine.search.tree.search import TreeSearch
from gtpengine.search.whole import stones_ahead
from tests.engine.positions import CORRIDORS, picture
from tests.kernelcalls import from_python

begin = from_python(tracking.begin)
note_values = from_python(tracking.note_values)
sum_of_means = from_python(tracking.sum_of_means)
track = from_python(tracking.track)

# The root alone is asked about, and the judge judges.
SMALL = SearchSettings(nodes=50_000, ask_at=1_000_000, net_rest=True)
LEAD, SPREAD = 7.5, 3.0


class FixedJudge:
    """Says the same of every position: D3 is likely, Black owns a quarter more of each point."""

    def __init__(self):
        self.asked = 0

    def evaluate(self, vectors, colours, lasts, *, turned=False):
        count = len(vectors)
        # The row below the board is wall: it is what the first line ends at.
        assert (vectors[:, COLOUR : COLOUR + STRIDE] == WALL).all()
        self.asked += count
        assert lasts.shape == (count, 2)
        moves = np.full((count, GRID_LEN), 0.01, np.float32)
        moves[:, point_of("D3", 9, 9)] = 0.5
        return SimpleNamespace(
            moves=moves,
            passing=np.full(count, 0.02, np.float32),
            ownership=np.full((count, GRID_LEN), 0.25, np.float32),
            lead=np.full(count, LEAD, np.float32),
            spread=np.full(count, SPREAD, np.float32),
        )

    def tilt(self, even, spread):
        return 0.0


def tables_for(position):
    model = Model()
    survey = model.survey(position, dict.fromkeys(position.points(), 0.0), None)
    return model.tables(survey)


def priors(search):
    return {
        int(search._pool.tree.move[c]): float(search._pool.tree.prior[c])
        for c in children_of(search._pool.tree, 0)
    }


def test_priors_are_a_product_of_powers():
    position = picture(CORRIDORS, to_move=BLACK)
    plain = TreeSearch(position, settings=SMALL)
    plain.run(None, 1)
    own = priors(plain)
    search = TreeSearch(position, settings=SMALL, judge=FixedJudge())
    search.run(None, 20)
    assert search.judge.asked == 1
    passing = own.pop(PASS)
    said = dict.fromkeys(own, 0.01) | {point_of("D3", 9, 9): 0.5}
    wanted = {m: own[m] ** SMALL.prior_power * said[m] ** SMALL.net_power for m in own}
    total = sum(wanted.values())
    found = priors(search)
    assert found[PASS] == passing  # whatever the judge says
    for move, prior in wanted.items():
        assert found[move] == pytest.approx((1 - passing) * prior / total, rel=1e-3)
    assert search._pool.tree.asked[0] & ADVISED


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE], ids=lambda rules: rules.name)
def test_the_rest_is_the_lead_less_the_owners_of_tracked_regions(rules):
    position = picture(CORRIDORS, to_move=BLACK, rules=rules)
    tables = tables_for(position)
    inside = sum(tables.region_at[point] >= 0 for point in position.points())
    assert inside
    search = TreeSearch(position, settings=SMALL, judge=FixedJudge())
    search.inform(tables)
    search.run(None, 8)
    tree = search._pool.tree
    assert tree.asked[0] & JUDGED
    assert tree.rest[0] == pytest.approx(LEAD - 0.25 * inside, abs=1e-4)
    assert tree.spread[0] == SPREAD


class Tilting(FixedJudge):
    def tilt(self, even, spread):
        return even / 2 + 10 * spread


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE], ids=lambda rules: rules.name)
def test_leads_are_tilted_by_the_komi_the_same_in_the_whole_tree(rules):
    position = picture(CORRIDORS, to_move=BLACK, rules=rules)
    every = replace(SMALL, ask_at=1)
    search = TreeSearch(position, settings=every, judge=Tilting())
    search.run(None, 40)
    tree = search._pool.tree
    judged = [node for node in range(search._pool.used) if tree.asked[node] & JUDGED]
    assert len(judged) > 10
    wanted = LEAD + float(position.komi) / 2 + 10 * SPREAD
    assert {float(tree.rest[node]) for node in judged} == {wanted}


def test_the_lead_is_the_judges_and_what_a_move_changes_is_of_both():
    """One move apart from the judge's settings: leads of moves differ by the mixture alone."""
    position = picture(CORRIDORS, to_move=BLACK, rules=CHINESE)
    search = TreeSearch(position, settings=replace(SMALL, ask_at=1), judge=FixedJudge())
    search.run(None, 300)
    tree, found = search._pool.tree, search.findings()
    assert found.score == pytest.approx(LEAD - float(position.komi), abs=0.2)
    played = float(tree.score[0]) / int(tree.visits[0])
    assert abs(played - found.score) > 1  # what the playouts say
    share = search.settings.net_share
    for node in children_of(search._pool.tree, 0):
        if tree.net_visits[node] and tree.prior[node] >= 0:
            own = float(tree.score[node]) / int(tree.visits[node])
            said = float(tree.net_score[node]) / int(tree.net_visits[node])
            mixed = (1 - share) * (own - played) + share * (said - float(found.score))
            (move,) = [each for each in found.moves if each.point == tree.move[node]]
            assert move.score - found.score == pytest.approx(mixed, abs=1e-3)


@pytest.mark.parametrize("part", ["allowed", "goal"])
def test_a_part_of_the_board_has_no_komi_to_tilt_by(part):
    position = picture(CORRIDORS, to_move=BLACK)
    points = bits_of(position.points())
    search = TreeSearch(position, settings=SMALL, judge=Tilting(), **{part: points})
    search.run(None, 1)
    assert search._pool.tree.rest[0] == LEAD + 10 * SPREAD


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE], ids=lambda rules: rules.name)
def test_judged_lines_count_rest_means_and_tempo(rules):
    """The first line after the judgement ends at the root's child: its score is worked out here."""
    position = picture(CORRIDORS, to_move=BLACK, rules=rules)
    tables = tables_for(position)
    search = TreeSearch(position, settings=SMALL, judge=FixedJudge())
    search.inform(tables)
    search.run(None, 1)
    assert search._pool.tree.asked[0] & JUDGED
    before = int(search._pool.tree.net_visits[0])
    assert before == 0
    search.run(None, 1)
    tree = search._pool.tree
    assert tree.net_visits[0] == 1
    (child,) = [c for c in children_of(search._pool.tree, 0) if tree.net_visits[c]] or [0]
    states, gains = np.zeros(MOST_REGIONS, np.int32), np.zeros(MOST_REGIONS, np.float32)
    begin(tables, states, gains)
    colour, played = BLACK, 0
    if child:
        track(tables, states, gains, -1, int(tree.move[child]), BLACK)
        colour, played = WHITE, int(tree.move[child] != PASS)
    tax = 1.0 if rules is JAPANESE else 0.0
    area = float(tree.rest[0]) + sum_of_means(tables, states, gains, colour, tax)
    lead = area - float(position.komi)
    if rules is JAPANESE:
        lead -= stones_ahead(position) + played
    assert tree.net_score[0] == pytest.approx(lead, abs=1e-3)
    won = 1 / (1 + np.exp(-lead / SPREAD))
    assert tree.net_wins[0] == pytest.approx(won, abs=1e-4)


def test_a_judge_that_only_advises_judges_nothing():
    position = picture(CORRIDORS, to_move=BLACK)
    settings = SearchSettings(nodes=50_000, ask_at=1_000_000, net_rest=False)
    search = TreeSearch(position, settings=settings, judge=FixedJudge())
    search.run(None, 20)
    assert search._pool.tree.asked[0] & ADVISED
    assert not search._pool.tree.asked[0] & JUDGED
    assert not search._pool.tree.net_visits[0]


def test_results_count_regions_by_their_tables():
    """A correction is the tables' count less that of the stones, point by point."""
    position = picture(CORRIDORS, to_move=BLACK)
    tables = tables_for(position)
    vector = vector_of(position)
    states, gains = np.zeros(MOST_REGIONS, np.int32), np.zeros(MOST_REGIONS, np.float32)
    values, tops = np.zeros(MOST_REGIONS, np.float32), np.zeros(MOST_REGIONS, np.float32)
    begin(tables, states, gains)
    states[1:2] = -1  # one region is not tracked any more
    note_values(tables, states, gains, values, tops)
    wanted = 0.0
    for region, root in enumerate(tables.roots):
        if region == 1:
            continue
        points = [p for p in position.points() if tables.region_at[p] == region]
        wanted += float(tables.settled[region] + tables.mean[root])
        wanted -= sum(slow_owner(position, point) for point in points)
        assert tops[region] == tables.heat[root]
    assert correction(vector, tables, values) == pytest.approx(wanted, abs=1e-4)


def slow_owner(position, point):
    """Whose a point is when a playout ends on this board: 1, -1, or 0 where nobody's."""
    around = [position.colour_at(point + side) for side in SIDES]
    colours = {position.colour_at(point)} - {EMPTY} or set(around) - {WALL, EMPTY}
    return {frozenset({BLACK}): 1, frozenset({WHITE}): -1}.get(frozenset(colours), 0)


def test_without_a_judge_the_rest_comes_from_playouts():
    position = picture(CORRIDORS, to_move=BLACK)
    tables = tables_for(position)
    search = TreeSearch(position, settings=SMALL)
    search.run(None, 300)
    found = search.findings()
    search.inform(tables)
    inside = [point for point in position.points() if tables.region_at[point] >= 0]
    area = found.score + float(position.komi)
    rest = area - sum(found.ownership[point] for point in inside)
    assert search._pool.tree.rest[0] == pytest.approx(rest, abs=1e-3)
    search.run(None, 200)
    assert search._pool.tree.net_visits[0] > 0
    assert search.counts().judged == 0


def test_tables_guide_their_share_of_the_playouts_and_breaks_are_counted():
    position = picture(CORRIDORS, to_move=BLACK)
    for trust in (0.0, 1.0):
        search = TreeSearch(position, settings=SearchSettings(nodes=50_000, trust=trust))
        tables = tables_for(position)
        search.inform(tables)
        search.run(None, 300)
        counts = search.counts()
        assert counts.guided == (300 if trust else 0)
        assert counts.followed == counts.guided * len(tables.roots)
        assert 0 <= counts.broken <= counts.followed


@pytest.mark.parametrize("judge", [None, FixedJudge()], ids=["playouts", "judge"])
def test_the_same_seed_and_visits_give_the_same_search(judge):
    position = picture(CORRIDORS, to_move=BLACK)
    found = []
    for _ in range(2):
        search = TreeSearch(position, settings=SearchSettings(nodes=50_000), seed=5, judge=judge)
        search.run(None, 200)
        search.inform(tables_for(position))
        search.run(None, 300)
        found.append(search.findings())
    assert found[0] == found[1]


def test_hidden_moves_are_never_played():
    position = picture(CORRIDORS, to_move=BLACK)
    hidden = frozenset({point_of("D3", 9, 9), point_of("G3", 9, 9), PASS})
    search = TreeSearch(position, settings=SMALL, hidden=hidden)
    search.run(None, 300)
    found = search.findings()
    assert not hidden & {move.point for move in found.moves}
    assert found.moves[0].visits > 0
    visits = {
        int(search._pool.tree.move[c]): int(search._pool.tree.visits[c])
        for c in children_of(search._pool.tree, 0)
    }
    # The root's first playout comes before its moves are there to be forbidden.
    assert sum(visits[move] for move in hidden) <= 1


def test_hiding_all_but_one_leaves_that_one():
    position = picture(CORRIDORS, to_move=BLACK)
    only = point_of("E5", 9, 9)
    hidden = (frozenset(position.points()) | {PASS}) - {only}
    search = TreeSearch(position, settings=SMALL, hidden=hidden)
    search.run(None, 50)
    assert [move.point for move in search.findings().moves] == [only]
