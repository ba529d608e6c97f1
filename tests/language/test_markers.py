"""The grammar of citation markers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.language.markers import (
    bracket_clusters,
    parse_numbers,
    round_markers,
    square_markers,
    superscript_marker,
    unicode_superscripts,
)


def numbers(text: str) -> list[tuple[int, ...]]:
    return [marker.numbers for marker in square_markers(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("shown [1].", [(1,)]),
        ("shown [1,2].", [(1, 2)]),
        ("shown [1-5].", [(1, 2, 3, 4, 5)]),
        ("shown [1–5].", [(1, 2, 3, 4, 5)]),
        ("shown [1~3].", [(1, 2, 3)]),
        ("shown [1]-[3].", [(1, 2, 3)]),
        ("shown [1] – [3].", [(1, 2, 3)]),
        ("shown [1][2].", [(1,), (2,)]),
        ("shown [1], [2].", [(1,), (2,)]),
        ("shown [1, 4–6, 9].", [(1, 4, 5, 6, 9)]),
        ("所示［１］。", [(1,)]),
        ("所示［１，２］。", [(1, 2)]),
        ("所示[1、3；5]。", [(1, 3, 5)]),
        ("所示【1】。", [(1,)]),
        ("研究[3]Smith认为", [(3,)]),
        ("shown [see 3, 4].", [(3, 4)]),
        ("shown [12, p. 45].", [(12,)]),
        ("shown [3,3,4].", [(3, 4)]),
        ("shown[12].", [(12,)]),
        ("hepatitis B[3] and vitamin D[4]", [(3,), (4,)]),
        ("in 2019 [3]", [(3,)]),
        ("was 45% [3]", [(3,)]),
        ("as [3]and others", [(3,)]),
        ("半衰期约为12 h[1]。", [(1,)]),
        ("interval [0.1, 0.9]", []),
        ("a [95% CI] of", []),
        ("95% CI [1, 5]", []),
        ("x[1] = 3", []),
        ("data_frame[1]", []),
        ("df.iloc[1]", []),
        ("t ∈ [1, 2]", []),
        ("median age was 45 [38–52] years", []),
        ("[1,2,4]triazolo[4,3-a]pyridine", []),
        ("a [2,3]-sigmatropic shift", []),
        ("[18F]FDG", []),
        ("from [0, 1]", []),
        ("[Table 1]", []),
        ("[1 mg]", []),
        ("shown [4:22].", [(4,)]),
        ("shown [2:15-17].", [(2,)]),
        ("shown [4: 22].", [(4,)]),
        ("所示[2：15-17]。", [(2,)]),
        ("shown [1:3; 2:15].", [(1, 2)]),
        ("所示[1]23。", [(1,)]),
        ("研究[1]23例患者", [(1,)]),
        ("x[1:3]", []),
        ("a ratio of [1:3]", []),
        ("MeOH/H2O [1:1]", []),
        ("a gap of [1, 5] mm", []),
        ("it lasted [3–5] days", []),
        ("相距[1, 5] 毫米", []),
        ("as shown [5] mm", [(5,)]),
        ("rivers are old [1, 5].", [(1, 5)]),
        ("given [1, 5] in mice", [(1, 5)]),
        ("研究[1,5]日本学者", [(1, 5)]),
        ("in [1,2] L. casei", [(1, 2)]),
        ("Scale of [1, 2, 3].", []),
        ("the scale of [3]", [(3,)]),
        ("the scale [1, 2]", [(1, 2)]),
        ("(x) in [2, 4]", []),
        ("for x in [2, 4]", []),
        ("f(x) in [2, 4]", []),
        ("as shown in [2, 4]", [(2, 4)]),
        ("vitamin D in [2, 4]", [(2, 4)]),
        ("Eq. [7]", []),
        ("as in eq. [7]", []),
        ("See Table [3]", []),
        ("由式[7]可得", []),
        ("see Eqs. in [7]", [(7,)]),
        ("the equation [7]", [(7,)]),
        ("the Drake Equation [7]", [(7,)]),
        ("代表[3]", [(3,)]),
    ],
)
def test_square_markers(text: str, expected: list[tuple[int, ...]]) -> None:
    assert numbers(text) == expected


def test_a_marker_covers_exactly_what_is_printed() -> None:
    text = "as shown [1]–[3], and［４］"
    assert [text[m.start : m.end] for m in square_markers(text)] == ["[1]–[3]", "［４］"]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("shown [4:22].", "[4:22]"),
        ("所示[1]23-25。", "[1]23-25"),
        ("shown [1, p. 3].", "[1, p. 3]"),
        ("[1]2.5 mm", "[1]"),
    ],
)
def test_a_marker_covers_the_pages_it_names(text: str, printed: str) -> None:
    assert [text[m.start : m.end] for m in square_markers(text)] == [printed]


def test_a_range_above_fifty_is_reported_and_not_expanded() -> None:
    marker = square_markers("shown [1-99, 120]")[0]
    assert marker.numbers == (120,)
    assert marker.wide_range == "1-99"


def test_a_range_of_fifty_is_expanded() -> None:
    assert len(square_markers("shown [1-50]")[0].numbers) == 50


def test_a_reversed_range_is_expanded_and_reported() -> None:
    marker = square_markers("shown [5-3]")[0]
    assert marker.numbers == (5, 4, 3)
    assert marker.reversed_range == "5-3"


def test_round_markers_are_candidates() -> None:
    assert [m.numbers for m in round_markers("shown (1, 3–4) and（５）but not (a) or (0.5)")] == [(1, 3, 4), (5,)]


@pytest.mark.parametrize(
    ("text", "raised", "expected"),
    [
        ("was shown12", "12", (12,)),
        ("was shown.1,2", "1,2", (1, 2)),
        ("was shown3–5", "3–5", (3, 4, 5)),
        ("was shown[7]", "[7]", (7,)),
        ("was shown.12 ", ".12", (12,)),
        ("in COVID-1912", "12", (12,)),
        ("in 20193", "3", (3,)),
        ("疗效显著2", "2", (2,)),
        ("area of 5 m2", "2", None),
        ("volume of 3 cm3", "3", None),
        ("body mass index 25 kg/m2", "2", None),
        ("R2", "2", None),
        ("106", "6", None),
        ("10-3", "-3", None),
        ("the 1st", "st", None),
        ("of 14C", "14", None),
        ("1Department of", "1", None),
        ("0.02(x - 36.57)2", "2", None),
        ("(a+b)3", "3", None),
        ("in mice (wild type)2", "2", (2,)),
        ("shown[1]23", "23", None),
        ("shown[1]23–25", "23–25", None),
        ("shown[n]23", "23", (23,)),
    ],
)
def test_raised_runs(text: str, raised: str, expected: tuple[int, ...] | None) -> None:
    start = text.rindex(raised)
    marker = superscript_marker(text, start, start + len(raised))
    assert (marker.numbers if marker else None) == expected


def test_a_raised_number_inside_a_name_is_none() -> None:
    assert superscript_marker("strain mc27000", 9, 10) is None


def test_unicode_superscripts_under_the_same_conditions() -> None:
    assert [m.numbers for m in unicode_superscripts("was shown¹² and here³⁻⁵, not m² or 10⁻³ or s⁻¹ or ¹⁴C")] == [
        (12,),
        (3, 4, 5),
    ]


def test_markers_with_only_a_comma_between_them_are_one_cluster() -> None:
    text = "shown [1], [2][3] and that [4]"
    markers = square_markers(text)
    assert [[m.numbers[0] for m in group] for group in bracket_clusters(text, markers)] == [[1, 2, 3], [4]]


@given(st.text(alphabet="[]()［］【】0123456789０１,，、;-–~ axs⁻²³.", max_size=60))
def test_reading_markers_never_raises_and_stays_inside_the_text(text: str) -> None:
    for marker in (*square_markers(text), *round_markers(text), *unicode_superscripts(text)):
        assert 0 <= marker.start < marker.end <= len(text)
        assert all(number > 0 for number in marker.numbers)
        assert marker.numbers or marker.wide_range


@given(st.lists(st.integers(1, 900), min_size=1, max_size=8, unique=True))
def test_a_printed_list_of_numbers_reads_back(values: list[int]) -> None:
    parsed = parse_numbers(", ".join(map(str, values)))
    assert parsed is not None
    assert parsed.numbers == tuple(values)
