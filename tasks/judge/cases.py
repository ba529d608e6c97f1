"""What step C works on: a claim with its reference and resolution, and what of the work can be read for it."""

from state.manuscript import Claim, Reference, Strictness
from state.resolution import Evidence, MetadataStatus, Resolution
from state.words import Word


class ClaimCase(Word):
    """One claim to be judged, with the reference it cites and the work that reference denotes."""

    claim: Claim
    reference: Reference
    resolution: Resolution

    @property
    def is_judgeable(self) -> bool:
        """METADATA_MISMATCH and API_FAIL stay out of step C: nothing is known of the cited work (decisions 1.9)."""
        return self.resolution.status in (MetadataStatus.OK, MetadataStatus.WARNING)

    @property
    def title(self) -> str:
        """The work's title as its registry gives it, or as printed."""
        record = self.resolution.record
        return ((record.title if record else None) or self.reference.title or "").strip()

    @property
    def readable(self) -> Evidence | None:
        """The evidence a judge is shown: the stored text; for a Lenient claim without one, the title; else None."""
        evidence = self.resolution.evidence
        if evidence.text.strip():
            return evidence
        if self.claim.severity is Strictness.LENIENT and self.title:
            return evidence.model_copy(update={"text": self.title})
        return None

    @property
    def title_only(self) -> bool:
        """True where the title is all there is to read: any verdict on it is preliminary (decisions 3)."""
        return not self.resolution.evidence.text.strip()


class Batch(Word):
    """The unit of commit and progress in step C (decisions 3 "One call per claim")."""

    name: str
    """Content name: the same claims, evidence and order give the same name."""
    cases: tuple[ClaimCase, ...]
