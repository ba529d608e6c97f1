"""Which question comes next for a reference, given the answers so far (decisions 1.2, 1.5, 1.6).

Pure, so that all references climb together and every batch is full: first the printed identifiers, then titles for what
they left open (PubMed, Crossref, OpenAlex, and Semantic Scholar last), then the other registries' records of the work
that was found, for its abstract and its notices. The same answers give the same questions, whatever their timing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from state.lookup import Found, Kept, NotFound, Query, QueryKind, Record, RegistryName, Unavailable
from state.manuscript import Reference
from state.resolution import Identity
from tasks.fetch.identity import OTHER_RATIO, Answers, Fit, Grade, Verdict, best, comparable, decide, fit
from tasks.language.identifiers import clean_doi, clean_pmid, is_well_formed_doi, same_doi
from tasks.language.names import is_group
from tasks.language.titles import identity_ratio, is_truncation, normalize_title, strip_markup

_BIOMEDICAL = re.compile(
    r"med(?:ic|\.|\b)|clin(?:ic|\.|\b)|surg|\bdisease|patient|therap|cancer|tumou?r|carcino|oncol|cardi|neuro|psych"
    r"|pharma|\bdrug|\bcells?\b|\bgenes?\b|genet|genom|protein|biol|bioch|immun|infect|virus|viral|bacter|microb"
    r"|health|hospital|nurs|dent(?:al|ist|\b)|oral\b|odont|orthod|pediatr|paediatr|obstet|gyn[ae]+c|radiol|pathol"
    r"|physiol|toxicol|epidemi|lancet|\bjama\b|\bbmj\b|n engl j|nejm|vaccin|diabet|renal|kidney|hepat|liver|lung"
    r"|arthr|\bjoint|orthop|fractur|\bhips?\b|\bknees?\b|children|adults|\bwomen|infant|elderly|randomi[sz]ed|placebo"
    r"|pregnan|prevalence|screening|diagnos|treatment|injur|\bpain\b|symptom|prognos|surviv"
    r"|trial|mortality|syndrome|\bbone|muscle|brain|blood|serum|\bmice\b|\brats?\b|human|nutri|rehab|anatom|endocr"
    r"|医|病|药|疗|临床|患者|护理|手术|癌|瘤|细胞|基因|蛋白|感染|免疫|口腔|牙|颌|心脏|肝|肾|肺|骨|血|糖尿|健康|卫生|营养",
    re.IGNORECASE,
)
_BIOMEDICAL_DOI = ("10.3760/", "10.3877/", "10.16035/", "10.1056/", "10.1136/", "10.1001/", "10.7326/", "10.1371/")


def is_biomedical(reference: Reference) -> bool:
    """Is PubMed a required service for this reference (decisions 1.6)?

    With a PMID, or by words of its journal and title, or its DOI's prefix. Decided for each reference alone,
    so that a resumed run asks what an unbroken one would.
    """
    if reference.pmid:
        return True
    words = f"{reference.journal or ''} {reference.title or ''}"
    return bool(_BIOMEDICAL.search(words)) or (clean_doi(reference.doi) or "").startswith(_BIOMEDICAL_DOI)


@dataclass
class Trail:
    """A reference on its way, with what was asked about it, in order, and the answers."""

    reference: Reference
    biomedical: bool
    answers: dict[Query, Kept]
    """Of the whole run; only those of `asked` concern this reference."""
    asked: list[Query] = field(default_factory=list)

    @property
    def doi(self) -> str | None:
        return clean_doi(self.reference.doi)

    @property
    def pmid(self) -> str | None:
        return clean_pmid(self.reference.pmid)

    def records(self, query: Query) -> tuple[Record, ...]:
        lookup = self.answers[query].lookup if query in self.asked else None
        return lookup.records if isinstance(lookup, Found) else ()

    def is_unavailable(self, query: Query) -> bool:
        return query in self.asked and isinstance(self.answers[query].lookup, Unavailable)

    def is_absent(self, query: Query) -> bool:
        return query in self.asked and isinstance(self.answers[query].lookup, NotFound)


def identifier_queries(trail: Trail) -> tuple[Query, ...]:
    """The printed identifiers, each at the registries that must know it, in the order of decisions 1.2."""
    doi, pmid = trail.doi, trail.pmid
    queries = [_query(RegistryName.PUBMED, QueryKind.PMID, pmid)] if pmid else []
    if doi:
        queries.append(_query(RegistryName.CROSSREF, QueryKind.DOI, doi))
        if trail.biomedical and not pmid:
            queries.append(_query(RegistryName.PUBMED, QueryKind.DOI, doi))
        queries.append(_query(RegistryName.OPENALEX, QueryKind.DOI, doi))
    return tuple(queries)


def required_searches(trail: Trail) -> tuple[Query, ...]:
    """The title searches without which a work cannot be called found nowhere (decisions 1.6)."""
    names = (RegistryName.CROSSREF, RegistryName.OPENALEX)
    return tuple(
        _search(trail, n) for n in ((RegistryName.PUBMED, *names) if trail.biomedical else names) if _title(trail)
    )


def _query(registry: RegistryName, kind: QueryKind, value: str) -> Query:
    return Query(registry=registry, kind=kind, value=value)


def _title(trail: Trail) -> str:
    """The title to search by; empty where there is none, or nothing but punctuation."""
    printed = trail.reference.title or ""
    return " ".join(strip_markup(printed).split()) if normalize_title(printed) else ""


def _search(trail: Trail, registry: RegistryName) -> Query:
    authors = trail.reference.authors
    author = authors[0].family if authors and not is_group(authors[0]) else None
    return Query(registry=registry, kind=QueryKind.TITLE, value=_title(trail), author=author)


def next_queries(trail: Trail) -> tuple[Query, ...]:
    """What to ask next; empty when the reference is final."""
    identifiers = _unasked(trail, identifier_queries(trail))
    if identifiers:
        return identifiers
    answers = read_answers(trail)
    if not _settled(answers.by_identifier):
        open_now = (*_existence(trail), *_next_search(trail, answers))
        if open_now:
            return open_now
    return _unasked(trail, _about_the_work(trail))


def is_by_title(queries: tuple[Query, ...]) -> bool:
    """Is there a title search among these?"""
    return any(q.kind is QueryKind.TITLE for q in queries)


def is_asked_alone(queries: tuple[Query, ...]) -> bool:
    """Is there a title search among these that no batch carries? PubMed takes many titles a request."""
    return any(q.kind is QueryKind.TITLE and q.registry is not RegistryName.PUBMED for q in queries)


def _unasked(trail: Trail, queries: tuple[Query, ...]) -> tuple[Query, ...]:
    return tuple(q for q in queries if q not in trail.asked)


def _settled(fits: Sequence[Fit]) -> bool:
    return any(f.grade is Grade.SAME for f in fits)


def _existence(trail: Trail) -> tuple[Query, ...]:
    """doi.org is asked only about a DOI that no registry holds; then for its agency, if it exists."""
    doi = trail.doi
    asked = [q for q in identifier_queries(trail) if q.kind is QueryKind.DOI]
    if not doi or not is_well_formed_doi(doi) or not all(trail.is_absent(q) for q in asked):
        return ()
    handle, agency = _handle(doi), _query(RegistryName.DOI, QueryKind.AGENCY, doi)
    return _unasked(trail, (handle, agency) if trail.records(handle) else (handle,))


def _handle(doi: str) -> Query:
    return _query(RegistryName.DOI, QueryKind.HANDLE, doi)


def _next_search(trail: Trail, answers: Answers) -> tuple[Query, ...]:
    """One registry after the other, until one has the work."""
    if not _title(trail) or _settled(answers.by_title):
        return ()
    for query in (*required_searches(trail), _search(trail, RegistryName.SEMANTIC_SCHOLAR)):
        if query not in trail.asked:
            return (query,)
    return ()


def _about_the_work(trail: Trail) -> tuple[Query, ...]:
    """The other registries' records of the work that was found; Semantic Scholar only for an abstract still missing.

    A registry in which a title search found it has given its record whole.
    """
    target = target_of(trail, verdict_of(trail))
    if target is None:
        return ()
    work = work_records(trail, target)
    dois, pmids = identifiers_of(work)
    doi = clean_doi(target.record.doi) or next(iter(dois), None)
    queries = [_query(RegistryName.PUBMED, QueryKind.PMID, p) for p in pmids[:1]]
    if doi:
        queries.append(_query(RegistryName.CROSSREF, QueryKind.DOI, doi))
        if not pmids:
            queries.append(_query(RegistryName.PUBMED, QueryKind.DOI, doi))
        queries.append(_query(RegistryName.OPENALEX, QueryKind.DOI, doi))
    found = {query.registry for query, _ in work if query.kind is QueryKind.TITLE}
    queries = [query for query in queries if query.registry not in found]
    if _unasked(trail, tuple(queries)) or any(record.abstract for _, record in work):
        return tuple(queries)
    if doi:
        return (_query(RegistryName.SEMANTIC_SCHOLAR, QueryKind.DOI, doi),)
    return tuple(_query(RegistryName.SEMANTIC_SCHOLAR, QueryKind.PMID, p) for p in pmids[:1])


def read_answers(trail: Trail) -> Answers:
    """The answers so far, sorted by what they say of the reference."""
    reference, identifiers, searches = trail.reference, identifier_queries(trail), required_searches(trail)
    by_title = tuple(
        fit(reference, query, record, "title")
        for query in trail.asked
        if query.kind is QueryKind.TITLE
        for record in trail.records(query)
    )
    confirmed, contradicted = _identifiers_agree(trail, best(by_title))
    handle = _handle(trail.doi) if trail.doi else None
    return Answers(
        by_identifier=tuple(fit(reference, q, r, "identifier") for q in identifiers for r in trail.records(q)),
        by_title=by_title,
        identifiers=identifiers,
        searches=searches,
        answered=frozenset(q for q in trail.asked if not trail.is_unavailable(q)),
        handle=_handle_answer(trail, handle),
        handle_query=handle,
        confirmed=confirmed,
        contradicted=contradicted,
    )


def _handle_answer(trail: Trail, handle: Query | None) -> Literal["exists", "absent", "unavailable", "unasked"]:
    if handle is None or handle not in trail.asked:
        return "unasked"
    if trail.is_unavailable(handle):
        return "unavailable"
    return "absent" if trail.is_absent(handle) else "exists"


def _identifiers_agree(trail: Trail, found: Fit | None) -> tuple[bool, bool]:
    """Do the records of the work found by title carry a printed identifier; do they carry another of that kind, which
    could not be asked?"""
    if found is None or found.grade is not Grade.SAME:
        return False, False
    dois, pmids = identifiers_of(work_records(trail, found))
    doi, pmid = trail.doi, trail.pmid
    doi_is = doi is not None and any(same_doi(doi, other) for other in dois)
    pmid_is = pmid is not None and pmid in pmids
    blocked = {q.kind for q in identifier_queries(trail) if trail.is_unavailable(q)}
    other_doi = QueryKind.DOI in blocked and bool(dois) and not doi_is
    other_pmid = QueryKind.PMID in blocked and bool(pmids) and not pmid_is
    return doi_is or pmid_is, other_doi or other_pmid


def verdict_of(trail: Trail) -> Verdict:
    """The reference's identity by the answers so far."""
    return decide(read_answers(trail))


