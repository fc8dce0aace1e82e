"""The review of a game: accounts by hand, the cache, interruptions, bad records."""

import io
import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from sgfmill import sgf

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_of
from gtpengine.board.position import Position
from gtpengine.board.record import load_record
from gtpengine.board.recordwriting import record_of
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.cli import main
from gtpengine.cli.cachefolder import cache_folder
from gtpengine.cli.progress import Bar
from gtpengine.model.model import Model
from gtpengine.report.analysiscache import AnalysisCache
from gtpengine.report.analysisjson import as_json
from gtpengine.report.comparing import confirmed_by
from gtpengine.report.comparison import Comparison
from gtpengine.report.judging import Doubt, endgame_start
from gtpengine.report.movecost import move_cost
from gtpengine.report.movereview import Verdict, Witnesses
from gtpengine.report.plotsvg import game_plot
from gtpengine.report.pooling import pooled
from gtpengine.report.review import first_move, review
from gtpengine.report.reviewsgf import annotate_review
from gtpengine.report.reviewwords import as_text, row, told, totals
from gtpengine.report.view import Certainty, PartnerView, Searched, view_of

ROOT = Path(__file__).parents[2]
GAME = ROOT / "configs" / "examples" / "lesson-game.sgf"
LESSON = ROOT / "configs" / "examples" / "lesson.sgf"
SENTE = ROOT / "configs" / "examples" / "shapes" / "first-line-hane-sente.sgf"

MODEL = Model()


def analysed(position, seconds=5.0):
    """All borders of the examples are proved, so that no ownership is needed."""
    return as_json(MODEL.survey(position, {}, seconds))


def surveyed(position, deadline, settings=None, thinker=None, evaluation=None):
    return MODEL.survey(position, {}, deadline.remaining())


def viewed(position):
    return view_of(analysed(position))


def reviewed(start, moves, rules=JAPANESE):
    """Review a game that goes on from a record with moves such as "E1", black first."""
    position = load_record(start).position(None, rules)
    colour = position.to_move
    for name in moves.split():
        position.play(colour, point_of(name, position.width, position.height))
        colour = BLACK + WHITE - colour
    return review(record_of(position), 1, viewed, rules)


def test_accounts_of_a_small_game():
    # by hand, from the table of the lesson: E1 2 1/2, F13 1, E10 7/8, G4 3/4
    found = reviewed(LESSON, "E10 E1 F13")
    costs = [(str(m.account.gain), str(m.account.ambient), str(m.loss)) for m in found.moves]
    assert costs == [("7/8", "5/2", "13/8"), ("5/2", "5/2", "0"), ("1", "1", "0")]
    assert [move.verdict for move in found.moves] == [
        Verdict.SMALLER,
        Verdict.BEST,
        Verdict.BEST,
    ]
    assert (found.total(BLACK), found.total(WHITE)) == (Fraction(13, 8), 0)
    assert [move.number for move in found.worst()] == [1]
    assert all(move.sure and move.account.error == 0 for move in found.moves)


def test_the_best_move_never_costs_and_no_move_gains_more():
    # property: over all moves of the lesson, territory and area
    for rules in (JAPANESE, CHINESE):
        start = load_record(LESSON).position(None, rules)
        before = viewed(start)
        for colour in (BLACK, WHITE):
            costs = {}
            for region in before.regions:
                for point in region.points:
                    if start.is_legal(colour, point):
                        position = start.copy()
                        position.play(colour, point)
                        account = move_cost(before, viewed(position), colour, point)
                        assert account.gain <= account.ambient
                        costs[point] = account.cost
            assert min(costs.values()) == 0
            assert costs[before.best[colour]] == 0
            if rules is JAPANESE:
                dame = point_of("F6", 13, 13)
                assert costs[dame] == before.ambient


def test_filling_ones_own_land_costs_a_point_by_territory_alone():
    for rules, gain in ((JAPANESE, -1), (CHINESE, 0)):
        found = reviewed(LESSON, "B7", rules)
        assert found.moves[0].account.gain == gain


def test_a_pass_costs_what_the_best_move_gains():
    found = reviewed(LESSON, "pass")
    (move,) = found.moves
    assert move.point == PASS
    assert (move.account.gain, move.loss) == (0, Fraction(5, 2))
    assert move.verdict is Verdict.PASSED


