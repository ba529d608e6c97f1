"""Which paragraphs are headings where no style says so."""

import pytest

from state.manuscript import Manuscript
from tasks.parse.layout import lay_out
from tests.parse.building import manuscript, reading

FIRST = ("[1] Smith J. The study of rivers. J A. 2010;1:1-5.", "[2] Jones J. The study of clouds. J A. 2011;2:1-5.")
SECOND = ("[1] Miller J. The study of trees. J A. 2012;3:1-5.", "[2] Brown J. The study of fish. J A. 2013;4:1-5.")


def chapters(second: str, list_heading: str = "References") -> Manuscript:
    return manuscript(
        "Introduction", "Water [1]. Clouds [2].", list_heading, *FIRST,
        second, "Trees grow [1]. Fish swim [2].", list_heading, *SECOND,
    )  # fmt: skip


@pytest.mark.parametrize(
    "heading", ["Chapter 2", "CHAPTER II", "Chapter Two", "Chapter 2: Forests", "第2章", "第二章", "Part 2", "第二篇"]
)
def test_a_chapter_s_number_alone_on_its_line_is_a_heading(heading: str) -> None:
    read = chapters(heading)
    assert [claim.reference_id for claim in read.claims] == ["1", "2", "2-1", "2-2"]
    assert not read.completeness.orphans
    assert read.references[1].listed == FIRST[1][4:]


@pytest.mark.parametrize("text", ["(二)", "2", "2.", "Chapter 2 of the book is about rivers, and so is this."])
def test_other_lines_with_a_number_are_no_headings(text: str) -> None:
    placed, _ = lay_out([reading("Introduction", "Water is wet.", text, "Rivers run.")])
    assert [place.heading for place in placed] == [True, False, False, False]
