"""Plain text and Markdown: encodings by their bytes, paragraphs as their author made them, marks of the format."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from tasks.readers.contract import MarkKind, Paragraph, ParagraphKind
from tasks.readers.encoding import decode
from tasks.readers.markdown.reader import MarkdownReader
from tasks.readers.plain import PlainReader

CHINESE = "前言。某类治疗的缓解率报道不一[1]，需要更多研究。"
WESTERN = "Müller fand, daß Größe über Übung geht; naïve café à côté."


@pytest.mark.parametrize(
    ("text", "codec", "expected"),
    [
        (CHINESE, "utf-8", "utf-8"),
        (CHINESE, "utf-8-sig", "utf-8"),
        (CHINESE, "utf-16", "utf-16-le"),
        (CHINESE, "gbk", "gb18030"),
        (CHINESE, "gb18030", "gb18030"),
        (WESTERN, "utf-8", "utf-8"),
        (WESTERN, "cp1252", "cp1252"),
        (WESTERN, "utf-16-be", "utf-16-be"),
        ("plain", "ascii", "utf-8"),
    ],
)
def test_the_encoding_is_told_by_the_bytes(text: str, codec: str, expected: str) -> None:
    decoded = decode("a.txt", text.encode(codec))
    assert (decoded.text, decoded.encoding, decoded.undecodable) == (text, expected, 0)


def test_a_declared_encoding_is_believed_only_where_the_bytes_allow_it() -> None:
    assert decode("a", "Łódź".encode("cp1250"), "windows-1250").text == "Łódź"
    assert decode("a", "Łódź".encode(), "windows-1250").text == "Łódź"
    assert decode("a", WESTERN.encode("cp1252"), "UTF-8").text == WESTERN
    assert decode("a", CHINESE.encode("gbk"), "ISO-8859-1").text == CHINESE
    assert decode("a", WESTERN.encode("cp1252"), "no-such-codec").text == WESTERN


def test_one_broken_byte_does_not_turn_a_file_into_another_encoding() -> None:
    content = CHINESE.encode() * 20 + b"\xff" + CHINESE.encode()
    assert decode("a", content).undecodable == 1
    assert PlainReader().read("a.txt", content).warnings == ("undecodable_characters=1",)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"PK\x03\x04rest", "Word file"),
        (b"%PDF-1.4", "PDF"),
        (bytes(range(256)) * 50, "binary"),
        (b"\x89PNG\r\n\x1a\n", "image"),
        (b"\xff\xfe" + bytes(1000), "not a text file"),
    ],
)
def test_what_is_no_text_is_refused_in_one_line(content: bytes, says: str) -> None:
    with pytest.raises(ManuscriptError, match=says) as caught:
        PlainReader().read("notes.txt", content)
    assert str(caught.value).startswith("notes.txt: ")


def plain(text: str) -> list[tuple[int, str]]:
    return [(item.line, item.text) for item in PlainReader().read("a.txt", text.encode()).paragraphs]


def test_every_line_of_text_is_a_paragraph_with_its_line_number() -> None:
    assert plain("Title\r\n\r\nFirst [1].\rSecond.\n") == [(1, "Title"), (3, "First [1]."), (4, "Second.")]


WRAPPED = """Remission rates between ten and forty-five per cent have been reported for this
kind of treatment in several cohorts [1,2], although the definitions of remission
that were used differ so much that a pooled estimate would have little meaning in
prac-
tice.

The next paragraph stands alone.

References
[1] Smith J, Doe A. A long title of a work that was published in a journal that is
    worth reading. Journal 2019.
