"""Open Library, NASA ADS and WHO's repository: what is asked, and what their bodies say."""

import json

import pytest

from state.exchange import Lane
from state.lookup import Author, Found, Lookup, NotFound, Query, QueryKind, RegistryName, Unavailable
from tasks.registries import registry_named
from tasks.registries.ads import record_of as ads_record
from tasks.registries.contract import Access
from tasks.registries.openlibrary import edition_record, work_record
from tasks.registries.who_iris import record_of as item_record
from tests.registries.book_services import (
    BIBCODE,
    BOOK,
    FORMER_BIBCODE,
    HANDLE,
    NO_BIBCODE,
    NO_BOOK,
    astronomy,
    discovered,
    edition,
    found_works,
    report,
    work,
)
from tests.registries.services import Services, ask, body
from tests.registries.test_contract import carried_out
from tests.registries.test_json_services import first_requests

OPENLIBRARY, ADS, WHO = RegistryName.OPENLIBRARY, RegistryName.ADS, RegistryName.WHO_IRIS


def answered(query: Query, *answers: tuple[int, str]) -> Lookup:
    """The lookup of one query whose requests are answered in this order, the last again and again."""
    left = list(answers)

    def of(request: object) -> object:
        status, content = left.pop(0) if len(left) > 1 else left[0]
        return body(request, status, content)  # type: ignore[arg-type]

    return carried_out(registry_named(query.registry), [query], of)[query]  # type: ignore[arg-type]


# What is asked


def test_isbns_share_a_list_of_books() -> None:
    (request,) = first_requests(ask(OPENLIBRARY, QueryKind.ISBN, BOOK), ask(OPENLIBRARY, QueryKind.ISBN, NO_BOOK))
    assert (request.path, request.lane) == ("/api/books", Lane.LIST)
    assert dict(request.params) == {"bibkeys": f"ISBN:{BOOK},ISBN:{NO_BOOK}", "jscmd": "data", "format": "json"}


def test_bibcodes_share_a_request_that_asks_for_as_many_works() -> None:
    (request,) = first_requests(ask(ADS, QueryKind.BIBCODE, BIBCODE), ask(ADS, QueryKind.BIBCODE, NO_BIBCODE))
    said = dict(request.params)
    assert said["q"] == f'identifier:("{BIBCODE}" OR "{NO_BIBCODE}")'
    assert said["rows"] == "2"
    assert registry_named(ADS).key_header == "Authorization"


def test_open_library_is_asked_faster_by_those_who_say_who_they_are() -> None:
    registry = registry_named(OPENLIBRARY)
    rates = [registry.limits(Access(email=email, key=False))[Lane.SINGLE].rate for email in (True, False)]
    assert rates == [3, 1]


# What answers lead to


def test_a_book_under_a_wrong_author_is_looked_for_without_one() -> None:
    services = Services()
    query = ask(OPENLIBRARY, QueryKind.TITLE, "Tidal rhythms in the sleep of harbour seals", "Nemo")
    lookup = carried_out(registry_named(OPENLIBRARY), [query], services.answer)[query]
    assert isinstance(lookup, Found)
    assert [("author" in dict(request.params)) for request in services.asked] == [True, False]


def test_a_book_is_absent_only_when_the_search_counts_none() -> None:
    query = ask(OPENLIBRARY, QueryKind.ISBN, NO_BOOK)
    assert answered(query, (200, "{}"), (200, json.dumps(found_works([])))) == NotFound()
    assert isinstance(answered(query, (200, "{}"), (200, "{}")), Unavailable)
    assert isinstance(answered(query, (200, "{}"), (200, '{"numFound": 3, "docs": []}')), Unavailable)
    assert isinstance(answered(query, (200, "{}"), (200, '{"error": "down", "numFound": 0, "docs": []}')), Unavailable)


def test_a_work_at_ads_is_found_under_its_former_bibcode() -> None:
    query = ask(ADS, QueryKind.BIBCODE, FORMER_BIBCODE)
    lookup = carried_out(registry_named(ADS), [query], Services().answer)[query]
    assert isinstance(lookup, Found)
    assert lookup.records[0].id == BIBCODE