def test_sente_costs_nothing_and_reverse_sente_gains_its_point():
    black = reviewed(SENTE, "D1 F2")
    assert black.moves[0].verdict is Verdict.SENTE
    assert [move.loss for move in black.moves] == [0, 0]
    # the block is the wrong answer: Black F2 catches all of it
    wrong = reviewed(SENTE, "D1 E1")
    assert wrong.moves[1].verdict is Verdict.MISPLAYED
    white = reviewed(SENTE, "pass C1")
    assert white.moves[1].verdict is Verdict.REVERSE_SENTE
    assert white.moves[1].account.gain == 1


def test_answering_what_could_wait_loses_sente():
    # Black E10 is a gote of 7/8; White answers inside the corridor and leaves E1
    found = reviewed(LESSON, "E10 D10")
    assert found.moves[1].verdict is Verdict.NEEDLESS
    # by hand: a point of White's is filled for nothing, and E1 was worth 2 1/2
    assert found.moves[1].loss == Fraction(7, 2)
    assert found.sente_lost(WHITE) == [2]
    assert "sente was lost with move 2" in as_text(found)


@pytest.mark.parametrize(
    ("moves", "certainty", "judged"),
    [
        pytest.param("G5 G6", Certainty.SOLVED, False, id="answered close by"),
        pytest.param("G5 J9", Certainty.SOLVED, False, id="not answered there"),
        pytest.param("G5 G6", Certainty.EXACT, True, id="proved"),
    ],
)
def test_moves_on_land_that_is_not_proved_are_not_judged(moves, certainty, judged):
    # The left half is Black's, the right half White's, and A1 alone is open.
    lesson = viewed(load_record(LESSON).position())
    place = point_of("A1", 9, 9)
    land = {
        colour: frozenset(
            point_of(f"{letter}{row}", 9, 9)
            for letter in letters
            for row in range(1, 10)
            if (letter, row) != ("A", 1)
        )
        for colour, letters in ((BLACK, "ABCD"), (WHITE, "EFGHJ"))
    }

    def seen(position):
        stones = {p: c for c in (BLACK, WHITE) for p in position.stones(c)}
        region = replace(lesson.regions[0], points=(place,), certainty=certainty)
        regions = () if place in stones else (region,)
        return replace(
            lesson, width=9, height=9, stones=stones, settled=land, regions=regions, last=None
        )

    position = Position(9, 9, JAPANESE, Fraction(0))
    for name in moves.split():
        position.play(position.to_move, point_of(name, 9, 9))
    found = review(record_of(position), 1, seen)
    assert [move.judged for move in found.moves] == [judged] * 2
    assert bool(found.total(BLACK)) == judged
    assert ("could not be judged" in as_text(found)) == (not judged)


def unproved(position, **changes):
    """The lesson as if its borders were only probable."""
    view = viewed(position)
    regions = tuple(replace(r, certainty=Certainty.SOLVED, **changes) for r in view.regions)
    return replace(view, regions=regions)


def doubted(moves, differences=None, seen=unproved):
    """Review a game from the lesson on; searches say by how much the best move is better."""
    asked = []

    def compared(position, best, played):
        asked.append((best, played))
        return None if differences is None else Comparison("search", differences)

    position = load_record(LESSON).position(None, JAPANESE)
    for name in moves.split():
        position.play(position.to_move, point_of(name, 13, 13))
    found = review(record_of(position), 1, seen, JAPANESE, witnesses=Witnesses(compared))
    return found.moves, asked


@pytest.mark.parametrize(
    ("moves", "differences", "doubt"),
    [
        pytest.param("E10 E1", (2.0, 1.0), None, id="two searches agree"),
        pytest.param("E10 E1", (2.0, 0.4), Doubt.SEARCH, id="one does not"),
        pytest.param("E10 E1", None, Doubt.SEARCH, id="nobody was asked"),
        pytest.param("E10 G4 F13 pass pass", (2.0, 2.0), Doubt.LEFT, id="nobody plays there"),
        pytest.param("E10 D10", (2.0, 2.0), Doubt.EXCHANGE, id="answered close by"),
        pytest.param("B7 E1", (2.0, 2.0), Doubt.SETTLED, id="on land that seems settled"),
    ],
)
def test_a_loss_that_is_not_proved_needs_witnesses(moves, differences, doubt):
    (first, *_), asked = doubted(moves, differences)
    assert first.doubt is doubt
    assert first.loss == (Fraction(13, 8) if doubt is None else 0)
    assert (first.verdict is Verdict.SMALLER) == (doubt is None)
    # the best move is known before anybody looks at the one that was played
    witnessed = doubt in (None, Doubt.SEARCH)
    assert asked[:1] == ([(point_of("E1", 13, 13), first.point)] if witnessed else [])


