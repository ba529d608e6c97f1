"""The mutation benchmark's own parts: what a change changes, and what is counted as found. All entries are invented."""

import random
from dataclasses import replace

import pytest

from benchmarks.invented import Inventor
from benchmarks.mutations import chinese
from benchmarks.mutations.cases import Case, cases_of, with_identifier
from benchmarks.mutations.changes import MUTATIONS, Around, Grade, Mutation, bare, short_pages
from benchmarks.mutations.failures import grouped
from benchmarks.mutations.printed import Printed, as_bibtex, printed
from benchmarks.mutations.rendering import with_et_al
from benchmarks.mutations.running import outcomes, read_bibtex
from benchmarks.mutations.scoring import as_wanted, judged, line, misread
from benchmarks.mutations.works import pages_in_full
from state.manuscript import Reference
from state.resolution import Field
from tests.standin.world import Work, World

WORKS = tuple(replace(work, subtitle=None) for work in (Inventor(n).work().work for n in range(40)))


def plain_style(entry: Printed, style: str) -> str:
    names = ", ".join(f"{family} {given[:1]}" for family, given in entry.authors) + (", et al" if entry.et_al else "")
    text = f"{names}. {entry.title}. {entry.journal}. {entry.year};{entry.volume}({entry.issue}):{entry.pages}."
    return f"{text} doi:{entry.doi}" if entry.doi else text


def made(seed: int = 1) -> list[Case]:
    known = frozenset(work.doi or "" for work in WORKS)
    return list(cases_of(WORKS, ("one", "two"), plain_style, each=4, seed=seed, identifiers=known))


def test_the_same_seed_makes_the_same_cases_and_another_seed_others() -> None:
    assert [(c.id, c.text) for c in made()] == [(c.id, c.text) for c in made()]
    assert [c.text for c in made()] != [c.text for c in made(2)]


def test_ids_are_unique_and_every_grade_has_cases() -> None:
    cases = made()
    assert len({case.id for case in cases}) == len(cases)
    assert {case.mutation.grade for case in cases} == set(Grade)


@pytest.mark.parametrize("mutation", [m for m in MUTATIONS if m.grade is Grade.METADATA], ids=lambda m: m.name)
def test_a_wrong_field_is_wrong_and_all_others_stand(mutation: Mutation) -> None:
    around = Around(random.Random(3), WORKS, frozenset(), Inventor(5))
    right = next(printed(work, doi=True) for work in WORKS if len(work.authors) > 2)
    wrong = mutation.change(right, around)
    assert wrong is not None and wrong != right
    name = {Field.FIRST_AUTHOR: "authors"}.get(mutation.field or Field.TITLE, (mutation.field or Field.TITLE).value)
    kept = {"journal": {"journal": right.journal, "journal_short": right.journal_short}}
    assert replace(wrong, **kept.get(name, {name: getattr(right, name)})) == right


def test_one_character_off_is_nobodys_identifier() -> None:
    known = frozenset(work.doi or "" for work in WORKS)
    for case in made():
        if case.mutation.name == "DOI one character off":
            assert case.entry.doi not in known
        if case.mutation.name == "DOI of another paper":
            assert case.entry.doi in known


def test_pages_are_shortened_to_what_differs_and_written_in_full_again() -> None:
    entry = replace(printed(WORKS[0], doi=False), pages="1123-1129")
    around = Around(random.Random(1), WORKS, frozenset(), Inventor(1))
    short = short_pages(entry, around)
    assert short is not None and short.pages == "1123-9"
    assert pages_in_full("1123-9") == "1123-1129"
    assert pages_in_full("e14-e20") == "e14-e20"
    assert short_pages(replace(entry, pages="99-101"), around) is None


def test_the_name_that_stands_for_others_becomes_et_al() -> None:
    assert with_et_al("Oke A, Berg B, Xetalx. Owls.") == "Oke A, Berg B et al. Owls."
    assert with_et_al("Oke, A., & Xetalx (2020)") == "Oke, A. et al. (2020)"


def test_an_identifier_that_matters_stands_behind_an_entry_whose_style_leaves_it_out() -> None:
    entry = printed(WORKS[0], doi=True, pmid=True)
    assert with_identifier("Owls.", Field.DOI, entry) == f"Owls. doi:{entry.doi}"
    assert with_identifier("Owls.", Field.PMID, entry) == f"Owls. PMID: {entry.pmid}."
    assert with_identifier("Owls.", Field.YEAR, entry) == "Owls."


