"""Identifiers taken out of what is printed around them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.language.identifiers import clean_doi, clean_pmid, is_preprint_doi, is_well_formed_doi, same_doi


@pytest.mark.parametrize(
    ("printed", "doi"),
    [
        ("https://doi.org/10.1000/ABC.1", "10.1000/abc.1"),
        ("doi: 10.1000/abc.", "10.1000/abc"),
        ("DOI:10.1000/a,b", "10.1000/a,b"),
        (
            "10.1002/(SICI)1097-0258(19980815)17:15<1661::AID-SIM968>3.0.CO;2-2",
            "10.1002/(sici)1097-0258(19980815)17:15<1661::aid-sim968>3.0.co;2-2",
        ),
        ("(doi:10.1016/S0140-6736(05)12345-6)", "10.1016/s0140-6736(05)12345-6"),
        ("http://dx.doi.org/10.1000%2Fabc", "10.1000/abc"),
        ("10.1000/abc–12", "10.1000/abc-12"),
        ("no doi", None),
        ("10.12/short", None),
        (None, None),
        ("", None),
    ],
)
def test_a_doi_is_taken_out_bare(printed, doi):
    assert clean_doi(printed) == doi


@pytest.mark.parametrize(
    ("printed", "pmid"),
    [
        ("12345678", "12345678"),
        ("PMID: 123", "123"),
        ("https://pubmed.ncbi.nlm.nih.gov/00123/", "123"),
        ("PMC123", None),
        ("0", None),
        ("123456789", None),
        (None, None),
    ],
)
def test_a_pmid_is_taken_out(printed, pmid):
    assert clean_pmid(printed) == pmid


@given(st.text(max_size=40))
def test_cleaning_is_idempotent(text):
    doi = clean_doi(text)
    assert doi is None or clean_doi(doi) == doi


def test_form_alone_is_judged():
    assert is_well_formed_doi("10.1000/x")
    assert not any(
        map(is_well_formed_doi, (None, "", "10.1000/", "10.1000", "doi:10.1000/x", "10.1000/a b", "11.1000/x"))
    )


def test_arxiv_versions_are_one_doi():
    assert same_doi("10.48550/arXiv.2301.00001v2", "10.48550/arxiv.2301.00001") is True
    assert same_doi("10.1000/a", "10.1000/b") is False
    assert same_doi(None, "10.1000/b") is None
    assert is_preprint_doi("10.1101/2020.01.01") and not is_preprint_doi("10.1000/x")
