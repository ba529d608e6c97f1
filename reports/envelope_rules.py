"""The rules of an envelope that no schema can say: counts, ids, roll-ups, duplicates, self-checks computed again.

Which rules hold depends on `meta.skill`: of another skill's envelope only the common frame is looked at. The rules need
an envelope whose structure is right; where it is not, only what can still be counted is: entries and ids.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from reports.envelope_duplicates import duplicates
from reports.envelope_self_check import self_checks, summary_of, written_as
from reports.envelope_structure import structure
from reports.envelope_violation import Violation, pointer
from state.envelope import ClaimBody, DetectionBody, KnownEnvelope, OtherBody, ReferenceBody, VerdictEntry
from state.envelope_reading import shown
from state.envelope_words import (
    CLAIM_TASKS,
    REFERENCE_TASKS,
    SKILL,
    SNIPPET_LENGTH,
    Depth,
    OutputFormat,
    ReferenceVerdict,
    SourceFormat,
    Stage,
)

_TASKS_WITH = {"verdicts": REFERENCE_TASKS, "claims": CLAIM_TASKS}
RETRACTED = "RETRACTED: "
RETRACTED_SECTION = "Retracted references"


@dataclass(frozen=True)
class Validation:
    """What was found: the envelope where its structure is right, and every rule that does not hold."""

    envelope: KnownEnvelope | None
    violations: tuple[Violation, ...]

    @property
    def valid(self) -> bool:
        """No rule was broken."""
        return not self.violations


def validate(raw: Mapping[str, Any]) -> Validation:
    """Check a JSON object against structure and rules."""
    checked = structure(raw)
    if isinstance(checked, tuple):
        return Validation(None, (*checked, *_countable(raw)))
    return Validation(checked, tuple(rules(checked)))


def rules(envelope: KnownEnvelope) -> Iterator[Violation]:
    """Every rule beyond the structure that `envelope` breaks."""
    yield from _time(envelope.meta.timestamp)
    body = envelope.data
    if isinstance(body, OtherBody):
        return
    if isinstance(body, ReferenceBody):
        verdicts = body.verdicts
        yield from _counts("citations_checked", body.citations_checked, envelope.meta.input_count, len(verdicts))
        yield from _summary(body)
        yield from _twice([entry.reference_id for entry in verdicts], "verdicts", "reference_id")
        for place, entry in enumerate(verdicts):
            yield from _verdict(place, entry, body.verification_depth)
        yield from duplicates(verdicts, envelope.errors)
        yield from _parse_failures(envelope, verdicts)
        yield from _retracted_section(body)
    elif isinstance(body, ClaimBody):
        yield from _counts("claims_evaluated", body.claims_evaluated, envelope.meta.input_count, len(body.claims))
        yield from _twice([entry.claim_id for entry in body.claims], "claims", "claim_id")
    yield from _content_format(body)
    if isinstance(body, ReferenceBody):
        yield from self_checks(envelope, body)


def _countable(raw: Mapping[str, Any]) -> Iterator[Violation]:
    """Counts and ids of an envelope whose structure is not right, as far as they are numbers, lists and texts."""
    meta, data = raw.get("meta"), raw.get("data")
    if not isinstance(meta, dict) or not isinstance(data, dict) or meta.get("skill") != SKILL:
        return
    for section, counter, key in (
        ("verdicts", "citations_checked", "reference_id"),
        ("claims", "claims_evaluated", "claim_id"),
    ):
        entries, said, given = data.get(section), data.get(counter), meta.get("input_count")
        if not isinstance(entries, list) or data.get("task") not in tuple(_TASKS_WITH[section]):
            continue
        if type(said) is int:
            yield from _counts(counter, said, given if type(given) is int else None, len(entries))
        ids = [entry.get(key) if isinstance(entry, dict) else None for entry in entries]
        yield from _twice([name if isinstance(name, str) else None for name in ids], section, key)


def _time(text: str) -> Iterator[Violation]:
    """The pattern has no calendar: 2026-02-30 is none."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        yield Violation("/meta/timestamp", "ENV-TIME", {"found": shown(text)})


def _counts(key: str, said: int, input_count: int | None, counted: int) -> Iterator[Violation]:
    if said != counted:
        yield Violation(pointer("data", key), "ENV-COUNT", {"found": shown(said), "wanted": str(counted)})
    if input_count is not None and input_count != counted:
        yield Violation("/meta/input_count", "ENV-COUNT", {"found": shown(input_count), "wanted": str(counted)})


