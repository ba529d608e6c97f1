"""Reference lists as people print them: no entry vanishes, and no number is bound to an entry by a guess."""

import pytest

from state.manuscript import Manuscript, Reference
from tasks.readers.contract import Paragraph, ParagraphKind
from tests.parse.building import entry, manuscript

BROWN = "Brown B. Bears hibernate through long cold winters. J B. 2002."
MILLER = "Miller C. Mice prefer darkness over bright arenas. J M. 2003."
ZIMMER = "Zimmer A. Zebra stripes and flies in the savanna. J Z. 2001."
YOLO = "Yolo Y. Yaks climb mountains in the summer. J Y. 2009."
CHINESE = (
    "[1] 王伟. 糖尿病患者的护理研究[J]. 护理杂志, 2019, 12: 1-5.",
    "[2] 李明. 高血压的护理研究[J]. 护理杂志, 2018, 12: 1-5.",
)
TEXT = ("# Introduction", "Bears sleep [1]. Mice hide [2]. Stripes [3].", "# References")
NAMED = "Zimmer et al. [1] showed that stripes help. Brown et al. [2] saw bears sleep. Miller et al. [3] saw mice hide."
BIB = (
    entry("a", "Zimmer", 2001, "Zebra stripes and flies in the savanna"),
    entry("b", "Brown", 2002, "Bears hibernate through long cold winters"),
    entry("c", "Miller", 2003, "Mice prefer darkness over bright arenas"),
)


def listed(read: Manuscript) -> list[tuple[str, str | None]]:
    return [(reference.id, reference.first_author) for reference in read.references]


def test_a_number_printed_twice_keeps_both_entries_and_says_so() -> None:
    read = manuscript(*TEXT, f"[1] {BROWN}", f"[2] {MILLER}", f"[2] {ZIMMER}", f"[3] {YOLO}")
    assert listed(read) == [("1", "Brown"), ("2", "Miller"), ("2b", "Zimmer"), ("3", "Yolo")]
    assert "repeated_number=2" in read.completeness.warnings
    assert "repeated_number=2" in read.numbering.reasons
    assert read.completeness.orphans == ("2b",)


@pytest.mark.parametrize("label", ["[{}] ", "{}. "])
def test_entries_out_of_order_are_bound_by_their_labels(label: str) -> None:
    entries = [label.format(n) + text for n, text in ((2, MILLER), (1, BROWN), (3, ZIMMER))]
    read = manuscript(*TEXT, *entries)
    assert listed(read) == [("2", "Miller"), ("1", "Brown"), ("3", "Zimmer")]
    assert not read.completeness.dangling


def test_a_number_far_ahead_is_still_an_entry() -> None:
    read = manuscript(*TEXT, f"[1] {BROWN}", f"[2] {MILLER}", f"[20] {ZIMMER}")
    assert [one.id for one in read.references] == ["1", "2", "20"]


def test_a_page_number_at_a_line_s_beginning_is_no_entry() -> None:
    read = manuscript(
        *TEXT, f"1. {BROWN}", "2. Miller C. Mice prefer darkness over bright arenas. J M. 2003;", "1. p. 3"
    )
    assert [one.id for one in read.references] == ["1", "2"]


def test_a_second_list_in_the_same_section_is_a_list_of_its_own() -> None:
    read = manuscript(*TEXT, f"[1] {BROWN}", f"[2] {MILLER}", f"[3] {ZIMMER}", *CHINESE)
    assert [one.id for one in read.references] == ["1", "2", "3", "2-1", "2-2"]
    assert [claim.reference_id for claim in read.claims] == ["1", "2", "3"]
    assert "lists=2" in read.numbering.reasons


