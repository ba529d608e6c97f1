"""The scope of a citation as it stands in a paragraph: which spans of the context it becomes."""

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
