"""DataCite, arXiv and Europe PMC: what is asked, and what their bodies say."""

import pytest

from state.exchange import Body, Lane, Request
from state.lookup import Author, Found, Lookup, NotFound, NoticeType, Query, QueryKind, RegistryName, Unavailable
from tasks.registries import registry_named
from tasks.registries.contract import Access
from tasks.registries.datacite import record_of as datacite_record
from tasks.registries.europepmc import record_of as europepmc_record
from tasks.registries.reading import Json
from tasks.registries.words import longest_words, search_words
from tests.registries.services import ask, body, feed, refused
from tests.registries.test_json_services import first_requests, lookup

DATACITE, ARXIV, EUROPEPMC = RegistryName.DATACITE, RegistryName.ARXIV, RegistryName.EUROPEPMC
ABSENT = {"errors": [{"status": "404", "title": "The resource you are looking for doesn't exist."}]}


def params(request: Request) -> dict[str, str]:
    return dict(request.params)


# What is asked


def test_a_datacite_list_quotes_its_dois_and_asks_for_as_many() -> None:
    dois = [ask(DATACITE, QueryKind.DOI, f"10.5281/zenodo.{n}") for n in (1, 2)]
    (request,) = first_requests(*dois)
    assert (request.path, request.lane) == ("/dois", Lane.LIST)
    assert params(request) == {"query": 'doi:("10.5281/zenodo.1" OR "10.5281/zenodo.2")', "page[size]": "2"}


def test_a_hundred_dois_share_a_request_to_datacite() -> None:
    dois = [ask(DATACITE, QueryKind.DOI, f"10.5281/zenodo.{n}") for n in range(201)]
    assert [r.lane for r in first_requests(*dois)] == [Lane.LIST, Lane.LIST, Lane.SINGLE]


def test_a_doi_that_would_end_the_quotation_goes_alone() -> None:
    dois = [ask(DATACITE, QueryKind.DOI, value) for value in ('10.5281/a"b', "10.5281/c", "10.5281/d")]
    assert sorted(r.path for r in first_requests(*dois)) == ["/dois", "/dois/10.5281/a%22b"]


def test_numbers_at_arxiv_share_a_request_that_asks_for_all_of_them() -> None:
    numbers = [ask(ARXIV, QueryKind.ARXIV, number) for number in ("2101.00001", "math/0309002")]
    (request,) = first_requests(*numbers)
    assert params(request) == {"id_list": "2101.00001,math/0309002", "max_results": "2"}


def test_europe_pmc_is_asked_for_pubmeds_records_by_pmid() -> None:
    pmids = [ask(EUROPEPMC, QueryKind.PMID, pmid) for pmid in ("31000001", "31000002")]
    (request,) = first_requests(*pmids)
    assert request.path == "/webservices/rest/search"
    assert params(request)["query"] == "(EXT_ID:31000001 OR EXT_ID:31000002) AND SRC:MED"
    assert (params(request)["resultType"], params(request)["format"]) == ("core", "json")


@pytest.mark.parametrize(("registry", "field"), [(DATACITE, "titles.title"), (ARXIV, "ti"), (EUROPEPMC, "TITLE")])
def test_a_title_is_searched_as_a_phrase_without_syntax(registry: RegistryName, field: str) -> None:
    query = ask(registry, QueryKind.TITLE, 'Seals AND "ships" (of NOT-so deep) harbours: a* study?', "O'Hara")
    said = params(first_requests(query)[0])["search_query" if registry is ARXIV else "query"]
    assert said.startswith(f'{field}:"seals and ships of not so deep harbours a study" OR (')
    assert '"o hara"' in said
    assert "harbours" in said.partition(" OR (")[2]


def test_words_to_search_by_are_the_longest_that_are_no_operators() -> None:
    assert longest_words("Random walks and random harbours") == ["harbours", "random"]
    assert longest_words("To be or not to be") == []
    assert search_words("数字 健康") == "数字 健康"
    assert search_words('"?"') == "?"


