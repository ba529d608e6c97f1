"""Notices in the services' own shapes, read by the real clients over loopback."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from flows.books import Answers
from reports.findings_of_references import reference_findings
from reports.index import Index
from state.config import Config, Service
from state.finding import Severity
from state.lookup import Author, RegistryName
from state.manuscript import Manuscript, Numbering, Reference
from state.options import RunOptions
from state.resolution import NoticeState, Resolution
from state.snapshot import RunInfo, Snapshot
from state.store import Store
from state.store.store import address_of
from tasks.fetch import resolve
from tasks.fetch.asking import Asker
from tasks.registries import terms_for
from tasks.transport import Transport
from tests.standin import StandIn, Work, World, WorldNotice

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
BOTH = ("crossref", "openalex")


def article(doi: str, title: str, *notices: WorldNotice) -> Work:
    return Work(
        title=title,
        authors=(("Okafor", "Ngozi"),),
        year=2017,
        journal="Annals of Harbour Studies",
        doi=doi,
        agency="Crossref",
        held_by=BOTH,
        notices=notices,
    )


def notice(kind: str, doi: str | None, date: str, where: tuple[str, ...] = BOTH) -> WorldNotice:
    return WorldNotice(kind, doi, None, date, "publisher", where)


GONE = article("10.5555/gone", "Tides and the sleep of gulls", notice("retraction", "10.5555/gone.r", "2019-03-02"))
OWN = article("10.5555/own", "Salt in the wool of sheep", notice("retraction", "10.5555/own", "2019"))
BACK = article(
    "10.5555/back",
    "Fog signals heard at forty miles",
    notice("retraction", "10.5555/back.r", "2019-03-02", ("crossref",)),
    notice("reinstatement", "10.5555/back.b", "2020-06-01", ("crossref",)),
)
AGAIN = article(
    "10.5555/again",
    "Lamp oil and the moths of lighthouses",
    notice("retraction", "10.5555/again.r", "2018", ("crossref",)),
    notice("reinstatement", "10.5555/again.b", "2019", ("crossref",)),
    notice("retraction", "10.5555/again.s", "2021", BOTH),
)
ALONE = article(
    "10.5555/alone", "Rope wear in three ports", notice("reinstatement", "10.5555/alone", "2020-06-01", ("crossref",))
)
DOUBTED = article("10.5555/doubt", "Kelp as a winter feed", notice("expression_of_concern", "10.5555/doubt.c", "2020"))
MENDED = article("10.5555/mended", "Counting boats by ear", notice("corrigendum", "10.5555/mended.c", "2020"))
FLAGGED = article("10.5555/flag", "Winds of the outer banks", notice("retraction", None, "2020", ("openalex",)))
TEXT = Work(
    title="Retraction: Tides and the sleep of gulls",
    year=2019,
    journal="Annals of Harbour Studies",
    doi="10.5555/gone.r",
    agency="Crossref",
    held_by=BOTH,
)
WORKS = (GONE, OWN, BACK, AGAIN, ALONE, DOUBTED, MENDED, FLAGGED, TEXT)


def printed(number: int, work: Work) -> Reference:
    authors = tuple(Author(family=family, given=given) for family, given in work.authors)
    return Reference(id=str(number), number=number, title=work.title, authors=authors, year=work.year, doi=work.doi)


@pytest.fixture(scope="module")
def resolved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Resolution]]:
    references = [printed(number, work) for number, work in enumerate(WORKS, 1)]
    with StandIn(World(WORKS)) as server:
        found = asyncio.run(_resolved(references, server, tmp_path_factory.mktemp("store")))
    yield {reference.doi or "": resolution for reference, resolution in zip(references, found, strict=True)}


async def _resolved(references: list[Reference], server: StandIn, folder: Path) -> tuple[Resolution, ...]:
    names = ("pubmed", "crossref", "openalex", "datacite", "doi")
    services = {RegistryName(name): Service(url=f"{server.url}/{name}") for name in names}
    config = Config(email="tests@example.org", services=services)
    with Store.open(address_of(folder), at=NOON) as store:
        store.begin_run("served", _manuscript(references), RunOptions(language="en"), NOON)
        async with Transport(config, lambda: NOON, version="0", terms=terms_for(config)) as transport:
            asker = Asker(Answers(store, lambda: NOON), transport.exchange, lambda: NOON)
            done = await resolve(references, ask=asker, commit=lambda _: None, biomedical=False, wants_text=False)
    return done.resolutions


def _manuscript(references: list[Reference]) -> Manuscript:
    return Manuscript(
        sources=(),
        language="en",
        sections=(),
        references=tuple(references),
        citations=(),
        claims=(),
        numbering=Numbering(mode="list"),
    )


@pytest.mark.parametrize(
    ("work", "state"),
    [
        (GONE, NoticeState.RETRACTED),
        (OWN, NoticeState.RETRACTED),
        (BACK, NoticeState.REINSTATED),
        (AGAIN, NoticeState.RETRACTED),
        (ALONE, NoticeState.REINSTATED),
        (DOUBTED, NoticeState.CONCERN),
        (MENDED, NoticeState.CORRECTED),
        (FLAGGED, NoticeState.DISPUTED),
        (TEXT, NoticeState.NONE),
    ],
    ids=lambda value: value.doi if isinstance(value, Work) else value.value,
)
def test_a_work_has_the_state_that_its_notices_come_to(
    resolved: dict[str, Resolution], work: Work, state: NoticeState
) -> None:
    assert resolved[work.doi or ""].notice_state is state


def test_a_notice_keeps_its_doi_and_date(resolved: dict[str, Resolution]) -> None:
    named = [n for n in resolved["10.5555/gone"].notices if n.registry is RegistryName.CROSSREF]
    assert [(n.doi, n.date, n.asserted_by) for n in named] == [("10.5555/gone.r", "2019-03-02", "publisher")]
    assert {n.doi for n in resolved["10.5555/own"].notices if n.doi} == {"10.5555/own"}


def test_a_work_whose_notice_is_cited_too_is_cited_as_retracted(resolved: dict[str, Resolution]) -> None:
    references = [printed(number, work) for number, work in enumerate(WORKS, 1)]
    told = {}
    for listed in (references, references[:-1]):
        info = RunInfo(run_id="r", created=NOON, as_of=NOON, last_step=None, judge="rules", language="en", version="0")
        snapshot = Snapshot(run=info, manuscript=_manuscript(listed), resolutions=tuple(resolved.values()))
        for reference in listed[:2]:
            found = next(f for f in reference_findings(Index(snapshot), reference) if f.rule == "REF-RETRACTED")
            told[reference.doi, len(listed)] = found.severity
    whole = len(WORKS)
    assert told == {
        ("10.5555/gone", whole): Severity.MINOR,
        ("10.5555/own", whole): Severity.SERIOUS,
        ("10.5555/gone", whole - 1): Severity.SERIOUS,
        ("10.5555/own", whole - 1): Severity.SERIOUS,
    }
