"""Which numbers of a text are a claim's, how they are printed, and what they amount to (decisions 2.7)."""

import itertools
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.language import numerals, units
from tasks.language.numbers import NumberKind, find_numbers, parse_number

PRINTED = """
change of −0.42 units | −0.42
45 % of patients | 45%
2.3‰ | 2.3‰
45 percent of | 45 percent
12 mmHg | 12
30 mg/kg | 30
37 °C and 37℃ | 37; 37
随访5 年 | 5
3 个月后 | 3
10%–45% | 10%; 45%
10–45% | 10%; 45%
12–18 mmHg | 12; 18
10% 到 45% 不等 | 10%; 45%
3～5 倍 | 3倍; 5倍
30～40% | 30%; 40%
between 10 and 45% | 10%; 45%
2- to 3-fold | 2-fold; 3-fold
1.2万例 | 1.2万
5万人，3.5亿 | 5万; 3.5亿
1.2 million people | 1.2 million
增长三倍 | 三倍
2.5 倍 | 2.5倍
3-fold, three-fold, threefold, twofold | 3-fold; three-fold; threefold; twofold
twice as many | twice
it doubled and was halved, 翻倍 |
half of the patients | half
the half-life in the first half |
一半的人，半数患者 | 一半; 半数
one third and two-thirds, a third of them | one third; two-thirds; a third
三分之一，百分之二十，千分之三，三成患者 | 三分之一; 百分之二十; 千分之三; 三成
百分之三十五点二 | 百分之三十五点二
1/3 and 12/40 | 1/3; 12/40
a 1:1 ratio | 1:1
120 patients in 3 studies | 120; 3
12,450 people | 12,450
two groups, three arms, 一种, 两组, 三项研究 |
十二个月，二十例，一百二十名 | 十二; 二十; 一百二十
twelve weeks, twenty-five men, two hundred and fifty women | twelve; twenty-five; two hundred and fifty
five percent | five percent
P<0.05 and P = 0.03 | 0.05; 0.03
p值为0.001 | 0.001
n = 48, n=20,P=0.05 | 48; 20; 0.05
OR 1.85 (95% CI 1.20–2.86) | 1.85; 1.20; 2.86
OR=1.85,95%置信区间1.20~2.86 | 1.85; 1.20; 2.86
HR, 0.72; 95% CI, 0.60–0.86; P<.001 | 0.72; 0.60; 0.86; .001
0.72 ± 0.05 | 0.72; 0.05
r=-0.42 | -0.42
(-1.3 to -0.8), -1.3 versus -0.8 | -1.3; -0.8; -1.3; -0.8
3.2×10^5 CFU, 10⁻⁶, 1.2 × 10⁵ | 3.2×10^5; 10⁻⁶; 1.2 × 10⁵
in 1998, since 2010 (2019) |
2015年，2003—2013年，2010年至2018年 |
between 2010 and 2018, from 2010 to 2018, 2010–2018, the 1990s |
4 March 2021, March 4, 2021, March 2020, 2021-03-04, 2021年3月4日 |
1987 patients, A total of 2045 consecutive patients | 1987; 2045
2021年共有1987例 | 1987
Fig. 3, Table 2, Section 3.2, Eq. (3), Figs. 2 and 3, Tables 1–3, Chapter 4 |
图3，表 2，第3章，第二章，公式(3) |
Phase III, phase 2 trial, stage II, grade 3, Ⅲ期, 3级, group 1, type 2 diabetes, 2型糖尿病 |
COVID-19, SARS-CoV-2, H1N1, PM2.5, HbA1c, IL-6, CD8+, CD4+, p53, H2O2, T2DM, α-1, ω-3 |
Windows 10, GPT-4, ResNet-50, F1, ISO 9001, GB/T 7714-2015, SPSS 26.0, SPSS 22.0 software, version 3.2, R 4.1.2 |
SF-36, PHQ-9, 5G, 3D, 5-HT, 5-fluorouracil, miR-21, TGF-β1, BNT162b2, 18F-FDG, 99mTc, 1,25-dihydroxyvitamin D |
first, the 3rd, 第3, 十二指肠, 二十世纪, 十分重要, 百日咳 |
aged 65 years, over 5 years, 60岁以上, at day 28 | 65; 5; 60; 28
18–24 years, a 12-month follow-up, an 18-year-old | 18; 24; 12; 18
BMI 25 kg/m2 | 25
In the intervention group 40 patients | 40
５０％ | ５０％
0·45 | 0·45
increased from 12% to 8% | 12%; 8%
降低了2.5个百分点 | 2.5
增长到一千二百万 | 一千二百万
4 weeks, 8 weeks and 12 weeks | 4; 8; 12
收治的1 256例患者，1 000万新发病例 | 1 256; 1 000万
12 450 people in 2019 and 120 men | 12 450; 120
Phase 3 trials, type 2 patients, visit 3 |
双11期间，20世纪80年代，五五开，工业4.0，twenty-first century |
(2) the second item of 20 | 20
ages 5 and 100 | 5; 100
"""