def test_a_ko_is_not_judged():
    (first, *_), _ = doubted("E10 E1", (2.0, 2.0), lambda position: unproved(position, kind="ko"))
    assert first.doubt is Doubt.KO


@pytest.mark.parametrize(
    ("visits", "confirms"), [(999, True), (999, False), (999, None), (1000, None)]
)
def test_the_choice_of_a_short_search_wants_a_longer_one(visits, confirms):
    point = point_of("E1", 13, 13)
    asked = []

    def seen(position):
        view = unproved(position, kind="ko")
        found = Searched(point, 0.9, 0.0, visits)
        return replace(view, best={**view.best, BLACK: point}, searched=found)

    def confirmed(position, move):
        asked.append((len(position.moves), move))
        return confirms

    position = load_record(LESSON).position(None, JAPANESE)
    position.play(BLACK, point)
    witness = None if confirms is None else confirmed
    asked_are = Witnesses(confirmed=witness)
    (move,) = review(record_of(position), 1, seen, JAPANESE, witnesses=asked_are).moves
    assert (move.verdict is Verdict.CHOSEN) == (visits == 1000 or bool(confirms))
    assert asked == ([] if confirms is None else [(0, point)])


def test_long_searches_confirm_what_they_clearly_choose():
    position = load_record(LESSON).position(None, JAPANESE)
    point = point_of("E1", 13, 13)
    for move, share, then, sure in (
        ("E1", 0.5, -4.0, True),
        ("E1", 0.5, -3.0, True),
        ("E1", 0.5, -2.9, False),  # the lead falls by more than a point
        ("E1", 0.4, -4.0, False),
        ("F13", 0.9, -4.0, False),
    ):
        found = {0: {"move": move, "share": share, "first": 4.0}, 1: {"lead": then}}
        told = confirmed_by(lambda board, visits, found=found: found[len(board.moves)])
        assert told(position, point) == sure


def test_a_good_move_needs_no_loss_by_searches():
    # to the search another move is best: E1 is good if it is no worse than that
    def seen(position):
        view = unproved(position)
        return replace(view, best={**view.best, BLACK: point_of("F13", 13, 13)})

    for differences, judged in (((-1.0, 0.5), True), ((-1.0, 1.5), False)):
        (first, *_), _ = doubted("E1", differences, seen)
        assert first.judged == judged
        assert (first.verdict is Verdict.BEST) == judged


@pytest.mark.parametrize(
    ("move", "chosen", "share", "fall", "judged"),
    [
        pytest.param("E1", "E1", 0.8, 0.5, True, id="the search chose it as well"),
        pytest.param("E1", "F13", 0.8, 0.5, False, id="it chose another"),
        pytest.param("E1", "E1", 0.4, 0.5, False, id="not clearly"),
        pytest.param("E1", "E1", 0.8, 1.5, False, id="its lead falls"),
        pytest.param("E10", "E10", 0.8, 0.5, True, id="whatever the account says"),
    ],
)
def test_a_move_that_is_left_open_is_good_if_the_search_chose_it(move, chosen, share, fall, judged):
    point = point_of(chosen, 13, 13)

    def seen(position):
        view = unproved(position, kind="ko")
        lead = -fall if position.moves else 0.0
        return replace(
            view, best={**view.best, BLACK: point}, searched=Searched(point, share, lead, 1000)
        )

    (first, *_), _ = doubted(move, None, seen)
    assert first.doubt is (None if judged else Doubt.KO)
    assert (first.verdict is Verdict.CHOSEN) == judged
    position = load_record(LESSON).position(None, JAPANESE)
    position.play(BLACK, first.point)
    (said,) = totals(review(record_of(position), 1, seen, JAPANESE))[1:]
    assert said == (
        "Black gave away nothing in 1 move that could be judged; 1 of them only because the search "
        "chose the same."
        if judged
        else "Black: 1 move could not be judged."
    )
    assert first.loss == 0
    assert not first.sure or not judged
    assert row(first)[3] == "?"  # nothing is known of its gain


