"""References whose fields are named: the canonical shape and other JSON, a table's columns, `Title:` and `Authors:`."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from state.lookup import Author
from state.manuscript import Reference
from tasks.language.identifiers import clean_doi, clean_pmid, is_well_formed_doi
from tasks.parse.strings.addresses import checked_isbn, mended, read_addresses
from tasks.parse.strings.persons import read_persons

LONGEST_VALUE = 4000
MOST_PEOPLE = 5000
LONGEST_NAME = 100
_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "title": ("title", "article title", "work title", "document title", "paper title", "paper", "标题", "题名", "篇名"),
    "authors": ("authors", "author", "author s", "creators", "by", "author names", "author full names", "作者"),
    "year": (
        "year", "publication year", "pub year", "published", "date", "publication date", "年份", "年", "出版年",
        "publication_year", "issued",
    ),
    "venue": (
        "venue", "journal", "publication title", "container title", "source title", "source", "publication",
        "book title", "booktitle", "conference", "journal book", "journal title", "publisher", "期刊", "刊名", "来源",
    ),
    "doi": ("doi", "doi link", "doi url"),
    "url": ("url", "link", "links", "website", "web link", "网址", "链接"),
    "pmid": ("pmid", "pubmed id", "pubmed", "pubmedid"),
    "arxiv": ("arxiv", "arxiv id", "eprint"),
    "isbn": ("isbn",),
    "volume": ("volume", "vol", "卷"),
    "issue": ("issue", "number", "期"),
    "pages": ("pages", "page", "pp", "页码"),
    "type": ("type", "entry type", "item type", "document type", "publication type"),
    "raw": ("raw", "citation", "reference", "full citation", "text", "formatted citation", "参考文献"),
}  # fmt: skip
FIELD_OF: Final = {name: field for field, names in _NAMES.items() for name in names}
"""Which field a column or label names, lower case and without marks."""
_YEAR = re.compile(r"(?<!\d)([12]\d{3})(?!\d)")
_FIELDS = frozenset({"title", "authors", "doi", "url", "pmid", "arxiv", "isbn"})
"""Any of these names a work."""


def field_named(label: str) -> str | None:
    """The field a label names (`**Author(s)**`, `Publication Year`, `年份`), or None."""
    return FIELD_OF.get(" ".join(re.sub(r"[\W_]+", " ", label[:60]).lower().split()))


def names_a_work(fields: Mapping[str, object]) -> bool:
    """Whether any of these fields says which work is meant."""
    return any(fields.get(name) for name in _FIELDS)


def stated_reference(fields: Mapping[str, object], raw: str) -> Reference:
    """The Reference of named fields; values are texts, or lists of texts and of objects for authors. Never raises.

    A DOI or PMID without the form of one has the problem `bad_doi` or `bad_pmid` and stays in `raw`. Identifiers that
    stand in another field (an address at doi.org) are taken from there.
    """
    problems = []
    doi, printed_doi = None, text_of(fields.get("doi"))
    if printed_doi:
        doi = clean_doi(printed_doi)
        if doi is None or not is_well_formed_doi(doi):
            doi = None
            problems.append("bad_doi")
    pmid, printed_pmid = None, text_of(fields.get("pmid"))
    if printed_pmid and (pmid := clean_pmid(printed_pmid)) is None:
        problems.append("bad_pmid")
    url = text_of(fields.get("url"))
    found = read_addresses(mended(" ".join(filter(None, (url, _labelled("arXiv:", fields.get("arxiv")))))))
    authors, complete = _people(fields.get("authors"))
    year = _YEAR.search(text_of(fields.get("year")) or "")
    doi = doi or found.doi
    pmid = pmid or found.pmid
    return Reference(
        id="",
        entry_type=text_of(fields.get("type")),
        title=text_of(fields.get("title")),
        authors=authors,
        authors_complete=complete,
        year=int(year.group(1)) if year else None,
        journal=text_of(fields.get("venue")),
        volume=text_of(fields.get("volume")),
        issue=text_of(fields.get("issue")),
        pages=text_of(fields.get("pages")),
        doi=doi,
        pmid=pmid,
        arxiv=found.arxiv,
        isbn=checked_isbn(text_of(fields.get("isbn")) or ""),
        url=found.url,
        raw=raw,
        problems=tuple(problems),
        needs_manual_id=doi is None and pmid is None,
    )


def text_of(value: object) -> str | None:
    """A value as one line of text; None where it is none, or empty. The first of a list."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        value = value[0] if value else None
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (int, float)):
        value = f"{value:.0f}" if abs(value) < 1e15 else ""
    if not isinstance(value, str):
        return None
    cleaned = value[:LONGEST_VALUE].encode("utf-8", "replace").decode()
    text = " ".join(cleaned.split())
    return None if text.lower() in ("", "null", "none", "n/a", "na", "-", "–", "—") else text


def _labelled(label: str, value: object) -> str | None:
    text = text_of(value)
    return (text if "arxiv" in text.lower() else f"{label}{text}") if text else None


def _people(value: object) -> tuple[tuple[Author, ...], bool]:
    """Authors of one text (`Smith, J.; Li, Q.`) or of a list of texts or objects, and whether they are all."""
    if isinstance(value, str):
        text = text_of(value)
        if text is None:
            return (), True
        if ";" in text:
            return _people([one for one in text.split(";") if one.strip()])
        if " and " in text and "," in text.split(" and ")[0] and text.count(",") <= text.count(" and ") + 1:
            return _people(text.split(" and "))
        people = read_persons(text)
        if people.authors or len(text) > LONGEST_NAME:
            return people.authors, people.complete
        return (_named(text),), True
    found: list[Author] = []
    complete = True
    for one in value[:MOST_PEOPLE] if isinstance(value, list) else ():
        if isinstance(one, Mapping):
            author = _person(one)
        else:
            name = text_of(one)
            complete = complete and not re.fullmatch(r"(?:et al\.?|others|等)", name or "")
            author = _named(name) if name and not re.fullmatch(r"(?:et al\.?|others|等)", name) else None
        if author is not None:
            found.append(author)
    return tuple(found), complete


def _person(person: Mapping[str, object]) -> Author | None:
    held = person.get("author")
    if isinstance(held, Mapping):
        person = held
    family = text_of(
        person.get("family") or person.get("family_name") or person.get("lastName") or person.get("surname")
    )
    given = text_of(person.get("given") or person.get("given_name") or person.get("firstName"))
    if family is not None:
        return Author(family=family, given=given)
    name = text_of(
        person.get("name") or person.get("display_name") or person.get("literal") or person.get("creatorName")
    )
    return _named(name) if name else None


def _named(name: str) -> Author:
    """One person's name: family before a comma, else as printed lists are read."""
    family, comma, given = name.partition(",")
    if comma and family.strip() and given.strip() and "," not in given:
        return Author(family=family.strip(), given=given.strip())
    people = read_persons(name).authors
    return people[0] if len(people) == 1 else Author(family=name)
