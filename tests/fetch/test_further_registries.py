"""DataCite, arXiv and Europe PMC on the ladder: when they are asked, and what their answers settle."""

import pytest

from state.lookup import Notice, NoticeType, Query, QueryKind, RegistryName
from state.resolution import AbstractSource, Field, Identity, NoticeState
from tasks.fetch.naming import arxiv_number, names_arxiv, names_datacite, names_preprint
from tests.fetch.world import (
    ARXIV,
    CROSSREF,
    DATACITE,
    DOI,
    EUROPEPMC,
    LONG,
    OPENALEX,
    PUBMED,
    S2,
    World,
    is_down,
    record,
    reference,
    resolve_one,
)

TITLE = "Return times of random walks on maps of harbours"
CLINICAL = "Chewing gum and length of stay of patients after bowel surgery"
ZENODO = "10.5281/zenodo.42"
NUMBER = "2101.00015"


def asked(world: World, registry: RegistryName) -> list[Query]:
    return [query for query in world.queries() if query.registry is registry]


def preprint(title: str = TITLE, year: int = 2019, **more: object):
    values: dict[str, object] = {"id": NUMBER, "doi": f"10.48550/arxiv.{NUMBER}", "abstract": LONG}
    return record(ARXIV, title, year=year, **(values | more))


# DataCite


def test_a_doi_that_only_datacite_holds_is_found_there_and_not_called_its_agencys():
    world = World((record(DATACITE, TITLE, doi=ZENODO, abstract=LONG),), {ZENODO: "DataCite"})
    found = resolve_one(world, reference(TITLE, doi=ZENODO))
    assert (found.identity, found.record.registry) == (Identity.SAME, DATACITE)
    assert (found.evidence.source, found.notice_state) == (AbstractSource.DATACITE, NoticeState.NONE)
    assert not found.discrepancies
    assert [query.kind for query in asked(world, DOI)] == [QueryKind.AGENCY]
    assert not asked(world, S2)


def test_datacite_is_not_asked_for_what_crossref_holds():
    for title in (TITLE, "Something else altogether about lighthouses"):
        world = World((record(CROSSREF, title, doi="10.1000/joint", abstract=LONG),))
        resolve_one(world, reference(TITLE, doi="10.1000/joint"))
        assert not asked(world, DATACITE)


def test_datacite_settles_what_openalex_has_wrong():
    held = (
        record(OPENALEX, "Another paper's title", "Brandt, L", 2001, doi=ZENODO),
        record(DATACITE, TITLE, doi=ZENODO),
    )
    found = resolve_one(World(held), reference(TITLE, doi=ZENODO))
    assert (found.identity, found.record.registry) == (Identity.SAME, DATACITE)


@pytest.mark.parametrize("silent", [CROSSREF, OPENALEX])
def test_datacite_settles_a_doi_while_another_is_silent(silent):
    world = World((record(DATACITE, TITLE, doi=ZENODO),), down=is_down(silent))
    assert resolve_one(world, reference(TITLE, doi=ZENODO)).identity is Identity.SAME


def test_a_doi_of_another_agency_waits_for_datacites_answer():
    ref, handles = reference(TITLE, doi="10.16999/a"), {"10.16999/a": "ISTIC"}
    assert resolve_one(World((), handles), ref).identity is Identity.AGENCY_ONLY
    silent = resolve_one(World((), handles, down=is_down(DATACITE)), ref)
    assert silent.identity is Identity.UNKNOWN
    assert [note.query.registry for note in silent.unavailable] == [DATACITE]


def test_a_doi_that_nobody_holds_is_unregistered_only_after_datacite():
    ref = reference(TITLE, doi="10.1000/typo")
    assert resolve_one(World(), ref).identity is Identity.NONE
    assert resolve_one(World(down=is_down(DATACITE)), ref).identity is Identity.UNKNOWN


def test_a_missing_abstract_of_a_repositorys_work_is_datacites():
    held = (record(OPENALEX, TITLE, doi=ZENODO), record(DATACITE, TITLE, doi=ZENODO, abstract=LONG))
    world = World(held)
    assert resolve_one(world, reference(TITLE, doi=ZENODO)).evidence.source is AbstractSource.DATACITE
    assert not asked(world, S2)


