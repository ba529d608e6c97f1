"""Real Word files with citation fields, where they are at hand, hold what was counted in their XML."""

import tomllib
from pathlib import Path
from typing import TypedDict

import pytest

from tasks.readers.contract import MarkKind, Reading
from tasks.readers.word.reader import DocxReader

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the third-party files (../shared/data) are not here")


class Count(TypedDict):
    path: str
    citations: int
    pointers: int
    works: int
    listed: int
    authors: int


class Counts(TypedDict):
    docx: list[Count]


COUNTS: Counts = tomllib.loads((Path(__file__).parent / "expected_fields.toml").read_text("utf-8"))  # type: ignore[assignment]


def found(reading: Reading) -> dict[str, int]:
    marks = [m for paragraph in reading.paragraphs for m in paragraph.marks if m.kind is MarkKind.CITATION]
    return {
        "citations": len(marks),
        "pointers": sum(len(mark.targets) for mark in marks),
        "works": len(reading.references),
        "listed": sum(paragraph.listed for paragraph in reading.paragraphs),
        "authors": len(reading.references[0].authors) if reading.references else 0,
    }


@pytest.mark.parametrize("count", COUNTS["docx"], ids=lambda count: Path(count["path"]).stem)
def test_real_fields_hold_what_was_counted(count: Count) -> None:
    reading = DocxReader().read("a.docx", (DATA / count["path"]).read_bytes())
    assert found(reading) == {name: value for name, value in count.items() if name != "path"}
    assert all(reference.title and reference.year and not reference.problems for reference in reading.references)


def test_no_other_real_file_has_citations_of_the_format() -> None:
    counted = {DATA / count["path"] for count in COUNTS["docx"]}
    others = sorted(set((DATA / "manuscripts" / "docx").rglob("*.docx")) - counted)
    assert len(others) >= 80
    for file in others:
        assert set(found(DocxReader().read(file.name, file.read_bytes())).values()) == {0}, file
