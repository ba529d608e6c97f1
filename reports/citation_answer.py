"""verifyCitation's answer, read off a stored identity by the table of decisions 1.9, column C.

Pure. docs/cite.md tells users what is in it.
"""

from dataclasses import asdict
from difflib import SequenceMatcher

from reports.citation_caveats import caveat, caveats_of
from reports.citation_compared import is_at_identifier, shown_record
from reports.citation_verdict import confidence_of, verdict_of
from reports.csl_item import csl_item
from reports.retraction_view import retraction_answer
from state.citation_check import (
    CheckCandidate,
    CheckConfidence,
    CheckProvenance,
    CheckVerdict,
    ClaimedCitation,
    ComparedWith,
    JudgedSentence,
    LlmScreen,
    Mismatch,
    RegistrySearched,
    RetractionTold,
    VerifyAnswer,
)
from state.lookup import QueryKind, Record
from state.manuscript import Reference
from state.resolution import Field, FieldVerdict, Identity, Resolution

_SHOWN_DIGITS = 4
_FIELDS = {
    Field.TITLE: "title",
    Field.FIRST_AUTHOR: "first_author",
    Field.YEAR: "year",
    Field.JOURNAL: "container",
}


def citation_answer(
    claimed: ClaimedCitation,
    reference: Reference,
    resolution: Resolution,
    compared: ComparedWith,
    *,
    sentence: JudgedSentence | None = None,
    not_judged: bool = False,
    screen: LlmScreen | None = None,
    language: str = "en",
) -> VerifyAnswer:
    """The answer about a claim: `reference` is the claim as it was looked up, `compared` what else is known of it.
    `not_judged`: a sentence was given and could not be judged, since the work is not known. `screen` may raise a
    mismatch to a match of low confidence, and does nothing else.

    `ok` is false, without a verdict, where the outcome hangs on a service that could not be asked.
    """
    verdict = verdict_of(resolution, compared)
    confidence = confidence_of(verdict, resolution, compared) if verdict is not None else None
    if screen is not None and screen.verdict == "informal_abbreviation" and verdict is CheckVerdict.MISMATCH:
        verdict, confidence = CheckVerdict.MATCHED, CheckConfidence.LOW
    shown = shown_record(resolution, compared) if verdict is not None else None
    return VerifyAnswer(
        ok=resolution.identity is not Identity.UNKNOWN,
        verdict=verdict,
        confidence=confidence,
        matched=csl_item(shown) if shown is not None else None,
        mismatches=_mismatches(claimed, reference, resolution, compared, shown),
        candidates=_candidates(resolution, compared, shown),
        reason="unavailable" if resolution.identity is Identity.UNKNOWN else None,
        skipped_reason="insufficient_claim" if resolution.identity is Identity.UNREADABLE else None,
        retraction=_retraction(resolution),
        claim=sentence,
        provenance=CheckProvenance(
            stages_run=_stages(resolution, screen),
            resolved_via=_resolved_via(resolution, compared, shown),
            registries_searched=_searched(resolution, compared),
            llm_screen=screen or LlmScreen(),
            caveats=(
                *caveats_of(claimed, resolution, compared, shown, screen, language),
                *((caveat("claim_not_judged", language),) if not_judged else ()),
            ),
        ),
    )


def wants_screen(answer: VerifyAnswer) -> bool:
    """Whether a model's word on the titles is of use: of a mismatch, or where the verdict is of low confidence."""
    return answer.verdict is CheckVerdict.MISMATCH or answer.confidence is CheckConfidence.LOW


