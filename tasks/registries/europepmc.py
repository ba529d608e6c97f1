"""Europe PMC: articles and preprints of the life sciences by DOI, PMID, PMCID or title.

Source: europepmc.org/RestfulWebService (`search` with `query`, `format=json`, `resultType=core`, `pageSize`; fields
`DOI`, `EXT_ID`, `SRC`, `PMCID`, `TITLE`, `AUTH`). It takes over all of PubMed (source `MED`) and adds preprints
(`PPR`), and what only PMC or Agricola hold. A work may stand in it several times. No limit is published.
"""

import re
from collections.abc import Callable, Mapping, Sequence
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
from tasks.registries.batches import Steps, batch_size, merged, ordered, plan_identifiers
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.reading import (
    Json,
    bare_doi,
    items,
    listed_records,
    malformed,
    mapping,
    plain,
    text,
    word,
    year,
)
from tasks.registries.titles import Clauses, Listed, TitleSteps, plan_titles
from tasks.registries.words import longest_words, search_words

Key = Callable[[Record], str | None]
"""The identifier of a record that was asked for."""
CANDIDATES = 5
MOST_LISTED = 200
COPIES = 4
"""Records that one DOI or PMCID may have here: PubMed's, PMC's, and versions of a preprint."""
SYNTAX = re.compile(r"[\"\\\s]")
NOTICES: Mapping[str, NoticeType] = {
    "retraction in": NoticeType.RETRACTION,
    "retracted and republished in": NoticeType.RETRACTION,
    "partial retraction in": NoticeType.CORRECTION,
    "erratum in": NoticeType.ERRATUM,
    "expression of concern in": NoticeType.EXPRESSION_OF_CONCERN,
    "corrected and republished in": NoticeType.CORRECTION,
}
"""Types that point from an article to what was published about it, as PubMed's do."""
DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+")
PMCID = re.compile(r"PMC[1-9]\d{0,8}", re.IGNORECASE | re.ASCII)
HEADING = re.compile(r"<h4>(.*?)</h4>", re.DOTALL | re.IGNORECASE)
"""The label of a part of a structured abstract."""


