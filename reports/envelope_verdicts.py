"""One parsed reference and its resolution become one entry of `data.verdicts` (000's Steps 3 and 0.5.5). Pure."""

from collections.abc import Sequence

from reports.envelope_compared import candidates_of, resolved_of
from reports.envelope_duplicates import duplicate_note, own_note
from reports.envelope_notes import notes_of, parse_failure
from reports.envelope_outcome import Outcome, outcome_of
from reports.envelope_self_check import failed_fields
from state.envelope import Parsed, ReferenceEvidence, Retraction, VerdictEntry
from state.envelope_words import SNIPPET_LENGTH, Depth, ReferenceVerdict, SourceFormat, Task
from state.payload import Duplicate, PayloadReference
from state.payload import SourceFormat as PayloadFormat
from state.resolution import AbstractSource, FieldVerdict, Identity, NoticeState, Resolution

_SHOWN_DIGITS = 2
_CONTRACTS = {word.value for word in SourceFormat}
_IDENTIFIERS = ("pmid", "pmcid", "arxiv", "isbn")
_SHOWS_NO_RECORD = frozenset({ReferenceVerdict.UNVERIFIABLE, ReferenceVerdict.FABRICATED_DOI})


def parsed_of(one: PayloadReference) -> Parsed:
    """The reference as it was given. A format the contract has no word for is `prose`, its own catch-all, and is named
    beside it as `format`; identifiers the contract has no key for stand under their own names."""
    canonical = one.canonical
    form = one.source_format.value if one.source_format.value in _CONTRACTS else SourceFormat.PROSE.value
    more = {
        "format": one.source_format.value if one.source_format.value != form else None,
        "url": canonical.url,
        **({name: getattr(one.reference, name) for name in _IDENTIFIERS} if one.failure is None else {}),
        "type": canonical.type.value if canonical.type else None,
    }
    if one.failure is not None and one.source_format is PayloadFormat.UNKNOWN:
        form = SourceFormat.UNKNOWN.value
    return Parsed.model_validate(
        {
            "doi": canonical.doi,
            "title": canonical.title,
            "authors": list(canonical.authors),
            "year": canonical.year,
            "venue": canonical.venue,
            "source_format": form,
            "raw": canonical.raw,
        }
        | {key: value for key, value in more.items() if value}
    )


def failure_entry(one: PayloadReference, language: str) -> VerdictEntry:
    """A chunk that could not be parsed: unverifiable, never dropped."""
    return _entry(one, ReferenceVerdict.UNVERIFIABLE, 0.0, parse_failure(one.failure or "", language))


def entry_of(
    one: PayloadReference,
    resolution: Resolution,
    *,
    task: Task,
    depth: Depth,
    language: str,
    raw_response_hash: str | None = None,
    flags: Sequence[str] = (),
) -> VerdictEntry:
    """The verdict on one reference, with its evidence.

    `raw_response_hash`: sha256 of the first 4 KiB of the body that the resolution's record came in. `flags`: what the
    VERIFY heuristics say of it; they explain, and change no verdict.
    """
    outcome = outcome_of(one.reference, resolution)
    notes = notes_of(one.reference, resolution, outcome, depth=depth, flags=flags, language=language)
    record = resolution.record if outcome.verdict not in _SHOWS_NO_RECORD else None
    more: dict[str, object] = {"checks": checks_of(resolution)} if task is Task.BIBLIOGRAPHY_AUDIT else {}
    return _entry(
        one,
        outcome.verdict,
        outcome.confidence,
        notes,
        resolved=None if record is None else resolved_of(record, raw_response_hash),
        cross_check=None if outcome.comparison is None or record is None else outcome.comparison.cross_check(),
        candidates=candidates_of(resolution) if has_candidates(one, outcome) else (),
        abstract_snippet=_snippet(resolution, outcome, depth),
        retraction=None if record is None else retraction_of(resolution),
        **more,
    )


