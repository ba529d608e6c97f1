"""What registries say of a work's other versions."""

import pytest
from lxml import etree

from tasks.registries import arxiv, crossref_work, datacite, europepmc, openalex

ARTICLE, PREPRINT = "10.1000/walks", "10.1101/2021.01.01.1"


def relation(kind: str, *entries: object) -> dict[str, object]:
    return {"DOI": PREPRINT, "title": ["Walks"], "type": "posted-content", "relation": {kind: list(entries)}}


def test_crossref_names_the_article_of_posted_content_and_the_preprints_of_an_article() -> None:
    posted = crossref_work.record_of(relation("is-preprint-of", {"id-type": "doi", "id": "10.1000/WALKS"}))
    assert posted is not None
    assert (posted.is_preprint, posted.preprint_of) == (True, (ARTICLE,))
    article = crossref_work.record_of(
        {"DOI": ARTICLE, "type": "journal-article", "relation": {"has-preprint": [{"id-type": "doi", "id": PREPRINT}]}}
    )
    assert article is not None
    assert (article.is_preprint, article.preprint_of, article.has_preprints) == (False, (), (PREPRINT,))


@pytest.mark.parametrize(("subtype", "expected"), [(None, True), ("preprint", True), ("other", False), ("blog", False)])
def test_posted_content_may_be_something_else(subtype: str | None, expected: bool) -> None:
    found = crossref_work.record_of({"DOI": PREPRINT, "type": "posted-content", "subtype": subtype})
    assert found is not None
    assert found.is_preprint is expected


def related(doi: str, general: str, *rows: dict[str, object]) -> object:
    types = {"resourceTypeGeneral": general}
    attributes = {"doi": doi, "titles": [{"title": "Walks"}], "types": types, "relatedIdentifiers": list(rows)}
    return {"id": doi, "type": "dois", "attributes": attributes}


def test_datacite_names_what_a_preprint_is_a_version_of() -> None:
    row = {"relationType": "IsVersionOf", "relatedIdentifier": ARTICLE, "relatedIdentifierType": "DOI"}
    mine = {"relationType": "IsVersionOf", "relatedIdentifier": "10.48550/arxiv.2101.00002"}
    odd = {"relationType": ["IsVersionOf"], "relatedIdentifier": "10.1000/odd"}
    found = datacite.record_of(related("10.48550/arxiv.2101.00001", "Preprint", row, mine, odd))
    assert found is not None
    assert (found.is_preprint, found.preprint_of) == (True, (ARTICLE,))
    older = datacite.record_of(related("10.48550/arxiv.2101.00001", "Text", row))
    assert older is not None
    assert older.is_preprint
    data = datacite.record_of(related("10.5281/zenodo.1", "Dataset", row))
    assert data is not None
    assert (data.is_preprint, data.preprint_of) == (False, ())


def test_arxiv_names_the_doi_that_its_authors_gave() -> None:
    entry = etree.fromstring(
        b'<entry xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">'
        b"<id>http://arxiv.org/abs/2101.00001v2</id><title>Walks</title><arxiv:doi>10.1000/WALKS</arxiv:doi></entry>"
    )
    found = arxiv.record_of(entry)
    assert found is not None
    assert (found.is_preprint, found.preprint_of) == (True, (ARTICLE,))


def places(doi: str, kind: str, *sources: tuple[str, str]) -> object:
    locations = [{"landing_page_url": page, "source": {"type": of}} for page, of in sources]
    return {"id": "https://openalex.org/W1", "doi": f"https://doi.org/{doi}", "type": kind, "locations": locations}


def test_openalex_holds_versions_as_places_of_one_work() -> None:
    own = (f"https://doi.org/{PREPRINT}", "repository")
    alone = openalex.record_of(places(PREPRINT, "preprint", own))
    both = openalex.record_of(places(PREPRINT, "preprint", own, (f"https://doi.org/{ARTICLE}", "journal")))
    article = openalex.record_of(places(ARTICLE, "article", own, (f"https://doi.org/{ARTICLE}", "journal")))
    kept = openalex.record_of(places(PREPRINT, "preprint", own, ("https://doi.org/10.5281/zenodo.1", "repository")))
    assert alone and both and article and kept
    assert [(r.is_preprint, r.preprint_of, r.has_preprints) for r in (alone, both, article, kept)] == [
        (True, (), ()),
        (False, (ARTICLE,), ()),
        (False, (), (PREPRINT,)),
        (True, (), ()),
    ]


def test_europe_pmc_names_the_other_version_where_its_entry_prints_a_doi() -> None:
    said = {"type": "Preprint of", "source": "MED", "id": "1", "reference": f"J Walks. 2022. doi: {ARTICLE}."}
    bare = {"type": "Preprint of", "source": "MED", "id": "2"}
    posted = {
        "id": "PPR1",
        "source": "PPR",
        "doi": PREPRINT,
        "commentCorrectionList": {"commentCorrection": [said, bare]},
    }
    found = europepmc.record_of(posted)
    assert found is not None
    assert (found.is_preprint, found.preprint_of) == (True, (ARTICLE,))
    article = europepmc.record_of({"id": "1", "source": "MED", "doi": ARTICLE})
    assert article is not None
    assert (article.is_preprint, article.preprint_of) == (False, ())


def test_a_kind_of_date_or_title_that_is_no_word_is_passed_over() -> None:
    entry = related("10.5281/zenodo.1", "Dataset")
    assert isinstance(entry, dict)
    entry["attributes"]["dates"] = [{"date": "2020", "dateType": ["Issued"]}]
    entry["attributes"]["titles"] = [{"title": "Walks", "titleType": ["Subtitle"]}]
    found = datacite.record_of(entry)
    assert found is not None
    assert (found.title, found.years) == ("Walks", ())
