"""Making one finding: the severity comes from the rule table, values are sorted by name."""

from collections.abc import Mapping
from types import MappingProxyType

from reports.rules import rule
from state.finding import Finding, Severity
from state.manuscript import Claim, Reference


def make(
    rule_id: str,
    values: Mapping[str, object] = MappingProxyType({}),
    *,
    reference: Reference | None = None,
    claim: Claim | None = None,
    place: str = "",
    severity: Severity | None = None,
) -> Finding:
    """A finding of this rule. `severity` is given only where the rule's page says that it can be lower."""
    reference_id = claim.reference_id if claim else (reference.id if reference else None)
    return Finding(
        rule=rule_id,
        severity=severity or rule(rule_id).severity,
        reference_id=reference_id,
        claim_id=claim.claim_id if claim else None,
        place=place or (place_of(claim) if claim else ""),
        values=tuple(sorted((name, "" if value is None else str(value)) for name, value in values.items())),
    )


def place_of(claim: Claim) -> str:
    """Chapter and line of a claim, e.g. `Introduction L162`."""
    return f"{claim.chapter} L{claim.line}".strip() + (f" ({claim.note})" if claim.note else "")
