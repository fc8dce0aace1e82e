"""A headless Chromium on a pipe: open a file, point, press keys, ask the page, take its picture.

Speaks the DevTools protocol over the two pipes of --remote-debugging-pipe: JSON, each ended by a
zero byte. Nothing but the browser itself is needed.
"""

import base64
import contextlib
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 120.0  # seconds: other work may have the machine


def find_browser() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Browser:
    """One browser with one page; `problems` collects what the console complains about."""

    def __init__(self) -> None:
        name = find_browser()
        assert name is not None
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_child, self._out = os.pipe()
        self._in, from_child = os.pipe()
        flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--no-first-run",
            "--disable-background-networking",
            "--remote-debugging-pipe",
            f"--user-data-dir={self._profile.name}",
        ]
        # The browser reads from descriptor 3 and writes to 4.
        command = 'exec 3<&"$1" 4>&"$2"; shift 2; exec "$@"'
        self._process = subprocess.Popen(
            ["bash", "-c", command, "sh", str(to_child), str(from_child), name, *flags],
            pass_fds=(to_child, from_child),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(to_child)
        os.close(from_child)
        self._buffer = b""
        self._number = 0
        self._events: list[dict[str, Any]] = []
        self.problems: list[str] = []
        self._session: str | None = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def close(self) -> None:
        with contextlib.suppress(OSError, TimeoutError):
            session, self._session = self._session, None
            del session
            self.call("Browser.close")
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._in)
        os.close(self._out)
        self._profile.cleanup()

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol and return its result."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + PATIENCE
        while True:
            answer = self._receive(until)
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                result: dict[str, Any] = answer["result"]
                return result
            self._note(answer)

    def _receive(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], max(until - time.monotonic(), 0))
            if not ready:
                raise TimeoutError("the browser does not answer")
            part = os.read(self._in, 1 << 16)
            if not part:
                raise TimeoutError("the browser has gone")
            self._buffer += part
        line, _, self._buffer = self._buffer.partition(b"\0")
        found: dict[str, Any] = json.loads(line)
        return found

    def _note(self, event: dict[str, Any]) -> None:
        self._events.append(event)
        details = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            self.problems.append(str(details["exceptionDetails"]))
        elif event.get("method") == "Log.entryAdded":
            self.problems.append(details["entry"]["text"])
        elif event.get("method") == "Runtime.consoleAPICalled":
            self.problems.append(str(details["args"]))

    def open(self, path: Path, width: int, height: int = 900, *, dark: bool = False) -> None:
        """Show a file in a window of that width."""
        self.visit(path.resolve().as_uri(), width, height, dark=dark)

    def visit(self, address: str, width: int, height: int = 900, *, dark: bool = False) -> None:
        """Show a page in a window of that width."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self._events.clear()
        self.call("Page.navigate", url=address)
        until = time.monotonic() + PATIENCE
        while not any(event.get("method") == "Page.loadEventFired" for event in self._events):
            self._note(self._receive(until))

    def ask(self, expression: str) -> Any:
        """Return the value of a JavaScript expression, as JSON."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def point_at(self, selector: str) -> None:
        """Move the mouse to the middle of an element, which is scrolled into sight."""
        place = self.ask(
            f"(() => {{const e = document.querySelector({json.dumps(selector)});"
            "e.scrollIntoView({block: 'center', behavior: 'instant'});"
            "const r = e.getBoundingClientRect();"
            "return [r.x + r.width / 2, r.y + r.height / 2];})()"
        )
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=place[0], y=place[1])

    def wait_for(self, expression: str, seconds: float = PATIENCE) -> Any:
        """Return the value of an expression as soon as it is true, or fail."""
        until = time.monotonic() + seconds
        while True:
            found = self.ask(expression)
            if found:
                return found
            assert time.monotonic() < until, f"never came true: {expression}; {self.problems}"
            time.sleep(0.03)

    def click(self, selector: str) -> None:
        """Press an element with the mouse."""
        self.point_at(selector)
        self.click_at(*self.middle_of(selector))

    def middle_of(self, selector: str) -> tuple[float, float]:
        """Return where the middle of an element is."""
        place = self.ask(
            f"(() => {{const r = document.querySelector({json.dumps(selector)})"
            ".getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2];})()"
        )
        return place[0], place[1]

    def mouse(self, kind: str, x: float, y: float) -> None:
        """Send one event of the mouse: mousePressed, mouseMoved, mouseReleased."""
        button = {"button": "left", "buttons": 1, "clickCount": 1}
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **button)

    def click_at(self, x: float, y: float) -> None:
        """Press the mouse at a place."""
        self.mouse("mousePressed", x, y)
        self.mouse("mouseReleased", x, y)

    def wheel(self, x: float, y: float, down: float) -> None:
        """Turn the wheel at a place."""
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=down)

    def swipe(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw a finger over the screen."""
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        for kind, places in (
            ("touchStart", [start]),
            ("touchMove", [middle]),
            ("touchMove", [end]),
            ("touchEnd", []),
        ):
            points = [{"x": x, "y": y} for x, y in places]
            self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def write(self, text: str) -> None:
        """Type a text into what has the focus."""
        self.call("Input.insertText", text=text)

    def press(self, key: str) -> None:
        """Press a key, such as ArrowRight, Enter or a letter."""
        text: dict[str, Any] = {"text": key} if len(key) == 1 else {}
        if key == "Enter":  # only with its text it presses buttons and sends forms
            text = {"text": "\r", "code": "Enter", "windowsVirtualKeyCode": 13}
        elif key == "Tab":
            text = {"code": "Tab", "windowsVirtualKeyCode": 9}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def picture(self, path: Path, *, whole: bool = True) -> None:
        """Write a PNG of the page."""
        answer = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        if whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
            answer = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        path.write_bytes(base64.b64decode(answer["data"]))
