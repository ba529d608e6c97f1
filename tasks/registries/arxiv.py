"""arXiv: preprints by number, many in a request, and by title. Atom, read with lxml.

Source: info.arxiv.org/help/api (`id_list`, `search_query`, `max_results`; one request every three seconds over one
connection). Numbers it does not hold are left out of a list; a malformed one makes it refuse the list with status 400
and an entry titled `Error`.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from lxml import etree

from state.exchange import Body, Expects, Lane, Plan, Request
from state.lookup import (
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
from tasks.language.identifiers import clean_arxiv, is_preprint_doi
from tasks.registries.batches import Confirmation, Steps, batch_size, merged, ordered, plan_identifiers
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.doi import not_registered_with
from tasks.registries.openalex import split_name
from tasks.registries.reading import bare_doi, malformed, text, year
from tasks.registries.titles import Clauses, Listed, TitleSteps, plan_titles
from tasks.registries.words import longest_words, search_words

CANDIDATES = 10
MOST_LISTED = 200
WELL_FORMED = re.compile(r"\d{4}\.\d{4,5}|[a-z]+(?:-[a-z]+)*/\d{7}")
ATOM = "{http://www.w3.org/2005/Atom}"
SEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"
OWN = "{http://arxiv.org/schemas/atom}"
WITHDRAWN = re.compile(
    r"^\W*(?:this|the) (?:paper|article|submission|manuscript|preprint|work)\b.{0,40}?\b(?:has been|was|is) withdrawn\b"
    r"|^\W*withdrawn(?: by| due|[.:]|$)",
    re.IGNORECASE,
)
"""How a withdrawn preprint's comment or abstract begins; `withdrawn from the proceedings` is something else."""


