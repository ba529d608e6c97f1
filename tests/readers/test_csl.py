"""CSL-JSON: items as Zotero, Mendeley, Pandoc and Crossref write them; any object is a Reference, any bytes safe."""

import json
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from tasks.readers.contract import Entries
from tasks.readers.records.csl import CslReader, reference_of

ITEM = {
    "id": "http://zotero.org/users/1/items/ABCD",
    "citation-key": "doe2019",
    "type": "article-journal",
    "title": "Effects of <i>X. y</i> &amp; others",
    "container-title": "Journal of Things",
    "author": [
        {"family": "Doe", "given": "Jane"},
        {"family": "Berg", "given": "Jan", "non-dropping-particle": "van den"},
        {"literal": "Study Group"},
    ],
    "editor": [{"family": "Roe", "given": "R."}],
    "issued": {"date-parts": [["2019", 3, 1]]},
    "volume": "12",
    "issue": 3,
    "page": "100-110",
    "DOI": "10.1000/ABC--1",
    "ISBN": "978-3-16-148410-0",
    "URL": "https://example.org/a",
    "note": "PMID: 123456\nPMCID: PMC1",
    "abstract": "Long.",
}


def read(value: object) -> Entries:
    return CslReader().read("refs.json", json.dumps(value, indent=1).encode())


def test_an_item_is_read_with_all_its_fields() -> None:
    found = reference_of(ITEM)
    assert (found.id, found.key, found.entry_type) == ("doe2019", "doe2019", "article-journal")
    assert (found.title, found.journal) == ("Effects of X. y & others", "Journal of Things")
    assert [(person.family, person.given) for person in found.authors] == [
        ("Doe", "Jane"), ("van den Berg", "Jan"), ("Study Group", None),
    ]  # fmt: skip
    assert [person.family for person in found.editors] == ["Roe"]
    assert (found.year, found.volume, found.issue, found.pages) == (2019, "12", "3", "100-110")
    assert (found.doi, found.pmid, found.isbn) == ("10.1000/abc--1", "123456", "9783161484100")
    assert (found.url, found.needs_manual_id, found.problems) == ("https://example.org/a", False, ())
    assert "Long." not in found.raw and "Study Group" in found.raw


@pytest.mark.parametrize(
    ("issued", "year", "problems"),
    [
        ({"date-parts": [[2001]]}, 2001, ()),
        ({"date-parts": [["2001", "5"]]}, 2001, ()),
        ({"raw": "May 2002"}, 2002, ()),
        ({"literal": "in press"}, None, ("bad_year",)),
        ({"date-parts": [], "year": "1998"}, 1998, ()),
        ([{"year": 1997}], None, ()),
        ("2003-01-01", 2003, ()),
        (2004, 2004, ()),
        (date(2005, 1, 1), 2005, ()),
        ({"date-parts": [[None]]}, None, ()),
        ({}, None, ()),
        (None, None, ()),
    ],
)
def test_dates_are_read_in_every_form(issued: object, year: int | None, problems: tuple[str, ...]) -> None:
    found = reference_of({"type": "book", "title": "T", "issued": issued})
    assert (found.year, found.problems) == (year, problems)


@pytest.mark.parametrize("wrap", [lambda item: [item], lambda item: item, lambda item: {"items": [item]}])
def test_a_list_an_item_and_an_object_with_a_list_are_read(wrap: object) -> None:
    assert callable(wrap)
    [found] = read(wrap(ITEM)).references
    assert (found.id, found.file) == ("doe2019", "refs.json")


def test_objects_by_key_take_the_key_for_an_id() -> None:
    found = read({"a1": {"type": "book", "title": "A"}, "b2": {"type": "book", "title": "B"}})
    assert [(item.id, item.title) for item in found.references] == [("a1", "A"), ("b2", "B")]


def test_lists_of_one_value_are_read_as_crossref_writes_them() -> None:
    found = reference_of(
        {"type": "x", "title": ["A Title"], "container-title": ["A Journal", "AJ"], "DOI": "10.1000/a"}
    )
    assert (found.title, found.journal) == ("A Title", "A Journal")


