"""001's five kinds of hallucinated reference, read off a resolution."""

from typing import Any

import pytest

import templates
from reports.formats import render
from reports.labels import Kind, Label, Pattern, explaining, labels_of
from reports.view import view
from state.finding import Severity
from state.lookup import Author, RegistryName, UnavailableReason
from state.manuscript import Reference
from state.resolution import Candidate, Discrepancy, Field, Identity
from tests.reports.sample import note, record, ref, resolve, snapshot

P, C = RegistryName.PUBMED, RegistryName.CROSSREF
STRANGERS = (Author(family="Keller", given="A"), Author(family="Novak", given="B"))


def said(reference: Reference, identity: Identity = Identity.SAME, **changes: Any) -> list[tuple[str, str]]:
    labels = labels_of(reference, resolve(reference, identity, **changes))
    return [(label.kind.value, label.pattern.value if label.pattern else "") for label in labels]


def near(author: bool, **changes: Any) -> Candidate:
    found = record(ref("en", 9), C, title="Another matter altogether", **changes)
    return Candidate(record=found, ratio=0.5, author_agrees=author, year_agrees=False)


def differing(field: Field, severity: Severity = Severity.SERIOUS, **more: Any) -> Discrepancy:
    return Discrepancy(field=field, printed="a", recorded="b", registry=P, severity=severity, **more)


def test_a_right_reference_has_no_label() -> None:
    assert said(ref("en", 1)) == []
    assert said(ref("en", 1, doi=None, pmid=None)) == []  # found all the same: nothing is left to look deeper for


def test_what_is_found_nowhere_is_a_total_fabrication() -> None:
    assert said(ref("en", 1), Identity.NONE) == [("TF", "")]
    assert said(ref("en", 1, doi=None, pmid=None), Identity.NONE) == [("TF", ""), ("IH", "")]
    assert said(ref("en", 1), Identity.NONE, lookups=()) == []


def test_a_real_scholar_with_a_paper_that_nobody_has_is_spoofed() -> None:
    other = near(author=True, venue="Elsewhere")
    assert said(ref("en", 1), Identity.NONE, candidates=(other,)) == [
        ("TF", "author_spoofing"),
        ("PAC", "author_spoofing"),
    ]
    assert said(ref("en", 1), Identity.NONE, candidates=(near(author=False, venue="Elsewhere"),)) == [("TF", "")]


def test_a_real_scholar_and_a_real_journal_around_nothing() -> None:
    candidates = (near(author=True, venue="Elsewhere"), near(author=False))
    assert said(ref("en", 1), Identity.NONE, candidates=candidates) == [
        ("TF", "author_spoofing"),
        ("PAC", "venue_exploitation"),
        ("PH", "venue_exploitation"),
    ]


def test_a_right_title_under_other_peoples_names_is_no_small_distortion() -> None:
    reference = ref("en", 1)
    others = record(reference, authors=STRANGERS)
    found = (differing(Field.FIRST_AUTHOR), differing(Field.AUTHORS))
    assert said(reference, record=others, discrepancies=found) == [("PAC", "")]
    assert said(reference, Identity.STRANGER, record=others) == [("PAC", "")]
    shared = record(reference, authors=(*STRANGERS, reference.authors[1]))
    assert said(reference, record=shared, discrepancies=found[:1]) == [("SH", "")]


def test_an_identifier_of_another_work_is_misdirection_and_with_others_names_a_mash_up() -> None:
    reference = ref("en", 1)
    other = record(ref("en", 2), title="Soil bacteria", authors=STRANGERS)
    right = record(reference, C)
    assert said(reference, Identity.OTHER_EXISTS, record=other, elsewhere=right) == [("PH", "doi_misdirection")]
    mixed = right.model_copy(update={"authors": STRANGERS})
    assert said(reference, Identity.OTHER_EXISTS, record=other, elsewhere=mixed) == [("PH", "mashup_fabrication")]
    assert said(reference, Identity.OTHER_NOWHERE, record=other) == [("PH", "doi_misdirection")]
    by_them = (near(author=True),)
    found = said(reference, Identity.OTHER_NOWHERE, record=other, candidates=by_them)
    assert found == [("PH", "mashup_fabrication")]
    wrong = differing(Field.DOI, detail="other_work")
    assert said(reference, discrepancies=(wrong,)) == [("PH", "doi_misdirection")]
    assert said(reference, discrepancies=(differing(Field.DOI),)) == []


def test_small_distortions_of_a_real_work() -> None:
    reference = ref("en", 1)
    assert said(reference, discrepancies=(differing(Field.JOURNAL),)) == [("SH", "")]
    assert said(reference, discrepancies=(differing(Field.YEAR, detail="4"),)) == [("SH", "temporal_masking")]
    near_year = differing(Field.YEAR, Severity.MINOR, detail="1")
    agreed = differing(Field.JOURNAL, agreed_by=(C,))
    assert said(reference, discrepancies=(near_year, agreed, differing(Field.ISSUE, Severity.MINOR))) == []


@pytest.mark.parametrize("identity", [Identity.UNKNOWN, Identity.UNREADABLE, Identity.PAGE_ONLY, Identity.AGENCY_ONLY])
def test_nothing_is_labelled_where_nothing_is_known(identity: Identity) -> None:
    bare = ref("en", 1, doi=None, pmid=None)
    assert said(bare, identity, candidates=(near(author=True),), discrepancies=(differing(Field.YEAR),)) == []


@pytest.mark.parametrize("identity", list(Identity))
def test_nothing_is_labelled_while_an_answer_is_missing(identity: Identity) -> None:
    silent = note(C, resolve(ref("en", 1)).lookups[1].query.kind, "10.1/x", "unavailable")
    silent = silent.model_copy(update={"reason": UnavailableReason.TIMEOUT, "needed": True})
    assert said(ref("en", 1), identity, lookups=(silent,), candidates=(near(author=True),)) == []


def test_a_label_stands_beside_the_finding_it_explains_and_no_other() -> None:
    shown = view(snapshot())
    by_rule = {f.finding.rule: [label.kind for label in f.labels] for f in shown.findings if f.labels}
    assert Kind.TF in by_rule["REF-NOT-FOUND"]
    assert by_rule["REF-WRONG-WORK"] == [Kind.PH]
    assert "REF-RETRACTED" not in by_rule
    label = Label(Kind.TF, None, ())
    for finding in (f.finding for f in shown.findings if f.finding.rule.startswith(("CITE", "CLAIM", "REF-YEAR"))):
        assert explaining(finding, (label,)) == ()


@pytest.mark.parametrize(
    ("language", "words"), [("en", "If it was made up, of the kind TF"), ("zh", "若系编造，类型为 TF")]
)
def test_the_report_says_it_in_one_line(language: str, words: str) -> None:
    text = render("report", snapshot(language)).decode()
    assert words in text


@pytest.mark.parametrize("language", templates.LANGUAGES)
def test_every_kind_and_pattern_has_words(language: str) -> None:
    wording = templates.wording(language)
    assert all(f"labels.{name.value}" in wording for name in (*Kind, *Pattern))
