"""A registry's record as a CSL-JSON item.

Source: the schema of CSL-JSON (citation-style-language/schema): its item types and its variables.
"""

from typing import Any

from state.lookup import Author, Record

_TYPES = {
    "journal-article": "article-journal",
    "journal article": "article-journal",
    "article": "article-journal",
    "journalarticle": "article-journal",
    "review": "article-journal",
    "proceedings-article": "paper-conference",
    "conference paper": "paper-conference",
    "conferencepaper": "paper-conference",
    "inproceedings": "paper-conference",
    "conference and workshop papers": "paper-conference",
    "book": "book",
    "monograph": "book",
    "edited-book": "book",
    "reference-book": "book",
    "book-chapter": "chapter",
    "book-section": "chapter",
    "book-part": "chapter",
    "inbook": "chapter",
    "dataset": "dataset",
    "dissertation": "thesis",
    "thesis": "thesis",
    "report": "report",
    "software": "software",
    "posted-content": "article",
    "preprint": "article",
}
"""The registries' words for kinds of works, lower case, and CSL's."""


def csl_item(record: Record) -> dict[str, Any]:
    """The item of one record. Only what the registry gives is in it; `source` names the registry."""
    year = record.year if record.year is not None else next(iter(record.years), None)
    values: dict[str, Any] = {
        "id": record.doi or f"{record.registry.value}:{record.id}",
        "type": _type(record),
        "title": record.title,
        "author": [_name(author) for author in record.authors],
        "issued": {"date-parts": [[year]]} if year is not None else None,
        "container-title": record.venue or record.venue_short,
        "container-title-short": record.venue_short if record.venue else None,
        "volume": record.volume,
        "issue": record.issue,
        "page": record.pages,
        "DOI": record.doi,
        "PMID": record.pmid,
        "PMCID": record.pmcid,
        "ISBN": " ".join(record.isbns),
        "ISSN": " ".join(record.issns),
        "URL": record.url,
        "source": record.registry.value,
    }
    return {name: value for name, value in values.items() if value not in (None, "", [])}


def _type(record: Record) -> str:
    if record.is_preprint:
        return "article"
    known = (_TYPES.get(word.lower()) for word in record.types)
    return next((word for word in known if word), "book" if record.isbns and not record.venue else "document")


def _name(author: Author) -> dict[str, str]:
    """A person; a group, or a name that the registry does not split, is `literal`."""
    return {"family": author.family, "given": author.given} if author.given else {"literal": author.family}
