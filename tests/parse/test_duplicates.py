"""Which entries are one: in a list and a bibliography, within a list, and in two bibliography files."""

import pytest

from state.manuscript import Manuscript, Reference
from tasks.parse import read_manuscript
from tasks.parse.duplicates import join_files, mark_duplicates
from tests.parse.building import bibliography, entry, manuscript, reading

ZEBRA = entry("a", "Zimmer", 2001, "Zebra stripes and biting flies in the savanna", doi="10.1000/zebra")
CITED = ("# Introduction", "Stripes help [1].", "# References")


def test_a_printed_title_that_was_shortened_is_still_that_entry() -> None:
    read = manuscript(*CITED, "[1] Zimmer A. Zebra stripes. J Z. 2001.", bib=(ZEBRA,))
    assert [(one.id, one.doi, one.problems) for one in read.references] == [
        ("1", "10.1000/zebra", ("list_differs:title",))
    ]


@pytest.mark.parametrize("title", ["Zebra stripes in the savanna", "Biting flies in the savanna"])
def test_words_left_out_of_a_title_do_not_part_it_from_its_entry(title: str) -> None:
    read = manuscript(*CITED, f"[1] Zimmer A. {title}. J Z. 2001.", bib=(ZEBRA,))
    assert len(read.references) == 1


@pytest.mark.parametrize("printed", ["Zimmer A. Zebra stripes. J Z. 1987.", "Brown A. Zebra stripes. J Z. 2001."])
def test_a_shortened_title_alone_joins_nothing(printed: str) -> None:
    read = manuscript(*CITED, f"[1] {printed}", bib=(ZEBRA,))
    assert [one.problems for one in read.references] == [("list_only",), ("bib_only",)]


def test_a_shortened_title_that_fits_two_entries_joins_neither() -> None:
    twin = entry("b", "Zimmer", 2001, "Zebra stripes and hot weather")
    read = manuscript(*CITED, "[1] Zimmer A. Zebra stripes. J Z. 2001.", bib=(ZEBRA, twin))
    assert len(read.references) == 3


def test_a_sister_paper_with_pages_of_its_own_is_another_work() -> None:
    whole = entry("a", "Siegel", 2020, "Colorectal cancer statistics, 2020", pages="145-164")
    read = manuscript(*CITED, "[1] Siegel RL. Cancer statistics, 2020. CA. 2020;70:7-30.", bib=(whole,))
    assert len(read.references) == 2


def test_one_identifier_for_two_titles_is_no_duplicate() -> None:
    other = entry("b", "Miller", 2003, "Mice prefer darkness over bright arenas", doi="10.1000/zebra")
    read = manuscript("Stripes [1].", bib=(ZEBRA, other))
    assert [one.problems for one in read.references] == [(), ("same_identifier:a",)]


@pytest.mark.parametrize("title", ["Zebra stripes and biting flies", "", "斑马的条纹与草原上的苍蝇"])
def test_one_identifier_with_a_title_that_may_be_the_same_is_a_duplicate(title: str) -> None:
    other = ZEBRA.model_copy(update={"id": "b", "title": title or None})
    read = manuscript("Stripes [1].", bib=(ZEBRA, other))
    assert read.references[1].problems == ("duplicate:a",)


def from_two_files(first: tuple[Reference, ...], second: tuple[Reference, ...]) -> Manuscript:
    return read_manuscript([reading("Stripes [1].")], [bibliography(*first), bibliography(*second)], numbering=None)


def test_an_entry_given_in_two_files_counts_once() -> None:
    read = from_two_files((ZEBRA,), (ZEBRA,))
    assert len(read.references) == 1
    assert read.numbering.mode == "file"
    assert "repeated_entry=a" in read.completeness.warnings


def test_an_entry_under_another_key_with_the_same_identifier_and_title_counts_once() -> None:
    read = from_two_files((ZEBRA,), (ZEBRA.model_copy(update={"id": "zimmer2001", "pmid": "12345678"}),))
    assert [(one.key, one.pmid) for one in read.references] == [("a", "12345678")]


@pytest.mark.parametrize(
    "changed", [{"title": "Another work altogether on bees"}, {"year": 1987}, {"doi": "10.1000/x"}]
)
def test_two_works_under_one_key_stay_two(changed: dict[str, object]) -> None:
    assert len(from_two_files((ZEBRA,), (ZEBRA.model_copy(update=changed),)).references) == 2


