import itertools
from typing import Any

import pytest

import templates
from reports.findings import findings
from reports.formats import render_all
from reports.rules import RULES, rule
from state.decision import Decision, DecisionKind
from state.errors import UserError
from state.finding import Severity
from state.lookup import Notice, NoticeType, RegistryName
from state.manuscript import Numbering
from state.resolution import Discrepancy, Field, Identity, NoticeState, Page, PageState
from state.snapshot import Snapshot
from tests.reports.sample import AT, record, ref, resolve, snapshot


def in_doubt() -> Snapshot:
    sample = snapshot()
    numbering = Numbering(mode="in_doubt", reasons=("highest_number=12 entries=15", "both_orders_fit"))
    return sample.model_copy(update={"manuscript": sample.manuscript.model_copy(update={"numbering": numbering})})


def troubled() -> Snapshot:
    """The sample as a manuscript whose reading and numbering went wrong in further ways."""
    sample = snapshot()
    manuscript = sample.manuscript
    ids = [r.id for r in manuscript.references]
    one = manuscript.citations[0]
    citations = tuple(
        one.model_copy(update={"id": f"P{n}", "printed": f"[{number}]", "reference_ids": (str(number),)})
        for n, number in enumerate((1, 2, 3, 5, 4, 6, 7, 8, 9, 10, 11, 12), 1)
    )
    references = tuple(
        r.model_copy(update={"problems": (f"duplicate:{ids[0]}",)}) if r.id == ids[1] else r
        for r in manuscript.references
    )
    warnings = (
        "ambiguous_citation=Smith & Jones 2019 fits=1,2 line=7",
        f"near_year=Vogel et al. 2018 entry={ids[2]} line=8",
        "unlisted_form=Lindqvist 2011 line=9",
        "unlisted_form=Lindqvist 2011 line=12",
        "file_missing=chapters/part two.tex",
        "bibliography_missing=refs.yaml",
        "same_text=old copy.docx and=a.pdf",
    )
    account = manuscript.completeness.model_copy(update={"warnings": warnings})
    update = {"citations": citations, "references": references, "completeness": account}
    return sample.model_copy(update={"manuscript": manuscript.model_copy(update=update)})


def silent() -> Snapshot:
    """A manuscript in which nothing cites, and a work that a field cites and no list prints."""
    sample = snapshot()
    account = sample.manuscript.completeness.model_copy(update={"markers": 0, "pointers": 0})
    first = sample.manuscript.references[0].model_copy(update={"problems": ("not_listed",)})
    references = (first, *sample.manuscript.references[1:])
    update = {"citations": (), "claims": (), "completeness": account, "references": references}
    return sample.model_copy(
        update={"manuscript": sample.manuscript.model_copy(update=update), "judgments": (), "decisions": ()}
    )


def paged() -> Snapshot:
    """The sample with a page that is gone and one of which a copy is kept."""
    sample = snapshot()
    url, day = "https://github.com/harbour-lab/seals", "20190301120000"
    gone = Page(url=url, state=PageState.GONE, absent_at=(RegistryName.GITHUB, RegistryName.WAYBACK))
    kept = Page(
        url="https://harbour.example/<b>seals</b>",
        state=PageState.ARCHIVED,
        copy_url=f"https://web.archive.org/web/{day}/https://harbour.example/",
        date="2019-03-01",
        asked=(RegistryName.WAYBACK,),
    )
    pages = {"1": gone, "2": kept}
    resolutions = tuple(r.model_copy(update={"page": pages.get(r.reference_id)}) for r in sample.resolutions)
    return sample.model_copy(update={"resolutions": resolutions})


def unconfirmed() -> Snapshot:
    """The sample with a year that differs from one registry's record while another could not be asked."""
    differing = Discrepancy(
        field=Field.YEAR,
        printed="2016",
        recorded="2011",
        registry=RegistryName.CROSSREF,
        severity=Severity.SERIOUS,
        unasked=(RegistryName.OPENALEX,),
    )
    return with_resolution(28, discrepancies=(differing,))


