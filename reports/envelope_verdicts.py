"""One parsed reference and its resolution become one entry of `data.verdicts` (000's Steps 3 and 0.5.5). Pure."""

from collections.abc import Sequence

from reports.envelope_compared import candidates_of, family_first, resolved_of
from reports.envelope_duplicates import duplicate_note, own_note
from reports.envelope_notes import notes_of, parse_failure
from reports.envelope_outcome import Outcome, outcome_of
from reports.envelope_self_check import ACCUSING, failed_fields
from state.envelope import CrossCheck, Parsed, ReferenceEvidence, Retraction, VerdictEntry
from state.envelope_words import SNIPPET_LENGTH, Depth, ReferenceVerdict, SourceFormat, Task
from state.payload import Duplicate, PayloadReference
from state.payload import SourceFormat as PayloadFormat
from state.resolution import AbstractSource, Field, FieldVerdict, Identity, NoticeState, Resolution

_SHOWN_DIGITS = 2
_CONTRACTS = {word.value for word in SourceFormat}
_OWN_NAMES = ("pmid", "pmcid", "arxiv", "isbn", "volume", "issue", "pages")
"""What a reference prints that the contract has no key for."""
_IDENTIFIERS = frozenset({"doi", "pmid", "pmcid", "arxiv", "isbn"})
_TOLD_NOTICES = frozenset({NoticeState.CONCERN, NoticeState.DISPUTED, NoticeState.CORRECTED, NoticeState.REINSTATED})
"""What has been published about a work, beside a retraction, which the contract has a key for."""
_SHOWS_NO_RECORD = frozenset({ReferenceVerdict.UNVERIFIABLE, ReferenceVerdict.FABRICATED_DOI})


def parsed_of(one: PayloadReference) -> Parsed:
    """The reference as it was given. A format the contract has no word for is `prose`, its own catch-all, and is named
    beside it as `format`; fields the contract has no key for stand under their own names."""
    canonical = one.canonical
    form = one.source_format.value if one.source_format.value in _CONTRACTS else SourceFormat.PROSE.value
    more = {
        "format": one.source_format.value if one.source_format.value != form else None,
        "url": canonical.url,
        **({name: getattr(one.reference, name) for name in _OWN_NAMES} if one.failure is None else {}),
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
    notes = notes_of(
        one.reference,
        resolution,
        outcome,
        depth=depth,
        flags=flags,
        language=language,
        lists_fields=task is Task.BIBLIOGRAPHY_AUDIT,
    )
    record = resolution.record if outcome.verdict not in _SHOWS_NO_RECORD else None
    more: dict[str, object] = {"checks": checks_of(resolution)} if task is Task.BIBLIOGRAPHY_AUDIT else {}
    if record is not None and resolution.notice_state in _TOLD_NOTICES:
        more["notice"] = resolution.notice_state.value
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
                "printed": _as_shown(check.field, check.printed),
                "recorded": _as_shown(check.field, check.recorded),
                "registry": check.registry.value if check.registry else None,
                "severity": check.severity.value if check.severity else None,
            }
            for check in resolution.checks
        ]
    return [
        {
            "field": found.field.value,
            "verdict": FieldVerdict.DIFFERS.value,
            "printed": _as_shown(found.field, found.printed),
            "recorded": _as_shown(found.field, found.recorded),
            "registry": found.registry.value,
            "severity": found.severity.value,
        }
        for found in resolution.discrepancies
        if found.stands
    ]


def _as_shown(field: Field, value: str) -> str:
    return family_first(value) if field in (Field.AUTHORS, Field.FIRST_AUTHOR) else value


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

    It mirrors the first (Step 0.5.5) unless its own comparison says something else of it: then mirroring would praise
    or blame it for what only the first prints. What it prints is its own in either case.
    """
    if own is not None and _says_otherwise(copy, own, first):
        retracted = bool(own.evidence.retraction and own.evidence.retraction.retracted)
        note = own_note(copy.duplicate_of, own.evidence.notes, retracted=retracted)
        evidence = own.evidence.model_copy(update={"notes": note})
        return own.model_copy(update={"evidence": evidence})
    retraction, held = first.evidence.retraction, first.evidence.model_extra or {}
    alike = own if own is not None and own.verdict is first.verdict else None
    return _entry(
        one,
        first.verdict,
        first.confidence,
        duplicate_note(copy.duplicate_of, retracted=bool(retraction and retraction.retracted)),
        resolved=first.evidence.resolved,
        cross_check=alike.evidence.cross_check if alike else _of_what_is_printed(first.evidence.cross_check, copy),
        candidates=first.evidence.candidates,
        retraction=retraction,
        **({"notice": held["notice"]} if "notice" in held else {}),
        **_checks_of_copy(first if alike is None else alike, copy),
    )


def _says_otherwise(copy: Duplicate, own: VerdictEntry, first: VerdictEntry) -> bool:
    """Whether a copy's own comparison says anything of it that the first one's does not."""
    if _IDENTIFIERS.intersection(copy.differs):
        return True  # it was asked for
    if (own.verdict, failed_fields(own)) == (first.verdict, failed_fields(first)):
        less = own.confidence < first.confidence or own.evidence.notes not in (None, first.evidence.notes)
        return bool(copy.differs) and (less or _differing(own) != _differing(first))
    # What it leaves out is no difference; but nobody is accused of what he did not print.
    return bool(copy.differs) or first.verdict in ACCUSING


def _differing(entry: VerdictEntry) -> list[object]:
    return [row for row in _checks_in(entry) if row["verdict"] == FieldVerdict.DIFFERS.value]


def _checks_in(entry: VerdictEntry) -> list[dict[str, object]]:
    return list((entry.evidence.model_extra or {}).get("checks", ()))


def _checks_of_copy(source: VerdictEntry, copy: Duplicate) -> dict[str, object]:
    """The checks of an audit without the printed values of what the copy leaves out."""
    if "checks" not in (source.evidence.model_extra or {}):
        return {}
    blank = {"verdict": FieldVerdict.NOT_PRINTED.value, "printed": "", "severity": None}
    lacking = {_CHECKED_AS.get(name, (name,)) for name in copy.lacks}
    left_out = {field for names in lacking for field in names}
    return {"checks": [row | blank if row["field"] in left_out else row for row in _checks_in(source)]}


_CHECKED_AS = {"authors": ("first_author", "authors"), "venue": ("journal",)}


def _of_what_is_printed(check: CrossCheck | None, copy: Duplicate) -> CrossCheck | None:
    """The first one's cross-check of the fields that the copy prints too; None where there are none."""
    if check is None or not copy.lacks:
        return check
    blank: dict[str, object] = {"parsed": None, "passed": None}
    title = check.title and check.title.model_copy(
        update={**blank, "similarity": None} if "title" in copy.lacks else {}
    )
    author = check.author and check.author.model_copy(update=blank if "authors" in copy.lacks else {})
    year = check.year and check.year.model_copy(update=blank if "year" in copy.lacks else {})
    shown = CrossCheck(title=title, author=author, year=year)
    printed = (part.parsed for part in (title, author, year) if part is not None)
    return shown if any(value is not None for value in printed) else None


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
