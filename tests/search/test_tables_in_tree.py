"""What tables and hidden moves do to the tree of playouts."""

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE
from gtpengine.board.points import PASS, SIDES, point_of
from gtpengine.board.vector import vector_of
from gtpengine.model.model import Model
from gtpengine.parameters import SearchSettings
from gtpengine.search.local.kernels.tracking import (
    MOST_REGIONS,
    begin,
    note_values,
)
from gtpengine.search.montecarlo.kernels.rollout import correction
from gtpengine.search.montecarlo.search import TreeSearch
from tests.engine.positions import CORRIDORS, picture

SMALL = SearchSettings(nodes=50_000)


def tables_for(position):
    model = Model()
    survey = model.survey(position, dict.fromkeys(position.points(), 0.0), None)
    return model.tables(survey)


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


def test_the_same_seed_and_visits_give_the_same_search():
    position = picture(CORRIDORS, to_move=BLACK)
    found = []
    for _ in range(2):
        search = TreeSearch(position, settings=SearchSettings(nodes=50_000), seed=5)
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
    visits = {int(search._tree.move[c]): int(search._tree.visits[c]) for c in search._children(0)}
    # The root's first playout comes before its moves are there to be forbidden.
    assert sum(visits[move] for move in hidden) <= 1


def test_hiding_all_but_one_leaves_that_one():
    position = picture(CORRIDORS, to_move=BLACK)
    only = point_of("E5", 9, 9)
    hidden = (frozenset(position.points()) | {PASS}) - {only}
    search = TreeSearch(position, settings=SMALL, hidden=hidden)
    search.run(None, 50)
    assert [move.point for move in search.findings().moves] == [only]
