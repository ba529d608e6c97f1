"""Which sentences a citation is offered for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.language.scope import REACH, WEIGHTS, scope_of, signs


def taken(sentences: str, *, here: int = 1, citations: tuple[int, ...] = ()) -> list[int]:
    """The sentences that belong; they are divided by bars, and by default only the citing one cites."""
    parts = [part.strip() for part in sentences.split("|")]
    return list(scope_of(parts, here, citations or tuple(int(index == here) for index in range(len(parts)))))


ALONE = [
    "Corals bleach when the water warms. | Growth stops above thirty degrees in most reefs of the northern coast, and "
    "it seldom starts again.",
    "Corals bleach when the water warms. | However, some colonies of the inner lagoon kept their symbionts for more "
    "than four months of heat.",
    "Heat is harmful. | It has been reported that larvae of the inner lagoon settle later when the salt content of the "
    "water is low.",
    "We counted larvae on tiles. | This study of forty reefs showed that the settlement of larvae follows the currents "
    "of the southern gulf.",
    "气温逐年升高。 | 珊瑚在三十度以上停止生长。",
    "气温逐年升高。 | 此外，盐度降低也会影响珊瑚幼虫的附着。",
    "我们统计了幼虫数量。 | 本研究结果表明幼虫随洋流分布。",
]
WITH_THE_ONE_BEFORE = [
    "Warm water drives the symbionts out. | These losses stop the growth of the colony.",
    "Larvae settle either on rock or on old shells. | The latter are rare in the gulf.",
    "The reef at the cape was closed in 1987. | This closure has doubled the number of groupers.",
    "Miller counted forty reefs. | They found that growth stopped above thirty degrees in every one of the colonies "
    "that were watched through the summer.",
    "Growth stopped above thirty degrees. | See also",
    "Growth stopped above thirty degrees, as shown by Miller et al. | and by the group at the cape in later years.",
    "The loss of symbionts was larger in the lagoon (Miller et al. | 2011).",
    "王伟对四十个珊瑚礁进行了调查。 | 他们发现三十度以上珊瑚停止生长。",
    "升温使共生藻大量流失。 | 这种流失会抑制珊瑚的生长。",
]


@pytest.mark.parametrize("sentences", ALONE)
def test_the_citing_sentence_stands_alone(sentences: str) -> None:
    assert taken(sentences) == [1]


@pytest.mark.parametrize("sentences", WITH_THE_ONE_BEFORE)
def test_a_sentence_that_rests_on_the_one_before_takes_it_in(sentences: str) -> None:
    assert taken(sentences) == [0, 1]


@pytest.mark.parametrize(
    "sentences",
    [
        "Miller counted forty reefs. | They found that growth stopped above thirty degrees.",
        "王伟对四十个珊瑚礁进行了调查。 | 他们发现三十度以上珊瑚停止生长。",
        "升温使共生藻大量流失。 | 这种流失会抑制珊瑚的生长。",
    ],
)
def test_a_sentence_with_a_citation_of_its_own_is_not_taken_for_a_beginning(sentences: str) -> None:
    assert taken(sentences, citations=(1, 1)) == [1]


def test_a_chain_is_followed_as_far_back_as_the_context_reaches() -> None:
    chain = "Water warms. | These changes harm algae. | These losses harm corals. | These harms last."
    assert taken(chain, here=3) == [1, 2, 3]
    assert REACH == 2


@pytest.mark.parametrize(
    "after",
    ["该研究发现幼虫随洋流分布。", "其结果显示盐度影响附着。", "他们还指出升温有害。", "该团队进一步证实了上述规律。"],
)
def test_what_the_one_study_just_cited_found_goes_on_in_the_next_chinese_sentence(after: str) -> None:
    sentences = f"王伟等对四十个珊瑚礁进行了调查。|{after}|气温逐年升高。"
    assert taken(sentences, here=0) == [0, 1]
    assert taken(sentences, here=0, citations=(1, 1, 0)) == [0], "it cites something itself"
    assert taken(sentences, here=0, citations=(2, 0, 0)) == [0], "which of the two studies is meant?"


def test_what_the_authors_of_the_manuscript_found_is_not_taken_for_the_cited_study() -> None:
    assert taken("本研究沿用王伟的方法。|结果显示盐度影响附着。", here=0) == [0]
    assert taken("与本研究不同，王伟等未观察到变化。|其结果显示盐度影响附着。", here=0) == [0]


def test_an_english_sentence_behind_the_citation_is_left_out() -> None:
    assert taken("Miller counted forty reefs. | They also found algae. | So it goes.", here=0) == [0]


def test_a_sentence_cut_in_the_wrong_place_is_taken_whole() -> None:
    assert taken(
        "Growth stopped early in the survey of Miller et al. | in the northern lagoon. | So it goes.", here=0
    ) == [
        0,
        1,
    ]


@given(st.lists(st.text(max_size=80), min_size=1, max_size=8), st.data())
def test_the_scope_is_one_piece_around_the_citing_sentence(sentences: list[str], data: st.DataObject) -> None:
    here = data.draw(st.integers(0, len(sentences) - 1))
    citations = data.draw(st.lists(st.integers(0, 3), min_size=len(sentences), max_size=len(sentences)))
    found = scope_of(sentences, here, citations)
    assert here in found
    assert found.step == 1
    assert max(0, here - REACH) <= found[0]
    assert found[-1] <= min(len(sentences) - 1, here + 1)


@given(st.text(max_size=200), st.text(max_size=200), st.booleans())
def test_every_sign_has_a_weight_and_a_size_between_0_and_1(before: str, sentence: str, cited: bool) -> None:
    found = signs(before, sentence, cited=cited)
    assert list(found) == list(WEIGHTS)
    assert all(0 <= size <= 1 for size in found.values())
