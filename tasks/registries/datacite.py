"""DataCite: works by DOI, in lists and singly, and by title. Data, software, theses, reports and preprints.

Source: support.datacite.org (REST API: `GET /dois` with `query` in Elasticsearch's query string syntax, `page[size]`;
`GET /dois/{doi}`; 1,000 requests in five minutes) and the metadata schema 4.
"""

import re
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from state.exchange import Body, Lane, Plan, Request
from state.lookup import Author, Found, Lookup, NotFound, Query, QueryKind, Record, RegistryName, Unavailable
from tasks.language.identifiers import is_preprint_doi, same_doi
from tasks.registries.batches import Steps, batch_size, merged, ordered, plan_identifiers
from tasks.registries.contract import Access, Limit, Outcomes
from tasks.registries.doi import not_registered_with
from tasks.registries.openalex import split_name
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
from tasks.registries.titles import Clauses, Listed, TitleSteps, plan_titles
from tasks.registries.words import longest_words, search_words

CANDIDATES = 5
MOST_LISTED = 200
SYNTAX = re.compile(r"[\"\\\s]")
"""What would end or escape a quoted term."""
NOT_THERE = re.compile(r"\bresource you are looking for doesn'?t exist\b", re.IGNORECASE)
"""The title of its documented 404."""
PUBLISHED = frozenset({"Issued", "Available", "Submitted", "Copyrighted", "Created", "Accepted"})
"""Kinds of dates whose year a reference may print; `Collected` and `Valid` are about what the data describe."""
OTHER_TITLES = frozenset({"Subtitle", "AlternativeTitle", "TranslatedTitle"})
PUBLISHED_AS = frozenset({"IsVersionOf", "IsPreviousVersionOf", "IsVariantFormOf", "IsIdenticalTo"})
"""Relations by which a preprint names the version that was published; the schema has no word for just that."""


class DataCite:
    name = RegistryName.DATACITE
    kinds = frozenset({QueryKind.DOI, QueryKind.TITLE})
    key_param: str | None = None
    key_header: str | None = None
    email_param: str | None = None

    def limits(self, access: Access) -> Mapping[Lane, Limit]:  # noqa: ARG002
        """1,000 requests in five minutes from one address."""
        return {Lane.SINGLE: Limit(rate=1000 / 300, concurrency=3)}

    def plan(self, queries: Sequence[Query], outcomes: Outcomes) -> Plan:
        known = ordered(queries)
        dois = [query for query in known if query.kind is QueryKind.DOI]
        titles = [query for query in known if query.kind is QueryKind.TITLE]
        return merged((plan_identifiers(DOIS, dois, outcomes), plan_titles(TITLES, titles, outcomes)))


def _list_request(dois: Sequence[str]) -> Request:
    terms = " OR ".join(f'"{doi}"' for doi in dois)
    params = (("query", f"doi:({terms})"), ("page[size]", str(len(dois))))
    return Request(registry=RegistryName.DATACITE, path="/dois", params=params, lane=Lane.LIST)


def _single_request(doi: str) -> Request:
    return Request(registry=RegistryName.DATACITE, path=f"/dois/{quote(doi, safe='/')}", lane=Lane.SINGLE)


def _search_request(query: Query) -> Request:
    """The title as a phrase, or the author with its two longest words: a title that is misprinted is found by these."""
    said = f'titles.title:"{search_words(query.value)}"'
    if query.author and (few := longest_words(query.value)):
        said += f' OR (creators.name:"{search_words(query.author)}" AND titles.title:({" AND ".join(few)}))'
    params = (("query", said), ("page[size]", str(CANDIDATES)), ("sort", "relevance"))
    return Request(registry=RegistryName.DATACITE, path="/dois", params=params, lane=Lane.SEARCH)


def _written(clauses: Clauses) -> str:
    return " OR ".join(f"titles.title:({' AND '.join(words)})" for words in clauses)


def _common_request(parts: Sequence[str]) -> Request:
    params = (("query", " OR ".join(parts)), ("page[size]", str(MOST_LISTED)), ("sort", "relevance"))
    return Request(registry=RegistryName.DATACITE, path="/dois", params=params, lane=Lane.SEARCH)


def _read_common(body: Body) -> Listed | Unavailable | None:
    if body.status == 400 and _errors(body):
        return None
    records = _listed_records(body, MOST_LISTED)
    if isinstance(records, Unavailable):
        return records
    return Listed(records, complete=len(records) < MOST_LISTED and all(record.title for record in records))


def _shown(fields: dict[str, Json]) -> tuple[Json, Json] | None:
    if fields.get("errors"):
        return None
    return fields.get("data"), mapping(fields.get("meta")).get("total")


def _listed_records(body: Body, wanted: int) -> list[Record] | Unavailable:
    return listed_records(body, wanted, "DOIs", _shown, record_of)


def _read_list(body: Body, dois: Sequence[str]) -> Mapping[str, Lookup] | Unavailable | None:
    if body.status == 400 and _errors(body):
        return None
    records = _listed_records(body, len(dois))
    if isinstance(records, Unavailable):
        return records
    asked = set(dois)
    return {record.doi: Found(records=(record,)) for record in records if record.doi and record.doi in asked}


def _errors(body: Body) -> list[str]:
    value = parse_json(body.content)
    fields = {} if isinstance(value, Unavailable) else mapping(value)
    return [text(mapping(error).get("title")) or "" for error in items(fields.get("errors"))]


