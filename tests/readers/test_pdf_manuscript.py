"""PDF manuscripts of our own making: what is read of them, in which order, and which entry each citation leads to."""

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.readers.contract import MarkKind, Paragraph, ParagraphKind, Reading
from tasks.readers.pdf.text import fold, joint, vocabulary
from tasks.readers.pdf.worker import Problem, read_bytes
from tests.readers.pdf_typeset import Sheet, Typesetter, pymupdf

ENTRIES = (
    "Aldous P, Brandt K. Silt in slow rivers. Journal of Quiet Waters. 2011;4(2):101-109.",
    "Crane L. Measuring banks that move. Annals of Field Work. 2014;12:55-61. doi:10.5555/afw.2014.55",
    "Dorn M, Ekwall S, Farrow T. A gauge for shallow water and for the people who wade in it. Instruments. 2009;1:1-9.",
    "Gale R. Floods and what follows them. Riverside Press; 2003.",
    "Hobbs N, Ives J. The delta, surveyed twice. Journal of Quiet Waters. 2018;11(1):7-30.",
)
OPENING = (
    "Rivers carry their sed\u00adi\u00adment to the sea, as was shown in an early sur\u00advey of the delta "
    "<a e1>[1]</a>. Later work was less sure of it and mea\u00adsured the flow with finer in\u00adstru\u00adments "
    "[<a e2>2</a>,<a e3>3</a>]."
)
SECOND = (
    "The well-known es\u00adti\u00admates were raised by a factor of two<sup>4</sup> after the floods, and a long-run "
    "series of read\u00adings agrees with them [<a e1>1</a>–<a e4>4</a>]. Nobody has ques\u00adtioned that since."
)
FILLING = (
    "We walked along the bank and wrote down what the gauge said, once in the morn\u00ading and once in the "
    "even\u00ading, for as long as the sea\u00adson and the boots held. The sed\u00adi\u00adment was dried and weighed "
    "by the same two peo\u00adple on the same scales, and every weigh\u00ading was done again by the other of the two."
)


@cache
def two_columns() -> Reading:
    setter = Typesetter(Sheet(head="Silt and other matters"))
    setter.title("What Slow Rivers Leave Behind", "A. Muster and B. Larsen")
    setter.heading("1 Introduction")
    setter.paragraph(OPENING)
    setter.paragraph(SECOND)
    setter.heading("2 Methods")
    for _ in range(4):
        setter.paragraph(FILLING)
    setter.caption("Figure 1. The gauge at the lower bridge [5].", labels=("bridge", "gauge", "bank"))
    for number in range(9):
        setter.paragraph(f"In year {number + 1} of the work nothing changed. {FILLING}")
    setter.heading("References")
    for number, entry in enumerate(ENTRIES, start=1):
        setter.entry(entry, label=f"[{number}]", anchor=f"e{number}")
    setter.heading("Appendix")
    setter.paragraph("The scales were bought in a shop that has closed since.")
    return read_bytes(setter.bytes())


@cache
def author_year() -> Reading:
    setter = Typesetter(Sheet(columns=1, numbered=True, justified=False))
    setter.heading("Introduction")
    for _ in range(9):
        setter.paragraph(f"{FILLING} Others did so before us (Aldous & Brandt, 2011; Gale, 2003).")
    setter.heading("References")
    for name, year, title in LISTED:
        setter.entry(f"{name} ({year}). {title}")
    return read_bytes(setter.bytes())


LISTED = tuple(
    (f"{name}, {initial}.", year, f"{title}, with a subtitle that is long enough to fill more than one line of print. "
     f"Journal of Quiet Waters, {number}(2), 101-109.")
    for number, (name, initial, year, title) in enumerate(
        [
            ("Aldous", "P", "2011", "Silt in slow rivers"),
            ("Brandt", "K", "2012a", "Banks that move"),
            ("Brandt", "K", "2012b", "Banks that stay"),
            ("Crane", "L", "1999", "On wading"),
            ("van Doorn", "M", "2009", "A gauge for shallow water"),
            ("Gale", "R", "2003", "Floods and what follows them"),
        ],
        start=1,
    )
)  # fmt: skip


