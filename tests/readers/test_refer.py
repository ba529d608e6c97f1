"""Refer, EndNote's import format: records of CNKI, Google Scholar and old libraries; any bytes are safe."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from tasks.readers.contract import Entries
from tasks.readers.records.refer import ReferReader

FULL = """%0 Journal Article
%A 张三
%A 李四
%T 某类治疗的缓解率
研究
%J 中华医学杂志
%D 2020
%V 12
%N 3
%P 100-110
%@ 1234-5678
%R 10.1000/ABC
%U https://example.org/a
%W CNKI

%0 Book Section
%A Doe, Jane
%E Roe, Richard
%T A chapter
%B A book
%D 2001
%@ 978-3-16-148410-0
%F doe2001
"""


def read(text: str) -> Entries:
    return ReferReader().read("refs.enw", text.encode())


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "gbk"])
def test_records_are_read_with_all_their_fields(codec: str) -> None:
    found = ReferReader().read("refs.enw", FULL.replace("\n", "\r\n").encode(codec))
    article, chapter = found.references
    assert (found.broken, found.warnings, article.line, chapter.line) == ((), (), 1, 16)
    assert (article.title, article.journal) == ("某类治疗的缓解率 研究", "中华医学杂志")
    assert [person.family for person in article.authors] == ["张三", "李四"]
    assert (article.year, article.volume, article.issue, article.pages) == (2020, "12", "3", "100-110")
    assert (article.doi, article.url, article.id) == ("10.1000/abc", "https://example.org/a", "entry-1")
    assert (chapter.id, chapter.title, chapter.journal, chapter.isbn) == (
        "doe2001",
        "A chapter",
        "A book",
        "9783161484100",
    )
    assert (chapter.first_author, [person.family for person in chapter.editors]) == ("Doe", ["Roe"])


def test_records_without_types_begin_behind_an_empty_line() -> None:
    found = read("%T One\n%A Doe, J\n\n%T Two\n%D 1999\n\n%C Nowhere\n")
    assert [(item.title, item.year) for item in found.references] == [("One", None), ("Two", 1999)]
    assert [(item.line, item.reason) for item in found.broken] == [(7, "unparsed")]


@pytest.mark.parametrize(
    ("text", "authors", "editors", "journal"),
    [
        ("%0 Edited Book\n%A Doe, J\n%T T", [], ["Doe"], None),
        ("%0 Book\n%A Doe, J\n%E Roe, R\n%B Series\n%T T", ["Doe"], [], None),
        ("%0 Book\n%E Roe, R\n%T T", [], ["Roe"], None),
        ("%0 Thesis\n%A Doe, J\n%T T\n%B Department", ["Doe"], [], None),
        ("%0 Conference Proceedings\n%A Doe, J\n%T T\n%B Proceedings", ["Doe"], [], "Proceedings"),
    ],
)
def test_the_type_says_who_edits_and_what_contains(
    text: str, authors: list[str], editors: list[str], journal: str | None
) -> None:
    [found] = read(text).references
    assert ([person.family for person in found.authors], found.journal) == (authors, journal)
    assert [person.family for person in found.editors] == editors


PIECES = [
    "%0 Book",
    "%T A",
    "%A Doe, J",
    "%A 张三等",
    "%D 2019",
    "%R 10.1000/x",
    "%",
    "%% x",
    "x",
    "",
    "%F k",
    "%J J",
    "%0",
]


@settings(deadline=None, max_examples=150)
@given(
    st.binary(max_size=300)
    | st.lists(st.sampled_from(PIECES), max_size=30).map(lambda lines: "\n".join(lines).encode())
)
def test_nothing_but_a_manuscript_error_is_raised(content: bytes) -> None:
    try:
        found = ReferReader().read("a.enw", content)
    except ManuscriptError as error:
        assert "\n" not in str(error)
        return
    ids = [item.id for item in found.references]
    assert len(ids) == len(set(ids))
