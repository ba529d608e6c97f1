"""The vocabulary of the envelope, schema version 2: what a task says to other programs.

Shapes are those of the research-verification contract. Where it closes a set, other words are refused; where it says
nothing, further keys are kept, so that an envelope written by others comes out as it went in. Which shape `data` has
depends on `meta.skill` and `data.task`: `shape_of` decides, `typed` builds. `templates/envelope.schema.json` says the
same as a JSON Schema. What no shape can say (counts, ids, mirrored duplicates) is in `reports/envelope_rules.py`.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Generic, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, model_validator
from pydantic_core import PydanticCustomError

from state.envelope_words import (
    CLAIM_TASKS,
    MOST_CANDIDATES,
    REFERENCE_TASKS,
    SCHEMA_VERSION,
    SKILL,
    ClaimType,
    Depth,
    OutputFormat,
    PassFail,
    Rating,
    ReferenceVerdict,
    SourceFormat,
    Stage,
    Status,
    Task,
)


def _whole(value: object) -> object:
    """JSON knows one kind of number: 2.0 is the whole number 2, as JSON Schema has it."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _present(value: object) -> object:
    """A key that may be left out may not be null."""
    if value is None:
        raise PydanticCustomError("null", "leave the key out instead of null")
    return value


def _names(value: object) -> object:
    """One fault for a list that is none of names, not one for each of its values."""
    if isinstance(value, list) and not all(isinstance(name, str) for name in value):
        raise PydanticCustomError("names", "must be a list of texts")
    return value


def _elsewhere(_: object) -> object:
    raise PydanticCustomError("section", "this section belongs to another kind of task")


NOT_BLANK = r"[^\s\u0000-\u001f\u0085\u200b\ufeff]"
"""Something to see. White space is spelt out where Python, Rust and JavaScript mean other characters by it."""

Text = Annotated[str, Strict()]
Named = Annotated[str, Strict(), Field(pattern=NOT_BLANK)]
Whole = Annotated[int, BeforeValidator(_whole), Strict()]
Count = Annotated[int, BeforeValidator(_whole), Strict(), Field(ge=0)]
Share = Annotated[float, Strict(), Field(ge=0, le=1)]
Flag = Annotated[bool, Strict()]
Names = Annotated[tuple[Text, ...], BeforeValidator(_names)]
NotNull = BeforeValidator(_present)
NotHere = Annotated[None, BeforeValidator(_elsewhere)]
"""A section that this kind of task leaves out: present with any value, null included, it is refused."""


class Part(BaseModel):
    """A part of an envelope: immutable; further keys are kept."""

    model_config = ConfigDict(frozen=True, extra="allow")


class Meta(Part):
    """Who wrote the envelope, and when. `run_id` is 8-4-4-4-12 hex digits of any UUID version."""

    skill: Annotated[Text, Field(pattern=r"^[a-z][a-z0-9-]*[a-z0-9]$")]
    version: Annotated[
        Text,
        Field(
            pattern=r"^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?"
            r"(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$"
        ),
    ]
    schema_version: Annotated[Whole, Field(ge=SCHEMA_VERSION, le=SCHEMA_VERSION)]
    run_id: Annotated[Text, Field(pattern=r"^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$")]
    timestamp: Annotated[
        Text,
        Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|[+-][0-9]{2}:?[0-9]{2})$"),
    ]
    input_count: Annotated[Count | None, NotNull] = None


class Parsed(Part):
    """A reference as it was given. Older envelopes leave fields out."""

    doi: Text | None = None
    title: Text | None = None
    authors: Names | None = None
    year: Whole | None = None
    venue: Text | None = None
    source_format: SourceFormat | None = None
    raw: Text | None = None


class Resolved(Part):
    """The same reference as a registry has it. The hash is sha256 over the first 4 KiB of the answer's body."""

    doi: Text | None = None
    title: Text | None = None
    authors: Names | None = None
    year: Whole | None = None
    venue: Text | None = None
    source: Text | None = None
    raw_response_hash: Text | None = None


class TextCheck(Part):
    """Printed against recorded. `passed` is None where one side is blank and nothing was compared."""

    parsed: Text | None
    resolved: Text | None
    passed: Flag | None = Field(alias="pass")