def plain(text: str) -> str:
    return re.sub(r"<[^>]*>|\u00ad", "", text)


def texts(reading: Reading) -> list[str]:
    return [paragraph.text for paragraph in reading.paragraphs]


def only(reading: Reading, opening: str) -> Paragraph:
    (found,) = [paragraph for paragraph in reading.paragraphs if paragraph.text.startswith(opening)]
    return found


def test_columns_are_read_one_after_the_other_and_paragraphs_go_on_over_columns_and_pages() -> None:
    body = texts(two_columns())
    expected = [
        "1 Introduction", plain(OPENING), plain(SECOND), "2 Methods",
        *[plain(FILLING)] * 4,
        *[f"In year {number + 1} of the work nothing changed. {plain(FILLING)}" for number in range(9)],
        "References", *[f"[{number}] {entry}" for number, entry in enumerate(ENTRIES, start=1)],
        "Appendix", "The scales were bought in a shop that has closed since.",
    ]  # fmt: skip
    assert [text for text in body if text in expected] == expected
    others = [text for text in body if text not in expected]
    assert others == [
        "What Slow Rivers Leave Behind", "A. Muster and B. Larsen", "Figure 1. The gauge at the lower bridge [5]."
    ]  # fmt: skip


def test_labels_inside_a_figure_are_left_out_and_counted() -> None:
    assert "figure_text=1" in two_columns().warnings
    assert not any("bridge gauge" in text for text in texts(two_columns()))


def test_links_into_the_list_are_citations_and_a_range_names_what_lies_between() -> None:
    reading = two_columns()
    anchors = [paragraph.anchors[0] for paragraph in reading.paragraphs if paragraph.listed]
    found = [
        (paragraph.text[mark.start : mark.end], [anchors.index(target.key) + 1 for target in mark.targets])
        for paragraph in reading.paragraphs
        for mark in paragraph.marks
        if mark.kind is MarkKind.CITATION
    ]
    assert found == [("[1]", [1]), ("[2,3]", [2, 3]), ("[1–4]", [1, 2, 3, 4])]


def test_raised_numbers_are_superscripts() -> None:
    paragraph = only(two_columns(), "The well-known")
    raised = [paragraph.text[mark.start : mark.end] for mark in paragraph.marks if mark.kind is MarkKind.SUPERSCRIPT]
    assert raised == ["4"]
    assert "factor of two4 after" in paragraph.text


def test_headings_have_levels_and_what_follows_the_list_is_text_again() -> None:
    reading = two_columns()
    headings = {p.text: p.heading_level for p in reading.paragraphs if p.heading_level is not None}
    assert headings == {"1 Introduction": 1, "2 Methods": 1, "References": 1, "Appendix": 1}
    assert not only(reading, "The scales were bought").listed


def test_lines_count_paragraphs_from_one() -> None:
    for reading in (two_columns(), author_year()):
        assert [p.line for p in reading.paragraphs] == list(range(1, len(reading.paragraphs) + 1))


def test_an_unnumbered_list_with_hanging_indents_is_cut_into_its_entries() -> None:
    listed = [paragraph.text for paragraph in author_year().paragraphs if paragraph.listed]
    assert listed == [f"{name} ({year}). {title}" for name, year, title in LISTED]


@pytest.mark.parametrize("label", ["{}.", "({})", "{})", "[{}]", "{}"])
def test_every_usual_label_opens_an_entry(label: str) -> None:
    setter = Typesetter(Sheet(columns=1))
    setter.paragraph(f"{plain(FILLING)} [1]")
    setter.heading("References")
    for number, entry in enumerate(ENTRIES, start=1):
        setter.entry(f"{entry} With a note that fills another line of the list, since nothing is ever short.",
                     label=label.format(number))  # fmt: skip
    reading = read_bytes(setter.bytes())
    listed = [paragraph.text for paragraph in reading.paragraphs if paragraph.listed]
    assert [text.split(" ", 1)[0] for text in listed] == [label.format(number) for number in range(1, 6)]


