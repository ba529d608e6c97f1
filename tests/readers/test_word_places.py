"""Where citations stand in a Word file, what cross-references point to, and what is neither."""

import pytest

from tasks.readers.contract import MarkKind, ParagraphKind, Reading
from tasks.readers.word.reader import DocxReader
from tests.readers.word import (
    bookmark,
    character,
    citation_json,
    cited,
    code,
    control,
    escaped,
    field,
    item,
    mendeley_cite,
    p,
    r,
    sup,
    table,
    text_box,
    word_file,
    zotero,
    zotero_uri,
)

NUMBERING = (
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>'
    '<w:lvlText w:val="[%1]"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
)


def read(body: str, **parts: str) -> Reading:
    return DocxReader().read("a.docx", word_file(body, **parts))


def entry(name: str, text: str, key: int) -> str:
    properties = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    return p(bookmark(name, r(text), key), properties=properties)


def test_cross_references_to_a_numbered_list_point_to_its_entries() -> None:
    body = (
        p("As ", field(r" REF _Ref11 \r \h ", r("[1]")), " and ", field(r" REF _Ref22 \n \h ", sup("[2]")), " say.")
        + p("References")
        + entry("_Ref11", "Marsh A. Tides.", 1)
        + entry("_Ref22", "Poole B. Locks.", 2)
    )
    reading = read(body, numbering=NUMBERING)
    assert cited(reading) == [("[1]", ["_Ref11"]), ("[2]", ["_Ref22"])]
    assert [(item.list_number, item.anchors) for item in reading.paragraphs[2:]] == [
        ("[1]", ("_Ref11",)), ("[2]", ("_Ref22",)),
    ]  # fmt: skip
    assert (reading.references, reading.uncited, reading.warnings) == ((), (), ())


@pytest.mark.parametrize(
    ("instruction", "printed", "is_citation"),
    [
        (r"REF _Ref1 \r \h", "3", True),
        (r"REF _Ref1 \w", "[3]", True),
        (r"REF _Ref1 \h \n \* MERGEFORMAT", "3.", True),
        (r"REF _Ref1 \h", "[3]", True),
        (r"REF _Ref1 \h", "［3］", True),
        (r"_Ref1 \h", "3", True),
        (r"REF _Ref1 \r \h", "Ref. 3", True),
        (r"REF _Ref1 \r \h", "Error! Reference source not found.", False),
        (r"REF _Ref1 \h", "Figure 3", False),
        (r"REF _Ref404 \r \h", "3", False),
        (r"REF _Ref1 \h", "Table 2", False),
        (r"REF _Ref1", "Methods", False),
        (r"PAGEREF _Ref1 \h", "12", False),
        (r"NOTEREF _Ref1 \h", "4", False),
        (r"SEQ Figure \r 3", "3", False),
        (r"STYLEREF 1 \n", "3", False),
        (r"PAGE", "3", False),
        (r"TOC \o", "1", False),
    ],
)
def test_only_references_that_print_a_place_in_a_list_are_citations(
    instruction: str, printed: str, *, is_citation: bool
) -> None:
    body = p("See ", field(instruction, r(printed))) + p(bookmark("_Ref1", r("Marsh. Tides.")))
    assert bool(cited(read(body))) is is_citation


def test_a_link_to_an_entry_stays_a_link_and_the_entry_has_its_name() -> None:
    link = '<w:hyperlink w:anchor="ref-marsh"><w:r><w:t>Marsh (2007)</w:t></w:r></w:hyperlink>'
    body = p("As ", link) + '<w:bookmarkStart w:id="4" w:name="ref-marsh"/>' + p("Marsh. Tides.") + "<w:bookmarkEnd/>"
    reading = read(body)
    assert cited(reading) == []
    assert [mark.payload for mark in reading.paragraphs[0].marks] == ["#ref-marsh"]
    assert [item.anchors for item in reading.paragraphs] == [(), ("ref-marsh",)]


def test_a_bookmark_behind_the_last_word_names_the_next_paragraph() -> None:
    body = p("Heading", '<w:bookmarkStart w:id="4" w:name="a"/>') + p("Entry", '<w:bookmarkEnd w:id="4"/>')
    closed = p("Text", bookmark("b", "", 5)) + p("Next", bookmark("_GoBack", "", 6))
    assert [item.anchors for item in read(body + closed).paragraphs] == [(), ("a",), ("b",), ()]


def test_citations_are_found_wherever_text_stands() -> None:
    note = '<w:r><w:footnoteReference w:id="5"/></w:r>'
    end = '<w:r><w:endnoteReference w:id="6"/></w:r>'
    body = (
        p("Text ", zotero("[1]", item(1)), note, end)
        + table([p("cell ", zotero("[2]", item(2)))])
        + p("host", text_box(p("box ", zotero("[3]", item(3)))), zotero("[4]", item(4)))
        + p("Figure 1. ", zotero("[5]", item(5)), style="Caption")
        + control("", p("control ", zotero("[6]", item(6))))
        + p(f"<w:hyperlink>{zotero('[7]', item(7))}</w:hyperlink>")
    )
    reading = read(
        body,
        footnotes=f'<w:footnote w:id="5">{p("foot ", zotero("[8]", item(8)))}</w:footnote>',
        endnotes=f'<w:endnote w:id="6">{p("end ", mendeley_cite("[9]", item(9)))}</w:endnote>',
    )
    assert cited(reading) == [(f"[{n}]", [zotero_uri(n)]) for n in (1, 8, 9, 2, 4, 3, 5, 6, 7)]
    assert [reference.id for reference in reading.references] == [zotero_uri(n) for n in (1, 8, 9, 2, 4, 3, 5, 6, 7)]
    kinds = [item.kind for item in reading.paragraphs if any(m.kind is MarkKind.CITATION for m in item.marks)]
    assert kinds[:4] == [ParagraphKind.BODY, ParagraphKind.FOOTNOTE, ParagraphKind.ENDNOTE, ParagraphKind.TABLE]


