"""What the services of pages share: one request an address, and a service's own words for "not here"."""

import re
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import quote, unquote

from state.exchange import Body, Plan, Request, Settled
from state.lookup import Lookup, Query, Unavailable, UnavailableReason
from tasks.language.addresses import is_public, shown
from tasks.registries.batches import merged, ordered, plan_each
from tasks.registries.contract import Outcomes
from tasks.registries.reading import Json, malformed, mapping, parse_json

NOT_ITS = Unavailable(reason=UnavailableReason.NOT_CONFIGURED, detail="not an address that this service knows")
"""The lookup of an address that was never sent: it is another's, or nobody's to see."""

_WITHIN = re.compile(r"https?:/{1,2}[^&\s]*", re.IGNORECASE)
_MOST_UNQUOTED = 3


def may_be_asked_for(address: str) -> bool:
    """May this address be shown to a service: it, and every address that stands in it, as a copy's original does, or
    the aim of a redirection?"""
    return is_public(address) and all(is_public(inner) for inner in _within(address))


def as_shown(address: str) -> str:
    """The address as a report may print it: without what makes it, or an address in it, nobody's to see."""
    if may_be_asked_for(address) or not is_public(address):
        return shown(address)
    head, _, rest = address.partition("://")
    return f"{head}://{rest.partition('/')[0]}/…"


def _within(address: str) -> Iterator[str]:
    text = address
    for _ in range(_MOST_UNQUOTED):
        text = unquote(text)
    rest = text.partition("://")[2]
    while found := _WITHIN.search(rest):
        scheme, _, inner = found.group().partition(":")
        yield f"{scheme}://{inner.lstrip('/')}"
        rest = rest[found.start() + len(scheme) :]


def plan_pages(
    queries: Sequence[Query],
    outcomes: Outcomes,
    knows: Callable[[str], bool],
    request_of: Callable[[Query], Request],
    read: Callable[[Body, Query], Lookup],
) -> Plan:
    """One request for each address that the service knows; what it does not know is settled unsent."""
    known = [query for query in ordered(queries) if knows(query.value)]
    others = tuple(Settled(query=query, lookup=NOT_ITS) for query in ordered(queries) if not knows(query.value))
    return merged((plan_each(known, outcomes, request_of, read), Plan(settled=others)))


def encoded(*parts: str) -> str:
    """A path of these parts, each percent-encoded."""
    return "".join(f"/{quote(part, safe='')}" for part in parts)


def fields_of(body: Body) -> dict[str, Json] | Unavailable:
    """The object that a body is; Unavailable where it is none."""
    value = parse_json(body.content)
    if isinstance(value, Unavailable):
        return value
    return mapping(value) if isinstance(value, dict) else malformed(f"status {body.status} and no object")
