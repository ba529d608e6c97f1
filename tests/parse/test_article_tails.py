"""The end of an article says journal, year, volume, issue and pages; invented entries in the commonest styles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from state.manuscript import Reference
from tasks.parse.article_tails import article_before, journal_between, read_tail
from tasks.parse.entries import read_entry
from tasks.parse.printed_list import PrintedEntry

TITLE = "Wet feathers, rain and weather: a long study of owls"
JOURNAL = "Annals of Wet Birds"


def read(text: str) -> Reference:
    return read_entry(PrintedEntry(1, text, "list.txt", 1), "1")


@pytest.mark.parametrize(
    "text",
    [
        f"Vogel KA, Aal B. {TITLE}. {JOURNAL}. 2018;2018(3):41–9. doi:10.5555/owl.1",
        f"Vogel, K. A., & Aal, B. (2018). {TITLE}. {JOURNAL}, 2018(3), 41–49. https://doi.org/10.5555/owl.1",
        f"Vogel, K.A. and Aal, B. (2018) “{TITLE}”, {JOURNAL}, 2018(3), pp. 41–49. Available at: https://doi.org/10.5555/o",
        f"K. A. Vogel and B. Aal, “{TITLE}”, {JOURNAL}, vol. 2018, no. 3, pp. 41–49, 2018, doi: 10.5555/owl.1.",
        f"Vogel, K. A., and B. Aal. 2018. “{TITLE}”. {JOURNAL} 2018 (3): 41–49. https://doi.org/10.5555/owl.1",
        f"Vogel, K. A.; Aal, B. {TITLE}. {JOURNAL} 2018, 2018 (3), 41–49. https://doi.org/10.5555/owl.1.",
        f"K.A. Vogel, B. Aal, {TITLE.replace(', ', ' and ')}, {JOURNAL} 2018 (3) (2018) 41–49. https://doi.org/10.5555/owl.1.",
        f"VOGEL K A, AAL B. {TITLE}. {JOURNAL}, 2018, 2018(3): 41-49.",
    ],
)
def test_a_volume_that_is_a_year_is_read_in_every_style(text: str) -> None:
    reference = read(text)
    assert (reference.year, reference.volume, reference.issue) == (2018, "2018", "3")
    assert (reference.pages or "").startswith("41-")
    assert reference.journal == JOURNAL
    assert (reference.title or "").endswith("rain and weather: a long study of owls")
    assert [author.family.title() for author in reference.authors] == ["Vogel", "Aal"]


def test_the_last_comma_divides_title_and_journal_where_commas_alone_divide() -> None:
    text = "B. Aal, K. Vogel, Notes on eels, owls and rain, J. Wet. Birds 12 (2019) 7. https://doi.org/10.5555/x."
    reference = read(text)
    assert (reference.title, reference.journal) == ("Notes on eels, owls and rain", "J. Wet. Birds")
    assert (reference.year, reference.volume, reference.pages) == (2019, "12", "7")


def test_a_title_in_capitals_is_no_row_of_names() -> None:
    reference = read(
        "Vogel K, Aal B, Hilger P. Persistent Wet Feathers After Rain and Snow. Ann Wet Birds. 2004;6(3):155–7."
    )
    assert reference.title == "Persistent Wet Feathers After Rain and Snow"
    assert [author.family for author in reference.authors] == ["Vogel", "Aal", "Hilger"]


def test_pages_that_look_like_a_year_are_no_year() -> None:
    reference = read("Vogel KM, Sand DP. Wet feathers and the weather of the north. ABCD. 2020;323(20):2096.")
    assert (reference.year, reference.volume, reference.pages) == (2020, "323", "2096")


@pytest.mark.parametrize(
    "text",
    [
        "Vogel K. Birds of the wet north. Berlin: Wing Press; 2004.",
        "Vogel K. Feathers. In: Aal B, editor. Birds. Berlin: Wing Press; 2004. p. 12-19.",
        "Vogel K. The weather. https://example.org/weather/12:3",
        "Vogel K, Aal B. A thesis on wet birds. University of the North, 2011, 312 pages.",
    ],
)
def test_what_is_no_article_has_no_tail(text: str) -> None:
    assert read_tail(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "周雨禾, 林晚, 等. 湿羽毛与北方天气的长期观察. 湿地鸟类学报, 2018, 40(3): 41-49. DOI: 10.5555/owl.1.",
        "周雨禾，林晚，等．湿羽毛与北方天气的长期观察．湿地鸟类学报，2018，40（3）：41-49．",
    ],
)
def test_a_chinese_entry_without_the_mark_of_its_type_is_read(text: str) -> None:
    reference = read(text)
    assert (reference.title, reference.journal) == ("湿羽毛与北方天气的长期观察", "湿地鸟类学报")
    assert (reference.year, reference.volume, reference.issue, reference.pages) == (2018, "40", "3", "41-49")
    assert [author.family for author in reference.authors] == ["周雨禾", "林晚"]
    assert not reference.authors_complete


def test_a_title_between_quotation_marks_may_begin_with_a_number_and_hold_full_stops() -> None:
    reference = read(
        "K. A. Vogel and B. Aal, “3β-Owlol in wet birds. A note.”, Annals of Wet Birds, vol. 1, no. 2, pp. 3–9, 2015."
    )
    assert (reference.title, reference.journal) == ("3β-Owlol in wet birds. A note", "Annals of Wet Birds")


def test_a_letter_behind_a_page_and_a_bracket_in_a_journal_are_kept() -> None:
    reference = read("Vogel, K. A. et al. Wet feathers in the northern rain. Biophys J 118, 309a–310a (2020).")
    assert reference.pages == "309a-310a"
    reference = read(
        "Vogel, K.A. (2023) “Wet feathers in the rain”, Clinical birds (Auckland, N.Z.), 17, pp. 2705–2718."
    )
    assert reference.journal == "Clinical birds (Auckland, N.Z.)"


def test_a_sentence_before_the_journal_is_no_part_of_its_name() -> None:
    text = "Vogel K. Wet birds. A second sentence of the title. Ann Wet Birds. 2019;12:3-4."
    tail = read_tail(text)
    assert tail is not None
    assert journal_between(text, "Wet birds", tail) is None
    assert journal_between(text, "A second sentence of the title", tail) == "Ann Wet Birds"


def test_nothing_is_taken_apart_where_the_names_are_not_sure() -> None:
    text = "Some Wet Birds, Their Weather, Annals 12 (2019) 7."
    tail = read_tail(text)
    assert tail is not None
    assert article_before(text, text, tail) is None


@given(st.text(max_size=300))
def test_any_text_has_a_tail_inside_itself_or_none(text: str) -> None:
    tail = read_tail(text)
    assert tail is None or 0 <= tail.start <= len(text)