@pytest.mark.parametrize("registry", [DATACITE, ARXIV, EUROPEPMC])
def test_limits_are_those_published(registry: RegistryName) -> None:
    limit = registry_named(registry).limits(Access(email=True, key=False))[Lane.SINGLE]
    assert limit.rate == {DATACITE: 1000 / 300, ARXIV: 1 / 3, EUROPEPMC: 5}[registry]
    assert limit.concurrency == (1 if registry is ARXIV else 3)


# What the bodies say


def datacite(**attributes: Json) -> Json:
    return {"id": "10.5281/zenodo.1", "type": "dois", "attributes": {"doi": "10.5281/ZENODO.1", **attributes}}


def test_a_datacite_record_is_read() -> None:
    record = datacite_record(
        datacite(
            titles=[
                {"title": "Gezeiten", "titleType": "TranslatedTitle"},
                {"title": "Tides"},
                {"title": "a table", "titleType": "Subtitle"},
            ],
            creators=[
                {"name": "Marlowe, Ada", "nameType": "Personal", "givenName": "Ada", "familyName": "Marlowe"},
                {"name": "The Tide, Group", "nameType": "Organizational"},
                {"name": "Quill, Cora"},
            ],
            publisher={"name": "An Invented Repository"},
            publicationYear="2019",
            dates=[
                {"date": "2018-12-30", "dateType": "Submitted"},
                {"date": "1901/1950", "dateType": "Collected"},
            ],
            descriptions=[
                {"description": "Not it.", "descriptionType": "Other"},
                {"description": "<p>Tides were measured.</p>", "descriptionType": "Abstract"},
            ],
            types={"resourceTypeGeneral": "Dataset"},
        )
    )
    assert record is not None
    assert (record.doi, record.title, record.venue) == ("10.5281/zenodo.1", "Tides: a table", "An Invented Repository")
    assert record.authors == (
        Author(family="Marlowe", given="Ada"),
        Author(family="The Tide, Group"),
        Author(family="Quill", given="Cora"),
    )
    assert (record.year, record.years, record.types) == (2019, (2018, 2019), ("Dataset",))
    assert record.abstract == "Tides were measured."


def test_one_creator_who_is_several_is_taken_apart() -> None:
    several: Json = {
        "name": "Enns, Rita (A University); Foss, Anton (B College)",
        "familyName": "Enns",
        "givenName": "Rita",
    }
    record = datacite_record(datacite(creators=[several]))
    assert record is not None
    assert [author.family for author in record.authors] == ["Enns", "Foss"]


def test_a_container_is_the_venue_before_the_publisher() -> None:
    held: Json = {"title": "Proceedings", "volume": "7", "firstPage": "1", "lastPage": "9"}
    record = datacite_record(datacite(container=held, publisher="A Press"))
    assert record is not None
    assert (record.venue, record.volume, record.pages) == ("Proceedings", "7", "1-9")


@pytest.mark.parametrize(
    ("status", "content", "absent"),
    [
        (404, ABSENT, True),
        (404, {"errors": [{"status": "404", "title": "No route matches"}]}, False),
        (404, {"message": "Not Found"}, False),
        (200, {"data": []}, False),
        (200, {"data": datacite()}, False),
    ],
)
def test_a_doi_is_absent_from_datacite_only_in_its_own_words(status: int, content: object, absent: bool) -> None:
    found = lookup(ask(DATACITE, QueryKind.DOI, "10.5281/zenodo.2"), (status, content))
    assert isinstance(found, NotFound if absent else Unavailable)


def settled(registry: RegistryName, kind: QueryKind, values: tuple[str, ...], status: int, text: str) -> list[Lookup]:
    """What one list answer settles."""
    queries = [ask(registry, kind, value) for value in values]
    planner = registry_named(registry)
    (request,) = planner.plan(queries, {}).requests
    outcomes: dict[str, Body | Unavailable] = {request.fingerprint: body(request, status, text)}
    return [found.lookup for found in planner.plan(queries, outcomes).settled]