def test_a_partners_first_choice_is_good():
    def seen(choice):
        def viewed_by(position):
            best = {BLACK: point_of(choice, 13, 13), WHITE: None}
            told = PartnerView("KataGo 9.9", 100, 1.0, best)
            # it is not sure of it, and our strategy would have played elsewhere
            searched = Searched(point_of(choice, 13, 13), 0.2, 1.0, 1000)
            view = unproved(position, kind="ko")
            ours = {**view.best, BLACK: point_of("F13", 13, 13)}
            return replace(view, best=ours, partner=told, searched=searched)

        return viewed_by

    for choice, verdict in (("E1", Verdict.CHOSEN), ("G4", Verdict.NOT_JUDGED)):
        (first, *_), _ = doubted("E1", None, seen(choice))
        assert first.verdict is verdict
        assert first.best == point_of("E1" if first.judged else "F13", 13, 13)


def test_a_partner_alone_finds_blunders():
    def seen(after, spread=7.0):
        def viewed_by(position):
            lead = after if position.moves else 1.0
            best = {BLACK: point_of("F13", 13, 13), WHITE: None}
            told = PartnerView("KataGo 9.9", 100, lead, best, spread)
            return replace(unproved(position, kind="ko"), partner=told)

        return viewed_by

    (first, *_), _ = doubted("E1", None, seen(-3.0))
    assert first.verdict is Verdict.BLUNDER
    assert (first.loss, first.best) == (4, point_of("F13", 13, 13))
    assert row(first)[3:] == ("?", "F13", "?", "~4", "a partner sees a large loss")
    words = "Black E1 cost about 4 points by the leads of KataGo 9.9, which would have played F13."
    assert told(first) == words
    for calm in (seen(-1.5), seen(-3.0, spread=9.0)):
        (first, *_), _ = doubted("E1", None, calm)
        assert (first.doubt, first.loss) == (Doubt.KO, 0)


def test_nothing_is_judged_before_the_board_is_divided():
    def seen(position):
        view = viewed(position)
        if len(position.moves) < 2:
            blank = replace(view.regions[0], temperature=None, certainty=Certainty.UNKNOWN)
            return replace(view, regions=(*view.regions[1:], blank))
        return view

    start = load_record(LESSON).position(None, JAPANESE)
    for name in ["E10", "E1", "F13"]:
        start.play(start.to_move, point_of(name, 13, 13))
    found = review(record_of(start), 1, seen, JAPANESE)
    assert found.endgame == 3
    assert [move.doubt for move in found.moves] == [Doubt.EARLY, Doubt.EARLY, None]
    assert "begins with move 3" in as_text(found)
    # a fight that is still to come: what lies before it is no endgame
    views = [viewed(start)] * 9
    assert endgame_start(views) == 0
    fight = replace(views[0], settled={BLACK: frozenset(), WHITE: frozenset()})
    assert endgame_start([*views[:6], fight, *views[7:]]) == 7
    open_board = Position(13, 13, JAPANESE, Fraction(0))
    view = replace(viewed(start), settled={BLACK: frozenset(), WHITE: frozenset()})
    assert endgame_start([view] * 9) is None
    never = review(record_of(open_board_game(open_board)), 1, lambda position: view, JAPANESE)
    assert never.endgame is None
    assert "nothing is judged" in as_text(never)


def open_board_game(position):
    for name in ("D4", "K10"):
        position.play(position.to_move, point_of(name, 13, 13))
    return position


def test_a_place_that_is_left_again_and_again_is_one_finding():
    found = reviewed(LESSON, "pass pass pass pass pass")
    first, second, *later = found.moves
    assert [first.loss, second.loss] == [Fraction(5, 2)] * 2
    assert [(move.doubt, move.repeats) for move in later] == [
        (Doubt.REPEATED, 1),
        (Doubt.REPEATED, 2),
        (Doubt.REPEATED, 1),
    ]
    assert found.total(BLACK) == Fraction(5, 2)
    assert len(found.worst()) == 2


