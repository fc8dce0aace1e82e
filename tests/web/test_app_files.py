"""What the browser makes of records: text stays text, files come back, links lead somewhere."""

import json

import pytest

pytest.importorskip("uvicorn", reason="the extra 'web' is not installed")

from gtpengine.web.records import tree_json
from tests.report.browser import Browser, find_browser
from tests.web.serving import serving
from tests.web.walking import READY, drop, enter

EVIL = "<img src=x onerror='document.title=1'><script>document.title=2</script>"
SGF = (
    "(;GM[1]SZ[9]KM[6.5]RU[Japanese]PB[One]PW[Two]AB[cc][gg]AW[ee]PL[W]C[root \\] text]"
    ";W[cg];B[bg](;W[bh];B[ch]C[a\nb])(;W[dg];AE[cc]AB[aa];W[ba](;B[ab])(;B[])))"
)

pytestmark = [
    pytest.mark.skipif(find_browser() is None, reason="no Chromium is installed"),
    pytest.mark.slow,
]


@pytest.fixture(scope="module")
def server():
    with serving(load=object) as running:
        yield running


@pytest.fixture
def browser():
    found = Browser()
    yield found
    found.close()


def test_markup_in_names_comments_and_file_names_is_text(browser, server):
    enter(browser, server, 1200, 900)
    drop(browser, f"(;GM[1]SZ[9]PB[{EVIL}]PW[{EVIL}]RE[{EVIL}]C[{EVIL}];B[cc])", f"{EVIL}.sgf")
    browser.wait_for("document.querySelector('.players').textContent.includes('onerror')")
    assert browser.ask("document.querySelector('.comment').textContent") == EVIL
    assert browser.ask("document.querySelectorAll('main img, main script, #notes img').length") == 0
    assert browser.ask("document.title").startswith("<img src=x")
    drop(browser, f"no record {EVIL}", EVIL)
    browser.wait_for("document.querySelector('.note.bad') !== null")
    assert browser.ask("document.querySelectorAll('img').length") == 0
    assert browser.problems == [text for text in browser.problems if "400 (Bad Request)" in text]


def test_saved_records_come_back_with_all_variations(browser, server):
    record = tree_json(SGF.encode())
    enter(browser, server, 1200, 900)
    browser.ask(
        "(async () => {const { Game } = await import('/static/js/game.js');"
        f"const game = Game.of({json.dumps(record)});"
        "globalThis.saved = game.sgf();})(); 0"
    )
    again = tree_json(browser.wait_for("globalThis.saved").encode())
    assert again["root"] == record["root"]
    assert again["header"] == record["header"]

    def lines(found):
        """Every line of the tree as its steps, whatever the order of nodes."""
        nodes = found["nodes"]
        ends = set(range(len(nodes))) - {node["parent"] for node in nodes}
        told = []
        for end in ends:
            line = []
            while end >= 0:
                node = {key: value for key, value in nodes[end].items() if key != "parent"}
                line.append(json.dumps(node, sort_keys=True))
                end = nodes[end]["parent"]
            told.append(line[::-1])
        return sorted(told)

    assert lines(again) == lines(record)


def test_a_link_leads_to_the_same_position(browser, server):
    record = tree_json(b"(;GM[1]SZ[5]KM[0]RU[Japanese];B[ba];W[aa];B[ab])")
    enter(browser, server, 1200, 900)
    browser.ask(
        "(async () => {const { Game } = await import('/static/js/game.js');"
        f"const game = Game.of({json.dumps(record)}); game.forward(99);"
        "globalThis.link = game.link();})(); 0"
    )
    link = browser.wait_for("globalThis.link")
    enter(browser, server, 1200, 900, f"#position={link}")
    browser.wait_for(READY)
    browser.wait_for("document.querySelector('output').textContent === '3 / 3'")
    # The captured stone is gone.
    assert browser.ask("document.querySelectorAll('.board .stone').length") == 2
    enter(browser, server, 1200, 900, "#position=nonsense")
    browser.wait_for("document.querySelector('.note.bad') !== null")


def test_pictures_are_saved_whole(browser, server):
    enter(browser, server, 1200, 900)
    browser.ask(
        "(async () => {const { saveBoard } = await import('/static/js/saving.js');"
        "const { Game, emptyRoot } = await import('/static/js/game.js');"
        "const made = [], blobs = {}; const create = URL.createObjectURL;"
        "URL.createObjectURL = (blob) => {const a = create(blob); blobs[a] = blob; return a;};"
        "HTMLAnchorElement.prototype.click = function () {"
        "  const b = blobs[this.href]; made.push(b.text()"
        "    .then(text => [this.download, b.type, b.size, text.slice(0, 4)])); };"
        "const game = new Game(emptyRoot(9), {name: 'A game.sgf'}); const view = game.view();"
        "view.stones.set('C3', 'black');"
        "await saveBoard(game, view, {label: 'x'}, false);"
        "await saveBoard(game, view, {label: 'x'}, true);"
        "globalThis.made = await Promise.all(made);})(); 0"
    )
    svg, png = browser.wait_for("globalThis.made")
    assert svg[:2] == ["A game.svg", "image/svg+xml"]
    assert svg[3] == "<svg"
    assert png[:2] == ["A game.png", "image/png"]
    assert png[2] > 5000


@pytest.mark.parametrize("hash_", ["", "#play", "#train"])
def test_everything_that_can_be_used_has_a_name(browser, server, hash_):
    enter(browser, server, 360, 740, hash_)
    nameless = browser.ask(
        "[...document.querySelectorAll('button, input, select, textarea, summary')]"
        ".filter(e => !(e.textContent.trim() || e.ariaLabel || e.labels?.length))"
        ".map(e => e.outerHTML)"
    )
    assert nameless == []
    assert browser.ask("document.documentElement.scrollWidth") <= 360
