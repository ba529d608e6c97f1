"""A snapshot becomes the object of verification_state.json."""

from collections.abc import Iterable
from typing import Any

from state.judgment import Judgment
from state.manuscript import Claim, Reference, SourceRole
from state.resolution import MetadataStatus, Resolution
from state.snapshot import Snapshot, StepName
from state.words import Word

Json = dict[str, Any]

SCHEMA = 1
"""Version of the `corrigenda` objects."""

CLAIM_KEYS = (
    "claim_id",
    "chapter",
    "line",
    "context_raw",
    "context_confidence",
    "claim_summary",
    "severity",
    "has_numeric",
    "numeric_values",
    "fulltext_likely",
    "method_needs_human_confirm",
)
"""V's keys of a claim, in V's order; each is the field of the same name of `Claim`."""

JUDGMENT_KEYS = (
    "claim_id",
    "verdict",
    "confidence",
    "fulltext_required",
    "reasoning",
    "numeric_check",
    "cross_validated",
    "cv_verdict",
    "cv_reasoning",
)
"""V's keys of a judgment; each is the field of the same name of `Judgment`."""

REFERENCE_KEYS = {
    "bib_title": "title",
    "bib_year": "year",
    "bib_journal": "journal",
    "bib_pmid": "pmid",
    "bib_doi": "doi",
}
"""V's key → the field of `Reference` it is, without loss."""

ISO = "%Y-%m-%dT%H:%M:%SZ"


def write_document(snapshot: Snapshot) -> Json:
    """The document of a snapshot, keys in V's order."""
    resolutions = {r.reference_id: r for r in snapshot.resolutions}
    judgments = {j.claim_id: j for j in snapshot.judgments}
    claims: dict[str, list[Claim]] = {}
    for claim in snapshot.manuscript.claims:
        claims.setdefault(claim.reference_id, []).append(claim)
    judged = snapshot.run.last_step in (StepName.C, StepName.D)
    refs = {
        reference.id: _reference(
            reference, claims.get(reference.id, []), resolutions.get(reference.id), judgments, judged
        )
        for reference in snapshot.manuscript.references
    }
    for identifier, own in claims.items():
        if identifier not in refs:
            refs[identifier] = _dangling(own)
    return {"meta": _meta(snapshot), "refs": refs}


def _meta(snapshot: Snapshot) -> Json:
    run, manuscript = snapshot.run, snapshot.manuscript
    names = {role: [s.name for s in manuscript.sources if s.role is role] for role in SourceRole}
    shell = _rest(manuscript, ("references", "claims"))
    return {
        "source_file": "; ".join(names[SourceRole.MANUSCRIPT]),
        "bib_file": "; ".join(names[SourceRole.BIBLIOGRAPHY]),
        "created": run.created.strftime(ISO),
        "last_step": run.last_step.value if run.last_step else None,
        "total_refs": len(manuscript.references),
        "total_claims": len(manuscript.claims),
        "corrigenda": {
            "schema": SCHEMA,
            "run": {**_rest(run, ("created", "last_step", "as_of")), "as_of": run.as_of.strftime(ISO)},
            "manuscript": shell,
            "decisions": [_rest(decision, ()) for decision in snapshot.decisions],
        },
    }


def _reference(
    reference: Reference,
    claims: list[Claim],
    resolution: Resolution | None,
    judgments: dict[str, Judgment],
    judged: bool,
) -> Json:
    own = [judgments[claim.claim_id] for claim in claims if claim.claim_id in judgments]
    out: Json = {
        "bib_title": reference.title,
        "bib_authors": ", ".join(author.display for author in reference.authors),
        "bib_year": reference.year,
        "bib_journal": reference.journal,
        "bib_pmid": reference.pmid,
        "bib_doi": reference.doi,
        "claims": [_claim(claim) for claim in claims],
    }
    beside: Json = {"reference": _rest(reference, ("id", *REFERENCE_KEYS.values()))}
    if resolution is not None:
        out |= _api(resolution)
        beside["resolution"] = _resolution_rest(resolution)
    if own or (judged and resolution is not None):
        out["judgments"] = [_judgment(judgment) for judgment in own]
    return {**out, "corrigenda": beside}


def _dangling(claims: list[Claim]) -> Json:
    """A number that is cited and has no entry: V has no place for it, its claims do."""
    empty = dict.fromkeys(("bib_title", "bib_authors", "bib_year", "bib_journal", "bib_pmid", "bib_doi"))
    return {**empty, "claims": [_claim(claim) for claim in claims], "corrigenda": {"dangling": True}}


def _claim(claim: Claim) -> Json:
    dumped = claim.model_dump(mode="json")
    return {**{key: dumped[key] for key in CLAIM_KEYS}, "corrigenda": _rest(claim, ("reference_id", *CLAIM_KEYS))}


def _judgment(judgment: Judgment) -> Json:
    dumped = judgment.model_dump(mode="json")
    return {**{key: dumped[key] for key in JUDGMENT_KEYS}, "corrigenda": _rest(judgment, JUDGMENT_KEYS)}


def _api(resolution: Resolution) -> Json:
    record, evidence = resolution.record, resolution.evidence
    return {
        "api_source": record.registry.value if record else None,
        "api_title": record.title if record else None,
        "api_authors": [author.display for author in record.authors] if record else [],
        "api_year": record.year if record else None,
        "api_journal": record.venue if record else None,
        "api_article_type": evidence.article_type,
        "api_abstract": evidence.text or None,
        "abstract_source": evidence.source.value,
        "title_match_score": resolution.title_ratio,
        "title_match_ok": resolution.title_ratio is not None and resolution.title_ratio >= 0.85,
        "metadata_issues": _issues(resolution),
        "fulltext_required_stepB": resolution.fulltext_required_stepB,
    }


def _issues(resolution: Resolution) -> list[str]:
    status = [] if resolution.status is MetadataStatus.OK else [resolution.status.value]
    found = [
        f"{d.field.value}: printed {d.printed}, recorded {d.recorded} ({d.registry.value})"
        for d in resolution.discrepancies
    ]
    return status + found


def _resolution_rest(resolution: Resolution) -> Json:
    rest = _rest(resolution, ("reference_id", "title_ratio", "fulltext_required_stepB", "evidence"))
    evidence = _rest(resolution.evidence, ("text", "source", "article_type"))
    return {**rest, "evidence": evidence} if evidence else rest


def _rest(word: Word, without: Iterable[str]) -> Json:
    """A word's fields but those V has a place for, defaults left out."""
    return word.model_dump(mode="json", exclude=set(without), exclude_defaults=True)
