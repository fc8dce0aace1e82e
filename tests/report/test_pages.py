"""The pages in a real browser: board, table, pointing, keyboard, both themes, both widths."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from gtpengine.board.record import load_record
from gtpengine.model.model import Model
from gtpengine.report.analysisjson import as_json
from gtpengine.report.analysispage import analysis_page
from gtpengine.report.htmlpage import write_page
from gtpengine.report.review import review
from gtpengine.report.reviewpage import review_page
from gtpengine.report.view import Certainty, view_of
from tests.report.browser import Browser, find_browser

EXAMPLES = Path(__file__).parents[2] / "configs" / "examples"
GOLDEN = Path(__file__).parent / "golden" / "lesson.json"
WIDTHS = [360, 1280]
LIT = "[...document.querySelectorAll('.is-on')].map(e => e.tagName.toLowerCase())"

pytestmark = pytest.mark.skipif(find_browser() is None, reason="no Chromium is installed")


@pytest.fixture(scope="module")
def browser():
    found = Browser()
    yield found
    found.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    view = view_of(json.loads(GOLDEN.read_text(encoding="utf-8")))
    surveyor = Model()
    found = review(
        load_record(EXAMPLES / "lesson-game.sgf"),
        1,
        lambda position: view_of(as_json(surveyor.survey(position, {}, 5.0))),
    )
    # the longest words and numbers that tables hold
    long = [
        replace(region, kind="hyperactive ko", certainty=Certainty.SOLVED)
        for region in view.regions[1:]
    ]
    errors = (Fraction(62, 10), Fraction(28, 10))
    guess = replace(view.regions[0], errors=errors, certainty=Certainty.GUESSED, walls=None)
    guess = replace(guess, mean=Fraction(-198, 10), temperature=Fraction(127, 10))
    guesses = replace(view, regions=(guess, *long))
    return {
        "guesses": write_page(folder / "g", analysis_page(guesses, "Guesses", "now")),
        "analysis": write_page(folder / "a", analysis_page(view, "Lesson", "now")),
        "review": write_page(folder / "r", review_page(found, "Game")),
    }


@pytest.fixture(autouse=True)
def no_complaints(browser):
    browser.problems.clear()
    yield
    assert browser.problems == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["analysis", "review"])
def test_the_page_fits_its_window(browser, pages, name, width):
    browser.open(pages[name], width)
    assert browser.ask("document.documentElement.scrollWidth") == width
    assert (
        browser.ask("document.querySelectorAll('img, link[rel=stylesheet], script[src]').length")
        == 0
    )
    # nothing is read but the file itself
    read = browser.ask("performance.getEntriesByType('resource').map(entry => entry.name)")
    assert [name for name in read if not name.startswith("data:")] == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["analysis", "guesses", "review"])
def test_no_table_is_cut(browser, pages, name, width):
    browser.open(pages[name], width)
    cut = browser.ask(
        "[...document.querySelectorAll('table')].map(t => t.parentElement)"
        ".filter(e => e.scrollWidth > e.clientWidth).length"
    )
    assert cut == 0


@pytest.mark.parametrize("width", WIDTHS)
def test_board_and_table(browser, pages, width):
    browser.open(pages["analysis"], width)
    size = browser.ask(
        "(() => {const r = document.querySelector('.board').getBoundingClientRect();"
        "return [r.width, r.height]})()"
    )
    assert size[0] > 0.4 * min(width, 700)
    assert abs(size[0] - size[1]) < 2
    stones = browser.ask("document.querySelectorAll('.board .stone').length")
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))["position"]
    assert stones == len(golden["black"]) + len(golden["white"])
    rows = browser.ask(
        "[...document.querySelectorAll('tbody tr')].map(r => r.innerText.split(/\\s+/)[0])"
    )
    assert rows == list("ABCDEF")
    assert browser.ask("document.querySelectorAll('.card .thermo').length") == 6


@pytest.mark.parametrize("width", WIDTHS)
def test_pointing_at_a_row_lights_up_its_region_and_back(browser, pages, width):
    browser.open(pages["analysis"], width)
    assert browser.ask(LIT) == []
    browser.point_at("tr[data-key=B]")
    assert browser.ask("document.querySelector('.region[data-key=B]').matches('.is-on')")
    assert browser.ask("document.querySelectorAll('.region.is-on').length") == 1
    assert browser.ask("document.querySelector('.board').matches('.has-on')")
    browser.point_at(".hotspot[data-key=A] rect")
    assert browser.ask("document.querySelector('tr[data-key=A]').matches('.is-on')")
    assert not browser.ask("document.querySelector('tr[data-key=B]').matches('.is-on')")
    browser.point_at("h1")
    assert browser.ask(LIT) == []


def test_the_keyboard_does_the_same(browser, pages):
    browser.open(pages["analysis"], 1280)
    browser.ask("document.querySelector('.hotspot[data-key=C]').focus()")
    assert browser.ask("document.querySelector('tr[data-key=C]').matches('.is-on')")
    browser.ask("document.querySelector('tr[data-key=D]').focus()")
    assert browser.ask("document.querySelector('.region[data-key=D]').matches('.is-on')")
    named = "[...document.querySelectorAll('.hotspot')].every(e => e.getAttribute('aria-label'))"
    assert browser.ask(named)


def test_light_and_dark(browser, pages):
    background = "getComputedStyle(document.body).backgroundColor"
    browser.open(pages["analysis"], 1280)
    light = browser.ask(background)
    browser.open(pages["analysis"], 1280, dark=True)
    dark = browser.ask(background)
    assert light != dark
    browser.ask("document.getElementById('theme').click()")
    assert browser.ask(background) == light


@pytest.mark.parametrize("width", WIDTHS)
def test_review_page(browser, pages, width):
    browser.open(pages["review"], width)
    assert browser.ask("document.querySelectorAll('tbody tr').length") == 9
    assert browser.ask("document.querySelectorAll('.plot .cost').length") == 1
    assert browser.ask("document.querySelectorAll('.card .board').length") == 1
    browser.point_at("tr[data-key=m1]")
    assert browser.ask("document.querySelector('.cost[data-key=m1]').matches('.is-on')")
