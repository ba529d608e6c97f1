"""The structure: the types and the hand-written JSON Schema decide alike, and each fault has its rule and its place."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import ValidationError

import templates
from reports.envelope_rules import validate
from reports.envelope_structure import structure
from state.envelope import plain, typed
from tests.envelope.cases import (
    GONE,
    Json,
    changed,
    claim,
    claims,
    detection,
    other_skill,
    put,
    references,
    unfound,
    verdict,
)

SCHEMA = json.loads(templates.read_text("envelope.schema.json"))
BY_SCHEMA = Draft202012Validator(SCHEMA)
REFERENCES = references(verdict("marlowe-2019-lanterns"), unfound("ref-2"))
CLAIMS = claims(claim("c1"), claim("c2", "contradicted"))
CHECKS = REFERENCES["data"]["self_check"]


def by_types(envelope: Json) -> bool:
    try:
        typed(envelope)
    except ValidationError:
        return False
    return True


VALID: dict[str, Json] = {
    "references": REFERENCES,
    "no references": references(),
    "claims": CLAIMS,
    "alignment audit": claims(claim("c1"), task="alignment_audit"),
    "evidence check": claims(claim("c1"), task="evidence_check"),
    "bibliography audit": references(verdict("a"), task="bibliography_audit"),
    "detection": detection(),
    "another skill": other_skill(),
    "another skill without a task": changed(other_skill(), put("data", {})),
    "no depth and format": changed(REFERENCES, put("data.verification_depth", GONE), put("data.output_format", GONE)),
    "no input count": changed(REFERENCES, put("meta.input_count", GONE)),
    "empty content as json": changed(REFERENCES, put("data.output_format", "json"), put("data.content", "")),
    "no content after an error": changed(REFERENCES, put("status", "error"), put("data.content", GONE)),
    "self-checks at the root": changed(REFERENCES, put("data.self_check", GONE), put("self_check", CHECKS)),
    "a further self-check": changed(REFERENCES, put("data.self_check.ours", "pass")),
    "further keys": changed(REFERENCES, put("_comment", "x"), put("data.verdicts.0.evidence.ours", {"a": [1]})),
    "whole numbers with a point": changed(
        REFERENCES, put("meta.schema_version", 2.0), put("data.citations_checked", 2.0)
    ),
    "confidence as a whole number": changed(REFERENCES, put("data.verdicts.0.confidence", 1)),
    "little of the parsed reference": changed(
        REFERENCES, put("data.verdicts.0.evidence.parsed", {"doi": None, "raw": "x"})
    ),
    "a check of retraction": changed(
        REFERENCES, put("data.verdicts.0.evidence.retraction", {"checked": True, "retracted": False})
    ),
    "retraction null": changed(REFERENCES, put("data.verdicts.0.evidence.retraction", None)),
    "resolver-only as an object": changed(
        REFERENCES, put("data.verdicts.0.evidence.cross_check", {"mode": "resolver_only"})
    ),
    "a field that was not compared": changed(
        REFERENCES, put("data.verdicts.0.evidence.cross_check.year", {"parsed": None, "resolved": 2019, "pass": None})
    ),
    "candidates": changed(
        REFERENCES,
        put(
            "data.verdicts.1.evidence.candidates",
            [{"source": "openalex", "score": 0.6, "title": "Lamps", "year": None}],
        ),
    ),
    "an error with its reason alone": changed(REFERENCES, put("errors", [{"reason": "openalex_search_unavailable"}])),
    "capital hex digits and an offset": changed(
        REFERENCES,
        put("meta.run_id", "1F0E3DAD-9990-7321-0ABC-0123456789AB"),
        put("meta.timestamp", "2026-11-01T09:00:00.25+08:00"),
    ),
}

V0 = "data.verdicts.0"
E0 = f"{V0}.evidence"
Fault = tuple[str, Any, str]
FAULTS: list[Fault] = [
    ("meta", GONE, "ENV-MISSING"),
    ("meta", [], "ENV-TYPE"),
    ("meta.skill", "Research Verification", "ENV-FORMAT"),
    ("meta.version", "2.2", "ENV-FORMAT"),
    ("meta.version", 2, "ENV-TYPE"),
    ("meta.schema_version", 1, "ENV-SCHEMA-VERSION"),
    ("meta.schema_version", "2", "ENV-SCHEMA-VERSION"),
    ("meta.schema_version", True, "ENV-SCHEMA-VERSION"),
    ("meta.schema_version", GONE, "ENV-MISSING"),
    ("meta.run_id", "1f0e3dad-9990-4321-8abc-0123456789zz", "ENV-FORMAT"),
    ("meta.run_id", "1f0e3dad99904321-8abc-0123456789ab", "ENV-FORMAT"),
    ("meta.timestamp", "2026-11-01T09:00:00", "ENV-FORMAT"),
    ("meta.timestamp", "1 November 2026", "ENV-FORMAT"),
    ("meta.skill", "research-verification\n", "ENV-FORMAT"),
    ("meta.version", "2.2.0\n", "ENV-FORMAT"),
    ("meta.run_id", "1f0e3dad-9990-4321-8abc-0123456789ab\n", "ENV-FORMAT"),
    ("meta.timestamp", "2026-11-01T09:00:00Z\n", "ENV-FORMAT"),
    ("meta.input_count", -1, "ENV-RANGE"),
    ("meta.input_count", None, "ENV-NULL"),
    ("meta.input_count", 2.5, "ENV-TYPE"),
    ("status", "done", "ENV-VOCABULARY"),
    ("status", GONE, "ENV-MISSING"),
    ("data", GONE, "ENV-MISSING"),
    ("data", "text", "ENV-TYPE"),
    ("errors", GONE, "ENV-MISSING"),
    ("errors", None, "ENV-TYPE"),
    ("errors", ["outage"], "ENV-TYPE"),
    ("errors", [{"stage": "parse"}], "ENV-MISSING"),
    ("errors", [{"reason": "x", "stage": "judge"}], "ENV-VOCABULARY"),
    ("data.task", GONE, "ENV-MISSING"),
    ("data.task", "", "ENV-VOCABULARY"),
    ("data.task", "verify_everything", "ENV-VOCABULARY"),
    ("data.verification_depth", "deep", "ENV-VOCABULARY"),
    ("data.verification_depth", None, "ENV-NULL"),
    ("data.output_format", "html", "ENV-VOCABULARY"),
    ("data.content", GONE, "ENV-MISSING"),
    ("data.content", "", "ENV-EMPTY"),
    ("data.content", " \n", "ENV-EMPTY"),
    ("data.content", ["x"], "ENV-TYPE"),
    ("data.claims", None, "ENV-SECTION"),
    ("data.claims", [], "ENV-SECTION"),
    ("data.claims_evaluated", 0, "ENV-SECTION"),
    ("data.citations_checked", GONE, "ENV-MISSING"),
    ("data.citations_checked", None, "ENV-TYPE"),
    ("data.citations_checked", True, "ENV-TYPE"),
    ("data.verdicts", GONE, "ENV-MISSING"),
    ("data.verdicts", {}, "ENV-TYPE"),
    ("data.verdict_summary", GONE, "ENV-MISSING"),
    ("data.verdict_summary.fabricated_doi", 0, "ENV-UNKNOWN-KEY"),
    ("data.verdict_summary.verified", GONE, "ENV-MISSING"),
    ("data.verdict_summary.verified", "1", "ENV-TYPE"),
    ("data.self_check", GONE, "ENV-MISSING"),
    ("data.self_check", None, "ENV-NULL"),
    ("data.self_check.verdicts_complete", GONE, "ENV-MISSING"),
    ("data.self_check.verdicts_complete", True, "ENV-VOCABULARY"),
    ("data.self_check.ours", "maybe", "ENV-VOCABULARY"),
    (f"{V0}.reference_id", "", "ENV-EMPTY"),
    (f"{V0}.reference_id", "\x1c\x85\u200b\ufeff\u3000", "ENV-EMPTY"),
    (f"{V0}.reference_id", None, "ENV-TYPE"),
    (f"{V0}.verdict", "mostly_true", "ENV-VOCABULARY"),
    (f"{V0}.confidence", 1.01, "ENV-RANGE"),
    (f"{V0}.confidence", -0.5, "ENV-RANGE"),
    (f"{V0}.confidence", "high", "ENV-TYPE"),
    (f"{V0}.confidence", False, "ENV-TYPE"),
    (f"{V0}.evidence", GONE, "ENV-MISSING"),
    *[(f"{E0}.{key}", GONE, "ENV-MISSING") for key in ("parsed", "resolved", "cross_check", "candidates", "notes")],
    (f"{E0}.abstract_snippet", GONE, "ENV-MISSING"),
    (f"{E0}.parsed", None, "ENV-TYPE"),
    (f"{E0}.parsed.authors", ["Marlowe", 7], "ENV-TYPE"),
    (f"{E0}.parsed.authors", "Marlowe", "ENV-TYPE"),
    (f"{E0}.parsed.year", "2019", "ENV-TYPE"),
    (f"{E0}.parsed.source_format", "word", "ENV-VOCABULARY"),
    (f"{E0}.resolved", "crossref", "ENV-TYPE"),
    (f"{E0}.cross_check", "resolver_only", "ENV-TYPE"),
    (f"{E0}.cross_check.title", None, "ENV-NULL"),
    (f"{E0}.cross_check.title.similarity", 1.5, "ENV-RANGE"),
    (f"{E0}.cross_check.year.pass", "yes", "ENV-TYPE"),
    (f"{E0}.cross_check.author.pass", GONE, "ENV-MISSING"),
    (f"{E0}.candidates", None, "ENV-TYPE"),
    (f"{E0}.candidates", [{}, {}, {}, {}], "ENV-RANGE"),
    (f"{E0}.candidates", [{"score": 2}], "ENV-RANGE"),
    (f"{E0}.retraction", True, "ENV-TYPE"),
    (f"{E0}.retraction", {"checked": True}, "ENV-MISSING"),
    (f"{E0}.notes", 0, "ENV-TYPE"),
]
CLAIM_FAULTS: list[Fault] = [
    ("data.claims", GONE, "ENV-MISSING"),
    ("data.claims_evaluated", None, "ENV-TYPE"),
    ("data.claims_evaluated", GONE, "ENV-MISSING"),
    ("data.verdicts", [], "ENV-SECTION"),
    ("data.verdict_summary", None, "ENV-SECTION"),
    ("data.citations_checked", 2, "ENV-SECTION"),
    ("data.self_check", dict(CHECKS), "ENV-SECTION"),
    ("self_check", dict(CHECKS), "ENV-SECTION"),
    ("data.claims.0.claim_id", " ", "ENV-EMPTY"),
    ("data.claims.0.claim", "", "ENV-EMPTY"),
    ("data.claims.0.claim_type", "numerical", "ENV-VOCABULARY"),
    ("data.claims.0.rating", "fabricated", "ENV-VOCABULARY"),
    ("data.claims.0.confidence", None, "ENV-TYPE"),
    ("data.claims.0.evidence.quote", GONE, "ENV-MISSING"),
    ("data.claims.0.evidence.source", 4, "ENV-TYPE"),
]
DETECTION_FAULTS: list[Fault] = [
    ("data.claims", [], "ENV-SECTION"),
    ("data.verdicts", [], "ENV-SECTION"),
    ("data.self_check", dict(CHECKS), "ENV-SECTION"),
    ("data.content", GONE, "ENV-MISSING"),
]
OTHER_FAULTS: list[Fault] = [
    ("data.self_check", {"tides": "yes"}, "ENV-VOCABULARY"),
    ("self_check", {"tides": None}, "ENV-VOCABULARY"),
    ("data", [], "ENV-TYPE"),
    ("meta.version", "v1", "ENV-FORMAT"),
]
INVALID = [
    pytest.param(base, *fault, id=f"{name}-{fault[0]}-{number}")
    for name, base, faults in (
        ("references", REFERENCES, FAULTS),
        ("claims", CLAIMS, CLAIM_FAULTS),
        ("detection", detection(), DETECTION_FAULTS),
        ("other", other_skill(), OTHER_FAULTS),
    )
    for number, fault in enumerate(faults)
]


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("envelope", VALID.values(), ids=VALID.keys())
def test_types_and_schema_take_what_the_contract_allows(envelope: Json) -> None:
    assert by_types(envelope)
    assert BY_SCHEMA.is_valid(envelope)


@pytest.mark.parametrize("envelope", VALID.values(), ids=VALID.keys())
def test_an_envelope_comes_out_as_it_went_in(envelope: Json) -> None:
    assert plain(typed(envelope)) == envelope


@pytest.mark.parametrize(("base", "path", "value", "rule"), INVALID)
def test_a_fault_is_refused_by_both_and_named_with_its_place(base: Json, path: str, value: Any, rule: str) -> None:
    envelope = changed(base, put(path, value))
    assert not by_types(envelope)
    assert not BY_SCHEMA.is_valid(envelope)
    found = structure(envelope)
    assert isinstance(found, tuple)
    where = "/" + path.replace(".", "/")
    assert any(one.rule == rule and one.pointer.startswith(where) for one in found), found
    for one in found:
        for language in ("en", "zh"):
            line = one.line("result.json", language)
            assert "\n" not in line and "{" not in line.replace("{}", "")


def test_empty_content_needs_entries_that_programs_can_read_instead() -> None:
    prose = detection(output_format="json", content="")
    assert not by_types(prose)
    assert not BY_SCHEMA.is_valid(prose)


def test_blank_content_as_json_is_not_the_empty_string() -> None:
    for text in (" ", "\n"):
        blank = changed(REFERENCES, put("data.output_format", "json"), put("data.content", text))
        assert not by_types(blank)
        assert not BY_SCHEMA.is_valid(blank)


def test_self_checks_at_the_root_must_be_all_seven() -> None:
    few = changed(REFERENCES, put("data.self_check", GONE), put("self_check", {"all_evaluated": "pass"}))
    assert not by_types(few)
    assert not BY_SCHEMA.is_valid(few)
    pointers = {one.pointer for one in validate(few).violations}
    assert "/self_check/verdicts_complete" in pointers
    none = changed(few, put("self_check", {}))
    assert not by_types(none)
    assert not BY_SCHEMA.is_valid(none)
    assert len(validate(none).violations) == 7


def test_every_fault_is_named_not_only_the_first() -> None:
    envelope = changed(
        REFERENCES,
        put("meta.run_id", "x"),
        put("data.content", GONE),
        put("data.verdicts.1.verdict", "odd"),
        put("data.citations_checked", 5),
    )
    rules = {(one.pointer, one.rule) for one in validate(envelope).violations}
    assert rules == {
        ("/meta/run_id", "ENV-FORMAT"),
        ("/data/content", "ENV-MISSING"),
        ("/data/verdicts/1/verdict", "ENV-VOCABULARY"),
        ("/data/citations_checked", "ENV-COUNT"),
    }


PATHS = sorted({fault[0] for fault in FAULTS if not fault[0].endswith((".ours", "fabricated_doi", "retraction"))})
VALUES = st.one_of(
    st.just(GONE),
    st.none(),
    st.booleans(),
    st.integers(-2, 3),
    st.floats(-1, 2),
    st.sampled_from(["", " ", "pass", "verified", "json", "error", "verify_claims", "ai_detection", "2.0.1"]),
    st.just([]),
    st.just([{}]),
    st.just({}),
)


@settings(max_examples=300, deadline=None)
@given(path=st.sampled_from(PATHS), value=VALUES)
def test_types_and_schema_agree_on_whatever_stands_anywhere(path: str, value: Any) -> None:
    if path in {"data.claims", "data.claims_evaluated"} and value is GONE:
        return
    envelope = changed(REFERENCES, put(path, value))
    assert by_types(envelope) == BY_SCHEMA.is_valid(envelope)
