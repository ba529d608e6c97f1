"""RTF: text in its encodings, fields of Zotero and EndNote, notes, tables, lists, and bounds."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from tasks.readers.contract import MarkKind, Paragraph, ParagraphKind, Reading
from tasks.readers.rtf.reader import RtfReader

ZOTERO = (
    r'ADDIN ZOTERO_ITEM CSL_CITATION \{"citationItems":[\{"id":1,"uris":["http://zotero.org/users/1/items/AAAA"],'
    r'"locator":"5","itemData":\{"id":1,"type":"article-journal","title":"Nothing \\"at\\" all","DOI":"10.1000/n",'
    r'"author":[\{"family":"M\'fcller","given":"J"\}],"issued":\{"date-parts":[[2020]]\}\}\}]\}'
)
ENDNOTE = (
    r"ADDIN EN.CITE <EndNote><Cite><Author>Doe</Author><Year>2021</Year><RecNum>7</RecNum><record><rec-number>7"
    r"</rec-number><titles><title>Invented</title></titles><dates><year>2021</year></dates></record></Cite></EndNote>"
)
FILE = (
    r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Times;}{\f1\fcharset134 SimSun;}}{\colortbl;\red0;}"
    r"{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}{\s2 heading 2;}{\*\cs10 Default;}}"
    r"{\info{\title Hidden}}{\header Head\par}"
    r"\pard\s1{\listtext\pard\plain 1.\tab}{\b Introduction}\par"
    r"\pard Known {\field{\*\fldinst { " + ZOTERO + r"}}{\fldrslt {(M\'fcller, 2020)}}} and{\super 2}{\super ,3} more."
    r"{\super\chftn}{\footnote\pard\plain\chftn  A note [4].}"
    r" {\field{\*\fldinst HYPERLINK \\l "
    r'"ref1"}{\fldrslt [1]}} {\field{\*\fldinst HYPERLINK "http://a.b/c"}{\fldrslt link}}'
    r" {\field{\*\fldinst REF _Ref1 \\h}{\fldrslt [7]}} \u20013?\u25991?b \uc2\u21069\'c7\'b0{\f1\'d1\'d4}"
    r"{\deleted gone}{\v hidden}{\*\unknown skipped}\par"
    r"\pard {\field{\*\fldinst " + ENDNOTE + r"}{\fldrslt [Doe]}} again\par"
    r"\pard\s2 Sub\par\trowd\cellx1000\cellx2000\pard\intbl a\cell b [5]\cell\row\pard\intbl c\cell\cell\row"
    r"\pard {\shp{\*\shpinst{\sp{\sn x}{\sv y}}{\shptxt\pard box [9]\par}}}after\par"
    r"{\field{\*\fldinst ADDIN ZOTERO_BIBL \{\} CSL_BIBLIOGRAPHY}{\fldrslt "
    r"{\*\bkmkstart ref1}First.{\*\bkmkend ref1}\par Second.}}\par"
    r"\pard Last{\footnote\ftnalt\pard End}\par}"
)  # fmt: skip


def read(text: str) -> Reading:
    return RtfReader().read("a.rtf", text.encode("latin-1"))


def spans(paragraph: Paragraph, kind: MarkKind) -> list[tuple[str, str]]:
    return [(paragraph.text[mark.start : mark.end], mark.payload) for mark in paragraph.marks if mark.kind is kind]


def test_a_file_is_read_in_order() -> None:
    reading = read(FILE)
    assert reading.warnings == ()
    shown = [(item.line, item.kind.value, item.heading_level, item.note, item.text) for item in reading.paragraphs]
    assert shown == [
        (1, "body", 1, None, "Introduction"),
        (2, "body", None, None, "Known (Müller, 2020) and2,3 more. [1] link [7] 中文b 前言"),
        (2, "footnote", None, "1", "A note [4]."),
        (3, "body", None, None, "[Doe] again"),
        (4, "body", 2, None, "Sub"),
        (5, "table", None, None, "a"),
        (6, "table", None, None, "b [5]"),
        (7, "table", None, None, "c"),
        (8, "body", None, None, "after"),
        (9, "body", None, None, "box [9]"),
        (10, "body", None, None, "First."),
        (11, "body", None, None, "Second."),
        (12, "body", None, None, "Last"),
        (12, "endnote", None, "1", "End"),
    ]
    assert [item.row for item in reading.paragraphs if item.kind is ParagraphKind.TABLE] == [(1, 1), (1, 1), (1, 2)]
    assert reading.paragraphs[0].list_number == "1."
    assert reading.paragraphs[0].bold


def test_fields_say_what_is_cited_and_carry_the_works() -> None:
    reading = read(FILE)
    text = reading.paragraphs[1]
    [citation] = [mark for mark in text.marks if mark.kind is MarkKind.CITATION]
    assert text.text[citation.start : citation.end] == "(Müller, 2020)"
    assert [(target.key, target.suffix) for target in citation.targets] == [
        ("http://zotero.org/users/1/items/AAAA", "p. 5")
    ]
    zotero, endnote = reading.references
    assert (zotero.id, zotero.title, zotero.doi, zotero.year) == (
        "http://zotero.org/users/1/items/AAAA", 'Nothing "at" all', "10.1000/n", 2020,
    )  # fmt: skip
    assert zotero.authors[0].family == "Müller"
    assert (endnote.title, endnote.year) == ("Invented", 2021)
    [other] = [mark for mark in reading.paragraphs[3].marks if mark.kind is MarkKind.CITATION]
    assert [target.key for target in other.targets] == [endnote.id]


def test_links_pointers_and_raised_text_are_marked() -> None:
    text = read(FILE).paragraphs[1]
    assert spans(text, MarkKind.LINK) == [("[1]", "#ref1"), ("link", "http://a.b/c")]
    assert spans(text, MarkKind.FIELD) == [("[7]", r"REF _Ref1 \h")]
    assert spans(text, MarkKind.SUPERSCRIPT) == [("2,3", "")]


def test_the_list_that_a_program_wrote_is_known_as_such() -> None:
    found = read(FILE).paragraphs
    assert [(item.text, item.anchors) for item in found if item.listed] == [("First.", ("ref1",)), ("Second.", ())]


def test_a_field_that_cannot_be_read_is_said() -> None:
    reading = read(r"{\rtf1 a {\field{\*\fldinst ADDIN ZOTERO_ITEM CSL_CITATION \{" r'"cut}{\fldrslt [1]}}\par}')
    assert reading.paragraphs[0].text == "a [1]"
    assert reading.warnings == ("citation_field_unreadable=1",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"{\rtf1\ansi\ansicpg936 \'c7\'b0\'d1\'d4}", "前言"),
        (r"{\rtf1\ansi\ansicpg1251 \'cf\'f0}", "Пр"),
        (r"{\rtf1\uc0 a \u20013\u25991 bc}", "a 中文bc"),
        (r"{\rtf1\uc1 \u8211-d}", "–d"),
        (r"{\rtf1 \u-10179?\u-8704?!}", "😀!"),
        (r"{\rtf1 a\~b\_c\-d\{e\}\\ \emdash \ldblquote q\rdblquote}", "a b-cd{e}\\ —“q”"),
        ("{\\rtf1 one\r\ntwo\\\nthree}", None),
    ],
)
def test_characters(text: str, expected: str | None) -> None:
    found = [item.text for item in read(text).paragraphs]
    assert found == (["onetwo", "three"] if expected is None else [expected])


@pytest.mark.parametrize("piece", ["{", "\\b", "\\'", "\\u", "{\\footnote a", "{\\field{\\*\\fldinst HYPERLINK",
                                   "}", "\\intbl a\\cell\\row", "\\bin999999999",
                                   "{\\shp{\\*\\shpinst{\\shptxt a"])  # fmt: skip
def test_repeated_openings_end(piece: str) -> None:
    try:
        read("{\\rtf1 " + piece * 4000)
    except ManuscriptError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04", b"plain", b"{\\rtf1 " + b"{" * 100_000, b"{\\rtf1 " + b"word " * 11_000_000]
)
def test_what_is_no_rtf_or_too_much_is_refused_in_one_line(content: bytes) -> None:
    with pytest.raises(ManuscriptError, match=r"^a\.rtf: ") as caught:
        RtfReader().read("a.rtf", content)
    assert "\n" not in str(caught.value)


@settings(deadline=None, max_examples=150)
@given(
    st.lists(
        st.sampled_from(
            ["{", "}", "a", " ", "\\par ", "\\b ", "\\super ", "\\'e4", "\\u228?", "\\uc2", "\\field", "\\*",
             "\\fldinst ", "\\fldrslt ", "\\footnote ", "\\intbl ", "\\cell ", "\\row ", "\\bkmkstart ", "\\shptxt ",
             "\\stylesheet",
             "\\s1 ", "\\pard", "HYPERLINK \"x\"", "\\listtext "]
        ),
        max_size=60,
    )
)  # fmt: skip
def test_marks_lie_inside_of_their_text(pieces: list[str]) -> None:
    for paragraph in read("{\\rtf1 " + "".join(pieces)).paragraphs:
        assert paragraph.text.strip()
        for mark in paragraph.marks:
            assert 0 <= mark.start < mark.end <= len(paragraph.text)
