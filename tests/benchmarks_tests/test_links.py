"""The link benchmark's own parts, on an article that was invented for it: gold, printing and counting."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.jats import Article, Cite, Words, cites_of, read_article, runs_in
from benchmarks.linking import Identities, Place, compare, gold_places, score
from benchmarks.links import VARIANTS
from benchmarks.rendering import latex, markdown, word
from benchmarks.rendering.citing import NAME_STYLES, NUMBER_STYLES, Names, runs_of
from benchmarks.rendering.entries import bibtex, entry, keys_of
from benchmarks.rendering.variants import plan_names, plan_numbers, raised_places
from state.manuscript import Reference

PRINTED = ["[1–3,5,6]", "[1-3, 5, 6]", "[1]–[3], [5], [6]", "[1–3, 5, 6]"]


@pytest.fixture
def article() -> Article:
    found = read_article(Path(__file__).with_name("invented.nxml"))
    assert found is not None
    return found


def place(letters: str, *works: str) -> Place:
    return Place((letters,), len(letters), frozenset(works), letters)


def test_ranges_and_lists_of_links_are_single_places(article: Article) -> None:
    assert [cite.rids for cite in cites_of(article.blocks)] == [
        ("B1", "B2", "B3", "B4"),
        ("B2", "B5"),
        ("B2",),
        ("B5",),
        ("B3",),
        ("B3", "B4"),
        ("B1",),
        ("B1", "B5"),
        ("B4",),
        ("B2",),
    ]
    assert article.links == 16


def test_markers_are_taken_out_of_the_text(article: Article) -> None:
    text = "".join(run.text for runs in runs_in(article.blocks) for run in runs if isinstance(run, Words))
    assert "[" not in text
    assert "Oddny 2003" not in text
    assert "(for a review see )" in text


def test_names_in_the_sentence_belong_to_it(article: Article) -> None:
    named = [(cite.rids[0], cite.named) for cite in cites_of(article.blocks) if cite.named]
    assert named == [("B2", "Quillon and Farthing"), ("B4", "Oddny")]
    assert [cite.rids for cite in cites_of(article.blocks) if cite.inside] == [("B3",)]


def test_exponents_stay_raised_text(article: Article) -> None:
    raised = [run for runs in runs_in(article.blocks) for run in runs if isinstance(run, Words) and run.raised]
    assert [run.text for run in raised] == ["3", "2"]


@pytest.mark.parametrize(("style", "printed"), list(zip(NUMBER_STYLES, PRINTED, strict=True)))
def test_three_numbers_in_a_row_become_a_range(style, printed: str) -> None:
    assert style.printed([6, 1, 3, 2, 5]) == printed


@given(st.sets(st.integers(1, 300)))
def test_runs_hold_exactly_the_numbers(numbers: set[int]) -> None:
    runs = runs_of(sorted(numbers))
    assert {number for first, last in runs for number in range(first, last + 1)} == numbers
    assert all(before[1] + 1 < after[0] for before, after in pairwise(runs))


def test_works_of_one_author_and_year_get_letters(article: Article) -> None:
    names = Names(article.works, NAME_STYLES[0])
    assert names.printed(Cite(("B4", "B2", "B1", "B5")), "") == (
        "",
        "(Oddny, 2003a, 2003b; Quillon & Farthing, 2010; Wexcombe et al., 1998)",
    )
    assert names.printed(Cite(("B2",)), "as was shown by ") == ("Quillon and Farthing ", "(2010)")
    assert names.printed(Cite(("B4",), named="Oddny"), "and Oddny ") == ("", "(2003b)")
    assert names.printed(Cite(("B3",), inside=True), "(see ") == ("", "Penhallow, 1987")


@pytest.mark.parametrize(
    ("style", "printed"),
    [
        ("vancouver", "Quillon TB, Farthing L. Counting what the moon draws. Tidal Letters. 2010;2:3-8."),
        ("apa", "Quillon, T. B., & Farthing, L. (2010). Counting what the moon draws. Tidal Letters, 2, 3–8. "
         "https://doi.org/10.5555/tide.2010.3"),
        ("ieee", "T. B. Quillon and L. Farthing, “Counting what the moon draws,” Tidal Letters, vol. 2, pp. 3–8, 2010, "
         "doi: 10.5555/tide.2010.3."),
        ("harvard", "Quillon, T.B. and Farthing, L., 2010. Counting what the moon draws. Tidal Letters, 2, pp.3–8."),
        ("nature", "Quillon, T. B. & Farthing, L. Counting what the moon draws. Tidal Letters 2, 3–8 (2010)."),
    ],
)  # fmt: skip
def test_entries_are_printed_as_their_styles_have_them(article: Article, style: str, printed: str) -> None:
    assert entry(article.works[1], style, "2010", 0) == printed


def test_bibtex_holds_every_work_under_its_own_key(article: Article) -> None:
    keys = keys_of(article.works)
    assert keys["B2"] == "quillon2010counting"
    assert len(set(keys.values())) == 5
    text = bibtex(article.works, keys)
    assert all(f"{{{key}," in text for key in keys.values())


def test_raised_numbers_move_behind_the_stop() -> None:
    runs = (Words("Tides are high "), Cite(("B1",)), Words(". More."))
    assert raised_places(runs, behind_stop=True) == (Words("Tides are high."), Cite(("B1",)), Words(" More."))
    assert raised_places(runs, behind_stop=False) == (Words("Tides are high"), Cite(("B1",)), Words(". More."))


def test_keys_are_printed_for_every_work(article: Article) -> None:
    plan = plan_numbers(article, 0)
    cited = {rid for cite in cites_of(article.blocks) for rid in cite.rids}
    for text in (markdown.keys(plan).decode(), latex.keys(plan, with_bib=False).decode()):
        assert all(plan.keys[rid] in text for rid in cited)
    assert r"10\textsuperscript{3}" in latex.keys(plan, with_bib=True).decode()
    assert "10^3^" in markdown.keys(plan).decode()


@pytest.mark.parametrize("variant", [one for one in VARIANTS if one.suffix != ".pdf"], ids=lambda one: one.name)
@pytest.mark.parametrize("turn", range(4))
def test_rendering_is_the_same_every_time_in_text_formats(article: Article, variant, turn: int) -> None:
    content = variant.render(variant.plan(article, turn))
    assert content
    if variant.suffix != ".docx":
        assert content == variant.render(variant.plan(article, turn))


def test_typed_numbers_in_word_are_read_back(article: Article) -> None:
    for turn in range(4):
        plan = plan_numbers(article, turn)
        found = score(plan, "invented.docx", word.typed(plan), None)
        assert (found.right, found.missed, found.wrong) == (16, 0, 0), found.faults


def test_a_wrong_number_in_the_manuscript_is_a_wrong_and_a_missed_link(article: Article) -> None:
    plan = plan_numbers(article, 0)
    swapped = {**plan.entries, "B1": plan.entries["B2"], "B2": plan.entries["B1"]}
    wrong = word.typed(replace(plan, entries=swapped))
    found = score(plan, "invented.docx", wrong, None)
    assert found.missed == found.wrong == 5


def test_every_gold_place_equals_itself(article: Article) -> None:
    for plan in (plan_numbers(article, 0), plan_names(article, 0)):
        gold = gold_places(plan)
        assert compare(gold, gold).right == article.links
        assert compare(gold, gold).f1 == 1


def test_a_missed_place_costs_recall_and_an_invented_one_precision() -> None:
    gold = [place("tidesarehigh", "B1", "B2"), place("tidesarehighandlow", "B3")]
    missed = compare(gold, gold[1:])
    assert (missed.right, missed.missed, missed.wrong) == (1, 2, 0)
    invented = compare(gold, [*gold, place("somethingelseentirely", "B1")])
    assert (invented.right, invented.missed, invented.wrong) == (3, 0, 1)
    assert compare(gold, []).recall == 0


def test_names_that_open_a_paragraph_belong_to_the_marker_or_not() -> None:
    gold = [Place(("oddny", ""), 5, frozenset({"B1"}), "Oddny")]
    for letters in ("oddny", ""):
        assert compare(gold, [place(letters, "B1")]).right == 1


def test_the_right_work_at_another_place_is_no_link() -> None:
    gold = [place("tidesarehigh", "B1")]
    found = compare(gold, [place("nothingofthekindhere", "B1")])
    assert (found.right, found.missed, found.wrong) == (0, 1, 1)


def test_an_entry_that_two_things_tell_differently_is_no_work(article: Article) -> None:
    plan = plan_numbers(article, 0)
    identities = Identities(plan)
    first, second = plan.order[:2]
    merged = Reference(id="1", key=plan.keys[first], listed=plan.entries[second])
    assert identities.of(merged) is None
    assert identities.of(merged.model_copy(update={"listed": plan.entries[first]})) == first
    assert identities.of(Reference(id="2", raw=f"2. {plan.entries[second]}")) == second
    assert identities.of(Reference(id="9", raw="Nobody A. A work that is not there. 1999.")) is None