@pytest.mark.parametrize(
    "heading",
    ["References in Chinese", "Supplementary references", "中文参考文献", "英文参考文献", "Additional References"],
)
def test_a_further_list_under_a_heading_of_its_own_is_read_and_makes_no_claims(heading: str) -> None:
    read = manuscript(*TEXT, f"[1] {BROWN}", f"[2] {MILLER}", f"[3] {ZIMMER}", f"# {heading}", *CHINESE)
    assert len(read.references) == 5
    assert len(read.claims) == 3


def test_a_single_entry_under_a_heading_of_its_own_is_a_list_and_no_number_printed_twice() -> None:
    read = manuscript(*TEXT, f"[1] {BROWN}", f"[2] {MILLER}", f"[3] {ZIMMER}", "# References in Chinese", CHINESE[0])
    assert [one.id for one in read.references] == ["1", "2", "3", "2-1"]
    assert not read.completeness.warnings


def test_a_list_in_an_appendix_makes_no_claims_and_takes_no_numbers_from_the_main_list() -> None:
    read = manuscript(
        *TEXT, f"[1] {BROWN}", f"[2] {MILLER}", f"[3] {YOLO}", "# Appendix", "It matters [2].",
        "## Supplementary references", f"[1] {ZIMMER}",
    )  # fmt: skip
    assert [claim.reference_id for claim in read.claims] == ["1", "2", "3", "2"]
    assert not read.completeness.dangling
    assert ("2-1", "Zimmer") in listed(read)


def test_a_lone_entry_under_any_heading_makes_no_claim() -> None:
    read = manuscript(*TEXT, f"[1] {BROWN}", f"[2] {MILLER}", f"[3] {YOLO}", "# Notes on sources", f"[1] {ZIMMER}")
    assert len(read.claims) == 3


def test_a_sentence_that_begins_with_a_marker_still_makes_a_claim() -> None:
    read = manuscript(
        "# Introduction", "[1] showed in 2019 that bears sleep in winter, and so on.", *TEXT[2:], f"[1] {BROWN}"
    )
    assert [claim.reference_id for claim in read.claims] == ["1"]


def test_a_sentence_about_a_person_still_makes_a_claim() -> None:
    text = "[1] Smith J. found in 2019 that bears sleep a lot during the winter."
    assert len(manuscript("# Introduction", text, *TEXT[2:], f"[1] {BROWN}").claims) == 1


def test_a_label_with_a_letter_opens_an_entry_of_its_own() -> None:
    read = manuscript(*TEXT, f"[1] {BROWN}", f"[1a] {MILLER}", f"[2] {ZIMMER}")
    assert listed(read) == [("1", "Brown"), ("1b", "Miller"), ("2", "Zimmer")]


def test_a_list_set_as_a_table_is_read() -> None:
    rows = [
        Paragraph(text=text, line=1, kind=ParagraphKind.TABLE, row=(1, n))
        for n, cells in enumerate((("No", "Reference"), ("1", BROWN), ("2", MILLER), ("3", ZIMMER)), 1)
        for text in cells
    ]
    read = manuscript(*TEXT, *rows)
    assert listed(read) == [("1", "Brown"), ("2", "Miller"), ("3", "Zimmer")]
    assert len(read.claims) == 3


def test_roman_numerals_that_count_up_are_numbers() -> None:
    read = manuscript(*TEXT, f"I. {ZIMMER}", f"II. {BROWN}", f"III. {MILLER}")
    assert listed(read) == [("1", "Zimmer"), ("2", "Brown"), ("3", "Miller")]
    assert read.numbering.mode == "list"


def test_roman_numerals_with_a_gap_leave_a_doubt() -> None:
    read = manuscript(*TEXT, f"I. {ZIMMER}", f"III. {BROWN}", f"IV. {MILLER}")
    assert read.numbering.mode == "in_doubt"


def test_names_beside_markers_overrule_the_order_of_an_unnumbered_list() -> None:
    read = manuscript("# Introduction", NAMED, "# References", BROWN, MILLER, ZIMMER)
    assert read.numbering.mode == "in_doubt"
    with_file = manuscript("# Introduction", NAMED, "# References", BROWN, MILLER, ZIMMER, bib=BIB)
    assert (with_file.numbering.mode, [one.key for one in with_file.references]) == ("file", ["a", "b", "c"])


