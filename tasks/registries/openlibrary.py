"""Open Library: books by ISBN, in lists and singly, and by title.

Source: openlibrary.org/dev/docs/api/books (`bibkeys`, `jscmd=data`), openlibrary.org/dev/docs/api/search
(`search.json` with `title`, `author`, `isbn`, `fields`, `limit`) and openlibrary.org/developers/api (one request a
second, three for those who name a contact). A list of books leaves out what it does not have and is then as empty as a
broken answer, so that absence is asked of the search, which counts.
"""

import re
from collections.abc import Mapping, Sequence

from state.exchange import Body, Lane, Plan, Request, Settled
from state.lookup import Author, Found, Lookup, NotFound, Query, QueryKind, Record, RegistryName, Unavailable
from tasks.language.identifiers import clean_isbn
from tasks.registries.batches import Steps, batch_size, merged, ordered, plan_identifiers
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.openalex import split_name
from tasks.registries.reading import Json, items, listed_records, malformed, mapping, parse_json, plain, text, year
from tasks.registries.words import search_words

CANDIDATES = 5
MOST_ISBNS = 20
"""Of a work; famous ones have hundreds of editions."""
FIELDS = "key,title,subtitle,author_name,first_publish_year,publish_year,publisher,isbn"


class OpenLibrary:
    name = RegistryName.OPENLIBRARY
    kinds = frozenset({QueryKind.ISBN, QueryKind.TITLE})
    key_param: str | None = None
    key_header: str | None = None
    email_param: str | None = None
    # The address goes into the User-Agent, as Open Library asks for it.

    def limits(self, access: Access) -> Mapping[Lane, Limit]:
        return {Lane.SINGLE: Limit(rate=3 if access.email else 1, concurrency=1)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        known = ordered(queries)
        isbns = [query for query in known if query.kind is QueryKind.ISBN]
        titles = [query for query in known if query.kind is QueryKind.TITLE]
        return merged((plan_identifiers(ISBNS, isbns, outcomes), *(_plan_title(query, outcomes) for query in titles)))


def _books_request(isbns: Sequence[str]) -> Request:
    params = (("bibkeys", ",".join(f"ISBN:{isbn}" for isbn in isbns)), ("jscmd", "data"), ("format", "json"))
    return Request(registry=RegistryName.OPENLIBRARY, path="/api/books", params=params, lane=Lane.LIST)


def _search_request(lane: Lane, **by: str) -> Request:
    params = (*by.items(), ("fields", FIELDS), ("limit", str(CANDIDATES)))
    return Request(registry=RegistryName.OPENLIBRARY, path="/search.json", params=params, lane=lane)


def _plan_title(query: Query, outcomes: Outcomes) -> Plan:
    """With the author first, since titles of books are short and many; without where that finds nothing, since the
    cited author may be wrong."""
    title = search_words(query.value)
    requests = [_search_request(Lane.SEARCH, title=title, author=search_words(query.author))] if query.author else []
    requests.append(_search_request(Lane.SEARCH, title=title))
    came_from: tuple[str, ...] = ()
    for request in requests:
        outcome = outcomes.get(request.fingerprint)
        if outcome is None:
            return Plan(requests=(request,))
        lookup = outcome if isinstance(outcome, Unavailable) else _read_search(outcome)
        if isinstance(lookup, Unavailable):
            # An Unavailable names only the exchange that failed.
            return Plan(settled=(Settled(query=query, lookup=lookup, fingerprints=(request.fingerprint,)),))
        came_from = (*came_from, request.fingerprint)
        if isinstance(lookup, Found):
            break
    return Plan(settled=(Settled(query=query, lookup=lookup, fingerprints=came_from),))


def _read_books(body: Body, isbns: Sequence[str]) -> Mapping[str, Lookup] | Unavailable | None:
    if body.status in (400, 414):
        return None
    value = parse_json(body.content)
    if isinstance(value, Unavailable):
        return value
    if body.status != 200 or not isinstance(value, dict):
        return malformed(f"status {body.status} and no books")
    found: dict[str, Lookup] = {}
    for isbn in isbns:
        book = value.get(f"ISBN:{isbn}")
        if book is not None and (record := edition_record(book, isbn)) is not None:
            found[isbn] = Found(records=(record,))
    return found


def _shown(fields: dict[str, Json]) -> tuple[Json, Json] | None:
    return None if "error" in fields else (fields.get("docs"), fields.get("numFound"))


def _read_search(body: Body) -> Lookup:
    records = listed_records(body, CANDIDATES, "works", _shown, work_record)
    if isinstance(records, Unavailable):
        return records
    return Found(records=tuple(records[:CANDIDATES])) if records else NotFound()


def _read_single(body: Body, isbn: str, _listed: bool) -> Lookup:
    lookup = _read_search(body)
    if not isinstance(lookup, Found):
        return lookup
    # A work is found by the ISBN of any of its editions; the one asked for need not be among the first.
    return Found(
        records=tuple(
            record if isbn in record.isbns else record.model_copy(update={"isbns": (isbn, *record.isbns)})
            for record in lookup.records
        )
    )


def edition_record(book: Json, isbn: str) -> Record | None:
    """The record of one edition; None where it has no key or title."""
    fields = mapping(book)
    key, title = text(fields.get("key")), _title(fields)
    if key is None or title is None:
        return None
    named = mapping(fields.get("identifiers"))
    printed = [*items(named.get("isbn_13")), *items(named.get("isbn_10"))]
    published = _year_in(text(fields.get("publish_date")))
    publishers = (plain(text(mapping(one).get("name"))) for one in items(fields.get("publishers")))
    return Record(
        registry=RegistryName.OPENLIBRARY,
        id=key,
        title=title,
        authors=_authors([mapping(one).get("name") for one in items(fields.get("authors"))]),
        year=published,
        years=(published,) if published else (),
        venue=next((name for name in publishers if name), None),
        isbns=tuple(dict.fromkeys((isbn, *_isbns(printed)))),
        types=("book",),
        url=text(fields.get("url")),
    )


def work_record(doc: Json) -> Record | None:
    """The record of a work with all its editions; None where it has no key or title."""
    fields = mapping(doc)
    key, title = text(fields.get("key")), _title(fields)
    if key is None or title is None:
        return None
    first = year(fields.get("first_publish_year"))
    years = {known for known in (first, *map(year, items(fields.get("publish_year")))) if known}
    return Record(
        registry=RegistryName.OPENLIBRARY,
        id=key,
        title=title,
        authors=_authors(items(fields.get("author_name"))),
        year=first,
        years=tuple(sorted(years)),
        venue=next((name for name in map(text, items(fields.get("publisher"))) if name), None),
        isbns=_isbns(items(fields.get("isbn")))[:MOST_ISBNS],
        types=("book",),
        url=f"https://openlibrary.org{key}" if key.startswith("/") else None,
    )


def _title(fields: Mapping[str, Json]) -> str | None:
    title, subtitle = plain(text(fields.get("title"))), plain(text(fields.get("subtitle")))
    return f"{title}: {subtitle}" if title and subtitle else title


def _authors(names: Sequence[Json]) -> tuple[Author, ...]:
    return tuple(split_name(name) for name in (plain(text(one)) for one in names) if name)


def _isbns(values: Sequence[Json]) -> tuple[str, ...]:
    found = (clean_isbn(text(value)) for value in values)
    return tuple(dict.fromkeys(isbn for isbn in found if isbn))


def _year_in(date: str | None) -> int | None:
    """Dates are as printed: `May 16, 2005`, `2005`, `c1998`."""
    found = re.search(r"(?<!\d)\d{4}(?!\d)", date or "")
    return year(found.group()) if found else None


ISBNS = Steps(
    size=batch_size(RegistryName.OPENLIBRARY, QueryKind.ISBN),
    fits=lambda isbn: re.fullmatch(r"[0-9]{13}", isbn) is not None,
    batch_request=_books_request,
    read_batch=_read_books,
    single_request=lambda isbn: _search_request(Lane.SINGLE, isbn=isbn),
    read_single=_read_single,
    # The list tells of the edition, the search of the work: also one book is looked for in the list first.
    one_goes_alone=False,
)