def test_an_entry_given_twice_in_one_file_is_named() -> None:
    read = from_two_files((ZEBRA, ZEBRA.model_copy(update={"id": "b"})), ())
    assert read.references[1].problems == ("duplicate:a",)


SHELF = ZEBRA.model_copy(update={"doi": None, "journal": "Journal of Zebras", "volume": "3", "pages": "1-9"})
OTHER_KEY = SHELF.model_copy(update={"id": "http://zotero.org/items/7", "key": "http://zotero.org/items/7"})


def test_one_library_exported_twice_is_one_library() -> None:
    keyless = SHELF.model_copy(update={"id": "entry-7", "key": None, "journal": "J. Zebras", "pages": "1--9"})
    for first, second in ((keyless, OTHER_KEY), (OTHER_KEY, keyless)):
        joined, warnings = join_files([[first], [second]])
        assert [one.key for one in joined] == [OTHER_KEY.key]
        assert warnings == [f"repeated_entry={second.key or second.id}"]


@pytest.mark.parametrize(
    "changed",
    [{"title": "Zebra stripes and biting flies in the desert"}, {"year": 2002}, {"volume": "4"}, {"pages": "11-19"},
     {"journal": "arXiv"}, {"authors": ()}, {"title": "Editorial"}],
)  # fmt: skip
def test_exports_of_two_works_stay_two(changed: dict[str, object]) -> None:
    other = SHELF.model_copy(update={"id": "entry-7", "key": None, **changed})
    first = SHELF.model_copy(update={"title": other.title}) if other.title == "Editorial" else SHELF
    assert len(join_files([[first], [other]])[0]) == 2


def test_no_key_that_the_text_cites_is_lost() -> None:
    first = SHELF.model_copy(update={"key": "a"})
    joined = {cited: join_files([[first], [OTHER_KEY]], cited)[0] for cited in ((), ("a",), (OTHER_KEY.key or "",))}
    assert [[one.key for one in found] for found in joined.values()] == [["a"], ["a"], [OTHER_KEY.key]]
    assert len(join_files([[first], [OTHER_KEY]], ("a", OTHER_KEY.key or ""))[0]) == 2
    assert len(join_files([[first], [OTHER_KEY]])[0]) == 2


def test_a_third_file_finds_what_the_second_gave() -> None:
    second = SHELF.model_copy(update={"id": "b", "key": "b", "doi": "10.1000/zebra"})
    first = ZEBRA.model_copy(update={"pmid": "12345678"})
    third = ZEBRA.model_copy(update={"id": "b", "key": "b", "doi": None, "year": None})
    assert len(join_files([[first], [second], [third]])[0]) == 1


def repeated_key(second_title: str, **changed: object) -> tuple[Reference, ...]:
    first = SHELF.model_copy(update={"key": "a"})
    again = first.model_copy(update={"id": "a-dup2", "title": second_title, "problems": ("duplicate:a",), **changed})
    return first, again


def test_the_later_of_two_entries_with_one_key_is_the_duplicate() -> None:
    first, again = repeated_key(SHELF.title or "")
    assert [one.problems for one in mark_duplicates((first, again))] == [(), ("duplicate:a",)]
    assert [one.problems for one in mark_duplicates((again, first))] == [("duplicate:a",), ()]


@pytest.mark.parametrize("title", ["Mice prefer darkness over bright arenas", "Correction to: Zebra stripes"])
def test_another_work_under_the_same_key_is_no_duplicate(title: str) -> None:
    assert [one.problems for one in mark_duplicates(repeated_key(title))] == [(), ()]
    parts = repeated_key("Zebra stripes and biting flies: Part 2")
    part_1 = parts[0].model_copy(update={"title": "Zebra stripes and biting flies: Part I"})
    assert [one.problems for one in mark_duplicates((part_1, parts[1]))] == [(), ()]


def test_a_column_of_every_issue_is_no_duplicate() -> None:
    later = SHELF.model_copy(update={"id": "b", "volume": "4", "pages": "21-29"})
    assert [one.problems for one in mark_duplicates((SHELF, later))] == [(), ()]
