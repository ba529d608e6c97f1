"""What a command prints with --json."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from reports.findings import findings
from state.snapshot import Snapshot

_UNSHOWN = re.compile("[\\x7f-\\x9f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff]")
"""What JSON may hold as it is, and a terminal obeys: a second set of control characters, directions, line ends."""


def terminal_json(value: Any) -> str:
    """`value` as JSON with a line end: the same value to a reader of JSON, and nothing in it that a terminal obeys."""
    written = json.dumps(value, ensure_ascii=False, indent=2)
    return _UNSHOWN.sub(lambda found: f"\\u{ord(found.group()):04x}", written) + "\n"


def summary_json(snapshot: Snapshot, code: int, folder: Path) -> str:
    """A run's state, counts and findings as one JSON object."""
    found = findings(snapshot)
    verdicts = Counter(j.verdict.value if j.verdict else "undecided" for j in snapshot.judgments)
    identities = Counter(r.identity.value for r in snapshot.resolutions)
    return json.dumps(
        {
            "folder": str(folder),
            "exit_code": code,
            "last_step": snapshot.run.last_step,
            "waiting_for": snapshot.run.waiting_for,
            "as_of": snapshot.run.as_of.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "judge": snapshot.run.judge,
            "references": len(snapshot.manuscript.references),
            "claims": len(snapshot.manuscript.claims),
            "identities": dict(sorted(identities.items())),
            "verdicts": dict(sorted(verdicts.items())),
            "unavailable": sorted({n.query.registry.value for r in snapshot.resolutions for n in r.unavailable}),
            "findings": [f.model_dump(mode="json") for f in found],
        },
        ensure_ascii=False,
        indent=2,
    )
