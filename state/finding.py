"""One thing to act on: a rule id, a severity and the values its wording needs. Wording itself is in templates."""

from enum import StrEnum

from state.words import Word


class Severity(StrEnum):
    SERIOUS = "serious"
    MEDIUM = "medium"
    MINOR = "minor"


class Finding(Word):
    """A finding, derived from a snapshot; never stored."""

    rule: str
    severity: Severity
    reference_id: str | None = None
    claim_id: str | None = None
    place: str = ""
    """Chapter and line, or file and line."""
    values: tuple[tuple[str, str], ...] = ()
    """Named values for the wording, sorted by name."""
