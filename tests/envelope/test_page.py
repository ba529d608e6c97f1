"""The page about the envelope names every field and every rule, and no rule that does not exist."""

import re
from pathlib import Path

from reports.envelope_violation import rule_ids
from state import envelope

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "envelope.md").read_text(encoding="utf-8")


def test_every_rule_is_on_the_page_in_order_and_no_other() -> None:
    assert re.findall(r"^\| (ENV-[A-Z-]+) \|", PAGE, re.MULTILINE) == list(rule_ids())


def test_every_field_is_on_the_page() -> None:
    parts = [
        envelope.Meta,
        envelope.Parsed,
        envelope.Resolved,
        envelope.Candidate,
        envelope.Retraction,
        envelope.ReferenceEvidence,
        envelope.VerdictEntry,
        envelope.VerdictSummary,
        envelope.SelfCheck,
        envelope.ClaimEvidence,
        envelope.ClaimEntry,
        envelope.ErrorEntry,
        envelope.ReferenceBody,
        envelope.ClaimBody,
    ]
    fields = {field.alias or name for part in parts for name, field in part.model_fields.items()}
    missing = [name for name in sorted(fields) if not re.search(rf"\b{name}\b", PAGE)]
    assert missing == []
