"""By wheel, touch and keyboard alone; in German; with enough contrast, light and dark."""

import re

import pytest

pytest.importorskip("uvicorn", reason="the extra 'web' is not installed")

from tests.web.walking import (
    GAME,
    NEEDS_BROWSER,
    STONES,
    browser,
    choose,
    drop,
    drop_game,
    enter,
    place_of,
    press_button,
    server,
    shoot,
)

__all__ = ["browser", "server"]  # fixtures
pytestmark = [NEEDS_BROWSER, pytest.mark.slow]

COUNT = "document.querySelector('output').textContent"
# Everything that can be read or heard: texts, names, titles, hints.
TEXTS = """[...new Set([...document.querySelectorAll('body *')].flatMap(e => [
  ...[...e.childNodes].filter(n => n.nodeType === 3).map(n => n.textContent.trim()),
  e.getAttribute('aria-label'), e.getAttribute('title'), e.getAttribute('placeholder'),
]).filter(Boolean))]"""
ENGLISH = re.compile(
    r"\b(the|is|are|of|and|no|not|with|at|than|where|which|by|has|have|that|move|moves|board|"
    r"region|regions|points?|stones?|file|place|must|between|black|white|to|your?|play|white's|"
    r"black's|game|count|gain|gains|first|loses?|each|estimate|settled|solved|known)\b",
    re.IGNORECASE,
)
OWN_NAMES = {"English", "Teacher", "gtpengine", "Page Up, Page Down", "Home, End"}
# What is written with too little contrast: text, ratio and colours (WCAG 2: 4.5, large text 3).
FAINT = """(() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map(v => v / 255)
      .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const over = (top, below) => {
    const alpha = top[3] ?? 1;
    return [0, 1, 2].map(i => top[i] * alpha + below[i] * (1 - alpha));
  };
  const behind = (e) => {
    const layers = [];
    for (; e; e = e.parentElement) {
      const colour = parse(getComputedStyle(e).backgroundColor);
      if ((colour[3] ?? 1) > 0) layers.unshift(colour);
      if ((colour[3] ?? 1) === 1) break;
    }
    return layers.reduce((below, top) => over(top, below), [255, 255, 255]);
  };
  const found = [];
  for (const e of document.querySelectorAll('body *:not(svg *)')) {
    const text = [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.textContent).join('');
    const shown = e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!text.trim() || !shown || e.closest(':disabled, .only-read, .skip, option')) continue;
    const style = getComputedStyle(e), back = behind(e);
    const front = over(parse(style.color), back);
    const [a, b] = [light(front), light(back)].sort((p, q) => q - p);
    const size = parseFloat(style.fontSize), bold = Number(style.fontWeight) >= 700;
    const least = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5;
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < least) found.push([text.trim().slice(0, 40), ratio, front, back]);
  }
  return found;
})()"""


def german(browser):
    browser.ask(
        "(() => {const s = document.querySelector('#language'); s.value = 'de';"
        "s.dispatchEvent(new Event('change'));})()"
    )
    browser.wait_for("document.documentElement.lang === 'de'")
    browser.wait_for("document.querySelector('#tab-explore').textContent === 'Erkunden'")


def untranslated(browser):
    return [
        text
        for text in browser.ask(TEXTS)
        if ENGLISH.search(text) and text not in OWN_NAMES and "Pupil" not in text
    ]


def test_step_by_wheel_and_finger(browser, server):
    enter(browser, server, 1400, 900)
    drop_game(browser)
    middle = place_of(browser, "G7")
    browser.wheel(*middle, 120)
    browser.wait_for(f"{COUNT} === '1 / 9'")
    browser.wheel(*middle, 120)
    browser.wait_for(f"{COUNT} === '2 / 9'")
    browser.wheel(*middle, -120)
    browser.wait_for(f"{COUNT} === '1 / 9'")
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
    enter(browser, server, 390, 844)
    drop_game(browser)
    left, right = place_of(browser, "C7"), place_of(browser, "L7")
    browser.swipe(tuple(right), tuple(left))
    browser.wait_for(f"{COUNT} === '1 / 9'")
    browser.swipe(tuple(left), tuple(right))
    browser.wait_for(f"{COUNT} === '0 / 9'")


