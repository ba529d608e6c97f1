"""Citations of Pandoc, Quarto and Manubot in Markdown, and what the YAML header says of works."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from state.manuscript import SourceRole
from tasks.readers.contract import Mark, MarkKind, Paragraph, Target
from tasks.readers.markdown.reader import MarkdownReader


def read(text: str, name: str = "a.md") -> tuple[Paragraph, ...]:
    return MarkdownReader().read(name, text.encode()).paragraphs


def citations(text: str) -> list[tuple[str, list[Target]]]:
    return [
        (paragraph.text[mark.start : mark.end], list(mark.targets))
        for paragraph in read(text)
        for mark in paragraph.marks
        if mark.kind is MarkKind.CITATION
    ]


def keys(text: str) -> list[str]:
    return [target.key for _, targets in citations(text) for target in targets]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x [@a].", [Target(key="a")]),
        ("x [see @a, pp. 3-4; also *cf.* @b2020].", [
            Target(key="a", prefix="see", suffix="pp. 3-4"), Target(key="b2020", prefix="also cf."),
        ]),
        ("Known to A [-@a, ch. 2].", [Target(key="a", suffix="ch. 2", in_text=True)]),
        ("@a found it.", [Target(key="a", in_text=True)]),
        ("As @a [p. 33] found.", [Target(key="a", suffix="p. 33", in_text=True)]),
        ("As @a [p. 33; @b] found.", [Target(key="a", suffix="p. 33", in_text=True), Target(key="b")]),
        ("x [@a, @b].", [Target(key="a"), Target(key="b")]),
        ("x [see @b, -@c].", [Target(key="b", prefix="see"), Target(key="c", in_text=True)]),
        ("参见[@a；@b]。", [Target(key="a"), Target(key="b")]),
        ("x [@doi:10.1002/(SICI)1097(1998)17:15/16<1661::AID-SIM968>3.0.CO;2-2; @b]", [
            Target(key="doi:10.1002/(SICI)1097(1998)17:15/16<1661::AID-SIM968>3.0.CO;2-2"), Target(key="b"),
        ]),
        ("x [@a;].", [Target(key="a")]),
        ("x [@{https://example.org/a;b}].", [Target(key="url:https://example.org/a;b")]),
        ("x [@doi:10.1000/X(93)1-a, fig. 2].", [Target(key="doi:10.1000/X(93)1-a", suffix="fig. 2")]),
        ("x [@pmid:123; @arxiv:1407.3561v1; @pubmed:7].", [
            Target(key="pmid:123"), Target(key="arxiv:1407.3561v1"), Target(key="pmid:7"),
        ]),
        ("by @doi:10.1000/abc.", [Target(key="doi:10.1000/abc", in_text=True)]),
        ("x [@tag:own-name].", [Target(key="tag:own-name")]),
        ("x [@王伟2020].", [Target(key="王伟2020")]),
        ("x [@smith_2020a:b.c].", [Target(key="smith_2020a:b.c")]),
        ("x ^[@a]^", [Target(key="a")]),
    ],
)  # fmt: skip
def test_what_is_cited(text: str, expected: list[Target]) -> None:
    assert [target for _, targets in citations(text) for target in targets] == expected


def test_the_text_keeps_the_citation_as_it_was_written() -> None:
    assert [printed for printed, _ in citations("One [see @a, p. 3; @b] and @c [p. 4].")] == [
        "[see @a, p. 3; @b]",
        "@c [p. 4]",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "write to a.b@example.org or <c@d.org>",
        r"an escaped \@key and \@ref(fig:x)",
        "`@key` and `[@key]`",
        "```\n[@key]\n```",
        "$@key$ and $[@key]$",
        "see @fig:one, [@fig:two; @tbl:three], @eq:x, @sec:methods",
        "see @fig-one and @tbl-two and [@sec-three]",
        "[@name](https://example.org/@name)",
        "https://example.org/@name/posts",
        "<!-- [@key] -->",
        "a @ b and @, and @.",
    ],
)
def test_what_is_no_citation(text: str) -> None:
    assert keys(text) == []


def test_a_typed_number_behind_a_name_is_a_marker_of_its_own() -> None:
    [(printed, targets)] = citations("As @smith2020 [1] said.")
    assert (printed, targets[0].suffix) == ("@smith2020", "")


def test_a_cross_reference_among_citations_is_left_out() -> None:
    assert keys("x [@a; @fig:b; @c]") == ["a", "c"]


def test_citations_in_notes_tables_headings_and_html() -> None:
    text = "# H [@h]\n\nx[^n] ^[in [@i]]\n\n|a|\n|-|\n|[@t]|\n\n<div>y [@d]</div>\n\n[^n]: note [@n]\n"
    assert keys(text) == ["h", "n", "i", "t", "d"]


HEADER = """---
title: "A: B"
bibliography: [refs.bib, "more/refs.json"]
nocite: |
  @unused, @{other}
