import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import templates
from reports.formats import render_all
from templates.escaping import link_target, link_text, markdown, one_line, spaced
from tests.reports.sample import snapshot

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
NASTY = st.text(alphabet=st.sampled_from(list("ab 1.[]()<>!*_`|#-+=~&;:\\/\"'\n\t$^{}@%汉，")), max_size=40)


def shown(text: str) -> str:
    """The words a reader of Markdown shows for a cell that holds `text`, tags removed; fails on any markup in it."""
    html = READER.render(f"| a | b |\n|---|---|\n| {text} | end |\n")
    cells = re.findall(r"<td>(.*?)</td>", html, re.DOTALL)
    assert len(cells) == 2, html
    assert cells[1] == "end"
    cells[0] = cells[0].replace("<!-- -->", "")  # not shown: it keeps a mail address text
    assert "<" not in cells[0], html
    for entity, char in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        cells[0] = cells[0].replace(entity, char)
    return cells[0]


@given(NASTY)
def test_a_cell_shows_the_words_and_nothing_but_the_words(text: str) -> None:
    assert shown(markdown(text)) == one_line(text)


@given(NASTY)
def test_a_list_item_a_heading_and_a_quotation_stay_what_they_are(text: str) -> None:
    html = READER.render(f"- {markdown(text)}\n\n## {markdown(text)} end\n\n> {markdown(text)}\n")
    html = html.replace("<!-- -->", "")
    assert re.findall(r"</?([a-z0-9]+)", html) == [
        *("ul", "li", "li", "ul"),
        *("h2", "h2"),
        *("blockquote", *(("p", "p") if one_line(text) else ()), "blockquote"),
    ]


@given(NASTY)
def test_a_link_leads_where_it_says(text: str) -> None:
    html = READER.render(f"x [{link_text(text)}](https://doi.org/{link_target(text)}) y")
    if one_line(text):
        assert html.count("<a href=") == 1
        assert html.startswith('<p>x <a href="https://doi.org/')
        assert html.endswith("</a> y</p>\n")


@given(st.text())
def test_any_text_becomes_one_line_without_controls(text: str) -> None:
    line = one_line(text)
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", line)
    line.encode("utf-8")


@pytest.mark.parametrize(
    "text", ["[21,22,29]", "p < 0.05", "10.1000/ab_cd", "a - b", "95% CI 1.2–3.4", "颞下颌关节（TMJ）"]
)
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert markdown(text) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("see https://example.org/a_b", "see https:\\//example.org/a_b"),
        ("ftp://example.org", "ftp:\\//example.org"),
        ("WWW.example.org", "WWW\\.example.org"),
        ("to who.else@example.org", "to who.else<!-- -->@example.org"),
        ("Nature @ 2019", "Nature @ 2019"),
    ],
)
def test_an_address_in_a_manuscript_stays_text(text: str, written: str) -> None:
    assert markdown(text) == written
    assert READER.renderInline(markdown(text)).replace("<!-- -->", "") == text


def test_terminal_sequences_do_not_reach_the_terminal() -> None:
    assert one_line("a\x1b[31mred\x1b]0;title\x07") == "a[31mred]0;title"


def test_pieces_keep_the_space_between_them() -> None:
    assert spaced("one ") + spaced("two") == "one two"
    assert spaced(" ") == " "
    assert spaced("") == ""


@pytest.mark.parametrize("language", templates.LANGUAGES)
def test_no_report_lets_the_manuscript_or_a_registry_write_markup(language: str) -> None:
    for name, content in render_all(snapshot(language)).items():
        html = READER.render(content.decode())
        assert "<script" not in html, name
        assert "<img" not in html, name
        assert 'href="javascript' not in html, name
        assert 'href="http://evil.example' not in html, name
        rows = re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
        for table in re.findall(r"<table>(.*?)</table>", html, re.DOTALL):
            widths = {len(re.findall(r"<t[hd]", row)) for row in re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)}
            assert len(widths) == 1, name
        assert rows or "|" not in content.decode().replace("\\|", "").replace(" | ", "")
