"""The rules beyond the structure, each both ways: what breaks it is found at its place, and what keeps it is not."""

from typing import Any

import pytest

from reports.envelope_rules import validate
from reports.envelope_self_check import computed, summary_of
from reports.envelope_violation import rule_ids, words
from state.envelope import ReferenceBody, typed
from state.envelope_words import OutputFormat, PassFail
from tests.envelope.cases import (
    GONE,
    SELF_CHECKS,
    Json,
    changed,
    claim,
    claims,
    cross_check,
    detection,
    duplicate,
    duplicate_error,
    other_skill,
    parsed,
    put,
    references,
    unfound,
    verdict,
)

LANTERNS = verdict("marlowe-2019-lanterns")
ONE = references(LANTERNS)
COPY = duplicate(LANTERNS, 2)
COPY_ERROR = duplicate_error(COPY, "marlowe-2019-lanterns")
TWICE = references(LANTERNS, COPY, errors=(COPY_ERROR,))
THIRD = duplicate(LANTERNS, 3)
THRICE = references(
    LANTERNS, COPY, unfound("ref-3"), THIRD, errors=(COPY_ERROR, duplicate_error(THIRD, "marlowe-2019-lanterns"))
)
LOST_COPY = duplicate(unfound("ref-1"), 2)
UNPARSED = verdict(
    "ref-1",
    "unverifiable",
    parsed={"doi": None, "title": None, "authors": [], "year": None, "source_format": "unknown", "raw": "%% ;;"},
    resolved=None,
    cross_check=None,
    notes="could not be parsed",
)
UNPARSED_ERROR = {"reference_id": "ref-1", "stage": "parse", "reason": "unparseable_chunk", "raw": "%% ;;"}
WITHDRAWN = verdict(
    "marlowe-2019-lanterns",
    retraction={"checked": True, "retracted": True},
    notes="RETRACTED: do not cite as current evidence; see the notice.",
)
SECTION = "# Verification\n\n## Retracted references\n\n- marlowe-2019-lanterns\n"
WITHDRAWN_COPY = duplicate(WITHDRAWN, 2)
E0 = "data.verdicts.0.evidence"


def fields(word: str, *failed: str) -> Json:
    return verdict("a", word, cross_check=cross_check("Lanterns", **dict.fromkeys(failed, False)))


KEPT: dict[str, Json] = {
    "one": ONE,
    "none": references(),
    "an audit": references(LANTERNS, unfound("ref-2"), task="bibliography_audit"),
    "a duplicate": TWICE,
    "two duplicates of one": THRICE,
    "a duplicate of what was not found": references(
        unfound("ref-1"), LOST_COPY, errors=(duplicate_error(LOST_COPY, "ref-1"),)
    ),
    "an id that only looks like a duplicate's": references(verdict("marlowe-2019-lanterns-dup2")),
    "an id with a zero": references(LANTERNS, verdict("marlowe-2019-lanterns-dup1")),
    "a retracted one": references(WITHDRAWN, content=SECTION),
    "a retracted duplicate": references(
        WITHDRAWN,
        changed(
            WITHDRAWN_COPY,
            put("evidence.notes", f"RETRACTED: {WITHDRAWN_COPY['evidence']['notes']}"),
        ),
        content=SECTION,
        errors=(duplicate_error(WITHDRAWN_COPY, "marlowe-2019-lanterns"),),
    ),
    "a retracted one in JSON": references(WITHDRAWN, output_format="json", content="{}"),
    "a duplicate whose retraction is left out": references(
        WITHDRAWN,
        changed(WITHDRAWN_COPY, put("evidence.retraction", None)),
        content=SECTION,
        errors=(duplicate_error(WITHDRAWN_COPY, "marlowe-2019-lanterns"),),
    ),
    "an unparsed chunk": references(UNPARSED, errors=(UNPARSED_ERROR,)),
    "a wrong DOI": references(unfound("ref-1", "fabricated_doi", "doi.org says it does not exist")),
    "a snippet": changed(ONE, put(f"{E0}.abstract_snippet", "x" * 500)),
    "a snippet at expert": changed(ONE, put(f"{E0}.abstract_snippet", "x"), put("data.verification_depth", "expert")),
    "a snippet at the default depth": changed(
        ONE, put(f"{E0}.abstract_snippet", "x"), put("data.verification_depth", GONE)
    ),
    "a title that differs": references(fields("metadata_mismatch_title", "title")),
    "an author that differs": references(fields("metadata_mismatch_author", "author")),
    "a year that differs": references(fields("metadata_mismatch_year", "year")),
    "two that differ": references(fields("fabricated", "author", "year")),
    "an invention with a note": references(unfound("a", "fabricated", "asked everywhere, found nowhere")),
    "one candidate": references(
        verdict("a", "partially_supported", resolved=None, cross_check=None, notes=None, confidence=0.8)
    ),
    "JSON content": changed(ONE, put("data.output_format", "json"), put("data.content", '{"a": [1]}')),
    "no JSON content": changed(ONE, put("data.output_format", "json"), put("data.content", "")),
    "a failed self-check that is told": changed(
        ONE, put("data.self_check.verify_framework", "fail"), put("errors", [{"reason": "verify_framework: not run"}])
    ),
    "a modest self-check": changed(ONE, put("data.self_check.no_false_verified", "fail"), put("status", "partial")),
    "a partial run": changed(ONE, put("data.self_check.all_evaluated", "fail"), put("status", "partial")),
    "an instant with fractions": changed(ONE, put("meta.timestamp", "2024-02-29T23:59:59.123456+08:00")),
    "an instant with nine decimals": changed(ONE, put("meta.timestamp", "2024-02-29T23:59:59.123456789Z")),
    "claims": claims(claim("c1"), claim("c2", "unverifiable")),
    "no claims": claims(),
    "claims without an input count": changed(claims(claim("c1")), put("meta.input_count", GONE)),
    "detection": detection(),
    "another skill's verdicts": other_skill(citations_checked=7),
}

