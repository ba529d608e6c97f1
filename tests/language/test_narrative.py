"""Citations that are words of their sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.language.narrative import names_in, opens_sentence, without_names


@pytest.mark.parametrize(
    ("printed", "names"),
    [
        ("Hallberg and Quist (2018)", "Hallberg and Quist"),
        ("García-Pérez and van der Berg (2020, p. 305)", "García-Pérez and van der Berg"),
        ("van der Berg et al. [12]", "van der Berg et al."),
        ("O’Connor et al. (2021)", "O’Connor et al."),
        ("王明和孙丽（2015）", "王明和孙丽"),
        ("[5]", ""),
        ("(Smith, 2019)", ""),
        ("Smith, 2019; but see Jones, 2020", ""),
        ("@garcia2020", ""),
        ("12", ""),
        ("", ""),
    ],
)
def test_the_names_before_the_bracket_are_words(printed: str, names: str) -> None:
    assert names_in(printed) == names


def test_only_what_follows_the_names_is_taken_out() -> None:
    assert without_names("See Smith (2019) and [5].", [(4, 16), (21, 24)]) == [(9, 16), (21, 24)]


def test_a_marker_opens_its_sentence_where_words_follow_and_none_go_before() -> None:
    assert opens_sentence("“[5] describes it", (1, 4))
    assert not opens_sentence("See [5] for it", (4, 7))
    assert not opens_sentence("[5].", (0, 3))


@given(st.text(max_size=80))
def test_names_are_the_beginning_of_what_is_printed(printed: str) -> None:
    assert printed.startswith(names_in(printed))