def test_everything_works_by_keyboard(browser, server):
    enter(browser, server, 1400, 900)
    drop_game(browser)
    for key, at in (("End", 9), ("Home", 0), ("PageDown", 9), ("PageUp", 0), ("ArrowRight", 1)):
        browser.press(key)
        assert browser.ask(COUNT) == f"{at} / 9", key
    browser.press("Home")
    browser.wait_for("document.querySelector('.hotspot[data-key=A]') !== null")
    # With Tab one comes to the regions on the board; Enter opens a card, Escape closes it.
    for _ in range(60):
        browser.press("Tab")
        if browser.ask("document.activeElement.matches('.hotspot')"):
            break
    key = browser.ask("document.activeElement.dataset.key")
    browser.press("Enter")
    browser.wait_for(f"document.querySelector('.panel .card[data-key={key}]') !== null")
    browser.press("Escape")
    browser.wait_for("document.querySelector('.panel .card') === null")
    # In class: hide what is known, guess, and show it again.
    browser.press("r")
    assert browser.ask("document.querySelector('.reasons, tr[data-key], .ring, .hotspot') === null")
    browser.press("r")
    assert browser.ask("document.querySelectorAll('.reasons, tr[data-key=A], .ring').length") == 3
    # A move and a place that are typed.
    before = browser.ask(STONES)
    browser.press("t")
    browser.write("E1")
    browser.press("Enter")
    browser.wait_for(f"{STONES} !== {before}")
    browser.ask("document.activeElement.blur()")
    browser.press("Home")
    browser.press("t")
    browser.write("D1:E2")
    browser.press("Enter")
    browser.wait_for("document.querySelector('.board .asked') !== null")
    browser.ask("document.activeElement.blur()")
    browser.press("?")
    browser.wait_for("document.querySelector('dialog.help') !== null")
    browser.press("Enter")
    browser.wait_for("document.querySelector('dialog') === null")
    # The board in words, and tabs that answer to arrows.
    browser.ask("document.querySelector('.in-words summary').click()")
    browser.wait_for("/E10/.test(document.querySelector('.in-words div').textContent)")
    browser.ask("document.querySelector('#tab-explore').focus()")
    browser.press("ArrowRight")
    assert browser.ask("document.querySelector('#tab-play').ariaSelected") == "true"
    # The trainer by figures and Enter.
    enter(browser, server, 1400, 900, "#train=sente.3.5")
    browser.wait_for("document.querySelector('.question') !== null")
    browser.press("1")
    browser.wait_for("document.querySelector('#next') !== null")
    browser.press("n")
    browser.wait_for("document.querySelector('#next') === null")


def test_pasted_records_have_their_variations(browser, server):
    enter(browser, server, 1400, 900)
    record = "(;GM[1]SZ[9]KM[6.5];B[ee](;W[cc];B[gg])(;W[gc])(;W[cg]))"
    browser.ask(
        "(() => {const data = new DataTransfer();"
        f"data.setData('text', {record!r});"
        "const pasted = new ClipboardEvent('paste', {clipboardData: data, bubbles: true});"
        "document.body.dispatchEvent(pasted);})()"
    )
    browser.wait_for(f"{COUNT} === '0 / 3'")
    browser.press("ArrowRight")
    last = "document.querySelector('.last') && document.querySelector('#spoken').textContent"
    seen = []
    browser.press("ArrowRight")
    for _ in range(4):
        seen.append(browser.ask(last).split(":")[1].split(".")[0].strip())
        browser.press("ArrowDown")
    assert seen == ["White C7", "White G7", "White C3", "White C7"]
    browser.press("ArrowUp")
    browser.press("ArrowLeft")
    # At the fork one can choose by a click too.
    assert browser.ask("document.querySelectorAll('.stage .row button .dot').length") == 3