def test_an_unnumbered_list_set_flush_with_room_between_is_cut_by_the_room() -> None:
    setter = Typesetter(Sheet(columns=1))
    setter.paragraph(plain(FILLING))
    setter.heading("Bibliography")
    for name, year, title in LISTED:
        setter.entry(f"{name} ({year}). {title}", hang=0, gap=7)
    listed = [paragraph.text for paragraph in read_bytes(setter.bytes()).paragraphs if paragraph.listed]
    assert listed == [f"{name} ({year}). {title}" for name, year, title in LISTED]


def test_an_unnumbered_list_without_indents_or_room_is_cut_by_names_and_short_lines() -> None:
    setter = Typesetter(Sheet(columns=1))
    setter.paragraph(plain(FILLING))
    setter.heading("Literature cited")
    for name, year, title in LISTED:
        setter.entry(f"{name} ({year}). {title}", hang=0)
    listed = [paragraph.text for paragraph in read_bytes(setter.bytes()).paragraphs if paragraph.listed]
    assert listed == [f"{name} ({year}). {title}" for name, year, title in LISTED]


def test_a_footnote_follows_its_host_and_its_number_leaves_the_text() -> None:
    setter = Typesetter(Sheet(columns=1))
    setter.heading("1 Introduction")
    setter.footnote("1", "The bridge was closed for a week.")
    setter.paragraph(f"We stood on the bridge<sup>1</sup> and looked down [3]. {plain(FILLING)}")
    setter.paragraph(plain(FILLING))
    reading = read_bytes(setter.bytes())
    host = reading.paragraphs[1]
    note = reading.paragraphs[2]
    assert host.text.startswith("We stood on the bridge and looked")
    assert (note.kind, note.note, note.text) == (ParagraphKind.FOOTNOTE, "1", "The bridge was closed for a week.")
    assert note.line == host.line


def test_line_numbers_in_the_margin_are_no_text() -> None:
    setter = Typesetter(Sheet(columns=1, numbered=False))
    for _ in range(6):
        setter.paragraph(plain(FILLING))
    document = pymupdf.open(stream=setter.bytes())
    for number in range(30):
        document[0].insert_text((30, 72 + 12 * number), str(number + 1), fontsize=7)
    reading = read_bytes(document.tobytes())
    assert texts(reading) == [plain(FILLING)] * 6


def test_a_chinese_manuscript_is_joined_without_spaces_and_its_list_is_found() -> None:
    sentence = "本研究沿河岸逐日记录水位并称量沉积物，所得结果与早年的三角洲测量一致[1]，后来的工作则不太肯定[2,3]。"
    entries = (
        "[1] 王伟, 李强. 缓流中的泥沙[J]. 静水学报, 2011, 4(2): 101-109.",
        "[2] 张敏. 移动的河岸[M]. 南京: 河边出版社, 2014.",
        "[3] 赵军, 孙丽. 浅水水尺[J]. 仪器, 2009, 1: 1-9.",
    )
    document = pymupdf.open()
    page = document.new_page()
    y = 80.0
    for text, size in (("1 引言", 14), (sentence * 3, 10.5), ("参考文献", 14), *((entry, 10.5) for entry in entries)):
        for start in range(0, len(text), 40):
            page.insert_text((70, y), text[start : start + 40], fontsize=size, fontname="china-s")
            y += 18
        y += 6
    reading = read_bytes(document.tobytes())
    assert texts(reading) == ["1 引言", sentence * 3, "参考文献", *entries]
    assert [p.listed for p in reading.paragraphs] == [False, False, False, True, True, True]


