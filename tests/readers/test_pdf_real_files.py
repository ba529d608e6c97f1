"""Real PDFs, where they are at hand: each holds what was counted by hand."""

import re
import tomllib
from pathlib import Path
from typing import NotRequired, TypedDict

import pytest

from tasks.language.markers import square_markers
from tasks.readers.contract import MarkKind, ParagraphKind
from tasks.readers.pdf.reader import PdfReader

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the third-party files (../shared/data) are not here")


class PdfCount(TypedDict):
    path: str
    entries: int
    first: NotRequired[str]
    last: NotRequired[str]
    square: int
    linked: int
    years: int
    notes: int


COUNTS: list[PdfCount] = tomllib.loads((Path(__file__).parent / "expected_pdf.toml").read_text("utf-8"))["pdf"]


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: Path(count["path"]).stem[-20:])
def test_pdfs_hold_what_was_counted(count: PdfCount) -> None:
    reading = PdfReader().read("a.pdf", (DATA / count["path"]).read_bytes())
    listed = [item for item in reading.paragraphs if item.listed]
    cut = next((n for n, item in enumerate(reading.paragraphs) if item.listed), len(reading.paragraphs))
    body = reading.paragraphs[:cut]
    citations = [mark for item in body for mark in item.marks if mark.kind is MarkKind.CITATION]
    anchors = {anchor for item in listed for anchor in item.anchors}
    assert all(target.key in anchors for mark in citations for target in mark.targets)
    found = {
        "entries": len(listed),
        "square": sum(len(square_markers(item.text)) for item in body),
        "linked": len(citations),
        "years": sum(len(re.findall(r"[A-Za-z.,]\s(?:19|20)\d\d[ab]?[);]", item.text)) for item in body),
        "notes": sum(item.kind is ParagraphKind.FOOTNOTE for item in reading.paragraphs),
    }
    assert found == {key: count[key] for key in found}  # type: ignore[literal-required]
    if "first" in count:
        labels = [item.text.split(None, 1)[0] for item in (listed[0], listed[-1])]
        assert labels == [count["first"], count["last"]]
    lines = [item.line for item in reading.paragraphs if item.kind is not ParagraphKind.FOOTNOTE]
    assert lines == list(range(1, len(lines) + 1))


def test_every_pdf_of_the_data_is_read() -> None:
    files = sorted((DATA / "manuscripts").rglob("*.pdf"))
    assert len(files) >= 16
    for file in files:
        reading = PdfReader().read(file.name, file.read_bytes())
        assert reading.paragraphs, file
        for item in reading.paragraphs:
            assert all(0 <= mark.start < mark.end <= len(item.text) for mark in item.marks), file
