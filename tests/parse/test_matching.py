"""Which bibliography entry a printed one is: the right work kept, the sister refused, and nothing guessed."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from state.lookup import Author
from state.manuscript import Reference
from tasks.parse.entries import read_entry
from tasks.parse.matching import match_entries
from tasks.parse.printed_list import PrintedEntry
from tasks.parse.title_parts import is_typing_error, notice, part_numbers


def printed(*entries: str) -> list[Reference]:
    return [
        read_entry(PrintedEntry(text=text, number=n, file="a.md", line=n, order=n), f"entry-{n}")
        for n, text in enumerate(entries, 1)
    ]


def held(key: str, title: str, year: int = 2020, family: str = "Marsh", **fields: str) -> Reference:
    given = "" if family == "王伟" else "John"
    return Reference(id=key, title=title, authors=(Author(family=family, given=given),), year=year, **fields)


def found(entries: list[Reference], *bibliography: Reference) -> dict[int, str]:
    """Keys by the printed entries' numbers; the order of the bibliography must not matter."""
    matched = {p + 1: bibliography[c].id for p, c in match_entries(entries, bibliography).items()}
    turned = bibliography[::-1]
    assert {p + 1: turned[c].id for p, c in match_entries(entries, turned).items()} == matched
    return matched


SILT = "Transport of silt in shallow rivers"
PART_1 = held("p1", f"{SILT}: Part 1", volume="12", pages="200--210", journal="Water Letters")
PART_2 = held("p2", f"{SILT}: Part 2", volume="12", pages="211--220", journal="Water Letters")
BARE = held("bare", SILT, volume="11", pages="1--9", journal="Water Letters")
PRINTED_1 = f"Marsh J. {SILT}: Part I. Water Letters. 2020;12:200-210."
PRINTED_2 = f"Marsh J. {SILT}: Part II. Water Letters. 2020;12:211-220."
BARLEY = held(
    "barley", "Effects of lime on growth of barley in northern bogs", volume="3", pages="11--14", journal="Bog"
)
OATS = held("oats", "Effects of lime on growth of oats in northern bogs", volume="3", pages="1--4", journal="Bog")
PRINTED_OATS = "Marsh J. Effects of lime on growth of oats in northern bogs. Bog. 2020;3:1-4."
FISH = held("fish", "Effects of warming on river fish", volume="2", pages="10--20")
FIXED = held("fixed", "Correction to: Effects of warming on river fish", volume="3", pages="44")
PRINTED_FIXED = "Marsh J, Lee K. Correction to: Effects of warming on river fish. Water Letters. 2020;3:44."
FIRST = held("一", "河流泥沙输移研究（一）", family="王伟", volume="12", pages="100--110")
SECOND = held("二", "河流泥沙输移研究（二）", family="王伟", volume="12", pages="200--210")
PLAIN = held("本", "河流泥沙输移研究", family="王伟", volume="11", pages="100--110")
REVIEW = held("综", "河流泥沙输移研究综述", family="王伟", volume="12", pages="200--210")
CENSUS = "Annual census of herons in the north"
COMMENT = held("comment", "Comment on rivers and floods", 2019, volume="3", pages="7--9")
RESPONSE = held("reply", "Response to the comment on rivers and floods", 2019, volume="3", pages="1--4")