def _read_single(body: Body, doi: str, _listed: bool) -> Lookup:
    if body.status == 404:
        said = any(NOT_THERE.search(title.replace("\u2019", "'")) for title in _errors(body))
        return NotFound() if said else malformed("404 without DataCite's own words")
    value = parse_json(body.content)
    if isinstance(value, Unavailable):
        return value
    record = record_of(mapping(value).get("data"))
    if body.status != 200 or record is None:
        return malformed(f"status {body.status} and no DOI")
    if not same_doi(record.doi, doi):
        return malformed("the record of another DOI")
    return Found(records=(record,))


def _read_search(body: Body, _query: Query) -> Lookup:
    records = _listed_records(body, CANDIDATES)
    if isinstance(records, Unavailable):
        return records
    return Found(records=tuple(records[:CANDIDATES])) if records else NotFound()


def record_of(entry: Json) -> Record | None:
    """The record of one entry (`id`, `type`, `attributes`); None where it is not a DOI."""
    attributes = mapping(mapping(entry).get("attributes"))
    doi = bare_doi(attributes.get("doi")) or bare_doi(mapping(entry).get("id"))
    if doi is None or mapping(entry).get("type") not in ("dois", "doi"):
        return None
    container = mapping(attributes.get("container"))
    published = year(attributes.get("publicationYear"))
    general = text(mapping(attributes.get("types")).get("resourceTypeGeneral"))
    return Record(
        registry=RegistryName.DATACITE,
        id=doi,
        title=_title(attributes),
        authors=tuple(author for creator in items(attributes.get("creators")) for author in _authors(creator)),
        year=published,
        years=_years(attributes, published),
        venue=plain(text(container.get("title")) or _publisher(attributes)),
        volume=word(container.get("volume")),
        issue=word(container.get("issue")),
        pages=_pages(container),
        doi=doi,
        is_preprint=_is_preprint(general, doi),
        preprint_of=_published_as(attributes, doi) if _is_preprint(general, doi) else (),
        types=(general,) if general else (),
        abstract=_abstract(attributes),
        url=f"https://doi.org/{doi}",
    )


def _is_preprint(general: str | None, doi: str) -> bool:
    """By its general type, which the schema has had since 4.4; arXiv's older entries are `Text`."""
    return general == "Preprint" or (general in (None, "Text") and doi.startswith("10.48550/"))


def _published_as(attributes: Mapping[str, Json], own: str) -> tuple[str, ...]:
    """DOIs of what a preprint says it is a version of: arXiv names the published one so. Other preprints and entries of
    repositories are versions of another kind."""
    found: dict[str, None] = {}
    for related in map(mapping, items(attributes.get("relatedIdentifiers"))):
        doi = bare_doi(related.get("relatedIdentifier"))
        is_version = text(related.get("relationType")) in PUBLISHED_AS
        is_paper = related.get("resourceTypeGeneral") not in ("Preprint", "Dataset", "Software")
        if doi and is_version and is_paper and doi != own and not is_preprint_doi(doi):
            found[doi] = None
    return tuple(found)


def _title(attributes: Mapping[str, Json]) -> str | None:
    """The main title with its subtitle; alternative and translated titles are others."""
    titles = list(map(mapping, items(attributes.get("titles"))))
    main = next((text(t.get("title")) for t in titles if text(t.get("titleType")) not in OTHER_TITLES), None)
    main = main or next((text(t.get("title")) for t in titles if text(t.get("title"))), None)
    subtitle = next((text(t.get("title")) for t in titles if t.get("titleType") == "Subtitle"), None)
    return plain(f"{main}: {subtitle}" if main and subtitle and main != subtitle else main)


def _authors(value: Json) -> tuple[Author, ...]:
    """One creator, who is several where a repository has put all names into one, `;` between them and their
    institutions in brackets."""
    creator = mapping(value)
    family, given, name = (text(creator.get(key)) for key in ("familyName", "givenName", "name"))
    if name and ";" in name:
        names = [re.sub(r"\s*\([^()]*\)", "", part).strip() for part in name.split(";")]
        return tuple(split_name(part) for part in names if part)
    if family:
        return (Author(family=family, given=given),)
    if name is None:
        return ()
    return (Author(family=name) if creator.get("nameType") == "Organizational" else split_name(name),)


def _years(attributes: Mapping[str, Json], published: int | None) -> tuple[int, ...]:
    dates = [mapping(date) for date in items(attributes.get("dates"))]
    years = {year(date.get("date")) for date in dates if text(date.get("dateType")) in PUBLISHED}
    return tuple(sorted({known for known in (*years, published) if known}))


def _publisher(attributes: Mapping[str, Json]) -> str | None:
    """Schema 4.5 makes an object of the publisher's name."""
    publisher = attributes.get("publisher")
    return text(publisher) or text(mapping(publisher).get("name"))


def _pages(container: Mapping[str, Json]) -> str | None:
    first, last = word(container.get("firstPage")), word(container.get("lastPage"))
    return f"{first}-{last}" if first and last and first != last else first or last


def _abstract(attributes: Mapping[str, Json]) -> str | None:
    descriptions = map(mapping, items(attributes.get("descriptions")))
    parts = [plain(text(d.get("description"))) for d in descriptions if d.get("descriptionType") == "Abstract"]
    return next((part for part in parts if part), None)


DOIS = Steps(
    size=batch_size(RegistryName.DATACITE, QueryKind.DOI),
    fits=lambda doi: not SYNTAX.search(doi),
    batch_request=_list_request,
    read_batch=_read_list,
    single_request=_single_request,
    read_single=_read_single,
    confirm=not_registered_with("DataCite"),
)

TITLES = TitleSteps(
    longest=6_000,
    written=_written,
    common_request=_common_request,
    read_common=_read_common,
    single_request=_search_request,
    read_single=_read_search,
)
