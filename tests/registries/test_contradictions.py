"""An answer that contradicts itself, or is about something else, is no answer: nobody is accused by it."""

import json
from collections.abc import Callable

import pytest

from state.exchange import Body, Request
from state.lookup import Found, Lookup, NotFound, Query, QueryKind, RegistryName, Unavailable
from tasks.registries import REGISTRIES, registry_named
from tasks.registries.contract import Registry
from tests.registries.services import Services, article_set, ask, body, questions, search_result
from tests.registries.test_contract import carried_out

CROSSREF, OPENALEX, PUBMED = RegistryName.CROSSREF, RegistryName.OPENALEX, RegistryName.PUBMED
SCHOLAR, DOI = RegistryName.SEMANTIC_SCHOLAR, RegistryName.DOI
WORDS = "Nowhere described behaviour among imaginary lighthouses"
PAGE = "<!doctype html>\n<title>404 Not Found</title>\n<p>The requested URL was not found on the server. If you entered"

Answer = Callable[[Request], tuple[int, object]]


def asked(query: Query, answer: Answer) -> tuple[Lookup, dict[str, Body | Unavailable], tuple[str, ...]]:
    """The lookup, everything that was answered, and the exchanges the lookup rests on."""
    outcomes: dict[str, Body | Unavailable] = {}
    for _ in range(8):
        plan = registry_named(query.registry).plan([query], outcomes)
        if plan.settled:
            return plan.settled[0].lookup, outcomes, plan.settled[0].fingerprints
        for request in plan.requests:
            status, content = answer(request)
            text = content if isinstance(content, str) else json.dumps(content)
            outcomes[request.fingerprint] = body(request, status, text)
    raise AssertionError("the planner does not come to an end")


def always(status: int, content: object) -> Answer:
    return lambda _: (status, content)


def crossref_list(**message: object) -> dict[str, object]:
    return {"status": "ok", "message-type": "work-list", "message": message}


