"""The object of verification_state.json becomes a snapshot.

Documents of another program have no `corrigenda` objects. What they do not say is filled with what is surely true
(the whole context is the scope) or with "not known" (API_FAIL without lookups is `unknown`, and is asked again).
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError

from state.document.writing import CLAIM_KEYS, JUDGMENT_KEYS, REFERENCE_KEYS
from state.errors import UserError
from state.judgment import Judgment
from state.lookup import Author, Record, RegistryName
from state.manuscript import (
    Check,
    Citation,
    Claim,
    Completeness,
    Manuscript,
    Numbering,
    Reference,
    Section,
    SectionKind,
    Source,
    SourceRole,
    Strictness,
    Template,
)
from state.resolution import STATUS_OF, AbstractSource, Identity, NoticeState, Resolution
from state.snapshot import RunInfo, Snapshot, StepName
from state.words import content_hash

Json = Mapping[str, Any]
FILE = "verification_state.json"


def read_document(document: Json) -> Snapshot:
    """The snapshot a document holds. Raises UserError naming the place that cannot be read."""
    meta, refs = _object(document, "meta", FILE), _object(document, "refs", FILE)
    try:
        parts = [_reference_parts(key, _object(refs, key, "refs")) for key in refs]
        claims = [claim for part in parts for claim in part.claims]
        step = _step(meta.get("last_step"))
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise UserError(f"{FILE}: {_one_line(error)}") from None
    references = tuple(part.reference for part in parts if part.reference)
    try:
        manuscript = _manuscript(meta, references, claims)
        run = _run(meta, document, step, manuscript)
        decisions = _beside(meta).get("decisions", [])
        return Snapshot.model_validate(
            {
                "run": run,
                "manuscript": manuscript,
                "resolutions": tuple(part.resolution for part in parts if part.resolution),
                "judgments": _in_claim_order([j for part in parts for j in part.judgments], manuscript.claims),
                "decisions": decisions,
            }
        )
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise UserError(f"{FILE}: meta: {_one_line(error)}") from None


class _Parts:
    """What one reference of the document holds."""

    def __init__(self, key: str, ref: Json) -> None:
        beside = _beside(ref)
        self.reference: Reference | None = None
        if not beside.get("dangling"):
            self.reference = _reference(key, ref, beside.get("reference"))
        self.claims = [_claim(key, claim, n) for n, claim in enumerate(ref.get("claims") or [], start=1)]
        self.resolution = _resolution(key, ref, beside.get("resolution")) if "abstract_source" in ref else None
        evidence = self.resolution.evidence.key if self.resolution else ""
        keys = {claim.claim_id: claim.content_key for claim in self.claims}
        self.judgments = [_judgment(item, keys, evidence) for item in ref.get("judgments") or []]


def _reference_parts(key: str, ref: Json) -> _Parts:
    try:
        return _Parts(key, ref)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise ValueError(f"refs.{key}: {_one_line(error)}") from None


def _reference(key: str, ref: Json, beside: Json | None) -> Reference:
    values = {field: ref.get(name) for name, field in REFERENCE_KEYS.items()}
    if beside is None:
        names = [name.strip() for name in re.split(r"[;,]| and ", ref.get("bib_authors") or "") if name.strip(" .")]
        number = int(key) if key.isdecimal() else None
        known = values["pmid"] or values["doi"]
        beside = {
            "authors": [{"family": name} for name in names],
            "number": number,
            "key": None if number is not None else key,
            "needs_manual_id": not known,
        }
    return Reference.model_validate({**beside, **values, "id": key})


def _claim(key: str, item: Json, ordinal: int) -> Claim:
    values = {name: item[name] for name in CLAIM_KEYS if name in item}
    beside = item.get("corrigenda")
    if beside is None:
        beside = _claim_defaults(key, item, ordinal)
    return Claim.model_validate({**beside, **values, "reference_id": key})


def _claim_defaults(key: str, item: Json, ordinal: int) -> Json:
    context, summary = str(item.get("context_raw") or ""), str(item.get("claim_summary") or "")
    marker = re.search(r"[\[［【][^\]］】]*\b" + re.escape(key) + r"\b[^\]］】]*[\]］】]", context)
    found = next((template for template in Template if template.value in summary), None)
    if found is None:
        strict = {Strictness.STRICT: Template.DATA, Strictness.STANDARD: Template.ONE_OF}
        found = strict.get(Strictness(item.get("severity", "Lenient")), Template.BACKGROUND)
    one_of = re.search(r"as one of (\d+) ref", summary)
    return {
        "claim_id": item.get("claim_id") or f"C{key}_{ordinal:03d}",
        "citation_id": f"imported:{key}:{ordinal}",
        "chapter": "",
        "section_kind": SectionKind.OTHER,
        "file": "",
        "line": 0,
        "excerpt": context[:80],
        "scope": [[0, len(context)]] if context else [],
        "marker": list(marker.span()) if marker else [0, 0],
        "template": found,
        "contribution": summary.partition("→")[2].strip(),
        "summary_by": "imported",
        "group_size": int(one_of[1]) if one_of else 1,
        "has_numeric": bool(item.get("numeric_values")),
        "context_raw": context,
        "claim_summary": summary,
        "severity": Strictness.LENIENT,
    }


def _resolution(key: str, ref: Json, beside: Json | None) -> Resolution:
    ratio = ref.get("title_match_score")
    rest = dict(beside) if beside is not None else _resolution_defaults(ref, ratio)
    evidence = {
        **rest.get("evidence", {}),
        "text": ref.get("api_abstract") or "",
        "source": AbstractSource(ref["abstract_source"] or "none"),
        "article_type": ref.get("api_article_type"),
    }
    short = bool(ref.get("fulltext_required_stepB", True))
    return Resolution.model_validate(
        {**rest, "reference_id": key, "title_ratio": ratio, "evidence": evidence, "fulltext_required_stepB": short}
    )


def _resolution_defaults(ref: Json, ratio: float | None) -> dict[str, Any]:
    source = ref.get("api_source")
    record = None
    if source:
        registry = RegistryName(source)
        record = Record(
            registry=registry,
            id=str(ref.get("bib_pmid") or ref.get("bib_doi") or ref.get("api_title") or ""),
            title=ref.get("api_title"),
            authors=tuple(Author(family=name) for name in ref.get("api_authors") or ()),
            year=ref.get("api_year"),
            venue=ref.get("api_journal"),
        )
    identity = _identity(record, ratio)
    status = STATUS_OF[identity]
    return {"identity": identity, "status": status, "record": record, "notice_state": NoticeState.UNKNOWN}


def _identity(record: Record | None, ratio: float | None) -> Identity:
    """V's thresholds, read backwards (decisions 1.9)."""
    if record is None or ratio is None:
        return Identity.UNKNOWN
    if ratio >= 0.85:
        return Identity.SAME
    return Identity.DOUBTFUL if ratio >= 0.60 else Identity.OTHER_EXISTS


