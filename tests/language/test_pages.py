"""Volume, issue and pages in the forms that styles and registries print."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.language.pages import same_issue, same_pages, same_volume


@pytest.mark.parametrize(
    ("printed", "recorded", "same"),
    [
        ("1123-9", "1123–1129", True), ("pp. 1123--29", "1123-1129", True), ("1123", "1123-9", True),
        ("e123", "E123", True), ("S12–S18", "S12-8", True), ("iii-xv", "iii–xv", True), ("vii", "7", True),
        ("Article 103", "103", True), ("103245", "103245", True), ("12:1-12:27", "1-27", True),
        ("第12-19页", "12-19", True), ("345-352, 360", "345-352", True), ("345-52", "345-352", True),
        ("12-19", "12-20", False), ("123-130", "124-130", False), ("1", "5", False), ("S12", "12-19", True),
        ("e123", "e124", False), ("103245", "103254", False),
        ("1-9", "1123-1131", None), ("1-9", "8-16", False), ("1-9", "1123-1140", False),
        ("e0123456", "1-12", None), ("", "1-12", None), (None, "1", None), ("in press", "12", None),
    ],
)  # fmt: skip
def test_pages(printed, recorded, same):
    assert same_pages(printed, recorded) is same
    if (printed, recorded) != ("1-9", "1123-1131"):
        assert same_pages(recorded, printed) is same


def test_pages_of_its_own_in_the_print_are_undecided_and_in_the_record_they_decide():
    assert same_pages("1-9", "1123-1131") is None
    assert same_pages("135-141", "1-7") is False


@pytest.mark.parametrize(
    ("printed", "recorded", "same"),
    [
        ("12", "Vol. 12", True), ("12(3)", "12", True), ("XII", "12", True), ("012", "12", True), ("33-34", "34", True),
        ("12 Suppl 1", "12", True), ("第12卷", "12", True), ("12", "13", False), ("2020", "2021", False),
        ("2020", "12", None), (None, "12", None), ("", "12", None),
    ],
)  # fmt: skip
def test_volumes(printed, recorded, same):
    assert same_volume(printed, recorded) is same
    assert same_volume(recorded, printed) is same


@pytest.mark.parametrize(
    ("printed", "recorded", "same"),
    [
        ("3-4", "3", True), ("3/4", "3-4", True), ("No. 3", "3", True), ("Suppl 1", "S1", True),
        ("1 Suppl", "Suppl. 1", True), ("3 Suppl 1", "3", True), ("Pt 2", "2", True), ("第3期", "3", True),
        ("3", "4", False), ("3-4", "5", False), ("Suppl 1", "Suppl 2", False), ("March", "3", None),
        ("Suppl 1", "3", None),
        (None, "3", None),
    ],
)  # fmt: skip
def test_issues(printed, recorded, same):
    assert same_issue(printed, recorded) is same
    assert same_issue(recorded, printed) is same


@given(st.text(max_size=15), st.text(max_size=15))
def test_no_text_breaks_the_comparison_and_a_text_agrees_with_itself(a, b):
    for same in (same_pages, same_volume, same_issue):
        same(a, b)
        assert same(a, a) in (True, None)


@given(st.integers(1, 9999), st.integers(1, 99))
def test_a_shortened_range_is_the_whole_one(first, length):
    last = str(first + length)
    for cut in range(1, len(last)):
        short = last[cut:]
        if len(str(first)) == len(last) and str(first)[:cut] == last[:cut] and int(short) < first:
            assert same_pages(f"{first}-{short}", f"{first}-{last}") is True
