"""The reader of PubMed's XML, saved from the site or from its services: articles and books."""

import re

from lxml import etree

from state.errors import ManuscriptError
from state.lookup import Author
from tasks.readers.contract import Entries
from tasks.readers.records.entries import entries
from tasks.readers.records.fields import Printed, broken, person
from tasks.readers.records.xml import chunks, every, first, parse, shown, xml_text

_RECORDS = (("PubmedArticle", "PubmedBookArticle"), ("MedlineCitation", "BookDocument"))
"""What holds a record, and what does where that frame is missing."""
_ISBN_LENGTHS = (10, 13)
_PLACE = re.compile(r"\s+\([A-Z][^()]*,[^()]*\)$")


class PubmedXmlReader:
    """Reads PubMed XML. Every article and book is a reference or a broken entry."""

    name = "pubmed-xml"
    suffixes: tuple[str, ...] = (".xml",)

    def read(self, name: str, content: bytes) -> Entries:
        """The articles and books in file order; `key` is the PMID. Errors: ManuscriptError where the file is no text,
        is no PubMed XML, or is too long."""
        text, undecodable = xml_text(name, content)
        tags = next((tags for tags in _RECORDS if re.search(rf"<(?:{'|'.join(tags)})[\s>/]", text)), ())
        if not tags and "<PubmedArticleSet" not in text:
            raise ManuscriptError(f"{name}: XML without PubMed records. Export the bibliography as .nbib or RIS.")
        found, failed = [], []
        for chunk in chunks(name, text, *(tags or _RECORDS[0])):
            element, whole = parse(chunk)
            printed = None if element is None else _printed(element)
            if printed is None or printed.is_empty:
                failed.append(broken(name, chunk.line, "unparsed", chunk.text))
                continue
            if not whole:
                printed.problems.insert(0, "broken")
                reason = "unparsed" if chunk.ended else "unterminated"
                failed.append(broken(name, chunk.line, reason, chunk.text, printed.key))
            found.append((printed, chunk.line, chunk.text))
        return entries(self.name, name, found, failed, undecodable)


def _printed(element: etree._Element) -> Printed:
    book = element if element.tag == "BookDocument" else element.find("BookDocument")
    if book is not None:
        return _book(book)
    citation = element if element.tag == "MedlineCitation" else element.find("MedlineCitation")
    return Printed() if citation is None else _article(citation, element.find("PubmedData"))


def _article(citation: etree._Element, data: etree._Element | None) -> Printed:
    pmid = first(citation, "PMID")
    printed = Printed(
        key=pmid,
        kind="article",
        title=_title(citation),
        journal=_journal(citation),
        volume=first(citation, "Article/Journal/JournalIssue/Volume"),
        issue=first(citation, "Article/Journal/JournalIssue/Issue"),
        pages=_pages(citation, "Article/"),
        pmids=[pmid] if pmid else [],
    )
    published = "Article/Journal/JournalIssue/PubDate/"
    printed.years = every(citation, f"{published}Year", f"{published}MedlineDate", "Article/ArticleDate/Year")
    lists = citation.findall("Article/AuthorList")
    _people(printed, lists)
    _dois(printed, citation.findall("Article/ELocationID"), data)
    return printed


def _journal(citation: etree._Element) -> str | None:
    """The journal's name without the place that tells it from its namesakes: `Science (New York, N.Y.)`."""
    name = first(citation, "Article/Journal/Title")
    if name is not None:
        return _PLACE.sub("", name) or name
    return first(citation, "Article/Journal/ISOAbbreviation", "MedlineJournalInfo/MedlineTA")


def _title(citation: etree._Element) -> str | None:
    title = first(citation, "Article/ArticleTitle")
    if title is None or "[not available]" in title.casefold():
        return first(citation, "Article/VernacularTitle") or title
    return title


def _book(book: etree._Element) -> Printed:
    pmid = first(book, "PMID")
    chapter, whole = first(book, "ArticleTitle"), first(book, "Book/BookTitle")
    printed = Printed(
        key=pmid,
        kind="chapter" if chapter else "book",
        title=chapter or whole,
        journal=whole if chapter else None,
        volume=first(book, "Book/Volume"),
        pages=_pages(book, ""),
        pmids=[pmid] if pmid else [],
        years=every(book, "Book/PubDate/Year", "Book/PubDate/MedlineDate", "Book/BeginningDate/Year"),
    )
    if chapter:
        printed.years += every(book, "ContributionDate/Year")
    isbns = ["".join(text.split()).replace("-", "") for text in every(book, "Book/Isbn")]
    printed.isbn = next((isbn for isbn in isbns if len(isbn) in _ISBN_LENGTHS), None)
    _people(printed, [*book.findall("AuthorList"), *book.findall("Book/AuthorList")])
    _dois(printed, book.findall("Book/ELocationID"), book)
    return printed


def _people(printed: Printed, lists: list[etree._Element]) -> None:
    for listed in lists:
        editors = (listed.get("Type") or "").casefold() == "editors"
        found = printed.editors if editors else printed.authors
        if not editors and found:
            continue  # the book's own authors, where the chapter has its own
        printed.complete = printed.complete and listed.get("CompleteYN") != "N"
        for element in listed.iterfind("Author"):
            # One that is not valid is a spelling PubMed has replaced, in the same list.
            if element.get("ValidYN") != "N" and (author := _author(element)) is not None:
                found.append(author)


def _author(element: etree._Element) -> Author | None:
    family = first(element, "LastName")
    if family is None:
        return person(first(element, "CollectiveName"))
    return person(family, first(element, "ForeName", "FirstName", "Initials"))


def _pages(element: etree._Element, above: str) -> str | None:
    printed = first(element, f"{above}Pagination/MedlinePgn")
    if printed:
        return printed
    start, end = first(element, f"{above}Pagination/StartPage"), first(element, f"{above}Pagination/EndPage")
    return f"{start}-{end}" if start and end and start != end else start or end


def _dois(printed: Printed, locations: list[etree._Element], data: etree._Element | None) -> None:
    """The work's own DOI; those of its references stand in lists of their own."""
    named = [] if data is None else data.findall("ArticleIdList/ArticleId")
    values = [shown(found) for found in named if found.get("IdType") == "doi"]
    values += [shown(found) for found in locations if found.get("EIdType") == "doi" and found.get("ValidYN") != "N"]
    printed.dois = [value for value in values if value]
