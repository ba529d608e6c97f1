"""How one finding, one row of the summary, one outage and one service are shown."""

from dataclasses import dataclass

from reports.labels import Label
from reports.view_of_claims import ClaimView
from reports.view_of_references import ReferenceView
from state.finding import Finding
from state.manuscript import Strictness


@dataclass(frozen=True)
class FindingView:
    """One finding with what its wording needs, and the places in the manuscript it concerns."""

    finding: Finding
    values: dict[str, str]
    reference: ReferenceView | None
    claim: ClaimView | None
    places: tuple[ClaimView, ...]
    """Where the work is cited: one claim per marker, in reading order."""
    labels: tuple[Label, ...] = ()
    """The kinds of hallucinated reference that this finding looks like."""

    @property
    def shows_entry(self) -> bool:
        """Whether the printed entry must be shown besides, to say which work it is about."""
        return self.reference is not None and self.claim is None and self.printed != self.reference.printed

    @property
    def printed(self) -> str:
        """What the manuscript prints, where the finding compares."""
        return self.values.get("printed", "")

    @property
    def recorded(self) -> str:
        return self.values.get("recorded", "")

    @property
    def registry(self) -> str:
        return self.values.get("registry", "")


@dataclass(frozen=True)
class Row:
    """One row of the summary table: a strictness and its counts by `COLUMNS`."""

    severity: Strictness
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.counts)


@dataclass(frozen=True)
class Outage:
    """Answers that could not be had from one service for one reason."""

    service: str
    reason: str
    setting: str
    references: tuple[ReferenceView, ...]
    matters: str
    """`needed`: the outcome of these references still depends on it; `settled`: another service has identified the
    work; `open`: their outcome depends on other answers; `optional`: it is not one of those that must answer."""

    @property
    def needed(self) -> bool:
        return self.matters == "needed"


@dataclass(frozen=True)
class ServiceCount:
    """How the distinct questions to one service ended."""

    service: str
    found: int
    not_found: int
    unavailable: int
