"""Zotero's importer inputs: what its own tests expect is read, and no format falls back behind what it reached."""

import pathlib
from collections import Counter

import pytest

from benchmarks.bibliographies import APART, EXPLAINED, FIELDS, FORMATS, compared, expected, folded, read, singly
from state.lookup import Author
from state.manuscript import Reference

FOLDER = pathlib.Path(__file__).resolve().parents[2].parent / "shared" / "data" / "references" / "zotero_translators"
needs_data = pytest.mark.skipif(not FOLDER.is_dir(), reason="the third-party files (../shared/data) are not here")


@needs_data
def test_all_but_the_explained_fields_are_as_zotero_reads_them() -> None:
    counts: Counter[bool] = Counter()
    misses = set()
    formats = set()
    for item, field, wanted, found in compared(FOLDER):
        stem = item.split()[0]
        if stem in APART or stem.split("__")[0] not in FORMATS:
            continue
        formats.add(stem.split("__")[0])
        counts.update(singly(wanted, found))
        if wanted != found:
            misses.add((item, field))
    assert formats == set(FORMATS) and counts.total() >= 480
    assert misses <= set(EXPLAINED)
    assert counts[True] >= 0.98 * counts.total()


@needs_data
@pytest.mark.parametrize(("stem", "share"), [("RIS__02", 0.88), ("RIS__04", 0.93)])
def test_placeholders_of_every_type_are_read_for_the_most_part(stem: str, share: float) -> None:
    counts: Counter[bool] = Counter()
    for item, _, wanted, found in compared(FOLDER):
        if item.split()[0] == stem:
            counts.update(singly(wanted, found))
    assert counts[True] >= share * counts.total() > 0


def test_an_item_and_a_reference_that_state_the_same_compare_equal() -> None:
    item = {
        "itemType": "bookSection", "title": "A <i>Title</i>: here", "bookTitle": "The Book", "date": "March 2001",
        "extra": "PMID: 1\nDOI: 10.1000/ABC",
        "creators": [
            {"lastName": "Doe", "creatorType": "author"}, {"lastName": "Roe", "creatorType": "editor"},
            {"lastName": "Poe", "creatorType": "translator"},
        ],
    }  # fmt: skip
    reference = Reference(
        id="a", title="a title: HERE.", journal="The book", year=2001, doi="10.1000/abc",
        authors=(Author(family="Doe"),), editors=(Author(family="Roe"),),
    )  # fmt: skip
    assert expected(item) == read(reference)
    for field, value in (("title", "Other"), ("year", 2002), ("doi", None), ("journal", None), ("authors", ())):
        assert expected(item) != read(reference.model_copy(update={field: value}))


def test_names_are_counted_one_by_one() -> None:
    assert list(singly(("a", "b"), ("a", "c", "d"))) == [True, False, False]
    assert list(singly("x", "x")) == [True] and list(singly(None, "x")) == [False]
    assert folded("<i>É</i>-t, 1") == "ét1" and len(FIELDS) == 6
