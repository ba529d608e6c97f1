"""DBLP, Open Library, NASA ADS and WHO's repository: our planners find in the stand-in what it holds."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from pydantic import SecretStr

from state.config import Config, Service
from state.exchange import Body
from state.lookup import Author, Found, Lookup, NotFound, Query, QueryKind, RegistryName, Unavailable
from tasks.registries import registry_named, terms_for
from tasks.transport import Transport
from tests.standin.server import StandIn
from tests.standin.world import World, work_from_json

pytestmark = pytest.mark.enable_socket
TITLE = "Harbour seals as oracles for tidal scheduling in fictional estuaries"
WORKS = [
    {"title": TITLE, "authors": [["Marlowe", "Ada"]], "year": 2019, "doi": "10.5555/oracle.1", "held_by": ["dblp"]},
    {"title": "Tides", "subtitle": "a handbook", "authors": [["Quill", "Cora"]], "year": 2005, "isbn": "9780306406157"},
    {"title": "Tides on an invented moon", "authors": [["Okafor", "Ben"]], "bibcode": "2019InvAs..12...45M"},
    {
        "title": "Guidance on invented tides",
        "authors": [["World Health Organization", ""]],
        "year": 2021,
        "url": "https://iris.who.int/handle/10665/330001",
    },
]


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn(World(work_from_json(row) for row in WORKS)) as standin:
        yield standin


async def looked_up(server: StandIn, name: RegistryName, kind: QueryKind, *values: str) -> list[Lookup]:
    address = server.environment()[f"CORRIGENDA_{name.value.upper()}_URL"]
    key = SecretStr("k" * 20) if name is RegistryName.ADS else None
    config = Config(services={name: Service(url=address, key=key)})
    queries = [Query(registry=name, kind=kind, value=value) for value in values]
    outcomes: dict[str, Body | Unavailable] = {}
    async with Transport(config, lambda: datetime.now(UTC), version="1", terms=terms_for(config)) as door:
        while True:
            plan = registry_named(name).plan(queries, outcomes)
            if len(plan.settled) == len(queries):
                found = {settled.query: settled.lookup for settled in plan.settled}
                return [found[query] for query in queries]
            for request in plan.requests:
                outcomes[request.fingerprint] = await door.exchange(request)


async def test_dblp_finds_a_misprinted_title_and_not_an_invented_one(server: StandIn) -> None:
    wrong = TITLE.replace("oracles", "miracle")
    other = "Lighthouse keepers negotiating ceasefires between imaginary archipelagos"
    found, absent = await looked_up(server, RegistryName.DBLP, QueryKind.TITLE, wrong, other)
    assert isinstance(found, Found)
    assert found.records[0].title == TITLE
    assert found.records[0].authors == (Author(family="Marlowe", given="Ada"),)
    assert absent == NotFound()
    assert len(server.requests) == 1


async def test_open_library_finds_a_book_by_isbn(server: StandIn) -> None:
    found, absent = await looked_up(server, RegistryName.OPENLIBRARY, QueryKind.ISBN, "9780306406157", "9783161484100")
    assert isinstance(found, Found)
    assert (found.records[0].title, found.records[0].year) == ("Tides: a handbook", 2005)
    assert absent == NotFound()


async def test_open_library_finds_a_book_by_title(server: StandIn) -> None:
    (found,) = await looked_up(server, RegistryName.OPENLIBRARY, QueryKind.TITLE, "Tides: a handbook")
    assert isinstance(found, Found)


async def test_ads_is_shown_the_key_and_finds_a_bibcode(server: StandIn) -> None:
    found, absent = await looked_up(
        server, RegistryName.ADS, QueryKind.BIBCODE, "2019InvAs..12...45M", "2020InvAs..13...46N"
    )
    assert isinstance(found, Found)
    assert absent == NotFound()
    assert all(row.keyed for row in server.requests)


async def test_a_handle_is_followed_to_its_item(server: StandIn) -> None:
    found, absent = await looked_up(server, RegistryName.WHO_IRIS, QueryKind.WHO_IRIS, "10665/330001", "10665/999999")
    assert isinstance(found, Found)
    assert found.records[0].authors == (Author(family="World Health Organization"),)
    assert absent == NotFound()