def test_names_beside_markers_speak_for_an_unnumbered_list() -> None:
    read = manuscript("# Introduction", NAMED, "# References", ZIMMER, BROWN, MILLER, bib=BIB[::-1])
    assert read.numbering.mode == "list"
    assert [one.key for one in read.references] == ["a", "b", "c"]


def test_an_unnumbered_list_cited_from_first_to_last_needs_no_names() -> None:
    assert manuscript(*TEXT, MILLER, ZIMMER, BROWN).numbering.mode == "list"


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("Bears sleep [1]. Mice hide [2]. Stripes [3].", (BROWN, MILLER, ZIMMER)),
        ("Bears sleep [2]. Mice hide [1]. Stripes [3].", (MILLER, ZIMMER, BROWN)),
        ("Bears sleep [1]. Mice hide [2].", (MILLER, ZIMMER, BROWN)),
        ("Bears sleep [1]. Mice hide [2]. More [3]. Most [4].", (MILLER, ZIMMER, BROWN)),
    ],
    ids=["alphabetical", "not in turn", "fewer cited", "more cited"],
)
def test_an_unnumbered_list_that_nothing_proves_is_a_doubt(text: str, entries: tuple[str, ...]) -> None:
    assert manuscript("# Introduction", text, "# References", *entries).numbering.mode == "in_doubt"


def test_the_user_may_say_that_an_unnumbered_list_counts_as_it_stands() -> None:
    text = ("# Introduction", "Bears sleep [2]. Mice hide [1].", "# References", MILLER, BROWN)
    assert listed(manuscript(*text, numbering="file")) == [("1", "Miller"), ("2", "Brown")]
    assert listed(manuscript(*text, numbering="alphabetical")) == [("1", "Brown"), ("2", "Miller")]


def order(text: str, bib: tuple[Reference, ...] = BIB) -> str:
    return manuscript(text, bib=bib).numbering.mode


def test_a_capitalised_word_is_no_author() -> None:
    assert order("Using Brown [1] staining. Stripes [2]. Mice [3].") == "in_doubt"


@pytest.mark.parametrize(
    "named", ["Brown [1] showed it.", "Brown’s [1] idea.", "As described by Brown [1].", "Brown and Cox [1]."]
)
def test_words_that_credit_somebody_make_a_name(named: str) -> None:
    assert order(f"{named} Stripes [2]. Mice [3].") == "alphabetical"


def test_a_trial_s_name_contradicts_nothing() -> None:
    assert order("Brown et al. [1] slept. The Framingham [2] showed it. Mice [3].") == "alphabetical"


def test_names_that_contradict_each_other_leave_a_doubt() -> None:
    assert order("Brown et al. [1] slept. Zimmer [2] showed it. Mice [3].") == "in_doubt"


EDITION = "[2] Meyer K. Handbuch der Steinkunde."


@pytest.mark.parametrize("broken", ["3. Auflage. Berlin: Steinverlag; 2010.", "3 Alpine valleys. J Rocks. 2011;1:3-9."])
def test_a_wrapped_line_that_begins_with_a_number_takes_no_entry_s_place(broken: str) -> None:
    read = manuscript(*TEXT, f"[1] {BROWN}", EDITION, broken, f"[3] {ZIMMER}")
    assert listed(read) == [("1", "Brown"), ("2", "Meyer"), ("3", "Zimmer")]
    assert broken in (read.references[1].listed or "")


def test_a_wrapped_edition_in_a_list_of_the_same_style_is_no_entry_either() -> None:
    read = manuscript(
        *TEXT, f"1. {BROWN}", "2. Meyer K. Handbuch der Steinkunde.", "3. Auflage. Berlin; 2010.", f"3. {ZIMMER}"
    )
    assert listed(read) == [("1", "Brown"), ("2", "Meyer"), ("3", "Zimmer")]


