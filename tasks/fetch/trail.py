"""A reference on its way up the ladder, and its printed identifiers: at whom each is looked up, by the answers so far.

Pure: the same answers give the same questions (decisions 1.2).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from state.lookup import Found, Kept, NotFound, Query, QueryKind, Record, RegistryName, Unavailable
from state.manuscript import Reference
from tasks.fetch.identity import Fit, Route, fit, settles
from tasks.fetch.naming import arxiv_number, is_part
from tasks.fetch.page_addresses import is_page_reference, page_of
from tasks.language.identifiers import clean_doi, clean_isbn, clean_pmid, is_well_formed_doi
from tasks.language.names import is_group
from tasks.language.titles import normalize_title, strip_markup

ARXIV_DOI = "10.48550/arxiv."


@dataclass
class Trail:
    """A reference on its way, with what was asked about it, in order, and the answers."""

    reference: Reference
    biomedical: bool
    answers: dict[Query, Kept]
    """Of the whole run; only those of `asked` concern this reference."""
    asked: dict[Query, None] = field(default_factory=dict)
    """In the order of asking."""
    wants_text: bool = True
    """Whether services are asked for an abstract alone. Where nothing is judged, none is needed (R 3d)."""
    offline: bool = False
    """Nobody but the registry on this machine can be asked."""
    proves_dois: bool = False
    """Whether the handle service is asked besides doi.org's list of agencies, as R's `fabricated_doi` needs it."""

    _fits: dict[tuple[Query, Route], tuple[Fit, ...]] = field(default_factory=dict)
    _searches: dict[RegistryName, Query] = field(default_factory=dict)

    def note(self, queries: Iterable[Query]) -> None:
        """These have been asked about this reference."""
        self.asked.update(dict.fromkeys(queries))

    @cached_property
    def doi(self) -> str | None:
        return clean_doi(self.reference.doi)

    @cached_property
    def pmid(self) -> str | None:
        return clean_pmid(self.reference.pmid)

    @cached_property
    def title(self) -> str:
        """The title to search by; empty where there is none, or nothing but punctuation."""
        printed = self.reference.title or ""
        return " ".join(strip_markup(printed).split()) if normalize_title(printed) else ""

    @cached_property
    def page(self) -> str | None:
        """The page that the reference prints and that may be asked for."""
        return page_of(self.reference)

    @cached_property
    def is_page(self) -> bool:
        """Is it a reference of a page alone?"""
        return is_page_reference(self.reference)

    @cached_property
    def arxiv(self) -> str | None:
        return arxiv_number(self.reference)

    def records(self, query: Query) -> tuple[Record, ...]:
        lookup = self.answers[query].lookup if query in self.asked else None
        return lookup.records if isinstance(lookup, Found) else ()

    def search(self, registry: RegistryName) -> Query:
        """The question for the title at this registry, with the family name of the first author."""
        if registry not in self._searches:
            authors = self.reference.authors
            author = authors[0].family if authors and not is_group(authors[0]) else None
            query = Query(registry=registry, kind=QueryKind.TITLE, value=self.title, author=author)
            self._searches[registry] = query
        return self._searches[registry]

    def fits(self, query: Query, route: Route) -> tuple[Fit, ...]:
        """The records that answered this query, each graded against the print."""
        held = self._fits.get((query, route))
        if held is None:
            held = tuple(fit(self.reference, query, record, route) for record in self.records(query))
            if query in self.asked:
                self._fits[query, route] = held
        return held

    def is_unavailable(self, query: Query) -> bool:
        return query in self.asked and isinstance(self.answers[query].lookup, Unavailable)

    def is_absent(self, query: Query) -> bool:
        return query in self.asked and isinstance(self.answers[query].lookup, NotFound)


def identifier_queries(trail: Trail) -> tuple[Query, ...]:
    """The printed identifiers, each at the registries that must know it, in the order of decisions 1.2.

    By the answers so far: DataCite is among them once Crossref or OpenAlex has said that it does not hold the DOI."""
    known = first_identifiers(trail)
    datacite = _at_datacite(trail, known)
    late = tuple(q for q in known if q.kind not in (QueryKind.PMID, QueryKind.DOI))
    return (*(q for q in known if q not in late), *datacite, *late)


def identifier_lookups(trail: Trail) -> tuple[Query, ...]:
    """All look-ups of the printed identifiers: those of `identifier_queries`, and Europe PMC's in place of what could
    not be asked, which is required for nothing."""
    needed = identifier_queries(trail)
    return (*needed, *_in_place_of(trail, needed))


def first_identifiers(trail: Trail) -> tuple[Query, ...]:
    doi, pmid = trail.doi, trail.pmid
    queries = [query_of(RegistryName.PUBMED, QueryKind.PMID, pmid)] if pmid else []
    if doi:
        queries.append(query_of(RegistryName.CROSSREF, QueryKind.DOI, doi))
        if trail.biomedical and not pmid:
            queries.append(query_of(RegistryName.PUBMED, QueryKind.DOI, doi))
        queries.append(query_of(RegistryName.OPENALEX, QueryKind.DOI, doi))
    if trail.arxiv:
        queries.append(query_of(RegistryName.ARXIV, QueryKind.ARXIV, trail.arxiv))
    return (*queries, *_further_identifiers(trail.reference))


def _further_identifiers(reference: Reference) -> tuple[Query, ...]:
    """The other identifiers of verifyCitation, each at the one service that knows it. An ISBN is a book's: of a chapter
    it names another work, and a DOI says more."""
    queries = []
    if reference.pmcid:
        queries.append(query_of(RegistryName.EUROPEPMC, QueryKind.PMCID, reference.pmcid))
    if reference.bibcode and not reference.doi:
        queries.append(query_of(RegistryName.ADS, QueryKind.BIBCODE, reference.bibcode))
    isbn = clean_isbn(reference.isbn)
    if isbn and not reference.doi and not is_part(reference):
        queries.append(query_of(RegistryName.OPENLIBRARY, QueryKind.ISBN, isbn))
    if reference.who_iris:
        queries.append(query_of(RegistryName.WHO_IRIS, QueryKind.WHO_IRIS, reference.who_iris))
    return tuple(queries)


def _at_datacite(trail: Trail, known: Sequence[Query]) -> tuple[Query, ...]:
    """DataCite, for a DOI that is not at Crossref: also for one that doi.org does not know (decisions 1.5). It is asked
    after doi.org, whose list then says at once of what DataCite's list leaves out that it is not there."""
    doi = trail.doi
    if doi is None or not is_not_at_crossref(trail, known) or agency_of(doi) not in trail.asked:
        return ()
    return (query_of(RegistryName.DATACITE, QueryKind.DOI, doi),)


