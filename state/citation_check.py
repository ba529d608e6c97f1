"""verifyCitation's vocabulary: a claimed citation goes in, an answer about it comes out (004).

The keys are that system's own; where it says no more than a key, its meaning here is in docs/cite.md.
"""

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, ConfigDict, Field, StringConstraints, field_validator, model_validator

from state.lookup import Record
from state.words import Word

MOST_AUTHORS = 50
_UNPRINTABLE = frozenset(map(chr, (*range(9), 11, 12, *range(14, 32), 127)))

Short = Annotated[str, StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=50)]
Doi = Annotated[str, StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=200)]
Name = Annotated[str, StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=200)]
Container = Annotated[str, StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=500)]
Long = Annotated[str, StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=2000)]

IDENTIFIERS = ("doi", "pmid", "pmcid", "arxiv", "ads", "isbn", "issn", "whoIrisUrl")
"""The identifiers a claim may have, by priority: the first one given is the claim's."""


class ClaimedAuthor(Word):
    """One author as cited."""

    family: Name
    given: Name | None = None


class ClaimedCitation(Word):
    """One citation as cited. A title is all it must have."""

    title: Long
    doi: Doi | None = None
    pmid: Short | None = None
    pmcid: Short | None = None
    isbn: Short | None = None
    arxiv: Short | None = None
    issn: Short | None = None
    ads: Short | None = None
    whoIrisUrl: Long | None = None  # noqa: N815 (the system's own key)
    author: Name | None = None
    """Family name of the first author, where `authors` is not given."""
    authors: tuple[ClaimedAuthor, ...] = Field(default=(), max_length=MOST_AUTHORS)
    year: Annotated[int, Field(strict=True, ge=0, le=9999)] | None = None
    container: Container | None = None

    @field_validator("*")
    @classmethod
    def _printable(cls, value: Any) -> Any:
        """Characters that no citation has and no store keeps: control characters, halves of surrogate pairs."""
        if isinstance(value, str) and any(c in _UNPRINTABLE or "\ud800" <= c <= "\udfff" for c in value):
            raise ValueError("holds a character that cannot be printed")
        return value

    @model_validator(mode="after")
    def _one_form_of_authors(self) -> "ClaimedCitation":
        if self.author is not None and self.authors:
            raise ValueError("give `author` or `authors`, not both")
        return self

    @property
    def identifiers(self) -> tuple[tuple[str, str], ...]:
        """(key, value as given) of every identifier, by priority."""
        given = ((name, getattr(self, name)) for name in IDENTIFIERS)
        return tuple((name, value) for name, value in given if value is not None)


class CheckOptions(Word):
    """How a claim is to be checked."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    bypassCache: Annotated[bool, Field(strict=True)] = False  # noqa: N815
    screenWithLlm: Annotated[bool, Field(strict=True)] = Field(  # noqa: N815
        default=False, validation_alias=AliasChoices("screenWithLlm", "screen_with_llm")
    )


class CheckVerdict(StrEnum):
    """The closed set of 004."""

    MATCHED = "matched"
    MISMATCH = "mismatch"
    AMBIGUOUS = "ambiguous"
    NOT_FOUND = "not_found"


class CheckConfidence(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class ComparedWith(Word):
    """What is known about a claim beyond its stored resolution, for the answer to be read off both."""

    identifier: tuple[str, str] | None = None
    """The claim's identifier: its key, and the value it was looked up by."""
    at_identifier: tuple[Record, ...] = ()
    """What the registries hold under it, in the order asked."""
    identifier_outcome: Literal["found", "not_found", "unavailable"] | None = None
    identifier_ratio: float | None = None
    """Of the claimed title and that of the first of these records; None where they cannot be compared."""
    elsewhere_ratio: float | None = None
    """Of the claimed title and that of the work found elsewhere."""
    truncated: bool = False
    """The claimed title is the beginning of the record's, or the other way round."""
    author_normalised: bool = False
    """The first authors agree, and their names are written differently."""
    others: tuple[tuple[str, str], ...] = ()
    """The further identifiers given: key and cleaned value."""
    whole: Record | None = None
    """The journal that the claim's ISSN names, or the book that its ISBN names and the work is a part of."""
    whole_outcome: Literal["found", "not_found", "unavailable"] | None = None
    container_agrees: bool | None = None
    """Whether the claimed container is that journal or book."""
    counts: tuple[tuple[str, str, int], ...] = ()
    """(registry, kind of query, records) of every look-up that found something."""


