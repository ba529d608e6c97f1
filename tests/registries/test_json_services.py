"""Crossref, OpenAlex, Semantic Scholar and doi.org: what their bodies say."""

import json

import pytest

from state.exchange import Body, Lane, Request
from state.lookup import (
    Author,
    Found,
    Lookup,
    NotFound,
    NoticeType,
    Query,
    QueryKind,
    RegistryName,
    Unavailable,
    UnavailableReason,
)
from tasks.registries import registry_named
from tasks.registries.crossref_work import jats_text, record_of
from tasks.registries.openalex import record_of as openalex_record
from tasks.registries.openalex import split_name
from tasks.registries.semantic_scholar import record_of as semantic_scholar_record
from tests.registries.services import ask, body

CROSSREF, OPENALEX, DOI = RegistryName.CROSSREF, RegistryName.OPENALEX, RegistryName.DOI
SCHOLAR = RegistryName.SEMANTIC_SCHOLAR


def first_requests(*queries: Query) -> tuple[Request, ...]:
    return registry_named(queries[0].registry).plan(queries, {}).requests


def lookup(query: Query, *answers: tuple[int, object]) -> Lookup | None:
    """The lookup of a query whose requests are answered by these, in turn; None while it is open."""
    outcomes: dict[str, Body | Unavailable] = {}
    registry = registry_named(query.registry)
    for status, content in answers:
        (request,) = [r for r in registry.plan([query], outcomes).requests if r.fingerprint not in outcomes]
        text = content if isinstance(content, str) else json.dumps(content)
        outcomes[request.fingerprint] = body(request, status, text)
    settled = registry.plan([query], outcomes).settled
    return settled[0].lookup if settled else None


def crossref(**fields: object) -> dict[str, object]:
    return {"DOI": "10.5555/One", "title": ["A title"], **fields}


def test_a_crossref_subtitle_is_joined_and_markup_is_dropped() -> None:
    record = record_of(crossref(title=["The <i>Salix</i> trial &amp; sleep"], subtitle=["a study"]))  # type: ignore[arg-type]
    assert record is not None
    assert record.title == "The Salix trial & sleep: a study"
    assert record.doi == "10.5555/one"


def test_a_crossref_year_is_that_of_issue_and_never_of_deposit() -> None:
    dates = {
        "issued": {"date-parts": [[2019, 4]]},
        "published-print": {"date-parts": [[2020]]},
        "created": {"date-parts": [[2023, 1, 1]]},
    }
    record = record_of(crossref(**dates))  # type: ignore[arg-type]
    assert record is not None
    assert (record.year, record.years) == (2019, (2019, 2020))
    bare = record_of(crossref(issued={"date-parts": [[None]]}, created={"date-parts": [[2023, 1, 1]]}))  # type: ignore[arg-type]
    assert bare is not None
    assert bare.year == 2023


def test_a_crossref_consortium_is_an_author() -> None:
    record = record_of(crossref(author=[{"name": "Tide Group"}, {"family": "Marlowe", "given": "Ada"}]))  # type: ignore[arg-type]
    assert record is not None
    assert record.authors == (Author(family="Tide Group"), Author(family="Marlowe", given="Ada"))


def test_crossref_notices_are_about_the_work_and_not_by_it() -> None:
    record = record_of(
        crossref(  # type: ignore[arg-type]
            **{
                "updated-by": [
                    {
                        "DOI": "10.5555/notice",
                        "type": "retraction",
                        "source": "retraction-watch",
                        "updated": {"date-parts": [[2021, 3, 4]]},
                    },
                    {"DOI": "10.5555/v2", "type": "new_version", "source": "publisher"},
                ],
                "update-to": [
                    {"DOI": "10.5555/another", "type": "retraction"},
                    {"DOI": "10.5555/ONE", "type": "correction", "updated": {"date-parts": [[2020]]}},
                ],
            }
        )
    )
    assert record is not None
    retraction, correction = record.notices
    assert (retraction.type, retraction.asserted_by) == (NoticeType.RETRACTION, "retraction-watch")
    assert (retraction.doi, retraction.date) == ("10.5555/notice", "2021-03-04")
    assert (correction.type, correction.doi, correction.date) == (NoticeType.CORRECTION, "10.5555/one", "2020")