def test_a_wrapped_number_behind_the_last_entry_is_no_entry() -> None:
    read = manuscript(*TEXT, f"[1] {BROWN}", EDITION, "3. Auflage. Berlin: Steinverlag; 2010.")
    assert [one.id for one in read.references] == ["1", "2"]


@pytest.mark.parametrize("label", ["3. ", "3 ", "3) ", "(3) "])
def test_an_entry_that_lost_its_brackets_fills_the_hole_it_leaves(label: str) -> None:
    read = manuscript(*TEXT, f"[1] {BROWN}", f"[2] {MILLER}", f"{label}{ZIMMER}", f"[4] {YOLO}")
    assert [one.id for one in read.references] == ["1", "2", "3", "4"]


def test_a_list_may_change_its_style_on_the_way() -> None:
    group = "Bear Society. Report on bears in towns. Bear Press; 2011."
    read = manuscript(*TEXT, f"[1] {BROWN}", f"[2] {MILLER}", f"3. {group}", f"4. {YOLO}", f"5. {ZIMMER}")
    assert [one.id for one in read.references] == ["1", "2", "3", "4", "5"]


def many(count: int) -> list[str]:
    return [
        f"Brown B. The study of bear number {n} in winter. J B. {1950 + n % 70};{n}:1-5." for n in range(1, count + 1)
    ]


@pytest.mark.parametrize("label", ["[{}] ", "{}. "])
def test_a_list_may_count_beyond_999_and_through_the_years(label: str) -> None:
    entries = [label.format(n) + text for n, text in enumerate(many(2150), 1)]
    read = manuscript("# Introduction", "Bears sleep [1050]. Mice hide [2001].", "# References", *entries)
    assert [one.id for one in read.references] == [str(n) for n in range(1, 2151)]
    assert not read.completeness.dangling


@pytest.mark.parametrize("year", ["[2019]", "2019.", "[1999]"])
def test_a_year_at_a_line_s_beginning_is_no_label(year: str) -> None:
    read = manuscript(
        *TEXT, f"[1] {BROWN}", "[2] Meyer K. Handbuch der Steinkunde.", f"{year} Berlin.", f"[3] {ZIMMER}"
    )
    assert [one.id for one in read.references] == ["1", "2", "3"]


@pytest.mark.parametrize("label", ["{}. ", "{}) ", "[{}] ", "{}、"])
def test_entries_that_run_on_in_one_paragraph_are_taken_apart(label: str) -> None:
    entries = (BROWN, MILLER, ZIMMER, YOLO)
    read = manuscript(*TEXT, " ".join(label.format(n) + text for n, text in enumerate(entries, 1)))
    assert listed(read) == [("1", "Brown"), ("2", "Miller"), ("3", "Zimmer"), ("4", "Yolo")]


@pytest.mark.parametrize(
    "inside",
    [
        "Brown B. Bears hibernate through long cold winters. London; 2002. 2. Edition. Bear Press; 2003.",
        "Brown B. Bears hibernate through long cold winters. Berlin; 2002. 2. Auflage. Steinverlag, 2003.",
        "Brown B. Bears hibernate through long cold winters. J B. 2002. 2. S. 14 f.",
        "Brown B. Bears hibernate. In step 2. Cold winters follow. J B. 2002.",
        "Brown B. Bears hibernate through long cold winters. J B. 2002;1. 2. 3. 4.",
    ],
)
def test_a_volume_a_page_or_an_edition_parts_no_entry(inside: str) -> None:
    read = manuscript(*TEXT, f"1. {inside}", f"2. {MILLER}", f"3. {ZIMMER}")
    assert [one.id for one in read.references] == ["1", "2", "3"]