def _summary(body: ReferenceBody) -> Iterator[Violation]:
    counted = summary_of(body.verdicts).model_dump()
    for key, said in body.verdict_summary.model_dump().items():
        if said != counted[key]:
            where = pointer("data", "verdict_summary", key)
            yield Violation(where, "ENV-SUMMARY", {"found": shown(said), "wanted": str(counted[key])})


def _twice(ids: Sequence[str | None], section: str, key: str) -> Iterator[Violation]:
    first: dict[str, int] = {}
    for place, name in enumerate(ids):
        if name is not None and first.setdefault(name, place) != place:
            values = {"found": shown(name), "wanted": pointer("data", section, first[name])}
            yield Violation(pointer("data", section, place, key), "ENV-ID-TWICE", values)


def _verdict(place: int, entry: VerdictEntry, depth: Depth | None) -> Iterator[Violation]:
    """What one verdict says against itself, self-checks aside."""
    evidence = entry.evidence

    def at(*keys: str) -> str:
        return pointer("data", "verdicts", place, "evidence", *keys)

    if entry.verdict is ReferenceVerdict.FABRICATED_DOI:
        if evidence.resolved is not None:
            yield Violation(at("resolved"), "ENV-FABRICATED-DOI")
        if evidence.cross_check is not None:
            yield Violation(at("cross_check"), "ENV-FABRICATED-DOI")
    if evidence.abstract_snippet is not None:
        for why in _against_snippet(entry, depth):
            yield Violation(at("abstract_snippet"), "ENV-SNIPPET", {"found": why})
    retraction = evidence.retraction
    if retraction is not None and evidence.resolved is None:
        yield Violation(at("retraction"), "ENV-RETRACTION", {"found": "why.unresolved", "wanted": "why.null"})
    if retraction is not None and retraction.retracted:
        if not retraction.checked:
            yield Violation(at("retraction"), "ENV-RETRACTION", {"found": "why.unchecked", "wanted": "why.checked"})
        if not (evidence.notes or "").startswith(RETRACTED):
            yield Violation(at("notes"), "ENV-RETRACTED-NOTE")


def _against_snippet(entry: VerdictEntry, depth: Depth | None) -> Iterator[str]:
    if entry.verdict is not ReferenceVerdict.VERIFIED:
        yield "why.not_verified"
    if depth is Depth.QUICK:  # expert is detailed and more
        yield "why.quick"
    if len(entry.evidence.abstract_snippet or "") > SNIPPET_LENGTH:
        yield "why.too_long"


def _parse_failures(envelope: KnownEnvelope, verdicts: Sequence[VerdictEntry]) -> Iterator[Violation]:
    """A chunk that could not be parsed is unverifiable and stands in errors, so that it is not lost in silence."""
    told = Counter(error.reference_id for error in envelope.errors if error.stage is Stage.PARSE)
    for place, entry in enumerate(verdicts):
        parsed = entry.evidence.parsed
        if parsed.source_format is not SourceFormat.UNKNOWN:
            continue
        if any((parsed.doi, parsed.title, parsed.authors, parsed.year, parsed.venue)):
            continue
        if entry.verdict is not ReferenceVerdict.UNVERIFIABLE:
            where = pointer("data", "verdicts", place, "verdict")
            yield Violation(where, "ENV-PARSE-FAILURE", {"found": "why.not_unverifiable"})
        if not told[entry.reference_id]:
            yield Violation(pointer("data", "verdicts", place), "ENV-PARSE-FAILURE", {"found": "why.no_error"})


def _retracted_section(body: ReferenceBody) -> Iterator[Violation]:
    """Every retracted reference is listed in a section of its own in the report that people read."""
    retracted = [entry for entry in body.verdicts if entry.evidence.retraction and entry.evidence.retraction.retracted]
    if not retracted or body.content is None or body.output_format is OutputFormat.JSON:
        return
    if not re.search(re.escape(RETRACTED_SECTION), body.content, re.IGNORECASE):
        yield Violation("/data/content", "ENV-RETRACTED-SECTION", {"found": str(len(retracted))})


def _content_format(body: ReferenceBody | ClaimBody | DetectionBody) -> Iterator[Violation]:
    if body.content is not None and not written_as(body.content, body.output_format):
        yield Violation("/data/content", "ENV-CONTENT-FORMAT")
