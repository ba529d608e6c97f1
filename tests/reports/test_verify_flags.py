"""000's VERIFY heuristics as flags."""

from typing import Any

import pytest

import templates
from reports.verify_flags import Flag, flags_of, flags_with_values
from state.lookup import Author, RegistryName
from state.resolution import Candidate, Discrepancy, Field, Identity, Page, PageState
from tests.reports.sample import record, ref, resolve

RUN = 2026


def flags(identity: Identity = Identity.SAME, *, found: dict[str, Any] | None = None, **printed: Any) -> set[str]:
    reference = ref("en", 1, **printed)
    return {flag.value for flag in flags_of(reference, resolve(reference, identity, **(found or {})), RUN)}


def people(*names: str) -> tuple[Author, ...]:
    return tuple(Author(family=name.rpartition(" ")[2], given=name.rpartition(" ")[0] or None) for name in names)


def test_a_right_reference_has_none() -> None:
    assert flags() == set()


@pytest.mark.parametrize("doi", ["10.1234/xyz", "10.1016/j.abc.12345678", "10.1000/xxxx", "10.1007/0000000000"])
def test_a_doi_that_looks_typed_is_flagged_until_a_registry_holds_it(doi: str) -> None:
    assert "invented_doi_pattern" in flags(Identity.NONE, doi=doi)
    assert "invented_doi_pattern" not in flags(doi=doi)


@pytest.mark.parametrize("doi", ["10.1016/j.cell.2019.05.031", "10.1103/physrevd.108.063017", "10.1093/nar/gkaa1100"])
def test_a_doi_as_publishers_make_them_is_not(doi: str) -> None:
    assert "invented_doi_pattern" not in flags(Identity.NONE, doi=doi)


def test_an_unregistered_doi_is_flagged_by_the_answer_alone() -> None:
    assert "doi_not_registered" in flags(Identity.NONE, found={"doi_unregistered": True})
    assert "doi_not_registered" not in flags(Identity.NONE)


def test_the_doi_of_other_authors_is_flagged_and_not_what_one_registry_alone_says() -> None:
    differs = Discrepancy(field=Field.FIRST_AUTHOR, printed="Smith", recorded="Keller", registry=RegistryName.PUBMED)
    assert "author_doi_pair_suspicious" in flags(found={"discrepancies": (differs,)})
    agreed = differs.model_copy(update={"agreed_by": (RegistryName.CROSSREF,)})
    assert "author_doi_pair_suspicious" not in flags(found={"discrepancies": (agreed,)})


def test_years() -> None:
    differs = Discrepancy(field=Field.YEAR, printed="2001", recorded="1999", registry=RegistryName.PUBMED)
    reference = ref("en", 1)
    found = flags_with_values(reference, resolve(reference, discrepancies=(differs,)), RUN)
    assert found == {Flag.YEAR_DISCREPANCY: "2001/1999"}
    assert "future_year" in flags(year=2027)
    assert "future_year" not in flags(year=2026)
    assert "recent_and_not_found" in flags(Identity.NONE, year=2026)
    assert "recent_and_not_found" not in flags(Identity.NONE, year=2016)
    assert "recent_and_not_found" not in flags(year=2026)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Sleep improves recall by 47.3% in adults", True),
        ("Outcomes in 12843 patients after splints", True),
        ("Type 2 diabetes in 12 villages", False),
        ("The 2008 crisis and after", False),
        ("A cohort of 1999 to 2021", False),
    ],
)
def test_a_number_that_no_title_near_it_has(title: str, expected: bool) -> None:
    assert ("excessive_specificity" in flags(Identity.NONE, title=title)) is expected
    near = Candidate(record=record(ref("en", 1, title=title)), ratio=0.8, author_agrees=False, year_agrees=False)
    assert "excessive_specificity" not in flags(Identity.NONE, title=title, found={"candidates": (near,)})
    assert "excessive_specificity" not in flags(title=title)


def test_placeholders_for_authors() -> None:
    assert "placeholder_authors" in flags(authors=people("A Meyer", "John Doe"))
    assert "placeholder_authors" in flags(authors=(Author(family="张三"),))
    assert "placeholder_authors" not in flags(authors=people("John Doerr", "Jane Dore"))


def test_common_names_are_flagged_only_of_works_that_nobody_has() -> None:
    common = people("J Smith", "K Johnson", "M Brown")
    assert "common_names_only" in flags(Identity.NONE, authors=common)
    assert "common_names_only" not in flags(authors=common)
    assert "common_names_only" not in flags(Identity.NONE, authors=people("X Wang", "Y Li", "Z Zhang"))


def test_details_that_are_missing_are_named() -> None:
    bare = ref("en", 1, doi=None, pmid=None, authors=())
    assert flags_with_values(bare, resolve(bare), RUN) == {Flag.INCOMPLETE_DETAILS: "authors,volume,pages"}
    assert flags(title=None, authors=(), year=None, found={"title_ratio": None}) == set()  # a DOI is enough


def test_a_page_that_is_gone() -> None:
    gone = Page(url="https://example.org/a", state=PageState.GONE)
    assert flags(found={"page": gone}) == {"url_gone"}
    assert flags(found={"page": gone.model_copy(update={"state": PageState.UNKNOWN})}) == set()


def test_no_flag_rests_on_a_service_that_could_not_be_asked() -> None:
    titled = {"title": "Sleep improves recall by 47.3% in adults", "year": 2026}
    assert flags(Identity.UNKNOWN, **titled, found={"doi_unregistered": True}) == set()


@pytest.mark.parametrize("language", templates.LANGUAGES)
def test_every_flag_has_a_sentence(language: str) -> None:
    assert all(f"flags.{flag.value}" in templates.wording(language) for flag in Flag)