def test_the_last_dame_are_the_same_for_both():
    # by area two dame are one for each player, whoever begins: a pass costs nothing
    lesson = viewed(load_record(LESSON).position(None, CHINESE))
    dame = [
        replace(lesson.regions[-1], temperature=Fraction(1), mean=Fraction(0), kind="dame")
        for _ in range(3)
    ]
    for count, final in ((1, 2), (2, 0), (3, 2)):
        view = replace(lesson, regions=tuple(dame[:count]))
        account = move_cost(view, view, BLACK, None)
        assert (account.cost, account.final) == (1, final)


def test_a_threat_that_is_ignored():
    # White D1 after Black E1 threatens three points
    found = reviewed(LESSON, "E1 D1 E10")
    assert found.moves[1].verdict is Verdict.SENTE
    assert found.moves[2].verdict is Verdict.IGNORED


def test_unknown_regions_make_no_account():
    found = reviewed(LESSON, "E1")
    before = found.moves[0].before
    blank = tuple(
        replace(r, mean=None, temperature=None, certainty=Certainty.UNKNOWN) for r in before.regions
    )
    unknown = replace(before, regions=blank)
    assert move_cost(unknown, unknown, BLACK, point_of("E1", 13, 13)) is None


def test_a_guess_counts_only_beyond_its_error():
    found = reviewed(LESSON, "E10")
    before = found.moves[0].before
    position = load_record(LESSON).position()
    position.play(BLACK, point_of("E10", 13, 13))
    after = viewed(position)
    assert move_cost(before, after, BLACK, point_of("E10", 13, 13)).loss
    guess = {"errors": (Fraction(1), Fraction(2)), "certainty": Certainty.GUESSED}
    guessed = replace(before.regions[0], **guess)
    view = replace(before, regions=(guessed, *before.regions[1:]))
    account = move_cost(view, after, BLACK, point_of("E10", 13, 13))
    assert account.error >= 2
    assert account.cost == Fraction(13, 8)
    assert account.loss == 0
    views = iter([view, after])
    (move,) = review(found.record, 1, lambda position: next(views)).moves
    assert (move.verdict, move.doubt) == (Verdict.NOT_JUDGED, Doubt.ERROR)
    assert row(move)[-1] == "not judged: within the error"


def test_guesses_that_contradict_each_other_make_no_account():
    # solved, E10 gains 7/8; a guess after it that is 20 points worse cannot be the move's doing
    found = reviewed(LESSON, "E10")
    before = found.moves[0].before
    position = load_record(LESSON).position()
    point = point_of("D10", 13, 13)
    position.play(BLACK, point)
    after = viewed(position)
    assert move_cost(before, after, BLACK, point) is not None
    place = next(r for r in before.regions if point in r.points)
    high = replace(place, mean=place.mean + 20, errors=(Fraction(1), Fraction(1)))
    regions = tuple(high if r is place else r for r in before.regions)
    assert move_cost(replace(before, regions=regions), after, BLACK, point) is None


def test_guesses_of_an_untouched_place_are_averaged():
    view = viewed(load_record(LESSON).position())
    rest = view.regions[1:]

    def guessed(mean, heat):
        region = replace(
            view.regions[0],
            mean=Fraction(mean),
            temperature=Fraction(heat),
            errors=(Fraction(1), Fraction(1, 2)),
            certainty=Certainty.GUESSED,
            walls=None,
        )
        return replace(view, regions=(region, *rest))

    first, second, third, fourth = pooled(
        [guessed(m, t) for m, t in ((1, 0), (3, 1), (2, 2), (2, 3))]
    )
    for each in (first, second, third, fourth):
        (region,) = [r for r in each.regions if r.certainty is Certainty.GUESSED]
        assert (region.mean, region.temperature) == (2, Fraction(3, 2))
        assert region.errors == (1, Fraction(1, 2))
        heats = [r.temperature for r in each.regions]
        assert heats == sorted(heats, reverse=True)
    # what is solved, and what stands there once, stays as it is
    assert pooled([view, view]) == [view, view]
    alone = guessed(1, 9)
    assert pooled([alone]) == [alone]