def rules_of(sample: Snapshot, reference_id: str) -> set[str]:
    return {f.rule for f in findings(sample) if f.reference_id == reference_id}


def with_resolution(reference_number: int, **changes: Any) -> Snapshot:
    """The sample with one reference resolved otherwise."""
    sample = snapshot()
    kept = tuple(
        r.model_copy(update=changes) if r.reference_id == str(reference_number) else r for r in sample.resolutions
    )
    return sample.model_copy(update={"resolutions": kept})


def test_every_rule_of_the_table_is_produced_and_no_other() -> None:
    produced = {
        f.rule
        for sample in (snapshot(), in_doubt(), troubled(), silent(), paged(), unconfirmed())
        for f in findings(sample)
    }
    assert produced == {r.id for r in RULES}


def test_what_was_not_read_is_named_whole() -> None:
    text = render_all(troubled())["verification_report.md"].decode()
    assert "chapters/part two.tex" in text
    assert "Smith & Jones 2019 fits more than one entry" in text.replace("&amp;", "&").replace("\\", "")
    found = {f.rule: dict(f.values) for f in findings(troubled())}
    assert found["CITE-ORDER"]["markers"].startswith("[5] (")
    assert found["CITE-AMBIGUOUS"]["places"] == "L7"


def test_names_that_are_not_bound_for_certain_have_a_place_and_what_they_may_mean() -> None:
    found = {f.rule: f for f in findings(troubled())}
    assert found["CITE-AMBIGUOUS"].place == "L7"
    assert dict(found["CITE-AMBIGUOUS"].values)["entries"] == "[1], [2]"
    assert found["CITE-UNLISTED"].place == "L9, L12"
    third = troubled().manuscript.references[2]
    assert found["CITE-YEAR"].reference_id == third.id
    assert dict(found["CITE-YEAR"].values)["year"] == str(third.year)
    text = render_all(troubled())["verification_report.md"].decode().replace("&amp;", "&").replace("\\", "")
    assert "Lindqvist 2011 looks like a citation, and no entry has it" in text
    assert f"The text prints Vogel et al. 2018, the list {third.year}" in text
    assert "Smith & Jones 2019 [1, 2], line 7" in text


def test_numbers_that_follow_no_order_of_appearance_are_no_finding() -> None:
    sample = troubled()
    backwards = tuple(
        c.model_copy(update={"id": f"P{n}"}) for n, c in enumerate(reversed(sample.manuscript.citations), 1)
    )
    manuscript = sample.manuscript.model_copy(update={"citations": backwards})
    assert "CITE-ORDER" not in {f.rule for f in findings(sample.model_copy(update={"manuscript": manuscript}))}


@pytest.mark.parametrize("known", RULES, ids=lambda r: r.id)
def test_every_rule_has_a_page_in_two_languages_and_wording(known: Any) -> None:
    assert known.page_en.startswith(f"# {known.id}: {known.name_en}\n")
    assert f"**{known.name_zh}**" in known.page_zh
    assert f"Severity: {known.severity.value}" in known.page_en
    for heading in ("## When it can be wrong", "## What to do"):
        assert heading in known.page_en
    assert "怎么办" in known.page_zh
    assert "怎么办" not in known.page_en
    for language, part in itertools.product(templates.LANGUAGES, ("name", "text", "do")):
        assert templates.wording(language)[f"rule.{known.id}.{part}"]


def test_findings_come_in_the_order_of_the_table_then_by_reference() -> None:
    found = findings(snapshot())
    order = [rule(f.rule).order for f in found]
    assert order == sorted(order)
    retracted = [f.reference_id for f in found if f.rule == "CITE-ORPHAN"]
    assert retracted == ["21", "29", "30"]


