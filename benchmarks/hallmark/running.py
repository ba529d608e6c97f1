"""Entries through our own path: written as BibTeX, read by our reader, resolved over the real transport on loopback."""

import asyncio
import resource
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.hallmark.entries import Entry, as_bibtex, key_of
from flows.books import Answers
from reports.findings_of_references import reference_findings
from reports.index import Index
from state.config import Config, Service
from state.finding import Finding
from state.lookup import RegistryName
from state.manuscript import Manuscript, Numbering, Reference
from state.options import RunOptions
from state.resolution import Resolution
from state.snapshot import RunInfo, Snapshot
from state.store import Store
from state.store.store import address_of
from tasks.fetch import resolve
from tasks.fetch.asking import Asker
from tasks.readers.bibtex.reader import BibReader
from tasks.registries import terms_for
from tasks.transport import Transport
from tests.standin import StandIn, World
from tests.standin.server import PREFIXES, Logged


@dataclass(frozen=True)
class Outcome:
    """What became of one entry."""

    entry: Entry
    reference: Reference | None
    """None where the reader found no entry: nothing is said of it then, which counts as not found."""
    resolution: Resolution | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Ran:
    """All entries, and what it took."""

    outcomes: tuple[Outcome, ...]
    requests: tuple[Logged, ...]
    seconds: float
    computing: float
    """Processor time, that of the stand-in in the same process included."""
    memory: float
    """MiB, the peak of the process so far, the stand-in and its world included."""


def run(entries: Sequence[Entry], world: World, *, latency_ms: float = 0.0, limits: bool = False) -> Ran:
    """Read and resolve all entries in one company, as one .bib file, against a fresh stand-in."""
    content = as_bibtex(entries).encode()
    with StandIn(world, latency_ms=latency_ms, limits=limits) as server:
        started, computed = time.perf_counter(), time.process_time()
        references = BibReader().read("hallmark.bib", content).references
        resolutions = asyncio.run(_resolved(references, server))
        outcomes = tuple(_outcomes(entries, references, resolutions))
        seconds, computing = time.perf_counter() - started, time.process_time() - computed
        requests = tuple(server.requests)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    memory = used / 2**20 if sys.platform == "darwin" else used / 2**10
    return Ran(outcomes, requests, seconds, computing, memory)


def config_for(server: StandIn) -> Config:
    """Settings that point at the stand-in; services that it does not play are not configured."""
    known = {name.value: name for name in RegistryName}
    services = {
        known[name]: Service(url=f"{server.url}/{prefix}") for prefix, name in PREFIXES.items() if name in known
    }
    return Config(email="benchmark@example.org", services=services)


def _now() -> datetime:
    return datetime.now(UTC)


async def _resolved(references: Sequence[Reference], server: StandIn) -> tuple[Resolution, ...]:
    config = config_for(server)
    with (
        tempfile.TemporaryDirectory(prefix="hallmark-") as folder,
        Store.open(address_of(Path(folder)), at=_now()) as store,
    ):
        store.begin_run("hallmark", manuscript_of(references), RunOptions(language="en"), _now())
        async with Transport(config, _now, version="0", terms=terms_for(config)) as transport:
            asker = Asker(Answers(store, _now), transport.exchange, _now)
            resolved = await resolve(references, ask=asker, commit=lambda _: None, wants_text=False)
    return resolved.resolutions


def manuscript_of(references: Iterable[Reference]) -> Manuscript:
    """A manuscript of nothing but its references."""
    return Manuscript(
        sources=(),
        language="en",
        sections=(),
        references=tuple(references),
        citations=(),
        claims=(),
        numbering=Numbering(mode="key"),
    )


def _outcomes(
    entries: Sequence[Entry], references: Sequence[Reference], resolutions: Sequence[Resolution]
) -> Iterable[Outcome]:
    by_key = {reference.key: (reference, one) for reference, one in zip(references, resolutions, strict=True)}
    run_info = RunInfo(
        run_id="hallmark", created=_now(), as_of=_now(), last_step=None, judge="rules", language="en", version="0"
    )
    snapshot = Snapshot(run=run_info, manuscript=manuscript_of(references), resolutions=tuple(resolutions))
    index = Index(snapshot)
    for place, entry in enumerate(entries):
        reference, resolution = by_key.get(key_of(place), (None, None))
        found = tuple(reference_findings(index, reference)) if reference is not None else ()
        yield Outcome(entry, reference, resolution, found)
