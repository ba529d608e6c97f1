"""Lists without numbers, as people and programs print them: every entry once, nothing else in the list."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from state.manuscript import Section
from tasks.parse.layout import lay_out
from tasks.parse.printed_list import PrintedList, find_lists
from tasks.readers.contract import Paragraph, ParagraphKind
from tests.parse.building import reading

BROWN = "Brown, B. (2002). Bears hibernate through long winters. Journal of Bears, 3, 4–5."
MILLER = "Miller, C., & Mint, D. (2003). Mice prefer darkness. Journal of Mice, 5(2), 11–19. https://doi.org/10.5555/mm"
ZIMMER = "Zimmer, A. (2001). Zebra stripes in the savanna. Savanna Press."
APA = (BROWN, MILLER, ZIMMER)
CHINESE = (
    "王伟, 李明, 2019. 糖尿病患者的护理研究[J]. 护理杂志, 12(3): 1-5.",
    "张三, 2020a. 高血压研究[M]. 北京: 某某出版社.",
    "国家统计局, 2018. 中国统计年鉴[M]. 北京: 某某出版社.",
    "Smith J, Jones K, 2017. Sleep in bears[J]. Journal of Bears, 3: 4-5.",
)
BEFORE = ("# Introduction", "Bears sleep (Brown, 2002).")


def lists(*paragraphs: Paragraph | str) -> tuple[list[PrintedList], list[str]]:
    """The lists, and the paragraphs that may still make claims."""
    placed, sections = lay_out([reading(*paragraphs)])
    found, closed = find_lists(placed, sections)
    return found, [place.paragraph.text for place in placed if place.order not in closed]


def entries(*paragraphs: Paragraph | str) -> list[str]:
    found, _ = lists(*paragraphs)
    assert len(found) == 1
    assert not found[0].numbered
    return [entry.text for entry in found[0].entries]


@pytest.mark.parametrize(
    "printed",
    [
        APA,
        CHINESE,
        ("Brown, B., Cox, D. 2002. Bears in winter. J. Bears 3, 4.", "Cole, E., 2003. Mice by night. Mouse Press."),
        ("Brown B, Cox D (2002) Bears in winter. J Bears 3:4", "Bear Society (2003) Bears in towns. Bear Press, Town"),
        ("Brown, Bertha, and Carl Cox. 2002. “Bears in Winter.” Journal of Bears 3 (2): 4–5.",
         "Cole, Eve. 2003. Mice by Night. London: Mouse Press."),
        ("Eve, Martina Paula. Bears and Philosophy. Bear Press, 2014.", "“A Guide to Bears.” Bear Society, 2019.",
         "Zed, Zoe, et al. “Bears at Night.” Journal of Bears, vol. 3, 2011, pp. 4-9."),
        ("王伟, 李明. 糖尿病患者的护理研究[J]. 护理杂志, 2019, 12(3): 1-5.", "Brown B. Bears[M]. London: Press, 2001."),
    ],
    ids=["apa", "gbt author-year", "elsevier", "springer", "chicago", "mla", "gbt numeric without numbers"],
)  # fmt: skip
def test_each_paragraph_is_an_entry(printed: tuple[str, ...]) -> None:
    assert entries(*BEFORE, "# References", *printed) == list(printed)


def test_entries_broken_over_lines_are_joined() -> None:
    broken = (
        "Brown, B. (2002). Bears hibernate", "through long winters. Journal of", "Bears, 3, 4–5.",
        "Miller, C., & Mint, D. (2003). Mice prefer", "darkness. Journal of Mice, 5(2), 11–19.",
        "https://doi.org/10.5555/mm", "Zimmer, A. (2001). Zebra stripes in the", "savanna. Savanna Press.",
    )  # fmt: skip
    assert entries(*BEFORE, "# References", *broken) == list(APA)


def test_long_lists_of_authors_that_were_broken_are_joined() -> None:
    broken = (
        "Smith, A. B., Jones, C. D., Brown, E. F., White, G. H., Black,", "I. J., & Grey, M. N. (2015). Colours of",
        "bears. Journal of Colour, 3, 4–5.", "Taylor, O. P., Cooper, Q. R., Baker, S. T., Carter, U. V.,",
        "Potter, W. X., & Miller, Y. Z. (2016). Trades of bears.", "Journal of Trade, 4, 5–6.",
    )  # fmt: skip
    assert [text[:12] for text in entries(*BEFORE, "# References", *broken)] == ["Smith, A. B.", "Taylor, O. P"]


def test_chinese_entries_broken_over_lines_are_joined_without_a_space() -> None:
    broken = (
        "王伟, 李明, 2019. 糖尿病患者的护理研究及其在社区中的应用与推", "广[J]. 护理杂志, 12(3): 1-5.",
        "张三, 2020. 高血压研究进展与展望[M].", "北京: 某某出版社.", CHINESE[3],
    )  # fmt: skip
    assert entries("# 引言", "文。", "# 参考文献", *broken) == [
        "王伟, 李明, 2019. 糖尿病患者的护理研究及其在社区中的应用与推广[J]. 护理杂志, 12(3): 1-5.",
        "张三, 2020. 高血压研究进展与展望[M]. 北京: 某某出版社.",
        CHINESE[3],
    ]


def test_marks_before_entries_are_not_of_them() -> None:
    note = "References marked with an asterisk indicate studies included in the meta-analysis."
    assert entries(*BEFORE, "# References", note, f"*{BROWN}", f"* {MILLER}", f"• {ZIMMER}") == list(APA)


@pytest.mark.parametrize(
    "odd",
    [
        "van der Berg, A. (2001). Dunes. Press.",
        "de la Cruz, M. & O’Neil, T. (2003). Rivers. Press.",
        "Ångström, K. (2005). Light. Press.",
        "Şahin, Ö., & Łukasz, J. (2010). Names. Press.",
        "3M Company. (2011). Tapes. 3M.",
        "U.S. Department of Bears. (2012). Bears. Press.",
        "Aldermoor, K.T. 2011, Reed beds and slow rivers, Marsh Press, London.",
        "Lowland Water Authority 2016, Annual report, viewed 5 May 2017, <http://lwa.example.org>.",
        "Ngo, T.H. (forthcoming), ‘Duckweed economics’, Pond Quarterly.",
        "“Untitled bears.” (2013). Bear Press.",
    ],
)
def test_an_entry_between_others_is_one_however_it_begins(odd: str) -> None:
    assert entries(*BEFORE, "# References", BROWN, odd, ZIMMER) == [BROWN, odd, ZIMMER]


def test_entries_parted_by_line_breaks_in_one_paragraph_are_entries() -> None:
    assert entries(*BEFORE, "# References", "\n".join(APA)) == list(APA)


def test_line_breaks_inside_entries_part_nothing() -> None:
    broken = [text.replace(". Journal", ".\nJournal").replace(". https", ".\nhttps") for text in APA]
    assert entries(*BEFORE, "# References", *broken) == list(APA)


def test_entries_that_follow_one_another_in_one_paragraph_are_parted() -> None:
    assert entries(*BEFORE, "# References", " ".join(APA)) == list(APA)


def test_editors_inside_an_entry_begin_no_entry() -> None:
    text = "Brown, B. (2002). Bears at rest. In Adams, A., & Zorn, Z. (Eds.), Bears of 2002 (pp. 1–5). Bear Press."
    assert entries(*BEFORE, "# References", text, ZIMMER) == [text, ZIMMER]


def test_addresses_in_paragraphs_of_their_own_belong_to_the_entry_above() -> None:
    found = entries(*BEFORE, "# References", BROWN, "https://www.example.org/bears", ZIMMER, "Retrieved 5 May 2012.")
    assert found == [f"{BROWN} https://www.example.org/bears", f"{ZIMMER} Retrieved 5 May 2012."]


@pytest.mark.parametrize(
    ("dashed", "whole"),
    [
        ("———. 2004. More Bears. London: Press.", "Brown, Bertha. 2004. More Bears. London: Press."),
        ("——— (2004). More Bears. London: Press.", "Brown, Bertha (2004). More Bears. London: Press."),
        ("---. 2004. More Bears. London: Press.", "Brown, Bertha. 2004. More Bears. London: Press."),
        ("____, 2004. More Bears. London: Press.", "Brown, Bertha, 2004. More Bears. London: Press."),
    ],
)
def test_a_dash_is_the_author_above(dashed: str, whole: str) -> None:
    first = "Brown, Bertha. 2002. Bears and Honey. London: Press."
    assert entries(*BEFORE, "# References", first, dashed, dashed) == [first, whole, whole]


def test_a_dash_after_initials_keeps_their_point() -> None:
    first = "Smith, J., & Brown, K. (2001). A title here. Press."
    found = entries(*BEFORE, "# References", first, "——— (2002). Another title. Press.")
    assert found[1] == "Smith, J., & Brown, K. (2002). Another title. Press."


@pytest.mark.parametrize("mark", ["## ", "# ", ""])
def test_headings_inside_a_list_do_not_end_it(mark: str) -> None:
    found, left = lists(
        *BEFORE, "# References", f"{mark}Primary sources", BROWN, MILLER, f"{mark}Secondary literature", ZIMMER,
        "# Acknowledgements", "We thank the bears.",
    )  # fmt: skip
    assert [entry.text for one in found for entry in one.entries] == list(APA)
    assert left[-2:] == ["Acknowledgements", "We thank the bears."]


def test_chinese_headings_inside_a_list_are_no_entries() -> None:
    found = entries("# 引言", "文。", "# 参考文献", "一、中文文献", *CHINESE[:3], "二、英文文献", CHINESE[3])
    assert found == list(CHINESE)


def test_an_entry_that_was_set_as_a_heading_is_an_entry() -> None:
    odd = "Cole, Eve, Mice and Philosophy (London: Mouse Press, 2014)"
    found = entries(*BEFORE, "# References", BROWN, f"# {odd}", ZIMMER)
    assert found == [BROWN, odd, ZIMMER]


@pytest.mark.parametrize(
    "after",
    [
        "The author would like to thank everybody.",
        "Jane Doe is a professor of zoology at the University of Somewhere. She works on zebras.",
        "Table 3. Bears by town",
        "# Appendix",
        "# About the author",
    ],
)
def test_what_follows_the_last_entry_is_not_in_the_list(after: str) -> None:
    found, left = lists(*BEFORE, "# References", *APA, after)
    assert [entry.text for entry in found[0].entries] == list(APA)
    assert after.lstrip("# ") in left


def test_a_numbered_table_of_results_behind_the_list_is_no_list() -> None:
    rows = [
        Paragraph(text=text, line=1, kind=ParagraphKind.TABLE, row=(1, n))
        for n in (1, 2, 3)
        for text in (str(n), f"{n}50/49 177", "1.16 (1.00–1.34)")
    ]
    assert entries(*BEFORE, "# References", *APA, *rows) == list(APA)


def test_a_list_without_a_heading_is_known_by_its_entries() -> None:
    found, left = lists(*BEFORE, "Here is the list that the program made:", *APA, "That is all.")
    assert [entry.text for entry in found[0].entries] == list(APA)
    assert left[-2:] == ["Here is the list that the program made:", "That is all."]


def test_a_piece_of_an_entry_does_not_break_a_list_without_a_heading() -> None:
    more = [f"Adams, {letter}. (1999). Ants of the {letter} hills. Ant Press." for letter in "ABCDEF"]
    found, left = lists(*BEFORE, "Works", *more, BROWN, "https://www.example.org/bears", MILLER, ZIMMER, "That is all.")
    assert [entry.text for entry in found[0].entries] == [
        *more,
        f"{BROWN} https://www.example.org/bears",
        MILLER,
        ZIMMER,
    ]
    assert left[-1] == "That is all."


def test_a_caption_that_the_format_lists_is_no_entry() -> None:
    caption = Paragraph(text="Figure 2. Bears by town (Brown, 2002).", line=1, listed=True)
    listed = [Paragraph(text=text, line=1, listed=True) for text in (BROWN, ZIMMER)]
    found, left = lists(*BEFORE, listed[0], caption, listed[1])
    assert [entry.text for one in found for entry in one.entries] == [BROWN, ZIMMER]
    assert caption.text in left


def test_sentences_that_begin_with_names_are_no_list() -> None:
    found, left = lists(
        "# Introduction", "Smith, J. (2019) showed that bears sleep through most of the winter.",
        "Miller, C. (2018) did not see it in any of the towns that were visited.", "It is not known.",
    )  # fmt: skip
    assert not found
    assert len(left) == 4


def test_what_the_format_calls_an_entry_is_one_whatever_it_looks_like() -> None:
    odd = Paragraph(text="A title\nalone", line=1, listed=True)
    listed = [Paragraph(text=text, line=1, listed=True) for text in (BROWN, ZIMMER)]
    found, left = lists(*BEFORE, listed[0], odd, listed[1], "# After", "More text.", "# References", MILLER)
    assert [entry.text for entry in found[0].entries] == [BROWN, "A title alone", ZIMMER]
    assert "More text." in left


def test_listed_paragraphs_have_their_automatic_or_typed_numbers() -> None:
    automatic = [Paragraph(text=text, line=1, listed=True, list_number=f"[{n}]") for n, text in enumerate(APA, 1)]
    typed = [Paragraph(text=f"[{n}] {text}", line=1, listed=True) for n, text in enumerate(APA, 1)]
    for listed in (automatic, typed):
        found, _ = lists(*BEFORE, *listed)
        assert [(entry.number, entry.text) for entry in found[0].entries] == list(enumerate(APA, 1))


def test_listed_paragraphs_under_two_headings_are_two_lists() -> None:
    first, second = (Paragraph(text=text, line=1, listed=True) for text in (BROWN, ZIMMER))
    found, _ = lists(*BEFORE, "# References", first, "# Further reading", second)
    assert [[entry.text for entry in one.entries] for one in found] == [[BROWN], [ZIMMER]]


def test_entries_keep_the_lines_they_stand_on() -> None:
    found, _ = lists(*BEFORE, "# References", BROWN, "https://www.example.org/bears", ZIMMER)
    assert [entry.line for entry in found[0].entries] == [4, 6]


LINES = st.sampled_from(
    [*APA, *CHINESE, "———. 2004. More.", "Journal of Bears, 3, 4–5.", "https://example.org", "Books", "A\nB 2019",
     "[1] X 2001.",
     "一、中文", "Table 1. Bears", "word " * 30, "2019", "*", "(2019)", "Smith, J."]
)  # fmt: skip


@given(st.lists(LINES, max_size=12))
def test_entries_are_never_empty_and_stand_in_the_order_of_their_lines(printed: list[str]) -> None:
    found, left = lists(*BEFORE, "# References", *printed)
    assert left[:2] == ["Introduction", BEFORE[1]]
    places = [entry.line for one in found for entry in one.entries]
    assert places == sorted(places)
    assert all(entry.text for one in found for entry in one.entries)


def test_lists_of_nothing_are_no_lists() -> None:
    sections: tuple[Section, ...] = ()
    assert find_lists([], sections) == ([], frozenset())
    assert lists(*BEFORE, "# References")[0] == []
    assert lists(*BEFORE, "# References", "To be written.")[0] == []


def rows_of(*rows: tuple[str, ...]) -> list[Paragraph]:
    return [
        Paragraph(text=text, line=1, kind=ParagraphKind.TABLE, row=(1, n))
        for n, cells in enumerate(rows, 1)
        for text in cells
    ]


@pytest.mark.parametrize(
    "rows",
    [
        [(BROWN,), (MILLER,), (ZIMMER,)],
        [(BROWN, MILLER, ZIMMER)],
        [("Brown, B. (2002).", "Bears hibernate through long winters. Journal of Bears, 3, 4–5."),
         ("Miller, C., & Mint, D. (2003).", "Mice prefer darkness. Journal of Mice, 5(2), 11–19."
          " https://doi.org/10.5555/mm"),
         ("Zimmer, A. (2001).", "Zebra stripes in the savanna. Savanna Press.")],
    ],
    ids=["an entry a row", "an entry a cell", "an entry's parts in the cells of a row"],
)  # fmt: skip
def test_a_list_without_numbers_may_be_a_table(rows: list[tuple[str, ...]]) -> None:
    assert entries(*BEFORE, "# References", *rows_of(*rows)) == [BROWN, MILLER, ZIMMER]


def test_a_table_of_results_is_no_list_without_numbers() -> None:
    found, _ = lists(
        *BEFORE, "# References", *rows_of(("Group", "2002"), ("Bears (wild)", "12 in 2003"), ("Mice", "7"))
    )
    assert not found