class Mismatch(Word):
    """One field of the claim against the work shown as `matched`."""

    field: Literal["title", "first_author", "year", "container"]
    claimed: str | int
    resolved: str | int
    similarity: float | None
    """0 to 1, of the texts; None for a year."""


CslItem = dict[str, Any]
"""A CSL-JSON item, as citation processors read it."""


class CheckCandidate(Word):
    """A work that a search by title found."""

    item: CslItem
    registries: tuple[str, ...]
    score: float | None
    """The likeness of its title and the claimed one, 0 to 1."""


class RegistrySearched(Word):
    """One registry and what it was asked by."""

    registry: str
    by: str
    """`title`, or the kind of the identifier."""
    ok: bool
    """Whether it answered; that it does not have the work is an answer."""
    count: int
    reason: str | None = None
    """Why it could not be asked."""


class LlmScreen(Word):
    """A model's word on two titles. It is asked only with the user's permission."""

    applied: bool = False
    verdict: Literal["informal_abbreviation", "different_paper", "uncertain"] | None = None


class CheckProvenance(Word):
    """Who was asked, and what the answer rests on."""

    stages_run: tuple[Literal["compare", "search", "llm_screen"], ...]
    resolved_via: str | None
    """The key of the identifier that led to `matched`, `title` where a search did, None where nothing did."""
    registries_searched: tuple[RegistrySearched, ...]
    llm_screen: LlmScreen = LlmScreen()
    caveats: tuple[str, ...] = ()
    """What speaks for caution, `code: sentence` each."""


class RetractionNoticeTold(Word):
    """One notice about the work (checkRetraction's `notices`)."""

    type: str
    label: str
    doi: str | None
    date: str | None
    source: str


class RetractionTold(Word):
    """checkRetraction's answer about the cited work."""

    isRetracted: bool | None  # noqa: N815
    hasCorrections: bool  # noqa: N815
    hasConcern: bool  # noqa: N815
    notices: tuple[RetractionNoticeTold, ...]
    title: str | None
    doi: str | None
    reason: str | None


class JudgedSentence(Word):
    """The sentence given with the claim, judged against the cited work (Ref Verifier's single-item mode)."""

    verdict: str | None
    """PASS, PARTIAL-A, PARTIAL-B or FAIL; None: undecided, and `undecided` says why."""
    undecided: str | None = None
    confidence: str
    fulltext_required: bool
    reasoning: str
    quotations: tuple[str, ...]
    """Word for word from the evidence."""
    numeric_check: str
    severity: str
    """How strictly it was judged."""
    claim_summary: str
    evidence_source: str
    judge: str
    cross_validated: bool
    conflict: bool


class VerifyAnswer(Word):
    """verifyCitation's answer. With `ok` false there is no verdict: `reason` says why."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    ok: bool
    verdict: CheckVerdict | None
    confidence: CheckConfidence | None
    matched: CslItem | None = None
    """What the identifier resolves to, else what the title does."""
    mismatches: tuple[Mismatch, ...] = ()
    candidates: tuple[CheckCandidate, ...] = ()
    reason: Literal["unavailable"] | None = None
    skipped_reason: Literal["insufficient_claim"] | None = None
    retraction: RetractionTold | None = None
    claim: JudgedSentence | None = None
    """Only where a sentence was given."""
    provenance: CheckProvenance = Field(alias="_provenance")


def plain_answer(answer: VerifyAnswer) -> dict[str, Any]:
    """The answer as JSON values, under the system's own keys; what concerns only some answers is there only then."""
    plain = answer.model_dump(mode="json", by_alias=True)
    for name in ("reason", "skipped_reason", "claim"):
        if plain[name] is None:
            del plain[name]
    return plain
