"""Which question comes next for a reference, given the answers so far (decisions 1.2, 1.5, 1.6).

Pure, so that all references climb together and every batch is full: first the printed identifiers, then titles for what
they left open, then the other registries' records of the work that was found, for its abstract and its notices. Titles
go first to the services that take many in a request (PubMed, OpenAlex, DBLP), then to Crossref, which takes one, and
to Semantic Scholar last. The same answers give the same questions, whatever their timing.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from state.lookup import Query, QueryKind, Record, RegistryName
from state.resolution import Identity
from tasks.fetch.identity import Answers, Fit, Grade, Verdict, best, decide
from tasks.fetch.local import local_fits
from tasks.fetch.naming import is_book, is_computing, names_arxiv, names_datacite, names_preprint
from tasks.fetch.pages import page_queries
from tasks.fetch.preprints import cites_published, is_preprint
from tasks.fetch.trail import (
    ARXIV_DOI,
    Trail,
    agency_of,
    first_identifiers,
    fits_at,
    identifier_lookups,
    identifier_queries,
    is_not_at_crossref,
    query_of,
    settled,
)
from tasks.fetch.work import identifiers_of, work_records
from tasks.language.identifiers import clean_arxiv, clean_doi, is_preprint_doi, is_well_formed_doi, same_doi
from tasks.language.scripts import count_cjk
from tasks.registries.titles import search_terms


def required_searches(trail: Trail) -> tuple[Query, ...]:
    """The title searches without which a work cannot be called found nowhere (decisions 1.6), in the order they are
    made: OpenAlex and Crossref always; PubMed, DBLP or Open Library for a work of their field; DataCite, arXiv or
    Europe PMC where the reference names their repositories."""
    if not trail.title or trail.is_page:
        return ()
    # What arXiv has under the printed number need not be searched there.
    numbers = [query for query in trail.asked if query.kind is QueryKind.ARXIV]
    at_arxiv = any(f.grade is Grade.SAME for f in fits_at(trail, numbers))
    named = {
        RegistryName.PUBMED: trail.biomedical,
        RegistryName.OPENALEX: True,
        RegistryName.DBLP: is_computing(trail.reference),
        RegistryName.DATACITE: names_datacite(trail.reference),
        RegistryName.ARXIV: names_arxiv(trail.reference) and not at_arxiv,
        RegistryName.EUROPEPMC: trail.biomedical and names_preprint(trail.reference),
        RegistryName.OPENLIBRARY: is_book(trail.reference),
        RegistryName.CROSSREF: True,
    }
    return tuple(trail.search(name) for name, needed in named.items() if needed)


def next_queries(trail: Trail) -> tuple[Query, ...]:
    """What to ask next; empty when the reference is final. What became of a page is asked along the way."""
    page = page_queries(trail)
    return page if trail.is_page else (*_about_which_work(trail), *page)


def _about_which_work(trail: Trail) -> tuple[Query, ...]:
    first = _unasked(trail, first_identifiers(trail))
    if first:
        return first
    answers = read_answers(trail)
    later = (*_agency_first(trail), *_unasked(trail, identifier_lookups(trail)))
    if later:
        # PubMed's search goes along: it carries many titles, and would be sent again for those that come after it.
        along = (q for q in _next_search(trail, answers) if q.registry is RegistryName.PUBMED)
        return (*later, *along)
    if not settled(answers.by_identifier):
        # The handle service's word is asked for beside the searches where it is wanted whatever they bring.
        if (search := _next_search(trail, answers)) or trail.proves_dois:
            asked = (*search, *_unasked(trail, _by_handle(trail)))
            if asked:
                return asked
        if last := _last_word(trail, answers):
            return last
    if further := _unasked(trail, _if_published(trail, answers)):
        return further
    return _unasked(trail, _about_the_work(trail))


def _if_published(trail: Trail, answers: Answers) -> tuple[Query, ...]:
    """Where the entry says that the work has appeared, and all that is known of it is a preprint, those who would know
    are asked by title. A preprint that names its published version leaves nothing to ask."""
    found = [f.record for f in (*answers.by_identifier, *answers.by_title) if f.grade is Grade.SAME]
    if not found or not cites_published(trail.reference):
        return ()
    if any(not is_preprint(record) or record.preprint_of for record in found):
        return ()
    wanted = _unasked(trail, publication_searches(trail, found))
    return tuple(query for query in wanted if query.registry not in _ONE_BY_ONE) or wanted


def publication_searches(trail: Trail, known: Iterable[Record]) -> tuple[Query, ...]:
    """The title searches that would show a preprint's publication: OpenAlex, unless one of the `known` records is its
    own, which is of all versions; DBLP for computing, PubMed for biomedicine, and Crossref, which takes one title a
    request, for works of other fields."""
    if not trail.title:
        return ()
    computing = is_computing(trail.reference)
    named = {
        RegistryName.PUBMED: trail.biomedical,
        RegistryName.OPENALEX: all(record.registry is not RegistryName.OPENALEX for record in known),
        RegistryName.DBLP: computing,
        RegistryName.CROSSREF: not (computing or trail.biomedical),
    }
    return tuple(trail.search(name) for name, needed in named.items() if needed)


def is_open(trail: Trail) -> bool:
    """Is it not known yet, by the printed identifiers alone, which work this is?"""
    return not trail.is_page and not settled(fits_at(trail, identifier_lookups(trail)))


def is_by_title(queries: tuple[Query, ...]) -> bool:
    """Is there a title search among these?"""
    return any(q.kind is QueryKind.TITLE for q in queries)


def is_asked_alone(queries: tuple[Query, ...]) -> bool:
    """Is there a title search among these that no batch carries?"""
    return any(q.kind is QueryKind.TITLE and q.registry in _ONE_BY_ONE for q in queries)


_ONE_BY_ONE = frozenset({RegistryName.CROSSREF, RegistryName.OPENLIBRARY})
"""Services whose searches take one title a request."""


def _unasked(trail: Trail, queries: tuple[Query, ...]) -> tuple[Query, ...]:
    return tuple(q for q in queries if q not in trail.asked)


def _agency_first(trail: Trail) -> tuple[Query, ...]:
    """doi.org is asked about a DOI that Crossref does not hold, before anybody else is: most such do not exist."""
    doi = trail.doi
    return _unasked(trail, (agency_of(doi),)) if doi and is_not_at_crossref(trail, first_identifiers(trail)) else ()


def _is_held_nowhere(trail: Trail) -> bool:
    asked = [q for q in identifier_queries(trail) if q.kind is QueryKind.DOI]
    return is_well_formed_doi(trail.doi) and all(trail.is_absent(q) for q in asked)


def _last_word(trail: Trail, answers: Answers) -> tuple[Query, ...]:
    """The handle service's word on the DOI of a work that is found nowhere, without which no DOI is called fabricated
    (decisions 1.5). Where the title was searched for as well and nobody asks for that word, doi.org's list of agencies,
    which says of many at once that they do not exist, is enough."""
    doi = trail.doi
    if not doi or not _is_held_nowhere(trail) or trail.records(agency_of(doi)):
        return ()
    if trail.is_absent(agency_of(doi)) and trail.title and not trail.proves_dois:
        return ()
    return _unasked(trail, (handle_of(doi),)) if decide(answers).identity is Identity.NONE else ()


def _by_handle(trail: Trail) -> tuple[Query, ...]:
    """Where a fabricated DOI is to be proved, of one that doi.org's list does not know (decisions 1.5)."""
    doi = trail.doi
    wanted = trail.proves_dois and doi is not None and _is_held_nowhere(trail) and trail.is_absent(agency_of(doi))
    return (handle_of(doi),) if wanted and doi else ()


