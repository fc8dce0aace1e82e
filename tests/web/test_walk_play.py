"""Set up a position, and play against clock and handicap, in a real browser."""

import pytest

pytest.importorskip("uvicorn", reason="the extra 'web' is not installed")

from gtpengine.web.records import tree_json
from tests.web.walking import (
    NEEDS_BROWSER,
    STONES,
    browser,
    choose,
    click_point,
    drop_game,
    enter,
    named,
    place_of,
    press_button,
    server,
    shoot,
)

__all__ = ["browser", "server"]  # fixtures
pytestmark = [NEEDS_BROWSER, pytest.mark.slow]

# The clock of the page can be put forward.
CLOCK = """(() => {
  const now = performance.now.bind(performance);
  globalThis.forward = 0;
  performance.now = () => now() + 1000 * globalThis.forward;
})()"""
MINE = f"({named('Pass')})?.disabled === false"
# What would be saved, by the name of its file.
SAVES = """(() => {
  globalThis.saved = {};
  const create = URL.createObjectURL, blobs = {};
  URL.createObjectURL = (blob) => { const a = create(blob); blobs[a] = blob; return a; };
  HTMLAnchorElement.prototype.click = function () {
    const blob = blobs[this.href];
    blob.text().then((text) => { globalThis.saved[this.download] = [blob.type, blob.size, text]; });
  };
})()"""


def typed(browser, text):
    browser.press("t")
    browser.write(text)
    browser.press("Enter")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1400, 900)])
def test_set_up_a_position_and_change_it(browser, server, width, height):
    enter(browser, server, width, height)
    browser.click("#open")
    choose(browser, "size", "9")
    press_button(browser, "Set up stones")
    # Single clicks, a stroke, and points that are typed.
    click_point(browser, "C3")
    browser.wait_for(f"{STONES} === 1")
    start, end = place_of(browser, "C5"), place_of(browser, "G5")
    browser.mouse("mousePressed", *start)
    for step in range(1, 5):
        browser.mouse("mouseMoved", start[0] + (end[0] - start[0]) * step / 4, start[1])
    browser.mouse("mouseReleased", *end)
    browser.wait_for(f"{STONES} === 6")
    browser.ask("document.querySelector('[data-brush=white]').click()")
    typed(browser, "G3")
    browser.wait_for(f"{STONES} === 7")
    assert browser.ask("document.querySelectorAll('.board .stone.white').length") == 1
    # The same colour again takes a stone off.
    click_point(browser, "G3")
    browser.wait_for(f"{STONES} === 6")
    press_button(browser, "Clear")
    browser.wait_for(f"{STONES} === 0")
    browser.ask("document.querySelector('[data-brush=black]').click()")
    for vertex in ("E5", "E4"):
        click_point(browser, vertex)
    choose(browser, "turn", "w")
    shoot(browser, f"setup-{width}")
    browser.click("#done")
    browser.wait_for("document.querySelector('.reasons li') !== null")
    assert browser.ask("document.querySelector('.players .turn').textContent").startswith("White")
    # The position on the board can be changed, and what is impossible is told.
    browser.click("#open")
    press_button(browser, "Change the position on the board")
    browser.wait_for("document.querySelector('#done') !== null")
    for vertex in ("A2", "B1"):
        click_point(browser, vertex)
    browser.ask("document.querySelector('[data-brush=white]').click()")
    click_point(browser, "A1")
    browser.wait_for(f"{STONES} === 5")
    browser.click("#done")
    browser.wait_for("document.querySelector('.note.bad')?.textContent.includes('no liberty')")
    assert browser.ask("document.documentElement.scrollWidth") <= width


def test_records_pictures_and_links_are_saved(browser, server):
    enter(browser, server, 1400, 900)
    browser.ask(SAVES)
    drop_game(browser)
    browser.wait_for("document.querySelector('tr[data-key=A]') !== null")
    browser.wait_for("/^\\d+ playouts/.test(document.querySelector('.panel > .quiet').textContent)")
    for name in ("Record with values (SGF)", "Board as SVG", "Board as PNG"):
        press_button(browser, name)
    browser.ask("document.querySelector('tr[data-key=A]').click()")
    for name in ("Thermograph as SVG", "Thermograph as PNG"):
        press_button(browser, name)
    files = browser.wait_for("Object.keys(saved).length === 5 && saved")
    title = "Teacher  Pupil"
    assert set(files) == {
        *(f"{title}.{ending}" for ending in ("sgf", "svg", "png")),
        *(f"{title} A.{ending}" for ending in ("svg", "png")),
    }
    record = tree_json(files[f"{title}.sgf"][2].encode())
    assert len(record["nodes"]) == 10
    assert "E1" in record["nodes"][0]["text"]
    assert "2 1/2" in record["nodes"][0]["text"]
    for name, (kind, size, text) in files.items():
        assert size > 3000 or name.endswith("sgf"), name
        assert (
            kind
            == {"sgf": "application/x-go-sgf", "svg": "image/svg+xml", "png": "image/png"}[
                name[-3:]
            ]
        )
        assert name[-3:] != "svg" or text.startswith("<svg")
    # A link leads to the move that is shown.
    browser.press("ArrowRight")
    browser.press("ArrowRight")
    press_button(browser, "Copy link to the position")
    link = browser.wait_for("location.hash.startsWith('#position=') && location.hash")
    stones = browser.ask(STONES)
    enter(browser, server, 390, 844, link)
    browser.wait_for(f"{STONES} === {stones}")


def test_play_with_clock_handicap_undo_and_resignation(browser, server):
    enter(browser, server, 390, 844, "#play")
    browser.ask(CLOCK)
    for name, value in (("size", "9"), ("handicap", "3"), ("time", "blitz"), ("colour", "b")):
        choose(browser, name, value)
    browser.click("#begin")
    # White, the engine, begins, and its clock runs.
    browser.wait_for(f"{STONES} === 4 && ({MINE})")
    assert browser.ask("document.querySelector('.players > small').textContent") == (
        "Chinese · komi 0.5"
    )
    white = browser.ask("document.querySelector('[data-clock=w]').textContent")
    assert white < "1:00"
    browser.wait_for("document.querySelector('[data-clock=b]').textContent < '1:00'")
    shoot(browser, "phone-clock")
    click_point(browser, "E7")
    browser.wait_for(f"{STONES} === 6 && ({MINE})")
    press_button(browser, "Undo")
    browser.wait_for(f"{STONES} === 4 && ({MINE})")
    # Main time is over: periods of byo-yomi.
    browser.ask("globalThis.forward += 55")
    browser.wait_for("/^0:\\d\\d .* 3$/.test(document.querySelector('[data-clock=b]').textContent)")
    press_button(browser, "Resign")
    browser.wait_for("document.querySelector('#review-game') !== null")
    assert "W+R" in browser.ask("document.querySelector('.players > small').textContent")
    press_button(browser, "Go on")
    browser.wait_for(MINE)
    browser.ask("globalThis.forward += 1000")
    browser.wait_for("document.querySelector('.verdict').textContent === 'Your time is over.'")
    assert "W+T" in browser.ask("document.querySelector('.players > small').textContent")
    # Whoever wants to finish the game does so without a clock.
    press_button(browser, "Go on")
    browser.wait_for(MINE)
    assert browser.ask("document.querySelector('.clock') === null")
    press_button(browser, "Resign")
    browser.click("#review-game")
    browser.wait_for("document.querySelector('.plot, .progress') !== null")
    assert browser.ask("document.documentElement.scrollWidth") <= 390
