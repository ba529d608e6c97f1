"""The printed list of authors against the recorded one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.finding import Severity
from state.lookup import Author
from tasks.language.author_lists import SEVERITY_OF, AuthorListKind, compare_authors
from tasks.language.given_names import given_names_agree
from tasks.language.pinyin import same_surname


def people(text: str) -> tuple[Author, ...]:
    split = [name.partition(", ") for name in text.split("; ")]
    return tuple(Author(family=family, given=given or None) for family, _, given in split)


RECORDED = "Okafor, Ngozi Ada; Brandt, Lars; de la Cruz, María José; Nguyễn, Văn An; Müller-Weiß, Jürgen"


@pytest.mark.parametrize(
    ("printed", "recorded"),
    [
        ("Okafor, N; Brandt, L; Cruz, MJ; Nguyen, VA; Mueller-Weiss, J", RECORDED),
        ("OKAFOR, N.A.; BRANDT, L.; DE LA CRUZ, M.; NGUYEN, V.; MULLER WEISS, J.", RECORDED),
        ("Wang, Wei; Li, Na", "Wei, Wang; Na, Li"),
        ("王伟; 李娜", "Wang, Wei; Li, Na"),
        ("Wang, Xiaoming", "Wang, XM"),
        ("Zhang, J-P", "Zhang, Jianping"),
        ("Smith, Bill; Weber, Hans-Peter", "Smith, William; Weber, H.P."),
        ("Okafor, N; Brandt, L", "Okafor, Ngozi; Joint Study Group; Brandt, Lars"),
        ("Okafor, N; Joint Study Group", "Okafor, Ngozi"),
        ("Okafor, N; others", RECORDED),
        ("van den Berg, J", "Berg, J. van den"),
        ("Smith Jr, J", "Smith, John"),
    ],
)
def test_one_list_printed_two_ways(printed, recorded):
    assert compare_authors(people(printed), people(recorded)).agrees is True


@pytest.mark.parametrize(
    ("printed", "recorded", "kind", "left", "right"),
    [
        ("Okafor, N", "Okafor, Ngozi; Brandt, Lars", "omitted", (), ("Brandt, Lars",)),
        ("Okafor, N; Zed, Q; Brandt, L", "Okafor, Ngozi; Brandt, Lars", "added", ("Zed, Q",), ()),
        ("Brandt, L; Okafor, N", "Okafor, Ngozi; Brandt, Lars", "swapped", ("Brandt, L", "Okafor, N"), None),
        ("Okafor, N; Zed, Q", "Okafor, Ngozi; Brandt, Lars", "others", ("Zed, Q",), ("Brandt, Lars",)),
        ("Okafor, J", "Okafor, Ngozi", "initials", ("Okafor, J",), ("Okafor, Ngozi",)),
        ("Hofman, K", "Hoffmann, Karl", "spelling", ("Hofman, K",), ("Hoffmann, Karl",)),
        ("森野; 森野; 李娜", "Hayashi, Ei; Morino, K", "count", ("李娜",), ()),
        ("王伟; 张三", "Wang, Wei; Li, Na", "others", ("张三",), ("Li, Na",)),
        (
            "Wang, Wei; Wang, Ning; Wang, Lu",
            "Wang, Ning; Wang, Wei; Wang, Lu",
            "swapped",
            ("Wang, Wei", "Wang, Ning"),
            None,
        ),
    ],
)
def test_a_difference_has_a_kind_and_names(printed, recorded, kind, left, right):
    found = compare_authors(people(printed), people(recorded))
    assert (found.agrees, found.kind, found.printed) == (False, kind, left)
    assert right is None or found.recorded == right
    of_first = kind == "initials" and left == ("Okafor, J",)
    assert found.severity is (Severity.MEDIUM if of_first else SEVERITY_OF[AuthorListKind(kind)])


@pytest.mark.parametrize(
    ("printed", "recorded", "severity"),
    [
        ("Okafor, B; Brandt, L", "Okafor, Ngozi; Brandt, Lars", Severity.MEDIUM),
        ("Okafor, Bertha; Brandt, L", "Okafor, Ngozi; Brandt, Lars", Severity.MEDIUM),
        ("Okafor, B; Brandt, K", "Okafor, Ngozi; Brandt, Lars", Severity.MEDIUM),
        ("Okafor, I B; Brandt, L", "Okafor, Ida Greta; Brandt, Lars", Severity.MEDIUM),
        ("Okafor, N; Brandt, K", "Okafor, Ngozi; Brandt, Lars", Severity.MINOR),
        ("Wolkow, J; Brandt, L", "Wolkow, Yuri; Brandt, Lars", Severity.MINOR),
        ("Wolkow, W; Brandt, L", "Wolkow, Viktor; Brandt, Lars", Severity.MINOR),
    ],
)
def test_the_first_author_s_initials_weigh_more_than_others_unless_a_transliteration_explains_them(
    printed, recorded, severity
):
    found = compare_authors(people(printed), people(recorded))
    assert (found.kind, found.severity) == ("initials", severity)


def test_severities_follow_the_kind():
    assert SEVERITY_OF[AuthorListKind.OTHERS] is Severity.SERIOUS
    assert SEVERITY_OF[AuthorListKind.OMITTED] is SEVERITY_OF[AuthorListKind.SWAPPED] is Severity.MEDIUM
    assert SEVERITY_OF[AuthorListKind.INITIALS] is Severity.MINOR
    assert set(SEVERITY_OF) == set(AuthorListKind)


@pytest.mark.parametrize(
    ("printed", "kind"),
    [
        ("Okafor, N", None),
        ("Okafor, N; Brandt, L", None),
        ("Okafor, N; Müller-Weiß, J", None),
        ("Brandt, L", "omitted"),
    ],
)
def test_et_al_stands_for_those_who_follow(printed, kind):
    found = compare_authors(people(printed), people(RECORDED), printed_complete=False)
    assert found.kind == kind


def test_who_comes_after_a_list_that_the_registry_cut_is_undecided():
    found = compare_authors(
        people("Okafor, N; Brandt, L; Zed, Q"), people("Okafor, N; Brandt, L"), recorded_complete=False
    )
    assert found.agrees is None
    assert (
        compare_authors(people("Okafor, N; Zed, Q"), people("Okafor, N; Brandt, L"), recorded_complete=False).agrees
        is False
    )


def test_a_long_record_of_whom_all_are_printed_was_cut():
    names = [Author(family=f"Name{chr(97 + n)}{chr(97 + n)}", given="A") for n in range(20)]
    assert compare_authors(names, names[:12]).agrees is None
    assert compare_authors(names[:13], names[:12]).kind == "added"
    assert compare_authors(names[:12], names).kind == "omitted"


def test_long_lists_are_compared_too():
    names = [Author(family=f"Na{''.join(chr(97 + int(d)) for d in str(n))}", given="A B") for n in range(1000)]
    assert compare_authors(names, names).agrees is True
    omitted = compare_authors([*names[:3], *names[4:]], names)
    assert (omitted.kind, len(omitted.recorded)) == ("omitted", 1)
    assert compare_authors([*names[1:], names[0]], names).kind == "swapped"


def test_nothing_to_compare_is_undecided():
    assert compare_authors((), people(RECORDED)).agrees is None
    assert compare_authors(people(RECORDED), ()).agrees is None
    assert compare_authors(people("WHO"), people(RECORDED)).agrees is None


@pytest.mark.parametrize(
    ("a", "b", "agree"),
    [
        ("J", "John", True), ("JM", "John", True), ("J.", "John Michael", True), ("M", "John Michael", True),
        ("Jean-Luc", "J.-L.", True), ("A", "John", False), ("Alice", "Bob", False), ("Sergey", "Sergei", True),
        ("Wei", "Wenhui", True), ("Maria", "Marco", True), ("Konrad", "Kilian", False), (None, "John", None),
        ("伟", "Wei", None), ("NEC", "Nicholas E.C.", True),
        ("PDdM", "Patricia Diogo de Melo", True), ("AVH", "Bo", False),
    ],
)  # fmt: skip
def test_given_names_and_initials(a, b, agree):
    assert given_names_agree(Author(family="Smith", given=a), Author(family="Smith", given=b)) is agree


def test_an_entry_in_capitals_may_print_a_name_or_initials():
    eva = Author(family="SMITH", given="EVA")
    assert given_names_agree(eva, Author(family="Smith", given="Eva")) is True
    assert given_names_agree(eva, Author(family="Smith", given="Erik Victor Adam")) is True
    assert given_names_agree(eva, Author(family="Smith", given="John")) is False


@pytest.mark.parametrize(
    ("chinese", "latin", "same"),
    [
        ("王伟", "Wang W", True), ("曾伟", "Zeng Wei", True), ("单雄", "Shan X", True), ("吕布", "Lü Bu", True),
        ("吕布", "Lyu Bu", True), ("陳大文", "Chan Tai Man", True),
        ("歐陽娜", "Na Ou-Yang", True), ("朴志", "Park J", True),
        ("张三", "Wang Wei", False), ("诸葛亮", "Li Ming", False), ("森野", "Mori K", None), ("王伟", "Smith J", None),
    ],
)  # fmt: skip
def test_surnames_in_characters_and_in_letters(chinese, latin, same):
    assert same_surname(chinese, latin) is same


author = st.builds(Author, family=st.text(min_size=1, max_size=8), given=st.none() | st.text(min_size=1, max_size=6))
lists = st.lists(author, max_size=6)


@settings(max_examples=60)
@given(lists, lists, st.booleans(), st.booleans())
def test_no_list_breaks_the_comparison_and_a_list_agrees_with_itself(a, b, complete, cut):
    compare_authors(a, b, printed_complete=complete, recorded_complete=cut)
    assert compare_authors(a, a).agrees is not False
