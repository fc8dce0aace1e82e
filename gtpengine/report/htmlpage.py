"""One HTML file with everything inside: no network, no other files, light and dark."""

from functools import cache
from pathlib import Path

from gtpengine import __version__
from gtpengine.errors import BadInput
from gtpengine.report.svg import PAGE_FILES, picture_rules, text_of
from gtpengine.wholefile import write_whole

PAGE_NAME = "index.html"


def page(title: str, when: str, body: str) -> str:
    """Return a whole page; `title` and `when` are text, `body` is markup."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="gtpengine {__version__}">
<link rel="icon" href="data:,">
<title>{text_of(title)}</title>
<style>
{picture_rules()}{_file("page.css")}</style>
</head>
<body>
<a class="skip" href="#main">To the content</a>
<header>
<div>
<h1>{text_of(title)}</h1>
<p class="when">{text_of(when)}</p>
</div>
<button id="theme" type="button" aria-label="Light or dark" hidden>
<span class="wide-only">Light / dark</span> &#9680;</button>
</header>
<main id="main">
{body}
</main>
<footer>Made by gtpengine {__version__}. Counts are Black's points minus White's.</footer>
<script>
{_file("page.js")}</script>
</body>
</html>
"""


def write_page(folder: Path, text: str) -> Path:
    """Write the page into a folder, which is made if need be; return the file.

    Raises:
        BadInput: it cannot be written.
    """
    target = folder / PAGE_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(target, text.encode())
    except OSError as error:
        raise BadInput(f"cannot write {target}: {error.strerror or error}") from None
    return target


@cache
def _file(name: str) -> str:
    return (PAGE_FILES / name).read_text(encoding="utf-8")