def test_bibtex_names_others_and_escapes_what_latex_would_read() -> None:
    entry = replace(printed(WORKS[0], doi=False), journal="Owls & Eels", et_al=True)
    text = as_bibtex("k", entry)
    assert "Owls \\& Eels" in text and " and others}" in text


def test_a_misread_field_is_named_and_one_the_style_leaves_out_is_not() -> None:
    case = next(c for c in made() if c.mutation.name == "as it is")
    entry = case.entry
    case = replace(case, text=case.text.replace(f"({entry.issue})", ""), entry=replace(entry, issue="xyz"))
    read = Reference(
        id="1",
        title=entry.title,
        authors=read_bibtex([case])[0].authors,
        year=entry.year + 1,
        journal=entry.journal,
        volume=entry.volume,
        pages=entry.pages.split("-")[0],
        doi=entry.doi,
    )
    assert misread(case, read) == ("year",)
    assert misread(case, read.model_copy(update={"title": None, "year": entry.year})) == ("no title",)


def test_right_cosmetic_entries_are_not_flagged_and_wrong_years_are_and_loss_is_told_by_where_it_arose() -> None:
    cases = [c for c in made() if c.mutation.name in ("as it is", "year 5 off")]
    found = outcomes(read_bibtex(cases), World(WORKS))
    rows = judged(cases, found, found)
    right = line(row for row in rows if row.case.mutation.grade is Grade.COSMETIC)
    wrong = line(row for row in rows if row.case.mutation.field is Field.YEAR)
    assert (right.cases, right.flagged) == (4, 0)
    assert (wrong.cases, wrong.flagged, wrong.named) == (4, 4, 4)
    # Read as if the printed entries had lost their wrong year: the fault is the reading's.
    blank = outcomes([reference.model_copy(update={"year": None}) for reference in read_bibtex(cases)], World(WORKS))
    lost = judged(cases, blank, found)
    assert [row.lost_by for row in lost if row.case.mutation.field is Field.YEAR] == ["reading"] * 4
    assert "Lost by reading: 4" in grouped(lost)
    assert [row.lost_by for row in judged(cases, blank, blank) if row.case.mutation.field is Field.YEAR] == [
        "matching"
    ] * 4


def test_at_most_and_at_least() -> None:
    assert as_wanted(Grade.COSMETIC, 0.01) and not as_wanted(Grade.COSMETIC, 0.02)
    assert as_wanted(Grade.METADATA, 0.95) and not as_wanted(Grade.METADATA, 0.94)


def test_chinese_works_are_held_in_three_ways_and_printed_after_the_standard() -> None:
    works = chinese.chinese_works(9, 1)
    assert [work.kind for work in works[:3]] == ["chinese", "pinyin", "english"]
    assert works[0].held == works[0].printed
    assert works[1].held.title == works[1].printed.title and works[1].held.authors[0][0].isascii()
    assert works[2].held.title.isascii() and works[2].held.doi == works[2].printed.doi
    work = Work(
        title="夜间强光的影响", authors=(("张", "伟明"), ("李", "娜")), year=2019, journal="病房测量学报", volume="3"
    )
    entry = printed(replace(work, issue="2", pages="5-9", doi="10.5555/z"), doi=True)
    assert chinese.rendered(entry, "gbt") == (
        "张伟明, 李娜. 夜间强光的影响[J]. 病房测量学报, 2019, 3(2): 5-9. DOI: 10.5555/z."
    )
    assert chinese.rendered(replace(entry, doi=None), "gbt-wide").startswith("张伟明，李娜．夜间强光的影响[J]．")


def test_a_chinese_change_leaves_an_entry_that_is_no_work_of_the_world() -> None:
    works = [work.printed for work in chinese.chinese_works(30, 1)]
    around = Around(random.Random(4), works, frozenset(), Inventor(4))
    right = printed(works[0], doi=True)
    titles = {bare(work.title) for work in works}
    for mutation in chinese.CHINESE:
        wrong = mutation.change(right, around)
        if wrong is not None and mutation.grade is Grade.INVENTED:
            assert bare(wrong.title) not in titles
