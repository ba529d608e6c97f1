"""Files that are no Word documents, or are made to hurt: refused in one clear line, never a crash, never a hang."""

import io
import struct
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from tasks.readers.word import fields as docx_fields
from tasks.readers.word import package as docx_package
from tasks.readers.word import walk as docx_walk
from tasks.readers.word import works as docx_works
from tasks.readers.word.reader import DocxReader
from tests.readers.word import MAIN, archive, character, compound, item, p, word_file, zotero

DOCUMENT = "word/document.xml"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def refusal(content: bytes) -> str:
    with pytest.raises(ManuscriptError) as caught:
        DocxReader().read("thesis.docx", content)
    message = str(caught.value)
    assert message.startswith("thesis.docx: ")
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"),
        (b"Just some text, named wrongly.", "no zip archive"),
        (b"PK\x03\x04 and then nothing", "damaged"),
        (compound("EncryptionInfo", "EncryptedPackage"), "password"),
        (compound("WordDocument", "1Table", flags=0x0100), "password"),
        (compound("Workbook"), "no Word document"),
        (compound("WordDocument", "1Table", first_word=0x1234), "damaged old Word file"),
        (compound("WordDocument", "1Table"), "damaged old Word file"),
        (OLE, "no Word document"),
        (OLE + bytes(600) + "WordDocument".encode("utf-16-le"), "no Word document"),
        (b"{\\rtf1\\ansi}", "RTF"),
        (b"%PDF-1.7", "PDF"),
        (b"  <html><body>saved as Word</body></html>", "web page"),
        (archive({"hello.txt": "hi"}), "word/document.xml is missing"),
        (archive({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<x/>"}), "OpenDocument"),
        (archive({DOCUMENT: "<w:document"}), "not well-formed"),
        (archive({DOCUMENT: "<other/>"}), "no Word document"),
        (archive({DOCUMENT: ""}), "not well-formed"),
    ],
)
def test_what_is_no_word_file_is_refused_with_what_it_is(content: bytes, says: str) -> None:
    assert says in refusal(content)


def test_a_workbook_is_refused_by_its_kind() -> None:
    relation = '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    assert "workbook" in refusal(archive({"_rels/.rels": relation, "xl/workbook.xml": "<workbook/>"}))


def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = archive({DOCUMENT: b"<w:p/>" * 8_000_000})
    assert len(bomb) < 100_000
    assert "unpacks to 48,000,000 bytes" in refusal(bomb)


def test_a_part_that_lies_about_its_size_is_not_read_past_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docx_package, "MAX_PART_BYTES", 1000)
    content = bytearray(archive({DOCUMENT: b"<w:p/>" * 400}))
    place = content.index(b"PK\x01\x02") + 24
    content[place : place + 4] = struct.pack("<I", 900)
    refusal(bytes(content))


def test_too_many_tags_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docx_package, "MAX_TAGS", 20)
    assert "more than 20 XML tags" in refusal(word_file(p("a") * 10))


def test_too_many_paragraphs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docx_walk, "MAX_PARAGRAPHS", 9)
    assert "more than 9 paragraphs" in refusal(word_file(p("a") * 10))


def test_too_many_works_and_pointers_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    content = word_file(p(zotero("[1, 2]", item(1), item(2))) * 3)
    monkeypatch.setattr(docx_works, "MAX_WORKS", 1)
    assert "carries more than 1 works" in refusal(content)
    monkeypatch.setattr(docx_works, "MAX_WORKS", 2)
    monkeypatch.setattr(docx_fields, "MAX_POINTERS", 5)
    assert "more than 5 times" in refusal(content)


def test_too_many_members_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docx_package, "MAX_MEMBERS", 2)
    assert "members" in refusal(archive({"a": "", "b": "", "c": ""}))


@pytest.mark.parametrize(
    "declaration",
    [
        '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY x "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
        '<!DOCTYPE d SYSTEM "http://127.0.0.1:9/x.dtd">',
    ],
)
def test_entities_are_never_resolved(declaration: str) -> None:
    document = (
        f'{declaration}<w:document xmlns:w="{MAIN}"><w:body><w:p><w:r><w:t>{{}}</w:t></w:r></w:p></w:body></w:document>'
    )
    content = document.replace("{}", "&x;" if "ENTITY" in declaration else "x")
    assert "DOCTYPE" in refusal(archive({DOCUMENT: content}))


@pytest.mark.parametrize("depth", [150, 1000, 100_000])
def test_deep_nesting_is_read_or_refused(depth: int) -> None:
    body = "<w:smartTag>" * depth + "<w:p><w:r><w:t>x</w:t></w:r></w:p>" + "</w:smartTag>" * depth
    content = word_file(body)
    if depth < 200:
        assert DocxReader().read("a.docx", content).paragraphs[0].text == "x"
    else:
        assert "Excessive depth" in refusal(content)


