"""The rules of intent on the development sentences, and the words of a summary."""

import pytest

from state.manuscript import SEVERITY_OF, FulltextTrigger, SectionKind, Strictness, Template
from tests.parse.building import cell, manuscript
from tests.parse.development_sentences import cases
from tests.parse.further_sentences import MISREAD, further_cases

_HEADINGS = {
    SectionKind.INTRODUCTION: "Introduction",
    SectionKind.METHODS: "Methods",
    SectionKind.RESULTS: "Results",
    SectionKind.DISCUSSION: "Discussion",
}


@pytest.mark.parametrize(("section", "template", "sentence", "place"), cases(), ids=lambda value: str(value)[:40])
def test_a_sentence_is_read_for_what_it_cites(
    section: SectionKind, template: Template, sentence: str, place: int
) -> None:
    read = manuscript(f"# {_HEADINGS[section]}", sentence)
    claim = next(claim for claim in read.claims if claim.marker[0] == place)
    assert claim.template is template
    assert claim.severity is SEVERITY_OF[template]


@pytest.mark.parametrize(
    ("section", "template", "sentence", "place"), further_cases(), ids=lambda value: str(value)[:40]
)
def test_a_sentence_is_read_by_the_conventions(
    section: SectionKind, template: Template, sentence: str, place: int
) -> None:
    read = manuscript(f"# {_HEADINGS[section]}", sentence)
    claim = next(claim for claim in read.claims if claim.marker[0] == place)
    known = any(sentence.startswith(beginning) for beginning in MISREAD)
    assert (claim.template is template) is not known


def test_a_study_without_a_name_is_credited_for_one_reference_only() -> None:
    assert "finding that naps improve recall to a cohort study →" in _summary(
        "A cohort study found that naps improve recall [7]."
    )
    assert _summary("A cohort study found that naps improve recall [7,8].").startswith("Cites [8] as one of 2 refs")


def _summary(sentence: str, heading: str = "Introduction") -> str:
    return manuscript(f"# {heading}", sentence).claims[-1].claim_summary


def test_the_six_phrases_are_the_canonical_ones() -> None:
    assert _summary("The incidence was 12% in adults [7].").startswith(
        "Cites [7] to provide data/evidence supporting The incidence was 12% in adults → This ref reports 12%"
    )
    assert _summary("Miller et al. [7] found that sleep loss impairs memory.").startswith(
        "Cites [7] to attribute the finding that sleep loss impairs memory to Miller et al. → This ref "
    )
    assert _summary("Exercise improves mood [5-7].").startswith(
        "Cites [7] as one of 3 refs supporting Exercise improves mood → This ref "
    )
    assert _summary("Reads were aligned using the BWA software [7].", "Methods").startswith(
        "Cites [7] to provide methodological provenance for the BWA software → This ref "
    )
    assert _summary("Frailty is defined as a state of vulnerability [7].").startswith(
        "Cites [7] to provide definitional/standard provenance for Frailty → This ref "
    )
    assert _summary("Coral reefs have attracted increasing attention [7].").startswith(
        "Cites [7] as background reference for Coral reefs have attracted increasing attention → This ref "
    )


def test_the_topic_is_cut_at_160_characters() -> None:
    long = "The " + "very " * 60 + "common disease has attracted increasing attention [7]."
    summary = _summary(long)
    topic = summary.split(" for ")[1].split(" → ")[0]
    assert len(topic) <= 160
    assert topic.endswith("…")


def test_numbers_are_taken_from_the_scope_and_not_from_markers() -> None:
    claim = manuscript("# Results", "There were 14 cases before. The rate was 12.5% in 2019 [3,21].").claims[0]
    assert claim.numeric_values == ("12.5%",)
    assert claim.has_numeric


def test_a_claim_without_numbers_says_so() -> None:
    claim = manuscript("# Results", "The rate was higher in women [3].").claims[0]
    assert not claim.has_numeric
    assert claim.numeric_values == ()


@pytest.mark.parametrize(
    ("heading", "sentence", "trigger"),
    [
        ("Results", "The rate was 12% in adults [1].", FulltextTrigger.STRICT_NUMERIC),
        ("Methods", "Cells were incubated at 37 °C for 30 min as described [1].", FulltextTrigger.CODE_SAFEGUARD),
        ("Methods", "Brown et al. [1] found a rate of 12%.", FulltextTrigger.BOTH),
        ("Results", "The rate was higher in women [1].", None),
        ("Introduction", "The rates range from 10% to 45% [1,2].", None),
    ],
)
def test_full_text_is_predicted_by_two_layers(heading: str, sentence: str, trigger: FulltextTrigger | None) -> None:
    claim = manuscript(f"# {heading}", sentence).claims[0]
    assert claim.fulltext_trigger is trigger
    assert claim.fulltext_likely is (trigger is not None)


def test_only_a_method_waits_for_a_human_to_confirm_it() -> None:
    read = manuscript("# Methods", "DNA was extracted as previously described [1].", "# Results", "It rose by 3% [2].")
    assert [claim.method_needs_human_confirm for claim in read.claims] == [True, False]


def test_markers_side_by_side_count_as_one_group() -> None:
    read = manuscript("# Introduction", "Exercise improves mood [1], [2].")
    assert [claim.group_size for claim in read.claims] == [2, 2]
    assert {claim.severity for claim in read.claims} == {Strictness.STANDARD}


def test_a_table_cell_with_a_figure_gives_data() -> None:
    claim = manuscript("# Results", cell("Miller 2010 [1]: 45%")).claims[0]
    assert claim.template is Template.DATA
    assert claim.context_confidence == "low"


def test_a_cell_that_is_only_a_marker_still_has_a_summary() -> None:
    claim = manuscript("# Results", cell("[1]")).claims[0]
    assert claim.claim_summary.startswith("Cites [1] as background reference for what stands beside it →")
