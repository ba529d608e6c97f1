"""Who speaks of a preprint, a record or a reference: both versions are one work, each with its own venue and year."""

from state.lookup import Record, RegistryName
from state.manuscript import Reference
from tasks.language.identifiers import is_preprint_doi
from tasks.language.journals import is_preprint_server

_UNPUBLISHED = frozenset({"misc", "unpublished", "online", "techreport", "report", "thesis", "phdthesis", "manual"})


def is_preprint(record: Record) -> bool:
    """Does this record describe a preprint, and no version that was published?"""
    if record.is_preprint or record.registry is RegistryName.ARXIV:
        return True
    if any(name.lower() == "preprint" for name in record.types):
        return not record.venue or is_preprint_server(record.venue)
    return is_preprint_doi(record.doi) and (not record.venue or is_preprint_server(record.venue))


def cites_preprint(reference: Reference) -> bool:
    """Is the preprint cited, and not what was published of it? A journal beside a number at arXiv is the journal's."""
    if reference.journal:
        return is_preprint_server(reference.journal)
    return is_preprint_doi(reference.doi) or bool(reference.arxiv and not reference.doi)


def cites_published(reference: Reference) -> bool:
    """Does the entry say that the work has appeared in a journal or at a conference?"""
    if not reference.journal or is_preprint_server(reference.journal):
        return False
    return (reference.entry_type or "").lower() not in _UNPUBLISHED
