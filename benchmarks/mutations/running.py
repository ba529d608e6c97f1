"""Cases through our own path: read as a printed entry and as BibTeX, resolved over the real transport on loopback."""

import asyncio
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.hallmark.running import config_for, manuscript_of
from benchmarks.mutations.cases import Case
from benchmarks.mutations.printed import as_bibtex
from flows.books import Answers
from reports.findings_of_references import reference_findings
from reports.index import Index
from state.finding import Finding
from state.manuscript import Reference
from state.options import RunOptions
from state.resolution import Resolution
from state.snapshot import RunInfo, Snapshot
from state.store import Store
from state.store.store import address_of
from tasks.fetch import resolve
from tasks.fetch.asking import Asker
from tasks.parse.entries import read_entry
from tasks.parse.printed_list import PrintedEntry
from tasks.readers.bibtex.reader import BibReader
from tasks.registries import terms_for
from tasks.transport import Transport
from tests.standin import StandIn, World

FASTER = 25.0
"""Times as fast the transport's clock runs: what is measured here is what is found, and the pace that services ask for
would only take time."""


@dataclass(frozen=True)
class Outcome:
    """What became of one case in one form."""

    reference: Reference
    resolution: Resolution
    findings: tuple[Finding, ...]


def read_printed(cases: Sequence[Case]) -> tuple[Reference, ...]:
    """The cases read from their printed text, in order, their place as id."""
    return tuple(read_entry(PrintedEntry(n, case.text, "list.txt", n), str(n)) for n, case in enumerate(cases, 1))


def read_bibtex(cases: Sequence[Case]) -> tuple[Reference, ...]:
    """The cases read from BibTeX, in order. ValueError where the reader lost one."""
    content = "\n".join(as_bibtex(f"e{n:05}", case.entry) for n, case in enumerate(cases, 1)).encode()
    found = {reference.key: reference for reference in BibReader().read("cases.bib", content).references}
    if len(found) != len(cases):
        raise ValueError(f"of {len(cases)} entries {len(found)} were read")
    return tuple(found[f"e{n:05}"] for n in range(1, len(cases) + 1))


def outcomes(references: Sequence[Reference], world: World) -> tuple[Outcome, ...]:
    """Resolve all in one company against a fresh stand-in, in order."""
    with StandIn(world) as server:
        resolutions = asyncio.run(_resolved(references, server))
    run = RunInfo(run_id="b", created=_now(), as_of=_now(), last_step=None, judge="rules", language="en", version="0")
    index = Index(Snapshot(run=run, manuscript=manuscript_of(references), resolutions=resolutions))
    return tuple(
        Outcome(reference, resolution, tuple(reference_findings(index, reference)))
        for reference, resolution in zip(references, resolutions, strict=True)
    )


async def _resolved(references: Sequence[Reference], server: StandIn) -> tuple[Resolution, ...]:
    config = config_for(server).model_copy(update={"patience": 1e6})
    with (
        tempfile.TemporaryDirectory(prefix="mutations-") as folder,
        Store.open(address_of(Path(folder)), at=_now()) as store,
    ):
        store.begin_run("mutations", manuscript_of(references), RunOptions(language="en"), _now())
        async with Transport(
            config, _now, version="0", terms=terms_for(config), sleep=_sleep, monotonic=_monotonic
        ) as transport:
            asker = Asker(Answers(store, _now), transport.exchange, _now)
            resolved = await resolve(references, ask=asker, commit=lambda _: None)
    return resolved.resolutions


async def _sleep(seconds: float) -> None:
    await asyncio.sleep(seconds / FASTER)


def _monotonic() -> float:
    return time.monotonic() * FASTER


def _now() -> datetime:
    return datetime.now(UTC)
