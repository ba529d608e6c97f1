"""A snapshot with its cross-references looked up once: what belongs to which reference and claim, in which order."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from state.decision import Decision, DecisionKind
from state.judgment import Confidence, Judgment, Undecided, Verdict
from state.lookup import Notice, NoticeType
from state.manuscript import Claim, Reference, Section, SourceRole
from state.resolution import Identity, NoticeState, Resolution
from state.snapshot import Snapshot, StepName

RETRACTING = frozenset({NoticeType.RETRACTION, NoticeType.REMOVAL, NoticeType.WITHDRAWAL})

NO_VERDICT_BY_IDENTITY: dict[Identity, str] = {
    Identity.OTHER_EXISTS: "mismatch",
    Identity.OTHER_NOWHERE: "mismatch",
    Identity.NONE: "not_found",
    Identity.UNKNOWN: "unavailable",
    Identity.AGENCY_ONLY: "agency_only",
    Identity.PAGE_ONLY: "page_only",
    Identity.UNREADABLE: "unreadable",
}
"""Why a claim of such a reference has no verdict, where no judge was called."""

MISMATCH = frozenset({Identity.OTHER_EXISTS, Identity.OTHER_NOWHERE})
NOT_LOOKED_UP = frozenset({Identity.UNKNOWN, Identity.UNREADABLE})
"""Identities that say nothing about the work: something could not be asked, or there was nothing to ask with."""

_NEVER_JUDGED = MISMATCH | {Identity.UNREADABLE, Identity.PAGE_ONLY}
_NEEDS_ANSWERS = frozenset({Identity.NONE, Identity.OTHER_NOWHERE})

JUDGE_CALLED = frozenset(
    {Undecided.NO_ANSWER.value, Undecided.QUOTATION.value, Undecided.CANNOT_TELL.value, "conflict"}
)
"""Reasons for having no verdict that a judge was called for."""


@dataclass(frozen=True)
class Outcome:
    """How one claim came out: a verdict with its confidence, or `why` there is none. A human's verdict wins."""

    verdict: Verdict | None
    confidence: Confidence | None = None
    why: str = ""
    """`conflict`, a value of `Undecided`, a value of `NO_VERDICT_BY_IDENTITY`, `dangling` or `not_judged`."""
    human: Decision | None = None

    @property
    def column(self) -> str:
        """Its column in every table: a verdict, or `UNDECIDED`."""
        return self.verdict.value if self.verdict else "UNDECIDED"

    @property
    def preliminary(self) -> bool:
        return self.verdict is not None and self.confidence is Confidence.PRELIMINARY


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key in which `C9` comes before `C10`."""
    parts = re.findall(r"[0-9]+|[^0-9]+", text)
    return tuple((0, int(p), "") if p.isascii() and p.isdigit() else (1, 0, p) for p in parts)


def reference_order(reference: Reference) -> tuple[object, ...]:
    """By printed number, then those without one by id."""
    return (reference.number is None, reference.number or 0, natural(reference.id))


def place_order(claim: Claim) -> tuple[object, ...]:
    """Reading order: citations are numbered in it; within one marker by claim id."""
    return (natural(claim.citation_id), natural(claim.claim_id))


@dataclass(frozen=True)
class Index:
    """Dictionaries over one snapshot. Nothing in it depends on the order of the snapshot's tuples."""

    snapshot: Snapshot
    references: dict[str, Reference] = field(init=False)
    resolutions: dict[str, Resolution] = field(init=False)
    judgments: dict[str, Judgment] = field(init=False)
    claims: tuple[Claim, ...] = field(init=False)
    """In reading order."""

    def __post_init__(self) -> None:
        manuscript = self.snapshot.manuscript
        put = object.__setattr__
        put(self, "references", {r.id: r for r in sorted(manuscript.references, key=reference_order)})
        resolutions = (self._answered(r) for r in self.snapshot.resolutions)
        put(self, "resolutions", {r.reference_id: r for r in resolutions})
        put(self, "judgments", {j.claim_id: j for j in self.snapshot.judgments})
        put(self, "claims", tuple(sorted(manuscript.claims, key=place_order)))

    def _answered(self, resolution: Resolution) -> Resolution:
        """A resolution as it may be told: that a work was not found is never said where nobody answered."""
        if resolution.identity not in _NEEDS_ANSWERS or any(n.outcome != "unavailable" for n in resolution.lookups):
            return resolution
        reference = self.references.get(resolution.reference_id)
        nothing = reference is not None and not (reference.title or reference.doi or reference.pmid)
        return resolution.model_copy(update={"identity": Identity.UNREADABLE if nothing else Identity.UNKNOWN})

    @cached_property
    def claims_of(self) -> dict[str, tuple[Claim, ...]]:
        """Claims by reference id, in reading order; ids without claims are absent."""
        found: dict[str, list[Claim]] = {}
        for claim in self.claims:
            found.setdefault(claim.reference_id, []).append(claim)
        return {reference: tuple(claims) for reference, claims in found.items()}

    def is_cited(self, reference_id: str) -> bool:
        """Whether the text cites a reference anywhere."""
        return reference_id in self.claims_of

    @cached_property
    def sections(self) -> dict[int, Section]:
        return {section.index: section for section in self.snapshot.manuscript.sections}

    @cached_property
    def decisions(self) -> dict[tuple[DecisionKind, str], Decision]:
        """The latest decision of each kind on each subject."""
        ordered = sorted(self.snapshot.decisions, key=lambda d: (d.at, d.author, d.value, d.reason))
        return {(d.kind, d.subject): d for d in ordered}

    def decision(self, kind: DecisionKind, subject: str) -> Decision | None:
        return self.decisions.get((kind, subject))

    @cached_property
    def outcomes(self) -> dict[str, Outcome]:
        """The outcome of every claim, by claim id."""
        return {claim.claim_id: self._outcome(claim) for claim in self.claims}

    def _outcome(self, claim: Claim) -> Outcome:
        human = self.decision(DecisionKind.VERDICT, claim.claim_id)
        if human is not None:
            return Outcome(Verdict(human.value), Confidence.CONFIRMED, human=human)
        resolution = self.resolutions.get(claim.reference_id)
        if resolution is not None and resolution.identity in _NEVER_JUDGED:
            return Outcome(None, why=NO_VERDICT_BY_IDENTITY[resolution.identity])
        judgment = self.judgments.get(claim.claim_id)
        if judgment is None:
            return Outcome(None, why=self._why_not_judged(claim, resolution))
        if judgment.conflict:
            return Outcome(None, why="conflict")
        if judgment.verdict is None:
            return Outcome(None, why=(judgment.undecided or Undecided.NO_ANSWER).value)
        return Outcome(judgment.verdict, judgment.confidence)

    def _why_not_judged(self, claim: Claim, resolution: Resolution | None) -> str:
        if claim.reference_id not in self.references:
            return "dangling"
        if resolution is None:
            return "not_judged"
        return NO_VERDICT_BY_IDENTITY.get(resolution.identity, "not_judged")

    def finished(self, step: StepName) -> bool:
        """Whether the run has finished this step."""
        return self.snapshot.run.last_step is not None and self.snapshot.run.last_step.value >= step.value

    @cached_property
    def depends_on_outage(self) -> bool:
        """Whether the outcome of some reference or claim still depends on an answer that could not be had."""
        if any(r.identity is Identity.UNKNOWN or r.unavailable for r in self.resolutions.values()):
            return True
        return any(o.why == Undecided.UNAVAILABLE.value for o in self.outcomes.values())

    @cached_property
    def bibliography_files(self) -> frozenset[str]:
        """Names of the bibliography files: an entry of one of them is not what the manuscript prints."""
        sources = self.snapshot.manuscript.sources
        return frozenset(source.name for source in sources if source.role is SourceRole.BIBLIOGRAPHY)

    def entry_file(self, reference: Reference | None) -> str:
        """The bibliography file an entry's values come from; nothing where the list agrees."""
        if reference is None or not reference.file or reference.file not in self.bibliography_files:
            return ""
        agrees = reference.listed and not any(p.startswith("list_differs") for p in reference.problems)
        return "" if agrees else reference.file

    def notice_of(self, reference_id: str) -> str:
        """What has happened to the cited work: `retracted`, `withdrawn`, `concern`, `disputed`, or nothing."""
        resolution = self.resolutions.get(reference_id)
        if resolution is None:
            return ""
        notices, state = notices_of(resolution)
        if state is NoticeState.RETRACTED:
            types = {n.type for n in notices if n.type in RETRACTING}
            return "withdrawn" if types == {NoticeType.WITHDRAWAL} else "retracted"
        return state.value if state in (NoticeState.CONCERN, NoticeState.DISPUTED) else ""


def notices_of(resolution: Resolution) -> tuple[tuple[Notice, ...], NoticeState]:
    """The notices about the cited work, and what they come to. Step B keeps no others: what happened to another work
    at the printed identifier says nothing about the cited one."""
    return resolution.notices, resolution.notice_state
