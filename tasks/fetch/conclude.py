"""All answers about a reference become its resolution: identity, record, discrepancies, notices and readable text."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from state.lookup import Query, QueryKind, Record, RegistryName, Unavailable, UnavailableReason
from state.manuscript import Reference
from state.resolution import (
    AbstractSource,
    Candidate,
    Discrepancy,
    Evidence,
    FieldCheck,
    Identity,
    LookupNote,
    NoticeState,
    Resolution,
)
from tasks.fetch.discrepancies import (
    arxiv_discrepancy,
    checks_of,
    discrepancies,
    doi_discrepancy,
    pmid_discrepancy,
)
from tasks.fetch.evidence import evidence_of, fulltext_required, match_pdf
from tasks.fetch.identity import Fit, Grade, Verdict, status_of, year_agrees
from tasks.fetch.ladder import read_answers, target_of, verdict_of
from tasks.fetch.notices import notice_state, notices_of
from tasks.fetch.pages import page_needed, page_state
from tasks.fetch.preprints import cites_preprint, cites_published, is_preprint
from tasks.fetch.trail import ARXIV_DOI, Trail, agency_of, fits_at, identifier_lookups, identifier_queries
from tasks.fetch.versions import of_cited_version, versions_of
from tasks.fetch.work import disagreeing, identifiers_of, work_records
from tasks.language.identifiers import same_doi
from tasks.language.names import same_first_author
from tasks.language.titles import normalize_title

if TYPE_CHECKING:
    from tasks.readers.pdf.article import PdfText

Pdfs = Sequence[tuple[str, "PdfText"]]
Work = tuple[tuple[Query, Record], ...]
Fate = Literal["absent", "resolves", "other_work", "not_found", "unregistered", "agency_only", "unasked"]

_READ = (Identity.SAME, Identity.DOUBTFUL, Identity.STRANGER)
"""Identities whose work's text is evidence."""
_ABSTRACTS = (
    RegistryName.PUBMED,
    RegistryName.CROSSREF,
    RegistryName.OPENALEX,
    RegistryName.DATACITE,
    RegistryName.ARXIV,
    RegistryName.EUROPEPMC,
)
"""Services whose silence may be why there is no abstract. Semantic Scholar is never needed."""
_SAYS_LITTLE = frozenset(
    {
        RegistryName.LOCAL,
        RegistryName.SEMANTIC_SCHOLAR,
        RegistryName.DOI,
        RegistryName.GITHUB,
        RegistryName.PYPI,
        RegistryName.CRAN,
        RegistryName.HUGGINGFACE,
        RegistryName.WAYBACK,
    }
)
"""Services whose silence leaves no field of a work unconfirmed: they describe none, or are required for nothing."""
_ELSEWHERE = (Identity.OTHER_EXISTS, Identity.OTHER_NOWHERE)
_SERVICES, _KINDS = tuple(RegistryName), tuple(QueryKind)
"""The order of decisions 1.2."""
_LISTED = 3
"""Candidates shown (decisions 1.10)."""
_LEAST_RATIO = 0.40
"""Below, a candidate is noise of the search."""


def conclude(trail: Trail, pdfs: Pdfs) -> Resolution:
    """The reference's resolution. The same answers give the same resolution, whatever their timing and order."""
    verdict = verdict_of(trail)
    shown = verdict.fit
    target = target_of(trail, verdict) if verdict.identity is not Identity.UNKNOWN else None
    about = work_records(trail, target) if target else ()
    work = tuple(record for _, record in about)
    evidence = _evidence(trail, verdict, about, pdfs)
    notices = _notice_state(trail, about)
    unheard = _unheard(trail, verdict)
    found = _discrepancies(trail, shown, about, unheard)
    return Resolution(
        reference_id=trail.reference.id,
        identity=verdict.identity,
        status=status_of(verdict.identity, shown.ratio if shown else None),
        record=shown.record if shown else None,
        supporting=tuple(record for _, record in work_records(trail, shown)[1:]) if shown else (),
        elsewhere=verdict.elsewhere.record if verdict.elsewhere else None,
        candidates=_candidates(trail, verdict, work),
        title_ratio=shown.ratio if shown else None,
        author_agrees=shown.author if shown else None,
        year_agrees=shown.year if shown else None,
        discrepancies=found,
        checks=_checks(trail, shown, work, found),
        versions=versions_of(trail, about),
        notices=notices_of(of_cited_version(trail.reference, work)),
        notice_state=notices,
        agency=_agency(trail),
        doi_unregistered=_fate(trail, QueryKind.DOI, about) == "unregistered",
        page=page_state(trail),
        lookups=_notes(
            trail,
            {
                *verdict.needed,
                *_needed_beside(trail, verdict, about, evidence),
                *_needed_to_confirm(found, unheard),
                *_needed_for_notices(trail, about, notices),
            },
        ),
        evidence=evidence,
        fulltext_required_stepB=fulltext_required(evidence),
    )