def table(*rows: tuple[str, ...]) -> list[Paragraph]:
    return [
        Paragraph(text=text, line=1, kind=ParagraphKind.TABLE, row=(1, n))
        for n, cells in enumerate(rows, 1)
        for text in cells
    ]


FOUR = [("1", "Brown"), ("2", "Miller"), ("3", "Zimmer"), ("4", "Yolo")]


@pytest.mark.parametrize(
    "rows",
    [
        [(f"[1] {BROWN}", f"[3] {ZIMMER}"), (f"[2] {MILLER}", f"[4] {YOLO}")],
        [(f"[1] {BROWN}", f"[2] {MILLER}", f"[3] {ZIMMER}", f"[4] {YOLO}")],
        [("1", BROWN, "3", ZIMMER), ("2", MILLER, "4", YOLO)],
        [(f"1. {BROWN}",), (f"2. {MILLER}",), (f"3. {ZIMMER}",), (f"4. {YOLO}",)],
        [("No", "Reference"), ("[1]", BROWN), ("[2]", MILLER), ("[3]", ZIMMER), ("[4]", YOLO)],
    ],
    ids=["columns of entries", "one row", "columns of numbers and entries", "one column", "numbers before entries"],
)
def test_a_list_in_the_cells_of_a_table_is_read_in_the_order_of_its_numbers(rows: list[tuple[str, ...]]) -> None:
    assert listed(manuscript(*TEXT, *table(*rows))) == FOUR


def test_a_table_of_results_behind_the_heading_is_no_list() -> None:
    read = manuscript(*TEXT, *table(("Group", "Bears"), ("1", "2002"), ("2", "2003"), ("[1]", "12")))
    assert not read.references


def test_a_table_behind_a_printed_list_adds_nothing_to_it() -> None:
    rows = table((f"[1] {YOLO}", f"[2] {YOLO}"))
    read = manuscript(*TEXT, f"[1] {BROWN}", f"[2] {MILLER}", f"[3] {ZIMMER}", *rows)
    assert [one.id for one in read.references] == ["1", "2", "3"]


OWN = ("[1] Doe J. My own first paper on sand. J S. 2021.", "[2] Doe J. My own second paper on sand. J S. 2022.",
       "[3] Doe J. My own third paper on sand. J S. 2023.")  # fmt: skip
LISTED = (f"[1] {BROWN}", f"[2] {MILLER}", f"[3] {ZIMMER}")


@pytest.mark.parametrize(
    "heading", ["Publications of the author", "List of publications", "Curriculum vitae", "Publications",
                "攻读学位期间发表的论文", "个人简历", "在学期间研究成果", "个人简历、在学期间发表的学术论文与研究成果"]
)  # fmt: skip
def test_the_author_s_own_works_are_no_reference_list_and_no_claims(heading: str) -> None:
    expected = [("1", "Brown"), ("2", "Miller"), ("3", "Zimmer")]
    praise = "Her first paper [1] won a prize in 2021."
    for read in (
        manuscript(*TEXT, *LISTED, f"# {heading}", praise, *OWN),
        manuscript(f"# {heading}", praise, *OWN, *TEXT, *LISTED),
        manuscript(*TEXT, *LISTED, f"# {heading}", "## Peer-reviewed papers", praise, *OWN),
    ):
        assert listed(read) == expected
        assert [claim.reference_id for claim in read.claims] == ["1", "2", "3"]
        assert not read.completeness.orphans


def test_what_follows_the_author_s_own_works_cites_again() -> None:
    read = manuscript("# Publications of the author", *OWN, *TEXT, *LISTED, "# Discussion", "It matters [2].")
    assert [claim.reference_id for claim in read.claims] == ["1", "2", "3", "2"]


def test_publications_are_the_list_where_there_is_no_other() -> None:
    read = manuscript("# Introduction", "Bears sleep [1]. Mice hide [2]. Stripes [3].", "# Publications", *LISTED)
    assert listed(read) == [("1", "Brown"), ("2", "Miller"), ("3", "Zimmer")]