def test_a_citation_over_two_paragraphs_is_one() -> None:
    instruction = code(escaped(f"ADDIN ZOTERO_ITEM CSL_CITATION {citation_json(item(1), item(2))}"))
    body = p("a ", character("begin"), instruction, character("separate"), "[1,") + p("2]", character("end"), " b")
    assert cited(read(body)) == [("[1,", [zotero_uri(1), zotero_uri(2)])]


def test_a_field_may_begin_in_an_empty_paragraph_and_its_code_be_cut_anywhere() -> None:
    text = escaped(f"ADDIN ZOTERO_ITEM CSL_CITATION {citation_json(item(1))}")
    cut = text.index("Tides") + 2
    body = p(character("begin"), code(text[:cut]), code(text[cut:]), character("separate")) + p("[1]", character("end"))
    assert cited(read(body)) == [("[1]", [zotero_uri(1)])]


def test_a_control_around_paragraphs_marks_what_it_holds_and_nothing_else() -> None:
    block = mendeley_cite("x", item(1)).replace(r("x"), p("[1]"))
    assert cited(read(p("before") + block + p("after"))) == [("[1]", [zotero_uri(1)])]
    boxed = p("host ", text_box(block), "goes on")
    assert cited(read(boxed)) == [("[1]", [zotero_uri(1)])]


def test_changes_to_citations_are_read_as_accepted() -> None:
    gone = (
        zotero("[1]", item(1))
        .replace("<w:t ", "<w:delText ")
        .replace("w:t>", "w:delText>")
        .replace("instrText", "delInstrText")
    )
    body = p("As ", f"<w:del>{gone}</w:del><w:ins>{zotero('[2]', item(2))}</w:ins>")
    reading = read(body)
    assert (reading.paragraphs[0].text, cited(reading)) == ("As [2]", [("[2]", [zotero_uri(2)])])
    assert [reference.id for reference in reading.references] == [zotero_uri(2)]


def test_citations_in_comments_are_no_citations() -> None:
    comment = (
        '<w:commentRangeStart w:id="0"/>',
        '<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>',
    )
    body = p(comment[0], "Text", comment[1])
    reading = read(body, comments=f'<w:comment w:id="0">{p(zotero("[1]", item(1)))}</w:comment>')
    assert (cited(reading), reading.references) == ([], ())


@pytest.mark.parametrize(
    ("instruction", "warning"),
    [
        ("ADDIN REFMGR.CITE &lt;Refman&gt;", "reference_manager_fields=1"),
        ("ADDIN RW.CITE{{12 Marsh,A. 2007}}", "refworks_fields=1"),
        ("ADDIN NE.Ref.{0A}", "noteexpress_fields=1"),
        ("ADDIN CNKISM.Ref.{0A}", "cnki_fields=1"),
        ("ADDIN CitaviPlaceholder{eyJ9}", "citavi_fields=1"),
    ],
)
def test_citations_of_programs_that_are_not_read_are_reported(instruction: str, warning: str) -> None:
    reading = read(p("As ", field(instruction, r("[1]"))))
    assert (reading.paragraphs[0].text, cited(reading), reading.warnings) == ("As [1]", [], (warning,))


@pytest.mark.parametrize(
    "instruction",
    ["ADDIN ZOTERO_BIBL {} CSL_BIBLIOGRAPHY", "ADDIN EN.REFLIST", "ADDIN Mendeley Bibliography CSL_BIBLIOGRAPHY",
     "BIBLIOGRAPHY", r"BIBLIOGRAPHY \l 1033", "ADDIN REFMGR.REFLIST", "ADDIN RW.BIB", "ADDIN NE.Bib"],
)  # fmt: skip
def test_the_paragraphs_of_a_generated_list_are_listed(instruction: str) -> None:
    body = (
        p("Text")
        + p(character("begin"), code(instruction), character("separate"), "1. Marsh")
        + p("")
        + p("2. Poole", character("end"))
        + p("After")
    )
    assert [item.listed for item in read(body).paragraphs] == [False, True, True, False]


def test_a_content_control_that_is_no_citation_is_text_in_order() -> None:
    body = p("a ", control('<w:alias w:val="x"/><w:tag w:val="y"/>', r("b")), " c") + control("", p("d"))
    reading = read(body)
    assert [item.text for item in reading.paragraphs] == ["a b c", "d"]
    assert all(not item.marks and not item.listed for item in reading.paragraphs)


def test_superscript_and_field_are_both_marked() -> None:
    instruction = escaped(f"ADDIN ZOTERO_ITEM CSL_CITATION {citation_json(item(1))}")
    [paragraph] = read(p("word", field(instruction, sup("1")), ".")).paragraphs
    assert {mark.kind for mark in paragraph.marks} == {MarkKind.CITATION, MarkKind.FIELD, MarkKind.SUPERSCRIPT}