def _cases() -> list[tuple[str, list[str]]]:
    rows = [line.rsplit("|", 1) for line in PRINTED.strip().splitlines()]
    return [(text.strip(), [part.strip() for part in wanted.split(";") if part.strip()]) for text, wanted in rows]


@pytest.mark.parametrize(("text", "wanted"), _cases(), ids=lambda value: value[:40] if isinstance(value, str) else "")
def test_numbers_are_listed_as_printed(text: str, wanted: list[str]) -> None:
    assert [number.printed for number in find_numbers(text)] == wanted


@pytest.mark.parametrize(
    ("printed", "value", "kind", "quantum", "unit"),
    [
        ("28.4%", "28.4", NumberKind.PERCENT, "0.1", None),
        ("2.3‰", "0.23", NumberKind.PERCENT, "0.01", None),
        ("1.2万", "12000", NumberKind.PLAIN, "1000", None),
        ("3.5亿", "350000000", NumberKind.PLAIN, "10000000", None),
        ("1.2 million", "1200000", NumberKind.PLAIN, "100000", None),
        ("12,450", "12450", NumberKind.PLAIN, "1", None),
        ("三倍", "3", NumberKind.MULTIPLE, "1", None),
        ("twofold", "2", NumberKind.MULTIPLE, "1", None),
        ("百分之三十五点二", "35.2", NumberKind.PERCENT, "0.1", None),
        ("千分之三", "0.3", NumberKind.PERCENT, "0.1", None),
        ("三成", "30", NumberKind.PERCENT, "10", None),
        ("一千二百万", "12000000", NumberKind.PLAIN, "1", None),
        ("12/40", "0.3", NumberKind.FRACTION, "0", None),
        ("3.2×10^5", "320000", NumberKind.PLAIN, "10000", None),
        ("10⁻⁶", "0.000001", NumberKind.PLAIN, "0.000001", None),
        ("−0.42", "-0.42", NumberKind.PLAIN, "0.01", None),
        ("0·45", "0.45", NumberKind.PLAIN, "0.01", None),
        ("5 毫克", "5", NumberKind.PLAIN, "1", "mg"),
        ("12 wks", "12", NumberKind.PLAIN, "1", "week"),
    ],
)
def test_a_printed_number_has_its_value_and_precision(
    printed: str, value: str, kind: NumberKind, quantum: str, unit: str | None
) -> None:
    number = parse_number(printed)
    assert number is not None
    assert (number.value, number.kind, number.quantum, number.unit) == (Decimal(value), kind, Decimal(quantum), unit)


def test_a_citation_marker_to_be_skipped_holds_no_number() -> None:
    text = "as shown [12] in 40 patients"
    assert [n.printed for n in find_numbers(text, skip=((9, 13),))] == ["40"]


def test_small_number_words_are_found_only_when_every_number_is_wanted() -> None:
    assert find_numbers("three patients") == ()
    assert [n.value for n in find_numbers("three patients", every=True)] == [Decimal(3)]
    assert [n.value for n in find_numbers("三例患者", every=True)] == [Decimal(3)]


def test_a_p_value_and_a_comparator_are_recognised() -> None:
    first, second = find_numbers("P < 0.05, OR ≥ 1.5")
    assert (first.kind, first.comparator) == (NumberKind.P_VALUE, "<")
    assert (second.kind, second.comparator) == (NumberKind.PLAIN, "≥")


def test_a_unit_printed_once_after_a_range_holds_for_both() -> None:
    assert [n.unit for n in find_numbers("12–18 mmHg")] == ["mmHg", "mmHg"]


@pytest.mark.parametrize("text", ["十四五", "二三十二", "百", "十十"])
def test_an_ill_formed_chinese_numeral_has_no_value(text: str) -> None:
    assert numerals.chinese_value(text) is None


def test_units_convert_within_their_dimension() -> None:
    assert units.base("mg") == ("mass", Decimal("0.001"))
    assert units.base("year") == ("calendar", Decimal(12))
    assert units.base("mg/kg") is not None
    assert units.base("furlong") is None


MIXED = st.text(alphabet="0123456789.,-–—~%‰/:^×eE 万亿倍年月十百三分之成点halfoncePp<>=[]()（）２％①⁵⁻", max_size=60)


@given(st.text(max_size=80) | MIXED)
def test_finding_numbers_never_fails_and_spans_are_in_order(text: str) -> None:
    numbers = find_numbers(text, every=True)
    assert all(0 <= n.start < n.end <= len(text) for n in numbers)
    assert all(a.end <= b.start for a, b in itertools.pairwise(numbers))
    assert all(n.printed for n in numbers)


@given(st.integers(min_value=1, max_value=10**9))
def test_a_count_in_digits_has_its_value(value: int) -> None:
    number = parse_number(f"{value:,}")
    assert number is not None
    assert number.value == value


@pytest.mark.parametrize("piece", ["1", "1,", "1-", "1/", "1 ", "10^", "一", "a@", "type 1 or ", "2019 and ", " "])
def test_a_long_run_of_anything_is_read(piece: str) -> None:
    find_numbers(piece * 20_000, every=True)
