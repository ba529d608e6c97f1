"""The records of one work among all answers about a reference: by shared identifiers, and preprint with publication."""

from collections.abc import Iterator, Sequence

from state.lookup import Query, QueryKind, Record, RegistryName
from tasks.fetch.identity import OTHER_RATIO, Fit, Grade, comparable, fit, same_work
from tasks.fetch.preprints import is_preprint
from tasks.fetch.trail import ARXIV_DOI, Trail, identifier_lookups
from tasks.language.identifiers import clean_doi
from tasks.language.titles import identity_ratio, is_truncation


def work_records(trail: Trail, target: Fit) -> tuple[tuple[Query, Record], ...]:
    """Every record of the target's work, the target first, then in the order asked: those that share a DOI or PMID and
    whose titles do not speak against it. OpenAlex has other papers' titles under right DOIs (decisions 1.13).

    What stands at a printed identifier and fits the print as well as the target belongs to it too, whatever its DOI:
    the older records of PubMed have none.
    """
    work = [(target.query, target.record)]
    if target.grade is Grade.SAME and target.query.kind is not QueryKind.TITLE:
        for query in identifier_lookups(trail):
            for record in trail.records(query):
                known = any((r.registry, r.id) == (record.registry, record.id) for _, r in work)
                if not known and fit(trail.reference, query, record, "identifier").grade is Grade.SAME:
                    work.append((query, record))
    pool = [(q, r) for q in trail.asked if q.registry is not RegistryName.DOI for r in trail.records(q)]
    grown = True
    while grown:
        grown = False
        dois, pmids = identifiers_of(work)
        for query, record in pool:
            own_dois, own_pmids = identifiers_of(((query, record),))
            known = any((r.registry, r.id) == (record.registry, record.id) for _, r in work)
            shares = not (set(dois).isdisjoint(own_dois) and set(pmids).isdisjoint(own_pmids))
            shares = shares or _is_other_version(trail, target, query, record)
            if shares and not known and not _conflicts(target.record, record):
                work.append((query, record))
                grown = True
    # By where it was first found: two queries may bring the same record, as one object or as two.
    order: dict[tuple[RegistryName, str], int] = {}
    for place, (_, record) in enumerate(pool):
        order.setdefault((record.registry, record.id), place)
    return (work[0], *sorted(work[1:], key=lambda pair: order[pair[1].registry, pair[1].id]))


def _is_other_version(trail: Trail, target: Fit, query: Query, record: Record) -> bool:
    """Is one of them a preprint of the other: found by title, with the same title and first author, and fitting the
    print as well?"""
    if query.kind is not QueryKind.TITLE or query.registry is RegistryName.LOCAL or target.grade is not Grade.SAME:
        return False
    if is_preprint(target.record) == is_preprint(record) or not same_work(target.record, record):
        return False
    return any(f.record is record and f.grade is Grade.SAME and f.author is True for f in trail.fits(query, "title"))


def _conflicts(a: Record, b: Record) -> bool:
    """Are these titles of two different works?"""
    if not a.title or not b.title or not comparable(a.title, b.title):
        return False
    return identity_ratio(a.title, b.title) < OTHER_RATIO and not (
        is_truncation(a.title, b.title) or is_truncation(b.title, a.title)
    )


def identifiers_of(work: Sequence[tuple[Query, Record]]) -> tuple[list[str], list[str]]:
    """The DOIs and PMIDs of some records, and those they were asked by (a merged DOI is an alias), each once.

    A preprint at arXiv has arXiv's DOI, whatever DOI its published version has."""
    dois: dict[str, None] = {}
    pmids: dict[str, None] = {}
    for query, record in work:
        own = f"{ARXIV_DOI}{record.id}" if record.registry is RegistryName.ARXIV else None
        for doi in (clean_doi(record.doi), query.value if query.kind is QueryKind.DOI else None, own):
            if doi:
                dois[doi] = None
        for pmid in (record.pmid, query.value if query.kind is QueryKind.PMID else None):
            if pmid:
                pmids[pmid] = None
    return list(dois), list(pmids)


def disagreeing(trail: Trail, target: Fit) -> Iterator[Record]:
    """Records at a printed identifier of the target's that show another title: the registries' disagreement."""
    inside = {(r.registry, r.id) for _, r in work_records(trail, target)}
    dois, pmids = identifiers_of(work_records(trail, target))
    for query in identifier_lookups(trail):
        value = f"{ARXIV_DOI}{query.value}" if query.kind is QueryKind.ARXIV else query.value
        shares = value in (pmids if query.kind is QueryKind.PMID else dois)
        strangers = [r for r in trail.records(query) if (r.registry, r.id) not in inside]
        if shares and len(strangers) == len(trail.records(query)):
            yield from strangers[:1]