def _discrepancies(trail: Trail, shown: Fit | None, about: Work, unheard: Sequence[Query]) -> tuple[Discrepancy, ...]:
    """The print against the work shown, then its identifiers against the cited work's own."""
    if shown is None:
        return ()
    reference, work = trail.reference, tuple(record for _, record in about)
    compared = _of_one_version(reference, [record for _, record in work_records(trail, shown)])
    silent = tuple(dict.fromkeys(query.registry for query in unheard))
    found = discrepancies(reference, compared, apart=tuple(disagreeing(trail, shown)), unasked=silent)
    if not about:
        return found
    identifiers = (
        doi_discrepancy(reference, work, _fate(trail, QueryKind.DOI, about)),
        pmid_discrepancy(reference, work, _fate(trail, QueryKind.PMID, about)),
        arxiv_discrepancy(reference, work, _fate(trail, QueryKind.ARXIV, about)),
    )
    return (*found, *(discrepancy for discrepancy in identifiers if discrepancy is not None))


def _unheard(trail: Trail, verdict: Verdict) -> tuple[Query, ...]:
    """What could not be asked about the work shown, of registries that have said nothing else of it: one of them may
    agree with the print where all that answered differ. Nothing where the print is compared with another work: that it
    is another one has needed every answer."""
    if verdict.fit is None or verdict.identity in _ELSEWHERE:
        return ()
    work = work_records(trail, verdict.fit)
    dois, pmids = identifiers_of(work)
    own = {*dois, *pmids, *(query.value for query in identifier_lookups(trail))}
    asked = [q for q in trail.asked if q.kind is QueryKind.TITLE or q.value in own]
    heard = {record.registry for _, record in work}
    heard |= {q.registry for q in asked if q.kind is not QueryKind.TITLE and trail.is_absent(q)}
    silent = [q for q in asked if _is_silent(trail, q)]
    return tuple(q for q in silent if q.registry not in heard and q.registry not in _SAYS_LITTLE)


def _is_silent(trail: Trail, query: Query) -> bool:
    """Could it not be asked this time? A service that the user has not set up is not waited for."""
    lookup = trail.answers[query].lookup
    return isinstance(lookup, Unavailable) and lookup.reason is not UnavailableReason.NOT_CONFIGURED


def _needed_to_confirm(found: Sequence[Discrepancy], unheard: Sequence[Query]) -> tuple[Query, ...]:
    """They are asked again by `resume` where a discrepancy waits for them."""
    return tuple(unheard) if any(difference.unasked for difference in found) else ()


def _checks(
    trail: Trail, shown: Fit | None, work: Sequence[Record], found: Sequence[Discrepancy]
) -> tuple[FieldCheck, ...]:
    """Every field of the print, against the records its discrepancies were found in."""
    if shown is None:
        return ()
    compared = _of_one_version(trail.reference, [record for _, record in work_records(trail, shown)])
    return checks_of(trail.reference, compared, work, found, apart=tuple(disagreeing(trail, shown)))