def handle_of(doi: str) -> Query:
    """Does it exist, by the handle service?"""
    return query_of(RegistryName.DOI, QueryKind.HANDLE, doi)


def _next_search(trail: Trail, answers: Answers) -> tuple[Query, ...]:
    """One registry after the other, until one has the work; PubMed and OpenAlex together."""
    if not trail.title or settled(answers.by_title):
        return ()
    # It has all of PubMed.
    in_place = trail.biomedical and trail.is_unavailable(trail.search(RegistryName.PUBMED))
    optional = (RegistryName.EUROPEPMC,) if in_place else ()
    # Of a title of one or two words Semantic Scholar, which is required for nothing, ranks everything else first.
    scholar = (RegistryName.SEMANTIC_SCHOLAR,) if len(search_terms(trail.title)) > 2 or count_cjk(trail.title) else ()
    also = tuple(trail.search(name) for name in (*optional, *scholar))
    left = [query for query in (*required_searches(trail), *also) if query not in trail.asked]
    if left and left[0].registry is RegistryName.PUBMED:
        # OpenAlex goes along: a list of titles costs it no more for those that PubMed has as well.
        return tuple(query for query in left if query.registry in (RegistryName.PUBMED, RegistryName.OPENALEX))
    return tuple(left[:1])


def _about_the_work(trail: Trail) -> tuple[Query, ...]:
    """The other registries' records of the work that was found; then others for an abstract still missing, Semantic
    Scholar last.

    A registry in which a title search found it has given its record whole.
    """
    target = target_of(trail, verdict_of(trail))
    if target is None:
        return ()
    work = work_records(trail, target)
    dois, pmids = identifiers_of(work)
    doi = clean_doi(target.record.doi) or next(iter(dois), None)
    queries = [query_of(RegistryName.PUBMED, QueryKind.PMID, p) for p in pmids[:1]]
    if doi:
        if not _is_datacites(work, doi):
            queries.append(query_of(RegistryName.CROSSREF, QueryKind.DOI, doi))
            if not pmids:
                queries.append(query_of(RegistryName.PUBMED, QueryKind.DOI, doi))
        queries.append(query_of(RegistryName.OPENALEX, QueryKind.DOI, doi))
    found = {query.registry for query, _ in work if query.kind is QueryKind.TITLE}
    queries = [query for query in queries if query.registry not in found]
    if _unasked(trail, tuple(queries)) or not trail.wants_text or any(record.abstract for _, record in work):
        return tuple(queries)
    return _unasked(trail, _for_the_abstract(trail, work, doi, pmids))[:1]


