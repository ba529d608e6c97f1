"""Everything a report may say: a pure, totally ordered picture of the store."""

from datetime import datetime
from enum import StrEnum

from state.decision import Decision
from state.judgment import Judgment
from state.manuscript import Claim, Manuscript, Reference
from state.resolution import Resolution
from state.words import Word


class StepName(StrEnum):
    """The last step a run has finished."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"


class RunInfo(Word):
    """The run itself."""

    run_id: str
    revision: int = 1
    created: datetime
    as_of: datetime
    """The run's as-of time, UTC: when its last piece was committed. Reports print this one (decisions 4.4)."""
    last_step: StepName | None
    """None: step A has not finished."""
    judge: str
    """The judge as configured, e.g. `rules`, `scripted:demo`, `openai:gpt-5`."""
    second_judge: str | None = None
    language: str
    """Language of the reports: `en` or `zh`."""
    version: str
    """Version of Corrigenda that made the run."""
    waiting_for: str | None = None
    """`review`, `numbering` or `consent`: the run waits for a human."""


class Snapshot(Word):
    """The state of one run. References are ordered by number, then id; claims by place; the rest by these."""

    run: RunInfo
    manuscript: Manuscript
    """References and claims as read, with human decisions applied."""
    resolutions: tuple[Resolution, ...] = ()
    judgments: tuple[Judgment, ...] = ()
    decisions: tuple[Decision, ...] = ()

    def resolution_of(self, reference_id: str) -> Resolution | None:
        return next((r for r in self.resolutions if r.reference_id == reference_id), None)

    def judgment_of(self, claim_id: str) -> Judgment | None:
        return next((j for j in self.judgments if j.claim_id == claim_id), None)

    def reference(self, reference_id: str) -> Reference | None:
        return next((r for r in self.manuscript.references if r.id == reference_id), None)

    def claims_of(self, reference_id: str) -> tuple[Claim, ...]:
        return tuple(c for c in self.manuscript.claims if c.reference_id == reference_id)