def _of_one_version(reference: Reference, records: Sequence[Record]) -> Sequence[Record]:
    """Of a preprint and what was published of it, the version that is cited: by what the entry says, else by its year,
    else the one shown. Each has its own year, venue and title, and the other's are no discrepancies."""
    preprints = [record for record in records if is_preprint(record)]
    others = [record for record in records if not is_preprint(record)]
    if not preprints or not others:
        return records
    shown, other = (preprints, others) if records[0] in preprints else (others, preprints)
    if _has_year(reference, shown) != _has_year(reference, other):
        return shown if _has_year(reference, shown) else other
    if cites_published(reference):
        return others
    return preprints if cites_preprint(reference) else shown


def _has_year(reference: Reference, records: Sequence[Record]) -> bool:
    return any(year_agrees(reference.year, record, within=0) is not False for record in records)


def _fate(trail: Trail, kind: QueryKind, about: Work) -> Fate:
    """What a printed identifier turned out to be, seen from the cited work."""
    printed = {QueryKind.DOI: trail.doi, QueryKind.PMID: trail.pmid, QueryKind.ARXIV: trail.arxiv}[kind]
    if printed is None:
        return "absent"
    dois, pmids = identifiers_of(about)
    doi = f"{ARXIV_DOI}{printed}" if kind is QueryKind.ARXIV else printed
    if printed in pmids if kind is QueryKind.PMID else any(same_doi(doi, other) for other in dois):
        return "resolves"
    asked = [q for q in identifier_queries(trail) if q.kind is kind]
    if kind is QueryKind.ARXIV and any(f.grade >= Grade.DOUBTFUL for f in fits_at(trail, asked)):
        return "resolves"  # another version of the work, of which no registry says so
    if any(trail.records(q) for q in identifier_lookups(trail) if q.kind is kind):
        return "other_work"
    if not all(trail.is_absent(q) for q in asked):
        return "unasked"
    if kind is not QueryKind.DOI:
        return "not_found"
    handle = read_answers(trail).handle
    if handle == "exists":
        return "agency_only"
    return "unregistered" if handle == "absent" or trail.is_absent(agency_of(printed)) else "not_found"


def _candidates(trail: Trail, verdict: Verdict, work: Sequence[Record]) -> tuple[Candidate, ...]:
    """The best works found by title that are not the accepted one, each once whatever the registry and version."""
    accepted = [f.record for f in (verdict.fit, verdict.elsewhere) if f] + list(work)
    listed: list[Fit] = []
    for fit in sorted(read_answers(trail).by_title, key=lambda f: (f.ratio or 0.0, f.rank), reverse=True):
        known = [*accepted, *(f.record for f in listed)]
        if (fit.ratio or 0.0) >= _LEAST_RATIO and not any(_is_repeat(fit.record, r) for r in known):
            listed.append(fit)
    return tuple(fit.candidate for fit in listed[:_LISTED])


def _is_repeat(a: Record, b: Record) -> bool:
    """Do two records show the reader the same work: by identifier, or by title word for word and first author?"""
    if same_doi(a.doi, b.doi) or (a.pmid is not None and a.pmid == b.pmid):
        return True
    same_title = normalize_title(a.title or "") == normalize_title(b.title or "")
    return same_title and same_first_author(a.authors, b.authors) is not False


def _evidence(trail: Trail, verdict: Verdict, about: Work, pdfs: Pdfs) -> Evidence:
    """The text of the cited work; none where the print points to another one, or where the work is not known and no PDF
    of the user's bears its title."""
    dois, _ = identifiers_of(about)
    titles = [t for t in (trail.reference.title, *(record.title for _, record in about)) if t]
    if verdict.identity not in _READ and verdict.identity not in _ELSEWHERE and trail.doi:
        dois = [trail.doi]
    pdf = match_pdf(pdfs, () if verdict.identity in _ELSEWHERE else dois, titles) if pdfs else None
    if verdict.identity in _READ:
        return evidence_of(tuple(record for _, record in about), pdf)
    return evidence_of((), pdf)


def _needed_beside(trail: Trail, verdict: Verdict, about: Work, evidence: Evidence) -> tuple[Query, ...]:
    """What could not be asked and is needed for something else than which work it is: its text, or a page's fate."""
    if verdict.identity is Identity.PAGE_ONLY:
        return page_needed(trail)
    return _needed_for_text(trail, verdict, about, evidence)


