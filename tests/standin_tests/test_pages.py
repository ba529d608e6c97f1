"""The services of pages in the stand-in, read by our own planners."""

import asyncio
import json
from datetime import UTC, datetime
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from state.config import Config, Service
from state.exchange import Body
from state.lookup import Found, Lookup, NotFound, Query, QueryKind, RegistryName, Unavailable, UnavailableReason
from tasks.registries import registry_named, terms_for
from tasks.registries.crossref_journal import journal_of
from tasks.transport import Transport
from tests.standin.derived import issn
from tests.standin.server import StandIn
from tests.standin.world import World, work_from_json

PAGES = [
    {"title": "Scores the sleep of seals", "year": 2019, "url": "https://github.com/harbour-lab/sealsleep"},
    {"title": "Seals", "url": "https://pypi.org/project/seal-sleep/", "authors": [["Marlowe", "Ada"]]},
    {"title": "Seals in R", "url": "https://cran.r-project.org/package=sealSleep"},
    {"title": "Calls of seals", "url": "https://huggingface.co/datasets/harbour-lab/calls", "doi": "10.5555/hf.1"},
    {"title": "The harbour", "url": "https://harbour.example/seals", "copied": "20190301120000"},
    {"title": "Sunk", "url": "https://github.com/harbour-lab/sunk", "held_by": [], "copied": "20180301120000"},
]
NAMES = tuple(RegistryName(name) for name in ("github", "pypi", "cran", "huggingface", "wayback"))
WORLD = World(work_from_json(row) for row in PAGES)


def looked_up(server: StandIn, name: RegistryName, *urls: str) -> list[Lookup]:
    async def ask() -> list[Lookup]:
        services = {known: Service(url=f"{server.url}/{known.value}") for known in NAMES}
        config = Config(services=services)
        found: list[Lookup] = []
        clock = lambda: datetime.now(UTC)  # noqa: E731
        async with Transport(config, clock, version="0", terms=terms_for(config)) as door:
            for url in urls:
                query = Query(registry=name, kind=QueryKind.PAGE, value=url)
                outcomes: dict[str, Body | Unavailable] = {}
                while not (plan := registry_named(name).plan([query], outcomes)).settled:
                    for request in plan.requests:
                        outcomes[request.fingerprint] = await door.exchange(request)
                found.append(plan.settled[0].lookup)
        return found

    return asyncio.run(ask())


@pytest.mark.enable_socket
def test_each_service_has_its_own_pages_and_no_other() -> None:
    with StandIn(WORLD) as server:
        for row, name in zip(PAGES, NAMES, strict=False):
            (there,) = looked_up(server, name, str(row["url"]))
            assert isinstance(there, Found), name
        absent = looked_up(server, RegistryName.GITHUB, "https://github.com/harbour-lab/sunk")
        absent += looked_up(server, RegistryName.PYPI, "https://pypi.org/project/never/")
        absent += looked_up(server, RegistryName.CRAN, "https://cran.r-project.org/package=never")
        assert absent == [NotFound()] * 3
        (copy,) = looked_up(server, RegistryName.WAYBACK, "https://github.com/harbour-lab/sunk")
        assert isinstance(copy, Found)
        (none,) = looked_up(server, RegistryName.WAYBACK, "https://never.example/")
        assert none == NotFound()
        assert server.asked("wayback", "page")[-2:] == ["https://never.example/", "never.example/"]


@pytest.mark.enable_socket
def test_a_model_that_is_not_there_could_not_be_asked_for() -> None:
    with StandIn(WORLD) as server:
        (lookup,) = looked_up(server, RegistryName.HUGGINGFACE, "https://huggingface.co/harbour-lab/never")
        assert isinstance(lookup, Unavailable)
        assert lookup.reason is UnavailableReason.FORBIDDEN


@pytest.mark.enable_socket
def test_the_sixty_first_request_of_an_hour_is_limited_and_no_absence() -> None:
    with StandIn(WORLD, limits=True) as server:
        for _ in range(60):
            with urlopen(f"{server.url}/github/repos/harbour-lab/sealsleep") as reply:
                assert json.load(reply)["full_name"] == "harbour-lab/sealsleep"
        (lookup,) = looked_up(server, RegistryName.GITHUB, "https://github.com/harbour-lab/sunk")
        assert isinstance(lookup, Unavailable)
        assert lookup.reason is UnavailableReason.RATE_LIMITED
        assert "wait 3," in lookup.detail


@pytest.mark.enable_socket
def test_a_journal_is_found_by_its_issn_at_crossref() -> None:
    world = World([work_from_json({"title": "T", "doi": "10.5555/a", "journal": "Journal of Invented Results"})])
    code = issn("Journal of Invented Results")
    with StandIn(world) as server:
        with urlopen(f"{server.url}/crossref/journals/{code}") as reply:
            said = json.load(reply)
        assert (said["message-type"], said["message"]["title"]) == ("journal", "Journal of Invented Results")
        assert journal_of(said["message"], code) is not None
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"{server.url}/crossref/journals/0000-0000")