[2] Doe A. Another title. Journal 2020.
"""


def test_hard_wrapped_lines_are_joined_and_list_entries_stay_apart() -> None:
    assert [line for line, _ in plain(WRAPPED)] == [1, 7, 9, 10, 12]
    joined = [text for _, text in plain(WRAPPED)]
    assert joined[0].endswith("would have little meaning in prac-tice.")
    assert joined[3].startswith("[1] Smith") and joined[3].endswith("that is worth reading. Journal 2019.")


def test_hard_wrapped_chinese_is_joined_without_spaces() -> None:
    line = "这是一段很长的中文文字它在固定的宽度处被切断并且还要继续下去直到很远的"
    assert plain("\n".join([line, line, line, "结束。"])) == [(1, line * 3 + "结束。")]


def test_a_reference_list_of_long_lines_is_not_taken_for_wrapped_text() -> None:
    entries = [
        f"{number}. Author A, Author B. A title of about the same length as others. Journal" for number in (1, 2, 3)
    ]
    assert [text for _, text in plain("\n".join(entries))] == entries


def markdown(text: str) -> tuple[Paragraph, ...]:
    return MarkdownReader().read("a.md", text.encode()).paragraphs


def marks(paragraph: Paragraph, kind: MarkKind) -> list[tuple[str, str]]:
    return [(paragraph.text[mark.start : mark.end], mark.payload) for mark in paragraph.marks if mark.kind is kind]


def test_front_matter_comments_and_div_fences_are_no_text() -> None:
    found = markdown(
        "---\ntitle: x [9]\n---\n\n# A {#sec:a}\n\n<!-- [8]\n\n[7] -->\n\n::: {#refs}\n:::\n\nb <!-- [6] -->c\n"
    )
    assert [(item.line, item.text, item.heading_level) for item in found] == [(5, "A", 1), (14, "b c", None)]


def test_headings_in_both_spellings() -> None:
    assert [item.heading_level for item in markdown("## A\n\nB\n===\n\nC\n---\n\nd")] == [2, 1, 2, None]


def test_typed_markers_survive_escaped_or_not() -> None:
    [paragraph] = markdown("Known [1], [2,3], \\[4\\], [5–7] and [@key; @other], a_b_c.")
    assert paragraph.text == "Known [1], [2,3], [4], [5–7] and [@key; @other], a_b_c."
    assert [(mark.kind, [target.key for target in mark.targets]) for mark in paragraph.marks] == [
        (MarkKind.CITATION, ["key", "other"])
    ]


def test_a_numbered_definition_stays_text_and_so_do_the_markers() -> None:
    first, second = markdown("Known [1] and [text][a].\n\n[1]: https://doi.org/10.1/x\n\n[a]: http://a.b\n")
    assert (first.text, second.text) == ("Known [1] and text.", "[1]: https://doi.org/10.1/x")
    assert marks(first, MarkKind.LINK) == [("text", "http://a.b")]


def test_entries_on_successive_lines_are_paragraphs_of_their_own() -> None:
    found = markdown("# References\n\n[1] A. *Title*\n    goes on.\n[2] B. [link](http://a.b)\n[3] C.\n")
    assert [(item.line, item.text) for item in found[1:]] == [
        (3, "[1] A. Title goes on."),
        (5, "[2] B. link"),
        (6, "[3] C."),
    ]
    assert marks(found[2], MarkKind.LINK) == [("link", "http://a.b")]


def test_superscripts_subscripts_code_and_formulas_are_marked() -> None:
    [paragraph] = markdown("a^1,2^ b<sup>3</sup> H~2~O ^[4]^ `x[5]` $y_{[6]}$ for $5 and $6")
    assert marks(paragraph, MarkKind.SUPERSCRIPT) == [("1,2", ""), ("3", ""), ("[4]", "")]
    assert marks(paragraph, MarkKind.SUBSCRIPT) == [("2", "")]
    assert marks(paragraph, MarkKind.CODE) == [("x[5]", "")]
    assert marks(paragraph, MarkKind.MATH) == [("y_{[6]}", "")]
    assert paragraph.text.endswith("for $5 and $6")


def test_notes_follow_their_host_in_the_order_of_the_text() -> None:
    found = markdown(
        "One[^b] two.^[inline [9]] Three[^a][^b]\n\n[^a]: A [1]\n[^b]: B\n    goes on\n\n    and on\n\nLast"
    )
    assert [(item.text, item.line, item.kind, item.note) for item in found] == [
        ("One two. Three", 1, ParagraphKind.BODY, None),
        ("B goes on", 1, ParagraphKind.FOOTNOTE, "1"),
        ("and on", 1, ParagraphKind.FOOTNOTE, "1"),
        ("inline [9]", 1, ParagraphKind.FOOTNOTE, "2"),
        ("A [1]", 1, ParagraphKind.FOOTNOTE, "3"),
        ("Last", 9, ParagraphKind.BODY, None),
    ]


def test_lists_tables_and_code_blocks() -> None:
    found = markdown("7. g\n7. h\n\n   more\n- i\n\n|a|b|\n|-|-|\n|c [1]|d|\n\n```r\nx[1]\n```\n\n    y[2]\n")
    assert [(item.text, item.list_number) for item in found[:4]] == [
        ("g", "7."),
        ("h", "8."),
        ("more", None),
        ("i", None),
    ]
    assert [(item.text, item.line) for item in found if item.kind is ParagraphKind.TABLE][2:] == [
        ("c [1]", 9),
        ("d", 9),
    ]
    assert [(item.text, item.line) for item in found if item.kind is ParagraphKind.CODE] == [("x[1]", 12), ("y[2]", 15)]


def test_chinese_lines_are_joined_without_a_space() -> None:
    assert [item.text for item in markdown("第一行\n第二行[1]。\nand more")] == ["第一行第二行[1]。 and more"]


def test_a_paragraph_all_in_bold_says_so() -> None:
    assert [item.bold for item in markdown("**All**\n\n**part** ly")] == [True, False]


@pytest.mark.parametrize(
    "piece",
    ["[", "![", "*a **b ", "`", "$a ", "^a", "[^a]", "^[", "> ", "- ", "<a ", "<!-- ", "\\", "|a", "[a](", "(((("],
)
def test_repeated_openings_are_read_without_a_hang(piece: str) -> None:
    MarkdownReader().read("a.md", (piece * 4000 + "\n\n[^a]: x").encode())


def test_quotes_nested_too_deep_are_reported() -> None:
    assert MarkdownReader().read("a.md", ("> " * 200 + "x").encode()).warnings


@settings(deadline=None, max_examples=150)
@given(st.one_of(st.binary(max_size=400), st.text(st.sampled_from("[]^*_`$~<>-!#|:\\ \n\tab1中"), max_size=200)))
def test_nothing_but_a_manuscript_error_is_raised(content: bytes | str) -> None:
    raw = content if isinstance(content, bytes) else content.encode()
    for reader in (PlainReader(), MarkdownReader()):
        try:
            reading = reader.read("a.md", raw)
        except ManuscriptError:
            continue
        for paragraph in reading.paragraphs:
            assert paragraph.text.strip()
            assert all(0 <= mark.start < mark.end <= len(paragraph.text) for mark in paragraph.marks)