ITEM = {"DOI": "10.5555/one", "title": [WORDS]}
WORK = {"id": "https://openalex.org/W1", "doi": "https://doi.org/10.5555/one", "title": WORDS}
SEARCHES: dict[str, tuple[RegistryName, object]] = {
    "crossref counts and lists nothing": (CROSSREF, crossref_list(**{"total-results": 7, "items": []})),
    "crossref lists fewer than it counts": (CROSSREF, crossref_list(**{"total-results": 3, "items": [ITEM]})),
    "crossref lists more than it counts": (CROSSREF, crossref_list(**{"total-results": 0, "items": [ITEM]})),
    "crossref does not count": (CROSSREF, crossref_list(items=[])),
    "crossref counts in words": (CROSSREF, crossref_list(**{"total-results": "0", "items": []})),
    "crossref says failed": (CROSSREF, {**crossref_list(**{"total-results": 0, "items": []}), "status": "failed"}),
    "crossref says nothing of how it went": (
        CROSSREF,
        {"message-type": "work-list", "message": {"total-results": 0, "items": []}},
    ),
    "crossref lists works without DOI": (
        CROSSREF,
        crossref_list(**{"total-results": 1, "items": [{"title": [WORDS]}]}),
    ),
    "crossref lists nulls": (CROSSREF, crossref_list(**{"total-results": 2, "items": [None, None]})),
    "openalex counts and lists nothing": (OPENALEX, {"meta": {"count": 5}, "results": []}),
    "openalex does not count": (OPENALEX, {"meta": {}, "results": []}),
    "openalex reports an error": (OPENALEX, {"meta": {"count": 0}, "results": [], "error": "timeout"}),
    "openalex lists works without ids": (OPENALEX, {"meta": {"count": 1}, "results": [{**WORK, "id": None}]}),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_that_contradicts_itself_finds_nothing_absent(name: str) -> None:
    registry, content = SEARCHES[name]
    lookup, _, _ = asked(ask(registry, QueryKind.TITLE, WORDS), always(200, content))
    assert isinstance(lookup, Unavailable)


@pytest.mark.parametrize("name", [name for name in SEARCHES if "nulls" not in name])
def test_a_list_that_contradicts_itself_makes_no_doi_absent(name: str) -> None:
    """The single look-ups after it would all say that they have nothing."""
    registry, content = SEARCHES[name]
    queries = [ask(registry, QueryKind.DOI, value) for value in ("10.5555/a", "10.5555/b")]
    planner = registry_named(registry)
    (request,) = planner.plan(queries, {}).requests
    plan = planner.plan(queries, {request.fingerprint: body(request, 200, json.dumps(content))})
    assert all(isinstance(settled.lookup, Unavailable) for settled in plan.settled)


def test_what_agrees_with_its_count_is_still_believed() -> None:
    nothing = crossref_list(**{"total-results": 0, "items": []})
    assert asked(ask(CROSSREF, QueryKind.TITLE, WORDS), always(200, nothing))[0] == NotFound()
    one = crossref_list(**{"total-results": 1, "items": [ITEM]})
    assert isinstance(asked(ask(CROSSREF, QueryKind.TITLE, WORDS), always(200, one))[0], Found)
    many = crossref_list(**{"total-results": 90_000, "items": [{**ITEM, "DOI": f"10.5555/{n}"} for n in range(5)]})
    assert isinstance(asked(ask(CROSSREF, QueryKind.TITLE, WORDS), always(200, many))[0], Found)
    assert (
        asked(ask(OPENALEX, QueryKind.TITLE, WORDS), always(200, {"meta": {"count": 0}, "results": []}))[0]
        == NotFound()
    )


# 404s


@pytest.mark.parametrize(
    ("registry", "content", "absent"),
    [
        (OPENALEX, {"error": "no Route matched with those values"}, False),
        (OPENALEX, {"error": "Not Found"}, False),
        (OPENALEX, {"error": "Not Found", "message": "The requested URL was not found"}, False),
        (OPENALEX, {"detail": "Not Found"}, False),
        (OPENALEX, {"error": "Not Found", "message": "Work doi:10.5555/a not found"}, True),
        (OPENALEX, PAGE, True),
        (SCHOLAR, {"error": "Not Found"}, False),
        (SCHOLAR, {"error": "Route not found"}, False),
        (SCHOLAR, {"error": "Paper with id DOI:10.5555/other not found"}, False),
        (SCHOLAR, {"error": "Paper with id DOI:10.5555/a not found"}, True),
        (SCHOLAR, {"error": "Paper with id DOI:10.5555%2FA not found"}, True),
        (DOI, {"responseCode": 100}, False),
    ],
)
def test_only_a_services_own_words_make_a_work_absent(registry: RegistryName, content: object, absent: bool) -> None:
    def answer(request: Request) -> tuple[int, object]:
        listed = any(name == "filter" for name, _ in request.params)
        return (200, {"meta": {"count": 0}, "results": []}) if listed else (404, content)

    kind = QueryKind.HANDLE if registry is DOI else QueryKind.DOI
    lookup, _, _ = asked(ask(registry, kind, "10.5555/a"), answer)
    assert isinstance(lookup, NotFound if absent else Unavailable)


def test_openalexs_list_must_have_answered_well_before_its_404_counts() -> None:
    def answer(request: Request) -> tuple[int, object]:
        listed = any(name == "filter" for name, _ in request.params)
        return (200, {"meta": {"count": 1}, "results": []}) if listed else (404, PAGE)

    assert isinstance(asked(ask(OPENALEX, QueryKind.DOI, "10.5555/a"), answer)[0], Unavailable)


# another work than the one asked for


def crossref_work(**fields: object) -> dict[str, object]:
    return {"status": "ok", "message-type": "work", "message": {**ITEM, **fields}}


@pytest.mark.parametrize(
    ("fields", "asked_for", "believed"),
    [
        ({}, "10.5555/one", True),
        ({"DOI": "10.5555/ONE"}, "10.5555/one", True),
        ({}, "10.5555/old", False),
        ({"aliases": ["10.5555/OLD"]}, "10.5555/old", True),
        ({"prime-doi": "10.5555/old"}, "10.5555/old", True),
        ({"relation": {"is-identical-to": [{"id-type": "doi", "id": "10.5555/old"}]}}, "10.5555/old", True),
        ({"relation": {"has-translation": [{"id-type": "doi", "id": "10.5555/old"}]}}, "10.5555/old", False),
        ({"aliases": "10.5555/old", "relation": [1]}, "10.5555/old", False),
    ],
)
def test_a_crossref_work_under_another_doi_must_name_the_one_asked_for(
    fields: dict[str, object], asked_for: str, believed: bool
) -> None:
    lookup, _, _ = asked(ask(CROSSREF, QueryKind.DOI, asked_for), always(200, crossref_work(**fields)))
    assert isinstance(lookup, Found if believed else Unavailable)


@pytest.mark.parametrize(
    ("fields", "believed"),
    [
        ({}, False),
        ({"ids": {"doi": "https://doi.org/10.5555/old"}}, True),
        ({"locations": [{"landing_page_url": "https://doi.org/10.5555/OLD"}]}, True),
        ({"locations": [{"id": "doi:10.5555/old"}]}, True),
        ({"locations": [{"landing_page_url": "https://example.org/10.5555/old"}]}, False),
        ({"locations": [None, {"landing_page_url": "http://arxiv.org/abs/2001.00001"}]}, False),
    ],
)
def test_an_openalex_work_under_another_doi_must_name_the_one_asked_for(
    fields: dict[str, object], believed: bool
) -> None:
    def answer(request: Request) -> tuple[int, object]:
        listed = any(name == "filter" for name, _ in request.params)
        return 200, {"meta": {"count": 0}, "results": []} if listed else {**WORK, **fields}

    lookup, _, _ = asked(ask(OPENALEX, QueryKind.DOI, "10.5555/old"), answer)
    assert isinstance(lookup, Found if believed else Unavailable)


def test_the_article_of_another_pmid_is_not_believed() -> None:
    other = article_set([work for work in Services().works if work.pmid == "31000001"])
    lookup, _, _ = asked(ask(PUBMED, QueryKind.PMID, "20000001"), always(200, other))
    assert isinstance(lookup, Unavailable)


def test_the_place_of_a_preprint_names_its_doi() -> None:
    def answer(request: Request) -> tuple[int, object]:
        listed = any(name == "filter" for name, _ in request.params)
        place = {"landing_page_url": "http://arxiv.org/abs/2001.00001"}
        return 200, {"meta": {"count": 0}, "results": []} if listed else {**WORK, "locations": [place]}

    assert isinstance(asked(ask(OPENALEX, QueryKind.DOI, "10.48550/arxiv.2001.00001"), answer)[0], Found)
    assert isinstance(asked(ask(OPENALEX, QueryKind.DOI, "10.48550/arxiv.2001.99999"), answer)[0], Unavailable)


# PubMed's search and fetch


EMPTY = "<PubmedArticleSet></PubmedArticleSet>"
MATCHING = [work for work in Services().works if work.pmid == "31000001"]


@pytest.mark.parametrize("kind", [QueryKind.DOI, QueryKind.TITLE])
def test_an_article_that_is_listed_and_not_fetched_is_not_absent(kind: QueryKind) -> None:
    def answer(request: Request) -> tuple[int, object]:
        return 200, search_result(MATCHING, []) if "esearch" in request.path else EMPTY

    query = ask(PUBMED, kind, "10.5555/tide.1" if kind is QueryKind.DOI else WORDS)
    lookup, outcomes, at_fault = asked(query, answer)
    assert isinstance(lookup, Unavailable)
    assert set(at_fault) == outcomes.keys(), "either may be the wrong one, and both are asked again"


@pytest.mark.parametrize(
    "content",
    [
        "<PubmedArticleSet><ERROR>backend failed</ERROR></PubmedArticleSet>",
        "<PubmedArticleSet><Message/></PubmedArticleSet>",
    ],
)
def test_a_set_with_something_else_in_it_is_not_empty(content: str) -> None:
    assert isinstance(asked(ask(PUBMED, QueryKind.PMID, "1"), always(200, content))[0], Unavailable)


def search(count: int, ids: str = "", errors: str = "", warnings: str = "") -> str:
    extra = (f"<ErrorList>{errors}</ErrorList>" if errors else "") + (
        f"<WarningList>{warnings}</WarningList>" if warnings else ""
    )
    return f"<eSearchResult><Count>{count}</Count><IdList>{ids}</IdList>{extra}</eSearchResult>"


@pytest.mark.parametrize("kind", [QueryKind.DOI, QueryKind.TITLE])
@pytest.mark.parametrize(
    ("content", "absent"),
    [
        (search(0), True),
        (search(0, errors="<PhraseNotFound>10.5555/a</PhraseNotFound>"), True),
        (search(0, warnings="<OutputMessage>No items found.</OutputMessage>"), True),
        (search(0, warnings="<QuotedPhraseNotFound>x</QuotedPhraseNotFound>"), True),
        (search(0, warnings="<PhraseIgnored>the</PhraseIgnored>"), True),
        (search(0, errors="<FieldNotFound>AID</FieldNotFound>"), False),
        (search(0, errors="<Timeout>late</Timeout>"), False),
        (search(0, warnings="<OutputMessage>Search Backend failed: timeout</OutputMessage>"), False),
        (search(3), False),
        (search(1, ids="<Id></Id>"), False),
        (search(1, ids="<Id>abc</Id>"), False),
        (search(0, ids="<Id>31000001</Id>"), False),
    ],
)
def test_an_empty_search_counts_only_where_nothing_went_wrong(kind: QueryKind, content: str, absent: bool) -> None:
    lookup, _, _ = asked(ask(PUBMED, kind, "10.5555/a" if kind is QueryKind.DOI else WORDS), always(200, content))
    assert isinstance(lookup, NotFound if absent else Unavailable)


UNTITLED: list[object] = [None, "", 5, [], {}]
SEARCHED_AS_JSON = [
    registry
    for registry in REGISTRIES
    if QueryKind.TITLE in registry.kinds and registry.name not in (RegistryName.PUBMED, RegistryName.ARXIV)
]


@pytest.mark.parametrize("title", UNTITLED)
@pytest.mark.parametrize("registry", SEARCHED_AS_JSON)
@pytest.mark.parametrize("alone", [True, False])
def test_a_work_whose_title_cannot_be_read_may_be_the_one_asked_for(
    registry: Registry, title: object, alone: bool
) -> None:
    held = [query for query, is_held in questions(registry.name, QueryKind.TITLE).items() if is_held]
    services = Services()

    def answer(request: Request) -> Body:
        good = services.answer(request)
        return good.model_copy(update={"content": json.dumps(untitled(json.loads(good.content), title)).encode()})

    for query, lookup in carried_out(registry, held[:1] if alone else held, answer).items():
        assert not isinstance(lookup, NotFound), query


def untitled(value: object, title: object) -> object:
    """The value with every title in it replaced."""
    if isinstance(value, dict):
        names = ("title", "display_name", "titles")
        return {key: title if key in names else untitled(inner, title) for key, inner in value.items()}
    return [untitled(inner, title) for inner in value] if isinstance(value, list) else value