@pytest.mark.parametrize(
    ("entry", "right", "wrong"),
    [
        (PRINTED_1, PART_1, PART_2),
        (PRINTED_2, PART_2, PART_1),
        (PRINTED_2, PART_2, BARE),
        (f"Marsh J. {SILT}. Water Letters. 2020;11:1-9.", BARE, PART_2),
        (f"Marsh J. {SILT}. Part 2. Water Letters. 2020;12:211-220. doi:10.1000/part2",
         PART_2.model_copy(update={"doi": "10.1000/part2"}), PART_1.model_copy(update={"doi": "10.1000/part1"})),
        (PRINTED_OATS, OATS, BARLEY),
        (f"{PRINTED_OATS} doi:10.1000/oats", OATS, BARLEY.model_copy(update={"doi": "10.1000/barley", "pages": ""})),
        (PRINTED_FIXED, FIXED, FISH),
        ("Marsh J, Lee K. Effects of warming on river fish. Water Letters. 2020;2:10-20.", FISH, FIXED),
        ("Marsh J. Response to the comment on rivers and floods. Water. 2019;3:1-4.", RESPONSE, COMMENT),
        ("Marsh J. Comment on rivers and floods. Water. 2019;3:7-9.", COMMENT, RESPONSE),
        ("王伟. 河流泥沙输移研究（二）[J]. 水科学, 2020, 12(3): 200-210.", SECOND, FIRST),
        ("王伟. 河流泥沙输移研究（一）[J]. 水科学, 2020, 12(3): 100-110.", FIRST, SECOND),
        ("王伟. 河流泥沙输移研究综述[J]. 水科学, 2020, 12(3): 200-210.", REVIEW, PLAIN),
        ("王伟. 河流泥沙输移研究[J]. 水科学, 2020, 11(3): 100-110.", PLAIN, REVIEW),
        (f"Marsh J. {CENSUS}. J Herons. 2019;1:1-5.", held("c19", CENSUS, 2019, volume="1"),
         held("c21", CENSUS, 2021, volume="3")),
        (f"Marsh J. {CENSUS}, 2019. J Herons. 2019;1:1-5.", held("c19", f"{CENSUS}, 2019", 2019),
         held("c21", f"{CENSUS}, 2021", 2021)),
    ],
)  # fmt: skip
def test_the_right_work_is_taken_and_its_sister_refused(entry: str, right: Reference, wrong: Reference) -> None:
    assert found(printed(entry), right, wrong) == {1: right.id}
    assert found(printed(entry), right) == {1: right.id}
    assert found(printed(entry), wrong) == {}


def test_two_parts_do_not_change_places() -> None:
    assert found(printed(PRINTED_1, PRINTED_2), PART_2, PART_1) == {1: "p1", 2: "p2"}
    assert found(printed(PRINTED_2, PRINTED_1), PART_2, PART_1) == {1: "p2", 2: "p1"}


def test_a_paper_is_told_from_its_preprint_by_the_printed_journal() -> None:
    title = "Deep reading of rivers"
    article = held("art", title, volume="3", pages="1--4", journal="Water Letters")
    preprint = held("pre", title, journal="arXiv")
    entries = printed(f"Marsh J. {title}. arXiv preprint. 2020.", f"Marsh J. {title}. Water Letters. 2020;3:1-4.")
    assert found(entries, article, preprint) == {1: "pre", 2: "art"}


def test_what_nothing_tells_apart_is_not_taken() -> None:
    two = (held("a", SILT, journal="Mud Review"), held("b", SILT, journal="Sand Review"))
    assert found(printed(f"Marsh J. {SILT}. 2020."), *two) == {}


def test_one_work_given_twice_is_taken_by_its_place() -> None:
    assert match_entries(printed(f"Marsh J. {SILT}. 2020."), (BARE, BARE.model_copy(update={"id": "again"}))) == {0: 0}


def test_another_identifier_for_the_same_title_and_place_is_a_difference_only() -> None:
    entry = f"Marsh J. {SILT}. Water Letters. 2020;11:1-9. doi:10.1000/typo"
    assert found(printed(entry), BARE.model_copy(update={"doi": "10.1000/silt"})) == {1: "bare"}
    elsewhere = BARE.model_copy(update={"doi": "10.1000/silt", "pages": "301--309"})
    assert found(printed(entry), elsewhere) == {}


def test_a_title_and_its_place_are_surer_than_an_identifier_of_another_title() -> None:
    other = held("other", "Nests of herons on chalk cliffs", 1999, "Reed", doi="10.1000/silt")
    entries = printed(f"Marsh J. {SILT}. Water Letters. 2020;11:1-9. doi:10.1000/silt")
    assert found(entries, other, BARE) == {1: "bare"}
    assert found(entries, other) == {1: "other"}


@pytest.mark.parametrize(
    "title", ["Transport of slit in shallow rivers", "Transport of silt in shalow rivers", SILT[:24]]
)
def test_a_title_with_a_typing_error_or_cut_is_still_that_work(title: str) -> None:
    entry = f"Marsh J. {title}. Water Letters. 2020;11:1-9."
    assert found(printed(entry), BARE, held("x", "Nests of herons on chalk cliffs")) == {1: "bare"}