def _is_datacites(work: Sequence[tuple[Query, Record]], doi: str) -> bool:
    """Is this a DOI of DataCite's, which neither Crossref nor PubMed has?"""
    held = any(r.registry is RegistryName.DATACITE and same_doi(r.doi, doi) for _, r in work)
    return held or doi.startswith(ARXIV_DOI)


def _for_the_abstract(
    trail: Trail, work: Sequence[tuple[Query, Record]], doi: str | None, pmids: Sequence[str]
) -> tuple[Query, ...]:
    """Who is asked, one after the other, for an abstract that nobody has given yet."""
    known = {record.registry for _, record in work}
    queries = []
    if doi and doi.startswith(ARXIV_DOI) and (number := clean_arxiv(doi)):
        queries.append(query_of(RegistryName.ARXIV, QueryKind.ARXIV, number))
    elif doi and trail.is_absent(query_of(RegistryName.CROSSREF, QueryKind.DOI, doi)):
        queries.append(query_of(RegistryName.DATACITE, QueryKind.DOI, doi))
    # What PubMed has described has no abstract at Europe PMC either, which has it from there; nor has it an article by
    # a DOI that PubMed does not know, but for preprints.
    not_there = doi is not None and trail.is_absent(query_of(RegistryName.PUBMED, QueryKind.DOI, doi))
    held = (trail.biomedical and not not_there) or bool(pmids) or is_preprint_doi(doi)
    if RegistryName.PUBMED not in known and held:
        if pmids:
            queries.append(query_of(RegistryName.EUROPEPMC, QueryKind.PMID, pmids[0]))
        elif doi and not _is_datacites(work, doi):
            queries.append(query_of(RegistryName.EUROPEPMC, QueryKind.DOI, doi))
    if doi:
        queries.append(query_of(RegistryName.SEMANTIC_SCHOLAR, QueryKind.DOI, doi))
    elif pmids:
        queries.append(query_of(RegistryName.SEMANTIC_SCHOLAR, QueryKind.PMID, pmids[0]))
    return tuple(queries)


def read_answers(trail: Trail) -> Answers:
    """The answers so far, sorted by what they say of the reference."""
    identifiers, searches = identifier_queries(trail), required_searches(trail)
    at_local, by_local = local_fits(trail)
    by_title = tuple(
        found
        for query in trail.asked
        if query.kind is QueryKind.TITLE and query.registry is not RegistryName.LOCAL
        for found in trail.fits(query, "title")
    )
    by_title = (*by_local, *by_title)
    confirmed, contradicted = _identifiers_agree(trail, best(by_title))
    handle = handle_of(trail.doi) if trail.doi else None
    return Answers(
        by_identifier=(*at_local, *fits_at(trail, identifier_lookups(trail))),
        by_title=by_title,
        identifiers=identifiers,
        searches=searches,
        answered=frozenset(q for q in trail.asked if not trail.is_unavailable(q)),
        handle=_handle_answer(trail, handle),
        handle_query=handle,
        page=trail.is_page,
        confirmed=confirmed,
        contradicted=contradicted,
    )


def _handle_answer(trail: Trail, handle: Query | None) -> Literal["exists", "absent", "unavailable", "unasked"]:
    if handle is not None and trail.records(agency_of(handle.value)):
        return "exists"
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
    numbers = {clean_arxiv(other) for other in dois if other.startswith(ARXIV_DOI)}
    arxiv_is = trail.arxiv is not None and trail.arxiv in numbers
    blocked = {q.kind for q in identifier_queries(trail) if trail.is_unavailable(q)}
    other_doi = QueryKind.DOI in blocked and bool(dois) and not doi_is
    other_pmid = QueryKind.PMID in blocked and bool(pmids) and not pmid_is
    other_arxiv = QueryKind.ARXIV in blocked and bool(numbers) and not arxiv_is
    return doi_is or pmid_is or arxiv_is, other_doi or other_pmid or other_arxiv


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