Broken = tuple[Json, str, str]
BROKEN: dict[str, Broken] = {
    "a day that does not exist": (
        changed(ONE, put("meta.timestamp", "2026-02-30T09:00:00Z")),
        "ENV-TIME",
        "/meta/timestamp",
    ),
    "an hour that does not exist": (
        changed(other_skill(), put("meta.timestamp", "2026-02-03T25:00:00Z")),
        "ENV-TIME",
        "/meta/timestamp",
    ),
    "citations checked": (
        changed(ONE, put("data.citations_checked", 2)),
        "ENV-COUNT",
        "/data/citations_checked",
    ),
    "input count": (changed(ONE, put("meta.input_count", 3)), "ENV-COUNT", "/meta/input_count"),
    "claims evaluated": (
        changed(claims(claim("c1")), put("data.claims_evaluated", 0)),
        "ENV-COUNT",
        "/data/claims_evaluated",
    ),
    "claims and input": (
        changed(claims(claim("c1")), put("meta.input_count", 4)),
        "ENV-COUNT",
        "/meta/input_count",
    ),
    "summary": (
        changed(ONE, put("data.verdict_summary.verified", 0)),
        "ENV-SUMMARY",
        "/data/verdict_summary/verified",
    ),
    "summary without the roll-up": (
        changed(references(fields("metadata_mismatch_year", "year")), put("data.verdict_summary.fabricated", 0)),
        "ENV-SUMMARY",
        "/data/verdict_summary/fabricated",
    ),
    "an id twice": (references(LANTERNS, LANTERNS), "ENV-ID-TWICE", "/data/verdicts/1/reference_id"),
    "a claim's id twice": (claims(claim("c1"), claim("c1")), "ENV-ID-TWICE", "/data/claims/1/claim_id"),
    "verified without a record": (
        changed(ONE, put(f"{E0}.resolved", None), put(f"{E0}.cross_check", None)),
        "ENV-FALSE-VERIFIED",
        "/data/verdicts/0",
    ),
    "verified against a comparison": (
        references(fields("verified", "year")),
        "ENV-FALSE-VERIFIED",
        "/data/verdicts/0",
    ),
    "a mismatch that was not compared": (
        references(verdict("a", "metadata_mismatch_year", cross_check=None, notes="differs")),
        "ENV-CONTRADICTION",
        "/data/verdicts/0",
    ),
    "a mismatch of another field": (
        references(fields("metadata_mismatch_title", "author")),
        "ENV-CONTRADICTION",
        "/data/verdicts/0",
    ),
    "an invention without a ground": (
        references(unfound("a", "fabricated", None)),
        "ENV-CONTRADICTION",
        "/data/verdicts/0",
    ),
    "a contradiction without a ground": (
        references(verdict("a", "contradicted", notes=" ")),
        "ENV-CONTRADICTION",
        "/data/verdicts/0",
    ),
    "unverifiable without a reason": (
        references(unfound("a", notes=None)),
        "ENV-UNVERIFIABLE-NOTE",
        "/data/verdicts/0/evidence/notes",
    ),
    "a wrong DOI with a record": (
        references(verdict("a", "fabricated_doi", cross_check=None, notes="404")),
        "ENV-FABRICATED-DOI",
        "/data/verdicts/0/evidence/resolved",
    ),
    "a wrong DOI with a comparison": (
        references(verdict("a", "fabricated_doi", resolved=None, notes="404")),
        "ENV-FABRICATED-DOI",
        "/data/verdicts/0/evidence/cross_check",
    ),
    "nothing parsed": (
        changed(ONE, put(f"{E0}.parsed", {})),
        "ENV-PARSED-EMPTY",
        "/data/verdicts/0/evidence/parsed",
    ),
    "an unparsed chunk in silence": (references(UNPARSED), "ENV-PARSE-FAILURE", "/data/verdicts/0"),
    "an unparsed chunk with another's error": (
        references(UNPARSED, errors=(UNPARSED_ERROR | {"reference_id": "ref-2"},)),
        "ENV-PARSE-FAILURE",
        "/data/verdicts/0",
    ),
    "an unparsed chunk with a verdict": (
        changed(references(UNPARSED, errors=(UNPARSED_ERROR,)), put("data.verdicts.0.verdict", "unsupported")),
        "ENV-PARSE-FAILURE",
        "/data/verdicts/0/verdict",
    ),
    "a snippet at quick": (
        changed(ONE, put(f"{E0}.abstract_snippet", "x"), put("data.verification_depth", "quick")),
        "ENV-SNIPPET",
        "/data/verdicts/0/evidence/abstract_snippet",
    ),
    "a snippet of what is not verified": (
        changed(references(unfound("a")), put(f"{E0}.abstract_snippet", "x")),
        "ENV-SNIPPET",
        "/data/verdicts/0/evidence/abstract_snippet",
    ),
    "a long snippet": (
        changed(ONE, put(f"{E0}.abstract_snippet", "x" * 501)),
        "ENV-SNIPPET",
        "/data/verdicts/0/evidence/abstract_snippet",
    ),
    "retracted and unchecked": (
        changed(references(WITHDRAWN, content=SECTION), put(f"{E0}.retraction.checked", False)),
        "ENV-RETRACTION",
        "/data/verdicts/0/evidence/retraction",
    ),
    "retraction without a record": (
        changed(references(unfound("a")), put(f"{E0}.retraction", {"checked": True, "retracted": False})),
        "ENV-RETRACTION",
        "/data/verdicts/0/evidence/retraction",
    ),
    "retracted in silence": (
        changed(references(WITHDRAWN, content=SECTION), put(f"{E0}.notes", "see the notice")),
        "ENV-RETRACTED-NOTE",
        "/data/verdicts/0/evidence/notes",
    ),
    "retracted and not in the report": (references(WITHDRAWN), "ENV-RETRACTED-SECTION", "/data/content"),
    "JSON that is none": (
        changed(ONE, put("data.output_format", "json")),
        "ENV-CONTENT-FORMAT",
        "/data/content",
    ),
    "JSON that is none, of claims": (claims(claim("c1"), output_format="json"), "ENV-CONTENT-FORMAT", "/data/content"),
    "a duplicate's id": (
        changed(TWICE, put("data.verdicts.1.reference_id", "copy"), put("errors.0.reference_id", "copy")),
        "ENV-DUPLICATE-ID",
        "/data/verdicts/1/reference_id",
    ),
    "a duplicate's number": (
        changed(
            TWICE,
            put("data.verdicts.1.reference_id", "marlowe-2019-lanterns-dup3"),
            put("errors.0.reference_id", "marlowe-2019-lanterns-dup3"),
        ),
        "ENV-DUPLICATE-ID",
        "/data/verdicts/1/reference_id",
    ),
    "a duplicate's verdict": (
        changed(TWICE, put("data.verdicts.1.verdict", "partially_supported")),
        "ENV-DUPLICATE-VERDICT",
        "/data/verdicts/1/verdict",
    ),
    "a duplicate's confidence": (
        changed(TWICE, put("data.verdicts.1.confidence", 0.99)),
        "ENV-DUPLICATE-VERDICT",
        "/data/verdicts/1/confidence",
    ),
    "a duplicate's record": (
        changed(TWICE, put("data.verdicts.1.evidence.resolved.year", 2018)),
        "ENV-DUPLICATE-VERDICT",
        "/data/verdicts/1/evidence/resolved",
    ),
    "a duplicate's comparison": (
        changed(TWICE, put("data.verdicts.1.evidence.cross_check", None)),
        "ENV-DUPLICATE-VERDICT",
        "/data/verdicts/1/evidence/cross_check",
    ),
    "a duplicate's candidates": (
        changed(TWICE, put("data.verdicts.1.evidence.candidates", [{"title": "Lamps"}])),
        "ENV-DUPLICATE-VERDICT",
        "/data/verdicts/1/evidence/candidates",
    ),
    "a duplicate's note": (
        changed(TWICE, put("data.verdicts.1.evidence.notes", "the same as the first")),
        "ENV-DUPLICATE-NOTE",
        "/data/verdicts/1/evidence/notes",
    ),
    "a duplicate without its error": (
        changed(TWICE, put("errors", [])),
        "ENV-DUPLICATE-ERROR",
        "/data/verdicts/1",
    ),
    "a duplicate known by its id alone": (
        references(LANTERNS, changed(COPY, put("evidence.notes", None))),
        "ENV-DUPLICATE-ERROR",
        "/data/verdicts/1",
    ),
    "a duplicate's stage": (
        changed(TWICE, put("errors.0.stage", "resolve")),
        "ENV-DUPLICATE-ERROR",
        "/errors/0",
    ),
    "a duplicate's raw text": (
        changed(TWICE, put("errors.0.raw", "of another")),
        "ENV-DUPLICATE-ERROR",
        "/errors/0",
    ),
    "a duplicate of nobody": (
        changed(TWICE, put("errors.0.reason", "duplicate_of:nobody")),
        "ENV-DUPLICATE-TARGET",
        "/errors/0",
    ),
    "nobody's duplicate": (
        changed(TWICE, put("errors.0.reference_id", None)),
        "ENV-DUPLICATE-TARGET",
        "/errors/0",
    ),
    "a duplicate before its original": (
        references(COPY, LANTERNS, errors=(COPY_ERROR,)),
        "ENV-DUPLICATE-TARGET",
        "/errors/0",
    ),
    "a duplicate of a duplicate": (
        changed(THRICE, put("errors.1.reason", "duplicate_of:marlowe-2019-lanterns-dup2")),
        "ENV-DUPLICATE-TARGET",
        "/data/verdicts/3",
    ),
    "a self-check that does not hold": (
        changed(ONE, put(f"{E0}.resolved", None), put(f"{E0}.cross_check", None)),
        "ENV-SELF-CHECK",
        "/data/self_check/no_false_verified",
    ),
    "unverifiable not noted": (
        references(unfound("a", notes=None)),
        "ENV-SELF-CHECK",
        "/data/self_check/unverifiable_noted",
    ),
    "a contradiction not reported": (
        references(unfound("a", "fabricated", None)),
        "ENV-SELF-CHECK",
        "/data/self_check/contradictions",
    ),
    "a format that does not match": (
        changed(ONE, put("data.output_format", "json")),
        "ENV-SELF-CHECK",
        "/data/self_check/format_match",
    ),
    "not all evaluated": (
        changed(ONE, put("meta.input_count", 2)),
        "ENV-SELF-CHECK",
        "/data/self_check/all_evaluated",
    ),
    "complete, and said not to be": (
        changed(
            ONE, put("data.self_check.verdicts_complete", "fail"), put("errors", [{"reason": "verdicts_complete"}])
        ),
        "ENV-SELF-CHECK",
        "/data/self_check/verdicts_complete",
    ),
    "a self-check at the root": (
        changed(
            ONE,
            put("data.self_check", GONE),
            put("self_check", dict.fromkeys(SELF_CHECKS, "pass")),
            put("meta.input_count", 2),
        ),
        "ENV-SELF-CHECK",
        "/self_check/verdicts_complete",
    ),
    "a failed self-check in silence": (
        changed(ONE, put("data.self_check.verify_framework", "fail")),
        "ENV-SELF-CHECK-UNTOLD",
        "/data/self_check/verify_framework",
    ),
    "a success that is partial": (
        changed(ONE, put("data.self_check.all_evaluated", "fail")),
        "ENV-STATUS",
        "/status",
    ),
}


