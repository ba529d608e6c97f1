"""Citations of EndNote in Word: XML in the instruction, or in base64 on the fields."""

import base64

import pytest

from state.lookup import Author
from tasks.readers.contract import MarkKind, Reading
from tasks.readers.word.reader import DocxReader
from tests.readers.word import (
    begin_with_data,
    character,
    cite,
    cited,
    code,
    endnote,
    endnote_data,
    endnote_plain,
    escaped,
    field,
    in_lines,
    p,
    r,
    word_file,
)

MORE = (
    "<periodical><full-title>Annals of Harbours</full-title></periodical><pages>7-9</pages><volume>4</volume>"
    "<number>2</number><accession-num>7654321</accession-num><isbn>1234-5678</isbn>"
    "<urls><related-urls><url>https://example.org/7</url></related-urls></urls>"
    "<electronic-resource-num>10.5555/TIDE.7</electronic-resource-num><abstract>Long.</abstract>"
)


def read(body: str) -> Reading:
    return DocxReader().read("a.docx", word_file(body))


def test_the_plain_form_names_its_works_and_carries_their_records() -> None:
    reading = read(p("Seen ", endnote_plain("[1, 2]", cite(7, record=MORE), cite(8)), "."))
    assert cited(reading) == [("[1, 2]", ["endnote:lib1:7", "endnote:lib1:8"])]
    first, second = reading.references
    assert (first.title, first.journal, first.year, first.volume, first.issue, first.pages) == (
        "Tides of harbour 7", "Annals of Harbours", 2007, "4", "2", "7-9",
    )  # fmt: skip
    assert first.authors == (Author(family="Marsh7", given="Ada"), Author(family="Poole", given="Ben"))
    assert (first.doi, first.pmid, first.isbn, first.url) == (
        "10.5555/tide.7",
        "7654321",
        None,
        "https://example.org/7",
    )
    assert "Long." not in first.raw
    assert (second.id, second.key) == ("endnote:lib1:8", None)


@pytest.mark.parametrize("pieces", [1, 2, 5])
def test_the_data_form_is_read_however_many_pieces_it_is_cut_into(pieces: int) -> None:
    cites = [cite(number) for number in range(3, 9)]
    reading = read(p("Seen ", endnote_data("[3-8]", *cites, pieces=pieces), "."))
    assert cited(reading) == [("[3-8]", [f"endnote:lib1:{number}" for number in range(3, 9)])]
    assert reading.paragraphs[0].text == "Seen [3-8]."
    assert (len(reading.references), reading.warnings) == (6, ())


def test_data_on_the_outer_field_alone_is_read() -> None:
    data = in_lines(endnote(cite(1)).encode())
    body = p(begin_with_data(data), code(" ADDIN EN.CITE "), character("separate"), r("[1]"), character("end"))
    assert cited(read(body)) == [("[1]", ["endnote:lib1:1"])]


def test_links_inside_a_citation_make_no_citations_of_their_own() -> None:
    numbers = "".join(field(f'HYPERLINK \\l "_ENREF_{n}"', r(str(n))) for n in (1, 2))
    inside = r("[") + numbers + r("]")
    body = p(field(escaped(f" ADDIN EN.CITE {endnote(cite(1), cite(2))}"), inside))
    reading = read(body)
    assert cited(reading) == [("[12]", ["endnote:lib1:1", "endnote:lib1:2"])]
    assert [mark.payload for mark in reading.paragraphs[0].marks if mark.kind is MarkKind.LINK] == [
        "#_ENREF_1", "#_ENREF_2",
    ]  # fmt: skip


def test_equal_numbers_of_two_libraries_are_two_works_and_of_one_are_one() -> None:
    body = p(
        endnote_plain("[1]", cite(5)), endnote_plain("[2]", cite(5, library="lib2")), endnote_plain("[1]", cite(5))
    )
    reading = read(body)
    assert [keys for _, keys in cited(reading)] == [["endnote:lib1:5"], ["endnote:lib2:5"], ["endnote:lib1:5"]]
    assert len(reading.references) == 2


def test_prefix_suffix_pages_and_excluded_author_are_kept() -> None:
    inside = "<Prefix>see </Prefix><Suffix>, note</Suffix><Pages>12-14</Pages>"
    cites = [cite(1, inside=inside), cite(2, inside="<Pages>ch. 2</Pages>", attributes=' ExcludeAuth="1"')]
    [mark] = [m for m in read(p(endnote_plain("(x)", *cites))).paragraphs[0].marks if m.kind is MarkKind.CITATION]
    assert [(one.prefix, one.suffix, one.in_text) for one in mark.targets] == [
        ("see", "pp. 12-14, note", False), ("", "ch. 2", True),
    ]  # fmt: skip


