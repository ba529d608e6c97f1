"""Crossref: works by DOI, in lists and singly, and by bibliographic search; journals by ISSN.

Source: api.crossref.org's documentation (filters, `query.bibliographic`, `rows`) and its limits of December 2025.
"""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from state.exchange import Body, Lane, Plan, Request
from state.lookup import Found, Lookup, NotFound, Query, QueryKind, Record, RegistryName, Unavailable
from tasks.language.identifiers import same_doi
from tasks.registries.batches import Steps, batch_size, merged, ordered, plan_each, plan_identifiers
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.crossref_journal import is_issn, journal_of, journal_request
from tasks.registries.crossref_work import aliases_of, record_of
from tasks.registries.doi import not_registered_with
from tasks.registries.reading import Json, items, listed_records, malformed, mapping, parse_json, text

CANDIDATES = 5
PLAIN_DOI = frozenset("abcdefghijklmnopqrstuvwxyz0123456789./-_()")
"""Characters a DOI may have to share a list: a comma separates filters, and quoting of others is not documented."""


class Crossref:
    name = RegistryName.CROSSREF
    kinds = frozenset({QueryKind.DOI, QueryKind.ISSN, QueryKind.TITLE})
    key_param: str | None = None
    key_header: str | None = None
    email_param: str | None = "mailto"

    def limits(self, access: Access) -> Mapping[Lane, Limit]:
        """Single records and lists count apart; searches are lists, and travel in that lane."""
        if access.email:
            return {Lane.SINGLE: Limit(rate=10, concurrency=3), Lane.LIST: Limit(rate=3, concurrency=3)}
        return {Lane.SINGLE: Limit(rate=5, concurrency=1), Lane.LIST: Limit(rate=1, concurrency=1)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        known = ordered(queries)
        dois = [query for query in known if query.kind is QueryKind.DOI]
        titles = [query for query in known if query.kind is QueryKind.TITLE]
        journals = [query for query in known if query.kind is QueryKind.ISSN]
        return merged(
            (
                plan_identifiers(DOIS, dois, outcomes),
                plan_each(titles, outcomes, _search_request, _read_search),
                plan_each(journals, outcomes, journal_request, _read_journal),
            )
        )


def _list_request(dois: Sequence[str]) -> Request:
    # Without `rows` a list ends after twenty. `select` is left out: it would drop the update notices.
    params = (("filter", ",".join(f"doi:{doi}" for doi in dois)), ("rows", str(len(dois))))
    return Request(registry=RegistryName.CROSSREF, path="/works", params=params, lane=Lane.LIST)


def _single_request(doi: str) -> Request:
    return Request(registry=RegistryName.CROSSREF, path=f"/works/{quote(doi, safe='')}", lane=Lane.SINGLE)


def _search_request(query: Query) -> Request:
    # Title and author go into one field: `query.author` would rule out the right work where the cited author is wrong.
    words = f"{query.value} {query.author}" if query.author else query.value
    params = (("query.bibliographic", words), ("rows", str(CANDIDATES)))
    return Request(registry=RegistryName.CROSSREF, path="/works", params=params, lane=Lane.LIST)


def _shown(fields: dict[str, Json]) -> tuple[Json, Json] | None:
    if fields.get("status") != "ok" or fields.get("message-type") != "work-list":
        return None
    message = mapping(fields.get("message"))
    return message.get("items"), message.get("total-results")


def _listed_records(body: Body, rows: int) -> list[Record] | Unavailable:
    return listed_records(body, rows, "works", _shown, record_of)


def _read_list(body: Body, dois: Sequence[str]) -> Mapping[str, Lookup] | Unavailable | None:
    if body.status == 400 and _validation_failure(parse_json(body.content)):
        return None
    records = _listed_records(body, len(dois))
    if isinstance(records, Unavailable):
        return records
    asked = set(dois)
    return {record.doi: Found(records=(record,)) for record in records if record.doi and record.doi in asked}


def _validation_failure(value: Json | Unavailable) -> bool:
    return not isinstance(value, Unavailable) and mapping(value).get("message-type") == "validation-failure"


def _read_single(body: Body, doi: str, _listed: bool) -> Lookup:
    if body.status == 404:
        return NotFound() if _says_not_found(body) else malformed("404 without Crossref's own words")
    value = parse_json(body.content)
    if isinstance(value, Unavailable):
        return value
    fields = mapping(value)
    record = record_of(fields.get("message"))
    if body.status != 200 or fields.get("status") != "ok" or fields.get("message-type") != "work" or record is None:
        return malformed(f"status {body.status} and no work")
    if not same_doi(record.doi, doi) and not any(same_doi(doi, own) for own in aliases_of(fields.get("message"))):
        return malformed("a work under another DOI, which does not say that it is the one asked for")
    return Found(records=(record,))


def _read_journal(body: Body, query: Query) -> Lookup:
    if body.status == 404:
        return (
            NotFound() if is_issn(query.value) and _says_not_found(body) else malformed("404 and no word of a journal")
        )
    value = parse_json(body.content)
    if isinstance(value, Unavailable):
        return value
    fields = mapping(value)
    record = journal_of(fields.get("message"), query.value)
    if body.status != 200 or fields.get("status") != "ok" or fields.get("message-type") != "journal" or record is None:
        return malformed(f"status {body.status} and no journal with this ISSN")
    return Found(records=(record,))


def _says_not_found(body: Body) -> bool:
    """Crossref's 404 is the text `Resource not found.`; newer ones are JSON with that message. A gateway's page is
    neither."""
    words = body.content.strip()
    if words.lower() in (b"resource not found.", b"resource not found"):
        return True
    value = parse_json(body.content)
    if isinstance(value, Unavailable):
        return False
    fields = mapping(value)
    messages = [text(mapping(message).get("message")) for message in items(fields.get("message"))]
    return fields.get("message-type") == "error" and "Resource not found." in messages


def _read_search(body: Body, _query: Query) -> Lookup:
    records = _listed_records(body, CANDIDATES)
    if isinstance(records, Unavailable):
        return records
    return Found(records=tuple(records[:CANDIDATES])) if records else NotFound()


DOIS = Steps(
    size=batch_size(RegistryName.CROSSREF, QueryKind.DOI),
    fits=lambda doi: set(doi) <= PLAIN_DOI,
    batch_request=_list_request,
    read_batch=_read_list,
    single_request=_single_request,
    read_single=_read_single,
    confirm=not_registered_with("Crossref"),
)