class TitleCheck(TextCheck):
    """The titles, and how alike they are from 0 to 1."""

    similarity: Share | None


class YearCheck(Part):
    """The years."""

    parsed: Whole | None
    resolved: Whole | None
    passed: Flag | None = Field(alias="pass")


class CrossCheck(Part):
    """The pairs that were compared."""

    title: Annotated[TitleCheck | None, NotNull] = None
    author: Annotated[TextCheck | None, NotNull] = None
    year: Annotated[YearCheck | None, NotNull] = None


class Candidate(Part):
    """A work that a search by title brought up."""

    source: Text | None = None
    score: Share | None = None
    title: Text | None = None
    authors: Names | None = None
    year: Whole | None = None
    doi: Text | None = None
    url: Text | None = None


class Retraction(Part):
    """Whether it was asked, and what came back."""

    checked: Flag
    retracted: Flag


class ReferenceEvidence(Part):
    """What a verdict rests on. All keys but `retraction` are there in every envelope, null where nothing applies."""

    parsed: Parsed
    resolved: Resolved | None
    cross_check: CrossCheck | None
    candidates: Annotated[tuple[Candidate, ...], Field(max_length=MOST_CANDIDATES)]
    abstract_snippet: Text | None
    retraction: Retraction | None = None
    notes: Text | None


class VerdictEntry(Part):
    """One parsed reference, duplicates included."""

    reference_id: Named
    verdict: ReferenceVerdict
    confidence: Share
    evidence: ReferenceEvidence


class VerdictSummary(BaseModel):
    """How many references have which verdict: six keys and no other. `fabricated` sums `FLAGGED`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    verified: Count
    partially_supported: Count
    unsupported: Count
    contradicted: Count
    fabricated: Count
    unverifiable: Count


class SelfCheck(Part):
    """The seven self-checks of a reference-level task."""

    __pydantic_extra__: dict[str, PassFail]

    all_evaluated: PassFail
    no_false_verified: PassFail
    contradictions: PassFail
    unverifiable_noted: PassFail
    format_match: PassFail
    verify_framework: PassFail
    verdicts_complete: PassFail


class ClaimEvidence(Part):
    """The passage a rating rests on, where it stands, and the reasoning."""

    quote: Text | None
    source: Text | None
    notes: Text | None


class ClaimEntry(Part):
    """One claim of the text."""

    claim_id: Named
    claim: Named
    claim_type: ClaimType
    rating: Rating
    confidence: Share
    evidence: ClaimEvidence


class ErrorEntry(Part):
    """What could not be parsed, resolved or compared, and which reference is another's duplicate."""

    reference_id: Text | None = None
    stage: Annotated[Stage | None, NotNull] = None
    reason: Text
    raw: Text | None = None


class Body(Part):
    """What every task of the skill says. Also the shape of a body whose task nobody knows: `task` refuses it."""

    task: Task
    verification_depth: Annotated[Depth | None, NotNull] = None
    output_format: Annotated[OutputFormat | None, NotNull] = None
    content: Annotated[Text | None, NotNull] = None


class ReferenceBody(Body):
    """`data` of verify_citations and bibliography_audit."""

    citations_checked: Count
    verdict_summary: VerdictSummary
    verdicts: tuple[VerdictEntry, ...]
    self_check: Annotated[SelfCheck | None, NotNull] = None
    claims_evaluated: NotHere = Field(default=None, exclude=True)
    claims: NotHere = Field(default=None, exclude=True)


class ClaimBody(Body):
    """`data` of verify_claims, alignment_audit and evidence_check."""

    claims_evaluated: Count
    claims: tuple[ClaimEntry, ...]
    citations_checked: NotHere = Field(default=None, exclude=True)
    verdict_summary: NotHere = Field(default=None, exclude=True)
    verdicts: NotHere = Field(default=None, exclude=True)
    self_check: NotHere = Field(default=None, exclude=True)


class DetectionBody(Body):
    """`data` of ai_detection: prose only."""

    claims_evaluated: NotHere = Field(default=None, exclude=True)
    claims: NotHere = Field(default=None, exclude=True)
    citations_checked: NotHere = Field(default=None, exclude=True)
    verdict_summary: NotHere = Field(default=None, exclude=True)
    verdicts: NotHere = Field(default=None, exclude=True)
    self_check: NotHere = Field(default=None, exclude=True)


