"""What the texts claim has been done, they can show."""

import dataclasses
from typing import Any

import pytest

import templates
from reports.findings import exit_code, findings
from reports.formats import render, render_all
from reports.index import Index
from reports.terminal import finish_text, status_text, wrapped
from reports.view import view
from state.decision import Decision, DecisionKind
from state.judgment import NumericCheck, Undecided, Verdict
from state.lookup import QueryKind, RegistryName, UnavailableReason
from state.manuscript import Template
from state.resolution import Identity, NoticeState
from state.snapshot import Snapshot, StepName
from tests.reports.sample import AT, Builder, note, ref, resolve, snapshot
from tests.reports.test_exit_codes import built


def changed(sample: Snapshot, **run: Any) -> Snapshot:
    return sample.model_copy(update={"run": sample.run.model_copy(update=run)})


def unfolded(text: str) -> str:
    return " ".join(text.split())


def unreachable(reason: UnavailableReason = UnavailableReason.REFUSED) -> Snapshot:
    """A clean manuscript whose run reached no service at all."""
    sample = built([])
    notes = tuple(
        note(registry, QueryKind.DOI, "10.1/x", "unavailable", reason=reason, needed=registry is RegistryName.CROSSREF)
        for registry in (RegistryName.PUBMED, RegistryName.CROSSREF, RegistryName.OPENALEX)
    )
    resolution = resolve(ref("en", 1), Identity.UNKNOWN, notice_state=NoticeState.UNKNOWN, lookups=notes)
    return sample.model_copy(update={"resolutions": (resolution,), "judgments": ()})


def test_an_entry_nobody_could_be_asked_about_is_unreadable_and_never_not_found() -> None:
    found = [f for f in findings(snapshot()) if f.reference_id == "31"]
    assert [f.rule for f in found] == ["REF-UNREADABLE"]
    text = render("report", snapshot()).decode()
    assert "nothing is said about the work" in text
    assert "Entries that could not be read (nobody was asked): 1 ref" in text
    assert "World Health Org, Geneva" in render("backlog", snapshot()).decode()


@pytest.mark.parametrize("identity", [Identity.NONE, Identity.OTHER_NOWHERE])
def test_no_work_is_called_absent_where_nobody_answered(identity: Identity) -> None:
    refused = note(RegistryName.CROSSREF, QueryKind.TITLE, "x", "unavailable", reason=UnavailableReason.TIMEOUT)
    for lookups in ((), (refused,)):
        for reference in (ref("en", 1), ref("en", 1, title=None, doi=None, pmid=None)):
            sample = built([])
            manuscript = sample.manuscript.model_copy(update={"references": (reference,)})
            bare = resolve(reference, identity, lookups=lookups)
            told = sample.model_copy(update={"resolutions": (bare,), "judgments": (), "manuscript": manuscript})
            rules = {f.rule for f in findings(told)}
            assert rules <= {"REF-UNREADABLE", "REF-UNAVAILABLE"}
            assert rules


def test_not_found_names_who_answered() -> None:
    values = [dict(f.values) for f in findings(snapshot()) if f.rule in ("REF-NOT-FOUND", "REF-FABRICATED")]
    assert values
    assert all(v["asked"] for v in values)


def test_an_entry_without_an_author_is_called_by_its_first_words() -> None:
    model = view(snapshot())
    assert model.reference["31"].short == "31. World Health Org, Geneva 1988; see …"
    assert dataclasses.replace(model.reference["1"], reference=ref("en", 1, authors=())).short.startswith(
        "Conservative"
    )


@pytest.mark.parametrize("language", templates.LANGUAGES)
def test_a_run_waiting_for_review_tells_the_commands_with_its_folder(language: str) -> None:
    waiting = changed(snapshot(language), last_step=StepName.A, waiting_for="review")
    waiting = waiting.model_copy(update={"resolutions": (), "judgments": ()})
    for text in (status_text(waiting, "my folder"), finish_text(waiting, "my folder")):
        for command in (
            'corrigenda review "my folder" --export claims.csv',
            'corrigenda review "my folder" --import claims.csv',
            'corrigenda resume "my folder"',
            'corrigenda resume "my folder" --reviewed',
        ):
            assert command in text
    assert "corrigenda resume DIR --reviewed" in render("contexts", waiting).decode()


