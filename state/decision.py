"""A human's word, kept with author, reason and time; nothing the program finds out overwrites it."""

from datetime import datetime
from enum import StrEnum

from state.words import Word


class DecisionKind(StrEnum):
    SEVERITY = "severity"
    """`value` is a Strictness; `subject` a claim id."""
    SUMMARY = "summary"
    """`value` is the claim summary in the human's words; `subject` a claim id."""
    METHOD = "method"
    """`value` is `unusual` or `usual`: is the method worth citing? `subject` a claim id."""
    VERDICT = "verdict"
    """`value` is a Verdict: the human settles a claim; `subject` a claim id."""
    REVIEWED = "reviewed"
    """The checkpoint after step A is passed. `subject` is `run`."""
    NUMBERING = "numbering"
    """`value` is `file` or `alphabetical`. `subject` is `run`."""
    CONSENT = "consent"
    """Manuscript text may go to the judge named by `value`. `subject` is that judge too: there may be two."""


class Decision(Word):
    kind: DecisionKind
    subject: str
    value: str
    author: str = ""
    reason: str = ""
    at: datetime
