"""Names: the same person printed otherwise, and what cannot be decided."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from state.lookup import Author
from tasks.language.names import is_group, same_author, same_family, same_first_author


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Müller", "Mueller"), ("Müller", "Muller"), ("MÜLLER", "müller"), ("Weiß", "Weiss"), ("Sørensen", "Sorensen"),
        ("Sørensen", "Soerensen"), ("Łukasz", "Lukasz"), ("van der Berg", "Berg"), ("Van den Berg", "Vandenberg"),
        ("de la Cruz", "Delacruz"), ("O'Brien", "OBrien"), ("O’Brien", "O'Brien"), ("Smith-Jones", "Smith Jones"),
        ("García Márquez", "Garcia"), ("Jones-Smith", "Smith"), ("Wang 0003", "Wang"), ("Smith Jr.", "Smith"),
        ("Özdemir", "Ozdemir"), ("Nguyễn", "Nguyen"), ("王", "王"),
    ],
)  # fmt: skip
def test_one_family_name_printed_two_ways(a, b):
    assert same_family(a, b) is True
    assert same_family(b, a) is True


@pytest.mark.parametrize(
    ("a", "b"), [("Li", "Lin"), ("Wang", "Wong"), ("Smith", "Smyth"), ("王", "李"), ("Berg", "Bergman")]
)
def test_two_family_names(a, b):
    assert same_family(a, b) is False


@pytest.mark.parametrize(("a", "b"), [("王", "Wang"), ("Иванов", "Ivanov"), ("", "Smith"), ("…", "Smith")])
def test_what_cannot_be_decided(a, b):
    assert same_family(a, b) is None


def names(*texts: str) -> tuple[Author, ...]:
    split = (text.partition(", ") for text in texts)
    return tuple(Author(family=family, given=given or None) for family, _, given in split)


@pytest.mark.parametrize(
    ("printed", "recorded", "verdict"),
    [
        (names("Okafor, N", "Brandt, L"), names("Okafor, Ngozi"), True),
        (names("Brandt, L"), names("Okafor, Ngozi", "Brandt, Lena"), False),
        (names("Wei, Wang"), names("Wang, Wei"), True),
        (names("Wang Wei"), names("Wang, W"), True),
        (names("NM, Okafor"), names("Okafor, Ngozi M"), True),
        (names("LM, Okafor"), names("Okafor, Ngozi M"), False),
        (names("Wei Wang"), names("Wang, Wei"), True),
        (names("Ngozi Okafor"), names("Okafor, N"), True),
        (names("王伟"), names("王, 伟"), True),
        (names("王伟"), names("李, 伟"), False),
        (names("王伟"), names("Wang, Wei"), True),
        (names("王伟"), names("Wei, Wang"), True),
        (names("王伟"), names("Li, Wei"), False),
        (names("王伟"), names("Okafor, N"), None),
        (names("歐陽娜"), names("Ouyang, Na"), True),
        ((), names("Okafor, N"), None),
        (names("Okafor, N"), (), None),
        (names("et al."), names("Okafor, N"), None),
        (names("WHO"), names("World Health Organization"), True),
        (names("World Health Organization"), names("WHO"), True),
        (names("Joint Study Group"), names("Okafor, N", "Joint Study Group"), True),
        (names("Joint Study Group"), names("Okafor, N"), None),
        (names("Okafor, N"), names("Joint Study Group", "Okafor, Ngozi"), True),
        (names("Okafor, N"), names("Joint Study Group"), None),
    ],
)
def test_the_first_author_agrees_or_not(printed, recorded, verdict):
    assert same_first_author(printed, recorded) is verdict


def test_groups_are_known_by_their_words():
    assert all(is_group(a) for a in names("Joint Study Group", "WHO", "中华医学会", "European Society of Surgery"))
    assert not any(is_group(a) for a in names("Okafor, N", "Wang Wei", "王伟"))


@given(st.text(max_size=20), st.text(max_size=20))
def test_no_name_breaks_the_comparison(a, b):
    assert same_family(a, b) == same_family(b, a)
    assert same_family(a, a) in (True, None)
    if a and b:
        same_author(Author(family=a), Author(family=b, given=a))