def test_a_structured_jats_abstract_keeps_its_labels() -> None:
    content = (
        "<jats:title>Abstract</jats:title><jats:sec><jats:title>Background:</jats:title>\n<jats:p>Seals <jats:italic>"
        "sleep</jats:italic>.</jats:p></jats:sec><jats:sec><jats:title>Results</jats:title><jats:p>By 12&#37;, p "
        "&lt; 0.05.</jats:p><jats:p>Twice.</jats:p></jats:sec>"
    )
    assert jats_text(content) == ("BACKGROUND: Seals sleep.\nRESULTS: By 12%, p < 0.05.\nTwice.", True)


def test_a_plain_jats_abstract_has_no_labels() -> None:
    assert jats_text("<jats:title>Abstract</jats:title><jats:p>Seals sleep.</jats:p>") == ("Seals sleep.", False)
    assert jats_text("<jats:p></jats:p>") == (None, False)


def test_a_crossref_list_asks_for_as_many_rows_as_dois() -> None:
    queries = [ask(CROSSREF, QueryKind.DOI, f"10.5555/w{number}") for number in range(150)]
    requests = first_requests(*queries)
    assert [dict(request.params)["rows"] for request in requests] == ["100", "50"]
    assert all(request.lane is Lane.LIST for request in requests)


def test_odd_crossref_dois_go_alone_and_are_encoded() -> None:
    sici = "10.1206/0003-0090(2003)277<0001:tssaaa>2.0.co;2"
    (request,) = first_requests(ask(CROSSREF, QueryKind.DOI, sici))
    assert request.path == "/works/10.1206%2F0003-0090%282003%29277%3C0001%3Atssaaa%3E2.0.co%3B2"


def test_a_refused_crossref_list_is_asked_singly() -> None:
    queries = [ask(CROSSREF, QueryKind.DOI, value) for value in ("10.5555/a", "10.5555/b")]
    (request,) = first_requests(*queries)
    refusal = json.dumps({"status": "failed", "message-type": "validation-failure", "message": []})
    plan = registry_named(CROSSREF).plan(queries, {request.fingerprint: body(request, 400, refusal)})
    assert [r.path for r in plan.requests] == ["/works/10.5555%2Fa", "/works/10.5555%2Fb"]


@pytest.mark.parametrize(
    ("status", "content", "absent"),
    [
        (404, "Resource not found.", True),
        (404, "Not Found", False),
        (404, "<html>Resource not found.</html>", False),
        (410, "Resource not found.", False),
        (200, "Resource not found.", False),
    ],
)
def test_only_crossrefs_own_words_make_a_doi_absent(status: int, content: str, absent: bool) -> None:
    found = lookup(ask(CROSSREF, QueryKind.DOI, "10.5555/a"), (status, content))
    assert isinstance(found, NotFound if absent else Unavailable)


def test_a_merged_crossref_doi_is_found_under_its_new_one() -> None:
    message = {"status": "ok", "message-type": "work", "message": crossref(aliases=["10.5555/old"])}
    found = lookup(ask(CROSSREF, QueryKind.DOI, "10.5555/old"), (200, message))
    assert isinstance(found, Found)
    assert found.records[0].doi == "10.5555/one"


def test_a_crossref_search_does_not_filter_by_the_author() -> None:
    (request,) = first_requests(ask(CROSSREF, QueryKind.TITLE, "A title", "Marlowe"))
    assert dict(request.params) == {"query.bibliographic": "A title Marlowe", "rows": "5"}


def work(**fields: object) -> dict[str, object]:
    return {"id": "https://openalex.org/W42", "doi": "https://doi.org/10.5555/One", "title": "A title", **fields}


