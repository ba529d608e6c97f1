"""WHO's repository (IRIS): reports and guidelines by their handle.

Source: DSpace's REST contract for version 7 and later (`/server/api/pid/find?id=hdl:…`, which sends on to the item, or
answers 404 with nothing; `/server/api/discover/search/objects`, which counts). Since a 404 with nothing is anybody's,
a handle is not there only when the search does not know it either.
"""

import re
from collections.abc import Mapping, Sequence

from state.exchange import Body, Lane, Plan, Request, Settled
from state.lookup import Author, Found, Lookup, NotFound, Query, QueryKind, Record, RegistryName, Unavailable
from tasks.language.identifiers import clean_isbn, clean_issn
from tasks.registries.batches import merged, ordered
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.openalex import split_name
from tasks.registries.reading import Json, bare_doi, items, malformed, mapping, parse_json, plain, text, year

PERSON = re.compile(r"[^,.]{1,40},\s*[^,]{1,40}")
"""`Family, Given`; bodies are written without a comma, or with full stops between their parts."""


class WhoIris:
    name = RegistryName.WHO_IRIS
    kinds = frozenset({QueryKind.WHO_IRIS})
    key_param: str | None = None
    key_header: str | None = None
    email_param: str | None = None

    def limits(self, access: Access) -> Mapping[Lane, Limit]:  # noqa: ARG002
        """None is published; two a second are polite."""
        return {Lane.SINGLE: Limit(rate=2, concurrency=1)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        return merged(_plan_handle(query, outcomes) for query in ordered(queries))


def _plan_handle(query: Query, outcomes: Outcomes) -> Plan:
    find = _request("/server/api/pid/find", ("id", f"hdl:{query.value}"))
    outcome = outcomes.get(find.fingerprint)
    if outcome is None:
        return Plan(requests=(find,))
    if isinstance(outcome, Unavailable) or outcome.status != 404:
        lookup = outcome if isinstance(outcome, Unavailable) else _read_item(outcome, query.value)
        return Plan(settled=(Settled(query=query, lookup=lookup, fingerprints=(find.fingerprint,)),))
    asked = re.sub(r"[\"\\]", "", query.value)
    search = _request("/server/api/discover/search/objects", ("query", f'handle:"{asked}"'))
    outcome = outcomes.get(search.fingerprint)
    if outcome is None:
        return Plan(requests=(search,))
    lookup = outcome if isinstance(outcome, Unavailable) else _read_search(outcome, query.value)
    came_from = () if isinstance(lookup, Unavailable) else (find.fingerprint,)
    return Plan(settled=(Settled(query=query, lookup=lookup, fingerprints=(*came_from, search.fingerprint)),))


def _request(path: str, param: tuple[str, str]) -> Request:
    return Request(registry=RegistryName.WHO_IRIS, path=path, params=(param,), lane=Lane.SINGLE)


def _read_item(body: Body, handle: str) -> Lookup:
    value = parse_json(body.content)
    if isinstance(value, Unavailable):
        return value
    record = record_of(value)
    if body.status != 200 or record is None:
        return malformed(f"status {body.status} and no item")
    return Found(records=(record,)) if record.id == handle else malformed("the item of another handle")


def _read_search(body: Body, handle: str) -> Lookup:
    value = parse_json(body.content)
    if isinstance(value, Unavailable):
        return value
    result = mapping(mapping(mapping(value).get("_embedded")).get("searchResult"))
    total = mapping(result.get("page")).get("totalElements")
    if body.status != 200 or not isinstance(total, int) or isinstance(total, bool):
        return malformed(f"status {body.status} and no search result")
    objects = items(mapping(result.get("_embedded")).get("objects"))
    if total == 0 and not objects:
        return NotFound()
    records = [record_of(mapping(mapping(one).get("_embedded")).get("indexableObject")) for one in objects]
    own = next((record for record in records if record is not None and record.id == handle), None)
    return Found(records=(own,)) if own else malformed("a search result without the handle")


def record_of(item: Json) -> Record | None:
    """The record of one item; None where it is none (a collection has a handle too). Its id is the handle."""
    fields = mapping(item)
    handle, metadata = text(fields.get("handle")), mapping(fields.get("metadata"))
    if handle is None or fields.get("type") != "item" or not metadata:
        return None
    published = year(_first(metadata, "dc.date.issued"))
    kinds, publishers = _all(metadata, "dc.type"), _all(metadata, "dc.publisher")
    isbns = map(clean_isbn, _all(metadata, "dc.identifier.isbn"))
    issns = map(clean_issn, _all(metadata, "dc.identifier.issn"))
    return Record(
        registry=RegistryName.WHO_IRIS,
        id=handle,
        title=_first(metadata, "dc.title") or plain(text(fields.get("name"))),
        authors=tuple(map(_author, _all(metadata, "dc.contributor.author"))),
        year=published,
        years=(published,) if published else (),
        venue=publishers[0] if publishers else None,
        doi=bare_doi(_first(metadata, "dc.identifier.doi")),
        isbns=tuple(dict.fromkeys(isbn for isbn in isbns if isbn)),
        issns=tuple(dict.fromkeys(issn for issn in issns if issn)),
        types=tuple(kinds),
        abstract=_first(metadata, "dc.description.abstract"),
        url=f"https://iris.who.int/handle/{handle}",
    )


def _all(metadata: Mapping[str, Json], name: str) -> list[str]:
    values = (plain(text(mapping(entry).get("value"))) for entry in items(metadata.get(name)))
    return [value for value in values if value]


def _first(metadata: Mapping[str, Json], name: str) -> str | None:
    return next(iter(_all(metadata, name)), None)


def _author(name: str) -> Author:
    return split_name(name) if PERSON.fullmatch(name) else Author(family=name)