def entry(number: str = "2101.00001v3", more: str = "", summary: str = "Seals sleep.") -> str:
    return (
        f"<entry><id>http://arxiv.org/abs/{number}</id><title>Sleep\n  of seals</title>"
        "<published>2021-01-01T00:00:00Z</published><updated>2022-06-07T00:00:00Z</updated>"
        f"<summary>{summary}</summary><author><name>Ada van der Marlowe</name></author>{more}</entry>"
    )


def preprint(text: str) -> Lookup | None:
    return lookup(ask(ARXIV, QueryKind.ARXIV, "2101.00001"), (200, text))


def test_a_preprint_is_read_without_its_version() -> None:
    found = preprint(feed([entry()], 1))
    assert isinstance(found, Found)
    (record,) = found.records
    assert (record.id, record.title, record.doi) == ("2101.00001", "Sleep of seals", "10.48550/arxiv.2101.00001")
    assert record.authors == (Author(family="van der Marlowe", given="Ada"),)
    assert (record.year, record.years, record.abstract) == (2021, (2021, 2022), "Seals sleep.")
    assert not record.notices


def test_the_doi_of_the_published_version_is_the_records() -> None:
    found = preprint(feed([entry(more="<arxiv:doi>10.5555/TIDE.1</arxiv:doi>")], 1))
    assert isinstance(found, Found)
    assert found.records[0].doi == "10.5555/tide.1"


@pytest.mark.parametrize(
    ("comment", "is_withdrawn"),
    [
        ("This paper has been withdrawn by the authors due to an error", True),
        ("Withdrawn: equation 3 is wrong", True),
        ("This submission was withdrawn", True),
        ("12 pages; an earlier talk was withdrawn from the programme", False),
        ("We study withdrawn drugs", False),
    ],
)
def test_a_withdrawn_preprint_is_known_by_its_comment(comment: str, is_withdrawn: bool) -> None:
    found = preprint(feed([entry(more=f"<arxiv:comment>{comment}</arxiv:comment>")], 1))
    assert isinstance(found, Found)
    assert [n.type for n in found.records[0].notices] == [NoticeType.WITHDRAWAL] * is_withdrawn


@pytest.mark.parametrize(
    "text",
    [
        feed([], 1),
        feed([entry()], 0),
        feed([entry("2101.77777v1")], 1),
        feed([entry()], 1).replace("totalResults", "total"),
        feed([refused("2101.00001")], 1),
        "<rss/>",
        "<!DOCTYPE x [<!ENTITY a 'b'>]>"
        + feed([], 0).partition("?>")[2].replace("arXiv Query", "&a;").replace(">0<", ">x<"),
    ],
)
def test_a_feed_that_contradicts_itself_makes_no_preprint_absent(text: str) -> None:
    assert isinstance(preprint(text), Unavailable)


def test_a_number_of_another_form_is_absent_in_arxivs_own_words() -> None:
    query = ask(ARXIV, QueryKind.ARXIV, "2101.1")
    assert lookup(query, (400, feed([refused("2101.1")], 1))) == NotFound()
    assert isinstance(lookup(query, (400, feed([refused("2101.2")], 1))), Unavailable)
    assert isinstance(lookup(query, (400, "<feed/>")), Unavailable)


def test_a_refused_list_of_numbers_is_asked_singly() -> None:
    assert settled(ARXIV, QueryKind.ARXIV, ("2101.00001", "2101.00002"), 400, feed([refused("2101.00002")], 1)) == []


def epmc(**fields: Json) -> Json:
    return {"id": "31000001", "source": "MED", "pmid": "31000001", "doi": "10.5555/Tide.1", **fields}


