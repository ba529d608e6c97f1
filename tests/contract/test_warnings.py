"""Every warning code that a reader or step A can give has words in both languages."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
_GIVEN = re.compile(
    r"f?\"([a-z]+(?:_[a-z]+)+)=(?:\{|\d)|lost\[\"([a-z_]+)\"\]|lost(?:\.update)?\(\{?\"([a-z]+(?:_[a-z]+)+)\""
)
NOT_WARNINGS = {
    "bibliography_entries",
    "embedded_works",
    "highest_number",
    "list_entries",
    "unnumbered_lists",
    "year_off_by",
}
"""Reasons of the numbering, which have words of their own, and of a match."""


def codes() -> set[str]:
    found = set()
    for folder in ("readers", "parse"):
        # What a payload of references says of itself is told in the envelope's own words.
        for file in (f for f in (ROOT / "tasks" / folder).rglob("*.py") if f.parent.name != "payload"):
            for match in _GIVEN.finditer(file.read_text("utf-8")):
                found.add(next(group for group in match.groups() if group))
    return found - NOT_WARNINGS


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_warning_has_words(language: str) -> None:
    wording = tomllib.loads((ROOT / "templates" / f"wording.{language}.toml").read_text("utf-8"))["warning"]
    assert len(codes()) >= 30
    assert sorted(codes() - wording.keys()) == []