def test_the_best_move_is_what_the_search_found():
    found = reviewed(LESSON, "E10 E1")
    assert row(found.moves[0])[2:7] == ("E10", "7/8", "E1", "2 1/2", "1 5/8")
    other = replace(found.moves[1], best=point_of("F13", 13, 13))
    assert row(other)[4] == "F13"


def test_numbers_of_costly_moves_are_not_written_on_each_other():
    found = reviewed(LESSON, "pass pass")
    labels = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" class="worst">', game_plot(found))
    places = [(float(x), float(y)) for x, y in labels]
    assert len(places) == 2
    crowded = replace(found, moves=[*found.moves, *found.moves * 20])
    labels = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" class="worst">', game_plot(crowded))
    for one, other in combinations([(float(x), float(y)) for x, y in labels], 2):
        assert abs(one[0] - other[0]) >= 24 or abs(one[1] - other[1]) >= 12


def test_first_move():
    record = load_record(GAME)
    assert first_move(record, None) == 1
    assert first_move(record, 4) == 4
    long = replace(record, nodes=record.nodes + record.nodes[1:2] * 100)
    assert first_move(long, None) == len(long.moves()) - 59


def test_the_second_run_asks_nobody(tmp_path):
    calls = []

    def counted(position, seconds):
        calls.append(len(position.moves))
        return analysed(position, seconds)

    record = load_record(GAME)
    texts = []
    for _ in range(2):
        cache = AnalysisCache(tmp_path, counted, "engine 1")
        texts.append(as_text(review(record, 5, lambda p, c=cache: c.view(p, 1.0))))
    assert calls == [4, 5, 6, 7, 8, 9]
    assert texts[0] == texts[1]
    assert cache.hits == 6
    # other settings, another engine, another position: asked again
    position = record.position(5)
    AnalysisCache(tmp_path, counted, "engine 1").view(position, 2.0)
    AnalysisCache(tmp_path, counted, "engine 2").view(position, 1.0)
    assert len(calls) == 8


def test_torn_files_and_full_disks_do_no_harm(tmp_path):
    position = load_record(LESSON).position()
    cache = AnalysisCache(tmp_path / "a", analysed)
    view = cache.view(position, 1.0)
    (path,) = (tmp_path / "a").iterdir()
    for damage in ("", "{", "[]", '{"position": {}}'):
        path.write_text(damage)
        assert AnalysisCache(tmp_path / "a", analysed).view(position, 1.0) == view
    (tmp_path / "file").write_text("")
    assert AnalysisCache(tmp_path / "file" / "x", analysed).view(position, 1.0) == view


def test_ctrl_c_leaves_what_is_known():
    def interrupted(position):
        if len(position.moves) == 3:
            raise KeyboardInterrupt
        return viewed(position)

    found = review(load_record(GAME), 1, interrupted)
    assert not found.complete
    assert [move.number for move in found.moves] == [1, 2]
    assert "moves after 2 are not reviewed" in as_text(found)


def test_progress_is_told():
    told = []
    review(load_record(GAME), 8, viewed, progress=lambda *args: told.append(args))
    assert told == [(0, 3, 8), (1, 3, 9), (2, 3, 9), (3, 3, 9)]


def test_the_bar_is_for_terminals_alone():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    for stream, shown in ((Terminal(), True), (io.StringIO(), False)):
        bar = Bar(stream, "review")
        bar.show(1, 2, "move 77")
        bar.end()
        assert ("1/2" in stream.getvalue()) == shown
        assert ("move 77" in stream.getvalue()) == shown


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "gtpengine" / "analyses"


def test_command(own_cache, tmp_path, capsys):
    assert cache_folder("analyses") == own_cache
    arguments = ["review", str(GAME), "--from", "7", "--seconds", "0.3", "--json"]
    assert main.run([*arguments, "--html", str(tmp_path / "page")]) == 0
    first = json.loads(capsys.readouterr().out)
    assert len(list(own_cache.glob("*.json"))) == 4
    assert [move["number"] for move in first["moves"]] == [7, 8, 9]
    assert first["complete"]
    assert set(first["totals"]) == {"black", "white"}
    assert first["moves"][0]["gain"] == "1/3"
    assert "</html>" in (tmp_path / "page" / "index.html").read_text(encoding="utf-8")
    assert main.run(arguments) == 0
    assert json.loads(capsys.readouterr().out) == first


