"""The real services, asked once each: `pytest -m live`. Opt-in, never in CI; only form is asserted: content drifts."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from corrigenda import __version__
from corrigenda.settings import Settings
from state.exchange import Body, Request
from state.lookup import Found, NotFound, Query, QueryKind, RegistryName, Unavailable
from tasks.registries import REGISTRIES, terms_for
from tasks.registries.contract import Registry
from tasks.transport import Transport

KNOWN = {QueryKind.PMID: "25903331", QueryKind.DOI: "10.1038/nphys1170", QueryKind.HANDLE: "10.1038/nphys1170"}
KNOWN[QueryKind.AGENCY] = KNOWN[QueryKind.HANDLE]
KNOWN[QueryKind.TITLE] = "Measured measurement"
KNOWN[QueryKind.ISSN] = "1745-2473"
OWN: dict[RegistryName, dict[QueryKind, str]] = {
    RegistryName.DATACITE: {QueryKind.DOI: "10.48550/arxiv.1706.03762", QueryKind.TITLE: "Attention Is All You Need"},
    RegistryName.ARXIV: {QueryKind.ARXIV: "1706.03762", QueryKind.TITLE: "Attention Is All You Need"},
    RegistryName.EUROPEPMC: {
        QueryKind.DOI: "10.1371/journal.pmed.0020124",
        QueryKind.PMID: "16060722",
        QueryKind.TITLE: "Why most published research findings are false",
    },
    RegistryName.DBLP: {QueryKind.TITLE: "Attention is All you Need"},
    RegistryName.OPENLIBRARY: {
        QueryKind.ISBN: "9780140328721",
        QueryKind.TITLE: "The Structure of Scientific Revolutions",
    },
    RegistryName.ADS: {QueryKind.BIBCODE: "1998AJ....116.1009R"},
    RegistryName.WHO_IRIS: {QueryKind.WHO_IRIS: "10665/44102"},
    RegistryName.GITHUB: {QueryKind.PAGE: "https://github.com/numpy/numpy"},
    RegistryName.PYPI: {QueryKind.PAGE: "https://pypi.org/project/numpy/"},
    RegistryName.CRAN: {QueryKind.PAGE: "https://cran.r-project.org/package=ggplot2"},
    RegistryName.HUGGINGFACE: {QueryKind.PAGE: "https://huggingface.co/google-bert/bert-base-uncased"},
    RegistryName.WAYBACK: {QueryKind.PAGE: "https://www.r-project.org/"},
}
"""Works of registries that do not hold those all others do."""
ABSENT = {QueryKind.DOI: "10.5555/corrigenda.is.not.there", QueryKind.HANDLE: "10.5555/corrigenda.is.not.there"}


async def asked(registry: Registry, query: Query) -> object:
    settings = Settings.load()
    config = settings.config()
    outcomes: dict[str, Body | Unavailable] = {}
    async with Transport(config, lambda: datetime.now(UTC), version=__version__, terms=terms_for(config)) as door:
        while True:
            plan = registry.plan([query], outcomes)
            if plan.settled:
                return plan.settled[0].lookup
            for request in plan.requests:
                outcomes[request.fingerprint] = await door.exchange(request)


def cases(values: Mapping[QueryKind, str]) -> list[tuple[RegistryName, QueryKind]]:
    return [(r.name, kind) for r in REGISTRIES for kind in sorted(r.kinds) if kind in values]


def known_cases() -> list[tuple[RegistryName, QueryKind]]:
    return [(r.name, kind) for r in REGISTRIES for kind in sorted(r.kinds) if kind in OWN.get(r.name, KNOWN)]


def known(name: RegistryName, kind: QueryKind) -> Query:
    return Query(registry=name, kind=kind, value=OWN.get(name, KNOWN)[kind])


@pytest.mark.live
@pytest.mark.enable_socket
@pytest.mark.parametrize(("name", "kind"), known_cases())
async def test_a_known_work_is_found(name: RegistryName, kind: QueryKind) -> None:
    registry = next(r for r in REGISTRIES if r.name is name)

    lookup = await asked(registry, known(name, kind))

    if isinstance(lookup, Unavailable):
        pytest.xfail(f"{name} could not be asked: {lookup.reason} {lookup.detail}")
    assert isinstance(lookup, Found), lookup


@pytest.mark.live
@pytest.mark.enable_socket
@pytest.mark.parametrize(("name", "kind"), cases(ABSENT))
async def test_an_unregistered_doi_is_not_found(name: RegistryName, kind: QueryKind) -> None:
    registry = next(r for r in REGISTRIES if r.name is name)

    lookup = await asked(registry, Query(registry=name, kind=kind, value=ABSENT[kind]))

    if isinstance(lookup, Unavailable):
        pytest.xfail(f"{name} could not be asked: {lookup.reason} {lookup.detail}")
    assert isinstance(lookup, NotFound), lookup


def test_the_planners_of_the_live_checks_ask_for_something() -> None:
    for name, kind in known_cases():
        registry = next(r for r in REGISTRIES if r.name is name)
        plan = registry.plan([known(name, kind)], {})
        assert all(isinstance(request, Request) for request in plan.requests)
        assert plan.requests
