"""What can be read of a work, and whether it is enough (V.B6, V.B7)."""

import pymupdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from state.resolution import AbstractSource, Evidence, Identity
from tasks.fetch.evidence import article_type, evidence_of, fulltext_required, match_pdf
from tasks.readers.pdf.article import PdfProblem, PdfText, heading_of, pick_sections, read_pdf
from tests.fetch.world import CROSSREF, LONG, OPENALEX, PUBMED, S2, World, record, reference, resolve_all, resolve_one

TITLE = "Outcome of joint replacement in adults"


def test_abstracts_are_taken_in_the_order_of_the_registries_and_word_for_word():
    held = [record(r, TITLE, abstract=f"  From {r}.\nAs it stands. ") for r in (S2, OPENALEX, CROSSREF, PUBMED)]
    for registry in (PUBMED, CROSSREF, OPENALEX, S2):
        found = evidence_of(held)
        assert (found.source.value, found.text) == (registry.value, f"  From {registry}.\nAs it stands. ")
        held = [r for r in held if r.registry is not registry]
    assert evidence_of(held).source is AbstractSource.NONE


def test_the_article_type_is_pubmeds_where_it_has_one():
    crossref = record(CROSSREF, TITLE, types=("journal-article",))
    assert article_type([crossref, record(PUBMED, TITLE, types=("Meta-Analysis", "Review"))]) == "Meta-Analysis; Review"
    assert article_type([crossref]) == "journal-article"
    assert article_type([]) is None


@pytest.mark.parametrize(
    ("text", "structured", "required"),
    [
        ("", False, True),
        ("word " * 99, False, True),
        ("word " * 100, False, False),
        ("OBJECTIVE: To see.\nRESULTS: It helped.\nCONCLUSIONS: Good.", True, False),
        ("OBJECTIVE: To see.\nMAIN OUTCOME MEASURES: Pain.", True, True),
        ("目的：观察疗效。\n结果：有效率为90%。", True, False),
        ("随访两年" * 49, False, True),
        ("随访两年" * 50, False, False),
    ],
)
def test_an_abstract_is_enough_or_not(text, structured, required):
    evidence = Evidence(source=AbstractSource.PUBMED, text=text, structured=structured)
    assert fulltext_required(evidence) is required


def pdf(*pages: str, title: str | None = None, **save: object) -> bytes:
    with pymupdf.open() as document:
        for text in pages:
            page = document.new_page()
            if text:
                page.insert_textbox((40, 40, 560, 800), text, fontsize=9)
        if title:
            document.set_metadata({"title": title})
        return document.tobytes(**save)


PAPER = f"""{TITLE}
Ngozi Okafor
https://doi.org/10.1000/joint.
Abstract
We followed adults.
Introduction
Nobody had looked.
3. Results
Pain fell by 40 per cent in treat-
ment groups.
Discussion
We discuss at length.
Conclusions
It helps.
References
[1] Brandt L. Soil. doi:10.1000/soil
"""


def test_a_pdf_gives_abstract_results_and_conclusion_only():
    read = read_pdf(pdf(PAPER))
    assert isinstance(read, PdfText)
    assert read.found == ("abstract", "results", "conclusion")
    assert "Pain fell by 40 per cent in treatment groups." in read.sections
    assert "It helps." in read.sections
    assert "Nobody" not in read.sections
    assert "at length" not in read.sections
    assert "Soil" not in read.sections


def test_a_cited_works_doi_is_not_the_pdfs_own():
    assert read_pdf(pdf(PAPER)).dois == ("10.1000/joint",)


def test_chinese_headings_are_read():
    lines = [
        "摘　要",
        "观察疗效。",
        "1 资料与方法",
        "随机分组。",
        "2 结果",
        "有效率为90%。",
        "三、讨论",
        "略。",
        "结 论",
        "有效。",
        "参考文献",
        "[1] 略",
    ]
    text, found = pick_sections(lines)
    assert found == ("abstract", "results", "conclusion")
    assert "有效率为90%。" in text
    assert "随机分组" not in text