def _judgment(item: Json, claim_keys: Mapping[str, str], evidence: str) -> Judgment:
    values = {name: item[name] for name in JUDGMENT_KEYS if name in item}
    beside = item.get("corrigenda")
    if beside is None:
        beside = {
            "judge": "imported",
            "rubric": "imported",
            "claim_key": claim_keys.get(str(item.get("claim_id")), ""),
            "evidence_key": evidence,
            "fulltext_required": False,
            "reasoning": "",
            "numeric_check": "N/A",
            "confidence": "preliminary",
        }
    return Judgment.model_validate({**beside, **values})


def _manuscript(meta: Json, references: tuple[Reference, ...], claims: list[Claim]) -> Manuscript:
    beside = _beside(meta).get("manuscript")
    if beside is not None:
        order = {c["id"]: n for n, c in enumerate(beside.get("citations", ()))}
        claims = sorted(
            claims, key=lambda claim: (order.get(claim.citation_id, len(order)), _place(claim, order, beside))
        )
        return Manuscript.model_validate({**beside, "references": references, "claims": claims})
    claims = sorted(claims, key=lambda claim: claim.line)
    chapters = list(dict.fromkeys(claim.chapter for claim in claims))
    cited = {claim.reference_id for claim in claims}
    listed = {reference.id for reference in references}
    text = "".join(claim.context_raw for claim in claims)
    chinese = sum("\u4e00" <= letter <= "\u9fff" for letter in text) * 3 > len(text)
    return Manuscript(
        sources=tuple(
            Source(name=name, role=role, format=name.rpartition(".")[2], sha256="")
            for role, key in ((SourceRole.MANUSCRIPT, "source_file"), (SourceRole.BIBLIOGRAPHY, "bib_file"))
            for name in str(meta.get(key) or "").split("; ")
            if name
        ),
        language="zh" if chinese else "en",
        sections=tuple(
            Section(index=n, heading=name, level=1, kind=SectionKind.OTHER, chapter=name)
            for n, name in enumerate(chapters)
        ),
        references=references,
        citations=tuple(
            Citation(
                id=claim.citation_id,
                printed=claim.context_raw[slice(*claim.marker)],
                reference_ids=(claim.reference_id,),
                file=claim.file,
                line=claim.line,
                section=chapters.index(claim.chapter),
            )
            for claim in claims
        ),
        claims=tuple(claims),
        numbering=Numbering(mode="list", chosen_by="imported"),
        completeness=Completeness(
            markers=len(claims),
            pointers=len(claims),
            bibliography_entries=len(references),
            orphans=tuple(reference.id for reference in references if reference.id not in cited),
            dangling=tuple(sorted(cited - listed)),
            checks=(Check(name="numbering", ran=False, why_not="imported"),),
        ),
    )


