"""What a command prints with --json."""

import json
from collections import Counter
from pathlib import Path

from reports.findings import findings
from state.snapshot import Snapshot


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
