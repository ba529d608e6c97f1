"""PubMed's XML becomes records.

lxml directly, not Bio.Entrez: Biopython's parser downloads a DTD newer than its own and then fails, and it needs one;
here no DTD is read, no entity is expanded and nothing is fetched, so any body is safe to read.
"""

import re
from functools import lru_cache

from lxml import etree

from state.lookup import Author, Notice, NoticeType, Record, RegistryName, Unavailable
from state.words import Word
from tasks.registries.reading import bare_doi, malformed, text, year

NOTICES: dict[str, NoticeType] = {
    "RetractionIn": NoticeType.RETRACTION,
    "RetractedandRepublishedIn": NoticeType.RETRACTION,
    "PartialRetractionIn": NoticeType.CORRECTION,
    "ErratumIn": NoticeType.ERRATUM,
    "ExpressionOfConcernIn": NoticeType.EXPRESSION_OF_CONCERN,
    "CorrectedandRepublishedIn": NoticeType.CORRECTION,
}
"""RefTypes that point from an article to what was published about it. Their `…Of` and `…From` counterparts stand on
the notice and say nothing about it; `UpdateIn` and comments say nothing about the article's standing."""

NOTHING_FOUND = re.compile(r"^no items found\b|^quoted phrases? not found\b|\bphrases? ignored\b", re.IGNORECASE)
"""Messages with which esearch says that there is nothing; `Search Backend failed` is none of them."""
MONTHS = ("", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class FetchError(Word):
    """An `<ERROR>` in place of records, in the service's words."""

    message: str


class Search(Word):
    """An esearch answer. `complete` is false where it holds more than it lists."""

    ids: tuple[str, ...]
    count: int
    complete: bool


def _root(content: bytes) -> etree._Element | Unavailable:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        return etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError):
        return malformed("the answer is not XML")


def _text(element: etree._Element | None) -> str | None:
    """The text in an element, markup and comments left out, white space folded."""
    return None if element is None else text(str(element.xpath("string()")))


def _find(element: etree._Element, path: str) -> str | None:
    return _text(element.find(path))


def parse_search(content: bytes) -> Search | Unavailable:
    """An esearch answer, or why it cannot be read."""
    root = _root(content)
    if isinstance(root, Unavailable):
        return root
    count = _find(root, "Count") or ""
    id_list = root.find("IdList")
    if root.tag != "eSearchResult" or root.find("ERROR") is not None or id_list is None:
        return malformed(_find(root, "ERROR") or "not an esearch answer")
    if not re.fullmatch(r"\d{1,12}", count):
        return malformed("an esearch answer without a count")
    ids = tuple(_text(found) or "" for found in id_list)
    if not all(re.fullmatch(r"[1-9]\d{0,8}", found) for found in ids) or len(ids) > int(count):
        return malformed("an esearch answer whose list is none of PMIDs")
    if trouble := _trouble(root, empty=not int(count)):
        return malformed(f"esearch says: {trouble[:80]}")
    return Search(ids=ids, count=int(count), complete=int(count) == len(ids))


def _trouble(root: etree._Element, *, empty: bool) -> str | None:
    """What an esearch answer reports that is more than a phrase it does not have: a field that it ignored, which makes
    it the answer to another question, or, where it found nothing, any message that is not one of finding nothing."""
    for entry in root.iterfind("ErrorList/*"):
        if entry.tag != "PhraseNotFound":
            return f"{entry.tag} {_text(entry) or ''}"
    for entry in root.iterfind("WarningList/*"):
        said = _text(entry) or ""
        if entry.tag not in ("PhraseIgnored", "QuotedPhraseNotFound") and empty and not NOTHING_FOUND.search(said):
            return said or str(entry.tag)
    return None