@pytest.mark.parametrize("envelope", KEPT.values(), ids=KEPT.keys())
def test_what_keeps_the_rules_is_valid(envelope: Json) -> None:
    assert validate(envelope).violations == ()


@pytest.mark.parametrize(("envelope", "rule", "where"), BROKEN.values(), ids=BROKEN.keys())
def test_what_breaks_a_rule_is_found_at_its_place(envelope: Json, rule: str, where: str) -> None:
    validation = validate(envelope)
    assert validation.envelope is not None, validation.violations
    assert (rule, where) in {(one.rule, one.pointer) for one in validation.violations}, validation.violations
    for one in validation.violations:
        for language in ("en", "zh"):
            assert one.line("result.json", language).startswith(f"result.json: {one.pointer}")


def test_a_fault_in_one_place_is_not_told_in_others() -> None:
    for name in ("a duplicate's confidence", "summary", "a duplicate's stage", "a day that does not exist"):
        assert len(validate(BROKEN[name][0]).violations) == 1, name


def test_two_entries_under_one_id_are_seen_for_the_duplicate_they_are() -> None:
    collided = changed(TWICE, put("data.verdicts.1.reference_id", LANTERNS["reference_id"]), put("errors", []))
    rules = [one.rule for one in validate(collided).violations]
    assert rules == ["ENV-ID-TWICE", "ENV-DUPLICATE-ID", "ENV-DUPLICATE-ERROR"]