def test_a_checkpoint_passed_without_a_change_is_no_review() -> None:
    passed = Decision(kind=DecisionKind.REVIEWED, subject="run", value="reviewed", at=AT)
    unread = snapshot().model_copy(update={"decisions": (passed,)})
    text = render("report", unread).decode()
    assert "The checkpoint after step A was passed without a change." in text
    assert "reviewed by" not in text


def test_changes_at_the_checkpoint_are_counted_and_their_author_named() -> None:
    assert "1 of 33 claims were changed by A. Supervisor" in render("report", snapshot()).decode()
    nameless = tuple(d.model_copy(update={"author": ""}) for d in snapshot().decisions)
    text = render("report", snapshot().model_copy(update={"decisions": nameless})).decode()
    assert "1 of 33 claims were changed by (no name given)" in text


@pytest.mark.parametrize("step", [None, StepName.A, StepName.B])
def test_there_is_no_all_clear_before_b_and_c_have_finished(step: StepName | None) -> None:
    early = changed(built([]), last_step=step).model_copy(update={"judgments": ()})
    if step is not StepName.B:
        early = early.model_copy(update={"resolutions": ()})
    text = unfolded(finish_text(early, "x"))
    assert "Nothing serious or medium to correct" not in text
    assert "1 claim not judged yet" in text
    assert ("1 reference not looked up" in text) == (step is not StepName.B)


def test_a_run_that_waits_gives_no_all_clear_and_one_that_is_through_does() -> None:
    assert "no all-clear" in finish_text(changed(built([]), waiting_for="consent"))
    assert "Nothing serious or medium to correct" in finish_text(built([]))
    assert "Nothing was found to correct" in render("report", built([])).decode()


def test_a_run_that_reached_nobody_says_so_in_one_line_and_claims_nothing() -> None:
    sample = unreachable()
    for text in (finish_text(sample, "x"), status_text(sample, "x"), render("report", sample).decode()):
        assert "No registry could be reached: are you online? (`corrigenda doctor`)" in text
    report = render("report", sample).decode()
    assert "⚠️ B: References looked up 0 of 1" in report
    assert "⚠️ C: Claims judged 0 of 1" in report
    assert "was found for any identified reference" not in report
    assert "No reference has been identified" in report
    assert "another service has identified" not in report
    assert "no all-clear" in report
    assert "References looked up: 0 of 1" in status_text(sample)
    assert "Claims judged: 0 of 1" in status_text(sample)
    assert "Next: corrigenda resume x," in status_text(sample, "x")


def test_a_run_that_was_offline_is_not_asked_whether_it_is_online() -> None:
    text = unfolded(finish_text(unreachable(UnavailableReason.OFFLINE), "x"))
    assert "are you online" not in text
    assert "Run `corrigenda resume x` without `--offline`" in text


def test_skipped_claims_are_not_counted_as_judged() -> None:
    model = view(snapshot())
    skipped = sum(n for _, n in model.skipped_reasons)
    assert model.judged_count + skipped == len(model.claims)
    assert {why for why, _ in model.skipped_reasons} == {
        *("agency_only", "dangling", "judge_unavailable", "mismatch", "not_found", "unavailable", "unreadable")
    }


def test_an_unneeded_outage_is_settled_only_where_the_work_was_identified() -> None:
    kinds = {o.service: o.matters for o in view(unreachable()).outages}
    assert kinds == {"pubmed": "open", "crossref": "needed", "openalex": "open"}
    assert [o.matters for o in view(built(["unneeded_outage"])).outages] == ["settled"]


@pytest.mark.parametrize(("number", "code"), [(15, "retracted"), (17, "concern"), (20, "disputed")])
def test_a_notice_stands_beside_every_claim_of_the_work(number: int, code: str) -> None:
    views = [c for c in view(snapshot()).claims if c.claim.reference_id == str(number)]
    assert views
    assert all(c.notice == code and code in c.notes for c in views)


