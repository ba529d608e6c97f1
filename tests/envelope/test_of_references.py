"""Entries and whole envelopes of reference-level tasks, and laws over anything that may be stored."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.envelope_notes import refs_words
from reports.envelope_of_references import Facts, envelope_of_references, exit_code_of, severity_of
from reports.envelope_outcome import Outcome, outcome_of
from reports.envelope_rules import validate
from reports.envelope_violation import words
from reports.findings import FAIL_ON
from reports.verify_flags import Flag
from state.envelope import plain
from state.envelope_words import Depth, OutputFormat, Task
from state.finding import Severity
from state.lookup import Author, Notice, NoticeType, QueryKind, RegistryName
from state.manuscript import Reference
from state.payload import Duplicate, Payload, PayloadReference, SourceFormat
from state.resolution import (
    AbstractSource,
    Candidate,
    Discrepancy,
    Evidence,
    Field,
    Identity,
    NoticeState,
    Resolution,
    Version,
)
from tests.envelope.outcome_cases import DOI, NOTHING, ROWS, TITLE, asked, entry, notes, printed, record, resolved


def test_a_retracted_work_keeps_its_verdict_and_says_so_first() -> None:
    notice = Notice(type=NoticeType.RETRACTION, registry=RegistryName.CROSSREF, doi="10.5555/r", date="2020-02-03")
    made = entry(printed(), resolved(notice_state=NoticeState.RETRACTED, notices=(notice,)))
    assert made.verdict == "verified"
    assert made.evidence.retraction.model_dump() == {"checked": True, "retracted": True}
    assert made.evidence.notes.startswith("RETRACTED: do not cite")
    assert "10.5555/r, 2020-02-03" in made.evidence.notes
    for state in (NoticeState.CORRECTED, NoticeState.CONCERN, NoticeState.DISPUTED, NoticeState.REINSTATED):
        other = entry(printed(), resolved(notice_state=state))
        assert not other.evidence.retraction.retracted
        assert not other.evidence.notes.startswith("RETRACTED")
    unknown = entry(printed(), resolved(notice_state=NoticeState.UNKNOWN))
    assert not unknown.evidence.retraction.checked


def test_the_abstract_is_shown_of_what_is_verified_and_not_at_quick_depth() -> None:
    evidence = Evidence(source=AbstractSource.CROSSREF, text="Mills fell. " * 100)
    assert entry(printed(), resolved(evidence=evidence), Depth.QUICK).evidence.abstract_snippet is None
    for depth in (Depth.DETAILED, Depth.EXPERT):
        assert len(entry(printed(), resolved(evidence=evidence), depth).evidence.abstract_snippet) == 500
    assert entry(printed(), resolved(evidence=evidence, year_agrees=False)).evidence.abstract_snippet is None


def test_candidates_are_those_above_the_threshold_or_the_best_three() -> None:
    def found(ratio: float, author: bool, name: str) -> Candidate:
        return Candidate(
            record=record(title=name, doi=None, id=name), ratio=ratio, author_agrees=author, year_agrees=True
        )

    low = tuple(found(ratio, False, str(ratio)) for ratio in (0.5, 0.7, 0.6, 0.4))
    nowhere = resolved(Identity.NONE, **NOTHING, candidates=low)
    shown = entry(printed(doi=None), nowhere).evidence.candidates
    assert [one.score for one in shown] == [0.5667, 0.5333, 0.5]
    high = resolved(Identity.NONE, **NOTHING, candidates=(*low, found(0.8, True, "high")))
    assert [one.score for one in entry(printed(doi=None), high).evidence.candidates] == [0.9333]
    assert entry(printed(), resolved(candidates=low)).evidence.candidates == ()


def test_a_format_the_contract_has_no_word_for_is_prose_and_named_beside_it() -> None:
    parsed = plain_parsed(entry(printed(pmid="123"), resolved(), form=SourceFormat.NBIB))
    assert (parsed["source_format"], parsed["format"], parsed["pmid"]) == ("prose", "nbib", "123")
    assert "format" not in plain_parsed(entry(printed(), resolved(), form=SourceFormat.RIS))


AUDIT = {"task": Task.BIBLIOGRAPHY_AUDIT}


def audit_of(reference: Reference, resolution: Resolution, language: str = "en") -> tuple[str, str]:
    """An audit's content, and the entry's notes."""
    made = envelope_of_references(payload(reference), {"r": resolution}, facts(**AUDIT, language=language))
    assert validate(plain(made)).valid
    return made.data.content or "", made.data.verdicts[0].evidence.notes or ""


@pytest.mark.parametrize("state", [NoticeState.CONCERN, NoticeState.DISPUTED, NoticeState.RETRACTED])
def test_what_is_under_a_cloud_is_never_clean(state: NoticeState) -> None:
    content, _ = audit_of(printed(), resolved(notice_state=state))
    assert "**r**" not in content[content.index("## Clean") : content.index("## Flagged")]
    assert "**r**" in content[content.index("## Flagged") :]
    corrected, _ = audit_of(printed(), resolved(notice_state=NoticeState.CORRECTED))
    assert "**r**" in corrected[corrected.index("## Clean") : corrected.index("## Flagged")]


def test_a_copy_of_what_is_under_a_cloud_is_not_clean_either() -> None:
    copy, duplicate = copy_of(printed())
    both = payload(printed(), copy, duplicates=(duplicate,))
    made = envelope_of_references(both, {"r": resolved(notice_state=NoticeState.CONCERN)}, facts(**AUDIT))
    content = made.data.content or ""
    assert "**r" not in content[content.index("## Clean") : content.index("## Flagged")]


def test_who_is_missing_or_added_is_said_in_words_and_once_in_an_audit() -> None:
    lost = Discrepancy(field=Field.AUTHORS, printed="", recorded="Petit, Luc", registry=RegistryName.CROSSREF)
    added = Discrepancy(field=Field.AUTHORS, printed="Badman, Xi", recorded="", registry=RegistryName.CROSSREF)
    for found, en, zh in (
        (lost, "Petit, Luc is missing from the entry's authors", "条目的作者中缺 Petit, Luc"),
        (added, "the record does not have Badman, Xi among its authors", "记录的作者中没有 Badman, Xi"),
    ):
        resolution = resolved(discrepancies=(found,))
        assert en in (entry(printed(), resolution).evidence.notes or "")
        assert zh in notes(printed(), resolution, language="zh")
        for language in ("en", "zh"):
            content, told = audit_of(printed(), resolution, language)
            name = found.printed or found.recorded
            assert content.count(name) == 1
            assert "“”" not in content and "“–”" not in content
            assert name not in told


def test_chinese_names_are_written_as_chinese_names_are() -> None:
    person = Author(family="王", given="伟")
    other = Discrepancy(field=Field.AUTHORS, printed="", recorded="李, 娜; Li, Na", registry=RegistryName.CROSSREF)
    made = entry(printed(authors=(person,)), resolved(record=record(authors=(person,)), discrepancies=(other,)))
    assert made.evidence.resolved.authors == ("王伟",)
    assert made.evidence.parsed.authors == ("王伟",)
    assert "李娜; Li, Na is missing" in made.evidence.notes
    assert entry(printed(), resolved()).evidence.resolved.authors == ("Mira Orlo",)


def test_flags_say_nothing_of_what_does_not_stand() -> None:
    every = ("author_doi_pair_suspicious", "year_discrepancy", "incomplete_details")
    wrong = {"registry": RegistryName.CROSSREF, "agreed_by": (RegistryName.OPENALEX,)}
    excused = (
        Discrepancy(field=Field.FIRST_AUTHOR, printed="Orlo", recorded="Vess", **wrong),
        Discrepancy(field=Field.YEAR, printed="2018", recorded="2011", **wrong),
    )
    disputed = resolved(author_agrees=False, year_agrees=False, discrepancies=excused)
    assert "flags: incomplete_details." in notes(printed(), disputed, flags=every)
    assert "flags" not in notes(printed(), resolved(), flags=("incomplete_details",))
    another = resolved(Identity.OTHER_EXISTS, elsewhere=record(), title_ratio=0.1, author_agrees=False)
    assert "author_doi_pair_suspicious" not in notes(printed(), another, flags=every)
    standing = resolved(author_agrees=False)
    assert "author_doi_pair_suspicious" in notes(printed(), standing, flags=every)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_flag_has_a_sentence_and_its_code_stays_in_the_notes(language: str) -> None:
    sentences = words(language)["flag"]
    assert set(sentences) == {*Flag, "suspicious_year"}
    guide = (Path(__file__).parents[2] / "docs" / "refs.md").read_text("utf-8")
    for code, sentence in sentences.items():
        assert f"`{code}`" in guide
        told = facts(language=language, flags=lambda *_, code=code: (code,))
        made = envelope_of_references(payload(printed()), {"r": resolved(year_agrees=False)}, told)
        assert f"VERIFY pre-scan flags: {code}." in (made.data.verdicts[0].evidence.notes or "")
        assert sentence in (made.data.content or "")
        assert "VERIFY" not in (made.data.content or "")


def test_where_a_doi_is_not_known_none_is_hinted_at() -> None:
    found = Version(kind="published_since", record=record(doi=None))
    told = notes(printed(), resolved(versions=(found,)))
    assert "A published version of this preprint is known." in told
    assert "DOI" not in told
    another = resolved(Identity.OTHER_EXISTS, elsewhere=record(), title_ratio=0.1, versions=(found,))
    assert "published version" not in notes(printed(), another)
    work = Candidate(record=record(doi=None, year=None, id="x"), ratio=0.5, author_agrees=False, year_agrees=False)
    made = envelope_of_references(
        payload(printed(doi=None)), {"r": resolved(Identity.NONE, **NOTHING, candidates=(work,))}, facts()
    )
    assert "–" not in (made.data.content or "")


def plain_parsed(made: Any) -> dict[str, Any]:
    dumped: dict[str, Any] = made.evidence.parsed.model_dump(mode="json", exclude_unset=True)
    return dumped


def test_an_audit_has_every_field_beside_the_cross_check() -> None:
    pages = Discrepancy(field=Field.PAGES, printed="1-9", recorded="21-29", registry=RegistryName.CROSSREF)
    made = entry(printed(), resolved(discrepancies=(pages,)), task=Task.BIBLIOGRAPHY_AUDIT)
    (check,) = made.evidence.model_extra["checks"]
    assert (check["field"], check["verdict"], check["recorded"]) == ("pages", "differs", "21-29")
    assert "venue" not in (made.evidence.notes or "")
    assert "checks" not in entry(printed(), resolved(discrepancies=(pages,))).evidence.model_extra


def facts(**changes: Any) -> Facts:
    values: dict[str, Any] = {
        "task": Task.VERIFY_CITATIONS,
        "depth": Depth.DETAILED,
        "output_format": OutputFormat.MARKDOWN,
        "language": "en",
        "run_id": "1f0e3dad-9990-4321-8abc-0123456789ab",
        "timestamp": "2026-11-01T09:00:00Z",
        "year": 2026,
        "flags": lambda *_: (),
    }
    return Facts(**values | changes)


def payload(*references: Reference, duplicates: tuple[Duplicate, ...] = ()) -> Payload:
    return Payload(
        references=tuple(
            PayloadReference(
                reference_id=r.id, ordinal=n, source_format=SourceFormat.PROSE, chunk=0, file="f", line=n, reference=r
            )
            for n, r in enumerate(references, 1)
        ),
        duplicates=duplicates,
    )  # fmt: skip


def copy_of(first: Reference, **changes: Any) -> tuple[Reference, Duplicate]:
    copy = first.model_copy(update={"id": f"{first.id}-dup2", "raw": "y", **changes})
    return copy, Duplicate(reference_id=copy.id, duplicate_of=first.id, by="doi", differs=tuple(changes))


def test_a_copy_that_states_the_same_mirrors_the_first() -> None:
    copy, duplicate = copy_of(printed())
    made = envelope_of_references(payload(printed(), copy, duplicates=(duplicate,)), {"r": resolved()}, facts())
    first, second = made.data.verdicts
    assert (second.verdict, second.confidence) == (first.verdict, first.confidence)
    assert second.evidence.notes == "duplicate of r; verdict mirrored, resolver not re-queried"
    assert second.evidence.parsed.raw == "y"
    assert second.evidence.abstract_snippet is None
    assert [error.reason for error in made.errors] == ["duplicate_of:r"]


def test_a_copy_that_states_something_else_and_fails_by_it_has_its_own_verdict() -> None:
    copy, duplicate = copy_of(printed(year=None), year=1990)
    own = resolved(year_agrees=False).model_copy(update={"reference_id": copy.id})
    resolutions = {"r": resolved(year_agrees=None), copy.id: own}
    made = envelope_of_references(payload(printed(year=None), copy, duplicates=(duplicate,)), resolutions, facts())
    assert [one.verdict for one in made.data.verdicts] == ["verified", "metadata_mismatch_year"]
    assert (made.data.verdicts[1].evidence.notes or "").startswith("duplicate of r; compared on its own")
    assert made.data.verdict_summary.fabricated == 1
    same = envelope_of_references(
        payload(printed(year=None), copy, duplicates=(duplicate,)), resolutions | {copy.id: resolved()}, facts()
    )
    assert (same.data.verdicts[1].evidence.notes or "").endswith("resolver not re-queried")


def test_a_copy_that_states_nothing_else_may_not_claim_to_be_compared_on_its_own() -> None:
    copy, duplicate = copy_of(printed())
    made = plain(envelope_of_references(payload(printed(), copy, duplicates=(duplicate,)), {"r": resolved()}, facts()))
    made["data"]["verdicts"][1] |= {"verdict": "unverifiable", "confidence": 0.0}
    made["data"]["verdicts"][1]["evidence"]["notes"] = "duplicate of r; compared on its own: no_confident_match"
    assert "ENV-DUPLICATE-VERDICT" in {broken.rule for broken in validate(made).violations}


def test_a_mirrored_copy_is_quoted_in_its_own_words_and_no_others() -> None:
    copy, duplicate = copy_of(printed(), year=2019)
    resolutions = {"r": resolved(), copy.id: resolved().model_copy(update={"reference_id": copy.id})}
    made = plain(envelope_of_references(payload(printed(), copy, duplicates=(duplicate,)), resolutions, facts()))
    told = made["data"]["verdicts"][1]["evidence"]
    assert told["notes"].endswith("verdict mirrored, resolver not re-queried")
    assert told["cross_check"]["year"]["parsed"] == 2019
    assert validate(made).valid
    told["cross_check"]["year"]["parsed"] = 2020
    assert "ENV-DUPLICATE-VERDICT" in {broken.rule for broken in validate(made).violations}


def test_nobody_is_accused_of_what_a_copy_leaves_out() -> None:
    copy = printed(year=None, id="r-dup2", raw="y")
    duplicate = Duplicate(reference_id=copy.id, duplicate_of="r", by="doi", lacks=("year",))
    both = payload(printed(year=1990), copy, duplicates=(duplicate,))
    own = resolved(year_agrees=None).model_copy(update={"reference_id": copy.id})
    made = envelope_of_references(both, {"r": resolved(year_agrees=False), copy.id: own}, facts())
    assert [one.verdict for one in made.data.verdicts] == ["metadata_mismatch_year", "verified"]
    clean = payload(printed(), copy, duplicates=(duplicate,))
    nowhere = resolved(Identity.NONE, **NOTHING).model_copy(update={"reference_id": copy.id})
    for second in (own, nowhere):
        told = envelope_of_references(clean, {"r": resolved(), copy.id: second}, facts()).data.verdicts[1]
        assert (told.verdict, told.confidence) == ("verified", 1.0)
        assert told.evidence.cross_check.year.parsed is None
        assert (told.evidence.notes or "").endswith("resolver not re-queried")


def test_a_number_of_nobody_is_told_once_and_by_name() -> None:
    absent = asked(QueryKind.ARXIV, "1706.99999", "not_found", "arxiv")
    wrong = Discrepancy(field=Field.ARXIV, printed="1706.99999", recorded="", registry=RegistryName.ARXIV)
    found = resolved(discrepancies=(wrong,), lookups=(absent, asked(QueryKind.TITLE, TITLE)))
    made = entry(printed(doi=None, arxiv="1706.99999"), found)
    assert (made.verdict, made.confidence) == ("verified", 0.9)
    assert made.evidence.notes.startswith("arXiv 1706.99999 leads to no record (asked: arXiv)")
    assert made.evidence.notes.count("1706.99999") == 1
    silent = found.model_copy(update={"lookups": (absent.model_copy(update={"outcome": "unavailable"}),)})
    assert "leads to no record" not in entry(printed(doi=None, arxiv="1706.99999"), silent).evidence.notes


def test_without_the_heuristics_the_envelope_says_that_they_did_not_run() -> None:
    made = envelope_of_references(payload(printed()), {"r": resolved()}, facts(flags=None))
    assert made.data.self_check is not None
    assert made.data.self_check.verify_framework == "fail"
    assert any("verify_framework" in error.reason for error in made.errors)


def test_a_year_outside_the_calendar_of_print_is_flagged() -> None:
    odd = printed(year=2099)
    made = envelope_of_references(payload(odd), {"r": resolved(year_agrees=False)}, facts())
    assert "suspicious_year" in (made.data.verdicts[0].evidence.notes or "")


def test_what_accuses_is_serious_and_what_is_open_is_medium() -> None:
    severities = {row: severity_of(entry(*values[:2]), values[1]) for row, values in ROWS.items()}
    serious = {row for row, severity in severities.items() if severity is Severity.SERIOUS}
    assert serious == {
        "another first author",
        "another year",
        "a blank field, and another that fails",
        "the same title by strangers",
        "the identifier of another work",
        "the identifier of another work, the cited one nowhere",
        "a DOI that does not exist",
        "a DOI of nobody, the work found by its title",
        "found nowhere",
    }
    assert {row for row, severity in severities.items() if severity is None} == {
        "all agrees",
        "an identifier alone",
        "a title without its end",
    }


def test_an_outage_decides_the_exit_code_before_any_finding() -> None:
    resolutions = {"r": ROWS["a DOI that does not exist"][1], "s": ROWS["nobody could be asked"][1]}
    made = envelope_of_references(payload(printed(), printed(id="s")), resolutions, facts())
    assert made.status == "partial"
    assert exit_code_of(made.data, resolutions, FAIL_ON["serious"]) == 3
    only = {"r": resolutions["r"]}
    alone = envelope_of_references(payload(printed()), only, facts())
    assert exit_code_of(alone.data, only, FAIL_ON["serious"]) == 1
    assert exit_code_of(alone.data, only, FAIL_ON["never"]) == 0


@st.composite
def anything_stored(draw: st.DrawFn) -> tuple[Reference, Resolution]:
    maybe = st.sampled_from([True, False, None])
    identity = draw(st.sampled_from(Identity))
    has_record = identity in {
        Identity.SAME, Identity.DOUBTFUL, Identity.STRANGER, Identity.OTHER_EXISTS, Identity.OTHER_NOWHERE,
    }  # fmt: skip
    reference = printed(
        title=draw(st.sampled_from([TITLE, None, ""])),
        authors=draw(st.sampled_from([(Author(family="Orlo"),), ()])),
        year=draw(st.sampled_from([2018, None, 1066])),
        doi=draw(st.sampled_from([DOI, None])),
    )
    held = record(
        title=draw(st.sampled_from([TITLE, None])),
        authors=draw(st.sampled_from([(Author(family="Orlo", given="M"),), ()])),
        year=draw(st.sampled_from([2018, None])),
    )
    resolution = resolved(
        identity,
        record=held if has_record else None,
        title_ratio=draw(st.sampled_from([None, 0.2, 0.7, 0.85, 1.0])),
        author_agrees=draw(maybe),
        year_agrees=draw(maybe),
        doi_unregistered=draw(st.booleans()),
        notice_state=draw(st.sampled_from(NoticeState)),
        evidence=Evidence(source=AbstractSource.CROSSREF, text=draw(st.sampled_from(["", "Mills.", "m" * 900]))),
        lookups=draw(
            st.sampled_from([(), (asked(),), (asked(QueryKind.TITLE, TITLE),), (asked(outcome="unavailable"),)])
        ),
    )
    return reference, resolution


@given(
    anything_stored(),
    st.sampled_from(Depth),
    st.sampled_from(OutputFormat),
    st.sampled_from(["en", "zh"]),
    st.sampled_from([Task.VERIFY_CITATIONS, Task.BIBLIOGRAPHY_AUDIT]),
)
def test_whatever_is_stored_the_envelope_keeps_its_contract(
    stored: tuple[Reference, Resolution], depth: Depth, form: OutputFormat, language: str, task: Task
) -> None:
    reference, resolution = stored
    told = facts(depth=depth, output_format=form, language=language, task=task)
    made = envelope_of_references(payload(reference), {"r": resolution}, told)
    assert validate(plain(made)).valid
    outcome: Outcome = outcome_of(reference, resolution)
    if outcome.verdict == "verified":
        assert resolution.identity is Identity.SAME
    if resolution.identity is Identity.UNKNOWN:
        assert outcome.verdict == "unverifiable"


def test_both_languages_have_the_same_wording() -> None:
    shapes = [{table: set(keys) for table, keys in refs_words(language).items()} for language in ("en", "zh")]
    assert shapes[0] == shapes[1]
