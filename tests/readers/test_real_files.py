"""Real files, where they are at hand: each is read, or refused in one line; twenty hold what was counted by hand."""

import tomllib
from pathlib import Path
from typing import TypedDict

import pytest

from state.errors import ManuscriptError
from tasks.readers.bibtex.reader import BibReader
from tasks.readers.contract import MarkKind, ParagraphKind
from tasks.readers.word.reader import DocxReader

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
NOTES = (ParagraphKind.FOOTNOTE, ParagraphKind.ENDNOTE)

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the third-party files (../shared/data) are not here")


class DocxCount(TypedDict):
    path: str
    paragraphs: int
    notes: int
    markers: int
    superscripts: int


class BibCount(TypedDict):
    path: str
    entries: int
    failed: int


class Counts(TypedDict):
    docx: list[DocxCount]
    bib: list[BibCount]


COUNTS: Counts = tomllib.loads((Path(__file__).parent / "expected_counts.toml").read_text("utf-8"))  # type: ignore[assignment]


def test_every_word_file_is_read_or_refused() -> None:
    files = sorted((DATA / "manuscripts" / "docx").rglob("*.docx"))
    assert len(files) >= 90
    read = 0
    for file in files:
        try:
            reading = DocxReader().read(file.name, file.read_bytes())
        except ManuscriptError as error:
            assert "\n" not in str(error), file
            continue
        read += 1
        lines = [item.line for item in reading.paragraphs if item.kind not in NOTES]
        assert lines == list(range(1, len(lines) + 1)), file
        for item in reading.paragraphs:
            assert all(mark.start < mark.end <= len(item.text) for mark in item.marks), file
    assert read == len(files)


def test_every_bibliography_is_read_or_refused() -> None:
    files = [*(DATA / "references" / "bib").rglob("*.*"), *(DATA / "references" / "jabref").glob("*.bib")]
    files = sorted(file for file in files if file.suffix in BibReader.suffixes)
    assert len(files) >= 200
    for file in files:
        try:
            found = BibReader().read(file.name, file.read_bytes())
        except ManuscriptError as error:
            assert "\n" not in str(error), file
            continue
        ids = [item.id for item in found.references]
        assert len(ids) == len(set(ids)), file
        assert found.references or found.warnings == ("no_entries",), file


@pytest.mark.parametrize("count", COUNTS["docx"], ids=lambda count: Path(count["path"]).stem)
def test_word_files_hold_what_was_counted(count: DocxCount) -> None:
    reading = DocxReader().read("a.docx", (DATA / count["path"]).read_bytes())
    notes = sum(item.kind in NOTES for item in reading.paragraphs)
    superscripts = sum(mark.kind is MarkKind.SUPERSCRIPT for item in reading.paragraphs for mark in item.marks)
    assert (len(reading.paragraphs) - notes, notes, superscripts) == (
        count["paragraphs"], count["notes"], count["superscripts"],
    )  # fmt: skip


@pytest.mark.parametrize("count", COUNTS["bib"], ids=lambda count: Path(count["path"]).stem[:40])
def test_bibliographies_hold_what_was_counted(count: BibCount) -> None:
    found = BibReader().read("a.bib", (DATA / count["path"]).read_bytes())
    assert (len(found.references), len(found.broken)) == (count["entries"], count["failed"])