def target_of(trail: Trail, verdict: Verdict) -> Fit | None:
    """The record of the cited work: what its abstract and notices are looked up for. None where it is not known."""
    if verdict.identity in (Identity.SAME, Identity.DOUBTFUL, Identity.STRANGER):
        return verdict.fit
    if verdict.identity is Identity.OTHER_EXISTS:
        return verdict.elsewhere
    found = best(read_answers(trail).by_title) if verdict.identity is Identity.UNKNOWN else None
    return found if found is not None and found.grade is Grade.SAME else None


def work_records(trail: Trail, target: Fit) -> tuple[tuple[Query, Record], ...]:
    """Every record of the target's work, the target first, then in the order asked: those that share a DOI or PMID and
    whose titles do not speak against it. OpenAlex has other papers' titles under right DOIs (decisions 1.13).

    What stands at a printed identifier and fits the print as well as the target belongs to it too, whatever its DOI:
    the older records of PubMed have none.
    """
    work = [(target.query, target.record)]
    if target.grade is Grade.SAME and target.query.kind is not QueryKind.TITLE:
        for query in identifier_queries(trail):
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
            if shares and not known and not _conflicts(target.record, record):
                work.append((query, record))
                grown = True
    # By where it was first found: two queries may bring the same record, as one object or as two.
    order: dict[tuple[RegistryName, str], int] = {}
    for place, (_, record) in enumerate(pool):
        order.setdefault((record.registry, record.id), place)
    return (work[0], *sorted(work[1:], key=lambda pair: order[pair[1].registry, pair[1].id]))


def _conflicts(a: Record, b: Record) -> bool:
    """Are these titles of two different works?"""
    if not a.title or not b.title or not comparable(a.title, b.title):
        return False
    return identity_ratio(a.title, b.title) < OTHER_RATIO and not (
        is_truncation(a.title, b.title) or is_truncation(b.title, a.title)
    )


def identifiers_of(work: Sequence[tuple[Query, Record]]) -> tuple[list[str], list[str]]:
    """The DOIs and PMIDs of some records, and those they were asked by (a merged DOI is an alias), each once."""
    dois: dict[str, None] = {}
    pmids: dict[str, None] = {}
    for query, record in work:
        for doi in (clean_doi(record.doi), query.value if query.kind is QueryKind.DOI else None):
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
    for query in identifier_queries(trail):
        shares = query.value in (dois if query.kind is QueryKind.DOI else pmids)
        strangers = [r for r in trail.records(query) if (r.registry, r.id) not in inside]
        if shares and len(strangers) == len(trail.records(query)):
            yield from strangers[:1]
