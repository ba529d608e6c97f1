"""Step B against small worlds: which work is found, by whom, and what is said of the print."""

import asyncio
from itertools import pairwise

import pytest

from state.errors import StoreError
from state.lookup import QueryKind, RegistryName
from state.resolution import AbstractSource, Field, Identity, MetadataStatus, NoticeState
from tasks.fetch import resolve
from tests.fetch.world import (
    CROSSREF,
    DOI,
    LONG,
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

TITLE = "Long-term outcome of total joint replacement in adults"
OTHER = "Soil bacteria of alpine meadows under drought"


def everywhere(title=TITLE, doi="10.1000/joint", pmid="101", **more):
    return tuple(
        record(r, title, doi=doi, pmid=pmid if r is PUBMED else None, **more) for r in (PUBMED, CROSSREF, OPENALEX)
    )


def test_a_right_reference_is_the_same_work_in_every_registry():
    world = World(everywhere(abstract=LONG))
    found = resolve_one(world, reference(TITLE, doi="10.1000/joint", pmid="101"))
    assert (found.identity, found.status, found.title_ratio) == (Identity.SAME, MetadataStatus.OK, 1.0)
    assert found.record.registry is PUBMED
    assert [r.registry for r in found.supporting] == [CROSSREF, OPENALEX]
    assert not found.discrepancies
    assert found.notice_state is NoticeState.NONE
    assert found.evidence.source is AbstractSource.PUBMED
    assert not found.fulltext_required_stepB


def test_a_settled_reference_is_never_searched_by_title():
    world = World(everywhere(abstract=LONG))
    resolve_one(world, reference(TITLE, doi="10.1000/joint"))
    assert not [q for q in world.queries() if q.kind is QueryKind.TITLE or q.registry in (DOI, S2)]


def test_a_pmid_learns_its_doi_for_notices_and_asks_the_others():
    world = World(everywhere())
    found = resolve_one(world, reference(TITLE, pmid="101"))
    assert {(n.query.registry, n.query.kind) for n in found.lookups} >= {
        (CROSSREF, QueryKind.DOI),
        (OPENALEX, QueryKind.DOI),
    }


def test_all_references_of_a_wave_are_asked_together():
    world = World(everywhere() + everywhere(OTHER, "10.1000/soil", "102"))
    resolve_all(world, reference(TITLE, doi="10.1000/joint"), reference(OTHER, number=2, doi="10.1000/soil"))
    assert {q.value for q in world.asked[0] if q.registry is CROSSREF} == {"10.1000/joint", "10.1000/soil"}


def test_no_question_is_asked_twice():
    world = World(everywhere())
    resolve_all(
        world, *(reference(TITLE, number=n, doi="10.1000/joint") for n in range(1, 4)), reference(OTHER, number=4)
    )
    assert len(world.queries()) == len(set(world.queries()))


def test_a_doi_of_another_work_with_the_cited_one_elsewhere():
    world = World(everywhere() + everywhere(OTHER, "10.1000/soil", "102", by="Brandt, Lena", year=2011))
    found = resolve_one(world, reference(TITLE, doi="10.1000/soil"))
    assert (found.identity, found.status) == (Identity.OTHER_EXISTS, MetadataStatus.METADATA_MISMATCH)
    assert (found.record.title, found.elsewhere.title) == (OTHER, TITLE)
    assert found.evidence.source is AbstractSource.NONE
    doi = next(d for d in found.discrepancies if d.field is Field.DOI)
    assert (doi.printed, doi.recorded, doi.detail) == ("10.1000/soil", "10.1000/joint", "other_work")


def test_a_doi_of_another_work_and_the_cited_one_nowhere():
    world = World(everywhere(OTHER, "10.1000/soil", "102", by="Brandt, Lena", year=2011))
    found = resolve_one(world, reference(TITLE, doi="10.1000/soil"))
    assert found.identity is Identity.OTHER_NOWHERE
    asked = {n.query.registry for n in found.lookups if n.query.kind is QueryKind.TITLE}
    assert asked >= {PUBMED, CROSSREF, OPENALEX}


def test_a_wrong_pmid_beside_a_right_doi_is_a_discrepancy_of_the_pmid():
    world = World(everywhere() + everywhere(OTHER, "10.1000/soil", "102", by="Brandt, Lena", year=2011))
    found = resolve_one(world, reference(TITLE, doi="10.1000/joint", pmid="102"))
    assert found.identity is Identity.SAME
    assert [(d.field, d.printed, d.recorded, d.detail) for d in found.discrepancies] == [
        (Field.PMID, "102", "101", "other_work")
    ]


def test_one_source_never_convicts():
    wrong = record(OPENALEX, OTHER, "Brandt, Lena", 2011, doi="10.1000/joint", abstract="Of soil.")
    world = World((record(CROSSREF, TITLE, doi="10.1000/joint"), wrong))
    found = resolve_one(world, reference(TITLE, doi="10.1000/joint"))
    assert found.identity is Identity.SAME
    assert wrong not in found.supporting
    assert [(d.field, d.registry, d.agreed_by) for d in found.discrepancies] == [(Field.TITLE, OPENALEX, (CROSSREF,))]
    assert found.evidence.source is AbstractSource.NONE


def test_an_unregistered_doi_of_a_work_found_by_title():
    world = World(everywhere())
    found = resolve_one(world, reference(TITLE, doi="10.1000/typo"))
    assert (found.identity, found.doi_unregistered) == (Identity.SAME, True)
    assert [(d.field, d.printed, d.recorded, d.detail) for d in found.discrepancies] == [
        (Field.DOI, "10.1000/typo", "10.1000/joint", "unregistered")
    ]


def test_an_unregistered_doi_of_a_work_found_nowhere():
    found = resolve_one(World(), reference(TITLE, doi="10.1000/typo"))
    assert (found.identity, found.status, found.doi_unregistered) == (Identity.NONE, MetadataStatus.API_FAIL, True)


def test_a_doi_of_an_agency_we_cannot_read_names_the_agency():
    found = resolve_one(
        World(handles={"10.3760/cma.1": "ISTIC"}), reference("全髋关节置换术的长期随访研究", doi="10.3760/cma.1")
    )
    assert (found.identity, found.agency, found.doi_unregistered) == (Identity.AGENCY_ONLY, "ISTIC", False)


def test_without_identifier_the_best_candidate_is_taken_and_not_the_first():
    first = record(CROSSREF, TITLE + " and children", "Brandt, Lena", 2003, doi="10.1000/first")
    world = World((first, *everywhere()))
    found = resolve_one(world, reference(TITLE))
    assert (found.identity, found.record.doi) == (Identity.SAME, "10.1000/joint")


def test_the_search_stops_where_the_work_is_found():
    world = World(everywhere(abstract=LONG))
    resolve_one(world, reference(TITLE))
    assert {q.registry for q in world.queries() if q.kind is QueryKind.TITLE} == {PUBMED, OPENALEX}


def test_semantic_scholar_is_searched_last_and_may_find_it():
    world = World((record(S2, OTHER, doi=None, abstract=LONG),))
    found = resolve_one(world, reference(OTHER))
    assert (found.identity, found.record.registry) == (Identity.SAME, S2)
    assert [n.query.registry for n in found.lookups if n.query.kind is QueryKind.TITLE][-1] is S2


def test_pubmed_is_not_required_for_other_fields():
    found = resolve_one(World(down=is_down(PUBMED, S2)), reference("Sparse attention in sequence models"))
    assert found.identity is Identity.NONE
    assert not found.unavailable


def test_generic_titles_are_not_accepted_on_title_alone():
    world = World((record(CROSSREF, "Editorial", "Brandt, Lena", 2019, doi="10.1000/ed"),))
    found = resolve_one(world, reference("Editorial"))
    assert found.identity is Identity.NONE
    assert [c.record.doi for c in found.candidates] == ["10.1000/ed"]


def test_at_most_three_candidates_are_listed_and_each_work_once():
    near = [
        record(CROSSREF, f"{TITLE} {w}", "Brandt, L", 1990, doi=f"10.1000/{w}")
        for w in ("alpha", "omega", "in 1", "ii")
    ]
    again = record(OPENALEX, near[0].title, "Brandt, L", 1990, doi=near[0].doi)
    found = resolve_one(World((*near, again)), reference(TITLE))
    assert found.identity is Identity.STRANGER
    assert len(found.candidates) == 3
    assert all(a.ratio >= b.ratio for a, b in pairwise(found.candidates))


def test_a_truncated_title_at_its_identifier_is_a_warning_without_a_title_discrepancy():
    full = f"{TITLE}: a cohort study from nine countries"
    world = World(everywhere(full))
    found = resolve_one(world, reference(TITLE, doi="10.1000/joint"))
    assert (found.identity, found.status) == (Identity.SAME, MetadataStatus.WARNING)
    assert 0.60 <= found.title_ratio < 0.85
    assert not found.discrepancies


def test_a_changed_word_is_a_discrepancy_however_near_the_title():
    world = World(everywhere())
    found = resolve_one(world, reference(TITLE.replace("adults", "children"), doi="10.1000/joint"))
    assert found.identity is Identity.SAME
    assert [(d.field, d.detail) for d in found.discrepancies] == [(Field.TITLE, "-children +adults")]


def test_a_translated_record_is_doubtful_and_never_another_work():
    world = World(everywhere("[Long-term results of hip replacement]", by="Wang, Wei"))
    found = resolve_one(world, reference("全髋关节置换术的长期随访研究", "王伟", doi="10.1000/joint"))
    assert (found.identity, found.title_ratio) == (Identity.DOUBTFUL, None)


def test_a_preprint_of_the_cited_article_counts_as_the_work():
    preprint = record(OPENALEX, TITLE, year=2017, doi="10.1101/2017.1")
    world = World((preprint, record(CROSSREF, TITLE, doi="10.1000/joint")))
    found = resolve_one(world, reference(TITLE, doi="10.1101/2017.1"))
    assert found.identity is Identity.SAME


def test_an_entry_without_title_stands_on_its_identifier():
    found = resolve_one(World(everywhere()), reference(None, "", None, doi="10.1000/joint"))
    assert (found.identity, found.title_ratio) == (Identity.SAME, None)


@pytest.mark.parametrize("title", [None, "", " ", "—", "<i></i>", "…"])
@pytest.mark.parametrize("doi", [None, "doi: none"])
@pytest.mark.parametrize("services", ["up", "down"])
def test_an_entry_with_nothing_to_ask_by_is_unreadable_and_asks_nobody(title, doi, services):
    """It was said to be found nowhere, though nobody was asked, with every service down as well."""
    world = World(down=lambda _: services == "down")
    raw = "[1] World Health Organization. Global status report on alcohol. Geneva: WHO; 2018."
    found = resolve_one(world, reference(title, "World Health Organization", 2018, doi=doi, raw=raw))
    assert (found.identity, found.status, found.lookups) == (Identity.UNREADABLE, MetadataStatus.API_FAIL, ())
    assert not found.unavailable
    assert world.asked == []


def test_an_unreadable_title_beside_another_works_identifier_is_doubtful():
    """Nobody could search for the cited work, so that nobody may say that it is found nowhere."""
    found = resolve_one(World(everywhere()), reference(None, "Brandt, L", 1999, doi="10.1000/joint"))
    assert (found.identity, found.record.doi) == (Identity.DOUBTFUL, "10.1000/joint")


NEAR = "Long-term outcome of partial joint surgery in children"


@pytest.mark.parametrize("year", [2015, 2019, None])
def test_a_near_title_by_its_author_is_doubtful_whatever_the_year(year):
    world = World(everywhere())
    found = resolve_one(world, reference(NEAR, "Okafor, N", year))
    assert 0.60 <= found.title_ratio < 0.85
    assert (found.identity, found.record.doi) == (Identity.DOUBTFUL, "10.1000/joint")


@pytest.mark.parametrize("year", [2015, 2019])
def test_a_near_title_by_somebody_else_makes_no_invented_work_known(year):
    found = resolve_one(World(everywhere()), reference(NEAR, "Brandt, L", year))
    assert found.identity is Identity.NONE
    assert [candidate.record.doi for candidate in found.candidates] == ["10.1000/joint"]


def test_a_near_title_of_another_year_beside_a_wrong_doi_is_not_called_the_cited_work():
    world = World(everywhere() + everywhere(OTHER, "10.1000/soil", "102", by="Brandt, Lena", year=2011))
    found = resolve_one(world, reference(NEAR, "Okafor, N", 2009, doi="10.1000/soil"))
    assert (found.identity, found.record.doi, found.elsewhere) == (Identity.DOUBTFUL, "10.1000/joint", None)
    assert [(d.detail, d.recorded) for d in found.discrepancies if d.field is Field.DOI] == [
        ("other_work", "10.1000/joint")
    ]


def test_the_exact_title_by_strangers_beside_a_wrong_doi_is_a_stranger_and_not_found_nowhere():
    world = World(everywhere() + everywhere(OTHER, "10.1000/soil", "102", by="Brandt, Lena", year=2011))
    found = resolve_one(world, reference(TITLE, "Moreau, P", 1990, doi="10.1000/soil"))
    assert (found.identity, found.status) == (Identity.STRANGER, MetadataStatus.WARNING)
    assert found.record.title == TITLE
    assert [(d.detail, d.recorded) for d in found.discrepancies if d.field is Field.DOI] == [
        ("other_work", "10.1000/joint")
    ]


def test_a_part_that_many_works_have_is_no_stranger():
    world = World(everywhere("Author response"))
    assert resolve_one(world, reference("Author response", "Brandt, L", 1999)).identity is Identity.NONE


def test_lookups_are_told_in_an_order_that_time_does_not_change():
    found = resolve_one(World(everywhere()), reference(TITLE, doi="10.1000/typo"))
    assert found.lookups
    places = [(list(RegistryName).index(n.query.registry), list(QueryKind).index(n.query.kind)) for n in found.lookups]
    assert places == sorted(places)


def test_a_missing_abstract_depends_on_the_service_that_might_have_it():
    world = World(everywhere(), down=is_down(OPENALEX))
    found = resolve_one(world, reference(TITLE, doi="10.1000/joint"))
    assert found.identity is Identity.SAME
    assert [n.query.registry for n in found.unavailable] == [OPENALEX]


def test_an_abstract_from_elsewhere_needs_nobody_else():
    world = World(everywhere(abstract=LONG), down=is_down(OPENALEX, PUBMED))
    found = resolve_one(world, reference(TITLE, doi="10.1000/joint"))
    assert (found.evidence.source, found.unavailable) == (AbstractSource.CROSSREF, ())
    assert {n.outcome for n in found.lookups if n.query.registry is OPENALEX} == {"unavailable"}


def test_commits_follow_the_references_order_within_a_wave():
    world = World(everywhere())
    refs = [reference(TITLE, number=n, doi="10.1000/joint") for n in (3, 1, 2)]
    resolved, committed = resolve_all(world, *refs)
    assert [r.reference_id for r in committed] == ["3", "1", "2"] == [r.reference_id for r in resolved.resolutions]


def test_a_bracketed_translation_says_nothing_against_a_german_title():
    world = World((record(PUBMED, "[Results after replacement of the hip].", "Brandt, Lena", pmid="101"),))
    found = resolve_one(world, reference("Ergebnisse nach Hüftgelenkersatz bei Erwachsenen", "Brandt, L", pmid="101"))
    assert (found.identity, found.title_ratio) == (Identity.DOUBTFUL, None)
    found = resolve_one(world, reference("Results after replacement of the hip", "Brandt, L", pmid="101"))
    assert (found.identity, found.title_ratio) == (Identity.SAME, 1.0)


def test_records_at_both_printed_identifiers_are_one_work_without_a_shared_identifier():
    held = (record(PUBMED, TITLE, pmid="101"), record(CROSSREF, TITLE, doi="10.1000/joint", abstract=LONG))
    found = resolve_one(World(held), reference(TITLE, pmid="101", doi="10.1000/joint"))
    assert [r.registry for r in found.supporting] == [CROSSREF]
    assert found.evidence.source is AbstractSource.CROSSREF
    assert not found.discrepancies


def test_the_best_of_several_records_at_one_identifier_counts():
    erratum = record(PUBMED, "Erratum: " + OTHER, "Brandt, L", 1999, doi="10.1000/joint", pmid="7")
    world = World((erratum, record(PUBMED, TITLE, doi="10.1000/joint", pmid="101")))
    found = resolve_one(world, reference(TITLE, doi="10.1000/joint"))
    assert (found.identity, found.record.pmid, found.discrepancies) == (Identity.SAME, "101", ())


def test_an_error_while_committing_ends_the_step_and_its_searches():
    world = World(everywhere())

    def refuse(resolution):
        raise StoreError("the store is gone")

    refs = [reference(TITLE, doi="10.1000/joint"), reference(OTHER, number=2)]
    with pytest.raises(StoreError):
        asyncio.run(resolve(refs, ask=world.ask, commit=refuse))


def test_titles_without_identifier_wait_for_those_that_an_identifier_leaves_open():
    world = World(everywhere(doi="10.1000/joint") + everywhere(OTHER, "10.1000/soil", "102"))
    stray = reference(TITLE, doi="10.1000/soil")
    resolve_all(world, stray, reference("Soil bacteria of mountains", number=2), biomedical=True)
    waves = [{q.value for q in wave if (q.registry, q.kind) == (PUBMED, QueryKind.TITLE)} for wave in world.asked]
    assert [wave for wave in waves if wave] == [{TITLE, "Soil bacteria of mountains"}]


def test_a_registry_that_found_the_work_by_its_title_is_not_asked_for_its_record_again():
    world = World(everywhere(abstract=LONG))
    found = resolve_one(world, reference(TITLE), biomedical=True)
    assert [r.registry for r in (found.record, *found.supporting)] == [PUBMED, OPENALEX, CROSSREF]
    assert [(q.registry, q.kind) for q in world.queries()] == [
        (PUBMED, QueryKind.TITLE),
        (OPENALEX, QueryKind.TITLE),
        (CROSSREF, QueryKind.DOI),
    ]


def test_references_that_search_alone_do_not_wait_for_the_others_searches():
    """Who began to search in a later wave is no reason to hold back those of an earlier one."""
    ballad = "Printers named on street ballads of four towns"
    world = World(everywhere(abstract=LONG) + everywhere(ballad, "10.1000/ballad", pmid=None, abstract=LONG))
    slow = asyncio.Event()

    async def ask(queries, told=None):
        if any(q.registry is S2 for q in queries):
            await slow.wait()
        return await world.ask(queries)

    committed = []

    def commit(resolution):
        committed.append(resolution.reference_id)
        if "1" in committed:
            slow.set()

    refs = [reference(ballad), reference("Knee pain of patients who never existed", number=2)]
    asyncio.run(asyncio.wait_for(resolve(refs, ask=ask, commit=commit), 20))
    assert committed == ["1", "2"]


def test_a_translated_title_at_its_own_volume_and_page_is_the_work():
    held = record(
        PUBMED, "[Tidal sleep of harbour seals]", "Wang, W", 2015, pmid="31000001", volume="12", pages="45-52"
    )
    ref = reference("港口海豹的潮汐睡眠", "王伟", 2015, pmid="31000001")
    assert resolve_one(World((held,)), ref).identity is Identity.DOUBTFUL
    placed = ref.model_copy(update={"volume": "12", "pages": "45-52"})
    assert resolve_one(World((held,)), placed).identity is Identity.SAME
    elsewhere = ref.model_copy(update={"volume": "12", "pages": "145-152"})
    assert resolve_one(World((held,)), elsewhere).identity is Identity.DOUBTFUL
