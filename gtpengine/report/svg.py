"""SVG as text: elements with escaped attributes, and what all our pictures share.

Pictures carry classes, no colours: a page styles them by its own rules, light or dark, and a
picture that stands alone has the rules of page/picture.css inside.
"""

import re
from functools import cache
from html import escape
from pathlib import Path

_MIXED = re.compile(r"(\d) (\d+/\d)")
PAGE_FILES = Path(__file__).parent / "page"


def element(name: str, inner: str = "", /, **attributes: object) -> str:
    """Return an element; `class_` becomes class, other underscores minus signs; None is left out.

    `inner` is markup, not text: see `text_of`.
    """
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            shown = _number(value) if isinstance(value, float) else str(value)
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{escape(shown)}"')
    opening = " ".join(parts)
    return f"<{opening}>{inner}</{name}>" if inner else f"<{opening}/>"


def text_of(text: str) -> str:
    """Return text as markup."""
    return escape(text, quote=False)


def untorn(text: str) -> str:
    """Return text in which mixed numbers, such as 3 1/16, have a blank that is not broken."""
    return _MIXED.sub("\\1\N{NO-BREAK SPACE}\\2", text)


def prose(text: str) -> str:
    """Return text as markup in which mixed numbers are not torn apart."""
    return text_of(untorn(text))


def words(text: str, x: float, y: float, class_: str, **more: object) -> str:
    """Return a text element at a place."""
    return element("text", text_of(text), x=x, y=y, class_=class_, **more)


def path(lines: list[list[tuple[float, float]]], **attributes: object) -> str:
    """Return a path of open lines through points."""
    data = "".join(
        "".join(
            f"{'M' if place == 0 else 'L'}{_number(x)} {_number(y)}"
            for place, (x, y) in enumerate(line)
        )
        for line in lines
    )
    return element("path", d=data, **attributes)


def picture(
    inner: str, width: float, height: float, label: str, class_: str, *, standalone: bool = False
) -> str:
    """Return a whole SVG image; `label` is what it shows, in words."""
    if standalone:
        inner = element("style", picture_rules()) + inner
    return element(
        "svg",
        element("title", text_of(label)) + inner if standalone else inner,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_number(width)} {_number(height)}",
        width=width if standalone else None,
        height=height if standalone else None,
        class_=f"{class_} alone" if standalone else class_,
        role="img" if standalone else "group",
        aria_label=label,
    )


@cache
def picture_rules() -> str:
    """Return the style rules of pictures."""
    return (PAGE_FILES / "picture.css").read_text(encoding="utf-8")


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