def test_found_nowhere_needs_datacite_where_its_repository_is_named():
    ref = reference(TITLE, journal="Zenodo")
    assert resolve_one(World(), ref).identity is Identity.NONE
    assert resolve_one(World(down=is_down(DATACITE)), ref).identity is Identity.UNKNOWN
    assert resolve_one(World((record(DATACITE, TITLE, doi=ZENODO),)), ref).identity is Identity.SAME
    assert resolve_one(World(down=is_down(DATACITE)), reference(TITLE, journal="Maps")).identity is Identity.NONE


# arXiv


@pytest.mark.parametrize(
    "print_",
    [
        {"arxiv": f"{NUMBER}v2"},
        {"doi": f"10.48550/arxiv.{NUMBER}"},
        {"url": f"https://arxiv.org/abs/{NUMBER}"},
        {"journal": f"arXiv preprint arXiv:{NUMBER}"},
    ],
)
def test_a_number_at_arxiv_settles_a_reference_alone(print_):
    world = World((preprint(),))
    found = resolve_one(world, reference(TITLE, **print_))
    assert (found.identity, found.record.registry) == (Identity.SAME, ARXIV)
    assert (found.evidence.source, found.discrepancies) == (AbstractSource.ARXIV, ())
    assert not [q for q in world.queries() if q.kind is QueryKind.TITLE]
    assert not asked(world, DATACITE)
    assert [q.value for q in asked(world, ARXIV)] == [NUMBER]


def test_a_number_of_another_preprint_is_found_out():
    held = (preprint("Spectra of planets around small stars", abstract=None),)
    invented = resolve_one(World(held), reference(TITLE, "Brandt, L", 2011, arxiv=NUMBER))
    assert invented.identity is Identity.OTHER_NOWHERE
    exists = (*held, record(CROSSREF, TITLE, "Brandt, L", 2011, doi="10.1000/walks"))
    found = resolve_one(World(exists), reference(TITLE, "Brandt, L", 2011, arxiv=NUMBER))
    assert (found.identity, found.elsewhere.doi) == (Identity.OTHER_EXISTS, "10.1000/walks")
    silent = resolve_one(World(held, down=is_down(ARXIV)), reference(TITLE, "Brandt, L", 2011, arxiv=NUMBER))
    assert silent.identity is Identity.UNKNOWN


def test_a_wrong_number_beside_the_right_doi_is_a_discrepancy():
    held = (record(CROSSREF, TITLE, doi="10.1000/walks"), preprint("Spectra of planets around small stars"))
    found = resolve_one(World(held), reference(TITLE, doi="10.1000/walks", arxiv=NUMBER))
    assert found.identity is Identity.SAME
    assert [(d.field, d.detail) for d in found.discrepancies] == [(Field.ARXIV, "other_work")]
    absent = resolve_one(World(held[:1]), reference(TITLE, doi="10.1000/walks", arxiv=NUMBER))
    assert [(d.field, d.detail) for d in absent.discrepancies] == [(Field.ARXIV, "not_found")]
    silent = resolve_one(World(held, down=is_down(ARXIV)), reference(TITLE, doi="10.1000/walks", arxiv=NUMBER))
    assert not silent.discrepancies


PUBLISHED = record(CROSSREF, TITLE, year=2022, doi="10.1000/walks", venue="Annals of Walks", abstract=LONG)


def test_the_published_version_is_looked_for_where_the_year_is_not_the_preprints():
    ref = reference(TITLE, year=2022, arxiv=NUMBER, journal="Annals of Walks")
    found = resolve_one(World((preprint(), PUBLISHED)), ref)
    assert (found.identity, found.record.doi, found.discrepancies) == (Identity.SAME, "10.1000/walks", ())
    silent = resolve_one(World((preprint(), PUBLISHED), down=is_down(CROSSREF)), ref)
    assert silent.identity is Identity.UNKNOWN
    alone = resolve_one(World((preprint(),)), ref)
    assert (alone.identity, [d.field for d in alone.discrepancies]) == (Identity.SAME, [Field.YEAR])


def test_versions_of_one_work_are_not_compared_with_each_other():
    linked = preprint("Return times of random walks on harbour maps", doi="10.1000/walks")
    world = World((linked, PUBLISHED))
    of_article = resolve_one(world, reference(TITLE, year=2022, doi="10.1000/walks", arxiv=NUMBER))
    assert (of_article.record.registry, of_article.discrepancies) == (CROSSREF, ())
    of_preprint = resolve_one(world, reference(linked.title, year=2019, arxiv=NUMBER))
    assert (of_preprint.record.registry, of_preprint.discrepancies) == (ARXIV, ())


