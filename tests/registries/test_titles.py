"""Searching many titles in one request: the ways to find a title, and dealing the answer out."""

import json

from hypothesis import given
from hypothesis import strategies as st

from state.lookup import Found, NotFound, Query, QueryKind, Record, RegistryName, Unavailable, UnavailableReason
from tasks.registries import registry_named
from tasks.registries.titles import clauses_of, own_candidates, search_terms
from tests.registries.services import Services, body

LONG = "Tidal rhythms in the sleep of harbour seals measured from the shore"


def ask(title: str, registry: RegistryName = RegistryName.OPENALEX) -> Query:
    return Query(registry=registry, kind=QueryKind.TITLE, value=title)


def record(title: str) -> Record:
    return Record(registry=RegistryName.OPENALEX, id=title, title=title)


def test_one_wrong_word_leaves_a_way_to_find_the_title() -> None:
    titles = (LONG, "Deep residual learning for image recognition", "Slow weather over small northern islands")
    for title in titles:
        words = search_terms(title)
        for wrong in words:
            right = set(words) - {wrong}
            assert any(set(clause) <= right for clause in clauses_of(title)), (title, wrong)


def test_a_subtitle_that_the_registry_left_out_hides_no_title() -> None:
    head = "Sleep of harbour seals under slow summer tides"
    recorded = set(search_terms(head))
    assert any(set(clause) <= recorded for clause in clauses_of(f"{head}: a field study in three bays"))


def test_short_and_chinese_titles_go_alone() -> None:
    assert clauses_of("Sleeping seals") == ()
    assert clauses_of("海豹睡眠的潮汐节律研究与观察") == ()


@given(st.text(max_size=120))
def test_no_clause_holds_syntax(title: str) -> None:
    for clause in clauses_of(title):
        assert len(clause) >= 2
        assert all(word.isalnum() and word == word.lower() for word in clause)


def test_candidates_are_dealt_to_the_titles_they_belong_to() -> None:
    right, other = record("Tidal rhythms in the sleep of harbor seals measured from the shore"), record("Sea weather")
    assert own_candidates(ask(LONG), [other, right]) == (right,)
    assert own_candidates(ask("A history of borrowed umbrellas in coastal towns"), [other, right]) == ()


def test_many_titles_go_in_one_request_and_none_is_called_absent_by_a_cut_answer() -> None:
    titles = [f"{word} weather and the {LONG.lower()}" for word in ("Amber", "Birch", "Cedar", "Delta")]
    queries = [ask(title) for title in titles]
    registry = registry_named(RegistryName.OPENALEX)
    (request,) = registry.plan(queries, {}).requests
    empty = body(request, 200, '{"meta": {"count": 0}, "results": []}')
    settled = registry.plan(queries, {request.fingerprint: empty}).settled
    assert {s.query for s in settled} == set(queries)
    assert all(s.lookup == NotFound() for s in settled)
    works = [{"id": f"https://openalex.org/W{n}", "title": f"Unrelated number {n}"} for n in range(1, 101)]
    cut = body(request, 200, json.dumps({"meta": {"count": 4000}, "results": works}))
    plan = registry.plan(queries, {request.fingerprint: cut})
    assert plan.settled == ()
    assert len(plan.requests) == len(queries)


def test_what_doi_org_does_not_know_is_not_looked_up_singly() -> None:
    dois = ("10.5555/absent.1", "10.5555/absent.2", "10.5555/absent.3")
    queries = [Query(registry=RegistryName.CROSSREF, kind=QueryKind.DOI, value=doi) for doi in dois]
    services, outcomes = Services(), {}
    registry = registry_named(RegistryName.CROSSREF)
    while (plan := registry.plan(queries, outcomes)).requests:
        outcomes |= {request.fingerprint: services.answer(request) for request in plan.requests}
    assert {settled.lookup for settled in plan.settled} == {NotFound()}
    assert [request.registry for request in services.asked] == [RegistryName.CROSSREF, RegistryName.DOI]


def test_a_silent_doi_org_is_no_word_against_a_doi() -> None:
    queries = [Query(registry=RegistryName.CROSSREF, kind=QueryKind.DOI, value=f"10.5555/absent.{n}") for n in range(3)]
    registry, outcomes = registry_named(RegistryName.CROSSREF), {}
    services = Services()
    while (plan := registry.plan(queries, outcomes)).requests:
        for request in plan.requests:
            silent = request.registry is RegistryName.DOI or request.path != "/works"
            down = Unavailable(reason=UnavailableReason.TIMEOUT)
            outcomes[request.fingerprint] = down if silent else services.answer(request)
    assert all(isinstance(settled.lookup, Unavailable) for settled in plan.settled)
    assert not any(isinstance(settled.lookup, Found) for settled in plan.settled)
