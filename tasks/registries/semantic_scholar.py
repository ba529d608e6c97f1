"""Semantic Scholar: papers by DOI or PMID in batches of 500, and by search.

Source: api.semanticscholar.org/graph/v1's documentation. A batch answers by position, `null` where it holds nothing;
a batch of which it knows no identifier at all, or in which one is malformed, is refused (`No valid paper ids given`).
`paper/search` knows no syntax; `paper/search/bulk` does, and lists up to 1,000 papers.
"""

import json
import re
from collections.abc import Mapping, Sequence
from urllib.parse import quote, unquote

from state.exchange import Body, Lane, Plan, Request
from state.lookup import Found, Lookup, NotFound, Query, QueryKind, Record, RegistryName, Unavailable
from tasks.registries.batches import Steps, batch_size, merged, ordered, plan_identifiers
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.openalex import split_name
from tasks.registries.reading import Json, bare_doi, items, malformed, mapping, parse_json, plain, text, word, year
from tasks.registries.titles import Clauses, Listed, TitleSteps, plan_titles

FIELDS = "title,authors,year,venue,publicationVenue,journal,externalIds,abstract,publicationTypes,publicationDate"
CANDIDATES = 5
MOST_LISTED = 1000
"""What one answer of the bulk search holds; the next ones hang on a token."""
BASE = "/graph/v1/paper"


