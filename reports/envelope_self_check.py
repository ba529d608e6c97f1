"""The seven self-checks of a reference-level task, computed from the verdicts instead of believed.

`verify_framework` is the one that an envelope alone does not show: it is as its writer says. Of the others a "pass"
that does not hold is a violation; `verdicts_complete` is a length, so a "fail" that does not hold is one too.
"""

import json
from collections.abc import Iterator, Mapping, Sequence

from reports.envelope_violation import Violation, pointer
from state.envelope import KnownEnvelope, ReferenceBody, SelfCheck, VerdictEntry, VerdictSummary
from state.envelope_words import FLAGGED, OutputFormat, PassFail, ReferenceVerdict, Status

_FIELD_OF = {
    ReferenceVerdict.METADATA_MISMATCH_TITLE: "title",
    ReferenceVerdict.METADATA_MISMATCH_AUTHOR: "author",
    ReferenceVerdict.METADATA_MISMATCH_YEAR: "year",
}
ACCUSING = FLAGGED | {ReferenceVerdict.CONTRADICTED, ReferenceVerdict.UNSUPPORTED}
_TOLD_ELSEWHERE = frozenset({"all_evaluated", "no_false_verified"})
"""Their failure shows in the status and in downgraded verdicts; that of any other is named in `errors`."""


def summary_of(verdicts: Sequence[VerdictEntry]) -> VerdictSummary:
    """The roll-up: each verdict counted, the five flag verdicts under `fabricated`."""
    keys = ["fabricated" if entry.verdict in FLAGGED else entry.verdict.value for entry in verdicts]
    return VerdictSummary(**{key: keys.count(key) for key in VerdictSummary.model_fields})


def computed(
    verdicts: Sequence[VerdictEntry],
    *,
    expected: int,
    content: str,
    output_format: OutputFormat | None,
    framework_applied: bool,
) -> SelfCheck:
    """The self-checks of a task that parsed `expected` references; `framework_applied`: VERIFY heuristics ran."""
    complete = len(verdicts) == expected
    return SelfCheck(
        all_evaluated=_answer(complete),
        no_false_verified=_answer(not any(_unchecked(entry) for entry in verdicts)),
        contradictions=_answer(not any(_silent(entry) for entry in verdicts)),
        unverifiable_noted=_answer(not any(_unexplained(entry) for entry in verdicts)),
        format_match=_answer(written_as(content, output_format)),
        verify_framework=_answer(framework_applied),
        verdicts_complete=_answer(complete and not any(_unparsed(entry) for entry in verdicts)),
    )


def written_as(content: str, output_format: OutputFormat | None) -> bool:
    """Whether `content` can be in this format. Only JSON can be told from the text; it may be empty too."""
    if output_format is not OutputFormat.JSON or content == "":
        return True
    try:
        json.loads(content)
    except (ValueError, RecursionError):
        return False
    return True


def self_checks(envelope: KnownEnvelope, body: ReferenceBody) -> Iterator[Violation]:
    """Verdicts that a self-check stands against, then checks that say other than what is computed."""
    for place, entry in enumerate(body.verdicts):
        yield from _verdict(place, entry)
    counted = envelope.meta.input_count
    checks = computed(
        body.verdicts,
        expected=body.citations_checked if counted is None else counted,
        content=body.content or "",
        output_format=body.output_format,
        framework_applied=True,
    )
    in_data = body.self_check is not None
    said: Mapping[str, PassFail] = dict(body.self_check) if body.self_check is not None else envelope.self_check or {}
    where = ("data", "self_check") if in_data else ("self_check",)
    reasons = [error.reason for error in envelope.errors]
    for name, result in dict(checks).items():
        answer = said[name]
        untrue = answer is PassFail.PASS and result is PassFail.FAIL
        if untrue or (name == "verdicts_complete" and answer is not result):
            values = {"found": answer.value, "wanted": result.value}
            yield Violation(pointer(*where, name), "ENV-SELF-CHECK", values)
        if answer is PassFail.FAIL and name not in _TOLD_ELSEWHERE and not any(name in reason for reason in reasons):
            yield Violation(pointer(*where, name), "ENV-SELF-CHECK-UNTOLD")
    if said["all_evaluated"] is PassFail.FAIL and envelope.status is Status.SUCCESS:
        yield Violation("/status", "ENV-STATUS")


def _verdict(place: int, entry: VerdictEntry) -> Iterator[Violation]:
    where = pointer("data", "verdicts", place)
    if why := _unchecked(entry):
        yield Violation(where, "ENV-FALSE-VERIFIED", {"found": why})
    if _silent(entry):
        yield Violation(where, "ENV-CONTRADICTION", {"found": entry.verdict.value})
    if _unexplained(entry):
        yield Violation(where + "/evidence/notes", "ENV-UNVERIFIABLE-NOTE")
    if _unparsed(entry):
        yield Violation(where + "/evidence/parsed", "ENV-PARSED-EMPTY")


def failed_fields(entry: VerdictEntry) -> list[str]:
    """Which of title, author and year were compared and did not pass."""
    check = entry.evidence.cross_check
    if check is None:
        return []
    pairs = (("title", check.title), ("author", check.author), ("year", check.year))
    return [name for name, pair in pairs if pair is not None and pair.passed is False]


def _unchecked(entry: VerdictEntry) -> str:
    """Why `verified` was not earned, empty where it was or is not said."""
    if entry.verdict is not ReferenceVerdict.VERIFIED:
        return ""
    if entry.evidence.resolved is None:
        return "why.no_record"
    return "why.failed_check" if failed_fields(entry) else ""


def _silent(entry: VerdictEntry) -> bool:
    """An accusation whose ground is not in the envelope."""
    if field := _FIELD_OF.get(entry.verdict):
        return field not in failed_fields(entry)
    return entry.verdict in ACCUSING and not failed_fields(entry) and not (entry.evidence.notes or "").strip()


def _unexplained(entry: VerdictEntry) -> bool:
    return entry.verdict is ReferenceVerdict.UNVERIFIABLE and not (entry.evidence.notes or "").strip()


def _unparsed(entry: VerdictEntry) -> bool:
    return not any(value for value in entry.evidence.parsed.model_dump(exclude_unset=True).values())


def _answer(holds: bool) -> PassFail:
    return PassFail.PASS if holds else PassFail.FAIL
