"""The print against the record, field by field."""

import pytest

from state.finding import Severity
from state.resolution import Field, FieldVerdict
from tasks.fetch.discrepancies import checks_of, discrepancies, doi_discrepancy, pmid_discrepancy
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


WHOLE = record(
    CROSSREF, TITLE, "Okafor, Ngozi; Brandt, Lars", doi="10.1000/joint", pmid="101", venue="The Journal of Joints",
    volume="12", issue="3", pages="101-109", years=(2018, 2019),
)  # fmt: skip
PRINTED = {
    "doi": "10.1000/joint", "journal": "J Joints", "volume": "12", "issue": "3", "pages": "101-9"
}  # fmt: skip


def printed(by="Okafor, N; Brandt, L", **changes):
    return reference(TITLE, by, **{**PRINTED, **changes})


def test_a_right_entry_agrees_in_every_field_it_prints():
    entry = printed()
    assert not fields(entry, WHOLE)
    checks = {c.field: c.verdict for c in checks_of(entry, [WHOLE], [WHOLE], ())}
    assert list(checks) == list(Field)
    others = {Field.PMID, Field.ARXIV, Field.ISBN}
    assert {checks[f] for f in Field if f not in others} == {FieldVerdict.AGREES}
    assert {checks[f] for f in others} == {FieldVerdict.NOT_PRINTED}


@pytest.mark.parametrize(
    ("by", "changes", "field", "severity", "detail"),
    [
        ("Okafor, N", {}, Field.AUTHORS, Severity.MEDIUM, "omitted"),
        ("Okafor, N; Brandt, L; Zed, Q", {}, Field.AUTHORS, Severity.MEDIUM, "added"),
        ("Okafor, N; Zed, Q", {}, Field.AUTHORS, Severity.SERIOUS, "others"),
        ("Okafor, N; Brandt, K", {}, Field.AUTHORS, Severity.MINOR, "initials"),
        ("Okafor, B; Brandt, L", {}, Field.AUTHORS, Severity.MEDIUM, "initials"),
        ("Zed, Q; Brandt, L", {}, Field.FIRST_AUTHOR, Severity.SERIOUS, ""),
        (None, {"volume": "13"}, Field.VOLUME, Severity.MEDIUM, ""),
        (None, {"issue": "4"}, Field.ISSUE, Severity.MINOR, ""),
        (None, {"pages": "201-9"}, Field.PAGES, Severity.MEDIUM, ""),
        (None, {"journal": "Nature"}, Field.JOURNAL, Severity.SERIOUS, ""),
        (None, {"year": 2020}, Field.YEAR, Severity.MINOR, "1"),
        (None, {"year": 2024}, Field.YEAR, Severity.SERIOUS, "5"),
    ],
)
def test_one_wrong_field_is_one_discrepancy_of_its_severity(by, changes, field, severity, detail):
    entry = printed(by or "Okafor, N; Brandt, L", **changes)
    found = discrepancies(entry, [WHOLE])
    assert [(d.field, d.severity, d.detail) for d in found] == [(field, severity, detail)]
    differing = [c for c in checks_of(entry, [WHOLE], [WHOLE], found) if c.verdict is FieldVerdict.DIFFERS]
    assert [(c.field, c.severity) for c in differing] == [(field, severity)]


def test_another_first_author_in_a_changed_order_is_told_by_both_fields():
    assert set(fields(printed("Brandt, L; Okafor, N"), WHOLE)) == {Field.FIRST_AUTHOR, Field.AUTHORS}


def test_et_al_omits_nobody():
    assert not fields(printed("Okafor, N", authors_complete=False), WHOLE)


def test_volume_and_pages_of_a_preprint_are_not_compared_with_the_articles():
    preprint = record(OPENALEX, TITLE, "Okafor, Ngozi; Brandt, Lars", venue="arXiv", pages="1-20", volume="1")
    assert not fields(printed(), preprint)
    checks = {c.field: c.verdict for c in checks_of(printed(), [preprint], [preprint], ())}
    assert checks[Field.JOURNAL] is checks[Field.VOLUME] is FieldVerdict.UNDECIDED


def test_a_field_in_which_registries_disagree_agrees_with_the_print():
    other = record(OPENALEX, TITLE, "Okafor, Ngozi; Brandt, Lars", venue="The Journal of Joints", volume="21")
    entry = printed()
    found = discrepancies(entry, [other, WHOLE])
    assert [(d.field, d.agreed_by) for d in found] == [(Field.VOLUME, (CROSSREF,))]
    check = next(c for c in checks_of(entry, [other, WHOLE], [WHOLE], found) if c.field is Field.VOLUME)
    assert (check.verdict, check.registry, check.severity) == (FieldVerdict.AGREES, CROSSREF, None)


def test_what_a_record_does_not_give_is_not_recorded():
    bare = record(CROSSREF, TITLE, "Okafor, Ngozi; Brandt, Lars")
    checks = {c.field: c.verdict for c in checks_of(printed(), [bare], [bare], ())}
    assert checks[Field.PAGES] is checks[Field.JOURNAL] is checks[Field.DOI] is FieldVerdict.NOT_RECORDED


def test_an_isbn_of_ten_digits_is_the_one_of_13():
    book = WHOLE.model_copy(update={"isbns": ("9780000000019",)})
    check = checks_of(printed(isbn="0-00-000001-7"), [book], [book], ())[-1]
    assert (check.field, check.verdict) == (Field.ISBN, FieldVerdict.AGREES)