def test_severity_is_the_rules_but_for_a_retraction_cited_as_one() -> None:
    lower = [f for f in findings(snapshot()) if f.severity is not rule(f.rule).severity]
    assert [(f.rule, f.reference_id, f.severity) for f in lower] == [("REF-RETRACTED", "16", Severity.MINOR)]


def test_a_retraction_whose_notice_is_cited_too_is_cited_as_such() -> None:
    sample = snapshot()
    notice = ref("en", 32, doi="10.5555/ret")
    manuscript = sample.manuscript.model_copy(update={"references": (*sample.manuscript.references, notice)})
    found = findings(sample.model_copy(update={"manuscript": manuscript}))
    fifteenth = next(f for f in found if f.rule == "REF-RETRACTED" and f.reference_id == "15")
    assert dict(fifteenth.values)["cited_as"] == "notice"
    assert fifteenth.severity is Severity.MINOR


def test_the_retraction_of_the_other_work_is_not_held_against_the_cited_one() -> None:
    notices = (Notice(type=NoticeType.RETRACTION, registry=RegistryName.PUBMED),)
    other = next(r.record for r in snapshot().resolutions if r.reference_id == "10")
    assert other is not None
    sample = with_resolution(10, record=other.model_copy(update={"notices": notices}))
    assert rules_of(sample, "10") == {"REF-WRONG-WORK"}


def test_the_retraction_of_the_cited_work_found_elsewhere_is_reported() -> None:
    notices = (Notice(type=NoticeType.RETRACTION, registry=RegistryName.CROSSREF),)
    found = record(ref("en", 10), notices=notices)
    sample = with_resolution(10, elsewhere=found, notices=notices, notice_state=NoticeState.RETRACTED)
    assert "REF-RETRACTED" in rules_of(sample, "10")


def test_an_outage_leads_to_unavailable_and_to_nothing_else() -> None:
    assert rules_of(snapshot(), "14") == {"REF-UNAVAILABLE"}


def test_an_unregistered_doi_takes_the_place_of_not_found() -> None:
    assert rules_of(snapshot(), "13") == {"REF-DOI-UNREGISTERED"}
    assert rules_of(snapshot(), "9") == {"REF-NOT-FOUND", "REF-NO-ID"}


def test_an_unregistered_doi_of_a_work_that_was_found_names_the_recorded_one() -> None:
    reference = ref("en", 1)
    sample = with_resolution(1, doi_unregistered=True, record=record(reference, doi="10.5555/real"))
    values = next(
        dict(f.values) for f in findings(sample) if f.rule == "REF-DOI-UNREGISTERED" and f.reference_id == "1"
    )
    assert values["recorded"] == "10.5555/real"


def test_a_registry_that_agrees_with_the_print_turns_a_discrepancy_into_a_disagreement() -> None:
    assert "REF-JOURNAL" not in rules_of(snapshot(), "28")
    assert "REF-REGISTRIES-DISAGREE" in rules_of(snapshot(), "28")


def test_a_registry_that_could_not_be_asked_leaves_a_discrepancy_unconfirmed() -> None:
    assert "REF-YEAR" not in rules_of(unconfirmed(), "28")
    told = next(f for f in findings(unconfirmed()) if f.rule == "REF-UNCONFIRMED")
    assert told.severity is Severity.MINOR
    assert dict(told.values)["unasked"] == "openalex"


def test_a_year_one_off_is_near() -> None:
    assert "REF-YEAR-NEAR" in rules_of(snapshot(), "28")
    assert "REF-YEAR" in rules_of(snapshot(), "26")


def test_a_missing_number_is_not_said_twice() -> None:
    assert rules_of(snapshot(), "8") == {"CLAIM-NUMBER"}


def test_a_persons_verdict_takes_the_place_of_the_judges() -> None:
    sample = snapshot()
    claim = next(j.claim_id for j in sample.judgments if j.conflict)
    settled = Decision(kind=DecisionKind.VERDICT, subject=claim, value="FAIL", author="A", reason="read it", at=AT)
    after = findings(sample.model_copy(update={"decisions": (*sample.decisions, settled)}))
    assert [f.rule for f in after if f.claim_id == claim] == ["CLAIM-FAIL"]