def _mismatches(
    claimed: ClaimedCitation,
    reference: Reference,
    resolution: Resolution,
    compared: ComparedWith,
    shown: Record | None,
) -> tuple[Mismatch, ...]:
    """The fields in which the claim differs from the work shown, where no registry agrees with the claim."""
    if shown is None:
        return ()
    if shown is not resolution.record:
        ratio = compared.identifier_ratio
        title = Mismatch(field="title", claimed=claimed.title, resolved=shown.title or "", similarity=_rounded(ratio))
        return (title,)
    found = []
    for check in resolution.checks:
        name = _FIELDS.get(check.field)
        if name is None or check.verdict is not FieldVerdict.DIFFERS:
            continue
        if check.field is Field.YEAR and check.recorded.isdecimal() and reference.year is not None:
            found.append(Mismatch(field="year", claimed=reference.year, resolved=int(check.recorded), similarity=None))
            continue
        printed, recorded = check.printed, check.recorded
        if check.field is Field.FIRST_AUTHOR:  # the family name is what was compared
            printed, recorded = printed.partition(",")[0], recorded.partition(",")[0]
        alike = resolution.title_ratio if check.field is Field.TITLE else _likeness(printed, recorded)
        values = {"field": name, "claimed": printed, "resolved": recorded, "similarity": _rounded(alike)}
        found.append(Mismatch.model_validate(values))
    return tuple(found)


def _likeness(a: str, b: str) -> float:
    return SequenceMatcher(None, a.casefold(), b.casefold()).ratio()


def _rounded(ratio: float | None) -> float | None:
    return None if ratio is None else round(ratio, _SHOWN_DIGITS)


def _candidates(resolution: Resolution, compared: ComparedWith, shown: Record | None) -> tuple[CheckCandidate, ...]:
    """The works found by title, the likeliest first: the one found elsewhere, the one that is alike, the others."""
    found = []
    if resolution.elsewhere is not None:
        found.append(_candidate((resolution.elsewhere,), compared.elsewhere_ratio))
    if resolution.record is not None and shown is not resolution.record:
        found.append(_candidate((resolution.record, *resolution.supporting), resolution.title_ratio))
    others = sorted(resolution.candidates, key=lambda one: -one.ratio)
    return (*found, *(_candidate((one.record,), one.ratio) for one in others))


def _candidate(records: tuple[Record, ...], ratio: float | None) -> CheckCandidate:
    registries = tuple(dict.fromkeys(record.registry.value for record in records))
    return CheckCandidate(item=csl_item(records[0]), registries=registries, score=_rounded(ratio))


def _stages(resolution: Resolution, screen: LlmScreen | None) -> tuple[str, ...]:
    kinds = {note.query.kind for note in resolution.lookups}
    stages = {
        "compare": bool(kinds - {QueryKind.TITLE}) or resolution.record is not None,
        "search": QueryKind.TITLE in kinds,
        "llm_screen": screen is not None and screen.applied,
    }
    return tuple(name for name, ran in stages.items() if ran)


def _resolved_via(resolution: Resolution, compared: ComparedWith, shown: Record | None) -> str | None:
    if shown is None:
        return None
    if compared.identifier is not None and (shown is not resolution.record or is_at_identifier(resolution, compared)):
        return compared.identifier[0]
    return "title" if any(note.query.kind is QueryKind.TITLE for note in resolution.lookups) else None


def _searched(resolution: Resolution, compared: ComparedWith) -> tuple[RegistrySearched, ...]:
    counts = {(registry, kind): count for registry, kind, count in compared.counts}
    found: dict[tuple[str, str], RegistrySearched] = {}
    for note in resolution.lookups:
        key = (note.query.registry.value, note.query.kind.value)
        ok = note.outcome != "unavailable"
        told = RegistrySearched(
            registry=key[0],
            by=key[1],
            ok=ok,
            count=counts.get(key, 0) if ok else 0,
            reason=note.reason.value if note.reason is not None else None,
        )
        if key not in found or not ok:
            found[key] = told
    return tuple(found.values())


def _retraction(resolution: Resolution) -> RetractionTold | None:
    """None where nobody was asked about anything."""
    return RetractionTold.model_validate(asdict(retraction_answer(resolution))) if resolution.lookups else None