references:
- id: doe2021
  type: article-journal
  title: An invented study of nothing
  author:
  - family: Doe
    given: Jane
  issued:
  - year: 2021
  container-title: Journal of Nothing
  DOI: 10.1000/nothing
---

x [@doe2021]
"""


def test_a_header_names_bibliographies_works_and_what_is_listed_uncited() -> None:
    reading = MarkdownReader().read("part/a.md", HEADER.encode())
    assert reading.uncited == ("unused", "other")
    [work] = reading.references
    assert (work.id, work.title, work.year, work.doi) == (
        "doe2021", "An invented study of nothing", 2021, "10.1000/nothing",
    )  # fmt: skip
    assert work.authors[0].family == "Doe"
    found = MarkdownReader().companions("part/a.md", HEADER.encode())
    assert [(one.candidates, one.role) for one in found] == [
        (("part/refs.bib",), SourceRole.BIBLIOGRAPHY),
        (("part/more/refs.json",), SourceRole.BIBLIOGRAPHY),
    ]


@pytest.mark.parametrize(
    "path", ["../refs.bib", "/etc/passwd", "C:/x.bib", "a/../../b.bib", "|cat x", "http://a.b/c.bib"]
)
def test_a_bibliography_outside_of_the_folder_is_not_asked_for(path: str) -> None:
    assert MarkdownReader().companions("a.md", f"---\nbibliography: '{path}'\n---\n".encode()) == ()


@pytest.mark.parametrize("header", ["a: &x [1]\nb: *x", "a: [" * 5000, "\t- x: {", "!!python/object:os.system {}"])
def test_a_header_that_is_hostile_or_broken_is_said_to_be_unread(header: str) -> None:
    reading = MarkdownReader().read("a.md", f"---\n{header}\n---\n\ntext\n".encode())
    assert reading.references == ()
    assert [item.text for item in reading.paragraphs] == ["text"]
    assert reading.warnings in (("header_unreadable=1",), ())


def test_aliases_are_refused() -> None:
    text = "---\na: &x [1]\nnocite: '@b'\nb: *x\n---\n\ntext\n"
    reading = MarkdownReader().read("a.md", text.encode())
    assert (reading.warnings, reading.uncited) == (("header_unreadable=1",), ())


def test_a_broken_header_still_names_its_bibliography() -> None:
    text = "---\nbibliography: refs.bib\nauthor: A: B: C\n---\n\nx\n"
    assert MarkdownReader().companions("a.md", text.encode())[0].candidates == ("refs.bib",)
    assert MarkdownReader().read("a.md", text.encode()).warnings == ("header_unreadable=1",)


def test_tags_of_manubot_are_works_with_their_identifiers() -> None:
    text = (
        "x [@tag:one] and [@tag:two]\n\n[@tag:one]: doi:10.1000/One\n[tag:two]: pmid:42\n[@three]: url:https://a.b/c\n"
    )
    reading = MarkdownReader().read("a.md", text.encode())
    assert [(item.id, item.doi, item.pmid, item.url, item.line) for item in reading.references] == [
        ("tag:one", "10.1000/one", None, None, 3),
        ("tag:two", None, "42", None, 4),
        ("three", None, None, "https://a.b/c", 5),
    ]
    assert [item.text for item in reading.paragraphs] == ["x [@tag:one] and [@tag:two]"]


def test_entries_of_a_refs_div_are_listed_under_their_names() -> None:
    text = "# R\n\n::: {#refs .references}\n::: {#ref-doe2021 .csl-entry}\nDoe J. Nothing. 2021.\n:::\n:::\n\nafter\n"
    found = read(text)
    assert [(item.text, item.listed, item.anchors) for item in found[1:]] == [
        ("Doe J. Nothing. 2021.", True, ("ref-doe2021",)),
        ("after", False, ()),
    ]


def test_twenty_thousand_citations_are_read() -> None:
    assert len(keys("Known [@a; @b, p. 3].\n\n" * 10_000)) == 20_000


@pytest.mark.parametrize("piece", ["[@a ", "@", "@a", "@{", "[@a;", "@a [", "[[@a]", "-@", "@a:", "[-@a, "])
def test_repeated_openings_end(piece: str) -> None:
    MarkdownReader().read("a.md", (piece * 2400).encode())


@settings(deadline=None, max_examples=150)
@given(st.text(st.sampled_from("@[]{};,:-.()a1 \n`$^\\"), max_size=120))
def test_marks_lie_inside_of_their_text_and_name_something(text: str) -> None:
    try:
        found = read(text)
    except ManuscriptError:
        return
    marks: list[tuple[Paragraph, Mark]] = [(paragraph, mark) for paragraph in found for mark in paragraph.marks]
    for paragraph, mark in marks:
        assert 0 <= mark.start < mark.end <= len(paragraph.text)
        assert mark.kind is not MarkKind.CITATION or all(target.key for target in mark.targets)
        assert mark.kind is not MarkKind.CITATION or mark.targets