def test_an_openalex_work_is_read() -> None:
    record = openalex_record(
        work(  # type: ignore[arg-type]
            publication_year=2020,
            publication_date="2019-12-30",
            ids={"pmid": "https://pubmed.ncbi.nlm.nih.gov/123"},
            authorships=[{"author": {"display_name": "Jan van der Berg"}}, {"author": {"display_name": "Plato"}}],
            biblio={"first_page": "5", "last_page": "5", "volume": "1"},
            is_retracted=True,
            abstract_inverted_index={"the": [0, 3], "tide": [1], "and": [2], "moon": [4], "far": [10**9]},
        )
    )
    assert record is not None
    assert (record.id, record.doi, record.pmid, record.pages) == ("W42", "10.5555/one", "123", "5")
    assert record.authors == (Author(family="van der Berg", given="Jan"), Author(family="Plato"))
    assert (record.year, record.years) == (2020, (2019, 2020))
    assert record.abstract == "the tide and the moon"
    assert [notice.type for notice in record.notices] == [NoticeType.RETRACTION]


PAGE = (
    "<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n<p>The requested URL was not "
    "found on the server. If you entered the URL manually please check your spelling and try again.</p>\n"
)


def test_openalexs_page_counts_only_after_a_list_has_answered() -> None:
    fitting, alone = ask(OPENALEX, QueryKind.DOI, "10.5555/a"), ask(OPENALEX, QueryKind.DOI, "10.5555/a,b")
    assert lookup(fitting, (200, {"meta": {"count": 0}, "results": []}), (404, PAGE)) == NotFound()
    assert isinstance(lookup(fitting, (400, {"error": "x", "message": "y"}), (404, PAGE)), Unavailable)
    assert lookup(alone, (200, {"meta": {"count": 0}, "results": []}), (404, PAGE)) == NotFound()
    assert isinstance(lookup(alone, (400, {"error": "x", "message": "y"}), (404, PAGE)), Unavailable)
    assert isinstance(lookup(alone, (404, PAGE)), Unavailable)


def test_a_comma_never_reaches_openalexs_filter() -> None:
    (request,) = first_requests(ask(OPENALEX, QueryKind.DOI, "10.5555/a,b"))
    assert dict(request.params)["filter"] == "doi:10.5555/a"


def test_an_openalex_search_holds_no_syntax() -> None:
    (request,) = first_requests(ask(OPENALEX, QueryKind.TITLE, 'Salt AND "pepper", NOT sugar*: a trial'))
    assert dict(request.params)["filter"].removeprefix("title.search:") == (
        "(pepper sugar trial) OR (salt sugar trial) OR (salt pepper trial) OR (salt pepper sugar)"
    )
    (short,) = first_requests(ask(OPENALEX, QueryKind.TITLE, 'Salt AND "pepper"'))
    assert dict(short.params)["search"] == "salt and pepper"


def test_a_semantic_scholar_batch_is_read_by_position() -> None:
    queries = [ask(SCHOLAR, QueryKind.DOI, value) for value in ("10.5555/a", "10.5555/b", "10.5555/c")]
    registry = registry_named(SCHOLAR)
    (request,) = first_requests(*queries)
    assert json.loads(request.body or "") == {"ids": ["DOI:10.5555/a", "DOI:10.5555/b", "DOI:10.5555/c"]}
    rows = [{"paperId": "p1", "title": "A"}, None, {"unexpected": 1}]
    plan = registry.plan(queries, {request.fingerprint: body(request, 200, json.dumps(rows))})
    found = {settled.query.value: settled.lookup for settled in plan.settled}
    assert isinstance(found["10.5555/a"], Found)
    assert found["10.5555/b"] == NotFound()
    assert isinstance(found["10.5555/c"], Unavailable)
    short = registry.plan(queries, {request.fingerprint: body(request, 200, json.dumps(rows[:2]))})
    assert all(isinstance(settled.lookup, Unavailable) for settled in short.settled)


def test_a_refused_semantic_scholar_batch_is_asked_singly() -> None:
    queries = [ask(SCHOLAR, QueryKind.PMID, value) for value in ("1", "2")]
    (request,) = first_requests(*queries)
    refused = body(request, 400, json.dumps({"error": "No valid paper ids given"}))
    plan = registry_named(SCHOLAR).plan(queries, {request.fingerprint: refused})
    assert [r.path for r in plan.requests] == ["/graph/v1/paper/PMID:1", "/graph/v1/paper/PMID:2"]