def has_candidates(one: PayloadReference, outcome: Outcome) -> bool:
    """Candidates belong to the path without a DOI (Step 3c)."""
    return one.reference.doi is None and not (outcome.comparison is not None and outcome.comparison.is_resolver_only)


def retraction_of(resolution: Resolution) -> Retraction:
    """Whether somebody could say whether the work was retracted, and what they said.

    A dispute among registries is told in the notes: one bare flag does not make a retraction (decisions 1.12).
    """
    return Retraction(
        checked=resolution.notice_state is not NoticeState.UNKNOWN,
        retracted=resolution.notice_state is NoticeState.RETRACTED,
    )


def checks_of(resolution: Resolution) -> list[dict[str, object]]:
    """Every field, printed against recorded, for an audit: of what is stored, or at least what differs."""
    if resolution.identity in (Identity.NONE, Identity.UNKNOWN) or resolution.record is None:
        return []
    if resolution.checks:
        return [
            {
                "field": check.field.value,
                "verdict": check.verdict.value,
                "printed": check.printed,
                "recorded": check.recorded,
                "registry": check.registry.value if check.registry else None,
                "severity": check.severity.value if check.severity else None,
            }
            for check in resolution.checks
        ]
    return [
        {
            "field": found.field.value,
            "verdict": FieldVerdict.DIFFERS.value,
            "printed": found.printed,
            "recorded": found.recorded,
            "registry": found.registry.value,
            "severity": found.severity.value,
        }
        for found in resolution.discrepancies
        if found.stands
    ]


def _snippet(resolution: Resolution, outcome: Outcome, depth: Depth) -> str | None:
    """The abstract's first 500 characters: of what is verified, from `detailed` on."""
    evidence = resolution.evidence
    wanted = outcome.verdict is ReferenceVerdict.VERIFIED and depth is not Depth.QUICK
    if not wanted or evidence.source in (AbstractSource.NONE, AbstractSource.FULL_TEXT_PDF):
        return None
    return evidence.text[:SNIPPET_LENGTH] or None


def copy_entry(
    copy: Duplicate, one: PayloadReference, first: VerdictEntry, own: VerdictEntry | None = None
) -> VerdictEntry:
    """A later copy's entry. `own`: what comparing it by itself came to, where it prints other fields than the first.

    It mirrors the first (Step 0.5.5) unless its own comparison comes to another verdict, or to another field that
    failed: then mirroring would praise or blame it for what only the first prints.
    """
    if own is not None and (own.verdict, failed_fields(own)) != (first.verdict, failed_fields(first)):
        retracted = bool(own.evidence.retraction and own.evidence.retraction.retracted)
        note = own_note(copy.duplicate_of, own.evidence.notes, retracted=retracted)
        evidence = own.evidence.model_copy(update={"notes": note})
        return own.model_copy(update={"evidence": evidence})
    retraction = first.evidence.retraction
    return _entry(
        one,
        first.verdict,
        first.confidence,
        duplicate_note(copy.duplicate_of, retracted=bool(retraction and retraction.retracted)),
        resolved=first.evidence.resolved,
        cross_check=first.evidence.cross_check,
        candidates=first.evidence.candidates,
        retraction=retraction,
    )


def _entry(
    one: PayloadReference, verdict: ReferenceVerdict, confidence: float, notes: str | None, **evidence: object
) -> VerdictEntry:
    empty: dict[str, object] = {
        "resolved": None,
        "cross_check": None,
        "candidates": (),
        "abstract_snippet": None,
        "retraction": None,
    }
    return VerdictEntry(
        reference_id=one.reference_id,
        verdict=verdict,
        confidence=round(min(1.0, max(0.0, confidence)), _SHOWN_DIGITS),
        evidence=ReferenceEvidence.model_validate({"parsed": parsed_of(one), **empty, **evidence, "notes": notes}),
    )
