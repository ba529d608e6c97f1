"""Chinese entries in author-date style."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.parse.author_date_zh import read_author_date
from tasks.parse.entries import read_entry
from tasks.parse.printed_list import PrintedEntry

ENTRIES = (
    "顾岚, 沈远. (2019). 潮汐照明与夜班睡眠的关系. *灯塔学报*, *51*(4), 400–410.",
    "顾岚，沈远．（2019）．潮汐照明与夜班睡眠的关系．灯塔学报，51（4），400–410．",
    "[3] 顾岚, 沈远 (2019). 潮汐照明与夜班睡眠的关系. 《灯塔学报》, 51(4), 400-410.",
)


@pytest.mark.parametrize("text", ENTRIES)
def test_an_entry_in_author_date_style_is_read_whole(text: str) -> None:
    found = read_entry(PrintedEntry(number=3, text=text, file="x", line=1, order=1), "3")
    assert (found.title, found.journal) == ("潮汐照明与夜班睡眠的关系", "灯塔学报")
    assert [author.display for author in found.authors] == ["顾岚", "沈远"]
    assert (found.year, found.volume, found.issue, found.pages) == (2019, "51", "4", "400-410")


def test_what_is_no_such_entry_is_left_to_others() -> None:
    assert read_author_date("Smith J. (2020). A title. Journal, 5(2), 3-9.") is None
    assert read_author_date("顾岚. 潮汐照明[J]. 灯塔学报, 2019, 51(4): 400-410.") is None


@given(st.text(alphabet="顾岚沈, .()0123456789。、和等", max_size=400))
def test_no_text_raises(text: str) -> None:
    read_author_date(text)