def test_everything_is_told_in_german(browser, server):
    enter(browser, server, 1400, 900)
    german(browser)
    text = GAME.read_text(encoding="utf-8").replace("RU[Japanese]", "")
    drop(browser, re.sub(r"\bC\[[^\]]*\]", "", text))
    browser.wait_for("document.title.startsWith('Teacher')")
    browser.wait_for("document.querySelector('tr[data-key=A]') !== null")
    assert untranslated(browser) == []
    for key in "ACE":
        browser.ask(f"document.querySelector('tr[data-key={key}]').click()")
        browser.wait_for(f"document.querySelector('.panel .card[data-key={key}]') !== null")
        browser.ask("document.querySelector('.theory').open = true")
        assert untranslated(browser) == []
    shoot(browser, "german-card")
    browser.press("t")
    browser.write("D1:E2")
    browser.press("Enter")
    browser.wait_for("document.querySelector('.board .asked') !== null")
    assert untranslated(browser) == []
    # What is wrong is told in German as well.
    browser.ask("document.activeElement.blur()")
    for wrong in ("A9", "Z99", "C1:Q99"):
        browser.ask("document.querySelector('#notes').replaceChildren()")
        browser.press("t")
        browser.write(wrong)
        browser.press("Enter")
        browser.wait_for("document.querySelector('.note.bad') !== null")
        assert untranslated(browser) == [], wrong
        browser.ask("document.activeElement.blur()")
    browser.press("?")
    browser.wait_for("document.querySelector('dialog.help') !== null")
    assert untranslated(browser) == []
    press_button(browser, "Schließen")
    press_button(browser, "Partie durchsehen")
    browser.wait_for("document.querySelectorAll('.plot .spot').length === 9")
    browser.wait_for("document.querySelector('.progress') === null")
    assert untranslated(browser) == []
    browser.click("#open")
    assert untranslated(browser) == []
    press_button(browser, "Steine aufstellen")
    assert untranslated(browser) == []
    browser.ask("document.querySelector('#tab-play').click()")
    choose(browser, "size", "9")
    choose(browser, "colour", "w")
    browser.click("#begin")
    browser.wait_for("document.querySelector('.panel details') !== null")
    assert untranslated(browser) == []
    shoot(browser, "german-play")
    browser.ask("document.querySelector('#tab-train').click()")
    for question in ("largest", "count", "sente", "order"):
        enter(browser, server, 1400, 900, f"#train={question}.4.8")
        browser.wait_for("document.querySelector('.question') !== null")
        assert untranslated(browser) == []
        if question == "largest":
            browser.ask("document.querySelector('.choices input').focus()")
            browser.write("A1")
            browser.press("Enter")
            browser.ask("document.querySelector('#next') ?? document.activeElement.blur()")
            if browser.ask("document.querySelector('#next') === null"):
                continue  # A1 has a stone
        else:
            browser.press("1")
            browser.press("2")
        browser.wait_for("document.querySelector('#next') !== null")
        assert untranslated(browser) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_has_enough_contrast(browser, server, dark):
    enter(browser, server, 1400, 900, dark=dark)
    drop_game(browser)
    browser.wait_for("document.querySelector('tr[data-key=A]') !== null")
    browser.ask("document.querySelector('tr[data-key=A]').click()")
    browser.wait_for("document.querySelector('.panel .card[data-key=A]') !== null")
    browser.press("t")
    browser.write("A9")
    browser.press("Enter")
    browser.wait_for("document.querySelector('.note.bad') !== null")
    assert browser.ask(FAINT) == []
    browser.click("#open")
    assert browser.ask(FAINT) == []
    for hash_ in ("#play", "#train=count.3.4"):
        enter(browser, server, 390, 844, hash_, dark=dark)
        if hash_ != "#play":
            browser.wait_for("document.querySelector('.question') !== null")
            assert browser.ask(FAINT) == []
            browser.press("1")
            browser.wait_for("document.querySelector('#next') !== null")
        assert browser.ask(FAINT) == []
