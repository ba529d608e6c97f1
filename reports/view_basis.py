"""The ground of the view model: claims, references and findings, each with what belongs to it."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC
from functools import cached_property

from reports.findings import findings_of
from reports.index import Index
from reports.labels import Label, explaining, labels_of
from reports.view_of_claims import ChapterView, ClaimView, chapters, claim_views
from reports.view_of_findings import FindingView
from reports.view_of_references import ReferenceView, reference_view
from state.finding import Finding, Severity
from state.manuscript import SourceRole
from state.snapshot import RunInfo, Snapshot

_ONLY_COUNTED = {
    "REF-UNAVAILABLE": "outages",
    "CLAIM-UNDECIDED": "undecided",
    "CLAIM-UNAVAILABLE": "undecided",
    "CLAIM-PRELIMINARY": "action",
}
"""Nothing in the manuscript is known to be wrong: these have sections of their own (the anchors here), and would bury
what is to be corrected."""


@dataclass(frozen=True)
class Basis:
    """One snapshot, its parts brought together."""

    index: Index

    @property
    def snapshot(self) -> Snapshot:
        return self.index.snapshot

    @property
    def run(self) -> RunInfo:
        return self.index.snapshot.run

    @property
    def as_of(self) -> str:
        """The run's as-of time, UTC: `YYYY-MM-DD HH:MM` (decisions 4.4)."""
        return self.run.as_of.astimezone(UTC).strftime("%Y-%m-%d %H:%M")

    @cached_property
    def claims(self) -> tuple[ClaimView, ...]:
        """All claims in reading order."""
        return claim_views(self.index)

    @cached_property
    def claim(self) -> dict[str, ClaimView]:
        return {view.claim.claim_id: view for view in self.claims}

    @cached_property
    def references(self) -> tuple[ReferenceView, ...]:
        """All references in the order of the list."""
        claims: dict[str, list[ClaimView]] = {}
        for view in self.claims:
            claims.setdefault(view.claim.reference_id, []).append(view)
        return tuple(reference_view(self.index, r, claims.get(r.id, [])) for r in self.index.references.values())

    @cached_property
    def reference(self) -> dict[str, ReferenceView]:
        return {view.reference.id: view for view in self.references}

    @cached_property
    def chapters(self) -> tuple[ChapterView, ...]:
        return chapters(self.claims, several_files=len(self.files(SourceRole.MANUSCRIPT)) > 1)

    def files(self, role: SourceRole) -> tuple[str, ...]:
        """Names of the files read in this role, in the order given."""
        return tuple(s.name for s in self.snapshot.manuscript.sources if s.role is role)

    @property
    def manuscript_files(self) -> tuple[str, ...]:
        return self.files(SourceRole.MANUSCRIPT)

    @property
    def bibliography_files(self) -> tuple[str, ...]:
        return self.files(SourceRole.BIBLIOGRAPHY)

    @property
    def pdf_files(self) -> tuple[str, ...]:
        return self.files(SourceRole.PDF)

    # Findings

    @cached_property
    def findings(self) -> tuple[FindingView, ...]:
        return tuple(self._finding(f) for f in findings_of(self.index))

    def _finding(self, finding: Finding) -> FindingView:
        reference = self.reference.get(finding.reference_id or "")
        claim = self.claim.get(finding.claim_id or "")
        cited = [claim] if claim else list(self.claims_of.get(finding.reference_id or "", ()))
        places = tuple({v.claim.citation_id: v for v in reversed(cited)}.values())[::-1]
        labels = self.labels.get(finding.reference_id or "", ()) if claim is None else ()
        return FindingView(finding, dict(finding.values), reference, claim, places, explaining(finding, labels))

    @cached_property
    def labels(self) -> dict[str, tuple[Label, ...]]:
        """The kinds of hallucinated reference that a reference looks like, by its id; most have none."""
        resolved = ((view.reference, view.resolution) for view in self.references if view.resolution is not None)
        found = {reference.id: labels_of(reference, resolution) for reference, resolution in resolved}
        return {name: labels for name, labels in found.items() if labels}

    @cached_property
    def claims_of(self) -> dict[str, list[ClaimView]]:
        """Claims by the reference they cite, dangling ones included."""
        found: dict[str, list[ClaimView]] = {}
        for view in self.claims:
            found.setdefault(view.claim.reference_id, []).append(view)
        return found

    def by_severity(self, severity: str) -> tuple[FindingView, ...]:
        return tuple(f for f in self.findings if f.finding.severity.value == severity)

    def to_correct(self, severity: str) -> tuple[FindingView, ...]:
        """Findings of a severity that name something to correct in the manuscript."""
        return tuple(f for f in self.by_severity(severity) if f.finding.rule not in _ONLY_COUNTED)

    def of_rule(self, *rules: str) -> tuple[FindingView, ...]:
        """Findings of these rules, in the order of findings."""
        return tuple(f for f in self.findings if f.finding.rule in rules)

    @cached_property
    def counts_by_rule(self) -> tuple[tuple[str, Severity, int], ...]:
        counted = Counter(f.finding.rule for f in self.findings)
        severities: dict[str, Severity] = {}
        for view in self.findings:
            severities.setdefault(view.finding.rule, view.finding.severity)
        return tuple((rule, severities[rule], counted[rule]) for rule in severities)

    @property
    def serious_references(self) -> tuple[FindingView, ...]:
        """Serious findings that are no claim's: the work, its entry, or a citation without one."""
        return tuple(f for f in self.to_correct("serious") if f.claim is None)

    @property
    def only_counted(self) -> tuple[tuple[str, int, str], ...]:
        """Rules whose findings are not listed among what is to be corrected: id, count, anchor of their section."""
        counted = Counter(f.finding.rule for f in self.findings)
        return tuple((rule, counted[rule], anchor) for rule, anchor in _ONLY_COUNTED.items() if counted[rule])
