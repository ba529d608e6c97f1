"""OpenDocument: marks of Zotero, JabRef and LibreOffice, notes, lists, tables, boxes, tracked changes, and bounds."""

import io
import json
import zipfile
from html import escape

import pytest

from state.errors import ManuscriptError
from tasks.readers.contract import MarkKind, Paragraph, ParagraphKind, Reading
from tasks.readers.odt.reader import OdtReader

NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{urn}:1.0"'
    for name, urn in (
        ("office", "office"), ("style", "style"), ("text", "text"), ("table", "table"), ("draw", "drawing"),
        ("fo", "xsl-fo-compatible"), ("meta", "meta"),
    )
) + ' xmlns:xlink="http://www.w3.org/1999/xlink"'  # fmt: skip
STYLES = f"""<office:document-styles {NAMES}><office:styles>
<style:style style:name="Heading_20_1" style:display-name="Heading 1" style:default-outline-level="1"/>
<style:style style:name="Standard"/>
<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"
 style:num-prefix="[" style:num-suffix="]"/></text:list-style>
</office:styles></office:document-styles>"""
AUTOMATIC = """<office:automatic-styles>
<style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style>
<style:style style:name="T2"><style:text-properties style:text-position="-33% 58%"/></style:style>
<style:style style:name="T3"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="P1" style:parent-style-name="Heading_20_1"/>
</office:automatic-styles>"""
ITEM = {
    "citationItems": [
        {
            "id": 1,
            "uris": ["http://zotero.org/users/1/items/AAAA"],
            "locator": "5",
            "itemData": {
                "id": 1,
                "type": "book",
                "title": "Nothing",
                "author": [{"family": "Doe"}],
                "DOI": "10.1000/n",
            },
        }
    ]
}
ZOTERO = escape(f"ZOTERO_ITEM CSL_CITATION {json.dumps(ITEM)} RNDabc")


def cited(name: str, text: str, kind: str = "reference-mark") -> str:
    return f'<text:{kind}-start text:name="{name}"/>{text}<text:{kind}-end text:name="{name}"/>'


