"""A small world of registries in memory, and an `Ask` that answers from it."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from state.ledger import Told
from state.lookup import (
    Author,
    Found,
    Kept,
    Lookup,
    NotFound,
    Query,
    QueryKind,
    Record,
    RegistryName,
    Unavailable,
    UnavailableReason,
)
from state.manuscript import Reference
from state.resolution import Resolution
from tasks.fetch import Resolved, resolve
from tasks.language.titles import title_ratio

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
PUBMED, CROSSREF, OPENALEX = RegistryName.PUBMED, RegistryName.CROSSREF, RegistryName.OPENALEX
DATACITE, ARXIV, EUROPEPMC = RegistryName.DATACITE, RegistryName.ARXIV, RegistryName.EUROPEPMC
S2, DOI = RegistryName.SEMANTIC_SCHOLAR, RegistryName.DOI
LONG = "Patients were followed for two years and the outcome was recorded at every visit by two observers. " * 8


def author(name: str) -> Author:
    family, _, given = name.partition(", ")
    return Author(family=family, given=given or None)


def record(
    registry: RegistryName,
    title: str,
    by: str = "Okafor, Ngozi",
    year: int | None = 2019,
    *,
    doi: str | None = None,
    pmid: str | None = None,
    abstract: str | None = None,
    **more: object,
) -> Record:
    values: dict[str, object] = {
        "registry": registry,
        "id": pmid if registry is PUBMED and pmid else doi or title,
        "title": title,
        "authors": tuple(author(name) for name in by.split("; ")) if by else (),
        "year": year,
        "doi": doi,
        "pmid": pmid,
        "abstract": abstract,
    }
    return Record.model_validate({**values, **more})


def reference(
    title: str | None,
    by: str = "Okafor, N",
    year: int | None = 2019,
    *,
    number: int = 1,
    doi: str | None = None,
    pmid: str | None = None,
    **more: object,
) -> Reference:
    authors = tuple(author(name) for name in by.split("; ")) if by else ()
    values = {"id": str(number), "number": number, "title": title, "authors": authors, "year": year}
    return Reference.model_validate({**values, "doi": doi, "pmid": pmid, **more})


@dataclass
class World:
    """What each registry holds. `down` says which queries cannot be asked."""

    records: tuple[Record, ...] = ()
    handles: Mapping[str, str] = field(default_factory=dict)
    """DOIs that doi.org knows, with their agencies."""
    down: Callable[[Query], bool] = lambda query: False
    asked: list[list[Query]] = field(default_factory=list)

    async def ask(self, queries: Sequence[Query], told: Told | None = None) -> Mapping[Query, Kept]:
        self.asked.append(list(queries))
        return {q: Kept(query=q, lookup=self.lookup(q), asked_at=NOON) for q in queries}

    def lookup(self, query: Query) -> Lookup:
        if self.down(query):
            return Unavailable(reason=UnavailableReason.TIMEOUT, detail="no answer")
        if query.registry is DOI:
            agency = self.handles.get(query.value)
            known = agency is not None or any(
                r.doi == query.value for r in self.records if r.registry in (CROSSREF, DATACITE)
            )
            if not known:
                return NotFound()
            agency = agency if query.kind is QueryKind.AGENCY else None
            return Found(records=(Record(registry=DOI, id=query.value, doi=query.value, agency=agency),))
        held = [r for r in self.records if r.registry is query.registry and self._fits(r, query)]
        if query.kind is QueryKind.TITLE:
            held.sort(key=lambda r: -title_ratio(query.value, r.title or ""))
        return Found(records=tuple(held[:5])) if held else NotFound()

    @staticmethod
    def _fits(r: Record, query: Query) -> bool:
        match query.kind:
            case QueryKind.DOI:
                return r.doi == query.value
            case QueryKind.PMID:
                return r.pmid == query.value
            case QueryKind.ARXIV:
                return r.id == query.value
            case _:
                return title_ratio(query.value, r.title or "") > 0.45

    def queries(self) -> list[Query]:
        return [query for wave in self.asked for query in wave]


def resolve_all(world: World, *references: Reference, **more: object) -> tuple[Resolved, list[Resolution]]:
    committed: list[Resolution] = []
    resolved = asyncio.run(resolve(references, ask=world.ask, commit=committed.append, **more))  # type: ignore[arg-type]
    return resolved, committed


def resolve_one(world: World, ref: Reference, **more: object) -> Resolution:
    return resolve_all(world, ref, **more)[0].resolutions[0]


def is_down(*registries: RegistryName) -> Callable[[Query], bool]:
    return lambda query: query.registry in registries
