"""Printed entries in many styles: what is read off them, and what is rather left unread."""

import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

import pytest

from state.manuscript import Reference
from tasks.language.names import fold_name
from tasks.language.titles import normalize_title, title_ratio
from tasks.parse.entries import read_entry
from tasks.parse.printed_list import PrintedEntry
from tests.parse.building import entry, manuscript

STRINGS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "references" / "reference_strings"


def read(text: str) -> Reference:
    return read_entry(PrintedEntry(1, text, "a.md", 1), "1")


@pytest.mark.parametrize(
    ("text", "author", "title", "year"),
    [
        (
            "ISIS-9 Collaborative Group. Randomised trial of oral aspirin, both, or neither. Lancet. 1998;2:349-60.",
            "ISIS-9 Collaborative Group",
            "Randomised trial of oral aspirin, both, or neither",
            1998,
        ),
        (
            "ABC (Aspirin Before Coffee) Study Group. Aspirin before coffee in adults. Lancet. 1998;2:3-6.",
            "ABC (Aspirin Before Coffee) Study Group",
            "Aspirin before coffee in adults",
            1998,
        ),
        (
            "American Sleep Association. Standards of care in sleep. Sleep Care. 2020;43(Suppl 1):S1-S212.",
            "American Sleep Association",
            "Standards of care in sleep",
            2020,
        ),
        ("WHO. Global report on sleep. Geneva: WHO; 2018.", "WHO", "Global report on sleep", 2018),
        (
            "World Health Organization (2018) Global report on sleep. Geneva.",
            "World Health Organization",
            "Global report on sleep",
            2018,
        ),
        (
            "GBD 2019 Diseases and Injuries Collaborators. Global burden of 12 diseases. Lancet 2020;396:1204-22.",
            "GBD 2019 Diseases and Injuries Collaborators",
            "Global burden of 12 diseases",
            2020,
        ),
        (
            "R Core Team, R: A language and environment for statistical computing, Vienna, 2021",
            "R Core Team",
            "R: A language and environment for statistical computing",
            2021,
        ),
        ("Kahn D: Sleeping, fast and slow, New York 2011", "Kahn", "Sleeping, fast and slow", 2011),
        (
            "Müller & Söhne (Hrsg.) Handbuch der Werkstoffe, 3. Aufl., Berlin 1999",
            "Müller",
            "Handbuch der Werkstoffe",
            1999,
        ),
        (
            "Goodwin LS, Gill A. The basis of therapeutics. 4th ed. New York: Macmillan; 1970.",
            "Goodwin",
            "The basis of therapeutics",
            1970,
        ),
        (
            "Field, A. (2013) Statistics using common programs, 4th edn, Sage, London.",
            "Field",
            "Statistics using common programs",
            2013,
        ),
        (
            "Lanner, R.M. 1982. Adaptations of pine for seed dispersal. Canad. J. Forest Res. 12: 391-402.",
            "Lanner",
            "Adaptations of pine for seed dispersal",
            1982,
        ),
        (
            "R. S. Vargas and A. Cox. Proximity and how to measure it. Berlin: Springer, 2004.",
            "Vargas",
            "Proximity and how to measure it",
            2004,
        ),
        (
            "Smith J, Jones K; ABC Study Group. Effect of aspirin on sleep in adults. J Sleep. 2019;1:2-3.",
            "Smith",
            "Effect of aspirin on sleep in adults",
            2019,
        ),
        ("世界卫生组织. 全球睡眠状况报告[R]. 日内瓦: 世界卫生组织, 2018.", "世界卫生组织", "全球睡眠状况报告", 2018),
        (
            "中华医学会糖尿病学分会. 中国糖尿病防治指南[J]. 中华糖尿病杂志, 2018, 10(1): 4-67.",
            "中华医学会糖尿病学分会",
            "中国糖尿病防治指南",
            2018,
        ),
    ],
)
def test_groups_and_books_are_read(text: str, author: str, title: str, year: int) -> None:
    found = read(text)
    first = (found.authors or found.editors)[0].family
    assert (first, found.title, found.year) == (author, title, year)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("A national study of sleep in nurses. J Sleep. 2019;1:2.", "A national study of sleep in nurses"),
        ("Brain Tumor Study Group. J Clin Oncol. 2002;3:5-9.", None),
        ("Hunt, C.B., Auster, E.R, Avoiding the trap, Sloan management review, 14(2), 1990.", "Avoiding the trap"),
        ("Kahn D: Mind, Self, and Society, New York 2011", "Mind, Self, and Society"),
        (
            "Grieve, R.A.F.; Pesonen, L.J., The impact cratering record, Tectonophysics, v. 216, pp. 1-30, 1992",
            "The impact cratering record",
        ),
        ("Becker. Ernest. The Denial. New York: Free Press, 1973.", "The Denial"),
    ],
)
def test_what_is_hard_to_tell_apart_has_its_own_title_or_none(text: str, title: str | None) -> None:
    assert read(text).title in (title, None)


@pytest.mark.parametrize(
    "text",
    [
        "Beck, Ulrich. World Risk Society. Cambridge: Polity, 1999.",
        "Vali F, The Society of Straits and Foundation. 1972.",
    ],
)
def test_a_body_in_the_title_is_no_author(text: str) -> None:
    assert read(text).first_author in ("Beck", "Vali")


@pytest.mark.parametrize(
    "text", ["Aa Bb Cc ", "Smith J. ", "A. B. ", "World Health ", "Smith, J., ", " of the", "A, b, "]
)
def test_a_hostile_entry_is_read_at_once(text: str) -> None:
    assert read(text * 1500).number == 1


def test_a_group_that_the_bibliography_spells_otherwise_does_not_differ() -> None:
    listed = "[1] WHO. Global report on sleep in all regions. Geneva: WHO; 2018."
    bib = (entry("who", "World Health Organization", 2018, "Global report on sleep in all regions", given=""),)
    assert manuscript("One [1].", "# References", listed, bib=bib).references[0].problems == ()


@pytest.mark.skipif(not STRINGS.is_dir(), reason="the third-party files (../shared/data) are not here")
def test_real_entries_are_read_right_where_they_are_read() -> None:
    count: Counter[str] = Counter()
    for name in ("core", "gold", "good"):
        for sequence in list(ElementTree.parse(STRINGS / f"res__parser__{name}.xml").getroot())[::4]:
            _count(count, [(part.tag, " ".join((part.text or "").split())) for part in sequence])
    assert count["title right"] >= 0.95 * count["title read"]
    assert count["author right"] >= 0.98 * count["author read"]
    assert count["year right"] >= 0.95 * count["year read"]
    assert count["title read"] >= 0.55 * count["title"]


def _count(count: Counter[str], parts: list[tuple[str, str]]) -> None:
    found = read(" ".join(text for tag, text in parts if tag != "citation-number"))
    first: dict[str, str] = {}
    for tag, text in parts:
        first.setdefault(tag, text)
    title, author = first.get("title", ""), first.get("author") or first.get("editor") or ""
    count["title"] += bool(title)
    if found.title:
        whole, cut = normalize_title(title), normalize_title(found.title)
        right = title_ratio(found.title, title) >= 0.85 or (len(cut) >= 15 and whole.startswith(cut))
        count.update({"title read": 1, "title right": int(bool(title) and right)})
    if people := found.authors or found.editors:
        family = people[0].family
        right = fold_name(family) in fold_name(author[: len(family) + 40])
        count.update({"author read": 1, "author right": int(bool(author) and right)})
    if found.year:
        dates = " ".join(text for tag, text in parts if tag == "date")
        count.update({"year read": 1, "year right": int(str(found.year) in dates)})
