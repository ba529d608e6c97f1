"""Preprint and published version (001's and the registries' words for them become `Version`s)."""

import pytest

from state.lookup import Notice, NoticeType
from state.resolution import Identity, NoticeState
from tasks.fetch.versions import cites_preprint, cites_published
from tests.fetch.world import (
    ARXIV,
    CROSSREF,
    DATACITE,
    EUROPEPMC,
    OPENALEX,
    World,
    is_down,
    record,
    reference,
    resolve_one,
)

TITLE = "Return times of random walks on harbour maps"
NUMBER, PREPRINT, ARTICLE = "2101.00001", "10.48550/arxiv.2101.00001", "10.1000/walks"
GONE = Notice(type=NoticeType.WITHDRAWAL, registry=ARXIV, asserted_by="arxiv", date="2022-03-01")


def preprint(**more: object):
    return record(ARXIV, TITLE, year=2021, **{"id": NUMBER, "doi": PREPRINT, "is_preprint": True, **more})


def article(**more: object):
    return record(CROSSREF, TITLE, **{"year": 2022, "doi": ARTICLE, "venue": "Annals of Walks", **more})


def told(*records, ref=None, **more: object):
    found = resolve_one(World(records, **more), ref or reference(TITLE, year=2021, arxiv=NUMBER, journal="arXiv"))
    return [(version.kind, version.doi, version.named_by) for version in found.versions]


@pytest.mark.parametrize(
    ("more", "preprint_cited", "published_cited"),
    [
        ({"arxiv": NUMBER}, True, False),
        ({"doi": PREPRINT}, True, False),
        ({"journal": "arXiv preprint arXiv:2101.00001"}, True, False),
        ({"journal": "bioRxiv", "doi": "10.1101/2021.01.01.1"}, True, False),
        ({"journal": "Annals of Walks", "arxiv": NUMBER}, False, True),
        ({"journal": "Annals of Walks", "doi": PREPRINT}, False, True),
        ({"doi": ARTICLE, "arxiv": NUMBER}, False, False),
        ({}, False, False),
    ],
)
def test_which_version_an_entry_cites(more, preprint_cited, published_cited):
    ref = reference(TITLE, **more)
    assert (cites_preprint(ref), cites_published(ref)) == (preprint_cited, published_cited)


def test_a_preprint_whose_server_names_the_article_has_been_published_since():
    assert told(preprint(preprint_of=(ARTICLE,))) == [("published_since", ARTICLE, ARXIV)]
    by_datacite = record(DATACITE, TITLE, year=2021, doi=PREPRINT, is_preprint=True, preprint_of=(ARTICLE,))
    ref = reference(TITLE, year=2021, doi=PREPRINT, journal="arXiv")
    assert told(by_datacite, ref=ref) == [("published_since", ARTICLE, DATACITE)]


def test_an_article_that_names_the_preprint_tells_of_it_too():
    ref = reference(TITLE, year=2021, doi="10.1101/2021.01.01.1", journal="bioRxiv")
    posted = record(CROSSREF, TITLE, year=2021, doi="10.1101/2021.01.01.1", is_preprint=True, preprint_of=(ARTICLE,))
    assert told(posted, ref=ref) == [("published_since", ARTICLE, CROSSREF)]


def test_nothing_is_asked_for_a_version():
    plain, linked = World((preprint(),)), World((preprint(preprint_of=(ARTICLE,)),))
    ref = reference(TITLE, year=2021, arxiv=NUMBER, journal="arXiv")
    for world in (plain, linked):
        resolve_one(world, ref)
    assert plain.queries() == linked.queries()


def test_who_cites_the_article_is_not_told_of_its_publication():
    ref = reference(TITLE, year=2022, doi=ARTICLE, arxiv=NUMBER, journal="Annals of Walks")
    assert told(preprint(preprint_of=(ARTICLE,), doi=ARTICLE), article(), ref=ref) == []


def test_a_preprint_of_which_nothing_else_is_known_has_no_other_version():
    assert told(preprint()) == []


def test_a_withdrawn_preprint_is_a_version_of_its_own_kind():
    assert told(preprint(notices=(GONE,))) == [("withdrawn", PREPRINT, ARXIV)]
    both = told(preprint(notices=(GONE,), preprint_of=(ARTICLE,)))
    assert [kind for kind, _, _ in both] == ["published_since", "withdrawn"]


def test_the_withdrawal_of_its_preprint_does_not_retract_the_article_that_is_cited():
    ref = reference(TITLE, year=2022, doi=ARTICLE, arxiv=NUMBER, journal="Annals of Walks")
    held = (preprint(notices=(GONE,), doi=ARTICLE), article(), record(OPENALEX, TITLE, year=2022, doi=ARTICLE))
    found = resolve_one(World(held), ref)
    assert (found.identity, found.notice_state, found.notices, found.versions) == (
        Identity.SAME,
        NoticeState.NONE,
        (),
        (),
    )


def test_the_retraction_of_the_article_is_told_of_its_preprint_too():
    retraction = Notice(type=NoticeType.RETRACTION, registry=CROSSREF, doi="10.1000/walks.r")
    ref = reference(TITLE, year=2021, arxiv=NUMBER, journal="arXiv")
    found = resolve_one(World((preprint(doi=ARTICLE), article(notices=(retraction,)))), ref)
    assert found.notice_state is NoticeState.RETRACTED
    assert not [version for version in found.versions if version.kind == "withdrawn"]


PUBLISHED_AT = reference(TITLE, year=2021, journal="Proceedings of the Harbour Conference", entry_type="inproceedings")


def test_what_every_required_service_knows_as_a_preprint_only_is_no_publication():
    ref = PUBLISHED_AT.model_copy(update={"doi": "10.1101/2021.01.01.1"})
    posted = record(CROSSREF, TITLE, year=2021, doi="10.1101/2021.01.01.1", is_preprint=True)
    assert [kind for kind, *_ in told(posted, ref=ref)] == ["published_as_preprint"]
    elsewhere = record(EUROPEPMC, TITLE, year=2021, doi="10.1101/2021.01.01.1", is_preprint=True)
    assert told(elsewhere, ref=ref) == []


@pytest.mark.parametrize("silent", [CROSSREF, OPENALEX])
def test_a_preprint_is_not_called_unpublished_while_a_service_is_silent(silent):
    late = reference(TITLE, year=2024, arxiv=NUMBER, journal="Annals of Walks", entry_type="article")
    assert told(preprint(), ref=late) == [("published_as_preprint", PREPRINT, ARXIV)]
    assert told(preprint(), ref=late, down=is_down(silent)) == []


def test_an_article_that_a_service_knows_is_none():
    late = reference(TITLE, year=2024, arxiv=NUMBER, journal="Annals of Walks", entry_type="article")
    assert told(preprint(), article(year=2024), ref=late) == []
