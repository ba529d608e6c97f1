"""Pages that references print: who is asked, and what became of them."""

from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest

from state.lookup import (
    Author,
    Found,
    Kept,
    Lookup,
    NotFound,
    Query,
    QueryKind,
    Record,
    RegistryName,
    Unavailable,
    UnavailableReason,
)
from state.manuscript import Reference
from state.resolution import PageState
from tasks.fetch.pages import is_page_reference, page_needed, page_of, page_queries, page_service, page_state
from tasks.fetch.trail import Trail

GITHUB, WAYBACK = RegistryName.GITHUB, RegistryName.WAYBACK
REPOSITORY = "https://github.com/harbour-lab/sealsleep"
WEB = "https://harbour.example/seals"
NOW = datetime(2026, 3, 1, tzinfo=UTC)
DOWN = Unavailable(reason=UnavailableReason.TIMEOUT, detail="no answer")
THERE = Found(records=(Record(registry=GITHUB, id="harbour-lab/sealsleep", title="sealsleep"),))
COPY = Found(
    records=(
        Record(registry=WAYBACK, id="20190301120000", url=f"https://web.archive.org/web/20190301120000/{REPOSITORY}"),
    )
)


def printed(url: str | None = REPOSITORY, **more: Any) -> Reference:
    values: dict[str, Any] = {"id": "1", "entry_type": "misc", "title": "Seals", "url": url}
    return Reference(**(values | more))


def climbed(reference: Reference, **lookups: Lookup) -> tuple[Trail, list[Query]]:
    """The trail after its page was asked for until nothing is wanted, and the queries in their order."""
    trail = Trail(reference=reference, biomedical=False, answers={})
    while queries := page_queries(trail):
        for query in queries:
            assert query not in trail.asked
            trail.note((query,))
            trail.answers[query] = Kept(query=query, lookup=lookups[query.registry.value], asked_at=NOW)
    return trail, list(trail.asked)


def state_of(reference: Reference, **lookups: Lookup) -> PageState:
    page = page_state(climbed(reference, **lookups)[0])
    assert page is not None
    return page.state


@pytest.mark.parametrize(
    ("github", "wayback", "state", "asked"),
    [
        (THERE, COPY, PageState.ALIVE, [GITHUB]),
        (NotFound(), COPY, PageState.ARCHIVED, [GITHUB, WAYBACK]),
        (NotFound(), NotFound(), PageState.GONE, [GITHUB, WAYBACK]),
        (NotFound(), DOWN, PageState.UNKNOWN, [GITHUB, WAYBACK]),
        (DOWN, COPY, PageState.UNKNOWN, [GITHUB, WAYBACK]),
        (DOWN, NotFound(), PageState.UNKNOWN, [GITHUB, WAYBACK]),
        (DOWN, DOWN, PageState.UNKNOWN, [GITHUB, WAYBACK]),
    ],
)
def test_the_page_of_a_service(github: Lookup, wayback: Lookup, state: PageState, asked: list[RegistryName]) -> None:
    trail, queries = climbed(printed(), github=github, wayback=wayback)
    page = page_state(trail)
    assert page is not None
    assert page.state is state
    assert [query.registry for query in queries] == list(page.asked) == asked


@pytest.mark.parametrize(
    ("wayback", "state"),
    [(COPY, PageState.ARCHIVED), (NotFound(), PageState.UNKNOWN), (DOWN, PageState.UNKNOWN)],
)
def test_an_address_of_no_service_is_never_gone(wayback: Lookup, state: PageState) -> None:
    assert state_of(printed(WEB), wayback=wayback) is state


def test_an_archived_page_has_the_address_and_day_of_its_copy() -> None:
    page = page_state(climbed(printed(), github=NotFound(), wayback=COPY)[0])
    assert page is not None
    assert page.copy_url == f"https://web.archive.org/web/20190301120000/{REPOSITORY}"
    assert (page.date, page.absent_at) == ("2019-03-01", (GITHUB,))


def test_an_outage_never_makes_a_page_worse_than_unknown() -> None:
    """Whatever is down: the state is what it would be with all services up, or unknown."""
    for github, wayback in product((THERE, NotFound()), (COPY, NotFound())):
        for reference in (printed(), printed(WEB)):
            right = state_of(reference, github=github, wayback=wayback)
            for down in ({"github": DOWN}, {"wayback": DOWN}, {"github": DOWN, "wayback": DOWN}):
                answers: dict[str, Lookup] = {"github": github, "wayback": wayback, **down}
                assert state_of(reference, **answers) in (right, PageState.UNKNOWN)


def test_what_could_not_be_asked_is_needed_only_while_the_state_is_unknown() -> None:
    trail, queries = climbed(printed(), github=DOWN, wayback=NotFound())
    assert page_needed(trail) == (queries[0],)
    for github, wayback in ((THERE, DOWN), (NotFound(), COPY)):
        assert page_needed(climbed(printed(), github=github, wayback=wayback)[0]) == ()