def test_a_number_mistyped_in_a_title_is_forgiven_where_everything_else_agrees() -> None:
    entry = f"Marsh J. {CENSUS}, 2018. J Herons. 2019;7:31-35."
    held_one = held("c", f"{CENSUS}, 2019", 2019, volume="7", pages="31--35")
    assert found(printed(entry), held_one) == {1: "c"}
    assert found(printed(entry), held_one.model_copy(update={"pages": "71--75"})) == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [("Silt: Part II", "Silt. Part 2"), ("Silt II: mud", "Silt Part Two: mud"), ("泥沙（二）", "泥沙 第二部"),
     ("Type II silt", "Type 2 silt"), ("Silt Ⅱ", "Silt 2"),
     ("10,000 herons", "10000 herons"), ("泥沙（上）", "泥沙（上）")],
)  # fmt: skip
def test_a_number_is_one_however_it_is_written(one: str, other: str) -> None:
    assert part_numbers(one) == part_numbers(other) != frozenset()


@pytest.mark.parametrize("title", ["I saw herons", "Part of the river", "Volume a lot", "Mud mix"])
def test_words_that_look_like_numerals_are_none(title: str) -> None:
    assert part_numbers(title) == frozenset()


@pytest.mark.parametrize(
    ("title", "kind"),
    [("Correction to: X", "correction"), ("Author Correction: X", "correction"), ("Silt (Erratum)", "correction"),
     ("勘误：泥沙", "correction"), ("Reply to Marsh", "reply"), ("Comment on silt", "comment"), ("Re: silt", "comment"),
     ("Retraction note: X", "retraction"), ("Response of herons to silt", None), ("Correcting silt", None),
     ("Retracted: X", None)],
)  # fmt: skip
def test_a_notice_is_known_by_its_first_words(title: str, kind: str | None) -> None:
    assert notice(title) == kind


@pytest.mark.parametrize(
    ("a", "b", "one"),
    [("river", "rivre", True), ("river", "rivers", True), ("river", "riven", True), ("oats", "barley", False),
     ("2019", "2018", False), ("cat", "rat", False), ("increase", "decrease", False)],
)  # fmt: skip
def test_one_letter_is_a_typing_error(a: str, b: str, one: bool) -> None:
    assert is_typing_error(a, b) is is_typing_error(b, a) is one


_TITLES = st.sampled_from(
    [SILT, f"{SILT}: Part I", f"{SILT}: Part 2", f"Correction to: {SILT}", OATS.title, "泥沙（二）"]
)
_WORKS = st.builds(
    lambda title, year, family, volume, page, doi: held(
        "w", title or "", year, family, volume=volume, pages=page, doi=doi and f"10.1000/{doi}", raw=""
    ),
    _TITLES,
    st.integers(2018, 2021),
    st.sampled_from(["Marsh", "Reed"]),
    st.sampled_from([None, "1", "2"]),
    st.sampled_from([None, "10-20", "31-40"]),
    st.sampled_from([None, "a", "b"]),
)
_LISTS = st.lists(_WORKS, max_size=7)


@given(_LISTS, _LISTS)
def test_no_entry_is_matched_twice_and_like_lists_match_alike(listed: list[Reference], held: list[Reference]) -> None:
    matched = match_entries(listed, held)
    assert len(set(matched.values())) == len(matched)
    assert set(matched) <= set(range(len(listed))) and set(matched.values()) <= set(range(len(held)))
    assert match_entries(list(listed), list(held)) == matched


@given(st.lists(_WORKS, max_size=7, unique_by=lambda one: (one.title, one.year, one.first_author)), st.randoms())
def test_the_order_of_a_bibliography_decides_nothing(works: list[Reference], random: Random) -> None:
    turned = list(range(len(works)))
    random.shuffle(turned)
    straight = match_entries(works, works)
    mixed = match_entries(works, [works[n] for n in turned])
    assert {p: turned[c] for p, c in mixed.items()} == straight


def test_a_long_list_in_another_order_is_matched_whole() -> None:
    works = [
        held(f"k{n}", f"Silt of river {n} and heron {n * 7}", 1990 + n % 30, volume=str(n % 9 + 1), pages=f"{n}0")
        for n in range(400)
    ]
    assert match_entries(works[::-1], works) == {n: 399 - n for n in range(400)}