def test_a_europe_pmc_result_is_read() -> None:
    record = europepmc_record(
        epmc(
            title="Tides of <i>seals</i>.",
            authorList={
                "author": [
                    {"fullName": "Marlowe A", "firstName": "Ada", "lastName": "Marlowe", "initials": "A"},
                    {"collectiveName": "Tide Group"},
                    {"fullName": "Ben"},
                ]
            },
            journalInfo={
                "volume": "12",
                "issue": "3",
                "yearOfPublication": 2020,
                "journal": {"title": "Journal of Invented Results", "isoabbreviation": "J Inv Res"},
            },
            pubYear="2020",
            firstPublicationDate="2019-12-01",
            pageInfo="45-67",
            abstractText="<h4>Aim</h4>To watch seals.<h4>Results:</h4>They <b>slept</b>.",
            pubTypeList={"pubType": ["Journal Article"]},
        )
    )
    assert record is not None
    assert (record.id, record.pmid, record.doi) == ("MED:31000001", "31000001", "10.5555/tide.1")
    assert record.title == "Tides of seals"
    assert record.authors == (
        Author(family="Marlowe", given="Ada"),
        Author(family="Tide Group"),
        Author(family="Ben"),
    )
    assert (record.year, record.years, record.venue_short) == (2020, (2019, 2020), "J Inv Res")
    assert (record.abstract, record.abstract_structured) == ("AIM: To watch seals.\nRESULTS: They slept.", True)


def test_a_preprint_there_has_its_server_for_a_venue() -> None:
    record = europepmc_record(
        {"id": "PPR1", "source": "PPR", "bookOrReportDetails": {"publisher": "medRxiv"}, "abstractText": "Plain."}
    )
    assert record is not None
    assert (record.id, record.venue, record.pmid, record.abstract_structured) == ("PPR:PPR1", "medRxiv", None, False)


def test_a_retraction_and_what_is_no_notice_are_told_apart() -> None:
    said: Json = [
        {"type": "Retraction in", "source": "MED", "id": "31000009"},
        {"type": "Comment in", "source": "MED", "id": "31000008"},
        {"type": "Retraction of", "source": "MED", "id": "31000007"},
    ]
    types: Json = {"pubType": ["Retracted Publication"]}
    record = europepmc_record(epmc(commentCorrectionList={"commentCorrection": said}, pubTypeList=types))
    assert record is not None
    assert [(n.type, n.pmid) for n in record.notices] == [(NoticeType.RETRACTION, "31000009")]
    alone = europepmc_record(epmc(pubTypeList=types))
    assert alone is not None
    assert [n.type for n in alone.notices] == [NoticeType.RETRACTION]


@pytest.mark.parametrize(
    ("content", "absent"),
    [
        ({"hitCount": 0, "resultList": {"result": []}}, True),
        ({"hitCount": 3, "resultList": {"result": []}}, False),
        ({"hitCount": 0}, False),
        ({"resultList": {"result": []}}, False),
        ({"hitCount": 0, "resultList": {"result": []}, "errCode": 500, "errMsg": "backend"}, False),
        ({"hitCount": 1, "resultList": {"result": [epmc(doi="10.5555/other")]}}, False),
        ({"hitCount": 1, "resultList": {"result": [{"title": "No id"}]}}, False),
    ],
)
def test_a_doi_is_absent_from_europe_pmc_only_where_nothing_contradicts_it(content: object, absent: bool) -> None:
    found = lookup(ask(EUROPEPMC, QueryKind.DOI, "10.5555/a"), (200, content))
    assert isinstance(found, NotFound if absent else Unavailable)


def test_of_several_records_of_a_doi_pubmeds_is_taken() -> None:
    both: Json = [{"id": "PPR1", "source": "PPR", "doi": "10.5555/tide.1"}, epmc()]
    found = lookup(
        ask(EUROPEPMC, QueryKind.DOI, "10.5555/tide.1"), (200, {"hitCount": 2, "resultList": {"result": both}})
    )
    assert isinstance(found, Found)
    assert [record.id for record in found.records] == ["MED:31000001"]


def test_what_an_asker_keeps_names_a_query_by_its_kind() -> None:
    assert (
        Query(registry=ARXIV, kind=QueryKind.ARXIV, value="2101.00001").key
        != ask(ARXIV, QueryKind.TITLE, "2101.00001").key
    )