def test_a_page_of_pictures_is_named() -> None:
    document = pymupdf.open()
    document.new_page().draw_rect(pymupdf.Rect(10, 10, 50, 50))
    with pytest.raises(Problem) as caught:
        read_bytes(document.tobytes())
    assert caught.value.code == "scan"


def test_hyphens_fall_or_stay_by_the_rest_of_the_document() -> None:
    known = vocabulary(["a long-run series of observations", "the instrument and the river"])
    assert joint("an instru-", "ment of", known) == (1, "")
    assert joint("a long-", "run series", known) == (0, "")
    assert joint("COVID-", "19 patients", known) == (0, "")
    assert joint("pages 115-", "121, 2007", known) == (0, "")
    assert joint("see https://doi.org/10.5555/abc-", "40213-5", known) == (0, "")
    assert joint("see https:", "//doi.org/10.5555/x", known) == (0, "")
    assert joint("end of line", "next word", known) == (0, " ")
    assert joint("三角洲的", "测量", known) == (0, "")


def test_ligatures_accents_and_spaces_are_folded() -> None:
    assert fold("eﬃcient ﬂow of M¨uller and Garc´ıa\u00a0et al.") == "efficient flow of Müller and García et al."
    assert fold("1.5 ± 0.2 µg, ~300 N, x^2, 10²") == "1.5 ± 0.2 µg, ~300 N, x^2, 10²"


@given(st.text(max_size=60), st.text(max_size=60))
def test_joining_never_loses_more_than_a_hyphen(before: str, after: str) -> None:
    falls, between = joint(before, after, frozenset())
    assert falls in (0, 1) and between in ("", " ")
    if falls:
        assert before[-1] in "-\u00ad\u2010\u2011"


def test_labels_of_a_list_are_no_line_numbers_and_entries_at_a_page_edge_are_no_running_heads() -> None:
    setter = Typesetter(Sheet(columns=2, size=12, leading=15, numbered=False))
    setter.paragraph(plain(FILLING))
    setter.heading("References")
    for number in range(1, 61):
        setter.entry(ENTRIES[number % 5], label=str(number), gap=8)
    listed = [paragraph.text for paragraph in read_bytes(setter.bytes()).paragraphs if paragraph.listed]
    assert listed == [f"{number} {ENTRIES[number % 5]}" for number in range(1, 61)]


def test_columns_above_a_table_that_spans_them_are_read_one_after_the_other() -> None:
    document = pymupdf.open()
    page = document.new_page()
    left = (
        "The left column says first what the",
        "right one takes up again, and goes",
        "on for three lines of its own,",
    )
    right = (
        "until here, where it has ended in the",
        "middle of the page and leaves room",
        "for a table that spans the page.",
    )
    for n in range(3):
        page.insert_text((60, 80 + 12 * n), left[n], fontname="tiro", fontsize=10)
        page.insert_text((310, 80 + 12 * n), right[n], fontname="tiro", fontsize=10)
    for row in range(6):
        for cell in range(7):
            page.insert_text((60 + 62 * cell, 160 + 14 * row), f"{row}.{cell}", fontname="tiro", fontsize=10)
    reading = read_bytes(document.tobytes())
    assert texts(reading)[0] == " ".join([*left, *right])
    cells = [paragraph for paragraph in reading.paragraphs if paragraph.kind is ParagraphKind.TABLE]
    assert [paragraph.text for paragraph in cells] == [" ".join(f"{r}.{c}" for c in range(7)) for r in range(6)]
    assert [paragraph.row for paragraph in cells] == [(1, row) for row in range(1, 7)]


def test_a_scanned_page_among_others_is_counted_and_a_blank_one_is_not() -> None:
    document = pymupdf.open()
    document.new_page().insert_text((60, 80), plain(FILLING)[:80], fontname="tiro", fontsize=10)
    document.new_page()
    picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 60, 60))
    picture.clear_with(120)
    document.new_page().insert_image(pymupdf.Rect(0, 0, 500, 700), pixmap=picture)
    assert read_bytes(document.tobytes()).warnings == ("pages_without_text=1",)
