"""Word's own citations and sources."""

import pytest

from state.lookup import Author
from tasks.readers.contract import MarkKind, Reading
from tasks.readers.word.reader import DocxReader
from tests.readers.word import cited, control, field, p, r, source, with_members, with_sources, word_file

STRICT = "http://purl.oclc.org/ooxml/officeDocument/bibliography"
ARTICLE = source(
    "Mar07",
    "<b:SourceType>JournalArticle</b:SourceType><b:Title>Tides of harbour 7</b:Title><b:Year>2007</b:Year>"
    "<b:JournalName>Annals of Harbours</b:JournalName><b:Volume>4</b:Volume><b:Issue>2</b:Issue><b:Pages>7-9</b:Pages>"
    "<b:DOI>10.5555/TIDE.7</b:DOI><b:Author><b:Author><b:NameList><b:Person><b:Last>Marsh</b:Last><b:First>Ada</b:First>"
    "<b:Middle>B.</b:Middle></b:Person><b:Person><b:Last>Poole</b:Last></b:Person></b:NameList></b:Author></b:Author>",
)
BOOK = source(
    "Har01",
    "<b:SourceType>BookSection</b:SourceType><b:Title>Locks</b:Title><b:BookTitle>Harbours</b:BookTitle>"
    "<b:Year>2001</b:Year><b:StandardNumber>978-0-00-000007-2</b:StandardNumber><b:URL>https://example.org/h</b:URL>"
    "<b:Author><b:Author><b:Corporate>Harbour Board</b:Corporate></b:Author><b:Editor><b:NameList><b:Person>"
    "<b:Last>Quay</b:Last><b:First>Cora</b:First></b:Person></b:NameList></b:Editor></b:Author>",
)
UNCITED = source("Unc00", "<b:Title>Never cited</b:Title><b:StandardNumber>1234-5678</b:StandardNumber>")


def read(body: str, *sources: str) -> Reading:
    return DocxReader().read("a.docx", with_sources(body, *sources))


def word_citation(instruction: str, printed: str) -> str:
    return control('<w:id w:val="1"/><w:citation/>', field(instruction, r(printed)))


@pytest.mark.parametrize("namespace", [None, STRICT])
def test_a_citation_names_its_sources(namespace: str | None) -> None:
    body = p("So ", word_citation(" CITATION Mar07 \\l 1033 \\m Har01 ", "(Marsh, 2007; Harbour Board, 2001)"))
    content = with_sources(body, BOOK, ARTICLE, **({"namespace": namespace} if namespace else {}))
    reading = DocxReader().read("a.docx", content)
    assert cited(reading) == [("(Marsh, 2007; Harbour Board, 2001)", ["Mar07", "Har01"])]
    article, book = reading.references
    assert (article.title, article.journal, article.year, article.doi) == (
        "Tides of harbour 7", "Annals of Harbours", 2007, "10.5555/tide.7",
    )  # fmt: skip
    assert (article.volume, article.issue, article.pages) == ("4", "2", "7-9")
    assert article.authors == (Author(family="Marsh", given="Ada B."), Author(family="Poole"))
    assert (book.journal, book.authors, book.editors) == (
        "Harbours", (Author(family="Harbour Board"),), (Author(family="Quay", given="Cora"),),
    )  # fmt: skip
    assert (book.isbn, book.url, book.entry_type) == ("9780000000072", "https://example.org/h", "BookSection")


def test_switches_belong_to_the_source_before_them() -> None:
    code = ' CITATION Mar07 \\p 12-14 \\n  \\t \\y \\l 1033 \\m Har01 \\f "see " \\s ", note" \\v 2 \\* MERGEFORMAT '
    reading = read(p(word_citation(code.replace('"', "&quot;"), "(x)")), ARTICLE, BOOK)
    [mark] = [mark for mark in reading.paragraphs[0].marks if mark.kind is MarkKind.CITATION]
    assert [(one.key, one.prefix, one.suffix, one.in_text) for one in mark.targets] == [
        ("Mar07", "", "pp. 12-14", True), ("Har01", "see", "vol. 2, note", False),
    ]  # fmt: skip


def test_sources_that_no_list_prints_are_left_out_until_they_are_cited() -> None:
    body = p("So ", word_citation(" CITATION Mar07 \\l 1033 ", "[1]"))
    assert [item.id for item in read(body, UNCITED, ARTICLE).references] == ["Mar07"]


def test_word_s_list_is_listed_without_its_heading_and_prints_all_sources() -> None:
    heading = p("Bibliography", properties='<w:outlineLvl w:val="0"/>')
    entries = control("<w:bibliography/>", p(field(" BIBLIOGRAPHY ", r("[1] Marsh"))) + p("[2] Never cited"))
    gallery = '<w:docPartObj><w:docPartGallery w:val="Bibliographies"/></w:docPartObj>'
    body = p("So ", word_citation(" CITATION Mar07 ", "[1]")) + control(gallery, heading + entries) + p("After")
    reading = read(body, UNCITED, ARTICLE)
    assert [item.listed for item in reading.paragraphs] == [False, False, True, True, False]
    assert [item.id for item in reading.references] == ["Mar07", "Unc00"]
    assert reading.references[1].isbn is None


def test_a_list_from_the_gallery_without_an_inner_control_is_listed_but_its_heading() -> None:
    gallery = '<w:docPartObj><w:docPartGallery w:val="Bibliographies"/></w:docPartObj>'
    heading = p("Bibliography", properties='<w:outlineLvl w:val="0"/>')
    reading = read(p("x") + control(gallery, heading + p("[1] Marsh")))
    assert [item.listed for item in reading.paragraphs] == [False, False, True]


def test_a_source_that_is_not_there_is_named_and_reported() -> None:
    reading = read(p(word_citation(" CITATION Gone99 \\l 1033 ", "[9]")), ARTICLE)
    assert cited(reading) == [("[9]", ["Gone99"])]
    assert reading.warnings == ("works_not_embedded=1",)


def test_a_citation_of_nothing_and_broken_sources_leave_the_text() -> None:
    reading = read(p(word_citation(" CITATION ", "[1]")))
    assert (reading.paragraphs[0].text, cited(reading)) == ("[1]", [])
    body = p(word_citation(" CITATION Mar07 ", "[1]"))
    for broken in ("<b:Sources", "", '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'):
        reading = DocxReader().read("a.docx", with_members(with_sources(body), {"customXml/item1.xml": broken}))
        assert (cited(reading), reading.references) == ([("[1]", ["Mar07"])], ())
        assert reading.warnings == ("broken_parts=1", "works_not_embedded=1")


def test_a_word_that_begins_like_the_field_is_none() -> None:
    assert cited(DocxReader().read("a.docx", word_file(p(field(" CITATIONS x ", r("y")))))) == []