class SemanticScholar:
    name = RegistryName.SEMANTIC_SCHOLAR
    kinds = frozenset({QueryKind.DOI, QueryKind.PMID, QueryKind.TITLE})
    key_param: str | None = None
    key_header: str | None = "x-api-key"
    email_param: str | None = None

    def limits(self, access: Access) -> Mapping[Lane, Limit]:  # noqa: ARG002
        """One request a second in all with a key; without one a shared pool, where asking faster only costs more."""
        return {Lane.SINGLE: Limit(rate=1, concurrency=1)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        known = ordered(queries)
        plans = [
            plan_identifiers(steps, [query for query in known if query.kind is kind], outcomes)
            for kind, steps in IDENTIFIERS.items()
        ]
        titles = [query for query in known if query.kind is QueryKind.TITLE]
        return merged((*plans, plan_titles(TITLES, titles, outcomes)))


def _batch_request(prefix: str, values: Sequence[str]) -> Request:
    body = json.dumps({"ids": [f"{prefix}:{value}" for value in values]}, ensure_ascii=False)
    return Request(
        registry=RegistryName.SEMANTIC_SCHOLAR,
        method="POST",
        path=f"{BASE}/batch",
        params=(("fields", FIELDS),),
        body=body,
        lane=Lane.LIST,
    )


def _single_request(prefix: str, value: str) -> Request:
    path = f"{BASE}/{prefix}:{quote(value, safe='/')}"
    return Request(registry=RegistryName.SEMANTIC_SCHOLAR, path=path, params=(("fields", FIELDS),), lane=Lane.SINGLE)


def _search_request(query: Query) -> Request:
    # Hyphenated words find nothing there (its documentation says so): words only.
    words = " ".join(re.findall(r"[^\W_]+", query.value)) or query.value
    params = (("query", words), ("limit", str(CANDIDATES)), ("fields", FIELDS))
    return Request(registry=RegistryName.SEMANTIC_SCHOLAR, path=f"{BASE}/search", params=params, lane=Lane.SEARCH)


def _written(clauses: Clauses) -> str:
    return " | ".join(f"({' + '.join(words)})" for words in clauses)


def _common_request(parts: Sequence[str]) -> Request:
    # The bulk search alone knows AND (`+`), OR (`|`) and brackets; it looks into abstracts too, and does not rank.
    params = (("query", " | ".join(parts)), ("fields", FIELDS))
    return Request(registry=RegistryName.SEMANTIC_SCHOLAR, path=f"{BASE}/search/bulk", params=params, lane=Lane.SEARCH)


def _error(value: Json | Unavailable) -> str:
    return "" if isinstance(value, Unavailable) else text(mapping(value).get("error")) or ""


def _read_batch(body: Body, values: Sequence[str]) -> Mapping[str, Lookup] | Unavailable | None:
    value = parse_json(body.content)
    if body.status == 400 and _error(value):
        return None
    if isinstance(value, Unavailable):
        return value
    if body.status != 200 or not isinstance(value, list) or len(value) != len(values):
        return malformed(f"status {body.status} and not one entry for each identifier")
    found: dict[str, Lookup] = {}
    for asked, entry in zip(values, value, strict=True):
        record = record_of(entry)
        if entry is None:
            found[asked] = NotFound()
        else:
            found[asked] = malformed("an entry is not a paper") if record is None else Found(records=(record,))
    return found


NOT_FOUND = re.compile(r"paper with id (.+) not found|paper not found", re.IGNORECASE)
"""Its 404 names the paper; `Not Found` alone is a gateway's."""


def _read_single(body: Body, value: str, _listed: bool) -> Lookup:
    answer = parse_json(body.content)
    if body.status == 404 and (said := NOT_FOUND.fullmatch(_error(answer).rstrip("."))):
        named = said.group(1)
        if named is None or unquote(named).lower().endswith(value.lower()):
            return NotFound()
        return malformed("404 for another paper")
    if isinstance(answer, Unavailable):
        return answer
    record = record_of(answer)
    if body.status != 200 or record is None:
        return malformed(f"status {body.status} and no paper")
    return Found(records=(record,))


def _read_search(body: Body, _query: Query) -> Lookup:
    value = parse_json(body.content)
    if isinstance(value, Unavailable):
        return value
    fields = mapping(value)
    total, papers = fields.get("total"), fields.get("data")
    if body.status == 200 and total == 0 and not isinstance(total, bool) and not papers:
        return NotFound()
    if body.status != 200 or not isinstance(papers, list):
        return malformed(f"status {body.status} and no list of papers")
    records = [record for record in map(record_of, papers) if record is not None]
    if not records:
        return malformed("a list of papers without papers")
    return Found(records=tuple(records[:CANDIDATES]))


def _read_common(body: Body) -> Listed | Unavailable | None:
    value = parse_json(body.content)
    if body.status == 400 and _error(value):
        return None
    if isinstance(value, Unavailable):
        return value
    fields = mapping(value)
    total, papers = fields.get("total"), fields.get("data")
    if body.status != 200 or not isinstance(papers, list) or not isinstance(total, int) or isinstance(total, bool):
        return malformed(f"status {body.status} and no list of papers")
    records = [record for record in map(record_of, papers) if record is not None]
    if len(records) != len(papers) or len(papers) < min(total, MOST_LISTED):
        return malformed(f"a list of {len(records)} papers that counts {total}")
    return Listed(records, complete=len(papers) >= total and all(record.title for record in records))


def record_of(paper: Json) -> Record | None:
    """The record of a paper object; None where it has no paper id."""
    fields = mapping(paper)
    identifier = text(fields.get("paperId"))
    if identifier is None:
        return None
    external = mapping(fields.get("externalIds"))
    journal = mapping(fields.get("journal"))
    published = year(fields.get("year"))
    years = {known for known in (published, year(fields.get("publicationDate"))) if known}
    names = [text(mapping(author).get("name")) for author in items(fields.get("authors"))]
    venue = text(mapping(fields.get("publicationVenue")).get("name"))
    return Record(
        registry=RegistryName.SEMANTIC_SCHOLAR,
        id=identifier,
        title=plain(text(fields.get("title"))),
        authors=tuple(split_name(name) for name in names if name),
        year=published,
        years=tuple(sorted(years)),
        venue=plain(venue or text(journal.get("name")) or text(fields.get("venue"))),
        volume=word(journal.get("volume")),
        pages=word(journal.get("pages")),
        doi=bare_doi(external.get("DOI")),
        pmid=word(external.get("PubMed")),
        types=tuple(found for found in map(text, items(fields.get("publicationTypes"))) if found),
        abstract=plain(text(fields.get("abstract"))),
        url=f"https://www.semanticscholar.org/paper/{quote(identifier, safe='')}",
    )


def _steps(kind: QueryKind, prefix: str, well_formed: str) -> Steps:
    return Steps(
        size=batch_size(RegistryName.SEMANTIC_SCHOLAR, kind),
        # One malformed identifier makes the service refuse all of them.
        fits=lambda value: re.fullmatch(well_formed, value) is not None,
        batch_request=lambda values: _batch_request(prefix, values),
        read_batch=_read_batch,
        single_request=lambda value: _single_request(prefix, value),
        read_single=_read_single,
    )


IDENTIFIERS: Mapping[QueryKind, Steps] = {
    QueryKind.DOI: _steps(QueryKind.DOI, "DOI", r"10\.\d{4,9}/[^\s,|\"]+"),
    QueryKind.PMID: _steps(QueryKind.PMID, "PMID", r"[1-9]\d{0,8}"),
}

TITLES = TitleSteps(
    longest=6_000,
    written=_written,
    common_request=_common_request,
    read_common=_read_common,
    single_request=_search_request,
    read_single=_read_search,
)