def packed(body: str, meta: str = "", **parts: str) -> bytes:
    content = (
        f"<office:document-content {NAMES}>{AUTOMATIC}<office:body><office:text>{body}</office:text></office:body>"
        "</office:document-content>"
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", content)
        archive.writestr("styles.xml", STYLES)
        archive.writestr("meta.xml", f"<office:document-meta {NAMES}>{meta}</office:document-meta>")
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/") + ".xml", text)
    return buffer.getvalue()


def read(body: str, meta: str = "") -> Reading:
    return OdtReader().read("a.odt", packed(body, meta))


def spans(paragraph: Paragraph, kind: MarkKind) -> list[tuple[str, str]]:
    return [(paragraph.text[mark.start : mark.end], mark.payload) for mark in paragraph.marks if mark.kind is kind]


def keys(reading: Reading) -> list[str]:
    return [
        target.key
        for item in reading.paragraphs
        for mark in item.marks
        if mark.kind is MarkKind.CITATION
        for target in mark.targets
    ]


BODY = f"""<text:tracked-changes><text:changed-region><text:deletion><text:p>gone [9]</text:p></text:deletion>
</text:changed-region></text:tracked-changes>
<text:table-of-content><text:index-body><text:p>Contents</text:p></text:index-body></text:table-of-content>
<text:h text:outline-level="2">Methods</text:h>
<text:p text:style-name="P1">By style</text:p>
<text:p>Known {cited(ZOTERO, "(Doe,<text:s/>n.d.)")}  and<text:span text:style-name="T1">2</text:span><text:span
 text:style-name="T1">,3</text:span> H<text:span text:style-name="T2">2</text:span>O<text:note
 text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>A note [4].</text:p>
</text:note-body></text:note> <text:a xlink:href="#ref1">[1]</text:a><text:line-break/>line<office:annotation>
<text:p>comment</text:p></office:annotation><text:change-start/>new</text:p>
<text:p><text:span text:style-name="T3">All of it</text:span></text:p>
<text:p>Box<draw:frame><draw:text-box><text:p>boxed [5]</text:p></draw:text-box></draw:frame></text:p>
<text:list text:style-name="L1"><text:list-item><text:p><text:bookmark text:name="ref1"/>First</text:p>
<text:p>more</text:p></text:list-item><text:list-item><text:p>Second</text:p></text:list-item></text:list>
<table:table><table:table-row><table:table-cell><text:p>c</text:p></table:table-cell><table:table-cell><text:p>d</text:p>
</table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>e</text:p></table:table-cell>
</table:table-row></table:table>
<text:section text:name="ZOTERO_BIBL {{}} CSL_BIBLIOGRAPHY RNDx"><text:p>Doe. Nothing.</text:p></text:section>
<text:bibliography><text:index-body><text:index-title><text:p>References</text:p></text:index-title><text:p>Roe.</text:p>
</text:index-body></text:bibliography>"""


def test_a_text_is_read_in_order_as_accepted() -> None:
    reading = read(BODY)
    assert reading.warnings == ()
    assert [
        (item.line, item.kind.value, item.heading_level, item.list_number, item.text) for item in reading.paragraphs
    ] == [
        (1, "body", 2, None, "Methods"),
        (2, "body", 1, None, "By style"),
        (3, "body", None, None, "Known (Doe, n.d.) and2,3 H2O [1]\nlinenew"),
        (3, "footnote", None, None, "A note [4]."),
        (4, "body", None, None, "All of it"),
        (5, "body", None, None, "Box"),
        (6, "body", None, None, "boxed [5]"),
        (7, "body", None, "[1]", "First"),
        (8, "body", None, None, "more"),
        (9, "body", None, "[2]", "Second"),
        (10, "table", None, None, "c"),
        (11, "table", None, None, "d"),
        (12, "table", None, None, "e"),
        (13, "body", None, None, "Doe. Nothing."),
        (14, "body", None, None, "References"),
        (15, "body", None, None, "Roe."),
    ]
    assert [item.row for item in reading.paragraphs if item.kind is ParagraphKind.TABLE] == [(1, 1), (1, 1), (1, 2)]
    assert [item.text for item in reading.paragraphs if item.listed] == ["Doe. Nothing.", "Roe."]
    assert [item.text for item in reading.paragraphs if item.bold] == ["All of it"]


def test_marks_links_and_anchors() -> None:
    reading = read(BODY)
    text = reading.paragraphs[2]
    assert spans(text, MarkKind.SUPERSCRIPT) == [("2,3", "")]
    assert spans(text, MarkKind.SUBSCRIPT) == [("2", "")]
    assert spans(text, MarkKind.LINK) == [("[1]", "#ref1")]
    assert spans(text, MarkKind.CITATION) == [("(Doe, n.d.)", "")]
    assert [item.text for item in reading.paragraphs if "ref1" in item.anchors] == ["First"]


def test_zoteros_marks_carry_the_works() -> None:
    reading = read(BODY)
    [work] = reading.references
    assert keys(reading) == [work.id] == ["http://zotero.org/users/1/items/AAAA"]
    assert (work.title, work.doi, work.authors[0].family) == ("Nothing", "10.1000/n", "Doe")


def test_zoteros_bookmarks_find_their_data_in_the_properties() -> None:
    code = f"ITEM CSL_CITATION {json.dumps(ITEM)}"
    meta = "".join(
        f'<meta:user-defined meta:name="ZOTERO_BREF_abc_{number}">{escape(part)}</meta:user-defined>'
        for number, part in ((2, code[60:]), (1, code[:60]))
    )
    reading = read(f"<text:p>x {cited('ZOTERO_BREF_abc', '[1]', 'bookmark')}</text:p>", meta)
    assert keys(reading) == ["http://zotero.org/users/1/items/AAAA"]


def test_jabref_and_libreoffice_name_keys() -> None:
    attributes = {
        "identifier": "roe2020", "bibliography-type": "article", "author": "Roe, R.;Poe, P.", "title": "Another",
        "year": "2020", "journal": "Journal of Nothing",
    }  # fmt: skip
    described = " ".join(f'text:{name}="{value}"' for name, value in attributes.items())
    entry = f"<text:bibliography-mark {described}>[Roe]</text:bibliography-mark>"
    old = cited("JR_cite_1_doe2021,poe2019", "[1,2]")
    new = cited("JABREF_zoe2018 CID_1 x", "[3]")
    reading = read(f"<text:p>{old} {entry} {new}</text:p>")
    assert keys(reading) == ["doe2021", "poe2019", "roe2020", "zoe2018"]
    [work] = reading.references
    assert (work.id, work.title, work.year, [one.family for one in work.authors]) == (
        "roe2020", "Another", 2020, ["Roe", "Poe"],
    )  # fmt: skip


def test_a_mark_that_cannot_be_read_is_said_and_its_text_stays() -> None:
    reading = read(f"<text:p>x {cited('ZOTERO_ITEM CSL_CITATION {cut', '[1]')}</text:p>")
    assert reading.paragraphs[0].text == "x [1]"
    assert reading.warnings == ("citation_field_unreadable=1",)


def test_a_flat_file_is_read_too() -> None:
    body = "<office:body><office:text><text:p>x</text:p></office:text></office:body>"
    text = f"<office:document {NAMES}>{body}</office:document>"
    assert [item.text for item in OdtReader().read("a.fodt", text.encode()).paragraphs] == ["x"]


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><x>&b;</x>'


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PK\x03\x04 no archive",
        b"plain text",
        b"{\\rtf1 x}",
        packed("<text:p>x")[:200],
        packed("</office:text>"),
        packed("<text:span>" * 5000 + "</text:span>" * 5000),
        packed("<text:p>" + " " * 60_000_000 + "</text:p>"),
        packed("x", **{"META-INF__manifest": '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
                                              "<m:encryption-data/></m:manifest>"}),
    ],
    ids=["empty", "damaged", "text", "rtf", "cut", "ill-formed", "deep", "bomb", "password"],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_one_line(content: bytes) -> None:
    with pytest.raises(ManuscriptError, match=r"^a\.odt: ") as caught:
        OdtReader().read("a.odt", content)
    assert "\n" not in str(caught.value)


def test_a_refusal_speaks_of_the_right_program() -> None:
    with pytest.raises(ManuscriptError, match=r"not a readable OpenDocument file.*LibreOffice.*\.odt"):
        OdtReader().read("a.odt", b"PK\x03\x04 no archive")


def test_entities_are_refused() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("content.xml", BOMB)
    for name, content in (("a.odt", buffer.getvalue()), ("a.fodt", BOMB.encode())):
        with pytest.raises(ManuscriptError):
            OdtReader().read(name, content)


def test_twenty_thousand_citations_are_read() -> None:
    reading = read("".join(f"<text:p>x {cited(f'JR_cite_{n}_key{n}', '[1]')}</text:p>" for n in range(20_000)))
    assert len(keys(reading)) == 20_000
