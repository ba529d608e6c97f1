"""PubMed's XML: articles and books, each a reference or a broken entry; nothing outside is read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from state.manuscript import Reference
from tasks.readers.contract import Entries
from tasks.readers.records.pubmed_xml import PubmedXmlReader

ARTICLE = """<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">12345678</PMID>
<Article PubModel="Print"><Journal><JournalIssue><Volume>12</Volume><Issue>3</Issue>
<PubDate><Year>2019</Year><Month>Mar</Month></PubDate></JournalIssue><Title>Journal of things (Sometown, S.T.)</Title>
<ISOAbbreviation>J Things</ISOAbbreviation></Journal>
<ArticleTitle>Effects of <i>X. y</i> on things<sub>2</sub>.</ArticleTitle>
<Pagination><MedlinePgn>100-10</MedlinePgn></Pagination>
<ELocationID EIdType="doi" ValidYN="Y">10.1000/ABC</ELocationID>
<AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Doe</LastName><ForeName>Jane</ForeName></Author>
<Author ValidYN="N"><LastName>Do</LastName><ForeName>J</ForeName></Author>
<Author><CollectiveName>Study Group</CollectiveName></Author></AuthorList></Article></MedlineCitation>
<PubmedData><ArticleIdList><ArticleId IdType="doi">10.1000/ABC</ArticleId></ArticleIdList><ReferenceList><Reference>
<Citation>Somebody.</Citation>
<ArticleIdList><ArticleId IdType="doi">10.1000/other</ArticleId></ArticleIdList></Reference>
</ReferenceList></PubmedData></PubmedArticle>"""

BOOK = """<PubmedBookArticle><BookDocument><PMID Version="1">77</PMID><ArticleIdList>
<ArticleId IdType="doi">10.1000/chapter</ArticleId></ArticleIdList><Book><BookTitle>The Book</BookTitle>
<PubDate><Year>2001</Year></PubDate><AuthorList Type="editors"><Author><LastName>Roe</LastName></Author></AuthorList>
<Isbn>978-3-16-148410-0</Isbn></Book><ArticleTitle>The Chapter</ArticleTitle>
<AuthorList Type="authors"><Author><LastName>Doe</LastName></Author></AuthorList></BookDocument></PubmedBookArticle>"""


def read(*records: str) -> Entries:
    head = '<?xml version="1.0"?><!DOCTYPE PubmedArticleSet PUBLIC "x" "https://example.org/x.dtd">'
    return PubmedXmlReader().read("refs.xml", f"{head}<PubmedArticleSet>{''.join(records)}</PubmedArticleSet>".encode())


def one(record: str) -> Reference:
    [reference] = read(record).references
    return reference


def test_an_article_is_read_with_all_its_fields() -> None:
    found = one(ARTICLE)
    assert (found.id, found.pmid, found.doi, found.problems) == ("12345678", "12345678", "10.1000/abc", ())
    assert (found.title, found.journal) == ("Effects of X. y on things2.", "Journal of things")
    assert [(person.family, person.given) for person in found.authors] == [("Doe", "Jane"), ("Study Group", None)]
    assert (found.year, found.volume, found.issue, found.pages) == (2019, "12", "3", "100-10")
    assert found.authors_complete


def test_a_chapter_has_its_book_and_its_editors() -> None:
    found = one(BOOK)
    assert (found.title, found.journal, found.year, found.isbn) == ("The Chapter", "The Book", 2001, "9783161484100")
    assert (found.first_author, [person.family for person in found.editors]) == ("Doe", ["Roe"])
    assert found.doi == "10.1000/chapter"


def test_a_whole_book_is_its_own_title() -> None:
    found = one(BOOK.replace("<ArticleTitle>The Chapter</ArticleTitle>", ""))
    assert (found.title, found.journal, found.entry_type) == ("The Book", None, "book")


@pytest.mark.parametrize("title", ["<ArticleTitle/>", "<ArticleTitle>[Not Available].</ArticleTitle>"])
def test_a_title_that_is_not_there_is_the_vernacular_one(title: str) -> None:
    start, end = ARTICLE.index("<ArticleTitle>"), ARTICLE.index("<Pagination>")
    text = (
        ARTICLE[:start]
        + title
        + ARTICLE[end:].replace("</Article>", "<VernacularTitle>Titel.</VernacularTitle></Article>")
    )
    assert one(text).title == "Titel."


def test_a_free_date_and_an_incomplete_list_are_read() -> None:
    text = ARTICLE.replace("<Year>2019</Year><Month>Mar</Month>", "<MedlineDate>1998 Dec-1999 Jan</MedlineDate>")
    found = one(text.replace('CompleteYN="Y"', 'CompleteYN="N"'))
    assert (found.year, found.authors_complete) == (1998, False)


def test_citations_without_their_frame_are_read() -> None:
    start, end = ARTICLE.index("<MedlineCitation"), ARTICLE.index("<PubmedData>")
    assert one(ARTICLE[start:end]).pmid == "12345678"


def test_broken_records_lose_no_other_and_are_reported() -> None:
    found = read(
        ARTICLE,
        "\n<PubmedArticle></PubmedArticle>",
        BOOK.replace("</BookTitle>", ""),
        "\n<PubmedArticle><MedlineCitation><PMID>5",
    )
    assert [item.pmid for item in found.references] == ["12345678", "77", "5"]
    assert [item.reason for item in found.broken] == ["unparsed", "unparsed", "unterminated"]
    assert [item.problems for item in found.references] == [(), ("broken",), ("broken",)]


def test_a_repeated_pmid_is_reported() -> None:
    found = read(ARTICLE, ARTICLE)
    assert [item.id for item in found.references] == ["12345678", "12345678-dup2"]
    assert [item.reason for item in found.broken] == ["duplicate_key"]


def test_no_entity_is_expanded_and_no_file_read() -> None:
    head = '<!DOCTYPE x [<!ENTITY c SYSTEM "file:///etc/hostname">]>'
    text = ARTICLE.replace("Effects of", "Effects &c; of")
    [found] = PubmedXmlReader().read("a.xml", (head + text).encode()).references
    assert found.title == "Effects of X. y on things2."


@pytest.mark.parametrize("content", [b"", b"<records/>", bytes(range(256)) * 20, b"<PubmedArticle>" * 30_001])
def test_what_cannot_be_read_is_refused_in_one_line(content: bytes) -> None:
    with pytest.raises(ManuscriptError, match=r"^a\.xml: ") as refused:
        PubmedXmlReader().read("a.xml", content)
    assert "\n" not in str(refused.value)


def test_an_empty_set_says_so() -> None:
    assert read().warnings == ("no_entries",)


@settings(deadline=None, max_examples=100)
@given(st.integers(0, len(ARTICLE)), st.sampled_from(["", "<", "&x;", "\x00", "</Article>", "<a>" * 300, "中"]))
def test_nothing_but_a_manuscript_error_is_raised(place: int, inserted: str) -> None:
    text = ARTICLE[:place] + inserted + ARTICLE[place:]
    for content in (text, ARTICLE[:place] + BOOK):
        try:
            found = PubmedXmlReader().read("a.xml", content.encode())
        except ManuscriptError as error:
            assert "\n" not in str(error)
            continue
        assert len(found.references) + sum(item.reason == "unparsed" for item in found.broken) >= 1


@settings(deadline=None, max_examples=50)
@given(st.binary(max_size=200))
def test_any_bytes_are_safe(content: bytes) -> None:
    try:
        PubmedXmlReader().read("a.xml", b"<PubmedArticle>" + content)
    except ManuscriptError as error:
        assert "\n" not in str(error)
