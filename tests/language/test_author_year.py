"""The grammar of author-year citations: what has the form of one, and what cannot be one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.language.author_year import AuthorYear, author_year_markers, defined_abbreviations


def named(text: str) -> list[str]:
    """Each item as `Smith+Jones 2019a`; `et al` after the names as `…`."""
    return [shown(item) for marker in author_year_markers(text) for item in marker.items]


def shown(item: AuthorYear) -> str:
    year = str(item.year) if item.year else item.year_text
    return f"{'+'.join(item.names)}{'…' if item.et_al else ''} {year}{item.suffix if item.year else ''}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(Smith, 2019)", ["Smith 2019"]),
        ("(Smith 2019)", ["Smith 2019"]),
        ("[Smith, 2019]", ["Smith 2019"]),
        ("(Smith & Jones, 2019a, 2019b; see also Brown et al. 2020, p. 4)",
         ["Smith+Jones 2019a", "Smith+Jones 2019b", "Brown… 2020"]),
        ("(Smith, 2018, 2019)", ["Smith 2018", "Smith 2019"]),
        ("(Smith, 2019a–c)", ["Smith 2019a", "Smith 2019b", "Smith 2019c"]),
        ("(Smith 2019a,b)", ["Smith 2019a", "Smith 2019b"]),
        ("(Smith, Jones, & Brown, 2019)", ["Smith+Jones+Brown 2019"]),
        ("(Smith, Jones, Brown, et al., 2019)", ["Smith+Jones+Brown… 2019"]),
        ("(e.g., Smith, 2019; for a review see Jones, 2020)", ["Smith 2019", "Jones 2020"]),
        ("(Smith 2019, Jones et al. 2018 and Brown and White 2017)", ["Smith 2019", "Jones… 2018", "Brown+White 2017"]),
        ("(Smith 2019, LAKES 2014, Jones et al. 2015)", ["Smith 2019", "LAKES 2014", "Jones… 2015"]),
        ("(Smith 2019: 45; 2020: 12)", ["Smith 2019", "Smith 2020"]),
        ("(Smith, J., & Jones, K., 2019; see Brown, A., et al., 2018)", ["Smith+Jones 2019", "Brown… 2018"]),
        ("(J. Smith, 2019; A. B. Jones & C. Brown, 2018)", ["Smith 2019", "Jones+Brown 2018"]),
        ("(Freud, 1899/1999)", ["Freud 1999"]),
        ("(Smith [1776] 1999)", ["Smith 1999"]),
        ("(King Jr., 1963; Dr. Smith, 2019)", ["King 1963", "Smith 2019"]),
        ("(boyd, 2014)", ["boyd 2014"]),
        ("(Smith, in press; Jones, n.d.; Brown, forthcoming)", ["Smith in press", "Jones n.d.", "Brown forthcoming"]),
        ("(“Guidelines for bears,” 2019)", ["Guidelines for bears 2019"]),
        ("(CV, defined as SD/mean; Smith et al., 2007; Jones, 2002)", ["Smith… 2007", "Jones 2002"]),
    ],
)  # fmt: skip
def test_works_in_a_bracket_are_told_apart(text: str, expected: list[str]) -> None:
    assert named(text) == expected


@pytest.mark.parametrize(
    ("text", "expected", "printed"),
    [
        ("as Smith (2019) said", "Smith 2019", "Smith (2019)"),
        ("as Smith and Jones (2019) said", "Smith+Jones 2019", "Smith and Jones (2019)"),
        ("In contrast, Smith et al. (2019) said", "Smith… 2019", "Smith et al. (2019)"),
        ("Yuan et. al (2014) said", "Yuan… 2014", "Yuan et. al (2014)"),
        ("However, Smith, Jones, & Brown (2019) said", "Smith+Jones+Brown 2019", "Smith, Jones, & Brown (2019)"),
        ("by Wang, Li, and Zhang (2020)", "Wang+Li+Zhang 2020", "Wang, Li, and Zhang (2020)"),
        ("Smith's (2019) idea", "Smith 2019", "Smith's (2019)"),
        ("Jones’ (2018) idea", "Jones 2018", "Jones’ (2018)"),
        ("Brown et al.’s (2017) idea", "Brown… 2017", "Brown et al.’s (2017)"),
        ("Smith and co-workers (2007) found", "Smith… 2007", "Smith and co-workers (2007)"),
        ("van der Berg (2019)", "van der Berg 2019", "van der Berg (2019)"),
        ("de la Cruz (2018)", "de la Cruz 2018", "de la Cruz (2018)"),
        ("O’Neil (2017)", "O’Neil 2017", "O’Neil (2017)"),
        ("Müller-Lüdenscheidt (2016)", "Müller-Lüdenscheidt 2016", "Müller-Lüdenscheidt (2016)"),
        ("Nguyễn (2015)", "Nguyễn 2015", "Nguyễn (2015)"),
        ("D. Smith and E. Jones (2019)", "Smith+Jones 2019", "D. Smith and E. Jones (2019)"),
        ("He et al. (2016) and others", "He… 2016", "He et al. (2016)"),
        ("Smith (in press) said", "Smith in press", "Smith (in press)"),
        ("Smith (2019, p. 45) said", "Smith 2019", "Smith (2019, p. 45)"),
        ("Smith [2019] said", "Smith 2019", "Smith [2019]"),
    ],
)
def test_a_narrative_citation_reaches_from_its_first_name_to_the_bracket(
    text: str, expected: str, printed: str
) -> None:
    (marker,) = author_year_markers(text)
    assert marker.narrative
    assert [shown(item) for item in marker.items] == [expected]
    assert text[marker.start : marker.end] == printed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(WHO, 2020; UNESCO, 2015)", ["WHO 2020", "UNESCO 2015"]),
        ("(World Health Organization [WHO], 2020)", ["World Health Organization 2020"]),
        ("World Health Organization (WHO) (2020)", ["World Health Organization 2020"]),
        ("(U.S. Department of Health, 2019)", ["U.S. Department of Health 2019"]),
        ("(Centers for Disease Control and Prevention, 2019)", ["Centers for Disease Control and Prevention 2019"]),
        ("(The World Bank, 2020)", ["World Bank 2020"]),
        ("(R Core Team, 2020)", ["R Core Team 2020"]),
    ],
)
def test_a_group_s_name_is_one_name(text: str, expected: list[str]) -> None:
    assert named(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("（王伟等，2020）", ["王伟… 2020"]),
        ("（王伟，李明，2019；张三，2020）", ["王伟+李明 2019", "张三 2020"]),
        ("（王伟、李明和张三，2019）", ["王伟+李明+张三 2019"]),
        ("(王伟,等,2020)", ["王伟… 2020"]),
        ("（Smith等，2019）", ["Smith… 2019"]),
        ("（参见王伟，2020：45）", ["王伟 2020"]),
        ("（国家卫生和计划生育委员会，2015）", ["国家卫生和计划生育委员会 2015"]),
        ("王伟等（2020）认为", ["王伟… 2020"]),
        ("其中王五等人（2016）的研究", ["王五… 2016"]),
        ("王伟和李明（2019）指出", ["王伟+李明 2019"]),
        ("据王伟（2019）报道", ["王伟 2019"]),
        ("欧阳修（2011）", ["欧阳修 2011"]),
        ("根据Smith等（2019）的研究", ["Smith… 2019"]),
        ("世界卫生组织（2020）指出", ["世界卫生组织 2020"]),
        ("李明（2018，2019）", ["李明 2018", "李明 2019"]),
    ],
)
def test_chinese_citations_are_read(text: str, expected: list[str]) -> None:
    assert named(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(vgl. Müller und Schmidt 2019; Meier u. a. 2016)", ["Müller+Schmidt 2019", "Meier… 2016"]),
        ("(Müller/Schmidt 2019: 45 f.)", ["Müller+Schmidt 2019"]),
        ("(Dupont et Durand, 2018 ; Durand, 2020)", ["Dupont+Durand 2018", "Durand 2020"]),
        ("según García y López (2017)", ["García+López 2017"]),
    ],
)
def test_other_languages_join_names_in_their_own_way(text: str, expected: list[str]) -> None:
    assert named(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "(January 2019)", "(5 May 2019)", "(Figure 2, 2019)", "(N = 2019)", "(since 2010)", "(Version 2019)", "(2019)",
        "from 2010 (2010–2012)", "(Smith, personal communication, 12 March 2019)", "COVID-19 (2020)",
        "the RFC 2019 says",
        "(see https://example.org/2019/05)", "(p < 0.05, n = 45)", "第3章（2019）", "中国（2019）", "（共2019例）",
        "The year 2019 (see Smith)", "[@smith2019]", "(Smith, 54)", "Mean (s.d.)", "", "（2019年5月）",
    ],
)  # fmt: skip
def test_what_cannot_be_a_citation_by_its_words_is_none(text: str) -> None:
    assert author_year_markers(text) == []


def test_what_only_the_list_can_tell_has_the_form() -> None:
    assert named("(Windows 2000) and (Paris, 2015)") == ["Windows 2000", "Paris 2015"]


@pytest.mark.parametrize(
    ("text", "locator"),
    [
        ("(Smith, 2019, p. 4)", "p. 4"), ("(Smith, 2019: 45)", "45"), ("(Smith, 2019, pp. 3–5)", "pp. 3–5"),
        ("(Smith 2018, Chapter 2)", "Chapter 2"), ("(Müller 2019, S. 45 ff.)", "S. 45 ff."),
        ("(Smith, 2019, 45-47)", "45-47"),
        ("(Smith, 2019)", ""), ("（王伟，2020：45）", "45"), ("(Smith 2019, for a review)", ""),
    ],
)  # fmt: skip
def test_the_place_in_the_work_is_kept(text: str, locator: str) -> None:
    (marker,) = author_year_markers(text)
    assert marker.items[0].locator == locator


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("It is so (see also Smith, 2019, for a review).", "(see also Smith, 2019, for a review)"),
        ("It is so (CV, that is SD/mean; Smith, 2019).", "Smith, 2019"),
        ("It is so (see Smith (2019) and Jones et al., 2020).", "(see Smith (2019) and Jones et al., 2020)"),
    ],
)
def test_a_marker_is_its_bracket_unless_the_bracket_says_more(text: str, printed: str) -> None:
    (marker,) = author_year_markers(text)
    assert text[marker.start : marker.end] == printed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Smith et al. 2019", ["Smith… 2019"]),
        ("Smith 2019", ["Smith 2019"]),
        ("See Müller 2019, S. 45; Weber 2018.", ["Müller 2019", "Weber 2018"]),
        ("Smith & Jones, 1953, found it", ["Smith+Jones 1953"]),
        ("They used Windows 2000 there", []),
        ("In Smith 2019 was a good year", []),
    ],
)
def test_without_a_bracket_only_a_clear_form_is_read(text: str, expected: list[str]) -> None:
    assert named(text) == expected


def test_items_know_their_place_in_the_marker() -> None:
    (marker,) = author_year_markers("(Smith, 2018, 2019; Jones, 2020)")
    assert [(item.place, item.siblings) for item in marker.items] == [(0, 3), (1, 3), (2, 3)]


def test_short_names_are_found_where_they_are_defined() -> None:
    text = "The World Health Organization (WHO) and the National Centre for Bears [NCB], but not Big Bears (XYZ)."
    assert defined_abbreviations(text) == {"WHO": "World Health Organization", "NCB": "National Centre for Bears"}


PIECES = st.sampled_from(
    ["(", ")", "[", "]", "（", "）", "Smith", " ", ", ", "; ", "2019", "2019a", "et al.", "&", "and", "王伟", "等",
     "p. 4",
     "in press", "van", "de", "J.", ".", "“", "”", "/", "–", "WHO", "of", "1999/2003", "见", "'s"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=80))
def test_markers_are_in_order_apart_and_inside_the_text(text: str) -> None:
    before = 0
    for marker in author_year_markers(text):
        assert before <= marker.start < marker.end <= len(text)
        before = marker.end
        assert marker.items
        for item in marker.items:
            assert 0 <= item.start < item.end <= len(text)
            assert item.names and all(item.names)


@given(
    st.sampled_from(["Smith", "O’Brien", "van der Berg", "Nguyễn"]),
    st.integers(1500, 2099),
    st.sampled_from(["It was {}.", "{}", "So {} and so"]),
)
def test_a_plain_citation_is_read_wherever_it_stands(family: str, year: int, frame: str) -> None:
    (marker,) = author_year_markers(frame.format(f"({family}, {year})"))
    assert (marker.items[0].names, marker.items[0].year) == ((family,), year)