def test_a_retraction_is_told_in_chapter_rows_and_claim_headings_that_pass() -> None:
    text = render("report", snapshot()).decode()
    assert "→ PASS ✓ · ⚠️ retracted" in text
    assert any("PASS" in line and "⚠️ retracted" in line for line in text.split("\n") if line.startswith("| "))


def test_action_required_lists_serious_findings_on_references_before_fail() -> None:
    text = render("report", snapshot()).decode()
    part = text[text.index("## Action Required") :]
    assert part.index("### References") < part.index("### FAIL")
    references = part[part.index("### References") : part.index("### FAIL")]
    for rule in ("REF-RETRACTED", "REF-WRONG-WORK", "REF-NOT-FOUND", "REF-YEAR", "REF-FIRST-AUTHOR", "CITE-DANGLING"):
        assert f"- `{rule}`" in references
    assert f"> and {references.count('- `')} serious findings on references" in text


@pytest.mark.parametrize("undecided", [Undecided.CANNOT_TELL, Undecided.QUOTATION, Undecided.UNAVAILABLE])
def test_a_missing_number_is_a_finding_whatever_the_judge_says(undecided: Undecided) -> None:
    b = Builder("en")
    claim = b.one(1, "background", Template.DATA, numeric_values=("2,140", "31%"), has_numeric=True)
    miss = {"numeric_check": NumericCheck.MISS, "numeric_note": "not_found:31%", "undecided": undecided}
    b.judge(claim, None, "the rules cannot tell", **miss)
    sample = built([])
    manuscript = sample.manuscript.model_copy(update={"claims": (claim,)})
    told = sample.model_copy(update={"judgments": tuple(b.judgments), "manuscript": manuscript})
    values = [dict(f.values) for f in findings(told) if f.rule == "CLAIM-NUMBER"]
    assert values == [{"missing": "31%", "found": "2,140", "read": "abstract"}]
    assert "Not in the text read: 31%; found: 2,140." in render("backlog", told).decode()
    unread = tuple(
        r.model_copy(update={"evidence": resolve(ref("en", 1), Identity.NONE).evidence}) for r in told.resolutions
    )
    assert "CLAIM-NUMBER" not in {f.rule for f in findings(told.model_copy(update={"resolutions": unread}))}


def test_claims_without_a_verdict_are_left_out_of_the_full_text_monitor_and_counted() -> None:
    model = view(snapshot())
    assert all(c.judgment and c.judgment.verdict for c in model.predictions)
    left_out = len(model.claims) - len(model.predictions)
    assert f"not known whether full text is needed: {left_out} claims" in render("fulltext", snapshot()).decode()


def test_a_difference_shows_both_values_and_says_which_file() -> None:
    text = render("report", snapshot()).decode()
    assert "List: 2021 / refs.bib: 2022." in text
    assert "- In refs.bib: 2026" in text


def test_an_entry_of_the_bibliography_file_is_not_said_to_stand_in_the_list() -> None:
    values = {f.reference_id: dict(f.values)["file"] for f in findings(snapshot()) if f.rule == "CITE-ORPHAN"}
    assert values == {"21": "refs.bib", "29": "refs.bib", "30": "refs.bib"}
    assert "**In refs.bib, but never cited**" in render("report", snapshot()).decode()


def test_a_file_is_named_only_where_the_list_does_not_say_the_same() -> None:
    reference = ref("en", 1, listed="1. Smith J. Conservative treatment. 2001.")
    sample = snapshot()
    sources = Index(sample)
    assert sources.entry_file(reference) == ""
    assert sources.entry_file(ref("en", 1, listed="1. Smith 2003", problems=("list_differs:year",))) == "refs.bib"
    assert sources.entry_file(ref("en", 1)) == "refs.bib"
    assert sources.entry_file(ref("en", 1, file="thesis.docx")) == ""


