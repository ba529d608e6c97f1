"""What a reader is told about retractions, and the answer of checkRetraction."""

from typing import Any

import pytest

from reports.findings import findings
from reports.findings_of_notices import says_retracted
from reports.formats import render
from reports.retraction_view import retraction_answer
from state.finding import Severity
from state.lookup import Notice, NoticeType, RegistryName, UnavailableReason
from state.resolution import Identity, NoticeState
from state.snapshot import Snapshot
from tests.reports.sample import ref, resolve, snapshot

P, C = RegistryName.PUBMED, RegistryName.CROSSREF
RETRACTION = Notice(
    type=NoticeType.RETRACTION, registry=C, asserted_by="retraction-watch", doi="10.5555/ret", date="2021-03-04"
)
ERRATUM = Notice(type=NoticeType.ERRATUM, registry=P, doi="10.5555/err", date="2025-01")
CONCERN = Notice(type=NoticeType.EXPRESSION_OF_CONCERN, registry=P, date="2020")
BACK = Notice(type=NoticeType.REINSTATEMENT, registry=C, date="2022-01")


def with_notices(state: NoticeState, *notices: Notice, number: int = 15, lang: str = "en") -> Snapshot:
    sample = snapshot(lang)
    kept = tuple(
        r.model_copy(update={"notices": notices, "notice_state": state}) if r.reference_id == str(number) else r
        for r in sample.resolutions
    )
    return sample.model_copy(update={"resolutions": kept})


def finding(sample: Snapshot, rule: str, number: int = 15) -> Any:
    return next(f for f in findings(sample) if f.rule == rule and f.reference_id == str(number))


@pytest.mark.parametrize(
    "sentence",
    [
        "An early trial, since retracted, claimed complete healing[1].",
        "The retracted article is cited to this day[1].",
        "Smith's paper (retracted in 2012) started the debate[1].",
        "This study was later retracted by the journal[1].",
        "Citations went on for years after its retraction[1].",
        "See the retraction notice[1].",
        "The preprint was subsequently withdrawn[1].",
        "一项早期试验（已撤稿）曾称可完全治愈[1]。",
        "该论文后被期刊撤回[1]。",
    ],
)
def test_a_sentence_that_says_of_a_work_that_it_was_retracted(sentence: str) -> None:
    assert says_retracted(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Opioid withdrawal was treated with clonidine[1].",
        "Nine patients were withdrawn from the trial[1].",
        "The muscle was retracted with a hook[1].",
        "Clot retraction was normal in all animals[1].",
        "Unlike others, this article was not retracted[1].",
        "The intercostal space is retracted during inspiration[1].",
        "该文并未撤稿[1]。",
        "患者撤销了知情同意[1]。",
    ],
)
def test_a_sentence_about_other_things_that_retract_or_withdraw(sentence: str) -> None:
    assert not says_retracted(sentence)


def test_an_erratum_lends_a_retraction_neither_its_date_nor_its_source() -> None:
    values = dict(finding(with_notices(NoticeState.RETRACTED, ERRATUM, RETRACTION), "REF-RETRACTED").values)
    assert (values["date"], values["notice"], values["sources"]) == ("2021-03-04", "10.5555/ret", "crossref")


def cited_until(year: int, sample: Snapshot) -> Snapshot:
    """The sample as a manuscript whose newest entry is of this year, but for one misprint."""
    references = tuple(
        r.model_copy(update={"year": 2206 if r.id == "1" else min(r.year or year, year)})
        for r in sample.manuscript.references
    )
    return sample.model_copy(update={"manuscript": sample.manuscript.model_copy(update={"references": references})})


def newest_told(sample: Snapshot) -> str:
    return str(dict(finding(cited_until(2019, sample), "REF-RETRACTED").values)["newest_cited"])


def test_a_notice_of_a_later_year_than_everything_listed_is_told_as_later() -> None:
    assert newest_told(with_notices(NoticeState.RETRACTED, RETRACTION)) == "2019"
    early = RETRACTION.model_copy(update={"date": "2019-12-31", "registry": P})
    assert newest_told(with_notices(NoticeState.RETRACTED, RETRACTION, early)) == ""
    assert newest_told(with_notices(NoticeState.RETRACTED, RETRACTION.model_copy(update={"date": None}))) == ""
    text = render("report", cited_until(2019, with_notices(NoticeState.RETRACTED, RETRACTION))).decode()
    assert "later year than the newest work the manuscript lists (2019)" in text
    assert "after the newest work listed (2019)" in text


def test_an_articles_own_doi_as_the_notices_is_no_citation_of_the_notice() -> None:
    own = ref("en", 15).doi
    sample = with_notices(NoticeState.RETRACTED, RETRACTION.model_copy(update={"doi": own}))
    twice = ref("en", 32, doi=own)
    manuscript = sample.manuscript.model_copy(update={"references": (*sample.manuscript.references, twice)})
    found = finding(sample.model_copy(update={"manuscript": manuscript}), "REF-RETRACTED")
    assert (dict(found.values)["cited_as"], found.severity) == ("", Severity.SERIOUS)