class EuropePmc:
    name = RegistryName.EUROPEPMC
    kinds = frozenset({QueryKind.PMID, QueryKind.DOI, QueryKind.PMCID, QueryKind.TITLE})
    key_param: str | None = None
    key_header: str | None = None
    email_param: str | None = "email"

    def limits(self, access: Access) -> Mapping[Lane, Limit]:  # noqa: ARG002
        """Nothing is published; five a second is polite."""
        return {Lane.SINGLE: Limit(rate=5, concurrency=3)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        known = ordered(queries)
        plans = [
            plan_identifiers(steps, [query for query in known if query.kind is kind], outcomes)
            for kind, steps in IDENTIFIERS.items()
        ]
        titles = [query for query in known if query.kind is QueryKind.TITLE]
        return merged((*plans, plan_titles(TITLES, titles, outcomes)))


def _request(said: str, size: int, lane: Lane) -> Request:
    params = (("query", said), ("resultType", "core"), ("format", "json"), ("pageSize", str(size)))
    return Request(registry=RegistryName.EUROPEPMC, path="/webservices/rest/search", params=params, lane=lane)


def _dois_request(dois: Sequence[str], lane: Lane = Lane.LIST) -> Request:
    return _request(" OR ".join(f'DOI:"{doi}"' for doi in dois), COPIES * len(dois), lane)


def _pmids_request(pmids: Sequence[str], lane: Lane = Lane.LIST) -> Request:
    terms = " OR ".join(f"EXT_ID:{pmid}" for pmid in pmids)
    return _request(f"({terms}) AND SRC:MED", len(pmids), lane)


def _pmcids_request(pmcids: Sequence[str], lane: Lane = Lane.LIST) -> Request:
    return _request(" OR ".join(f"PMCID:{pmcid}" for pmcid in pmcids), COPIES * len(pmcids), lane)


def _search_request(query: Query) -> Request:
    """The title as a phrase, or the author with its two longest words: a title that is misprinted is found by these."""
    said = f'TITLE:"{search_words(query.value)}"'
    if query.author and (few := longest_words(query.value)):
        named = " AND ".join(f"TITLE:{word}" for word in few)
        said += f' OR (AUTH:"{search_words(query.author)}" AND {named})'
    return _request(said, CANDIDATES, Lane.SEARCH)


def _written(clauses: Clauses) -> str:
    return " OR ".join(f"({' AND '.join(f'TITLE:{word}' for word in words)})" for words in clauses)


def _common_request(parts: Sequence[str]) -> Request:
    return _request(" OR ".join(parts), MOST_LISTED, Lane.SEARCH)


def _read_common(body: Body) -> Listed | Unavailable | None:
    records = _listed_records(body, MOST_LISTED)
    if isinstance(records, Unavailable):
        return records
    return Listed(records, complete=len(records) < MOST_LISTED and all(record.title for record in records))


def _shown(fields: dict[str, Json]) -> tuple[Json, Json] | None:
    if fields.get("errCode") or fields.get("errMsg"):
        return None
    return mapping(fields.get("resultList")).get("result"), fields.get("hitCount")


def _listed_records(body: Body, wanted: int) -> list[Record] | Unavailable:
    return listed_records(body, wanted, "results", _shown, record_of)


def _read_dois(body: Body, dois: Sequence[str]) -> Mapping[str, Lookup] | Unavailable | None:
    return _by(body, dois, COPIES * len(dois), lambda record: record.doi)


def _read_pmids(body: Body, pmids: Sequence[str]) -> Mapping[str, Lookup] | Unavailable | None:
    return _by(body, pmids, len(pmids), lambda record: record.pmid)


def _read_pmcids(body: Body, pmcids: Sequence[str]) -> Mapping[str, Lookup] | Unavailable | None:
    return _by(body, pmcids, COPIES * len(pmcids), lambda record: record.pmcid)


def _by(body: Body, values: Sequence[str], size: int, key: Key) -> Mapping[str, Lookup] | Unavailable:
    """The best record of each identifier that was asked for: PubMed's before PMC's and preprints'."""
    records = _listed_records(body, size)
    if isinstance(records, Unavailable):
        return records
    found: dict[str, Lookup] = {}
    for record in sorted(records, key=lambda record: not record.id.startswith("MED:")):
        value = key(record)
        if value is not None and value in values:
            found.setdefault(value, Found(records=(record,)))
    return found


def _read_single(body: Body, value: str, key: Key, size: int) -> Lookup:
    found = _by(body, (value,), size, key)
    if isinstance(found, Unavailable):
        return found
    if value in found:
        return found[value]
    records = _listed_records(body, size)
    return malformed("records of other works") if records else NotFound()


def _read_search(body: Body, _query: Query) -> Lookup:
    records = _listed_records(body, CANDIDATES)
    if isinstance(records, Unavailable):
        return records
    return Found(records=tuple(records[:CANDIDATES])) if records else NotFound()


def record_of(result: Json) -> Record | None:
    """The record of one core result; None where it has no id and source. Its id is `SOURCE:ID`."""
    fields = mapping(result)
    source, identifier = text(fields.get("source")), word(fields.get("id"))
    if source is None or identifier is None:
        return None
    issue = mapping(fields.get("journalInfo"))
    journal, book = mapping(issue.get("journal")), mapping(fields.get("bookOrReportDetails"))
    published = year(fields.get("pubYear")) or year(issue.get("yearOfPublication"))
    dates = (
        fields.get("firstPublicationDate"),
        fields.get("electronicPublicationDate"),
        issue.get("yearOfPublication"),
    )
    abstract, structured = _abstract(text(fields.get("abstractText")))
    types = tuple(known for known in map(text, items(mapping(fields.get("pubTypeList")).get("pubType"))) if known)
    return Record(
        registry=RegistryName.EUROPEPMC,
        id=f"{source}:{identifier}",
        title=_title(fields),
        authors=_authors(fields),
        year=published,
        years=tuple(sorted({known for known in (published, *map(year, dates)) if known})),
        venue=plain(text(journal.get("title")) or text(book.get("publisher"))),
        venue_short=plain(text(journal.get("isoabbreviation")) or text(journal.get("medlineAbbreviation"))),
        volume=word(issue.get("volume")),
        issue=word(issue.get("issue")),
        pages=word(fields.get("pageInfo")),
        doi=bare_doi(fields.get("doi")),
        pmid=word(fields.get("pmid")) or (identifier if source == "MED" else None),
        pmcid=_pmcid(fields),
        is_preprint=source == "PPR",
        preprint_of=_related(fields, "preprint of") if source == "PPR" else (),
        has_preprints=_related(fields, "preprint in"),
        types=types,
        abstract=abstract,
        abstract_structured=structured,
        notices=_notices(fields, types),
        url=f"https://europepmc.org/article/{quote(source, safe='')}/{quote(identifier, safe='')}",
    )


def _pmcid(fields: Mapping[str, Json]) -> str | None:
    found = word(fields.get("pmcid"))
    return found.upper() if found and PMCID.fullmatch(found) else None


def _related(fields: Mapping[str, Json], kind: str) -> tuple[str, ...]:
    """DOIs of the other version, where the entry that names it prints one; most name a PMID or a number here alone."""
    entries = map(mapping, items(mapping(fields.get("commentCorrectionList")).get("commentCorrection")))
    said = (text(e.get("reference")) or "" for e in entries if (text(e.get("type")) or "").lower() == kind)
    found = (DOI.search(reference) for reference in said)
    dois = (bare_doi(match.group().rstrip(".,;)")) for match in found if match)
    return tuple(dict.fromkeys(doi for doi in dois if doi))


def _title(fields: Mapping[str, Json]) -> str | None:
    """Without the full stop that PubMed puts behind every title."""
    title = plain(text(fields.get("title")))
    return title[:-1] if title and title.endswith(".") and not title.endswith("..") else title


def _authors(fields: Mapping[str, Json]) -> tuple[Author, ...]:
    found = []
    for author in map(mapping, items(mapping(fields.get("authorList")).get("author"))):
        family, group = text(author.get("lastName")), text(author.get("collectiveName"))
        if family:
            given = text(author.get("firstName")) or text(author.get("initials"))
            found.append(Author(family=family, given=given))
        elif name := group or text(author.get("fullName")):
            found.append(Author(family=name))
    return tuple(found)


def _abstract(marked: str | None) -> tuple[str | None, bool]:
    """The abstract, a labelled part a line (`RESULTS: …`), and whether it has such parts."""
    if marked is None:
        return None, False
    head, *parts = HEADING.split(marked)
    lines = [plain(head)]
    for label, said in zip(parts[::2], parts[1::2], strict=True):
        name, content = plain(label), plain(said)
        if content:
            lines.append(f"{name.rstrip(':').upper()}: {content}" if name else content)
    return "\n".join(line for line in lines if line) or None, bool(parts)


def _notices(fields: Mapping[str, Json], types: Sequence[str]) -> tuple[Notice, ...]:
    found = []
    for entry in map(mapping, items(mapping(fields.get("commentCorrectionList")).get("commentCorrection"))):
        kind = NOTICES.get((text(entry.get("type")) or "").lower())
        if kind is not None:
            pmid = word(entry.get("id")) if entry.get("source") == "MED" else None
            found.append(Notice(type=kind, registry=RegistryName.EUROPEPMC, asserted_by="europepmc", pmid=pmid))
    retracted = any(known.lower() == "retracted publication" for known in types)
    if retracted and not any(notice.type is NoticeType.RETRACTION for notice in found):
        found.append(Notice(type=NoticeType.RETRACTION, registry=RegistryName.EUROPEPMC, asserted_by="europepmc"))
    return tuple(found)


IDENTIFIERS: Mapping[QueryKind, Steps] = {
    QueryKind.DOI: Steps(
        size=batch_size(RegistryName.EUROPEPMC, QueryKind.DOI),
        fits=lambda doi: not SYNTAX.search(doi),
        batch_request=_dois_request,
        read_batch=_read_dois,
        single_request=lambda doi: _dois_request((doi,), Lane.SINGLE),
        read_single=lambda body, doi, _: _read_single(body, doi, lambda record: record.doi, COPIES),
    ),
    QueryKind.PMID: Steps(
        size=batch_size(RegistryName.EUROPEPMC, QueryKind.PMID),
        fits=lambda pmid: re.fullmatch(r"[1-9]\d{0,8}", pmid) is not None,
        batch_request=_pmids_request,
        read_batch=_read_pmids,
        single_request=lambda pmid: _pmids_request((pmid,), Lane.SINGLE),
        read_single=lambda body, pmid, _: _read_single(body, pmid, lambda record: record.pmid, 1),
    ),
    QueryKind.PMCID: Steps(
        size=batch_size(RegistryName.EUROPEPMC, QueryKind.PMCID),
        fits=lambda pmcid: PMCID.fullmatch(pmcid) is not None,
        batch_request=_pmcids_request,
        read_batch=_read_pmcids,
        single_request=lambda pmcid: _pmcids_request((pmcid,), Lane.SINGLE),
        read_single=lambda body, pmcid, _: _read_single(body, pmcid, lambda record: record.pmcid, COPIES),
    ),
}

TITLES = TitleSteps(
    longest=6_000,
    written=_written,
    common_request=_common_request,
    read_common=_read_common,
    single_request=_search_request,
    read_single=_read_search,
)
