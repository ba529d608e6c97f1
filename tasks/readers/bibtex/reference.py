"""One BibTeX entry becomes one Reference: which field is read for what."""

import re
from collections.abc import Mapping

from state.lookup import Author
from state.manuscript import Reference
from tasks.readers.bibtex.astronomy import ASTRONOMY
from tasks.readers.bibtex.blocks import RawEntry
from tasks.readers.bibtex.identifiers import arxiv_in, arxiv_of, doi_in, doi_of, isbn_of, pmid_in, pmid_of, url_of
from tasks.readers.bibtex.latex import plain
from tasks.readers.bibtex.names import authors
from tasks.readers.bibtex.values import Abbreviations

RAW = 4000
"""Characters of an entry kept in `Reference.raw`."""
_TEXTS = 2000
"""Longest title, journal or place kept; a longer one comes from a brace that never closed."""

_TITLE = ("title", "maintitle")
_JOURNAL = ("fjournal", "journal", "journaltitle", "booktitle", "shortjournal")
_YEARS = ("year", "date", "issued", "eventdate")
_LINKS = ("url", "ee", "howpublished", "note", "annote", "annotation", "extra", "bdsk-url-1", "link", "adsurl")
_NOTES = ("note", "annote", "annotation", "extra", "keywords", "url", "ee", "link")
_PREPRINTS = ("url", "ee", "link", "note", "journal", "journaltitle", "howpublished", "extra")
_NUMBER_IS_NO_ISSUE = frozenset({"techreport", "report", "patent", "standard", "manual", "legislation", "jurisdiction"})

READ_FIELDS = frozenset(
    {
        *_TITLE, *_JOURNAL, *_YEARS, "subtitle", "booksubtitle", "author", "editor", "volume", "number", "issue",
        "pages", "eid", "doi", "pmid", "eprint", "eprinttype", "archiveprefix", "isbn", "url", "crossref",
    }
)  # fmt: skip
"""Fields whose repetition inside an entry is reported: two values for one of these cannot both be meant."""
_YEAR = re.compile(r"(?<!\d)([12]\d{3})(?!\d)")


class _Fields:
    """The fields of one entry, expanded; names that nothing defines are collected."""

    def __init__(self, fields: Mapping[str, str], abbreviations: Abbreviations) -> None:
        self._fields, self._abbreviations = fields, abbreviations
        self.undefined: list[str] = []

    def raw(self, *names: str) -> str | None:
        """The first of these fields that is not empty, expanded, LaTeX as it is."""
        for name in names:
            value = self._fields.get(name)
            if value:
                text, undefined = self._abbreviations.expand(value)
                self.undefined.extend(word for word in undefined if word not in self.undefined)
                if text.strip():
                    return text
        return None

    def text(self, *names: str) -> str | None:
        """The first of these fields that is not empty, as it prints."""
        value = self.raw(*names)
        return (plain(value[: 2 * _TEXTS])[:_TEXTS] or None) if value is not None else None

    def each(self, *names: str) -> list[str]:
        return [value for name in names if (value := self.raw(name)) is not None]


def reference(
    file: str, entry: RawEntry, identity: str, abbreviations: Abbreviations, problems: tuple[str, ...]
) -> Reference:
    """The Reference an entry states. `problems` come first; `undefined_string:NAME`, `bad_year`, `bad_doi` and
    `bad_pmid` are added here. A value that is ill-formed is None, and stays readable in `raw`.
    """
    fields = _Fields(entry.fields, abbreviations)
    found = list(problems)
    title, journal = _title_and_journal(fields)
    people, complete = _people(fields, "author", "authors")
    editors, editors_complete = _people(fields, "editor", "editors")
    year = _year(fields, found)
    doi = _doi(fields, found)
    pmid = _pmid(fields, found)
    found.extend(f"undefined_string:{name}" for name in fields.undefined)
    url = fields.raw("url", "howpublished", "ee")
    isbn = fields.raw("isbn")
    return Reference(
        id=identity,
        key=entry.key or None,
        entry_type=entry.kind or None,
        title=title,
        authors=people,
        editors=editors,
        authors_complete=complete and editors_complete,
        year=year,
        journal=journal,
        volume=fields.text("volume"),
        issue=fields.text("issue") if entry.kind in _NUMBER_IS_NO_ISSUE else fields.text("number", "issue"),
        pages=fields.text("pages", "eid", "article-number"),
        doi=doi,
        pmid=pmid,
        arxiv=_arxiv(fields),
        isbn=isbn_of(isbn) if isbn else None,
        url=url_of(url) if url and ("://" in url or "url" in entry.fields) else None,
        raw=entry.raw[:RAW],
        file=file,
        line=entry.line,
        problems=tuple(found),
        needs_manual_id=doi is None and pmid is None,
    )


def _title_and_journal(fields: _Fields) -> tuple[str | None, str | None]:
    title, subtitle = fields.text(*_TITLE), fields.text("subtitle")
    named = (ASTRONOMY.get(raw.strip("{} \t\n")) or plain(raw[: 2 * _TEXTS])[:_TEXTS] for raw in fields.each(*_JOURNAL))
    journal = next((name for name in named if name), None)
    journal = None if journal == title else journal
    if title is None and (book := fields.text("booktitle")) is not None:
        # A whole book or volume, written with its title where a chapter would have it.
        title, subtitle = book, fields.text("booksubtitle")
        journal = None if journal == book else journal
    if title is not None and subtitle is not None and subtitle.casefold() not in title.casefold():
        title = f"{title}{' ' if title.endswith((':', '?', '!')) else ': '}{subtitle}"
    return title, journal


def _people(fields: _Fields, *names: str) -> tuple[tuple[Author, ...], bool]:
    value = fields.raw(*names)
    return authors(value) if value is not None else ((), True)


def _year(fields: _Fields, problems: list[str]) -> int | None:
    printed = False
    for value in fields.each(*_YEARS):
        if matched := _YEAR.search(value):
            return int(matched.group(1))
        printed = True
    if printed:
        problems.append("bad_year")
    return None


def _doi(fields: _Fields, problems: list[str]) -> str | None:
    own = fields.raw("doi")
    if own is not None:
        if (doi := doi_of(own)) is not None:
            return doi
        problems.append("bad_doi")
    kind = (fields.raw("eprinttype", "archiveprefix") or "").strip().lower()
    if kind == "doi" and (doi := doi_of(fields.raw("eprint") or "")) is not None:
        return doi
    return next((doi for value in fields.each(*_LINKS) if (doi := doi_in(value)) is not None), None)


def _pmid(fields: _Fields, problems: list[str]) -> str | None:
    own = fields.raw("pmid")
    if own is not None:
        if (pmid := pmid_of(own)) is not None:
            return pmid
        problems.append("bad_pmid")
    kind = (fields.raw("eprinttype", "archiveprefix") or "").strip().lower()
    if kind in ("pubmed", "pmid") and (pmid := pmid_of(fields.raw("eprint") or "")) is not None:
        return pmid
    return next((pmid for value in fields.each(*_NOTES) if (pmid := pmid_in(value)) is not None), None)


def _arxiv(fields: _Fields) -> str | None:
    kind = (fields.raw("eprinttype", "archiveprefix") or "").strip().lower()
    eprint = fields.raw("arxiv", "arxivid") or (fields.raw("eprint") if kind in ("arxiv", "") else None)
    if eprint is not None and (found := arxiv_of(eprint)) is not None:
        return found
    return next((found for value in fields.each(*_PREPRINTS, "doi") if (found := arxiv_in(value)) is not None), None)
