"""doi.org: whether a DOI exists (handle service), and which agency registered it (`ra`).

Source: the DOI Handbook. A handle answers `responseCode` 1 (exists), 100 (does not), 2 (error), 200 (exists without the
values asked for). `ra` takes several DOIs separated by commas, and says `RA`, or `status`: `DOI does not exist`,
`Invalid DOI` or `Unknown`.
"""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from state.exchange import Body, Lane, Plan, Request
from state.lookup import (
    Found,
    Lookup,
    NotFound,
    Query,
    QueryKind,
    Record,
    RegistryName,
    Unavailable,
    UnavailableReason,
)
from tasks.registries.batches import Confirmation, Steps, batch_size, merged, ordered, plan_each, plan_identifiers
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.reading import Json, bare_doi, malformed, mapping, parse_json, text


class DoiOrg:
    name = RegistryName.DOI
    kinds = frozenset({QueryKind.HANDLE, QueryKind.AGENCY})
    key_param: str | None = None
    key_header: str | None = None
    email_param: str | None = None

    def limits(self, access: Access) -> Mapping[Lane, Limit]:  # noqa: ARG002
        """doi.org publishes no limit; ten a second is polite."""
        return {Lane.SINGLE: Limit(rate=10, concurrency=5)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        known = ordered(queries)
        handles = [query for query in known if query.kind is QueryKind.HANDLE]
        agencies = [query for query in known if query.kind is QueryKind.AGENCY]
        return merged(
            (
                plan_each(handles, outcomes, _handle_request, _read_handle),
                plan_identifiers(AGENCIES, agencies, outcomes),
            )
        )


def _handle_request(query: Query) -> Request:
    return Request(registry=RegistryName.DOI, path=f"/api/handles/{quote(query.value, safe='/')}", lane=Lane.SINGLE)


def _read_handle(body: Body, query: Query) -> Lookup:
    value = parse_json(body.content)
    if isinstance(value, Unavailable):
        return value
    fields = mapping(value)
    code = fields.get("responseCode")
    if isinstance(code, bool) or not isinstance(code, int):
        return malformed("no responseCode")
    handle = text(fields.get("handle"))
    if code != 2 and (handle is None or handle.lower() != query.value.lower()):
        return malformed("the answer is about another handle")
    if code in (1, 200) and body.status == 200:
        return Found(records=(_record(query.value, agency=None),))
    if code == 100 and body.status in (200, 404):
        return NotFound()
    if code == 2:
        return Unavailable(reason=UnavailableReason.SERVER_ERROR, detail="the handle service reports an error")
    return malformed(f"status {body.status} with responseCode {code}")


def _record(doi: str, agency: str | None) -> Record:
    return Record(registry=RegistryName.DOI, id=doi, doi=doi, agency=agency, url=f"https://doi.org/{doi}")


def _agency_request(dois: Sequence[str]) -> Request:
    path = "/ra/" + ",".join(quote(doi, safe="/") for doi in dois)
    return Request(registry=RegistryName.DOI, path=path, lane=Lane.SINGLE if len(dois) == 1 else Lane.LIST)


def _read_entry(entry: Json, doi: str) -> Lookup | None:
    """What one entry says of this DOI; None where it is about another one."""
    fields = mapping(entry)
    if (text(fields.get("DOI")) or "").lower() != doi.lower():
        return None
    agency, status = text(fields.get("RA")), text(fields.get("status"))
    if agency is not None:
        return Found(records=(_record(doi, agency),))
    if status in ("DOI does not exist", "Invalid DOI"):
        return NotFound()
    if status == "Unknown":
        return Found(records=(_record(doi, None),))
    return malformed("neither an agency nor a known status")


def _read_agencies(body: Body, dois: Sequence[str]) -> Mapping[str, Lookup] | Unavailable | None:
    value = parse_json(body.content)
    if isinstance(value, Unavailable):
        return value
    if not isinstance(value, list):
        return malformed(f"status {body.status} and no list")
    found: dict[str, Lookup] = {}
    for doi in dois:
        lookups = [lookup for lookup in (_read_entry(entry, doi) for entry in value) if lookup is not None]
        if lookups:
            found[doi] = lookups[0]
    return found


def _read_agency(body: Body, doi: str, _listed: bool) -> Lookup:
    answer = _read_agencies(body, (doi,))
    if isinstance(answer, Unavailable):
        return answer
    return (answer or {}).get(doi) or malformed("no entry for this DOI")


AGENCIES = Steps(
    size=batch_size(RegistryName.DOI, QueryKind.AGENCY),
    # A comma separates DOIs; the Handbook has it percent-encoded, but proxies decode it. Long paths are cut by some.
    fits=lambda doi: "," not in doi and len(doi) <= 100 and bare_doi(doi) is not None,
    batch_request=_agency_request,
    read_batch=_read_agencies,
    single_request=lambda doi: _agency_request((doi,)),
    read_single=_read_agency,
)


def not_registered_with(*agencies: str) -> Confirmation:
    """DOIs that cannot be at a service which holds these agencies' alone (none given: any agency's)."""

    def absent(body: Body, dois: Sequence[str]) -> frozenset[str]:
        answer = _read_agencies(body, dois)
        if answer is None or isinstance(answer, Unavailable):
            return frozenset()
        return frozenset(doi for doi, lookup in answer.items() if _is_elsewhere(lookup, agencies))

    return Confirmation(size=AGENCIES.size, fits=AGENCIES.fits, request=_agency_request, absent=absent)


def _is_elsewhere(lookup: Lookup, agencies: Sequence[str]) -> bool:
    if isinstance(lookup, NotFound):
        return True
    named = lookup.records[0].agency if isinstance(lookup, Found) else None
    return bool(agencies) and named is not None and named not in agencies