def test_several_games_make_a_table(own_cache, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("gtpengine.report.analysis.analyse", surveyed)
    games = tmp_path / "games"
    games.mkdir()
    for name in ("one.sgf", "two.SGF"):
        (games / name).write_bytes(GAME.read_bytes())
    (games / "torn.sgf").write_text("nothing")
    out = tmp_path / "out"
    options = ["--from", "7", "--sgf", str(out), "--html", str(out)]
    assert main.run(["review", str(games), *options]) == 1
    told = capsys.readouterr()
    assert [line for line in told.out.splitlines() if "3 of 3" in line]
    assert told.out.index("one.sgf") < told.out.index("two.SGF")
    assert "torn.sgf: not an SGF file" in told.err
    written = ["one.html", "one.sgf", "two.html", "two.sgf"]
    assert sorted(path.name for path in out.iterdir()) == written
    assert main.run(["review", str(GAME), str(GAME), "--from", "9", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["games"]
    assert [(game["file"], len(game["moves"])) for game in found] == [(str(GAME), 1)] * 2
    (tmp_path / "empty").mkdir()
    assert main.run(["review", str(tmp_path / "empty")]) == 1
    assert "no game records" in capsys.readouterr().err


def test_the_review_in_the_record():
    # Black E10 leaves E1, and White takes it; the old variation and the old words stay
    source = LESSON.read_bytes().rstrip().removesuffix(b")") + b"(;B[ed]C[old];W[em])(;B[aa]))"
    record = load_record(source)
    found = review(record, 1, viewed)
    text = annotate_review(source, found)
    assert load_record(text).moves() == record.moves()
    game = sgf.Sgf_game.from_bytes(text)
    root = game.get_root()
    assert "The endgame has begun" in root.get("C")
    assert ((12 - 12, 4), "A") in [(point, label) for point, label in root.get("LB")]
    played, other, better = root[0], root[1], root[2]
    assert played.get("C").startswith("old")
    assert "a larger move was left. Best: E1. Cost: 1 5/8." in played.get("C")
    assert played.get("BM") == 1
    assert other.get_move() == ("b", (12, 0))
    assert better.get_move() == ("b", (0, 4))
    assert "as good as any" in played[0].get("C")
    # a second run writes more words, and no other game
    assert load_record(annotate_review(text, found)).moves() == record.moves()


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        pytest.param("(;SZ[9];B[aa];W[aa])", [], "move 2", id="illegal move"),
        pytest.param("(;SZ[9])", [], "no moves", id="no moves"),
        pytest.param(";SZ[9];B[aa]", [], "not an SGF file", id="torn"),
        pytest.param("(;SZ[9];B[aa])", ["--from", "2"], "no move 2", id="from"),
        pytest.param("(;SZ[9];B[aa])", ["--seconds", "0"], "--seconds", id="no time"),
        pytest.param("(;SZ[9];B[aa])", ["--rules", "x"], "no rules named", id="rules"),
    ],
)
def test_bad_input(tmp_path, capsys, text, options, message):
    path = tmp_path / "game.sgf"
    path.write_text(text, encoding="utf-8")
    assert main.run(["review", str(path), *options]) == 1
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_an_interrupted_command_writes_what_it_has(own_cache, tmp_path, capsys, monkeypatch):
    calls = []

    def interrupted(position, deadline, settings=None, thinker=None, evaluation=None):
        calls.append(position)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return surveyed(position, deadline)

    monkeypatch.setattr("gtpengine.report.analysis.analyse", interrupted)
    arguments = ["review", str(GAME), "--seconds", "1", "--html", str(tmp_path)]
    assert main.run([*arguments, "--json"]) == 130
    found = json.loads(capsys.readouterr().out)
    assert not found["complete"]
    assert [move["number"] for move in found["moves"]] == [1, 2]
    assert "interrupted" in (tmp_path / "index.html").read_text(encoding="utf-8")
    # what was found is kept: the next run goes on from there
    monkeypatch.setattr("gtpengine.report.analysis.analyse", surveyed)
    assert main.run([*arguments, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["moves"]) == 9
