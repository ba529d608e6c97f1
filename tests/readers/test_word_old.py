"""Old Word files, made and read again by LibreOffice where it is installed."""

import io
import os
import random
import struct
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from state.errors import ManuscriptError
from tasks.readers.contract import MarkKind, Reading
from tasks.readers.word import old as doc
from tasks.readers.word.old import DocReader, find_libreoffice
from tasks.readers.word.old_fields import DamagedError, document_head, with_visible_fields
from tasks.readers.word.reader import DocxReader
from tests.readers.word import (
    bookmark,
    character,
    cite,
    cited,
    code,
    compound,
    endnote_plain,
    field,
    item,
    p,
    r,
    style,
    sup,
    table,
    with_members,
    word_file,
    zotero,
    zotero_uri,
)

needs_libreoffice = pytest.mark.skipif(find_libreoffice() is None, reason="LibreOffice is not installed")

BODY = (
    p("Methods", style="H")
    + p("Plain 中文 ¸ ", zotero("[1–2]", item(1), item(2)), sup("3"), " goes on.")
    + table([p("cell ", endnote_plain("(Marsh3 2003)", cite(3)))])
    + p("See ", field('HYPERLINK "https://example.org/x"', r("there")))
    + p(character("begin"), code("ADDIN ZOTERO_BIBL {} CSL_BIBLIOGRAPHY"), character("separate"), "1. Marsh1")
    + p("2. Marsh2", character("end"))
    + p(bookmark("_Ref9", r("After")))
)


CONTENT_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" ContentType="{0}.document.main+xml"/>'
    '<Override PartName="/word/styles.xml" ContentType="{0}.styles+xml"/></Types>'
).format("application/vnd.openxmlformats-officedocument.wordprocessingml")


def for_office(content: bytes) -> bytes:
    """A file that other programs open too: they ask for types, and for the namespace of relationships."""
    with zipfile.ZipFile(io.BytesIO(content)) as source:
        links = {name: source.read(name).decode() for name in source.namelist() if name.endswith(".rels")}
    space = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    named = {name: text.replace("<Relationships>", space) for name, text in links.items()}
    return with_members(content, {"[Content_Types].xml": CONTENT_TYPES, **named})


