"""Whatever look-ups fail, and however many: no reference comes out worse than it is, except as unknown."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from urllib.parse import urlencode

import pytest

from state.exchange import Body, Request
from state.ledger import Told
from state.lookup import Kept, Query, Unavailable, UnavailableReason
from state.manuscript import Reference
from state.resolution import AbstractSource, Identity, NoticeState, Resolution
from tasks.fetch import resolve
from tasks.fetch.asking import Asker
from tasks.parse import read_manuscript
from tasks.readers import bibliography_reader_for, manuscript_reader_for
from tests.faults.small import BIBLIOGRAPHY, MANUSCRIPT, world
from tests.standin.arxiv import Arxiv
from tests.standin.crossref import Crossref
from tests.standin.datacite import DataCite
from tests.standin.doi import DoiOrg
from tests.standin.europepmc import EuropePmc
from tests.standin.exchange import Ask, Service
from tests.standin.openalex import OpenAlex
from tests.standin.pubmed import PubMed
from tests.standin.semantic_scholar import SemanticScholar

DRAWS = 120
"""A share: `benchmarks.outages` draws thousands, of answers lost in this way among others."""
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)


class Answering:
    """The small world's registries without a wire: every query is answered once and kept."""

    def __init__(self) -> None:
        makers = (PubMed, Crossref, OpenAlex, DataCite, Arxiv, EuropePmc, SemanticScholar, DoiOrg)
        services: list[Service] = [make(world()) for make in makers]
        self._services = {service.name: service for service in services}
        self._kept: dict[Query, Kept] = {}
        self._bodies: dict[str, Body] = {}

    def kept(self, queries: object) -> dict[Query, Kept]:
        return {q: self._kept[q] for q in queries if q in self._kept}  # type: ignore[attr-defined]

    def bodies(self, fingerprints: object) -> dict[str, Body]:
        return {f: self._bodies[f] for f in fingerprints if f in self._bodies}  # type: ignore[attr-defined]

    def keep(self, exchanges: Sequence[tuple[Request, Body]], settled: Sequence[Kept]) -> None:
        self._bodies |= {body.fingerprint: body for _, body in exchanges}
        self._kept |= {kept.query: kept for kept in settled}

    async def exchange(self, request: Request) -> Body:
        query, headers, body = urlencode(request.params), {"content-type": "application/json"}, request.body or ""
        target = f"{request.path}?{query}"
        if request.form:
            target, headers, body = request.path, {"content-type": "application/x-www-form-urlencoded"}, query
        ask = Ask(request.registry.value, request.method, target, headers, body.encode())
        reply = self._services[request.registry.value].answer(ask)
        return Body(fingerprint=request.fingerprint, status=reply.status, content=reply.body, received_at=NOON)


class Dropping:
    """An `Ask` over these answers in which some queries could not be asked."""

    def __init__(self, answering: Answering, draw: random.Random) -> None:
        self._asker = Asker(answering, answering.exchange, lambda: NOON)
        self._share = draw.choice((0.05, 0.2, 0.5, 0.9))
        self._draw = draw
        self._silent = draw.sample(sorted(answering._services), draw.choice((0, 0, 1, 2)))
        self._fates: dict[Query, bool] = {}

    async def __call__(self, queries: Sequence[Query], told: Told | None = None) -> Mapping[Query, Kept]:
        answers = dict(await self._asker(queries))
        for query in sorted(queries, key=lambda q: q.key):
            dropped = query.registry.value in self._silent or self._draw.random() < self._share
            if self._fates.setdefault(query, dropped):
                why = Unavailable(reason=UnavailableReason.TIMEOUT, detail="dropped")
                answers[query] = Kept(query=query, lookup=why, asked_at=NOON)
        return answers


def references() -> tuple[Reference, ...]:
    reading = manuscript_reader_for("thesis.md").read("thesis.md", MANUSCRIPT.encode())
    listed = bibliography_reader_for("refs.bib").read("refs.bib", BIBLIOGRAPHY.encode())
    sources = (
        {"name": "thesis.md", "role": "manuscript", "format": reading.format, "sha256": "0"},
        {"name": "refs.bib", "role": "bibliography", "format": listed.format, "sha256": "0"},
    )
    from state.manuscript import Source

    first, second = (Source.model_validate(source) for source in sources)
    return read_manuscript([(first, reading)], [(second, listed)], numbering=None).references


def resolved(refs: Sequence[Reference], ask: Asker | Dropping) -> dict[str, Resolution]:
    found = asyncio.run(resolve(refs, ask=ask, commit=lambda _: None))
    return {r.reference_id: r for r in found.resolutions}


@pytest.fixture(scope="module")
def answering() -> Answering:
    return Answering()


@pytest.fixture(scope="module")
def refs() -> tuple[Reference, ...]:
    return references()


@pytest.fixture(scope="module")
def well(answering: Answering, refs: tuple[Reference, ...]) -> dict[str, Resolution]:
    return resolved(refs, Asker(answering, answering.exchange, lambda: NOON))


def test_all_is_known_when_all_answer(well: dict[str, Resolution]) -> None:
    assert len({r.identity for r in well.values()}) == 5
    assert not any(r.unavailable or r.identity is Identity.UNKNOWN for r in well.values())


@pytest.mark.parametrize("tenth", range(10))
def test_no_identity_is_worse_for_answers_that_are_missing(
    tenth: int, answering: Answering, refs: tuple[Reference, ...], well: dict[str, Resolution]
) -> None:
    unknown = 0
    for seed in range(tenth * DRAWS // 10, (tenth + 1) * DRAWS // 10):
        hurt = resolved(refs, Dropping(answering, random.Random(seed)))
        for number, resolution in hurt.items():
            _is_no_worse(resolution, well[number], f"draw {seed}, reference {number}")
            unknown += resolution.identity is Identity.UNKNOWN
    assert unknown, "nothing was dropped"


def _is_no_worse(hurt: Resolution, well: Resolution, where: str) -> None:
    assert hurt.identity in (well.identity, Identity.UNKNOWN), where
    assert bool(hurt.unavailable) or hurt.identity is not Identity.UNKNOWN, f"{where}: unknown, and nobody is to blame"
    assert not hurt.doi_unregistered or well.doi_unregistered, where
    assert {n.registry for n in hurt.notices} <= {n.registry for n in well.notices}, where
    if hurt.identity is not well.identity:
        return
    fewer_notices = (well.notice_state, NoticeState.UNKNOWN)
    assert hurt.notice_state in fewer_notices, f"{where}: {well.notice_state} became {hurt.notice_state}"
    if hurt.evidence.source is AbstractSource.NONE and well.evidence.source not in (
        AbstractSource.NONE,
        AbstractSource.SEMANTIC_SCHOLAR,
    ):
        assert hurt.unavailable, f"{where}: a missing abstract passes for an absent one"
    assert {(d.field, d.recorded) for d in hurt.discrepancies} <= {(d.field, d.recorded) for d in well.discrepancies}, (
        where
    )