@pytest.mark.parametrize(
    "line", ["RESULTS", "3. Results", "III. RESULTS", "Results:", "【结果】", "2结果", "第三章 结果", "R E S U L T S"]
)
def test_headings_are_known_in_their_guises(line):
    assert heading_of(line) in {"results", "结果"}


def test_a_sentence_is_no_heading():
    assert heading_of("Results were mixed.") is None


def test_a_labelled_abstract_is_not_cut_at_its_labels():
    text, _ = pick_sections(
        ["Abstract", "Objective: to see.", "Results: it fell.", "Introduction", "Long ago.", "Results", "It fell."]
    )
    assert "Objective: to see.\nResults: it fell." in text
    assert "Long ago" not in text


def test_text_without_known_headings_is_kept_whole():
    text, found = pick_sections(["One.", "Two."])
    assert (text, found) == ("One.\nTwo.", ())


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: b"", "broken"),
        (lambda: b"not a pdf", "broken"),
        (lambda: b"%PDF-1.7\ngarbage", "broken"),
        (lambda: pdf(PAPER)[:300], "broken"),
        (lambda: pdf(""), "no_text"),
        (lambda: pdf(PAPER, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="owner"), "encrypted"),
        (lambda: pdf(*[""] * 2001), "too_many_pages"),
    ],
    ids=["empty", "text", "garbage", "cut off", "pictures", "encrypted", "long"],
)
def test_a_pdf_that_cannot_be_read_says_why(make, why):
    read = read_pdf(make())
    assert isinstance(read, PdfProblem)
    assert read.why in {why, "no_text"} if why == "broken" else read.why == why


@pytest.fixture(scope="module")
def paper():
    return pdf(PAPER)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=40), st.floats(0, 1))
def test_a_damaged_pdf_is_a_value_and_never_an_exception(paper, changes, kept):
    content = bytearray(paper)
    for place, byte in changes:
        content[int(place * len(content))] = byte
    assert isinstance(read_pdf(bytes(content[: int(kept * len(content))])), PdfText | PdfProblem)


def test_a_pdf_is_matched_by_doi_and_becomes_the_evidence():
    world = World((record(CROSSREF, TITLE, doi="10.1000/joint", abstract=LONG),))
    other = reference("Soil bacteria of meadows", "Brandt, L", 1999, number=2)
    files = [("b.pdf", b"nothing"), ("a.pdf", pdf(PAPER)), ("c.pdf", pdf("A story of something else entirely\n" * 9))]
    resolved, _ = resolve_all(world, reference(TITLE, doi="10.1000/joint"), other, pdfs=files)
    found = resolved.resolutions[0]
    assert (found.evidence.source, found.evidence.file) == (AbstractSource.FULL_TEXT_PDF, "a.pdf")
    assert not found.fulltext_required_stepB
    assert resolved.resolutions[1].evidence.file is None
    assert resolved.pdf_notes == ("pdf_unreadable=b.pdf: broken (not a PDF)", "pdf_unmatched=c.pdf")


def test_a_pdf_without_doi_is_matched_by_its_title():
    world = World((record(CROSSREF, TITLE, doi="10.1000/joint"),))
    plain = PAPER.replace("https://doi.org/10.1000/joint.", "")
    for content in (pdf(plain), pdf("Pages without front matter. " * 9, title=TITLE)):
        found = resolve_one(world, reference(TITLE), pdfs=[("mine.pdf", content)])
        assert found.evidence.file == "mine.pdf"


def test_the_pdf_of_the_work_at_a_wrong_doi_is_not_the_cited_works_text():
    world = World((record(CROSSREF, "Soil bacteria of meadows", "Brandt, L", 1999, doi="10.1000/soil"),))
    content = pdf("Soil bacteria of meadows\n10.1000/soil\nResults\nMany.\n")
    found = resolve_one(world, reference(TITLE, doi="10.1000/soil"), pdfs=[("soil.pdf", content)])
    assert found.identity is Identity.OTHER_NOWHERE
    assert found.evidence.source is AbstractSource.NONE


def test_short_titles_are_not_looked_for_in_running_text():
    read = read_pdf(pdf("We write of outcome measures here, " * 5))
    assert match_pdf([("x.pdf", read)], (), ("Outcome measures",)) is None
