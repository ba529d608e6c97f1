"""NASA ADS: works of astronomy and physics by bibcode, in lists and singly.

Source: ui.adsabs.harvard.edu/help/api (`/v1/search/query` with `q`, `fl`, `rows`; `Authorization: Bearer`; 5,000
queries a day; nobody is answered without a key). The field `identifier` knows a work under its former bibcodes too.
"""

import re
from collections.abc import Mapping, Sequence

from state.exchange import Body, Lane, Plan, Request
from state.lookup import Author, Found, Lookup, NotFound, Query, QueryKind, Record, RegistryName, Unavailable
from tasks.language.identifiers import clean_isbn, clean_issn
from tasks.registries.batches import Steps, batch_size, ordered, plan_identifiers
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.openalex import split_name
from tasks.registries.reading import (
    Json,
    bare_doi,
    first_text,
    items,
    listed_records,
    malformed,
    mapping,
    parse_json,
    plain,
    text,
    word,
    year,
)

FIELDS = "bibcode,identifier,title,author,year,pub,volume,issue,page,page_range,doi,doctype,abstract,issn,isbn"


class Ads:
    name = RegistryName.ADS
    kinds = frozenset({QueryKind.BIBCODE})
    key_param: str | None = None
    key_header: str | None = "Authorization"
    email_param: str | None = None

    def limits(self, access: Access) -> Mapping[Lane, Limit]:  # noqa: ARG002
        """5,000 a day; none for a second is published, and two are polite."""
        return {Lane.SINGLE: Limit(rate=2, concurrency=2)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        return plan_identifiers(BIBCODES, ordered(queries), outcomes)


def _request(bibcodes: Sequence[str], lane: Lane) -> Request:
    listed = " OR ".join(f'"{bibcode}"' for bibcode in bibcodes)
    params = (("q", f"identifier:({listed})"), ("fl", FIELDS), ("rows", str(len(bibcodes))))
    return Request(registry=RegistryName.ADS, path="/v1/search/query", params=params, lane=lane)


def _shown(fields: dict[str, Json]) -> tuple[Json, Json] | None:
    if fields.get("error") or mapping(fields.get("responseHeader")).get("status") != 0:
        return None
    response = mapping(fields.get("response"))
    return response.get("docs"), response.get("numFound")


def _named(body: Body, bibcodes: Sequence[str]) -> dict[str, Lookup] | Unavailable:
    """What an answer holds, by the bibcode asked for, which may be a former one of the work."""
    records = listed_records(body, len(bibcodes), "works", _shown, record_of)
    if isinstance(records, Unavailable):
        return records
    value = parse_json(body.content)
    docs = [] if isinstance(value, Unavailable) else items(mapping(mapping(value).get("response")).get("docs"))
    found: dict[str, Lookup] = {}
    for record, doc in zip(records, docs, strict=True):
        names = {record.id, *map(text, items(mapping(doc).get("identifier")))}
        found.update((asked, Found(records=(record,))) for asked in bibcodes if asked in names)
    if records and not found:
        return malformed("records of other works")
    return found


def _read_batch(body: Body, bibcodes: Sequence[str]) -> Mapping[str, Lookup] | Unavailable | None:
    if body.status == 400:
        value = parse_json(body.content)
        return None if not isinstance(value, Unavailable) and mapping(value).get("error") else malformed("status 400")
    return _named(body, bibcodes)


def _read_single(body: Body, bibcode: str, _listed: bool) -> Lookup:
    found = _named(body, (bibcode,))
    return found if isinstance(found, Unavailable) else found.get(bibcode, NotFound())


def record_of(doc: Json) -> Record | None:
    """The record of one work; None where it has no bibcode, which is its id."""
    fields = mapping(doc)
    bibcode = text(fields.get("bibcode"))
    if bibcode is None:
        return None
    published, kind = year(fields.get("year")), text(fields.get("doctype"))
    issns = (clean_issn(text(value)) for value in items(fields.get("issn")))
    isbns = (clean_isbn(text(value)) for value in items(fields.get("isbn")))
    names = (plain(text(name)) for name in items(fields.get("author")))
    return Record(
        registry=RegistryName.ADS,
        id=bibcode,
        title=plain(first_text(fields.get("title"))),
        authors=tuple(_author(name) for name in names if name),
        year=published,
        years=(published,) if published else (),
        venue=plain(text(fields.get("pub"))),
        volume=word(fields.get("volume")),
        issue=word(fields.get("issue")),
        pages=text(fields.get("page_range")) or first_text(fields.get("page")),
        doi=bare_doi(first_text(fields.get("doi"))),
        issns=tuple(dict.fromkeys(issn for issn in issns if issn)),
        isbns=tuple(dict.fromkeys(isbn for isbn in isbns if isbn)),
        is_preprint=kind == "eprint",
        types=(kind,) if kind else (),
        abstract=plain(text(fields.get("abstract"))),
        url=f"https://ui.adsabs.harvard.edu/abs/{bibcode.replace('&', '%26')}",
    )


def _author(name: str) -> Author:
    """ADS writes people as `Family, Given`; a name without a comma is a collaboration's."""
    return split_name(name) if "," in name else Author(family=name)


BIBCODES = Steps(
    size=batch_size(RegistryName.ADS, QueryKind.BIBCODE),
    fits=lambda bibcode: re.fullmatch(r"[0-9]{4}[A-Za-z0-9.&]{15}", bibcode) is not None,
    batch_request=lambda bibcodes: _request(bibcodes, Lane.LIST),
    read_batch=_read_batch,
    single_request=lambda bibcode: _request((re.sub(r"[\"\\]", "", bibcode),), Lane.SINGLE),
    read_single=_read_single,
)
