"""One board: the browser draws what our pages and pictures show, to the letter."""

import json
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra 'web' is not installed")

from gtpengine.board.points import vertex_of
from gtpengine.report.boardsvg import board_svg
from gtpengine.report.heat import heat_class
from gtpengine.report.regionwords import headline
from gtpengine.report.view import view_of
from tests.report.browser import Browser, find_browser
from tests.web.serving import serving

GOLDEN = Path(__file__).parents[1] / "report" / "golden" / "lesson.json"
NAMES = {1: "black", 2: "white"}

pytestmark = pytest.mark.skipif(find_browser() is None, reason="no Chromium is installed")


def browser_view(view):
    return {
        "width": view.width,
        "height": view.height,
        "stones": [[vertex_of(p), NAMES[c]] for p, c in view.stones.items()],
        "last": None if view.last is None else vertex_of(view.last),
        "settled": {NAMES[c]: [vertex_of(p) for p in view.settled[c]] for c in (1, 2)},
        "regions": [
            {
                "label": region.label,
                "points": [vertex_of(p) for p in region.points],
                "heat": heat_class(region.temperature, view.scoring),
                "headline": headline(region),
                **{
                    f"{NAMES[c]}_move": None
                    if region.moves.get(c) is None
                    else vertex_of(region.moves[c])
                    for c in (1, 2)
                },
            }
            for region in view.regions
        ],
    }


def test_the_board_is_the_same_in_both_languages():
    view = view_of(json.loads(GOLDEN.read_text(encoding="utf-8")))
    point = next(p for p in view.regions[0].points if p not in view.stones)
    stone = next(iter(view.stones))
    marks = {point: ("A", "better"), stone: ("123", "played")}
    wanted = [
        board_svg(view, "A <board> & more"),
        board_svg(view, "plain", regions=False),
        board_svg(view, "marked", marks=marks),
    ]
    named = [[vertex_of(p), list(mark)] for p, mark in marks.items()]
    script = f"""(async () => {{
      const {{ boardMarkup }} = await import("/static/js/board.js");
      const view = {json.dumps(browser_view(view))};
      view.stones = new Map(view.stones);
      for (const side of ["black", "white"]) view.settled[side] = new Set(view.settled[side]);
      globalThis.drawn = [
        boardMarkup(view, {{ label: "A <board> & more" }}),
        boardMarkup(view, {{ label: "plain", showRegions: false }}),
        boardMarkup(view, {{ label: "marked", marks: new Map({json.dumps(named)}) }}),
      ];
    }})(); 0"""
    with serving(load=object) as server:
        browser = Browser()
        try:
            browser.visit(server.address, 800)
            browser.ask(script)
            drawn = browser.wait_for("globalThis.drawn")
        finally:
            browser.close()
    assert drawn == wanted