ZOTERO = {
    "itemType": "bookSection", "citationKey": "doe2001", "title": "A chapter", "bookTitle": "A book",
    "date": "March 2001",
    "creators": [
        {"creatorType": "author", "lastName": "Doe", "firstName": "Jane"},
        {"creatorType": "author", "name": "Study Group"},
        {"creatorType": "editor", "lastName": "Roe"}, {"creatorType": "translator", "lastName": "Poe"},
    ],
    "pages": "1-9", "extra": "PMID: 77\nDOI: 10.1000/a", "url": "https://example.org",
}  # fmt: skip


@pytest.mark.parametrize(
    "value", [[ZOTERO], ZOTERO, {"items": [ZOTERO]}, [{"key": "ABCD", "version": 3, "data": ZOTERO}]]
)
def test_zotero_s_own_json_is_read(value: object) -> None:
    [found] = read(value).references
    assert (found.id, found.title, found.journal, found.year) == ("doe2001", "A chapter", "A book", 2001)
    assert [person.family for person in found.authors] == ["Doe", "Study Group"]
    assert ([person.family for person in found.editors], found.pages) == (["Roe"], "1-9")
    assert (found.pmid, found.doi) == ("77", "10.1000/a")


def test_what_is_no_item_is_kept_as_broken_and_repeated_ids_are_made_unique() -> None:
    found = read([{"id": "a", "type": "book", "title": "A"}, "stray", {"id": "a", "type": "book", "title": "B"}, {}])
    assert [item.id for item in found.references] == ["a", "a-dup2"]
    assert found.references[1].problems == ("duplicate:a",)
    assert sorted(item.reason for item in found.broken) == ["duplicate_key", "unparsed", "unparsed"]


def test_items_know_their_lines() -> None:
    text = '[\n{"id": "a", "type": "book"},\n\n{"id": "b", "type": "book"}]'
    assert [item.line for item in CslReader().read("x.json", text.encode()).references] == [2, 4]


def test_an_incomplete_list_of_authors_says_so() -> None:
    found = reference_of({"title": "T", "author": [{"family": "Doe"}, {"literal": "et al."}]})
    assert ([person.family for person in found.authors], found.authors_complete) == (["Doe"], False)


@pytest.mark.parametrize(
    "content",
    [
        b"{", b"nothing", b"[1, 2]", b'{"a": 1}', b'"text"', b"[" * 200_000, b'{"a":' * 200_000, b"9" * 10_000,
        b"PK\x03\x04zip", b"[" + b"\x00" * 5000,
    ],
)  # fmt: skip
def test_what_is_no_bibliography_is_refused_in_one_line(content: bytes) -> None:
    with pytest.raises(ManuscriptError, match=r"^a\.json: ") as refused:
        CslReader().read("a.json", content)
    assert "\n" not in str(refused.value)


def test_an_empty_list_says_so() -> None:
    assert read([]).warnings == ("no_entries",)


def test_characters_no_text_can_hold_are_left_out() -> None:
    [found] = CslReader().read("a.json", b'[{"id": "\\ud800x", "type": "b", "title": "a\\u0000b\\udfff"}]').references
    assert (found.id, found.title) == ("x", "ab")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None, max_examples=200)
@given(st.dictionaries(st.sampled_from([*ITEM, "PMID", "publisher"]) | st.text(max_size=4), VALUES, max_size=8))
def test_any_object_is_a_reference(item: dict[str, object]) -> None:
    found = reference_of(item)
    assert found.id == (found.key or "")


@settings(deadline=None, max_examples=150)
@given(
    st.binary(max_size=200)
    | st.lists(st.dictionaries(st.sampled_from([*ITEM]), VALUES, max_size=5) | VALUES, max_size=4).map(
        lambda value: json.dumps(value).encode()
    )
)
def test_nothing_but_a_manuscript_error_is_raised(content: bytes) -> None:
    try:
        found = CslReader().read("a.json", content)
    except ManuscriptError as error:
        assert "\n" not in str(error)
        return
    ids = [item.id for item in found.references]
    assert len(ids) == len(set(ids))
