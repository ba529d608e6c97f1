"""Findings: what a snapshot gives someone to act on, each under a stable rule id. Pure, and totally ordered."""

from collections.abc import Iterator

from reports.findings_of_claims import claim_findings
from reports.findings_of_manuscript import manuscript_findings
from reports.findings_of_references import reference_findings
from reports.index import Index, natural
from reports.rules import rule
from state.errors import SettingsError
from state.finding import Finding, Severity
from state.snapshot import Snapshot

FAIL_ON: dict[str, frozenset[Severity]] = {
    "serious": frozenset({Severity.SERIOUS}),
    "medium": frozenset({Severity.SERIOUS, Severity.MEDIUM}),
    "minor": frozenset(Severity),
    "never": frozenset(),
}
"""`--fail-on`: the severities that make a finished run end with 1 (decisions 5)."""


def findings(snapshot: Snapshot) -> tuple[Finding, ...]:
    """Every finding of a snapshot: by the order of `templates/rules.toml`, then reference number, then claim."""
    return findings_of(Index(snapshot))


def findings_of(index: Index) -> tuple[Finding, ...]:
    """As `findings`, over an index that is already built."""

    def order(finding: Finding) -> tuple[object, ...]:
        reference = index.references.get(finding.reference_id or "")
        number = reference.number if reference else None
        return (
            rule(finding.rule).order,
            number is None,
            number or 0,
            natural(finding.reference_id or ""),
            natural(finding.claim_id or ""),
            natural(finding.place),
            finding.values,
        )

    return tuple(sorted(_all(index), key=order))


def _all(index: Index) -> Iterator[Finding]:
    yield from manuscript_findings(index)
    for reference in index.references.values():
        yield from reference_findings(index, reference)
    for claim in index.claims:
        yield from claim_findings(index, claim)


def exit_code(snapshot: Snapshot, fail_on: str = "serious") -> int:
    """3, 1 or 0 for a run, in this precedence (decisions 5; 2, wrong input, is the door's business).

    3: an outcome still depends on an unavailable answer, or the run waits for a human. 1: a finding at or above
    `fail_on` (`serious`, `medium`, `minor`, `never`). SettingsError for another `fail_on`.
    """
    if fail_on not in FAIL_ON:
        raise SettingsError(f"--fail-on {fail_on!r} is not known; choose one of {', '.join(FAIL_ON)}")
    index = Index(snapshot)
    if snapshot.run.waiting_for or snapshot.manuscript.numbering.mode == "in_doubt" or index.depends_on_outage:
        return 3
    return 1 if any(f.severity in FAIL_ON[fail_on] for f in findings_of(index)) else 0
