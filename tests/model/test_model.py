"""The model of a position: what is kept between turns, what is fixed, and who gets a table."""

from dataclasses import replace

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_of
from gtpengine.board.record import load_record
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.deadline import Deadline
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinker import Thinker
from gtpengine.model.model import Model
from gtpengine.parameters import ModelSettings
from tests.engine.positions import CORRIDORS, picture
from tests.shared_data import games, needs_shared_data

EQUAL = 0.0


def surveyed(model, position, seconds=None):
    return model.survey(position, dict.fromkeys(position.points(), EQUAL), seconds)


def test_a_region_that_did_not_change_costs_nothing():
    model = Model()
    position = picture(CORRIDORS, to_move=BLACK, rules=JAPANESE)
    first = surveyed(model, position)
    asked = model.solver.cache.statistics.misses
    position.play(BLACK, point_of("C7", 9, 9))
    position.play(WHITE, PASS)
    second = surveyed(model, position)
    statistics = model.solver.cache.statistics
    assert statistics.misses == asked
    assert statistics.hits >= len(second.regions)
    tables = {report.region: report.placed.table for report in first.regions}
    for report in second.regions:
        assert report.placed.table is tables[report.region]


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE], ids=lambda rules: rules.name)
def test_without_seconds_the_same_position_gets_the_same_survey(rules):
    position = picture(CORRIDORS, to_move=BLACK, rules=rules)
    first, second = surveyed(Model(), position), surveyed(Model(), position)
    assert first == second
    assert surveyed(Model(clock=lambda: 1e9), position) == first


def test_every_region_of_a_solved_board_is_tracked():
    model = Model()
    position = picture(CORRIDORS, to_move=BLACK)
    survey = surveyed(model, position)
    tables = model.tables(survey)
    assert len(tables.roots) == len(survey.regions) == 3
    for report in survey.regions:
        numbers = {int(tables.region_at[point]) for point in report.region.points}
        assert len(numbers) == 1
        (number,) = numbers
        # The root counts what the region counts by area.
        mean = float(report.value.mean)
        assert tables.settled[number] + tables.mean[tables.roots[number]] == pytest.approx(mean)
        assert tables.heat[tables.roots[number]] == pytest.approx(float(report.value.temperature))
        for colour in (BLACK, WHITE):
            best = int(tables.best[2 * tables.roots[number] + (colour != BLACK)])
            assert best in report.region.empty


def test_borders_that_are_not_proved_are_trusted_only_if_there_is_time_to_try_them():
    model = Model(limits=ModelSettings(doubt=100.0))
    position = picture(CORRIDORS, to_move=BLACK)
    survey = surveyed(model, position)
    assumed = replace(survey, regions=[replace(r, exact=False) for r in survey.regions])
    assert len(model.tables(assumed, 60.0).roots) == 3
    assert len(model.tables(assumed, 0.0).roots) == 0
    assert len(model.tables(survey, 0.0).roots) == 3


def test_regions_too_large_to_solve_are_estimated_within_bounds():
    model = Model(limits=ModelSettings(solved_empty=1, search_nodes=2000))
    position = picture(CORRIDORS, to_move=BLACK, rules=JAPANESE)
    ownership = {
        point: 0.9 if position.colour_at(point) == BLACK else -0.9 for point in position.points()
    }
    exact = {report.region: report for report in Model().survey(position, ownership, None).regions}
    survey = model.survey(position, ownership, None)
    estimated = [report for report in survey.regions if report.value is None]
    assert estimated
    for report in estimated:
        assert report.placed is not None
        assert not report.placed.table.exact
        assert report.mean[0] <= report.likely_mean <= report.mean[1]
        assert report.temperature[0] <= report.likely_temperature <= report.temperature[1]
        if report.region in exact:
            value = exact[report.region].value
            assert report.mean[0] <= value.mean <= report.mean[1]
            assert report.temperature[0] <= value.temperature <= report.temperature[1]


@needs_shared_data
@pytest.mark.slow
def test_forty_moves_before_the_end_regions_have_tables():
    records = (load_record(path) for path in games("games/pro19_counted/*.sgf")[3::17])
    record = next(each for each in records if len(each.moves()) >= 200)
    with Deadline(120.0) as deadline:
        settings = Settings(visits=400, network=False, exact_sums=False)
        found = Thinker().think(record.position(len(record.moves()) - 40), deadline, settings)
    assert found.survey is not None
    small = [each for each in found.survey.regions if len(each.region.empty) <= 40]
    assert small
    assert all(report.placed is not None for report in small)