def test_every_rule_is_broken_by_a_test_and_has_words() -> None:
    from tests.envelope.test_structure import CLAIM_FAULTS, FAULTS, OTHER_FAULTS

    tried = {fault[2] for fault in (*FAULTS, *CLAIM_FAULTS, *OTHER_FAULTS)} | {rule for _, rule, _ in BROKEN.values()}
    assert tried == set(rule_ids())
    for language in ("en", "zh"):
        assert set(words(language)["what"]) == set(words(language)["do"]) == tried


def test_both_languages_say_the_same_things() -> None:
    english, chinese = words("en"), words("zh")
    assert {table: set(texts) for table, texts in english.items()} == {
        table: set(texts) for table, texts in chinese.items()
    }


def test_a_language_without_words_is_refused() -> None:
    with pytest.raises(ValueError, match="fr"):
        words("fr")


def body_of(envelope: Json) -> ReferenceBody:
    body = typed(envelope).data
    assert isinstance(body, ReferenceBody)
    return body


def test_the_roll_up_counts_the_five_flag_verdicts_as_fabricated() -> None:
    body = body_of(
        references(
            fields("fabricated", "author", "year"),
            unfound("b", "fabricated_doi", "404"),
            *(
                fields(f"metadata_mismatch_{name}", name) | {"reference_id": name}
                for name in ("title", "author", "year")
            ),
            LANTERNS,
        )
    )
    assert summary_of(body.verdicts).fabricated == 5
    assert summary_of(body.verdicts).verified == 1


