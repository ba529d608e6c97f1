"""Findings about which version of a work is cited: a preprint that has been published, or only a preprint."""

from collections.abc import Iterator

from reports.finding import make
from state.finding import Finding
from state.lookup import RegistryName
from state.manuscript import Reference
from state.resolution import Resolution

_RULES = {"published_since": "REF-PUBLISHED-SINCE", "published_as_preprint": "REF-ONLY-PREPRINT"}
"""A withdrawn preprint is told with the notices: `REF-WITHDRAWN`."""


def version_findings(reference: Reference, resolution: Resolution) -> Iterator[Finding]:
    """A finding for each other version that matters to who cites this one."""
    for version in resolution.versions:
        if version.kind in _RULES:
            record = version.record
            values = {
                "doi": version.doi,
                "venue": record.venue if record else "",
                "year": record.year if record else "",
                "service": version.named_by.value if version.named_by else "",
                "journal": reference.journal,
                "asked": _asked(resolution),
            }
            yield make(_RULES[version.kind], values, reference=reference)


def _asked(resolution: Resolution) -> str:
    """The services that answered, in the order they are asked."""
    answered = {note.query.registry for note in resolution.lookups if note.outcome != "unavailable"}
    return ",".join(name.value for name in RegistryName if name in answered)
