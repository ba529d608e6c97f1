"""Nobody is accused because a server was slow: any subset of look-ups may fail in any world."""

import asyncio
import itertools

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from state.lookup import Query, QueryKind
from state.resolution import Identity
from tests.fetch.world import (
    ARXIV,
    CROSSREF,
    DATACITE,
    DOI,
    EUROPEPMC,
    OPENALEX,
    PUBMED,
    S2,
    World,
    is_down,
    record,
    reference,
    resolve_all,
    resolve_one,
)

TITLES = (
    "Long-term outcome of total joint replacement in adults",
    "Long-term outcome of total joint replacement in children",
    "Long-term outcome of total joint replacement",
    "Outcome of partial joint replacement in elderly adults",
    "Soil bacteria of alpine meadows under drought",
    "Editorial",
    "全髋关节置换术的长期随访研究",
)
NAMES = ("Okafor, N", "Brandt, L", "Wang, Wei")
YEARS = (2001, 2010, 2011)
DOIS = ("10.1000/a", "10.1000/b", "10.3760/c", "10.5281/zenodo.4", "10.48550/arxiv.2101.00001")
PMIDS = ("101", "102")
NUMBERS = ("2101.00001", "math/0309002")
JOURNALS = ("Journal of Joints", "arXiv preprint", "medRxiv preprint", "Zenodo")
REGISTRIES = (PUBMED, CROSSREF, OPENALEX, DATACITE, ARXIV, EUROPEPMC)

optional = lambda values: st.sampled_from((None, *values))  # noqa: E731


@st.composite
def works(draw):
    """One work as one or more registries have it."""
    title, by, year = draw(st.sampled_from(TITLES)), draw(st.sampled_from(NAMES)), draw(st.sampled_from(YEARS))
    doi, pmid = draw(optional(DOIS)), draw(st.sampled_from(PMIDS))
    registries = draw(st.sets(st.sampled_from(REGISTRIES), min_size=1))
    number = draw(st.sampled_from(NUMBERS))
    return [
        record(
            r,
            title,
            by,
            year - 3 if r is ARXIV and draw(st.booleans()) else year,
            doi=doi or (f"10.48550/arxiv.{number}" if r is ARXIV else None),
            pmid=pmid if r is PUBMED or (draw(st.booleans()) and r in (OPENALEX, EUROPEPMC)) else None,
            **({"id": number} if r is ARXIV else {}),
        )
        for r in sorted(registries)
        if doi or r not in (CROSSREF, DATACITE)
    ]


@st.composite
def cases(draw):
    held = tuple(r for work in draw(st.lists(works(), max_size=3)) for r in work)
    ref = reference(
        draw(optional(TITLES)),
        draw(st.sampled_from((*NAMES, ""))),
        draw(optional(YEARS)),
        doi=draw(optional(DOIS)),
        pmid=draw(optional(PMIDS)),
        arxiv=draw(optional(NUMBERS)),
        journal=draw(optional(JOURNALS)),
    )
    handles = draw(st.dictionaries(st.sampled_from(DOIS), st.just("ISTIC"), max_size=2))
    failing = draw(st.sets(st.tuples(st.sampled_from((*REGISTRIES, S2, DOI)), st.sampled_from(list(QueryKind)))))
    return held, ref, handles, failing


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(cases())
def test_an_outage_never_makes_an_identity_worse(case):
    held, ref, handles, failing = case
    up = resolve_one(World(held, handles), ref)
    down = resolve_one(World(held, handles, down=lambda q: (q.registry, q.kind) in failing), ref)
    # Unknown, or settled by a fallback: the title found the work while the identifier's registry was out of reach.
    assert down.identity in {up.identity, Identity.UNKNOWN, Identity.SAME}
    if down.identity is Identity.UNKNOWN:
        assert down.unavailable
    assert all(note.outcome == "unavailable" for note in down.unavailable)


@settings(max_examples=100, deadline=None)
@given(cases())
def test_with_every_service_up_nothing_is_unknown_and_nothing_needed(case):
    held, ref, handles, _ = case
    found = resolve_one(World(held, handles), ref)
    assert found.identity is not Identity.UNKNOWN
    assert not found.unavailable


@settings(max_examples=40, deadline=None)
@given(st.lists(cases(), min_size=2, max_size=4))
def test_company_does_not_change_a_resolution(several):
    held = tuple(r for case in several for r in case[0])
    refs = [case[1].model_copy(update={"id": str(n), "number": n}) for n, case in enumerate(several, 1)]
    together = resolve_all(World(held), *refs)[0].resolutions
    assert list(together) == [resolve_one(World(held), ref) for ref in refs]


@settings(max_examples=40, deadline=None)
@given(st.lists(cases(), min_size=2, max_size=5), st.lists(st.integers(0, 9), min_size=1, max_size=12))
def test_timing_does_not_change_a_resolution(several, pauses):
    held = tuple(r for case in several for r in case[0])
    refs = [case[1].model_copy(update={"id": str(n), "number": n}) for n, case in enumerate(several, 1)]
    slow = World(held)
    answer = slow.ask
    turns = itertools.cycle(pauses)

    async def ask(queries, told=None):
        for _ in range(next(turns)):
            await asyncio.sleep(0)
        return await answer(queries)

    slow.ask = ask
    assert resolve_all(slow, *refs)[0] == resolve_all(World(held), *refs)[0]


@settings(max_examples=100, deadline=None)
@given(cases())
def test_semantic_scholar_and_its_silence_never_decide(case):
    held, ref, handles, _ = case
    without = resolve_one(World(held, handles, down=is_down(S2)), ref)
    assert without.identity is resolve_one(World(held, handles), ref).identity
    assert not without.unavailable


def test_a_wrong_identifier_whose_registry_is_out_of_reach_is_unknown():
    held = (
        record(CROSSREF, TITLES[0], "Okafor, N", 2010, doi="10.1000/a"),
        record(CROSSREF, TITLES[4], "Brandt, L", 2001, doi="10.1000/b"),
    )
    ref = reference(TITLES[0], "Okafor, N", 2010, doi="10.1000/b")

    def no_dois(query: Query) -> bool:
        return query.kind is QueryKind.DOI

    assert resolve_one(World(held), ref).identity is Identity.OTHER_EXISTS
    found = resolve_one(World(held, down=no_dois), ref)
    assert found.identity is Identity.UNKNOWN
    assert {n.query.registry for n in found.unavailable} == {CROSSREF, PUBMED, OPENALEX}


def test_found_nowhere_waits_for_every_required_service():
    for silent in (CROSSREF, OPENALEX, PUBMED):
        found = resolve_one(World(down=is_down(silent)), reference(TITLES[0]))
        assert found.identity is Identity.UNKNOWN
        assert [n.query.registry for n in found.unavailable] == [silent]


def test_an_unreachable_handle_service_leaves_a_doi_open():
    found = resolve_one(World(down=is_down(DOI)), reference(TITLES[0], doi="10.1000/typo"))
    assert found.identity is Identity.UNKNOWN
    assert not found.doi_unregistered
    assert [n.query.registry for n in found.unavailable] == [DOI]


def test_a_fallback_that_settles_the_reference_needs_nobody():
    held = (record(CROSSREF, TITLES[0], "Okafor, N", 2010, doi="10.1000/a", abstract="Outcome. " * 120),)
    found = resolve_one(
        World(held, down=is_down(PUBMED)), reference(TITLES[0], "Okafor, N", 2010, pmid="101", doi="10.1000/a")
    )
    assert found.identity is Identity.SAME
    assert not found.unavailable
    assert any(n.outcome == "unavailable" for n in found.lookups)
