"""DBLP: works of computing by title, many titles in one request.

Source: dblp.org/faq ("How to use the dblp search API?", `/search/publ/api` with `q`, `format`, `h` up to 1,000; "Am I
allowed to crawl the dblp website?": one or two seconds between requests, 429 with `Retry-After` otherwise). Its lists
are not ranked by likeness, so one that is cut says nothing about what it does not show.
"""

import re
from collections.abc import Mapping, Sequence

from state.exchange import Body, Lane, Plan, Request, Settled
from state.lookup import Author, Found, Lookup, NotFound, Query, QueryKind, Record, RegistryName, Unavailable
from tasks.language.titles import identity_ratio
from tasks.registries.batches import merged, ordered
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.dblp_words import COMMON_TITLES, TELLING_TITLES, is_telling, lone_query, sets_of, shared_query
from tasks.registries.openalex import split_name
from tasks.registries.reading import Json, bare_doi, items, malformed, mapping, parse_json, plain, text, word, year
from tasks.registries.titles import CANDIDATES, ITS_OWN, Listed, own_candidates

MOST_LISTED = 1000
REFUSED = frozenset({400, 413, 414})
"""Statuses that are about the query, its length above all."""
HOMONYM = re.compile(r"\s+\d{4}$")
"""The number by which DBLP tells people of one name apart."""
INFORMAL = "Informal and Other Publications"


