"""Preprint and published version are versions of one work: which of them is cited, and what has become of the other.

What the records say of each other, and what was found by title. For a preprint that is cited as published the title is
searched for at those who would know of the publication (`ladder.publication_searches`).
"""

from collections.abc import Sequence

from state.lookup import NoticeType, Query, QueryKind, Record, RegistryName
from state.manuscript import Reference
from state.resolution import Version
from tasks.fetch.identity import Grade, fit
from tasks.fetch.ladder import publication_searches
from tasks.fetch.preprints import cites_preprint, cites_published, is_preprint
from tasks.fetch.trail import Trail, query_of
from tasks.language.identifiers import is_preprint_doi, same_doi
from tasks.language.journals import is_preprint_server

Work = Sequence[tuple[Query, Record]]

_WITHDRAWING = frozenset({NoticeType.RETRACTION, NoticeType.REMOVAL, NoticeType.WITHDRAWAL})


def versions_of(trail: Trail, work: Work) -> tuple[Version, ...]:
    """The other versions of the cited work that matter to who cites it; `work` are its records.

    A published version of a cited preprint; a preprint that was withdrawn; and, for what is cited as published, the
    preprint that is all that the services know which would know of its publication.
    """
    if not work:
        return ()
    reference, records = trail.reference, [record for _, record in work]
    found: list[Version] = []
    if cites_preprint(reference):
        found += _published_since(trail, records)[:1]
    if not _speaks_for_another(reference, records):
        found += [_version("withdrawn", record) for record in records if is_preprint(record) and _withdrawn(record)][:1]
    only_preprints = all(is_preprint(record) and not record.preprint_of for record in records)
    if cites_published(reference) and only_preprints and _asked_everywhere(trail, records):
        found.append(_version("published_as_preprint", records[0]))
    return tuple(found)


def of_cited_version(reference: Reference, records: Sequence[Record]) -> Sequence[Record]:
    """The records whose notices are about the version that is cited: a preprint may be withdrawn, by its authors or
    because it was published, without a word against the published article. A retracted article's preprint shares its
    fate, so that nothing is left out where a preprint is cited."""
    published = [record for record in records if not is_preprint(record)]
    return published if published and not cites_preprint(reference) else records


def _published_since(trail: Trail, records: Sequence[Record]) -> list[Version]:
    """By what the preprint's records name, by an article's naming the preprint, then by what a search brought."""
    pool = [r for q in trail.asked if q.registry is not RegistryName.DOI for r in trail.records(q)]
    found: list[Version] = []
    for record in records:
        for doi in record.preprint_of:
            article = next((r for r in pool if same_doi(r.doi, doi) and not is_preprint(r)), None)
            found.append(Version(kind="published_since", record=article, doi=doi, named_by=record.registry))
    dois = [record.doi for record in records] + [trail.doi]
    for record in pool:
        names_it = any(same_doi(own, doi) for own in record.has_preprints for doi in dois if doi)
        if not is_preprint(record) and record.doi and not is_preprint_doi(record.doi) and names_it:
            found.append(_version("published_since", record))
    return found or _found_by_title(trail, pool)


def _found_by_title(trail: Trail, pool: Sequence[Record]) -> list[Version]:
    """Published works of the same title whose first author agrees too: a title alone may be another's."""
    found = []
    for record in pool:
        if is_preprint(record) or not record.venue or is_preprint_server(record.venue):
            continue
        query = query_of(record.registry, QueryKind.TITLE, trail.reference.title or "")
        fitting = fit(trail.reference, query, record, "title")
        later = record.year is None or trail.reference.year is None or record.year >= trail.reference.year
        if fitting.grade is Grade.SAME and fitting.author is True and later and not is_preprint_doi(record.doi):
            found.append(_version("published_since", record))
    return found


def _withdrawn(record: Record) -> bool:
    return any(notice.type in _WITHDRAWING for notice in record.notices)


def _speaks_for_another(reference: Reference, records: Sequence[Record]) -> bool:
    """Whether the published version is cited, so that its preprint's fate is none of the reference's."""
    return not cites_preprint(reference) and any(not is_preprint(record) for record in records)


def _asked_everywhere(trail: Trail, records: Sequence[Record]) -> bool:
    """Have all services answered that would know of a publication?"""
    wanted = publication_searches(trail, records)
    return bool(trail.reference.title) and all(q in trail.asked and not trail.is_unavailable(q) for q in wanted)


def _version(kind: str, record: Record) -> Version:
    return Version(kind=kind, record=record, doi=record.doi, named_by=record.registry)