def _needed_for_text(trail: Trail, verdict: Verdict, about: Work, evidence: Evidence) -> tuple[Query, ...]:
    """Services that may hold the missing abstract and could not be asked.

    The identity stands without them, but "no text" would be an outage taken for an absence: they are asked again by
    `resume`, and the reference's claims are not settled as unreadable meanwhile. PubMed counts only for a work that is
    biomedical or has a PMID.
    """
    if not trail.wants_text or verdict.identity not in _READ or evidence.source is not AbstractSource.NONE:
        return ()
    dois, pmids = identifiers_of(about)
    return tuple(
        query
        for query in trail.asked
        if trail.is_unavailable(query)
        and query.registry in _ABSTRACTS
        and (
            query.value in dois
            if query.kind is QueryKind.DOI
            else query.kind is QueryKind.ARXIV or (query.kind is QueryKind.PMID and query.value in pmids)
        )
        and (query.registry is not RegistryName.PUBMED or trail.biomedical or bool(pmids))
    )


def _notice_state(trail: Trail, about: Work) -> NoticeState:
    if not about:
        return NoticeState.UNKNOWN
    silent = {query.registry for query in _unasked_for_notices(trail, about)}
    records = of_cited_version(trail.reference, [record for _, record in about])
    return notice_state(
        records,
        unasked=not silent.isdisjoint((RegistryName.CROSSREF, RegistryName.PUBMED)),
        flag_unasked=RegistryName.OPENALEX in silent,
    )


def _unasked_for_notices(trail: Trail, about: Work) -> tuple[Query, ...]:
    """What could not be asked about the work, of the services that tell of notices.

    The printed identifiers are the work's too, as far as is known, while their registry is silent."""
    dois, pmids = identifiers_of(about)
    identifiers = {*dois, *pmids, trail.doi, trail.pmid}
    return tuple(
        query
        for query in trail.asked
        if trail.is_unavailable(query)
        and query.registry in (RegistryName.CROSSREF, RegistryName.PUBMED, RegistryName.OPENALEX)
        and query.kind in (QueryKind.DOI, QueryKind.PMID)
        and query.value in identifiers
    )


def _needed_for_notices(trail: Trail, about: Work, state: NoticeState) -> tuple[Query, ...]:
    """What a registry says of a retraction or a concern is told at once; the others, who may say more (that it was
    reinstated, or retracted since), are asked again by `resume`."""
    if state not in (NoticeState.RETRACTED, NoticeState.CONCERN):
        return ()
    better = (RegistryName.CROSSREF, RegistryName.PUBMED) if state is NoticeState.CONCERN else (RegistryName.CROSSREF,)
    return tuple(query for query in _unasked_for_notices(trail, about) if query.registry in better)


def _agency(trail: Trail) -> str | None:
    """The registration agency of the printed DOI, where doi.org was asked for it."""
    for query in trail.asked:
        if query.kind is QueryKind.AGENCY:
            return next((record.agency for record in trail.records(query) if record.agency), None)
    return None


def _place(query: Query) -> tuple[int, int, str, str]:
    return _SERVICES.index(query.registry), _KINDS.index(query.kind), query.value, query.author or ""


def _notes(trail: Trail, needed: set[Query]) -> tuple[LookupNote, ...]:
    """Who was asked what, in an order that depends on the questions alone: a run that was interrupted tells it as an
    unbroken one does."""
    notes = []
    for query in sorted(trail.asked, key=_place):
        kept = trail.answers[query]
        out = kept.lookup if isinstance(kept.lookup, Unavailable) else None
        notes.append(
            LookupNote(
                query=query,
                outcome=kept.lookup.outcome,
                reason=out.reason if out else None,
                detail=out.detail if out else "",
                setting=out.setting if out else None,
                asked_at=kept.asked_at.isoformat(),
                body_sha256=kept.body_sha256,
                needed=query in needed,
            )
        )
    return tuple(notes)
