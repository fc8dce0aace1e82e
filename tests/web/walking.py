"""What walks through the app in a browser have in common: a page, buttons, points of the board."""

import json
import os
from pathlib import Path

import pytest

from tests.report.browser import Browser, find_browser
from tests.web.serving import serving

EXAMPLES = Path(__file__).parents[2] / "configs" / "examples"
GAME = EXAMPLES / "lesson-game.sgf"
READY = "document.documentElement.dataset.ready === 'yes'"
STONES = "document.querySelectorAll('.board .stone:not(.ghost)').length"
# A point of a small board without a stone.
FREE = """(() => {
  const rows = (document.querySelector('svg.board').viewBox.baseVal.height - 76) / 32 + 1;
  const taken = new Set([...document.querySelectorAll('.stone')]
    .map(s => s.getAttribute('cx') + ' ' + s.getAttribute('cy')));
  for (let row = 1; row <= rows; row++) for (const [column, letter] of [...'ABCDEFGHJ'].entries()) {
    if (!taken.has(`${38 + 32 * column} ${38 + 32 * (rows - row)}`)) return letter + row;
  }
})()"""
SHOTS = os.environ.get("GTPENGINE_SCREENSHOTS")  # a folder that gets pictures, for people
NEEDS_BROWSER = pytest.mark.skipif(find_browser() is None, reason="no Chromium is installed")


@pytest.fixture(scope="module")
def server():
    """A server that thinks."""
    with serving() as running:
        yield running


@pytest.fixture
def browser():
    """A browser whose console must stay empty."""
    found = Browser()
    try:
        yield found
        assert found.problems == []
    finally:
        found.close()


def shoot(browser, name):
    """Keep a picture of what can be seen, if pictures are wanted."""
    if SHOTS:
        browser.picture(Path(SHOTS) / f"{name}.png", whole=False)


def enter(browser, server, width, height, hash_="", *, dark=False):
    """Open the page anew."""
    browser.visit("about:blank", width, height)
    browser.visit(server.address + hash_, width, height, dark=dark)
    browser.wait_for(READY)


def named(text):
    """Return the expression for the button with that text, of the dialog if there is one."""
    told = json.dumps(text)
    return (
        "[...(document.querySelector('dialog') ?? document.querySelector('main'))"
        f".querySelectorAll('button')].find(b => b.textContent === {told})"
    )


def press_button(browser, text):
    """Press the button with that text, once it is there."""
    browser.wait_for(f"({named(text)}) !== undefined")
    browser.ask(f"({named(text)}).click()")


def choose(browser, name, value):
    """Choose an option of the list with that name in the view or the dialog."""
    browser.ask(
        f"(() => {{const s = document.querySelector('dialog select[name={name}]')"
        f" ?? document.querySelector('main select[name={name}]'); s.value = {json.dumps(value)};"
        "s.dispatchEvent(new Event('change', {bubbles: true}));})()"
    )


def drop(browser, text, name="game.sgf"):
    """Drop a file on the page, as the mouse would."""
    browser.ask(
        "(() => {const data = new DataTransfer();"
        f"data.items.add(new File([{json.dumps(text)}], {json.dumps(name)}));"
        "document.dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}))})()"
    )


def drop_game(browser):
    """Drop the game of the lesson, and wait for it."""
    drop(browser, GAME.read_text(encoding="utf-8"))
    browser.wait_for("document.title.startsWith('Teacher')")


def place_of(browser, vertex):
    """Return where a point of the board is on the screen."""
    column, row = "ABCDEFGHJKLMNOPQRST".index(vertex[0]), int(vertex[1:])
    return browser.ask(
        "(() => {const svg = document.querySelector('svg.board');"
        "svg.scrollIntoView({block: 'center', behavior: 'instant'});"
        "const rows = (svg.viewBox.baseVal.height - 76) / 32 + 1;"
        f"const p = new DOMPoint(38 + 32 * {column}, 38 + 32 * (rows - {row}))"
        ".matrixTransform(svg.getScreenCTM()); return [p.x, p.y];})()"
    )


def click_point(browser, vertex):
    """Click a point of the board."""
    browser.click_at(*place_of(browser, vertex))
