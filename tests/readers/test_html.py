"""HTML through Pandoc: links into the list, entries with their ids, notes, tables, and bounds."""

import pytest

from state.errors import ManuscriptError
from tasks.readers.contract import MarkKind, Paragraph, ParagraphKind, Target
from tasks.readers.html import pandoc
from tasks.readers.html.reader import HtmlReader

PAGE = """<!DOCTYPE html><html><head><meta charset="utf-8"><title>T</title><style>p{}</style></head><body>
<nav><a href="/">Menu</a></nav>
<h1 id="top">An invented article</h1>
<p>  Known <a href="#ref-1">[1]</a> and<sup><a href="#R2">2</a>,<a href="#R3">3</a></sup>, see
<span class="citation" data-cites="doe2021 roe2020"><a href="#ref-doe2021">(Doe 2021; Roe 2020)</a></span>.<a
href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a>
<code>x[5]</code> H<sub>2</sub>O <b>bold</b><br>line</p>
<p><b>All of it</b></p>
<script>alert("[9]")</script>
<table><tr><th>A</th></tr><tr><td>c <a href="#ref-1">[1]</a></td></tr></table>
<section class="references" role="doc-bibliography"><h2>References</h2>
<ol><li id="ref-1">Doe J. Nothing.</li><li id="R2"><p>Smith S.</p><p>Something. 2020.</p></li></ol>
<div id="ref-doe2021" class="csl-entry" role="doc-biblioentry">Doe 2021.</div></section>
<ul><li><a name="R3"></a>Third</li></ul>
<section role="doc-endnotes"><ol><li id="fn1"><p>The note [4].<a href="#fnref1" role="doc-backlink">back</a></p></li>
</ol></section></body></html>"""


def read(text: str) -> tuple[Paragraph, ...]:
    return HtmlReader().read("a.html", text.encode()).paragraphs


def spans(paragraph: Paragraph, kind: MarkKind) -> list[tuple[str, str]]:
    return [(paragraph.text[mark.start : mark.end], mark.payload) for mark in paragraph.marks if mark.kind is kind]


def test_a_page_is_read_in_order_and_without_what_is_no_text() -> None:
    found = [item for item in read(PAGE) if item.note is None]
    assert [item.line for item in found] == list(range(1, len(found) + 1))
    assert [(item.heading_level, item.text) for item in found] == [
        (1, "An invented article"),
        (None, "Known [1] and2,3, see (Doe 2021; Roe 2020). x[5] H2O bold\nline"),
        (None, "All of it"),
        (None, "A"),
        (None, "c [1]"),
        (2, "References"),
        (None, "Doe J. Nothing."),
        (None, "Smith S. Something. 2020."),
        (None, "Doe 2021."),
        (None, "Third"),
    ]
    assert [item.bold for item in found[:3]] == [False, False, True]
    assert [(item.kind, item.row) for item in found[3:5]] == [
        (ParagraphKind.TABLE, (1, 1)), (ParagraphKind.TABLE, (1, 2)),
    ]  # fmt: skip


def test_links_and_keys_point_to_the_entries() -> None:
    found = read(PAGE)
    text = found[1]
    assert spans(text, MarkKind.LINK) == [("[1]", "#ref-1"), ("2", "#R2"), ("3", "#R3")]
    assert spans(text, MarkKind.SUPERSCRIPT) == [("2,3", "")]
    assert spans(text, MarkKind.SUBSCRIPT) == [("2", "")]
    assert spans(text, MarkKind.CODE) == [("x[5]", "")]
    [citation] = [mark for mark in text.marks if mark.kind is MarkKind.CITATION]
    assert citation.targets == (Target(key="ref-doe2021"), Target(key="roe2020"))
    assert [(item.anchors, item.listed, item.list_number) for item in found if item.listed or "R3" in item.anchors] == [
        (("ref-1",), True, "1."),
        (("R2",), True, "2."),
        (("ref-doe2021",), True, None),
        (("R3",), False, None),
    ]


def test_a_note_follows_its_host() -> None:
    [note] = [item for item in read(PAGE) if item.note is not None]
    assert (note.kind, note.note, note.line) == (ParagraphKind.FOOTNOTE, "1", 2)
    assert note.text.startswith("The note [4].")


def test_the_declared_encoding_is_used() -> None:
    page = '<meta charset="gb2312"><p>前言[1]</p>'
    [paragraph] = HtmlReader().read("a.htm", page.encode("gbk")).paragraphs
    assert paragraph.text == "前言[1]"


@pytest.mark.parametrize("piece", ["<div>", "<blockquote>", "<b>", "<ul><li>"])
def test_deep_nesting_is_refused_in_one_line(piece: str) -> None:
    with pytest.raises(ManuscriptError, match=r"^a\.html: refused") as caught:
        read(piece * 10_000 + "x")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [b"x" * (9 * 1024 * 1024), b"%PDF-1.4", bytes(range(256)) * 10])
def test_what_is_too_much_or_no_text_is_refused(content: bytes) -> None:
    with pytest.raises(ManuscriptError, match=r"^a\.html: "):
        HtmlReader().read("a.html", content)


@pytest.mark.parametrize("content", [b"", b"<", b"<p", b"plain", b"<table><tr>", b"&#xD800;<p>x", b"<nav>" * 2000])
def test_fragments_give_a_value(content: bytes) -> None:
    HtmlReader().read("a.html", content)


def test_where_pandoc_is_missing_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pandoc, "_found", lambda: "/no/such/program")
    with pytest.raises(ManuscriptError, match=r"^a\.html: this format needs the program pandoc") as caught:
        read("<p>x</p>")
    assert "\n" not in str(caught.value)


def test_a_format_that_pandoc_does_not_know_is_an_error_and_no_text() -> None:
    with pytest.raises(ManuscriptError, match="Pandoc cannot read it"):
        pandoc.tree("a.html", b"<p>x</p>", "no-such-format")


def test_time_and_output_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pandoc, "MAX_OUTPUT", 100)
    with pytest.raises(ManuscriptError, match="too much text"):
        read("<p>word</p>" * 100)
    monkeypatch.setattr(pandoc, "TURNS", 0)
    with pytest.raises(ManuscriptError, match="too long"):
        read("<p>word</p>")