def test_fields_nested_without_end_cost_nothing() -> None:
    opened = p((character("begin") + character("separate")) * 3000, "a")
    closed = p(character("end") * 3000, "c")
    reading = DocxReader().read("a.docx", word_file(opened + p("b") * 3000 + closed))
    assert len(reading.paragraphs) == 3002
    assert max(len(item.marks) for item in reading.paragraphs) <= docx_walk.MAX_FIELDS


def test_names_in_the_archive_reach_no_folder(tmp_path: object) -> None:
    content = archive({"../../evil.txt": "x", "word\\document.xml": _document("backslashes")})
    assert DocxReader().read("a.docx", content).paragraphs[0].text == "backslashes"


def test_an_encrypted_member_is_refused() -> None:
    content = bytearray(archive({DOCUMENT: _document("x")}))
    for magic, flag in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = content.index(magic) + flag
        content[place] |= 1
    assert "cannot be unpacked" in refusal(bytes(content))


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_damaged_archives_raise_nothing_but_manuscript_errors(data: st.DataObject) -> None:
    content = bytearray(
        word_file(p("some text", character("begin"), "x") * 3, styles="<w:style/>", numbering="<w:num/>")
    )
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] = data.draw(st.integers(0, 255))
    cut = data.draw(st.one_of(st.none(), st.integers(1, len(content))))
    try:
        DocxReader().read("a.docx", bytes(content[:cut]))
    except ManuscriptError as error:
        assert "\n" not in str(error)


_PIECES = st.sampled_from(
    [
        "<w:p>",
        "</w:p>",
        "<w:r>",
        "</w:r>",
        "<w:t>x</w:t>",
        "<w:tbl>",
        "</w:tbl>",
        "<w:tc>",
        "</w:tc>",
        "<w:tr>",
        "</w:tr>",
        "<w:fldChar/>",
        '<w:fldChar w:fldCharType="begin"/>',
        '<w:fldChar w:fldCharType="end"/>',
        "<w:txbxContent>",
        "</w:txbxContent>",
        "<w:hyperlink>",
        "</w:hyperlink>",
        "<w:ins>",
        "</w:ins>",
        "<w:del>",
        "</w:del>",
        "<m:oMath>",
        "</m:oMath>",
        "<w:footnoteReference/>",
        "<w:instrText/>",
        "<w:instrText>ADDIN EN.REFLIST</w:instrText>",
        "<w:instrText>REF a \\r</w:instrText>",
        '<w:fldChar w:fldCharType="begin"><w:fldData>QUFB</w:fldData></w:fldChar>',
        "<w:sdt>",
        "</w:sdt>",
        '<w:sdtPr><w:tag w:val="MENDELEY_BIBLIOGRAPHY"/></w:sdtPr>',
        '<w:sdtPr><w:tag w:val="MENDELEY_CITATION_v3_e30="/></w:sdtPr>',
        '<w:bookmarkStart w:id="1" w:name="a"/>',
        '<w:bookmarkStart w:id="1" w:name="ZOTERO_BREF_a"/>',
        '<w:bookmarkEnd w:id="1"/>',
        '<w:fldChar w:fldCharType="separate"/>',
        "<w:sym/>",
        "<w:pPr><w:rPr><w:del/></w:rPr></w:pPr>",
        '<w:pPr><w:numPr><w:numId w:val="-1"/></w:numPr></w:pPr>',
    ]
)


@settings(deadline=None, max_examples=200)
@given(st.lists(_PIECES, max_size=25))
def test_elements_in_impossible_places_raise_nothing_but_manuscript_errors(pieces: list[str]) -> None:
    body = ""
    opened: list[str] = []
    for piece in pieces:
        if piece.startswith("</"):
            if not opened:
                continue
            piece = f"</{opened.pop()}>"
        elif not piece.endswith("/>") and "</" not in piece:
            opened.append(piece[1:-1])
        body += piece
    body += "".join(f"</{name}>" for name in reversed(opened))
    try:
        DocxReader().read("a.docx", word_file(body))
    except ManuscriptError as error:
        assert "\n" not in str(error)


def _document(text: str) -> str:
    return f'<w:document xmlns:w="{MAIN}"><w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>'


def test_an_archive_in_an_archive_is_only_bytes() -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as package:
        package.writestr("x", "y")
    content = archive({DOCUMENT: _document("x"), "word/embeddings/a.zip": inner.getvalue()})
    assert [item.text for item in DocxReader().read("a.docx", content).paragraphs] == ["x"]