class Arxiv:
    name = RegistryName.ARXIV
    kinds = frozenset({QueryKind.ARXIV, QueryKind.TITLE})
    key_param: str | None = None
    key_header: str | None = None
    email_param: str | None = None

    def limits(self, access: Access) -> Mapping[Lane, Limit]:  # noqa: ARG002
        """One request every three seconds, one at a time, whoever asks."""
        return {Lane.SINGLE: Limit(rate=1 / 3, concurrency=1)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        known = ordered(queries)
        numbers = [query for query in known if query.kind is QueryKind.ARXIV]
        titles = [query for query in known if query.kind is QueryKind.TITLE]
        return merged((plan_identifiers(NUMBERS, numbers, outcomes), plan_titles(TITLES, titles, outcomes)))


def _list_request(numbers: Sequence[str], lane: Lane = Lane.LIST) -> Request:
    # Without `max_results` a list ends after ten.
    params = (("id_list", ",".join(numbers)), ("max_results", str(len(numbers))))
    return Request(registry=RegistryName.ARXIV, path="/api/query", params=params, lane=lane, expects=Expects.XML)


def _search_request(query: Query) -> Request:
    """The title as a phrase, or the author with its two longest words: a title that is misprinted is found by these."""
    said = f'ti:"{search_words(query.value)}"'
    if query.author and (few := longest_words(query.value)):
        named = " AND ".join(f"ti:{word}" for word in few)
        said += f' OR (au:"{search_words(query.author)}" AND {named})'
    params = (("search_query", said), ("max_results", str(CANDIDATES)))
    return Request(registry=RegistryName.ARXIV, path="/api/query", params=params, lane=Lane.SEARCH, expects=Expects.XML)


def _written(clauses: Clauses) -> str:
    return " OR ".join(f"({' AND '.join(f'ti:{word}' for word in words)})" for words in clauses)


def _common_request(parts: Sequence[str]) -> Request:
    params = (("search_query", " OR ".join(parts)), ("max_results", str(MOST_LISTED)))
    return Request(registry=RegistryName.ARXIV, path="/api/query", params=params, lane=Lane.SEARCH, expects=Expects.XML)


@lru_cache(maxsize=64)
def _feed(content: bytes) -> etree._Element | None:
    """The feed, or None where the bytes are none. Cached: a planner sees the same bodies again and again."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    return root if root.tag == f"{ATOM}feed" else None


def _refusal(feed: etree._Element) -> str | None:
    """What arXiv says is wrong with the request, where its one entry is an error."""
    entries = feed.findall(f"{ATOM}entry")
    if len(entries) != 1 or "/api/errors" not in (_find(entries[0], f"{ATOM}id") or ""):
        return None
    return _find(entries[0], f"{ATOM}summary") or "no reason given"


def _records(body: Body, wanted: int) -> list[Record] | Unavailable:
    """The records of a feed, in its order; Unavailable where one cannot be read, or it shows fewer than it counts."""
    feed = _feed(body.content)
    if body.status != 200 or feed is None:
        return malformed(f"status {body.status} and no feed")
    if (said := _refusal(feed)) is not None:
        return malformed(f"arXiv refuses the request: {said[:80]}")
    total, entries = _find(feed, f"{SEARCH}totalResults") or "", feed.findall(f"{ATOM}entry")
    if not (total.isascii() and total.isdigit() and len(total) < 12):
        return malformed("a feed that does not count its entries")
    if len(entries) < min(int(total), wanted) or len(entries) > int(total):
        return malformed(f"a feed of {len(entries)} entries that counts {total}")
    records = [record for record in map(record_of, entries) if record is not None]
    return records if len(records) == len(entries) else malformed("a feed with an entry that is no preprint")


def _read_list(body: Body, numbers: Sequence[str]) -> Mapping[str, Lookup] | Unavailable | None:
    feed = _feed(body.content)
    if body.status == 400 and feed is not None and _refusal(feed) is not None:
        return None
    records = _records(body, len(numbers))
    if isinstance(records, Unavailable):
        return records
    asked = set(numbers)
    return {record.id: Found(records=(record,)) for record in records if record.id in asked}


def _read_single(body: Body, number: str, _listed: bool) -> Lookup:
    feed = _feed(body.content)
    if body.status == 400 and feed is not None and f"incorrect id format for {number}" == _refusal(feed):
        return NotFound()
    records = _records(body, 1)
    if isinstance(records, Unavailable):
        return records
    if not records:
        return NotFound()
    return Found(records=(records[0],)) if records[0].id == number else malformed("a preprint of another number")


def _read_search(body: Body, _query: Query) -> Lookup:
    records = _records(body, CANDIDATES)
    if isinstance(records, Unavailable):
        return records
    return Found(records=tuple(records[:CANDIDATES])) if records else NotFound()


def _read_common(body: Body) -> Listed | Unavailable | None:
    feed = _feed(body.content)
    if body.status == 400 and feed is not None and _refusal(feed) is not None:
        return None
    records = _records(body, MOST_LISTED)
    if isinstance(records, Unavailable):
        return records
    return Listed(records, complete=len(records) < MOST_LISTED and all(record.title for record in records))


def _find(element: etree._Element, path: str) -> str | None:
    found = element.find(path)
    return None if found is None else text(str(found.xpath("string()")))


def record_of(entry: etree._Element) -> Record | None:
    """The record of one entry; None where its id is not a preprint's.

    Its DOI is the published version's where the authors have told arXiv, else arXiv's own. There is no venue:
    `journal_ref` is free text, and `arXiv` against the journal that printed the work later would read as an error.
    """
    number = clean_arxiv(_find(entry, f"{ATOM}id"))
    title = _find(entry, f"{ATOM}title")
    if number is None or title is None:
        return None
    published = year(_find(entry, f"{ATOM}published"))
    years = {known for known in (published, year(_find(entry, f"{ATOM}updated"))) if known}
    names = [_find(author, f"{ATOM}name") for author in entry.findall(f"{ATOM}author")]
    return Record(
        registry=RegistryName.ARXIV,
        id=number,
        title=title,
        authors=tuple(split_name(name) for name in names if name),
        year=published,
        years=tuple(sorted(years)),
        doi=bare_doi(_find(entry, f"{OWN}doi")) or f"10.48550/arxiv.{number}",
        is_preprint=True,
        preprint_of=tuple(doi for doi in (bare_doi(_find(entry, f"{OWN}doi")),) if doi and not is_preprint_doi(doi)),
        types=("preprint",),
        abstract=_find(entry, f"{ATOM}summary"),
        notices=_notices(entry),
        url=f"https://arxiv.org/abs/{number}",
    )


def _notices(entry: etree._Element) -> tuple[Notice, ...]:
    said = [_find(entry, f"{OWN}comment"), _find(entry, f"{ATOM}summary")]
    if not any(WITHDRAWN.search(words) for words in said if words):
        return ()
    date = (_find(entry, f"{ATOM}updated") or "")[:10]
    is_date = re.fullmatch(r"\d{4}-\d\d-\d\d", date)
    withdrawal = Notice(type=NoticeType.WITHDRAWAL, registry=RegistryName.ARXIV, asserted_by="arxiv")
    return (withdrawal.model_copy(update={"date": date if is_date else None}),)


def _not_registered() -> Confirmation:
    """arXiv registers a DOI for every preprint: whose DOI doi.org does not know is not there."""
    dois = not_registered_with()

    def absent(body: Body, numbers: Sequence[str]) -> frozenset[str]:
        unknown = dois.absent(body, [_own_doi(number) for number in numbers])
        return frozenset(number for number in numbers if _own_doi(number) in unknown)

    return Confirmation(
        size=dois.size,
        fits=lambda number: dois.fits(_own_doi(number)),
        request=lambda numbers: dois.request([_own_doi(number) for number in numbers]),
        absent=absent,
    )


def _own_doi(number: str) -> str:
    return f"10.48550/arxiv.{number}"


NUMBERS = Steps(
    size=batch_size(RegistryName.ARXIV, QueryKind.ARXIV),
    fits=lambda number: WELL_FORMED.fullmatch(number) is not None,
    batch_request=_list_request,
    read_batch=_read_list,
    single_request=lambda number: _list_request((number,), Lane.SINGLE),
    read_single=_read_single,
    confirm=_not_registered(),
)

TITLES = TitleSteps(
    longest=6_000,
    written=_written,
    common_request=_common_request,
    read_common=_read_common,
    single_request=_search_request,
    read_single=_read_search,
)
