"""Findings about the fields beyond title, first author, year and journal: co-authors, volume, issue, pages."""

from collections.abc import Iterator, Mapping

from reports.finding import make
from state.finding import Finding
from state.manuscript import Reference
from state.resolution import Discrepancy, Field, Resolution

RULE_OF_FIELD = {
    Field.AUTHORS: "REF-AUTHORS",
    Field.VOLUME: "REF-VOLUME",
    Field.ISSUE: "REF-ISSUE",
    Field.PAGES: "REF-PAGES",
}


def field_findings(
    reference: Reference, resolution: Resolution, difference: Discrepancy, values: Mapping[str, object]
) -> Iterator[Finding]:
    """The finding of one discrepancy of these fields, as grave as the discrepancy itself; none where another finding
    says it: an order of authors of which the first is told as another person already."""
    if difference.field is Field.AUTHORS and difference.detail == "swapped" and _first_differs(resolution):
        return
    yield make(RULE_OF_FIELD[difference.field], values, reference=reference, severity=difference.severity)


def _first_differs(resolution: Resolution) -> bool:
    return any(d.field is Field.FIRST_AUTHOR and d.stands for d in resolution.discrepancies)
