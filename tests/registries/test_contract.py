"""What holds for every registry: the tests run over REGISTRIES."""

import json
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.config import Config, Service
from state.exchange import Body, Lane, Plan, Request
from state.lookup import Found, Lookup, NotFound, Query, QueryKind, RegistryName, Unavailable, UnavailableReason
from tasks.registries import REGISTRIES, registry_named, terms_for
from tasks.registries.contract import Access, Registry
from tests.registries.services import Services, body, questions

Answer = Callable[[Request], Body | Unavailable]

CASES = [
    pytest.param(registry, kind, id=f"{registry.name.value}-{kind.value}")
    for registry in REGISTRIES
    for kind in sorted(registry.kinds)
]
DOWN = Unavailable(reason=UnavailableReason.TIMEOUT, detail="no answer")
PAGE = "<!DOCTYPE html><html><head><title>Maintenance</title></head><body><p>Back soon</p></body></html>"


def carried_out(registry: Registry, queries: Sequence[Query], answer: Answer) -> dict[Query, Lookup]:
    """The lookups a planner comes to, every request answered as it is asked for."""
    outcomes: dict[str, Body | Unavailable] = {}
    for _ in range(20):
        plan = registry.plan(queries, outcomes)
        open_requests = [request for request in plan.requests if request.fingerprint not in outcomes]
        if not open_requests:
            assert {settled.query for settled in plan.settled} == set(queries)
            return {settled.query: settled.lookup for settled in plan.settled}
        outcomes.update((request.fingerprint, answer(request)) for request in open_requests)
    raise AssertionError("the planner does not come to an end")


@pytest.mark.parametrize(("registry", "kind"), CASES)
def test_what_is_held_is_found_and_what_is_not_is_not(registry: Registry, kind: QueryKind) -> None:
    asked = questions(registry.name, kind)
    lookups = carried_out(registry, list(asked), Services().answer)
    for query, held in asked.items():
        lookup = lookups[query]
        assert isinstance(lookup, Found if held else NotFound), query
        if isinstance(lookup, Found) and kind is QueryKind.DOI:
            assert lookup.records[0].doi == query.value
        if isinstance(lookup, Found) and kind is QueryKind.TITLE:
            assert lookup.records[0].title.rstrip(".") == query.value  # type: ignore[union-attr]


@pytest.mark.parametrize(("registry", "kind"), CASES)
def test_a_plan_does_not_depend_on_any_order(registry: Registry, kind: QueryKind) -> None:
    queries = list(questions(registry.name, kind))
    services = Services()
    outcomes: dict[str, Body | Unavailable] = {}
    for _ in range(4):
        plan = registry.plan(queries, outcomes)
        turned = registry.plan(queries[::-1] + queries[:2], dict(reversed(outcomes.items())))
        assert plan == turned
        outcomes.update((r.fingerprint, services.answer(r)) for r in plan.requests)


def spoilt(make: Callable[[Request, Body], Body | Unavailable], at: int) -> Answer:
    """The services, with the answer to the request number `at` spoilt."""
    services = Services()

    def answer(request: Request) -> Body | Unavailable:
        good = services.answer(request)
        return make(request, good) if len(services.asked) - 1 == at else good

    return answer