def test_a_refusal_that_nothing_would_change_is_unknown_and_not_asked_again() -> None:
    refused = Unavailable(reason=UnavailableReason.FORBIDDEN, detail="the service answers 401")
    trail, queries = climbed(printed("https://huggingface.co/a/b"), huggingface=refused, wayback=NotFound())
    page = page_state(trail)
    assert page is not None
    assert (page.state, page_needed(trail), len(queries)) == (PageState.UNKNOWN, (), 2)


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost/x",
        "https://ada:secret@github.com/a/b",
        "http://10.0.0.7/x",
        f"{WEB}?token=abc",
        "https://web.archive.org/web/2019/http://nas.local/secret",
        "https://web.archive.org/web/2019/https://ada:secret@harbour.example/",
        "https://web.archive.org/web/2020/https://web.archive.org/web/2019/http://nas.local/secret",
        "https://web.archive.org/web/2019*/http://nas.local/secret",
        "https://web.archive.org/save/http://nas.local/secret",
        f"{WEB}?next=http%253A%252F%252F10.0.0.7%252Fsecret",
        f"{WEB}?next=http:/localhost/secret&more=1",
    ],
)
def test_an_address_that_is_not_for_everybody_is_sent_nowhere_and_told_so(url: str) -> None:
    reference = printed(url)
    trail, queries = climbed(reference)
    page = page_state(trail)
    assert (page_of(reference), queries) == (None, [])
    assert page is not None
    assert (page.state, page.withheld, page.asked) == (PageState.UNKNOWN, True, ())
    assert "secret" not in page.url
    assert "abc" not in page.url
    assert page_needed(trail) == ()


@pytest.mark.parametrize(
    "url",
    [
        "https://web.archive.org/web/2019/http://old.example/page?a=1",
        "https://web.archive.org/web/2019/old.example/page",
        f"{WEB}?next=https://other.example/page&more=http",
        f"{WEB}?about=http",
    ],
)
def test_an_address_within_that_everybody_may_see_hinders_nothing(url: str) -> None:
    assert page_of(printed(url)) == url


@pytest.mark.parametrize(
    "url",
    [
        "https://doi.org/10.5555/tide.1",
        "https://arxiv.org/abs/1905.00001",
        "https://pubmed.ncbi.nlm.nih.gov/31000001/",
        "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1/",
        "https://pmc.ncbi.nlm.nih.gov/articles/PMC1/",
        "https://publisher.example/doi/full/10.5555/tide.1",
        "https://publisher.example/article?id=10.5555%2Ftide.1",
        "no address",
        None,
    ],
)
def test_the_address_of_a_work_is_no_page(url: str | None) -> None:
    reference = printed(url)
    assert page_of(reference) is None
    assert not is_page_reference(reference)
    assert page_state(climbed(reference)[0]) is None


def test_a_repository_of_a_published_work_is_asked_for_and_a_plain_address_of_it_is_not() -> None:
    work = {"entry_type": "article", "journal": "Journal of Invented Results", "doi": "10.5555/tide.1"}
    assert not is_page_reference(printed(**work))
    assert state_of(printed(**work), github=NotFound(), wayback=NotFound()) is PageState.GONE
    trail, queries = climbed(printed(WEB, **work))
    assert (queries, page_state(trail)) == ([], None)


@pytest.mark.parametrize(
    ("changes", "is_page"),
    [
        ({}, True),
        ({"entry_type": "Software"}, True),
        ({"entry_type": "webpage", "url": WEB}, True),
        ({"entry_type": "dataset", "url": WEB}, True),
        ({"entry_type": None}, True),
        ({"entry_type": None, "url": WEB}, False),
        ({"entry_type": None, "url": WEB, "title": None}, True),
        ({"entry_type": None, "url": WEB, "title": WEB}, True),
        ({"entry_type": None, "url": None, "title": None, "raw": f"[12] {WEB}."}, True),
        ({"entry_type": None, "url": None, "title": None, "raw": f"World Health Org; see {WEB}"}, False),
        ({"entry_type": "article"}, False),
        ({"entry_type": "inproceedings"}, False),
        ({"doi": "10.5555/x"}, False),
        ({"pmid": "31000001"}, False),
        ({"arxiv": "1905.00001"}, False),
        ({"isbn": "9780306406157"}, False),
        ({"journal": "Journal of Invented Results"}, False),
        ({"volume": "3"}, False),
        ({"pages": "1-3"}, False),
        ({"url": None}, False),
    ],
)
def test_what_is_a_reference_of_a_page(changes: dict[str, Any], is_page: bool) -> None:
    assert is_page_reference(printed(**changes)) is is_page


def test_an_entry_with_a_title_a_year_and_authors_but_no_address_is_no_page() -> None:
    """A made-up work typed as `misc` is looked up by its title like any other."""
    assert not is_page_reference(printed(None, year=2021, authors=(Author(family="Nemo"),)))


@pytest.mark.parametrize(
    ("url", "service"),
    [
        (REPOSITORY, GITHUB),
        (f"{REPOSITORY}/blob/main/seals.py", None),
        ("https://pypi.org/project/seal-sleep/", RegistryName.PYPI),
        ("https://CRAN.R-project.org/package=seal", RegistryName.CRAN),
        ("https://huggingface.co/datasets/harbour-lab/calls", RegistryName.HUGGINGFACE),
        ("https://huggingface.co/harbour-lab", None),
        (WEB, None),
    ],
)
def test_whose_page_an_address_is(url: str, service: RegistryName | None) -> None:
    assert page_service(url) is service


def test_every_query_is_of_a_page_and_carries_nothing_but_the_address() -> None:
    _, queries = climbed(printed(), github=NotFound(), wayback=NotFound())
    assert queries == [Query(registry=name, kind=QueryKind.PAGE, value=REPOSITORY) for name in (GITHUB, WAYBACK)]