CheckCase = tuple[Json, dict[str, Any], set[str]]
COMPUTED: dict[str, CheckCase] = {
    "all right": (ONE, {}, set()),
    "one left out": (ONE, {"expected": 2}, {"all_evaluated", "verdicts_complete"}),
    "verified unchecked": (BROKEN["verified without a record"][0], {}, {"no_false_verified"}),
    "an accusation without a ground": (BROKEN["an invention without a ground"][0], {}, {"contradictions"}),
    "no reason": (BROKEN["unverifiable without a reason"][0], {}, {"unverifiable_noted"}),
    "no JSON": (ONE, {"output_format": OutputFormat.JSON, "content": "# x"}, {"format_match"}),
    "no framework": (ONE, {"framework_applied": False}, {"verify_framework"}),
    "nothing parsed": (BROKEN["nothing parsed"][0], {}, {"verdicts_complete"}),
}


@pytest.mark.parametrize(("envelope", "given", "failing"), COMPUTED.values(), ids=COMPUTED.keys())
def test_self_checks_are_computed(envelope: Json, given: dict[str, Any], failing: set[str]) -> None:
    body = body_of(envelope)
    settings: dict[str, Any] = {
        "expected": len(body.verdicts),
        "content": "# x",
        "output_format": OutputFormat.MARKDOWN,
        "framework_applied": True,
    }
    checks = computed(body.verdicts, **settings | given)
    assert {name for name, answer in dict(checks).items() if answer is PassFail.FAIL} == failing


def test_parsed_text_makes_no_difference_to_the_raw_one() -> None:
    """A duplicate's own text is its own: only what it mirrors is compared."""
    assert parsed("Lanterns of the inner harbor") != LANTERNS["evidence"]["parsed"]
    assert validate(TWICE).valid