SPOILERS: dict[str, Callable[[Request, Body], Body | Unavailable]] = {
    "unavailable": lambda request, good: DOWN,
    "a web page": lambda request, good: body(request, 200, PAGE),
    "a web page with 404": lambda request, good: body(request, 404, PAGE),
    "a web page with 400": lambda request, good: body(request, 400, PAGE),
    "nothing": lambda request, good: body(request, 200, b""),
    "nothing with 404": lambda request, good: body(request, 404, b""),
    "cut off": lambda request, good: body(request, good.status, good.content[: len(good.content) // 2]),
    "empty object": lambda request, good: body(request, 200, "{}"),
    "empty object with 404": lambda request, good: body(request, 404, "{}"),
    "empty list": lambda request, good: body(request, 200, "[]"),
    "null": lambda request, good: body(request, 200, "null"),
    "a number": lambda request, good: body(request, 200, "7"),
    "other xml": lambda request, good: body(request, 200, "<rss><channel/></rss>"),
    "an error in xml": lambda request, good: body(
        request, 200, "<eFetchResult><ERROR>Search Backend failed: read failed</ERROR></eFetchResult>"
    ),
    "a rate limit in json": lambda request, good: body(
        request, 200, '{"error":"API rate limit exceeded","count":"4","limit":"3"}'
    ),
}


@pytest.mark.parametrize("spoiler", SPOILERS)
@pytest.mark.parametrize(("registry", "kind"), CASES)
def test_a_broken_answer_never_makes_a_work_absent(registry: Registry, kind: QueryKind, spoiler: str) -> None:
    """Whichever request goes wrong, in whichever way: each lookup is what it would have been, or Unavailable."""
    asked = questions(registry.name, kind)
    services = Services()
    undisturbed = carried_out(registry, list(asked), services.answer)
    for at in range(len(services.asked)):
        lookups = carried_out(registry, list(asked), spoilt(SPOILERS[spoiler], at))
        for query, lookup in lookups.items():
            if kind is QueryKind.ISBN and isinstance(lookup, Found):
                # Where the list of editions says nothing, the search finds the work: another record of the same book.
                assert isinstance(undisturbed[query], Found), (at, query, lookup)
                continue
            assert lookup == undisturbed[query] or isinstance(lookup, Unavailable), (at, query, lookup)


@pytest.mark.parametrize(("registry", "kind"), CASES)
def test_everything_down_makes_everything_unavailable(registry: Registry, kind: QueryKind) -> None:
    lookups = carried_out(registry, list(questions(registry.name, kind)), lambda request: DOWN)
    assert all(lookup == DOWN for lookup in lookups.values())


@pytest.mark.parametrize(("registry", "kind"), CASES)
def test_an_unavailable_names_the_exchange_that_failed(registry: Registry, kind: QueryKind) -> None:
    queries = list(questions(registry.name, kind))
    services = Services()
    outcomes: dict[str, Body | Unavailable] = {}
    for _ in range(5):
        plan = registry.plan(queries, outcomes)
        for request in plan.requests:
            outcomes.setdefault(request.fingerprint, DOWN if len(services.asked) % 2 else services.answer(request))
            services.asked.append(request)
    for settled in registry.plan(queries, outcomes).settled:
        if isinstance(settled.lookup, Unavailable):
            assert settled.fingerprints
            assert all(outcomes[fingerprint] == DOWN for fingerprint in settled.fingerprints)
        else:
            assert all(isinstance(outcomes[fingerprint], Body) for fingerprint in settled.fingerprints)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(("registry", "kind"), CASES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_no_bytes_raise_or_make_absent(registry: Registry, kind: QueryKind, data: st.DataObject) -> None:
    content = data.draw(st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()))
    status = data.draw(st.sampled_from([200, 400, 404, 410]))
    lookups = carried_out(
        registry, list(questions(registry.name, kind)), lambda request: body(request, status, content)
    )
    assert all(isinstance(lookup, Unavailable) for lookup in lookups.values())


def mutated(value: object, data: st.DataObject) -> object:
    """The value with something in it replaced by something else, anywhere."""
    if isinstance(value, dict) and value and data.draw(st.integers(0, 3)):
        key = data.draw(st.sampled_from(sorted(value)))
        return {**value, key: mutated(value[key], data)}
    if isinstance(value, list) and value and data.draw(st.integers(0, 3)):
        at = data.draw(st.integers(0, len(value) - 1))
        return [*value[:at], mutated(value[at], data), *value[at + 1 :]]
    return data.draw(JSON)


@pytest.mark.parametrize("registry", [r for r in REGISTRIES if r.name is not RegistryName.PUBMED])
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_no_change_to_a_body_raises_or_makes_a_work_absent(registry: Registry, data: st.DataObject) -> None:
    services = Services()

    def answer(request: Request) -> Body:
        good = services.answer(request)
        try:
            value = json.loads(good.content)
        except ValueError:
            return good
        return good.model_copy(update={"content": json.dumps(mutated(value, data)).encode()})

    for kind in sorted(registry.kinds):
        held = questions(registry.name, kind)
        for query, lookup in carried_out(registry, list(held), answer).items():
            # Semantic Scholar says "absent" by a null in the right place, doi.org by a word: nothing belies them.
            if held[query] and registry.name in (RegistryName.CROSSREF, RegistryName.OPENALEX):
                assert not isinstance(lookup, NotFound), query


@pytest.mark.parametrize(("registry", "kind"), CASES)
def test_requests_carry_no_address_and_no_credentials(registry: Registry, kind: QueryKind) -> None:
    services = Services()
    carried_out(registry, list(questions(registry.name, kind)), services.answer)
    for request in services.asked:
        assert request.path.startswith("/")
        names = {name for name, _ in request.params}
        assert not names & {registry.key_param, registry.email_param, registry.key_header}


@pytest.mark.parametrize("registry", REGISTRIES)
def test_limits_are_given_for_every_access(registry: Registry) -> None:
    for email in (True, False):
        for key in (True, False):
            limits = registry.limits(Access(email=email, key=key))
            assert Lane.SINGLE in limits
            assert all(limit.rate > 0 and limit.concurrency >= 1 for limit in limits.values())


def test_every_registry_is_there_once() -> None:
    names = set(RegistryName) - {RegistryName.LOCAL}
    assert sorted(registry.name for registry in REGISTRIES) == sorted(names)
    assert all(registry_named(name).name is name for name in names)


def test_terms_follow_what_the_user_can_show() -> None:
    services = {
        name: Service(url="https://x.example", key="k" * 20 if name == "pubmed" else None) for name in RegistryName
    }
    terms = {term.name: term for term in terms_for(Config(services=services, email="ada@example.org"))}
    assert terms[RegistryName.PUBMED].lanes[Lane.SINGLE].rate == 10
    assert terms[RegistryName.CROSSREF].lanes[Lane.LIST].rate == 3
    without = {term.name: term for term in terms_for(Config(services=dict.fromkeys(RegistryName, Service(url="u"))))}
    assert without[RegistryName.PUBMED].lanes[Lane.SINGLE].rate == 3
    assert without[RegistryName.CROSSREF].lanes[Lane.LIST].rate == 1


def test_an_empty_plan_asks_nothing() -> None:
    assert all(registry.plan([], {}) == Plan() for registry in REGISTRIES)
