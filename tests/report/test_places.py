"""Places in words, as JSON and as SGF trees; borders of surveys put to the test."""

from dataclasses import replace
from fractions import Fraction

import pytest
from sgfmill import sgf

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.position import Position
from gtpengine.board.recordwriting import sgf_point
from gtpengine.board.rules import JAPANESE, Scoring
from gtpengine.localgame.borders import Border
from gtpengine.localgame.proving import ProvingSolver
from gtpengine.model.survey import Survey
from gtpengine.partition.bits import bits_of
from gtpengine.partition.partition import Partition
from gtpengine.partition.place import mask_around, parse_mask, place_at, ringed
from gtpengine.report.annotatedsgf import annotate
from gtpengine.report.bordered import with_tried_borders
from gtpengine.report.place import as_survey, study
from gtpengine.report.placetree import place_variations
from gtpengine.report.placewords import places_json, places_text, places_view
from gtpengine.report.view import Certainty

# Black's corridor C3:F3 is open to White at G3; all walls have two eyes.
CORRIDOR = """
    . X . X X X X O . O
    X X X X X X X O O O
    . X . . . . . O . O
    X X X X X X X O O O
    . X . X . X . X O .
    """
WEAK_WALL = """
    X X X X X X
    X O O O X X
    . O . . X .
    X X X X X X
    """


def studied(picture, mask, walls=None):
    position = Position.from_diagram(picture, rules=JAPANESE)
    mask = parse_mask(mask, position.width, position.height)
    place = place_at(position, mask) if walls is None else place_at(position, mask, walls)
    return position, study(position, [place], 20.0)


def test_words_and_numbers_of_a_corridor():
    position, reports = studied(CORRIDOR, "C3:G3")
    # value: Berlekamp and Wolfe: a corridor of five counts 3 1/16, and a move gains 15/16
    (report,) = reports
    assert (report.report.value.mean, report.report.value.temperature) == (
        Fraction(49, 16),
        Fraction(15, 16),
    )
    text = places_text(position, ["C3:G3"], reports)
    assert text.startswith("C3:G3: ")
    assert "In books: 1 7/8 points in gote (miai value 15/16)." in text
    assert "Walls: taken as alive." in text
    assert "Of Black's other moves lose: " in text
    (region,) = places_json(position, reports)["regions"]
    # by area a move gains one point more, and books say the same of it
    assert region["place"]["area"]["temperature"] == "31/16"
    assert region["place"]["area"]["book"] == region["place"]["book"]


def test_the_tree_as_variations():
    position, reports = studied(CORRIDOR, "C3:G3")
    trees = place_variations(position, reports[0])
    # The record's board is square; the corridor stands in its upper part.
    source = b"(;SZ[10]" + _setup(position) + b")"
    written = annotate(source, places_view(position, reports), None, trees)
    root = sgf.Sgf_game.from_bytes(written).get_root()
    moves = [child for child in root if child.get_move()[1] is not None]
    first = {}
    for child in moves:
        colour = child.get_move()[0]
        first.setdefault(colour, child.get("C"))
    # by hand: after Black's G3 four points are his; White's G3 leaves a corridor of four
    assert first["b"].startswith("Black G3: best. Count 4 for Black; nothing is left to gain.")
    assert first["w"].startswith("White G3: best. Count 2 1/8 for Black; the next move gains 7/8")
    assert any("loses" in child.get("C") for child in moves)


def _setup(position):
    def stones(colour):
        return b"".join(
            f"[{sgf_point(position.height, point)}]".encode() for point in position.stones(colour)
        )

    return b"AB" + stones(BLACK) + b"AW" + stones(WHITE)