def test_a_cite_without_a_record_is_reported_and_its_printed_text_stands() -> None:
    bare = "<Cite><Author>Marsh</Author><Year>2001</Year><RecNum>4</RecNum></Cite>"
    reading = read(p(endnote_plain("[1]", bare)))
    assert (reading.paragraphs[0].text, cited(reading)) == ("[1]", [])
    assert (reading.references, reading.warnings) == ((), ("works_not_embedded=1",))


def test_text_in_styles_groups_and_edited_books_are_read() -> None:
    record = (
        "<contributors><authors><author><style face='normal'>Harbour Research Group,</style></author></authors>"
        "</contributors>"
    )
    book = cite(3).replace('"Journal Article">17', '"Edited Book">28')
    reading = read(
        p(
            endnote_plain("[1]", cite(1).replace("<titles><title>", "<titles><title><style face='italic'>On </style>")),
            endnote_plain("[2]", cite(2).split("<contributors>")[0] + record + cite(2).split("</contributors>")[1]),
            endnote_plain("[3]", book),
        )
    )
    one, two, three = reading.references
    assert one.title is not None
    assert one.title.startswith("On")
    assert two.authors == (Author(family="Harbour Research Group"),)
    assert (three.authors, [editor.family for editor in three.editors]) == ((), ["Marsh3", "Poole"])


def test_a_hidden_citation_belongs_to_the_list_only() -> None:
    reading = read(p("Text", endnote_plain("", cite(1)), endnote_plain("[2]", cite(2))))
    assert (cited(reading), reading.uncited) == ([("[2]", ["endnote:lib1:2"])], ("endnote:lib1:1",))


def test_the_list_of_endnote_is_listed_without_its_heading_and_with_its_anchors() -> None:
    entry = '<w:bookmarkStart w:id="{0}" w:name="_ENREF_{0}"/>{1}<w:bookmarkEnd w:id="{0}"/>'
    styles = '<w:style w:type="paragraph" w:styleId="T"><w:name w:val="EndNote Bibliography Title"/></w:style>'
    body = (
        p("Text")
        + p(character("begin"), code(" ADDIN EN.REFLIST "), character("separate"), "References", style="T")
        + p(entry.format(1, r("1. Marsh1")))
        + p(entry.format(2, r("2. Marsh2")))
        + p(character("end"))
        + p("After")
    )
    reading = DocxReader().read("a.docx", word_file(body, styles=styles))
    assert [(item.text, item.listed, item.anchors) for item in reading.paragraphs] == [
        ("Text", False, ()),
        ("References", False, ()),
        ("1. Marsh1", True, ("_ENREF_1",)),
        ("2. Marsh2", True, ("_ENREF_2",)),
        ("After", False, ()),
    ]


def test_citations_that_endnote_has_not_formatted_are_reported() -> None:
    reading = read(p("As {Marsh, 2007 #12;Poole, 2001a #3} and {Quay, 1999 #4@12} say, {not this} #5."))
    assert (cited(reading), reading.warnings) == ([], ("endnote_unformatted=2",))


LAUGHS = '<!DOCTYPE EndNote [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    "xml",
    [
        "",
        "<EndNote></EndNote>",
        "<EndNote><Cite></EndNote>",
        "<EndNote><Cite><Author>&b;</Author></Cite></EndNote>",
        "<EndNote>" + "<Cite>" * 500 + "</Cite>" * 500 + "</EndNote>",
    ],
)
def test_where_the_xml_cannot_be_read_the_printed_text_stands(xml: str) -> None:
    for content in (xml, LAUGHS + xml):
        plain = read(p("Known ", field(escaped(f" ADDIN EN.CITE {content}"), r("[1]"))))
        data = in_lines(content.encode())
        nested = begin_with_data(data) + code(" ADDIN EN.CITE.DATA ") + character("end")
        hidden = read(
            p(
                "Known ",
                begin_with_data(data),
                code(" ADDIN EN.CITE "),
                nested,
                character("separate"),
                "[1]",
                character("end"),
            )
        )
        for reading in (plain, hidden):
            assert reading.paragraphs[0].text == "Known [1]"
            assert (cited(reading), reading.warnings) == ([], ("citation_field_unreadable=1",))


@pytest.mark.parametrize("data", ["%%%", "PEVuZ", base64.b64encode(b"\xff" * 50).decode()])
def test_data_that_is_no_base64_leaves_the_text(data: str) -> None:
    body = p(begin_with_data(data), code(" ADDIN EN.CITE "), character("separate"), r("[1]"), character("end"))
    reading = read(body)
    assert (reading.paragraphs[0].text, cited(reading)) == ("[1]", [])