@lru_cache(maxsize=32)
def parse_articles(content: bytes) -> tuple[Record, ...] | FetchError | Unavailable:
    """The records in an efetch answer, in its order; an `<ERROR>`; or why it cannot be read."""
    root = _root(content)
    if isinstance(root, Unavailable):
        return root
    error = root.find("ERROR")
    if root.tag == "eFetchResult" and error is not None:
        return FetchError(message=_text(error) or "")
    if root.tag not in ("PubmedArticleSet", "PubmedBookArticleSet"):
        return malformed("not a set of articles")
    records = []
    for child in root.iterchildren("*"):
        if child.tag in ("PubmedArticle", "PubmedBookArticle"):
            records.append(record_of(child))
        elif child.tag != "DeleteCitation":
            return malformed(f"a set of articles with {child.tag}")
    kept = tuple(record for record in records if record is not None)
    return kept if len(kept) == len(records) else malformed("an article without a PMID")


def record_of(element: etree._Element) -> Record | None:
    """The record of one `PubmedArticle` or `PubmedBookArticle`; None where it has no PMID."""
    return _book(element) if element.tag == "PubmedBookArticle" else _article(element)


def _article(element: etree._Element) -> Record | None:
    pmid = _find(element, "MedlineCitation/PMID")
    if pmid is None:
        return None
    article = element.find("MedlineCitation/Article")
    if article is None:
        article = etree.Element("Article")
    abstract, structured = _abstract(article)
    published, years = _years(element, article)
    types = tuple(found for found in map(_text, article.findall("PublicationTypeList/PublicationType")) if found)
    return Record(
        registry=RegistryName.PUBMED,
        id=pmid,
        title=_title(article),
        authors=_authors(article.findall("AuthorList/Author")),
        year=published,
        years=years,
        venue=_find(article, "Journal/Title"),
        venue_short=_find(article, "Journal/ISOAbbreviation")
        or _find(element, "MedlineCitation/MedlineJournalInfo/MedlineTA"),
        volume=_find(article, "Journal/JournalIssue/Volume"),
        issue=_find(article, "Journal/JournalIssue/Issue"),
        pages=_pages(article),
        doi=_doi(element.findall("PubmedData/ArticleIdList/ArticleId"), article.findall("ELocationID")),
        pmid=pmid,
        types=types,
        abstract=abstract,
        abstract_structured=structured,
        notices=_notices(element, types),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/",
    )


def _book(element: etree._Element) -> Record | None:
    document = element.find("BookDocument")
    pmid = None if document is None else _find(document, "PMID")
    if document is None or pmid is None:
        return None
    chapter, book = _find(document, "ArticleTitle"), _find(document, "Book/BookTitle")
    abstract, structured = _abstract(document)
    dates = (_find(document, "Book/PubDate/Year"), _find(document, "ContributionDate/Year"))
    years = [known for known in map(year, dates) if known]
    people = document.findall("AuthorList/Author") or document.findall("Book/AuthorList/Author")
    return Record(
        registry=RegistryName.PUBMED,
        id=pmid,
        title=chapter or book,
        authors=_authors(people),
        year=years[0] if years else None,
        years=tuple(sorted(set(years))),
        venue=book if chapter else None,
        volume=_find(document, "Book/Volume"),
        pages=_pages(document),
        doi=_doi(document.findall("ArticleIdList/ArticleId"), document.findall("Book/ELocationID")),
        pmid=pmid,
        types=tuple(found for found in map(_text, document.findall("PublicationType")) if found),
        abstract=abstract,
        abstract_structured=structured,
        url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/",
    )


def _title(article: etree._Element) -> str | None:
    title = _find(article, "ArticleTitle")
    if title is None or "[not available]" in title.lower():
        return _find(article, "VernacularTitle") or title
    return title


def _authors(people: list[etree._Element]) -> tuple[Author, ...]:
    found = []
    for person in people:
        if person.get("ValidYN") == "N":
            continue  # a name PubMed has replaced by another spelling in the same list
        family = _find(person, "LastName") or _find(person, "CollectiveName")
        if family:
            given = _find(person, "ForeName") or _find(person, "Initials")
            found.append(Author(family=family, given=given if person.find("LastName") is not None else None))
    return tuple(found)


