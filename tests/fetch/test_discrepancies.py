"""The print against the record, field by field."""

import pytest

from state.resolution import Field
from tasks.fetch.discrepancies import discrepancies, doi_discrepancy, pmid_discrepancy
from tests.fetch.world import CROSSREF, OPENALEX, PUBMED, record, reference

TITLE = "Outcome of joint replacement in adults"
HELD = record(CROSSREF, TITLE, doi="10.1000/joint", pmid="101", venue="The Journal of Joints", venue_short="J Joints")


def fields(ref, *records):
    return {d.field: d for d in discrepancies(ref, records)}


@pytest.mark.parametrize("journal", ["Journal of Joints", "J. Joints", "J Joints", "JOURNAL OF JOINTS", None])
def test_the_same_entry_printed_otherwise_has_no_discrepancy(journal):
    assert not fields(reference(TITLE.upper() + ".", "OKAFOR, N.", journal=journal), HELD)


def test_each_field_that_differs_is_one_discrepancy():
    found = fields(reference("Outcome of hip replacement in adults", "Brandt, L", 2016, journal="Nature"), HELD)
    assert set(found) == {Field.TITLE, Field.FIRST_AUTHOR, Field.YEAR, Field.JOURNAL}
    assert found[Field.TITLE].detail == "-hip +joint"
    assert (found[Field.YEAR].printed, found[Field.YEAR].recorded, found[Field.YEAR].detail) == ("2016", "2019", "3")
    assert (found[Field.FIRST_AUTHOR].printed, found[Field.FIRST_AUTHOR].recorded) == ("Brandt, L", "Okafor, Ngozi")


def test_any_year_of_the_record_agrees_and_one_year_off_is_listed():
    held = HELD.model_copy(update={"years": (2018, 2019)})
    assert not fields(reference(TITLE, year=2018), held)
    assert fields(reference(TITLE, year=2020), held)[Field.YEAR].detail == "1"


def test_registries_that_agree_with_the_print_are_named():
    other = record(PUBMED, TITLE, year=2021, pmid="101")
    found = fields(reference(TITLE, year=2021), HELD, other)
    assert (found[Field.YEAR].registry, found[Field.YEAR].agreed_by) == (CROSSREF, (PUBMED,))


def test_a_blank_field_of_the_record_is_no_discrepancy():
    assert not fields(reference(TITLE, journal="Nature"), record(OPENALEX, TITLE, "", None))


def test_a_left_out_subtitle_is_no_discrepancy():
    held = HELD.model_copy(update={"title": TITLE + ": a randomised trial"})
    assert not fields(reference(TITLE), held)


def test_an_identifier_that_resolves_to_the_work_is_no_discrepancy_even_if_merged():
    assert doi_discrepancy(reference(TITLE, doi="10.1000/merged"), [HELD], "resolves") is None


def test_a_doi_is_compared_with_the_works_own():
    found = doi_discrepancy(reference(TITLE, doi="10.1000/typo"), [HELD], "unregistered")
    assert (found.recorded, found.registry, found.detail) == ("10.1000/joint", CROSSREF, "unregistered")


def test_a_wrong_pmid_of_a_work_without_one_is_listed_without_a_recorded_value():
    bare = record(CROSSREF, TITLE, doi="10.1000/joint")
    assert pmid_discrepancy(reference(TITLE, pmid="999"), [bare], "other_work").recorded == ""
    assert pmid_discrepancy(reference(TITLE, pmid="999"), [bare], "unasked") is None
