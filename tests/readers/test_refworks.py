"""RefWorks' tagged format: every record is a reference or a broken entry; any bytes are safe."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from tasks.readers.contract import Entries
from tasks.readers.records.refworks import RefworksReader

FULL = """Refworks Export Tagged Format
RT=Reference Type
*****

RT Journal Article
SR 1
ID 7
A1 张三;李四
T1 某类治疗的缓解率
研究
JF 中华医学杂志
YR 2020
VO 12
IS 3
SP 100
OP 110
DO 10.1000/ABC
SN 1234-5678

RT Book, Section
A1 Doe, Jane
T1 A chapter
A2 Roe, Richard
T2 A book
YR 2001
SN 978-3-16-148410-0

RT Journal Article
SR 1
"""


def read(text: str) -> Entries:
    return RefworksReader().read("refs.txt", text.encode())


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "gbk"])
def test_records_are_read_with_all_their_fields(codec: str) -> None:
    found = RefworksReader().read("refs.txt", FULL.replace("\n", "\r\n").encode(codec))
    article, chapter = found.references
    assert [(item.line, item.reason) for item in found.broken] == [(28, "unparsed")]
    assert (article.id, article.title, article.journal) == ("7", "某类治疗的缓解率 研究", "中华医学杂志")
    assert [person.family for person in article.authors] == ["张三", "李四"]
    assert (article.year, article.volume, article.issue, article.pages) == (2020, "12", "3", "100-110")
    assert (article.doi, article.isbn, article.line) == ("10.1000/abc", None, 5)
    assert (chapter.title, chapter.journal, chapter.isbn) == ("A chapter", "A book", "9783161484100")
    assert (chapter.first_author, [person.family for person in chapter.editors]) == ("Doe", ["Roe"])


@pytest.mark.parametrize(
    ("kind", "editors", "journal"),
    [("Book, Whole", [], None), ("Dissertation/Thesis", [], None), ("Conference Proceedings", ["Roe"], "Second")],
)
def test_the_type_says_who_edits_and_what_contains(kind: str, editors: list[str], journal: str | None) -> None:
    [found] = read(f"RT {kind}\nA1 Doe, J\nA2 Roe, R\nT1 T\nT2 Second\n").references
    assert ([person.family for person in found.editors], found.journal) == (editors, journal)


PIECES = [
    "RT Book, Whole",
    "RT",
    "T1 A",
    "A1 Doe, J",
    "A1 ;",
    "YR 2019",
    "DO 10.1000/x",
    "",
    "x",
    "ID 1",
    "SP -",
    "RT=x",
]


@settings(deadline=None, max_examples=150)
@given(
    st.binary(max_size=300)
    | st.lists(st.sampled_from(PIECES), max_size=30).map(lambda lines: "\n".join(lines).encode())
)
def test_nothing_but_a_manuscript_error_is_raised(content: bytes) -> None:
    try:
        found = RefworksReader().read("a.txt", content)
    except ManuscriptError as error:
        assert "\n" not in str(error)
        return
    ids = [item.id for item in found.references]
    assert len(ids) == len(set(ids))
