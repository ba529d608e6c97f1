"""The numeric check (decisions 3 "Numbers")."""

import pytest

from state.judgment import NumericCheck
from state.manuscript import Strictness
from tasks.judge import number_check
from tests.judge.making import make_claim

OK, MISS, NA = NumericCheck.OK, NumericCheck.MISS, NumericCheck.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("claim", "numbers", "evidence", "check", "note"),
    [
        ("28% of adults [1].", ["28%"], "in 28.4% of adults", OK, ""),
        ("28.4% of adults [1].", ["28.4%"], "in 28% of adults", OK, "within_5_percent:28%~28.4%"),
        ("31% of adults [1].", ["31%"], "in 28.4% of adults", MISS, "not_found:31%"),
        ("45% of adults [1].", ["45%"], "a proportion of 0.45", OK, ""),
        ("a proportion of 0.45 [1].", ["0.45"], "in 45% of adults", OK, ""),
        ("45% of adults [1].", ["45%"], "45 adults", MISS, "not_found:45%"),
        ("a third of them, one third [1].", ["one third"], "33.3% of them", OK, ""),
        ("百分之二十的患者[1]。", ["百分之二十"], "20.1% of patients", OK, ""),
        ("三分之一的患者[1]。", ["三分之一"], "33% of patients", OK, ""),
        ("约1.2万例[1]。", ["1.2万"], "12,345 cases", OK, ""),
        ("5 mg daily [1].", ["5"], "5000 μg daily", OK, ""),
        ("5 mg daily [1].", ["5"], "5 g daily", MISS, "not_found:5"),
        ("after 12 months [1].", ["12"], "after 1 year", OK, ""),
        ("3-fold [1].", ["3-fold"], "three times higher", OK, ""),
        ("decline of 2.1% [1].", ["2.1%"], "a change of −2.1%", OK, ""),
        ("r = −0.42 [1].", ["−0.42"], "r = 0.42", MISS, "not_found:−0.42"),
        ("P = 0.03 [1].", ["0.03"], "p=0.029", OK, ""),
        ("P = 0.030 [1].", ["0.030"], "p=0.031", MISS, "not_found:0.030"),
        ("15 patients [1].", ["15"], "16 patients", MISS, "not_found:15"),
        ("100 patients [1].", ["100"], "103 patients", OK, "within_5_percent:103~100"),
        ("100 patients [1].", ["100"], "106 patients", MISS, "not_found:100"),
        ("3 patients [1].", ["3"], "three patients", OK, ""),
        ("10% to 45% [1].", ["10%", "45%"], "from 10% to 45%", OK, ""),
        ("10% to 45% [1].", ["10%", "45%"], "from 10% to 30%", MISS, "not_found:45%; found:10%"),
        ("2,140 adults, 31% [1].", ["2,140", "31%"], "2140 adults", MISS, "not_found:31%; found:2,140"),
        ("50% and 31% [1].", ["50%", "31%"], "49% only", MISS, "not_found:31%; within_5_percent:49%~50%"),
        ("120 patients [1].", ["120"], "120 mg", MISS, "not_found:120"),
        ("aged 65 [1].", ["65"], "65 years", OK, ""),
        ("28% [1].", ["28%"], "", MISS, "not_found:28%"),
        ("many [1].", ["lots"], "lots", MISS, "unreadable:lots"),
    ],
)
def test_numbers_are_compared_by_value(
    claim: str, numbers: list[str], evidence: str, check: NumericCheck, note: str
) -> None:
    assert number_check(make_claim(claim, numbers=tuple(numbers)), evidence) == (check, note)


@pytest.mark.parametrize("severity", [Strictness.STANDARD, Strictness.LENIENT])
def test_only_strict_claims_are_checked(severity: Strictness) -> None:
    claim = make_claim("31% [1].", numbers=("31%",), severity=severity)
    assert number_check(claim, "28%") == (NA, "")


def test_a_claim_without_numbers_is_not_checked() -> None:
    assert number_check(make_claim("more often [1]."), "28%") == (NA, "")


def test_the_citation_s_own_number_is_no_number_of_the_claim() -> None:
    claim = make_claim("28% of adults [12].", numbers=("28%",))
    assert number_check(claim, "28% of 12 adults") == (OK, "")


def test_a_number_is_known_as_a_p_value_from_where_it_stands() -> None:
    p_value = make_claim("P = 0.50 [1].", numbers=("0.50",))
    ratio = make_claim("a ratio of 0.50 [1].", numbers=("0.50",))
    assert number_check(p_value, "0.51")[0] is MISS
    assert number_check(ratio, "0.51")[0] is OK
