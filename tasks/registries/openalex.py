"""OpenAlex: works by DOI, in lists and singly, and by search.

Source: developers.openalex.org (filters joined by `|`, at most 100; `per-page`; `title.search` with AND, OR and
brackets; addresses of at most 4,094 bytes; singletons are free, a search costs ten lists).
"""

import re
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from state.exchange import Body, Lane, Plan, Request
from state.lookup import (
    Author,
    Found,
    Lookup,
    NotFound,
    Notice,
    NoticeType,
    Query,
    QueryKind,
    Record,
    RegistryName,
    Unavailable,
)
from tasks.language.identifiers import is_preprint_doi, same_doi
from tasks.registries.batches import Steps, batch_size, merged, ordered, plan_identifiers
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.doi import not_registered_with
from tasks.registries.reading import (
    Json,
    bare_doi,
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
from tasks.registries.titles import Clauses, Listed, TitleSteps, clauses_of, own_candidates, plan_titles

CANDIDATES = 5
ALONE_LISTED = 25
MOST_LISTED = 100
"""A page holds no more."""
SYNTAX = r"[|,\"'!<>\s]"
"""A bar or comma is the filter's own syntax; quotes, signs and blanks have no documented form in it."""
NOT_FOUND = re.compile(r"\b(?:work|entity)\b.*\bnot found\b", re.IGNORECASE)
"""The message of its documented 404: `Work W9999999999 not found`."""
MAX_WORDS = 20_000
"""Bound on a rebuilt abstract: a broken index may name any position."""
NOT_FOUND_PAGE = b"<p>The requested URL was not found on the server."
"""OpenAlex answers a work it does not have with this page rather than JSON, and so would any other server built with
the same tool: like its JSON it counts only after a list has left the DOI out."""


class OpenAlex:
    name = RegistryName.OPENALEX
    kinds = frozenset({QueryKind.DOI, QueryKind.TITLE})
    key_param: str | None = "api_key"
    key_header: str | None = None
    email_param: str | None = "mailto"

    def limits(self, access: Access) -> Mapping[Lane, Limit]:  # noqa: ARG002
        """OpenAlex allows 100 a second and limits by a daily budget; ten a second is enough and polite."""
        return {Lane.SINGLE: Limit(rate=10, concurrency=5)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        known = ordered(queries)
        dois = [query for query in known if query.kind is QueryKind.DOI]
        titles = [query for query in known if query.kind is QueryKind.TITLE]
        return merged((plan_identifiers(DOIS, dois, outcomes), plan_titles(TITLES, titles, outcomes)))


def _list_request(dois: Sequence[str]) -> Request:
    # Of a DOI that holds the filter's own syntax only the head can be named. Its list cannot find it, but shows that
    # OpenAlex is there and answers, without which its page for "not found" would mean nothing.
    named = [re.split(SYNTAX, doi)[0] for doi in dois]
    params = (("filter", "doi:" + "|".join(named)), ("per-page", str(len(dois))))
    return Request(registry=RegistryName.OPENALEX, path="/works", params=params, lane=Lane.LIST)


def _single_request(doi: str) -> Request:
    return Request(registry=RegistryName.OPENALEX, path=f"/works/doi:{quote(doi, safe='')}", lane=Lane.SINGLE)


def _written(clauses: Clauses) -> str:
    """Words side by side must all be there; OR stands between the ways to find a title."""
    return " OR ".join(f"({' '.join(words)})" for words in clauses)


def _common_request(parts: Sequence[str]) -> Request:
    # The most relevant come first: works with the words of several clauses, which are those that were asked for.
    params = (("filter", f"title.search:{' OR '.join(parts)}"), ("per-page", str(MOST_LISTED)))
    return Request(registry=RegistryName.OPENALEX, path="/works", params=params, lane=Lane.SEARCH)


def _search_request(query: Query) -> Request:
    if clauses := clauses_of(query.value):
        params = (("filter", f"title.search:{_written(clauses)}"), ("per-page", str(ALONE_LISTED)))
        return Request(registry=RegistryName.OPENALEX, path="/works", params=params, lane=Lane.SEARCH)
    # Bare words in lower case: AND, OR, NOT, quotes, wildcards and commas would be read as syntax.
    words = " ".join(re.findall(r"[^\W_]+", query.value.lower())) or query.value
    params = (("search", words), ("per-page", str(CANDIDATES)))
    return Request(registry=RegistryName.OPENALEX, path="/works", params=params, lane=Lane.SEARCH)


def _shown(fields: dict[str, Json]) -> tuple[Json, Json] | None:
    if fields.get("error"):
        return None
    return fields.get("results"), mapping(fields.get("meta")).get("count")


def _listed_records(body: Body, wanted: int) -> list[Record] | Unavailable:
    return listed_records(body, wanted, "works", _shown, record_of)


def _read_list(body: Body, dois: Sequence[str]) -> Mapping[str, Lookup] | Unavailable | None:
    if body.status == 400 and _error(body):
        return None
    records = _listed_records(body, len(dois))
    if isinstance(records, Unavailable):
        return records
    asked = set(dois)
    found: dict[str, Lookup] = {}
    for record in records:
        if record.doi in asked:
            # OpenAlex may hold a DOI twice; the first is its own preference.
            found.setdefault(record.doi or "", Found(records=(record,)))
    return found


def _error(body: Body) -> bool:
    value = parse_json(body.content)
    return not isinstance(value, Unavailable) and text(mapping(value).get("error")) is not None


def _says_not_found(body: Body) -> bool:
    """OpenAlex's page, or its documented error: `error` with a `message` that says not found. A gateway's `no Route
    matched` is neither."""
    if NOT_FOUND_PAGE in body.content:
        return True
    value = parse_json(body.content)
    fields = {} if isinstance(value, Unavailable) else mapping(value)
    error, message = text(fields.get("error")), text(fields.get("message"))
    return bool(error and message and NOT_FOUND.search(message))


def _read_single(body: Body, doi: str, has_listed: bool) -> Lookup:
    if body.status == 404:
        return NotFound() if has_listed and _says_not_found(body) else malformed("404 without OpenAlex's own words")
    value = parse_json(body.content)
    if isinstance(value, Unavailable):
        return value
    record = record_of(value)
    if body.status != 200 or record is None:
        return malformed(f"status {body.status} and no work")
    if not same_doi(record.doi, doi) and not any(same_doi(doi, own) for own in _dois_of(value)):
        return malformed("a work under another DOI, which does not say that it is the one asked for")
    return Found(records=(record,))


def _dois_of(work: Json) -> tuple[str, ...]:
    """Every DOI under which a work says it stands: its places name those of its other versions."""
    fields = mapping(work)
    named: list[Json] = [mapping(fields.get("ids")).get("doi")]
    for place in map(mapping, items(fields.get("locations"))):
        page = text(place.get("landing_page_url")) or ""
        if arxiv := re.match(r"https?://arxiv\.org/abs/([^?#]+)", page):
            page = f"10.48550/arxiv.{arxiv.group(1)}"
        named += [place.get("id"), page]
    return tuple(found for found in map(bare_doi, named) if found)


def _read_search(body: Body, query: Query) -> Lookup:
    by_clauses = bool(clauses_of(query.value))
    records = _listed_records(body, ALONE_LISTED if by_clauses else CANDIDATES)
    if isinstance(records, Unavailable):
        return records
    found = own_candidates(query, records) if by_clauses else tuple(records[:CANDIDATES])
    if not found and not all(record.title for record in records):
        return malformed("works without a title, one of which may be this")
    return Found(records=found) if found else NotFound()


def _read_common(body: Body) -> Listed | Unavailable | None:
    if body.status == 400 and _error(body):
        return None
    records = _listed_records(body, MOST_LISTED)
    if isinstance(records, Unavailable):
        return records
    return Listed(records=records, complete=len(records) < MOST_LISTED and all(record.title for record in records))


def record_of(work: Json) -> Record | None:
    """The record of a work object; None where it has no OpenAlex id, without which it is not a work."""
    fields = mapping(work)
    identifier = (text(fields.get("id")) or "").rsplit("/", 1)[-1]
    if not re.fullmatch(r"[Ww]\d+", identifier):
        return None
    venue = mapping(mapping(fields.get("primary_location")).get("source")) or mapping(fields.get("host_venue"))
    biblio = mapping(fields.get("biblio"))
    published = year(fields.get("publication_year"))
    years = {known for known in (published, year(fields.get("publication_date"))) if known}
    retracted = (Notice(type=NoticeType.RETRACTION, registry=RegistryName.OPENALEX, asserted_by="openalex"),)
    return Record(
        registry=RegistryName.OPENALEX,
        id=identifier.upper(),
        title=plain(text(fields.get("title")) or text(fields.get("display_name"))),
        authors=_authors(fields),
        year=published,
        years=tuple(sorted(years)),
        venue=plain(text(venue.get("display_name"))),
        venue_short=plain(text(venue.get("abbreviated_title"))),
        volume=word(biblio.get("volume")),
        issue=word(biblio.get("issue")),
        pages=_pages(biblio),
        doi=bare_doi(fields.get("doi")) or bare_doi(mapping(fields.get("ids")).get("doi")),
        pmid=_pmid(fields),
        is_preprint=_is_preprint(fields),
        preprint_of=_published_at(fields),
        has_preprints=_preprints(fields),
        types=tuple(dict.fromkeys(t for t in (text(fields.get("type")), text(fields.get("type_crossref"))) if t)),
        abstract=_abstract(fields.get("abstract_inverted_index")),
        notices=retracted if fields.get("is_retracted") is True else (),
        url=f"https://openalex.org/{identifier.upper()}",
    )


def _is_preprint(fields: dict[str, Json]) -> bool:
    """Of the type, and in no journal or conference: OpenAlex holds the versions of a work as its places."""
    if text(fields.get("type")) != "preprint" and text(fields.get("type_crossref")) != "posted-content":
        return False
    return not any(_is_published(place) for place in map(mapping, items(fields.get("locations"))))


def _is_published(place: dict[str, Json]) -> bool:
    return text(mapping(place.get("source")).get("type")) in ("journal", "conference", "book series")


def _published_at(fields: dict[str, Json]) -> tuple[str, ...]:
    """Of a work under a preprint's DOI: the DOIs of its places in journals and conferences."""
    own = bare_doi(fields.get("doi"))
    if not is_preprint_doi(own):
        return ()
    places = (place for place in map(mapping, items(fields.get("locations"))) if _is_published(place))
    dois = (bare_doi(place.get("landing_page_url")) or bare_doi(place.get("id")) for place in places)
    return tuple(dict.fromkeys(doi for doi in dois if doi and not same_doi(doi, own) and not is_preprint_doi(doi)))


def _preprints(fields: dict[str, Json]) -> tuple[str, ...]:
    """Of a work under another DOI: the DOIs of its places that are preprints'."""
    if is_preprint_doi(bare_doi(fields.get("doi"))):
        return ()
    return tuple(dict.fromkeys(doi for doi in _dois_of(fields) if is_preprint_doi(doi)))


def _authors(fields: dict[str, Json]) -> tuple[Author, ...]:
    found = []
    for authorship in map(mapping, items(fields.get("authorships"))):
        name = text(authorship.get("raw_author_name")) or text(mapping(authorship.get("author")).get("display_name"))
        if name:
            found.append(split_name(name))
    return tuple(found)


def split_name(name: str) -> Author:
    """`Mary Jane Doe` or `Doe, Mary Jane` as an author. Particles (`van der`) stay with the family name."""
    if "," in name:
        family, given = (part.strip() for part in name.split(",", 1))
        if family:
            return Author(family=family, given=given or None)
    parts = name.split()
    cut = len(parts) - 1
    while cut > 1 and parts[cut - 1].islower():
        cut -= 1
    if cut < 1:
        return Author(family=name)
    return Author(family=" ".join(parts[cut:]), given=" ".join(parts[:cut]))


def _pages(biblio: dict[str, Json]) -> str | None:
    first, last = word(biblio.get("first_page")), word(biblio.get("last_page"))
    if first and last and first != last:
        return f"{first}-{last}"
    return first or last


def _pmid(fields: dict[str, Json]) -> str | None:
    found = re.search(r"(\d{1,9})/?$", word(mapping(fields.get("ids")).get("pmid")) or "")
    return found.group(1) if found else None


def _abstract(index: Json) -> str | None:
    """The text of an inverted index: `{word: [positions]}`."""
    placed: dict[int, str] = {}
    for key, positions in mapping(index).items():
        for position in items(positions):
            if isinstance(position, int) and 0 <= position < MAX_WORDS:
                placed[position] = key
    return plain(" ".join(placed[position] for position in sorted(placed)))


DOIS = Steps(
    size=batch_size(RegistryName.OPENALEX, QueryKind.DOI),
    fits=lambda doi: not re.search(SYNTAX, doi),
    batch_request=_list_request,
    read_batch=_read_list,
    single_request=_single_request,
    read_single=_read_single,
    confirm=not_registered_with(),
    one_goes_alone=False,
)


TITLES = TitleSteps(
    # Addresses of more than 4,094 bytes are refused; a key and a mail address are added on the way.
    longest=3_800,
    written=_written,
    common_request=_common_request,
    read_common=_read_common,
    single_request=_search_request,
    read_single=_read_search,
)
