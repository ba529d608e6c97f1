"""The Wayback Machine: is a copy of a page kept?

Source: archive.org/help/wayback_api.php (`/wayback/available?url=`: `archived_snapshots.closest`, or an empty object
for what is not archived, or cannot be shown). Its users report that it now and then answers an address that begins with
`https://` as if it had nothing: before that is believed, the address is asked again without its scheme. No limit is
published; it refuses who asks fast.
"""

import re
from collections.abc import Mapping, Sequence
from urllib.parse import unquote

from state.exchange import Body, Lane, Plan, Request, Settled
from state.lookup import Found, Lookup, NotFound, Query, QueryKind, Record, RegistryName, Unavailable
from tasks.language.addresses import host_of
from tasks.registries.batches import merged, ordered
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.pages import NOT_ITS, fields_of, may_be_asked_for
from tasks.registries.reading import malformed, mapping, text, word

_COPY = re.compile(r"https?://web\.archive\.org/web/([0-9]{4,14})[a-z_]*/(.+)", re.IGNORECASE | re.DOTALL)


class Wayback:
    name = RegistryName.WAYBACK
    kinds = frozenset({QueryKind.PAGE})
    key_param: str | None = None
    key_header: str | None = None
    email_param: str | None = None

    def limits(self, access: Access) -> Mapping[Lane, Limit]:  # noqa: ARG002
        """Nothing is published; one a second is polite."""
        return {Lane.SINGLE: Limit(rate=1, concurrency=1)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        return merged(_plan_one(query, outcomes) for query in ordered(queries))


def original_of(address: str) -> tuple[str, str]:
    """The address that is asked about, and the day wanted: of a copy that is cited itself, what it is a copy of."""
    found = _COPY.fullmatch(address)
    if found is None:
        return address, ""
    inner = found.group(2)
    return (inner if "://" in inner[:8] else f"http://{inner}"), found.group(1)


def is_copy(address: str) -> bool:
    """Is it the address of a copy at the Wayback Machine?"""
    return _COPY.fullmatch(address) is not None


def may_be_original(address: str) -> bool:
    """May it be asked whether this address, or what it is a copy of, is kept?"""
    original, _ = original_of(address)
    return may_be_asked_for(address) and may_be_asked_for(original) and not is_copy(original)


def _plan_one(query: Query, outcomes: Outcomes) -> Plan:
    address, wanted = original_of(query.value)
    if not may_be_original(query.value):
        return Plan(settled=(Settled(query=query, lookup=NOT_ITS),))
    read: list[str] = []
    for asked in (address, address.partition("://")[2]):
        request = _request(asked, wanted)
        outcome = outcomes.get(request.fingerprint)
        if outcome is None:
            return Plan(requests=(request,))
        lookup = outcome if isinstance(outcome, Unavailable) else _read(outcome, address, asked)
        if isinstance(lookup, Unavailable):
            return Plan(settled=(Settled(query=query, lookup=lookup, fingerprints=(request.fingerprint,)),))
        read.append(request.fingerprint)
        if isinstance(lookup, Found):
            break
    return Plan(settled=(Settled(query=query, lookup=lookup, fingerprints=tuple(read)),))


def _request(address: str, wanted: str) -> Request:
    params = (("url", address), *((("timestamp", wanted),) if wanted else ()))
    return Request(registry=RegistryName.WAYBACK, path="/wayback/available", params=params)


def _bare(address: str) -> str:
    return unquote(address).partition("://")[2].rstrip("/").lower() or unquote(address).rstrip("/").lower()


def _read(body: Body, address: str, asked: str) -> Lookup:
    fields = fields_of(body)
    if isinstance(fields, Unavailable):
        return fields
    named = text(fields.get("url"))
    if named is not None and _bare(named) != _bare(asked):
        return malformed("an answer about another address")
    shown = fields.get("archived_snapshots")
    if body.status != 200 or not isinstance(shown, dict):
        return malformed(f"status {body.status} and no snapshots")
    if not shown:
        return NotFound()
    closest = mapping(shown.get("closest"))
    available, status = closest.get("available"), word(closest.get("status")) or ""
    if available is False or (available is True and re.fullmatch(r"[45][0-9]{2}", status)):
        return NotFound()  # a copy of an error page is none
    record = _record(text(closest.get("url")), word(closest.get("timestamp")))
    if available is not True or record is None:
        return malformed("a snapshot without its address and time")
    if host_of(original_of(record.url or "")[0]) != host_of(address):
        return malformed("a snapshot of another page")
    return Found(records=(record,))


def _record(url: str | None, stamp: str | None) -> Record | None:
    """The record of a copy: its id is the time it was taken (`20190301120000`). It is no description of a work."""
    if url is None or stamp is None or not re.fullmatch(r"[12][0-9]{13}", stamp) or not is_copy(url):
        return None
    return Record(registry=RegistryName.WAYBACK, id=stamp, url="https://" + url.partition("://")[2])


def taken_on(record: Record) -> str | None:
    """The ISO date of a copy; None of a record that is none."""
    found = re.fullmatch(r"([0-9]{4})([0-9]{2})([0-9]{2})[0-9]{6}", record.id)
    return "-".join(found.groups()) if found else None