def test_a_semantic_scholar_paper_is_read() -> None:
    record = semantic_scholar_record(
        {
            "paperId": "p1",
            "title": "A title",
            "authors": [{"name": "E. Marlowe"}],
            "year": 2020,
            "publicationDate": "2021-01-02",
            "journal": {"name": "J", "volume": "3 1", "pages": "\n          1-2\n        "},
            "externalIds": {"DOI": "10.5555/A", "PubMed": 7},
        }
    )
    assert record is not None
    assert (record.doi, record.pmid, record.pages, record.years) == ("10.5555/a", "7", "1-2", (2020, 2021))
    assert record.authors == (Author(family="Marlowe", given="E."),)


@pytest.mark.parametrize(
    ("status", "answer", "outcome"),
    [
        (200, {"responseCode": 1, "handle": "10.5555/A"}, "found"),
        (404, {"responseCode": 100, "handle": "10.5555/a"}, "not_found"),
        (200, {"responseCode": 200, "handle": "10.5555/a"}, "found"),
        (500, {"responseCode": 2, "handle": "10.5555/a"}, "unavailable"),
        (404, {"responseCode": 1}, "unavailable"),
        (404, {"responseCode": "100"}, "unavailable"),
        (404, {"responseCode": 100, "handle": "10.5555/b"}, "unavailable"),
        (404, {"responseCode": True}, "unavailable"),
        (404, "<html>404</html>", "unavailable"),
    ],
)
def test_a_handle_is_absent_only_by_response_code_100(status: int, answer: object, outcome: str) -> None:
    found = lookup(ask(DOI, QueryKind.HANDLE, "10.5555/a"), (status, answer))
    assert found is not None
    assert found.outcome == outcome


def test_a_handle_error_is_the_services() -> None:
    found = lookup(ask(DOI, QueryKind.HANDLE, "10.5555/a"), (200, {"responseCode": 2}))
    assert isinstance(found, Unavailable)
    assert found.reason is UnavailableReason.SERVER_ERROR


@pytest.mark.parametrize(
    ("entry", "outcome", "agency"),
    [
        ({"DOI": "10.5555/A", "RA": "ISTIC"}, "found", "ISTIC"),
        ({"DOI": "10.5555/a", "status": "DOI does not exist"}, "not_found", None),
        ({"DOI": "10.5555/a", "status": "Unknown"}, "found", None),
        ({"DOI": "10.5555/a", "status": "Maintenance"}, "unavailable", None),
        ({"DOI": "10.5555/b", "RA": "ISTIC"}, "unavailable", None),
    ],
)
def test_an_agency_is_read_from_its_own_entry(entry: dict[str, str], outcome: str, agency: str | None) -> None:
    found = lookup(ask(DOI, QueryKind.AGENCY, "10.5555/a"), (200, [entry]))
    assert found is not None
    assert found.outcome == outcome
    if isinstance(found, Found):
        assert found.records[0].agency == agency


def test_agencies_are_asked_together_and_what_is_left_out_singly() -> None:
    queries = [ask(DOI, QueryKind.AGENCY, value) for value in ("10.5555/a", "10.5555/b", "10.5555/c,d")]
    requests = first_requests(*queries)
    assert sorted(request.path for request in requests) == ["/ra/10.5555/a,10.5555/b", "/ra/10.5555/c%2Cd"]
    together = next(request for request in requests if "%2C" not in request.path)
    answer = body(together, 200, json.dumps([{"DOI": "10.5555/a", "RA": "JaLC"}]))
    plan = registry_named(DOI).plan(queries, {together.fingerprint: answer})
    assert "/ra/10.5555/b" in [request.path for request in plan.requests]


@pytest.mark.parametrize(
    ("name", "family", "given"),
    [
        ("Ada Marlowe", "Marlowe", "Ada"),
        ("Marlowe, Ada B.", "Marlowe", "Ada B."),
        ("Ludwig van Beethoven", "van Beethoven", "Ludwig"),
        ("Aristotle", "Aristotle", None),
    ],
)
def test_names_are_split_without_losing_particles(name: str, family: str, given: str | None) -> None:
    assert split_name(name) == Author(family=family, given=given)


def test_lone_surrogates_do_not_raise() -> None:
    record = record_of(json.loads('{"DOI":"10.5555/a","title":["broken \\ud800 text"]}'))
    assert record is not None
    assert record.title == "broken ? text"
