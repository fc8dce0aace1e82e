"""What documents say of each other: decisions are listed, and what is referred to is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
TEXTS = [
    path
    for folder in ("docs", "gtpengine", "scripts", "tests", "configs")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".md", ".py", ".toml", ".js")
]


@pytest.mark.parametrize("page", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_is_listed_under_its_number_and_title(page):
    number, title = re.match(r"# (\d+)\. (.+)", page.read_text(encoding="utf-8")).groups()
    assert int(number) == int(page.stem[:4])
    listed = (page.parent / "README.md").read_text(encoding="utf-8")
    assert f"| {number} | [{title}]({page.name}) |" in listed


def test_decisions_that_are_referred_to_exist():
    numbers = {page.stem[:4] for page in DECISIONS}
    missing = {
        (str(path.relative_to(ROOT)), number)
        for path in TEXTS
        for number in re.findall(r"decisions/(\d{4})", path.read_text(encoding="utf-8"))
        if number not in numbers
    }
    assert not missing
