"""PMCIDs, ISBNs, ISSNs, bibcodes and WHO's handles, taken out of what people print around them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.language.identifiers import clean_bibcode, clean_isbn, clean_issn, clean_pmcid, clean_who_iris


@pytest.mark.parametrize(
    ("text", "pmcid"),
    [
        ("PMC1234567", "PMC1234567"),
        ("PMCID: PMC 1234567.", "PMC1234567"),
        ("pmcid:1234567", "PMC1234567"),
        ("https://pmc.ncbi.nlm.nih.gov/articles/PMC1234567/", "PMC1234567"),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC0012345/pdf", "PMC12345"),
        ("PMC0", None),
        ("1234567", None),
        ("RPMC12", None),
        ("", None),
        (None, None),
    ],
)
def test_a_pmcid_is_taken_out_of_what_is_around_it(text: str | None, pmcid: str | None) -> None:
    assert clean_pmcid(text) == pmcid


@pytest.mark.parametrize(
    ("text", "isbn"),
    [
        ("ISBN 0-306-40615-2", "9780306406157"),
        ("978-3-16-148410-0 (pbk)", "9783161484100"),
        ("080442957X", "9780804429573"),
        ("0-306-40615-3", None),
        ("978-3-16-148410-1", None),
        ("12345", None),
        (None, None),
    ],
)
def test_an_isbn_of_either_length_becomes_one_of_thirteen(text: str | None, isbn: str | None) -> None:
    assert clean_isbn(text) == isbn


@pytest.mark.parametrize(
    ("text", "issn"),
    [
        ("ISSN 0378-5955", "0378-5955"),
        ("2434561x", "2434-561X"),
        ("0378\u20115955 (print)", "0378-5955"),
        ("0378-5956, 2434-561X", "2434-561X"),
        ("0378-5956", None),
        ("10378-5955", None),
        ("pages 1234-1240", None),
        (None, None),
    ],
)
def test_an_issn_counts_with_a_right_check_digit(text: str | None, issn: str | None) -> None:
    assert clean_issn(text) == issn


@given(st.integers(0, 9_999_999))
def test_every_number_of_seven_digits_has_one_issn(number: int) -> None:
    digits = f"{number:07d}"
    found = {clean_issn(f"{digits[:4]}-{digits[4:]}{last}") for last in "0123456789X"} - {None}
    assert len(found) == 1


@pytest.mark.parametrize(
    ("text", "bibcode"),
    [
        ("2019InvAs..12...45M", "2019InvAs..12...45M"),
        ("https://ui.adsabs.harvard.edu/abs/2016A%26A...594A..13P/abstract", "2016A&A...594A..13P"),
        ("ADS: 1998AJ....116.1009R.", "1998AJ....116.1009R"),
        ("2019arXiv190500001M", "2019arXiv190500001M"),
        ("2019InvAs..12...45", None),
        ("2019InvAs..12...456MX", None),
        ("a word and another", None),
        (None, None),
    ],
)
def test_a_bibcode_has_nineteen_characters(text: str | None, bibcode: str | None) -> None:
    assert clean_bibcode(text) == bibcode
    assert bibcode is None or len(bibcode) == 19


@pytest.mark.parametrize(
    ("text", "handle"),
    [
        ("10665/330001", "10665/330001"),
        ("https://iris.who.int/handle/10665/330001", "10665/330001"),
        ("https://apps.who.int/iris/handle/10665/330001.", "10665/330001"),
        ("https://apps.who.int/iris/bitstream/handle/10665/330001/9789240000000-eng.pdf", "10665/330001"),
        ("http://hdl.handle.net/10665/330001", "10665/330001"),
        ("https://iris.who.int/bitstream/handle/10665/330001/x.pdf?sequence=1", "10665/330001"),
        ("https://example.org/10665/330001", None),
        ("https://iris.who.int/", None),
        (None, None),
    ],
)
def test_a_handle_of_whos_repository_is_taken_out_of_its_addresses(text: str | None, handle: str | None) -> None:
    assert clean_who_iris(text) == handle


@given(st.text(max_size=60))
def test_no_text_makes_the_identifiers_raise(text: str) -> None:
    for clean in (clean_pmcid, clean_isbn, clean_issn, clean_bibcode, clean_who_iris):
        found = clean(text)
        assert found is None or clean(found) == found