class Dblp:
    name = RegistryName.DBLP
    kinds = frozenset({QueryKind.TITLE})
    key_param: str | None = None
    key_header: str | None = None
    email_param: str | None = None

    def limits(self, access: Access) -> Mapping[Lane, Limit]:  # noqa: ARG002
        """One request in one to two seconds."""
        return {Lane.SINGLE: Limit(rate=1 / 1.5, concurrency=1)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        known = [query for query in ordered(queries) if query.kind is QueryKind.TITLE]
        together = [query for query in known if sets_of(query.value)]
        telling = [query for query in together if is_telling(query.value)]
        common = [query for query in together if not is_telling(query.value)]
        packs = [telling[n : n + TELLING_TITLES] for n in range(0, len(telling), TELLING_TITLES)]
        packs += [common[n : n + COMMON_TITLES] for n in range(0, len(common), COMMON_TITLES)]
        packs += [[query] for query in known if not sets_of(query.value)]
        return merged(_plan_pack(pack, outcomes) for pack in packs)


def _request(query: str) -> Request:
    # `c` is how many completions of the last word are sent along: none are wanted.
    params = (("q", query), ("format", "json"), ("h", str(MOST_LISTED)), ("c", "0"))
    return Request(registry=RegistryName.DBLP, path="/search/publ/api", params=params, lane=Lane.SEARCH)


def _plan_pack(pack: Sequence[Query], outcomes: Outcomes) -> Plan:
    """One request for all; what a cut or refused answer leaves open is asked for in halves, in the end alone."""
    titles = [query.value for query in pack]
    request = _request(shared_query(titles) if sets_of(titles[0]) else lone_query(titles[0]))
    outcome = outcomes.get(request.fingerprint)
    if outcome is None:
        return Plan(requests=(request,))
    listed = outcome if isinstance(outcome, Unavailable) else read_hits(outcome)
    if isinstance(listed, Unavailable):
        return _all_settled(pack, listed, request)
    plans, left = [], []
    for query in pack:
        found = _candidates(query, listed.records) if listed else ()
        best = max((identity_ratio(query.value, record.title or "") for record in found), default=0.0)
        if listed is None or (not listed.complete and best < ITS_OWN):
            left.append(query)
        else:
            plans.append(_all_settled([query], Found(records=found) if found else NotFound(), request))
    half = (len(left) + 1) // 2
    if len(pack) == 1:
        plans += [_plan_narrowed(query, outcomes) for query in left]
    else:
        plans += [_plan_pack(part, outcomes) for part in (left[:half], left[half:]) if part]
    return merged(plans)


def _plan_narrowed(query: Query, outcomes: Outcomes) -> Plan:
    """A title whose words alone are in more works than are sent: all of its words, with its author where one is
    cited. What is sent are candidates; a cut list without any leaves the question open."""
    request = _request(lone_query(query.value, query.author))
    outcome = outcomes.get(request.fingerprint)
    if outcome is None:
        return Plan(requests=(request,))
    listed = outcome if isinstance(outcome, Unavailable) else read_hits(outcome)
    if listed is None:
        listed = malformed("the query was refused")
    if isinstance(listed, Unavailable):
        return _all_settled([query], listed, request)
    found = _candidates(query, listed.records)
    lookup: Lookup = Found(records=found) if found else NotFound()
    if not found and (query.author or not listed.complete):
        # With the author's name the answer is narrower than the question: the cited name may be wrong.
        lookup = malformed("more works have the words of this title than are shown")
    return _all_settled([query], lookup, request)


def _candidates(query: Query, records: Sequence[Record]) -> tuple[Record, ...]:
    """The works that belong to the title. All works of a lone title's answer have its words: the most similar."""
    if sets_of(query.value):
        return own_candidates(query, records)
    return tuple(sorted(records, key=lambda r: -identity_ratio(query.value, r.title or ""))[:CANDIDATES])


def _all_settled(pack: Sequence[Query], lookup: Lookup, request: Request) -> Plan:
    came_from = (request.fingerprint,)
    return Plan(settled=tuple(Settled(query=query, lookup=lookup, fingerprints=came_from) for query in pack))


def read_hits(body: Body) -> Listed | Unavailable | None:
    """The works of an answer and whether they are all; None where the query was refused."""
    if body.status in REFUSED:
        return None
    value = parse_json(body.content)
    if isinstance(value, Unavailable):
        return value
    result = mapping(mapping(value).get("result"))
    hits = mapping(result.get("hits"))
    total, code = _count(hits.get("@total")), text(mapping(result.get("status")).get("@code"))
    if body.status != 200 or code != "200" or total is None:
        return malformed(f"status {body.status} and no list of works")
    shown = hits.get("hit")
    works = [shown] if isinstance(shown, dict) else items(shown)
    # A work without a title could belong to any of the titles asked for.
    records = [record for record in map(record_of, works) if record is not None and record.title]
    if len(records) != len(works) or len(works) < min(total, MOST_LISTED) or len(works) > total:
        return malformed(f"a list of {len(records)} works that counts {total}")
    return Listed(records=records, complete=len(works) == total)


def _count(value: Json) -> int | None:
    """Numbers come as strings."""
    digits = word(value)
    return int(digits) if digits and re.fullmatch(r"[0-9]{1,9}", digits) else None


def record_of(hit: Json) -> Record | None:
    """The record of one hit; None where it has no key. Its id is the key (`conf/nips/…`)."""
    info = mapping(mapping(hit).get("info"))
    key = text(info.get("key"))
    if key is None:
        return None
    published, kind = year(info.get("year")), text(info.get("type"))
    return Record(
        registry=RegistryName.DBLP,
        id=key,
        title=_title(info.get("title")),
        authors=_authors(mapping(info.get("authors")).get("author")),
        year=published,
        years=(published,) if published else (),
        venue=plain(_first(info.get("venue"))),
        volume=word(info.get("volume")),
        issue=word(info.get("number")),
        pages=word(info.get("pages")),
        doi=bare_doi(info.get("doi")) or _doi_among(info.get("ee")),
        is_preprint=kind == INFORMAL,
        types=(kind,) if kind else (),
        url=text(info.get("url")),
    )


def _first(value: Json) -> str | None:
    return next((found for found in map(text, _several(value)) if found), None)


def _several(value: Json) -> list[Json]:
    """One thing is sent bare, several as a list."""
    return value if isinstance(value, list) else [value]


def _title(value: Json) -> str | None:
    """Without the full stop that DBLP puts behind every title. Entities are undone."""
    title = plain(text(value))
    return title[:-1] if title and title.endswith(".") and not title.endswith("..") else title


def _authors(value: Json) -> tuple[Author, ...]:
    named = (plain(text(mapping(one).get("text")) or text(one)) for one in _several(value))
    return tuple(split_name(HOMONYM.sub("", name)) for name in named if name)


def _doi_among(value: Json) -> str | None:
    """The DOI that is one of the addresses of the electronic edition."""
    addresses = [address for address in map(text, _several(value)) if address and "doi.org/" in address]
    return next((doi for doi in map(bare_doi, addresses) if doi), None)