def is_not_at_crossref(trail: Trail, known: Sequence[Query]) -> bool:
    """Is there a DOI that Crossref does not hold, or OpenAlex where Crossref could not be asked, and has nobody's
    record settled the reference?"""
    doi = trail.doi
    if doi is None or not is_well_formed_doi(doi):
        return False
    crossref, openalex = (query_of(n, QueryKind.DOI, doi) for n in (RegistryName.CROSSREF, RegistryName.OPENALEX))
    elsewhere = trail.is_absent(crossref) or (trail.is_unavailable(crossref) and trail.is_absent(openalex))
    return elsewhere and all(q in trail.asked for q in known) and not settled(fits_at(trail, known))


def agency_of(doi: str) -> Query:
    """Who registered this DOI? doi.org answers for many in a request, and says as well which of them do not exist."""
    return query_of(RegistryName.DOI, QueryKind.AGENCY, doi)


def _in_place_of(trail: Trail, needed: Sequence[Query]) -> tuple[Query, ...]:
    """Europe PMC, for the identifiers of a biomedical reference that is not settled, where a registry that may hold
    them could not be asked: it has all of PubMed, and preprints besides."""
    silent = {q.kind: q.value for q in needed if trail.is_unavailable(q) and q.registry is not RegistryName.DATACITE}
    if not silent or not trail.biomedical or settled(fits_at(trail, needed)):
        return ()
    kinds = (QueryKind.PMID, QueryKind.DOI)
    return tuple(query_of(RegistryName.EUROPEPMC, kind, silent[kind]) for kind in kinds if kind in silent)


def fits_at(trail: Trail, queries: Sequence[Query]) -> tuple[Fit, ...]:
    return tuple(found for query in queries for found in trail.fits(query, "identifier"))


def query_of(registry: RegistryName, kind: QueryKind, value: str) -> Query:
    return Query(registry=registry, kind=kind, value=value)


def settled(fits: Sequence[Fit]) -> bool:
    return any(settles(f) for f in fits)