def test_a_withdrawn_preprint_is_noticed():
    gone = Notice(type=NoticeType.WITHDRAWAL, registry=ARXIV, asserted_by="arxiv")
    found = resolve_one(World((preprint(notices=(gone,)),)), reference(TITLE, arxiv=NUMBER))
    assert (found.notices, found.notice_state) == ((gone,), NoticeState.RETRACTED)


def test_found_nowhere_needs_arxiv_where_it_is_named():
    ref = reference(TITLE, journal="arXiv preprint")
    assert resolve_one(World(), ref).identity is Identity.NONE
    assert resolve_one(World(down=is_down(ARXIV)), ref).identity is Identity.UNKNOWN
    assert resolve_one(World((preprint(),)), ref).identity is Identity.SAME


# Europe PMC


def test_europe_pmc_stands_in_for_a_pubmed_that_could_not_be_asked():
    held = (record(PUBMED, CLINICAL, pmid="101", abstract=LONG), record(EUROPEPMC, CLINICAL, pmid="101", abstract=LONG))
    found = resolve_one(World(held, down=is_down(PUBMED)), reference(CLINICAL, pmid="101"))
    assert (found.identity, found.record.registry) == (Identity.SAME, EUROPEPMC)
    well = World(held)
    resolve_one(well, reference(CLINICAL, pmid="101"))
    assert not asked(well, EUROPEPMC)


def test_europe_pmc_never_answers_for_pubmed_that_a_work_is_another_or_absent():
    for held in ((), (record(EUROPEPMC, "Spectra of planets", "Brandt, L", 1999, pmid="101"),)):
        found = resolve_one(World(held, down=is_down(PUBMED)), reference(CLINICAL, pmid="101"))
        assert found.identity is Identity.UNKNOWN
        assert PUBMED in {note.query.registry for note in found.unavailable}


def test_a_preprint_that_only_europe_pmc_has_is_found_there():
    ref = reference(CLINICAL, journal="medRxiv preprint")
    held = (record(EUROPEPMC, CLINICAL, doi="10.1101/2023.01.01.1", abstract=LONG),)
    assert resolve_one(World(held), ref).identity is Identity.SAME
    assert resolve_one(World(held, down=is_down(EUROPEPMC)), ref).identity is Identity.UNKNOWN
    article = World()
    resolve_one(article, reference(CLINICAL, journal="Annals of Surgery"))
    assert not asked(article, EUROPEPMC)


def test_a_missing_abstract_is_sought_at_europe_pmc_before_semantic_scholar():
    held = (
        record(CROSSREF, CLINICAL, doi="10.1101/2023.01.01.1"),
        record(EUROPEPMC, CLINICAL, doi="10.1101/2023.01.01.1", abstract=LONG),
        record(S2, CLINICAL, doi="10.1101/2023.01.01.1", abstract=LONG),
    )
    world, ref = World(held), reference(CLINICAL, doi="10.1101/2023.01.01.1")
    assert resolve_one(world, ref).evidence.source is AbstractSource.EUROPEPMC
    assert not asked(world, S2)
    silent = resolve_one(World(held[:2], down=is_down(EUROPEPMC)), ref)
    assert silent.evidence.source is AbstractSource.NONE
    assert [note.query.registry for note in silent.unavailable] == [EUROPEPMC]


def test_what_pubmed_has_described_is_not_asked_of_europe_pmc_again():
    world = World((record(PUBMED, CLINICAL, pmid="101"),))
    resolve_one(world, reference(CLINICAL, pmid="101"))
    assert not asked(world, EUROPEPMC)


# What a reference names


def test_what_a_reference_names_is_read_from_where_it_stands():
    assert arxiv_number(reference(TITLE, arxiv="math.GT/0309136v1")) == "math/0309136"
    assert arxiv_number(reference(TITLE, journal="Journal of 2101.00015")) is None
    assert arxiv_number(reference(TITLE, url="https://example.org/abs/2101.00015")) is None
    assert names_arxiv(reference(TITLE, journal="CoRR"))
    assert not names_arxiv(reference(TITLE, journal="Annals of Walks"))
    assert names_datacite(reference(TITLE, doi="10.6084/m9.figshare.1"))
    assert names_datacite(reference(TITLE, url="https://zenodo.org/records/42"))
    assert not names_datacite(reference(TITLE, doi="10.1000/a", journal="Annals of Walks"))
    assert names_preprint(reference(TITLE, journal="bioRxiv"))
    assert names_preprint(reference(TITLE, doi="10.1101/2023.01.01.1"))
    assert not names_preprint(reference(TITLE, journal="Annals of Walks"))
