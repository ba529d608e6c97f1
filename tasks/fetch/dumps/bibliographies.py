"""Bibliographies (.bib, .ris, .nbib, …) as sources of records: what their owner has collected, and no registry says."""

import hashlib
from collections.abc import Iterator
from typing import BinaryIO

from state.errors import ManuscriptError
from state.lookup import Record, RegistryName
from state.manuscript import Reference
from tasks.fetch.dumps.words import MOST_BYTES, PASSED, DumpError, Item
from tasks.fetch.local_titles import ARXIV_DOI
from tasks.fetch.naming import is_part
from tasks.language.identifiers import clean_arxiv, clean_doi, clean_isbn, clean_pmid
from tasks.language.titles import normalize_title
from tasks.readers import bibliography_reader_for


def bibliography_items(stream: BinaryIO, skip: int, name: str) -> Iterator[Item]:
    """An item for each entry, beyond the first `skip`; then those that are broken. Entries without a title are none."""
    content = stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise DumpError(f"is a bibliography of more than {MOST_BYTES >> 20} MB; split it")
    try:
        entries = bibliography_reader_for(name, content).read(name, content)
    except ManuscriptError as error:
        raise DumpError(str(error).removeprefix(f"{name}: ")) from None
    items = [_item(reference) for reference in entries.references]
    items += [Item(bad=f"line {broken.line}: {broken.reason}") for broken in entries.broken]
    yield from items[skip:]


def _item(reference: Reference) -> Item:
    record = record_of(reference)
    return Item(record=record) if record else PASSED


def record_of(reference: Reference) -> Record | None:
    """The record of a bibliography's entry; None without a title. Its registry is LOCAL: no service vouches for it."""
    if not reference.title or not normalize_title(reference.title):
        return None
    arxiv = clean_arxiv(reference.arxiv)
    doi = clean_doi(reference.doi) or (f"{ARXIV_DOI}{arxiv}" if arxiv else None)
    isbn = None if is_part(reference) else clean_isbn(reference.isbn)
    return Record(
        registry=RegistryName.LOCAL,
        id=_id(reference, doi),
        title=reference.title,
        authors=reference.authors or reference.editors,
        authors_complete=reference.authors_complete,
        year=reference.year,
        years=(reference.year,) if reference.year else (),
        venue=reference.journal,
        volume=reference.volume,
        issue=reference.issue,
        pages=reference.pages,
        doi=doi,
        pmid=clean_pmid(reference.pmid),
        pmcid=reference.pmcid,
        isbns=(isbn,) if isbn else (),
        types=(reference.entry_type,) if reference.entry_type else (),
        url=reference.url,
    )


def _id(reference: Reference, doi: str | None) -> str:
    """What makes two entries, of one file or of two, the same: the DOI, the PMID, else title, author and year."""
    if doi or reference.pmid:
        return doi or f"pmid:{reference.pmid}"
    said = f"{normalize_title(reference.title or '')}|{reference.first_author or ''}|{reference.year or ''}"
    return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()[:24]