@pytest.mark.parametrize(
    "answer",
    [
        {"responseHeader": {"status": 0}, "response": {"numFound": 1, "docs": []}},
        {"responseHeader": {"status": 500}, "response": {"numFound": 0, "docs": []}},
        {"responseHeader": {"status": 0}, "response": {"numFound": 0, "docs": []}, "error": {"msg": "x"}},
        {"responseHeader": {"status": 0}, "response": {"numFound": 1, "docs": [astronomy()]}},
        {"response": {"numFound": 0, "docs": []}},
    ],
)
def test_an_answer_of_ads_that_contradicts_itself_is_none(answer: dict[str, object]) -> None:
    assert isinstance(answered(ask(ADS, QueryKind.BIBCODE, NO_BIBCODE), (200, json.dumps(answer))), Unavailable)


def test_a_bibcode_that_ads_counts_no_work_for_is_absent() -> None:
    none = {"responseHeader": {"status": 0}, "response": {"numFound": 0, "start": 0, "docs": []}}
    assert answered(ask(ADS, QueryKind.BIBCODE, NO_BIBCODE), (200, json.dumps(none))) == NotFound()


def test_a_handle_is_absent_only_when_the_search_does_not_know_it_either() -> None:
    query = ask(WHO, QueryKind.WHO_IRIS, HANDLE)
    assert answered(query, (404, ""), (200, json.dumps(discovered([])))) == NotFound()
    assert isinstance(answered(query, (404, ""), (404, "")), Unavailable)
    assert isinstance(answered(query, (404, ""), (200, "{}")), Unavailable)
    other = answered(query, (404, ""), (200, json.dumps(discovered([report("10665/1")]))))
    assert isinstance(other, Unavailable)


def test_the_item_of_another_handle_and_a_collection_are_no_answer() -> None:
    query = ask(WHO, QueryKind.WHO_IRIS, HANDLE)
    assert isinstance(answered(query, (200, json.dumps(report("10665/1")))), Unavailable)
    assert isinstance(answered(query, (200, json.dumps({**report(HANDLE), "type": "collection"}))), Unavailable)


# What the bodies say


def test_an_edition_is_read() -> None:
    record = edition_record(edition(), BOOK)
    assert record is not None
    assert (record.id, record.title, record.year) == ("/books/OL1M", "Tides: a handbook", 2005)
    assert (record.venue, record.isbns) == ("Invented Press", (BOOK,))
    assert record.authors == (Author(family="Marlowe", given="Ada"),)


@pytest.mark.parametrize(("date", "year"), [("c1998", 1998), ("2005-05", 2005), ("Mar 3, 12", None), (7, None)])
def test_the_year_is_found_in_a_date_as_printed(date: object, year: int | None) -> None:
    record = edition_record({**edition(), "publish_date": date}, BOOK)  # type: ignore[dict-item]
    assert record is not None
    assert record.year == year


def test_a_work_of_several_editions_has_all_their_years() -> None:
    record = work_record(work("Tides", ["Ada Marlowe"]))  # type: ignore[arg-type]
    assert record is not None
    assert (record.year, record.years, record.isbns) == (1999, (1999, 2005), (BOOK,))


def test_a_work_at_ads_is_read() -> None:
    record = ads_record(astronomy())  # type: ignore[arg-type]
    assert record is not None
    assert record.authors == (Author(family="Marlowe", given="Ada"), Author(family="Tidal Collaboration"))
    assert (record.year, record.pages, record.doi) == (2019, "45-67", "10.5555/tide.1")
    assert (record.issns, record.is_preprint) == (("1234-5679",), False)
    assert record.abstract == "Tides were watched."
    assert ads_record({**astronomy(), "doctype": "eprint"}).is_preprint  # type: ignore[arg-type, union-attr]


def test_a_report_of_who_is_read() -> None:
    record = item_record(report(HANDLE))  # type: ignore[arg-type]
    assert record is not None
    assert record.title == "Guidance on invented tides: second report"
    assert record.authors == (Author(family="World Health Organization"), Author(family="Marlowe", given="Ada"))
    assert (record.year, record.venue, record.isbns) == (2019, "World Health Organization", (BOOK,))


@pytest.mark.parametrize("value", [None, 7, "x", [], {}, {"key": 3}, {"key": "/books/OL1M"}])
def test_what_is_no_book_has_no_record(value: object) -> None:
    assert edition_record(value, BOOK) is None  # type: ignore[arg-type]
    assert work_record(value) is None  # type: ignore[arg-type]