def _place(claim: Claim, order: Mapping[str, int], beside: Json) -> int:
    """Where a claim's reference stands in its marker: claims of one citation are in printed order."""
    citations = beside.get("citations", ())
    position = order.get(claim.citation_id)
    if position is None:
        return 0
    printed = list(citations[position].get("reference_ids", ()))
    return printed.index(claim.reference_id) if claim.reference_id in printed else len(printed)


def _run(meta: Json, document: Json, step: StepName | None, manuscript: Manuscript) -> RunInfo:
    created = _moment(meta.get("created"))
    beside = _beside(meta).get("run")
    if beside is None:
        beside = {
            "run_id": content_hash("import", document),
            "as_of": created,
            "judge": "rules",
            "language": manuscript.language,
            "version": "",
        }
    return RunInfo.model_validate({**beside, "created": created, "last_step": step})


def _in_claim_order(judgments: list[Judgment], claims: tuple[Claim, ...]) -> list[Judgment]:
    order = {claim.claim_id: n for n, claim in enumerate(claims)}
    return sorted(judgments, key=lambda judgment: (order.get(judgment.claim_id, 0), judgment.claim_id))


def _beside(level: Json) -> Json:
    beside = level.get("corrigenda") or {}
    if not isinstance(beside, dict):
        raise ValueError('"corrigenda" must be an object')
    return beside


def _object(parent: Json, key: str, where: str) -> Json:
    value = parent.get(key)
    if not isinstance(value, dict):
        raise UserError(f'{FILE}: {where}: "{key}" must be an object; is this a verification_state.json?')
    return value


def _step(value: Any) -> StepName | None:
    if value is None or value == "":
        return None
    if value not in tuple(StepName):
        raise ValueError(f"meta.last_step: {value!r} is not one of {', '.join(StepName)}")
    return StepName(value)


def _moment(value: Any) -> datetime:
    try:
        moment = TypeAdapter(datetime).validate_python(value)
    except ValidationError:
        raise ValueError(f"created: {value!r} is not a time such as 2026-03-27T10:00:00Z") from None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _one_line(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        return f"{place}: {first['msg']}" if place else str(first["msg"])
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return str(error).splitlines()[0] if str(error) else type(error).__name__
