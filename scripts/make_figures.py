"""Make the figures of README.md and docs/THEORY.md from the examples: scripts/make-figures.

Every figure is drawn by the program from a position that it has solved; a test compares the files
with what this script makes. The picture of a whole page needs Chromium, else it stays as it is.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from gtpengine.board.record import load_record
from gtpengine.model.model import Model
from gtpengine.report.analysisjson import as_json
from gtpengine.report.analysispage import analysis_page
from gtpengine.report.boardsvg import board_svg
from gtpengine.report.htmlpage import write_page
from gtpengine.report.plotsvg import game_plot
from gtpengine.report.review import review
from gtpengine.report.thermosvg import region_thermo
from gtpengine.report.titles import moment
from gtpengine.report.view import PositionView, view_of

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "configs" / "examples"
FIGURES = ROOT / "docs" / "figures"
SHAPES = ("snapback", "small-corridor", "big-corridor", "first-line-hane-sente", "one-point-ko")
_MODEL = Model()


def figures() -> dict[str, str]:
    """Return all SVG figures by file name."""
    lesson = _view(EXAMPLES / "lesson.sgf")
    found = {"lesson-board.svg": board_svg(lesson, "A lesson: six open regions", standalone=True)}
    for name in SHAPES:
        view = _view(EXAMPLES / "shapes" / f"{name}.sgf")
        thermo = region_thermo(view.regions[0], standalone=True)
        assert thermo is not None
        words = name.replace("-", " ")
        found[f"{name}-board.svg"] = board_svg(view, f"Board: {words}", standalone=True)
        found[f"{name}-thermograph.svg"] = thermo
    game = load_record(EXAMPLES / "lesson-game.sgf")
    reviewed = review(game, 1, lambda p: view_of(as_json(_MODEL.survey(p, {}, 30.0))))
    found["lesson-review.svg"] = game_plot(reviewed, standalone=True)
    return {name: f"{text}\n" for name, text in found.items()}


def _view(path: Path) -> PositionView:
    # All borders of the examples are proved: no estimate of ownership is needed.
    position = load_record(path).position()
    return view_of(json.loads(json.dumps(as_json(_MODEL.survey(position, {}, 30.0)))))


def picture_of_page(target: Path) -> bool:
    """Write a PNG of the lesson's page; False where there is no browser."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        return False
    view = _view(EXAMPLES / "lesson.sgf")
    with tempfile.TemporaryDirectory() as folder:
        text = analysis_page(view, "Lesson", moment(view, 0))
        file = write_page(Path(folder), text)
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        command += [f"--user-data-dir={folder}/profile", "--window-size=1240,1080"]
        command += [f"--screenshot={target}", file.as_uri()]
        done = subprocess.run(command, capture_output=True, check=False, timeout=120)
    if done.returncode == 0:
        _shrink(target)
    return done.returncode == 0


def _shrink(path: Path) -> None:
    """Keep few colours: a page has not more, and the file becomes a third as large."""
    from PIL import Image

    with Image.open(path) as image:
        small = image.convert("RGB").quantize(96)
    small.save(path, optimize=True)


def main() -> None:
    """Write all figures."""
    FIGURES.mkdir(exist_ok=True)
    for name, text in figures().items():
        (FIGURES / name).write_text(text, encoding="utf-8")
    page = picture_of_page(FIGURES / "lesson-page.png")
    sys.stderr.write(f"figures are in {FIGURES}{'' if page else ' (no browser: page kept)'}\n")


if __name__ == "__main__":
    main()