def test_a_notice_cited_by_its_pmid_counts_as_cited() -> None:
    sample = with_notices(NoticeState.RETRACTED, RETRACTION.model_copy(update={"doi": None, "pmid": "37000001"}))
    notice = ref("en", 32, doi=None, pmid="37000001")
    manuscript = sample.manuscript.model_copy(update={"references": (*sample.manuscript.references, notice)})
    found = finding(sample.model_copy(update={"manuscript": manuscript}), "REF-RETRACTED")
    assert (dict(found.values)["cited_as"], found.severity) == ("notice", Severity.MINOR)


@pytest.mark.parametrize(("lang", "heading"), [("en", "## Retracted references"), ("zh", "## 已撤稿的引用")])
def test_the_section_on_retracted_references_is_there_only_where_there_are_any(lang: str, heading: str) -> None:
    text = render("report", with_notices(NoticeState.RETRACTED, ERRATUM, RETRACTION, lang=lang)).decode()
    section = text.partition(heading)[2].partition("\n## ")[0]
    assert "10.5555/ret" in section
    assert "2021-03-04" in section
    assert "Crossref (retraction-watch)" in section
    assert "10.5555/err" not in section
    sample = snapshot(lang)
    none = tuple(
        r.model_copy(update={"notices": (), "notice_state": NoticeState.NONE})
        if r.notice_state is NoticeState.RETRACTED
        else r
        for r in sample.resolutions
    )
    assert heading not in render("report", sample.model_copy(update={"resolutions": none})).decode()


def answer(state: NoticeState, *notices: Notice, identity: Identity = Identity.SAME, **changes: Any) -> Any:
    return retraction_answer(resolve(ref("en", 1), identity, notices=notices, notice_state=state, **changes))


def test_a_retraction_is_answered_with_its_notice() -> None:
    found = answer(NoticeState.RETRACTED, ERRATUM, RETRACTION)
    assert (found.isRetracted, found.hasCorrections, found.hasConcern, found.reason) == (True, True, False, None)
    assert found.doi == ref("en", 1).doi
    first = found.notices[0]
    assert (first.type, first.label, first.doi, first.date) == ("retraction", "Retraction", "10.5555/ret", "2021-03-04")
    assert first.source == "crossref (retraction-watch)"
    assert (found.notices[1].type, found.notices[1].label, found.notices[1].source) == (
        "correction",
        "Erratum",
        "pubmed",
    )


@pytest.mark.parametrize(
    ("state", "notices", "expected"),
    [
        (NoticeState.NONE, (), (False, False, False, None)),
        (NoticeState.CONCERN, (CONCERN,), (False, False, True, None)),
        (NoticeState.CORRECTED, (ERRATUM,), (False, True, False, None)),
        (NoticeState.REINSTATED, (RETRACTION, BACK), (False, False, False, "reinstated")),
        (NoticeState.DISPUTED, (RETRACTION,), (None, False, False, "disputed")),
    ],
)
def test_only_a_standing_retraction_makes_a_work_retracted(state: Any, notices: Any, expected: Any) -> None:
    found = answer(state, *notices)
    assert (found.isRetracted, found.hasCorrections, found.hasConcern, found.reason) == expected


def test_what_could_not_be_asked_is_never_answered_with_no() -> None:
    out = (
        snapshot()
        .resolutions[0]
        .lookups[0]
        .model_copy(update={"outcome": "unavailable", "reason": UnavailableReason.TIMEOUT})
    )
    silent = answer(NoticeState.UNKNOWN, lookups=(out,))
    assert (silent.isRetracted, silent.reason) == (None, "unavailable")
    unknown = answer(NoticeState.UNKNOWN, identity=Identity.UNKNOWN)
    assert (unknown.isRetracted, unknown.reason, unknown.title) == (None, "unavailable", None)
    nowhere = answer(NoticeState.UNKNOWN, identity=Identity.NONE)
    assert (nowhere.isRetracted, nowhere.reason) == (None, "not_identified")


def test_a_work_without_a_doi_says_that_crossref_could_not_be_asked() -> None:
    book = resolve(ref("en", 1), notice_state=NoticeState.NONE)
    assert book.record is not None
    found = retraction_answer(book.model_copy(update={"record": book.record.model_copy(update={"doi": None})}))
    assert (found.doi, found.reason) == (None, "no_doi")


def test_a_withdrawn_preprint_is_no_retracted_article_and_less_grave_once_published() -> None:
    sample = snapshot()
    rules = {f.rule for f in findings(sample) if f.reference_id == "22"}
    assert "REF-WITHDRAWN" in rules
    assert "REF-RETRACTED" not in rules
    assert finding(sample, "REF-WITHDRAWN", 22).severity is Severity.SERIOUS
    published = next(r.versions for r in sample.resolutions if r.reference_id == "21")
    both = tuple(
        r.model_copy(update={"versions": (*published, *r.versions)}) if r.reference_id == "22" else r
        for r in sample.resolutions
    )
    assert finding(sample.model_copy(update={"resolutions": both}), "REF-WITHDRAWN", 22).severity is Severity.MEDIUM