def test_a_method_a_person_has_looked_at_is_no_finding() -> None:
    sample = snapshot()
    claim = next(c.claim_id for c in sample.manuscript.claims if c.method_needs_human_confirm)
    word = Decision(kind=DecisionKind.METHOD, subject=claim, value="usual", at=AT)
    after = findings(sample.model_copy(update={"decisions": (word,)}))
    assert "CLAIM-METHOD" not in {f.rule for f in after}


def test_claims_not_judged_after_step_c_are_undecided() -> None:
    sample = snapshot()
    kept = tuple(j for j in sample.judgments if j.claim_id != "C001_001")
    found = findings(sample.model_copy(update={"judgments": kept}))
    assert [dict(f.values)["why"] for f in found if f.claim_id == "C001_001"] == ["not_judged"]


@pytest.mark.parametrize("identity", list(Identity))
def test_no_report_fails_on_any_identity_without_a_record(identity: Identity) -> None:
    reference = ref("en", 1)
    bare = resolve(reference, identity, record=None, title_ratio=None, lookups=())
    for language in templates.LANGUAGES:
        sample = snapshot(language)
        kept = tuple(bare if r.reference_id == "1" else r for r in sample.resolutions)
        assert render_all(sample.model_copy(update={"resolutions": kept}))


def test_an_unknown_rule_is_refused_with_near_ones() -> None:
    with pytest.raises(UserError, match="REF-RETRACTED"):
        rule("REF-RETRACT")
    assert rule("ref-year").id == "REF-YEAR"


def doubtful(*fields: Field, doi: str = "10.5555/another", **more: Any) -> Snapshot:
    """Reference 1, printed with its own identifiers, beside a near match with another DOI and no PMID."""
    reference = ref("en", 1)
    apart = tuple(Discrepancy(field=f, printed="2018", recorded="2015", registry=RegistryName.CROSSREF) for f in fields)
    near = record(reference, doi=doi, pmid=None)
    more = {"record": near, "lookups": (), "supporting": (), "discrepancies": apart, "title_ratio": 0.72} | more
    return with_resolution(1, identity=Identity.DOUBTFUL, **more)


SERIOUS_FIELDS = (Field.TITLE, Field.FIRST_AUTHOR, Field.YEAR, Field.JOURNAL, Field.DOI, Field.PMID)


@pytest.mark.parametrize("language", templates.LANGUAGES)
def test_fields_of_a_work_found_only_by_title_are_listed_and_no_errors(language: str) -> None:
    sample = doubtful(*SERIOUS_FIELDS)
    assert {r for r in rules_of(sample, "1") if r.startswith("REF-")} == {"REF-DOUBTFUL"}
    (found,) = (f for f in findings(sample) if f.rule == "REF-DOUBTFUL" and f.reference_id == "1")
    words = templates.template_environment(language).globals["t"]
    text = words("rule.REF-DOUBTFUL.text", **dict(found.values))
    assert text.count("2018 / 2015") == len(SERIOUS_FIELDS)
    assert templates.wording(language)["field.year"] + " 2018 / 2015" in text


def test_fields_of_a_near_match_its_printed_identifier_led_to_are_findings() -> None:
    sample = doubtful(Field.YEAR, record=record(ref("en", 1)))
    assert {"REF-DOUBTFUL", "REF-YEAR"} <= rules_of(sample, "1")
    (found,) = (f for f in findings(sample) if f.rule == "REF-DOUBTFUL" and f.reference_id == "1")
    assert dict(found.values)["differs"] == ""


