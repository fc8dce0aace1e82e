"""A walk through the app in a real browser: explore, ask, train, play; phone and desktop."""

import pytest

pytest.importorskip("uvicorn", reason="the extra 'web' is not installed")

from tests.web.walking import (
    FREE,
    NEEDS_BROWSER,
    STONES,
    browser,
    drop_game,
    enter,
    named,
    place_of,
    server,
    shoot,
)

__all__ = ["browser", "server"]  # fixtures
pytestmark = [NEEDS_BROWSER, pytest.mark.slow]


@pytest.mark.parametrize(
    ("name", "width", "height", "dark"), [("phone", 360, 740, True), ("desktop", 1400, 900, False)]
)
def test_explore(browser, server, name, width, height, dark):
    enter(browser, server, width, height, dark=dark)
    drop_game(browser)
    before = browser.ask(STONES)
    browser.press("ArrowRight")
    browser.press("ArrowRight")
    assert browser.ask("document.querySelector('output').textContent") == "2 / 9"
    assert browser.ask(STONES) == before + 2
    browser.press("ArrowLeft")
    assert browser.ask(STONES) == before + 1
    browser.press("Home")
    # The regions come by themselves.
    browser.wait_for("document.querySelector('tr[data-key=A]') !== null")
    browser.wait_for("document.querySelector('.hotspot') !== null")
    shoot(browser, f"{name}-regions")

    # A click on a region shows its card, with lines to play.
    first = browser.ask("document.querySelector('.hotspot[data-key=A]').ariaLabel")
    vertex = first.split(" at ")[1].split(":")[0]
    browser.click_at(*place_of(browser, vertex))
    browser.wait_for("document.querySelector('.panel .card[data-key=A]') !== null")
    assert browser.ask("document.querySelector('.panel .card .thermo') !== null")
    browser.wait_for("document.querySelector('.lines button') !== null")
    shoot(browser, f"{name}-card")
    browser.click(".lines button")
    browser.wait_for("document.querySelector('output').textContent.startsWith('1 /')")
    browser.press("Home")
    assert browser.ask("document.querySelectorAll('.stage .row button .dot').length") >= 2

    # Try a move that is not in the record.
    browser.click("[data-mode=play]")
    free = browser.wait_for(
        "(() => {const r = document.querySelectorAll('.label .letter'); return r.length > 1})()"
    )
    assert free
    enough = browser.ask(
        "[...document.querySelectorAll('tr[data-key] td:nth-child(5)')]"
        ".map(e => e.textContent).filter(v => v !== '-').at(-1)"
    )
    browser.click_at(*place_of(browser, enough))
    browser.wait_for(f"{STONES} === {before + 1}")

    # Draw a place.
    browser.press("Home")
    browser.click("[data-mode=draw]")
    points = browser.ask("[...document.querySelectorAll('.region[data-key=A] rect')].length")
    assert points > 0
    ends = browser.ask(
        "(() => {const g = [...document.querySelectorAll('.region')]"
        ".find(e => e.dataset.key === 'A'); const r = g.getBoundingClientRect();"
        "return [r.left + 4, r.top + 4, r.right - 4, r.bottom - 4];})()"
    )
    browser.mouse("mousePressed", ends[0], ends[1])
    browser.mouse("mouseMoved", ends[2], ends[3])
    assert browser.ask("document.querySelector('.board .frame') !== null")
    browser.mouse("mouseReleased", ends[2], ends[3])
    browser.wait_for("document.querySelector('.board .asked') !== null")
    assert browser.ask("document.querySelector('.panel .card h3').textContent")
    shoot(browser, f"{name}-place")
    assert browser.ask("document.documentElement.scrollWidth") <= width


def test_review_grows_a_plot_that_is_clicked_to_jump(browser, server):
    enter(browser, server, 1400, 900)
    drop_game(browser)
    browser.ask(
        "document.querySelector('select[name=seconds] option[value=\"0.5\"]').selected = true"
    )
    browser.ask(f"({named('Review the game')}).click()")
    browser.wait_for("document.querySelectorAll('.plot .spot').length === 9", 120)
    shoot(browser, "desktop-review")
    browser.click(".plot .spot[data-key=m5] .slot")
    browser.wait_for("document.querySelector('output').textContent === '4 / 9'")


def test_train_five_problems(browser, server):
    enter(browser, server, 390, 844, "#train=largest.2.5")
    seen = set()
    for number in range(5):
        browser.wait_for("document.querySelector('.question') !== null")
        seen.add(browser.ask("document.querySelector('.question').textContent"))
        if number == 0:
            shoot(browser, "phone-problem")
        kinds = browser.ask("document.querySelectorAll('.choices button[data-answer]').length")
        if kinds:
            browser.click(".choices button[data-answer]")
            if browser.ask("document.querySelector('#next') === null"):  # an order: two of three
                browser.click(".choices button[data-answer]:not(:disabled)")
        else:
            free = browser.ask(FREE)
            browser.click_at(*place_of(browser, free))
        browser.wait_for("document.querySelector('#next') !== null")
        assert browser.ask("document.querySelector('.panel .card') !== null")
        assert browser.ask("document.querySelector('#solved').textContent").endswith(
            f"/ {number + 1}"
        )
        shoot(browser, f"phone-answer-{number}")
        if browser.ask("document.querySelector('.lines button') !== null"):
            browser.click(".lines button")
            browser.wait_for("document.querySelectorAll('.mark.line').length === 1")
        browser.click("#next")
        browser.wait_for("document.querySelector('#next') === null")
    assert seen
    # The score stays in the browser.
    browser.visit("about:blank", 390)
    enter(browser, server, 390, 844, "#train=count.3.9")
    browser.wait_for("document.querySelector('.question') !== null")
    assert browser.ask("document.querySelector('#solved').textContent").endswith("/ 5")
    assert browser.ask("location.hash") == "#train=count.3.9"


def test_play_a_game_to_its_end(browser, server):
    enter(browser, server, 1400, 900, "#play")
    browser.ask(
        "(() => {const s = document.querySelector('select[name=time]');"
        "s.append(new Option('quick', '0.3', true, true));"
        "document.querySelector('select[name=rules]').value = 'japanese';})()"
    )
    browser.click("#begin")
    moves = ["E5", "E3", "E7", "C5", "G5"]
    mine = f"({named('Pass')})?.disabled === false"
    over = "document.querySelector('#review-game') !== null"
    for _ in range(200):
        browser.wait_for(f"({mine}) || ({over})")
        if browser.ask(over):
            break
        if moves:
            place = place_of(browser, moves.pop())
            browser.click_at(*place)
        else:
            browser.ask(f"({named('Pass')}).click()")
        browser.wait_for(f"({over}) || !({mine}) || document.querySelector('.note.bad') !== null")
    assert browser.ask(over)
    shoot(browser, "desktop-game-over")
    browser.click("#review-game")
    browser.wait_for(
        "document.querySelector('.progress') !== null || document.querySelector('.plot') !== null"
    )
