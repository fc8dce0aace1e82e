"""What a survey makes of chains that hang: they are what a region is worth, or cast doubt on it."""

from fractions import Fraction

from gtpengine.engine.surveyor import Surveyor

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.position import Chain
from gtpengine.board.rules import Scoring as RuleScoring
from gtpengine.engine import surveyor
from gtpengine.localgame.generator import Recipe, generate
from gtpengine.localgame.solution import LocalKind, Scoring
from gtpengine.localgame.solver import solve
from gtpengine.model.estimator import LEAST_SWING, hanging_estimate
from gtpengine.search.montecarlo.fates import Fate
from tests.engine.positions import CORRIDORS, picture


def corridor():
    """Return a solved region and its position."""
    position = picture(CORRIDORS, to_move=BLACK)
    survey = Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    return position, max(survey.regions, key=lambda report: report.likely_temperature)


def hanging(report, each):
    """Return a fate by which a chain of the region hangs, with so much at stake on each point."""
    points = report.region.points
    chain = Chain(BLACK, frozenset(points[:1]), frozenset(points[1:2]))
    attack, defence = (dict.fromkeys(points, share) for share in (0.0, each))
    return Fate(chain, 0, 0.0, 1.0, points[-1], points[0], attack, defence)


def test_a_chain_that_hangs_for_much_is_what_a_region_is_worth():
    position, report = corridor()
    count = len(report.region.points)
    owners = dict.fromkeys(position.points(), 0.0)
    fates = [hanging(report, LEAST_SWING / count), hanging(report, 2.0)]
    guess = hanging_estimate(report.region, fates, owners, RuleScoring.AREA)
    assert guess is not None
    assert guess.temperature == count
    assert guess.moves == {BLACK: report.region.points[0], WHITE: report.region.points[-1]}
    little = hanging(report, LEAST_SWING / count * 0.9)
    assert hanging_estimate(report.region, [little], owners, RuleScoring.AREA) is None


def test_a_value_within_doubtful_borders_yields_to_what_hangs_beyond_them():
    _, report = corridor()
    doubtful = surveyor.replace(report, exact=False)
    hot = report.value.temperature + surveyor.CONTRADICTION
    cool = surveyor.Estimate(Fraction(0), hot, Fraction(1), Fraction(1), {BLACK: 1, WHITE: 2})
    warm = surveyor.replace(cool, temperature=hot + Fraction(1, 8))
    assert surveyor._with_hanging(doubtful, cool, Scoring.AREA) is doubtful
    assert surveyor._with_hanging(report, warm, Scoring.AREA) is report  # a proof is a proof
    found = surveyor._with_hanging(doubtful, warm, Scoring.AREA)
    assert found.value is None
    assert found.kind is LocalKind.UNKNOWN
    assert found.likely_temperature == warm.temperature
    assert found.moves == warm.moves
    assert any("beyond the border" in remark for remark in found.remarks)


def test_the_move_of_a_region_stays_best_while_the_board_cools():
    """Some moves are best at the region's temperature alone, and lose points right below it."""
    little = Fraction(1, 64)
    fleeting = 0
    for seed in range(300):
        solution = solve(generate(seed, Recipe((6,))).regions[0])
        if solution.hangs_on_loops:
            continue
        value = solution.value(scoring=Scoring.AREA)
        hot = value.temperature
        for colour in (BLACK, WHITE):
            ranges = {
                move.point: move.ranges
                for move in solution.best_moves(colour, scoring=Scoring.AREA)
                if any(low <= hot and (high is None or hot <= high) for low, high in move.ranges)
            }
            lasting = {
                point
                for point, each in ranges.items()
                if any(low <= hot - little and (high is None or hot <= high) for low, high in each)
            }
            if lasting:
                assert surveyor._move(solution, colour, value, Scoring.AREA) in lasting
                fleeting += min(ranges) not in lasting
    assert fleeting
