"""Findings about claims: does the cited work support the sentence, and what stands in the way of saying so?"""

from collections.abc import Iterator

from reports.finding import make
from reports.index import NO_VERDICT_BY_IDENTITY, Index, Outcome
from state.decision import DecisionKind
from state.finding import Finding
from state.judgment import Judgment, NumericCheck, Undecided, Verdict
from state.manuscript import Claim
from state.resolution import AbstractSource
from state.snapshot import StepName

_SAID_ELSEWHERE = frozenset({"mismatch", "not_found", "unavailable", "agency_only", "unreadable", "dangling"})
"""Reasons for having no verdict that are findings about the reference already."""


def claim_findings(index: Index, claim: Claim) -> Iterator[Finding]:
    """Everything to act on about one claim, in no particular order."""
    if claim.method_needs_human_confirm and index.decision(DecisionKind.METHOD, claim.claim_id) is None:
        yield make("CLAIM-METHOD", {"summary": claim.claim_summary}, claim=claim)
    if claim.context_confidence == "low":
        yield make("CLAIM-CONTEXT-LOW", claim=claim)
    outcome = index.outcomes[claim.claim_id]
    judgment = index.judgments.get(claim.claim_id)
    number = tuple(_number(index, claim, judgment)) if judgment and not outcome.human else ()
    yield from number
    if outcome.verdict is None:
        yield from _without_verdict(index, claim, outcome, judgment)
    else:
        yield from _with_verdict(claim, outcome, judgment, missing_number=bool(number))


def _without_verdict(index: Index, claim: Claim, outcome: Outcome, judgment: Judgment | None) -> Iterator[Finding]:
    reasoning = judgment.reasoning if judgment else ""
    if outcome.why == "conflict" and judgment is not None:
        rounds = {
            "first": judgment.verdict.value if judgment.verdict else "",
            "second": judgment.cv_verdict.value if judgment.cv_verdict else "",
            "reasoning": reasoning,
            "second_reasoning": judgment.cv_reasoning,
        }
        yield make("CLAIM-CONFLICT", rounds, claim=claim)
    elif outcome.why == Undecided.UNAVAILABLE.value:
        yield make("CLAIM-UNAVAILABLE", {"judge": judgment.judge if judgment else ""}, claim=claim)
    elif outcome.why == "not_judged":
        if index.finished(StepName.C):
            yield make("CLAIM-UNDECIDED", {"why": outcome.why, "reasoning": ""}, claim=claim)
    elif outcome.why not in _SAID_ELSEWHERE:
        yield make("CLAIM-UNDECIDED", {"why": outcome.why, "reasoning": reasoning}, claim=claim)


def _with_verdict(
    claim: Claim, outcome: Outcome, judgment: Judgment | None, *, missing_number: bool
) -> Iterator[Finding]:
    human = outcome.human
    values = {
        "reasoning": human.reason if human else (judgment.reasoning if judgment else ""),
        "author": human.author if human else "",
    }
    match outcome.verdict:
        case Verdict.FAIL:
            yield make("CLAIM-FAIL-PRELIMINARY" if outcome.preliminary else "CLAIM-FAIL", values, claim=claim)
        case Verdict.PARTIAL_A:
            missing = (
                dict.fromkeys(part for r in judgment.rounds for part in r.missing) if judgment and not human else ()
            )
            values |= {"missing": "; ".join(missing), "confidence": outcome.confidence or ""}
            yield make("CLAIM-PARTIAL-A", values, claim=claim)
        case Verdict.PASS | Verdict.PARTIAL_B if outcome.preliminary:
            if not missing_number:  # the missing number is why it is preliminary, and is a finding already
                yield make("CLAIM-PRELIMINARY", values | {"verdict": outcome.column}, claim=claim)
        case Verdict.PARTIAL_B:
            yield make("CLAIM-PARTIAL-B", values, claim=claim)
        case _:
            pass


def _number(index: Index, claim: Claim, judgment: Judgment) -> Iterator[Finding]:
    """Numbers are compared by code, so what any judge makes of the claim does not matter."""
    resolution = index.resolutions.get(claim.reference_id)
    readable = resolution is not None and resolution.evidence.text and resolution.identity not in NO_VERDICT_BY_IDENTITY
    if judgment.numeric_check is not NumericCheck.MISS or resolution is None or not readable:
        return
    notes = [part.strip().partition(":") for part in judgment.numeric_note.split(";")]
    missing = [values for code, _, values in notes if code in ("not_found", "unreadable")]
    near = [values.rpartition("~")[2] for code, _, values in notes if code == "within_5_percent"]
    found = [value for value in claim.numeric_values if value not in (*missing, *near)] if missing else []
    values = {
        "missing": ", ".join(missing or claim.numeric_values),
        "found": ", ".join(found),
        "read": "full_text" if resolution.evidence.source is AbstractSource.FULL_TEXT_PDF else "abstract",
    }
    yield make("CLAIM-NUMBER", values, claim=claim)
