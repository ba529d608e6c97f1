"""The scope of a citation as it stands in a paragraph: which spans of the context it becomes."""

import pytest

from tasks.parse.contexts import Splitter
from tasks.readers.contract import ParagraphKind


def scopes(text: str, *markers: str) -> list[list[str]]:
    """The scope of each marker, sentence by sentence."""
    spans = [(text.index(marker), text.index(marker) + len(marker)) for marker in markers]
    splitter = Splitter(text, ParagraphKind.BODY, spans)
    contexts = [splitter.context(span) for span in spans]
    assert all(context.text[slice(*context.marker)] == m for context, m in zip(contexts, markers, strict=True))
    return [[context.text[start:end] for start, end in context.scope] for context in contexts]


def test_the_sentence_taken_up_belongs_to_the_scope_and_the_citing_one_is_last() -> None:
    text = "Corals grow slowly. Warm water drives the symbionts out. These losses stop the growth [1]. So it goes."
    assert scopes(text, "[1]") == [["Warm water drives the symbionts out.", "These losses stop the growth [1]."]]


def test_two_citations_of_one_paragraph_have_scopes_of_their_own() -> None:
    text = "升温使共生藻大量流失[1]。这种流失会抑制珊瑚的生长[2]。"
    assert scopes(text, "[1]", "[2]") == [["升温使共生藻大量流失[1]。"], ["这种流失会抑制珊瑚的生长[2]。"]]


def test_the_scope_reaches_forward_in_chinese_and_stays_inside_the_context() -> None:
    text = "气温升高。王伟等对四十个珊瑚礁进行了调查[1]。该研究发现幼虫随洋流分布。此外盐度也很重要。"
    assert scopes(text, "[1]") == [["王伟等对四十个珊瑚礁进行了调查[1]。", "该研究发现幼虫随洋流分布。"]]


def test_the_scope_at_the_ends_of_a_paragraph_reaches_no_further() -> None:
    assert scopes("These losses stop the growth [1].", "[1]") == [["These losses stop the growth [1]."]]
    assert scopes("[1]", "[1]") == [["[1]"]]


@pytest.mark.parametrize(
    ("text", "marker", "own"),
    [
        ("We counted 312 beetles. Hallberg and Quist (2018) reported that buds burst. So it goes.", None, 1),
        ("We counted 312 beetles. van der Berg (2018) reported that buds burst.", "van der Berg (2018)", 1),
        ("We counted 312 beetles. [5] describes buds.", "[5]", 1),
        ("We counted 312 beetles.[5] describes buds.", "[5]", 1),
        ("We counted 312 beetles. @hall2018 describe buds.", "@hall2018", 1),
        ("We counted 312 beetles. [hall2018] reported that buds burst.", "[hall2018]", 1),
        ("我们统计了312只步甲。王明和孙丽（2015）认为厚度很大。", "王明和孙丽（2015）", 1),
        ("我们统计了312只步甲。[4]认为厚度很大。", "[4]", 1),
    ],
)
def test_a_sentence_that_begins_with_its_citation_is_whole(text: str, marker: str | None, own: int) -> None:
    [found] = scopes(text, marker or "Hallberg and Quist (2018)")
    assert len(found) == own
    assert found[0].startswith(marker or "Hallberg")


@pytest.mark.parametrize("marker", ["[5]", "Smith (2019)", "(Smith, 2019)"])
def test_a_sentence_that_says_nothing_but_its_citation_takes_in_the_one_before(marker: str) -> None:
    assert scopes(f"Beetles are rare. See also {marker}.", marker) == [["Beetles are rare.", f"See also {marker}."]]


def test_a_sentence_begun_by_names_still_takes_up_nothing_and_one_that_takes_up_does() -> None:
    text = "Warm water drives the symbionts out. These losses stop the growth, as Smith (2019) showed."
    assert len(scopes(text, "Smith (2019)")[0]) == 2