class OtherBody(Part):
    """`data` of another skill: only its self-checks are known."""

    self_check: Annotated[dict[str, PassFail] | None, NotNull] = None


AnyBody = TypeVar("AnyBody", bound=Part)


class Envelope(Part, Generic[AnyBody]):
    """One run of one task. `self_check` belongs into `data`; some writers put it here, and it counts as there."""

    meta: Meta
    status: Status
    data: AnyBody
    self_check: Annotated[dict[str, PassFail] | None, NotNull] = None
    errors: tuple[ErrorEntry, ...]

    @model_validator(mode="after")
    def _across_parts(self) -> Self:
        if faults := across(self.model_dump(mode="json", by_alias=True, exclude_unset=True)):
            raise PydanticCustomError("across", "{what}", {"what": str(faults[0])})
        return self


KnownEnvelope = Envelope[ReferenceBody] | Envelope[ClaimBody] | Envelope[DetectionBody] | Envelope[OtherBody]
Across = tuple[tuple[str, ...], str]
"""Where (keys from the root) and which kind of fault: `missing`, `content_empty` or `section`."""


def _object(raw: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = raw.get(key)
    return value if isinstance(value, Mapping) else {}


def _task(raw: Mapping[str, Any]) -> Task | None:
    """The task of an envelope of this skill, None for another skill's or an unknown task."""
    task = _object(raw, "data").get("task")
    return Task(task) if _is_ours(raw) and isinstance(task, str) and task in set(Task) else None


def _is_ours(raw: Mapping[str, Any]) -> bool:
    return bool(_object(raw, "meta").get("skill") == SKILL)


def across(raw: Mapping[str, Any]) -> list[Across]:
    """What is wrong between parts of an envelope that JSON has been read from, however broken its parts are.

    A finished task has content, empty only where the format is json and the machine-readable data lies in verdicts or
    claims; a reference-level task has its seven self-checks; a task of another kind has none.
    """
    task, data = _task(raw), _object(raw, "data")
    faults: list[Across] = []
    if task and raw.get("status") in (Status.SUCCESS, Status.PARTIAL):
        content = data.get("content")
        may_be_empty = data.get("output_format") == OutputFormat.JSON and task in REFERENCE_TASKS | CLAIM_TASKS
        if "content" not in data:
            faults.append((("data", "content"), "missing"))
        elif isinstance(content, str) and not re.search(NOT_BLANK, content) and not (may_be_empty and content == ""):
            faults.append((("data", "content"), "content_empty"))
    if task in REFERENCE_TASKS and "self_check" not in data:
        told = raw.get("self_check")
        if "self_check" not in raw:
            faults.append((("data", "self_check"), "missing"))
        elif isinstance(told, Mapping):
            faults.extend((("self_check", name), "missing") for name in SELF_CHECKS if name not in told)
    elif task and task not in REFERENCE_TASKS and "self_check" in raw:
        faults.append((("self_check",), "section"))
    return faults


SELF_CHECKS = tuple(SelfCheck.model_fields)


def shape_of(raw: Mapping[str, Any]) -> type[KnownEnvelope]:
    """Which envelope `meta.skill` and `data.task` ask for."""
    if not _is_ours(raw):
        return Envelope[OtherBody]
    task = _task(raw)
    if task in REFERENCE_TASKS:
        return Envelope[ReferenceBody]
    if task in CLAIM_TASKS:
        return Envelope[ClaimBody]
    return Envelope[DetectionBody] if task else Envelope[Body]  # type: ignore[return-value]  # refuses its task


def typed(raw: Mapping[str, Any]) -> KnownEnvelope:
    """The envelope that JSON was read into. pydantic.ValidationError with every fault of structure where it is none."""
    return shape_of(raw).model_validate(raw)


def plain(envelope: KnownEnvelope) -> dict[str, Any]:
    """The envelope as JSON values, keys as they were given; what was left out stays out."""
    return envelope.model_dump(mode="json", by_alias=True, exclude_unset=True)