def old_file(folder: Path, content: bytes) -> bytes:
    """A Word file as an old one."""
    source = folder / "a.docx"
    source.write_bytes(for_office(content))
    program = find_libreoffice()
    assert program is not None
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [program, profile, "--headless", "--convert-to", "doc:MS Word 97", "--outdir", str(folder), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return (folder / "a.doc").read_bytes()


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """`BODY` as an old Word file."""
    return old_file(tmp_path_factory.mktemp("old"), word_file(BODY, styles=style("H", "heading 1")))


@needs_libreoffice
@pytest.mark.parametrize("name", ["thesis.doc", "thesis.docx"])
def test_an_old_file_is_read_with_its_citations_whatever_it_is_called(old: bytes, name: str) -> None:
    reading = (DocReader() if name.endswith(".doc") else DocxReader()).read(name, old)
    assert (reading.format, reading.warnings) == ("doc", ("converted=1",))
    assert [paragraph.text for paragraph in reading.paragraphs] == [
        "Methods", "Plain 中文 ¸ [1–2]3 goes on.", "cell (Marsh3 2003)", "See there", "1. Marsh1", "2. Marsh2",
        "After",
    ]  # fmt: skip
    assert cited(reading) == [
        ("[1–2]", [zotero_uri(1), zotero_uri(2)]), ("(Marsh3 2003)", ["endnote:lib1:3"]),
    ]  # fmt: skip
    assert [paragraph.listed for paragraph in reading.paragraphs] == [False, False, False, False, True, True, False]
    assert (reading.paragraphs[0].heading_level, reading.paragraphs[-1].anchors) == (1, ("_Ref9",))
    assert [reference.title for reference in reading.references][:2] == ["Tides of harbour 1", "Tides of harbour 2"]
    kinds = [mark.kind for mark in reading.paragraphs[1].marks]
    assert MarkKind.SUPERSCRIPT in kinds
    assert "https://example.org/x" in [mark.payload for mark in reading.paragraphs[3].marks]


@needs_libreoffice
def test_a_damaged_old_file_raises_nothing_but_manuscript_errors(old: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doc, "find_libreoffice", lambda: None)
    chance = random.Random(4)
    said = set()
    for _ in range(300):
        broken = bytearray(old[: chance.choice([len(old), len(old), chance.randrange(600, len(old))])])
        for _ in range(chance.randrange(1, 30)):
            broken[chance.choice([chance.randrange(8, 600), chance.randrange(8, len(broken))])] = chance.randrange(256)
        said.add(refusal(bytes(broken)).partition(" (")[0])
    assert {"thesis.doc: an old Word file", "thesis.doc: a damaged old Word file"} <= said


def readings() -> Iterator[tuple[str, Reading]]:
    content = word_file(p("Text"))
    yield "a.doc", DocReader().read("a.doc", content)
    yield "a.docx", DocxReader().read("a.docx", content)


def test_a_new_file_under_the_old_suffix_is_read_as_what_it_is() -> None:
    (_, old_name), (_, new_name) = readings()
    assert old_name == new_name
    assert old_name.format == "docx"


def refusal(content: bytes) -> str:
    with pytest.raises(ManuscriptError) as caught:
        DocReader().read("thesis.doc", content)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"),
        (b"words", "not a Word file"),
        (b"{\\rtf1}", "RTF"),
        (b"%PDF-1.7", "PDF"),
        (compound("EncryptedPackage"), "password"),
        (compound("WordDocument", flags=0x0100), "password"),
        (compound("PowerPoint Document"), "no Word document"),
        (compound("WordDocument", "0Table"), "damaged"),
    ],
)
def test_what_is_no_old_word_file_is_refused_with_what_it_is(content: bytes, says: str) -> None:
    assert says in refusal(content)


def without_fields(content: bytes) -> tuple[bytes, str]:
    return content, "¸¯¨"


def test_without_libreoffice_an_old_file_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doc, "find_libreoffice", lambda: None)
    monkeypatch.setattr(doc, "with_visible_fields", without_fields)
    assert "needs LibreOffice" in refusal(compound("WordDocument", "1Table"))


def test_a_converter_that_makes_nothing_or_does_not_end_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "program"
    monkeypatch.setattr(doc, "with_visible_fields", without_fields)
    monkeypatch.setattr(doc, "find_libreoffice", lambda: str(program))
    monkeypatch.setattr(doc, "SECONDS", 0.2)
    assert "does not start" in refusal(compound("WordDocument", "1Table"))
    if os.name != "posix":
        pytest.skip("shell scripts are no programs here")
    for script, says in (("exit 1", "could not read"), ("tail -f /dev/null", "did not finish")):
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        assert says in refusal(compound("WordDocument", "1Table"))


def test_circles_and_wild_numbers_in_the_container_are_damage() -> None:
    whole = compound("WordDocument", "1Table")
    assert document_head(whole)[:2] == b"\xec\xa5"
    for place, value in ((0x1E, 0xFFFF), (0x2C, 0), (0x30, 500), (0x4C, 0xFFFFF), (-512, 0), (628, 7)):
        broken = bytearray(whole)
        struct.pack_into("<I", broken, len(whole) + place if place < 0 else place, value)
        with pytest.raises(DamagedError):
            document_head(bytes(broken))
    with pytest.raises(DamagedError):
        with_visible_fields(whole)


@needs_libreoffice
def test_a_file_so_short_that_its_streams_are_small_ones_is_read(tmp_path: Path) -> None:
    [paragraph] = DocReader().read("a.doc", old_file(tmp_path, word_file(p("Short.")))).paragraphs
    assert paragraph.text == "Short."