def test_two_entries_with_one_identifier_are_a_finding_that_names_the_other() -> None:
    found = [f for f in findings(snapshot()) if f.rule == "REF-SAME-IDENTIFIER"]
    assert [(f.reference_id, dict(f.values)["other"], dict(f.values)["identifier"]) for f in found] == [
        ("29", "30", "DOI 10.5555/abc_30")
    ]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "PDF that could not be read: a.pdf"), ("zh", "无法读取的 PDF： a.pdf")]
)
def test_pdfs_that_could_not_be_used_are_told_in_words(language: str, words: str) -> None:
    text = finish_text(snapshot(language), notes=("pdf_unreadable=a.pdf: broken", "pdf_unmatched=b.pdf", "as=is"))
    assert words in text
    assert "pdf_un" not in text
    assert "as=is" in text


def test_a_stored_pdf_note_stands_in_what_ran() -> None:
    assert (
        "⚠️ PDF that could not be read: a b.pdf (no text on its pages; they may be pictures)"
        in render("report", snapshot()).decode()
    )
    assert "⚠️ number printed at two entries of the list: 4" in render("report", snapshot()).decode()


def test_questions_that_ended_alike_are_told_once() -> None:
    text = render("report", unreachable()).decode()
    line = next(line for line in text.split("\n") if line.startswith("**Asked**"))
    assert line.count("could not be asked") == 1
    assert all(name in line for name in ("PubMed", "Crossref", "OpenAlex"))


@pytest.mark.parametrize("language", templates.LANGUAGES)
def test_terminal_texts_fit_in_eighty_columns(language: str) -> None:
    for text in (status_text(snapshot(language)), finish_text(snapshot(language), "x")):
        assert all(len(line) <= 80 for line in text.split("\n"))
    assert "[x] A" in status_text(snapshot(language))
    waiting = changed(snapshot(language), last_step=StepName.A)
    assert "[ ] B" in status_text(waiting)


def test_folding_loses_nothing_and_breaks_no_command() -> None:
    line = "  run `corrigenda resume somewhere/far/away` again, " * 4
    assert " ".join(wrapped(line).split()) == " ".join(line.split())
    assert wrapped(line).count("`corrigenda resume somewhere/far/away`") == 4
    assert wrapped("字" * 60).replace("\n  ", "") == "字" * 60


def test_chinese_reports_gloss_the_intention_and_explain_codes() -> None:
    made = {name: content.decode() for name, content in render_all(snapshot("zh")).items()}
    assert "引用意图: Cites [1] as one of" in made["verification_report.md"]
    assert "[作为支持该论述的多篇文献之一]" in made["verification_report.md"]
    assert "NUM_MISS（未全部找到）" in made["verification_report.md"]
    assert "API_FAIL（没有得到记录）" in made["backlog.md"]


def test_a_claim_of_an_unreadable_entry_is_not_judged_even_if_a_judgment_is_kept() -> None:
    sample = built([])
    bare = resolve(ref("en", 1), Identity.UNREADABLE, lookups=())
    told = sample.model_copy(update={"resolutions": (bare,)})
    assert [o.why for o in Index(told).outcomes.values()] == ["unreadable"]
    assert exit_code(told, "serious") == 0
    assert sample.judgments[0].verdict is Verdict.PASS


@pytest.mark.parametrize(("language", "label"), [("en", "Nearest passage"), ("zh", "最接近的一段")])
def test_a_passage_without_a_verdict_is_not_called_evidence(language: str, label: str) -> None:
    sample = snapshot(language)
    undecided = next(j for j in sample.judgments if j.undecided is Undecided.CANNOT_TELL)
    with_passage = undecided.model_copy(
        update={
            "quotations": ("the only such passage",),
            "numeric_check": NumericCheck.MISS,
            "numeric_note": "not_found:31%; found:2,140",
        }
    )
    kept = tuple(with_passage if j.claim_id == undecided.claim_id else j for j in sample.judgments)
    text = render_all(sample.model_copy(update={"judgments": kept}))["verification_report.md"].decode()
    lines = [line for line in text.splitlines() if "the only such passage" in line]
    assert lines
    assert all(label in line for line in lines)
    assert f"{templates.wording(language)['numeric.found']} 2,140" in text