def test_an_unregistered_doi_beside_a_near_match_by_title_is_not_replaced_by_its_doi() -> None:
    sample = doubtful(Field.DOI, doi_unregistered=True)
    (found,) = (f for f in findings(sample) if f.rule == "REF-DOI-UNREGISTERED" and f.reference_id == "1")
    values = dict(found.values)
    assert values["recorded"] == ""
    assert values["found"] == ""
    assert values["nearest"].endswith("[0.72]")


@pytest.mark.parametrize(
    ("kind", "severity"), [("others", Severity.SERIOUS), ("omitted", Severity.MEDIUM), ("initials", Severity.MINOR)]
)
def test_a_difference_of_authors_is_as_grave_as_its_kind(kind: str, severity: Severity) -> None:
    difference = Discrepancy(
        field=Field.AUTHORS, printed="A", recorded="B", registry=RegistryName.PUBMED, severity=severity, detail=kind
    )
    found = findings(with_resolution(24, identity=Identity.SAME, discrepancies=(difference,)))
    assert [f.severity for f in found if f.rule == "REF-AUTHORS" and f.reference_id == "24"] == [severity]


def test_an_order_is_not_told_beside_another_first_author() -> None:
    first = Discrepancy(field=Field.FIRST_AUTHOR, printed="B", recorded="A", registry=RegistryName.PUBMED)
    order = Discrepancy(
        field=Field.AUTHORS, printed="B; A", recorded="A; B", registry=RegistryName.PUBMED, detail="swapped"
    )
    told = rules_of(with_resolution(24, identity=Identity.SAME, discrepancies=(first, order)), "24")
    assert "REF-FIRST-AUTHOR" in told
    assert "REF-AUTHORS" not in told
    alone = rules_of(with_resolution(24, identity=Identity.SAME, discrepancies=(order,)), "24")
    assert "REF-AUTHORS" in alone


@pytest.mark.parametrize("state", [PageState.ALIVE, PageState.UNKNOWN])
def test_a_page_that_is_alive_or_whose_fate_is_unknown_is_no_finding(state: PageState) -> None:
    sample = with_resolution(1, page=Page(url="https://github.com/a/b", state=state, asked=(RegistryName.GITHUB,)))
    assert not {rule for rule in rules_of(sample, "1") if rule.startswith("REF-PAGE")}


def test_a_copy_that_is_cited_itself_is_no_finding() -> None:
    url = "https://web.archive.org/web/20190301120000/https://harbour.example/"
    sample = with_resolution(1, page=Page(url=url, state=PageState.ARCHIVED, copy_url=url, date="2019-03-01"))
    assert "REF-PAGE-ARCHIVED" not in rules_of(sample, "1")


def test_a_page_is_told_with_who_lacks_it_and_where_the_copy_is() -> None:
    found = {f.rule: dict(f.values) for f in findings(paged())}
    assert found["REF-PAGE-GONE"]["services"] == "github"
    assert (found["REF-PAGE-ARCHIVED"]["services"], found["REF-PAGE-ARCHIVED"]["date"]) == ("", "2019-03-01")
    written = render_all(paged())["verification_report.md"].decode()
    text = written.replace("\\", "")
    assert "GitHub does not have the page https://github.com/harbour-lab/seals" in text
    assert "keeps a copy of 2019-03-01: https://web.archive.org/web/20190301120000/" in text
    assert "/<b>seals" not in written


@pytest.mark.parametrize(
    ("page", "told"),
    [
        (Page(url="https://github.com/a/b", state=PageState.ALIVE), "https://github.com/a/b — alive"),
        (Page(url="http://nas.local/x", state=PageState.UNKNOWN, withheld=True), "http://nas.local/x — not sent"),
        (Page(url="https://harbour.example/", state=PageState.UNKNOWN), "https://harbour.example/ — not known"),
    ],
)
def test_what_became_of_a_page_is_told_with_its_reference(page: Page, told: str) -> None:
    written = render_all(with_resolution(1, page=page))["verification_report.md"].decode().replace("\\", "")
    assert f"**Page**: {told}" in written.replace("`", "")