def _years(element: etree._Element, article: etree._Element) -> tuple[int | None, tuple[int, ...]]:
    """The year of the journal's issue (else of the article's own date), and all years of publication."""
    dates = [article.find("Journal/JournalIssue/PubDate"), *article.findall("ArticleDate")]
    dates += [
        date
        for date in element.findall("PubmedData/History/PubMedPubDate")
        if date.get("PubStatus") in ("epublish", "ppublish", "aheadofprint")
    ]
    found: list[int] = []
    for date in dates:
        if date is not None:
            # MedlineDate is free text: `1998 Dec-1999 Jan`.
            printed = _find(date, "Year") or _find(date, "MedlineDate") or ""
            found += [known for known in map(year, re.findall(r"(?<!\d)\d{4}(?!\d)", printed)) if known]
    return (found[0] if found else None), tuple(sorted(set(found)))


def _pages(article: etree._Element) -> str | None:
    printed = _find(article, "Pagination/MedlinePgn")
    if printed:
        return printed
    start, end = _find(article, "Pagination/StartPage"), _find(article, "Pagination/EndPage")
    return f"{start}-{end}" if start and end and start != end else start or end


def _doi(ids: list[etree._Element], locations: list[etree._Element]) -> str | None:
    """The article's own DOI; those of its references stand elsewhere."""
    named = [_text(found) for found in ids if found.get("IdType") == "doi"]
    named += [_text(found) for found in locations if found.get("EIdType") == "doi" and found.get("ValidYN") != "N"]
    return next((doi for doi in map(bare_doi, named) if doi), None)


def _abstract(article: etree._Element) -> tuple[str | None, bool]:
    lines, labelled = [], False
    for part in article.findall("Abstract/AbstractText"):
        said, label = _text(part), text(part.get("Label"))
        if said and label and label.upper() != "UNLABELLED":
            labelled = True
            lines.append(f"{label.rstrip(':').upper()}: {said}")
        elif said:
            lines.append(said)
    return ("\n".join(lines) or None), labelled


def _notices(element: etree._Element, types: tuple[str, ...]) -> tuple[Notice, ...]:
    found = []
    for entry in element.findall("MedlineCitation/CommentsCorrectionsList/CommentsCorrections"):
        kind = NOTICES.get(entry.get("RefType") or "")
        if kind is not None:
            source = _find(entry, "RefSource") or ""
            found.append(
                Notice(
                    type=kind,
                    registry=RegistryName.PUBMED,
                    asserted_by="pubmed",
                    doi=_source_doi(source),
                    pmid=_find(entry, "PMID"),
                    date=source_date(source),
                )
            )
    if "Retracted Publication" in types and not any(notice.type is NoticeType.RETRACTION for notice in found):
        found.append(Notice(type=NoticeType.RETRACTION, registry=RegistryName.PUBMED, asserted_by="pubmed"))
    return tuple(found)


def _source_doi(source: str) -> str | None:
    found = re.search(r"\bdoi:\s*(10\.\S+)", source, re.IGNORECASE)
    return bare_doi(found.group(1).rstrip(".;,")) if found else None


def source_date(source: str) -> str | None:
    """The date in a source line (`Lancet. 2010 Feb 6;375(9713):445`), ISO, as far as it is given."""
    found = re.search(
        r"(?<![\d/.])((?:1[89]|20)\d{2})(?![\d/])(?:[ -]([A-Z][a-z]{2})[a-z]*(?:-[A-Z][a-z]+)?(?: (\d{1,2})(?!\d))?)?",
        source,
    )
    if not found:
        return None
    name = (found.group(2) or "").lower()
    if not name or name not in MONTHS:
        return found.group(1)
    month = MONTHS.index(name)
    day = int(found.group(3)) if found.group(3) else 0
    return f"{found.group(1)}-{month:02d}" + (f"-{day:02d}" if 1 <= day <= 31 else "")
