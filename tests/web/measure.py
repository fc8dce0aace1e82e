"""How long the app lets people wait: `python -m tests.web.measure GAME.sgf [MOVE]` prints figures.

Wall-clock times in a real Chromium, from what the user does to what the page shows; and processor
time of the server and of the page's main thread, which other work on the machine does not change.
"""

import argparse
import json
import time
from pathlib import Path

from tests.report.browser import Browser
from tests.web.serving import Talk, serving


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("move", type=int, nargs="?", default=220)
    arguments = parser.parse_args()
    with serving(arguments.file) as server:
        talk = Talk(server)
        state = talk.hear("state")
        while state["state"] == "loading":
            state = talk.hear("state")
        browser = Browser()
        try:
            walk(browser, server, arguments.file, arguments.move)
        finally:
            browser.close()
            talk.close()


def walk(browser: Browser, server, file: Path, move: int) -> None:
    browser.call("Performance.enable", timeDomain="threadTicks")
    shows_moves = "/ [1-9]/.test(document.querySelector('output')?.textContent)"
    with Timed(browser, "page and game load"):
        browser.visit(server.address, 1400)
        browser.wait_for(shows_moves)
    text = json.dumps(file.read_text(encoding="utf-8", errors="replace"))
    with Timed(browser, "a dropped game loads"):
        browser.ask(
            "(() => {document.title = 'old'; const data = new DataTransfer();"
            f"data.items.add(new File([{text}], 'game.sgf'));"
            "document.dispatchEvent(new DragEvent('drop', {dataTransfer: data}))})()"
        )
        browser.wait_for("document.title !== 'old'")
    with Timed(browser, f"first regions before move {move + 1}"):
        browser.ask(
            "(() => {const s = document.querySelector('input[type=range]');"
            f"s.value = {move}; s.dispatchEvent(new Event('input'))}})()"
        )
        browser.wait_for("document.querySelector('tr[data-key=A]') !== null")
    browser.wait_for(
        "/^\\d+ playouts/.test(document.querySelector('.panel > .quiet')?.textContent)"
    )
    browser.press("ArrowRight")
    browser.wait_for("document.querySelector('tr[data-key=A]') !== null")
    steps = 40
    with Timed(browser, f"a step where analysed before, mean of {steps}", steps):
        for _ in range(steps // 2):
            browser.press("ArrowLeft")
            browser.press("ArrowRight")


class Timed:
    """Prints how long a block took, for each of `count` things in it."""

    def __init__(self, browser: Browser, name: str, count: int = 1) -> None:
        self.browser, self.name, self.count = browser, name, count

    def __enter__(self) -> None:
        self.began = self.now()

    def now(self) -> list[float]:
        found = self.browser.call("Performance.getMetrics")["metrics"]
        page = next(each["value"] for each in found if each["name"] == "TaskDuration")
        return [time.monotonic(), time.process_time(), page]

    def __exit__(self, *_: object) -> None:
        spent = [1000 * (b - a) / self.count for a, b in zip(self.began, self.now(), strict=True)]
        print(  # noqa: T201
            f"{self.name}: {spent[0]:.0f} ms; processor: server {spent[1]:.0f} ms, "
            f"page {spent[2]:.0f} ms"
        )


if __name__ == "__main__":
    main()
