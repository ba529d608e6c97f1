"""Web of Science's plain text: every record is a reference or a broken entry; any bytes are safe."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from tasks.readers.contract import Entries
from tasks.readers.records.wos import WosReader

FULL = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Doe, J
   van den Berg, J
AF Doe, Jane
   van den Berg, Jan
CA Study Grp
TI Effects of something on
   something else
SO JOURNAL OF THINGS
VL 12
IS 3
BP 100
EP 110
DI 10.1000/ABC
PY 2019
PD MAR
PM 123456
UT WOS:000000000000001
ER

PT B
AU Roe, R
BE Poe, E
TI A chapter
SO A BOOK
BN 978-3-16-148410-0
PY 2001
ER

EF
"""


def read(text: str) -> Entries:
    return WosReader().read("refs.ciw", text.encode())


def test_records_are_read_with_all_their_fields() -> None:
    found = read(FULL)
    article, chapter = found.references
    assert (found.broken, found.warnings, article.line, chapter.line) == ((), (), 3, 23)
    assert (article.title, article.journal) == ("Effects of something on something else", "JOURNAL OF THINGS")
    assert [(person.family, person.given) for person in article.authors] == [
        ("Doe", "Jane"), ("van den Berg", "Jan"), ("Study Grp", None),
    ]  # fmt: skip
    assert (article.year, article.volume, article.issue, article.pages) == (2019, "12", "3", "100-110")
    assert (article.doi, article.pmid, article.id) == ("10.1000/abc", "123456", "entry-1")
    assert (chapter.title, chapter.journal, chapter.isbn) == ("A chapter", "A BOOK", "9783161484100")
    assert [person.family for person in chapter.editors] == ["Poe"]


def test_several_authors_of_a_line_and_medline_numbers_are_read() -> None:
    [found] = read("PT J\nAU Doe, Jane; Roe, R\nTI T\nUT MEDLINE:77\nER\n").references
    assert ([person.family for person in found.authors], found.pmid) == (["Doe", "Roe"], "77")


def test_records_that_lack_their_end_or_their_beginning_are_read_and_reported() -> None:
    found = read("PT J\nTI One\nPT J\nTI Two\nER\nTI Three\nER\nPT J\nER\n")
    assert [item.title for item in found.references] == ["One", "Two", "Three"]
    assert [(item.line, item.reason) for item in found.broken] == [
        (1, "unterminated"), (6, "unparsed"), (8, "unparsed"),
    ]  # fmt: skip


PIECES = [
    "PT J",
    "ER",
    "TI A",
    "AU Doe, J",
    "   Roe, R",
    "SO J",
    "PY 2019",
    "DI 10.1000/x",
    "EF",
    "x",
    "",
    "FN x",
    "BP 1",
]


@settings(deadline=None, max_examples=150)
@given(
    st.binary(max_size=300)
    | st.lists(st.sampled_from(PIECES), max_size=30).map(lambda lines: "\n".join(lines).encode())
)
def test_nothing_but_a_manuscript_error_is_raised(content: bytes) -> None:
    try:
        found = WosReader().read("a.ciw", content)
    except ManuscriptError as error:
        assert "\n" not in str(error)
        return
    ids = [item.id for item in found.references]
    assert len(ids) == len(set(ids))


def test_what_cannot_be_read_is_refused_in_one_line() -> None:
    for content in (bytes(range(256)) * 20, b"PT J\nER\n" * 30_001):
        with pytest.raises(ManuscriptError, match=r"^a\.ciw: "):
            WosReader().read("a.ciw", content)