@pytest.mark.parametrize("seconds", [None, 20.0])
def test_a_border_that_does_not_hold_makes_no_solved_value(seconds):
    position = Position.from_diagram(WEAK_WALL, rules=JAPANESE)
    place = place_at(position, parse_mask("C2:D2", 6, 4))
    value = ProvingSolver().solve(place.region).value(scoring=Scoring.TERRITORY)
    (each,) = study(position, [place], 20.0)
    report = replace(each.report, value=value, exact=False, border=None, remarks=[])
    empty = (0, 0, 0)
    partition = Partition(6, 4, (place.region,), empty, empty)
    survey = Survey(position, Scoring.TERRITORY, partition, [report], Fraction(0))
    (after,) = with_tried_borders(survey, seconds).regions
    assert after.border is Border.CHANGES
    # by hand: all of it is Black's: 12 points with the ring, and the ring alone has 1
    assert value.mean == 0
    assert after.value.mean > 8
    assert after.mean == (0, after.value.mean)
    view = places_view(position, [replace(each, report=after)])
    assert view.regions[0].certainty is Certainty.INSIDE


def test_what_a_ring_counts_elsewhere_is_not_counted_again():
    position = Position.from_diagram(WEAK_WALL, rules=JAPANESE)
    place = place_at(position, parse_mask("C2:D2", 6, 4))
    (each,) = study(position, [place], 20.0)
    value = ProvingSolver().solve(place.region).value(scoring=Scoring.TERRITORY)
    report = replace(each.report, value=value, exact=False, border=None, remarks=[])
    grown = ringed(position, place).region
    ring = [p for p in grown.empty if p not in place.region.points]
    means = []
    for land in ([], ring[:1], ring):
        territory = (0, bits_of(land), 0)
        partition = Partition(6, 4, (place.region,), (0, 0, 0), territory)
        survey = Survey(position, Scoring.TERRITORY, partition, [report], Fraction(len(land)))
        tried = with_tried_borders(survey, None)
        means.append(tried.regions[0].value.mean)
        # Whatever of the ring is settled, the score is that of the larger region.
        assert tried.score[2] == means[0]
    assert means == [means[0] - count for count in (0, 1, len(ring))]
    # Where the ring belongs to another region too, the value stays, and in doubt.
    other = replace(report, region=grown, value=None)
    partition = Partition(6, 4, (place.region, other.region), (0, 0, 0), (0, 0, 0))
    survey = Survey(position, Scoring.TERRITORY, partition, [report, other], Fraction(0))
    doubtful = with_tried_borders(survey, None).regions[0]
    assert doubtful.value == value
    assert doubtful.border is Border.CHANGES


def test_a_place_that_is_too_large_has_bounds_and_a_guess():
    position = Position.from_diagram(
        """
        X . X . . . . O . O
        X X . . . . . . O O
        . X . . . . . . O .
        X X . . O O O . O O
        X . X . . . . O . O
        """,
        rules=JAPANESE,
    )
    place = place_at(position, parse_mask("C1:H5", 10, 5))
    assert len(place.region.empty) > 17
    (each,) = study(position, [place], 1.5)
    report = each.report
    assert report.value is None
    low, high = report.mean
    assert -len(place.region.points) < low <= report.estimate.mean <= high
    cold, hot = report.temperature
    assert cold <= report.estimate.temperature <= hot < len(place.region.points)
    assert all(move in place.region.empty for move in report.moves.values())
    text = places_text(position, ["C1:H5"], [each])
    assert "Proved: a move gains from " in text
    assert "Proved: the count is between " in text


def test_walls_that_are_said_to_live_do():
    position, (each,) = studied(WEAK_WALL, "C2:D2")
    assert each.border is Border.ASSUMED
    assert each.report.value.mean == 0
    assert any("if the walls are not alive" in remark for remark in each.report.remarks)
    assert as_survey(position, [each]).regions[0].border is Border.ASSUMED


def test_one_point_stands_for_what_is_around_it():
    position = Position.from_diagram(CORRIDOR)
    mask = mask_around(position, *parse_mask("D3", 10, 5))
    assert mask == parse_mask("C3:G3", 10, 5)
    beside = mask_around(position, *parse_mask("H3", 10, 5))
    assert beside >= parse_mask("G3", 10, 5)
