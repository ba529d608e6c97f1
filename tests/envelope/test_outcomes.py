"""A reference's verdict is read off its stored identity: the table's rows, Step 3c, and laws over anything stored."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.envelope_notes import notes_of, refs_words
from reports.envelope_of_references import Facts, envelope_of_references, exit_code_of, severity_of
from reports.envelope_outcome import Outcome, outcome_of
from reports.envelope_rules import validate
from reports.envelope_verdicts import entry_of
from reports.findings import FAIL_ON
from state.envelope import plain
from state.envelope_words import Depth, OutputFormat, Task
from state.finding import Severity
from state.lookup import Author, Notice, NoticeType, Query, QueryKind, Record, RegistryName, UnavailableReason
from state.manuscript import Reference
from state.payload import Duplicate, Payload, PayloadReference, SourceFormat
from state.resolution import (
    STATUS_OF,
    AbstractSource,
    Candidate,
    Discrepancy,
    Evidence,
    Field,
    FieldCheck,
    FieldVerdict,
    Identity,
    LookupNote,
    NoticeState,
    Resolution,
)

DOI = "10.5555/weir.3"
TITLE = "Weirs that outlived their mills"


def printed(**changes: Any) -> Reference:
    return Reference(
        **{
            "id": "r",
            "title": TITLE,
            "authors": (Author(family="Orlo", given="M"),),
            "year": 2018,
            "doi": DOI,
            "raw": "x",
        }
        | changes
    )


def record(**changes: Any) -> Record:
    values = {"title": TITLE, "authors": (Author(family="Orlo", given="Mira"),), "year": 2018, "doi": DOI}
    return Record(**{"registry": RegistryName.CROSSREF, "id": DOI, **values} | changes)


def asked(
    kind: QueryKind = QueryKind.DOI, value: str = DOI, outcome: str = "found", registry: str = "crossref", **more: Any
) -> LookupNote:
    query = Query(registry=RegistryName(registry), kind=kind, value=value)
    return LookupNote(query=query, outcome=outcome, **more)


def resolved(identity: Identity = Identity.SAME, **changes: Any) -> Resolution:
    values: dict[str, Any] = {
        "record": record(),
        "title_ratio": 1.0,
        "author_agrees": True,
        "year_agrees": True,
        "lookups": (asked(),),
        "notice_state": NoticeState.NONE,
    }
    return Resolution(reference_id="r", identity=identity, status=STATUS_OF[identity], **values | changes)


def by_title(identity: Identity = Identity.SAME, **changes: Any) -> tuple[Reference, Resolution]:
    found = asked(QueryKind.TITLE, TITLE)
    return printed(doi=None), resolved(identity, **{"lookups": (found,), **changes})


def verdict(reference: Reference, resolution: Resolution) -> str:
    return outcome_of(reference, resolution).verdict.value


def notes(reference: Reference, resolution: Resolution, depth: Depth = Depth.DETAILED, **more: Any) -> str:
    outcome = outcome_of(reference, resolution)
    values = {"flags": (), "language": "en"} | more
    return notes_of(reference, resolution, outcome, depth=depth, **values) or ""


NOTHING = {"record": None, "title_ratio": None, "author_agrees": None, "year_agrees": None}
ROWS: dict[str, tuple[Reference, Resolution, str]] = {
    "all agrees": (printed(), resolved(), "verified"),
    "another first author": (printed(), resolved(author_agrees=False), "metadata_mismatch_author"),
    "another year": (printed(), resolved(year_agrees=False), "metadata_mismatch_year"),
    "an identifier alone": (
        printed(title=None, authors=(), year=None),
        resolved(title_ratio=None, author_agrees=None, year_agrees=None),
        "verified",
    ),
    "a title without its end": (printed(), resolved(title_ratio=0.7), "verified"),
    "a record without authors": (
        printed(),
        resolved(record=record(authors=()), author_agrees=None),
        "partially_supported",
    ),
    "a record without a year": (printed(), resolved(record=record(year=None), year_agrees=None), "partially_supported"),
    "a record without a title": (
        printed(),
        resolved(record=record(title=None), title_ratio=None),
        "partially_supported",
    ),
    "a blank field, and another that fails": (
        printed(),
        resolved(record=record(authors=()), author_agrees=None, year_agrees=False),
        "metadata_mismatch_year",
    ),
    "a DOI of nobody, the work found by its title": (
        printed(),
        resolved(doi_unregistered=True, lookups=(asked(outcome="not_found"), asked(QueryKind.TITLE, TITLE))),
        "fabricated_doi",
    ),
    "the same title by strangers": (
        printed(),
        resolved(Identity.STRANGER, author_agrees=False, year_agrees=False),
        "fabricated",
    ),
    "a title that is alike, at the identifier": (
        printed(),
        resolved(Identity.DOUBTFUL, title_ratio=0.7),
        "metadata_mismatch_title",
    ),
    "a translation that nothing speaks against": (
        printed(),
        resolved(Identity.DOUBTFUL, title_ratio=None),
        "partially_supported",
    ),
    "the identifier of another work": (
        printed(),
        resolved(
            Identity.OTHER_EXISTS, record=record(title="Eels"), title_ratio=0.2, elsewhere=record(doi="10.5555/w")
        ),
        "metadata_mismatch_title",
    ),
    "the identifier of another work, the cited one nowhere": (
        printed(),
        resolved(Identity.OTHER_NOWHERE, record=record(title="Eels"), title_ratio=0.2, author_agrees=False),
        "fabricated",
    ),
    "a DOI that does not exist": (
        printed(),
        resolved(Identity.NONE, **NOTHING, doi_unregistered=True, lookups=(asked(outcome="not_found"),)),
        "fabricated_doi",
    ),
    "found nowhere": (printed(doi=None), resolved(Identity.NONE, **NOTHING), "unverifiable"),
    "a DOI of an agency nobody reads": (
        printed(),
        resolved(Identity.AGENCY_ONLY, **NOTHING, agency="ISTIC"),
        "unverifiable",
    ),
    "nobody could be asked": (printed(), resolved(Identity.UNKNOWN, **NOTHING), "unverifiable"),
    "a page": (printed(doi=None), resolved(Identity.PAGE_ONLY, **NOTHING), "unverifiable"),
    "nothing to look it up with": (printed(doi=None), resolved(Identity.UNREADABLE, **NOTHING), "unverifiable"),
}


@pytest.mark.parametrize("row", ROWS)
def test_the_table(row: str) -> None:
    reference, resolution, wanted = ROWS[row]
    assert verdict(reference, resolution) == wanted


def test_a_search_that_fits_in_all_but_the_title_is_half_support() -> None:
    for ratio in (0.61, 0.75, 0.84):
        assert verdict(*by_title(Identity.DOUBTFUL, title_ratio=ratio)) == "partially_supported"
    assert verdict(*by_title(Identity.DOUBTFUL, title_ratio=0.7, year_agrees=False)) == "metadata_mismatch_title"


def test_two_works_that_fit_equally_well_are_half_support_unless_an_identifier_tells_them_apart() -> None:
    rival = Candidate(
        record=record(title=f"{TITLE} II", doi="10.5555/b"), ratio=0.96, author_agrees=True, year_agrees=True
    )
    assert verdict(*by_title(candidates=(rival,))) == "partially_supported"
    assert verdict(printed(), resolved(candidates=(rival,))) == "verified"
    for version in ({"doi": None}, {"is_preprint": True}, {"preprint_of": (DOI,)}):
        same = rival.model_copy(update={"record": rival.record.model_copy(update=version)})
        assert verdict(*by_title(candidates=(same,))) == "verified"
    weak = rival.model_copy(update={"ratio": 0.75})
    assert verdict(*by_title(candidates=(weak,))) == "verified", "it fails the cross-check itself"


def test_one_registry_convicts_nobody_while_another_agrees_with_the_print() -> None:
    def disagreed(field: Field) -> tuple[Discrepancy, ...]:
        values = {"printed": "2018", "recorded": "2011", "registry": RegistryName.CROSSREF}
        return (Discrepancy(field=field, **values, agreed_by=(RegistryName.OPENALEX,)),)

    for field, blamed in ((Field.YEAR, "year_agrees"), (Field.FIRST_AUTHOR, "author_agrees")):
        resolution = resolved(Identity.SAME, **{blamed: False}, discrepancies=disagreed(field))
        assert verdict(printed(), resolution) == "partially_supported"
        assert "registries disagree" in notes(printed(), resolution)


def test_what_one_record_leaves_blank_is_compared_with_another_of_the_work() -> None:
    def elsewhere(word: FieldVerdict) -> Resolution:
        check = FieldCheck(
            field=Field.FIRST_AUTHOR, verdict=word, recorded="Orlo, Mira", registry=RegistryName.OPENALEX
        )
        return resolved(record=record(authors=()), author_agrees=None, checks=(check,))

    assert verdict(printed(), elsewhere(FieldVerdict.AGREES)) == "verified"
    assert "another registry's record" in notes(printed(), elsewhere(FieldVerdict.AGREES))
    assert verdict(printed(), elsewhere(FieldVerdict.DIFFERS)) == "metadata_mismatch_author"
    assert verdict(printed(), elsewhere(FieldVerdict.NOT_RECORDED)) == "partially_supported"


def test_an_outage_is_named_and_never_an_absence() -> None:
    silent = asked(outcome="unavailable", reason=UnavailableReason.RATE_LIMITED, needed=True, registry="openalex")
    resolution = resolved(Identity.UNKNOWN, **NOTHING, lookups=(silent, asked(outcome="not_found")))
    outcome = outcome_of(printed(), resolution)
    assert (outcome.verdict, outcome.confidence) == ("unverifiable", 0.0)
    assert "openalex_unavailable" in notes(printed(), resolution)
    assert "crossref_unavailable" not in notes(printed(), resolution)


def test_the_agency_is_named_and_who_was_asked() -> None:
    reference, resolution, _ = ROWS["a DOI of an agency nobody reads"]
    assert "ISTIC" in notes(reference, resolution)
    reference, resolution, _ = ROWS["a DOI that does not exist"]
    assert "404 from Crossref" in notes(reference, resolution)
    reference, resolution, _ = ROWS["a DOI of nobody, the work found by its title"]
    assert f"The work itself exists: “{TITLE}”" in notes(reference, resolution)
    reference, resolution, _ = ROWS["the identifier of another work"]
    assert "“Eels”" in notes(reference, resolution)
    assert TITLE in notes(reference, resolution)


def test_who_says_nothing_by_an_absence_is_not_named_among_those_asked() -> None:
    lookups = (
        asked(QueryKind.TITLE, TITLE, "not_found"),
        asked(QueryKind.TITLE, TITLE, "not_found", "local"),
        asked(QueryKind.PAGE, "https://example.org", "not_found", "wayback"),
    )
    told = notes(printed(doi=None), resolved(Identity.NONE, **NOTHING, lookups=lookups))
    assert told == "no_confident_match: found nowhere; asked: Crossref."


def test_every_registry_has_a_name_and_every_reason_its_words() -> None:
    for language in ("en", "zh"):
        assert set(refs_words(language)["registry"]) == {name.value for name in RegistryName}
        assert {word.value for word in Field} <= set(refs_words(language)["field"])


def test_what_is_unverifiable_is_followed_up_by_people_only_at_expert_depth() -> None:
    reference, resolution, _ = ROWS["found nowhere"]
    assert "Web of Science" not in notes(reference, resolution)
    told = notes(reference, resolution, Depth.EXPERT)
    assert "first author (Orlo)" in told
    assert "DOAJ" in told
    assert "No list of predatory journals is bundled" in told
    assert "Web of Science" not in notes(printed(), resolved(), Depth.EXPERT)


def test_flags_are_told_and_change_no_verdict() -> None:
    told = notes(printed(), resolved(), flags=("too_convenient", "author_doi_pair_suspicious"))
    assert told == "VERIFY pre-scan flags: too_convenient, author_doi_pair_suspicious."


def test_a_list_of_identifiers_leaves_nothing_out() -> None:
    alone = ROWS["an identifier alone"][:2]
    assert "flags" not in notes(*alone, flags=("incomplete_details",))
    assert "flags: future_year." in notes(*alone, flags=("incomplete_details", "future_year"))
    assert "incomplete_details" in notes(printed(title=None), resolved(), flags=("incomplete_details",))


def test_less_evidence_never_gives_more_confidence() -> None:
    def sure(reference: Reference, resolution: Resolution) -> float:
        return outcome_of(reference, resolution).confidence

    whole = sure(printed(), resolved())
    no_year = sure(printed(year=None), resolved(year_agrees=None))
    alone = sure(*ROWS["an identifier alone"][:2])
    half = sure(*ROWS["a record without authors"][:2])
    likely = sure(*by_title(Identity.DOUBTFUL, title_ratio=0.75))
    assert 1.0 == whole > no_year > alone > half > likely > 0.0
    worded = Discrepancy(field=Field.TITLE, printed="a", recorded="b", registry=RegistryName.CROSSREF)
    assert half < sure(printed(), resolved(discrepancies=(worded,))) < whole
    unasked = (asked(outcome="unavailable", reason=UnavailableReason.TIMEOUT), asked(QueryKind.TITLE, TITLE))
    assert alone < sure(printed(), resolved(lookups=unasked)) < whole
    at_identifier = sure(printed(), resolved(year_agrees=False))
    assert sure(*by_title(year_agrees=False)) < at_identifier < sure(*ROWS["a DOI that does not exist"][:2])


def entry(reference: Reference, resolution: Resolution, depth: Depth = Depth.DETAILED, **changes: Any) -> Any:
    one = PayloadReference(
        reference_id="r", ordinal=1, source_format=SourceFormat.PROSE, chunk=0, file="f", line=1, reference=reference
    )
    values = {"task": Task.VERIFY_CITATIONS, "depth": depth, "language": "en"} | changes
    return entry_of(
        one.model_copy(update={"source_format": values.pop("form", SourceFormat.PROSE)}), resolution, **values
    )


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


# The whole


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


# The table of the contract tests, column R


def _of_row(row: dict[str, str]) -> tuple[Reference, Resolution]:
    """A reference and a resolution such as this row of `identity_table.toml` gives."""
    identity = Identity(row["identity"])
    prints = row["identifier"] != "none"
    reference = printed(doi=DOI if prints else None, title=None if row["search"] == "none" else TITLE)
    lookups = [asked(QueryKind.TITLE, TITLE)] if row["search"] != "none" else []
    if prints:
        silent = row["identifier"] == "unavailable"
        missing = "unavailable" if silent else "not_found"
        at_identifier = row["identifier"] in ("SAME", "DOUBTFUL", "STRANGER", "OTHER")
        reason = UnavailableReason.TIMEOUT if silent else None
        lookups.append(asked(outcome="found" if at_identifier else missing, reason=reason))
    values: dict[str, Any] = {"lookups": tuple(lookups), "doi_unregistered": row.get("handle") == "absent"}
    if identity is Identity.STRANGER:
        values |= {"author_agrees": False, "year_agrees": False}
    elif identity is Identity.DOUBTFUL:
        values |= {"title_ratio": 0.7, "year_agrees": row.get("found") != "year off"}
    elif identity in (Identity.OTHER_EXISTS, Identity.OTHER_NOWHERE):
        values |= {"title_ratio": 0.2, "record": record(title="Eels"), "elsewhere": record()}
    elif identity is not Identity.SAME:
        values |= NOTHING
    if reference.title is None and identity is Identity.DOUBTFUL:
        values |= {"title_ratio": None, "author_agrees": False, "year_agrees": False}
    return reference, resolved(identity, **values)


IDENTITY_ROWS: list[dict[str, str]] = tomllib.loads(
    (Path(__file__).resolve().parents[1] / "contract" / "identity_table.toml").read_text("utf-8")
)["identity"]
BESIDE_THE_TABLE = {
    ("not_found", "SAME", "absent"): "fabricated_doi",  # the contract's verdict on a DOI that exists nowhere
    ("none", "DOUBTFUL", None): "partially_supported",  # Step 3c, decisions 1.10: author and year agree
    ("OTHER", "none", None): "metadata_mismatch_author",  # there is no title that could have failed
}
"""Where the contract itself, or what can be shown, says more than the table's column."""


@pytest.mark.parametrize("row", IDENTITY_ROWS, ids=lambda row: f"{row['identifier']}-{row['search']}")
def test_the_contract_table_column_r(row: dict[str, str]) -> None:
    wanted = BESIDE_THE_TABLE.get((row["identifier"], row["search"], row.get("handle")), row["R"])
    assert verdict(*_of_row(row)) == wanted


# The page


def test_the_page_names_every_verdict_that_is_given_and_every_option() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "refs.md").read_text("utf-8")
    given = {outcome_of(reference, resolution).verdict for reference, resolution, _ in ROWS.values()}
    shortened = {word.replace("metadata_mismatch_year", "_year") for word in given}
    assert not [word for word in shortened if f"`{word}`" not in page]
    for option in ("task", "depth", "output-format", "lang", "out", "no-cap", "offline", "patience", "fail-on", "json"):
        assert f"--{option}" in page
