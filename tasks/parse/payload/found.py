"""An entry that was found in the input, before it has an id: read already, or printed and still to be read."""

import re
from dataclasses import dataclass, replace

from state.manuscript import Reference
from state.payload import ReferenceType, SourceFormat
from tasks.parse.entries import authors_and_title, read_entry
from tasks.parse.printed_list import PrintedEntry

DASH = re.compile(r"\s*(?:[—–―─_]{2,6}|-{3,6}|[—―](?=\s?[.,，]))\s?[.,，:]?\s*(?=\S)")
"""What stands for the authors of the entry above."""
UNREADABLE = "neither title, name nor identifier could be read"
_TYPES: dict[ReferenceType, str] = {
    ReferenceType.ARTICLE: "article article-journal journalarticle jour journal ejour mgzn news newspaperarticle "
    "article-newspaper article-magazine magazinearticle periodical inproceedings conference conf cpaper proceedings "
    "conferencepaper paper-conference review review-article letter editorial newspaper j n conference-paper "
    "proceedings-article conference-article",
    ReferenceType.PREPRINT: "preprint posted-content unpb unpublished",
    ReferenceType.BOOK: "book mvbook collection edbook ebook booklet m monograph edited-book",
    ReferenceType.CHAPTER: "inbook incollection chap echap chapter booksection book-chapter bookinbook suppbook "
    "inreference entry-encyclopedia entry-dictionary ency dict",
    ReferenceType.THESIS: "thesis phdthesis mastersthesis thes dissertation d",
    ReferenceType.REPORT: "report techreport rprt govdoc standard stand r s technical-report",
    ReferenceType.WEB: "web webpage online electronic www elec blog blogpost blog-post post post-weblog website",
}
_TYPE_OF = {word: kind for kind, words in _TYPES.items() for word in words.split()}


@dataclass(frozen=True, slots=True)
class Found:
    """One entry of a source: either `reference` or `printed` is given, unless `failure` says why neither is."""

    chunk: int
    line: int
    format: SourceFormat
    raw: str
    reference: Reference | None = None
    printed: PrintedEntry | None = None
    failure: str | None = None
    above: str = ""
    """The entry above one that begins with a dash for the same authors."""


def read(found: Found, ordinal: int, *, quick: bool) -> tuple[Reference, str | None]:
    """The Reference of an entry, with its exact text, and why it could not be read, or None. `quick`: by patterns."""
    reference, failure = found.reference, found.failure
    if found.printed is not None:
        printed = found.printed if quick or not found.above else _with_authors(found.printed, found.above)
        reference = read_entry(printed, f"ref-{ordinal}", quick=quick)
    if reference is None:
        reference = Reference(id="", problems=("broken",), needs_manual_id=True)
    if failure is None and not _says_something(reference):
        failure = UNREADABLE
    return reference.model_copy(update={"raw": found.raw or reference.raw}), failure


def type_of(reference: Reference) -> ReferenceType | None:
    """The contract's kind of work for whatever word the format uses; None where the entry says nothing of it."""
    known = _TYPE_OF.get((reference.entry_type or "").strip().lower())
    if known is None and reference.entry_type:
        known = ReferenceType.UNKNOWN
    if known in (None, ReferenceType.UNKNOWN, ReferenceType.ARTICLE) and reference.arxiv and _is_preprint(reference):
        return ReferenceType.PREPRINT
    return known


def _is_preprint(reference: Reference) -> bool:
    return reference.journal is None or "arxiv" in reference.journal.lower()


def _with_authors(printed: PrintedEntry, above: str) -> PrintedEntry:
    """An entry whose authors are a dash, with the authors of the entry above."""
    dash, authors = DASH.match(printed.text), authors_and_title(above)[0]
    if dash is None or not authors:
        return printed
    return replace(printed, text=f"{authors.strip(' .,:')}. {printed.text[dash.end() :]}")


def _says_something(reference: Reference) -> bool:
    identified = reference.doi or reference.pmid or reference.arxiv or reference.isbn or reference.url
    return bool(reference.title or reference.authors or reference.editors or identified)
