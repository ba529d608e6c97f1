"""Step A over small manuscripts: citations, claims, contexts, lists, numbering, ghosts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.manuscript import Manuscript, SectionKind
from tasks.parse import read_manuscript
from tasks.readers.contract import Mark, MarkKind, Paragraph, ParagraphKind
from tests.parse.building import bibliography, cell, entry, manuscript, reading

LIST = (
    "# References",
    "[1] Smith J, Brown K. Sleep and memory in shift workers. J Sleep. 2019;12:3-4. doi:10.1000/sleep.1",
    "[2] Miller A. The growth of corals in warm water. Coral Res. 2018;1:1-9. PMID: 12345678",
    "[3] 王伟, 李明. 骨质疏松症的诊断与治疗[J]. 中华医学杂志, 2017, 97(3): 1-5.",
)


def printed(read: Manuscript) -> list[str]:
    return [citation.printed for citation in read.citations]


def test_every_reference_of_a_marker_gets_a_claim_with_its_own_ordinal() -> None:
    read = manuscript("# Introduction", "One thing [1,2]. Another [2].", *LIST)
    assert [claim.claim_id for claim in read.claims] == ["C001_001", "C002_001", "C002_002"]
    assert [citation.id for citation in read.citations] == ["P1", "P2"]


def test_markers_in_code_maths_and_web_links_are_none() -> None:
    text = "See [1], a[2] and [3] and [4] here."
    places = {kind: text.index(f"[{n}]") for kind, n in ((MarkKind.CODE, 2), (MarkKind.MATH, 3), (MarkKind.LINK, 4))}
    marks = tuple(
        Mark(start=place, end=place + 3, kind=kind, payload="https://example.org" if kind is MarkKind.LINK else "")
        for kind, place in places.items()
    )
    assert printed(manuscript(Paragraph(text=text, line=1, marks=marks))) == ["[1]"]


def test_a_link_to_a_bookmark_and_a_field_are_read_like_text() -> None:
    text = "Shown [1] and [2]."
    marks = (
        Mark(start=6, end=9, kind=MarkKind.LINK, payload="#_ENREF_1"),
        Mark(start=14, end=17, kind=MarkKind.FIELD, payload="ADDIN ZOTERO_ITEM"),
    )
    assert printed(manuscript(Paragraph(text=text, line=1, marks=marks))) == ["[1]", "[2]"]


def test_a_code_paragraph_cites_nothing() -> None:
    code = Paragraph(text="y = [1] + [2]", line=1, kind=ParagraphKind.CODE)
    assert not manuscript(code).citations


def test_list_labels_at_the_beginning_of_paragraphs_are_none() -> None:
    assert printed(manuscript("[1] First item of a list", "[2] Second item, see [5]", "[3] Third item")) == ["[5]"]


def test_a_marker_at_the_beginning_of_a_single_paragraph_is_one() -> None:
    assert printed(manuscript("[3] showed that it works.", "Nothing else is cited here.")) == ["[3]"]


def test_a_year_in_brackets_is_none() -> None:
    assert printed(manuscript("As of [2019] this held [4].")) == ["[4]"]


def test_raised_numbers_are_citations_and_units_are_not() -> None:
    read = manuscript("# Introduction", "It was shown^1,2^ in 5 m^2^ plots.^3^ Then^[4]^ came.")
    assert printed(read) == ["1,2", "3", "[4]"]
    assert all(citation.superscript for citation in read.citations)


def test_affiliations_in_the_front_matter_are_no_citations() -> None:
    read = manuscript(
        "Jane Doe^1,2^, Max Müller^2^", "^1^Department of Things, Town", "# Introduction", "It was shown.^1^"
    )
    assert [citation.line for citation in read.citations] == [4]


def test_affiliations_on_a_long_line_of_authors_are_none() -> None:
    authors = ", ".join(f"A B Author{'abcdefgh'[n % 8]}^{n % 9 + 1}^" for n in range(40))
    found = manuscript("A title", authors, "# Introduction", "Owls hear^1^. Eels swim^2^ far^3^.", *LIST)
    assert [one.printed for one in found.citations] == ["1", "2", "3"]


def test_a_collaboration_listed_at_the_end_is_no_source_of_citations() -> None:
    authors = (
        "The Owl Collaboration: " + ", ".join(f"A. B. Author{'abcdefgh'[n % 8]}^{n + 1}^" for n in range(40)) + "."
    )
    found = manuscript("# Introduction", "Owls hear^1^. Eels swim^2^ far^3^.", *LIST, "# The collaboration", authors)
    assert [one.printed for one in found.citations] == ["1", "2", "3"]


def test_a_raised_number_that_is_all_there_is_in_a_cell_cites() -> None:
    only = cell("2,3").model_copy(update={"marks": (Mark(start=0, end=3, kind=MarkKind.SUPERSCRIPT),)})
    found = manuscript("# Introduction", "Owls hear^1^. Eels swim^2^ far^3^.", only, *LIST)
    assert [one.printed for one in found.citations] == ["1", "2", "3", "2,3"]


def test_bare_raised_numbers_are_left_alone_where_square_brackets_are_the_way() -> None:
    read = manuscript("# Introduction", "One [1]. Two [2]. Three [3]. Footnote^1^ here.")
    assert printed(read) == ["[1]", "[2]", "[3]"]


ROUND = ("It was shown (1).", "Others agree (2, 3).", "Again (1–3).")


def test_round_brackets_cite_where_the_list_and_the_text_use_them_so() -> None:
    assert printed(manuscript("# Introduction", *ROUND, *LIST)) == ["(1)", "(2, 3)", "(1–3)"]


def test_round_brackets_cite_nothing_beside_square_ones() -> None:
    assert printed(manuscript("# Introduction", *ROUND, "Yet [1], [2] and [3].", *LIST)) == ["[1]", "[2]", "[3]"]


def test_round_brackets_without_a_list_cite_nothing() -> None:
    assert not manuscript("# Introduction", *ROUND).citations


def test_an_enumeration_in_round_brackets_is_none() -> None:
    text = "We asked for (1) age; (2) sex; (3) weight of each person."
    assert not manuscript("# Introduction", text, text, text, *LIST).citations


def test_a_range_above_fifty_is_a_warning_and_not_fifty_claims() -> None:
    read = manuscript("# Introduction", "Many have written on this [1-99].", *LIST)
    assert read.citations[0].wide_range == "1-99"
    assert not read.claims
    assert any(warning.startswith("wide_range=[1-99]") for warning in read.completeness.warnings)
    assert not read.completeness.orphans
    assert next(check for check in read.completeness.checks if check.name == "orphans").why_not == "wide_range"


def test_a_reversed_range_is_a_warning() -> None:
    read = manuscript("# Introduction", "Shown [3-1].", *LIST)
    assert read.citations[0].reference_ids == ("3", "2", "1")
    assert any(warning.startswith("reversed_range=[3-1]") for warning in read.completeness.warnings)


def test_tables_captions_and_notes_cite() -> None:
    note = Paragraph(text="See also [3].", line=1, kind=ParagraphKind.FOOTNOTE, note="1")
    source, read_ = reading("# Results", "Text with a note.", cell("Miller [1]"), "Table 1. Values from [2].")
    with_note = read_.model_copy(
        update={"paragraphs": (*read_.paragraphs[:2], note.model_copy(update={"line": 2}), *read_.paragraphs[2:])}
    )
    read = read_manuscript([(source, with_note)], [], numbering=None)
    assert [(citation.printed, citation.line, citation.note) for citation in read.citations] == [
        ("[3]", 2, "1"),
        ("[1]", 3, None),
        ("[2]", 4, None),
    ]
    assert read.claims[0].note == "1"


def test_the_context_is_two_sentences_on_either_side_as_written() -> None:
    sentences = [f"This is sentence number {word}." for word in ("one", "two", "three", "four", "five", "six", "seven")]
    sentences[3] = "This is  the citing one [1]."
    claim = manuscript(" ".join(sentences)).claims[0]
    assert claim.context_raw == " ".join(sentences[1:6])
    assert claim.scope_text == sentences[3]
    assert claim.context_raw[slice(*claim.marker)] == "[1]"
    assert claim.context_confidence == "high"


def test_a_marker_after_the_full_stop_belongs_to_the_sentence_before() -> None:
    claim = manuscript("It was shown.[1] Next came the trial.").claims[0]
    assert claim.scope_text == "It was shown.[1]"


def test_a_sentence_that_is_only_a_marker_takes_the_sentence_before_into_its_scope() -> None:
    claim = manuscript("It was shown in mice. See [1]: nothing. It was shown in rats. (See [2].)").claims[0]
    assert claim.scope_text.startswith("See [1]")


def test_a_plain_continuation_takes_the_sentence_before_into_its_scope() -> None:
    claim = manuscript("Miller studied 40 corals. They found that growth stopped [1].").claims[0]
    assert claim.scope_text == "Miller studied 40 corals. They found that growth stopped [1]."


def test_a_sentence_split_at_a_semicolon_has_low_confidence_and_more_context() -> None:
    clause = "本研究纳入的患者在接受治疗之后其临床症状均得到了明显的改善并且没有观察到任何严重的不良反应发生"
    claim = manuscript(f"{clause}；{clause}[1]；{clause}。").claims[0]
    assert claim.context_confidence == "low"
    assert claim.context_raw.count(clause) == 3
    assert claim.scope_text == f"{clause}[1]；"


def test_the_excerpt_is_the_first_words_as_printed() -> None:
    english = manuscript("One two three four five six seven eight nine ten eleven twelve thirteen [1].").claims[0]
    chinese = manuscript("骨质疏松症是老年人群中最常见的代谢性骨病，其患病率随年龄增长而上升[1]。").claims[0]
    assert english.excerpt.split()[-1] == "twelve"
    assert len(chinese.excerpt) == 24


def test_the_list_decides_which_entry_a_number_is() -> None:
    bib = (
        entry("miller", "Miller", 2018, "The growth of corals in warm water"),
        entry("smith", "Smith", 2019, "Something quite else", doi="10.1000/sleep.1"),
        entry("wang", "王", 2017, "骨质疏松症的诊断与治疗"),
    )
    read = manuscript("# Introduction", "One [1]. Two [2]. Three [3].", *LIST, bib=bib)
    assert read.numbering.mode == "list"
    assert [(reference.id, reference.key) for reference in read.references] == [
        ("1", "smith"),
        ("2", "miller"),
        ("3", "wang"),
    ]
    assert read.references[1].listed is not None
    assert read.references[0].problems == ("list_differs:title",)
    assert read.references[1].pmid == "12345678"


def test_a_title_within_another_title_is_another_work() -> None:
    found = manuscript(
        "# Introduction",
        "Barrages help [1]. They also harm [2].",
        "# References",
        "1. Marl M, Otter L. A prospective study of channel depth, tidal barrages, and risk of flooding. "
        "Invented Seas. 1997;6:1-5.",
        "2. Otter L, Ulm Q. Tidal barrages, and risk of flooding. Invented Seas. 1998;9:295-300.",
        bib=(
            entry("otter98", "Otter", 1998, title="Tidal barrages, and risk of flooding"),
            entry(
                "marl97",
                "Marl",
                1997,
                title="A prospective study of channel depth, tidal barrages, and risk of flooding",
            ),
        ),
    )
    assert [one.key for one in found.references] == ["marl97", "otter98"]


def test_what_the_list_prints_otherwise_than_the_bibliography_is_named() -> None:
    bib = (
        entry("a", "Jones", 2015, "Sleep and memory in shift workers", doi="10.1000/other"),
        entry("b", "Miller", 2018, "The growth of corals in warm water"),
    )
    read = manuscript("# Introduction", "One [1].", *LIST[:3], bib=bib)
    assert read.references[1].problems == ()
    assert "list_only" in read.references[0].problems
    other = (entry("a", "Smith", 2015, "Sleep and memory in shift workers", doi="10.1000/other"),)
    read = manuscript("# Introduction", "One [1].", *LIST[:2], bib=other)
    assert read.references[0].problems == ("list_differs:year", "list_differs:doi")


def test_entries_in_only_one_of_list_and_bibliography_are_kept_and_named() -> None:
    bib = (
        entry("miller", "Miller", 2018, "The growth of corals in warm water"),
        entry("extra", "Zed", 2001, "Nobody cites this study"),
    )
    read = manuscript("# Introduction", "One [1]. Two [2]. Three [3].", *LIST, bib=bib)
    by_id = {reference.id: reference for reference in read.references}
    assert by_id["1"].problems == ("list_only",)
    assert by_id["1"].doi == "10.1000/sleep.1"
    assert by_id["extra"].problems == ("bib_only",)
    assert read.completeness.orphans == ("extra",)


def test_without_a_bibliography_the_list_is_parsed() -> None:
    read = manuscript("# Introduction", "One [1]. Two [2]. Three [3].", *LIST)
    first, second, third = read.references
    assert (first.first_author, first.year, first.doi) == ("Smith", 2019, "10.1000/sleep.1")
    assert first.title == "Sleep and memory in shift workers"
    assert (second.first_author, second.pmid, second.needs_manual_id) == ("Miller", "12345678", False)
    assert (third.first_author, third.title, third.year) == ("王伟", "骨质疏松症的诊断与治疗", 2017)
    assert third.needs_manual_id
    assert all(not reference.problems for reference in read.references)


@pytest.mark.parametrize("label", ["[{}] ", "{}. ", "{}) ", "{}\t", "［{}］", "【{}】", "({}) ", "{}、"])
def test_a_list_is_read_however_it_is_labelled(label: str) -> None:
    entries = [label.format(n) + f"Smith J. Study of things {n}. J Med. 2019;1:{n}." for n in range(1, 5)]
    read = manuscript("# Introduction", "One [1]. Two [4].", "References", *entries)
    assert [reference.number for reference in read.references] == [1, 2, 3, 4]
    assert read.references[3].raw == "Smith J. Study of things 4. J Med. 2019;1:4."


def test_an_automatic_list_number_is_the_number() -> None:
    entries = [
        Paragraph(text=f"Smith J. Study of things {n}. J Med. 2019;1:{n}.", line=1, list_number=f"[{n}]")
        for n in (1, 2, 3)
    ]
    read = manuscript("# Introduction", "One [3].", "# References", *entries)
    assert [reference.id for reference in read.references] == ["1", "2", "3"]


def test_a_trailing_list_without_a_heading_is_found() -> None:
    read = manuscript("# Introduction", "One [1]. Two [2].", *LIST[1:])
    assert read.completeness.list_entries == 3
    assert read.completeness.markers == 2


def test_an_entry_may_go_on_in_the_next_paragraph() -> None:
    read = manuscript("One [1].", "# References", LIST[1][:40], LIST[1][40:].strip(), LIST[2])
    assert [reference.number for reference in read.references] == [1, 2]
    assert "2019" in read.references[0].raw


def test_what_follows_the_list_under_a_heading_of_its_own_counts_again() -> None:
    read = manuscript("# Introduction", "One [1].", *LIST, "# Appendix", "And two [2].")
    assert printed(read) == ["[1]", "[2]"]


def test_a_table_after_the_list_counts() -> None:
    read = manuscript("# Introduction", "One [1].", *LIST, "Table 1. Corals from [2].", cell("Miller [2]"))
    assert printed(read) == ["[1]", "[2]", "[2]"]


def test_a_list_that_leaves_out_a_number_says_so() -> None:
    read = manuscript("One [1].", *LIST[:2], LIST[3])
    assert "list_numbers_missing=2" in read.completeness.warnings


def test_a_second_list_with_numbers_of_its_own_belongs_to_its_part() -> None:
    second = (
        "# Review",
        "Other [1].",
        "# References",
        "[1] Zed Q. Quite another work on bees. Bees. 2011;4:5.",
        "[2] Yo P. More on bees and wasps. Bees. 2012;4:5.",
    )
    read = manuscript("# Introduction", "One [1].", *LIST, *second)
    assert [claim.reference_id for claim in read.claims] == ["1", "2-1"]
    assert {reference.id for reference in read.references} == {"1", "2", "3", "2-1", "2-2"}


FILE_ORDER = (
    entry("zed", "Zimmer", 2001, "Work of the first kind in the north"),
    entry("ada", "Adams", 2002, "Work of the second kind in the south"),
)


def test_names_beside_markers_choose_between_two_orders() -> None:
    by_file = manuscript("Zimmer et al. [1] found it. Adams et al. [2] did not.", bib=FILE_ORDER)
    by_alphabet = manuscript("Adams et al. [1] found it. Zimmer et al. [2] did not.", bib=FILE_ORDER)
    assert (by_file.numbering.mode, by_file.references[0].key) == ("file", "zed")
    assert (by_alphabet.numbering.mode, by_alphabet.references[0].key) == ("alphabetical", "ada")


def test_two_orders_that_fit_equally_are_a_doubt() -> None:
    read = manuscript("It was found [1]. It was not [2].", bib=FILE_ORDER)
    assert read.numbering.mode == "in_doubt"
    assert "both_orders_fit" in read.numbering.reasons
    assert [reference.id for reference in read.references] == ["zed", "ada"]
    assert [claim.reference_id for claim in read.claims] == ["1", "2"]
    assert not read.completeness.dangling


def test_a_highest_number_other_than_the_count_is_a_doubt() -> None:
    read = manuscript("Zimmer et al. [1] found it. Adams et al. [2] did not. More [3].", bib=FILE_ORDER)
    assert read.numbering.mode == "in_doubt"
    assert "highest_number=3 entries=2" in read.numbering.reasons


def test_equal_orders_leave_no_doubt() -> None:
    assert manuscript("It was [1]. It was not [2].", bib=FILE_ORDER[::-1]).numbering.mode == "file"


def test_the_user_decides() -> None:
    read = manuscript("It was found [1]. It was not [2].", bib=FILE_ORDER, numbering="alphabetical")
    assert (read.numbering.mode, read.numbering.chosen_by) == ("alphabetical", "user")
    assert [reference.key for reference in read.references] == ["ada", "zed"]


def test_chinese_names_beside_markers_count() -> None:
    bib = (
        entry("z", "张", 2001, "北方的研究一种", given="三"),
        entry("w", "王", 2002, "南方的研究一种", given="伟"),
    )
    read = manuscript("研究者张三等[1]发现有效，而王伟等[2]认为无效。", bib=bib)
    assert read.numbering.mode == "file"


def test_without_list_and_bibliography_every_number_dangles() -> None:
    read = manuscript("It was found [1]. It was not [2].")
    assert read.completeness.dangling == ("1", "2")
    assert read.numbering.mode == "list"


def test_ghosts_and_gaps_are_named() -> None:
    read = manuscript("One [1]. Four [5].", *LIST)
    assert read.completeness.orphans == ("2", "3")
    assert read.completeness.dangling == ("5",)
    assert read.completeness.gaps == (2, 3, 4)
    assert read.completeness.highest_number == 5


def test_a_work_listed_twice_is_named() -> None:
    read = manuscript("One [1].", *LIST, LIST[1].replace("[1]", "[4]"))
    assert read.references[3].problems == ("duplicate:1",)


def test_every_check_says_whether_it_ran() -> None:
    checks = {check.name: (check.ran, check.why_not) for check in manuscript("One [1].", *LIST).completeness.checks}
    assert set(checks) == {"numbering", "orphans", "dangling", "duplicates", "list_against_bib", "gaps", "order"}
    assert checks["orphans"] == (True, None)
    assert checks["list_against_bib"] == (False, "no_bibliography")


def test_a_manuscript_without_text_is_a_value() -> None:
    read = read_manuscript([reading()], [bibliography()], numbering=None)
    assert (read.claims, read.references, read.language) == ((), (), "en")


def test_the_language_is_that_of_most_words() -> None:
    assert (
        manuscript("摘要用英文写成 but this is a few words.", "正文是中文，内容很长，占了大部分篇幅。").language == "zh"
    )
    assert manuscript("The word 骨质疏松症 is Chinese, but the rest of this text is not.").language == "en"


def test_several_files_are_one_manuscript() -> None:
    first, second = (
        reading("# 第一章 绪论", "一[1]。", name="a.docx"),
        reading("# 第二章 方法", "二[1]。", *LIST, name="b.docx"),
    )
    read = read_manuscript([first, second], [], numbering=None)
    assert [(claim.file, claim.chapter) for claim in read.claims] == [
        ("a.docx", "第一章 绪论"),
        ("b.docx", "第二章 方法"),
    ]
    assert read.claims[1].section_kind is SectionKind.METHODS


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(alphabet="aB. 。[]()12,–-［］、x\n等中研究#^", max_size=60), max_size=12))
def test_reading_never_raises_and_is_repeatable(texts: list[str]) -> None:
    paragraphs = [text for text in texts if text.strip("# \n^")]
    first = manuscript(*paragraphs, bib=FILE_ORDER)
    assert first == manuscript(*paragraphs, bib=FILE_ORDER)
    for claim in first.claims:
        assert claim.context_raw[slice(*claim.marker)] == next(
            c.printed for c in first.citations if c.id == claim.citation_id
        )
        assert any(start <= claim.marker[0] and claim.marker[1] <= end for start, end in claim.scope)


def test_one_wrong_number_does_not_turn_a_chapter_to_the_list_before() -> None:
    def listing(*names: str) -> list[str]:
        return [
            f"[{n}] {name} A. A study of {name} in many places. J Test. 201{n};1:1-9."
            for n, name in enumerate(names, 1)
        ]

    found = manuscript(
        "# Chapter 1", "Owls [1], eels [2], bats [3] and newts [4].",
        "# References", *listing("Owl", "Eel", "Bat", "Newt"),
        "# Chapter 2", "Fish [1] and frogs [2] and what not [4].", "# References", *listing("Fish", "Frog", "Toad"),
    )  # fmt: skip
    assert [c.reference_ids for c in found.citations[4:]] == [("2-1",), ("2-2",), ("2-4",)]
    assert found.completeness.dangling == ("2-4",)


def test_a_wild_number_is_no_measure_of_what_is_never_cited() -> None:
    found = manuscript("# Introduction", "Owls [1], eels [2], bats [3] and the year [1000].", *LIST)
    assert max(found.completeness.gaps, default=0) <= 6
