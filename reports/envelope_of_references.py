"""The whole envelope of a reference-level task: verdicts, errors, roll-up, content, self-checks; checked by its rules.

Pure: the same payload, resolutions and facts give the same envelope.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from reports.envelope_content import content
from reports.envelope_notes import refs_words
from reports.envelope_outcome import depends_on_outage
from reports.envelope_rules import validate
from reports.envelope_self_check import computed, summary_of
from reports.envelope_verdicts import copy_entry, entry_of, failure_entry
from reports.unlisted import is_often_unlisted_entry
from state.envelope import Envelope, ErrorEntry, Meta, ReferenceBody, VerdictEntry, plain
from state.envelope_words import (
    FLAGGED,
    SCHEMA_VERSION,
    SKILL,
    Depth,
    OutputFormat,
    PassFail,
    ReferenceVerdict,
    Stage,
    Status,
    Task,
)
from state.errors import CorrigendaError
from state.finding import Severity
from state.manuscript import Reference
from state.payload import Payload, PayloadReference
from state.resolution import Identity, NoticeState, Resolution

SKILL_VERSION = "2.2.0"
"""Of the contract these envelopes fulfil."""
Flags = Callable[[Reference, Resolution, int], Sequence[str]]
"""The VERIFY heuristics (000's Step 2): reference, resolution, year of the run → codes."""


class InvalidEnvelopeError(CorrigendaError):
    """An envelope of ours breaks a rule of its contract. Never the user's fault."""


@dataclass(frozen=True)
class Facts:
    """What an envelope says of its run."""

    task: Task
    depth: Depth
    output_format: OutputFormat
    language: str
    run_id: str
    timestamp: str
    """UTC, ISO 8601, with its offset."""
    year: int
    """Of the run."""
    flags: Flags | None = None
    """None: the heuristics did not run, and the envelope says so."""
    hashes: Mapping[str, str] = field(default_factory=dict)
    """`raw_response_hash` by reference id."""


def envelope_of_references(
    payload: Payload, resolutions: Mapping[str, Resolution], facts: Facts
) -> Envelope[ReferenceBody]:
    """The envelope of these references.

    `resolutions` holds one for every reference that could be read, copies included that state other fields than the
    first. KeyError where one is missing; InvalidEnvelopeError where the result breaks a rule.
    """
    verdicts = tuple(_entries(payload, resolutions, facts))
    errors = [*_parse_errors(payload), *_outages(payload, resolutions, facts.language)]
    body = ReferenceBody(
        task=facts.task,
        verification_depth=facts.depth,
        output_format=facts.output_format,
        citations_checked=len(verdicts),
        verdict_summary=summary_of(verdicts),
        verdicts=verdicts,
    )
    check = computed(
        verdicts,
        expected=len(payload.references),
        content="",
        output_format=facts.output_format,
        framework_applied=facts.flags is not None,
    )
    text = refs_words(facts.language)["error"]
    for name, answer in check:
        if answer is PassFail.FAIL:
            reason = text["framework"] if name == "verify_framework" else text["self_check"].format(name=name)
            errors.append(ErrorEntry(reference_id=None, stage=Stage.CROSS_CHECK, reason=reason, raw=None))
    body = body.model_copy(update={"self_check": check, "content": content(body, errors, facts.language)})
    envelope = Envelope[ReferenceBody].model_validate(
        {
            "meta": _meta(facts, len(verdicts)),
            "status": Status.PARTIAL if any(map(depends_on_outage, resolutions.values())) else Status.SUCCESS,
            "data": body,
            "errors": errors,
        }
    )
    if violations := validate(plain(envelope)).violations:
        raise InvalidEnvelopeError("; ".join(broken.line("envelope") for broken in violations[:3]))
    return envelope


def _meta(facts: Facts, count: int) -> Meta:
    return Meta(
        skill=SKILL,
        version=SKILL_VERSION,
        schema_version=SCHEMA_VERSION,
        run_id=facts.run_id,
        timestamp=facts.timestamp,
        input_count=count,
    )


def _entries(payload: Payload, resolutions: Mapping[str, Resolution], facts: Facts) -> list[VerdictEntry]:
    """One entry for each parsed reference, in input order."""
    copies = {copy.reference_id: copy for copy in payload.duplicates}
    apart = compared_on_their_own(payload)
    made: dict[str, VerdictEntry] = {}
    for one in payload.references:
        copy = copies.get(one.reference_id)
        if copy is None:
            made[one.reference_id] = _own(one, resolutions, facts)
            continue
        own = _own(one, resolutions, facts) if one.reference_id in apart else None
        made[one.reference_id] = copy_entry(copy, one, made[copy.duplicate_of], own)
    return list(made.values())


def compared_on_their_own(payload: Payload) -> frozenset[str]:
    """Ids of the copies that print something else than the first or leave out what its verdict may rest on."""
    failed = {one.reference_id for one in payload.references if one.failure is not None}
    apart = (copy for copy in payload.duplicates if copy.differs or _CROSS_CHECKED.intersection(copy.lacks))
    return frozenset(copy.reference_id for copy in apart if copy.reference_id not in failed)


_CROSS_CHECKED = frozenset({"doi", "pmid", "title", "authors", "year"})
"""What the first's verdict may accuse it of."""


def _own(one: PayloadReference, resolutions: Mapping[str, Resolution], facts: Facts) -> VerdictEntry:
    if one.failure is not None:
        return failure_entry(one, facts.language)
    resolution = resolutions[one.reference_id]
    flags = list(facts.flags(one.reference, resolution, facts.year)) if facts.flags is not None else []
    if one.has_suspicious_year(facts.year) and "suspicious_year" not in flags:
        flags.append("suspicious_year")
    return entry_of(
        one,
        resolution,
        task=facts.task,
        depth=facts.depth,
        language=facts.language,
        raw_response_hash=facts.hashes.get(one.reference_id),
        flags=flags,
    )


def _parse_errors(payload: Payload) -> list[ErrorEntry]:
    """What could not be read, which references are copies, and the reader's warnings: nothing is dropped in silence."""
    told = [
        ErrorEntry(reference_id=error.reference_id, stage=Stage.PARSE, reason=error.reason, raw=error.raw)
        for error in payload.errors
    ]
    told += [
        ErrorEntry(reference_id=None, stage=Stage.PARSE, reason=text.reason, raw=text.text)
        for text in payload.passed_over
    ]
    # The count of lines passed over is told only where more of them were than are shown.
    shown = sum(text.last_line - text.line + 1 for text in payload.passed_over)
    codes = [code for code in payload.warnings if code != f"not_references={shown}"]
    return told + [ErrorEntry(reference_id=None, stage=Stage.PARSE, reason=code, raw=None) for code in codes]


def _outages(payload: Payload, resolutions: Mapping[str, Resolution], language: str) -> list[ErrorEntry]:
    """For each reference that hangs on services that could not be asked, those; for the others one line a service."""
    text = refs_words(language)["error"]
    told: list[ErrorEntry] = []
    without: Counter[str] = Counter()
    details: dict[str, str] = {}
    for one in payload.references:
        resolution = resolutions.get(one.reference_id)
        if resolution is None:
            continue
        silent = {note.query.registry.value: note for note in resolution.lookups if note.outcome == "unavailable"}
        needed = {note.query.registry.value for note in resolution.unavailable} or set(silent)
        hanging = []
        for name, note in silent.items():
            detail = ", ".join(filter(None, (note.reason.value if note.reason else "", note.detail)))
            details.setdefault(name, detail)
            if depends_on_outage(resolution) and name in needed:
                hanging.append(text["unavailable"].format(service=name, detail=detail))
            else:
                without[name] += 1
        if hanging:
            reason = "; ".join(hanging)
            told.append(ErrorEntry(reference_id=one.reference_id, stage=Stage.RESOLVE, reason=reason, raw=None))
    for name, count in without.items():
        reason = text["settled_without"].format(service=name, detail=details[name], n=count)
        told.append(ErrorEntry(reference_id=None, stage=Stage.RESOLVE, reason=reason, raw=None))
    return told


def severity_of(entry: VerdictEntry, resolution: Resolution | None) -> Severity | None:
    """How much a verdict matters to who runs `refs` in a script; None where there is nothing to act on.

    Serious is what accuses: retracted, fabricated, a DOI that does not exist, another author or year, an identifier of
    another work; and what is found nowhere, all having answered, but for works of which most are in no registry. A
    title that is only alike, what is half supported, unverifiable or under a concern is medium: a person must look.
    (001's A2; the severities of `check` for the same findings.)
    """
    state = resolution.notice_state if resolution is not None else NoticeState.NONE
    verdict = entry.verdict
    if entry.evidence.retraction is not None and entry.evidence.retraction.retracted:
        return Severity.SERIOUS
    if verdict is ReferenceVerdict.METADATA_MISMATCH_TITLE:
        alike = resolution is not None and resolution.identity is Identity.DOUBTFUL
        return Severity.MEDIUM if alike else Severity.SERIOUS
    if verdict in FLAGGED or verdict is ReferenceVerdict.CONTRADICTED:
        return Severity.SERIOUS
    if resolution is not None and resolution.identity is Identity.NONE:
        parsed = entry.evidence.parsed
        seldom = is_often_unlisted_entry(parsed.title, parsed.doi, parsed.raw or "")
        return Severity.MEDIUM if seldom else Severity.SERIOUS
    if verdict is not ReferenceVerdict.VERIFIED or state in (NoticeState.CONCERN, NoticeState.DISPUTED):
        return Severity.MEDIUM
    return Severity.MINOR if state in (NoticeState.CORRECTED, NoticeState.REINSTATED) else None


def exit_code_of(body: ReferenceBody, resolutions: Mapping[str, Resolution], fail_on: frozenset[Severity]) -> int:
    """3, 1 or 0 (decisions 5): a verdict hangs on a service that could not be asked; a finding of these severities."""
    if any(map(depends_on_outage, resolutions.values())):
        return 3
    found = [severity_of(entry, resolutions.get(entry.reference_id)) for entry in body.verdicts]
    if body.task is Task.BIBLIOGRAPHY_AUDIT:  # whose business every field is
        found += [one.severity for r in resolutions.values() for one in r.discrepancies if one.stands]
    return 1 if any(severity in fail_on for severity in found) else 0
